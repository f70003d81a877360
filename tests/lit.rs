//! `cargo test --test lit [FILTER]`: every file under `test/lit` is a test, named by its path there.
//!
//! FileCheck runs inside this process; `LIT_REAL=1` takes LLVM's FileCheck instead. The same files pass under LLVM's own
//! `lit` with `test/lit/lit.cfg.py` (see `tests/lit_llvm.rs`).

#[path = "support/filecheck/mod.rs"]
mod filecheck;
#[path = "support/lit/mod.rs"]
mod lit;
#[path = "support/llvm.rs"]
mod llvm;
#[path = "support/suite.rs"]
mod suite;

use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};

/// Threads, if the command line does not say.
const THREADS: usize = 2;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(THREADS);
    let mut suite = suite::suite("test/lit", "lit");
    if std::env::var_os("LIT_REAL").is_some_and(|value| value == "1") {
        let Some(filecheck) = llvm::tool("FileCheck") else {
            eprintln!(
                "error: LIT_REAL=1, but there is no FileCheck in $LLVM_BIN, $PATH or /usr/lib/llvm-*/bin"
            );
            return ExitCode::FAILURE;
        };
        suite.external_tools.insert("FileCheck".to_string());
        suite.tools.insert("FileCheck".to_string(), filecheck);
    }
    let names = match suite.discover() {
        Ok(names) => names,
        Err(error) => {
            eprintln!("error: {}: {error}", suite.root.display());
            return ExitCode::FAILURE;
        }
    };
    let suite = Arc::new(suite);
    let trials = names.into_iter().map(|name| {
        let ignored = suite.is_unsupported(&name);
        let suite = Arc::clone(&suite);
        Trial::test(name.clone(), move || {
            let outcome = suite.run(&name);
            match outcome.status.is_ok() {
                true => Ok(()),
                false => Err(Failed::from(format!("{}: {name}\n{}", outcome.status.name(), outcome.log))),
            }
        })
        .with_ignored_flag(ignored)
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}
