//! Builtin types and the structured form of dialect types.

use super::attributes::Attr;
use super::intern::Str;

/// A dimension whose size is not known (`?` in text).
pub const DYNAMIC: i64 = i64::MIN;

/// Handle of an interned type; equal types have equal handles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Type(pub(super) u32);

/// Whether an integer type carries a sign: `i8`, `si8`, `ui8`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Signedness {
    /// `iN`
    Signless,
    /// `siN`
    Signed,
    /// `uiN`
    Unsigned,
}

/// The floating-point formats of MLIR's builtin dialect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant is the format its name says")]
pub enum FloatKind {
    F4E2M1FN,
    F6E2M3FN,
    F6E3M2FN,
    F8E5M2,
    F8E4M3,
    F8E4M3FN,
    F8E5M2FNUZ,
    F8E4M3FNUZ,
    F8E4M3B11FNUZ,
    F8E3M4,
    F8E8M0FNU,
    BF16,
    F16,
    TF32,
    F32,
    F64,
    F80,
    F128,
}

impl FloatKind {
    /// Every format with its MLIR keyword and its width in bits.
    pub const TABLE: &'static [(FloatKind, &'static str, u32)] = &[
        (FloatKind::F4E2M1FN, "f4E2M1FN", 4),
        (FloatKind::F6E2M3FN, "f6E2M3FN", 6),
        (FloatKind::F6E3M2FN, "f6E3M2FN", 6),
        (FloatKind::F8E5M2, "f8E5M2", 8),
        (FloatKind::F8E4M3, "f8E4M3", 8),
        (FloatKind::F8E4M3FN, "f8E4M3FN", 8),
        (FloatKind::F8E5M2FNUZ, "f8E5M2FNUZ", 8),
        (FloatKind::F8E4M3FNUZ, "f8E4M3FNUZ", 8),
        (FloatKind::F8E4M3B11FNUZ, "f8E4M3B11FNUZ", 8),
        (FloatKind::F8E3M4, "f8E3M4", 8),
        (FloatKind::F8E8M0FNU, "f8E8M0FNU", 8),
        (FloatKind::BF16, "bf16", 16),
        (FloatKind::F16, "f16", 16),
        (FloatKind::TF32, "tf32", 19),
        (FloatKind::F32, "f32", 32),
        (FloatKind::F64, "f64", 64),
        (FloatKind::F80, "f80", 80),
        (FloatKind::F128, "f128", 128),
    ];

    /// The MLIR keyword, such as `bf16`.
    pub fn keyword(self) -> &'static str {
        Self::TABLE[self as usize].1
    }

    /// The width in bits (19 for `tf32`, as MLIR counts it).
    pub fn width(self) -> u32 {
        Self::TABLE[self as usize].2
    }
}

/// One parameter of a registered dialect type, such as the shape and the memory of `!nki.tile<128x64xf32, sbuf>`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeParam {
    /// `128x64xf32`
    Shape(Box<[i64]>, Type),
    /// A bare word: `sbuf`
    Keyword(Str),
    /// Any attribute
    Attr(Attr),
}

/// What a type is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "field names are the terms of the MLIR language reference")]
pub enum TypeKind {
    Integer {
        width: u32,
        sign: Signedness,
    },
    Float(FloatKind),
    Index,
    None,
    Complex(Type),
    Tuple(Box<[Type]>),
    Function {
        inputs: Box<[Type]>,
        results: Box<[Type]>,
    },
    /// `scalable` has one flag per dimension.
    Vector {
        shape: Box<[i64]>,
        scalable: Box<[bool]>,
        elem: Type,
    },
    RankedTensor {
        shape: Box<[i64]>,
        elem: Type,
        encoding: Option<Attr>,
    },
    UnrankedTensor {
        elem: Type,
    },
    MemRef {
        shape: Box<[i64]>,
        elem: Type,
        layout: Option<Attr>,
        space: Option<Attr>,
    },
    UnrankedMemRef {
        elem: Type,
        space: Option<Attr>,
    },
    /// A registered dialect type: full name (`nki.tile`) and its parameters.
    Dialect {
        name: Str,
        params: Box<[TypeParam]>,
    },
    /// A type of a dialect we do not know, kept as written: `!dialect.body`.
    Opaque {
        dialect: Str,
        body: Str,
    },
}

/// Whether two shapes can be the same at run time.
pub fn compatible_shapes(a: &[i64], b: &[i64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| compatible_sizes(a, b))
}

/// Whether two sizes can be the same at run time.
pub fn compatible_sizes(a: i64, b: i64) -> bool {
    a == b || a == DYNAMIC || b == DYNAMIC
}
