//! Quantized elements while a program runs: a tensor of them is a tensor of their integers. What computes on them computes
//! on the floats for which they stand.

use std::rc::Rc;

use super::{Eval, operand};
use crate::dialects::hlo::quant::{Quantized, is_quantized};
use crate::ir::{OpId, Type, ValueId};
use crate::machine::{EvalError, Exec};
use crate::tensor::{ElementType, Tensor};

/// The element type of a tensor of quantized elements.
pub(super) fn elements(exec: &dyn Exec<'_>, value: ValueId) -> Option<Type> {
    let ctx = exec.ir().ctx;
    ctx.ranked_tensor(exec.ir().ty(value)).map(|(_, elem)| elem).filter(|&elem| is_quantized(ctx, elem))
}

/// Ops that give back elements of their operands, whatever these are.
static MOVES: &[&str] = &[
    "hlo.broadcast_in_dim",
    "hlo.concatenate",
    "hlo.dynamic_slice",
    "hlo.dynamic_update_slice",
    "hlo.gather",
    "hlo.reshape",
    "hlo.reverse",
    "hlo.select",
    "hlo.slice",
    "hlo.transpose",
];

/// Whether an op moves quantized elements of one type, whose steps do not depend on their place.
pub(super) fn moves(exec: &dyn Exec<'_>, op: OpId) -> bool {
    let ir = exec.ir();
    let values = ir.operands(op).chain(ir.results(op).iter().copied());
    let mut types = values.filter_map(|value| elements(exec, value));
    let first = types.next();
    let per_tensor =
        first.and_then(|elem| Quantized::of(ir.ctx, elem)).is_none_or(|quantized| !quantized.is_per_axis());
    MOVES.contains(&ir.name(op)) && per_tensor && types.all(|elem| Some(elem) == first)
}

/// The element type and the shape of the integers of a value.
pub(super) fn parts(
    exec: &dyn Exec<'_>,
    value: ValueId,
    elem: Type,
) -> Result<(ElementType, Vec<usize>), EvalError> {
    let ctx = exec.ir().ctx;
    let shape = ctx.ranked_tensor(exec.ir().ty(value)).map_or(&[][..], |(shape, _)| shape);
    let shape = shape.iter().map(|&dim| usize::try_from(dim).ok()).collect::<Option<_>>();
    let shape =
        shape.ok_or_else(|| EvalError::unsupported("gives quantized elements of a shape that is not known"));
    Ok((known(exec, elem)?.storage, shape?))
}

fn known(exec: &dyn Exec<'_>, elem: Type) -> Result<Quantized, EvalError> {
    let known = Quantized::of(exec.ir().ctx, elem);
    known.ok_or_else(|| EvalError::unsupported("has quantized elements of a kind that is not computed with"))
}

fn off_axis() -> EvalError {
    EvalError::new("has elements with as many scales as no dimension has places")
}

/// Operand `index`: of quantized elements, the floats for which they stand.
pub(super) fn floats(exec: &dyn Exec<'_>, op: OpId, index: usize) -> Result<Rc<Tensor>, EvalError> {
    let value = exec.ir().operands(op).nth(index);
    match value.and_then(|value| Some((value, elements(exec, value)?))) {
        Some((value, elem)) => {
            let floats = known(exec, elem)?.dequantize(&*exec.tensor(value)?);
            floats.map(Rc::new).ok_or_else(off_axis)
        }
        None => operand(exec, op, index),
    }
}

/// Gives the only result its tensor, quantized if its elements are.
pub(super) fn set_floats(exec: &mut dyn Exec<'_>, op: OpId, floats: Tensor) -> Eval {
    let elem = elements(exec, exec.ir().result(op, 0));
    let tensor = match elem {
        Some(elem) => known(exec, elem)?.quantize(&floats).ok_or_else(off_axis)?,
        None => floats,
    };
    exec.set_tensor(op, tensor);
    Ok(())
}

/// `uniform_quantize` and `uniform_dequantize`: the types say which floats become which.
pub fn convert(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let floats = floats(exec, op, 0)?;
    set_floats(exec, op, Rc::unwrap_or_clone(floats))
}
