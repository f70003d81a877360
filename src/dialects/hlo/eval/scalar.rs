//! The arithmetic of one element, over every width: integers wrap as in XLA, floats follow IEEE.

use crate::tensor::{ElementType, Native, math};

/// A float that is computed with: f32 or f64.
pub trait Float:
    Copy
    + PartialOrd
    + std::ops::Add<Output = Self>
    + std::ops::Sub<Output = Self>
    + std::ops::Mul<Output = Self>
    + std::ops::Div<Output = Self>
    + std::ops::Rem<Output = Self>
    + std::ops::Neg<Output = Self>
{
    /// One.
    const ONE: Self;
    /// The positive quiet NaN without payload.
    const NAN: Self;
    /// Evaluates a function in f64 and rounds once.
    fn wide(self, f: impl FnOnce(f64) -> f64) -> Self;
    /// The same for two arguments.
    fn wide2(self, other: Self, f: impl FnOnce(f64, f64) -> f64) -> Self;
    /// e to the power of the value.
    fn exp(self) -> Self;
    /// 1 / (1 + exp(-x)).
    fn sigmoid(self) -> Self;
    /// Hyperbolic tangent.
    fn tanh(self) -> Self;
    /// Natural logarithm.
    fn ln(self) -> Self;
    /// Square root.
    fn sqrt(self) -> Self;
    /// Magnitude.
    fn abs(self) -> Self;
    /// Whether it is NaN.
    fn is_nan(self) -> bool;
    /// The larger of two values in total order.
    fn larger(self, other: Self) -> Self;
    /// Whether it is positive or +0.
    fn is_sign_positive(self) -> bool;
    /// 1 with the sign of the value; the value itself where it is zero or NaN.
    fn sign(self) -> Self;
}

macro_rules! floats {
    ($($float:ty { $exp:expr, $sigmoid:expr, $tanh:expr, $ln:expr })*) => {$(
        impl Float for $float {
            const ONE: Self = 1.0;
            // The library's constant may have any sign.
            const NAN: Self = <$float>::from_bits(<$float>::INFINITY.to_bits() | 1 << (<$float>::MANTISSA_DIGITS - 2));
            fn wide(self, f: impl FnOnce(f64) -> f64) -> Self {
                f(f64::from(self)) as $float
            }
            fn wide2(self, other: Self, f: impl FnOnce(f64, f64) -> f64) -> Self {
                f(f64::from(self), f64::from(other)) as $float
            }
            fn exp(self) -> Self {
                $exp(self)
            }
            fn sigmoid(self) -> Self {
                $sigmoid(self)
            }
            fn tanh(self) -> Self {
                $tanh(self)
            }
            fn ln(self) -> Self {
                $ln(self)
            }
            fn sqrt(self) -> Self {
                self.sqrt()
            }
            fn abs(self) -> Self {
                self.abs()
            }
            fn is_nan(self) -> bool {
                self.is_nan()
            }
            fn larger(self, other: Self) -> Self {
                if self.total_cmp(&other).is_lt() { other } else { self }
            }
            fn is_sign_positive(self) -> bool {
                self.is_sign_positive()
            }
            fn sign(self) -> Self {
                if self == 0.0 || self.is_nan() { self } else { self.signum() }
            }
        }
    )*};
}
floats! {
    f32 { math::exp, math::sigmoid, math::tanh, math::ln }
    f64 { f64::exp, |x: f64| 1.0 / (1.0 + (-x).exp()), f64::tanh, f64::ln }
}

/// An integer that is computed with.
pub trait Int: Copy + Ord {
    /// Width in bits.
    const WIDTH: u32;
    /// The integer with these low bits.
    fn wrap(value: i128) -> Self;
    /// The value.
    fn value(self) -> i128;
    /// The bits, zero-extended.
    fn bits(self) -> u64;
    /// Sum, wrapping.
    fn add(self, other: Self) -> Self;
    /// Difference, wrapping.
    fn sub(self, other: Self) -> Self;
    /// Product, wrapping.
    fn mul(self, other: Self) -> Self;
    /// Quotient toward zero; all ones when divided by 0, the smallest integer by -1 is itself.
    fn div(self, other: Self) -> Self;
    /// Remainder with the sign of the dividend; the dividend when divided by 0.
    fn rem(self, other: Self) -> Self;
    /// Left shift by fewer bits than the width.
    fn shl(self, count: u32) -> Self;
    /// Right shift with zeros by fewer bits than the width.
    fn shr_logical(self, count: u32) -> Self;
    /// Right shift with the top bit by fewer bits than the width.
    fn shr_arithmetic(self, count: u32) -> Self;
    /// Number of leading zeros.
    fn leading_zeros(self) -> Self;
    /// Number of ones.
    fn ones(self) -> Self;
}

macro_rules! ints {
    ($($int:ty: $unsigned:ty, $signed:ty;)*) => {$(
        impl Int for $int {
            const WIDTH: u32 = <$int>::BITS;
            fn wrap(value: i128) -> Self {
                value as $int
            }
            fn value(self) -> i128 {
                self.into()
            }
            fn bits(self) -> u64 {
                (self as $unsigned).into()
            }
            fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            fn sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            fn mul(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            fn div(self, other: Self) -> Self {
                if other == 0 { !0 } else { self.wrapping_div(other) }
            }
            fn rem(self, other: Self) -> Self {
                if other == 0 { self } else { self.wrapping_rem(other) }
            }
            fn shl(self, count: u32) -> Self {
                self << count
            }
            fn shr_logical(self, count: u32) -> Self {
                ((self as $unsigned) >> count) as $int
            }
            fn shr_arithmetic(self, count: u32) -> Self {
                ((self as $signed) >> count) as $int
            }
            fn leading_zeros(self) -> Self {
                self.leading_zeros() as $int
            }
            fn ones(self) -> Self {
                self.count_ones() as $int
            }
        }
    )*};
}
ints! {
    i8: u8, i8;
    i16: u16, i16;
    i32: u32, i32;
    i64: u64, i64;
    u8: u8, i8;
    u16: u16, i16;
    u32: u32, i32;
    u64: u64, i64;
}

/// An integer of fewer bits than a byte, stored as its value in one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Narrow<const BITS: u32, const SIGNED: bool>(i8);

impl<const BITS: u32, const SIGNED: bool> Narrow<BITS, SIGNED> {
    /// Bits above those of the type, in an i64.
    const SPARE: u32 = i64::BITS - BITS;
}

impl<const BITS: u32, const SIGNED: bool> Native for Narrow<BITS, SIGNED> {
    const ELEM: ElementType = match (BITS, SIGNED) {
        (2, true) => ElementType::S2,
        (2, false) => ElementType::U2,
        (4, true) => ElementType::S4,
        (4, false) => ElementType::U4,
        _ => panic!("no element type has this width (checked when the program is compiled)"),
    };
    fn from_le(raw: &[u8]) -> Self {
        Narrow(<i8 as Native>::from_le(raw))
    }
    fn push_le(self, out: &mut Vec<u8>) {
        Native::push_le(self.0, out);
    }
}

impl<const BITS: u32, const SIGNED: bool> Int for Narrow<BITS, SIGNED> {
    const WIDTH: u32 = BITS;
    fn wrap(value: i128) -> Self {
        let top = (value as i64) << Self::SPARE;
        Narrow(if SIGNED { top >> Self::SPARE } else { (top as u64 >> Self::SPARE) as i64 } as i8)
    }
    fn value(self) -> i128 {
        self.0.into()
    }
    fn bits(self) -> u64 {
        (self.0 as u64) << Self::SPARE >> Self::SPARE
    }
    fn add(self, other: Self) -> Self {
        Self::wrap(self.value() + other.value())
    }
    fn sub(self, other: Self) -> Self {
        Self::wrap(self.value() - other.value())
    }
    fn mul(self, other: Self) -> Self {
        Self::wrap(self.value() * other.value())
    }
    fn div(self, other: Self) -> Self {
        Self::wrap(self.value().checked_div(other.value()).unwrap_or(-1))
    }
    fn rem(self, other: Self) -> Self {
        Self::wrap(self.value().checked_rem(other.value()).unwrap_or(self.value()))
    }
    fn shl(self, count: u32) -> Self {
        Self::wrap(self.value() << count)
    }
    fn shr_logical(self, count: u32) -> Self {
        Self::wrap(i128::from(self.bits() >> count))
    }
    fn shr_arithmetic(self, count: u32) -> Self {
        let top = (self.0 as i64) << Self::SPARE >> Self::SPARE;
        Self::wrap(i128::from(top >> count))
    }
    fn leading_zeros(self) -> Self {
        Self::wrap(i128::from(self.bits().leading_zeros() - Self::SPARE))
    }
    fn ones(self) -> Self {
        Self::wrap(i128::from(self.bits().count_ones()))
    }
}

/// A function of two floats that does not ask for their order. Of two NaNs the hardware gives back one by its place, and where a
/// NaN ranks depends on its bits: here the larger in total order goes on, so that operands may be exchanged.
pub fn commuting<F: Float>(a: F, b: F, f: impl FnOnce(F, F) -> F) -> F {
    if a.is_nan() && b.is_nan() {
        let nan = a.larger(b);
        f(nan, nan)
    } else {
        f(a, b)
    }
}

/// IEEE 754 `maximum`: NaN if either is NaN, +0 above -0.
pub fn maximum<F: Float>(a: F, b: F) -> F {
    if a.is_nan() || (!b.is_nan() && (a > b || (a == b && a.is_sign_positive()))) { a } else { b }
}

/// IEEE 754 `minimum`: NaN if either is NaN, -0 below +0.
pub fn minimum<F: Float>(a: F, b: F) -> F {
    if a.is_nan() || (!b.is_nan() && (a < b || (a == b && !a.is_sign_positive()))) { a } else { b }
}

/// `base` to the power of `exponent`, wrapping; a negative exponent gives what truncation leaves of the fraction.
pub fn power<I: Int>(base: I, exponent: I) -> I {
    let mut exponent = exponent.value();
    if exponent < 0 {
        return match base.value() {
            1 => base,
            -1 => I::wrap(if exponent % 2 == 0 { 1 } else { -1 }),
            0 => I::wrap(-1),
            _ => I::wrap(0),
        };
    }
    let (mut result, mut square) = (I::wrap(1), base);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result.mul(square);
        }
        square = square.mul(square);
        exponent >>= 1;
    }
    result
}

/// A shift count below the width, or nothing.
pub fn shift_count<I: Int>(count: I) -> Option<u32> {
    (count.bits() < u64::from(I::WIDTH)).then(|| count.bits() as u32)
}
