//! `check`: the ops with which StableHLO's own tests check what a program computes.

mod eval;
mod forms;

use super::constraints::{ELEMENTS, F64, I64, STRING, TENSOR, TENSOR_OR_TOKEN, U64};

crate::dialect! {
    /// Comparisons of computed values with expected ones; a difference is reported, and the program goes on.
    dialect CHECK = "check", prefixes [], types [];

    /// Both tensors are equal; any NaN equals any NaN, and the zeros are equal. So are all tokens.
    op ExpectEq = "expect_eq" (actual: TENSOR_OR_TOKEN, expected: TENSOR_OR_TOKEN) -> () {
        form forms::PAIR;
        verify eval::pair_fits;
        eval eval::expect_eq;
    }

    /// The tensor is equal to a constant.
    op ExpectEqConst = "expect_eq_const" (actual: TENSOR) -> () {
        attrs { value: ELEMENTS }
        form forms::CONSTANT;
        verify eval::constant_fits;
        eval eval::expect_eq_const;
    }

    /// Floats differ by no more than the tolerance.
    op ExpectAlmostEq = "expect_almost_eq" (actual: TENSOR, expected: TENSOR) -> () {
        attrs { tolerance: F64 = "1.000000e-03 : f64" }
        form forms::ALMOST_PAIR;
        verify eval::pair_fits;
        eval eval::expect_almost_eq;
    }

    /// Floats differ from a constant by no more than the tolerance.
    op ExpectAlmostEqConst = "expect_almost_eq_const" (actual: TENSOR) -> () {
        attrs { value: ELEMENTS, tolerance: F64 = "1.000000e-03 : f64" }
        form forms::ALMOST_CONSTANT;
        verify eval::constant_fits;
        eval eval::expect_almost_eq_const;
    }

    /// At most this many floats lie between two that differ, and at least as many as the minimum between some.
    op ExpectClose = "expect_close" (actual: TENSOR, expected: TENSOR) -> () {
        attrs { max_ulp_difference: U64 = "3 : ui64", min_ulp_difference: U64 = "0 : ui64" }
        form forms::CLOSE_PAIR;
        eval eval::expect_close;
    }

    /// The tensor is equal to the one that the program showed under this name (`interpreter.probe`) for the time `iter`.
    op ExpectSerializedEq = "expect_serialized_eq" (expected: TENSOR) -> () {
        attrs { probe_id: STRING, iter: I64 = "0 : i64" }
        form forms::SERIALIZED;
        eval eval::expect_serialized_eq;
    }

    /// The older spelling of `expect_eq_const`.
    op Eq = "eq" (actual: TENSOR) -> () {
        attrs { value: ELEMENTS }
        form forms::CONSTANT;
        verify eval::constant_fits;
        eval eval::expect_eq_const;
    }

    /// The older spelling of `expect_almost_eq_const`.
    op AlmostEq = "almost_eq" (actual: TENSOR) -> () {
        attrs { value: ELEMENTS, tolerance: F64 = "1.000000e-03 : f64" }
        form forms::ALMOST_CONSTANT;
        verify eval::constant_fits;
        eval eval::expect_almost_eq_const;
    }
}
