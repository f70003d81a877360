//! `--check`: self-checking modules, each of which passes, fails or is unsupported.

use std::io::{self, stderr};

use neuron_opt::dialects;
use neuron_opt::driver::{
    Chunk, FAILURE, InputOptions, SUCCESS, Source, parse_chunk, put, read_source, say, split, write_problem,
};
use neuron_opt::interp::{self, Outcome, RunError, RunOptions};
use neuron_opt::ir::{Context, Diagnostic, Diagnostics, Ir, Severity};
use neuron_opt::machine::Probes;

use crate::cli::Cli;
use crate::renderer;
use crate::tensors::write_probes;

/// What separates the modules of a file.
const MARKER: &str = "// -----";

/// What became of a module.
enum Verdict {
    /// There is nothing between two markers but comments.
    Empty,
    Pass,
    Fail,
    /// The name of the op that is not declared, or has no meaning.
    Unsupported(String),
}

/// A module that was run.
struct Checked {
    verdict: Verdict,
    /// What there is to say to the user.
    said: Vec<Diagnostic>,
    /// What the module showed.
    probes: Probes,
}

impl Checked {
    fn new(verdict: Verdict, said: Vec<Diagnostic>) -> Self {
        Checked { verdict, said, probes: Probes::new() }
    }
}

/// Runs every module of the files; success only if every check held, and could be told.
pub fn check_files(cli: &Cli, options: &RunOptions) -> u8 {
    match run_files(cli, options) {
        Ok(true) => SUCCESS,
        Ok(false) => FAILURE,
        Err(error) => {
            if let Some(problem) = write_problem("the verdicts", &error) {
                say(format_args!("neuron-run: {problem}\n"));
            }
            FAILURE
        }
    }
}

/// How many modules passed, failed and were unsupported.
#[derive(Default)]
struct Total {
    passed: usize,
    failed: usize,
    unsupported: usize,
    /// Tensors that were shown and written.
    probes: usize,
}

fn run_files(cli: &Cli, options: &RunOptions) -> io::Result<bool> {
    let mut total = Total::default();
    for path in &cli.check {
        let ctx = Context::new(dialects::ALL);
        let source = match read_source(&ctx, path, cli.input_format) {
            Ok(source) => source,
            Err(diagnostic) => {
                renderer(cli).write(&ctx, std::slice::from_ref(&*diagnostic), &mut stderr());
                put(format_args!("fail {path}\n"))?;
                total.failed += 1;
                continue;
            }
        };
        let text = ctx.file(source.file).map_or("", |file| &file.text);
        let chunks = split(text, MARKER);
        let count = chunks.len();
        for (index, chunk) in chunks.into_iter().enumerate() {
            let name = if count > 1 { format!("{path}#{index}") } else { path.clone() };
            if count > 1 && source.is_blank(&ctx, &chunk) {
                continue;
            }
            let checked = check(cli, &ctx, &source, chunk, options);
            match checked.verdict {
                Verdict::Empty => {}
                Verdict::Pass => {
                    put(format_args!("pass {name}\n"))?;
                    total.passed += 1;
                }
                Verdict::Unsupported(op) => {
                    put(format_args!("unsupported {op} {name}\n"))?;
                    total.unsupported += 1;
                }
                Verdict::Fail => {
                    put(format_args!("fail {name}\n"))?;
                    total.failed += 1;
                }
            }
            renderer(cli).write(&ctx, &checked.said, &mut stderr());
            if let Some(directory) = &cli.probe_output_dir {
                if let Err(problem) = write_probes(&ctx, directory, total.probes, &checked.probes) {
                    say(format_args!("neuron-run: {problem}\n"));
                    return Ok(false);
                }
                total.probes += checked.probes.len();
            }
        }
    }
    let Total { passed, failed, unsupported, .. } = total;
    if passed + failed + unsupported > 1 {
        put(format_args!("{passed} pass, {failed} fail, {unsupported} unsupported\n"))?;
    }
    Ok(failed + unsupported == 0)
}

fn check(cli: &Cli, ctx: &Context, source: &Source, chunk: Chunk, options: &RunOptions) -> Checked {
    let mut diagnostics = Diagnostics::new();
    let input =
        InputOptions { allow_unregistered: cli.allow_unregistered_dialect, ..InputOptions::default() };
    let Some(ir) = parse_chunk(ctx, source, chunk, &input, &mut diagnostics) else {
        return match unknown_op(&diagnostics) {
            Some(op) => Checked::new(Verdict::Unsupported(op), Vec::new()),
            None => Checked::new(Verdict::Fail, diagnostics.list),
        };
    };
    if ir.op_count() == 1 {
        return Checked::new(Verdict::Empty, Vec::new());
    }
    let checks = match &cli.entry {
        Some(entry) => vec![Some(entry.as_str())],
        None => interp::self_checks(&ir).into_iter().map(Some).collect(),
    };
    // One module may hold several checks: the first that does not pass speaks for it.
    let mut checked = Checked::new(Verdict::Pass, Vec::new());
    for entry in if checks.is_empty() { vec![None] } else { checks } {
        let Checked { verdict, said, probes } = judge(&ir, entry, options);
        checked.said.extend(said);
        checked.probes.extend(probes);
        checked.verdict = verdict;
        if !matches!(checked.verdict, Verdict::Pass) {
            break;
        }
    }
    checked
}

fn judge(ir: &Ir<'_>, entry: Option<&str>, options: &RunOptions) -> Checked {
    match interp::run(ir, entry, Vec::new(), options) {
        Ok(Outcome { reports, probes, .. }) => {
            let verdict = if reports.has_errors() { Verdict::Fail } else { Verdict::Pass };
            Checked { verdict, said: reports.list, probes }
        }
        Err(RunError { diagnostic, unsupported, reports, probes }) => match unsupported {
            Some(op) => Checked { verdict: Verdict::Unsupported(op), said: reports.list, probes },
            None => {
                let said = reports.list.into_iter().chain([*diagnostic]).collect();
                Checked { verdict: Verdict::Fail, said, probes }
            }
        },
    }
}

/// The first op that no dialect declares, if that is all that is wrong.
fn unknown_op(diagnostics: &Diagnostics) -> Option<String> {
    let mut errors = diagnostics.list.iter().filter(|d| d.severity == Severity::Error);
    let first = errors.next()?.unknown_op.clone()?;
    errors.all(|error| error.unknown_op.is_some()).then_some(first)
}
