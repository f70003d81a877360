//! Finds the place of a part of an op in its source text by reading the op's tokens again. Only errors need it, so the
//! parser keeps nothing for it.

use std::ops::Range;

use logos::Logos;

use super::lexer::{self, Token};
use super::parser::unescape_step;
use crate::ir::{AttrKind, Context, EntrySide, Ir, OpId, Part, Span};

/// The place of a part of an op in its source text; that of the op's name if the part is not written there.
pub fn part_span(ir: &Ir<'_>, op: OpId, part: &Part) -> Span {
    let span = ir.op(op).span;
    let Some(file) = ir.ctx.file(span.file) else { return span };
    if let Some(locate) = file.locator {
        let range = locate(ir, op, part).or_else(|| locate(ir, op, &Part::Op));
        return range.map_or(span, |range| Span::new(span.file, range.start, range.end));
    }
    let text = file.text.as_str();
    let (start, end) = (span.start as usize, (span.end as usize).min(text.len()));
    if text.get(start..end).is_none() {
        return span;
    }
    let surface = Surface { ctx: ir.ctx, text, tokens: surface_tokens(text, start, end) };
    let name = surface.tokens.first().map_or(start..end, |t| t.range.clone());
    let found = match part {
        Part::Op => None,
        Part::Operand(index) => surface.operand(ir, op, *index),
        Part::Result(index) => surface.result(start, *index),
        Part::Attr(attr) => surface.attr(ir, op, attr),
        Part::AttrText(attr, range) => {
            surface.attr(ir, op, attr).map(|value| surface.text_part(value, range))
        }
        Part::AttrEntry(entry, side) => {
            let (attr, key) = &**entry;
            surface.attr(ir, op, attr).map(|value| surface.entry(&value, key, *side).unwrap_or(value))
        }
        Part::Region(index) => surface.region(*index),
    };
    let range = found.unwrap_or(name);
    Span::new(span.file, range.start, range.end)
}

/// A token outside of the op's regions.
struct Place {
    token: Token,
    range: Range<usize>,
    /// A region that begins here; its inside is left out.
    region: bool,
}

/// The tokens of an op without what is in its regions.
fn surface_tokens(text: &str, start: usize, end: usize) -> Vec<Place> {
    let mut lexer = Token::lexer(&text[..end]);
    lexer.bump(start);
    let mut places: Vec<Place> = Vec::new();
    let mut depth = 0usize;
    loop {
        let token = lexer::next(&mut lexer);
        let range = lexer.span();
        match token {
            Token::End => return places,
            Token::LBrace if depth > 0 => depth += 1,
            Token::LBrace if begins_region(&text[range.end..end]) => {
                depth = 1;
                places.push(Place { token, range, region: true });
            }
            Token::RBrace if depth > 0 => depth -= 1,
            _ if depth == 0 => places.push(Place { token, range, region: false }),
            _ => {}
        }
    }
}

/// Whether what follows `{` is no attribute dictionary.
fn begins_region(rest: &str) -> bool {
    let mut lexer = Token::lexer(rest);
    match lexer::next(&mut lexer) {
        Token::BareId | Token::String => {
            !matches!(lexer::next(&mut lexer), Token::Equal | Token::Comma | Token::RBrace)
        }
        Token::RBrace => false,
        _ => true,
    }
}

struct Surface<'a> {
    ctx: &'a Context,
    text: &'a str,
    tokens: Vec<Place>,
}

impl Surface<'_> {
    fn word(&self, index: usize) -> &str {
        self.tokens.get(index).map_or("", |t| &self.text[t.range.clone()])
    }

    fn token(&self, index: usize) -> Option<Token> {
        self.tokens.get(index).map(|t| t.token)
    }

    /// The uses of values, with result numbers.
    fn uses(&self) -> Vec<Range<usize>> {
        let mut uses: Vec<Range<usize>> = Vec::new();
        for place in &self.tokens {
            match (place.token, uses.last_mut()) {
                (Token::PercentId, _) => uses.push(place.range.clone()),
                (Token::HashId, Some(last)) if last.end == place.range.start => last.end = place.range.end,
                _ => {}
            }
        }
        uses
    }

    fn operand(&self, ir: &Ir<'_>, op: OpId, index: usize) -> Option<Range<usize>> {
        let uses = self.uses();
        let generic = self.token(0) == Some(Token::String);
        if generic || ir.operand_count(op) <= index {
            return uses.get(index).cloned();
        }
        // A form may name operands in another order: the name decides, if the place does not fit it.
        let name = ir.value_name(ir.operand(op, index)).map(|n| ir.ctx.text(n));
        let fits = |range: &&Range<usize>| {
            let written = self.text[(*range).clone()].trim_start_matches('%');
            name.is_some_and(|n| written.split('#').next() == Some(n))
        };
        uses.get(index).filter(fits).or_else(|| uses.iter().find(fits)).or_else(|| uses.get(index)).cloned()
    }

    /// A name in front of the `=` in front of the op.
    fn result(&self, start: usize, index: usize) -> Option<Range<usize>> {
        let head = self.text[..start].trim_end().strip_suffix('=')?;
        let line = head.rfind(['\n', '{', '}']).map_or(0, |i| i + 1);
        let mut lexer = Token::lexer(head);
        lexer.bump(line);
        let mut names: Vec<(Range<usize>, usize)> = Vec::new();
        loop {
            match lexer::next(&mut lexer) {
                Token::PercentId => names.push((lexer.span(), 1)),
                Token::Integer => {
                    let last = names.last_mut()?;
                    last.0.end = lexer.span().end;
                    last.1 = head[lexer.span()].parse().ok()?;
                }
                Token::End => break,
                _ => {}
            }
        }
        let mut first = 0;
        names.into_iter().find_map(|(range, count)| {
            first += count;
            (index < first).then_some(range)
        })
    }

    /// The value of an attribute: behind `name =`, or where a form writes it.
    fn attr(&self, ir: &Ir<'_>, op: OpId, name: &str) -> Option<Range<usize>> {
        for index in 1..self.tokens.len() {
            let word = self.word(index);
            let named = match self.tokens[index].token {
                Token::BareId => word == name,
                Token::String => word.len() > 2 && &word[1..word.len() - 1] == name,
                _ => false,
            };
            if named && self.token(index + 1) == Some(Token::Equal) {
                return self.value(index + 2);
            }
            let alone = matches!(self.token(index + 1), Some(Token::Comma | Token::RBrace));
            if named && alone && matches!(self.token(index - 1), Some(Token::Comma | Token::LBrace)) {
                return Some(self.tokens[index].range.clone());
            }
        }
        let attr = ir.attr(op, name)?;
        let start = match self.ctx.attr_kind(attr) {
            AttrKind::SymbolRef { .. } => self.find(|t, _| matches!(t, Token::AtId | Token::AtString))?,
            AttrKind::String { .. } if name == "sym_name" => {
                self.find(|t, _| matches!(t, Token::AtId | Token::AtString))?
            }
            AttrKind::String { value, .. } => {
                // A form may write it as a string, a word or a symbol; one with escapes is found by its kind.
                let text = self.ctx.text(*value);
                let written = |t, word: &str| match t {
                    Token::BareId => word == text,
                    Token::String => word.trim_matches('"') == text,
                    Token::AtId | Token::AtString => word[1..].trim_matches('"') == text,
                    _ => false,
                };
                self.find(written).or_else(|| self.find(|t, _| t == Token::String))?
            }
            AttrKind::Dense { .. } | AttrKind::DenseResource { .. } => {
                self.find(|_, word| word.starts_with("dense"))?
            }
            AttrKind::Integer { .. } | AttrKind::Float { .. } => {
                self.find(|t, _| matches!(t, Token::Integer | Token::Float))?
            }
            _ => return None,
        };
        self.value(start)
    }

    /// The entry with a key of the dictionary that is written at `dict`.
    fn entry(&self, dict: &Range<usize>, key: &str, side: EntrySide) -> Option<Range<usize>> {
        let mut depth = 0;
        for (index, place) in
            self.tokens.iter().enumerate().filter(|(_, place)| dict.contains(&place.range.start))
        {
            match place.token {
                Token::LBrace | Token::LSquare | Token::LParen | Token::Less => depth += 1,
                Token::RBrace | Token::RSquare | Token::RParen | Token::Greater => depth -= 1,
                Token::BareId | Token::String if depth == 1 && self.word(index).trim_matches('"') == key => {
                    match (side, self.token(index + 1)) {
                        (EntrySide::Value, Some(Token::Equal)) => return self.value(index + 2),
                        // A key stands behind a brace or a comma; a value does not.
                        _ if matches!(self.token(index - 1), Some(Token::LBrace | Token::Comma)) => {
                            return Some(place.range.clone());
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn find(&self, wanted: impl Fn(Token, &str) -> bool) -> Option<usize> {
        (1..self.tokens.len()).find(|&i| wanted(self.tokens[i].token, self.word(i)))
    }

    /// The value that begins at a token: up to the comma or bracket that ends it, or in a form to the operand or the
    /// types of the op that follow.
    fn value(&self, start: usize) -> Option<Range<usize>> {
        let first = self.tokens.get(start)?;
        if first.token == Token::String || matches!(first.token, Token::AtId | Token::AtString) {
            return Some(first.range.clone());
        }
        let mut depth = 0;
        let mut end = first.range.end;
        for (index, place) in self.tokens.iter().enumerate().skip(start) {
            match place.token {
                Token::PercentId if depth == 0 => break,
                Token::Colon if depth == 0 && self.token(index + 1) == Some(Token::LParen) => break,
                Token::LBrace | Token::LSquare | Token::LParen | Token::Less => depth += 1,
                Token::RBrace | Token::RSquare | Token::RParen | Token::Greater if depth == 0 => break,
                Token::RBrace | Token::RSquare | Token::RParen | Token::Greater => depth -= 1,
                Token::Comma if depth == 0 => break,
                _ => {}
            }
            end = place.range.end;
        }
        Some(first.range.start..end)
    }

    /// The source of bytes `part` of a string's text.
    fn text_part(&self, value: Range<usize>, part: &Range<usize>) -> Range<usize> {
        let bytes = self.text.as_bytes();
        if bytes.get(value.start) != Some(&b'"') {
            return value;
        }
        let close = value.end - 1;
        let mut at = value.start + 1;
        let mut places = vec![at];
        while at < close {
            at += unescape_step(&bytes[at..close]).1;
            places.push(at);
        }
        let place = |index: usize| places.get(index).copied().unwrap_or(close);
        place(part.start)..place(part.end).max(place(part.start))
    }

    fn region(&self, index: usize) -> Option<Range<usize>> {
        self.tokens.iter().filter(|t| t.region).nth(index).map(|t| t.range.clone())
    }
}
