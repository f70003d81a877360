//! The ops of CHLO that broadcast their operands first.

use super::data::repeated;
use super::elementwise::{chosen, combine, compare_tensors, comparison, of_real_parts};
use super::ops::Binary;
use super::{Eval, operand, tensor};
use crate::dialects::elements::tensor_of_attr;
use crate::dialects::hlo::infer::places;
use crate::ir::OpId;
use crate::machine::{EvalError, Exec};
use crate::tensor::Tensor;

/// The two operands, repeated to one shape.
fn pair(exec: &dyn Exec<'_>, op: OpId) -> Result<(Tensor, Tensor), EvalError> {
    let (a, b) = (operand(exec, op, 0)?, operand(exec, op, 1)?);
    let (small, large) = if a.shape().len() <= b.shape().len() { (&a, &b) } else { (&b, &a) };
    let dims = places(exec.ir(), op, small.shape().len(), large.shape().len())?;
    let mut shape = large.shape().to_vec();
    for (&size, &dim) in small.shape().iter().zip(&dims) {
        if shape[dim] == 1 {
            shape[dim] = size;
        }
    }
    let all: Vec<usize> = (0..shape.len()).collect();
    let stretch = |x: &Tensor| {
        let dims = if x.shape().len() == shape.len() { &all } else { &dims };
        repeated(x, &shape, dims)
    };
    Ok((stretch(&a)?, stretch(&b)?))
}

pub fn binary<B: Binary>(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let (a, b) = pair(exec, op)?;
    exec.set_tensor(op, combine::<B>(&a, &b)?);
    Ok(())
}

pub fn compare(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let (a, b) = pair(exec, op)?;
    let (direction, order) = comparison(exec, op)?;
    exec.set_tensor(op, compare_tensors(direction, order, &a, &b)?);
    Ok(())
}

pub fn complex(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let (re, im) = pair(exec, op)?;
    exec.set_tensor(op, of_real_parts(&re, &im)?);
    Ok(())
}

pub fn select(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let parts = [operand(exec, op, 0)?, operand(exec, op, 1)?, operand(exec, op, 2)?];
    let rank = parts.iter().map(|part| part.shape().len()).max().unwrap_or(0);
    let mut shape = vec![1; rank];
    for part in &parts {
        for (slot, &size) in shape.iter_mut().rev().zip(part.shape().iter().rev()) {
            *slot = if *slot == 1 { size } else { *slot };
        }
    }
    let stretch =
        |part: &Tensor| repeated(part, &shape, &(rank - part.shape().len()..rank).collect::<Vec<_>>());
    let result = chosen(&stretch(&parts[0])?, &stretch(&parts[1])?, &stretch(&parts[2])?)?;
    exec.set_tensor(op, result);
    Ok(())
}

pub fn constant_like(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let x = operand(exec, op, 0)?;
    let ir = exec.ir();
    let value = ir.attr(op, "value").and_then(|attr| tensor_of_attr(ir.ctx, attr));
    let value = value.filter(|value| value.len() == 1).ok_or_else(|| EvalError::new("needs one value"))?;
    let (elem, _) = super::result_parts(exec, op, 0)?;
    let value = value.convert(elem);
    exec.set_tensor(op, tensor(elem, x.shape(), value.bytes().repeat(x.len()))?);
    Ok(())
}
