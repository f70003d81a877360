//! Functions of one element that StableHLO lacks.

use crate::dialects::hlo::constraints::{FLOAT_OR_COMPLEX_TENSOR, FLOAT_TENSOR};
use crate::dialects::hlo::forms;
use crate::dialects::hlo::ops::class::unary;

unary! {
    form forms::ARROW;

    /// Inverse cosine of each element.
    Acos = "acos" on FLOAT_OR_COMPLEX_TENSOR;

    /// Inverse hyperbolic cosine of each element.
    Acosh = "acosh" on FLOAT_OR_COMPLEX_TENSOR;

    /// Inverse sine of each element.
    Asin = "asin" on FLOAT_OR_COMPLEX_TENSOR;

    /// Inverse hyperbolic sine of each element.
    Asinh = "asinh" on FLOAT_OR_COMPLEX_TENSOR;

    /// Inverse tangent of each element.
    Atan = "atan" on FLOAT_OR_COMPLEX_TENSOR;

    /// Inverse hyperbolic tangent of each element.
    Atanh = "atanh" on FLOAT_OR_COMPLEX_TENSOR;

    /// Modified Bessel function of the first kind of order 1, scaled by exp(-|x|).
    BesselI1e = "bessel_i1e" on FLOAT_TENSOR;

    /// Complex conjugate of each element.
    Conj = "conj" on FLOAT_OR_COMPLEX_TENSOR;

    /// Hyperbolic cosine of each element.
    Cosh = "cosh" on FLOAT_OR_COMPLEX_TENSOR;

    /// Logarithmic derivative of the gamma function.
    Digamma = "digamma" on FLOAT_TENSOR;

    /// Error function of each element.
    Erf = "erf" on FLOAT_TENSOR;

    /// Complement of the error function: 1 - erf(x).
    Erfc = "erfc" on FLOAT_TENSOR;

    /// Inverse of the error function.
    ErfInv = "erf_inv" on FLOAT_TENSOR;

    /// Logarithm of the magnitude of the gamma function.
    Lgamma = "lgamma" on FLOAT_TENSOR;

    /// Hyperbolic sine of each element.
    Sinh = "sinh" on FLOAT_OR_COMPLEX_TENSOR;

    /// Square of each element.
    Square = "square" on FLOAT_OR_COMPLEX_TENSOR;
}
