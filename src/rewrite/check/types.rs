//! Compiles type patterns.

use crate::ir::{DYNAMIC, ParamKind};

use super::super::ast::{self, DimKind, Many, TypeExprKind, TypeParam, Var};
use super::super::literal;
use super::super::program::*;
use super::super::value::{Kind, Val};
use super::Checker;
use super::expr::bare_variable;
use super::names::Names;

impl Checker<'_, '_> {
    /// Whether a variable of a pattern is bound here rather than compared.
    fn is_new(&self, names: &Names, var: &Var) -> bool {
        names.find(&var.text).is_none() && !self.consts.contains_key(&var.text)
    }

    pub(super) fn type_pat(&mut self, names: &mut Names, ty: &ast::TypeExpr) -> Option<TypePat> {
        Some(match &ty.kind {
            TypeExprKind::Wild => TypePat::Any,
            TypeExprKind::Var(var) if self.is_new(names, var) => {
                TypePat::Bind(names.bind(var, Kind::TYPE, Many::One))
            }
            TypeExprKind::Var(var) => {
                let (expr, kind) = self.variable(names, var)?;
                if !Kind::TYPE.accepts(kind) {
                    return self.fail(var.span, format!("expected Type, found {kind}"));
                }
                match expr {
                    Expr::Const(Val::Type(ty)) => TypePat::Exact(ty),
                    Expr::Slot(slot) => TypePat::Equal(slot),
                    _ => return self.fail(var.span, "expected a type"),
                }
            }
            TypeExprKind::Literal(span) => {
                let parsed = literal::parse_type(self.ctx, *span);
                TypePat::Exact(self.report(parsed)?)
            }
            TypeExprKind::Scalar(word) => TypePat::Exact(self.scalar(word, ty.span)?),
            TypeExprKind::Tensor(shape) | TypeExprKind::Vector(shape) => {
                let vector = matches!(ty.kind, TypeExprKind::Vector(_));
                TypePat::Shaped { vector, shape: self.shape_pat(names, shape)? }
            }
            TypeExprKind::Dialect { name, params } => {
                let kinds = self.type_params(name, params.len())?;
                let params: Option<Vec<ParamPat>> =
                    params.iter().zip(kinds).map(|(p, k)| self.param_pat(names, p, k)).collect();
                TypePat::Dialect { name: self.ctx.str(&name.text), params: params? }
            }
        })
    }

    fn shape_pat(&mut self, names: &mut Names, shape: &ast::Shape) -> Option<ShapePat> {
        let mut dims = Vec::new();
        let mut rest = None;
        for (index, dim) in shape.dims.iter().enumerate() {
            if matches!(dim.kind, DimKind::All(_)) && rest.replace(index).is_some() {
                return self.fail(dim.span, "a shape has at most one `*`");
            }
            dims.push(match &dim.kind {
                DimKind::Int(v) => DimPat::Is(Expr::Const(Val::Int(*v))),
                DimKind::Dynamic => DimPat::Is(Expr::Const(Val::Int(DYNAMIC))),
                DimKind::Wild => DimPat::Any,
                DimKind::Var(var) if self.is_new(names, var) => {
                    DimPat::Bind(names.bind(var, Kind::INT, Many::One))
                }
                DimKind::Var(var) => {
                    let (expr, kind) = self.variable(names, var)?;
                    if !Kind::INT.accepts(kind) {
                        return self.fail(var.span, format!("expected Int, found {kind}"));
                    }
                    DimPat::Is(expr)
                }
                DimKind::All(None) => DimPat::All,
                DimKind::All(Some(var)) if self.is_new(names, var) => {
                    DimPat::BindAll(names.bind(var, Kind::INTS, Many::One))
                }
                DimKind::All(Some(var)) => {
                    let (expr, kind) = self.variable(names, var)?;
                    if !Kind::INTS.accepts(kind) {
                        return self.fail(var.span, format!("expected List Int, found {kind}"));
                    }
                    DimPat::AllAre(expr)
                }
                DimKind::Expr(expr) => DimPat::Is(self.expect(names, expr, Kind::INT)?),
            });
        }
        let elem = Box::new(self.type_pat(names, &shape.elem)?);
        Some(ShapePat { dims, rest, elem })
    }

    fn param_pat(
        &mut self,
        names: &mut Names,
        param: &TypeParam,
        kind: &'static ParamKind,
    ) -> Option<ParamPat> {
        let bare = bare_variable(param);
        Some(match (kind, param) {
            (ParamKind::Shape, TypeParam::Shape(shape)) => ParamPat::Shape(self.shape_pat(names, shape)?),
            (ParamKind::Keyword(words), TypeParam::Word(word)) => {
                if word.text == "_" {
                    return Some(ParamPat::Any);
                }
                self.keyword(word, words)?;
                ParamPat::Is(Expr::Const(Val::str(&word.text)))
            }
            (ParamKind::Keyword(_) | ParamKind::Attr, TypeParam::Shape(shape))
                if shape.dims.is_empty() && matches!(shape.elem.kind, TypeExprKind::Wild) =>
            {
                ParamPat::Any
            }
            (ParamKind::Keyword(_) | ParamKind::Attr, _) if bare.is_some() => {
                let var = bare?;
                if self.is_new(names, var) {
                    let kind = if matches!(kind, ParamKind::Keyword(_)) { Kind::STR } else { Kind::ATTR };
                    ParamPat::Bind(names.bind(var, kind, Many::One))
                } else {
                    ParamPat::Is(self.variable(names, var)?.0)
                }
            }
            (ParamKind::Attr, TypeParam::Int(value, _)) => ParamPat::Is(Expr::Const(Val::Int(*value))),
            (ParamKind::Attr, TypeParam::Str(text)) => ParamPat::Is(Expr::Const(Val::str(&text.text))),
            _ => return self.bad_param(param, kind),
        })
    }
}
