//! `cf`: branches between blocks; small, for tests, benches and comparison with mlir-opt.

use super::constraints::{ANY, I1};

crate::dialect! {
    /// Unstructured control flow.
    dialect CF = "cf", prefixes [], types [];

    /// Goes to a block.
    op Br = "br" (dest: ANY [Variadic]) -> () {
        successors 1
        traits [Pure, Terminator]
    }

    /// Goes to the first block if the condition holds, else to the second.
    op CondBr = "cond_br" (condition: I1, true_operands: ANY [Variadic], false_operands: ANY [Variadic]) -> () {
        successors 2
        traits [Pure, Terminator]
    }
}
