//! Text for the user that is neither a module nor a diagnostic.

use std::fmt::Display;
use std::io::{self, Write, stderr, stdout};

/// Writes to the standard error output. A user who closed it does not want to know, so a failure is none.
pub fn say(text: impl Display) {
    write!(stderr(), "{text}").unwrap_or_default();
}

/// Writes to the standard output. Whoever closed it early has seen enough, which is no failure; a full disk is one.
pub fn put(text: impl Display) -> io::Result<()> {
    let mut out = stdout().lock();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
