//! Ops that compare elements, choose among them, or join them.

use crate::dialects::constraints::PRED_TENSOR;
use crate::dialects::hlo::attrs::{COMPARISON_TYPE, DIRECTION};
use crate::dialects::hlo::constraints::{COMPLEX_TENSOR, PART_TENSOR, TENSOR};
use crate::dialects::hlo::eval::elementwise;
use crate::dialects::hlo::{forms, infer, verify};

crate::ops! {
    pub(super) in "hlo";

    /// A complex number from its real and imaginary part.
    op Complex = "complex" (lhs: PART_TENSOR, rhs: PART_TENSOR) -> (result: COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::COMPLEX;
        verify verify::inferred;
        infer infer::complex;
        eval elementwise::complex;
    }

    /// Compares two tensors of one type element by element.
    op Compare = "compare" (lhs: TENSOR, rhs: TENSOR) -> (result: PRED_TENSOR) {
        attrs { comparison_direction: DIRECTION, compare_type: COMPARISON_TYPE = optional }
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::COMPARE;
        verify verify::compare;
        infer infer::predicate;
        eval elementwise::compare;
    }

    /// Takes each element from one of two tensors.
    op Select = "select" (pred: PRED_TENSOR, on_true: TENSOR, on_false: TENSOR) -> (result: TENSOR) {
        traits [Pure, Elementwise]
        form forms::SELECT;
        verify verify::select;
        infer infer::second_operand;
        eval elementwise::select;
    }

    /// Limits each element to a range; bounds are tensors of the same shape or scalars.
    op Clamp = "clamp" (min: TENSOR, operand: TENSOR, max: TENSOR) -> (result: TENSOR) {
        traits [Pure, Elementwise]
        form forms::CLAMP;
        verify verify::clamp;
        infer infer::second_operand;
        eval elementwise::clamp;
    }
}
