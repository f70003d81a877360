//! The ops of `bir`: memory handles and instructions.
//!
//! An instruction's operands are memory handles, the inputs first, then the outputs, in the order of the real
//! instruction. `access` holds one `array<i64: offset, step0, num0, step1, num1, ...>` per operand: the access pattern
//! in elements, the partition pair first (for DRAM the outermost dimension), as in BIR-JSON's `physical_ap`.

use super::types::{MEM, TYPES};
use super::{eval, forms, verify};
use crate::dialects::constraints::{ARRAY, BOOL, F32, I32_DENSE_ARRAY, I64, I64_ARRAY, STRING};
use crate::dialects::device;

crate::dialect! {
    /// BIR instructions.
    dialect BIR = "bir", prefixes [], types TYPES;

    /// A kernel of instructions: its arguments are DRAM tensors, the inputs first, then the outputs.
    op Kernel = "kernel" () -> () {
        attrs { sym_name: STRING, lnc: I64 = "1 : i64" }
        regions { body }
        traits [IsolatedFromAbove, Symbol, NoTerminator, SingleBlock]
        form forms::KERNEL;
        verify verify::kernel;
    }

    /// What one core of a kernel with `lnc = 2` does.
    op Core = "core" () -> () {
        attrs { id: I64 }
        regions { body }
        traits [NoTerminator, SingleBlock, HasParent("bir.kernel")]
        form forms::CORE;
        eval device::run_cores;
    }

    /// Reserves memory; `bir-allocate` gives it an address: a byte offset in each partition of its space.
    op Alloc = "alloc" () -> (mem: MEM) {
        attrs { address: I64 = optional, start_partition: I64 = "0 : i64" }
        traits [Allocation, Instruction]
        form forms::ALLOC;
        verify verify::alloc;
        eval eval::alloc;
    }

    /// Instruction 32: copies between memories, with a cast where element types differ.
    ///
    /// With `vector_offset` row w of the source lies `vector_offset[w] * row_elements` elements from the pattern's start.
    /// Mode CCE adds to the destination; mode Transpose permutes dimensions as `transpose_op` lists them.
    op DMACopy = "DMACopy" (src: MEM [Read], vector_offset: MEM [Optional, Read], dst: MEM [ReadWrite]) -> () {
        attrs {
            access: ARRAY,
            engine: STRING = "\"DMA\"",
            dge_type: STRING = "\"Unassigned\"",
            mode: STRING = "\"Copy\"",
            oob_is_err: BOOL = "true",
            row_elements: I64 = optional,
            cce_op: STRING = optional,
            transpose_op: I64_ARRAY = optional,
        }
        traits [Instruction]
        form forms::DMA;
        verify verify::dma_copy;
        eval eval::dma_copy;
    }

    /// Instruction 44: copies row w of the source to element `vector_offset[w] * row_elements` from the destination's start;
    /// `op` add adds.
    op GenericIndirectSave = "GenericIndirectSave" (src: MEM [Read], vector_offset: MEM [Read], dst: MEM [ReadWrite]) -> () {
        attrs {
            access: ARRAY,
            engine: STRING = "\"DMA\"",
            dge_type: STRING = "\"Unassigned\"",
            indirect_dims: STRING = "\"W\"",
            op: STRING = "\"bypass\"",
            oob_is_err: BOOL = "true",
            row_elements: I64,
        }
        traits [Instruction]
        form forms::DMA;
        verify verify::generic_indirect_save;
        eval eval::generic_indirect_save;
    }

    /// Instruction 8: a product into PSUM. `accumulation_flag`: 1 (start) overwrites, 4 adds; with neither the first
    /// product that an element gets overwrites, later ones add; 2 (stop) marks the last.
    op Matmult = "Matmult" (moving: MEM [Read], stationary: MEM [Read], dst: MEM [ReadWrite]) -> () {
        attrs {
            access: ARRAY,
            engine: STRING = "\"PE\"",
            accumulation_flag: I64 = "0 : i64",
            is_transpose: BOOL = "false",
            is_fmap_onezero: BOOL = "false",
            is_weight_onezero: BOOL = "false",
            tile_size: I64_ARRAY = "array<i64>",
            tile_position: I64_ARRAY = "array<i64>",
            perf_mode: STRING = "\"None\"",
        }
        traits [Instruction]
        form forms::MATMULT;
        verify verify::matmult;
        eval eval::matmult;
    }

    /// Instruction 4: `func(data * scale + bias)`; `acc` says what happens to the engine's accumulators, which go to `result`.
    op Activation = "Activation"
        (data: MEM [Read], bias: MEM [Optional, Read], scale_ptr: MEM [Optional, Read], dst: MEM [Write], result: MEM [Optional, Write]) -> () {
        attrs {
            access: ARRAY,
            engine: STRING = "\"Activation\"",
            func: STRING = "\"Identity\"",
            bias_imm: F32 = "0.0 : f32",
            scale: F32 = "1.0 : f32",
            alpha: F32 = "0.0 : f32",
            acc: STRING = "\"Idle\"",
            reduce_op: STRING = "\"bypass\"",
            operandSegmentSizes: I32_DENSE_ARRAY = optional,
        }
        traits [Instruction]
        form forms::ACTIVATION;
        verify verify::activation;
        eval eval::activation;
    }

    /// Instruction 27: reduces the innermost free dimensions: one of X, XY, XYZ, XYZW.
    op TensorReduce = "TensorReduce" (data: MEM [Read], dst: MEM [Write]) -> () {
        attrs { access: ARRAY, engine: STRING = "\"DVE\"", op: STRING, axis: STRING = "\"X\"", negate: BOOL = "false" }
        traits [Instruction]
        form forms::DATA_DST;
        verify verify::tensor_reduce;
        eval eval::tensor_reduce;
    }

    /// Instruction 21: 1 / x.
    op Reciprocal = "Reciprocal" (data: MEM [Read], dst: MEM [Write]) -> () {
        attrs { access: ARRAY, engine: STRING = "\"DVE\"" }
        traits [Instruction]
        form forms::DATA_DST;
        verify verify::reciprocal;
        eval eval::reciprocal;
    }

    /// Instruction 39: moves partitions within quadrants of 32; mask value 255 leaves the partition.
    op StreamShuffle = "StreamShuffle" (src: MEM [Read], dst: MEM [ReadWrite]) -> () {
        attrs { access: ARRAY, engine: STRING = "\"DVE\"", mask: I64_ARRAY }
        traits [Instruction]
        form forms::SRC_DST;
        verify verify::stream_shuffle;
        eval eval::stream_shuffle;
    }

    /// Instruction 52: copies the elements whose predicate is not 0 (is 0, with `reverse_pred`).
    op CopyPredicated = "CopyPredicated" (src: MEM [Read], predicate: MEM [Read], dst: MEM [ReadWrite]) -> () {
        attrs { access: ARRAY, engine: STRING = "\"DVE\"", reverse_pred: BOOL = "false" }
        traits [Instruction]
        form forms::COPY_PREDICATED;
        verify verify::copy_predicated;
        eval eval::copy_predicated;
    }

    /// Instruction 62: a comparison of an affine function of the position with 0 chooses between a tile and a constant.
    op TensorScalarAffineSelect = "TensorScalarAffineSelect" (data: MEM [Read], dst: MEM [Write]) -> () {
        attrs {
            access: ARRAY,
            engine: STRING = "\"Pool\"",
            base: I64,
            pattern: I64_ARRAY,
            channel_multiplier: I64 = "0 : i64",
            compare_op: STRING,
            fill_value: F32,
        }
        traits [Instruction]
        form forms::DATA_DST;
        verify verify::affine_select;
        eval eval::affine_select;
    }

    /// Instruction 48 of kind SendRecv, local: an exchange between the cores of a kernel.
    op CollectiveCompute = "CollectiveCompute" (src: MEM [Read], dst: MEM [Write]) -> () {
        attrs {
            access: ARRAY,
            engine: STRING = "\"DMA\"",
            kind: STRING = "\"SendRecv\"",
            is_local: BOOL = "true",
            send_to_rank: I64,
            recv_from_rank: I64,
            pipe_id: I64,
        }
        traits [Instruction]
        form forms::SRC_DST;
        verify verify::collective_compute;
        eval eval::collective_compute;
    }

    /// Instruction 87: waits until every core of the kernel has come to a barrier on the tensor.
    op CoreBarrier = "CoreBarrier" (data: MEM [ReadWrite]) -> () {
        attrs { access: ARRAY, engine: STRING = "\"SP\"", cores: I64_ARRAY = "array<i64: 0, 1>" }
        traits [Instruction]
        form forms::BARRIER;
        verify verify::core_barrier;
        eval eval::core_barrier;
    }

    /// Instruction 88: the 8 largest elements of each partition.
    op Max = "Max" (data: MEM [Read], maxvals: MEM [Write]) -> () {
        attrs { access: ARRAY, engine: STRING = "\"DVE\"" }
        traits [Instruction]
        form forms::MAX;
        verify verify::max;
        eval eval::max;
    }

    /// Instruction 89: the positions of 8 values.
    op MaxIndex = "MaxIndex" (maxvals: MEM [Read], data: MEM [Read], indices: MEM [Write]) -> () {
        attrs { access: ARRAY, engine: STRING = "\"DVE\"" }
        traits [Instruction]
        form forms::MAX_INDEX;
        verify verify::max_index;
        eval eval::max_index;
    }

    /// Instruction 90: replaces one occurrence of each of 8 values.
    op MatchReplace = "MatchReplace" (maxvals: MEM [Read], data: MEM [Read], replaced: MEM [Write]) -> () {
        attrs { access: ARRAY, engine: STRING = "\"DVE\"", imm_value: F32 }
        traits [Instruction]
        form forms::MATCH_REPLACE;
        verify verify::match_replace;
        eval eval::match_replace;
    }

    /// Instruction 91: as 90, and gives the positions (NC-v3 and later).
    op MaxIndexAndMatchReplace = "MaxIndexAndMatchReplace"
        (maxvals: MEM [Read], data: MEM [Read], replaced: MEM [Write], indices: MEM [Write]) -> () {
        attrs { access: ARRAY, engine: STRING = "\"DVE\"", imm_value: F32 }
        traits [Instruction]
        form forms::MATCH_REPLACE;
        verify verify::max_index_and_match_replace;
        eval eval::max_index_and_match_replace;
    }

    /// Instruction 23: copies with a cast.
    op TensorCopy = "TensorCopy" (src: MEM [Read], dst: MEM [Write]) -> () {
        attrs { access: ARRAY, engine: STRING = "\"DVE\"", can_read_uninit: BOOL = "false" }
        traits [Instruction]
        form forms::SRC_DST;
        verify verify::tensor_copy;
        eval eval::tensor_copy;
    }

    /// Instruction 10: fills with a constant, given as the bit pattern of one element.
    op Memset = "Memset" (dst: MEM [Write]) -> () {
        attrs { access: ARRAY, engine: STRING = "\"DVE\"", mode: STRING = "\"Const\"", constant: I64 }
        traits [Instruction]
        form forms::DST;
        verify verify::memset;
        eval eval::memset;
    }

    /// Instruction 61: fills with an affine function of the position.
    op Iota = "Iota" (dst: MEM [Write]) -> () {
        attrs { access: ARRAY, engine: STRING = "\"Pool\"", base: I64, pattern: I64_ARRAY, channel_multiplier: I64 = "0 : i64" }
        traits [Instruction]
        form forms::DST;
        verify verify::iota;
        eval eval::iota;
    }

    /// Instruction 92: gathers elements of a partition by flat position.
    op Gather = "Gather" (data: MEM [Read], indices: MEM [Read], dst: MEM [Write]) -> () {
        attrs { access: ARRAY, engine: STRING = "\"Pool\"" }
        traits [Instruction]
        form forms::GATHER;
        verify verify::gather;
        eval eval::gather;
    }

    /// Instruction 31: element-wise binary operation.
    op TensorTensor = "TensorTensor" (in0: MEM [Read], in1: MEM [Read], dst: MEM [Write]) -> () {
        attrs { access: ARRAY, engine: STRING = "\"DVE\"", op: STRING, acc: STRING = optional }
        traits [Instruction]
        form forms::TENSOR_TENSOR;
        verify verify::tensor_tensor;
        eval eval::tensor_tensor;
    }

    /// Instruction 29: two operations with scalars, each an immediate or one per partition.
    op TensorScalarPtr = "TensorScalarPtr"
        (data: MEM [Read], scalar0: MEM [Optional, Read], scalar1: MEM [Optional, Read], dst: MEM [Write]) -> () {
        attrs {
            access: ARRAY,
            engine: STRING = "\"DVE\"",
            op0: STRING,
            imm0: F32 = optional,
            reverse0: BOOL = "false",
            op1: STRING = "\"bypass\"",
            imm1: F32 = optional,
            reverse1: BOOL = "false",
            operandSegmentSizes: I32_DENSE_ARRAY = optional,
        }
        traits [Instruction]
        form forms::TENSOR_SCALAR;
        verify verify::tensor_scalar_ptr;
        eval eval::tensor_scalar_ptr;
    }
}
