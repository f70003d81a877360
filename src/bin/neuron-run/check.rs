//! `--check`: self-checking modules, each of which passes, fails or is unsupported.

use std::io::{self, stderr};

use neuron_opt::dialects;
use neuron_opt::driver::{
    Chunk, FAILURE, InputOptions, SUCCESS, Source, parse_chunk, put, read_source, say, split, write_problem,
};
use neuron_opt::interp::{self, RunOptions};
use neuron_opt::ir::{Context, Diagnostic, Diagnostics, Ir, Severity};

use crate::cli::Cli;
use crate::renderer;

/// What separates the modules of a file.
const MARKER: &str = "// -----";

/// What became of a module.
enum Verdict {
    /// There is nothing between two markers but comments.
    Empty,
    Pass,
    Fail(Vec<Diagnostic>),
    /// The name of the op that is not declared, or has no meaning.
    Unsupported(String),
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
            let verdict = if count > 1 && source.is_blank(&ctx, &chunk) {
                Verdict::Empty
            } else {
                check(cli, &ctx, &source, chunk, options)
            };
            match verdict {
                Verdict::Empty => {}
                Verdict::Pass => {
                    put(format_args!("pass {name}\n"))?;
                    total.passed += 1;
                }
                Verdict::Unsupported(op) => {
                    put(format_args!("unsupported {op} {name}\n"))?;
                    total.unsupported += 1;
                }
                Verdict::Fail(diagnostics) => {
                    put(format_args!("fail {name}\n"))?;
                    renderer(cli).write(&ctx, &diagnostics, &mut stderr());
                    total.failed += 1;
                }
            }
        }
    }
    let Total { passed, failed, unsupported } = total;
    if passed + failed + unsupported > 1 {
        put(format_args!("{passed} pass, {failed} fail, {unsupported} unsupported\n"))?;
    }
    Ok(failed + unsupported == 0)
}

fn check(cli: &Cli, ctx: &Context, source: &Source, chunk: Chunk, options: &RunOptions) -> Verdict {
    let mut diagnostics = Diagnostics::new();
    let input =
        InputOptions { allow_unregistered: cli.allow_unregistered_dialect, ..InputOptions::default() };
    let Some(ir) = parse_chunk(ctx, source, chunk, &input, &mut diagnostics) else {
        return unknown_op(&diagnostics).map_or(Verdict::Fail(diagnostics.list), Verdict::Unsupported);
    };
    if ir.op_count() == 1 {
        return Verdict::Empty;
    }
    let checks = match &cli.entry {
        Some(entry) => vec![entry.as_str()],
        None => interp::self_checks(&ir),
    };
    if checks.is_empty() {
        return judge(&ir, None, options);
    }
    // One module may hold several checks: the first that does not pass speaks for it.
    let verdicts = checks.into_iter().map(|check| judge(&ir, Some(check), options));
    verdicts.into_iter().find(|verdict| !matches!(verdict, Verdict::Pass)).unwrap_or(Verdict::Pass)
}

fn judge(ir: &Ir<'_>, entry: Option<&str>, options: &RunOptions) -> Verdict {
    match interp::run(ir, entry, Vec::new(), options) {
        Ok(outcome) if outcome.reports.has_errors() => Verdict::Fail(outcome.reports.list),
        Ok(_) => Verdict::Pass,
        Err(error) => match error.unsupported {
            Some(op) => Verdict::Unsupported(op),
            None => Verdict::Fail(vec![*error.diagnostic]),
        },
    }
}

/// The first op that no dialect declares, if that is all that is wrong.
fn unknown_op(diagnostics: &Diagnostics) -> Option<String> {
    let mut errors = diagnostics.list.iter().filter(|d| d.severity == Severity::Error);
    let first = errors.next()?.unknown_op.clone()?;
    errors.all(|error| error.unknown_op.is_some()).then_some(first)
}
