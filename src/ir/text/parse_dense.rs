//! `dense<...>`: the literal's place is found first, and its elements are read once the type behind it is known.

use std::ops::Range;

use super::lexer::Token;
use super::parse_attr::{LiteralValue, OUT_OF_RANGE, literal};
use super::parser::{Parse, Parser};
use super::printer::type_string;
use crate::ir::{Attr, AttrKind, DYNAMIC, DenseData, FloatKind, Str, Type, TypeKind};

impl<'s> Parser<'s, '_> {
    /// `dense<elements> : type`
    pub(super) fn dense(&mut self) -> Parse<Attr> {
        self.bump();
        if !self.at(Token::Less) {
            return self.expected("expected '<' after 'dense'");
        }
        let body = self.dense_body()?;
        let ty = self.elements_type("elements literal must be a shaped type")?;
        let Some((shape, elem)) = self.ctx.shaped(ty) else {
            return self.error_at(body, "elements literal must be a shaped type");
        };
        let mut reader = Elements::new(self, body, shape);
        let data = reader.read(elem)?;
        Ok(self.dense_data(ty, data))
    }

    /// `sparse<indices, values> : type`
    pub(super) fn sparse(&mut self) -> Parse<Attr> {
        self.bump();
        if !self.at(Token::Less) {
            return self.expected("expected '<' after 'sparse'");
        }
        let body = self.dense_body()?;
        let ty = self.elements_type("elements literal must be a shaped type")?;
        let ctx = self.ctx;
        let Some((shape, elem)) = ctx.shaped(ty) else {
            return self.error_at(body, "elements literal must be a shaped type");
        };
        let mut reader = Elements::new(self, body, &[0, 0]);
        let (indices, found_indices, values, found_values) = if reader.peek().is_none() {
            (
                Data::Bytes(Vec::new(), false),
                vec![0, shape.len() as i64],
                no_elements(ctx.kind(elem)),
                vec![0],
            )
        } else {
            let (indices, found) = reader.list(ctx.int_type(64))?;
            // A single number stands for every coordinate of one value.
            let found = if found.is_empty() { vec![1, shape.len() as i64] } else { found };
            if !reader.eat(b',') {
                return reader.fail("expected ','");
            }
            let (values, found_values) = reader.list(elem)?;
            if reader.peek().is_some() {
                return reader.fail("expected '>'");
            }
            let found_values = if found_values.is_empty() { vec![found[0]] } else { found_values };
            (indices, found, values, found_values)
        };
        reader.check_sparse(ty, &indices, &found_indices, &found_values)?;
        let tensor = |shape: &[i64], elem| ctx.tensor_type(shape, elem);
        let indices = self.dense_data(tensor(&found_indices, ctx.int_type(64)), indices);
        let values = self.dense_data(tensor(&found_values, elem), values);
        Ok(ctx.attr(AttrKind::Sparse { ty, indices, values }))
    }

    fn dense_data(&self, ty: Type, data: Data) -> Attr {
        match data {
            Data::Bytes(bytes, splat) => self.dense_bytes(ty, bytes, splat),
            Data::Strings(items, splat) => {
                let splat = splat || !items.is_empty() && items.iter().all(|&s| s == items[0]);
                let items = if splat { items[..1].into() } else { items.into() };
                self.ctx.attr(AttrKind::Dense { ty, splat, data: DenseData::Strings(items) })
            }
        }
    }

    fn dense_bytes(&self, ty: Type, bytes: Vec<u8>, splat: bool) -> Attr {
        if splat {
            return self.ctx.attr(AttrKind::Dense { ty, splat, data: DenseData::Bytes(bytes.into()) });
        }
        self.ctx.dense_attr(ty, &bytes)
    }

    /// `: type` of an elements attribute: shaped (`what` is the error if not), ranked and static.
    pub(super) fn elements_type(&mut self, what: &str) -> Parse<Type> {
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
            TypeKind::RankedTensor { .. }
            | TypeKind::MemRef { .. }
            | TypeKind::UnrankedTensor { .. }
            | TypeKind::UnrankedMemRef { .. } => {
                self.error_at(start..self.prev_end, "elements literal type must have static shape")
            }
            _ => self.error_at(start..self.prev_end, what),
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

fn no_elements(kind: &TypeKind) -> Data {
    if is_numeric(kind) { Data::Bytes(Vec::new(), false) } else { Data::Strings(Vec::new(), false) }
}

/// Whether elements of this type are kept as bytes.
fn is_numeric(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_) | TypeKind::Complex(_))
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

impl<'a, 's, 'c> Elements<'a, 's, 'c> {
    fn new(parser: &'a mut Parser<'s, 'c>, body: Range<usize>, shape: &'c [i64]) -> Self {
        Elements { parser, at: body.start, end: body.end, shape, sizes: Vec::new() }
    }

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
            None => return self.parsed_none(elem),
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
        let (data, found) = self.list(elem)?;
        if self.peek().is_some() {
            return self.fail("expected '>'");
        }
        let is_list = matches!(data, Data::Bytes(_, false) | Data::Strings(_, false));
        if is_list && found != self.shape {
            let message = format!(
                "inferred shape of elements literal ([{}]) does not match type ([{}])",
                show(&found),
                show(self.shape)
            );
            self.at = start;
            return self.fail(message);
        }
        Ok(data)
    }

    fn parsed_none<T>(&mut self, elem: Type) -> Parse<T> {
        let ctx = self.parser.ctx;
        let ty = type_string(ctx, ctx.tensor_type(self.shape, elem));
        self.fail(format!("parsed zero elements, but type ('{ty}') expected at least 1"))
    }

    /// An element or a list of them, and the shape of the list: none for an element.
    fn list(&mut self, elem: Type) -> Parse<(Data, Vec<i64>)> {
        self.sizes.clear();
        let is_list = self.peek() == Some(b'[');
        let start = self.at;
        let kind = self.parser.ctx.kind(elem);
        let data = match kind {
            TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_) => {
                let width = element_bytes(kind);
                let count = element_count(self.shape).unwrap_or(0);
                let mut data = Vec::with_capacity(count.min(self.end - start) * width);
                self.items(0, &mut |e| e.scalar(kind, width, &mut data))?;
                Data::Bytes(data, !is_list)
            }
            TypeKind::Complex(part) => {
                let part = self.parser.ctx.kind(*part);
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
                    if e.eat(b')') { Ok(()) } else { e.fail("expected ')' after complex elements") }
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
        let found = self.sizes.iter().map(|n| n.unwrap_or(0) as i64).collect();
        Ok((data, found))
    }

    /// What a sparse attribute's indices and values must be: as many rows as values, each in the bounds of the type.
    fn check_sparse(&mut self, ty: Type, indices: &Data, found: &[i64], values: &[i64]) -> Parse<()> {
        let ctx = self.parser.ctx;
        let shape = ctx.shaped(ty).map_or(&[][..], |s| s.0);
        if values.len() != 1 {
            return self.fail("expected 1-d tensor for sparse element values");
        }
        let rows_fit = match found {
            [_, columns] => *columns == shape.len() as i64,
            _ => shape.len() == 1,
        };
        if !rows_fit || found[0] != values[0] {
            return self.fail(format!(
                "expected shape ([{}]); inferred shape of indices literal ([{}]); inferred shape of values literal ([{}])",
                show(shape),
                show(found),
                show(values)
            ));
        }
        let Data::Bytes(bytes, splat) = indices else { return Ok(()) };
        let stored: Vec<i64> = bytes.as_chunks::<8>().0.iter().map(|&b| i64::from_le_bytes(b)).collect();
        let one_row = if *splat { vec![stored[0]; shape.len()] } else { Vec::new() };
        let rows = if *splat { &one_row } else { &stored };
        for (number, row) in rows.chunks_exact(shape.len().max(1)).enumerate() {
            if row.iter().zip(shape).any(|(index, size)| !(0..*size).contains(index)) {
                return self.fail(format!(
                    "sparse index #{number} is not contained within the value shape, with index=[{}], and type='{}'",
                    show(row),
                    type_string(ctx, ty)
                ));
            }
        }
        Ok(())
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
                ("true" | "false", TypeKind::Float(_)) => {
                    return self.fail("expected floating point literal");
                }
                ("true" | "false", _) => return self.fail("expected i1 type for 'true' or 'false' values"),
                _ if negative => return self.fail("expected integer or floating point literal"),
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
                Err(OUT_OF_RANGE)
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
            Err(OUT_OF_RANGE) => return self.fail("integer constant out of range for type"),
            Err("negative integer literal not valid for unsigned integer type") => {
                return self.fail("expected unsigned integer elements, but parsed negative value");
            }
            Err("floating point value not valid for specified type") => {
                return self.fail("expected integer elements, but parsed floating-point");
            }
            Err(message) => {
                let place = self.at.min(self.end);
                return self.parser.bad_literal(place..place, message);
            }
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
        // The decoder drops a prefix by itself, though only one.
        let Some(raw) = text.starts_with("0x").then(|| const_hex::decode(text).ok()).flatten() else {
            return self.fail("expected string containing hex digits starting with `0x`");
        };
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
            let ctx = self.parser.ctx;
            let ty = type_string(ctx, ctx.tensor_type(self.shape, elem));
            return self.fail(format!("elements hex data size is invalid for provided type: '{ty}'"));
        };
        self.at += range.end;
        if self.peek().is_some() {
            return self.fail("expected '>'");
        }
        Ok(Data::Bytes(data, splat))
    }
}

fn show(sizes: &[i64]) -> String {
    sizes.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
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
