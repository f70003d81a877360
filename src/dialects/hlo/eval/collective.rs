//! Ops between devices, on the one device there is: a group of one gives back what it gets.

use super::control::{set_values, values};
use super::{Eval, failed};
use crate::ir::OpId;
use crate::machine::{EvalError, Exec, RtValue};
use crate::tensor::Tensor;

/// A collective op in groups of one device.
pub fn alone(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let groups = exec.ir().attr_ints(op, "replica_groups").unwrap_or_default();
    // Without groups, or with one device in them, this device is the whole group.
    if groups.iter().filter(|&&device| device >= 0).count() > 1 {
        return Err(EvalError::unsupported("works on several devices, and there is one here"));
    }
    let values = values(exec, op)?;
    set_values(exec, op, values)
}

/// Device 0 receives what it sends to itself, and zeros if nothing is sent to it.
pub fn permute(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let pairs = exec.ir().attr_ints(op, "source_target_pairs").unwrap_or_default();
    match pairs.as_slice() {
        [] => {
            let x = super::operand(exec, op, 0)?;
            exec.set_tensor(op, super::zeros(x.elem(), x.shape())?);
            Ok(())
        }
        [0, 0] => {
            let values = values(exec, op)?;
            set_values(exec, op, values)
        }
        _ => Err(EvalError::unsupported("works on several devices, and there is one here")),
    }
}

pub fn device_number(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    exec.set_tensor(op, Tensor::from_values(&[], &[0u32]).map_err(failed)?);
    Ok(())
}

/// Ops run in program order, so a token says nothing: it is a tuple of nothing.
pub fn token(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let result = exec.ir().result(op, 0);
    exec.set(result, RtValue::Tuple([].into()));
    Ok(())
}
