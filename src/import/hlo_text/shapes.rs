//! Shapes in HLO text. Their text repeats, so each spelling is read once.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::cursor::Cursor;
use super::lexer::Token;
use super::syntax::Shape;
use crate::import::shape::{self, Dim};
use crate::ir::text::Parse;
use crate::ir::{Type, TypeKind};

/// The word in front of the shape of a buffer.
const BUFFER: &str = "b";

/// Spellings of shapes without blanks, with their type and whether the layout is special.
pub(super) type Shapes<'s> = FxHashMap<&'s str, (Type, bool)>;

/// Whether the current token begins a shape.
pub(super) fn begins(cur: &Cursor<'_, '_>) -> bool {
    match cur.tok {
        Token::LParen => true,
        Token::Word => match cur.src.as_bytes().get(cur.end) {
            Some(b'[') => true,
            Some(b'(') => cur.text() == BUFFER,
            _ => cur.peek_byte() == Some(b'['),
        },
        _ => false,
    }
}

/// Reads a shape.
pub(super) fn shape<'s>(cur: &mut Cursor<'s, '_>, known: &mut Shapes<'s>) -> Parse<Shape<'s>> {
    let start = cur.start;
    let (ty, special_layout) = ty(cur, known)?;
    let at = start..cur.prev_end;
    Ok(Shape { ty, text: &cur.src[at.clone()], at, special_layout })
}

fn ty<'s>(cur: &mut Cursor<'s, '_>, known: &mut Shapes<'s>) -> Parse<(Type, bool)> {
    if cur.at(Token::LParen) {
        return cur.nested(|cur| tuple(cur, known));
    }
    let start = cur.start;
    let spelling = spelling(cur);
    if let Some((text, &found)) = spelling.and_then(|text| Some((text, known.get(text)?))) {
        cur.skip_to(start + text.len());
        // A layout that blanks or comments set apart is no part of the spelling.
        if !(text.ends_with(']') && at_layout(cur)) {
            return Ok(found);
        }
        cur.reset(start);
    }
    let found = array(cur, known)?;
    if let Some(text) = spelling.filter(|text| text.len() == cur.prev_end - start) {
        known.insert(text, found);
    }
    Ok(found)
}

/// The text of an array shape that holds neither blanks nor nested braces.
fn spelling<'s>(cur: &Cursor<'s, '_>) -> Option<&'s str> {
    let rest = &cur.src[cur.start..];
    let bytes = rest.as_bytes();
    let mut end = memchr::memchr(b']', bytes)? + 1;
    if let Some([b'{', b'0'..=b'9' | b':', ..]) = bytes.get(end..) {
        end += memchr::memchr(b'}', &bytes[end..])? + 1;
    }
    rest.get(..end)
}

fn tuple<'s>(cur: &mut Cursor<'s, '_>, known: &mut Shapes<'s>) -> Parse<(Type, bool)> {
    cur.bump();
    let mut items: SmallVec<[Type; 8]> = SmallVec::new();
    let mut special = false;
    while !cur.eat(Token::RParen) {
        if !items.is_empty() {
            cur.expect(Token::Comma, "',' or ')' in a tuple shape")?;
        }
        let (item, layout) = ty(cur, known)?;
        items.push(item);
        special |= layout;
    }
    Ok((cur.ctx.ty(TypeKind::Tuple(items.into_vec().into())), special))
}

fn array<'s>(cur: &mut Cursor<'s, '_>, known: &mut Shapes<'s>) -> Parse<(Type, bool)> {
    let ctx = cur.ctx;
    let word = cur.text();
    if !cur.at(Token::Word) {
        return cur.expected("a shape");
    }
    if word == BUFFER && cur.src.as_bytes().get(cur.end) == Some(&b'(') {
        cur.bump();
        cur.bump();
        let inner = cur.nested(|cur| shape(cur, known))?;
        cur.expect(Token::RParen, "')' behind the shape of a buffer")?;
        return Ok((shape::buffer(ctx, inner.text), false));
    }
    let elem = shape::primitive(ctx, word);
    if elem.is_none() && !shape::NO_ELEMENTS.contains(&word) {
        return cur.error(format!("expects primitive type, but sees '{word}'"));
    }
    cur.bump();
    let open = cur.start;
    cur.expect(Token::LSquare, "'[' in a shape")?;
    let mut dims: SmallVec<[Dim; 6]> = SmallVec::new();
    while !cur.eat(Token::RSquare) {
        if !dims.is_empty() {
            cur.expect(Token::Comma, "',' or ']' in a shape")?;
        }
        dims.push(dim(cur)?);
    }
    let (special, layout_at) = if at_layout(cur) {
        let start = cur.start;
        (layout(cur, dims.len())?, start..cur.prev_end)
    } else {
        (false, open..open)
    };
    let Some(elem) = elem else {
        if !dims.is_empty() {
            return cur
                .error_at(open..layout_at.end.max(cur.prev_end), format!("'{word}' has no dimensions"));
        }
        return Ok((shape::opaque(ctx, word), false));
    };
    Ok((shape::tensor(ctx, &dims, elem), special))
}

/// Whether what follows the dimensions of a shape is a layout. `{}` is one only where it touches the brackets of a scalar;
/// else it may be an empty body.
fn at_layout(cur: &Cursor<'_, '_>) -> bool {
    cur.at(Token::LBrace)
        && match cur.peek_byte() {
            Some(b'0'..=b'9' | b':') => true,
            Some(b'}') => cur.src[..cur.start].ends_with("[]"),
            _ => false,
        }
}

fn dim(cur: &mut Cursor<'_, '_>) -> Parse<Dim> {
    if cur.eat(Token::Question) {
        return Ok(Dim::Unknown);
    }
    let bounded = cur.eat(Token::AtMost);
    if cur.at(Token::Integer) && cur.text().starts_with('-') {
        return cur.error("a dimension cannot be negative");
    }
    let at = cur.start..cur.end;
    let size = integer(cur, "the size of a dimension")?;
    if size < 0 {
        return cur.error_at(at, "a dimension cannot be this large: it does not fit 64 bits with a sign");
    }
    Ok(if bounded { Dim::AtMost(size) } else { Dim::Static(size) })
}

/// A 64-bit integer; one above the signed range stands for its bits.
pub(in crate::import) fn integer(cur: &mut Cursor<'_, '_>, what: &str) -> Parse<i64> {
    if !cur.at(Token::Integer) {
        return cur.expected(what);
    }
    let text = cur.text();
    let value = text.parse::<i64>().ok().or_else(|| text.parse::<u64>().ok().map(|bits| bits as i64));
    let Some(value) = value else {
        return cur.error(format!("'{text}' does not fit 64 bits"));
    };
    cur.bump();
    Ok(value)
}

/// `{1,0:T(8,128)S(1)}`: whether it is not the default, with the rank checked. What stands behind the colon has no
/// bearing on what a program computes and is not looked into.
fn layout(cur: &mut Cursor<'_, '_>, rank: usize) -> Parse<bool> {
    let whole = cur.start;
    cur.bump();
    let mut order: SmallVec<[i64; 6]> = SmallVec::new();
    while cur.at(Token::Integer) {
        order.push(integer(cur, "a dimension")?);
        if !cur.eat(Token::Comma) {
            break;
        }
    }
    let tiled = cur.at(Token::Colon);
    if tiled {
        cur.reset(whole);
        cur.balanced()?;
    } else {
        cur.expect(Token::RBrace, "'}' behind a layout")?;
    }
    let mut seen = vec![false; rank];
    let named =
        |dim: &i64| usize::try_from(*dim).is_ok_and(|d| d < rank && !std::mem::replace(&mut seen[d], true));
    let all = order.len() == rank && order.iter().all(named);
    // A scalar may have tiles, and tiles may stand alone.
    if !(all || order.is_empty() && tiled) {
        return cur
            .error_at(whole..cur.prev_end, format!("a layout must name each of the {rank} dimensions once"));
    }
    Ok(tiled || !order.iter().rev().copied().eq(0..rank as i64))
}

/// The dimensions of an array shape from minor to major as its layout has them; `None` where it has no order.
pub(in crate::import) fn minor_to_major(text: &str) -> Option<Vec<usize>> {
    let (_, layout) = text.split_once(']')?;
    let order = layout.trim().strip_prefix('{')?.split([':', '}']).next()?;
    let dims = order.split(',').map(str::trim).filter(|dim| !dim.is_empty());
    dims.map(|dim| dim.parse().ok()).collect()
}
