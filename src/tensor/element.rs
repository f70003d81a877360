//! Element types: one table that gives each its names, size and kind.

use std::fmt;

use super::float::{FloatFormat, Specials};

/// What the bits of an element mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A truth value: one byte, 0 or 1.
    Pred,
    /// Two's complement of the given width in bits.
    Signed(u32),
    /// Unsigned of the given width in bits.
    Unsigned(u32),
    /// A real number.
    Float(FloatFormat),
    /// Real then imaginary part, each of the given format.
    Complex(FloatFormat),
}

/// One row of the table of element types.
#[derive(Debug)]
pub struct ElementInfo {
    /// The element type the row describes.
    pub elem: ElementType,
    /// XLA's name, in lower case.
    pub name: &'static str,
    /// Bytes of one stored element. Types narrower than a byte take a whole byte (as in XLA literals).
    pub bytes: usize,
    /// Meaning of the bits.
    pub kind: Kind,
    /// The numpy type code (without byte order) that files store it as: bf16 and f8 kinds are stored as unsigned
    /// bit patterns of the same width.
    pub numpy: &'static str,
}

const fn float(exponent_bits: u32, mantissa_bits: u32, bias: i32, specials: Specials) -> FloatFormat {
    FloatFormat { exponent_bits, mantissa_bits, bias, specials, padding_bits: 0 }
}

const IEEE_F32: FloatFormat = float(8, 23, 127, Specials::Ieee);
const IEEE_F64: FloatFormat = float(11, 52, 1023, Specials::Ieee);

macro_rules! element_types {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $bytes:literal, $numpy:literal, $kind:expr;)*) => {
        /// The type of one tensor element.
        ///
        /// Integers are told apart by sign here: MLIR's signless `iN` is the signed one, `index` is [`ElementType::S64`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum ElementType { $($(#[$doc])* $variant,)* }

        impl ElementType {
            /// The whole table, in the order of the enum.
            pub const TABLE: &'static [ElementInfo] = &[$(ElementInfo {
                elem: ElementType::$variant, name: $name, bytes: $bytes, kind: $kind, numpy: $numpy,
            },)*];
        }
    };
}

element_types! {
    /// Truth value.
    Pred = "pred", 1, "b1", Kind::Pred;
    /// 2-bit signed, stored sign-extended in a byte.
    S2 = "s2", 1, "i1", Kind::Signed(2);
    /// 4-bit signed, stored sign-extended in a byte.
    S4 = "s4", 1, "i1", Kind::Signed(4);
    /// 8-bit signed.
    S8 = "s8", 1, "i1", Kind::Signed(8);
    /// 16-bit signed.
    S16 = "s16", 2, "i2", Kind::Signed(16);
    /// 32-bit signed.
    S32 = "s32", 4, "i4", Kind::Signed(32);
    /// 64-bit signed.
    S64 = "s64", 8, "i8", Kind::Signed(64);
    /// 2-bit unsigned, stored in a byte.
    U2 = "u2", 1, "u1", Kind::Unsigned(2);
    /// 4-bit unsigned, stored in a byte.
    U4 = "u4", 1, "u1", Kind::Unsigned(4);
    /// 8-bit unsigned.
    U8 = "u8", 1, "u1", Kind::Unsigned(8);
    /// 16-bit unsigned.
    U16 = "u16", 2, "u2", Kind::Unsigned(16);
    /// 32-bit unsigned.
    U32 = "u32", 4, "u4", Kind::Unsigned(32);
    /// 64-bit unsigned.
    U64 = "u64", 8, "u8", Kind::Unsigned(64);
    /// OCP MX 4-bit float: finite only.
    F4E2M1FN = "f4e2m1fn", 1, "u1", Kind::Float(float(2, 1, 1, Specials::FiniteOnly));
    /// OCP MX 6-bit float, finite only.
    F6E2M3FN = "f6e2m3fn", 1, "u1", Kind::Float(float(2, 3, 1, Specials::FiniteOnly));
    /// OCP MX 6-bit float, finite only.
    F6E3M2FN = "f6e3m2fn", 1, "u1", Kind::Float(float(3, 2, 3, Specials::FiniteOnly));
    /// IEEE-like 8-bit float, largest finite 15.5.
    F8E3M4 = "f8e3m4", 1, "u1", Kind::Float(float(3, 4, 3, Specials::Ieee));
    /// IEEE-like 8-bit float, largest finite 240.
    F8E4M3 = "f8e4m3", 1, "u1", Kind::Float(float(4, 3, 7, Specials::Ieee));
    /// No infinity, one NaN magnitude, largest finite 448.
    F8E4M3FN = "f8e4m3fn", 1, "u1", Kind::Float(float(4, 3, 7, Specials::NanAllOnes));
    /// No infinity, no negative zero, NaN = 0x80, largest finite 240.
    F8E4M3FNUZ = "f8e4m3fnuz", 1, "u1", Kind::Float(float(4, 3, 8, Specials::NanNegativeZero));
    /// No infinity, no negative zero, NaN = 0x80, largest finite 30.
    F8E4M3B11FNUZ = "f8e4m3b11fnuz", 1, "u1", Kind::Float(float(4, 3, 11, Specials::NanNegativeZero));
    /// IEEE-like 8-bit float, largest finite 57344.
    F8E5M2 = "f8e5m2", 1, "u1", Kind::Float(float(5, 2, 15, Specials::Ieee));
    /// No infinity, no negative zero, NaN = 0x80, largest finite 57344.
    F8E5M2FNUZ = "f8e5m2fnuz", 1, "u1", Kind::Float(float(5, 2, 16, Specials::NanNegativeZero));
    /// Unsigned power of two (a block scale), NaN = 0xFF.
    F8E8M0FNU = "f8e8m0fnu", 1, "u1", Kind::Float(float(8, 0, 127, Specials::PowerOfTwo));
    /// bfloat16.
    BF16 = "bf16", 2, "u2", Kind::Float(float(8, 7, 127, Specials::Ieee));
    /// IEEE half.
    F16 = "f16", 2, "f2", Kind::Float(float(5, 10, 15, Specials::Ieee));
    /// TensorFloat-32: 19 bits, stored as the f32 of the same value.
    TF32 = "tf32", 4, "f4",
        Kind::Float(FloatFormat { padding_bits: 13, ..float(8, 10, 127, Specials::Ieee) });
    /// IEEE single.
    F32 = "f32", 4, "f4", Kind::Float(IEEE_F32);
    /// IEEE double.
    F64 = "f64", 8, "f8", Kind::Float(IEEE_F64);
    /// Two f32.
    C64 = "c64", 8, "c8", Kind::Complex(IEEE_F32);
    /// Two f64.
    C128 = "c128", 16, "c16", Kind::Complex(IEEE_F64);
}

impl ElementType {
    /// The row of the table for this type.
    pub fn info(self) -> &'static ElementInfo {
        &Self::TABLE[self as usize]
    }

    /// XLA's name in lower case, e.g. `bf16`.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Bytes of one stored element.
    pub fn bytes(self) -> usize {
        self.info().bytes
    }

    /// Bits of one element, of which [`Self::bytes`] may hold more.
    pub fn bits(self) -> u32 {
        match self.kind() {
            Kind::Pred => 1,
            Kind::Signed(bits) | Kind::Unsigned(bits) => bits,
            Kind::Float(format) => format.width() + format.padding_bits,
            Kind::Complex(part) => 2 * part.width(),
        }
    }

    /// Meaning of the bits.
    pub fn kind(self) -> Kind {
        self.info().kind
    }

    /// The type with this XLA name (any letter case), e.g. `BF16` or `f8e4m3fn`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::TABLE.iter().find(|row| row.name.eq_ignore_ascii_case(name)).map(|row| row.elem)
    }

    /// The type that a numpy type code without byte order natively means (`u2` is [`ElementType::U16`], not bf16).
    pub fn from_numpy(code: &str) -> Option<Self> {
        Self::TABLE
            .iter()
            .find(|row| {
                let native = match row.kind {
                    Kind::Pred | Kind::Complex(_) => true,
                    Kind::Signed(bits) | Kind::Unsigned(bits) => bits as usize == row.bytes * 8,
                    Kind::Float(_) => row.numpy.starts_with('f') && row.elem != ElementType::TF32,
                };
                native && row.numpy == code
            })
            .map(|row| row.elem)
    }

    /// Whether this is a real floating-point type.
    pub fn is_float(self) -> bool {
        matches!(self.kind(), Kind::Float(_))
    }

    /// Whether this is a signed or unsigned integer (not pred).
    pub fn is_integer(self) -> bool {
        matches!(self.kind(), Kind::Signed(_) | Kind::Unsigned(_))
    }

    /// Whether this is a complex type.
    pub fn is_complex(self) -> bool {
        matches!(self.kind(), Kind::Complex(_))
    }

    /// Whether every value of the type is exactly an f32 (so that a detour through f32 loses nothing).
    pub fn fits_f32(self) -> bool {
        match self.kind() {
            Kind::Pred => true,
            Kind::Signed(bits) | Kind::Unsigned(bits) => bits <= 16,
            Kind::Float(_) => self != ElementType::F64,
            Kind::Complex(_) => false,
        }
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_enum_order_and_names_are_unique() {
        for (position, row) in ElementType::TABLE.iter().enumerate() {
            assert_eq!(row.elem as usize, position);
            assert_eq!(ElementType::from_name(&row.name.to_uppercase()), Some(row.elem));
            if let Kind::Float(format) = row.kind {
                assert!(
                    format.width() as usize + format.padding_bits as usize <= row.bytes * 8,
                    "{}",
                    row.name
                );
            }
        }
    }

    #[test]
    fn numpy_codes_mean_the_native_type() {
        for (code, elem) in [
            ("b1", ElementType::Pred),
            ("i1", ElementType::S8),
            ("u1", ElementType::U8),
            ("u2", ElementType::U16),
            ("f2", ElementType::F16),
            ("f4", ElementType::F32),
            ("c16", ElementType::C128),
        ] {
            assert_eq!(ElementType::from_numpy(code), Some(elem));
        }
        assert_eq!(ElementType::from_numpy("f16"), None);
    }
}
