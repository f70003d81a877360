//! What the binaries share: command lines, reading inputs, rendering diagnostics, checking expected diagnostics.
//! Nothing else in the library uses it.

mod args;
mod crash;
mod excerpt;
mod expected;
mod input;
mod json;
mod render;
mod say;
mod worker;

pub use args::{Arguments, normalize};
pub use crash::guard;
pub use expected::ExpectedDiagnostics;
pub use input::{
    Chunk, InputFormat, InputOptions, Source, drop_implicit_module, parse_chunk, read_source, split,
};
pub use render::{ColorChoice, DiagnosticFormat, Renderer};
pub use say::{put, say, write_problem};
pub use worker::run_on_worker;

/// Exit code of a run that did what was asked.
pub const SUCCESS: u8 = 0;
/// Exit code of a run that reported errors.
pub const FAILURE: u8 = 1;
/// Exit code of a command line that cannot be understood.
pub const USAGE: u8 = 2;
