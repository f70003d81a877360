//! Affine maps and integer sets: read, simplified as MLIR does when it builds expressions, and written with the names
//! `d0, d1, ...` and `s0, s1, ...`.

use std::fmt::Write;

use logos::{Lexer, Logos};

use super::lexer::{self, Token};

/// What is wrong in the text of a map or set.
pub(super) struct Fault {
    /// Offset in the text.
    pub(super) at: usize,
    pub(super) message: String,
}

/// Expressions may be nested this deep.
const MAX_DEPTH: usize = 512;

/// A map, as mlir-opt prints it.
pub(super) fn map(text: &str) -> Result<String, Fault> {
    let mut reader = Reader::new(text);
    let mut out = reader.inputs()?;
    reader.expect(Token::Arrow, "expected '->' or ':'")?;
    reader.expect(Token::LParen, "expected '('")?;
    let results = reader.list(Reader::expr)?;
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
    reader.expect(Token::LParen, "expected '('")?;
    let mut constraints = reader.list(Reader::constraint)?;
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

/// An affine expression.
#[derive(Clone, PartialEq, Debug)]
enum Expr {
    Const(i64),
    Dim(usize),
    Symbol(usize),
    Binary(Kind, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Add,
    Mul,
    Mod,
    FloorDiv,
    CeilDiv,
}

impl Expr {
    fn is_symbolic(&self) -> bool {
        match self {
            Expr::Const(_) | Expr::Symbol(_) => true,
            Expr::Dim(_) => false,
            Expr::Binary(_, a, b) => a.is_symbolic() && b.is_symbolic(),
        }
    }

    /// `kind(a, b)`, with constants on the right and folded.
    fn binary(kind: Kind, a: Expr, b: Expr) -> Expr {
        if let (Expr::Const(x), Expr::Const(y)) = (&a, &b)
            && let Some(value) = fold(kind, *x, *y)
        {
            return Expr::Const(value);
        }
        let (a, b) = match kind {
            // Constants, and for products symbols, go to the right.
            Kind::Add | Kind::Mul if matches!(a, Expr::Const(_)) || a.is_symbolic() && !b.is_symbolic() => {
                (b, a)
            }
            _ => (a, b),
        };
        match (kind, &a, &b) {
            (Kind::Add, _, Expr::Const(0)) => return a,
            (Kind::Mul | Kind::FloorDiv | Kind::CeilDiv, _, Expr::Const(1)) => return a,
            (Kind::Mul, _, Expr::Const(0)) => return Expr::Const(0),
            (Kind::Mod, _, Expr::Const(1)) => return Expr::Const(0),
            // (x + c1) + c2, (x * c1) * c2
            (Kind::Add | Kind::Mul, Expr::Binary(inner, x, c), Expr::Const(c2)) if *inner == kind => {
                if let Expr::Const(c1) = **c
                    && let Some(value) = fold(kind, c1, *c2)
                {
                    return Expr::binary(kind, (**x).clone(), Expr::Const(value));
                }
            }
            // (x + c) + y = (x + y) + c
            (Kind::Add, Expr::Binary(Kind::Add, x, c), _) if matches!(**c, Expr::Const(_)) => {
                let sum = Expr::binary(Kind::Add, (**x).clone(), b.clone());
                return Expr::binary(Kind::Add, sum, (**c).clone());
            }
            (Kind::Add, _, _) => {
                // x * c1 + x * c2
                let (x, c1) = a.factor();
                let (y, c2) = b.factor();
                if x == y
                    && let Some(sum) = c1.checked_add(c2)
                {
                    return Expr::binary(Kind::Mul, x.clone(), Expr::Const(sum));
                }
            }
            _ => {}
        }
        Expr::Binary(kind, Box::new(a), Box::new(b))
    }

    /// The expression as a product with a constant.
    fn factor(&self) -> (&Expr, i64) {
        match self {
            Expr::Binary(Kind::Mul, x, c) => match **c {
                Expr::Const(c) => (x, c),
                _ => (self, 1),
            },
            _ => (self, 1),
        }
    }

    fn negated(self) -> Expr {
        Expr::binary(Kind::Mul, self, Expr::Const(-1))
    }

    /// Appends the expression; `tight` is whether it stands in a product and a sum needs parentheses.
    fn print(&self, out: &mut String, tight: bool) {
        // Writing to a string cannot fail.
        match self {
            Expr::Const(value) => _ = write!(out, "{value}"),
            Expr::Dim(index) => _ = write!(out, "d{index}"),
            Expr::Symbol(index) => _ = write!(out, "s{index}"),
            Expr::Binary(Kind::Add, a, b) => {
                out.push_str(if tight { "(" } else { "" });
                a.print(out, false);
                match b.factor() {
                    (_, i64::MIN) => {
                        out.push_str(" + ");
                        b.print(out, false);
                    }
                    (x, -1) => {
                        out.push_str(" - ");
                        x.print(out, matches!(x, Expr::Binary(Kind::Add, ..)));
                    }
                    (x, c) if c < 0 && x != &**b => {
                        out.push_str(" - ");
                        x.print(out, true);
                        _ = write!(out, " * {}", -c);
                    }
                    _ => match **b {
                        Expr::Const(c) if c < 0 && c != i64::MIN => _ = write!(out, " - {}", -c),
                        _ => {
                            out.push_str(" + ");
                            b.print(out, false);
                        }
                    },
                }
                out.push_str(if tight { ")" } else { "" });
            }
            Expr::Binary(Kind::Mul, x, c) if **c == Expr::Const(-1) => {
                out.push('-');
                x.print(out, true);
            }
            Expr::Binary(kind, a, b) => {
                out.push_str(if tight { "(" } else { "" });
                a.print(out, true);
                out.push_str(match kind {
                    Kind::Mul => " * ",
                    Kind::Mod => " mod ",
                    Kind::FloorDiv => " floordiv ",
                    _ => " ceildiv ",
                });
                b.print(out, true);
                out.push_str(if tight { ")" } else { "" });
            }
        }
    }
}

fn fold(kind: Kind, a: i64, b: i64) -> Option<i64> {
    match kind {
        Kind::Add => a.checked_add(b),
        Kind::Mul => a.checked_mul(b),
        Kind::Mod if b > 0 => Some(a.rem_euclid(b)),
        Kind::FloorDiv if b > 0 => Some(a.div_euclid(b)),
        Kind::CeilDiv if b > 0 => a.checked_neg().map(|n| -n.div_euclid(b)),
        _ => None,
    }
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
        self.expect(Token::LParen, "expected '('")?;
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

    fn list<T>(&mut self, item: fn(&mut Self) -> Result<T, Fault>) -> Result<Vec<T>, Fault> {
        let mut items = Vec::new();
        if self.eat(Token::RParen) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::RParen, "expected ')'")?;
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
        Ok((Expr::binary(Kind::Add, a, b.negated()), first == Token::Equal))
    }

    fn expr(&mut self) -> Result<Expr, Fault> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fail("affine expression is nested too deep");
        }
        let mut sum = self.product()?;
        loop {
            let minus = self.tok == Token::Minus;
            if !minus && self.tok != Token::Plus {
                self.depth -= 1;
                return Ok(sum);
            }
            self.bump();
            let next = self.product()?;
            sum = Expr::binary(Kind::Add, sum, if minus { next.negated() } else { next });
        }
    }

    fn product(&mut self) -> Result<Expr, Fault> {
        let mut left = self.operand()?;
        loop {
            let kind = match (self.tok, self.word()) {
                (Token::Star, _) => Kind::Mul,
                (Token::BareId, "mod") => Kind::Mod,
                (Token::BareId, "floordiv") => Kind::FloorDiv,
                (Token::BareId, "ceildiv") => Kind::CeilDiv,
                _ => return Ok(left),
            };
            let at = self.lex.span().start;
            self.bump();
            let right = self.operand()?;
            let fits = right.is_symbolic() || kind == Kind::Mul && left.is_symbolic();
            if !fits {
                let message = match kind {
                    Kind::Mul => {
                        "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic"
                    }
                    _ => {
                        "non-affine expression: right operand of floordiv, ceildiv and mod has to be either a constant or symbolic"
                    }
                };
                return Err(Fault { at, message: message.to_string() });
            }
            left = Expr::binary(kind, left, right);
        }
    }

    fn operand(&mut self) -> Result<Expr, Fault> {
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
                    return self.fail("affine expression is nested too deep");
                }
                let inner = self.operand()?;
                self.depth -= 1;
                Ok(inner.negated())
            }
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
