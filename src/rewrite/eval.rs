//! Evaluates expressions. `None` means that an expression has no value: a partial function said so, an integer
//! overflowed, an index was out of range, a kind did not fit.

use std::cell::Cell;

use crate::ir::{Ir, OpId, TypeKind, TypeParam};

use super::ast::{BinaryOp, Many};
use super::function::{Call, Options};
use super::program::*;
use super::value::{Kind, Val};

/// The most items a comprehension or a loop may have: far more than any tiling needs, and little enough to finish.
pub(super) const MAX_RANGE: i64 = 1 << 20;

/// The steps of evaluation that trying or carrying out one pattern may take. A step is one expression, one round of a
/// loop, or one item of a list or byte of a string that is put together, so that it bounds memory as well.
pub(super) struct Budget(Cell<u64>);

impl Budget {
    /// Far more than the largest kernels need (some millions), and little enough to end within seconds.
    pub const STEPS: u64 = 1 << 26;

    pub fn new() -> Budget {
        Budget(Cell::new(Budget::STEPS))
    }

    /// Takes steps; `None` if there are not as many left, from then on for good.
    pub fn spend(&self, steps: usize) -> Option<()> {
        let left = self.0.get().saturating_sub(steps as u64);
        self.0.set(left);
        (left > 0).then_some(())
    }

    pub fn is_spent(&self) -> bool {
        self.0.get() == 0
    }
}

/// What expressions are evaluated against.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a, 'c> {
    pub ir: &'a Ir<'c>,
    pub root: OpId,
    pub options: &'a Options,
    pub library: &'a Library,
    pub budget: &'a Budget,
}

impl Scope<'_, '_> {
    pub fn eval(&self, expr: &Expr, frame: &mut [Val]) -> Option<Val> {
        self.budget.spend(1)?;
        match expr {
            Expr::Const(value) => Some(value.clone()),
            Expr::Slot(slot) => match &frame[*slot as usize] {
                Val::Absent => None,
                value => Some(value.clone()),
            },
            Expr::List(items) => self.list(items, frame).map(|l| Val::List(l.into())),
            Expr::Comprehension { item, range } => {
                let (from, to, step) = self.range(range, frame)?;
                let mut items = Vec::new();
                let mut index = from;
                while index < to {
                    frame[range.index as usize] = Val::Int(index);
                    items.push(self.eval(item, frame)?);
                    // Past the largest integer there is nothing in the range.
                    let Some(next) = index.checked_add(step) else { break };
                    index = next;
                }
                Some(Val::List(items.into()))
            }
            Expr::Not(value) => Some(Val::Bool(!self.bool(value, frame)?)),
            Expr::Neg(value) => match self.eval(value, frame)? {
                Val::Int(v) => v.checked_neg().map(Val::Int),
                Val::Float(v) => Some(Val::Float(-v)),
                _ => None,
            },
            Expr::Binary(op, sides) => self.binary(*op, &sides.0, &sides.1, frame),
            Expr::If(parts) => {
                let branch = if self.bool(&parts[0], frame)? { &parts[1] } else { &parts[2] };
                self.eval(branch, frame)
            }
            Expr::Index(parts) => {
                let list = self.eval(&parts.0, frame)?.coerce(self.ir, Kind::ANYS)?;
                let index = self.int(&parts.1, frame)?;
                let Val::List(items) = list else { return None };
                let index = if index < 0 { index + items.len() as i64 } else { index };
                items.get(usize::try_from(index).ok()?).cloned()
            }
            Expr::Call { function, args } => {
                let mut values = smallvec::SmallVec::<[Val; 4]>::new();
                for arg in args {
                    values.push(self.eval(arg, frame)?);
                }
                let call = Call { ir: self.ir, root: self.root, options: self.options, args: &values };
                (function.run)(&call)
            }
            Expr::Table { table, args } => {
                let table = &self.library.tables[*table];
                let keys: Option<Vec<Val>> = args.iter().map(|a| self.eval(a, frame)).collect();
                self.lookup(table, &keys?)
            }
            Expr::InTable { table, key } => {
                let key = self.eval(key, frame)?;
                let table = &self.library.tables[*table];
                let keys = match (&key, table.keys.len()) {
                    (Val::List(items), n) if n > 1 => items.to_vec(),
                    _ => vec![key],
                };
                Some(Val::Bool(self.lookup(table, &keys).is_some()))
            }
            Expr::Coerce(kind, value) => self.eval(value, frame)?.coerce(self.ir, *kind),
            Expr::Present(value) => Some(Val::Bool(self.eval(value, frame).is_some())),
            Expr::Default(parts) => self.eval(&parts.0, frame).or_else(|| self.eval(&parts.1, frame)),
            Expr::Type(form) => self.type_form(form, frame),
        }
    }

    pub fn bool(&self, expr: &Expr, frame: &mut [Val]) -> Option<bool> {
        match self.eval(expr, frame)? {
            Val::Bool(v) => Some(v),
            other => match other.coerce(self.ir, Kind::BOOL)? {
                Val::Bool(v) => Some(v),
                _ => None,
            },
        }
    }

    pub fn int(&self, expr: &Expr, frame: &mut [Val]) -> Option<i64> {
        match self.eval(expr, frame)?.coerce(self.ir, Kind::INT)? {
            Val::Int(v) => Some(v),
            _ => None,
        }
    }

    /// Start, end and positive step of a range of acceptable length.
    pub fn range(&self, range: &Range, frame: &mut [Val]) -> Option<(i64, i64, i64)> {
        let from = self.int(&range.from, frame)?;
        let to = self.int(&range.to, frame)?;
        let step = match &range.step {
            Some(step) => self.int(step, frame)?,
            None => 1,
        };
        let fits = step > 0 && to.checked_sub(from)? / step <= MAX_RANGE;
        fits.then_some((from, to, step))
    }

    /// Items with spread lists flattened; absent optional ones are left out.
    pub fn list(&self, items: &[(Expr, Many)], frame: &mut [Val]) -> Option<Vec<Val>> {
        let mut list = Vec::with_capacity(items.len());
        for (item, many) in items {
            match many {
                Many::One => list.push(self.eval(item, frame)?),
                Many::Optional => list.extend(self.eval(item, frame)),
                Many::List => match self.eval(item, frame)? {
                    Val::List(values) => {
                        self.budget.spend(values.len())?;
                        list.extend(values.iter().cloned());
                    }
                    one => list.push(one),
                },
            }
        }
        Some(list)
    }

    fn lookup(&self, table: &Table, keys: &[Val]) -> Option<Val> {
        let keys: Option<Vec<Val>> = if keys.len() == table.keys.len() {
            keys.iter().zip(&table.keys).map(|(k, &kind)| k.clone().coerce(self.ir, kind)).collect()
        } else {
            None
        };
        let keys = keys?;
        let row = table
            .rows
            .iter()
            .find(|(row, _)| row.iter().zip(&keys).all(|(a, b)| a.equals(b, self.ir.ctx)))?;
        Some(row.1.clone())
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr, frame: &mut [Val]) -> Option<Val> {
        use BinaryOp::*;
        match op {
            And => return Some(Val::Bool(self.bool(left, frame)? && self.bool(right, frame)?)),
            Or => {
                // `or` is true when one side is, even if the other has no value.
                let first = self.bool(left, frame);
                return match first {
                    Some(true) => Some(Val::Bool(true)),
                    _ => match self.bool(right, frame) {
                        Some(true) => Some(Val::Bool(true)),
                        second => Some(Val::Bool(first? || second?)),
                    },
                };
            }
            _ => {}
        }
        let (a, b) = (self.eval(left, frame)?, self.eval(right, frame)?);
        match op {
            Eq => Some(Val::Bool(a.equals(&b, self.ir.ctx))),
            Ne => Some(Val::Bool(!a.equals(&b, self.ir.ctx))),
            In => match b.coerce(self.ir, Kind::ANYS)? {
                Val::List(items) => Some(Val::Bool(items.iter().any(|i| i.equals(&a, self.ir.ctx)))),
                _ => None,
            },
            Lt | Le | Gt | Ge => {
                let ordering = match self.numbers(a, b)? {
                    (Val::Int(a), Val::Int(b)) => Some(a.cmp(&b)),
                    (Val::Float(a), Val::Float(b)) => a.partial_cmp(&b),
                    _ => None,
                };
                Some(Val::Bool(match op {
                    Lt => ordering.is_some_and(|o| o.is_lt()),
                    Le => ordering.is_some_and(|o| o.is_le()),
                    Gt => ordering.is_some_and(|o| o.is_gt()),
                    _ => ordering.is_some_and(|o| o.is_ge()),
                }))
            }
            _ => match (a, b) {
                (Val::Str(a), Val::Str(b)) if op == Add => {
                    self.budget.spend(a.len() + b.len())?;
                    Some(Val::str(&format!("{a}{b}")))
                }
                (a, b) if op == Add && (matches!(a, Val::List(_)) || matches!(b, Val::List(_))) => {
                    match (a.coerce(self.ir, Kind::ANYS)?, b.coerce(self.ir, Kind::ANYS)?) {
                        (Val::List(a), Val::List(b)) => {
                            self.budget.spend(a.len() + b.len())?;
                            Some(Val::List(a.iter().chain(b.iter()).cloned().collect()))
                        }
                        _ => None,
                    }
                }
                (a, b) => match self.numbers(a, b)? {
                    (Val::Int(a), Val::Int(b)) => int_op(op, a, b).map(Val::Int),
                    (Val::Float(a), Val::Float(b)) => Some(Val::Float(match op {
                        Add => a + b,
                        Sub => a - b,
                        Mul => a * b,
                        Div => a / b,
                        _ => a % b,
                    })),
                    _ => None,
                },
            },
        }
    }

    /// Two numbers as the same kind: floats if one is a float.
    fn numbers(&self, a: Val, b: Val) -> Option<(Val, Val)> {
        let plain = |v: Val| match v {
            Val::Attr(_) => v.clone().coerce(self.ir, Kind::INT).or_else(|| v.coerce(self.ir, Kind::FLOAT)),
            Val::Int(_) | Val::Float(_) => Some(v),
            _ => None,
        };
        match (plain(a)?, plain(b)?) {
            (Val::Int(a), Val::Float(b)) => Some((Val::Float(a as f64), Val::Float(b))),
            (Val::Float(a), Val::Int(b)) => Some((Val::Float(a), Val::Float(b as f64))),
            pair => Some(pair),
        }
    }

    fn type_form(&self, form: &TypeForm, frame: &mut [Val]) -> Option<Val> {
        let ctx = self.ir.ctx;
        let ty = |value: Val| match value {
            Val::Type(ty) => Some(ty),
            _ => None,
        };
        let kind = match form {
            TypeForm::Shaped { vector, dims, elem } => {
                let shape = self.dims(dims, frame)?;
                let elem = ty(self.eval(elem, frame)?)?;
                if *vector {
                    let scalable = vec![false; shape.len()].into();
                    TypeKind::Vector { shape: shape.into(), scalable, elem }
                } else {
                    TypeKind::RankedTensor { shape: shape.into(), elem, encoding: None }
                }
            }
            TypeForm::Dialect { name, params } => {
                let params: Option<Box<[TypeParam]>> = params
                    .iter()
                    .map(|param| {
                        Some(match param {
                            ParamForm::Shape(dims, elem) => {
                                let shape = self.dims(dims, frame)?;
                                TypeParam::Shape(shape.into(), ty(self.eval(elem, frame)?)?)
                            }
                            ParamForm::Keyword(word) => match self.eval(word, frame)? {
                                Val::Str(word) => TypeParam::Keyword(ctx.str(&word)),
                                _ => return None,
                            },
                            ParamForm::Attr(attr) => match self.eval(attr, frame)? {
                                Val::Attr(attr) => TypeParam::Attr(attr),
                                _ => return None,
                            },
                        })
                    })
                    .collect();
                TypeKind::Dialect { name: *name, params: params? }
            }
        };
        Some(Val::Type(ctx.ty(kind)))
    }

    fn dims(&self, dims: &[DimForm], frame: &mut [Val]) -> Option<Vec<i64>> {
        let mut shape = Vec::with_capacity(dims.len());
        for dim in dims {
            match dim {
                DimForm::One(size) => {
                    shape.push(self.int(size, frame)?);
                }
                DimForm::All(list) => match self.eval(list, frame)?.coerce(self.ir, Kind::INTS)? {
                    Val::List(items) => {
                        for item in items.iter() {
                            let Val::Int(size) = item else { return None };
                            shape.push(*size);
                        }
                    }
                    _ => return None,
                },
            }
        }
        Some(shape)
    }
}

/// Integer arithmetic; division rounds towards minus infinity.
fn int_op(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Div => {
            let quotient = a.checked_div(b)?;
            Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
        }
        _ => {
            let rest = a.checked_rem(b)?;
            Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
        }
    }
}
