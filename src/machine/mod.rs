//! The machine (this file is replaced by the full machine: limits, memory, instructions).

mod exec;

pub use exec::{EvalError, EvalFn, Exec, RtValue};

/// The machine's memory.
pub struct Machine;

/// A view of device memory.
#[derive(Clone, Debug)]
pub struct View;
