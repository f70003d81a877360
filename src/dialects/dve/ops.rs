//! The ops of `dve`: programs of encoded bundles.

use super::{eval, forms, verify};
use crate::dialects::constraints::{I64, STRING};
use crate::dialects::device;

crate::dialect! {
    /// Programs of 64-byte bundles.
    dialect DVE = "dve", prefixes [], types [];

    /// A program: bundles of the vector engine and instructions of the other engines, in the order of execution.
    ///
    /// No semaphores are modelled.
    op Program = "program" () -> () {
        attrs { sym_name: STRING, lnc: I64 = "1 : i64" }
        regions { body }
        traits [IsolatedFromAbove, Symbol, NoTerminator, SingleBlock]
        form forms::PROGRAM;
        verify verify::program;
    }

    /// What one core of a program with `lnc = 2` does.
    op Core = "core" () -> () {
        attrs { id: I64 }
        regions { body }
        traits [NoTerminator, SingleBlock, HasParent("dve.program")]
        form forms::CORE;
        verify verify::core;
        eval device::run_cores;
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
