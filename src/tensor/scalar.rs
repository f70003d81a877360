//! One element as a value.

use std::fmt;

/// The value of one element, wide enough for every element type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// Of a pred.
    Bool(bool),
    /// Of any integer type.
    Int(i128),
    /// Of any real floating-point type; exact.
    Float(f64),
    /// Real and imaginary part.
    Complex(f64, f64),
}

impl Scalar {
    /// The value as a real number: booleans are 0 or 1, a complex number gives its real part, integers of more than
    /// 53 bits are rounded.
    pub fn as_f64(self) -> f64 {
        match self {
            Scalar::Bool(value) => f64::from(u8::from(value)),
            Scalar::Int(value) => value as f64,
            Scalar::Float(value) | Scalar::Complex(value, _) => value,
        }
    }

    /// The value rounded once to f32.
    pub fn as_f32(self) -> f32 {
        match self {
            Scalar::Int(value) => value as f32,
            other => other.as_f64() as f32,
        }
    }

    /// The value as an integer: floats are truncated toward zero and saturated, NaN is 0.
    pub fn as_i128(self) -> i128 {
        match self {
            Scalar::Bool(value) => value.into(),
            Scalar::Int(value) => value,
            Scalar::Float(value) | Scalar::Complex(value, _) => value as i128,
        }
    }

    /// Whether the value differs from zero (NaN does).
    pub fn as_bool(self) -> bool {
        match self {
            Scalar::Bool(value) => value,
            Scalar::Int(value) => value != 0,
            Scalar::Float(value) => value != 0.0,
            Scalar::Complex(re, im) => re != 0.0 || im != 0.0,
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Bool(value) => write!(f, "{value}"),
            Scalar::Int(value) => write!(f, "{value}"),
            Scalar::Float(value) => write!(f, "{value:?}"),
            Scalar::Complex(re, im) => write!(f, "({re:?}, {im:?})"),
        }
    }
}

macro_rules! scalar_from {
    ($variant:ident: $($native:ty),*) => {$(
        impl From<$native> for Scalar {
            fn from(value: $native) -> Self {
                Scalar::$variant(value.into())
            }
        }
    )*};
}
scalar_from!(Bool: bool);
scalar_from!(Int: i8, i16, i32, i64, i128, u8, u16, u32, u64);
scalar_from!(Float: f32, f64);
