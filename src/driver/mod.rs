//! What the binaries share: reading inputs, rendering diagnostics, checking expected diagnostics. Nothing else in the
//! library uses it.

mod excerpt;
mod expected;
mod input;
mod json;
mod render;
mod worker;

pub use expected::ExpectedDiagnostics;
pub use input::{Chunk, InputFormat, InputOptions, parse_chunk, read_source, split};
pub use render::{DiagnosticFormat, Renderer};
pub use worker::run_on_worker;
