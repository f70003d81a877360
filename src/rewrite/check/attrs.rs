//! Checks attribute lists, on both sides.

use crate::ir::{Attr, AttrDefault, AttrSlot, Diagnostic, OpInfo, Span};

use super::super::ast::{self, AttrMode, ExprKind, Many, Name};
use super::super::program::*;
use super::super::value::{Kind, Val, declared_attr};
use super::Checker;
use super::names::{Names, Origin, suggest};

impl Checker<'_, '_> {
    /// The declaration of an attribute. Names with a dialect prefix may be discardable attributes, which need none.
    fn attr_slot(&mut self, info: Option<&'static OpInfo>, name: &Name) -> Option<Option<&'static AttrSlot>> {
        let Some(info) = info else { return Some(None) };
        let slot = info.attr(&name.text);
        if slot.is_some() || name.text.contains('.') {
            return Some(slot);
        }
        let message = format!("`{}` has no attribute `{}`", info.name, name.text);
        let diagnostic = Diagnostic::error(name.span, message);
        let diagnostic = suggest(diagnostic, &name.text, info.attrs.iter().map(|a| a.name));
        self.diagnostics.push(diagnostic);
        None
    }

    /// Checks a constant against the declaration; returns the attribute it stands for.
    fn constant_attr(&mut self, slot: &'static AttrSlot, value: &Val, span: Span) -> Option<Attr> {
        match declared_attr(self.ctx, value, slot.constraint) {
            Ok(attr) => Some(attr),
            Err(wanted) => self.fail(span, format!("attribute `{}` must be {wanted}", slot.name)),
        }
    }

    /// Steps for the attributes of an op on the match side.
    pub(super) fn match_attrs(
        &mut self,
        names: &mut Names,
        op: Slot,
        info: Option<&'static OpInfo>,
        attrs: &[ast::Attr],
        steps: &mut Vec<(Step, Span)>,
    ) -> Option<()> {
        for attr in attrs {
            let slot = self.attr_slot(info, &attr.name)?;
            let default = match slot.map(|s| s.default) {
                Some(AttrDefault::Value(text)) => crate::ir::text::parse_attr(self.ctx, text).ok(),
                _ => None,
            };
            let name = self.ctx.str(&attr.name.text);
            let step = match &attr.mode {
                AttrMode::Present => Step::AttrPresent { op, name, present: true },
                AttrMode::Absent => Step::AttrPresent { op, name, present: false },
                AttrMode::Is(value) | AttrMode::Maybe(value) => {
                    let optional = matches!(attr.mode, AttrMode::Maybe(_));
                    match &value.kind {
                        ExprKind::Var(var)
                            if names.find(&var.text).is_none() && !self.consts.contains_key(&var.text) =>
                        {
                            if var.text.starts_with('%') {
                                return self.fail(var.span, "an attribute is named with `$`");
                            }
                            let many = if optional { Many::Optional } else { Many::One };
                            let to = names.bind(var, Kind::ATTR, many);
                            names.last().origin = Some(Origin::Attr(op, attr.name.text.clone()));
                            Step::Attr { op, name, default, to, bound: false, optional }
                        }
                        kind => {
                            let (expr, given) = self.expr(names, value)?;
                            if !Kind::ATTR.accepts(given) {
                                return self.fail(value.span, format!("expected Attr, found {given}"));
                            }
                            if let ExprKind::Str(word) = kind {
                                self.check_word(&attr.name.text, word, value.span)?;
                            }
                            if let (Some(slot), Expr::Const(constant)) = (slot, &expr) {
                                self.constant_attr(slot, constant, value.span)?;
                            }
                            Step::AttrIs { op, name, default, value: expr, optional }
                        }
                    }
                }
            };
            steps.push((step, attr.span));
        }
        Some(())
    }

    /// The attributes of an op that is built (`complete`: all required ones must be there) or updated.
    pub(super) fn build_attrs(
        &mut self,
        names: &mut Names,
        info: Option<&'static OpInfo>,
        attrs: &[ast::Attr],
        complete: Option<(Span, &[&str])>,
    ) -> Option<Vec<AttrPlan>> {
        let mut plans: Vec<AttrPlan> = Vec::new();
        for attr in attrs {
            let slot = self.attr_slot(info, &attr.name)?;
            if plans.iter().any(|p| p.name == attr.name.text) {
                return self.fail(attr.span, format!("attribute `{}` is given twice", attr.name.text));
            }
            let value = match &attr.mode {
                AttrMode::Present => {
                    if let Some(slot) = slot {
                        self.constant_attr(slot, &Val::Attr(self.ctx.unit_attr()), attr.span)?;
                    }
                    AttrForm::Unit
                }
                AttrMode::Absent if complete.is_none() => self.removed_attr(info, slot, attr.span)?,
                AttrMode::Absent => {
                    return self.fail(attr.span, "a new op has no attribute that could be removed");
                }
                AttrMode::Is(value) => AttrForm::Is(self.attr_value(names, attr, slot, value)?),
                AttrMode::Maybe(value) => AttrForm::Maybe(self.attr_value(names, attr, slot, value)?),
            };
            let key = self.ctx.str(&attr.name.text);
            plans.push(AttrPlan { name: attr.name.text.clone(), key, slot, value, span: attr.span });
        }
        if let (Some((span, implied)), Some(info)) = (complete, info) {
            for slot in info.attrs.iter().filter(|s| !implied.contains(&s.name)) {
                self.complete_attr(info, slot, &mut plans, span)?;
            }
        }
        Some(plans)
    }

    /// What an update does that removes an attribute: one with a default gets that again, a required one stays.
    fn removed_attr(
        &mut self,
        info: Option<&'static OpInfo>,
        slot: Option<&'static AttrSlot>,
        span: Span,
    ) -> Option<AttrForm> {
        let (Some(info), Some(slot)) = (info, slot) else { return Some(AttrForm::Remove) };
        match slot.default {
            AttrDefault::Required => {
                self.fail(span, format!("`{}` requires attribute `{}`", info.name, slot.name))
            }
            AttrDefault::Optional | AttrDefault::OptionalDicts => Some(AttrForm::Remove),
            AttrDefault::Value(_) => {
                let default = self.ctx.default_attr(slot)?;
                Some(AttrForm::Is(Expr::Const(Val::Attr(default))))
            }
        }
    }

    /// Sees to an attribute of a new op that may not have been given: a default is written out, as the parser does.
    fn complete_attr(
        &mut self,
        info: &'static OpInfo,
        slot: &'static AttrSlot,
        plans: &mut Vec<AttrPlan>,
        span: Span,
    ) -> Option<()> {
        let given = plans.iter_mut().find(|p| p.name == slot.name);
        let default = match (slot.default, given.is_some()) {
            (AttrDefault::Value(text), _) => crate::ir::text::parse_attr(self.ctx, text).ok(),
            (AttrDefault::Required, false) => {
                return self.fail(span, format!("`{}` requires attribute `{}`", info.name, slot.name));
            }
            _ => None,
        };
        let Some(default) = default else { return Some(()) };
        let default = Expr::Const(Val::Attr(default));
        match given {
            Some(plan) => {
                let form = std::mem::replace(&mut plan.value, AttrForm::Unit);
                plan.value = match form {
                    AttrForm::Maybe(value) => AttrForm::Is(Expr::Default(Box::new((value, default)))),
                    form => form,
                };
            }
            None => {
                let (name, key) = (slot.name.to_string(), self.ctx.str(slot.name));
                plans.push(AttrPlan { name, key, slot: Some(slot), value: AttrForm::Is(default), span });
            }
        }
        Some(())
    }

    fn attr_value(
        &mut self,
        names: &mut Names,
        attr: &ast::Attr,
        slot: Option<&'static AttrSlot>,
        value: &ast::Expr,
    ) -> Option<Expr> {
        let (expr, given) = self.expr(names, value)?;
        if !Kind::ATTR.accepts(given) {
            return self.fail(value.span, format!("expected Attr, found {given}"));
        }
        if let ExprKind::Str(word) = &value.kind {
            self.check_word(&attr.name.text, word, value.span)?;
        }
        match (slot, expr) {
            (Some(slot), Expr::Const(constant)) => {
                Some(Expr::Const(Val::Attr(self.constant_attr(slot, &constant, value.span)?)))
            }
            (_, expr) => Some(expr),
        }
    }
}
