//! The ops of `bir`: memory handles and instructions.
//!
//! An instruction's operands are memory handles, the inputs first, then the outputs, in the order of the real
//! instruction. `access` holds one `array<i64: offset, step0, num0, step1, num1, ...>` per operand: the access pattern
//! in elements, the partition pair first (for DRAM the outermost dimension), as in BIR-JSON's `physical_ap`.

use super::types::{MEM, TYPES};
use super::{eval, forms, verify};
use crate::dialects::constraints::{ARRAY, BOOL, F32, I64, I64_ARRAY, STRING};

crate::dialect! {
    /// BIR instructions.
    dialect BIR = "bir", prefixes [], types TYPES;

    /// A kernel of instructions: its arguments are DRAM tensors, the inputs first, then the outputs.
    op Kernel = "kernel" () -> () {
        attrs { sym_name: STRING }
        regions { body }
        traits [IsolatedFromAbove, Symbol, NoTerminator, SingleBlock]
        form forms::KERNEL;
        verify verify::kernel;
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
    op DMACopy = "DMACopy" (src: MEM [Read], dst: MEM [Write]) -> () {
        attrs { access: ARRAY, engine: STRING = "\"DMA\"", dge_type: STRING = "\"Unassigned\"", mode: STRING = "\"Copy\"", oob_is_err: BOOL = "true" }
        traits [Instruction]
        form forms::SRC_DST;
        verify verify::dma_copy;
        eval eval::dma_copy;
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
            operandSegmentSizes: I64_ARRAY = optional,
        }
        traits [Instruction]
        form forms::TENSOR_SCALAR;
        verify verify::tensor_scalar_ptr;
        eval eval::tensor_scalar_ptr;
    }
}
