//! `cf`: branches between blocks; small, for tests, benches and comparison with mlir-opt.

use super::constraints::ANY;

crate::dialect! {
    /// Unstructured control flow.
    dialect CF = "cf", prefixes [], types [];

    /// Goes to a block.
    op Br = "br" (dest: ANY [Variadic]) -> () {
        successors 1
        traits [Pure, Terminator]
    }
}
