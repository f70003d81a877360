//! Builtin attributes and opaque dialect attributes.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::intern::Str;
use super::location::Loc;
use super::types::Type;

/// Handle of an interned attribute; equal attributes have equal handles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Attr(pub(super) u32);

/// The value of an integer attribute: exact at any width; negative for signed readings of signless types.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum IntValue {
    /// A value that fits 64 bits.
    Small(i64),
    /// A value that does not.
    Big(Box<BigInt>),
}

impl IntValue {
    /// Stores the value in its smallest form, so that equal values compare equal.
    pub fn from_big(value: BigInt) -> Self {
        match value.to_i64() {
            Some(v) => IntValue::Small(v),
            None => IntValue::Big(Box::new(value)),
        }
    }

    /// The value, if it fits 64 bits.
    pub fn to_i64(&self) -> Option<i64> {
        match self {
            IntValue::Small(v) => Some(*v),
            IntValue::Big(_) => None,
        }
    }

    /// The value at full width.
    pub fn to_big(&self) -> BigInt {
        match self {
            IntValue::Small(v) => BigInt::from(*v),
            IntValue::Big(v) => (**v).clone(),
        }
    }
}

impl From<i64> for IntValue {
    fn from(v: i64) -> Self {
        IntValue::Small(v)
    }
}

/// The elements of a `dense` attribute, in row-major order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum DenseData {
    /// Raw little-endian elements, each in `ceil(width / 8)` bytes (`i1` is one byte, complex is two parts). A splat
    /// holds one element.
    Bytes(Box<[u8]>),
    /// String elements; a splat holds one.
    Strings(Box<[Str]>),
}

/// What an attribute is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "field names are the terms of the MLIR language reference")]
pub enum AttrKind {
    Unit,
    /// `true`/`false` are integers of type `i1` (0 and -1 are both spelled by their bit; the value is 0 or 1).
    Integer {
        value: IntValue,
        ty: Type,
    },
    /// The bit pattern of the value in its own format, zero-extended.
    Float {
        bits: u128,
        ty: Type,
    },
    /// A string, with a type other than `none` if one was given (`"x" : !t`).
    String {
        value: Str,
        ty: Option<Type>,
    },
    Array(Box<[Attr]>),
    /// Entries sorted by name, names unique.
    Dict(Box<[(Str, Attr)]>),
    Type(Type),
    SymbolRef {
        root: Str,
        nested: Box<[Str]>,
    },
    Dense {
        ty: Type,
        splat: bool,
        data: DenseData,
    },
    /// `array<i64: 1, 2>`: raw little-endian elements as in [`DenseData::Bytes`].
    DenseArray {
        elem: Type,
        data: Box<[u8]>,
    },
    DenseResource {
        key: Str,
        ty: Type,
    },
    /// `sparse<indices, values>`: a `dense` attribute with a row of coordinates for each value, and one of the values.
    Sparse {
        ty: Type,
        indices: Attr,
        values: Attr,
    },
    Strided {
        strides: Box<[i64]>,
        offset: i64,
    },
    /// The text between `affine_map<` and `>`.
    AffineMap(Str),
    /// The text between `affine_set<` and `>`.
    IntegerSet(Str),
    Location(Loc),
    Distinct {
        id: u64,
        attr: Attr,
    },
    /// An attribute of a dialect we do not know, kept as written: `#dialect.body`.
    Opaque {
        dialect: Str,
        body: Str,
        ty: Option<Type>,
    },
}
