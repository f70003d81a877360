//! Ops that talk to other devices or to the host, tokens, and random numbers.

use crate::dialects::constraints::{ANY_ATTR, ARRAY, BOOL, STRING, TOKEN, UNIT};
use crate::dialects::hlo::attrs::{RNG_ALGORITHM, RNG_DISTRIBUTION};
use crate::dialects::hlo::constraints::{
    INT_TENSOR, POSITIVE, SHAPE_TENSOR, SIZE, TENSOR, U32_SCALAR, VALUE,
};
use crate::dialects::hlo::eval::{collective, transfer};
use crate::dialects::hlo::groups::GROUPS;
use crate::dialects::hlo::{forms, infer, verify};

crate::ops! {
    pub(super) in "hlo";

    /// Joins the tensors of a group of devices along a dimension.
    op AllGather = "all_gather" (operands: TENSOR [Variadic]) -> (results: TENSOR [Variadic]) {
        attrs {
            all_gather_dim: SIZE,
            replica_groups: GROUPS,
            channel_handle: ANY_ATTR = optional,
            use_global_device_ids: UNIT = optional,
        }
        verify verify::all_gather;
        eval collective::all_gather;
    }

    /// Combines the tensors of a group of devices with the body.
    op AllReduce = "all_reduce" (operands: TENSOR [Variadic]) -> (results: TENSOR [Variadic]) {
        attrs {
            replica_groups: GROUPS,
            channel_handle: ANY_ATTR = optional,
            use_global_device_ids: UNIT = optional,
        }
        regions { computation }
        traits [SingleBlock]
        verify verify::all_reduce;
        infer infer::folded_operands;
        eval collective::all_reduce;
    }

    /// Combines the tensors of a group of devices with the body; the first of them gets the result (a last operand may say
    /// which one instead), the others get zeros.
    op CollectiveReduce = "collective_reduce" (operands: TENSOR [Variadic]) -> (results: TENSOR [Variadic]) {
        attrs {
            replica_groups: GROUPS,
            channel_handle: ANY_ATTR = optional,
            use_global_device_ids: UNIT = optional,
            has_dynamic_root: UNIT = optional,
        }
        regions { computation }
        traits [SingleBlock]
        verify verify::collective_reduce;
        infer infer::all_but_root;
        eval collective::collective_reduce;
    }

    /// Cuts the tensors of a group of devices along one dimension and joins the parts along another.
    op AllToAll = "all_to_all" (operands: TENSOR [Variadic]) -> (results: TENSOR [Variadic]) {
        attrs {
            split_dimension: SIZE,
            concat_dimension: SIZE,
            split_count: POSITIVE,
            replica_groups: GROUPS,
            channel_handle: ANY_ATTR = optional,
        }
        verify verify::all_to_all;
        infer infer::all_to_all;
        eval collective::all_to_all;
    }

    /// Sends tensors of the first device of a group to the others; a last operand may say of which device instead.
    op CollectiveBroadcast = "collective_broadcast" (operands: TENSOR [Variadic]) -> (results: TENSOR [Variadic]) {
        attrs {
            replica_groups: GROUPS,
            channel_handle: ANY_ATTR = optional,
            has_dynamic_root: UNIT = optional,
        }
        verify verify::collective_broadcast;
        infer infer::all_but_root;
        eval collective::collective_broadcast;
    }

    /// Sends tensors from device to device.
    op CollectivePermute = "collective_permute" (operand: TENSOR) -> (result: TENSOR) {
        attrs { source_target_pairs: GROUPS, channel_handle: ANY_ATTR = optional }
        verify verify::collective_permute;
        infer infer::first_operand;
        eval collective::permute;
    }

    /// The sum over a group of devices, as older programs write it.
    op CrossReplicaSum = "cross-replica-sum" (operand: TENSOR) -> (result: TENSOR) {
        attrs { replica_groups: GROUPS }
        verify verify::inferred;
        infer infer::first_operand;
        eval collective::cross_replica_sum;
    }

    /// Combines the tensors of a group of devices with the body; each device keeps one part.
    op ReduceScatter = "reduce_scatter" (operand: TENSOR) -> (result: TENSOR) {
        attrs {
            scatter_dimension: SIZE,
            replica_groups: GROUPS,
            channel_handle: ANY_ATTR = optional,
            use_global_device_ids: UNIT = optional,
        }
        regions { computation }
        traits [SingleBlock]
        verify verify::reduce_scatter;
        eval collective::reduce_scatter;
    }

    /// The number of this partition.
    op PartitionId = "partition_id" () -> (result: U32_SCALAR) {
        traits [Pure]
        form forms::RESULT_TYPE;
        infer infer::u32_scalar;
        eval collective::partition_id;
    }

    /// The number of this replica.
    op ReplicaId = "replica_id" () -> (result: U32_SCALAR) {
        traits [Pure]
        form forms::RESULT_TYPE;
        infer infer::u32_scalar;
        eval collective::replica_id;
    }

    /// A token that comes after all these tokens.
    op AfterAll = "after_all" (inputs: TOKEN [Variadic]) -> (result: TOKEN) {
        traits [Pure]
        form forms::AFTER_ALL;
        eval transfer::token;
    }

    /// A new token.
    op CreateToken = "create_token" () -> (output: TOKEN) {
        traits [Pure]
        form forms::RESULT_TYPE;
        eval transfer::token;
    }

    /// Takes data from the host.
    op Infeed = "infeed" (token: TOKEN) -> (results: VALUE [Variadic]) {
        attrs { infeed_config: STRING = "\"\"", layout: ARRAY = optional }
        eval transfer::infeed;
    }

    /// Gives data to the host.
    op Outfeed = "outfeed" (inputs: VALUE [Variadic], token: TOKEN) -> (result: TOKEN) {
        attrs { outfeed_config: STRING = "\"\"" }
        eval transfer::outfeed;
    }

    /// Sends data through a channel.
    op Send = "send" (inputs: VALUE [Variadic], token: TOKEN) -> (result: TOKEN) {
        attrs {
            channel_handle: ANY_ATTR,
            is_host_transfer: BOOL = "false",
            source_target_pairs: GROUPS = optional,
        }
        eval transfer::send;
    }

    /// Receives data through a channel.
    op Recv = "recv" (token: TOKEN) -> (results: VALUE [Variadic]) {
        attrs {
            channel_handle: ANY_ATTR,
            is_host_transfer: BOOL = "false",
            source_target_pairs: GROUPS = optional,
        }
        eval transfer::recv;
    }

    /// Starts the op in its region.
    op AsyncStart = "async_start" (inputs: VALUE [Variadic]) -> (result: VALUE) {
        regions { body }
        traits [SingleBlock]
    }

    /// Waits for what `async_start` started.
    op AsyncDone = "async_done" (operand: VALUE) -> (results: VALUE [Variadic]) {}

    /// Random numbers of a distribution.
    op Rng = "rng" (a: TENSOR, b: TENSOR, shape: SHAPE_TENSOR) -> (result: TENSOR) {
        attrs { rng_distribution: RNG_DISTRIBUTION }
        form forms::RNG;
        verify verify::rng;
    }

    /// Random bits, and the next state of the generator.
    op RngBitGenerator = "rng_bit_generator" (initial_state: INT_TENSOR) -> (output_state: INT_TENSOR, output: TENSOR) {
        attrs { rng_algorithm: RNG_ALGORITHM }
        form forms::RNG_BIT_GENERATOR;
        verify verify::rng_bit_generator;
    }
}
