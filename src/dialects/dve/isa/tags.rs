//! The wire codes of element types and ALU operations.

use std::sync::LazyLock;

use super::Generation;
use crate::machine;
use AluClass::{Arith, Bitvec, Both};
use Generation::{Trn1, Trn3};

macro_rules! dtypes {
    ($($variant:ident = $tag:literal, $name:literal, $bytes:literal;)*) => {
        /// An element type as a bundle names it (spec dve.md §3). The tags of NC-v4 and later (fp4 and above) are not
        /// modelled: their sizes are not known.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Dtype {
            $(#[doc = concat!("`", $name, "`, wire tag ", stringify!($tag), ".")] $variant = $tag,)*
        }

        impl Dtype {
            /// Every element type, by rising wire tag.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name in assembler text.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Bytes of one element.
            pub fn bytes(self) -> u32 {
                match self { $(Self::$variant => $bytes,)* }
            }
        }
    };
}

dtypes! {
    U64 = 1, "u64", 8;
    I8 = 2, "i8", 1;
    U8 = 3, "u8", 1;
    I16 = 4, "i16", 2;
    U16 = 5, "u16", 2;
    Bf16 = 6, "bf16", 2;
    F16 = 7, "f16", 2;
    I32 = 8, "i32", 4;
    U32 = 9, "u32", 4;
    F32 = 10, "f32", 4;
    F32r = 11, "f32r", 4;
    I64 = 12, "i64", 8;
    F8E3 = 13, "f8e3", 1;
    F8E4 = 14, "f8e4", 1;
    F8E5 = 15, "f8e5", 1;
}

impl Dtype {
    /// The wire tag.
    pub fn tag(self) -> u8 {
        self as u8
    }

    /// The type of a wire tag; `None` for 0 (invalid) and for tags that are not modelled.
    pub fn from_tag(tag: u8) -> Option<Self> {
        Self::ALL.iter().copied().find(|dtype| dtype.tag() == tag)
    }

    /// The type with this assembler name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|dtype| dtype.name() == name)
    }
}

/// A set of element types, as a validator lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DtypeSet(u16);

impl DtypeSet {
    /// "Valid dtype, with FP32R": everything but the 64-bit integers (spec dve.md §3).
    pub const WITH_FP32R: Self = Self::of(&[
        Dtype::I8,
        Dtype::U8,
        Dtype::I16,
        Dtype::U16,
        Dtype::Bf16,
        Dtype::F16,
        Dtype::I32,
        Dtype::U32,
        Dtype::F32,
        Dtype::F32r,
        Dtype::F8E3,
        Dtype::F8E4,
        Dtype::F8E5,
    ]);
    /// "Valid dtype, no FP32R" (spec dve.md §3).
    pub const NO_FP32R: Self = Self(Self::WITH_FP32R.0 & !(1 << Dtype::F32r as u16));
    /// The types of an index output (spec dve.md §4.3, §4.5).
    pub const INDEX: Self = Self::of(&[Dtype::U16, Dtype::U32]);
    /// The types MatchReplace8 accepts (spec dve.md §4.4).
    pub const MATCH_REPLACE: Self =
        Self::of(&[Dtype::F16, Dtype::Bf16, Dtype::U8, Dtype::U16, Dtype::U32, Dtype::F32, Dtype::I32]);
    /// Integers of at most 32 bits: the operands of bitvec ops (spec bir.md §8).
    pub const INTEGER: Self =
        Self::of(&[Dtype::I8, Dtype::U8, Dtype::I16, Dtype::U16, Dtype::I32, Dtype::U32]);
    /// The 4-byte types with tags 8..11, which alone may be written to PSUM (spec dve.md §2).
    pub const PSUM_WRITE: Self = Self::of(&[Dtype::I32, Dtype::U32, Dtype::F32, Dtype::F32r]);

    /// The set of these types.
    pub const fn of(dtypes: &[Dtype]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < dtypes.len() {
            bits |= 1 << dtypes[i] as u16;
            i += 1;
        }
        Self(bits)
    }

    /// Whether `dtype` is in the set.
    pub fn contains(self, dtype: Dtype) -> bool {
        self.0 >> dtype.tag() & 1 == 1
    }

    /// The members, by rising wire tag.
    pub fn iter(self) -> impl Iterator<Item = Dtype> {
        Dtype::ALL.iter().copied().filter(move |&dtype| self.contains(dtype))
    }
}

/// Which instructions an ALU operation belongs to: the f32 ones or those on bit patterns (spec nki_isa.md §5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AluClass {
    /// `bypass`, which both classes have.
    Both,
    /// Computed in f32.
    Arith,
    /// Computed on integer bit patterns.
    Bitvec,
}

/// One ALU operation of the wire table (spec bir.md §9).
#[derive(Debug)]
pub struct AluRow {
    /// The wire code.
    pub code: u8,
    /// The name in assembler text.
    pub name: &'static str,
    /// The instructions that take it.
    pub class: AluClass,
    /// Whether it may be the op of a reduction (spec nki_isa.md §5).
    pub reduces: bool,
    /// The first generation that has it.
    pub since: Generation,
}

/// Codes that no operation of BIR has: what they compute is not known here.
const WIRE_ONLY: [AluRow; 4] = [
    AluRow { code: 0x17, name: "abs_diff", class: Arith, reduces: false, since: Trn1 },
    AluRow { code: 0x1C, name: "crc32", class: Bitvec, reduces: false, since: Trn1 },
    AluRow { code: 0x22, name: "relu", class: Arith, reduces: false, since: Trn3 },
    AluRow { code: 0x23, name: "square", class: Arith, reduces: false, since: Trn3 },
];

/// The ALU operations by wire code (spec bir.md §9; comparison order: dve.md §6): those of the machine's table that have
/// one, and those that only the wire has. The integer band C4..E1 is named by no source except C8.
pub static ALU_OPS: LazyLock<Vec<AluRow>> = LazyLock::new(|| {
    let encoded = machine::AluOp::all().filter_map(|info| {
        let class = match info.class {
            _ if info.op == machine::AluOp::Bypass => Both,
            machine::AluClass::Bitvec => Bitvec,
            machine::AluClass::Arithmetic | machine::AluClass::Unary => Arith,
        };
        let since = if info.op.since() > GEN3 { Trn3 } else { Trn1 };
        Some(AluRow { code: info.wire?, name: info.name, class, reduces: info.reducible, since })
    });
    let mut rows: Vec<AluRow> = encoded.chain(WIRE_ONLY).collect();
    rows.sort_by_key(|row| row.code);
    rows
});

/// The generation in front of the last that adds operations.
const GEN3: u32 = 3;

/// An ALU operation: a wire code that [`ALU_OPS`] lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AluOp(u8);

impl AluOp {
    /// Pass the first operand through.
    pub const BYPASS: Self = Self(0);

    /// The operation of a wire code, if the table has it.
    pub fn from_code(code: u8) -> Option<Self> {
        ALU_OPS.iter().any(|row| row.code == code).then_some(Self(code))
    }

    /// The operation with this name (spec bir.md §9 spelling).
    pub fn from_name(name: &str) -> Option<Self> {
        ALU_OPS.iter().find(|row| row.name == name).map(|row| Self(row.code))
    }

    /// The wire code.
    pub fn code(self) -> u8 {
        self.0
    }

    /// Its row of the table.
    pub fn row(self) -> &'static AluRow {
        ALU_OPS.iter().find(|row| row.code == self.0).expect("an AluOp is only made from a row")
    }
}
