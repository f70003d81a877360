//! The machine that programs of every level run on, as plain data: memories and the DVE's match values, a table of
//! limits per target, and one function per instruction.
//!
//! A nki op, its BIR instruction and its decoded DVE bundle call the same function on [`View`]s. The machine knows no
//! IR; only [`Exec`], the trait that joins an op's meaning to its interpreter, does.

mod access;
mod alu;
mod cores;
mod engine;
mod error;
mod exec;
mod grid;
pub mod instructions;
mod limits;
mod memory;
mod view;

pub use alu::{AluClass, AluInfo, AluOp};
pub use cores::{Core, Ranks};
pub use engine::Engine;
pub use error::{MachineError, Problem};
pub use exec::{ErrorKind, EvalError, EvalFn, Exec, Probes, Program, RtValue};
pub use grid::{Gathered, Grid, Meeting, Missing, ProcessId, Route};
pub use instructions::search::MatchState;
pub use limits::{Limits, Target, UnknownTarget};
pub use memory::{BufferId, Machine, Mark, Space};
pub use view::{Dim, Pattern, View};
