//! The greedy driver: offers ops to the patterns of a set until none applies.
//!
//! Ops are visited in program order, parents before the ops in their regions and definitions before users, so that a
//! lowering that changes types sees converted operands. New ops come next; ops whose surroundings changed come again
//! at the end. The order in which independent ops stand does not matter to the result.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use slotmap::SecondaryMap;
use smallvec::SmallVec;

use crate::ir::text::Readable;
use crate::ir::{
    Attr, Diagnostic, Diagnostics, InsertPoint, Ir, Label, OpId, Severity, Trait, Type, ValueDef, ValueId,
    WalkOrder,
};

use super::PatternSet;
use super::build::{Action, Builder, Failure, Outlined};
use super::eval::{Budget, Scope};
use super::explain::Explanations;
use super::function::Options;
use super::matcher::{Attempt, Matcher, Said};
use super::program::{Pattern, Report};
use super::value::Val;

/// Folds ops to constants; what a constant looks like is the dialects' business.
pub trait Folder {
    /// The values of all results of an op, if they are known.
    fn fold(&self, ir: &Ir<'_>, op: OpId) -> Option<Vec<Attr>>;

    /// Builds a constant in front of `at`.
    fn materialize(&self, ir: &mut Ir<'_>, at: OpId, value: Attr, ty: Type) -> Option<ValueId>;
}

/// Which ops `--explain` is about.
#[derive(Clone, Default, Debug)]
pub struct ExplainFilter {
    /// Full name of the ops; `None` means all.
    pub op: Option<String>,
}

impl ExplainFilter {
    /// Whether it is about this op.
    pub fn covers(&self, ir: &Ir<'_>, op: OpId) -> bool {
        self.op.as_deref().is_none_or(|name| name == ir.name(op))
    }
}

/// Whether an op may be rewritten.
pub type Scoped<'a> = &'a dyn Fn(&Ir<'_>, OpId) -> bool;

/// How patterns are applied.
pub struct Config<'a> {
    /// Bounds how often rewrites may follow from one another: this many times the number of ops (at least 64, at most
    /// 16,384 of them counted).
    pub max_iterations: usize,
    /// Options of the pass.
    pub options: Options,
    /// Ops that may be rewritten; all if `None`.
    pub scope: Option<Scoped<'a>>,
    /// Constant folding.
    pub folder: Option<&'a dyn Folder>,
    /// Whether pure ops without uses are erased.
    pub erase_dead: bool,
    /// Whether to tell why ops were not rewritten.
    pub explain: Option<ExplainFilter>,
}

impl Default for Config<'_> {
    /// Patterns only, everywhere.
    fn default() -> Self {
        Config {
            max_iterations: 10,
            options: Options::new(),
            scope: None,
            folder: None,
            erase_dead: false,
            explain: None,
        }
    }
}

/// What a run of the driver did.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Outcome {
    /// Whether the IR is different now.
    pub changed: bool,
    /// How often each pattern fired, in the order they are tried; those that did not are left out.
    pub applied: Vec<(String, usize)>,
    /// Number of ops replaced by constants.
    pub folded: usize,
    /// Number of dead ops erased.
    pub erased: usize,
    /// Whether an error was reported.
    pub error: bool,
}

/// Applies a pattern set to `root` and the ops in it.
pub fn apply(
    ir: &mut Ir<'_>,
    root: OpId,
    set: &PatternSet,
    config: &Config<'_>,
    diagnostics: &mut Diagnostics,
) -> Outcome {
    apply_some(ir, root, set, config, None, diagnostics)
}

/// The same with only the pattern of this name, if one is given.
pub(super) fn apply_some(
    ir: &mut Ir<'_>,
    root: OpId,
    set: &PatternSet,
    config: &Config<'_>,
    only: Option<&str>,
    diagnostics: &mut Diagnostics,
) -> Outcome {
    let ops = ir.collect(root, WalkOrder::Pre);
    let limit = config.max_iterations.saturating_mul(ops.len().clamp(64, 1 << 14));
    let mut driver = Driver {
        set,
        root,
        config,
        only,
        diagnostics,
        queue: VecDeque::with_capacity(ops.len()),
        states: SecondaryMap::with_capacity(ops.len()),
        matcher: Matcher::default(),
        outlined: Outlined::default(),
        readable: Readable::default(),
        said: FxHashSet::default(),
        shared: FxHashMap::default(),
        fired: vec![0; set.patterns.len()],
        recent: VecDeque::new(),
        limit: u32::try_from(limit).unwrap_or(u32::MAX),
        explanations: config.explain.clone().map(Explanations::new),
        outcome: Outcome::default(),
    };
    for op in ops {
        driver.push_back(op);
    }
    driver.run(ir);
    driver.finish()
}

/// What the driver knows about an op.
#[derive(Clone, Copy, Default)]
struct State {
    queued: bool,
    /// An error was reported for it.
    failed: bool,
    /// Length of the chain of rewrites that led to it.
    generation: u32,
}

/// How many of the last rewrites are kept to name those that do not end.
const RECENT: usize = 64;

struct Driver<'a> {
    set: &'a PatternSet,
    /// The op that the patterns are applied to.
    root: OpId,
    config: &'a Config<'a>,
    only: Option<&'a str>,
    diagnostics: &'a mut Diagnostics,
    queue: VecDeque<OpId>,
    states: SecondaryMap<OpId, State>,
    matcher: Matcher,
    outlined: Outlined,
    readable: Readable,
    /// Reports made, by op and by address of the report in the set.
    said: FxHashSet<(OpId, *const Report)>,
    /// Where the diagnostics stand that several ops share, by report and message.
    shared: FxHashMap<(*const Report, String), usize>,
    fired: Vec<usize>,
    recent: VecDeque<u32>,
    limit: u32,
    explanations: Option<Explanations>,
    outcome: Outcome,
}

/// Whether the driver goes on.
enum Step {
    Go,
    Stop,
}

impl<'a> Driver<'a> {
    fn state(&mut self, op: OpId) -> &mut State {
        if !self.states.contains_key(op) {
            self.states.insert(op, State::default());
        }
        &mut self.states[op]
    }

    fn push_back(&mut self, op: OpId) {
        let state = self.state(op);
        if !std::mem::replace(&mut state.queued, true) {
            self.queue.push_back(op);
        }
    }

    /// Queues the ops that define an op's operands: they may have become dead, or have a single use now.
    fn push_definitions(&mut self, ir: &Ir<'_>, op: OpId) {
        for index in 0..ir.operand_count(op) {
            if let Some(def) = ir.def_op(ir.operand(op, index)) {
                self.push_back(def);
            }
        }
    }

    fn push_users(&mut self, ir: &Ir<'_>, value: ValueId) {
        for user in ir.users(value) {
            self.push_back(user);
        }
    }

    fn run(&mut self, ir: &mut Ir<'_>) {
        while let Some(op) = self.queue.pop_front() {
            if !ir.is_live(op) {
                continue;
            }
            let state = self.state(op);
            state.queued = false;
            if state.failed || self.config.scope.is_some_and(|scope| !scope(ir, op)) {
                continue;
            }
            if self.config.erase_dead && is_dead(ir, op) {
                self.push_definitions(ir, op);
                ir.erase(op);
                self.outcome.erased += 1;
                self.outcome.changed = true;
                continue;
            }
            if self.fold(ir, op) {
                continue;
            }
            if let Step::Stop = self.rewrite(ir, op) {
                return;
            }
        }
    }

    fn fold(&mut self, ir: &mut Ir<'_>, op: OpId) -> bool {
        let Some(folder) = self.config.folder else { return false };
        if ir.results(op).is_empty() || ir.has_trait(op, Trait::ConstantLike) {
            return false;
        }
        let Some(values) = folder.fold(ir, op) else { return false };
        let mut constants: SmallVec<[ValueId; 2]> = SmallVec::new();
        for (index, &value) in values.iter().enumerate() {
            let ty = ir.ty(ir.result(op, index));
            match folder.materialize(ir, op, value, ty) {
                Some(constant) => constants.push(constant),
                None => {
                    for constant in constants {
                        if let Some(def) = ir.def_op(constant).filter(|_| ir.is_unused(constant)) {
                            ir.erase(def);
                        }
                    }
                    return false;
                }
            }
        }
        for (index, &constant) in constants.iter().enumerate() {
            self.push_users(ir, ir.result(op, index));
            if let Some(def) = ir.def_op(constant) {
                self.push_back(def);
            }
        }
        self.push_definitions(ir, op);
        ir.replace(op, &constants);
        self.outcome.folded += 1;
        self.outcome.changed = true;
        true
    }

    /// Offers an op to the patterns rooted at its name.
    fn rewrite(&mut self, ir: &mut Ir<'_>, op: OpId) -> Step {
        let set = self.set;
        let Some(candidates) = set.by_root.get(&ir.op(op).name) else { return Step::Go };
        if let Some(explanations) = &mut self.explanations {
            explanations.begin(ir, op);
        }
        for &index in candidates {
            let pattern = &set.patterns[index as usize];
            if self.only.is_some_and(|only| only != pattern.name) {
                continue;
            }
            let budget = Budget::new();
            let library = &set.library;
            let scope = Scope { ir, root: op, options: &self.config.options, library, budget: &budget };
            let attempt = self.matcher.attempt(&scope, pattern);
            if budget.is_spent() {
                let text = format!(
                    "'{}' op: the conditions of pattern '{}' take more than {} steps of evaluation",
                    ir.name(op),
                    pattern.name,
                    Budget::STEPS
                );
                let error = Diagnostic::error(ir.op(op).span, text).note(pattern.span, "this pattern");
                self.error(op, error);
                return Step::Go;
            }
            match attempt {
                Attempt::Matches(notes) => {
                    for note in notes {
                        self.say(ir, op, note);
                    }
                    if pattern.body.is_empty() {
                        continue;
                    }
                    if let Some(step) = self.fire(ir, op, index) {
                        return step;
                    }
                }
                Attempt::Fails => {}
                Attempt::Says(said) => {
                    if self.say(ir, op, said) {
                        return Step::Go;
                    }
                }
            }
            if let Some(explanations) = &mut self.explanations {
                explanations.failed(ir, op, pattern, &self.matcher);
            }
        }
        Step::Go
    }

    /// Reports a failed condition, once per op. Returns whether the op is given up.
    fn say(&mut self, ir: &Ir<'_>, op: OpId, said: Said<'_>) -> bool {
        let report = said.report;
        let fatal = report.severity == Severity::Error;
        let explained = || self.config.explain.as_ref().is_some_and(|filter| filter.covers(ir, op));
        let wanted = report.severity != Severity::Remark || explained();
        if self.said.insert((op, std::ptr::from_ref(report))) && wanted {
            let diagnostic = said.diagnostic(ir);
            let shared = report.once.then(|| (std::ptr::from_ref(report), diagnostic.message.clone()));
            match shared.as_ref().and_then(|key| self.shared.get(key)) {
                Some(&first) => {
                    let Label { span, .. } = diagnostic.primary;
                    self.diagnostics.list[first].related.push(Label { span, message: "here as well".into() });
                }
                None => {
                    self.shared.extend(shared.map(|key| (key, self.diagnostics.list.len())));
                    self.diagnostics.push(diagnostic);
                }
            }
        }
        self.give_up(op, fatal)
    }

    /// Leaves an op alone from now on, if something fatal was said about it.
    fn give_up(&mut self, op: OpId, fatal: bool) -> bool {
        if fatal {
            self.outcome.error = true;
            self.state(op).failed = true;
        }
        fatal
    }

    fn error(&mut self, op: OpId, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
        self.outcome.error = true;
        self.state(op).failed = true;
    }

    /// Carries out the rewrite of the pattern that matched last, unless it would change what is known of a shape.
    fn fire(&mut self, ir: &mut Ir<'_>, op: OpId, index: u32) -> Option<Step> {
        let set = self.set;
        let pattern = &set.patterns[index as usize];
        if self.state(op).generation >= self.limit {
            self.recent.push_back(index);
            self.report_endless(ir, op);
            return Some(Step::Stop);
        }
        let mut frame = std::mem::take(&mut self.matcher.frame);
        let at = insertion_point(ir, op, pattern, &frame);
        let budget = Budget::new();
        let mut builder = Builder {
            ir,
            root: op,
            outermost: self.root,
            options: &self.config.options,
            library: &set.library,
            budget: &budget,
            outlined: &mut self.outlined,
            readable: &mut self.readable,
            at,
            created: Vec::new(),
            actions: Vec::new(),
            depth: 0,
        };
        let result = builder.run(&pattern.body, &mut frame);
        let (created, actions) = (builder.created, builder.actions);
        self.matcher.frame = frame;
        let result = result.and_then(|()| check_uses(ir, &created, &actions));
        let name = ir.name(op);
        let span = ir.op(op).span;
        if let Err(Failure { span: place, message }) = result {
            self.discard(ir, created);
            let text = format!("'{name}' op: pattern '{}' cannot be carried out: {message}", pattern.name);
            self.error(op, Diagnostic::error(span, text).note(place, "in this statement"));
            return Some(Step::Go);
        }
        if actions.iter().any(|action| changes_known_sizes(ir, action)) {
            self.discard(ir, created);
            return None;
        }
        if let Some(explanations) = &mut self.explanations {
            explanations.fired(op, pattern);
        }
        let generation = self.state(op).generation + 1;
        let (changed, leftover) = self.commit(ir, actions, generation);
        let still_used = leftover.is_some();
        if let Some((left, message)) = leftover {
            let text = format!("'{name}' op: pattern '{}': {message}", pattern.name);
            self.error(left, Diagnostic::error(span, text).note(pattern.span, "this pattern"));
        }
        if !changed && still_used {
            self.discard(ir, created);
            return Some(Step::Go);
        }
        if !changed {
            self.discard(ir, created);
            let text = format!("'{name}' op: pattern '{}' fired without changing anything", pattern.name);
            let help = "add a condition that fails when there is nothing to do";
            self.error(op, Diagnostic::error(span, text).note(pattern.span, "this pattern").help(help));
            return Some(Step::Go);
        }
        self.outcome.changed = true;
        self.fired[index as usize] += 1;
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(index);
        for &new in created.iter().rev() {
            if ir.is_live(new) {
                *self.state(new) = State { queued: true, failed: false, generation };
                self.queue.push_front(new);
            }
        }
        if ir.is_live(op) {
            self.state(op).generation = generation;
            self.push_back(op);
        }
        Some(Step::Go)
    }

    /// Erases the ops of a rewrite that is not carried out.
    fn discard(&mut self, ir: &mut Ir<'_>, created: Vec<OpId>) {
        for op in created.into_iter().rev() {
            if ir.is_live(op) && ir.results_unused(op) {
                ir.erase(op);
            }
        }
        // What was outlined may be gone.
        self.outlined.clear();
    }

    /// Changes the matched ops. Returns whether anything changed, and an op that could not be erased.
    fn commit(
        &mut self,
        ir: &mut Ir<'_>,
        actions: Vec<Action>,
        generation: u32,
    ) -> (bool, Option<(OpId, &'static str)>) {
        let mut changed = false;
        let mut doomed: SmallVec<[OpId; 4]> = SmallVec::new();
        let mut replaced: SmallVec<[ValueId; 4]> = SmallVec::new();
        for action in actions {
            match action {
                Action::Replace { from, to, .. } => {
                    replaced.push(from);
                    if from == to {
                        continue;
                    }
                    changed |= !ir.is_unused(from);
                    self.push_users(ir, from);
                    ir.replace_all_uses(from, to);
                    if let (Some(name), None) = (ir.value_name(from), ir.value_name(to)) {
                        ir.set_value_name(to, name);
                    }
                    // A value with new uses may now be matched together with them.
                    if let Some(def) = ir.def_op(to) {
                        self.push_back(def);
                    }
                }
                Action::Erase(op) => doomed.push(op),
                Action::Set { op, name, value } => {
                    let before = (ir.op(op).props, ir.op(op).attrs);
                    let ctx = ir.ctx;
                    ir.set_attr(op, ctx.text(name), value);
                    if before != (ir.op(op).props, ir.op(op).attrs) {
                        changed = true;
                        self.state(op).generation = generation;
                        self.push_back(op);
                        for index in 0..ir.results(op).len() {
                            self.push_users(ir, ir.result(op, index));
                        }
                    }
                }
                Action::Take { from, to, types } => {
                    ir.move_blocks(from, to);
                    for (value, ty) in types {
                        ir.set_type(value, ty);
                        self.push_users(ir, value);
                    }
                    changed = true;
                }
            }
        }
        for &value in &replaced {
            let ValueDef::Result(op, _) = ir.def(value) else { continue };
            if !doomed.contains(&op) && ir.results(op).iter().all(|r| replaced.contains(r)) {
                doomed.push(op);
            }
        }
        // An op may use the results of another that is erased too, whatever their order.
        while let Some(at) = doomed.iter().position(|&op| !ir.is_live(op) || ir.results_unused(op)) {
            let op = doomed.swap_remove(at);
            if ir.is_live(op) {
                self.push_definitions(ir, op);
                ir.erase(op);
                changed = true;
            }
        }
        let left = doomed.first().map(|&op| (op, "an op that it erases still has uses"));
        (changed, left)
    }

    fn report_endless(&mut self, ir: &Ir<'_>, op: OpId) {
        let mut counts: Vec<(u32, usize)> = Vec::new();
        for &index in &self.recent {
            match counts.iter_mut().find(|c| c.0 == index) {
                Some(count) => count.1 += 1,
                None => counts.push((index, 1)),
            }
        }
        counts.sort_by_key(|c| std::cmp::Reverse(c.1));
        let patterns: Vec<&Pattern> = counts.iter().map(|c| &self.set.patterns[c.0 as usize]).collect();
        let names: Vec<String> = patterns.iter().map(|p| format!("'{}'", p.name)).collect();
        let text = format!(
            "rewriting does not end: {} keeps firing, {} rewrites in a row led to this '{}'",
            names.join(" with "),
            self.limit,
            ir.name(op)
        );
        let mut diagnostic = Diagnostic::error(ir.op(op).span, text);
        for pattern in patterns {
            diagnostic = diagnostic.note(pattern.span, "this pattern keeps firing");
        }
        self.error(op, diagnostic);
    }

    fn finish(mut self) -> Outcome {
        if let Some(explanations) = self.explanations.take() {
            explanations.report(self.diagnostics);
        }
        let names = self.set.patterns.iter().map(|p| p.name.clone());
        self.outcome.applied = names.zip(self.fired).filter(|(_, n)| *n > 0).collect();
        self.outcome
    }
}

/// Where a rewrite builds: in front of the root, or, for a pattern that goes from a value to its users, in front of
/// the last matched op of the root's block.
fn insertion_point(ir: &Ir<'_>, root: OpId, pattern: &Pattern, frame: &[Val]) -> InsertPoint {
    let mut last = root;
    if pattern.follows_users {
        for value in frame {
            if let Val::Op(op) = value
                && ir.parent_block(*op) == ir.parent_block(root)
                && ir.is_before(last, *op)
            {
                last = *op;
            }
        }
    }
    InsertPoint::Before(last)
}

/// New ops must not use what they replace: they would come to use themselves.
fn check_uses(ir: &Ir<'_>, created: &[OpId], actions: &[Action]) -> Result<(), Failure> {
    for action in actions {
        let Action::Replace { from, to, span } = action else { continue };
        let own = |value: ValueId| created.iter().any(|&op| ir.operands(op).any(|v| v == value));
        if from != to && ir.def_op(*to).is_some_and(|def| created.contains(&def)) && own(*from) {
            let message = "a new op uses the value that is replaced".to_string();
            return Err(Failure { span: *span, message });
        }
    }
    Ok(())
}

/// Whether a value would be replaced by one whose type differs only in which sizes it knows: users have their types from
/// the old one.
fn changes_known_sizes(ir: &Ir<'_>, action: &Action) -> bool {
    let Action::Replace { from, to, .. } = action else { return false };
    let (from, to) = (ir.ty(*from), ir.ty(*to));
    from != to && ir.ctx.compatible(from, to)
}

fn is_dead(ir: &Ir<'_>, op: OpId) -> bool {
    if !ir.results_unused(op) {
        return false;
    }
    if ir.regions(op).is_empty() {
        return ir.info(op).is_some_and(|i| i.has_trait(Trait::Pure) && !i.has_trait(Trait::Terminator));
    }
    ir.is_pure(op)
}
