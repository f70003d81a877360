//! `bir`: instructions on memory handles, as the backend of the Neuron compiler has them.

mod eval;
mod forms;
pub mod instruction_types;
pub mod json;
mod ops;
#[cfg(test)]
mod tests;
mod types;
mod verify;

pub use ops::*;
pub use types::{DTYPES, MEM};
pub use verify::{engine, operands};
