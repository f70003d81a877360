//! Affine maps and integer sets: read, simplified as MLIR does when it builds expressions ([`super::affine_expr`]), and
//! written with the names `d0, d1, ...` and `s0, s1, ...`.

use std::fmt::Write;

use logos::{Lexer, Logos};

use super::affine_expr::{Expr, Kind};
use super::lexer::{self, Token};

/// What is wrong in the text of a map or set.
pub(super) struct Fault {
    /// Offset in the text.
    pub(super) at: usize,
    pub(super) message: String,
}

/// Expressions may be nested this deep, and have this many operations on the way to a leaf.
const MAX_DEPTH: usize = 512;
const TOO_DEEP: &str = "affine expression is nested too deep";

/// A map, as mlir-opt prints it.
pub(super) fn map(text: &str) -> Result<String, Fault> {
    let mut reader = Reader::new(text);
    let mut out = reader.inputs()?;
    reader.expect(Token::Arrow, "expected '->' or ':'")?;
    let results = reader.list(Reader::expr, "affine map range")?;
    reader.end()?;
    out.push_str(" -> (");
    for (index, expr) in results.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        expr.print(&mut out, false);
    }
    out.push(')');
    Ok(out)
}

/// A set, as mlir-opt prints it.
pub(super) fn set(text: &str) -> Result<String, Fault> {
    let mut reader = Reader::new(text);
    let mut out = reader.inputs()?;
    reader.expect(Token::Colon, "expected '->' or ':'")?;
    let mut constraints = reader.list(Reader::constraint, "integer set constraint list")?;
    reader.end()?;
    // The empty set of constraints is always true.
    if constraints.is_empty() {
        constraints.push((Expr::Const(0), true));
    }
    out.push_str(" : (");
    for (index, (expr, equality)) in constraints.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        expr.print(&mut out, false);
        out.push_str(if *equality { " == 0" } else { " >= 0" });
    }
    out.push(')');
    Ok(out)
}

/// Number of dimensions of a map printed by [`map`].
pub(super) fn dim_count(text: &str) -> usize {
    let inputs = text.trim_start_matches('(').split(')').next().unwrap_or("");
    inputs.split(',').filter(|t| !t.trim().is_empty()).count()
}

struct Reader<'s> {
    text: &'s str,
    lex: Lexer<'s, Token>,
    tok: Token,
    dims: Vec<&'s str>,
    symbols: Vec<&'s str>,
    depth: usize,
}

impl<'s> Reader<'s> {
    fn new(text: &'s str) -> Self {
        let mut lex = Token::lexer(text);
        let tok = lexer::next(&mut lex);
        Reader { text, lex, tok, dims: Vec::new(), symbols: Vec::new(), depth: 0 }
    }

    fn fail<T>(&self, message: impl Into<String>) -> Result<T, Fault> {
        Err(Fault { at: self.lex.span().start, message: message.into() })
    }

    fn word(&self) -> &'s str {
        &self.text[self.lex.span()]
    }

    fn bump(&mut self) {
        self.tok = lexer::next(&mut self.lex);
    }

    fn eat(&mut self, token: Token) -> bool {
        let found = self.tok == token;
        if found {
            self.bump();
        }
        found
    }

    fn expect(&mut self, token: Token, message: &str) -> Result<(), Fault> {
        if self.eat(token) { Ok(()) } else { self.fail(message) }
    }

    fn end(&self) -> Result<(), Fault> {
        if self.tok == Token::End { Ok(()) } else { self.fail("expected '>'") }
    }

    /// `(i, j)[n]`, returned with the names that are printed.
    fn inputs(&mut self) -> Result<String, Fault> {
        self.expect(Token::LParen, "expected '(' in dimensional identifier list")?;
        self.dims = self.names(Token::RParen)?;
        let mut out = String::from("(");
        list(&mut out, 'd', self.dims.len());
        out.push(')');
        if self.eat(Token::LSquare) {
            self.symbols = self.names(Token::RSquare)?;
            if !self.symbols.is_empty() {
                out.push('[');
                list(&mut out, 's', self.symbols.len());
                out.push(']');
            }
        }
        Ok(out)
    }

    fn names(&mut self, close: Token) -> Result<Vec<&'s str>, Fault> {
        let mut names = Vec::new();
        if self.eat(close) {
            return Ok(names);
        }
        loop {
            if self.tok != Token::BareId {
                return self.fail("expected bare identifier");
            }
            let name = self.word();
            if names.contains(&name) || self.dims.contains(&name) {
                return self.fail(format!("redefinition of identifier '{name}'"));
            }
            names.push(name);
            self.bump();
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(close, if close == Token::RParen { "expected ')'" } else { "expected ']'" })?;
        Ok(names)
    }

    /// `(item, ...)`, called `what` in errors.
    fn list<T>(&mut self, item: fn(&mut Self) -> Result<T, Fault>, what: &str) -> Result<Vec<T>, Fault> {
        let mut items = Vec::new();
        self.expect(Token::LParen, &format!("expected '(' in {what}"))?;
        if self.eat(Token::RParen) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::RParen, &format!("expected ')' in {what}"))?;
        Ok(items)
    }

    /// `expr >= expr`, `expr <= expr`, `expr == expr` as an expression compared with 0, and whether it is an equality.
    fn constraint(&mut self) -> Result<(Expr, bool), Fault> {
        let left = self.expr()?;
        let first = self.tok;
        self.bump();
        let adjacent = matches!(first, Token::Greater | Token::Less | Token::Equal);
        if !adjacent || self.tok != Token::Equal {
            return self.fail("expected '== affine-expr' or '>= affine-expr' at end of affine constraint");
        }
        self.bump();
        let right = self.expr()?;
        let (a, b) = if first == Token::Less { (right, left) } else { (left, right) };
        Ok((Expr::new(Kind::Add, a, b.negated()), first == Token::Equal))
    }

    fn expr(&mut self) -> Result<Expr, Fault> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fail(TOO_DEEP);
        }
        let mut sum = self.product(false)?;
        loop {
            let minus = self.tok == Token::Minus;
            if !minus && self.tok != Token::Plus {
                self.depth -= 1;
                return Ok(sum);
            }
            self.bump();
            let next = self.product(true)?;
            sum = self.built(Expr::new(Kind::Add, sum, if minus { next.negated() } else { next }))?;
        }
    }

    /// Operands with tightly binding operators between; `right` is whether an operator stands in front.
    fn product(&mut self, right: bool) -> Result<Expr, Fault> {
        let mut left = self.operand(right)?;
        loop {
            let kind = match (self.tok, self.word()) {
                (Token::Star, _) => Kind::Mul,
                (Token::BareId, "mod") => Kind::Mod,
                (Token::BareId, "floordiv") => Kind::FloorDiv,
                (Token::BareId, "ceildiv") => Kind::CeilDiv,
                _ => return Ok(left),
            };
            let (operator, at) = (self.word(), self.lex.span().start);
            self.bump();
            let right = self.operand(true)?;
            let fits = right.is_symbolic() || kind == Kind::Mul && left.is_symbolic();
            if !fits {
                let which = match kind {
                    Kind::Mul => "at least one of the multiply operands".to_string(),
                    _ => format!("right operand of {operator}"),
                };
                let message =
                    format!("non-affine expression: {which} has to be either a constant or symbolic");
                return Err(Fault { at, message });
            }
            left = self.built(Expr::new(kind, left, right))?;
        }
    }

    fn built(&self, expr: Expr) -> Result<Expr, Fault> {
        if expr.levels() > MAX_DEPTH { self.fail(TOO_DEEP) } else { Ok(expr) }
    }

    /// `right` is whether an operator stands in front.
    fn operand(&mut self, right: bool) -> Result<Expr, Fault> {
        match self.tok {
            Token::BareId => {
                let name = self.word();
                let dim = self.dims.iter().position(|n| *n == name).map(Expr::Dim);
                let symbol = || self.symbols.iter().position(|n| *n == name).map(Expr::Symbol);
                let Some(expr) = dim.or_else(symbol) else {
                    return self.fail("use of undeclared identifier");
                };
                self.bump();
                Ok(expr)
            }
            Token::Integer => match self.word().parse() {
                Ok(value) => {
                    self.bump();
                    Ok(Expr::Const(value))
                }
                Err(_) => self.fail("constant too large for index"),
            },
            Token::LParen => {
                self.bump();
                if self.tok == Token::RParen {
                    return self.fail("no expression inside parentheses");
                }
                let inner = self.expr()?;
                self.expect(Token::RParen, "expected ')'")?;
                Ok(inner)
            }
            Token::Minus => {
                self.bump();
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return self.fail(TOO_DEEP);
                }
                let inner = self.operand(right)?;
                self.depth -= 1;
                Ok(inner.negated())
            }
            _ if right => self.fail("missing right operand of binary operator"),
            Token::Plus | Token::Star => self.fail("missing left operand of binary operator"),
            _ => self.fail("expected affine expression"),
        }
    }
}

fn list(out: &mut String, letter: char, count: usize) {
    for index in 0..count {
        // Writing to a string cannot fail.
        _ = write!(out, "{}{letter}{index}", if index > 0 { ", " } else { "" });
    }
}
