//! Checks that a program makes of itself, as the ops and the custom calls of several dialects make them.

use crate::ir::text::part_span;
use crate::ir::{Diagnostic, OpId, Part};
use crate::machine::Exec;
use crate::tensor::{Tensor, Tolerance, compare};

/// Compares a value with the expected one. A difference is reported; the program goes on.
pub fn expect(exec: &mut dyn Exec<'_>, op: OpId, got: &Tensor, want: &Tensor, tolerance: Tolerance) {
    if let Err(difference) = compare(got, want, tolerance) {
        report(exec, op, format!("the check does not hold: {difference}"));
    }
}

/// Reports that a check does not hold, and which op gave the value.
pub fn report(exec: &mut dyn Exec<'_>, op: OpId, message: String) {
    let ir = exec.ir();
    let error = Diagnostic::error(part_span(ir, op, &Part::Op), message);
    let error = match ir.def_op(ir.operand(op, 0)) {
        Some(def) => error.note(part_span(ir, def, &Part::Op), format!("'{}' gave the value", ir.name(def))),
        None => error,
    };
    exec.report(error);
}
