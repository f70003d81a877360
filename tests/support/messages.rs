//! Diagnostics for the message of a failed test.

use neuron_opt::ir::{Diagnostic, Diagnostics};

/// All messages in one line.
pub fn messages(diagnostics: &Diagnostics) -> String {
    let line = |d: &Diagnostic| format!("{:?} {:?}: {}", d.severity, d.code, d.message);
    diagnostics.list.iter().map(line).collect::<Vec<_>>().join("; ")
}
