//! Expressions and types.

use std::sync::LazyLock;

use pest::iterators::Pair;
use pest::pratt_parser::{Assoc, Op, PrattParser};

use crate::ir::{Diagnostic, Span};

use super::super::ast::*;
use super::{Reader, Result, Rule, children};

/// Operators from loosest to tightest.
static OPERATORS: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    let left = |rule| Op::infix(rule, Assoc::Left);
    PrattParser::new()
        .op(left(Rule::or))
        .op(left(Rule::and))
        .op(Op::prefix(Rule::not))
        .op(left(Rule::eq)
            | left(Rule::ne)
            | left(Rule::lt)
            | left(Rule::le)
            | left(Rule::gt)
            | left(Rule::ge)
            | left(Rule::member))
        .op(left(Rule::add) | left(Rule::sub))
        .op(left(Rule::mul) | left(Rule::div) | left(Rule::rem))
        .op(Op::prefix(Rule::neg))
        .op(Op::postfix(Rule::index))
});

/// The most operands, operators and indices of one expression outside of brackets.
const MAX_CHAIN: usize = 256;

/// The span from one expression to another.
fn join(a: Span, b: Span) -> Span {
    Span { start: a.start.min(b.start), end: a.end.max(b.end), ..a }
}

impl Reader {
    pub(super) fn expr(self, pair: Pair<'_, Rule>) -> Result<Expr> {
        // Operators and indices make the tree deeper by one each.
        if pair.clone().into_inner().nth(MAX_CHAIN).is_some() {
            let message = format!("an expression has at most {MAX_CHAIN} operands, operators and indices");
            let error = Diagnostic::error(self.span(&pair), message).help("name its parts with `let`");
            return Err(Box::new(error));
        }
        OPERATORS
            .map_primary(|p| self.primary(p))
            .map_prefix(|op, value| {
                let value = value?;
                let span = join(self.span(&op), value.span);
                let kind = match (op.as_rule(), &value.kind) {
                    (Rule::not, _) => ExprKind::Not(Box::new(value)),
                    (_, ExprKind::Int(v)) => v.checked_neg().map_or(ExprKind::BehindLargest, ExprKind::Int),
                    (_, ExprKind::BehindLargest) => ExprKind::Int(i64::MIN),
                    (_, ExprKind::Float(v)) => ExprKind::Float(-v),
                    _ => ExprKind::Neg(Box::new(value)),
                };
                Ok(Expr { kind, span })
            })
            .map_postfix(|list, index| {
                let list = list?;
                let span = join(list.span, self.span(&index));
                let index = self.expr(children(index).next().expect("an index has an expression"))?;
                Ok(Expr { kind: ExprKind::Index(Box::new(list), Box::new(index)), span })
            })
            .map_infix(|left, op, right| {
                let (left, right) = (left?, right?);
                let span = join(left.span, right.span);
                let op = match op.as_rule() {
                    Rule::add => BinaryOp::Add,
                    Rule::sub => BinaryOp::Sub,
                    Rule::mul => BinaryOp::Mul,
                    Rule::div => BinaryOp::Div,
                    Rule::rem => BinaryOp::Rem,
                    Rule::eq => BinaryOp::Eq,
                    Rule::ne => BinaryOp::Ne,
                    Rule::lt => BinaryOp::Lt,
                    Rule::le => BinaryOp::Le,
                    Rule::gt => BinaryOp::Gt,
                    Rule::ge => BinaryOp::Ge,
                    Rule::and => BinaryOp::And,
                    Rule::or => BinaryOp::Or,
                    _ => BinaryOp::In,
                };
                Ok(Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span })
            })
            .parse(pair.into_inner())
    }

    fn primary(self, pair: Pair<'_, Rule>) -> Result<Expr> {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            // A parenthesized expression.
            Rule::expr => return self.expr(pair),
            Rule::if_expr => {
                let mut parts = children(pair);
                let mut next = || self.expr(parts.next().expect("`if` has three expressions"));
                ExprKind::If(Box::new([next()?, next()?, next()?]))
            }
            Rule::list => {
                let mut items = Vec::new();
                let mut range = None;
                for part in pair.into_inner() {
                    match part.as_rule() {
                        Rule::arg => items.push(self.arg(part)?),
                        _ => {
                            let inner = children(part).next().expect("a comprehension has a range");
                            range = Some(self.range(inner)?);
                        }
                    }
                }
                match range {
                    Some(range) => {
                        let item = items.pop().expect("a comprehension has an item");
                        ExprKind::Comprehension(Box::new(item.expr), Box::new(range))
                    }
                    None => ExprKind::List(items),
                }
            }
            Rule::float => ExprKind::Float(pair.as_str().parse().unwrap_or(f64::NAN)),
            Rule::int if pair.as_str().parse() == Ok(i64::MIN.unsigned_abs()) => ExprKind::BehindLargest,
            Rule::int => ExprKind::Int(self.int(&pair)?),
            Rule::string => ExprKind::Str(self.string(&pair)?),
            Rule::literal => ExprKind::Literal(self.literal(&pair)),
            Rule::boolean => ExprKind::Bool(pair.as_str() == "true"),
            Rule::special if pair.as_str() == "nan" => ExprKind::Float(f64::NAN),
            Rule::special => ExprKind::Float(f64::INFINITY),
            Rule::r#type => ExprKind::Type(Box::new(self.type_expr(pair)?)),
            Rule::call => {
                let mut parts = children(pair);
                let name = self.name(&parts.next().expect("a call has a name"));
                let args = self.args(parts.next().expect("a call has arguments"))?;
                ExprKind::Call(name, args)
            }
            Rule::value | Rule::meta => ExprKind::Var(self.var(&pair)),
            _ => ExprKind::Word(self.name(&pair)),
        };
        Ok(Expr { kind, span })
    }

    /// The span between the backquotes.
    fn literal(self, pair: &Pair<'_, Rule>) -> Span {
        let span = self.span(pair);
        Span { start: span.start + 1, end: span.end - 1, ..span }
    }

    pub(super) fn args(self, pair: Pair<'_, Rule>) -> Result<Vec<Arg>> {
        children(pair).map(|a| self.arg(a)).collect()
    }

    pub(super) fn arg(self, pair: Pair<'_, Rule>) -> Result<Arg> {
        let mut parts = pair.into_inner();
        let expr = self.expr(parts.next().expect("an argument has an expression"))?;
        Ok(Arg { expr, many: many(parts.next()) })
    }

    pub(super) fn range(self, pair: Pair<'_, Rule>) -> Result<Range> {
        let mut parts = children(pair);
        let index = self.var(&parts.next().expect("a range has an index"));
        let from = self.expr(parts.next().expect("a range has a start"))?;
        let to = self.expr(parts.next().expect("a range has an end"))?;
        let step = parts.next().map(|s| self.expr(s)).transpose()?;
        Ok(Range { index, from, to, step })
    }

    pub(super) fn binder(self, pair: Pair<'_, Rule>) -> Binder {
        let span = self.span(&pair);
        let mut parts = pair.into_inner();
        let name = parts.next().expect("a binder has a name");
        let var = (name.as_rule() != Rule::wild).then(|| self.var(&name));
        Binder { var, many: many(parts.next()), span }
    }

    pub(super) fn binders(self, pair: Pair<'_, Rule>) -> Vec<Binder> {
        children(pair).map(|b| self.binder(b)).collect()
    }

    pub(super) fn type_expr(self, pair: Pair<'_, Rule>) -> Result<TypeExpr> {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::type_pat | Rule::r#type => {
                return self.type_expr(pair.into_inner().next().expect("a type has one alternative"));
            }
            Rule::wild => TypeExprKind::Wild,
            Rule::meta => TypeExprKind::Var(self.var(&pair)),
            Rule::literal => TypeExprKind::Literal(self.literal(&pair)),
            Rule::tensor => TypeExprKind::Tensor(self.shape(pair.into_inner().next())?),
            Rule::vector => TypeExprKind::Vector(self.shape(pair.into_inner().next())?),
            Rule::dialect_type => {
                let mut parts = pair.into_inner();
                let name = self.name(&parts.next().expect("a dialect type has a name"));
                let params = parts.map(|p| self.type_param(p)).collect::<Result<_>>()?;
                TypeExprKind::Dialect { name, params }
            }
            _ => TypeExprKind::Scalar(pair.as_str().to_string()),
        };
        Ok(TypeExpr { kind, span })
    }

    fn type_param(self, pair: Pair<'_, Rule>) -> Result<TypeParam> {
        let inner = pair.into_inner().next().expect("a type parameter has one alternative");
        Ok(match inner.as_rule() {
            Rule::shape => TypeParam::Shape(self.shape(Some(inner))?),
            Rule::string => TypeParam::Str(Name { text: self.string(&inner)?, span: self.span(&inner) }),
            Rule::int => TypeParam::Int(self.int(&inner)?, self.span(&inner)),
            _ => TypeParam::Word(self.name(&inner)),
        })
    }

    fn shape(self, pair: Option<Pair<'_, Rule>>) -> Result<Shape> {
        let pair = pair.expect("a shaped type has a shape");
        let span = self.span(&pair);
        let mut dims = Vec::new();
        let mut elem = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::dim => dims.push(self.dim(part)?),
                _ => elem = Some(self.type_expr(part)?),
            }
        }
        let elem = Box::new(elem.expect("a shape ends with an element type"));
        Ok(Shape { dims, elem, span })
    }

    fn dim(self, pair: Pair<'_, Rule>) -> Result<Dim> {
        let span = self.span(&pair);
        let inner = pair.into_inner().next().expect("a dimension has one alternative");
        let kind = match inner.as_rule() {
            Rule::int => DimKind::Int(self.int(&inner)?),
            Rule::dynamic => DimKind::Dynamic,
            Rule::wild => DimKind::Wild,
            Rule::meta => DimKind::Var(self.var(&inner)),
            Rule::all_dims => {
                let name = inner.into_inner().next().expect("`*` is followed by a name");
                DimKind::All((name.as_rule() != Rule::wild).then(|| self.var(&name)))
            }
            _ => DimKind::Expr(self.expr(inner)?),
        };
        Ok(Dim { kind, span })
    }
}

fn many(suffix: Option<Pair<'_, Rule>>) -> Many {
    match suffix.map(|s| s.as_rule()) {
        Some(Rule::spread) => Many::List,
        Some(_) => Many::Optional,
        None => Many::One,
    }
}
