//! Runs pipelines, and watches passes at work: verification, IR dumps, times.

use std::fmt;
use std::io::Write;
use std::time::{Duration, Instant};

use super::pipeline::{Pipeline, PipelineItem, ScheduledPass};
use super::print_ir::PrintIr;
use super::resources::Resources;
use super::statistics::Statistics;
use super::verify_meaning::{self, Original};
use super::{Failed, PassContext, Settings};
use crate::ir::{Diagnostic, Diagnostics, Ir, OpId, verify};
use crate::tensor::Tolerance;

/// What is verified after each pass.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum VerifyEach {
    /// Nothing.
    Nothing,
    /// The structure of the IR.
    Structure,
    /// The structure, and that the module computes what it did before the pipeline, as far as this.
    Meaning(Tolerance),
}

/// What to do around passes.
pub struct Instruments<'a> {
    /// What to verify after each pass.
    pub verify_each: VerifyEach,
    /// When to print it.
    pub print_ir: PrintIr,
    /// How to print it.
    pub printer: &'a dyn Fn(&Ir<'_>, OpId) -> String,
    /// Where to.
    pub output: &'a mut dyn Write,
}

/// Runs passes on modules of one context, and adds up what they count and how long they take.
pub struct PassManager<'a> {
    /// Settings that passes see.
    pub settings: &'a Settings,
    /// What to do around passes.
    pub instruments: Instruments<'a>,
    /// Counts so far.
    pub statistics: Statistics,
    /// Times so far.
    pub timing: Timing,
    resources: Resources,
}

impl<'a> PassManager<'a> {
    /// A manager that has run nothing yet.
    pub fn new(settings: &'a Settings, instruments: Instruments<'a>) -> Self {
        PassManager {
            settings,
            instruments,
            statistics: Statistics::default(),
            timing: Timing::default(),
            resources: Resources::default(),
        }
    }

    /// Runs a pipeline on the module's top-level op. It stops at the first pass that fails.
    pub fn run(
        &mut self,
        pipeline: &Pipeline,
        ir: &mut Ir<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Failed> {
        let root = ir.root();
        if !pipeline.matches(ir.name(root)) {
            let message = format!("the pipeline is for '{}', not for '{}'", pipeline.anchor, ir.name(root));
            let span = ir.op(root).span;
            diagnostics.push(Diagnostic::error(span, message).help(format!(
                "write {}({}(...))",
                ir.name(root),
                pipeline.anchor
            )));
            return Err(Failed);
        }
        let verify = self.instruments.verify_each;
        let original = (matches!(verify, VerifyEach::Meaning(_)) || pipeline.needs_original())
            .then(|| Original::new(ir));
        if let (VerifyEach::Meaning(_), Some(original)) = (verify, &original) {
            // No pass is to blame if there is nothing to verify.
            let start = Instant::now();
            original.results(SEED, diagnostics)?;
            self.timing.add("(V) meaning", 0, start.elapsed());
        }
        self.run_on(pipeline, ir, root, original.as_ref(), diagnostics, 0)
    }

    fn run_on(
        &mut self,
        pipeline: &Pipeline,
        ir: &mut Ir<'_>,
        op: OpId,
        original: Option<&Original<'_>>,
        diagnostics: &mut Diagnostics,
        depth: usize,
    ) -> Result<(), Failed> {
        for item in &pipeline.items {
            match item {
                PipelineItem::Pass(pass) => self.run_pass(pass, ir, op, original, diagnostics, depth)?,
                PipelineItem::Nested(nested) => {
                    for inner in children(ir, op) {
                        if ir.is_live(inner) && nested.matches(ir.name(inner)) {
                            self.run_on(nested, ir, inner, original, diagnostics, depth + 1)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn run_pass(
        &mut self,
        scheduled: &ScheduledPass,
        ir: &mut Ir<'_>,
        op: OpId,
        original: Option<&Original<'_>>,
        diagnostics: &mut Diagnostics,
        depth: usize,
    ) -> Result<(), Failed> {
        let name = scheduled.pass.info().name;
        let print = &self.instruments.print_ir;
        let wants_after = print.wants_after(name);
        let old = (wants_after && print.after_change).then(|| (self.instruments.printer)(ir, ir.root()));
        if print.before.includes(name) {
            self.dump("Before", "", name, ir, op);
        }

        let start = Instant::now();
        self.statistics.begin(name);
        let mut cx = PassContext {
            options: &scheduled.options,
            settings: self.settings,
            resources: &mut self.resources,
            original,
            diagnostics,
            statistics: &mut self.statistics,
        };
        let mut result = scheduled.pass.run(ir, op, &mut cx);
        self.timing.add(name, depth, start.elapsed());

        if result.is_ok() && self.instruments.verify_each != VerifyEach::Nothing {
            let start = Instant::now();
            result = verify_after(ir, op, name, diagnostics);
            self.timing.add("(V) verifier", depth, start.elapsed());
        }
        if result.is_ok()
            && let VerifyEach::Meaning(tolerance) = self.instruments.verify_each
            && let Some(original) = original
        {
            let start = Instant::now();
            result = meaning_after(original, ir, tolerance, name, diagnostics);
            self.timing.add("(V) meaning", depth, start.elapsed());
        }
        match result {
            Ok(()) => {
                let changed = |old: String| old != (self.instruments.printer)(ir, ir.root());
                if wants_after && old.is_none_or(changed) {
                    self.dump("After", "", name, ir, op);
                }
            }
            Err(Failed) if self.instruments.print_ir.after_failure || wants_after => {
                self.dump("After", " Failed", name, ir, op);
            }
            Err(Failed) => {}
        }
        result
    }

    /// Prints the IR under MLIR's headline. An output that cannot be written to is not a reason to fail.
    fn dump(&mut self, when: &str, outcome: &str, pass: &str, ir: &Ir<'_>, op: OpId) {
        let scope = if self.instruments.print_ir.module_scope { ir.root() } else { op };
        let place = match ir.symbol_name(op) {
            Some(symbol) => format!(" ('{}' operation: @{symbol})", ir.name(op)),
            None => format!(" ('{}' operation)", ir.name(op)),
        };
        let place = if op == ir.root() { String::new() } else { place };
        let text = (self.instruments.printer)(ir, scope);
        let text = text.trim_end();
        let headline = format!("// -----// IR Dump {when} {pass}{outcome}{place} //----- //");
        writeln!(self.instruments.output, "{headline}\n{text}\n").unwrap_or_default();
    }
}

/// The ops directly inside `op`.
fn children(ir: &Ir<'_>, op: OpId) -> Vec<OpId> {
    let blocks = ir.regions(op).iter().flat_map(|&region| ir.blocks(region));
    blocks.flat_map(|block| ir.block_ops(block)).collect()
}

/// Faults found here are the pass's own, and its errors say so.
fn verify_after(ir: &Ir<'_>, op: OpId, pass: &str, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
    let before = diagnostics.list.len();
    verify(ir, op, diagnostics);
    let found = &mut diagnostics.list[before..];
    if found.is_empty() {
        return Ok(());
    }
    for diagnostic in found {
        diagnostic.help.push(format!("found after pass '{pass}': the pass produced invalid IR"));
    }
    Err(Failed)
}

/// The inputs on which modules are run after every pass.
const SEED: u64 = 0;

/// The same for what the module computes.
fn meaning_after(
    original: &Original<'_>,
    ir: &Ir<'_>,
    tolerance: Tolerance,
    pass: &str,
    diagnostics: &mut Diagnostics,
) -> Result<(), Failed> {
    let before = diagnostics.list.len();
    let result = verify_meaning::check(original, ir, SEED, tolerance, diagnostics);
    for diagnostic in &mut diagnostics.list[before..] {
        diagnostic.help.push(format!("found after pass '{pass}'"));
    }
    result
}

/// How long each pass took.
#[derive(Clone, Debug, Default)]
pub struct Timing {
    /// One row per pass and nesting depth, in order of the first run.
    pub rows: Vec<TimingRow>,
}

/// The time of a pass.
#[derive(Clone, Debug)]
pub struct TimingRow {
    /// Its name.
    pub name: String,
    /// How many anchors of the pipeline it stands in.
    pub depth: usize,
    /// How long its runs took together.
    pub time: Duration,
}

impl Timing {
    /// Adds to the row of this name and depth.
    pub fn add(&mut self, name: &str, depth: usize, time: Duration) {
        match self.rows.iter_mut().find(|row| row.name == name && row.depth == depth) {
            Some(row) => row.time += time,
            None => self.rows.push(TimingRow { name: name.into(), depth, time }),
        }
    }
}

impl fmt::Display for Timing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total: Duration = self.rows.iter().map(|row| row.time).sum();
        let share = |time: Duration| 100.0 * time.as_secs_f64() / total.as_secs_f64().max(1e-9);
        writeln!(f, "===-- Execution time report --===")?;
        writeln!(f, "  {:>10}  {:>6}  name", "wall (s)", "share")?;
        for row in &self.rows {
            let (time, indent) = (row.time.as_secs_f64(), "  ".repeat(row.depth));
            writeln!(f, "  {time:>10.4}  {:>5.1}%  {indent}{}", share(row.time), row.name)?;
        }
        writeln!(f, "  {:>10.4}  100.0%  total", total.as_secs_f64())
    }
}
