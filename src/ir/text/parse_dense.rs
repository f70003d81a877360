//! `dense<...>`: the literal's place is found first, and its elements are read once the type behind it is known.

use std::ops::Range;

use super::lexer::Token;
use super::parse_attr::{LiteralValue, literal};
use super::parser::{Parse, Parser, hex_digit};
use crate::ir::{Attr, AttrKind, DYNAMIC, DenseData, FloatKind, Str, Type, TypeKind};

impl<'s> Parser<'s, '_> {
    /// `dense<elements> : type`
    pub(super) fn dense(&mut self) -> Parse<Attr> {
        self.bump();
        if !self.at(Token::Less) {
            return self.expected("expected '<' after 'dense'");
        }
        let body = self.dense_body()?;
        let ty = self.elements_type()?;
        let Some((shape, elem)) = self.ctx.shaped(ty) else {
            return self.error_at(body, "elements literal must be a ranked tensor or vector type");
        };
        let mut reader = Elements { parser: self, at: body.start, end: body.end, shape, sizes: Vec::new() };
        let data = reader.read(elem)?;
        Ok(match data {
            Data::Bytes(bytes, splat) => self.dense_bytes(ty, bytes, splat),
            Data::Strings(items, splat) => {
                let splat = splat || !items.is_empty() && items.iter().all(|&s| s == items[0]);
                let items = if splat { items[..1].into() } else { items.into() };
                self.ctx.attr(AttrKind::Dense { ty, splat, data: DenseData::Strings(items) })
            }
        })
    }

    fn dense_bytes(&self, ty: Type, bytes: Vec<u8>, splat: bool) -> Attr {
        if splat {
            return self.ctx.attr(AttrKind::Dense { ty, splat, data: DenseData::Bytes(bytes.into()) });
        }
        self.ctx.dense_attr(ty, &bytes)
    }

    /// `: type` of an elements attribute: ranked, static, and a tensor or vector.
    pub(super) fn elements_type(&mut self) -> Parse<Type> {
        self.expect(Token::Colon, "expected ':'")?;
        let start = self.start;
        let ty = self.parse_type()?;
        match self.ctx.kind(ty) {
            TypeKind::RankedTensor { shape, .. }
            | TypeKind::Vector { shape, .. }
            | TypeKind::MemRef { shape, .. }
                if !shape.contains(&DYNAMIC) =>
            {
                Ok(ty)
            }
            TypeKind::RankedTensor { .. } | TypeKind::MemRef { .. } => {
                self.error_at(start..self.prev_end, "elements literal type must have static shape")
            }
            _ => {
                self.error_at(start..self.prev_end, "elements literal must be a ranked tensor or vector type")
            }
        }
    }

    /// The range between `<` and `>`. Only strings and comments can hold another `>`.
    fn dense_body(&mut self) -> Parse<Range<usize>> {
        let open = self.end;
        let bytes = self.src.as_bytes();
        let mut at = open;
        while let Some(found) = memchr::memchr3(b'>', b'"', b'/', &bytes[at..]) {
            at += found;
            match bytes[at] {
                b'>' => {
                    self.reset(at + 1);
                    self.prev_end = at + 1;
                    return Ok(open..at);
                }
                b'"' => match Token::first(&self.src[at..]) {
                    (Token::String, range) => at += range.end,
                    _ => return self.error_at(at..at + 1, "expected '\"' in string literal"),
                },
                _ if bytes.get(at + 1) == Some(&b'/') => {
                    at = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |n| at + n);
                }
                _ => at += 1,
            }
        }
        self.error_at(open - 1..open, "expected '>' to close a dense literal")
    }
}

enum Data {
    /// Elements, and whether one stands for all.
    Bytes(Vec<u8>, bool),
    Strings(Vec<Str>, bool),
}

/// Reads the elements between `start` and `end` of the source.
struct Elements<'a, 's, 'c> {
    parser: &'a mut Parser<'s, 'c>,
    at: usize,
    end: usize,
    shape: &'c [i64],
    /// Length of each level of lists, from the outside, as far as it is known: inner lists end first.
    sizes: Vec<Option<usize>>,
}

impl<'c> Elements<'_, '_, 'c> {
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.parser.src.as_bytes();
        while self.at < self.end {
            match bytes[self.at] {
                b' ' | b'\n' | b'\t' | b'\r' => self.at += 1,
                b'/' if bytes.get(self.at + 1) == Some(&b'/') => {
                    self.at =
                        memchr::memchr(b'\n', &bytes[self.at..self.end]).map_or(self.end, |n| self.at + n);
                }
                byte => return Some(byte),
            }
        }
        None
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn fail<T>(&mut self, message: impl Into<String>) -> Parse<T> {
        let at = self.at.min(self.end);
        self.parser.error_at(at..at, message)
    }

    fn read(&mut self, elem: Type) -> Parse<Data> {
        let ctx = self.parser.ctx;
        let count = element_count(self.shape);
        let start = self.at;
        match self.peek() {
            None if count == Some(0) => return Ok(Data::Bytes(Vec::new(), false)),
            None => return self.fail(format!("parsed zero elements, but type holds {}", count.unwrap_or(0))),
            Some(b'"')
                if !matches!(
                    ctx.kind(elem),
                    TypeKind::Opaque { .. } | TypeKind::Dialect { .. } | TypeKind::None
                ) =>
            {
                return self.blob(elem, count);
            }
            _ => {}
        }
        let is_list = self.peek() == Some(b'[');
        let kind = ctx.kind(elem);
        let data = match kind {
            TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_) => {
                let width = element_bytes(kind);
                let mut data = Vec::with_capacity(count.unwrap_or(0).min(self.end - start) * width);
                self.items(0, &mut |e| e.scalar(kind, width, &mut data))?;
                Data::Bytes(data, !is_list)
            }
            TypeKind::Complex(part) => {
                let part = ctx.kind(*part);
                let width = element_bytes(part);
                let mut data = Vec::new();
                self.items(0, &mut |e| {
                    if !e.eat(b'(') {
                        return e.fail("expected '(' in complex literal");
                    }
                    e.scalar(part, width, &mut data)?;
                    if !e.eat(b',') {
                        return e.fail("expected ',' between complex elements");
                    }
                    e.scalar(part, width, &mut data)?;
                    if e.eat(b')') { Ok(()) } else { e.fail("expected ')' in complex literal") }
                })?;
                Data::Bytes(data, !is_list)
            }
            _ => {
                let mut items = Vec::new();
                self.items(0, &mut |e| {
                    let text = e.string_item()?;
                    items.push(text);
                    Ok(())
                })?;
                Data::Strings(items, !is_list)
            }
        };
        if self.peek().is_some() {
            return self.fail("expected '>'");
        }
        if is_list {
            let found: Vec<i64> = self.sizes.iter().map(|n| n.unwrap_or(0) as i64).collect();
            if found != self.shape {
                let show = |s: &[i64]| s.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
                let message = format!(
                    "inferred shape of elements literal ([{}]) does not match type ([{}])",
                    show(&found),
                    show(self.shape)
                );
                self.at = start;
                return self.fail(message);
            }
        }
        Ok(data)
    }

    /// An element, or a list of items of the next level.
    fn items(&mut self, level: usize, element: &mut dyn FnMut(&mut Self) -> Parse<()>) -> Parse<()> {
        if self.peek() != Some(b'[') {
            return element(self);
        }
        if level > self.shape.len() {
            return self.fail("more levels of lists than the type has dimensions");
        }
        self.at += 1;
        let mut size = 0;
        let mut leaves = 0;
        if !self.eat(b']') {
            loop {
                leaves += usize::from(self.peek() != Some(b'['));
                self.items(level + 1, element)?;
                size += 1;
                if self.eat(b',') {
                    continue;
                }
                if self.eat(b']') {
                    break;
                }
                return self.fail("expected ']' in tensor literal");
            }
        }
        // A level holds elements only, or lists of one size only.
        let uniform = leaves == 0 || leaves == size && self.sizes.len() <= level + 1;
        if self.sizes.len() <= level {
            self.sizes.resize(level + 1, None);
        }
        let expected = *self.sizes[level].get_or_insert(size);
        if expected != size {
            return self.fail(format!(
                "tensor literal is invalid; ranks are not consistent between elements: {size} and {expected}"
            ));
        }
        if uniform {
            Ok(())
        } else {
            self.fail("tensor literal is invalid; ranks are not consistent between elements")
        }
    }

    fn scalar(&mut self, kind: &TypeKind, width: usize, out: &mut Vec<u8>) -> Parse<()> {
        let negative = self.eat(b'-');
        let first = self.peek();
        let start = self.at;
        let bytes = self.parser.src.as_bytes();
        let mut at = start;
        // A sign may follow an exponent letter only.
        while at < self.end
            && (bytes[at].is_ascii_alphanumeric()
                || bytes[at] == b'.'
                || matches!(bytes[at], b'+' | b'-') && matches!(bytes[at - 1], b'e' | b'E'))
        {
            at += 1;
        }
        let text = &self.parser.src[start..at];
        if !first.is_some_and(|c| c.is_ascii_digit()) {
            let value = match (text, kind) {
                ("true" | "false", TypeKind::Integer { width: 1, .. }) if !negative => {
                    u8::from(text == "true")
                }
                ("true" | "false", _) => return self.fail("expected i1 type for 'true' or 'false' values"),
                _ => return self.fail("expected element literal of primitive type"),
            };
            self.at = at;
            out.push(value);
            return Ok(());
        }
        // The fast ways: plain decimals.
        match kind {
            TypeKind::Float(FloatKind::F32) if text.contains('.') => {
                if let Some(value) = text.parse::<f64>().ok().filter(|v| v.is_finite()) {
                    let value = if negative { -value } else { value };
                    out.extend_from_slice(&(value as f32).to_le_bytes());
                    self.at = at;
                    return Ok(());
                }
            }
            TypeKind::Integer { width: 32 | 64, .. }
                if text.len() < 10 && !text.starts_with("0x") && !negative =>
            {
                if let Ok(value) = text.parse::<i64>() {
                    out.extend_from_slice(&value.to_le_bytes()[..width]);
                    self.at = at;
                    return Ok(());
                }
            }
            _ => {}
        }
        let (token, range) = Token::first(text);
        if range.end != text.len() || !matches!(token, Token::Integer | Token::Float) {
            return self.fail("expected element literal of primitive type");
        }
        let literal = match kind {
            TypeKind::Integer { width: 1, .. } if token == Token::Integer && !matches!(text, "0" | "1") => {
                Err("integer constant out of range for attribute")
            }
            _ => literal(kind, token, text, negative),
        };
        match literal {
            Ok(LiteralValue::Int(value))
                if width == 1 && matches!(kind, TypeKind::Integer { width: 1, .. }) =>
            {
                out.push(u8::from(value.to_i64() != Some(0)));
            }
            Ok(value) => value.write(width, out),
            Err("unexpected decimal integer literal for a floating point value") => {
                return self.fail("expected floating-point elements, but parsed integer");
            }
            Err("floating point value not valid for specified type") => {
                return self.fail("expected integer elements, but parsed floating-point");
            }
            Err(message) => return self.fail(message),
        }
        self.at = at;
        Ok(())
    }

    fn string_item(&mut self) -> Parse<Str> {
        if self.peek() != Some(b'"') {
            return self.fail("expected string token");
        }
        let (_, range) = Token::first(&self.parser.src[self.at..self.end]);
        let body = &self.parser.src[self.at + 1..self.at + range.end - 1];
        self.at += range.end;
        Ok(self.parser.unescape(body))
    }

    /// `"0x..."`: the raw elements.
    fn blob(&mut self, elem: Type, count: Option<usize>) -> Parse<Data> {
        let (_, range) = Token::first(&self.parser.src[self.at..self.end]);
        let text = &self.parser.src[self.at + 1..self.at + range.end - 1];
        let kind = self.parser.ctx.kind(elem);
        if !matches!(
            kind,
            TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_) | TypeKind::Complex(_)
        ) {
            return self.fail("expected floating-point, integer, or complex element type");
        }
        let Some(digits) = text.strip_prefix("0x").filter(|d| d.bytes().all(|c| c.is_ascii_hexdigit()))
        else {
            return self.fail("expected string containing hex digits starting with `0x`");
        };
        if digits.len() % 2 == 1 {
            return self.fail("expected string containing hex digits starting with `0x`");
        }
        let raw: Vec<u8> =
            digits.as_bytes().chunks_exact(2).map(|d| hex_digit(d[0]) << 4 | hex_digit(d[1])).collect();
        let count = count.unwrap_or(0);
        let data = if matches!(kind, TypeKind::Integer { width: 1, .. }) {
            unpack_bits(&raw, count)
        } else {
            let width = match kind {
                TypeKind::Complex(part) => 2 * element_bytes(self.parser.ctx.kind(*part)),
                _ => element_bytes(kind),
            };
            let whole = Some(raw.len()) == count.checked_mul(width);
            (whole || raw.len() == width).then_some((raw, !whole || count == 1))
        };
        let Some((data, splat)) = data else {
            return self.fail("elements hex data size is invalid for provided type");
        };
        self.at += range.end;
        if self.peek().is_some() {
            return self.fail("expected '>'");
        }
        Ok(Data::Bytes(data, splat))
    }
}

/// Booleans from their packed bits; one byte `00` or `FF` stands for all.
fn unpack_bits(raw: &[u8], count: usize) -> Option<(Vec<u8>, bool)> {
    match raw {
        [0x00 | 0xFF] if count != 0 => Some((vec![raw[0] & 1], true)),
        _ if raw.len() == count.div_ceil(8) => {
            Some(((0..count).map(|i| raw[i / 8] >> (i % 8) & 1).collect(), false))
        }
        _ => None,
    }
}

/// Number of elements of a static shape, if it fits.
pub(super) fn element_count(shape: &[i64]) -> Option<usize> {
    shape.iter().try_fold(1usize, |n, &d| n.checked_mul(usize::try_from(d).ok()?))
}

/// Bytes of a stored element of a scalar type.
pub(super) fn element_bytes(kind: &TypeKind) -> usize {
    match kind {
        TypeKind::Integer { width, .. } => (width.div_ceil(8) as usize).max(1),
        TypeKind::Float(kind) => kind.width().div_ceil(8) as usize,
        _ => 8,
    }
}
