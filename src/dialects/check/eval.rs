//! What the checks do.

use std::rc::Rc;

use crate::dialects::constraints::{TOKEN, attr_type};
use crate::dialects::elements::tensor_of_attr;
use crate::dialects::expect::expect;
use crate::ir::text::type_string;
use crate::ir::{Fault, Ir, OpId};
use crate::machine::{EvalError, Exec};
use crate::tensor::{MismatchReport, Tensor, Tolerance, compare};

type Eval = Result<(), EvalError>;

/// Both operands are of one type.
pub(super) fn pair_fits(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let [actual, expected] = [0, 1].map(|index| ir.ty(ir.operand(op, index)));
    if ir.ctx.compatible(actual, expected) {
        return Ok(());
    }
    Err(Fault::operand(1, format!("must be of the type of the other, '{}'", type_string(ir.ctx, actual))))
}

/// The constant has the type of the tensor that is checked.
pub(super) fn constant_fits(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let ty = ir.attr(op, "value").and_then(|value| attr_type(ir.ctx, value));
    if ty.is_some_and(|ty| ir.ctx.compatible(ty, ir.ty(ir.operand(op, 0)))) {
        return Ok(());
    }
    Err(Fault::attr("value", "must have the type of the operand"))
}

fn operand(exec: &dyn Exec<'_>, op: OpId, index: usize) -> Result<Rc<Tensor>, EvalError> {
    exec.tensor(exec.ir().operand(op, index))
}

fn constant(exec: &dyn Exec<'_>, op: OpId) -> Result<Tensor, EvalError> {
    let ir = exec.ir();
    let value = ir.attr(op, "value").and_then(|value| tensor_of_attr(ir.ctx, value));
    value.ok_or_else(|| EvalError::unsupported("has a value whose elements are not at hand"))
}

fn tolerance(exec: &dyn Exec<'_>, op: OpId) -> Tolerance {
    let ir = exec.ir();
    let value = ir.attr(op, "tolerance").and_then(|attr| tensor_of_attr(ir.ctx, attr));
    Tolerance::Approximate(value.map_or(0.0, |value| value.get(0).as_f64()))
}

pub(super) fn expect_eq(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let ir = exec.ir();
    if (TOKEN.check)(ir.ctx, ir.ty(ir.operand(op, 0))) {
        return Ok(());
    }
    let (got, want) = (operand(exec, op, 0)?, operand(exec, op, 1)?);
    expect(exec, op, &got, &want, Tolerance::Approximate(0.0));
    Ok(())
}

pub(super) fn expect_eq_const(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let (got, want) = (operand(exec, op, 0)?, constant(exec, op)?);
    expect(exec, op, &got, &want, Tolerance::Approximate(0.0));
    Ok(())
}

pub(super) fn expect_almost_eq(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let (got, want) = (operand(exec, op, 0)?, operand(exec, op, 1)?);
    let tolerance = tolerance(exec, op);
    expect(exec, op, &got, &want, tolerance);
    Ok(())
}

pub(super) fn expect_almost_eq_const(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let (got, want) = (operand(exec, op, 0)?, constant(exec, op)?);
    let tolerance = tolerance(exec, op);
    expect(exec, op, &got, &want, tolerance);
    Ok(())
}

pub(super) fn expect_close(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let (got, want) = (operand(exec, op, 0)?, operand(exec, op, 1)?);
    let limit = |name| exec.ir().attr_i64(op, name).and_then(|limit| u64::try_from(limit).ok()).unwrap_or(0);
    let (most, least) = (limit("max_ulp_difference"), limit("min_ulp_difference"));
    expect(exec, op, &got, &want, Tolerance::Ulps(most));
    let too_close =
        least > 0 && !compare(&got, &want, Tolerance::Ulps(least - 1)).is_err_and(is_about_elements);
    if too_close {
        let message = format!("the check does not hold: no two elements are {least} numbers apart");
        crate::dialects::expect::report(exec, op, message);
    }
    Ok(())
}

pub(super) fn expect_serialized_eq(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let ir = exec.ir();
    let name = ir.attr_text(op, "probe_id").unwrap_or_default();
    let time = ir.attr_i64(op, "iter").unwrap_or_default();
    let shown = exec.probes().iter().filter(|probe| probe.0 == name).map(|probe| Rc::clone(&probe.1));
    let got = usize::try_from(time).ok().and_then(|time| shown.into_iter().nth(time));
    let got = got.ok_or_else(|| {
        Fault::attr("probe_id", format!("nothing was shown under this name for time {time}"))
    })?;
    let want = operand(exec, op, 0)?;
    expect(exec, op, &got, &want, Tolerance::Approximate(0.0));
    Ok(())
}

fn is_about_elements(report: MismatchReport) -> bool {
    matches!(report, MismatchReport::Elements { .. })
}
