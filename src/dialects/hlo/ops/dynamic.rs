//! Ops whose shapes are computed.

use crate::dialects::constraints::{BOOL, BOOL_ARRAY};
use crate::dialects::hlo::attrs::{CONV_DIMS, GATHER_DIMS, PRECISIONS};
use crate::dialects::hlo::constraints::{
    I32_SCALAR, INT_TENSOR, POSITIVE, SHAPE_TENSOR, SIZE, SIZES, TENSOR,
};
use crate::dialects::hlo::eval::{convolution, dynamic, gather};
use crate::dialects::hlo::{forms, infer, verify_dynamic, window_form};

crate::ops! {
    pub(super) in "hlo";

    /// Repeats a tensor along new dimensions and dimensions of size 1, to a computed shape.
    op DynamicBroadcastInDim = "dynamic_broadcast_in_dim"
        (operand: TENSOR, output_dimensions: SHAPE_TENSOR) -> (result: TENSOR) {
        attrs {
            broadcast_dimensions: SIZES,
            known_expanding_dimensions: SIZES = optional,
            known_nonexpanding_dimensions: SIZES = optional,
        }
        traits [Pure]
        form forms::DYNAMIC_BROADCAST_IN_DIM;
        verify verify_dynamic::dynamic_broadcast_in_dim;
        eval dynamic::broadcast_in_dim;
    }

    /// Counts up along one dimension of a computed shape.
    op DynamicIota = "dynamic_iota" (output_shape: SHAPE_TENSOR) -> (result: TENSOR) {
        attrs { iota_dimension: SIZE }
        traits [Pure]
        form forms::DYNAMIC_IOTA;
        verify verify_dynamic::dynamic_iota;
        eval dynamic::iota;
    }

    /// Surrounds a tensor, and its elements, with computed amounts of a padding value.
    op DynamicPad = "dynamic_pad" (
        operand: TENSOR,
        padding_value: TENSOR,
        edge_padding_low: SHAPE_TENSOR,
        edge_padding_high: SHAPE_TENSOR,
        interior_padding: SHAPE_TENSOR,
    ) -> (result: TENSOR) {
        traits [Pure]
        form forms::DYNAMIC_PAD;
        verify verify_dynamic::dynamic_pad;
        eval dynamic::pad;
    }

    /// The same elements in row-major order under a computed shape.
    op DynamicReshape = "dynamic_reshape" (operand: TENSOR, output_shape: SHAPE_TENSOR) -> (result: TENSOR) {
        traits [Pure]
        form forms::DYNAMIC_RESHAPE;
        verify verify_dynamic::dynamic_reshape;
        eval dynamic::reshape;
    }

    /// A box with strides out of a tensor, with computed bounds.
    op RealDynamicSlice = "real_dynamic_slice"
        (operand: TENSOR, start_indices: SHAPE_TENSOR, limit_indices: SHAPE_TENSOR, strides: SHAPE_TENSOR)
        -> (result: TENSOR) {
        traits [Pure]
        form forms::REAL_DYNAMIC_SLICE;
        verify verify_dynamic::real_dynamic_slice;
        eval dynamic::slice;
    }

    /// Collects slices of a computed size at computed places, each moved so that it fits.
    op DynamicGather = "dynamic_gather"
        (operand: TENSOR, start_indices: INT_TENSOR, slice_sizes: SHAPE_TENSOR) -> (result: TENSOR) {
        attrs { dimension_numbers: GATHER_DIMS, indices_are_sorted: BOOL = "false" }
        traits [Pure]
        verify verify_dynamic::dynamic_gather;
        infer infer::dynamic_gather;
        eval gather::dynamic_gather;
    }

    /// Dot products between windows and a kernel, with computed padding.
    op DynamicConv = "dynamic_conv" (lhs: TENSOR, rhs: TENSOR, padding: INT_TENSOR) -> (result: TENSOR) {
        attrs {
            window_strides: SIZES = optional,
            lhs_dilation: SIZES = optional,
            rhs_dilation: SIZES = optional,
            window_reversal: BOOL_ARRAY = optional,
            dimension_numbers: CONV_DIMS,
            feature_group_count: POSITIVE,
            batch_group_count: POSITIVE,
            precision_config: PRECISIONS = optional,
        }
        traits [Pure]
        form window_form::DYNAMIC_CONV;
        verify verify_dynamic::dynamic_conv;
        infer infer::dynamic_conv;
        eval convolution::dynamic_conv;
    }

    /// The size of a dimension.
    op GetDimensionSize = "get_dimension_size" (operand: TENSOR) -> (result: I32_SCALAR) {
        attrs { dimension: SIZE }
        traits [Pure]
        form forms::GET_DIMENSION_SIZE;
        verify verify_dynamic::dimension_size;
        infer infer::i32_scalar;
        eval dynamic::get_dimension_size;
    }

    /// Gives a dimension a computed size within its bound.
    op SetDimensionSize = "set_dimension_size" (operand: TENSOR, size: I32_SCALAR) -> (result: TENSOR) {
        attrs { dimension: SIZE }
        traits [Pure]
        form forms::SET_DIMENSION_SIZE;
        verify verify_dynamic::dimension_size;
        infer infer::set_dimension_size;
        eval dynamic::set_dimension_size;
    }
}
