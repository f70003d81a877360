//! Compiles forms: named shapes of a value with alternatives, expanded where they are used.

use std::rc::Rc;

use crate::ir::Diagnostic;

use super::super::ast::{self, Binder, Item, Many, OpPat, Param, Term, ValuePat};
use super::super::program::*;
use super::super::value::{Base, Kind};
use super::clauses::Steps;
use super::names::{MatchedOp, Names, Origin, suggest};
use super::{Checker, binder_kind};

/// The alternatives of a form, which have the same parameters.
pub(super) struct FormInfo {
    params: Vec<ParamInfo>,
    alternatives: Vec<ast::Form>,
}

/// What an argument of a form must be.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ParamInfo {
    kind: Kind,
    many: Many,
    /// Whether it is named with `%`.
    is_value: bool,
}

impl ParamInfo {
    fn of(param: &Param) -> Self {
        let binder = &param.binder;
        ParamInfo { kind: param.kind.unwrap_or(binder_kind(binder)), ..ParamInfo::named(binder) }
    }

    /// What the form of a name says.
    fn named(binder: &Binder) -> Self {
        let is_value = binder.var.as_ref().is_none_or(|var| var.text.starts_with('%'));
        ParamInfo { kind: binder_kind(binder), many: binder.many, is_value }
    }
}

impl Checker<'_, '_> {
    /// Collects the forms of all files and checks each alternative on its own.
    pub(super) fn forms(&mut self, items: &[Item]) {
        let sources = items.iter().filter_map(|i| if let Item::Form(form) = i { Some(form) } else { None });
        let mut found: Vec<(&str, FormInfo)> = Vec::new();
        for source in sources.clone() {
            let params: Vec<_> = source.params.iter().map(ParamInfo::of).collect();
            match found.iter_mut().find(|(name, _)| *name == source.name.text) {
                Some((_, form)) if form.params == params => form.alternatives.push(source.clone()),
                Some((name, _)) => {
                    let message = format!("the alternatives of form `{name}` have the same parameters");
                    self.fail::<()>(source.name.span, message);
                }
                None => {
                    found.push((&source.name.text, FormInfo { params, alternatives: vec![source.clone()] }));
                }
            }
        }
        self.forms = found.into_iter().map(|(name, form)| (name.to_owned(), Rc::new(form))).collect();
        for source in sources {
            let mut names = Names::default();
            let (value, definer) = (names.fresh(), names.fresh());
            let params: Vec<Slot> = source.params.iter().map(|_| names.fresh()).collect();
            let mut steps = Steps { names: &mut names, list: Vec::new(), follows_users: false };
            self.open_forms.push(source.name.text.clone());
            let done = self.alternative(&mut steps, source, value, definer, &params);
            self.open_forms.pop();
            if done.is_some() {
                names.leave(0, self.diagnostics);
            }
        }
    }

    /// `%x = form(...)`, where `%x` is bound.
    pub(super) fn form_clause(&mut self, steps: &mut Steps<'_>, clause: &ast::Clause) -> Option<()> {
        let [result] = clause.results.as_slice() else {
            return self.fail(clause.span, "a form is the form of one value: write `%x = form(...)`");
        };
        let var = result.binder.var.as_ref().filter(|_| result.binder.many == Many::One);
        let binding = var.and_then(|var| {
            let bindings = steps.names.bindings.iter_mut().rev();
            bindings.filter(|b| b.kind == Kind::VALUE).find(|b| b.name == var.text)
        });
        let Some(binding) = binding else {
            return self.fail(clause.span, "this clause is not connected: its value is not bound above");
        };
        let value = binding.slot;
        binding.used = true;
        let definer = steps.names.fresh();
        steps.list.push((Step::Definer { value, to: definer }, clause.span));
        let binding = steps.names.bindings.iter_mut().rev().find(|b| b.slot == value)?;
        binding.origin = Some(Origin::Result(definer));
        if let Some(alias) = &clause.alias {
            steps.names.ops.push(MatchedOp { name: alias.text.clone(), slot: definer, info: None });
        }
        self.value_type(steps, value, result)?;
        let otherwise = self.otherwise(steps.names, clause.otherwise.as_ref())?;
        self.form(steps, &clause.op, value, definer, otherwise)
    }

    /// Steps for a value, defined by the op in `definer`, that has a form.
    pub(super) fn form(
        &mut self,
        steps: &mut Steps<'_>,
        source: &OpPat,
        value: Slot,
        definer: Slot,
        otherwise: Option<Box<Report>>,
    ) -> Option<()> {
        let name = &source.name;
        let Some(form) = self.forms.get(&name.text).cloned() else {
            let diagnostic = Diagnostic::error(name.span, format!("unknown form `{}`", name.text));
            let diagnostic = suggest(diagnostic, &name.text, self.forms.keys().map(String::as_str));
            self.diagnostics.push(diagnostic);
            return None;
        };
        if source.operands.len() != form.params.len() {
            return self.arguments(source.span, &name.text, form.params.len(), source.operands.len());
        }
        if self.open_forms.contains(&name.text) {
            return self.fail(name.span, format!("form `{}` contains itself", name.text));
        }
        let found = steps.names.fresh();
        let fork = steps.list.len();
        // Becomes the fork when the places of the alternatives are known.
        steps.list.push((Step::Join { to: fork, found }, source.span));
        let first = steps.names.slots();
        let args: Vec<Slot> = form.params.iter().map(|_| steps.names.fresh()).collect();
        self.open_forms.push(name.text.clone());
        let targets = self.alternatives(steps, &form, value, definer, &args, found);
        self.open_forms.pop();
        let slots = first..steps.names.slots();
        steps.list[fork].0 = Step::Fork { targets: targets?, slots, found, otherwise };
        for ((operand, &slot), &param) in source.operands.iter().zip(&args).zip(&form.params) {
            if let Some(name) = &operand.slot {
                return self.fail(name.span, "arguments of forms have no names");
            }
            self.argument(steps, &operand.term, slot, param)?;
        }
        Some(())
    }

    /// The alternatives one behind the other, each of which goes on behind the last one; where they begin.
    fn alternatives(
        &mut self,
        steps: &mut Steps<'_>,
        form: &FormInfo,
        value: Slot,
        definer: Slot,
        args: &[Slot],
        found: Slot,
    ) -> Option<Vec<usize>> {
        let (mut targets, mut ends) = (Vec::new(), Vec::new());
        for source in &form.alternatives {
            targets.push(steps.list.len());
            let outer = steps.names.hide();
            let done = self.alternative(steps, source, value, definer, args);
            steps.names.show(outer);
            done?;
            ends.push(steps.list.len());
            steps.list.push((Step::Join { to: 0, found }, source.name.span));
        }
        let join = steps.list.len();
        for end in ends {
            steps.list[end].0 = Step::Join { to: join, found };
        }
        Some(targets)
    }

    /// The steps of one alternative, in a scope that has no names yet.
    fn alternative(
        &mut self,
        steps: &mut Steps<'_>,
        source: &ast::Form,
        value: Slot,
        definer: Slot,
        args: &[Slot],
    ) -> Option<()> {
        let known = self.diagnostics.list.len();
        steps.names.bind_slot(&source.value, Kind::VALUE, Many::One, value);
        let binding = steps.names.last();
        binding.quiet = true;
        binding.origin = Some(Origin::Result(definer));
        let mut failed = false;
        for part in &source.parts {
            failed |= self.part(steps, part).is_none();
        }
        if !failed {
            let params = source.params.iter().zip(args);
            failed = params.filter(|(param, to)| self.hand_out(steps, param, **to).is_none()).count() > 0;
        }
        // A form is compiled wherever it is used, but its errors are reported once.
        for diagnostic in self.diagnostics.list.split_off(known) {
            let same =
                |d: &Diagnostic| d.primary.span == diagnostic.primary.span && d.message == diagnostic.message;
            if !self.diagnostics.list.iter().any(same) {
                self.diagnostics.list.push(diagnostic);
            }
        }
        (!failed).then_some(())
    }

    /// Gives an argument's slot what the parameter stands for at the end of an alternative.
    fn hand_out(&mut self, steps: &mut Steps<'_>, param: &Param, to: Slot) -> Option<()> {
        let Some(var) = &param.binder.var else {
            return self.fail(param.binder.span, "a parameter of a form has a name");
        };
        let Some((from, found)) = steps.names.read(&var.text).map(|b| (b.slot, b.kind)) else {
            return self.fail(var.span, format!("this alternative does not bind `{}`", var.text));
        };
        let wanted = ParamInfo::of(param).kind;
        if !wanted.accepts(found) {
            return self.fail(var.span, format!("`{}` is {wanted}, but is bound to {found}", var.text));
        }
        let step = if found == wanted || wanted.base == Base::Any {
            Step::Copy { from, to, bound: false }
        } else {
            let value = Expr::Coerce(wanted, Box::new(Expr::Slot(from)));
            Step::Let { to, value, otherwise: None }
        };
        steps.list.push((step, var.span));
        Some(())
    }

    /// What stands for an argument where a form is used.
    fn argument(&mut self, steps: &mut Steps<'_>, term: &Term, slot: Slot, param: ParamInfo) -> Option<()> {
        let ParamInfo { kind, many, .. } = param;
        let pattern = match term {
            Term::Value(pattern) => pattern,
            Term::Op(nested) if kind == Kind::VALUE && many == Many::One => {
                return self.nested(steps, nested, slot);
            }
            Term::Op(OpPat { span, .. }) | Term::List(_, span) => {
                return self.fail(*span, format!("expected a name for {kind}"));
            }
        };
        let ValuePat { binder, ty } = pattern;
        let Some(var) = &binder.var else {
            return if ty.is_none() { Some(()) } else { self.value_type(steps, slot, pattern) };
        };
        let named = ParamInfo::named(binder);
        if (named.many, named.is_value) != (many, param.is_value) {
            let message = format!("`{}` cannot stand for {kind}", var.text);
            return self.fail(binder.span, message);
        }
        if let Some(known) = steps.names.read(&var.text).map(|b| (b.slot, b.kind)) {
            if known.1 != kind {
                let message = format!("`{}` is {}, which cannot stand here", var.text, known.1);
                return self.fail(var.span, message);
            }
            steps.list.push((Step::Copy { from: slot, to: known.0, bound: true }, var.span));
            return self.value_type(steps, slot, pattern);
        }
        steps.names.bind_slot(var, kind, many, slot);
        if kind == Kind::VALUE {
            let definer = steps.names.fresh();
            steps.list.push((Step::Definer { value: slot, to: definer }, var.span));
            steps.names.last().origin = Some(Origin::Result(definer));
        }
        self.value_type(steps, slot, pattern)
    }
}
