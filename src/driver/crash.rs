//! Internal errors: a panic becomes a message and a file that reproduces it.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::{env, fs, process};

use super::say;

/// Exit code of an internal error.
const INTERNAL_ERROR: u8 = 101;

/// Runs a tool. If it panics, that is told once, without a backtrace, and what it worked on is saved.
pub fn guard(tool: &str, args: &[String], work: impl FnOnce() -> u8) -> u8 {
    let message = Arc::new(Mutex::new(String::new()));
    let told = Arc::clone(&message);
    set_hook(Box::new(move |info| {
        if let Ok(mut message) = told.lock()
            && message.is_empty()
        {
            *message = info.to_string();
        }
    }));
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let message = message.lock().map(|message| message.clone()).unwrap_or_default();
        say(format_args!("{tool}: internal error: {message}\n"));
        match save(tool, args, &message) {
            Some(path) => {
                say(format_args!("{tool}: please report it with the reproducer {}\n", path.display()));
            }
            None => say(format_args!("{tool}: please report it with the input and the arguments\n")),
        }
        INTERNAL_ERROR
    })
}

/// Saves the arguments and the first input file among them.
fn save(tool: &str, args: &[String], message: &str) -> Option<PathBuf> {
    let input = args.iter().filter(|arg| !arg.starts_with('-')).find_map(|arg| fs::read(arg).ok());
    let mut content =
        format!("// configuration: {}\n// {}\n", args.join(" "), message.replace('\n', "\n// "));
    content.push_str(&String::from_utf8_lossy(&input.unwrap_or_default()));
    let path = env::temp_dir().join(format!("{tool}-reproducer-{}.mlir", process::id()));
    fs::write(&path, content).ok()?;
    Some(path)
}
