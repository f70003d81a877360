//! Compiles the match side: clauses, conditions and computed values.

use crate::ir::{Arity, OpInfo, Severity, Slot as Declared, Span, Trait};

use super::super::ast::{self, Many, OperandPat, Part, Term, ValuePat, Var};
use super::super::program::*;
use super::super::value::Kind;
use super::Checker;
use super::names::{MatchedOp, Names, Origin};
use super::statements;

/// Where a position of a clause takes its value from.
enum Target {
    One(Pos),
    Optional(Run),
    Many(Run),
}

/// The steps of one pattern as they grow.
pub(super) struct Steps<'n> {
    pub names: &'n mut Names,
    pub list: Vec<(Step, Span)>,
    pub follows_users: bool,
}

/// Whether a part of a pattern has something to say.
fn says(part: &Part) -> bool {
    match part {
        Part::Where { otherwise, .. } | Part::Let { otherwise, .. } => otherwise.is_some(),
        Part::When { .. } => true,
        Part::Clause(clause) => clause.otherwise.is_some(),
    }
}

impl Checker<'_, '_> {
    pub(super) fn pattern(&mut self, source: &ast::Pattern) -> Option<Pattern> {
        let mut names = Names::default();
        let root_slot = names.fresh();
        let mut steps = Steps { names: &mut names, list: Vec::new(), follows_users: false };
        let mut root = None;
        let mut failed = false;
        for part in &source.parts {
            let done = match part {
                Part::Clause(clause) if root.is_none() => {
                    root = Some(&clause.op.name);
                    self.root_info(&clause.op).and_then(|info| {
                        steps.names.ops.push(MatchedOp { name: "root".into(), slot: root_slot, info });
                        self.clause(&mut steps, clause, root_slot, info)
                    })
                }
                part => self.part(&mut steps, part),
            };
            failed |= done.is_none();
        }
        let Some(root) = root else {
            return self.fail(source.name.span, "a pattern matches at least one op");
        };
        let Steps { list, follows_users, .. } = steps;
        let matched = failed;
        let body =
            if matched { None } else { self.block(&mut names, &source.body, None, "", source.name.span) };
        if matched {
            // Uses in the body were not seen, so unused names say nothing.
            names.bindings.clear();
        }
        names.leave(0, self.diagnostics);
        if source.body.is_empty() && !source.parts.iter().any(says) {
            return self.fail(source.name.span, "a judgement says something about what it matches");
        }
        if !source.body.is_empty() && !statements::has_effect(&source.body) {
            return self.fail(source.name.span, "a pattern replaces, erases or updates something");
        }
        let (body, _) = body?;
        Some(Pattern {
            name: source.name.text.clone(),
            span: source.name.span,
            benefit: source.benefit,
            root: self.ctx.op_name(&root.text),
            steps: list,
            body: body.stmts,
            slots: names.slots(),
            follows_users,
        })
    }

    /// The declaration of the op that a pattern is rooted at.
    fn root_info(&mut self, op: &ast::OpPat) -> Option<Option<&'static OpInfo>> {
        if op.is_form() {
            return self.fail(op.span, "the first clause of a pattern is an op, not a form");
        }
        self.op_info(&op.name)
    }

    /// A part of the match side behind the root.
    pub(super) fn part(&mut self, steps: &mut Steps<'_>, part: &Part) -> Option<()> {
        match part {
            Part::Clause(clause) if clause.op.is_form() => self.form_clause(steps, clause),
            Part::Clause(clause) => self.connected_clause(steps, clause),
            Part::Where { condition, otherwise } => {
                let span = condition.span;
                let condition = self.expect(steps.names, condition, Kind::BOOL);
                let otherwise = self.otherwise(steps.names, otherwise.as_ref());
                let (condition, otherwise) = condition.zip(otherwise)?;
                steps.list.push((Step::Where { condition, otherwise }, span));
                Some(())
            }
            Part::When { condition, report } => {
                let span = condition.span;
                if report.severity == Severity::Error {
                    let message = "`when` says a warning or a remark: an error belongs to a `where`";
                    return self.fail(span, message);
                }
                let condition = self.expect(steps.names, condition, Kind::BOOL);
                let report = self.words(steps.names, report);
                let (condition, report) = condition.zip(report)?;
                steps.list.push((Step::When { condition, report }, span));
                Some(())
            }
            Part::Let { name, value, otherwise } => {
                let compiled = self.expr(steps.names, value);
                let otherwise = self.otherwise(steps.names, otherwise.as_ref());
                self.check_free(steps.names, name);
                // The name is bound even if its value is wrong, so that its uses are not reported as well.
                let kind = compiled.as_ref().map_or(Kind::ANY, |c| c.1);
                let to = steps.names.bind(name, kind, Many::One);
                let ((value, _), otherwise) = compiled.zip(otherwise)?;
                steps.list.push((Step::Let { to, value, otherwise }, name.span));
                Some(())
            }
        }
    }

    pub(super) fn otherwise(
        &mut self,
        names: &mut Names,
        source: Option<&ast::Report>,
    ) -> Option<Option<Box<Report>>> {
        match source {
            Some(source) => self.words(names, source).map(Some),
            None => Some(None),
        }
    }

    fn words(&mut self, names: &mut Names, source: &ast::Report) -> Option<Box<Report>> {
        let message = self.pieces(names, &source.message)?;
        let help = match &source.help {
            Some(help) => Some(self.pieces(names, help)?),
            None => None,
        };
        let place = match &source.place {
            None => Place::Op(0),
            Some(place) if place.name.text.starts_with(['%', '$']) => {
                let origin = names.read(&place.name.text).map(|b| (b.slot, b.origin.clone()));
                let Some((slot, origin)) = origin else {
                    return self.fail(place.name.span, format!("`{}` is not bound here", place.name.text));
                };
                match (origin, &place.inside) {
                    (Some(Origin::Operand(op) | Origin::Result(op)), None) => {
                        Place::Value { op, value: slot }
                    }
                    (Some(Origin::Attr(op, name)), None) => Place::Attr { op, name },
                    (Some(Origin::Attr(op, name)), Some(ast::Inside::Entry(side, key))) => {
                        let key = Box::new(self.expect(names, key, Kind::STR)?);
                        Place::AttrEntry { op, name, side: *side, key }
                    }
                    (Some(Origin::Attr(op, name)), Some(ast::Inside::Bytes(range))) => {
                        let from = Box::new(self.expect(names, &range.0, Kind::INT)?);
                        let to = Box::new(self.expect(names, &range.1, Kind::INT)?);
                        Place::AttrText { op, name, from, to }
                    }
                    _ => {
                        let message =
                            "expected the name of an operand, a result or an attribute that was matched";
                        return self.fail(place.name.span, message);
                    }
                }
            }
            Some(place) => match names.op(&place.name.text) {
                Some(op) => Place::Op(op.slot),
                None => return self.fail(place.name.span, format!("there is no op `{}`", place.name.text)),
            },
        };
        let code = source.code.as_ref().map(|code| code.text.clone());
        self.library.codes.extend(source.code.as_ref().map(|code| (code.text.clone(), code.span)));
        Some(Box::new(Report { severity: source.severity, once: source.once, code, message, place, help }))
    }

    fn pieces(&mut self, names: &mut Names, pieces: &[ast::Piece]) -> Option<Vec<Piece>> {
        pieces
            .iter()
            .map(|piece| {
                Some(match piece {
                    ast::Piece::Text(text) => Piece::Text(text.clone()),
                    ast::Piece::Expr(expr) => Piece::Expr(self.expr(names, expr)?.0),
                })
            })
            .collect()
    }

    /// A clause behind the root: found through a value that is bound.
    fn connected_clause(&mut self, steps: &mut Steps<'_>, clause: &ast::Clause) -> Option<()> {
        let info = self.op_info(&clause.op.name)?;
        let name = self.ctx.op_name(&clause.op.name.text);
        let to = steps.names.fresh();
        let defined = clause.results.iter().enumerate().find_map(|(index, result)| {
            let var = result.binder.var.as_ref()?;
            let binding = steps.names.find(&var.text).filter(|b| b.kind == Kind::VALUE)?;
            // The index is known if only single results stand in front.
            let fixed = clause.results[..index].iter().all(|r| r.binder.many == Many::One)
                && info.is_none_or(|i| i.results.iter().take(index).all(|s| s.arity == Arity::One));
            Some((binding.slot, fixed.then_some(index as u32)))
        });
        if let Some((value, result)) = defined {
            steps.list.push((Step::Def { value, result, name, to }, clause.span));
        } else {
            let used = clause.op.operands.iter().find_map(|operand| {
                let Term::Value(ValuePat { binder, .. }) = &operand.term else { return None };
                let binding = steps.names.find(&binder.var.as_ref()?.text)?;
                (binding.kind == Kind::VALUE).then_some(binding.slot)
            });
            let Some(value) = used else {
                let message = "this clause is not connected: none of its values is bound above";
                return self.fail(clause.span, message);
            };
            steps.list.push((Step::User { value, name, to }, clause.span));
            steps.follows_users = true;
        }
        self.clause(steps, clause, to, info)
    }

    fn clause(
        &mut self,
        steps: &mut Steps<'_>,
        clause: &ast::Clause,
        op: Slot,
        info: Option<&'static OpInfo>,
    ) -> Option<()> {
        if let Some(alias) = &clause.alias {
            if alias.text != "root" && steps.names.op(&alias.text).is_some() {
                return self.fail(alias.span, format!("there is an op `{}` already", alias.text));
            }
            steps.names.ops.push(MatchedOp { name: alias.text.clone(), slot: op, info });
        }
        self.results(steps, clause, op, info)?;
        self.op(steps, &clause.op, op, info)
    }

    fn results(
        &mut self,
        steps: &mut Steps<'_>,
        clause: &ast::Clause,
        op: Slot,
        info: Option<&'static OpInfo>,
    ) -> Option<()> {
        if clause.results.is_empty() {
            return Some(());
        }
        let terms: Vec<OperandPat> =
            clause.results.iter().map(|r| OperandPat { slot: None, term: Term::Value(r.clone()) }).collect();
        self.positions(steps, op, Side::Result, info, &terms, None, clause.span)
    }

    /// Steps for an op whose slot is filled.
    fn op(
        &mut self,
        steps: &mut Steps<'_>,
        source: &ast::OpPat,
        op: Slot,
        info: Option<&'static OpInfo>,
    ) -> Option<()> {
        self.match_attrs(steps.names, op, info, &source.attrs, &mut steps.list)?;
        let commutes = info.is_some_and(|i| {
            i.has_trait(Trait::Commutative)
                && i.operands.len() >= 2
                && i.operands[..2].iter().all(|s| s.arity == Arity::One)
        });
        let swap = if commutes && source.operands.len() >= 2 {
            let Some(flag) = steps.names.fresh_flag() else {
                return self.fail(source.span, "a pattern matches at most 64 commutative ops");
            };
            steps.list.push((Step::Commute { flag }, source.span));
            Some(flag)
        } else {
            None
        };
        self.positions(steps, op, Side::Operand, info, &source.operands, swap, source.span)
    }

    /// Steps for the operands or the results of an op.
    #[expect(clippy::too_many_arguments, reason = "each is a different thing, used once")]
    fn positions(
        &mut self,
        steps: &mut Steps<'_>,
        op: Slot,
        side: Side,
        info: Option<&'static OpInfo>,
        terms: &[OperandPat],
        swap: Option<u8>,
        span: Span,
    ) -> Option<()> {
        let Some(info) = info else { return self.unregistered_positions(steps, op, side, terms, span) };
        let slots = match side {
            Side::Operand => info.operands,
            Side::Result => info.results,
        };
        let word = if side == Side::Operand { "operands" } else { "results" };
        // One list of terms per slot.
        let mut groups: Vec<Vec<&Term>> = vec![Vec::new(); slots.len()];
        let mut named = false;
        for (index, pattern) in terms.iter().enumerate() {
            let slot = match &pattern.slot {
                Some(name) => {
                    named = true;
                    let Some(slot) = slots.iter().position(|s| s.name == name.text) else {
                        let known: Vec<&str> = slots.iter().map(|s| s.name).collect();
                        let message = format!("`{}` has no operand `{}`", info.name, name.text);
                        let diagnostic = crate::ir::Diagnostic::error(name.span, message)
                            .help(format!("its operands are {}", known.join(", ")));
                        self.diagnostics.push(diagnostic);
                        return None;
                    };
                    if !groups[slot].is_empty() {
                        return self.fail(name.span, format!("operand `{}` is given twice", name.text));
                    }
                    slot
                }
                None if named => return self.fail(span, "named operands come last"),
                // Positions behind the last slot belong to it if it takes any number.
                None if index >= slots.len() && slots.last().is_some_and(|s| s.arity == Arity::Variadic) => {
                    slots.len() - 1
                }
                None if index >= slots.len() => {
                    let message =
                        format!("`{}` has {} {word}, found {}", info.name, slots.len(), terms.len());
                    return self.fail(span, message);
                }
                None => index,
            };
            groups[slot].push(&pattern.term);
        }
        let fixed = slots.iter().filter(|s| s.arity == Arity::One).count() as u32;
        let exact = slots.len() as u32 == fixed;
        steps.list.push((Step::Count { op, side, min: fixed, max: exact.then_some(fixed) }, span));
        // Plain values first: they are cheap, and bind names that nested ops may compare with.
        let slot_numbers = 0..slots.len();
        let order = slot_numbers.clone().map(|i| (i, false)).chain(slot_numbers.map(|i| (i, true)));
        for (slot, nested) in order {
            let group = &groups[slot];
            let is_nested = group.iter().any(|t| matches!(t, Term::Op(_) | Term::List(..)));
            if group.is_empty() {
                if nested || named {
                    continue;
                }
                let run = run_of(slots, slot);
                if slots[slot].arity == Arity::One {
                    let message = format!(
                        "`{}` has {} {word}, found {} (`{}` is missing)",
                        info.name,
                        slots.len(),
                        terms.len(),
                        slots[slot].name
                    );
                    return self.fail(span, message);
                }
                steps.list.push((Step::RunLength { op, side, run, len: 0 }, span));
                continue;
            }
            if nested != is_nested {
                continue;
            }
            let swap = swap.filter(|_| slot < 2);
            match target_of(slots, slot) {
                Target::One(pos) => self.one(steps, op, side, pos, swap, group[0])?,
                Target::Optional(run) => self.run(steps, op, side, run, group, true)?,
                Target::Many(run) => self.run(steps, op, side, run, group, false)?,
            }
        }
        Some(())
    }

    fn unregistered_positions(
        &mut self,
        steps: &mut Steps<'_>,
        op: Slot,
        side: Side,
        terms: &[OperandPat],
        span: Span,
    ) -> Option<()> {
        if let Some(named) = terms.iter().find_map(|t| t.slot.as_ref()) {
            return self.fail(named.span, "operands of unregistered ops have no names");
        }
        let is_list = |p: &OperandPat| matches!(&p.term, Term::Value(v) if v.binder.many == Many::List);
        let list = terms.iter().position(is_list);
        let count = terms.len() as u32;
        let (min, max) = if list.is_some() { (count - 1, None) } else { (count, Some(count)) };
        steps.list.push((Step::Count { op, side, min, max }, span));
        for (index, pattern) in terms.iter().enumerate() {
            let back = count - 1 - index as u32;
            match list {
                Some(at) if at == index => {
                    let run = Run::Between(index as u32, back);
                    self.run(steps, op, side, run, &[&pattern.term], false)?;
                }
                Some(at) if at < index => self.one(steps, op, side, Pos::Back(back), None, &pattern.term)?,
                _ => self.one(steps, op, side, Pos::Front(index as u32), None, &pattern.term)?,
            }
        }
        Some(())
    }

    /// A position that holds exactly one value.
    fn one(
        &mut self,
        steps: &mut Steps<'_>,
        op: Slot,
        side: Side,
        pos: Pos,
        swap: Option<u8>,
        term: &Term,
    ) -> Option<()> {
        self.single(steps, op, side, term, &|to, bound| Step::Take { op, side, pos, swap, to, bound })
    }

    /// One value, which `take` fetches into a slot.
    fn single(
        &mut self,
        steps: &mut Steps<'_>,
        op: Slot,
        side: Side,
        term: &Term,
        take: &dyn Fn(Slot, bool) -> Step,
    ) -> Option<()> {
        match term {
            Term::Value(ValuePat { binder, .. }) if binder.many != Many::One => {
                self.fail(binder.span, "there is exactly one value here")
            }
            Term::Value(pattern) => {
                let span = pattern.binder.span;
                let slot = match &pattern.binder.var {
                    None if pattern.ty.is_none() => return Some(()),
                    None => {
                        let slot = steps.names.fresh();
                        steps.list.push((take(slot, false), span));
                        slot
                    }
                    Some(var) => {
                        let (slot, bound) =
                            self.value_slot(steps.names, var, Kind::VALUE, Many::One, op, side)?;
                        steps.list.push((take(slot, bound), span));
                        slot
                    }
                };
                self.value_type(steps, slot, pattern)
            }
            Term::Op(nested) => {
                let value = steps.names.fresh();
                steps.list.push((take(value, false), nested.span));
                self.nested(steps, nested, value)
            }
            Term::List(_, span) => self.fail(*span, "there is exactly one value here"),
        }
    }

    /// An op or a form in place of a value whose slot is filled.
    pub(super) fn nested(&mut self, steps: &mut Steps<'_>, source: &ast::OpPat, value: Slot) -> Option<()> {
        if source.is_form() {
            let definer = steps.names.fresh();
            steps.list.push((Step::Definer { value, to: definer }, source.span));
            return self.form(steps, source, value, definer, None);
        }
        let info = self.op_info(&source.name)?;
        let to = steps.names.fresh();
        let name = self.ctx.op_name(&source.name.text);
        let single = info.is_some_and(|i| i.results.len() == 1 && i.results[0].arity == Arity::One);
        let result = (!single).then_some(0);
        steps.list.push((Step::Def { value, result, name, to }, source.span));
        self.op(steps, source, to, info)
    }

    /// A position that holds any number of values, or none or one.
    fn run(
        &mut self,
        steps: &mut Steps<'_>,
        op: Slot,
        side: Side,
        run: Run,
        terms: &[&Term],
        optional: bool,
    ) -> Option<()> {
        let items: Vec<&Term> = match terms {
            [Term::Value(pattern)] => {
                let binder = &pattern.binder;
                let whole = match binder.many {
                    Many::List if optional => {
                        return self.fail(binder.span, "there is at most one value here");
                    }
                    Many::List => true,
                    Many::Optional if !optional => {
                        return self.fail(binder.span, "there may be any number of values here: use `...`");
                    }
                    Many::Optional => true,
                    Many::One => binder.var.is_none() && pattern.ty.is_none(),
                };
                if whole {
                    let Some(var) = &binder.var else { return Some(()) };
                    let (kind, many) =
                        if optional { (Kind::VALUE, Many::Optional) } else { (Kind::VALUES, Many::One) };
                    let (to, bound) = self.value_slot(steps.names, var, kind, many, op, side)?;
                    steps.list.push((Step::TakeRun { op, side, run, to, bound, optional }, binder.span));
                    return self.value_type(steps, to, pattern);
                }
                terms.to_vec()
            }
            [Term::List(items, _)] => items.iter().collect(),
            _ => terms.to_vec(),
        };
        let span = items.first().map_or(Span::NONE, |t| term_span(t));
        if optional && items.len() > 1 {
            return self.fail(term_span(items[1]), "there is at most one value here");
        }
        steps.list.push((Step::RunLength { op, side, run, len: items.len() as u32 }, span));
        for (index, term) in items.into_iter().enumerate() {
            let item = index as u32;
            self.single(steps, op, side, term, &|to, bound| Step::TakeItem {
                op,
                side,
                run,
                item,
                to,
                bound,
            })?;
        }
        Some(())
    }

    /// The slot of a value name, and whether it is bound already.
    fn value_slot(
        &mut self,
        names: &mut Names,
        var: &Var,
        kind: Kind,
        many: Many,
        op: Slot,
        side: Side,
    ) -> Option<(Slot, bool)> {
        if !var.text.starts_with('%') {
            return self.fail(var.span, "a value is named with `%`");
        }
        let origin = match side {
            Side::Operand => Origin::Operand(op),
            Side::Result => Origin::Result(op),
        };
        if let Some(binding) = names.bindings.iter_mut().rev().find(|b| b.name == var.text) {
            if binding.kind != kind {
                let message = format!("`{}` is {}, which cannot stand here", var.text, binding.kind);
                return self.fail(var.span, message);
            }
            binding.used = true;
            if side == Side::Result {
                binding.origin = Some(origin);
            }
            return Some((binding.slot, true));
        }
        let slot = names.bind(var, kind, many);
        let binding = names.last();
        binding.origin = Some(origin);
        binding.quiet |= side == Side::Result;
        Some((slot, false))
    }

    pub(super) fn value_type(
        &mut self,
        steps: &mut Steps<'_>,
        value: Slot,
        pattern: &ValuePat,
    ) -> Option<()> {
        let Some(ty) = &pattern.ty else { return Some(()) };
        let compiled = self.type_pat(steps.names, ty)?;
        steps.list.push((Step::Type { value, pattern: compiled }, ty.span));
        Some(())
    }
}

fn term_span(term: &Term) -> Span {
    match term {
        Term::Value(v) => v.binder.span,
        Term::Op(op) => op.span,
        Term::List(_, span) => *span,
    }
}

fn flexible(slots: &[Declared]) -> usize {
    slots.iter().filter(|s| s.arity != Arity::One).count()
}

fn run_of(slots: &[Declared], slot: usize) -> Run {
    if flexible(slots) > 1 {
        return Run::Slot(slot as u32);
    }
    Run::Between(slot as u32, (slots.len() - 1 - slot) as u32)
}

fn target_of(slots: &[Declared], slot: usize) -> Target {
    match slots[slot].arity {
        Arity::One if flexible(slots) > 1 => Target::One(Pos::Slot(slot as u32, 0)),
        Arity::One if slots[..slot].iter().all(|s| s.arity == Arity::One) => {
            Target::One(Pos::Front(slot as u32))
        }
        Arity::One => Target::One(Pos::Back((slots.len() - 1 - slot) as u32)),
        Arity::Optional => Target::Optional(run_of(slots, slot)),
        Arity::Variadic => Target::Many(run_of(slots, slot)),
    }
}
