//! `arith`: integer and float arithmetic; small, for tests, benches and comparison with mlir-opt.

use super::constraints::{ANY, SIGNLESS_INT_LIKE, TYPED};

crate::dialect! {
    /// Integer and float arithmetic.
    dialect ARITH = "arith", prefixes [], types [];

    /// A constant.
    op Constant = "constant" () -> (result: ANY) {
        attrs { value: TYPED }
        traits [Pure, ConstantLike]
    }

    /// Integer sum, wrapping.
    op AddI = "addi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [Pure, Commutative, SameOperandsAndResultType]
    }
}
