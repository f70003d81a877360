//! Passes: what they are, the one list of them, pipelines as text, and the manager that runs them.
//!
//! A pass works on one op and what is nested in it. It knows no other pass, and neither the command line nor where
//! output goes: problems become diagnostics, counts become statistics.

mod bir_allocate;
mod canonicalize;
mod cse;
mod dce;
mod equivalence;
mod facts;
mod finding;
mod fold;
mod inline;
mod known;
mod lowering;
mod manager;
mod options;
mod pattern_pass;
mod pipeline;
mod print_ir;
mod resources;
mod statistics;
mod symbol_dce;
mod verify_meaning;

pub use finding::explain;
pub use known::{HLO_OPT_PASSES, is_hlo_opt_pass};
pub use manager::{Instruments, PassManager, Timing, TimingRow, VerifyEach};
pub use options::{OptionInfo, OptionKind, OptionValue, Options, WrittenOption, quoted_list};
pub use pattern_pass::{PatternPass, PatternText, ScopeFn, read_pattern_files};
pub use pipeline::{NamedPipeline, PIPELINES, Pipeline, PipelineItem, ScheduledPass};
pub use print_ir::{DumpPoint, PrintIr};
pub use resources::Resources;
pub use statistics::Statistics;
pub use verify_meaning::Original;

use crate::ir::{Diagnostics, Ir, OpId};

/// The declaration of a pass.
pub struct PassInfo {
    /// Name as written in pipelines and flags.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Options in the order in which they print.
    pub options: &'static [OptionInfo],
    /// The only op the pass runs on; `None` for any op.
    pub anchor: Option<&'static str>,
}

/// What a pass may use besides the IR.
pub struct PassContext<'a> {
    /// Its options.
    pub options: &'a Options,
    /// Settings of the whole run.
    pub settings: &'a Settings,
    /// What is loaded once and shared.
    pub resources: &'a mut Resources,
    /// The module as it was in front of the pipeline, if the pass [needs](Pass::needs_original) it.
    pub original: Option<&'a Original<'a>>,
    /// Where problems go.
    pub diagnostics: &'a mut Diagnostics,
    /// Counts for `--pass-statistics`.
    pub statistics: &'a mut Statistics,
}

/// Settings of a run that passes may look at.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Pattern files of the user, tried by `canonicalize` and `apply-patterns` in addition to their own.
    pub pattern_files: Vec<PatternText>,
    /// Whether to remark, for every candidate op, why it was not rewritten; `Some(name)` for ops of that name only.
    pub explain: Option<Option<String>>,
    /// Whether pattern files may name ops that no dialect declares.
    pub allow_unregistered: bool,
}

/// A pass reported at least one error: the pipeline stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failed;

/// A pass. It has no state: what a run needs is in its [`PassContext`].
pub trait Pass: Sync {
    /// The declaration.
    fn info(&self) -> &'static PassInfo;

    /// Whether the pass looks at the module as it was in front of the pipeline.
    fn needs_original(&self) -> bool {
        false
    }

    /// Whether it applies [`Settings::pattern_files`].
    fn applies_pattern_files(&self) -> bool {
        false
    }

    /// Runs on `op` and what is nested in it. `Err` means that an error was reported.
    fn run(&self, ir: &mut Ir<'_>, op: OpId, cx: &mut PassContext<'_>) -> Result<(), Failed>;
}

/// Every pass, in the order of `--list-passes`.
pub static ALL: &[&dyn Pass] = &[
    &canonicalize::Canonicalize,
    &cse::Cse,
    &dce::Dce,
    &symbol_dce::SymbolDce,
    &inline::Inline,
    &pattern_pass::ApplyPatterns,
    &verify_meaning::VerifyMeaning,
    &lowering::REWRITE_SORT,
    &lowering::DECOMPOSE_TOPK,
    &lowering::LEGALIZE_ARG,
    &lowering::LOWER_ARG,
    &lowering::RAISE_ROUTER,
    &lowering::RAISE,
    &lowering::LEGALIZE,
    &lowering::LOWER,
    &lowering::EXPAND,
    &lowering::SELECT,
    &lowering::BirAllocate,
    &lowering::ENCODE,
];

/// The names of all passes and named pipelines.
pub fn names<'a>() -> impl Iterator<Item = &'a str> {
    ALL.iter().map(|pass| pass.info().name).chain(PIPELINES.iter().map(|pipeline| pipeline.name))
}

/// The pass with this name.
pub fn find(name: &str) -> Option<&'static dyn Pass> {
    ALL.iter().copied().find(|pass| pass.info().name == name)
}

/// Runs a pipeline on a module, verifies after each pass and prints nothing: what a program without a command line needs.
pub fn run(pipeline: &Pipeline, ir: &mut Ir<'_>, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
    let settings = Settings::default();
    let printer = |_: &Ir<'_>, _| String::new();
    let mut output = std::io::sink();
    let print_ir = PrintIr::default();
    let verify_each = VerifyEach::Structure;
    let instruments = Instruments { verify_each, print_ir, printer: &printer, output: &mut output };
    PassManager::new(&settings, instruments).run(pipeline, ir, diagnostics)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_defaults_are_values() {
        for (position, pass) in ALL.iter().enumerate() {
            let info = pass.info();
            assert!(ALL[..position].iter().all(|other| other.info().name != info.name), "{}", info.name);
            for option in info.options {
                assert!(option.kind.parse(option.default).is_ok(), "{}: {}", info.name, option.name);
            }
        }
    }
}
