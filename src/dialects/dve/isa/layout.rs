//! The instruction structs: every byte of a bundle, by name.
//!
//! A struct lists its bytes after the common frame ([`FRAME`], bytes 0..12) in rising order, reserved bytes included: a
//! test holds that frame and fields together cover each of the 64 bytes once.

use super::check::Check;
use super::check::{
    D2_BN_RESERVED_Z, D4_MR_RESERVED_ZERO, DEBUG_ZERO, EVENTS_ZERO, INST_WORD_LEN, RESERVED_ZERO,
};
use Access::{Read, Write};
use Certainty::{Certain, Conflict, Inferred, Strong};

/// How sure the sources are about a fact (the letters of spec dve.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// Confirmed (C).
    Certain,
    /// Strong evidence (S).
    Strong,
    /// Follows from other facts (I).
    Inferred,
    /// No source says; this compiler made a choice (O).
    Open,
    /// Sources disagree; the preferred reading is used (X).
    Conflict,
}

/// Whether an instruction reads or writes the memory of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A source.
    Read,
    /// A destination.
    Write,
}

/// What the bytes of a field mean. Multi-byte fields are little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `width` bytes that all hold `value`; anything else fails `check`.
    Fixed {
        /// Bytes of the field.
        width: u8,
        /// What each byte holds.
        value: u8,
        /// The check that says so.
        check: &'static Check,
    },
    /// The number of active partitions, 1..128, one byte.
    Channels,
    /// An unsigned number of `width` bytes (1, 2 or 4).
    Uint {
        /// Bytes of the field.
        width: u8,
    },
    /// A signed 32-bit number.
    I32,
    /// An f32.
    F32,
    /// One byte with named values; other values fail `choice`.
    Choice(&'static [(&'static str, u8)]),
    /// An element type tag, one byte.
    Dtype,
    /// An element type tag in four bits of a shared byte: the low ones or the high ones.
    DtypeNibble {
        /// Whether it is the high nibble.
        high: bool,
    },
    /// An ALU op, one byte.
    Alu,
    /// TENSOR1D..4D: an ADDR4 and `rank` slots of (step, num), 4 + 4·rank bytes (spec dve.md §2).
    Pattern {
        /// Slots, 1..4.
        rank: u8,
        /// The field that holds the element type.
        dtype: &'static str,
        /// Read or written.
        access: Access,
    },
    /// The element count of the named pattern, u32: always computed, never given.
    CountOf(&'static str),
    /// An immediate of 4 bytes whose source selector is the byte `selector`: 0 the word itself (f32, or an integer in bitvec
    /// instructions), 1 the ADDR4 of a `[P, 1]` f32 tile (spec dve.md §5).
    Scalar {
        /// Offset of the selector byte.
        selector: u8,
    },
    /// DATA4D: base i32, four steps, four nums (20 bytes): a generated ramp (spec dve.md §2).
    Ramp,
    /// 32 bytes, one for each lane of a quadrant.
    Mask,
}

/// One field of an instruction struct.
#[derive(Debug)]
pub struct Field {
    /// Its name in assembler text; reserved fields are all called `reserved`.
    pub name: &'static str,
    /// Offset of its first byte in the bundle.
    pub at: u8,
    /// What it holds.
    pub kind: Kind,
    /// How sure offset and meaning are.
    pub certainty: Certainty,
    /// Section of spec dve.md that says so.
    pub source: &'static str,
}

impl Field {
    /// Bytes of the field at [`Field::at`] (a scalar's selector byte not counted).
    pub fn width(&self) -> usize {
        match self.kind {
            Kind::Fixed { width, .. } | Kind::Uint { width } => usize::from(width),
            Kind::Channels | Kind::Choice(_) | Kind::Dtype | Kind::DtypeNibble { .. } | Kind::Alu => 1,
            Kind::I32 | Kind::F32 | Kind::CountOf(_) | Kind::Scalar { .. } => 4,
            Kind::Pattern { rank, .. } => 4 + 4 * usize::from(rank),
            Kind::Ramp => 20,
            Kind::Mask => 32,
        }
    }

    /// Whether a bundle holds a value for the field: fixed bytes and counts follow from the rest.
    pub fn is_held(&self) -> bool {
        !matches!(self.kind, Kind::Fixed { .. } | Kind::CountOf(_))
    }
}

/// One instruction struct.
#[derive(Debug)]
pub struct Layout {
    /// Its name in the ISA headers.
    pub name: &'static str,
    /// The fields after the frame, by rising offset.
    pub fields: &'static [Field],
}

impl Layout {
    /// The position of the named field in [`Layout::fields`].
    pub fn index(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.is_held() && field.name == name)
    }

    /// The named field; reserved fields have no name of their own.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

const fn field(name: &'static str, at: u8, kind: Kind, certainty: Certainty, source: &'static str) -> Field {
    Field { name, at, kind, certainty, source }
}

const fn zero(at: u8, width: u8, check: &'static Check, certainty: Certainty, source: &'static str) -> Field {
    field("reserved", at, Kind::Fixed { width, value: 0, check }, certainty, source)
}

const fn pattern(rank: u8, dtype: &'static str, access: Access) -> Kind {
    Kind::Pattern { rank, dtype, access }
}

const BYTE: Kind = Kind::Uint { width: 1 };
const WORD: Kind = Kind::Uint { width: 4 };
const FLAG: Kind = Kind::Choice(&[("false", 0), ("true", 1)]);

/// Header and events of every bundle. Byte 0, the opcode, is the key of [`super::OPCODES`]. Compute encoders leave the
/// events zero and synchronise through separate instructions; for the max family sources disagree.
pub static FRAME: &[Field] = &[
    field("inst_word_len", 1, Kind::Fixed { width: 1, value: 0x10, check: &INST_WORD_LEN }, Certain, "§1"),
    field("debug", 2, Kind::Fixed { width: 2, value: 0, check: &DEBUG_ZERO }, Certain, "§1"),
    field("events", 4, Kind::Fixed { width: 8, value: 0, check: &EVENTS_ZERO }, Conflict, "§1"),
];

/// Max8 and FindIndex8 (shared with BatchNormStats). The meaning of byte 0x22 is disputed: active channels is what the
/// headers call it.
pub static S4D2_BN: Layout = Layout {
    name: "S4D2_BN",
    fields: &[
        field("src", 0x0C, pattern(4, "in_dtype", Read), Certain, "§4.1"),
        field("in_dtype", 0x20, Kind::Dtype, Certain, "§4.1"),
        field("out_dtype", 0x21, Kind::Dtype, Certain, "§4.1"),
        field("channels", 0x22, Kind::Channels, Conflict, "§4.1"),
        zero(0x23, 5, &D2_BN_RESERVED_Z, Certain, "§4.1"),
        field("even_count", 0x28, Kind::F32, Certain, "§4.1"),
        field("odd_count", 0x2C, Kind::F32, Certain, "§4.1"),
        field("dst", 0x30, pattern(2, "out_dtype", Write), Certain, "§4.1"),
        zero(0x3C, 4, &D2_BN_RESERVED_Z, Certain, "§4.1"),
    ],
};

/// MatchValueLoad: one source, no destination.
pub static S2_BN: Layout = Layout {
    name: "S2_BN",
    fields: &[
        zero(0x0C, 4, &RESERVED_ZERO, Certain, "§4.2"),
        field("src", 0x10, pattern(2, "dtype", Read), Certain, "§4.2"),
        field("imm1", 0x1C, Kind::F32, Certain, "§4.2"),
        field("dtype", 0x20, Kind::Dtype, Certain, "§4.2"),
        zero(0x21, 1, &RESERVED_ZERO, Certain, "§4.2"),
        field("channels", 0x22, Kind::Channels, Certain, "§4.2"),
        zero(0x23, 9, &RESERVED_ZERO, Certain, "§4.2"),
        field("imm0_ptr", 0x2C, WORD, Certain, "§4.2"),
        field("imm0_src", 0x30, BYTE, Certain, "§4.2"),
        zero(0x31, 15, &RESERVED_ZERO, Certain, "§4.2"),
    ],
};

/// MatchReplace8, its sole user.
pub static S4D4_MR: Layout = Layout {
    name: "S4D4_MR",
    fields: &[
        field("src", 0x0C, pattern(4, "in_dtype", Read), Certain, "§4.4"),
        field("in_dtype", 0x20, Kind::Dtype, Certain, "§4.4"),
        field("out_dtype", 0x21, Kind::Dtype, Certain, "§4.4"),
        field("channels", 0x22, Kind::Channels, Certain, "§4.4"),
        zero(0x23, 5, &D4_MR_RESERVED_ZERO, Certain, "§4.4"),
        field("imm", 0x28, Kind::F32, Certain, "§4.4"),
        field("dst", 0x2C, pattern(4, "out_dtype", Write), Certain, "§4.4"),
    ],
};

/// Memset and DveReadIndices: a destination only. `value` is the fill's bit pattern, zero-extended.
pub static D4_MR: Layout = Layout {
    name: "D4_MR",
    fields: &[
        zero(0x0C, 16, &D4_MR_RESERVED_ZERO, Certain, "§4.5"),
        field("dst_element_count", 0x1C, Kind::CountOf("dst"), Certain, "§4.5"),
        field("dtype", 0x20, Kind::Dtype, Certain, "§4.5"),
        zero(0x21, 1, &D4_MR_RESERVED_ZERO, Certain, "§4.5"),
        field("channels", 0x22, Kind::Channels, Certain, "§4.5"),
        zero(0x23, 1, &D4_MR_RESERVED_ZERO, Certain, "§4.5"),
        field("serialization_mode", 0x24, BYTE, Certain, "§4.5"),
        zero(0x25, 3, &D4_MR_RESERVED_ZERO, Certain, "§4.5"),
        field("value", 0x28, WORD, Certain, "§4.5, §5"),
        field("dst", 0x2C, pattern(4, "dtype", Write), Certain, "§4.5"),
    ],
};

/// TensorTensor. Sources disagree on which slot holds the destination; the header's order is used.
pub static S3S3D3_TT: Layout = Layout {
    name: "S3S3D3_TT",
    fields: &[
        field("in0_dtype", 0x0C, Kind::DtypeNibble { high: false }, Certain, "§5"),
        field("in1_dtype", 0x0C, Kind::DtypeNibble { high: true }, Certain, "§5"),
        field("out_dtype", 0x0D, Kind::Dtype, Certain, "§5"),
        field("op", 0x0E, Kind::Alu, Certain, "§5"),
        field("channels", 0x0F, Kind::Channels, Certain, "§5"),
        field("src0", 0x10, pattern(3, "in0_dtype", Read), Conflict, "§5, §9"),
        field("src1", 0x20, pattern(3, "in1_dtype", Read), Conflict, "§5, §9"),
        field("dst", 0x30, pattern(3, "out_dtype", Write), Conflict, "§5, §9"),
    ],
};

/// TensorScalar.
pub static S3D3_TS: Layout = Layout {
    name: "S3D3_TS",
    fields: &[
        field("accumulator_cmd", 0x0C, BYTE, Certain, "§5"),
        zero(0x0D, 3, &RESERVED_ZERO, Certain, "§5"),
        field("src", 0x10, pattern(3, "in_dtype", Read), Certain, "§5"),
        field("in_dtype", 0x20, Kind::Dtype, Certain, "§5"),
        field("out_dtype", 0x21, Kind::Dtype, Certain, "§5"),
        field("channels", 0x22, Kind::Channels, Certain, "§5"),
        field("op0", 0x24, Kind::Alu, Certain, "§5"),
        field("op1", 0x25, Kind::Alu, Certain, "§5"),
        field(
            "reverse",
            0x26,
            Kind::Choice(&[("none", 0), ("first", 1), ("second", 2), ("both", 3)]),
            Certain,
            "§5",
        ),
        field("imm0", 0x28, Kind::Scalar { selector: 0x23 }, Certain, "§5"),
        field("imm1", 0x2C, Kind::Scalar { selector: 0x27 }, Certain, "§5"),
        field("dst", 0x30, pattern(3, "out_dtype", Write), Certain, "§5"),
    ],
};

/// Copies, casts, reciprocal, free-axis reductions, stream shuffle and transpose.
pub static S4D4_TR: Layout = Layout {
    name: "S4D4_TR",
    fields: &[
        field("src", 0x0C, pattern(4, "in_dtype", Read), Certain, "§5"),
        field("in_dtype", 0x20, Kind::Dtype, Certain, "§5"),
        field("out_dtype", 0x21, Kind::Dtype, Certain, "§5"),
        field("channels", 0x22, Kind::Channels, Certain, "§5"),
        field("negated", 0x23, FLAG, Certain, "§5"),
        field("op", 0x24, Kind::Alu, Certain, "§5"),
        field(
            "op_dim",
            0x25,
            Kind::Choice(&[("unused", 0), ("x", 2), ("xy", 3), ("xyz", 4), ("xyzw", 5)]),
            Certain,
            "§5",
        ),
        field("mask_enable", 0x26, FLAG, Certain, "§5"),
        zero(0x27, 5, &RESERVED_ZERO, Certain, "§5"),
        field("dst", 0x2C, pattern(4, "out_dtype", Write), Certain, "§5"),
    ],
};

/// Iota, which runs on the Pool engine.
pub static D4_IOTA: Layout = Layout {
    name: "D4_IOTA",
    fields: &[
        field("data", 0x0C, Kind::Ramp, Certain, "§5"),
        zero(0x20, 1, &RESERVED_ZERO, Certain, "§5"),
        field("out_dtype", 0x21, Kind::Dtype, Certain, "§5"),
        field("channels", 0x22, Kind::Channels, Certain, "§5"),
        zero(0x23, 1, &RESERVED_ZERO, Certain, "§5"),
        field("channel_multiplier", 0x24, Kind::I32, Certain, "§5"),
        zero(0x28, 4, &RESERVED_ZERO, Certain, "§5"),
        field("dst", 0x2C, pattern(4, "out_dtype", Write), Certain, "§5"),
    ],
};

/// LoadMaskSelect. No source describes the bytes before the mask: zero as every unwritten byte.
pub static LOAD_MASK: Layout = Layout {
    name: "LOAD_MASK",
    fields: &[
        zero(0x0C, 20, &RESERVED_ZERO, Inferred, "§1, §5"),
        field("mask", 0x20, Kind::Mask, Strong, "§5"),
    ],
};

/// Every struct, in the order of the documentation.
pub static LAYOUTS: &[&Layout] =
    &[&S4D2_BN, &S2_BN, &S4D4_MR, &D4_MR, &S3S3D3_TT, &S3D3_TS, &S4D4_TR, &D4_IOTA, &LOAD_MASK];
