//! Answers "why was my op not rewritten": for each op, the patterns tried and the first condition of each that failed.

use rustc_hash::FxHashMap;

use crate::ir::{Diagnostic, Diagnostics, Ir, OpId, Part, Severity, Span};

use super::PatternSet;
use super::driver::ExplainFilter;
use super::eval::{Budget, Scope};
use super::function::Options;
use super::matcher::{Attempt, Matcher, Said};
use super::program::{Pattern, Pos, Side, Slot, Step};
use super::value::Val;

/// What a pattern set would do with an op.
pub enum Answer {
    /// This pattern rewrites it.
    Takes(String),
    /// Nothing does, and this is the first reason that a pattern gives, at its place.
    Refuses(Box<Diagnostic>),
    /// No pattern is about such an op.
    Silent,
}

/// Asks a pattern set about an op, without touching it.
pub fn ask(ir: &Ir<'_>, op: OpId, set: &PatternSet, options: &Options) -> Answer {
    let mut matcher = Matcher::default();
    let mut reason = None;
    for &index in set.by_root.get(&ir.op(op).name).map_or(&[][..], Vec::as_slice) {
        let pattern = &set.patterns[index as usize];
        let budget = Budget::new();
        let scope = Scope { ir, root: op, options, library: &set.library, budget: &budget };
        let said = match matcher.attempt(&scope, pattern) {
            Attempt::Matches(_) if !pattern.body.is_empty() => return Answer::Takes(pattern.name.clone()),
            Attempt::Matches(notes) => notes.into_iter().next(),
            Attempt::Says(said) => Some(said),
            Attempt::Fails => None,
        };
        if let Some(said) = said {
            let fatal = said.report.severity == Severity::Error;
            reason.get_or_insert_with(|| Box::new(said.diagnostic(ir)));
            if fatal {
                break;
            }
        }
    }
    reason.map_or(Answer::Silent, Answer::Refuses)
}

impl Said<'_> {
    /// What is said, at its place in the module.
    pub(super) fn diagnostic(self, ir: &Ir<'_>) -> Diagnostic {
        let span = crate::ir::text::part_span(ir, self.op, &self.part);
        let mut diagnostic = Diagnostic::new(self.report.severity, span, self.message);
        diagnostic.code = self.report.code.clone().map(Into::into);
        diagnostic.help.extend(self.help);
        diagnostic
    }
}

/// The outcome of the last visit of each op.
pub(super) struct Explanations {
    filter: ExplainFilter,
    entries: Vec<Entry>,
    index: FxHashMap<OpId, usize>,
}

struct Entry {
    name: String,
    span: Span,
    fired: Vec<String>,
    failures: Vec<Failure>,
}

struct Failure {
    pattern: String,
    /// The condition in the pattern file.
    condition: Span,
    /// What it is about in the module.
    subject: Span,
}

impl Explanations {
    pub fn new(filter: ExplainFilter) -> Self {
        Explanations { filter, entries: Vec::new(), index: FxHashMap::default() }
    }

    /// Starts a visit of an op.
    pub fn begin(&mut self, ir: &Ir<'_>, op: OpId) {
        if !self.filter.covers(ir, op) {
            return;
        }
        let next = self.entries.len();
        let index = *self.index.entry(op).or_insert(next);
        if index == next {
            let name = ir.name(op).to_string();
            let span = ir.op(op).span;
            self.entries.push(Entry { name, span, fired: Vec::new(), failures: Vec::new() });
        }
        self.entries[index].failures.clear();
    }

    pub fn fired(&mut self, op: OpId, pattern: &Pattern) {
        if let Some(&index) = self.index.get(&op) {
            self.entries[index].fired.push(pattern.name.clone());
        }
    }

    /// Notes the step that `matcher` could not get past.
    pub fn failed(&mut self, ir: &Ir<'_>, op: OpId, pattern: &Pattern, matcher: &Matcher) {
        let Some(&index) = self.index.get(&op) else { return };
        let Some((step, condition)) = pattern.steps.get(matcher.furthest) else { return };
        let subject = subject(ir, op, step, &matcher.frame);
        self.entries[index].failures.push(Failure {
            pattern: pattern.name.clone(),
            condition: *condition,
            subject,
        });
    }

    /// One remark per op that was visited.
    pub fn report(self, diagnostics: &mut Diagnostics) {
        for entry in self.entries {
            let message = match entry.fired.as_slice() {
                [] => format!("'{}' op was not rewritten", entry.name),
                fired => format!("'{}' op was rewritten by {}", entry.name, fired.join(", ")),
            };
            let mut remark = Diagnostic::remark(entry.span, message);
            if entry.fired.is_empty() {
                for failure in entry.failures {
                    if !failure.subject.is_none() && failure.subject != entry.span {
                        remark = remark
                            .note(failure.subject, format!("pattern '{}' failed here", failure.pattern));
                    }
                    let text = format!("pattern '{}' needs this", failure.pattern);
                    remark = remark.note(failure.condition, text);
                }
            }
            diagnostics.push(remark);
        }
    }
}

/// The place in the module that a step looks at.
fn subject(ir: &Ir<'_>, root: OpId, step: &Step, frame: &[Val]) -> Span {
    let op_at = |slot: Slot| match frame.get(slot as usize) {
        Some(Val::Op(op)) if ir.is_live(*op) => *op,
        _ => root,
    };
    let defining = |slot: Slot| match frame.get(slot as usize) {
        Some(Val::Value(value)) => ir.def_op(*value).unwrap_or(root),
        _ => root,
    };
    let (op, part) = match step {
        Step::Take { op, side: Side::Operand, pos: Pos::Front(index), .. } => {
            (op_at(*op), Part::Operand(*index as usize))
        }
        Step::Count { op, .. }
        | Step::RunLength { op, .. }
        | Step::Take { op, .. }
        | Step::TakeItem { op, .. }
        | Step::TakeRun { op, .. } => (op_at(*op), Part::Op),
        Step::Def { value, .. } | Step::Type { value, .. } | Step::User { value, .. } => {
            (defining(*value), Part::Op)
        }
        Step::Attr { op, name, .. } | Step::AttrIs { op, name, .. } | Step::AttrPresent { op, name, .. } => {
            let (op, name) = (op_at(*op), ir.ctx.text(*name));
            let part = if ir.attr(op, name).is_some() { Part::Attr(name.to_string()) } else { Part::Op };
            (op, part)
        }
        Step::Commute { .. }
        | Step::Fork { .. }
        | Step::Join { .. }
        | Step::Copy { .. }
        | Step::Definer { .. }
        | Step::Where { .. }
        | Step::When { .. }
        | Step::Let { .. } => (root, Part::Op),
    };
    crate::ir::text::part_span(ir, op, &part)
}
