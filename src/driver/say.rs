//! Text for the user that is neither a module nor a diagnostic.

use std::fmt::Display;
use std::io::{self, Write, stderr, stdout};

/// Writes to the standard error output. A user who closed it does not want to know, so a failure is none.
pub fn say(text: impl Display) {
    write!(stderr(), "{text}").unwrap_or_default();
}

/// Writes to the standard output.
pub fn put(text: impl Display) -> io::Result<()> {
    let mut out = stdout().lock();
    write!(out, "{text}").and_then(|()| out.flush())
}

/// What there is to say of an output that cannot be written: nothing if it was closed early, since whoever reads it has
/// seen enough. It is a failure all the same, as for a tool that SIGPIPE ends.
pub fn write_problem(what: &str, error: &io::Error) -> Option<String> {
    (error.kind() != io::ErrorKind::BrokenPipe).then(|| format!("cannot write {what}: {error}"))
}
