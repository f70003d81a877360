//! `nki`: kernels in destination-passing style, as NKI writes them.

mod eval;
mod forms;
mod ops;
mod reduce;
pub mod router;
#[cfg(test)]
mod tests;
mod topk;
mod types;
mod verify;

pub use eval::{tensor_scalar_engine, tensor_tensor_engine};
pub use ops::*;
pub use topk::{Plan, longest_row};
pub use types::{DTYPES, HBM_OR_TILE, PARTITION_SCALAR, TILE};
