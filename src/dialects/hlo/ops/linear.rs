//! Products of matrices, convolutions, decompositions and transforms.

use crate::dialects::constraints::{ANY_ATTR, BOOL, BOOL_ARRAY, I64_ARRAY, STRING};
use crate::dialects::hlo::attrs::{CONV_DIMS, DOT_DIMS, FFT_TYPE, PRECISIONS, TRANSPOSE};
use crate::dialects::hlo::constraints::{FLOAT_OR_COMPLEX_TENSOR, POSITIVE, SIZES, TENSOR};
use crate::dialects::hlo::eval::{convolution, dot, fft, solve};
use crate::dialects::hlo::{forms, infer, verify, window_form};

crate::ops! {
    pub(super) in "hlo";

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

    /// Product of vectors and matrices: the last dimension of one side with the first of the other.
    op Dot = "dot" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
        attrs { precision_config: PRECISIONS = optional }
        traits [Pure]
        form forms::DOT;
        verify verify::inferred_shape;
        infer infer::dot;
        eval dot::dot;
    }

    /// Sum of products by Einstein's convention.
    op Einsum = "einsum" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
        attrs { einsum_config: STRING }
        traits [Pure]
        form forms::EINSUM;
    }

    /// Sum and permutation of dimensions by Einstein's convention.
    op UnaryEinsum = "unary_einsum" (operand: TENSOR) -> (result: TENSOR) {
        attrs { einsum_config: STRING }
        traits [Pure]
        form forms::UNARY_EINSUM;
    }

    /// Dot products between windows of `lhs` and the kernel `rhs`.
    op Convolution = "convolution" (lhs: TENSOR, rhs: TENSOR) -> (result: TENSOR) {
        attrs {
            window_strides: SIZES = optional,
            padding: I64_ARRAY = optional,
            lhs_dilation: SIZES = optional,
            rhs_dilation: SIZES = optional,
            window_reversal: BOOL_ARRAY = optional,
            dimension_numbers: CONV_DIMS,
            feature_group_count: POSITIVE,
            batch_group_count: POSITIVE,
            precision_config: PRECISIONS = optional,
        }
        traits [Pure]
        form window_form::CONVOLUTION;
        verify verify::inferred_shape;
        infer infer::convolution;
        eval convolution::convolution;
    }

    /// Cholesky factor of each matrix, of which only one triangle is read.
    op Cholesky = "cholesky" (a: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        attrs { lower: BOOL = "false" }
        traits [Pure]
        form forms::CHOLESKY;
        verify verify::cholesky;
        infer infer::first_operand;
        eval solve::cholesky;
    }

    /// Solves systems of linear equations with triangular matrices.
    op TriangularSolve = "triangular_solve"
        (a: FLOAT_OR_COMPLEX_TENSOR, b: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        attrs { left_side: BOOL, lower: BOOL, unit_diagonal: BOOL, transpose_a: TRANSPOSE }
        traits [Pure]
        verify verify::triangular_solve;
        infer infer::second_operand;
        eval solve::triangular_solve;
    }

    /// Discrete Fourier transform over the last dimensions.
    op Fft = "fft" (operand: FLOAT_OR_COMPLEX_TENSOR) -> (result: FLOAT_OR_COMPLEX_TENSOR) {
        attrs { fft_type: FFT_TYPE, fft_length: SIZES }
        traits [Pure]
        form forms::FFT;
        verify verify::inferred;
        infer infer::fft;
        eval fft::fft;
    }
}
