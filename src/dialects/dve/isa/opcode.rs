//! The instructions: opcode byte, assembler name, struct, generations, and what their validators demand.

use super::check::{self, Check};
use super::layout::{self, Certainty, Layout};
use super::{AluClass, AluRow, DtypeSet, Generation};
use AluClass::{Arith, Bitvec, Both};
use Certainty::{Certain, Conflict, Inferred, Open, Strong};
use Demand::*;
use Engine::{Dve, Pool};
use Generation::{Trn1, Trn2};

/// The engine whose instruction stream a bundle is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The Vector engine.
    Dve,
    /// GpSimd.
    Pool,
}

/// One instruction.
#[derive(Debug)]
pub struct Opcode {
    /// Byte 0 of the bundle.
    pub code: u8,
    /// Its name in assembler text.
    pub mnemonic: &'static str,
    /// The struct of the other bytes.
    pub layout: &'static Layout,
    /// Where it runs.
    pub engine: Engine,
    /// Whether its ALU ops and immediates are f32 or bit patterns; `Both` for instructions without an ALU op.
    pub class: AluClass,
    /// The first generation that has it.
    pub since: Generation,
    /// How sure opcode, struct and emission are.
    pub certainty: Certainty,
    /// Section of spec dve.md that says so.
    pub source: &'static str,
    /// What a reader of the table must know; may be empty.
    pub note: &'static str,
    /// Where this instruction's use of a field is less sure than the field itself.
    pub doubts: &'static [Doubt],
    /// The validators, in the order they are applied.
    pub rules: &'static [Rule],
}

/// What is not known about one field of one instruction.
#[derive(Debug)]
pub struct Doubt {
    /// The field.
    pub field: &'static str,
    /// How sure the reading used here is.
    pub certainty: Certainty,
    /// Section of spec dve.md that says so.
    pub source: &'static str,
    /// The reading used here, and what speaks for it.
    pub why: &'static str,
}

impl Opcode {
    /// The doubt about the named field, if there is one.
    pub fn doubt(&self, field: &str) -> Option<&'static Doubt> {
        self.doubts.iter().find(|doubt| doubt.field == field)
    }
}

impl PartialEq for Opcode {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Opcode {}

/// One validator: a named check and what it demands.
#[derive(Debug)]
pub struct Rule {
    /// The check named when it fails.
    pub check: &'static Check,
    /// What must hold.
    pub demand: Demand,
}

/// What a validator demands of a bundle. Fields are given by name.
#[derive(Debug)]
pub enum Demand {
    /// The field holds exactly this word (the bits of an f32, the code of an ALU op).
    Is(&'static str, u32),
    /// The number lies in `low..=high`.
    Between(&'static str, u32, u32),
    /// The number is a multiple.
    MultipleOf(&'static str, u32),
    /// The pattern visits `low..=high` elements in each partition.
    Count(&'static str, u64, u64),
    /// Two patterns visit equally many elements.
    SameCount(&'static str, &'static str),
    /// `dst` has the elements of `src` with the innermost `op_dim - 1` slots reduced away.
    Reduced,
    /// The element type is one of these.
    DtypeIn(&'static str, DtypeSet),
    /// Two element types are equal.
    SameDtype(&'static str, &'static str),
    /// The ALU op is one of these.
    AluIn(&'static str, &'static AluSet),
    /// `op1` other than bypass needs `op0` other than bypass.
    BypassChain,
    /// Not both patterns are in PSUM.
    NotBothPsum(&'static str, &'static str),
    /// The pattern is in SBUF.
    InSbuf(&'static str),
}

/// A set of ALU ops.
#[derive(Debug)]
pub struct AluSet {
    /// What the members are called in a message.
    pub what: &'static str,
    /// Membership.
    pub holds: fn(&AluRow) -> bool,
}

static ARITH_OPS: AluSet = AluSet { what: "an arithmetic op", holds: |row| row.class != AluClass::Bitvec };
static BITVEC_OPS: AluSet = AluSet { what: "a bitvec op", holds: |row| row.class != AluClass::Arith };
static ARITH_REDUCTIONS: AluSet = AluSet {
    what: "an arithmetic op that reduces",
    holds: |row| row.reduces && row.class == AluClass::Arith,
};
static BITVEC_REDUCTIONS: AluSet =
    AluSet { what: "a bitvec op that reduces", holds: |row| row.reduces && row.class == AluClass::Bitvec };
/// TensorScalar takes no divide, pow or mod (spec dve.md §5).
static TENSOR_SCALAR_OPS: AluSet = AluSet {
    what: "an arithmetic op other than divide, pow and mod",
    holds: |row| row.class != AluClass::Bitvec && !matches!(row.name, "divide" | "pow" | "mod" | "mod_int"),
};

/// The instruction of an opcode byte.
pub fn by_code(code: u8) -> Option<&'static Opcode> {
    OPCODES.iter().find(|op| op.code == code)
}

/// The instruction with this assembler name.
pub fn by_mnemonic(mnemonic: &str) -> Option<&'static Opcode> {
    OPCODES.iter().find(|op| op.mnemonic == mnemonic)
}

/// The word a rule of `op` pins the field to.
pub(super) fn pinned(op: &Opcode, field: &str) -> Option<u32> {
    op.rules.iter().find_map(|rule| match rule.demand {
        Demand::Is(name, word) if name == field => Some(word),
        _ => None,
    })
}

const fn rule(check: &'static Check, demand: Demand) -> Rule {
    Rule { check, demand }
}

const fn doubt(field: &'static str, certainty: Certainty, source: &'static str, why: &'static str) -> Doubt {
    Doubt { field, certainty, source, why }
}

const REDUCED_SLOTS: Doubt = doubt(
    "op_dim",
    Inferred,
    "§5",
    "x, y, z, w are slots 0 to 3 of src: the innermost axes, size-1 ones included.",
);
const SRC_8_TO_16K: Rule = rule(&check::D2_BN_GE8_SRC_ELEMENT_CNT, Count("src", 8, 16384));
const EVEN_COUNT_ZERO: Rule = rule(&check::D2_BN_ZERO_COUNT, Is("even_count", 0));
const ODD_COUNT_ZERO: Rule = rule(&check::D2_BN_ZERO_COUNT, Is("odd_count", 0));
const SERIAL: Rule = rule(&check::SERIALIZATION_MODE, Is("serialization_mode", 0));
const SAME_COUNT: Rule = rule(&check::SAME_ELEMENT_CNT, SameCount("src", "dst"));
const SAME_DTYPE: Rule = rule(&check::SAME_DTYPE, SameDtype("in_dtype", "out_dtype"));
const IN_ANY: Rule = rule(&check::OPERAND_DTYPE, DtypeIn("in_dtype", DtypeSet::WITH_FP32R));
const IN_NO_FP32R: Rule = rule(&check::OPERAND_DTYPE, DtypeIn("in_dtype", DtypeSet::NO_FP32R));
const IN_INTEGER: Rule = rule(&check::OPERAND_DTYPE, DtypeIn("in_dtype", DtypeSet::INTEGER));
const OUT_ANY: Rule = rule(&check::OPERAND_DTYPE, DtypeIn("out_dtype", DtypeSet::WITH_FP32R));
const OUT_INTEGER: Rule = rule(&check::OPERAND_DTYPE, DtypeIn("out_dtype", DtypeSet::INTEGER));
const NO_OP: Rule = rule(&check::UNUSED_FIELD, Is("op", 0));
const NO_OP_DIM: Rule = rule(&check::UNUSED_FIELD, Is("op_dim", 0));
const NOT_NEGATED: Rule = rule(&check::UNUSED_FIELD, Is("negated", 0));
const NO_MASK: Rule = rule(&check::UNUSED_FIELD, Is("mask_enable", 0));
const QUADRANTS: Rule = rule(&check::WHOLE_QUADRANTS, MultipleOf("channels", 32));
const REDUCED_DIMS: Rule = rule(&check::REDUCE_OP_DIM, Between("op_dim", 2, 5));
const REDUCED_COUNT: Rule = rule(&check::REDUCE_ELEMENT_CNT, Reduced);
const NO_ACCUMULATE: Rule = rule(&check::UNUSED_FIELD, Is("accumulator_cmd", 0));
const OP_CHAIN: Rule = rule(&check::OP1_NEEDS_OP0, BypassChain);
const SRC0_COUNT: Rule = rule(&check::SAME_ELEMENT_CNT, SameCount("src0", "dst"));
const SRC1_COUNT: Rule = rule(&check::SAME_ELEMENT_CNT, SameCount("src1", "dst"));
const ONE_SRC_IN_SBUF: Rule = rule(&check::BOTH_SRC_IN_PSUM, NotBothPsum("src0", "src1"));

/// Every instruction the assembler knows.
pub static OPCODES: &[Opcode] = &[
    Opcode {
        code: 0x6C,
        mnemonic: "max8",
        layout: &layout::S4D2_BN,
        engine: Dve,
        class: Both,
        since: Trn1,
        certainty: Certain,
        source: "§4.1",
        note: "The 8 largest, descending in memory.",
        doubts: &[doubt(
            "dst",
            Strong,
            "§4.1",
            "Written smallest to largest, so reversed: the address is that of the last of the 8 slots.",
        )],
        rules: &[
            SRC_8_TO_16K,
            rule(&check::S_MAX8_DST_ELEMENT_CNT, Count("dst", 8, 8)),
            EVEN_COUNT_ZERO,
            ODD_COUNT_ZERO,
            rule(&check::S_MAX8_IN_DTYPE, DtypeIn("in_dtype", DtypeSet::NO_FP32R)),
            rule(&check::S_MAX8_OUT_DTYPE, DtypeIn("out_dtype", DtypeSet::WITH_FP32R)),
        ],
    },
    Opcode {
        code: 0x6D,
        mnemonic: "match_value_load",
        layout: &layout::S2_BN,
        engine: Dve,
        class: Both,
        since: Trn1,
        certainty: Certain,
        source: "§4.2",
        note: "Loads mv[7-k] := f32(element k visited).",
        doubts: &[doubt(
            "src",
            Inferred,
            "§4.2",
            "Reversed before find_index8, starting at the last key, by symmetry with max8; with its own sign before \
             match_replace8.",
        )],
        rules: &[
            rule(&check::MATCH_VALUE_LOAD_SRC_ELEMENT_CNT, Count("src", 8, 8)),
            rule(&check::MATCH_VALUE_LOAD_DTYPE, DtypeIn("dtype", DtypeSet::NO_FP32R)),
            rule(&check::MATCH_VALUE_LOAD_UNUSED_IMM, Is("imm1", 0)),
            rule(&check::MATCH_VALUE_LOAD_UNUSED_IMM, Is("imm0_ptr", 0)),
            rule(&check::MATCH_VALUE_LOAD_UNUSED_IMM, Is("imm0_src", 0)),
        ],
    },
    Opcode {
        code: 0x6E,
        mnemonic: "find_index8",
        layout: &layout::S4D2_BN,
        engine: Dve,
        class: Both,
        since: Trn1,
        certainty: Certain,
        source: "§4.3",
        note: "Position n of the destination is the one mv[n] matched; not found is all ones.",
        doubts: &[],
        rules: &[
            SRC_8_TO_16K,
            rule(&check::S_FIND_INDEX8_DST_ELEMENT_CNT, Count("dst", 8, 8)),
            EVEN_COUNT_ZERO,
            ODD_COUNT_ZERO,
            rule(&check::FIND_INDEX8_IN_DTYPE, DtypeIn("in_dtype", DtypeSet::NO_FP32R)),
            rule(&check::FIND_INDEX8_INDEX_DTYPE, DtypeIn("out_dtype", DtypeSet::INDEX)),
        ],
    },
    Opcode {
        code: 0x6F,
        mnemonic: "match_replace8",
        layout: &layout::S4D4_MR,
        engine: Dve,
        class: Both,
        since: Trn1,
        certainty: Certain,
        source: "§4.4",
        note: "No lower bound on the element count here: the bound of 8 is the compiler's, not the ISA's (§4.7).",
        doubts: &[],
        rules: &[
            rule(&check::D4_MR_LE16K_SRC_ELEMENT_CNT, Count("src", 1, 16384)),
            rule(&check::MATCH_REPLACE_ELEMENT_CNT, SameCount("src", "dst")),
            rule(&check::MATCH_REPLACE_DTYPE, DtypeIn("in_dtype", DtypeSet::MATCH_REPLACE)),
            rule(&check::MATCH_REPLACE_DTYPE, DtypeIn("out_dtype", DtypeSet::MATCH_REPLACE)),
            rule(&check::D4_MR_SAME_SRC_DT, SameDtype("in_dtype", "out_dtype")),
        ],
    },
    Opcode {
        code: 0xE9,
        mnemonic: "dve_read_indices",
        layout: &layout::D4_MR,
        engine: Dve,
        class: Both,
        since: Trn2,
        certainty: Inferred,
        source: "§4.5, §4.6",
        note: "Drains the positions a match_replace8 matched. The struct is certain; that this is the third bundle of \
               MaxIndexAndMatchReplace is inferred.",
        doubts: &[doubt(
            "dst",
            Open,
            "§4.5, §9",
            "Reversed, so that index k pairs with key k after a plain load: flop n belongs to mv[n], which is key 7-n. No \
             source says whether the load or the drain is reversed.",
        )],
        rules: &[
            rule(&check::DVE_READ_INDICES_DST_ELEMENT_CNT, Count("dst", 8, 8)),
            SERIAL,
            rule(&check::DVE_READ_INDICES_SET_VALUE, Is("value", 0)),
            rule(&check::DVE_READ_INDICES_DTYPE, DtypeIn("dtype", DtypeSet::INDEX)),
        ],
    },
    Opcode {
        code: 0x41,
        mnemonic: "tensor_tensor",
        layout: &layout::S3S3D3_TT,
        engine: Dve,
        class: Arith,
        since: Trn1,
        certainty: Conflict,
        source: "§5",
        note: "The slot order (src0, src1, dst) is the headers'; other sources put dst first.",
        doubts: &[],
        rules: &[
            SRC0_COUNT,
            SRC1_COUNT,
            rule(&check::OPERAND_DTYPE, DtypeIn("in0_dtype", DtypeSet::WITH_FP32R)),
            rule(&check::OPERAND_DTYPE, DtypeIn("in1_dtype", DtypeSet::WITH_FP32R)),
            OUT_ANY,
            rule(&check::ALU_OP_CLASS, AluIn("op", &ARITH_OPS)),
            ONE_SRC_IN_SBUF,
        ],
    },
    Opcode {
        code: 0x51,
        mnemonic: "tensor_tensor_bitvec",
        layout: &layout::S3S3D3_TT,
        engine: Dve,
        class: Bitvec,
        since: Trn1,
        certainty: Conflict,
        source: "§5",
        note: "As tensor_tensor.",
        doubts: &[],
        rules: &[
            SRC0_COUNT,
            SRC1_COUNT,
            rule(&check::OPERAND_DTYPE, DtypeIn("in0_dtype", DtypeSet::INTEGER)),
            rule(&check::OPERAND_DTYPE, DtypeIn("in1_dtype", DtypeSet::INTEGER)),
            OUT_INTEGER,
            rule(&check::ALU_OP_CLASS, AluIn("op", &BITVEC_OPS)),
            ONE_SRC_IN_SBUF,
        ],
    },
    Opcode {
        code: 0x43,
        mnemonic: "tensor_scalar",
        layout: &layout::S3D3_TS,
        engine: Dve,
        class: Arith,
        since: Trn1,
        certainty: Certain,
        source: "§5",
        note: "(src op0 imm0) op1 imm1; `reverse` swaps the sides of the named ops.",
        doubts: &[],
        rules: &[
            NO_ACCUMULATE,
            SAME_COUNT,
            IN_NO_FP32R,
            OUT_ANY,
            rule(&check::ALU_OP_CLASS, AluIn("op0", &TENSOR_SCALAR_OPS)),
            rule(&check::ALU_OP_CLASS, AluIn("op1", &TENSOR_SCALAR_OPS)),
            OP_CHAIN,
        ],
    },
    Opcode {
        code: 0x53,
        mnemonic: "tensor_scalar_bitvec",
        layout: &layout::S3D3_TS,
        engine: Dve,
        class: Bitvec,
        since: Trn1,
        certainty: Certain,
        source: "§5",
        note: "As tensor_scalar, with integer immediates.",
        doubts: &[],
        rules: &[
            NO_ACCUMULATE,
            SAME_COUNT,
            IN_INTEGER,
            OUT_INTEGER,
            rule(&check::ALU_OP_CLASS, AluIn("op0", &BITVEC_OPS)),
            rule(&check::ALU_OP_CLASS, AluIn("op1", &BITVEC_OPS)),
            OP_CHAIN,
        ],
    },
    Opcode {
        code: 0x42,
        mnemonic: "tensor_reduce",
        layout: &layout::S4D4_TR,
        engine: Dve,
        class: Arith,
        since: Trn1,
        certainty: Conflict,
        source: "§5",
        note: "Reduces free axes, the innermost first; some pages call 0x7C the free-axis form.",
        doubts: &[REDUCED_SLOTS],
        rules: &[
            NO_MASK,
            REDUCED_DIMS,
            REDUCED_COUNT,
            IN_ANY,
            OUT_ANY,
            rule(&check::ALU_OP_CLASS, AluIn("op", &ARITH_REDUCTIONS)),
        ],
    },
    Opcode {
        code: 0x52,
        mnemonic: "tensor_reduce_bitvec",
        layout: &layout::S4D4_TR,
        engine: Dve,
        class: Bitvec,
        since: Trn1,
        certainty: Conflict,
        source: "§5",
        note: "As tensor_reduce.",
        doubts: &[REDUCED_SLOTS],
        rules: &[
            NO_MASK,
            REDUCED_DIMS,
            REDUCED_COUNT,
            IN_INTEGER,
            OUT_INTEGER,
            rule(&check::ALU_OP_CLASS, AluIn("op", &BITVEC_REDUCTIONS)),
        ],
    },
    Opcode {
        code: 0x46,
        mnemonic: "copy",
        layout: &layout::S4D4_TR,
        engine: Dve,
        class: Both,
        since: Trn1,
        certainty: Certain,
        source: "§5",
        note: "Bit-exact: equal element types are this compiler's rule for choosing it over cast.",
        doubts: &[],
        rules: &[NO_OP, NO_OP_DIM, NOT_NEGATED, NO_MASK, SAME_COUNT, IN_ANY, OUT_ANY, SAME_DTYPE],
    },
    Opcode {
        code: 0x47,
        mnemonic: "cast",
        layout: &layout::S4D4_TR,
        engine: Dve,
        class: Both,
        since: Trn1,
        certainty: Certain,
        source: "§5",
        note: "",
        doubts: &[],
        rules: &[NO_OP, NO_OP_DIM, NOT_NEGATED, NO_MASK, SAME_COUNT, IN_ANY, OUT_ANY],
    },
    Opcode {
        code: 0x48,
        mnemonic: "reciprocal",
        layout: &layout::S4D4_TR,
        engine: Dve,
        class: Both,
        since: Trn1,
        certainty: Certain,
        source: "§5",
        note: "",
        doubts: &[],
        rules: &[NO_OP, NO_OP_DIM, NOT_NEGATED, NO_MASK, SAME_COUNT, IN_ANY, OUT_ANY],
    },
    Opcode {
        code: 0x49,
        mnemonic: "memset",
        layout: &layout::D4_MR,
        engine: Dve,
        class: Both,
        since: Trn1,
        certainty: Certain,
        source: "§5",
        note: "",
        doubts: &[doubt("value", Inferred, "§5", "The bit pattern of one element, zero-extended.")],
        rules: &[SERIAL, rule(&check::OPERAND_DTYPE, DtypeIn("dtype", DtypeSet::WITH_FP32R))],
    },
    Opcode {
        code: 0x69,
        mnemonic: "load_mask_select",
        layout: &layout::LOAD_MASK,
        engine: Dve,
        class: Both,
        since: Trn1,
        certainty: Strong,
        source: "§5",
        note: "The mask of the shuffle or transpose after it.",
        doubts: &[doubt(
            "mask",
            Strong,
            "§5",
            "Shuffle: source lanes, and the channel count with bit 5 set to leave a lane. Transpose: an enable map.",
        )],
        rules: &[],
    },
    Opcode {
        code: 0x6A,
        mnemonic: "stream_shuffle",
        layout: &layout::S4D4_TR,
        engine: Dve,
        class: Both,
        since: Trn1,
        certainty: Certain,
        source: "§5",
        note: "Uses the mask of the load_mask_select before it.",
        doubts: &[],
        rules: &[NO_OP, NO_OP_DIM, NOT_NEGATED, NO_MASK, SAME_COUNT, IN_ANY, OUT_ANY, SAME_DTYPE, QUADRANTS],
    },
    Opcode {
        code: 0x6B,
        mnemonic: "stream_transpose",
        layout: &layout::S4D4_TR,
        engine: Dve,
        class: Both,
        since: Trn1,
        certainty: Certain,
        source: "§5",
        note: "Transposes within blocks of 32x32, under the map of the load_mask_select before it.",
        doubts: &[doubt("dst", Open, "§5", "No source relates its element count to that of src.")],
        rules: &[
            NO_OP,
            NO_OP_DIM,
            NOT_NEGATED,
            rule(&check::TRANSPOSE_MASK, Is("mask_enable", 1)),
            IN_ANY,
            OUT_ANY,
            SAME_DTYPE,
            QUADRANTS,
        ],
    },
    Opcode {
        code: 0x7E,
        mnemonic: "iota",
        layout: &layout::D4_IOTA,
        engine: Pool,
        class: Both,
        since: Trn1,
        certainty: Conflict,
        source: "§5, §7",
        note: "One page lists it as DVE; the engine's roster omits it, so it runs on Pool.",
        doubts: &[],
        rules: &[
            rule(&check::SAME_ELEMENT_CNT, SameCount("data", "dst")),
            OUT_ANY,
            rule(&check::POOL_OPERAND_IN_SBUF, InSbuf("dst")),
        ],
    },
];
