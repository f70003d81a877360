//! `nki`: kernels in destination-passing style, as NKI writes them.

mod ops;
mod types;

pub use ops::*;
pub use types::{Memory, MemRefType, Space, mem_type};
