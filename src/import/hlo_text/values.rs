//! The values of attributes.

use std::ops::Range;

use smallvec::SmallVec;

use super::cursor::Cursor;
use super::lexer::{self, Token};
use super::parser::Parser;
use super::shapes::integer;
use super::syntax::{Attribute, Body, Callee, Value, Word};
use crate::import::attributes::{Syntax, attribute};
use crate::ir::Str;
use crate::ir::text::Parse;

impl<'s> Parser<'s, '_> {
    /// `name=value`
    pub(super) fn attribute(&mut self) -> Parse<Attribute<'s>> {
        let name_at = self.cur.start..self.cur.end;
        if !self.cur.at(Token::Word) {
            return self.cur.expected("the name of an attribute");
        }
        let word = self.cur.text();
        let Some(&(name, syntax)) = attribute(word) else {
            return self.cur.error(format!("unexpected attribute \"{word}\""));
        };
        self.cur.bump();
        self.cur.expect_equal()?;
        let start = self.cur.start;
        let value = self.value(syntax)?;
        Ok(Attribute { name, name_at, value, at: start..self.cur.prev_end })
    }

    fn value(&mut self, syntax: Syntax) -> Parse<Value<'s>> {
        let cur = &mut self.cur;
        Ok(match syntax {
            Syntax::Bool => Value::Bool(boolean(cur)?),
            Syntax::Integer => Value::Integer(integer(cur, "an integer")?),
            Syntax::Integers => {
                let mut list = SmallVec::new();
                braces(cur, |cur| {
                    list.push(integer(cur, "an integer")?);
                    Ok(())
                })?;
                Value::Integers(list)
            }
            Syntax::Word => Value::Word(word(cur)?),
            Syntax::Words => {
                let mut list = Vec::new();
                braces(cur, |cur| {
                    list.push(word(cur)?);
                    Ok(())
                })?;
                Value::Words(list)
            }
            Syntax::String => Value::String(string(cur)?),
            Syntax::Slices => {
                let mut list = Vec::new();
                braces(cur, |cur| {
                    list.push(slice(cur)?);
                    Ok(())
                })?;
                Value::Slices(list)
            }
            Syntax::Padding => Value::Padding(padding(cur)?),
            Syntax::Shapes => {
                let mut list = Vec::new();
                let shapes = &mut self.shapes;
                braces(cur, |cur| {
                    list.push(super::shapes::shape(cur, shapes)?);
                    Ok(())
                })?;
                Value::Shapes(list)
            }
            Syntax::Shape => Value::Raw(super::shapes::shape(cur, &mut self.shapes)?.text),
            Syntax::Computation => Value::Computations(vec![self.callee()?]),
            Syntax::Computations => self.callees()?,
            Syntax::Names => {
                let mut list = Vec::new();
                braces(cur, |cur| {
                    list.push(name(cur, "the name of an instruction")?);
                    Ok(())
                })?;
                Value::Names(list)
            }
            Syntax::Braced => Value::Raw(braced(cur)?),
            Syntax::Config if cur.at(Token::String) => Value::String(string(cur)?),
            Syntax::Config if cur.at(Token::LBrace) => Value::Raw(braced(cur)?),
            Syntax::Config => return cur.expected("a string or a dictionary in braces"),
            Syntax::Devices => Value::Raw(devices(cur)?),
            Syntax::Labels => {
                Value::Raw(run(cur, |c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'?' | b'-' | b'>'))?)
            }
            Syntax::Decimal => {
                Value::Raw(run(cur, |c| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'-' | b'+'))?)
            }
            Syntax::Literal => {
                if !cur.at(Token::Word) && !cur.at(Token::LParen) {
                    return cur.expected("a literal");
                }
                let start = cur.start;
                if cur.at(Token::Word) {
                    super::shapes::shape(cur, &mut self.shapes)?;
                }
                if !cur.at(Token::LParen) {
                    return cur.expected("'(' in front of a literal");
                }
                let end = cur.literal()?.end;
                Value::Raw(&cur.src[start..end])
            }
        })
    }

    /// The name of a computation, or one that is written in place.
    fn callee(&mut self) -> Parse<Callee<'s>> {
        if !self.cur.at(Token::LBrace) {
            return Ok(Callee::Named(name(&mut self.cur, "the name of a computation")?));
        }
        let start = self.cur.start;
        self.cur.enter()?;
        self.cur.bump();
        let mut instructions = Vec::new();
        while !self.cur.eat(Token::RBrace) {
            instructions.push(self.instruction()?);
        }
        self.cur.leave();
        Ok(Callee::Inline(Box::new(Body { at: start..self.cur.prev_end, instructions })))
    }

    /// `{a, b}`, or one name alone. A brace opens an inline computation where `name =` follows.
    fn callees(&mut self) -> Parse<Value<'s>> {
        if !self.cur.eat(Token::LBrace) {
            return Ok(Value::Computations(vec![self.callee()?]));
        }
        let mut list = Vec::new();
        while !self.cur.eat(Token::RBrace) {
            if !list.is_empty() {
                self.cur.expect(Token::Comma, "',' or '}' in a list of computations")?;
            }
            list.push(self.callee()?);
        }
        Ok(Value::Computations(list))
    }
}

/// `{item, item}`
fn braces<'s>(cur: &mut Cursor<'s, '_>, mut item: impl FnMut(&mut Cursor<'s, '_>) -> Parse<()>) -> Parse<()> {
    cur.expect(Token::LBrace, "'{'")?;
    let mut first = true;
    while !cur.eat(Token::RBrace) {
        if !std::mem::take(&mut first) {
            cur.expect(Token::Comma, "',' or '}'")?;
        }
        item(cur)?;
    }
    Ok(())
}

/// A name, with or without `%`.
pub(in crate::import) fn name<'s>(cur: &mut Cursor<'s, '_>, what: &str) -> Parse<Word<'s>> {
    let at = cur.start..cur.end;
    let text = match cur.tok {
        Token::Word => cur.text(),
        Token::Name => &cur.text()[1..],
        _ => return cur.expected(what),
    };
    cur.bump();
    Ok(Word { text, at })
}

fn word<'s>(cur: &mut Cursor<'s, '_>) -> Parse<&'s str> {
    if !cur.at(Token::Word) {
        return cur.expected("a word");
    }
    let text = cur.text();
    cur.bump();
    Ok(text)
}

fn boolean(cur: &mut Cursor<'_, '_>) -> Parse<bool> {
    let value = match cur.text() {
        "true" | "1" => true,
        "false" | "0" => false,
        _ => return cur.expected("true or false"),
    };
    cur.bump();
    Ok(value)
}

/// The bytes that a string stands for.
pub(in crate::import) fn string(cur: &mut Cursor<'_, '_>) -> Parse<Str> {
    if !cur.at(Token::String) {
        return cur.expected("a string");
    }
    let body = &cur.text()[1..cur.text().len() - 1];
    let text = match memchr::memchr(b'\\', body.as_bytes()) {
        None => cur.ctx.str(body),
        Some(_) => cur.ctx.bytes(&lexer::unescaped(body)),
    };
    cur.bump();
    Ok(text)
}

/// `{...}` as written.
pub(in crate::import) fn braced<'s>(cur: &mut Cursor<'s, '_>) -> Parse<&'s str> {
    if !cur.at(Token::LBrace) {
        return cur.expected("'{'");
    }
    cur.balanced().map(|range| &cur.src[range])
}

/// `[0:8]`, `[0:50:2]`
fn slice(cur: &mut Cursor<'_, '_>) -> Parse<[i64; 3]> {
    cur.expect(Token::LSquare, "'[' in a slice")?;
    let start = integer(cur, "the start of a slice")?;
    cur.expect(Token::Colon, "':' in a slice")?;
    let limit = integer(cur, "the limit of a slice")?;
    let stride = if cur.eat(Token::Colon) { integer(cur, "the stride of a slice")? } else { 1 };
    cur.expect(Token::RSquare, "']' in a slice")?;
    Ok([start, limit, stride])
}

/// The current token and the bytes behind it of a class. Such words are no tokens of HLO: `1_1x0_0_1` is a number and
/// a word to the lexer.
fn run<'s>(cur: &mut Cursor<'s, '_>, class: impl Fn(u8) -> bool) -> Parse<&'s str> {
    let rest = &cur.src[cur.start..];
    let length = rest.bytes().position(|c| !class(c)).unwrap_or(rest.len());
    if length == 0 {
        return cur.expected("a value");
    }
    let end = cur.start + length;
    cur.reset(end);
    cur.prev_end = end;
    Ok(&rest[..length])
}

/// `low_high[_interior]x...`; a scalar's is empty, which XLA writes as no text at all.
fn padding(cur: &mut Cursor<'_, '_>) -> Parse<Vec<[i64; 3]>> {
    let start = cur.start;
    let text = run(cur, |c| c.is_ascii_digit() || matches!(c, b'_' | b'x' | b'-'))?;
    let dim = |dim: &str| {
        let numbers: Option<Vec<i64>> = dim.split('_').map(|number| number.parse().ok()).collect();
        match numbers?.as_slice() {
            [low, high] => Some([*low, *high, 0]),
            [low, high, interior] => Some([*low, *high, *interior]),
            _ => None,
        }
    };
    let dims: Option<Vec<[i64; 3]>> = text.split('x').map(dim).collect();
    match dims {
        Some(dims) => Ok(dims),
        None => cur.error_at(start..start + text.len(), "expects padding such as 0_1x2_0_1"),
    }
}

/// `{{0,1},{2,3}}`, `[2,4]<=[8]T(1,0)` or `mesh['x'=4] {'x'}`
fn devices<'s>(cur: &mut Cursor<'s, '_>) -> Parse<&'s str> {
    let start = cur.start;
    match cur.tok {
        Token::LBrace => {
            cur.balanced()?;
        }
        Token::LSquare => {
            cur.balanced()?;
            if cur.eat(Token::AtMost) {
                brackets(cur, Token::LSquare, "'['")?;
                if cur.at_word("T") {
                    cur.bump();
                    brackets(cur, Token::LParen, "'('")?;
                }
            }
        }
        Token::Word if cur.at_word("mesh") => {
            cur.bump();
            brackets(cur, Token::LSquare, "'['")?;
            brackets(cur, Token::LBrace, "'{'")?;
        }
        _ => return cur.expected("groups of devices"),
    }
    Ok(&cur.src[start..cur.prev_end])
}

fn brackets(cur: &mut Cursor<'_, '_>, open: Token, what: &str) -> Parse<Range<usize>> {
    if cur.at(open) { cur.balanced() } else { cur.expected(what) }
}
