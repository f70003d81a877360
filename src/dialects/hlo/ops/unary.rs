//! Ops that compute each element from one of the same type.

use super::class::unary;
use crate::dialects::hlo::constraints::{
    FLOAT_OR_COMPLEX_TENSOR, FLOAT_TENSOR, INT_OR_PRED_TENSOR, INT_TENSOR, NUMBER_TENSOR, SIGNED_TENSOR,
};
use crate::dialects::hlo::forms;

unary! {
    form forms::UNARY;

    /// Cube root of each element.
    Cbrt = "cbrt" on FLOAT_OR_COMPLEX_TENSOR;

    /// Rounds each element up to an integer.
    Ceil = "ceil" on FLOAT_TENSOR;

    /// Cosine of each element.
    Cosine = "cosine" on FLOAT_OR_COMPLEX_TENSOR;

    /// Number of leading zero bits of each element.
    CountLeadingZeros = "count_leading_zeros" on INT_TENSOR;

    /// e to the power of each element.
    Exponential = "exponential" on FLOAT_OR_COMPLEX_TENSOR;

    /// e to the power of each element, minus 1, exact near 0.
    ExponentialMinusOne = "exponential_minus_one" on FLOAT_OR_COMPLEX_TENSOR;

    /// Rounds each element down to an integer.
    Floor = "floor" on FLOAT_TENSOR;

    /// Natural logarithm of each element.
    Log = "log" on FLOAT_OR_COMPLEX_TENSOR;

    /// Natural logarithm of 1 plus each element, exact near 0.
    LogPlusOne = "log_plus_one" on FLOAT_OR_COMPLEX_TENSOR;

    /// Sigmoid of each element: 1 / (1 + exp(-x)).
    Logistic = "logistic" on FLOAT_OR_COMPLEX_TENSOR;

    /// Negation of each element.
    Negate = "negate" on NUMBER_TENSOR;

    /// Complement of each element: logical for booleans, bitwise for integers.
    Not = "not" on INT_OR_PRED_TENSOR;

    /// Number of one bits of each element.
    Popcnt = "popcnt" on INT_TENSOR;

    /// Rounds each element to the nearest integer, ties away from zero.
    RoundNearestAfz = "round_nearest_afz" on FLOAT_TENSOR;

    /// Rounds each element to the nearest integer, ties to even.
    RoundNearestEven = "round_nearest_even" on FLOAT_TENSOR;

    /// Reciprocal square root of each element.
    Rsqrt = "rsqrt" on FLOAT_OR_COMPLEX_TENSOR;

    /// Sign of each element: -1, 0 or 1; keeps NaN and the sign of zero.
    Sign = "sign" on SIGNED_TENSOR;

    /// Sine of each element.
    Sine = "sine" on FLOAT_OR_COMPLEX_TENSOR;

    /// Square root of each element.
    Sqrt = "sqrt" on FLOAT_OR_COMPLEX_TENSOR;

    /// Tangent of each element.
    Tan = "tan" on FLOAT_OR_COMPLEX_TENSOR;

    /// Hyperbolic tangent of each element.
    Tanh = "tanh" on FLOAT_OR_COMPLEX_TENSOR;
}
