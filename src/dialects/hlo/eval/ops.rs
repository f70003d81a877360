//! The table of element-wise functions: what each op does to floats, integers and booleans.

use super::scalar::{Float, Int, maximum, minimum, power, shift_count};

/// A function of two elements; `None` where the element type has none.
pub trait Binary {
    /// On floats.
    fn float<F: Float>(_a: F, _b: F) -> Option<F> {
        None
    }
    /// On integers.
    fn int<I: Int>(_a: I, _b: I) -> Option<I> {
        None
    }
    /// On booleans.
    fn pred(_a: bool, _b: bool) -> Option<bool> {
        None
    }
}

/// A function of one element; `None` where the element type has none.
pub trait Unary {
    /// On floats.
    fn float<F: Float>(_x: F) -> Option<F> {
        None
    }
    /// On integers.
    fn int<I: Int>(_x: I) -> Option<I> {
        None
    }
    /// On booleans.
    fn pred(_x: bool) -> Option<bool> {
        None
    }
}

macro_rules! binary {
    ($($(#[doc = $doc:literal])+ $name:ident($a:ident, $b:ident) {
        $(float $float:expr;)? $(int $int:expr;)? $(pred $pred:expr;)?
    })*) => {$(
        $(#[doc = $doc])+
        pub struct $name;
        impl Binary for $name {
            $(fn float<F: Float>($a: F, $b: F) -> Option<F> { Some($float) })?
            $(fn int<I: Int>($a: I, $b: I) -> Option<I> { Some($int) })?
            $(fn pred($a: bool, $b: bool) -> Option<bool> { Some($pred) })?
        }
    )*};
}

macro_rules! unary {
    ($($(#[doc = $doc:literal])+ $name:ident($x:ident) {
        $(float $float:expr;)? $(int $int:expr;)? $(pred $pred:expr;)?
    })*) => {$(
        $(#[doc = $doc])+
        pub struct $name;
        impl Unary for $name {
            $(fn float<F: Float>($x: F) -> Option<F> { Some($float) })?
            $(fn int<I: Int>($x: I) -> Option<I> { Some($int) })?
            $(fn pred($x: bool) -> Option<bool> { Some($pred) })?
        }
    )*};
}

fn bitwise<I: Int>(a: I, b: I, f: fn(i128, i128) -> i128) -> I {
    I::wrap(f(a.value(), b.value()))
}

binary! {
    /// Sum.
    Add(a, b) { float a + b; int a.add(b); pred a | b; }
    /// Bitwise and.
    And(a, b) { int bitwise(a, b, |a, b| a & b); pred a & b; }
    /// Angle.
    Atan2(a, b) { float a.wide2(b, f64::atan2); }
    /// Quotient.
    Divide(a, b) { float a / b; int a.div(b); }
    /// Larger value.
    Maximum(a, b) { float maximum(a, b); int a.max(b); pred a | b; }
    /// Smaller value.
    Minimum(a, b) { float minimum(a, b); int a.min(b); pred a & b; }
    /// Product.
    Multiply(a, b) { float a * b; int a.mul(b); pred a & b; }
    /// Bitwise or.
    Or(a, b) { int bitwise(a, b, |a, b| a | b); pred a | b; }
    /// Power.
    Power(a, b) { float a.wide2(b, f64::powf); int power(a, b); }
    /// Remainder.
    Remainder(a, b) { float a % b; int a.rem(b); }
    /// Left shift.
    ShiftLeft(a, b) { int shift_count(b).map_or(I::wrap(0), |count| a.shl(count)); }
    /// Right shift with the sign.
    ShiftRightArithmetic(a, b) { int a.shr_arithmetic(shift_count(b).unwrap_or(I::WIDTH - 1)); }
    /// Right shift with zeros.
    ShiftRightLogical(a, b) { int shift_count(b).map_or(I::wrap(0), |count| a.shr_logical(count)); }
    /// Difference.
    Subtract(a, b) { float a - b; int a.sub(b); }
    /// Bitwise exclusive or.
    Xor(a, b) { int bitwise(a, b, |a, b| a ^ b); pred a ^ b; }
}

unary! {
    /// Magnitude.
    Abs(x) { float x.abs(); int if x.value() < 0 { I::wrap(-x.value()) } else { x }; }
    /// Cube root.
    Cbrt(x) { float x.wide(f64::cbrt); }
    /// Up to an integer.
    Ceil(x) { float x.wide(f64::ceil); }
    /// Cosine.
    Cosine(x) { float x.wide(f64::cos); }
    /// Leading zeros.
    CountLeadingZeros(x) { int x.leading_zeros(); }
    /// Exponential.
    Exponential(x) { float x.exp(); }
    /// Exponential minus one.
    ExponentialMinusOne(x) { float x.wide(f64::exp_m1); }
    /// Down to an integer.
    Floor(x) { float x.wide(f64::floor); }
    /// Logarithm.
    Log(x) { float x.ln(); }
    /// Logarithm of 1 + x.
    LogPlusOne(x) { float x.wide(f64::ln_1p); }
    /// Sigmoid.
    Logistic(x) { float x.sigmoid(); }
    /// Negation.
    Negate(x) { float -x; int I::wrap(-x.value()); }
    /// Complement.
    Not(x) { int I::wrap(!x.value()); pred !x; }
    /// Ones.
    Popcnt(x) { int x.ones(); }
    /// To the nearest integer, ties away from zero.
    RoundNearestAfz(x) { float x.wide(f64::round); }
    /// To the nearest integer, ties to even.
    RoundNearestEven(x) { float x.wide(f64::round_ties_even); }
    /// Reciprocal square root.
    Rsqrt(x) { float F::ONE / x.sqrt(); }
    /// Sign.
    Sign(x) { float x.sign(); int I::wrap(x.value().signum()); }
    /// Sine.
    Sine(x) { float x.wide(f64::sin); }
    /// Square root.
    Sqrt(x) { float x.sqrt(); }
    /// Tangent.
    Tan(x) { float x.wide(f64::tan); }
    /// Hyperbolic tangent.
    Tanh(x) { float x.tanh(); }
}
