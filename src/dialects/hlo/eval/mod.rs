//! What the ops compute: XLA's results, bit for bit where XLA defines them.
//!
//! Floats narrower than f32 are computed in f32 and rounded after every op; dots sum in f32, k ascending.

pub mod batch_norm;
pub mod broadcast;
pub mod collective;
mod complex;
pub mod control;
pub mod convert;
pub mod convolution;
pub mod custom_call;
pub mod data;
pub mod dot;
pub mod dynamic;
pub mod elementwise;
pub mod fft;
pub mod fold;
pub mod gather;
mod layout;
pub mod ops;
pub mod quantized;
mod scalar;
pub mod scan;
pub mod solve;
pub mod sort;
mod special;
pub mod topk;
pub mod transfer;
pub mod window;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use crate::dialects::elements::tensor_type_parts;
use crate::ir::{OpId, ValueId};
use crate::machine::{EvalError, Exec, RtValue};
use crate::tensor::{ElementType, MAX_ELEMENTS, Tensor, TensorError};

type Eval = Result<(), EvalError>;

/// A tensor operation that failed.
fn failed(error: TensorError) -> EvalError {
    EvalError::new(error.to_string())
}

/// Operand `index`, a tensor. Of quantized elements, only ops that move them get the integers (see [`quantized`]).
fn operand(exec: &dyn Exec<'_>, op: OpId, index: usize) -> Result<Rc<Tensor>, EvalError> {
    let ir = exec.ir();
    if index >= ir.operand_count(op) {
        return Err(EvalError::new(format!("needs an operand #{index}")));
    }
    let value = ir.operand(op, index);
    if quantized::elements(exec, value).is_some() && !quantized::moves(exec, op) {
        return Err(EvalError::unsupported("is not computed on quantized elements"));
    }
    exec.tensor(value)
}

/// Operands `range`, tensors.
fn operands(
    exec: &dyn Exec<'_>,
    op: OpId,
    range: std::ops::Range<usize>,
) -> Result<Vec<Rc<Tensor>>, EvalError> {
    range.map(|index| operand(exec, op, index)).collect()
}

/// Element type and shape of a value's type.
fn value_parts(exec: &dyn Exec<'_>, value: ValueId) -> Result<(ElementType, Vec<usize>), EvalError> {
    let ir = exec.ir();
    let ty = ir.ty(value);
    tensor_type_parts(ir.ctx, ty).ok_or_else(|| {
        EvalError::unsupported(format!(
            "cannot compute a value of type '{}'",
            crate::ir::text::type_string(ir.ctx, ty)
        ))
    })
}

/// Element type and shape of a result, as its type says.
fn result_parts(exec: &dyn Exec<'_>, op: OpId, index: usize) -> Result<(ElementType, Vec<usize>), EvalError> {
    let result = exec.ir().result(op, index);
    match quantized::elements(exec, result) {
        Some(elem) if quantized::moves(exec, op) => quantized::parts(exec, result, elem),
        _ => value_parts(exec, result),
    }
}

/// Gives the results of an op their tensors.
fn set_results(exec: &mut dyn Exec<'_>, op: OpId, tensors: Vec<Tensor>) -> Eval {
    let ir = exec.ir();
    if ir.results(op).len() != tensors.len() {
        return Err(EvalError::new(format!("computes {} results", tensors.len())));
    }
    for (&value, tensor) in ir.results(op).iter().zip(tensors) {
        exec.set(value, RtValue::Tensor(Rc::new(tensor)));
    }
    Ok(())
}

/// The numbers of a list attribute that are not negative.
fn sizes(exec: &dyn Exec<'_>, op: OpId, name: &str) -> Result<Vec<usize>, EvalError> {
    let list = exec.ir().attr_ints(op, name);
    list.and_then(|list| list.iter().map(|&item| usize::try_from(item).ok()).collect())
        .ok_or_else(|| EvalError::new(format!("needs a list of sizes '{name}'")))
}

/// The number of an attribute that is not negative.
fn size(exec: &dyn Exec<'_>, op: OpId, name: &str) -> Result<usize, EvalError> {
    let value = exec.ir().attr_i64(op, name).and_then(|value| usize::try_from(value).ok());
    value.ok_or_else(|| EvalError::new(format!("needs a size '{name}'")))
}

/// A tensor of these bytes.
fn tensor(elem: ElementType, shape: &[usize], bytes: Vec<u8>) -> Result<Tensor, EvalError> {
    Tensor::new(elem, shape, bytes).map_err(failed)
}

/// A tensor of zero bytes, unless it is too large: shapes may be computed, so no type has been looked at.
fn zeros(elem: ElementType, shape: &[usize]) -> Result<Tensor, EvalError> {
    let count = shape.iter().try_fold(1usize, |count, &dim| count.checked_mul(dim));
    let mut bytes = Vec::new();
    match count.filter(|&count| count <= MAX_ELEMENTS).and_then(|count| count.checked_mul(elem.bytes())) {
        Some(size) if bytes.try_reserve_exact(size).is_ok() => {
            // Room that is not to be had is an error; `vec![0; size]` would end the program.
            bytes.extend(std::iter::repeat_n(0, size));
            tensor(elem, shape, bytes)
        }
        _ => Err(failed(TensorError::TooLarge { shape: shape.to_vec() })),
    }
}
