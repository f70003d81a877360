//! Tuples, branches, loops and composites.

use std::rc::Rc;

use super::{Eval, operand};
use crate::ir::OpId;
use crate::machine::{EvalError, Exec, RtValue};

pub(super) fn values(exec: &dyn Exec<'_>, op: OpId) -> Result<Vec<RtValue>, EvalError> {
    let ir = exec.ir();
    ir.operands(op).map(|value| exec.value(value)).collect()
}

pub(super) fn set_values(exec: &mut dyn Exec<'_>, op: OpId, values: Vec<RtValue>) -> Eval {
    let ir = exec.ir();
    let results = ir.results(op);
    if results.len() != values.len() {
        return Err(EvalError::new(format!(
            "has {} results, but got {} values",
            results.len(),
            values.len()
        )));
    }
    results.iter().zip(values).for_each(|(&result, value)| exec.set(result, value));
    Ok(())
}

pub fn tuple(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let items = values(exec, op)?;
    set_values(exec, op, vec![RtValue::Tuple(items.into())])
}

pub fn get_tuple_element(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let index = super::size(exec, op, "index")?;
    let item = match values(exec, op)?.first() {
        Some(RtValue::Tuple(items)) => items.get(index).cloned(),
        _ => return Err(EvalError::new("takes an item of something that is not a tuple")),
    };
    let item = item.ok_or_else(|| EvalError::new(format!("takes item {index} of a shorter tuple")))?;
    set_values(exec, op, vec![item])
}

pub fn optimization_barrier(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let values = values(exec, op)?;
    set_values(exec, op, values)
}

/// Whether a scalar of booleans is true.
fn holds(value: Option<&RtValue>) -> Result<bool, EvalError> {
    match value {
        Some(RtValue::Tensor(tensor)) if tensor.len() == 1 => Ok(tensor.get(0).as_bool()),
        _ => Err(EvalError::new("expected a condition to be one boolean")),
    }
}

pub fn while_loop(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let ir = exec.ir();
    let (cond, body) = (ir.region(op, 0), ir.region(op, 1));
    let mut carried = match exec.waited_in() {
        None => values(exec, op)?,
        Some(region) if region == body => exec.run_region(body, &[])?,
        Some(cond) => {
            let args = ir.entry_block(cond).map_or(&[][..], |block| ir.args(block));
            args.iter().map(|&arg| exec.value(arg)).collect::<Result<_, _>>()?
        }
    };
    while holds(exec.run_region(cond, &carried)?.first())? {
        carried = exec.run_region(body, &carried)?;
    }
    set_values(exec, op, carried)
}

fn branch(exec: &mut dyn Exec<'_>, op: OpId, index: usize) -> Eval {
    let region = exec.ir().regions(op).get(index).copied();
    let region = region.ok_or_else(|| EvalError::new("has no such branch"))?;
    let values = exec.run_region(region, &[])?;
    set_values(exec, op, values)
}

pub fn if_op(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let pred = RtValue::Tensor(Rc::clone(&operand(exec, op, 0)?));
    let index = if holds(Some(&pred))? { 0 } else { 1 };
    branch(exec, op, index)
}

pub fn case(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let count = exec.ir().regions(op).len();
    let last = count.saturating_sub(1);
    let index = operand(exec, op, 0)?.to_i64s().first().copied().unwrap_or(-1);
    let index = usize::try_from(index).ok().filter(|&index| index < count).unwrap_or(last);
    branch(exec, op, index)
}

pub fn composite(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let ir = exec.ir();
    let callee = ir.attr(op, "decomposition").and_then(|attr| ir.ctx.as_symbol(attr));
    let callee = callee.ok_or_else(|| EvalError::new("needs a decomposition"))?;
    let args = values(exec, op)?;
    let results = exec.call(op, callee, &args)?;
    set_values(exec, op, results)
}
