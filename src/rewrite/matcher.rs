//! Runs the steps of a pattern against an op.

use smallvec::SmallVec;

use crate::ir::{Attr, DYNAMIC, Ir, OpId, Part, Span, Str, Type, TypeKind, TypeParam, ValueDef, ValueId};

use super::eval::Scope;
use super::program::*;
use super::value::Val;

/// What came of trying a pattern.
pub(super) enum Attempt<'p> {
    /// It applies; the frame holds what the names stand for. It may have something to say.
    Matches(Vec<Said<'p>>),
    /// It does not.
    Fails,
    /// A condition failed that has something to say.
    Says(Said<'p>),
}

/// What the conditions of one attempt have to say.
#[derive(Default)]
struct Heard<'p> {
    /// The first condition that failed; it counts only if no alternative matches.
    failed: Option<Said<'p>>,
    /// What is said if the pattern matches.
    notes: Vec<Said<'p>>,
}

/// A report of a failed condition, its texts filled in.
pub(super) struct Said<'p> {
    pub report: &'p Report,
    pub op: OpId,
    pub part: Part,
    pub message: String,
    pub help: Option<String>,
}

/// Tries patterns; keeps its buffers between attempts.
#[derive(Default)]
pub(super) struct Matcher {
    /// Values of the names of the pattern that was tried last.
    pub frame: Vec<Val>,
    swapped: u64,
    /// The step furthest into the pattern that failed.
    pub furthest: usize,
}

impl Matcher {
    /// Tries `pattern` on `root`.
    pub fn attempt<'p>(&mut self, scope: &Scope<'_, '_>, pattern: &'p Pattern) -> Attempt<'p> {
        self.frame.clear();
        self.frame.resize(pattern.slots, Val::Absent);
        self.frame[0] = Val::Op(scope.root);
        self.swapped = 0;
        self.furthest = 0;
        let mut heard = Heard::default();
        if self.run(scope, &pattern.steps, 0, &mut heard) {
            return Attempt::Matches(heard.notes);
        }
        match heard.failed {
            Some(said) => Attempt::Says(said),
            None => Attempt::Fails,
        }
    }

    fn op(&self, slot: Slot) -> OpId {
        match self.frame[slot as usize] {
            Val::Op(op) => op,
            // The compiler gives op slots to ops only, and steps that fill them come first.
            _ => OpId::default(),
        }
    }

    fn value(&self, slot: Slot) -> Option<ValueId> {
        match self.frame[slot as usize] {
            Val::Value(value) => Some(value),
            _ => None,
        }
    }

    /// Runs the steps from `at` on.
    fn run<'p>(
        &mut self,
        scope: &Scope<'_, '_>,
        steps: &'p [(Step, Span)],
        mut at: usize,
        heard: &mut Heard<'p>,
    ) -> bool {
        while let Some((step, _)) = steps.get(at) {
            match step {
                Step::Commute { flag } => {
                    self.swapped &= !(1 << flag);
                    let notes = heard.notes.len();
                    if self.run(scope, steps, at + 1, heard) {
                        return true;
                    }
                    heard.notes.truncate(notes);
                    self.swapped |= 1 << flag;
                }
                Step::Fork { targets, slots, found, otherwise } => {
                    let notes = heard.notes.len();
                    self.frame[*found as usize] = Val::Absent;
                    for &target in targets {
                        if self.run(scope, steps, target, heard) {
                            return true;
                        }
                        heard.notes.truncate(notes);
                        self.frame[slots.clone()].fill(Val::Absent);
                    }
                    if let Val::Absent = self.frame[*found as usize] {
                        self.object(scope, otherwise, heard);
                    }
                    return false;
                }
                Step::Join { to, found } => {
                    self.frame[*found as usize] = Val::Bool(true);
                    at = *to;
                    continue;
                }
                Step::User { value, name, to } => {
                    let Some(value) = self.value(*value) else { return false };
                    let taken: SmallVec<[OpId; 4]> = self
                        .frame
                        .iter()
                        .filter_map(|v| if let Val::Op(op) = v { Some(*op) } else { None })
                        .collect();
                    let users: SmallVec<[OpId; 8]> = scope
                        .ir
                        .users(value)
                        .filter(|&u| scope.ir.op(u).name == *name && !taken.contains(&u))
                        .collect();
                    let notes = heard.notes.len();
                    for user in users {
                        self.frame[*to as usize] = Val::Op(user);
                        if self.run(scope, steps, at + 1, heard) {
                            return true;
                        }
                        heard.notes.truncate(notes);
                    }
                    self.frame[*to as usize] = Val::Absent;
                    self.furthest = self.furthest.max(at);
                    return false;
                }
                _ if !self.step(scope, step, heard) => {
                    self.furthest = self.furthest.max(at);
                    return false;
                }
                _ => {}
            }
            at += 1;
        }
        true
    }

    fn step<'p>(&mut self, scope: &Scope<'_, '_>, step: &'p Step, heard: &mut Heard<'p>) -> bool {
        let ir = scope.ir;
        match step {
            Step::Count { op, side, min, max } => {
                let count = count(ir, self.op(*op), *side) as u32;
                count >= *min && max.is_none_or(|max| count <= max)
            }
            Step::RunLength { op, side, run, len } => {
                run_range(ir, self.op(*op), *side, *run).len() == *len as usize
            }
            Step::Take { op, side, pos, swap, to, bound } => {
                let op = self.op(*op);
                let swapped = swap.is_some_and(|flag| self.swapped & 1 << flag != 0);
                let Some(index) = position(ir, op, *side, *pos) else { return false };
                self.bind(ir, op, *side, if swapped { 1 - index.min(1) } else { index }, *to, *bound)
            }
            Step::TakeItem { op, side, run, item, to, bound } => {
                let op = self.op(*op);
                let index = run_range(ir, op, *side, *run).start + *item as usize;
                self.bind(ir, op, *side, index, *to, *bound)
            }
            Step::TakeRun { op, side, run, to, bound, optional } => {
                let op = self.op(*op);
                let range = run_range(ir, op, *side, *run);
                let value = |i| Val::Value(nth(ir, op, *side, i));
                let found = if *optional {
                    range.clone().next().map_or(Val::Absent, value)
                } else {
                    Val::List(range.map(value).collect())
                };
                self.set(ir, *to, *bound, found)
            }
            Step::Def { value, result, name, to } => {
                let Some(value) = self.value(*value) else { return false };
                let ValueDef::Result(op, index) = ir.def(value) else { return false };
                if ir.op(op).name != *name || result.is_some_and(|r| r != index) {
                    return false;
                }
                self.frame[*to as usize] = Val::Op(op);
                true
            }
            Step::Attr { op, name, default, to, bound, optional } => {
                let found = find_attr(ir, self.op(*op), *name).or(*default);
                match found {
                    Some(attr) => self.set(ir, *to, *bound, Val::Attr(attr)),
                    None if *optional => self.set(ir, *to, *bound, Val::Absent),
                    None => false,
                }
            }
            Step::AttrIs { op, name, default, value, optional } => {
                let Some(attr) = find_attr(ir, self.op(*op), *name).or(*default) else { return *optional };
                let Some(value) = scope.eval(value, &mut self.frame) else { return false };
                Val::Attr(attr).equals(&value, ir.ctx)
            }
            Step::AttrPresent { op, name, present } => {
                find_attr(ir, self.op(*op), *name).is_some() == *present
            }
            Step::Type { value, pattern } => match &self.frame[*value as usize] {
                Val::Value(value) => {
                    let ty = ir.ty(*value);
                    self.type_matches(scope, pattern, ty)
                }
                // An absent optional value has no type that could be wrong.
                Val::Absent => true,
                Val::List(values) => {
                    let values = values.clone();
                    values.iter().all(|v| match v {
                        Val::Value(v) => self.type_matches(scope, pattern, ir.ty(*v)),
                        _ => false,
                    })
                }
                _ => false,
            },
            Step::Where { condition, otherwise } => {
                let holds = scope.bool(condition, &mut self.frame) == Some(true);
                if !holds {
                    self.object(scope, otherwise, heard);
                }
                holds
            }
            Step::When { condition, report } => {
                if scope.bool(condition, &mut self.frame) == Some(true) {
                    let note = self.fill(scope, report);
                    heard.notes.push(note);
                }
                true
            }
            Step::Let { to, value, otherwise } => match scope.eval(value, &mut self.frame) {
                Some(found) => {
                    self.frame[*to as usize] = found;
                    true
                }
                None => {
                    self.object(scope, otherwise, heard);
                    false
                }
            },
            Step::Copy { from, to, bound } => {
                let value = self.frame[*from as usize].clone();
                self.set(ir, *to, *bound, value)
            }
            Step::Definer { value, to } => {
                let definer = self.value(*value).and_then(|value| ir.def_op(value));
                self.frame[*to as usize] = Val::Op(definer.unwrap_or(scope.root));
                true
            }
            // Handled by `run`.
            Step::Commute { .. } | Step::User { .. } | Step::Fork { .. } | Step::Join { .. } => true,
        }
    }

    fn bind(&mut self, ir: &Ir<'_>, op: OpId, side: Side, index: usize, to: Slot, bound: bool) -> bool {
        index < count(ir, op, side) && self.set(ir, to, bound, Val::Value(nth(ir, op, side, index)))
    }

    /// Gives a slot its value, or compares with the one it has.
    fn set(&mut self, ir: &Ir<'_>, to: Slot, bound: bool, value: Val) -> bool {
        let slot = &mut self.frame[to as usize];
        if bound {
            return slot.equals(&value, ir.ctx);
        }
        *slot = value;
        true
    }

    fn type_matches(&mut self, scope: &Scope<'_, '_>, pattern: &TypePat, ty: Type) -> bool {
        let ctx = scope.ir.ctx;
        match pattern {
            TypePat::Any => true,
            TypePat::Exact(exact) => *exact == ty,
            TypePat::Bind(slot) => {
                self.frame[*slot as usize] = Val::Type(ty);
                true
            }
            TypePat::Equal(slot) => self.frame[*slot as usize].equals(&Val::Type(ty), ctx),
            TypePat::Shaped { vector, shape } => match ctx.kind(ty) {
                TypeKind::RankedTensor { shape: dims, elem, encoding: None } if !vector => {
                    self.shape_matches(scope, shape, dims, *elem)
                }
                TypeKind::Vector { shape: dims, elem, .. } if *vector => {
                    self.shape_matches(scope, shape, dims, *elem)
                }
                _ => false,
            },
            TypePat::Dialect { name, params } => {
                let TypeKind::Dialect { name: found, params: values } = ctx.kind(ty) else { return false };
                found == name
                    && values.len() == params.len()
                    && params.iter().zip(values.iter()).all(|(p, v)| self.param_matches(scope, p, v))
            }
        }
    }

    fn shape_matches(&mut self, scope: &Scope<'_, '_>, shape: &ShapePat, dims: &[i64], elem: Type) -> bool {
        let fixed = shape.dims.len() - usize::from(shape.rest.is_some());
        if dims.len() < fixed || shape.rest.is_none() && dims.len() > fixed {
            return false;
        }
        let mut at = 0;
        for dim in &shape.dims {
            let matches = match dim {
                DimPat::All | DimPat::BindAll(_) | DimPat::AllAre(_) => {
                    let run = &dims[at..at + dims.len() - fixed];
                    at += run.len();
                    match dim {
                        DimPat::BindAll(slot) => {
                            self.frame[*slot as usize] = Val::ints(run.iter().copied());
                            true
                        }
                        DimPat::AllAre(list) => scope
                            .eval(list, &mut self.frame)
                            .is_some_and(|list| list.equals(&Val::ints(run.iter().copied()), scope.ir.ctx)),
                        _ => true,
                    }
                }
                one => {
                    let size = dims[at];
                    at += 1;
                    match one {
                        DimPat::Bind(slot) => {
                            self.frame[*slot as usize] = Val::Int(size);
                            size != DYNAMIC
                        }
                        DimPat::Is(value) => scope.int(value, &mut self.frame) == Some(size),
                        _ => true,
                    }
                }
            };
            if !matches {
                return false;
            }
        }
        self.type_matches(scope, &shape.elem, elem)
    }

    fn param_matches(&mut self, scope: &Scope<'_, '_>, pattern: &ParamPat, value: &TypeParam) -> bool {
        let ctx = scope.ir.ctx;
        let plain = |value: &TypeParam| match value {
            TypeParam::Keyword(word) => Some(Val::str(ctx.text(*word))),
            TypeParam::Attr(attr) => Some(Val::Attr(*attr)),
            TypeParam::Shape(..) => None,
        };
        match pattern {
            ParamPat::Any => true,
            ParamPat::Shape(shape) => match value {
                TypeParam::Shape(dims, elem) => self.shape_matches(scope, shape, dims, *elem),
                _ => false,
            },
            ParamPat::Bind(slot) => match plain(value) {
                Some(found) => {
                    self.frame[*slot as usize] = found;
                    true
                }
                None => false,
            },
            ParamPat::Is(expr) => match (scope.eval(expr, &mut self.frame), plain(value)) {
                (Some(wanted), Some(found)) => wanted.equals(&found, ctx),
                _ => false,
            },
        }
    }

    /// Fills in the report of a failed condition, unless there is one already.
    fn object<'p>(
        &mut self,
        scope: &Scope<'_, '_>,
        otherwise: &'p Option<Box<Report>>,
        heard: &mut Heard<'p>,
    ) {
        if let Some(report) = otherwise.as_deref().filter(|_| heard.failed.is_none()) {
            heard.failed = Some(self.fill(scope, report));
        }
    }

    /// Fills in the texts and the place of a report.
    fn fill<'p>(&mut self, scope: &Scope<'_, '_>, report: &'p Report) -> Said<'p> {
        let ir = scope.ir;
        let (op, part) = match &report.place {
            Place::Op(op) => (self.op(*op), Part::Op),
            Place::Value { op, value } => {
                let op = self.op(*op);
                let first = match &self.frame[*value as usize] {
                    Val::List(values) => values.first(),
                    value => Some(value),
                };
                let value = if let Some(Val::Value(value)) = first { Some(*value) } else { None };
                let part = value.and_then(|value| {
                    let operand = ir.operands(op).position(|v| v == value).map(Part::Operand);
                    operand.or_else(|| ir.results(op).iter().position(|&v| v == value).map(Part::Result))
                });
                (op, part.unwrap_or(Part::Op))
            }
            Place::Attr { op, name } => (self.op(*op), Part::Attr(name.clone())),
            Place::AttrText { op, name, from, to } => {
                let mut end = |e: &Expr| {
                    let end = scope.int(e, &mut self.frame)?;
                    usize::try_from(end).ok()
                };
                let part = match (end(from), end(to)) {
                    (Some(from), Some(to)) if from <= to => Part::AttrText(name.clone(), from..to),
                    _ => Part::Attr(name.clone()),
                };
                (self.op(*op), part)
            }
            Place::AttrEntry { op, name, side, key } => {
                let part = match scope.eval(key, &mut self.frame) {
                    Some(Val::Str(key)) => Part::AttrEntry(Box::new((name.clone(), key.to_string())), *side),
                    _ => Part::Attr(name.clone()),
                };
                (self.op(*op), part)
            }
        };
        let message = self.text(scope, &report.message);
        let help = report.help.as_ref().map(|help| self.text(scope, help));
        Said { report, op, part, message, help }
    }

    fn text(&mut self, scope: &Scope<'_, '_>, pieces: &[Piece]) -> String {
        let mut text = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(part) => text += part,
                Piece::Expr(expr) => match scope.eval(expr, &mut self.frame) {
                    Some(value) => text += &display(scope.ir, &value),
                    None => text += "<no value>",
                },
            }
        }
        text
    }
}

/// A value as messages show it.
pub(super) fn display(ir: &Ir<'_>, value: &Val) -> String {
    let ctx = ir.ctx;
    match value {
        Val::Absent => "nothing".to_string(),
        Val::Int(v) => v.to_string(),
        Val::Float(v) => v.to_string(),
        Val::Bool(v) => v.to_string(),
        Val::Str(v) => v.to_string(),
        Val::Type(ty) => crate::ir::text::type_string(ctx, *ty),
        Val::Value(value) => crate::ir::text::type_string(ctx, ir.ty(*value)),
        Val::Op(op) => ir.name(*op).to_string(),
        Val::Attr(attr) => match (ctx.as_text(*attr), ctx.as_i64(*attr)) {
            (Some(text), _) => text.to_string(),
            (_, Some(value)) => value.to_string(),
            _ => crate::ir::text::attr_string(ctx, *attr),
        },
        Val::List(items) => {
            let items: Vec<String> = items.iter().map(|v| display(ir, v)).collect();
            format!("[{}]", items.join(", "))
        }
    }
}

fn count(ir: &Ir<'_>, op: OpId, side: Side) -> usize {
    match side {
        Side::Operand => ir.operand_count(op),
        Side::Result => ir.results(op).len(),
    }
}

fn nth(ir: &Ir<'_>, op: OpId, side: Side, index: usize) -> ValueId {
    match side {
        Side::Operand => ir.operand(op, index),
        Side::Result => ir.result(op, index),
    }
}

fn slot_range(ir: &Ir<'_>, op: OpId, side: Side, slot: u32) -> std::ops::Range<usize> {
    match side {
        Side::Operand => ir.operand_range(op, slot as usize),
        Side::Result => ir.result_range(op, slot as usize),
    }
}

fn position(ir: &Ir<'_>, op: OpId, side: Side, pos: Pos) -> Option<usize> {
    match pos {
        Pos::Front(index) => Some(index as usize),
        Pos::Back(index) => count(ir, op, side).checked_sub(1 + index as usize),
        Pos::Slot(slot, item) => {
            let range = slot_range(ir, op, side, slot);
            let index = range.start + item as usize;
            (index < range.end).then_some(index)
        }
    }
}

fn run_range(ir: &Ir<'_>, op: OpId, side: Side, run: Run) -> std::ops::Range<usize> {
    match run {
        Run::Between(front, back) => {
            let end = count(ir, op, side).saturating_sub(back as usize);
            (front as usize).min(end)..end
        }
        Run::Slot(slot) => slot_range(ir, op, side, slot),
    }
}

/// An attribute by interned name: inherent ones first, then discardable ones.
fn find_attr(ir: &Ir<'_>, op: OpId, name: Str) -> Option<Attr> {
    let data = ir.op(op);
    let find = |dict| ir.ctx.dict_entries(dict).iter().find(|e| e.0 == name).map(|e| e.1);
    data.props.and_then(find).or_else(|| find(data.attrs))
}
