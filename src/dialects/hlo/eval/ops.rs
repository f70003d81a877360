//! The table of element-wise functions: what each op does to floats, integers and booleans.

use super::complex::Complex;
use super::scalar::{Float, Int, commuting, maximum, minimum, power, shift_count};
use super::special;
use crate::machine::EvalError;
use crate::tensor::Tensor;

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
    /// On complex numbers.
    fn complex(_a: Complex, _b: Complex) -> Option<Complex> {
        None
    }
    /// On whole tensors of one type, for functions that depend on the element's format.
    fn tensors(_a: &Tensor, _b: &Tensor) -> Option<Result<Tensor, EvalError>> {
        None
    }
}

/// A question about a float.
pub trait Predicate {
    /// The answer.
    fn holds(value: f64) -> bool;
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
    /// On complex numbers.
    fn complex(_x: Complex) -> Option<Complex> {
        None
    }
}

/// The result of a function of floats. A NaN that comes from none is the positive one without payload, as in StableHLO's interpreter;
/// hosts disagree on its sign, by which it ranks.
fn own_nan<F: Float>(from_nan: bool, result: F) -> F {
    if result.is_nan() && !from_nan { F::NAN } else { result }
}

macro_rules! binary {
    ($($(#[doc = $doc:literal])+ $name:ident($a:ident, $b:ident) {
        $(float $float:expr;)? $(int $int:expr;)? $(pred $pred:expr;)? $(complex $complex:expr;)?
        $(tensors $tensors:expr;)?
    })*) => {$(
        $(#[doc = $doc])+
        pub struct $name;
        impl Binary for $name {
            $(fn float<F: Float>($a: F, $b: F) -> Option<F> { Some(own_nan($a.is_nan() || $b.is_nan(), $float)) })?
            $(fn int<I: Int>($a: I, $b: I) -> Option<I> { Some($int) })?
            $(fn pred($a: bool, $b: bool) -> Option<bool> { Some($pred) })?
            $(fn complex($a: Complex, $b: Complex) -> Option<Complex> { Some($complex) })?
            $(fn tensors($a: &Tensor, $b: &Tensor) -> Option<Result<Tensor, EvalError>> { Some($tensors) })?
        }
    )*};
}

macro_rules! unary {
    ($($(#[doc = $doc:literal])+ $name:ident($x:ident) {
        $(float $float:expr;)? $(int $int:expr;)? $(pred $pred:expr;)? $(complex $complex:expr;)?
    })*) => {$(
        $(#[doc = $doc])+
        pub struct $name;
        impl Unary for $name {
            $(fn float<F: Float>($x: F) -> Option<F> { Some(own_nan($x.is_nan(), $float)) })?
            $(fn int<I: Int>($x: I) -> Option<I> { Some($int) })?
            $(fn pred($x: bool) -> Option<bool> { Some($pred) })?
            $(fn complex($x: Complex) -> Option<Complex> { Some($complex) })?
        }
    )*};
}

fn bitwise<I: Int>(a: I, b: I, f: fn(i128, i128) -> i128) -> I {
    I::wrap(f(a.value(), b.value()))
}

binary! {
    /// Sum.
    Add(a, b) { float commuting(a, b, |a, b| a + b); int a.add(b); pred a | b; complex a + b; }
    /// Bitwise and.
    And(a, b) { int bitwise(a, b, |a, b| a & b); pred a & b; }
    /// Angle.
    Atan2(a, b) { float a.wide2(b, f64::atan2); }
    /// Quotient.
    Divide(a, b) { float a / b; int a.div(b); complex a / b; }
    /// Larger value.
    Maximum(a, b) { float commuting(a, b, maximum); int a.max(b); pred a | b; }
    /// Smaller value.
    Minimum(a, b) { float commuting(a, b, minimum); int a.min(b); pred a & b; }
    /// Product.
    Multiply(a, b) { float commuting(a, b, |a, b| a * b); int a.mul(b); pred a & b; complex a * b; }
    /// Bitwise or.
    Or(a, b) { int bitwise(a, b, |a, b| a | b); pred a | b; }
    /// Power.
    Power(a, b) { float a.wide2(b, f64::powf); int power(a, b); complex a.powc(b); }
    /// Remainder.
    Remainder(a, b) { float a % b; int a.rem(b); }
    /// Left shift.
    ShiftLeft(a, b) { int shift_count(b).map_or(I::wrap(0), |count| a.shl(count)); }
    /// Right shift with the sign.
    ShiftRightArithmetic(a, b) { int a.shr_arithmetic(shift_count(b).unwrap_or(I::WIDTH - 1)); }
    /// Right shift with zeros.
    ShiftRightLogical(a, b) { int shift_count(b).map_or(I::wrap(0), |count| a.shr_logical(count)); }
    /// Difference.
    Subtract(a, b) { float a - b; int a.sub(b); complex a - b; }
    /// Bitwise exclusive or.
    Xor(a, b) { int bitwise(a, b, |a, b| a ^ b); pred a ^ b; }
    /// Number next to `a` in the direction of `b`.
    NextAfter(a, b) { tensors special::next_after(a, b); }
    /// Derivative of digamma.
    Polygamma(a, b) { float a.wide2(b, special::polygamma); }
    /// Hurwitz zeta.
    Zeta(a, b) { float a.wide2(b, special::zeta); }
    /// Upper half of the product.
    Mulhi(a, b) { int I::wrap((a.value() * b.value()) >> I::WIDTH); }
}

unary! {
    /// Magnitude.
    Abs(x) { float x.abs(); int if x.value() < 0 { I::wrap(-x.value()) } else { x }; }
    /// Cube root.
    Cbrt(x) { float x.wide(f64::cbrt); complex x.cbrt(); }
    /// Up to an integer.
    Ceil(x) { float x.wide(f64::ceil); }
    /// Cosine.
    Cosine(x) { float x.wide(f64::cos); complex x.cos(); }
    /// Leading zeros.
    CountLeadingZeros(x) { int x.leading_zeros(); }
    /// Exponential.
    Exponential(x) { float x.exp(); complex x.exp(); }
    /// Exponential minus one.
    ExponentialMinusOne(x) { float x.wide(f64::exp_m1); complex x.exp_m1(); }
    /// Down to an integer.
    Floor(x) { float x.wide(f64::floor); }
    /// Logarithm.
    Log(x) { float x.ln(); complex x.ln(); }
    /// Logarithm of 1 + x.
    LogPlusOne(x) { float x.wide(f64::ln_1p); complex x.ln_1p(); }
    /// Sigmoid.
    Logistic(x) { float x.sigmoid(); complex x.sigmoid(); }
    /// Negation.
    Negate(x) { float -x; int I::wrap(-x.value()); complex -x; }
    /// Complement.
    Not(x) { int I::wrap(!x.value()); pred !x; }
    /// Ones.
    Popcnt(x) { int x.ones(); }
    /// To the nearest integer, ties away from zero.
    RoundNearestAfz(x) { float x.wide(f64::round); }
    /// To the nearest integer, ties to even.
    RoundNearestEven(x) { float x.wide(f64::round_ties_even); }
    /// Reciprocal square root.
    Rsqrt(x) { float F::ONE / x.sqrt(); complex Complex::ONE / x.sqrt(); }
    /// Sign.
    Sign(x) { float x.sign(); int I::wrap(x.value().signum()); complex x.sign(); }
    /// Sine.
    Sine(x) { float x.wide(f64::sin); complex x.sin(); }
    /// Square root.
    Sqrt(x) { float x.sqrt(); complex x.sqrt(); }
    /// Tangent.
    Tan(x) { float x.wide(f64::tan); complex x.tan(); }
    /// Hyperbolic tangent.
    Tanh(x) { float x.tanh(); complex x.tanh(); }
    /// Inverse cosine.
    Acos(x) { float x.wide(f64::acos); complex x.acos(); }
    /// Inverse hyperbolic cosine.
    Acosh(x) { float x.wide(special::acosh); complex x.acosh(); }
    /// Inverse sine.
    Asin(x) { float x.wide(f64::asin); complex x.asin(); }
    /// Inverse hyperbolic sine.
    Asinh(x) { float x.wide(special::asinh); complex x.asinh(); }
    /// Inverse tangent.
    Atan(x) { float x.wide(f64::atan); complex x.atan(); }
    /// Inverse hyperbolic tangent.
    Atanh(x) { float x.wide(f64::atanh); complex x.atanh(); }
    /// Modified Bessel function, scaled.
    BesselI1e(x) { float x.wide(special::bessel_i1e); }
    /// Conjugate.
    Conj(x) { float x; int x; complex x.conj(); }
    /// Hyperbolic cosine.
    Cosh(x) { float x.wide(f64::cosh); complex x.cosh(); }
    /// Derivative of the logarithm of the gamma function.
    Digamma(x) { float x.wide(special::digamma); }
    /// Error function.
    Erf(x) { float x.wide(special::erf); }
    /// Its complement.
    Erfc(x) { float x.wide(special::erfc); }
    /// Its inverse.
    ErfInv(x) { float x.wide(special::erf_inv); }
    /// Logarithm of the gamma function.
    Lgamma(x) { float x.wide(special::lgamma); }
    /// Hyperbolic sine.
    Sinh(x) { float x.wide(f64::sinh); complex x.sinh(); }
    /// Square.
    Square(x) { float x * x; int x.mul(x); complex x.square(); }
}

macro_rules! predicates {
    ($($(#[doc = $doc:literal])+ $name:ident($x:ident) $holds:expr;)*) => {$(
        $(#[doc = $doc])+
        pub struct $name;
        impl Predicate for $name {
            fn holds($x: f64) -> bool { $holds }
        }
    )*};
}

predicates! {
    /// Neither infinite nor NaN.
    IsFinite(x) x.is_finite();
    /// Infinite.
    IsInf(x) x.is_infinite();
    /// Minus infinity.
    IsNegInf(x) x == f64::NEG_INFINITY;
    /// Plus infinity.
    IsPosInf(x) x == f64::INFINITY;
}
