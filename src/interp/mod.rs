//! Executes IR of any level. What an op does is its dialect's business (its `eval`); this module supplies operands,
//! regions, calls and the machine, and never changes the IR.

mod interpreter;
mod meanings;
mod processes;
mod random;
mod run;

pub use interpreter::{Interpreter, Limits};
pub use meanings::Meanings;
pub use random::{Random, random_inputs, random_tensor};
pub use run::{Outcome, RunError, RunOptions, input_types, run};

pub use crate::dialects::func::{entry_point, self_checks};
