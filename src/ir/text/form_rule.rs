//! Grammar rules in forms: what a rule tags becomes operands and attributes of the op.

use std::ops::Range;

use smallvec::SmallVec;

use super::form::{Bind, GrammarRule};
use super::form_parse::OpParser;
use super::lexer::Token;
use super::parser::{Parse, unescaped};
use super::scope::ValueUse;
use crate::ir::{Attr, OpInfo};

impl OpParser<'_, '_, '_> {
    /// Runs a grammar rule at the current place; what it tags becomes parts of the op.
    pub fn rule(&mut self, rule: &'static GrammarRule) -> Parse<()> {
        let start = self.m.p.start;
        let src = self.m.p.src;
        let mut found: SmallVec<[(Target, Range<usize>); 4]> = SmallVec::new();
        let info = self.info;
        let result = (rule.run)(&src[start..], &mut |tag, range| {
            found.push((Target::of(info, rule, tag), start + range.start..start + range.end));
        });
        match result {
            Ok(length) => {
                self.m.p.reset(start + length);
                self.m.p.prev_end = start + src[start..start + length].trim_end().len();
            }
            Err(mismatch) => {
                let at = start + mismatch.at;
                self.m.p.reset(at);
                let expected: Vec<&str> = mismatch
                    .expected
                    .iter()
                    .map(|what| if what == "'@'" { "valid '@'-identifier for symbol name" } else { what })
                    .collect();
                let what = match expected.as_slice() {
                    [] => "unexpected text in this op".to_string(),
                    [one] => format!("expected {one}"),
                    [all @ .., last] => format!("expected {} or {last}", all.join(", ")),
                };
                return self.m.p.error(what);
            }
        }
        for (target, range) in found {
            match target {
                Target::Operand(slot) => self.operands_in(slot, range)?,
                Target::Attr(name, bind) => {
                    let attr = self.bound(bind, range)?;
                    self.set_attr(name, attr);
                }
                Target::Unknown => {}
            }
        }
        Ok(())
    }

    /// Every `%value` in a matched text is an operand of the slot.
    fn operands_in(&mut self, slot: u16, range: Range<usize>) -> Parse<()> {
        let text = &self.m.p.src[range.clone()];
        let mut at = 0;
        while let Some(found) = memchr::memchr(b'%', &text.as_bytes()[at..]) {
            let start = at + found;
            let (token, place) = Token::first(&text[start..]);
            if token != Token::PercentId {
                return self.m.p.error_at(range, "expected SSA operand");
            }
            at = start + place.end;
            let mut number = 0;
            if let (Token::HashId, hash) = Token::first(&text[at..]) {
                let digits = &text[at + hash.start + 1..at + hash.end];
                number = match digits.parse() {
                    Ok(n) => n,
                    Err(_) => return self.m.p.error_at(range, "invalid SSA value result number"),
                };
                at += hash.end;
            }
            let name = &text[start + 1..start + place.end];
            let value = ValueUse { name, number, start: range.start + start, end: range.start + at };
            self.operands.push((slot, value));
        }
        Ok(())
    }

    fn bound(&mut self, bind: Option<Bind>, range: Range<usize>) -> Parse<Attr> {
        let ctx = self.ctx();
        let text = self.m.p.src[range.clone()].trim();
        let attr = match bind.unwrap_or_else(|| natural_bind(text)) {
            Bind::Int(width) => text.parse().ok().map(|v| ctx.int_attr(v, width)),
            Bind::Ints(32) => integers(text).map(|v| ctx.i32_array_attr(&v)),
            Bind::Ints(_) => integers(text).map(|v| ctx.i64_array_attr(&v)),
            Bind::Word => Some(ctx.string_attr(text)),
            Bind::SymbolName => self.symbol_attr(text, false),
            Bind::Enum(before, after) => super::parse_attr(ctx, &format!("{before}{text}{after}")).ok(),
            Bind::Flag(_) => Some(ctx.unit_attr()),
            Bind::Index(width, words) => {
                words.iter().position(|w| *w == text).map(|i| ctx.int_attr(i as i64, width))
            }
            Bind::With(parse, _) => match parse(ctx, text) {
                Ok(attr) => Some(attr),
                Err(message) => return self.m.p.error_at(range, message),
            },
        };
        match attr {
            Some(attr) => Ok(attr),
            None => self.m.p.error_at(range, format!("'{text}' is no value of this attribute")),
        }
    }

    fn symbol_attr(&mut self, text: &str, reference: bool) -> Option<Attr> {
        let ctx = self.ctx();
        let name = match text.strip_prefix("@\"").and_then(|t| t.strip_suffix('"')) {
            Some(body) => ctx.bytes(&unescaped(body)),
            None => ctx.str(text.strip_prefix('@')?),
        };
        Some(ctx.attr(match reference {
            true => crate::ir::AttrKind::SymbolRef { root: name, nested: Box::new([]) },
            false => crate::ir::AttrKind::String { value: name, ty: None },
        }))
    }
}

/// What a tag of a rule stands for.
enum Target {
    Operand(u16),
    Attr(&'static str, Option<Bind>),
    Unknown,
}

impl Target {
    fn of(info: &'static OpInfo, rule: &'static GrammarRule, tag: &str) -> Target {
        if let Some(slot) = info.operand_slot(tag) {
            return Target::Operand(slot as u16);
        }
        let bind = rule.binds.iter().find(|b| b.0 == tag);
        match (info.attr(tag), bind) {
            (Some(attr), _) => Target::Attr(attr.name, bind.map(|b| b.1)),
            (None, Some(bind)) => Target::Attr(bind.0, Some(bind.1)),
            (None, None) => Target::Unknown,
        }
    }
}

/// How an attribute without a [`Bind`] is read.
fn natural_bind(text: &str) -> Bind {
    match text.as_bytes() {
        [b'-' | b'0'..=b'9', ..] => Bind::Int(64),
        [b'[', ..] => Bind::Ints(64),
        _ => {
            Bind::With(|ctx, text| super::parse_attr(ctx, text).map_err(|d| d.message), |_, _| String::new())
        }
    }
}

/// The integers in a text such as `[1, -2]`.
fn integers<T: std::str::FromStr>(text: &str) -> Option<Vec<T>> {
    text.split(|c: char| !c.is_ascii_digit() && c != '-')
        .filter(|t| !t.is_empty())
        .map(|t| t.parse().ok())
        .collect()
}
