//! The custom calls whose meaning is known.

use super::elementwise::no_meaning;
use super::layout::Map;
use super::window::advance;
use super::{Eval, operand, result_parts, topk, zeros};
use crate::dialects::expect::{expect, expect_close};
use crate::dialects::hlo::{ArgCall, arg_call};
use crate::ir::OpId;
use crate::machine::{EvalError, EvalFn, Exec};
use crate::tensor::{ElementType, Scalar, Tensor, Tolerance, compare};

/// What each target does. The tolerances are those of the StableHLO project's `check` dialect, whose ops are
/// written as custom calls where modules must do without that dialect.
fn meaning(target: &str) -> Option<EvalFn> {
    Some(match target {
        "AwsNeuronTopK" | "TopK" | "TopK_bf16" | "TopK_f16" | "TopK_f32" | "mhlo.topk" => topk::call,
        "check.eq" => check_eq,
        "check.expect_eq" => |exec, op| check(exec, op, Tolerance::Approximate(0.0)),
        "check.expect_almost_eq" => |exec, op| check(exec, op, Tolerance::Approximate(1e-3)),
        "check.expect_close" => |exec, op| {
            let (got, want) = (operand(exec, op, 0)?, operand(exec, op, 1)?);
            expect_close(exec, op, &got, &want);
            Ok(())
        },
        _ => return None,
    })
}

fn check(exec: &mut dyn Exec<'_>, op: OpId, tolerance: Tolerance) -> Eval {
    let (got, want) = (operand(exec, op, 0)?, operand(exec, op, 1)?);
    expect(exec, op, &got, &want, tolerance);
    Ok(())
}

/// The oldest of the checks, which also gives whether it holds.
fn check_eq(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let tolerance = Tolerance::Approximate(1e-3);
    let holds = compare(&*operand(exec, op, 0)?, &*operand(exec, op, 1)?, tolerance).is_ok();
    check(exec, op, tolerance)?;
    exec.set_tensor(op, Tensor::splat(ElementType::Pred, &[], Scalar::Bool(holds)));
    Ok(())
}

pub fn custom_call(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let ir = exec.ir();
    let target = ir.attr_text(op, "call_target_name").unwrap_or_default();
    if let Some(call) = arg_call(ir, op) {
        return arg(exec, op, call);
    }
    match meaning(target) {
        Some(run) => run(exec, op),
        None => Err(EvalError::unsupported(format!("calls '{target}', whose meaning is not known"))),
    }
}

/// The place of the first of the largest (or smallest) elements along the axis. Zeros are equal; a line with NaN gives its
/// length, as the expansion into reductions does, which finds no element equal to NaN.
fn arg(exec: &mut dyn Exec<'_>, op: OpId, call: ArgCall) -> Eval {
    let x = operand(exec, op, 0)?;
    let (elem, kept) = result_parts(exec, op, 0)?;
    if x.elem().is_complex() {
        return Err(no_meaning(x.elem()));
    }
    let mut out = zeros(elem, &kept)?;
    let map = Map::dense(x.shape());
    let (length, step) = (x.shape()[call.axis], map.steps[call.axis]);
    let mut index = vec![0; kept.len()];
    for place in 0..out.len() {
        let mut start = index.clone();
        start.insert(call.axis, 0);
        let start = map.at(&start);
        let mut best: Option<(usize, Scalar)> = None;
        for i in 0..length {
            let value = x.get((start + step * i as isize) as usize);
            if value.as_f64().is_nan() {
                best = None;
                break;
            }
            if best.is_none_or(|(_, best)| if call.max { above(value, best) } else { above(best, value) }) {
                best = Some((i, value));
            }
        }
        out.set(place, Scalar::Int(best.map_or(length, |(i, _)| i) as i128));
        advance(&mut index, &kept);
    }
    exec.set_tensor(op, out);
    Ok(())
}

fn above(a: Scalar, b: Scalar) -> bool {
    match (a, b) {
        (Scalar::Int(a), Scalar::Int(b)) => a > b,
        _ => a.as_f64() > b.as_f64(),
    }
}
