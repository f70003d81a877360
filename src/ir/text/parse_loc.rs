//! Locations.

use logos::Logos;
use rustc_hash::FxHashMap;

use super::lexer::{self, Token};
use super::parser::{HashAlias, Parse, Parser};
use super::printer::attr_string;
use crate::ir::{AttrKind, Loc, LocKind, Str};

impl<'s> Parser<'s, '_> {
    /// `loc(...)`
    pub fn parse_loc(&mut self) -> Parse<Loc> {
        self.nested(|p| {
            p.bump();
            p.expect(Token::LParen, "expected '(' in location")?;
            let loc = p.location()?;
            p.expect(Token::RParen, "expected ')' in location")?;
            Ok(loc)
        })
    }

    /// `loc(...)`, if there is one.
    pub(super) fn optional_loc(&mut self) -> Parse<Option<Loc>> {
        if self.at_word("loc") { self.parse_loc().map(Some) } else { Ok(None) }
    }

    /// The location that says where in the file an offset is.
    pub(super) fn place(&self, offset: usize) -> Loc {
        let Some(file) = self.ctx.file(self.file) else { return Loc::UNKNOWN };
        let (line, col) = file.line_col(offset as u32);
        let file = self.ctx.str(&file.name);
        self.ctx.loc(LocKind::FileLineCol { file, line, col, end_line: line, end_col: col })
    }

    fn location(&mut self) -> Parse<Loc> {
        match self.tok {
            Token::HashId => self.loc_alias(),
            Token::String => self.nested(Self::named_loc),
            Token::BareId => match self.text() {
                "unknown" => {
                    self.bump();
                    Ok(Loc::UNKNOWN)
                }
                "callsite" => self.nested(Self::callsite),
                "fused" => self.nested(Self::fused),
                "loc" => self.parse_loc(),
                _ => self.expected("expected location instance"),
            },
            _ => self.expected("expected location instance"),
        }
    }

    fn named_loc(&mut self) -> Parse<Loc> {
        let name = self.string();
        if self.eat(Token::Colon) {
            return self.file_range(name);
        }
        let child = if self.eat(Token::LParen) {
            let child = self.location()?;
            self.expect(Token::RParen, "expected ')' after child location of NameLoc")?;
            child
        } else {
            Loc::UNKNOWN
        };
        Ok(self.ctx.loc(LocKind::Name { name, child }))
    }

    /// `line:col`, `line:col to :col`, `line:col to line:col`; the column may be left out (it is 0 then).
    fn file_range(&mut self, file: Str) -> Parse<Loc> {
        let line = self.location_number("expected integer line number in FileLineColRange")?;
        let mut col = 0;
        if self.eat(Token::Colon) {
            col = self.location_number("expected integer column number in FileLineColRange")?;
        }
        let (mut end_line, mut end_col) = (line, col);
        if self.eat_word("to") {
            if !self.at(Token::Colon) {
                end_line = self.location_number("expected integer line number in FileLineColRange")?;
            }
            self.expect(Token::Colon, "expected either integer or `:` post `to` in FileLineColRange")?;
            end_col = self.location_number("expected integer column number in FileLineColRange")?;
        }
        Ok(self.ctx.loc(LocKind::FileLineCol { file, line, col, end_line, end_col }))
    }

    fn location_number(&mut self, what: &str) -> Parse<u32> {
        match self.text().parse::<u32>() {
            Ok(value) if self.at(Token::Integer) => {
                self.bump();
                Ok(value)
            }
            _ => self.expected(what),
        }
    }

    fn callsite(&mut self) -> Parse<Loc> {
        self.bump();
        self.expect(Token::LParen, "expected '(' in callsite location")?;
        let callee = self.location()?;
        if !self.eat_word("at") {
            return self.expected("expected 'at' in callsite location");
        }
        let caller = self.location()?;
        self.expect(Token::RParen, "expected ')' in callsite location")?;
        Ok(self.ctx.loc(LocKind::CallSite { callee, caller }))
    }

    fn fused(&mut self) -> Parse<Loc> {
        self.bump();
        let metadata = if self.eat(Token::Less) {
            let attr = self.parse_attr()?;
            self.expect(Token::Greater, "expected '>' after fused location metadata")?;
            Some(attr)
        } else {
            None
        };
        self.expect(Token::LSquare, "expected '[' in fused location")?;
        let mut locs = Vec::new();
        self.list(Token::RSquare, "expected ']' in fused location", |p| {
            locs.push(p.location()?);
            Ok(())
        })?;
        // Fused locations without metadata are flattened; each part stands once, and `unknown` says nothing.
        let mut parts = Vec::new();
        for loc in locs {
            let inner = match self.ctx.loc_kind(loc) {
                LocKind::Fused { locs, metadata: inner } if *inner == metadata => locs.to_vec(),
                _ => vec![loc],
            };
            for part in inner {
                if part != Loc::UNKNOWN && !parts.contains(&part) {
                    parts.push(part);
                }
            }
        }
        Ok(match (parts.as_slice(), metadata) {
            ([], None) => Loc::UNKNOWN,
            ([one], None) => *one,
            _ => self.ctx.loc(LocKind::Fused { locs: parts.into(), metadata }),
        })
    }

    /// `#name`, which may be defined further down.
    fn loc_alias(&mut self) -> Parse<Loc> {
        let name = &self.text()[1..];
        let attr = match self.hash_aliases.get(name) {
            Some(&HashAlias::Loc(loc)) => {
                self.bump();
                return Ok(loc);
            }
            Some(&HashAlias::Attr(attr)) => attr,
            None => {
                let Some(definition) = self.take_later_alias(name) else {
                    return self.error(format!("operation location alias was never defined: '#{name}'"));
                };
                // Read the definition, then come back.
                let back = self.start;
                self.reset(definition);
                let attr = match self.tok {
                    Token::HashId => {
                        self.nested(Self::loc_alias).map(|loc| self.ctx.attr(AttrKind::Location(loc)))
                    }
                    _ => self.parse_attr(),
                };
                self.reset(back);
                attr?
            }
        };
        let AttrKind::Location(loc) = *self.ctx.attr_kind(attr) else {
            let found = attr_string(self.ctx, attr);
            return self.error(format!("expected location, but found '{found}'"));
        };
        self.hash_aliases.insert(name, HashAlias::Loc(loc));
        self.bump();
        Ok(loc)
    }

    /// The offset of what `#name` is defined as behind the current token, once: a definition that needs itself ends as an
    /// undefined one.
    fn take_later_alias(&mut self, name: &str) -> Option<usize> {
        if self.later_aliases.is_none() {
            self.later_aliases = Some(self.find_later_aliases());
        }
        self.later_aliases.as_mut()?.get_mut(name)?.take()
    }

    fn find_later_aliases(&self) -> FxHashMap<&'s str, Option<usize>> {
        let mut found = FxHashMap::default();
        let mut lexer = Token::lexer(self.src);
        lexer.bump(self.end);
        let (mut token, mut span) = (lexer::next(&mut lexer), lexer.span());
        while token != Token::End {
            let name = span.clone();
            (token, span) = (lexer::next(&mut lexer), lexer.span());
            if token == Token::Equal && self.src[name.start..].starts_with('#') {
                (token, span) = (lexer::next(&mut lexer), lexer.span());
                found.entry(&self.src[name.start + 1..name.end]).or_insert(Some(span.start));
            }
        }
        found
    }
}
