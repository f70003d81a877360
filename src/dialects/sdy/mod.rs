//! `sdy`: Shardy's ops as jax exports them (spec hlo_text.md §9.1). Shardings say where the parts of a tensor are, which has no bearing
//! on what a program computes; they are attributes that are kept as they are written.

mod eval;
mod forms;
mod verify;

use super::constraints::{ANY, ELEMENTS, I32, I64, STRING, TENSOR};

crate::dialect! {
    /// Where arrays are sharded.
    dialect SDY = "sdy", prefixes ["sdy"], types [];

    /// Devices in a grid with named axes.
    op Mesh = "mesh" () -> () {
        attrs { sym_name: STRING, mesh: forms::IS_MESH }
        form forms::MESH;
    }

    /// Says how a tensor, or this use of it, is to be sharded.
    op ShardingConstraint = "sharding_constraint" (input: ANY) -> (result: ANY) {
        attrs { sharding: forms::IS_SHARDING }
        traits [SameOperandsAndResultType]
        form forms::CONSTRAINED;
        eval eval::identity;
    }

    /// Shards a tensor in another way.
    op Reshard = "reshard" (input: ANY) -> (result: ANY) {
        attrs { sharding: forms::IS_SHARDING }
        traits [Pure, SameOperandsAndResultType]
        form forms::CONSTRAINED;
        eval eval::identity;
    }

    /// Lets shardings propagate one way only.
    op PropagationBarrier = "propagation_barrier" (input: TENSOR) -> (result: TENSOR) {
        attrs { allowed_direction: I32 }
        traits [Pure, SameOperandsAndResultType]
        form forms::BARRIER;
        verify verify::barrier;
        eval eval::identity;
    }

    /// Shards a tensor as the others of its group.
    op ShardingGroup = "sharding_group" (input: TENSOR) -> () {
        attrs { group_id: I64 }
        form forms::GROUP;
        eval eval::nothing;
    }

    /// Holds the sharding of values that flow into each other.
    op DataFlowEdge = "data_flow_edge" (input: ANY) -> (result: ANY) {
        attrs { sharding: forms::IS_SHARDING = optional }
        traits [SameOperandsAndResultType]
        form forms::EDGE;
        eval eval::identity;
    }

    /// A constant that is not shared.
    op Constant = "constant" () -> (output: TENSOR) {
        attrs { value: ELEMENTS }
        traits [Pure]
        form forms::CONSTANT;
        verify verify::constant;
        eval eval::constant;
    }

    /// Gathers the parts of a tensor.
    op AllGather = "all_gather" (tensor: TENSOR) -> (result: TENSOR) {
        attrs { gathering_axes: forms::ARE_AXES_OF_DIMENSIONS, out_sharding: forms::IS_SHARDING }
        traits [SameOperandsAndResultType]
        form forms::GATHER;
        eval eval::identity;
    }

    /// Keeps a part of a tensor on each device.
    op AllSlice = "all_slice" (tensor: TENSOR) -> (result: TENSOR) {
        attrs { slicing_axes: forms::ARE_AXES_OF_DIMENSIONS, out_sharding: forms::IS_SHARDING }
        traits [SameOperandsAndResultType]
        form forms::SLICE;
        eval eval::identity;
    }

    /// Moves axes from one dimension of a tensor to another.
    op AllToAll = "all_to_all" (tensor: TENSOR) -> (result: TENSOR) {
        attrs { params: forms::ARE_MOVES, out_sharding: forms::IS_SHARDING }
        traits [SameOperandsAndResultType]
        form forms::EXCHANGE;
        eval eval::identity;
    }

    /// Puts other axes in place of those that shard a tensor.
    op CollectivePermute = "collective_permute" (tensor: TENSOR) -> (result: TENSOR) {
        attrs { out_sharding: forms::IS_SHARDING }
        traits [SameOperandsAndResultType]
        form forms::PERMUTE;
        eval eval::identity;
    }

    /// Sums a tensor over devices.
    op AllReduce = "all_reduce" (tensor: TENSOR) -> (result: TENSOR) {
        attrs { reduction_axes: forms::ARE_AXES, out_sharding: forms::IS_SHARDING }
        traits [SameOperandsAndResultType]
        form forms::REDUCE;
        eval eval::sum_over_devices;
    }

    /// Sums a tensor over devices and keeps a part on each.
    op ReduceScatter = "reduce_scatter" (tensor: TENSOR) -> (result: TENSOR) {
        attrs { reduce_scatter_axes: forms::ARE_AXES_OF_DIMENSIONS, out_sharding: forms::IS_SHARDING }
        traits [SameOperandsAndResultType]
        form forms::SCATTER;
        eval eval::sum_over_devices;
    }

    /// What each device does with its parts.
    op ManualComputation = "manual_computation" (tensors: ANY [Variadic]) -> (results: ANY [Variadic]) {
        attrs { in_shardings: forms::ARE_SHARDINGS, out_shardings: forms::ARE_SHARDINGS, manual_axes: forms::ARE_MANUAL }
        regions { body }
        traits [SingleBlock, IsolatedFromAbove, Resumable]
        form forms::MANUAL;
        verify verify::manual;
        eval eval::manual;
    }

    /// Ops with a name, through which shardings propagate.
    op NamedComputation = "named_computation" (inputs: ANY [Variadic]) -> (results: ANY [Variadic]) {
        attrs { name: STRING, in_shardings: forms::ARE_SHARDINGS = optional, out_shardings: forms::ARE_SHARDINGS = optional }
        regions { body }
        traits [SingleBlock, IsolatedFromAbove, Resumable]
        form forms::NAMED;
        verify verify::named;
        eval eval::named;
    }

    /// Hands values to the op around it.
    op Return = "return" (results: ANY [Variadic]) -> () {
        traits [Pure, Terminator, ReturnLike]
        form forms::RETURN;
    }
}
