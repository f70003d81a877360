//! Ops that compute each element from two of the same type.

use super::class::binary;
use crate::dialects::hlo::constraints::{
    FLOAT_OR_COMPLEX_TENSOR, INT_OR_PRED_TENSOR, INT_TENSOR, NUMBER_TENSOR, TENSOR,
};
use crate::dialects::hlo::forms;

binary! {
    form forms::BINARY;

    /// Sum of two tensors; logical or of booleans. Integers wrap.
    Add = "add" on TENSOR, Commutative;

    /// Logical or bitwise and.
    And = "and" on INT_OR_PRED_TENSOR, Commutative;

    /// Angle of the point (rhs, lhs).
    Atan2 = "atan2" on FLOAT_OR_COMPLEX_TENSOR;

    /// Quotient. An integer divided by zero gives all ones.
    Divide = "divide" on NUMBER_TENSOR;

    /// The larger element; NaN if either is NaN.
    Maximum = "maximum" on TENSOR, Commutative;

    /// The smaller element; NaN if either is NaN.
    Minimum = "minimum" on TENSOR, Commutative;

    /// Product; logical and of booleans. Integers wrap.
    Multiply = "multiply" on TENSOR, Commutative;

    /// Logical or bitwise or.
    Or = "or" on INT_OR_PRED_TENSOR, Commutative;

    /// lhs to the power of rhs.
    Power = "power" on NUMBER_TENSOR;

    /// Remainder of the division, with the sign of lhs; lhs where rhs is the integer 0.
    Remainder = "remainder" on NUMBER_TENSOR;

    /// Left shift; 0 for shifts by the width or more.
    ShiftLeft = "shift_left" on INT_TENSOR;

    /// Right shift that repeats the sign, also for shifts by the width or more.
    ShiftRightArithmetic = "shift_right_arithmetic" on INT_TENSOR;

    /// Right shift that fills with zeros; 0 for shifts by the width or more.
    ShiftRightLogical = "shift_right_logical" on INT_TENSOR;

    /// Difference. Integers wrap.
    Subtract = "subtract" on NUMBER_TENSOR;

    /// Logical or bitwise exclusive or.
    Xor = "xor" on INT_OR_PRED_TENSOR, Commutative;
}
