//! Checks that a program makes of itself, as the ops and the custom calls of several dialects make them.

use crate::ir::text::part_span;
use crate::ir::{AttrKind, Diagnostic, OpId, Part};
use crate::machine::Exec;
use crate::tensor::{MismatchReport, Tensor, Tolerance, compare};
use num_traits::ToPrimitive;

/// Compares a value with the expected one. A difference is reported; the program goes on.
pub fn expect(exec: &mut dyn Exec<'_>, op: OpId, got: &Tensor, want: &Tensor, tolerance: Tolerance) {
    if let Err(difference) = compare(got, want, tolerance) {
        report(exec, op, format!("the check does not hold: {difference}"));
    }
}

/// Compares floats by how many numbers they are apart: `max_ulp_difference` (3) at most, and some of them
/// `min_ulp_difference` (0) at least.
pub fn expect_close(exec: &mut dyn Exec<'_>, op: OpId, got: &Tensor, want: &Tensor) {
    let ir = exec.ir();
    let limit = |name| match ir.attr(op, name).map(|limit| ir.ctx.attr_kind(limit)) {
        Some(AttrKind::Integer { value, .. }) => value.to_big().to_u64(),
        _ => None,
    };
    let most = limit("max_ulp_difference").unwrap_or(3);
    let least = limit("min_ulp_difference").unwrap_or(0);
    expect(exec, op, got, want, Tolerance::Ulps(most));
    let differs = |report| matches!(report, MismatchReport::Elements { .. });
    if least > 0 && !compare(got, want, Tolerance::Ulps(least - 1)).is_err_and(differs) {
        report(exec, op, format!("the check does not hold: no two elements are {least} numbers apart"));
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
