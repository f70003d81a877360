//! Ops that run a region over elements, and those that order elements.

use crate::dialects::constraints::{BOOL, F32, I64, I64_ARRAY};
use crate::dialects::hlo::attrs::SCATTER_DIMS;
use crate::dialects::hlo::constraints::{FLOAT_TENSOR, INT_TENSOR, SIZE, SIZES, TENSOR};
use crate::dialects::hlo::eval::{batch_norm, fold, gather, sort, topk, window};
use crate::dialects::hlo::{forms, infer, region_forms, verify};

crate::ops! {
    pub(super) in "hlo";

    /// Folds dimensions with the body, in ascending order from the initial values.
    ///
    /// The body takes a running value for each input, then an element of each.
    op Reduce = "reduce"
        (inputs: TENSOR [Variadic], init_values: TENSOR [Variadic]) -> (results: TENSOR [Variadic]) {
        attrs { dimensions: SIZES }
        regions { body }
        traits [Pure, SingleBlock, SameVariadicOperandSize]
        form region_forms::REDUCE;
        verify verify::reduce;
        infer infer::reduce;
        eval fold::reduce;
    }

    /// Folds each window of a tensor with the body.
    ///
    /// `padding` is a rank x 2 matrix of low and high amounts.
    op ReduceWindow = "reduce_window"
        (inputs: TENSOR [Variadic], init_values: TENSOR [Variadic]) -> (results: TENSOR [Variadic]) {
        attrs {
            window_dimensions: SIZES,
            window_strides: SIZES = optional,
            base_dilations: SIZES = optional,
            window_dilations: SIZES = optional,
            padding: I64_ARRAY = optional,
        }
        regions { body }
        traits [Pure, SingleBlock, SameVariadicOperandSize]
        verify verify::reduce_window;
        infer infer::reduce_window;
        eval window::reduce_window;
    }

    /// Combines updates into tensors at computed places; what falls outside is skipped.
    ///
    /// There are as many updates as inputs.
    op Scatter = "scatter"
        (inputs: TENSOR [Variadic], scatter_indices: INT_TENSOR, updates: TENSOR [Variadic])
        -> (results: TENSOR [Variadic]) {
        attrs {
            scatter_dimension_numbers: SCATTER_DIMS,
            indices_are_sorted: BOOL = "false",
            unique_indices: BOOL = "false",
        }
        regions { update_computation }
        traits [Pure, SingleBlock, SameVariadicOperandSize]
        verify verify::scatter;
        infer infer::scatter;
        eval gather::scatter;
    }

    /// Sorts tensors together along a dimension, as the comparator orders the elements.
    op Sort = "sort" (inputs: TENSOR [Variadic]) -> (results: TENSOR [Variadic]) {
        attrs { dimension: I64 = "-1 : i64", is_stable: BOOL = "false" }
        regions { comparator }
        traits [Pure, SingleBlock]
        verify verify::sort;
        infer infer::all_operands;
        eval sort::sort;
    }

    /// HLO's top-k: the k largest or smallest elements along the last dimension, and their indices.
    op Topk = "topk" (operand: TENSOR) -> (values: TENSOR, indices: INT_TENSOR) {
        attrs { k: SIZE, largest: BOOL = "true" }
        traits [Pure]
        form forms::TOPK;
        verify verify::top_k;
        infer infer::top_k;
        eval topk::topk;
    }

    /// Adds each source value to the element that `select` picks in its window, with `scatter`.
    op SelectAndScatter = "select_and_scatter" (operand: TENSOR, source: TENSOR, init_value: TENSOR) -> (result: TENSOR) {
        attrs {
            window_dimensions: SIZES = optional,
            window_strides: SIZES = optional,
            padding: I64_ARRAY = optional,
        }
        regions { select, scatter }
        traits [Pure, SingleBlock]
        verify verify::select_and_scatter;
        infer infer::select_and_scatter;
        eval window::select_and_scatter;
    }

    /// Applies a region to the elements of all inputs at the same place.
    op Map = "map" (inputs: TENSOR [Variadic]) -> (result: TENSOR) {
        attrs { dimensions: SIZES }
        regions { computation }
        traits [Pure, SingleBlock]
        verify verify::map;
        infer infer::map;
        eval fold::map;
    }

    /// Normalizes each feature by the given mean and variance.
    op BatchNormInference = "batch_norm_inference" (
        operand: FLOAT_TENSOR,
        scale: FLOAT_TENSOR,
        offset: FLOAT_TENSOR,
        mean: FLOAT_TENSOR,
        variance: FLOAT_TENSOR,
    ) -> (result: FLOAT_TENSOR) {
        attrs { epsilon: F32, feature_index: SIZE }
        traits [Pure]
        verify verify::batch_norm;
        infer infer::first_operand;
        eval batch_norm::inference;
    }

    /// Normalizes each feature by its own mean and variance, and gives both.
    op BatchNormTraining = "batch_norm_training" (
        operand: FLOAT_TENSOR,
        scale: FLOAT_TENSOR,
        offset: FLOAT_TENSOR,
    ) -> (output: FLOAT_TENSOR, batch_mean: FLOAT_TENSOR, batch_var: FLOAT_TENSOR) {
        attrs { epsilon: F32, feature_index: SIZE }
        traits [Pure]
        verify verify::batch_norm;
        infer infer::batch_norm;
        eval batch_norm::training;
    }

    /// Gradients of `batch_norm_training` with respect to operand, scale and offset.
    op BatchNormGrad = "batch_norm_grad" (
        operand: FLOAT_TENSOR,
        scale: FLOAT_TENSOR,
        mean: FLOAT_TENSOR,
        variance: FLOAT_TENSOR,
        grad_output: FLOAT_TENSOR,
    ) -> (grad_operand: FLOAT_TENSOR, grad_scale: FLOAT_TENSOR, grad_offset: FLOAT_TENSOR) {
        attrs { epsilon: F32, feature_index: SIZE }
        traits [Pure]
        verify verify::batch_norm;
        infer infer::batch_norm;
        eval batch_norm::grad;
    }
}
