//! Ops that compute each element from several.

use crate::dialects::constraints::{INT_TENSOR, PRED_TENSOR, TENSOR};
use crate::dialects::hlo::attrs::{COMPARISON_TYPE, DIRECTION};
use crate::dialects::hlo::constraints::{
    COMPLEX_TENSOR, FLOAT_OR_COMPLEX_TENSOR, FLOAT_TENSOR, INT_OR_PRED_TENSOR,
};
use crate::dialects::hlo::eval::{elementwise, ops};
use crate::dialects::hlo::{forms, infer, verify};

crate::ops! {
    pub(super) in "hlo";

    /// Sum of two tensors; logical or of booleans. Integers wrap.
    op Add = "add" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
        traits [Pure, Commutative, Elementwise, SameOperandsAndResultType]
        form forms::BINARY;
        infer infer::first_operand;
        eval elementwise::binary::<ops::Add>;
    }

    /// Logical or bitwise and.
    op And = "and" (lhs: INT_OR_PRED_TENSOR, rhs: INT_OR_PRED_TENSOR) -> (result: INT_OR_PRED_TENSOR) {
        traits [Pure, Commutative, Elementwise, SameOperandsAndResultType]
        form forms::BINARY;
        infer infer::first_operand;
        eval elementwise::binary::<ops::And>;
    }

    /// Angle of the point (rhs, lhs).
    op Atan2 = "atan2" (lhs: FLOAT_OR_COMPLEX_TENSOR, rhs: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::BINARY;
        infer infer::first_operand;
        eval elementwise::binary::<ops::Atan2>;
    }

    /// A complex number from its real and imaginary part.
    op Complex = "complex" (lhs: FLOAT_TENSOR, rhs: FLOAT_TENSOR) -> (result: COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::COMPLEX;
        verify verify::inferred;
        infer infer::complex;
        eval elementwise::complex;
    }

    /// Quotient. An integer divided by zero gives all ones.
    op Divide = "divide" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::BINARY;
        infer infer::first_operand;
        eval elementwise::binary::<ops::Divide>;
    }

    /// The larger element; NaN if either is NaN.
    op Maximum = "maximum" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
        traits [Pure, Commutative, Elementwise, SameOperandsAndResultType]
        form forms::BINARY;
        infer infer::first_operand;
        eval elementwise::binary::<ops::Maximum>;
    }

    /// The smaller element; NaN if either is NaN.
    op Minimum = "minimum" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
        traits [Pure, Commutative, Elementwise, SameOperandsAndResultType]
        form forms::BINARY;
        infer infer::first_operand;
        eval elementwise::binary::<ops::Minimum>;
    }

    /// Product; logical and of booleans. Integers wrap.
    op Multiply = "multiply" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
        traits [Pure, Commutative, Elementwise, SameOperandsAndResultType]
        form forms::BINARY;
        infer infer::first_operand;
        eval elementwise::binary::<ops::Multiply>;
    }

    /// Logical or bitwise or.
    op Or = "or" (lhs: INT_OR_PRED_TENSOR, rhs: INT_OR_PRED_TENSOR) -> (result: INT_OR_PRED_TENSOR) {
        traits [Pure, Commutative, Elementwise, SameOperandsAndResultType]
        form forms::BINARY;
        infer infer::first_operand;
        eval elementwise::binary::<ops::Or>;
    }

    /// lhs to the power of rhs.
    op Power = "power" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::BINARY;
        infer infer::first_operand;
        eval elementwise::binary::<ops::Power>;
    }

    /// Remainder of the division, with the sign of lhs; lhs where rhs is the integer 0.
    op Remainder = "remainder" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::BINARY;
        infer infer::first_operand;
        eval elementwise::binary::<ops::Remainder>;
    }

    /// Left shift; 0 for shifts by the width or more.
    op ShiftLeft = "shift_left" (lhs: INT_TENSOR, rhs: INT_TENSOR) -> (result: INT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::BINARY;
        infer infer::first_operand;
        eval elementwise::binary::<ops::ShiftLeft>;
    }

    /// Right shift that repeats the sign, also for shifts by the width or more.
    op ShiftRightArithmetic = "shift_right_arithmetic" (lhs: INT_TENSOR, rhs: INT_TENSOR) -> (result: INT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::BINARY;
        infer infer::first_operand;
        eval elementwise::binary::<ops::ShiftRightArithmetic>;
    }

    /// Right shift that fills with zeros; 0 for shifts by the width or more.
    op ShiftRightLogical = "shift_right_logical" (lhs: INT_TENSOR, rhs: INT_TENSOR) -> (result: INT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::BINARY;
        infer infer::first_operand;
        eval elementwise::binary::<ops::ShiftRightLogical>;
    }

    /// Difference. Integers wrap.
    op Subtract = "subtract" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::BINARY;
        infer infer::first_operand;
        eval elementwise::binary::<ops::Subtract>;
    }

    /// Logical or bitwise exclusive or.
    op Xor = "xor" (lhs: INT_OR_PRED_TENSOR, rhs: INT_OR_PRED_TENSOR) -> (result: INT_OR_PRED_TENSOR) {
        traits [Pure, Commutative, Elementwise, SameOperandsAndResultType]
        form forms::BINARY;
        infer infer::first_operand;
        eval elementwise::binary::<ops::Xor>;
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
