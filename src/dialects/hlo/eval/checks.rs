//! Calls with which a module checks itself.

use super::{Eval, operand};
use crate::ir::text::part_span;
use crate::ir::{Diagnostic, OpId, Part};
use crate::machine::Exec;
use crate::tensor::{Tolerance, compare};

/// Compares operand 0 with the expected operand 1. A difference is reported; the program goes on.
pub fn expect(exec: &mut dyn Exec<'_>, op: OpId, tolerance: Tolerance) -> Eval {
    let (got, want) = (operand(exec, op, 0)?, operand(exec, op, 1)?);
    if let Err(report) = compare(&got, &want, tolerance) {
        let span = part_span(exec.ir(), op, &Part::Op);
        exec.report(Diagnostic::error(span, format!("the check does not hold: {report}")));
    }
    Ok(())
}
