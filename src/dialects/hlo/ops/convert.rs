//! Ops that compute each element from one of another type, or with parameters.

use crate::dialects::constraints::{I32, PRED_TENSOR};
use crate::dialects::hlo::constraints::{FLOAT_OR_COMPLEX_TENSOR, FLOAT_TENSOR, SIGNED_TENSOR, TENSOR};
use crate::dialects::hlo::eval::{convert, elementwise, ops, quantized};
use crate::dialects::hlo::{forms, infer, verify};

crate::ops! {
    pub(super) in "hlo";

    /// Magnitude of each element; a real number for a complex one.
    op Abs = "abs" (operand: SIGNED_TENSOR) -> (result: TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::UNARY;
        verify verify::inferred;
        infer infer::real_part;
        eval elementwise::abs;
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
        traits [Pure, Elementwise]
        form forms::REDUCE_PRECISION;
        verify verify::reduce_precision;
        infer infer::first_operand;
        eval convert::reduce_precision;
    }

    /// Quantizes each element as the element type of the result says.
    op UniformQuantize = "uniform_quantize" (operand: TENSOR) -> (result: TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::UNARY;
        eval quantized::convert;
    }

    /// The number that each quantized element stands for.
    op UniformDequantize = "uniform_dequantize" (operand: TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::UNARY;
        eval quantized::convert;
    }
}
