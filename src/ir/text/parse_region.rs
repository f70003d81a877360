//! Regions: their blocks, labels and arguments.

use super::lexer::Token;
use super::parse_op::IrParser;
use super::parser::{Parse, Parser, Reported};
use super::scope::{Labels, ValueUse};
use crate::ir::{BlockId, Loc, RegionId, Type};

impl<'s> IrParser<'s, '_> {
    /// `{ ops, then labelled blocks }`. `args` are the arguments of the first block, named by the op's form.
    ///
    /// Arguments without a location get the place of their name, except those of the first block if `entry_places` is
    /// false: the op's own form does not tell them.
    pub(super) fn region(
        &mut self,
        isolated: bool,
        entry_places: bool,
        args: &[RegionArg<'s>],
    ) -> Parse<RegionId> {
        if !self.p.at(Token::LBrace) {
            return self.p.expected("expected '{' to begin a region");
        }
        let region = self.ir.create_region();
        if isolated {
            self.push_scope();
        }
        let mark = self.value_mark();
        self.labels.push(Labels::new(self.p.diagnostics.list.len()));
        let depth = self.scopes.len();
        let result = self.p_nested(|m| m.region_body(region, entry_places, args));
        self.scopes.truncate(depth);
        if result.is_ok() {
            self.pop_labels();
        } else {
            self.labels.pop();
        }
        if isolated {
            self.pop_scope();
        } else {
            self.forget_values(mark);
        }
        result.map(|()| region)
    }

    /// [`Parser::nested`] for steps that read ops.
    fn p_nested(&mut self, step: impl FnOnce(&mut Self) -> Parse<()>) -> Parse<()> {
        self.p.enter()?;
        let result = stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || step(self));
        self.p.leave();
        result
    }

    fn region_body(&mut self, region: RegionId, entry_places: bool, args: &[RegionArg<'s>]) -> Parse<()> {
        let open = self.p.start;
        self.p.bump();
        if self.p.at(Token::RBrace) && args.is_empty() {
            self.p.bump();
            return Ok(());
        }
        if !self.p.at(Token::CaretId) || !args.is_empty() {
            if self.p.at(Token::CaretId) {
                return self.p.error("invalid block name in region with named arguments");
            }
            let block = self.ir.add_block(region, &[]);
            for arg in args {
                self.block_arg(block, arg, true)?;
            }
            self.block_body(block);
        }
        while self.p.at(Token::CaretId) {
            let start = self.p.start;
            let places = entry_places || self.ir.entry_block(region).is_some();
            if let Err(Reported) = self.labelled_block(region, places) {
                self.recover(start);
                if !self.p.at(Token::CaretId) && !self.p.at(Token::RBrace) {
                    let block = self.ir.add_block(region, &[]);
                    self.block_body(block);
                }
            }
        }
        if self.p.eat(Token::RBrace) {
            return Ok(());
        }
        // What could not be read may have held the brace.
        if self.p.at(Token::End) && self.labels.last().is_some_and(|l| l.follows_error(&self.p)) {
            return Err(Reported);
        }
        if self.p.at(Token::End) {
            return self.p.error_at(open..open + 1, "expected '}' at the end of this region");
        }
        self.p.expected("expected '}' at the end of a region")
    }

    fn labelled_block(&mut self, region: RegionId, places: bool) -> Parse<()> {
        let (name, at) = (&self.p.text()[1..], self.p.start);
        self.p.bump();
        let block = self.define_label(name, at)?;
        self.ir.append_block(region, block);
        if self.p.eat(Token::LParen) && !self.p.eat(Token::RParen) {
            loop {
                let arg = self.p.region_arg("expected SSA operand")?;
                self.block_arg(block, &arg, places)?;
                if !self.p.eat(Token::Comma) {
                    break;
                }
            }
            self.p.expect(Token::RParen, "expected ')' to end argument list")?;
        }
        self.p.expect(Token::Colon, "expected ':' after block name")?;
        self.block_body(block);
        Ok(())
    }

    fn block_arg(&mut self, block: BlockId, arg: &RegionArg<'s>, places: bool) -> Parse<()> {
        let value = self.ir.add_arg(block, arg.ty);
        let loc = match arg.loc {
            Loc::SPAN if places => self.p.place(arg.at),
            Loc::SPAN => Loc::UNKNOWN,
            loc => loc,
        };
        self.ir.set_arg_loc(value, loc);
        if arg.name.is_empty() { Ok(()) } else { self.define(arg.name, &[value], arg.at) }
    }

    fn block_body(&mut self, block: BlockId) {
        while !matches!(self.p.tok, Token::CaretId | Token::RBrace | Token::End) {
            let start = self.p.start;
            self.op_in(block);
            // Recovery stops at once at a token that can begin nothing.
            if self.p.start == start && !matches!(self.p.tok, Token::RBrace | Token::End) {
                self.p.bump();
            }
        }
    }
}

/// An argument of a region's first block.
#[derive(Clone, Copy, Debug)]
pub struct RegionArg<'s> {
    /// Name without `%`; empty if it has none.
    pub name: &'s str,
    /// Type.
    pub ty: Type,
    /// Location, [`Loc::SPAN`] if none is written: the place of the name.
    pub loc: Loc,
    /// Offset of the name.
    pub at: usize,
}

impl<'s> Parser<'s, '_> {
    /// `%name` or `%name#2`
    pub(super) fn value_use(&mut self) -> Parse<ValueUse<'s>> {
        if !self.at(Token::PercentId) {
            return self.expected("expected SSA operand");
        }
        let (name, start) = (&self.text()[1..], self.start);
        self.bump();
        let mut number = 0;
        if self.at(Token::HashId) {
            number = match self.text()[1..].parse() {
                Ok(n) => n,
                Err(_) => return self.error("invalid SSA value result number"),
            };
            self.bump();
        }
        Ok(ValueUse { name, number, start, end: self.prev_end })
    }

    /// `%name : type loc(...)`; `what` is the error for anything else.
    pub(super) fn region_arg(&mut self, what: &str) -> Parse<RegionArg<'s>> {
        if !self.at(Token::PercentId) {
            return self.expected(what);
        }
        let (name, at) = (&self.text()[1..], self.start);
        self.bump();
        self.expect(Token::Colon, "expected ':' and type for SSA operand")?;
        let ty = self.parse_type()?;
        let loc = self.optional_loc()?.unwrap_or(Loc::SPAN);
        Ok(RegionArg { name, ty, loc, at })
    }
}
