//! `interpreter`: the ops of StableHLO's reference interpreter that say how a program is run.

mod eval;
mod forms;
mod verify;

use super::constraints::{STRING, SYMBOLS, TENSOR, TENSOR_OR_TOKEN};

crate::dialect! {
    /// How programs are run: on several processes, and showing values on their way.
    dialect INTERPRETER = "interpreter", prefixes [], types [];

    /// Runs a program on each process of a grid. Inputs and results are those of the programs, one behind the other:
    /// `programs = [[@a, @b], [@c, @d]]` are those of two replicas with two partitions each.
    op RunParallel = "run_parallel" (inputs: TENSOR_OR_TOKEN [Variadic]) -> (results: TENSOR_OR_TOKEN [Variadic]) {
        attrs { infeed: SYMBOLS = optional, programs: verify::PROGRAMS }
        verify verify::run_parallel;
        eval eval::run_parallel;
    }

    /// Shows a tensor under a name, as often as it is executed.
    op Probe = "probe" (operand: TENSOR) -> (result: TENSOR) {
        attrs { probe_id: STRING }
        traits [SameOperandsAndResultType]
        form forms::PROBE;
        eval eval::probe;
    }

    /// Tells the user what a tensor is.
    op Print = "print" (operand: TENSOR) -> (result: TENSOR) {
        traits [SameOperandsAndResultType]
        form forms::PRINT;
        eval eval::print;
    }
}
