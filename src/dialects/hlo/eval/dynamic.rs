//! Ops whose shapes are operands.

use super::data::{counted, padded, repeated, sliced};
use super::{Eval, failed, operand, size, sizes};
use crate::dialects::elements::element_type;
use crate::ir::OpId;
use crate::machine::{EvalError, Exec};
use crate::tensor::Tensor;

/// The numbers of an operand that are not negative.
pub(super) fn size_operand(exec: &dyn Exec<'_>, op: OpId, index: usize) -> Result<Vec<usize>, EvalError> {
    let numbers = operand(exec, op, index)?.to_i64s();
    let sizes = numbers.iter().map(|&number| usize::try_from(number).ok()).collect::<Option<_>>();
    sizes.ok_or_else(|| EvalError::new(format!("takes {numbers:?} as sizes, of which one is negative")))
}

/// Sets the result, whose shape must be one that its type allows.
fn set(exec: &mut dyn Exec<'_>, op: OpId, result: Tensor) -> Eval {
    let ir = exec.ir();
    let declared = ir.ctx.ranked_tensor(ir.ty(ir.result(op, 0))).map_or(&[][..], |(shape, _)| shape);
    let fits = declared.len() == result.shape().len()
        && declared.iter().zip(result.shape()).all(|(&dim, &size)| dim < 0 || dim as usize == size);
    if !fits {
        let message = format!("computes a tensor of shape {:?}, which is not its type's", result.shape());
        return Err(EvalError::new(message));
    }
    exec.set_tensor(op, result);
    Ok(())
}

pub fn broadcast_in_dim(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let shape = size_operand(exec, op, 1)?;
    let result = repeated(&*operand(exec, op, 0)?, &shape, &sizes(exec, op, "broadcast_dimensions")?)?;
    set(exec, op, result)
}

pub fn iota(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let ir = exec.ir();
    let ty = ir.ctx.ranked_tensor(ir.ty(ir.result(op, 0)));
    let elem = ty.and_then(|(_, elem)| element_type(ir.ctx, elem));
    let elem = elem.ok_or_else(|| EvalError::unsupported("counts in elements that have no meaning"))?;
    let result = counted(elem, &size_operand(exec, op, 0)?, size(exec, op, "iota_dimension")?)?;
    set(exec, op, result)
}

pub fn pad(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let (x, value) = (operand(exec, op, 0)?, operand(exec, op, 1)?);
    let (low, high) = (operand(exec, op, 2)?.to_i64s(), operand(exec, op, 3)?.to_i64s());
    let interior = size_operand(exec, op, 4)?;
    if [low.len(), high.len(), interior.len()] != [x.shape().len(); 3] {
        return Err(EvalError::new("needs an amount for each dimension"));
    }
    let whole = |dim: usize| {
        let size = x.shape()[dim] as i64;
        let inner = (size - 1).max(0).checked_mul(interior[dim] as i64)?.checked_add(size)?;
        usize::try_from(inner.checked_add(low[dim])?.checked_add(high[dim])?).ok()
    };
    let shape = (0..x.shape().len()).map(whole).collect::<Option<Vec<usize>>>();
    let shape = shape.ok_or_else(|| EvalError::new("leaves a dimension with no representable size"))?;
    let result = padded(&x, &value, &shape, &low, &interior)?;
    set(exec, op, result)
}

pub fn reshape(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let shape = size_operand(exec, op, 1)?;
    let result = (*operand(exec, op, 0)?).clone().reshape(&shape).map_err(failed)?;
    set(exec, op, result)
}

pub fn slice(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let x = operand(exec, op, 0)?;
    let [starts, limits, strides] = [1, 2, 3].map(|index| size_operand(exec, op, index));
    let result = sliced(&x, &starts?, &limits?, &strides?)?;
    set(exec, op, result)
}

pub fn get_dimension_size(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let dim = size(exec, op, "dimension")?;
    let x = operand(exec, op, 0)?;
    let size = x.shape().get(dim).and_then(|&size| i32::try_from(size).ok());
    let size = size.ok_or_else(|| EvalError::new("asks for a dimension that is missing, or too large"))?;
    exec.set_tensor(op, Tensor::from_values(&[], &[size]).map_err(failed)?);
    Ok(())
}

/// Cuts the dimension off at the computed size; a size that is the whole one changes nothing.
pub fn set_dimension_size(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let (x, wanted) = (operand(exec, op, 0)?, operand(exec, op, 1)?);
    let dim = size(exec, op, "dimension")?;
    let mut limits = x.shape().to_vec();
    let wanted = wanted.to_i64s().first().and_then(|&size| usize::try_from(size).ok());
    match (limits.get_mut(dim), wanted) {
        (Some(limit), Some(wanted)) if wanted <= *limit => *limit = wanted,
        _ => return Err(EvalError::new("asks for a size outside of the bound of the dimension")),
    }
    let result = sliced(&x, &vec![0; limits.len()], &limits, &vec![1; limits.len()])?;
    set(exec, op, result)
}
