//! The ops of `dve`: programs of encoded bundles.

use super::{eval, forms, verify};
use crate::dialects::constraints::STRING;

crate::dialect! {
    /// Programs of 64-byte bundles.
    dialect DVE = "dve", prefixes [], types [];

    /// A program: bundles of the vector engine and instructions of the other engines, in the order of execution.
    ///
    /// No semaphores are modelled.
    op Program = "program" () -> () {
        attrs { sym_name: STRING }
        regions { body }
        traits [IsolatedFromAbove, Symbol, NoTerminator, SingleBlock]
        form forms::PROGRAM;
        verify verify::program;
    }

    /// One bundle: its 64 bytes as 128 hexadecimal digits.
    op Bundle = "bundle" () -> () {
        attrs { bytes: STRING }
        traits [Instruction]
        form forms::BUNDLE;
        verify verify::bundle;
        eval eval::bundle;
    }
}
