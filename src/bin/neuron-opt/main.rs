//! The optimizer driver: reads modules, runs passes, writes the result.

mod cli;
mod emit;
mod lists;
mod process;
mod reproducer;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use neuron_opt::driver::{
    Arguments, FAILURE, SUCCESS, USAGE, guard, normalize, put, run_on_worker, say, write_problem,
};
use neuron_opt::passes;

use cli::Cli;

fn main() -> ExitCode {
    let args: Vec<String> =
        std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    guard("neuron-opt", &args, || run_on_worker(|| run(args.clone()))).into()
}

fn run(args: Vec<String>) -> u8 {
    let command = Cli::command();
    let is_pass = |name: &str| passes::names().any(|known| known == name) || passes::is_hlo_opt_pass(name);
    let Arguments { rest, passes } = match normalize(&command, args, is_pass) {
        Ok(arguments) => arguments,
        Err(unknown) => return unknown_option(&command, &unknown),
    };
    let argv = std::iter::once("neuron-opt".to_string()).chain(rest);
    let cli = match command.try_get_matches_from(argv).and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => {
            error.print().unwrap_or_default();
            return if error.use_stderr() { USAGE } else { SUCCESS };
        }
    };
    match list(&cli) {
        Some(Ok(text)) => match put(text) {
            Ok(()) => SUCCESS,
            Err(error) => {
                if let Some(problem) = write_problem("the list", &error) {
                    say(format_args!("neuron-opt: {problem}\n"));
                }
                FAILURE
            }
        },
        Some(Err(message)) => usage(&message),
        None => process::run(&cli, &passes),
    }
}

/// What a `--list-...` option asks for, if there is one.
fn list(cli: &Cli) -> Option<Result<String, String>> {
    if cli.list_passes {
        return Some(Ok(lists::list_passes()));
    }
    if cli.list_dialects {
        return Some(Ok(lists::list_dialects()));
    }
    if cli.list_targets {
        return Some(Ok(lists::list_targets()));
    }
    if cli.list_pattern_functions {
        return Some(Ok(lists::list_pattern_functions()));
    }
    if let Some(code) = &cli.list_diagnostics {
        let codes = lists::list_diagnostics(Some(code.as_str()).filter(|code| *code != "*"));
        return Some(
            codes.map_err(|code| format!("there is no diagnostic '{code}': --list-diagnostics lists them")),
        );
    }
    let dialect = cli.list_ops.as_deref()?;
    let ops = lists::list_ops(Some(dialect).filter(|name| *name != "*"));
    Some(ops.map_err(|name| format!("'{name}' is not a dialect: --list-dialects lists them")))
}

fn unknown_option(command: &clap::Command, name: &str) -> u8 {
    let options = command.get_arguments().filter_map(|arg| arg.get_long());
    match neuron_opt::ir::nearest(name, passes::names().chain(options)) {
        Some(close) => usage(&format!("unknown option or pass '--{name}': did you mean '--{close}'?")),
        None => usage(&format!("unknown option or pass '--{name}': see --help and --list-passes")),
    }
}

/// Tells what is wrong with the command line.
fn usage(message: &str) -> u8 {
    say(format_args!("neuron-opt: {message}\n"));
    USAGE
}
