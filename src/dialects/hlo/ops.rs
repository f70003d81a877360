//! Every op of the dialect, declared once.

use super::attrs::{COMPARISON_TYPE, DIRECTION, DOT_DIMS, GATHER_DIMS, PRECISIONS, SCATTER_DIMS};
use super::constraints::{
    BACKEND_CONFIG, COMPLEX_TENSOR, FLOAT_OR_COMPLEX_TENSOR, FLOAT_TENSOR, I32_SCALAR, INDEX32,
    INT_OR_PRED_TENSOR, INT_SCALAR, PRED_SCALAR, SIZE, SIZES, SYMBOLS, TUPLE, VALUE,
};
use super::eval::{control, custom_call, data, dot, elementwise, fold, gather, ops, sort, topk, window};
use super::{forms, infer, region_forms, verify};
use crate::dialects::constraints::{
    ANY_ATTR, ARRAY, BOOL, DICT, ELEMENTS, FLAT_SYMBOL, I32, I64, I64_ARRAY, INT_TENSOR, PRED_TENSOR, STRING,
    TENSOR,
};

crate::dialect! {
    /// Whole-tensor programs with the meaning that XLA gives them; the text is StableHLO's.
    dialect HLO = "hlo", prefixes ["stablehlo", "mhlo", "chlo"], types [];

    /// Magnitude of each element; a real number for a complex one.
    op Abs = "abs" (operand: TENSOR) -> (result: TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::UNARY;
        verify verify::inferred;
        infer infer::real_part;
        eval elementwise::abs;
    }

    /// A complex number from its real and imaginary part.
    op Complex = "complex" (lhs: FLOAT_TENSOR, rhs: FLOAT_TENSOR) -> (result: COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::COMPLEX;
        verify verify::inferred;
        infer infer::complex;
        eval elementwise::complex;
    }

    /// The real part of each element.
    op Real = "real" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::UNARY;
        verify verify::inferred;
        infer infer::real_part;
        eval elementwise::real;
    }

    /// The imaginary part of each element.
    op Imag = "imag" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::UNARY;
        verify verify::inferred;
        infer infer::real_part;
        eval elementwise::imag;
    }

    /// Cube root of each element.
    op Cbrt = "cbrt" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Cbrt>;
    }

    /// Rounds each element up to an integer.
    op Ceil = "ceil" (operand: FLOAT_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Ceil>;
    }

    /// Cosine of each element.
    op Cosine = "cosine" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Cosine>;
    }

    /// Number of leading zero bits of each element.
    op CountLeadingZeros = "count_leading_zeros" (operand: INT_TENSOR) -> (result: INT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::CountLeadingZeros>;
    }

    /// e to the power of each element.
    op Exponential = "exponential" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Exponential>;
    }

    /// e to the power of each element, minus 1, exact near 0.
    op ExponentialMinusOne = "exponential_minus_one" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::ExponentialMinusOne>;
    }

    /// Rounds each element down to an integer.
    op Floor = "floor" (operand: FLOAT_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Floor>;
    }

    /// Natural logarithm of each element.
    op Log = "log" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Log>;
    }

    /// Natural logarithm of 1 plus each element, exact near 0.
    op LogPlusOne = "log_plus_one" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::LogPlusOne>;
    }

    /// Sigmoid of each element: 1 / (1 + exp(-x)).
    op Logistic = "logistic" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Logistic>;
    }

    /// Negation of each element.
    op Negate = "negate" (operand: TENSOR) -> (result: TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Negate>;
    }

    /// Complement of each element: logical for booleans, bitwise for integers.
    op Not = "not" (operand: INT_OR_PRED_TENSOR) -> (result: INT_OR_PRED_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Not>;
    }

    /// Number of one bits of each element.
    op Popcnt = "popcnt" (operand: INT_TENSOR) -> (result: INT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Popcnt>;
    }

    /// Rounds each element to the nearest integer, ties away from zero.
    op RoundNearestAfz = "round_nearest_afz" (operand: FLOAT_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::RoundNearestAfz>;
    }

    /// Rounds each element to the nearest integer, ties to even.
    op RoundNearestEven = "round_nearest_even" (operand: FLOAT_TENSOR) -> (result: FLOAT_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::RoundNearestEven>;
    }

    /// Reciprocal square root of each element.
    op Rsqrt = "rsqrt" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Rsqrt>;
    }

    /// Sign of each element: -1, 0 or 1; keeps NaN and the sign of zero.
    op Sign = "sign" (operand: TENSOR) -> (result: TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Sign>;
    }

    /// Sine of each element.
    op Sine = "sine" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Sine>;
    }

    /// Square root of each element.
    op Sqrt = "sqrt" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Sqrt>;
    }

    /// Tangent of each element.
    op Tan = "tan" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Tan>;
    }

    /// Hyperbolic tangent of each element.
    op Tanh = "tanh" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultType]
        form forms::UNARY;
        infer infer::first_operand;
        eval elementwise::unary::<ops::Tanh>;
    }

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

    /// Whether each element is neither infinite nor NaN.
    op IsFinite = "is_finite" (x: FLOAT_TENSOR) -> (y: PRED_TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::IS_FINITE;
        infer infer::predicate;
        eval elementwise::is_finite;
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

    /// Casts each element to the element type of the result.
    op Convert = "convert" (operand: TENSOR) -> (result: TENSOR) {
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        form forms::UNARY;
        eval elementwise::convert;
    }

    /// Reads the bits of the elements as another element type.
    op BitcastConvert = "bitcast_convert" (operand: TENSOR) -> (result: TENSOR) {
        traits [Pure]
        form forms::MOVE;
        verify verify::bitcast_convert;
        eval data::bitcast_convert;
    }

    /// A constant.
    op Constant = "constant" () -> (output: TENSOR) {
        attrs { value: ELEMENTS }
        traits [Pure, ConstantLike]
        form forms::CONSTANT;
        verify verify::inferred;
        infer infer::constant;
        eval data::constant;
    }

    /// Counts up along one dimension.
    op Iota = "iota" () -> (output: TENSOR) {
        attrs { iota_dimension: SIZE }
        traits [Pure]
        form forms::IOTA;
        verify verify::iota;
        eval data::iota;
    }

    /// Repeats a tensor along new dimensions and dimensions of size 1.
    op BroadcastInDim = "broadcast_in_dim" (operand: TENSOR) -> (result: TENSOR) {
        attrs { broadcast_dimensions: SIZES }
        traits [Pure]
        form forms::BROADCAST_IN_DIM;
        verify verify::broadcast_in_dim;
        eval data::broadcast_in_dim;
    }

    /// The same elements in row-major order under another shape.
    op Reshape = "reshape" (operand: TENSOR) -> (result: TENSOR) {
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
        traits [Pure, SameOperandsAndResultType]
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

    /// Combines updates into tensors at computed places; what falls outside is skipped.
    ///
    /// Operands: the n inputs, the indices, the n updates.
    op Scatter = "scatter" (operands: TENSOR [Variadic]) -> (results: TENSOR [Variadic]) {
        attrs {
            scatter_dimension_numbers: SCATTER_DIMS,
            indices_are_sorted: BOOL = "false",
            unique_indices: BOOL = "false",
        }
        regions { update_computation }
        traits [Pure, SingleBlock]
        verify verify::scatter;
        infer infer::scatter;
        eval gather::scatter;
    }

    /// General matrix product, with a running sum in f32 for floats up to 32 bits.
    op DotGeneral = "dot_general" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
        attrs {
            dot_dimension_numbers: DOT_DIMS,
            precision_config: PRECISIONS = optional,
            algorithm: ANY_ATTR = optional,
        }
        traits [Pure]
        form forms::DOT_GENERAL;
        verify verify::inferred_shape;
        infer infer::dot_general;
        eval dot::dot_general;
    }

    /// Folds dimensions with the body, in ascending order from the initial values.
    ///
    /// Operands: the n inputs, the n initial values. The body takes n running values and n elements.
    op Reduce = "reduce" (operands: TENSOR [Variadic]) -> (results: TENSOR [Variadic]) {
        attrs { dimensions: SIZES }
        regions { body }
        traits [Pure, SingleBlock]
        form region_forms::REDUCE;
        verify verify::reduce;
        infer infer::reduce;
        eval fold::reduce;
    }

    /// Folds each window of a tensor with the body.
    ///
    /// Operands: the n inputs, the n initial values. `padding` is a rank x 2 matrix of low and high amounts.
    op ReduceWindow = "reduce_window" (operands: TENSOR [Variadic]) -> (results: TENSOR [Variadic]) {
        attrs {
            window_dimensions: SIZES,
            window_strides: SIZES = optional,
            base_dilations: SIZES = optional,
            window_dilations: SIZES = optional,
            padding: I64_ARRAY = optional,
        }
        regions { body }
        traits [Pure, SingleBlock]
        verify verify::reduce_window;
        infer infer::reduce_window;
        eval window::reduce_window;
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

    /// The k largest elements along the last dimension, in total order, and their indices.
    op TopK = "top_k" (operand: TENSOR) -> (values: TENSOR, indices: INT_TENSOR) {
        attrs { k: SIZE, is_stable: BOOL = optional }
        traits [Pure]
        form forms::TOP_K;
        verify verify::top_k;
        infer infer::top_k;
        eval topk::top_k;
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

    /// Calls something outside of the program by name.
    op CustomCall = "custom_call" (inputs: VALUE [Variadic]) -> (results: VALUE [Variadic]) {
        attrs {
            call_target_name: STRING,
            has_side_effect: BOOL = "false",
            backend_config: BACKEND_CONFIG = optional,
            api_version: I32 = "1 : i32",
            called_computations: SYMBOLS = "[]",
            operand_layouts: ARRAY = optional,
            result_layouts: ARRAY = optional,
            output_operand_aliases: ARRAY = "[]",
        }
        form forms::CUSTOM_CALL;
        verify verify::custom_call;
        eval custom_call::custom_call;
    }

    /// A named op with a decomposition, which says what it computes.
    op Composite = "composite" (inputs: VALUE [Variadic]) -> (results: VALUE [Variadic]) {
        attrs {
            name: STRING,
            composite_attributes: DICT = "{}",
            decomposition: FLAT_SYMBOL,
            version: I32 = "0 : i32",
        }
        form forms::COMPOSITE;
        verify verify::composite;
        eval control::composite;
    }

    /// Makes a tuple.
    op Tuple = "tuple" (val: VALUE [Variadic]) -> (result: TUPLE) {
        traits [Pure]
        form forms::TUPLE;
        verify verify::inferred;
        infer infer::tuple;
        eval control::tuple;
    }

    /// An item of a tuple.
    op GetTupleElement = "get_tuple_element" (operand: TUPLE) -> (result: VALUE) {
        attrs { index: INDEX32 }
        traits [Pure]
        form forms::GET_TUPLE_ELEMENT;
        verify verify::inferred;
        infer infer::get_tuple_element;
        eval control::get_tuple_element;
    }

    /// Keeps transformations from moving ops across it.
    op OptimizationBarrier = "optimization_barrier" (operand: VALUE [Variadic]) -> (result: VALUE [Variadic]) {
        traits [Pure]
        form forms::OPTIMIZATION_BARRIER;
        verify verify::inferred;
        infer infer::all_operands;
        eval control::optimization_barrier;
    }

    /// Repeats the body as long as the condition holds of the carried values.
    op While = "while" (operand: VALUE [Variadic]) -> (results: VALUE [Variadic]) {
        regions { cond, body }
        traits [Pure, SingleBlock]
        form region_forms::WHILE;
        verify verify::while_loop;
        infer infer::all_operands;
        eval control::while_loop;
    }

    /// Runs one of two regions.
    op If = "if" (pred: PRED_SCALAR) -> (results: VALUE [Variadic]) {
        regions { true_branch, false_branch }
        traits [Pure, SingleBlock]
        verify verify::branches;
        infer infer::branches;
        eval control::if_op;
    }

    /// Runs the region with this number, or the last one if there is none.
    op Case = "case" (index: I32_SCALAR) -> (results: VALUE [Variadic]) {
        regions { branches: Variadic }
        traits [Pure, SingleBlock]
        verify verify::branches;
        infer infer::branches;
        eval control::case;
    }

    /// Hands values to the op around it.
    op Return = "return" (results: VALUE [Variadic]) -> () {
        traits [Pure, Terminator, ReturnLike]
        form forms::RETURN;
    }
}
