//! The ops of `nki`. nisa ops take their destination first and have no results; effects are declared per operand.

use super::types::{HBM_OR_TILE, PARTITION_SCALAR, TILE, TYPES};
use super::{eval, forms, reduce, router, topk, verify};
use crate::dialects::constraints::{
    ANY_ATTR, BOOL, F32, FLAT_SYMBOL, I32_DENSE_ARRAY, I64, I64_ARRAY, STRING, TENSOR, UNIT,
};
use crate::dialects::device;

crate::dialect! {
    /// NKI kernels and the nisa instructions they are made of.
    dialect NKI = "nki", prefixes [], types TYPES;

    /// A kernel: its arguments are HBM tensors, the inputs first, then the outputs.
    op Kernel = "kernel" () -> () {
        attrs { sym_name: STRING, lnc: I64 = "1 : i64" }
        regions { body }
        traits [IsolatedFromAbove, Symbol, NoTerminator, SingleBlock]
        form forms::KERNEL;
        verify verify::kernel;
    }

    /// What one core of a kernel with `lnc = 2` does.
    ///
    /// Each core has its own SBUF, PSUM and registers; HBM is shared. The bodies run side by side and meet at `nki.sendrecv` and `nki.core_barrier`.
    op Core = "core" () -> () {
        attrs { id: I64 }
        regions { body }
        traits [NoTerminator, SingleBlock, HasParent("nki.kernel")]
        form forms::CORE;
        eval device::run_cores;
    }

    /// Runs a kernel symbol: the results are its output arguments.
    ///
    /// `unranked`: the kernel ranks no input as it is, so that the device's order of zeros and NaN does not show in it.
    op Call = "call" (inputs: TENSOR [Variadic]) -> (outputs: TENSOR [Variadic]) {
        attrs { callee: FLAT_SYMBOL, unranked: UNIT = optional }
        traits [Pure]
        form forms::CALL;
        verify verify::call;
        eval eval::call;
    }

    /// The k largest elements of each row (of the last dimension), in the order of the device, and their positions.
    ///
    /// The rows are shared by `lnc` cores.
    op TopK = "topk" (x: TENSOR) -> (values: TENSOR, indices: TENSOR) {
        attrs { k: I64, lnc: I64 = "1 : i64" }
        traits [Pure]
        form forms::TOPK;
        verify verify::topk;
        infer verify::infer_topk;
        eval topk::eval;
    }

    /// The largest element of each row (of the last dimension) and its position; of equal ones the first.
    ///
    /// The rows are shared by `lnc` cores, at most 128 each; a row has at least 128 elements.
    op CascadedMax = "cascaded_max" (x: TENSOR) -> (values: TENSOR, indices: TENSOR) {
        attrs { lnc: I64 = "1 : i64" }
        traits [Pure]
        form forms::CASCADED_MAX;
        verify reduce::verify_cascaded_max;
        infer reduce::infer_cascaded_max;
        eval reduce::eval_cascaded_max;
    }

    /// Sums, for each of `tokens` tokens, the `k` first rows of `x` that carry its number.
    ///
    /// The last two 16-bit elements of a row are the 32-bit number of its token; padding rows carry -1. Each addition is in f32 and rounded to the element type.
    op TopKReduce = "topk_reduce" (x: TENSOR) -> (sums: TENSOR) {
        attrs { tokens: I64, k: I64, lnc: I64 = "1 : i64" }
        traits [Pure]
        form forms::TOPK_REDUCE;
        verify reduce::verify_topk_reduce;
        infer reduce::infer_topk_reduce;
        eval reduce::eval_topk_reduce;
    }

    /// The public router kernel: logits `x.T @ w + w_bias`, a gate, the k best experts of each token and their affinities.
    op RouterTopK = "router_topk" (x: TENSOR, w: TENSOR, w_bias: TENSOR [Optional])
        -> (router_logits: TENSOR, expert_index: TENSOR, expert_affinities: TENSOR, eager_affinities: TENSOR [Optional]) {
        attrs {
            k: I64,
            act_fn: STRING,
            x_hbm_layout: I64,
            x_sb_layout: I64 = "0 : i64",
            router_pre_norm: BOOL = "true",
            norm_topk_prob: BOOL = "false",
            use_column_tiling: BOOL = "false",
            use_indirect_dma_scatter: BOOL = "false",
            return_eager_affi: BOOL = "false",
            use_PE_broadcast_w_bias: BOOL = "false",
            shard_on_tokens: BOOL = "false",
            skip_store_expert_index: BOOL = "false",
            skip_store_router_logits: BOOL = "false",
            lnc: I64 = "1 : i64",
            x_buffer: STRING = "\"hbm\"",
            expert_index_buffer: STRING = "\"hbm\"",
            expert_affinities_buffer: STRING = "\"hbm\"",
        }
        traits [Pure]
        form forms::ROUTER_TOPK;
        verify router::verify;
        eval router::eval;
    }

    /// What the caller of the default router does (spec nki_router_topk.md §11): the affinities of the experts of one rank, 0 for the tokens that did not choose them.
    op MaskUnselectedExperts = "mask_unselected_experts" (affinities: TENSOR, expert_index: TENSOR) -> (masked: TENSOR) {
        attrs { rank: I64 = "0 : i64" }
        traits [Pure]
        form forms::MASK;
        verify router::verify_mask;
        eval router::eval_mask;
    }

    /// Reserves on-chip memory, or HBM that ends with the kernel.
    op Alloc = "alloc" () -> (tile: HBM_OR_TILE) {
        traits [Allocation]
        form forms::ALLOC;
        verify verify::alloc;
        eval eval::alloc;
    }

    /// An access-pattern view of a tile or an HBM tensor.
    ///
    /// Element (i0, i1, ...) is element `offset + sum(step_d * i_d)` of the flat storage; `pattern` holds the pairs (step, num), outermost first.
    op View = "view" (source: HBM_OR_TILE) -> (view: HBM_OR_TILE) {
        attrs { pattern: I64_ARRAY, offset: I64 = "0 : i64" }
        traits [Pure]
        form forms::VIEW;
        verify verify::view;
        infer verify::infer_view;
        eval eval::view;
    }

    /// Copies between HBM and SBUF, element by element in row-major order of both sides, with a cast where types differ.
    ///
    /// With `gather` (`scatter`) row w of the source (destination), which is in HBM, lies `vector_offset[w] * row_elements`
    /// elements from the start of the view; `row_elements` is by default a row of the memory behind the view.
    op DmaCopy = "dma_copy" (dst: HBM_OR_TILE [Write], src: HBM_OR_TILE [Read], vector_offset: TILE [Optional, Read]) -> () {
        attrs {
            dge_mode: STRING = "\"unknown\"",
            oob_mode: STRING = "\"error\"",
            indirect: STRING = optional,
            row_elements: I64 = optional,
        }
        form forms::DMA;
        verify verify::dma_copy;
        eval eval::dma_copy;
    }

    /// As `nki.dma_copy`, but adds to the destination in f32.
    op DmaCompute = "dma_compute" (dst: HBM_OR_TILE [ReadWrite], src: HBM_OR_TILE [Read], vector_offset: TILE [Optional, Read]) -> () {
        attrs {
            dge_mode: STRING = "\"unknown\"",
            oob_mode: STRING = "\"error\"",
            indirect: STRING = optional,
            row_elements: I64 = optional,
            reduce_op: STRING = "\"add\"",
        }
        form forms::DMA;
        verify verify::dma_compute;
        eval eval::dma_compute;
    }

    /// Moves a tensor to SBUF with its dimensions permuted: dimension d of `dst` is dimension `axes[d]` of `src`.
    op DmaTranspose = "dma_transpose" (dst: TILE [Write], src: HBM_OR_TILE [Read]) -> () {
        attrs { axes: I64_ARRAY, dge_mode: STRING = "\"unknown\"" }
        form forms::DST_SRC;
        verify verify::dma_transpose;
        eval eval::dma_transpose;
    }

    /// `dst[m, n] = sum over k of stationary[k, m] * moving[k, n]` in PSUM, k ascending, in f32.
    ///
    /// `accumulate`: false overwrites, true adds; where absent the first product that an element gets overwrites, later ones add.
    op NcMatmul = "nc_matmul" (dst: TILE [ReadWrite], stationary: TILE [Read], moving: TILE [Read]) -> () {
        attrs {
            accumulate: BOOL = optional,
            is_stationary_onezero: BOOL = "false",
            is_moving_onezero: BOOL = "false",
            is_transpose: BOOL = "false",
            tile_position: I64_ARRAY = optional,
            tile_size: I64_ARRAY = optional,
        }
        form forms::MATMUL;
        verify verify::nc_matmul;
        eval eval::nc_matmul;
    }

    /// `op(data * scale + bias)`; scale and bias are constants or one number per partition, 1 and 0 where absent.
    ///
    /// `reduce_cmd` says what happens to the reduction registers, one per partition, which go to `reduce_res`.
    op Activation = "activation"
        (dst: TILE [Write], data: TILE [Read], bias: TILE [Optional, Read], scale: PARTITION_SCALAR [Optional, Read], reduce_res: TILE [Optional, Write]) -> () {
        attrs {
            op: STRING,
            bias_imm: F32 = optional,
            scale_imm: F32 = optional,
            reduce_op: STRING = optional,
            reduce_cmd: STRING = "\"idle\"",
            operandSegmentSizes: I32_DENSE_ARRAY = optional,
        }
        form forms::ACTIVATION;
        verify verify::activation;
        eval eval::activation;
    }

    /// Reduces the innermost free dimensions, listed in `axis`, in ascending order; `negate` negates the result.
    op TensorReduce = "tensor_reduce" (dst: TILE [Write], data: TILE [Read]) -> () {
        attrs { op: STRING, axis: I64_ARRAY, negate: BOOL = "false" }
        form forms::TENSOR_REDUCE;
        verify verify::tensor_reduce;
        eval eval::tensor_reduce;
    }

    /// `1 / data`.
    op Reciprocal = "reciprocal" (dst: TILE [Write], data: TILE [Read]) -> () {
        form forms::DST_DATA;
        verify verify::reciprocal;
        eval eval::reciprocal;
    }

    /// In every quadrant of 32 partitions, partition i of `dst` gets partition `shuffle_mask[i]` of `src`; 255 leaves it.
    op NcStreamShuffle = "nc_stream_shuffle" (dst: TILE [ReadWrite], src: TILE [Read]) -> () {
        attrs { shuffle_mask: I64_ARRAY }
        form forms::DST_SRC;
        verify verify::nc_stream_shuffle;
        eval eval::nc_stream_shuffle;
    }

    /// Copies the elements whose predicate is not 0 (is 0, with `reverse_pred`).
    op TensorCopyPredicated = "tensor_copy_predicated" (dst: TILE [ReadWrite], src: TILE [Read], predicate: TILE [Read]) -> () {
        attrs { reverse_pred: BOOL = "false" }
        form forms::COPY_PREDICATED;
        verify verify::tensor_copy_predicated;
        eval eval::tensor_copy_predicated;
    }

    /// `on_true_tile` where `offset + partition * channel_multiplier + sum(step_d * i_d)` compares with 0, else a constant.
    op AffineSelect = "affine_select" (dst: TILE [Write], on_true_tile: TILE [Read]) -> () {
        attrs {
            pattern: I64_ARRAY,
            offset: I64 = "0 : i64",
            channel_multiplier: I64 = "0 : i64",
            cmp_op: STRING = "\"equal\"",
            on_false_value: F32,
        }
        form forms::AFFINE_SELECT;
        verify verify::affine_select;
        eval eval::affine_select;
    }

    /// Sends `src` to one core and waits for what another sends into `dst`; ops of one pipe complete together.
    op SendRecv = "sendrecv" (dst: TILE [Write], src: TILE [Read]) -> () {
        attrs { send_to_rank: I64, recv_from_rank: I64, pipe_id: I64, dma_engine: STRING = "\"dma\"" }
        form forms::DST_SRC;
        verify verify::sendrecv;
        eval eval::sendrecv;
    }

    /// Waits until every core has come to a barrier on the tensor: what was written to it before is seen after.
    op CoreBarrier = "core_barrier" (data: HBM_OR_TILE [ReadWrite]) -> () {
        attrs { cores: I64_ARRAY = "array<i64: 0, 1>" }
        form forms::DATA;
        verify verify::core_barrier;
        eval eval::core_barrier;
    }

    /// The 8 largest elements of each partition, descending, duplicates kept.
    op Max8 = "max8" (dst: TILE [Write], src: TILE [Read]) -> () {
        form forms::DST_SRC;
        verify verify::max8;
        eval eval::max8;
    }

    /// For each of 8 values the position of its next unpaired occurrence in the partition; all ones if there is none.
    op NcFindIndex8 = "nc_find_index8" (dst: TILE [Write], data: TILE [Read], vals: TILE [Read]) -> () {
        form forms::FIND_INDEX8;
        verify verify::nc_find_index8;
        eval eval::nc_find_index8;
    }

    /// Copies `data` with one occurrence of each of 8 values replaced by `imm`; `dst_idx` receives their positions.
    op NcMatchReplace8 = "nc_match_replace8"
        (dst: TILE [Write], data: TILE [Read], vals: TILE [Read], dst_idx: TILE [Optional, Write]) -> () {
        attrs { imm: F32 }
        form forms::MATCH_REPLACE8;
        verify verify::nc_match_replace8;
        eval eval::nc_match_replace8;
    }

    /// Copies a tile with a cast.
    op TensorCopy = "tensor_copy" (dst: TILE [Write], src: TILE [Read]) -> () {
        attrs { engine: STRING = "\"unknown\"" }
        form forms::DST_SRC;
        verify verify::tensor_copy;
        eval eval::tensor_copy;
    }

    /// Fills a tile with a constant.
    op Memset = "memset" (dst: TILE [Write]) -> () {
        attrs { value: ANY_ATTR, engine: STRING = "\"unknown\"" }
        form forms::DST;
        verify verify::memset;
        eval eval::memset;
    }

    /// Fills a tile with `offset + partition * channel_multiplier + sum(step_d * i_d)`, in 32-bit integers.
    op Iota = "iota" (dst: TILE [Write]) -> () {
        attrs { pattern: I64_ARRAY, offset: I64 = "0 : i64", channel_multiplier: I64 = "0 : i64" }
        form forms::IOTA;
        verify verify::iota;
        eval eval::iota;
    }

    /// Gathers elements of a partition by flat position.
    op NcNGather = "nc_n_gather" (dst: TILE [Write], data: TILE [Read], indices: TILE [Read]) -> () {
        form forms::GATHER;
        verify verify::nc_n_gather;
        eval eval::nc_n_gather;
    }

    /// `data1 op data2`, element by element.
    op TensorTensor = "tensor_tensor" (dst: TILE [Write], data1: TILE [Read], data2: TILE [Read]) -> () {
        attrs { op: STRING, engine: STRING = "\"unknown\"" }
        form forms::TENSOR_TENSOR;
        verify verify::tensor_tensor;
        eval eval::tensor_tensor;
    }

    /// `(data op0 operand0) op1 operand1`; an operand is an immediate or a 32-bit float for each partition.
    op TensorScalar = "tensor_scalar"
        (dst: TILE [Write], data: TILE [Read], operand0: PARTITION_SCALAR [Optional, Read], operand1: PARTITION_SCALAR [Optional, Read]) -> () {
        attrs {
            op0: STRING,
            imm0: F32 = optional,
            reverse0: BOOL = "false",
            op1: STRING = optional,
            imm1: F32 = optional,
            reverse1: BOOL = "false",
            engine: STRING = "\"unknown\"",
            operandSegmentSizes: I32_DENSE_ARRAY = optional,
        }
        form forms::TENSOR_SCALAR;
        verify verify::tensor_scalar;
        eval eval::tensor_scalar;
    }
}
