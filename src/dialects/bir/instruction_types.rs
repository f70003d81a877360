//! The instruction types of BIR: one table of all 110.
//!
//! Names, ordinals and families: spec bir.md §1. Engines, wire opcodes and generations: §3, which lists the
//! instructions that matter here; the others have none in the table.

use crate::machine::Engine;

/// A group of instruction types (an editorial division).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Generic forms.
    Generic,
    /// Engine computation.
    Compute,
    /// Matrix products.
    Matmul,
    /// Fills and memory.
    Memory,
    /// Between cores.
    Collective,
    /// Control flow.
    Control,
    /// Semaphores and barriers.
    Sync,
    /// Data movement by DMA.
    Dma,
    /// Copies.
    Copy,
    /// Tensor with scalar.
    TensorScalar,
    /// Tensor with tensor.
    TensorTensor,
    /// GpSimd.
    GpSimd,
    /// Batch normalization.
    BatchNorm,
    /// Between partitions.
    Shuffle,
    /// Engine registers.
    Register,
    /// Indirect loads and stores.
    Indirect,
    /// Selection.
    Select,
    /// Custom code.
    Custom,
    /// Kernels.
    Kernel,
    /// Everything else.
    Misc,
    /// Random numbers.
    Rng,
    /// DMA queues.
    Queue,
    /// The search family.
    Search,
    /// Gathers.
    Gather,
    /// Loops and regions.
    Region,
    /// Symbolic macros.
    Symbolic,
}

/// One instruction type.
#[derive(Debug)]
pub struct InstructionType {
    /// BIR's number.
    pub ordinal: u8,
    /// BIR's name, as JSON writes it.
    pub name: &'static str,
    /// Its group.
    pub family: Family,
    /// The engines it may run on; none where the sources do not say.
    pub engines: &'static [Engine],
    /// The wire opcodes of its bundles, in order of emission or by form (see `note`).
    pub opcodes: &'static [u8],
    /// The first NeuronCore generation that has it (2 to 4), where the sources say.
    pub since: Option<u32>,
    /// What the opcodes are, and where sources disagree.
    pub note: &'static str,
}

/// The type with this name.
pub fn by_name(name: &str) -> Option<&'static InstructionType> {
    INSTRUCTION_TYPES.iter().find(|row| row.name == name)
}

macro_rules! instruction_types {
    ($($ordinal:literal $name:ident $family:ident
       $([$($engine:ident)*] [$($opcode:literal)*] V $since:literal)? $($note:literal)?;)*) => {
        /// Every instruction type, by ordinal.
        pub static INSTRUCTION_TYPES: &[InstructionType] = &[$(InstructionType {
            ordinal: $ordinal,
            name: stringify!($name),
            family: Family::$family,
            engines: &[$($(Engine::$engine),*)?],
            opcodes: &[$($($opcode),*)?],
            since: instruction_types!(@since $($since)?),
            note: concat!($($note)?),
        },)*];
    };
    (@since) => { None };
    (@since $since:literal) => { Some($since) };
}

instruction_types! {
    0 Generic Generic;
    1 GenericCopy Generic;
    2 GenericRelu Generic;
    3 AbstractCopy Generic;
    4 Activation Compute [Activation] [0x21] V 2
        "CoreV4 writes 0x25 for is_activate2; a second output adds a 0x24 drain";
    5 ReadActivationAccumulator Compute [Activation] [0x24] V 2 "negate is forbidden";
    6 LoadActFuncSet Compute [Activation] [0x23] V 2;
    7 MatmultBase Matmul;
    8 Matmult Matmul [Pe] [0x01 0x02] V 2 "load-stationary, then multiply; fp32 takes 4 bundles";
    9 MatmultSparse Matmul;
    10 Memset Memory [Dve Pool] [0x49 0x4D] V 2 "constant, random; the Pool form is a kernel on gen2";
    11 GetGlobalRankId Collective;
    12 NoOp Control;
    13 EventSemaphore Sync [Pool Activation Pe Dve Sp] [0xA0] V 2;
    14 GroupResetSemaphores Sync [Pool Activation Pe Dve Sp] [0xB0] V 2;
    15 AllEngineBarrier Sync [Pool Activation Pe Dve Sp] [0xD5] V 2;
    16 Drain Sync [Pool Activation Pe Dve Sp] [0xA2] V 2;
    17 Halt Control [Pool Activation Pe Dve Sp] [0xA1] V 2;
    18 DMA Dma;
    19 Load Dma [Dma] [0xD4 0xDA] V 2 "static, dynamic";
    20 Pool Compute [Pool] [0x45] V 2;
    21 Reciprocal Compute [Dve] [0x48] V 2;
    22 Save Dma [Dma] [0xD4 0xDA] V 2 "static, dynamic";
    23 TensorCopy Copy [Dve Activation Pool] [0x46 0x47] V 2 "copy, cast";
    24 TensorCopyDynamicSrc Copy;
    25 TensorCopyDynamicDst Copy;
    26 IndirectCopy Copy [Pool] [0xE7] V 2;
    27 TensorReduce Compute [Dve Pool] [0x42 0x52 0x83 0x84 0x7C 0x7D] V 2
        "free axis on DVE: arithmetic, bits, both transposed; partitions on Pool: 0x7C, 0x7D, which some pages call \
         the free-axis form";
    28 TensorScalar TensorScalar [Dve Activation Pool] [0x43 0x53] V 2 "never reaches the encoder: 29 does";
    29 TensorScalarPtr TensorScalar [Dve Activation Pool] [0x43 0x53 0x93 0x9A 0x9B 0x9D 0x9E 0xE5 0x74] V 2
        "arithmetic, bits, transpose, fused reduce and its drain, scalar_tensor_tensor (0x9C/0x9E on one page), scan, \
         address; BIR pages say DVE, NKI also offers scalar and gpsimd";
    30 TensorScalarCache TensorScalar [Dve] [0x9A 0xE6] V 2 "reduce, cumulative";
    31 TensorTensor TensorTensor [Dve Pool] [0x41 0x51 0x8A] V 2 "arithmetic, bits, int32 (Pool)";
    32 DMACopy Dma [Dma] [0xD4 0xDA] V 2 "static, dynamic";
    33 GPSIMDSB2SB GpSimd [Pool] [0xBF] V 3;
    34 BNStats BatchNorm;
    35 BNStatsAggregate BatchNorm;
    36 BNGradients BatchNorm;
    37 BNBackprop BatchNorm;
    38 BNBackprop2 BatchNorm;
    39 StreamShuffle Shuffle [Dve] [0x69 0x6A] V 2;
    40 StreamTranspose Shuffle [Dve] [0x69 0x6B] V 2;
    41 ReadVarAddr Register;
    42 GenericIndirectLoad Indirect;
    43 IndirectLoad Indirect [Pool Dma] [0xC4 0xD6] V 2
        "sources disagree on which of the two is the bound-checked form";
    44 GenericIndirectSave Indirect [Dma] [] V 2 "opcode not known; it becomes one of 45";
    45 IndirectSave Indirect [Pool Dma] [0xC4 0xD6] V 2
        "sources disagree on which of the two is the bound-checked form";
    46 IndirectSaveAccumulate Indirect [] [0xCA] V 2;
    47 Collective Collective;
    48 CollectiveCompute Collective [Sp Dma] [0xD9 0xDA] V 2;
    49 CollectiveSend Collective [Sp Dma] [0xCB] V 2;
    50 CollectiveRecv Collective [Sp Dma] [0xCB] V 2;
    51 Select Select [Dve] [] V 2 "no opcode of its own: GenericCopy, then CopyPredicated";
    52 CopyPredicated Copy [Dve] [0x72 0x99 0xE8 0xEA] V 2 "plain, cast, scalar, select-reduce";
    53 CustomOp Custom;
    54 BIRKernel Kernel;
    55 NKIKernel Kernel;
    56 NKIKLIRKernel Kernel;
    57 DevicePrint Misc;
    58 GetRandState Rng;
    59 SetRandState Rng;
    60 Rand Rng;
    61 Iota Compute [Pool] [0x7E] V 2
        "one page says DVE; the DVE's roster omits the opcode and NKI says GpSimd";
    62 TensorScalarAffineSelect Select [Pool] [0x92] V 2 "layout not known";
    63 RangeSelect Select [Dve] [0xBC] V 3;
    64 GetSequenceBounds Compute;
    65 Dropout Rng;
    66 GetCurProcessingRankID Collective;
    67 DMATrigger Dma;
    68 DMADescriptor Dma;
    69 DMADescriptorCopy Dma;
    70 DMADescriptorCCE Dma;
    71 DMADescriptorTranspose Dma;
    72 DMADescriptorReplicate Dma;
    73 RegisterAlu Register;
    74 RegisterMove Register;
    75 TensorLoad Memory;
    76 TensorSave Memory;
    77 Terminator Control;
    78 CompareAndBranch Control;
    79 UnconditionalBranch Control;
    80 BranchHint Control;
    81 Return Control;
    82 Exit Control;
    83 Break Control;
    84 Call Control;
    85 SwitchQueueInstance Queue;
    86 ResetQueueInstance Queue;
    87 CoreBarrier Sync [Sp] [0xD8] V 3;
    88 Max Search [Dve] [0x6C] V 2;
    89 MaxIndex Search [Dve] [0x6D 0x6E] V 2;
    90 MatchReplace Search [Dve] [0x6D 0x6F] V 2 "one page prints a single 0x6F";
    91 MaxIndexAndMatchReplace Search [Dve] [0x6D 0x6F 0xE9] V 3
        "one page prints 0x6D and 0x6E; that the index bundle is 0xE9 is inferred";
    92 Gather Gather [Pool] [0x67 0x68] V 2;
    93 InlineASMBytes Misc;
    94 TensorCompletion Sync;
    95 MatmultMx Matmul;
    96 QuantizeMx Compute;
    97 Rand2 Rng;
    98 RandSetState Rng;
    99 RandGetState Rng;
    100 Rng Rng;
    101 ActivationReadAccumulator Compute [Activation] [0x24] V 2 "negate is forbidden";
    102 DveReadAccumulator Compute [Dve] [0x9B] V 2 "may negate";
    103 Exponential Compute [Dve] [0x30] V 4;
    104 NonzeroWithCount Compute [Pool] [0xF2] V 3 "one page says DVE; the Pool kernel table has it";
    105 Loop Region;
    106 DynamicForLoop Region;
    107 DMABlock Region;
    108 DoWhile Region;
    109 TongaReduceMacroSymbolic Symbolic;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_are_dense_and_names_unique() {
        assert_eq!(INSTRUCTION_TYPES.len(), 110);
        for (position, row) in INSTRUCTION_TYPES.iter().enumerate() {
            assert_eq!(usize::from(row.ordinal), position, "{}", row.name);
            assert_eq!(by_name(row.name).map(|found| found.ordinal), Some(row.ordinal));
        }
        assert_eq!(by_name("MaxIndexAndMatchReplace").map(|row| row.ordinal), Some(91));
        assert_eq!(by_name("TongaReduceMacroSymbolic").map(|row| row.ordinal), Some(109));
    }

    #[test]
    fn opcodes_of_the_search_family_are_the_encoders() {
        for (name, opcodes) in [
            ("Max", &[0x6C][..]),
            ("MaxIndex", &[0x6D, 0x6E]),
            ("MatchReplace", &[0x6D, 0x6F]),
            ("MaxIndexAndMatchReplace", &[0x6D, 0x6F, 0xE9]),
        ] {
            let row = by_name(name).expect("a row of the table");
            assert_eq!((row.opcodes, row.family), (opcodes, Family::Search));
        }
    }
}
