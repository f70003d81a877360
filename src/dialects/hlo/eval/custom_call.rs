//! The custom calls whose meaning is known.

use super::{Eval, operand, topk};
use crate::dialects::expect::expect;
use crate::ir::OpId;
use crate::machine::{EvalError, EvalFn, Exec};
use crate::tensor::Tolerance;

/// What each target does. The tolerances are those of the StableHLO project's `check` dialect, whose ops are
/// written as custom calls where modules must do without that dialect.
fn meaning(target: &str) -> Option<EvalFn> {
    Some(match target {
        "AwsNeuronTopK" | "TopK" | "TopK_bf16" | "TopK_f16" | "TopK_f32" | "mhlo.topk" => topk::call,
        "check.expect_eq" => |exec, op| check(exec, op, Tolerance::Approximate(0.0)),
        "check.expect_almost_eq" => |exec, op| check(exec, op, Tolerance::Approximate(1e-3)),
        "check.expect_close" => |exec, op| check(exec, op, Tolerance::Ulps(3)),
        _ => return None,
    })
}

fn check(exec: &mut dyn Exec<'_>, op: OpId, tolerance: Tolerance) -> Eval {
    let (got, want) = (operand(exec, op, 0)?, operand(exec, op, 1)?);
    expect(exec, op, &got, &want, tolerance);
    Ok(())
}

pub fn custom_call(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let target = exec.ir().attr_text(op, "call_target_name").unwrap_or_default();
    match meaning(target) {
        Some(run) => run(exec, op),
        None => Err(EvalError::unsupported(format!("calls '{target}', whose meaning is not known"))),
    }
}
