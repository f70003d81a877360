//! Ops that compute each element from one.

use crate::dialects::constraints::{I32, INT_TENSOR, PRED_TENSOR, TENSOR};
use crate::dialects::hlo::constraints::{FLOAT_OR_COMPLEX_TENSOR, FLOAT_TENSOR, INT_OR_PRED_TENSOR};
use crate::dialects::hlo::eval::{convert, elementwise, ops};
use crate::dialects::hlo::{forms, infer, verify};

crate::ops! {
    pub(super) in "hlo";

    /// Magnitude of each element; a real number for a complex one.
    op Abs = "abs" (operand: TENSOR) -> (result: TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::UNARY;
        verify verify::inferred;
        infer infer::real_part;
        eval elementwise::abs;
    }

    /// Cube root of each element.
    op Cbrt = "cbrt" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Cbrt>;
    }

    /// Rounds each element up to an integer.
    op Ceil = "ceil" (operand: FLOAT_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Ceil>;
    }

    /// Cosine of each element.
    op Cosine = "cosine" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Cosine>;
    }

    /// Number of leading zero bits of each element.
    op CountLeadingZeros = "count_leading_zeros" (operand: INT_TENSOR) -> (result: INT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::CountLeadingZeros>;
    }

    /// e to the power of each element.
    op Exponential = "exponential" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Exponential>;
    }

    /// e to the power of each element, minus 1, exact near 0.
    op ExponentialMinusOne = "exponential_minus_one" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::ExponentialMinusOne>;
    }

    /// Rounds each element down to an integer.
    op Floor = "floor" (operand: FLOAT_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Floor>;
    }

    /// Natural logarithm of each element.
    op Log = "log" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Log>;
    }

    /// Natural logarithm of 1 plus each element, exact near 0.
    op LogPlusOne = "log_plus_one" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::LogPlusOne>;
    }

    /// Sigmoid of each element: 1 / (1 + exp(-x)).
    op Logistic = "logistic" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Logistic>;
    }

    /// Negation of each element.
    op Negate = "negate" (operand: TENSOR) -> (result: TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Negate>;
    }

    /// Complement of each element: logical for booleans, bitwise for integers.
    op Not = "not" (operand: INT_OR_PRED_TENSOR) -> (result: INT_OR_PRED_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Not>;
    }

    /// Number of one bits of each element.
    op Popcnt = "popcnt" (operand: INT_TENSOR) -> (result: INT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Popcnt>;
    }

    /// Rounds each element to the nearest integer, ties away from zero.
    op RoundNearestAfz = "round_nearest_afz" (operand: FLOAT_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::RoundNearestAfz>;
    }

    /// Rounds each element to the nearest integer, ties to even.
    op RoundNearestEven = "round_nearest_even" (operand: FLOAT_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::RoundNearestEven>;
    }

    /// Reciprocal square root of each element.
    op Rsqrt = "rsqrt" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Rsqrt>;
    }

    /// Sign of each element: -1, 0 or 1; keeps NaN and the sign of zero.
    op Sign = "sign" (operand: TENSOR) -> (result: TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Sign>;
    }

    /// Sine of each element.
    op Sine = "sine" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Sine>;
    }

    /// Square root of each element.
    op Sqrt = "sqrt" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Sqrt>;
    }

    /// Tangent of each element.
    op Tan = "tan" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Tan>;
    }

    /// Hyperbolic tangent of each element.
    op Tanh = "tanh" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Tanh>;
    }

    /// The real part of each element.
    op Real = "real" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::UNARY;
        verify verify::inferred;
        infer infer::real_part;
        eval elementwise::real;
    }

    /// The imaginary part of each element.
    op Imag = "imag" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::UNARY;
        verify verify::inferred;
        infer infer::real_part;
        eval elementwise::imag;
    }

    /// Whether each element is neither infinite nor NaN.
    op IsFinite = "is_finite" (x: FLOAT_TENSOR) -> (y: PRED_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::IS_FINITE;
        infer infer::predicate;
        eval elementwise::predicate::<ops::IsFinite>;
    }

    /// Casts each element to the element type of the result.
    op Convert = "convert" (operand: TENSOR) -> (result: TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::UNARY;
        eval convert::convert;
    }

    /// Rounds each element to a float format of this many exponent and mantissa bits.
    op ReducePrecision = "reduce_precision" (operand: FLOAT_TENSOR) -> (output: FLOAT_TENSOR) {
        attrs { exponent_bits: I32, mantissa_bits: I32 }
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::REDUCE_PRECISION;
        verify verify::reduce_precision;
        infer infer::first_operand;
        eval convert::reduce_precision;
    }

    /// Quantizes each element as the element type of the result says.
    op UniformQuantize = "uniform_quantize" (operand: TENSOR) -> (result: TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::UNARY;
    }

    /// The number that each quantized element stands for.
    op UniformDequantize = "uniform_dequantize" (operand: TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::UNARY;
    }
}
