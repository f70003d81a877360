//! Affine expressions, simplified while they are built by the very rules of MLIR (`lib/IR/AffineExpr.cpp`), so that
//! equal maps are equal texts, and mlir-opt's.

use std::fmt::Write;
use std::rc::Rc;

/// An affine expression. Parts are shared, so a copy is cheap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Expr {
    Const(i64),
    Dim(usize),
    Symbol(usize),
    Binary(Rc<Binary>),
}

/// An operation on two expressions.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Binary {
    kind: Kind,
    lhs: Expr,
    rhs: Expr,
    /// Whether no dimension occurs in it.
    symbolic: bool,
    /// Operations on the longest way to a leaf, this one included.
    levels: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Add,
    Mul,
    Mod,
    FloorDiv,
    CeilDiv,
}

impl Expr {
    /// `lhs kind rhs` in its simplest form.
    pub(super) fn new(kind: Kind, lhs: Expr, rhs: Expr) -> Expr {
        let simpler = match kind {
            Kind::Add => simplify_add(&lhs, &rhs),
            Kind::Mul => simplify_mul(&lhs, &rhs),
            Kind::Mod => simplify_mod(&lhs, &rhs),
            Kind::FloorDiv => simplify_floor_div(&lhs, &rhs),
            Kind::CeilDiv => simplify_ceil_div(&lhs, &rhs),
        };
        simpler.unwrap_or_else(|| {
            let symbolic = lhs.is_symbolic() && rhs.is_symbolic();
            let levels = 1 + lhs.levels().max(rhs.levels());
            Expr::Binary(Rc::new(Binary { kind, lhs, rhs, symbolic, levels }))
        })
    }

    pub(super) fn negated(self) -> Expr {
        Expr::new(Kind::Mul, self, Expr::Const(-1))
    }

    /// Whether no dimension occurs in it.
    pub(super) fn is_symbolic(&self) -> bool {
        match self {
            Expr::Const(_) | Expr::Symbol(_) => true,
            Expr::Dim(_) => false,
            Expr::Binary(b) => b.symbolic,
        }
    }

    /// Whether both are dimensions or both are symbols, in the wrong order for a sum or product.
    fn is_later_than(&self, other: &Expr) -> bool {
        match (self, other) {
            (Expr::Dim(a), Expr::Dim(b)) | (Expr::Symbol(a), Expr::Symbol(b)) => a > b,
            _ => false,
        }
    }

    /// Operations on the longest way to a leaf.
    pub(super) fn levels(&self) -> usize {
        match self {
            Expr::Binary(b) => b.levels,
            _ => 0,
        }
    }

    fn constant(&self) -> Option<i64> {
        match self {
            Expr::Const(value) => Some(*value),
            _ => None,
        }
    }

    /// The two sides, if it is an operation of this kind.
    fn parts(&self, kind: Kind) -> Option<(&Expr, &Expr)> {
        match self {
            Expr::Binary(b) if b.kind == kind => Some((&b.lhs, &b.rhs)),
            _ => None,
        }
    }

    /// The two sides, if it is an operation of this kind with a constant.
    fn parts_const(&self, kind: Kind) -> Option<(&Expr, i64)> {
        let (lhs, rhs) = self.parts(kind)?;
        Some((lhs, rhs.constant()?))
    }

    /// The expression as a product with a constant.
    fn factor(&self) -> (&Expr, i64) {
        self.parts_const(Kind::Mul).unwrap_or((self, 1))
    }

    /// The largest number that is known to divide every value of the expression; 0 if that is always 0.
    fn divisor(&self) -> u64 {
        let Expr::Binary(b) = self else {
            return self.constant().map_or(1, i64::unsigned_abs);
        };
        match b.kind {
            Kind::Mul => b.lhs.divisor().wrapping_mul(b.rhs.divisor()),
            Kind::Add | Kind::Mod => gcd(b.lhs.divisor(), b.rhs.divisor()),
            Kind::FloorDiv | Kind::CeilDiv => match b.rhs.constant().map(i64::unsigned_abs) {
                Some(by) if by != 0 && b.lhs.divisor() % by == 0 => b.lhs.divisor() / by,
                _ => 1,
            },
        }
    }

    fn is_multiple_of(&self, of: i64) -> bool {
        self.divisor().is_multiple_of(of.unsigned_abs())
    }

    /// Appends the expression; `tight` is whether it stands in a product and an operation needs parentheses.
    pub(super) fn print(&self, out: &mut String, tight: bool) {
        // Writing to a string cannot fail.
        match self {
            Expr::Const(value) => _ = write!(out, "{value}"),
            Expr::Dim(index) => _ = write!(out, "d{index}"),
            Expr::Symbol(index) => _ = write!(out, "s{index}"),
            Expr::Binary(operation) => {
                out.push_str(if tight { "(" } else { "" });
                operation.print(out);
                out.push_str(if tight { ")" } else { "" });
            }
        }
    }
}

impl Binary {
    fn print(&self, out: &mut String) {
        match (self.kind, self.rhs.constant()) {
            (Kind::Add, Some(value)) if value < 0 => {
                self.lhs.print(out, false);
                _ = write!(out, " - {}", value.unsigned_abs());
            }
            (Kind::Add, _) => {
                self.lhs.print(out, false);
                match self.rhs.parts_const(Kind::Mul) {
                    Some((x, -1)) => {
                        out.push_str(" - ");
                        x.print(out, x.parts(Kind::Add).is_some());
                    }
                    Some((x, by)) if by < -1 => {
                        out.push_str(" - ");
                        x.print(out, true);
                        _ = write!(out, " * {}", by.unsigned_abs());
                    }
                    _ => {
                        out.push_str(" + ");
                        self.rhs.print(out, false);
                    }
                }
            }
            (Kind::Mul, Some(-1)) => {
                out.push('-');
                self.lhs.print(out, true);
            }
            (kind, _) => {
                self.lhs.print(out, true);
                out.push_str(match kind {
                    Kind::Mod => " mod ",
                    Kind::FloorDiv => " floordiv ",
                    Kind::CeilDiv => " ceildiv ",
                    Kind::Add | Kind::Mul => " * ",
                });
                self.rhs.print(out, true);
            }
        }
    }
}

fn simplify_add(lhs: &Expr, rhs: &Expr) -> Option<Expr> {
    let add = |a: &Expr, b: Expr| Expr::new(Kind::Add, a.clone(), b);
    if let (Some(a), Some(b)) = (lhs.constant(), rhs.constant()) {
        return Some(Expr::Const(a.checked_add(b)?));
    }
    // Constants, and symbols, go to the right.
    if lhs.is_later_than(rhs) || lhs.constant().is_some() || lhs.is_symbolic() && !rhs.is_symbolic() {
        return Some(add(rhs, lhs.clone()));
    }
    if rhs.constant() == Some(0) {
        return Some(lhs.clone());
    }
    // (x + c1) + c2
    if let (Some((x, c1)), Some(c2)) = (lhs.parts_const(Kind::Add), rhs.constant()) {
        return Some(add(x, Expr::Const(c1.checked_add(c2)?)));
    }
    // x * c1 + x * c2
    let ((x, c1), (y, c2)) = (lhs.factor(), rhs.factor());
    if x == y {
        return Some(Expr::new(Kind::Mul, x.clone(), Expr::Const(c1.checked_add(c2)?)));
    }
    // (x + c) + y = (x + y) + c
    if let Some((x, c)) = lhs.parts_const(Kind::Add) {
        return Some(add(&add(x, rhs.clone()), Expr::Const(c)));
    }
    // x - (x floordiv q) * q = x mod q
    let (product, by) = rhs.parts(Kind::Mul)?;
    if by.constant() == Some(-1)
        && let Some((quotient, q)) = product.parts(Kind::Mul)
    {
        let (x, divisor) = quotient.parts(Kind::FloorDiv)?;
        if divisor == q && lhs == x {
            return Some(Expr::new(Kind::Mod, lhs.clone(), q.clone()));
        }
    }
    let (x, q) = product.parts(Kind::FloorDiv)?;
    let negated = q.constant().filter(|&q| q > 0).map(|q| -q);
    if negated.is_some() && negated == by.constant() && lhs == x {
        return Some(Expr::new(Kind::Mod, lhs.clone(), q.clone()));
    }
    // (y + x) - (x floordiv q) * q
    let (y, x) = lhs.parts(Kind::Add)?;
    Some(add(y, simplify_add(x, rhs)?))
}

fn simplify_mul(lhs: &Expr, rhs: &Expr) -> Option<Expr> {
    let mul = |a: &Expr, b: Expr| Expr::new(Kind::Mul, a.clone(), b);
    if let (Some(a), Some(b)) = (lhs.constant(), rhs.constant()) {
        return Some(Expr::Const(a.checked_mul(b)?));
    }
    if lhs.is_later_than(rhs) || !rhs.is_symbolic() || lhs.constant().is_some() {
        return Some(mul(rhs, lhs.clone()));
    }
    match rhs.constant() {
        Some(1) => return Some(lhs.clone()),
        Some(0) => return Some(Expr::Const(0)),
        _ => {}
    }
    // (x * c1) * c2, and (x * c) * y = (x * y) * c
    let (x, c1) = lhs.parts_const(Kind::Mul)?;
    match rhs.constant() {
        Some(c2) => Some(mul(x, Expr::Const(c1.checked_mul(c2)?))),
        None => Some(mul(&mul(x, rhs.clone()), Expr::Const(c1))),
    }
}

fn simplify_floor_div(lhs: &Expr, rhs: &Expr) -> Option<Expr> {
    let by = rhs.constant().filter(|&by| by != 0)?;
    if let Some(value) = lhs.constant() {
        return Some(Expr::Const(floor_div(value, by)?));
    }
    if by == 1 {
        return Some(lhs.clone());
    }
    if let Some(whole) = exact_quotient(lhs, by) {
        return Some(whole);
    }
    let (a, b) = lhs.parts(Kind::Add)?;
    if !a.is_multiple_of(by) && !b.is_multiple_of(by) {
        return None;
    }
    let quotient = |e: &Expr| Expr::new(Kind::FloorDiv, e.clone(), Expr::Const(by));
    Some(Expr::new(Kind::Add, quotient(a), quotient(b)))
}

fn simplify_ceil_div(lhs: &Expr, rhs: &Expr) -> Option<Expr> {
    let by = rhs.constant().filter(|&by| by != 0)?;
    if let Some(value) = lhs.constant() {
        return Some(Expr::Const(floor_div(value.checked_neg()?, by)?.checked_neg()?));
    }
    if by == 1 { Some(lhs.clone()) } else { exact_quotient(lhs, by) }
}

fn simplify_mod(lhs: &Expr, rhs: &Expr) -> Option<Expr> {
    let by = rhs.constant().filter(|&by| by >= 1)?;
    if let Some(value) = lhs.constant() {
        return Some(Expr::Const(value.rem_euclid(by)));
    }
    if lhs.is_multiple_of(by) {
        return Some(Expr::Const(0));
    }
    let rest = |e: &Expr| Some(Expr::new(Kind::Mod, e.clone(), rhs.clone()));
    if let Some((a, b)) = lhs.parts(Kind::Add) {
        if a.is_multiple_of(by) {
            return rest(b);
        }
        if b.is_multiple_of(by) {
            return rest(a);
        }
    }
    // (x mod c) mod by, where by divides c
    let (x, c) = lhs.parts_const(Kind::Mod)?;
    if c >= 1 && c % by == 0 { rest(x) } else { None }
}

/// `(x * c) / by`, where `by` divides `c`.
fn exact_quotient(lhs: &Expr, by: i64) -> Option<Expr> {
    let (x, c) = lhs.parts_const(Kind::Mul)?;
    let quotient = c.checked_div(by).filter(|q| q.checked_mul(by) == Some(c))?;
    Some(Expr::new(Kind::Mul, x.clone(), Expr::Const(quotient)))
}

/// The quotient rounded down; `None` if it does not fit.
fn floor_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let inexact = a % b != 0;
    Some(if inexact && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
