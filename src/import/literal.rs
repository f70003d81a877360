//! Literals: the text between the parentheses of `constant(...)`, and the elements that it stands for (spec hlo_text.md
//! §4).

use std::fmt::Write as _;
use std::ops::Range;

use super::hlo_text::lexer;
use crate::dialects::elements::{element_type, tensor_of_attr};
use crate::ir::{Attr, AttrKind, Context, DYNAMIC, Type, TypeKind};
use crate::tensor::{ElementType, FloatFormat, Kind, NanRule, Specials};

/// The key of the resource that stands for elements that the text left out: MLIR's own spelling of that.
pub const ELIDED: &str = "__elided__";

/// What is wrong with a literal, and where in its text.
pub struct Problem {
    /// The message.
    pub message: String,
    /// Bytes of the literal's text.
    pub range: Range<usize>,
}

/// A constant whose elements are not known.
pub fn elided(ctx: &Context, ty: Type) -> Attr {
    ctx.attr(AttrKind::DenseResource { key: ctx.str(ELIDED), ty })
}

/// Whether a constant's elements are not known.
pub fn is_elided(ctx: &Context, value: Attr) -> bool {
    matches!(ctx.attr_kind(value), AttrKind::DenseResource { key, .. } if ctx.text(*key) == ELIDED)
}

/// Reads a literal of a type: one attribute for each leaf of the type.
pub fn read(ctx: &Context, ty: Type, text: &str) -> Result<Vec<Attr>, Problem> {
    let mut reader = Reader { ctx, bytes: text.as_bytes(), at: 0 };
    let mut leaves = Vec::new();
    reader.value(ty, &mut leaves)?;
    reader.blanks()?;
    if reader.at < text.len() {
        return reader.fail(1, "expects the end of the literal");
    }
    Ok(leaves)
}

struct Reader<'a> {
    ctx: &'a Context,
    bytes: &'a [u8],
    at: usize,
}

type Read<T> = Result<T, Problem>;

impl<'a> Reader<'a> {
    fn fail<T>(&self, width: usize, message: impl Into<String>) -> Read<T> {
        let start = self.at.min(self.bytes.len());
        Err(Problem { message: message.into(), range: start..(start + width).min(self.bytes.len()) })
    }

    #[inline]
    fn blanks(&mut self) -> Read<()> {
        // Nearly always a single space, if anything.
        if !matches!(self.bytes.get(self.at), Some(b' ' | b'\n' | b'\t' | b'\r' | b'/')) {
            return Ok(());
        }
        match lexer::blanks(&self.bytes[self.at..]) {
            Ok(length) => {
                self.at += length;
                Ok(())
            }
            Err(open) => {
                self.at += open;
                self.fail(2, "this comment has no end")
            }
        }
    }

    fn peek(&mut self) -> Read<Option<u8>> {
        self.blanks()?;
        Ok(self.bytes.get(self.at).copied())
    }

    fn expect(&mut self, byte: u8) -> Read<()> {
        if self.peek()? == Some(byte) {
            self.at += 1;
            return Ok(());
        }
        self.fail(1, format!("expects '{}' in the literal", byte as char))
    }

    fn value(&mut self, ty: Type, leaves: &mut Vec<Attr>) -> Read<()> {
        match self.ctx.kind(ty) {
            TypeKind::Tuple(items) => {
                self.expect(b'(')?;
                for &item in items {
                    self.value(item, leaves)?;
                    if self.peek()? == Some(b',') {
                        self.at += 1;
                    }
                }
                self.expect(b')')
            }
            _ => {
                let array = self.array(ty)?;
                leaves.push(array);
                Ok(())
            }
        }
    }

    fn array(&mut self, ty: Type) -> Read<Attr> {
        let ctx = self.ctx;
        let Some((shape, elem)) = ctx.ranked_tensor(ty) else {
            return self.fail(1, "a constant of this type has no elements");
        };
        let Some(elem) = element_type(ctx, elem) else {
            return self.fail(1, "constants of this element type are not supported");
        };
        if shape.contains(&DYNAMIC) {
            return self.fail(1, "a constant must have a static shape");
        }
        let count = shape.iter().try_fold(1usize, |n, &d| n.checked_mul(usize::try_from(d).ok()?));
        let Some(count) = count else { return self.fail(1, "a constant cannot be this large") };
        if self.elided(shape.len())? {
            return Ok(elided(ctx, ty));
        }
        // An element takes a character at least.
        let room = count.min(self.bytes.len());
        let mut data = Vec::with_capacity(room * elem.bytes());
        self.elements(shape, count, elem, &mut data)?;
        Ok(ctx.dense_attr(ty, &data))
    }

    /// `{...}`
    fn elided(&mut self, rank: usize) -> Read<bool> {
        let start = self.at;
        let mut depth = 0;
        while self.peek()? == Some(b'{') {
            self.at += 1;
            depth += 1;
        }
        if !self.bytes[self.at..].starts_with(b"...") {
            self.at = start;
            return Ok(false);
        }
        if depth != 1 || rank == 0 {
            return self.fail(3, format!("expects `...` at nest level 1, but sees it at nest level {depth}"));
        }
        self.at += 3;
        self.expect(b'}')?;
        Ok(true)
    }

    fn elements(&mut self, shape: &[i64], count: usize, elem: ElementType, data: &mut Vec<u8>) -> Read<()> {
        let rank = shape.len();
        if rank == 0 {
            self.blanks()?;
            return self.element(elem, data);
        }
        // How many items each open brace holds so far.
        let mut found: Vec<i64> = Vec::with_capacity(rank);
        loop {
            match self.peek()? {
                Some(b'{') if found.len() < rank => {
                    self.grow(&mut found, shape)?;
                    found.push(0);
                    self.at += 1;
                }
                Some(b'}') if !found.is_empty() => {
                    let level = found.len() - 1;
                    let empty = level == 0 && found[0] == 0 && count == 0;
                    if found[level] != shape[level] && !empty {
                        let message = format!(
                            "expects {} elements in dimension {level}, but sees {}",
                            shape[level], found[level]
                        );
                        return self.fail(1, message);
                    }
                    found.pop();
                    self.at += 1;
                    if found.is_empty() {
                        return Ok(());
                    }
                }
                Some(b',') if !found.is_empty() => self.at += 1,
                Some(b'.') if self.bytes[self.at..].starts_with(b"...") => {
                    let level = found.len();
                    let message = format!("expects `...` at nest level 1, but sees it at nest level {level}");
                    return self.fail(3, message);
                }
                Some(_) if found.len() == rank => {
                    self.grow(&mut found, shape)?;
                    self.element(elem, data)?;
                }
                _ => {
                    let level = found.len();
                    return self.fail(1, format!("expects '{{' at nest level {level} of {rank}"));
                }
            }
        }
    }

    /// Counts one more item in the innermost open brace.
    fn grow(&self, found: &mut [i64], shape: &[i64]) -> Read<()> {
        if let Some(count) = found.last_mut() {
            *count += 1;
            if *count > shape[found.len() - 1] {
                let level = found.len() - 1;
                return self.fail(
                    1,
                    format!("expects {} elements in dimension {level}, but sees more", shape[level]),
                );
            }
        }
        Ok(())
    }

    #[inline]
    fn element(&mut self, elem: ElementType, data: &mut Vec<u8>) -> Read<()> {
        match elem.kind() {
            Kind::Float(format) => self.float(format, elem.bytes(), data),
            Kind::Complex(format) => {
                self.expect(b'(')?;
                for last in [false, true] {
                    self.blanks()?;
                    self.float(format, elem.bytes() / 2, data)?;
                    self.expect(if last { b')' } else { b',' })?;
                }
                Ok(())
            }
            Kind::Pred => {
                let word = self.word();
                let value = match word {
                    "true" | "1" => 1,
                    "false" | "0" => 0,
                    _ => {
                        return self.fail(
                            word.len().max(1),
                            format!("expects true, false, 1 or 0, but sees '{word}'"),
                        );
                    }
                };
                self.at += word.len();
                data.push(value);
                Ok(())
            }
            Kind::Signed(width) => self.integer(elem, width, true, data),
            Kind::Unsigned(width) => self.integer(elem, width, false, data),
        }
    }

    /// The characters up to the next that ends an element.
    #[inline]
    fn word(&self) -> &'a str {
        let rest: &'a [u8] = &self.bytes[self.at..];
        let ends = |byte: &u8| {
            matches!(byte, b',' | b'}' | b' ' | b')' | b'(' | b'{' | b'\n' | b'\r' | b'\t' | b'/')
        };
        let length = rest.iter().position(ends).unwrap_or(rest.len());
        std::str::from_utf8(&rest[..length]).unwrap_or_default()
    }

    fn integer(&mut self, elem: ElementType, width: u32, signed: bool, data: &mut Vec<u8>) -> Read<()> {
        let word = self.word();
        let Ok(value) = word.parse::<i128>() else {
            return self.fail(word.len().max(1), format!("expects an integer, but sees '{word}'"));
        };
        let (low, high) = if signed {
            (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1)
        } else {
            (0, (1i128 << width) - 1)
        };
        // XLA reads a 64-bit number of either sign as its bits.
        let wraps = width == 64 && (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&value);
        if !(low..=high).contains(&value) && !wraps {
            let name = elem.name().to_uppercase();
            let message = format!(
                "value {value} is out of range for literal's primitive type {name} namely [{low}, {high}]"
            );
            return self.fail(word.len(), message);
        }
        self.at += word.len();
        data.extend_from_slice(&value.to_le_bytes()[..elem.bytes()]);
        Ok(())
    }

    #[inline]
    fn float(&mut self, format: FloatFormat, bytes: usize, data: &mut Vec<u8>) -> Read<()> {
        let word = self.word();
        let starts_number =
            matches!(word.as_bytes(), [b'0'..=b'9' | b'.', ..] | [b'-', b'0'..=b'9' | b'.', ..]);
        let Some(value) = word.parse::<f64>().ok().filter(|_| starts_number) else {
            return self.special(format, bytes, data);
        };
        if bytes == 4 && format.padding_bits == 0 {
            let narrow = value as f32;
            if narrow.is_finite() {
                self.at += word.len();
                data.extend_from_slice(&narrow.to_le_bytes());
                return Ok(());
            }
        }
        let bits = format.encode(value, NanRule::KeepPayload);
        let rounded = format.decode(bits);
        let overflows = match format.specials {
            Specials::Ieee => rounded.is_infinite(),
            _ => rounded.is_nan() || value.is_infinite(),
        };
        if overflows {
            return self.fail(word.len(), format!("value {word} is out of range for the element type"));
        }
        self.at += word.len();
        data.extend_from_slice(&bits.to_le_bytes()[..bytes]);
        Ok(())
    }

    /// `inf`, `nan`, `nan(0x1)` and their negatives.
    fn special(&mut self, format: FloatFormat, bytes: usize, data: &mut Vec<u8>) -> Read<()> {
        let word = self.word();
        let length = word.len();
        let (sign, name) = match word.strip_prefix('-') {
            Some(name) => (-1.0, name),
            None => (1.0, word),
        };
        let value = match name {
            "inf" => f64::INFINITY,
            "nan" => f64::NAN,
            _ => return self.fail(length.max(1), format!("expects a number, but sees '{word}'")),
        };
        let mut bits = format.encode(f64::copysign(value, sign), NanRule::KeepPayload);
        let start = self.at;
        self.at += length;
        if value.is_nan() && self.bytes.get(self.at) == Some(&b'(') {
            self.at += 1;
            let word = self.word();
            let digits = word.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
            let Some(payload) = digits else {
                return self.fail(word.len().max(1), "expects a NaN payload such as 0x1");
            };
            let most = (1u64 << format.mantissa_bits) - 1;
            if payload > most || payload == 0 || format.specials != Specials::Ieee {
                self.at = start;
                let message = format!(
                    "tries to set NaN payload {payload:#x}, but the NaN payload is out of range ({most:#x})"
                );
                return self.fail(length, message);
            }
            self.at += word.len();
            self.expect(b')')?;
            bits = bits & !most | payload;
        }
        let back = format.decode(bits);
        if value.is_infinite() != back.is_infinite() || value.is_nan() != back.is_nan() {
            self.at = start;
            return self.fail(length, format!("the element type has no value '{word}'"));
        }
        data.extend_from_slice(&bits.to_le_bytes()[..bytes]);
        Ok(())
    }
}

/// Appends a constant as XLA prints one with large constants: `{ { 1, 2 }, { 3, 4 } }`. `None` if its elements are not
/// at hand.
pub fn print(ctx: &Context, value: Attr, out: &mut String) -> Option<()> {
    let tensor = tensor_of_attr(ctx, value)?;
    let (elem, shape) = (tensor.elem(), tensor.shape().to_vec());
    let width = elem.bytes();
    let element = |index: usize, out: &mut String| {
        print_element(elem, &tensor.bytes()[index * width..(index + 1) * width], out);
    };
    if shape.is_empty() {
        element(0, out);
        return Some(());
    }
    if tensor.is_empty() {
        out.push_str("{}");
        return Some(());
    }
    for position in 0..tensor.len() {
        // A dimension opens where everything inside of it is at its first element, and closes at the last.
        let (mut inner, mut opened, mut closed) = (1, 0, 0);
        for &dim in shape.iter().rev() {
            inner *= dim;
            opened += usize::from(position % inner == 0);
            closed += usize::from((position + 1) % inner == 0);
        }
        if position > 0 {
            out.push_str(", ");
        }
        (0..opened).for_each(|_| out.push_str(if shape.len() == 1 { "{" } else { "{ " }));
        element(position, out);
        (0..closed).for_each(|_| out.push_str(if shape.len() == 1 { "}" } else { " }" }));
    }
    Some(())
}

fn print_element(elem: ElementType, bytes: &[u8], out: &mut String) {
    let mut raw = [0; 16];
    raw[..bytes.len()].copy_from_slice(bytes);
    let bits = u128::from_le_bytes(raw);
    let _ = match elem.kind() {
        Kind::Pred => write!(out, "{}", u8::from(bits != 0)),
        Kind::Unsigned(_) => write!(out, "{bits}"),
        Kind::Signed(_) => {
            let shift = 128 - 8 * bytes.len() as u32;
            write!(out, "{}", (bits << shift) as i128 >> shift)
        }
        Kind::Float(format) => {
            print_float(format, bits as u64, out);
            Ok(())
        }
        Kind::Complex(format) => {
            let half = 8 * (bytes.len() / 2) as u32;
            out.push('(');
            print_float(format, (bits & ((1 << half) - 1)) as u64, out);
            out.push_str(", ");
            print_float(format, (bits >> half) as u64, out);
            out.push(')');
            Ok(())
        }
    };
}

/// The shortest text that reads back as these bits. A negative zero is written with a point, because XLA takes `-0` for
/// an integer and loses the sign.
fn print_float(format: FloatFormat, bits: u64, out: &mut String) {
    let value = format.decode(bits);
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let _ = if value.is_nan() {
        let payload = bits & ((1 << format.mantissa_bits) - 1);
        if format.specials != Specials::Ieee || payload == 1 << (format.mantissa_bits - 1) {
            write!(out, "{sign}nan")
        } else {
            write!(out, "{sign}nan({payload:#x})")
        }
    } else if value.is_infinite() {
        write!(out, "{sign}inf")
    } else if value == 0.0 {
        write!(out, "{}", if sign.is_empty() { "0" } else { "-0.0" })
    } else if format.width() <= 16 {
        write_narrow(format, bits, value, out)
    } else if format.width() <= 32 {
        write_short(value as f32, out)
    } else {
        write_short(value, out)
    };
}

/// The fewest digits that read back as the same bits: four identify a value of 16 bits nearly always.
fn write_narrow(format: FloatFormat, bits: u64, value: f64, out: &mut String) -> std::fmt::Result {
    for digits in 0..8 {
        let rounded: f64 = format!("{value:.digits$e}").parse().unwrap_or(value);
        if format.encode(rounded, NanRule::KeepPayload) == bits {
            return write_short(rounded, out);
        }
    }
    write_short(value, out)
}

/// Plain where that is short, else with an exponent.
fn write_short<T: std::fmt::Display + std::fmt::LowerExp + Copy + Into<f64>>(
    value: T,
    out: &mut String,
) -> std::fmt::Result {
    let magnitude: f64 = value.into().abs();
    if (1e-5..1e17).contains(&magnitude) { write!(out, "{value}") } else { write!(out, "{value:e}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::shape::{Dim, primitive, tensor};

    fn ty(ctx: &Context, name: &str, dims: &[i64]) -> Type {
        let dims: Vec<Dim> = dims.iter().map(|&d| Dim::Static(d)).collect();
        tensor(ctx, &dims, primitive(ctx, name).expect("a primitive type"))
    }

    fn round(name: &str, dims: &[i64], text: &str) -> Result<String, String> {
        let ctx = Context::new(&[]);
        let read = read(&ctx, ty(&ctx, name, dims), text).map_err(|problem| problem.message)?;
        let mut out = String::new();
        print(&ctx, read[0], &mut out).ok_or("elided")?;
        Ok(out)
    }

    #[test]
    fn elements_print_as_they_read() {
        for (name, dims, text) in [
            ("f32", &[4][..], "{1, -2.5, 0.001, 1e20}"),
            ("f32", &[6], "{inf, -inf, nan, -nan, nan(0x1), -0.0}"),
            ("f32", &[2, 2], "{ { 1.0000001, 2 }, { 3, 4 } }"),
            ("bf16", &[], "0.1"),
            ("f64", &[], "0.1"),
            ("s8", &[3], "{-128, 127, 0}"),
            ("u64", &[], "18446744073709551615"),
            ("pred", &[3], "{1, 0, 1}"),
            ("c64", &[2], "{(1, -2), (nan, 0)}"),
            ("f32", &[0, 4], "{}"),
            ("f8e4m3fn", &[3], "{400, -nan, 0.002}"),
            ("s32", &[1, 1, 2], "{ { { 1, 2 } } }"),
        ] {
            assert_eq!(round(name, dims, text).as_deref(), Ok(text), "{name}");
        }
        assert_eq!(round("f32", &[2], "{ -0 /* x */ -1 }").as_deref(), Ok("{-0.0, -1}"));
        assert_eq!(round("s64", &[], "18446744073709551615").as_deref(), Ok("-1"));
        assert_eq!(round("f32", &[4], "{...}"), Err("elided".into()));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for (name, dims, text) in [
            ("s8", &[][..], "128"),
            ("f32", &[], "1e39"),
            ("f16", &[], "nan(0x400)"),
            ("f16", &[], "65520"),
            ("f8e4m3fn", &[], "inf"),
            ("u32", &[], "-1"),
            ("pred", &[], "2"),
            ("f32", &[], "0x1"),
            ("f32", &[3], "{1, 2}"),
            ("f32", &[2], "{1, 2, 3}"),
            ("f32", &[2], "{{1, 2}}"),
            ("f32", &[2, 2], "{1, 2, 3, 4}"),
            ("f32", &[2, 1], "{{...}, {1}}"),
            ("f32", &[2], "1, 2"),
            ("f32", &[], "{1}"),
            ("f32", &[2], "{1, 2} 3"),
            ("f32", &[1 << 40, 1 << 40], "{}"),
            ("f32", &[2], "{1, 2"),
            ("f32", &[], ""),
        ] {
            assert!(round(name, dims, text).is_err_and(|message| message != "elided"), "{name} {text}");
        }
    }
}
