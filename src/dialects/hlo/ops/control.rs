//! Calls, tuples, branches and loops.

use crate::dialects::constraints::{ARRAY, BOOL, DICT, FLAT_SYMBOL, I32, STRING, SYMBOLS};
use crate::dialects::hlo::constraints::{
    BACKEND_CONFIG, I32_SCALAR, INDEX32, PRED_SCALAR, TENSOR_OR_TOKEN, TUPLE, VALUE,
};
use crate::dialects::hlo::eval::{control, custom_call};
use crate::dialects::hlo::{forms, infer, region_forms, verify, verify_control};

crate::ops! {
    pub(super) in "hlo";

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
        traits [PureUnless("has_side_effect")]
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
        traits [Resumable]
        form forms::COMPOSITE;
        verify verify_control::composite;
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
    op OptimizationBarrier = "optimization_barrier" (operand: TENSOR_OR_TOKEN [Variadic]) -> (result: TENSOR_OR_TOKEN [Variadic]) {
        traits [Pure]
        form forms::OPTIMIZATION_BARRIER;
        verify verify::optimization_barrier;
        infer infer::all_operands;
        eval control::optimization_barrier;
    }

    /// Repeats the body as long as the condition holds of the carried values.
    op While = "while" (operand: VALUE [Variadic]) -> (results: VALUE [Variadic]) {
        regions { cond, body }
        traits [Pure, SingleBlock, Resumable]
        form region_forms::WHILE;
        verify verify_control::while_loop;
        infer infer::all_operands;
        eval control::while_loop;
    }

    /// Runs one of two regions.
    op If = "if" (pred: PRED_SCALAR) -> (results: VALUE [Variadic]) {
        regions { true_branch, false_branch }
        traits [Pure, SingleBlock, Resumable]
        verify verify_control::branches;
        infer infer::branches;
        eval control::if_op;
    }

    /// Runs the region with this number, or the last one if there is none.
    op Case = "case" (index: I32_SCALAR) -> (results: VALUE [Variadic]) {
        regions { branches: Variadic }
        traits [Pure, SingleBlock, Resumable]
        verify verify_control::branches;
        infer infer::branches;
        eval control::case;
    }

    /// Hands values to the op around it.
    op Return = "return" (results: VALUE [Variadic]) -> () {
        traits [Pure, Terminator, ReturnLike]
        form forms::RETURN;
    }
}
