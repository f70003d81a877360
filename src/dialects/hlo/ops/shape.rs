//! Ops that make constants and move elements.

use crate::dialects::constraints::{BOOL, ELEMENTS, I64_ARRAY};
use crate::dialects::hlo::attrs::GATHER_DIMS;
use crate::dialects::hlo::constraints::{
    BOUNDED_TENSOR, INT_SCALAR, INT_TENSOR, SIZE, SIZES, STATIC_TENSOR, TENSOR,
};
use crate::dialects::hlo::eval::{data, gather};
use crate::dialects::hlo::{forms, infer, verify};

crate::ops! {
    pub(super) in "hlo";

    /// Reads the bits of the elements as another element type.
    op BitcastConvert = "bitcast_convert" (operand: TENSOR) -> (result: TENSOR) {
        traits [Pure]
        form forms::MOVE;
        verify verify::bitcast_convert;
        eval data::bitcast_convert;
    }

    /// A constant.
    op Constant = "constant" () -> (output: STATIC_TENSOR) {
        attrs { value: ELEMENTS }
        traits [Pure, ConstantLike]
        form forms::CONSTANT;
        verify verify::inferred;
        infer infer::constant;
        eval data::constant;
    }

    /// Counts up along one dimension.
    op Iota = "iota" () -> (output: STATIC_TENSOR) {
        attrs { iota_dimension: SIZE }
        traits [Pure]
        form forms::IOTA;
        verify verify::iota;
        eval data::iota;
    }

    /// Repeats a tensor along new dimensions and dimensions of size 1.
    op BroadcastInDim = "broadcast_in_dim" (operand: TENSOR) -> (result: BOUNDED_TENSOR) {
        attrs { broadcast_dimensions: SIZES }
        traits [Pure]
        form forms::BROADCAST_IN_DIM;
        verify verify::broadcast_in_dim;
        eval data::broadcast_in_dim;
    }

    /// The same elements in row-major order under another shape.
    op Reshape = "reshape" (operand: TENSOR) -> (result: BOUNDED_TENSOR) {
        traits [Pure]
        form forms::MOVE;
        verify verify::reshape;
        eval data::reshape;
    }

    /// Permutes the dimensions.
    op Transpose = "transpose" (operand: TENSOR) -> (result: TENSOR) {
        attrs { permutation: SIZES }
        traits [Pure]
        form forms::TRANSPOSE;
        verify verify::inferred;
        infer infer::transpose;
        eval data::transpose;
    }

    /// Reverses the order of the elements along some dimensions.
    op Reverse = "reverse" (operand: TENSOR) -> (result: TENSOR) {
        attrs { dimensions: SIZES }
        traits [Pure]
        form forms::REVERSE;
        verify verify::reverse;
        infer infer::first_operand;
        eval data::reverse;
    }

    /// A box with strides out of a tensor.
    op Slice = "slice" (operand: TENSOR) -> (result: TENSOR) {
        attrs { start_indices: SIZES, limit_indices: SIZES, strides: SIZES }
        traits [Pure]
        form forms::SLICE;
        verify verify::inferred;
        infer infer::slice;
        eval data::slice;
    }

    /// Surrounds a tensor, and its elements, with a padding value; negative amounts cut off.
    op Pad = "pad" (operand: TENSOR, padding_value: TENSOR) -> (result: TENSOR) {
        attrs { edge_padding_low: I64_ARRAY, edge_padding_high: I64_ARRAY, interior_padding: SIZES }
        traits [Pure]
        form forms::PAD;
        verify verify::inferred;
        infer infer::pad;
        eval data::pad;
    }

    /// Joins tensors along a dimension.
    op Concatenate = "concatenate" (inputs: TENSOR [Variadic]) -> (result: TENSOR) {
        attrs { dimension: SIZE }
        traits [Pure]
        form forms::CONCATENATE;
        verify verify::inferred;
        infer infer::concatenate;
        eval data::concatenate;
    }

    /// A box out of a tensor whose start is computed, moved so that it fits.
    op DynamicSlice = "dynamic_slice" (operand: TENSOR, start_indices: INT_SCALAR [Variadic]) -> (result: TENSOR) {
        attrs { slice_sizes: SIZES }
        traits [Pure]
        form forms::DYNAMIC_SLICE;
        verify verify::inferred;
        infer infer::dynamic_slice;
        eval gather::dynamic_slice;
    }

    /// Overwrites a box of a tensor whose start is computed, moved so that it fits.
    op DynamicUpdateSlice = "dynamic_update_slice"
        (operand: TENSOR, update: TENSOR, start_indices: INT_SCALAR [Variadic]) -> (result: TENSOR) {
        traits [Pure]
        form forms::DYNAMIC_UPDATE_SLICE;
        verify verify::inferred;
        infer infer::dynamic_update_slice;
        eval gather::dynamic_update_slice;
    }

    /// Collects slices at computed places, each moved so that it fits.
    op Gather = "gather" (operand: TENSOR, start_indices: INT_TENSOR) -> (result: TENSOR) {
        attrs { dimension_numbers: GATHER_DIMS, slice_sizes: SIZES, indices_are_sorted: BOOL = "false" }
        traits [Pure]
        verify verify::inferred;
        infer infer::gather;
        eval gather::gather;
    }

    /// Repeats a tensor along new leading dimensions.
    op Broadcast = "broadcast" (operand: TENSOR) -> (result: TENSOR) {
        attrs { broadcast_sizes: SIZES }
        traits [Pure]
        form forms::BROADCAST;
        verify verify::inferred;
        infer infer::broadcast;
        eval data::broadcast;
    }

    /// Slices of a tensor at the indices along one dimension; an index that is out of range is moved into it.
    op TorchIndexSelect = "torch_index_select" (operand: TENSOR, index: INT_TENSOR) -> (result: TENSOR) {
        attrs { dim: SIZE, batch_dims: SIZE }
        traits [Pure]
        verify verify::inferred;
        infer infer::torch_index_select;
        eval gather::torch_index_select;
    }
}
