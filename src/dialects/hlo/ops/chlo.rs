//! The ops of CHLO that StableHLO lacks: top-k, more functions of elements, and ops that broadcast.

use crate::dialects::constraints::{BOOL, INT_TENSOR, PRED_TENSOR, TENSOR, TYPED};
use crate::dialects::hlo::attrs::{COMPARISON_TYPE, DIRECTION};
use crate::dialects::hlo::constraints::{
    COMPLEX_TENSOR, FLOAT_OR_COMPLEX_TENSOR, FLOAT_TENSOR, INT_OR_PRED_TENSOR, SIZE, SIZES,
};
use crate::dialects::hlo::eval::{broadcast, elementwise, ops, topk};
use crate::dialects::hlo::{forms, infer, verify};

crate::ops! {
    pub(in crate::dialects::hlo) in "hlo";

    /// The k largest elements along the last dimension, in total order, and their indices.
    op TopK = "top_k" (operand: TENSOR) -> (values: TENSOR, indices: INT_TENSOR) {
        attrs { k: SIZE, is_stable: BOOL = optional }
        traits [Pure]
        form forms::TOP_K;
        verify verify::top_k;
        infer infer::top_k;
        eval topk::top_k;
    }

    /// Inverse cosine of each element.
    op Acos = "acos" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::ARROW;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Acos>;
    }

    /// Inverse hyperbolic cosine of each element.
    op Acosh = "acosh" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::ARROW;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Acosh>;
    }

    /// Inverse sine of each element.
    op Asin = "asin" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::ARROW;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Asin>;
    }

    /// Inverse hyperbolic sine of each element.
    op Asinh = "asinh" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::ARROW;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Asinh>;
    }

    /// Inverse tangent of each element.
    op Atan = "atan" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::ARROW;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Atan>;
    }

    /// Inverse hyperbolic tangent of each element.
    op Atanh = "atanh" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::ARROW;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Atanh>;
    }

    /// Modified Bessel function of the first kind of order 1, scaled by exp(-|x|).
    op BesselI1e = "bessel_i1e" (operand: FLOAT_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::ARROW;
        infer infer::first_operand;
        eval elementwise::unary::<ops::BesselI1e>;
    }

    /// Complex conjugate of each element.
    op Conj = "conj" (operand: TENSOR) -> (result: TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::ARROW;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Conj>;
    }

    /// Hyperbolic cosine of each element.
    op Cosh = "cosh" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::ARROW;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Cosh>;
    }

    /// Logarithmic derivative of the gamma function.
    op Digamma = "digamma" (operand: FLOAT_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::ARROW;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Digamma>;
    }

    /// Error function of each element.
    op Erf = "erf" (operand: FLOAT_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::ARROW;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Erf>;
    }

    /// Complement of the error function: 1 - erf(x).
    op Erfc = "erfc" (operand: FLOAT_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::ARROW;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Erfc>;
    }

    /// Inverse of the error function.
    op ErfInv = "erf_inv" (operand: FLOAT_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::ARROW;
        infer infer::first_operand;
        eval elementwise::unary::<ops::ErfInv>;
    }

    /// Logarithm of the magnitude of the gamma function.
    op Lgamma = "lgamma" (operand: FLOAT_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::ARROW;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Lgamma>;
    }

    /// Hyperbolic sine of each element.
    op Sinh = "sinh" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::ARROW;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Sinh>;
    }

    /// Square of each element.
    op Square = "square" (operand: TENSOR) -> (result: TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::ARROW;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Square>;
    }

    /// Whether each element is infinite.
    op IsInf = "is_inf" (operand: FLOAT_TENSOR) -> (result: PRED_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::ARROW;
        infer infer::predicate;
        eval elementwise::predicate::<ops::IsInf>;
    }

    /// Whether each element is minus infinity.
    op IsNegInf = "is_neg_inf" (operand: FLOAT_TENSOR) -> (result: PRED_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::ARROW;
        infer infer::predicate;
        eval elementwise::predicate::<ops::IsNegInf>;
    }

    /// Whether each element is plus infinity.
    op IsPosInf = "is_pos_inf" (operand: FLOAT_TENSOR) -> (result: PRED_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::ARROW;
        infer infer::predicate;
        eval elementwise::predicate::<ops::IsPosInf>;
    }

    /// The number next to lhs in the direction of rhs.
    op NextAfter = "next_after" (lhs: FLOAT_TENSOR, rhs: FLOAT_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::ARROW_PAIR;
        infer infer::first_operand;
        eval elementwise::binary::<ops::NextAfter>;
    }

    /// The lhs-th derivative of digamma at rhs.
    op Polygamma = "polygamma" (lhs: FLOAT_TENSOR, rhs: FLOAT_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::ARROW_PAIR;
        infer infer::first_operand;
        eval elementwise::binary::<ops::Polygamma>;
    }

    /// Hurwitz zeta function: the sum of (rhs + k) to the power of -lhs.
    op Zeta = "zeta" (lhs: FLOAT_TENSOR, rhs: FLOAT_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::ARROW_PAIR;
        infer infer::first_operand;
        eval elementwise::binary::<ops::Zeta>;
    }

    /// The upper half of the bits of the product.
    op Mulhi = "mulhi" (lhs: INT_TENSOR, rhs: INT_TENSOR) -> (result: INT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::ARROW_PAIR;
        infer infer::first_operand;
        eval elementwise::binary::<ops::Mulhi>;
    }

    /// Sum, of operands that are broadcast to one shape.
    op BroadcastAdd = "broadcast_add" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
        attrs { broadcast_dimensions: SIZES = optional }
        traits [Pure]
        form forms::BINARY_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_binary;
        eval broadcast::binary::<ops::Add>;
    }

    /// Logical or bitwise and, of operands that are broadcast to one shape.
    op BroadcastAnd = "broadcast_and" (lhs: INT_OR_PRED_TENSOR, rhs: INT_OR_PRED_TENSOR) -> (result: INT_OR_PRED_TENSOR) {
        attrs { broadcast_dimensions: SIZES = optional }
        traits [Pure]
        form forms::BINARY_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_binary;
        eval broadcast::binary::<ops::And>;
    }

    /// Angle of the point (rhs, lhs), of operands that are broadcast to one shape.
    op BroadcastAtan2 = "broadcast_atan2" (lhs: FLOAT_OR_COMPLEX_TENSOR, rhs: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        attrs { broadcast_dimensions: SIZES = optional }
        traits [Pure]
        form forms::BINARY_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_binary;
        eval broadcast::binary::<ops::Atan2>;
    }

    /// Quotient, of operands that are broadcast to one shape.
    op BroadcastDivide = "broadcast_divide" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
        attrs { broadcast_dimensions: SIZES = optional }
        traits [Pure]
        form forms::BINARY_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_binary;
        eval broadcast::binary::<ops::Divide>;
    }

    /// The larger element, of operands that are broadcast to one shape.
    op BroadcastMaximum = "broadcast_maximum" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
        attrs { broadcast_dimensions: SIZES = optional }
        traits [Pure]
        form forms::BINARY_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_binary;
        eval broadcast::binary::<ops::Maximum>;
    }

    /// The smaller element, of operands that are broadcast to one shape.
    op BroadcastMinimum = "broadcast_minimum" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
        attrs { broadcast_dimensions: SIZES = optional }
        traits [Pure]
        form forms::BINARY_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_binary;
        eval broadcast::binary::<ops::Minimum>;
    }

    /// Product, of operands that are broadcast to one shape.
    op BroadcastMultiply = "broadcast_multiply" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
        attrs { broadcast_dimensions: SIZES = optional }
        traits [Pure]
        form forms::BINARY_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_binary;
        eval broadcast::binary::<ops::Multiply>;
    }

    /// The number next to lhs in the direction of rhs, of operands that are broadcast to one shape.
    op BroadcastNextAfter = "broadcast_next_after" (lhs: FLOAT_TENSOR, rhs: FLOAT_TENSOR) -> (result: FLOAT_TENSOR) {
        attrs { broadcast_dimensions: SIZES = optional }
        traits [Pure]
        form forms::BINARY_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_binary;
        eval broadcast::binary::<ops::NextAfter>;
    }

    /// Logical or bitwise or, of operands that are broadcast to one shape.
    op BroadcastOr = "broadcast_or" (lhs: INT_OR_PRED_TENSOR, rhs: INT_OR_PRED_TENSOR) -> (result: INT_OR_PRED_TENSOR) {
        attrs { broadcast_dimensions: SIZES = optional }
        traits [Pure]
        form forms::BINARY_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_binary;
        eval broadcast::binary::<ops::Or>;
    }

    /// The lhs-th derivative of digamma at rhs, of operands that are broadcast to one shape.
    op BroadcastPolygamma = "broadcast_polygamma" (lhs: FLOAT_TENSOR, rhs: FLOAT_TENSOR) -> (result: FLOAT_TENSOR) {
        attrs { broadcast_dimensions: SIZES = optional }
        traits [Pure]
        form forms::BINARY_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_binary;
        eval broadcast::binary::<ops::Polygamma>;
    }

    /// lhs to the power of rhs, of operands that are broadcast to one shape.
    op BroadcastPower = "broadcast_power" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
        attrs { broadcast_dimensions: SIZES = optional }
        traits [Pure]
        form forms::BINARY_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_binary;
        eval broadcast::binary::<ops::Power>;
    }

    /// Remainder of the division, of operands that are broadcast to one shape.
    op BroadcastRemainder = "broadcast_remainder" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
        attrs { broadcast_dimensions: SIZES = optional }
        traits [Pure]
        form forms::BINARY_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_binary;
        eval broadcast::binary::<ops::Remainder>;
    }

    /// Left shift, of operands that are broadcast to one shape.
    op BroadcastShiftLeft = "broadcast_shift_left" (lhs: INT_TENSOR, rhs: INT_TENSOR) -> (result: INT_TENSOR) {
        attrs { broadcast_dimensions: SIZES = optional }
        traits [Pure]
        form forms::BINARY_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_binary;
        eval broadcast::binary::<ops::ShiftLeft>;
    }

    /// Right shift that repeats the sign, of operands that are broadcast to one shape.
    op BroadcastShiftRightArithmetic = "broadcast_shift_right_arithmetic" (lhs: INT_TENSOR, rhs: INT_TENSOR) -> (result: INT_TENSOR) {
        attrs { broadcast_dimensions: SIZES = optional }
        traits [Pure]
        form forms::BINARY_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_binary;
        eval broadcast::binary::<ops::ShiftRightArithmetic>;
    }

    /// Right shift that fills with zeros, of operands that are broadcast to one shape.
    op BroadcastShiftRightLogical = "broadcast_shift_right_logical" (lhs: INT_TENSOR, rhs: INT_TENSOR) -> (result: INT_TENSOR) {
        attrs { broadcast_dimensions: SIZES = optional }
        traits [Pure]
        form forms::BINARY_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_binary;
        eval broadcast::binary::<ops::ShiftRightLogical>;
    }

    /// Difference, of operands that are broadcast to one shape.
    op BroadcastSubtract = "broadcast_subtract" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
        attrs { broadcast_dimensions: SIZES = optional }
        traits [Pure]
        form forms::BINARY_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_binary;
        eval broadcast::binary::<ops::Subtract>;
    }

    /// Logical or bitwise exclusive or, of operands that are broadcast to one shape.
    op BroadcastXor = "broadcast_xor" (lhs: INT_OR_PRED_TENSOR, rhs: INT_OR_PRED_TENSOR) -> (result: INT_OR_PRED_TENSOR) {
        attrs { broadcast_dimensions: SIZES = optional }
        traits [Pure]
        form forms::BINARY_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_binary;
        eval broadcast::binary::<ops::Xor>;
    }

    /// Hurwitz zeta function, of operands that are broadcast to one shape.
    op BroadcastZeta = "broadcast_zeta" (lhs: FLOAT_TENSOR, rhs: FLOAT_TENSOR) -> (result: FLOAT_TENSOR) {
        attrs { broadcast_dimensions: SIZES = optional }
        traits [Pure]
        form forms::BINARY_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_binary;
        eval broadcast::binary::<ops::Zeta>;
    }

    /// Compares operands that are broadcast to one shape.
    op BroadcastCompare = "broadcast_compare" (lhs: TENSOR, rhs: TENSOR) -> (result: PRED_TENSOR) {
        attrs {
            broadcast_dimensions: SIZES = optional,
            comparison_direction: DIRECTION,
            compare_type: COMPARISON_TYPE = optional,
        }
        traits [Pure]
        form forms::BINARY_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_compare;
        eval broadcast::compare;
    }

    /// A complex number from parts that are broadcast to one shape.
    op BroadcastComplex = "broadcast_complex" (lhs: FLOAT_TENSOR, rhs: FLOAT_TENSOR) -> (result: COMPLEX_TENSOR) {
        attrs { broadcast_dimensions: SIZES = optional }
        traits [Pure]
        form forms::BINARY_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_complex;
        eval broadcast::complex;
    }

    /// Takes each element from one of two tensors; all three are broadcast to one shape.
    op BroadcastSelect = "broadcast_select" (pred: PRED_TENSOR, on_true: TENSOR, on_false: TENSOR) -> (result: TENSOR) {
        traits [Pure]
        form forms::SELECT_FUNCTIONAL;
        verify verify::inferred;
        infer infer::broadcast_select;
        eval broadcast::select;
    }

    /// A constant of the shape of the operand.
    op ConstantLike = "constant_like" (operand: TENSOR) -> (result: TENSOR) {
        attrs { value: TYPED }
        traits [Pure, SameOperandsAndResultShape]
        eval broadcast::constant_like;
    }
}
