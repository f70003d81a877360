//! Top-k, predicates, and what broadcasts without being a function of two elements.

use crate::dialects::constraints::{BOOL, PRED_TENSOR, TYPED};
use crate::dialects::hlo::attrs::{COMPARISON_TYPE, DIRECTION};
use crate::dialects::hlo::constraints::{COMPLEX_TENSOR, FLOAT_TENSOR, INT_TENSOR, SIZE, SIZES, TENSOR};
use crate::dialects::hlo::eval::{broadcast, elementwise, ops, scan, topk};
use crate::dialects::hlo::{forms, infer, region_forms, verify, verify_control};

crate::ops! {
    pub(in crate::dialects::hlo) in "hlo";

    /// The k largest elements along the last dimension, in total order, and their indices.
    op TopK = "top_k" (operand: TENSOR) -> (values: TENSOR, indices: INT_TENSOR) {
        attrs { k: SIZE, is_stable: BOOL = optional }
        traits [Pure]
        form forms::TOP_K;
        verify verify::chlo_top_k;
        infer infer::top_k;
        eval topk::top_k;
    }

    /// Runs the body on one slice after the other along a dimension. It takes a slice of each input and the carried
    /// values, and returns slices of the outputs and what is carried on.
    op Scan = "scan" (inputs: TENSOR [Variadic], inits: TENSOR [Variadic])
        -> (outputs: TENSOR [Variadic], carries: TENSOR [Variadic]) {
        attrs { dimension: SIZE, is_reverse: BOOL = "false", is_associative: BOOL = optional }
        regions { body }
        traits [Pure, SingleBlock]
        form region_forms::SCAN;
        verify verify_control::scan;
        eval scan::scan;
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
        verify verify::constant_like;
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
