//! Command lines as users of LLVM's tools write them: single dashes, `mlir-` prefixes.

use clap::Command;

/// An argument list in the form that clap reads, and the pass flags that stood in it, in order.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    /// Everything else.
    pub rest: Vec<String>,
    /// `--name` or `--name=options`, as written.
    pub passes: Vec<String>,
}

/// Rewrites the arguments behind the program's name: long options may have one dash, and the prefix `mlir-`. Options of
/// names for which `is_pass` holds are set apart. The error is an option that is neither.
pub fn normalize(
    command: &Command,
    args: impl IntoIterator<Item = String>,
    is_pass: impl Fn(&str) -> bool,
) -> Result<Arguments, String> {
    let known = |name: &str| {
        let longs = |arg: &clap::Arg| {
            arg.get_long() == Some(name)
                || arg.get_all_aliases().is_some_and(|aliases| aliases.contains(&name))
        };
        matches!(name, "help" | "version") || command.get_arguments().any(longs)
    };
    let takes_next = |name: &str| {
        let by_name = |arg: &&clap::Arg| {
            arg.get_long() == Some(name) || arg.get_short().is_some_and(|short| name == short.to_string())
        };
        command
            .get_arguments()
            .find(by_name)
            .is_some_and(|arg| arg.get_action().takes_values() && !arg.is_require_equals_set())
    };
    let mut found = Arguments::default();
    let mut args = args.into_iter();
    while let Some(arg) = args.next() {
        if arg == "--" {
            found.rest.push(arg);
            found.rest.extend(args);
            break;
        }
        let stripped = arg.strip_prefix("--").or_else(|| arg.strip_prefix('-')).unwrap_or_default();
        let (name, value) = match stripped.split_once('=') {
            Some((name, _)) => (name, &stripped[name.len()..]),
            None => (stripped, ""),
        };
        let without_prefix = name.strip_prefix("mlir-").unwrap_or(name);
        let is_short = !arg.starts_with("--") && name.chars().count() == 1;
        let plain = if is_short || name.is_empty() {
            Some(arg.clone())
        } else if known(name) {
            Some(format!("--{name}{value}"))
        } else if known(without_prefix) {
            Some(format!("--{without_prefix}{value}"))
        } else {
            None
        };
        match plain {
            Some(plain) => {
                found.rest.push(plain);
                // The value of an option is never taken for another option.
                if value.is_empty() && takes_next(without_prefix) {
                    found.rest.extend(args.next());
                }
            }
            None if is_pass(name) => found.passes.push(arg),
            None => return Err(name.to_string()),
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Arg, ArgAction};

    fn read(args: &[&str]) -> Result<Arguments, String> {
        let command = Command::new("test")
            .arg(Arg::new("output").short('o').long("output"))
            .arg(Arg::new("generic").long("print-op-generic").action(ArgAction::SetTrue))
            .arg(Arg::new("after").long("print-ir-after").num_args(0..=1).require_equals(true));
        normalize(&command, args.iter().map(|arg| arg.to_string()), |name| name == "cse")
    }

    #[test]
    fn spellings_of_mlir_opt() {
        let args = ["-print-op-generic", "--mlir-print-ir-after=cse", "-o", "--cse", "x.mlir", "-"];
        let rest = ["--print-op-generic", "--print-ir-after=cse", "-o", "--cse", "x.mlir", "-"];
        let expected = Arguments { rest: rest.map(Into::into).into(), passes: Vec::new() };
        assert_eq!(read(&args), Ok(expected));
    }

    #[test]
    fn passes_keep_their_order() {
        let found = read(&["--cse=a b", "f", "-cse"]).expect("known");
        assert_eq!((found.passes, found.rest), (vec!["--cse=a b".into(), "-cse".into()], vec!["f".into()]));
        assert_eq!(read(&["--csee"]), Err("csee".into()));
        assert_eq!(read(&["--", "--csee"]).map(|found| found.rest.len()), Ok(2));
    }
}
