//! Functions of two elements, of operands that are broadcast to one shape.

use crate::dialects::hlo::constraints::{
    FLOAT_OR_COMPLEX_TENSOR, FLOAT_TENSOR, INT_OR_PRED_TENSOR, INT_TENSOR, TENSOR,
};
use crate::dialects::hlo::ops::class::broadcasting;

broadcasting! {
    /// Sum, of operands that are broadcast to one shape.
    BroadcastAdd = "broadcast_add" of Add on TENSOR;

    /// Logical or bitwise and, of operands that are broadcast to one shape.
    BroadcastAnd = "broadcast_and" of And on INT_OR_PRED_TENSOR;

    /// Angle of the point (rhs, lhs), of operands that are broadcast to one shape.
    BroadcastAtan2 = "broadcast_atan2" of Atan2 on FLOAT_OR_COMPLEX_TENSOR;

    /// Quotient, of operands that are broadcast to one shape.
    BroadcastDivide = "broadcast_divide" of Divide on TENSOR;

    /// The larger element, of operands that are broadcast to one shape.
    BroadcastMaximum = "broadcast_maximum" of Maximum on TENSOR;

    /// The smaller element, of operands that are broadcast to one shape.
    BroadcastMinimum = "broadcast_minimum" of Minimum on TENSOR;

    /// Product, of operands that are broadcast to one shape.
    BroadcastMultiply = "broadcast_multiply" of Multiply on TENSOR;

    /// The number next to lhs in the direction of rhs, of operands that are broadcast to one shape.
    BroadcastNextAfter = "broadcast_next_after" of NextAfter on FLOAT_TENSOR;

    /// Logical or bitwise or, of operands that are broadcast to one shape.
    BroadcastOr = "broadcast_or" of Or on INT_OR_PRED_TENSOR;

    /// The lhs-th derivative of digamma at rhs, of operands that are broadcast to one shape.
    BroadcastPolygamma = "broadcast_polygamma" of Polygamma on FLOAT_TENSOR;

    /// lhs to the power of rhs, of operands that are broadcast to one shape.
    BroadcastPower = "broadcast_power" of Power on TENSOR;

    /// Remainder of the division, of operands that are broadcast to one shape.
    BroadcastRemainder = "broadcast_remainder" of Remainder on TENSOR;

    /// Left shift, of operands that are broadcast to one shape.
    BroadcastShiftLeft = "broadcast_shift_left" of ShiftLeft on INT_TENSOR;

    /// Right shift that repeats the sign, of operands that are broadcast to one shape.
    BroadcastShiftRightArithmetic = "broadcast_shift_right_arithmetic" of ShiftRightArithmetic on INT_TENSOR;

    /// Right shift that fills with zeros, of operands that are broadcast to one shape.
    BroadcastShiftRightLogical = "broadcast_shift_right_logical" of ShiftRightLogical on INT_TENSOR;

    /// Difference, of operands that are broadcast to one shape.
    BroadcastSubtract = "broadcast_subtract" of Subtract on TENSOR;

    /// Logical or bitwise exclusive or, of operands that are broadcast to one shape.
    BroadcastXor = "broadcast_xor" of Xor on INT_OR_PRED_TENSOR;

    /// Hurwitz zeta function, of operands that are broadcast to one shape.
    BroadcastZeta = "broadcast_zeta" of Zeta on FLOAT_TENSOR;
}
