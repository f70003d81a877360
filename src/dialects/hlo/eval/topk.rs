//! Top-k ops and the custom calls that mean one.

use std::rc::Rc;

use super::{Eval, failed, operand, size, value_parts};
use crate::dialects::elements::tensor_type_parts;
use crate::ir::{OpId, TypeKind};
use crate::machine::{EvalError, Exec, RtValue};
use crate::tensor::{ElementType, Kind, Specials, Tensor};

/// The k largest or smallest elements of every row in total order, lowest index first; see [`crate::tensor::top_k`].
fn select(x: &Tensor, k: usize, largest: bool) -> Result<(Tensor, Tensor), EvalError> {
    if largest {
        return crate::tensor::top_k(x, k).map_err(failed);
    }
    let (values, indices) = crate::tensor::top_k(&mirrored(x), k).map_err(failed)?;
    Ok((mirrored(&values), indices))
}

/// The bits that stand at the mirrored place in the total order; its own inverse.
fn mirrored(x: &Tensor) -> Tensor {
    let mask: u128 = match x.elem().kind() {
        Kind::Pred => 1,
        Kind::Float(format) if format.specials != Specials::PowerOfTwo => {
            1 << (format.width() + format.padding_bits - 1)
        }
        _ => u128::MAX,
    };
    let mut out = x.clone();
    for index in 0..x.len() {
        out.set_bits(index, x.bits(index) ^ mask);
    }
    out
}

fn set_pair(exec: &mut dyn Exec<'_>, op: OpId, values: Tensor, indices: Tensor) -> Eval {
    let (elem, _) = value_parts(exec, exec.ir().result(op, 1))?;
    super::set_results(exec, op, vec![values, indices.convert(elem)])
}

pub fn top_k(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let (values, indices) = select(&*operand(exec, op, 0)?, size(exec, op, "k")?, true)?;
    set_pair(exec, op, values, indices)
}

pub fn topk(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let ir = exec.ir();
    let largest = ir.attr(op, "largest").and_then(|attr| ir.ctx.as_bool(attr)).unwrap_or(true);
    let (values, indices) = select(&*operand(exec, op, 0)?, size(exec, op, "k")?, largest)?;
    set_pair(exec, op, values, indices)
}

/// A custom call that is a top-k: k is the minor size of the result.
pub fn call(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let ir = exec.ir();
    let target = ir.attr_text(op, "call_target_name").unwrap_or_default();
    let (types, tuple): (Vec<_>, bool) = match ir.results(op) {
        [single] => match ir.ctx.kind(ir.ty(*single)) {
            TypeKind::Tuple(items) => (items.to_vec(), true),
            _ => (vec![ir.ty(*single)], false),
        },
        several => (several.iter().map(|&value| ir.ty(value)).collect(), false),
    };
    let parts = types.iter().map(|&ty| tensor_type_parts(ir.ctx, ty)).collect::<Option<Vec<_>>>();
    let Some([(_, shape), (index_elem, _)]) = parts.as_deref() else {
        return Err(EvalError::unsupported(format!(
            "calls '{target}' for results other than values and indices"
        )));
    };
    let x = operand(exec, op, 0)?;
    let k = shape.last().copied().unwrap_or(0);
    let (values, indices) = select(&x, k, largest(exec, op))?;
    if values.shape() != shape {
        return Err(EvalError::new(format!("takes top-k rows of {:?} to results of {shape:?}", x.shape())));
    }
    let values =
        [values, numbered(exec, op, indices, *index_elem)?].map(|tensor| RtValue::Tensor(Rc::new(tensor)));
    if tuple {
        exec.set(ir.result(op, 0), RtValue::Tuple(Rc::new(values)));
    } else {
        ir.results(op).iter().zip(values).for_each(|(&result, value)| exec.set(result, value));
    }
    Ok(())
}

/// A second operand numbers the columns: an index is its element at the place found.
fn numbered(exec: &dyn Exec<'_>, op: OpId, indices: Tensor, elem: ElementType) -> Result<Tensor, EvalError> {
    if exec.ir().operand_count(op) < 2 {
        return Ok(indices.convert(elem));
    }
    let (x, numbers) = (operand(exec, op, 0)?, operand(exec, op, 1)?);
    let columns = x.shape().last().copied().unwrap_or(1);
    let per_row = match numbers.shape() {
        shape if shape == x.shape() => columns,
        [length] if *length == columns => 0,
        shape => return Err(EvalError::new(format!("numbers the columns of {:?} by {shape:?}", x.shape()))),
    };
    let k = indices.shape().last().copied().unwrap_or(1).max(1);
    let mut out = Tensor::zeros(numbers.elem(), indices.shape());
    for (place, index) in indices.to_i64s().into_iter().enumerate() {
        out.set_bits(place, numbers.bits(place / k * per_row + index as usize));
    }
    Ok(out.convert(elem))
}

/// `mhlo.topk` says `largest` in its attributes, `TopK` by its comparator; without a word it is the largest.
fn largest(exec: &dyn Exec<'_>, op: OpId) -> bool {
    let ir = exec.ir();
    let flag = ir.attr(op, "mhlo.attributes").and_then(|dict| ir.ctx.dict_get(dict, "largest"));
    if let Some(largest) = flag.and_then(|flag| ir.ctx.as_bool(flag)) {
        return largest;
    }
    let comparators =
        ir.attr(op, "called_computations").and_then(|attr| ir.ctx.as_array(attr)).unwrap_or_default();
    let comparator = comparators.first().and_then(|&name| ir.ctx.as_symbol(name));
    let region = comparator
        .and_then(|name| ir.resolve_symbol(op, name))
        .and_then(|function| ir.regions(function).first().copied());
    region.and_then(|region| super::sort::single_compare(exec, region)).is_none_or(|order| order.descending)
}
