//! The interpreter driver: executes a module on tensors from files and writes, prints or compares what it gives.

mod check;
mod cli;
mod tensors;

use std::io::stderr;
use std::process::ExitCode;
use std::time::Instant;

use clap::{CommandFactory, FromArgMatches};
use neuron_opt::dialects;
use neuron_opt::driver::{
    FAILURE, InputOptions, Renderer, SUCCESS, USAGE, guard, normalize, parse_chunk, read_source,
    run_on_worker, say, write_problem,
};
use neuron_opt::interp::{self, Limits, RunOptions};
use neuron_opt::ir::{Context, Diagnostic, Diagnostics, Span};

use cli::Cli;

fn main() -> ExitCode {
    let args: Vec<String> =
        std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    guard("neuron-run", &args, || run_on_worker(|| start(args.clone()))).into()
}

fn start(args: Vec<String>) -> u8 {
    let command = Cli::command();
    let args = match normalize(&command, args, |_| false) {
        Ok(arguments) => arguments.rest,
        Err(unknown) => {
            say(format_args!("neuron-run: unknown option '--{unknown}': see --help\n"));
            return USAGE;
        }
    };
    let argv = std::iter::once("neuron-run".to_string()).chain(args);
    let cli = match command.try_get_matches_from(argv).and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => {
            error.print().unwrap_or_default();
            return if error.use_stderr() { USAGE } else { SUCCESS };
        }
    };
    let target = match cli.target.as_ref().map(|name| name.parse()).transpose() {
        Ok(target) => target,
        Err(error) => {
            say(format_args!("neuron-run: {error}\n"));
            return USAGE;
        }
    };
    let defaults = Limits::default();
    let limits = Limits { steps: cli.max_steps.unwrap_or(defaults.steps), ..defaults };
    let options = RunOptions { limits, target };
    if !cli.check.is_empty() {
        return check::check_files(&cli, &options);
    }
    let ctx = Context::new(dialects::ALL);
    let mut diagnostics = Diagnostics::new();
    let result = run(&cli, &ctx, &options, &mut diagnostics);
    let good = result.is_ok();
    if let Err(Failed::Said(diagnostic)) = result {
        diagnostics.push(*diagnostic);
    }
    renderer(&cli).write(&ctx, &diagnostics.list, &mut stderr());
    if good && !diagnostics.has_errors() { SUCCESS } else { FAILURE }
}

fn renderer(cli: &Cli) -> Renderer {
    Renderer { format: cli.diagnostic_format, color: cli.color.on_stderr() }
}

/// Why a run ends early.
enum Failed {
    Said(Box<Diagnostic>),
    /// Whoever reads the output has seen enough.
    OutputClosed,
}

impl From<Box<Diagnostic>> for Failed {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        Failed::Said(diagnostic)
    }
}

/// Runs the module and deals with its results. What is wrong is reported or returned.
fn run(cli: &Cli, ctx: &Context, options: &RunOptions, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
    let source = read_source(ctx, &cli.module, cli.input_format)?;
    let length = ctx.file(source.file).map_or(0, |file| file.text.len());
    let input =
        InputOptions { allow_unregistered: cli.allow_unregistered_dialect, ..InputOptions::default() };
    let Some(ir) = parse_chunk(ctx, &source, 0..length, &input, diagnostics) else { return Ok(()) };
    let entry = interp::entry_point(&ir, cli.entry.as_deref())?;
    let problem = |message: String| Box::new(Diagnostic::error(Span::NONE, message));
    let inputs = match (cli.random_inputs, &cli.args) {
        (Some(seed), _) => interp::random_inputs(&ir, entry, seed)?,
        (None, Some(list)) => tensors::read_args(ctx, list).map_err(problem)?,
        (None, None) => {
            tensors::read_inputs(&cli.input, &interp::input_types(&ir, entry)?).map_err(problem)?
        }
    };
    let start = Instant::now();
    let ended = interp::run(&ir, cli.entry.as_deref(), inputs, options);
    let elapsed = start.elapsed();
    let (reports, probes) = match &ended {
        Ok(outcome) => (&outcome.reports, &outcome.probes),
        Err(error) => (&error.reports, &error.probes),
    };
    diagnostics.list.extend_from_slice(&reports.list);
    if let Some(directory) = &cli.probe_output_dir {
        tensors::write_probes(ctx, directory, 0, probes).map_err(problem)?;
    }
    let outcome = ended.map_err(|error| error.diagnostic)?;
    if cli.stats {
        say(format_args!("{} ops executed in {:.6} s\n", outcome.steps, elapsed.as_secs_f64()));
    }
    if cli.print {
        tensors::print(&outcome.results).map_err(|error| {
            let said = write_problem("the results", &error).map(|message| Failed::Said(problem(message)));
            said.unwrap_or(Failed::OutputClosed)
        })?;
    }
    if let Some(directory) = &cli.output_dir {
        tensors::write_results(directory, &outcome.results).map_err(problem)?;
    }
    let differences =
        tensors::compare_results(&cli.compare, &outcome.results, cli.tolerance).map_err(problem)?;
    diagnostics.list.extend(differences.into_iter().map(|text| Diagnostic::error(Span::NONE, text)));
    Ok(())
}
