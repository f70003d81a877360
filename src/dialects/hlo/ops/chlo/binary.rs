//! Functions of two elements that StableHLO lacks.

use crate::dialects::hlo::constraints::{FLOAT_TENSOR, INT_TENSOR};
use crate::dialects::hlo::forms;
use crate::dialects::hlo::ops::class::binary;

binary! {
    form forms::ARROW_PAIR;

    /// The number next to lhs in the direction of rhs.
    NextAfter = "next_after" on FLOAT_TENSOR;

    /// The lhs-th derivative of digamma at rhs.
    Polygamma = "polygamma" on FLOAT_TENSOR;

    /// Hurwitz zeta function: the sum of (rhs + k) to the power of -lhs.
    Zeta = "zeta" on FLOAT_TENSOR;

    /// The upper half of the bits of the product.
    Mulhi = "mulhi" on INT_TENSOR;
}
