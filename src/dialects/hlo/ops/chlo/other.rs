//! Top-k, predicates, and what broadcasts without being a function of two elements.

use crate::dialects::constraints::{BOOL, INT_TENSOR, PRED_TENSOR, TENSOR, TYPED};
use crate::dialects::hlo::attrs::{COMPARISON_TYPE, DIRECTION};
use crate::dialects::hlo::constraints::{COMPLEX_TENSOR, FLOAT_TENSOR, SIZE, SIZES};
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

    /// A constant of the shape of the operand.
    op ConstantLike = "constant_like" (operand: TENSOR) -> (result: TENSOR) {
        attrs { value: TYPED }
        traits [Pure, SameOperandsAndResultShape]
        eval broadcast::constant_like;
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
}
