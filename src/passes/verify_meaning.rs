//! `verify-meaning`: whether the module computes what it did before the pipeline, on random inputs.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::options::{OptionInfo, OptionKind};
use super::{Failed, Pass, PassContext, PassInfo};
use crate::interp::{self, RunError, RunOptions};
use crate::ir::{Diagnostic, Diagnostics, Ir, OpId};
use crate::tensor::{Tensor, Tolerance, compare};

/// See the [module](self).
pub struct VerifyMeaning;

impl Pass for VerifyMeaning {
    fn info(&self) -> &'static PassInfo {
        &PassInfo {
            name: "verify-meaning",
            summary: "Checks that the module still gives the results that it gave before the pipeline",
            options: &[
                OptionInfo {
                    name: "seed",
                    kind: OptionKind::Count { min: 0 },
                    default: "0",
                    summary: "Where the random inputs start",
                },
                OptionInfo {
                    name: "runs",
                    kind: OptionKind::Count { min: 1 },
                    default: "1",
                    summary: "How many times the module is run, each time on other inputs",
                },
                OptionInfo {
                    name: "tolerance",
                    kind: OptionKind::Tolerance,
                    default: "",
                    summary: "How much floats may differ, absolutely and relatively; bit for bit where it is empty",
                },
            ],
            anchor: Some("builtin.module"),
        }
    }

    fn needs_original(&self) -> bool {
        true
    }

    fn run(&self, ir: &mut Ir<'_>, _: OpId, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let Some(original) = cx.original else { return Ok(()) };
        let (seed, runs) =
            ["seed", "runs"].map(|name| cx.options.count(name).unwrap_or_default() as u64).into();
        let tolerance = cx.options.tolerance("tolerance");
        cx.statistics.add("runs", runs);
        for run in 0..runs {
            check(original, ir, seed.wrapping_add(run), tolerance, cx.diagnostics)?;
        }
        Ok(())
    }
}

/// A module as it was in front of a pipeline, and what it gives.
pub struct Original<'c> {
    ir: Ir<'c>,
    /// Its results, by the seed of the inputs: they are asked for after every pass.
    results: RefCell<FxHashMap<u64, Rc<[Tensor]>>>,
}

impl<'c> Original<'c> {
    /// A copy of the module.
    pub fn new(ir: &Ir<'c>) -> Self {
        Original { ir: ir.clone(), results: RefCell::default() }
    }

    /// What it gives for the random inputs of a seed. It is an error if it cannot be run: there is no meaning to verify then.
    pub fn results(&self, seed: u64, diagnostics: &mut Diagnostics) -> Result<Rc<[Tensor]>, Failed> {
        if let Some(known) = self.results.borrow().get(&seed) {
            return Ok(Rc::clone(known));
        }
        let results: Rc<[Tensor]> = match run(&self.ir, seed) {
            Ok(results) => results.into(),
            Err(error) => {
                let help =
                    "the module cannot be run as it is before the pipeline, so there is no meaning to verify";
                diagnostics.push(error.diagnostic.help(help));
                return Err(Failed);
            }
        };
        self.results.borrow_mut().insert(seed, Rc::clone(&results));
        Ok(results)
    }
}

/// Checks that two versions of a module give the same results on the random inputs that this seed gives.
pub fn check(
    original: &Original<'_>,
    now: &Ir<'_>,
    seed: u64,
    tolerance: Tolerance,
    diagnostics: &mut Diagnostics,
) -> Result<(), Failed> {
    let want = original.results(seed, diagnostics)?;
    let got = run(now, seed).map_err(|error| {
        diagnostics.push(error.diagnostic.help("the module could be run as it was before the pipeline"));
        Failed
    })?;
    let span = now.op(now.root()).span;
    let help = format!("the inputs are those of `neuron-run --random-inputs={seed}`");
    let mut differ = |message: String| {
        diagnostics.push(Diagnostic::error(span, message).help(help.clone()));
        Err(Failed)
    };
    if got.len() != want.len() {
        let (now, before) = (got.len(), want.len());
        return differ(format!("the module gives {now} results, before the pipeline it gave {before}"));
    }
    for (index, (now, before)) in got.iter().zip(want.iter()).enumerate() {
        if let Err(report) = compare(now, before, tolerance) {
            return differ(format!("result {index} is not what it was before the pipeline: {report}"));
        }
    }
    Ok(())
}

/// What the entry of a module gives for random inputs.
fn run(ir: &Ir<'_>, seed: u64) -> Result<Vec<Tensor>, RunError> {
    let entry = interp::entry_point(ir, None)?;
    let inputs = interp::random_inputs(ir, entry, seed)?;
    Ok(interp::run(ir, None, inputs, &RunOptions::default())?.results)
}
