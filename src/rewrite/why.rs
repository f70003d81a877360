//! Says why an expression has no value: the innermost part that lacks one, and what it was given. Only runs when a rewrite
//! fails, so it evaluates the parts again.

use super::ast::{BinaryOp, Many};
use super::eval::{Budget, MAX_RANGE, Scope};
use super::matcher::display;
use super::program::*;
use super::value::{Kind, Val};

impl Scope<'_, '_> {
    /// Why an expression has no value.
    pub fn why(&self, expr: &Expr, frame: &mut [Val]) -> String {
        // What is left of the budget may not do for a second evaluation.
        Scope { budget: &Budget::new(), ..*self }.reason(expr, frame)
    }

    /// Why a list has none.
    pub fn why_list(&self, items: &[(Expr, Many)], frame: &mut [Val]) -> String {
        let missing =
            items.iter().find(|(item, many)| *many != Many::Optional && self.eval(item, frame).is_none());
        missing.map_or_else(|| "a list is too long".into(), |(item, _)| self.why(item, frame))
    }

    /// Why a range has none.
    pub fn why_range(&self, range: &Range, frame: &mut [Val]) -> String {
        let ends = [Some(&range.from), Some(&range.to), range.step.as_ref()];
        match ends.into_iter().flatten().find(|end| self.int(end, frame).is_none()) {
            Some(end) => self.why(end, frame),
            None => format!("this range has no positive step, or more than {MAX_RANGE} items"),
        }
    }

    /// A value, cut where it gets long.
    fn show(&self, value: &Val) -> String {
        const LONGEST: usize = 60;
        let text = display(self.ir, value);
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None => text,
        }
    }

    /// The reason of the first of these that has no value.
    fn first<'e>(&self, parts: impl IntoIterator<Item = &'e Expr>, frame: &mut [Val]) -> Option<String> {
        let missing = parts.into_iter().find(|part| self.eval(part, frame).is_none())?;
        Some(self.reason(missing, frame))
    }

    fn reason(&self, expr: &Expr, frame: &mut [Val]) -> String {
        let parts: Vec<&Expr> = match expr {
            Expr::Not(e) | Expr::Neg(e) | Expr::Coerce(_, e) | Expr::InTable { key: e, .. } => vec![e],
            Expr::Binary(_, sides) => vec![&sides.0, &sides.1],
            Expr::Index(parts) => vec![&parts.0, &parts.1],
            Expr::Call { args, .. } | Expr::Table { args, .. } => args.iter().collect(),
            Expr::If(parts) => match self.bool(&parts[0], frame) {
                Some(true) => vec![&parts[1]],
                Some(false) => vec![&parts[2]],
                None => vec![&parts[0]],
            },
            Expr::List(items) => return self.why_list(items, frame),
            Expr::Type(form) => return self.why_type(form, frame),
            Expr::Comprehension { range, .. } if self.range(range, frame).is_none() => {
                return self.why_range(range, frame);
            }
            _ => Vec::new(),
        };
        if let Some(reason) = self.first(parts.iter().copied(), frame) {
            return reason;
        }
        let values: Vec<Val> = parts.iter().filter_map(|part| self.eval(part, frame)).collect();
        let shown: Vec<String> = values.iter().map(|value| self.show(value)).collect();
        let shown = shown.join(", ");
        match (expr, &values[..]) {
            (Expr::Slot(_), _) => "an optional operand or attribute is absent here".into(),
            (Expr::Binary(BinaryOp::Div | BinaryOp::Rem, _), [a, Val::Int(0)]) => {
                format!("{} is divided by zero", self.show(a))
            }
            (Expr::Binary(op, _), [a, b]) => {
                let (a, b) = (self.show(a), self.show(b));
                match symbol(*op) {
                    Some(symbol) => format!("{a} {symbol} {b} does not fit 64 bits"),
                    None => format!("{a} and {b} cannot be compared"),
                }
            }
            (Expr::Neg(_), _) => format!("-({shown}) does not fit 64 bits"),
            (Expr::Index(_), [list, index]) => {
                let length = match list.clone().coerce(self.ir, Kind::ANYS) {
                    Some(Val::List(items)) => items.len(),
                    _ => 0,
                };
                format!("a list of {length} items has no item {}", self.show(index))
            }
            (Expr::Call { function, .. }, _) => format!("`{}({shown})` has no value", function.name),
            (Expr::Table { table, .. }, _) => {
                format!("table `{}` has no row for {shown}", self.library.tables[*table].name)
            }
            (Expr::Coerce(kind, _), [value]) => format!("{} is no {kind}", self.show(value)),
            _ => "this expression has no value here".into(),
        }
    }

    fn why_type(&self, form: &TypeForm, frame: &mut [Val]) -> String {
        let sizes = |dims: &[DimForm], frame: &mut [Val]| {
            let dims = dims.iter().map(|(DimForm::One(size) | DimForm::All(size))| size);
            self.first(dims, frame)
        };
        let missing = match form {
            TypeForm::Shaped { dims, elem, .. } => sizes(dims, frame).or_else(|| self.first([elem], frame)),
            TypeForm::Dialect { params, .. } => params.iter().find_map(|param| match param {
                ParamForm::Shape(dims, elem) => sizes(dims, frame).or_else(|| self.first([elem], frame)),
                ParamForm::Keyword(value) | ParamForm::Attr(value) => self.first([value], frame),
            }),
        };
        missing.unwrap_or_else(|| "a part of this type is of the wrong kind".into())
    }
}

/// How an operator on numbers is written.
fn symbol(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        _ => return None,
    })
}
