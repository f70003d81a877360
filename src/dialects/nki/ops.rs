//! The ops of `nki`. nisa ops take their destination first and have no results; effects are declared per operand.

use super::types::{HBM_OR_TILE, PARTITION_SCALAR, TILE, TYPES};
use super::{eval, forms, router, topk, verify};
use crate::dialects::constraints::{ANY_ATTR, BOOL, F32, FLAT_SYMBOL, I64, I64_ARRAY, STRING, TENSOR};

crate::dialect! {
    /// NKI kernels and the nisa instructions they are made of.
    dialect NKI = "nki", prefixes [], types TYPES;

    /// A kernel: its arguments are HBM tensors, the inputs first, then the outputs.
    op Kernel = "kernel" () -> () {
        attrs { sym_name: STRING }
        regions { body }
        traits [IsolatedFromAbove, Symbol, NoTerminator, SingleBlock]
        form forms::KERNEL;
        verify verify::kernel;
    }

    /// Runs a kernel symbol: the results are its output arguments.
    op Call = "call" (inputs: TENSOR [Variadic]) -> (outputs: TENSOR [Variadic]) {
        attrs { callee: FLAT_SYMBOL }
        traits [Pure]
        form forms::CALL;
        verify verify::call;
        eval eval::call;
    }

    /// The k largest elements of each row (of the last dimension), in the order of the device, and their positions.
    op TopK = "topk" (x: TENSOR) -> (values: TENSOR, indices: TENSOR) {
        attrs { k: I64 }
        traits [Pure]
        form forms::TOPK;
        verify verify::topk;
        infer verify::infer_topk;
        eval topk::eval;
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

    /// Reserves on-chip memory.
    op Alloc = "alloc" () -> (tile: TILE) {
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
    op DmaCopy = "dma_copy" (dst: HBM_OR_TILE [Write], src: HBM_OR_TILE [Read]) -> () {
        attrs { dge_mode: STRING = "\"unknown\"", oob_mode: STRING = "\"error\"" }
        form forms::DST_SRC;
        verify verify::dma_copy;
        eval eval::dma_copy;
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
            operandSegmentSizes: I64_ARRAY = optional,
        }
        form forms::TENSOR_SCALAR;
        verify verify::tensor_scalar;
        eval eval::tensor_scalar;
    }
}
