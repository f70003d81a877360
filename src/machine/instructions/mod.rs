//! One function per instruction, over views; every level that executes calls these.
//!
//! All engine math is f32: operands are cast to f32 on reading and results to the destination's type on writing
//! (spec nki_isa.md §3). A row is read whole before it is written, so a destination may be one of the sources.

mod activation;
mod elementwise;
mod lanes;
mod matmul;
mod movement;
pub mod search;
mod search_order;
#[cfg(test)]
mod tests;

pub use activation::{ActivationArgs, ActivationFunction, ReduceCommand, activation};
pub use elementwise::{
    Affine, ScalarOperand, ScalarStep, affine_select, iota, memset, reciprocal, tensor_copy, tensor_reduce,
    tensor_scalar, tensor_tensor,
};
pub use matmul::{Accumulation, nc_matmul, pe_transpose};
pub use movement::{
    DmaWrite, OutOfBounds, VectorOffset, copy_predicated, dma_add, dma_copy, dma_gather, dma_scatter,
    dma_transpose, nc_n_gather, stream_shuffle,
};
pub use search::{
    find_index8, find_index8_loaded, match_replace8, match_replace8_loaded, match_value_load, max8, rank8,
    read_indices,
};
pub use search_order::{OrderDifference, Reason, order_differs};

use super::access::Access;
use super::error::{MachineError, Problem};

/// Errors unless the operand has as many partitions as `expected`.
fn same_partitions(access: &Access, operand: &'static str, expected: &Access) -> Result<(), MachineError> {
    if access.partitions == expected.partitions {
        return Ok(());
    }
    let [expected, found] = [expected.partitions, access.partitions].map(|count| count as u32);
    Err(Problem::PartitionCount { expected, found }.of(operand))
}

/// Errors unless the operand has `expected` elements per partition.
fn exact_count(access: &Access, operand: &'static str, expected: usize) -> Result<(), MachineError> {
    if access.count == expected {
        return Ok(());
    }
    Err(Problem::ElementCount { expected: expected.to_string(), found: access.count }.of(operand))
}

/// Errors unless the operand has the partitions and elements per partition of `like`.
pub(super) fn same_extent(access: &Access, operand: &'static str, like: &Access) -> Result<(), MachineError> {
    same_partitions(access, operand, like)?;
    exact_count(access, operand, like.count)
}
