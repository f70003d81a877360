//! Ops that make constants and move elements without computing.

use std::rc::Rc;

use super::layout::{Map, collect, copy};
use super::{Eval, failed, operand, operands, result_parts, size, sizes, tensor, zeros};
use crate::dialects::elements::tensor_of_attr;
use crate::ir::{Fault, OpId};
use crate::machine::{EvalError, Exec};
use crate::tensor::{ElementType, Kind, Scalar, Tensor};

pub fn constant(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let ir = exec.ir();
    let value = ir.attr(op, "value").and_then(|value| tensor_of_attr(ir.ctx, value));
    let value = value.ok_or_else(|| EvalError { fault: no_elements(), ..EvalError::unsupported("") })?;
    exec.set_tensor(op, value);
    Ok(())
}

fn no_elements() -> Fault {
    Fault::attr("value", "needs the elements of its value, which were left out of the text")
        .help("dump the module with its large constants, or as a proto")
}

pub fn iota(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let (elem, shape) = result_parts(exec, op, 0)?;
    let result = counted(elem, &shape, size(exec, op, "iota_dimension")?)?;
    exec.set_tensor(op, result);
    Ok(())
}

/// A tensor that counts up along one dimension.
pub(super) fn counted(elem: ElementType, shape: &[usize], dim: usize) -> Result<Tensor, EvalError> {
    let Some(&length) = shape.get(dim) else {
        return Err(EvalError::new("counts along a missing dimension"));
    };
    let mut line = zeros(elem, &[length])?;
    for index in 0..length {
        line.set(index, Scalar::Int(index as i128));
    }
    let mut steps = vec![0; shape.len()];
    steps[dim] = 1;
    let mut result = zeros(elem, shape)?;
    let along = Map { offset: 0, steps };
    copy(shape, elem.bytes(), line.bytes(), &along, result.bytes_mut(), &Map::dense(shape));
    Ok(result)
}

pub fn broadcast_in_dim(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let (_, shape) = result_parts(exec, op, 0)?;
    let result = repeated(&*operand(exec, op, 0)?, &shape, &sizes(exec, op, "broadcast_dimensions")?)?;
    exec.set_tensor(op, result);
    Ok(())
}

/// A tensor repeated to a shape; its dimensions stand at `dims`.
pub(super) fn repeated(x: &Tensor, shape: &[usize], dims: &[usize]) -> Result<Tensor, EvalError> {
    if dims.len() != x.shape().len() {
        return Err(EvalError::new(format!("places {} dimensions of {:?}", dims.len(), x.shape())));
    }
    let mut map = Map { offset: 0, steps: vec![0; shape.len()] };
    for ((&dim, &size), step) in dims.iter().zip(x.shape()).zip(Map::dense(x.shape()).steps) {
        if dim >= shape.len() || (size != 1 && size != shape[dim]) {
            return Err(EvalError::new(format!("cannot broadcast {:?} to {shape:?}", x.shape())));
        }
        if size != 1 {
            map.steps[dim] = step;
        }
    }
    let mut result = zeros(x.elem(), shape)?;
    copy(shape, x.elem().bytes(), x.bytes(), &map, result.bytes_mut(), &Map::dense(shape));
    Ok(result)
}

pub fn broadcast(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let x = operand(exec, op, 0)?;
    let shape = [sizes(exec, op, "broadcast_sizes")?.as_slice(), x.shape()].concat();
    let first = shape.len() - x.shape().len();
    let result = repeated(&x, &shape, &(first..shape.len()).collect::<Vec<_>>())?;
    exec.set_tensor(op, result);
    Ok(())
}

pub fn reshape(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let x = operand(exec, op, 0)?;
    let (_, shape) = result_parts(exec, op, 0)?;
    let result = (*x).clone().reshape(&shape).map_err(failed)?;
    exec.set_tensor(op, result);
    Ok(())
}

/// The elements of `x` that a map reaches from a box of this shape.
fn boxed(x: &Tensor, shape: &[usize], map: &Map) -> Result<Tensor, EvalError> {
    tensor(x.elem(), shape, collect(shape, x.elem().bytes(), x.bytes(), map))
}

pub fn transpose(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let x = operand(exec, op, 0)?;
    let permutation = sizes(exec, op, "permutation")?;
    if permutation.len() != x.shape().len() || permutation.iter().any(|&dim| dim >= x.shape().len()) {
        return Err(EvalError::new("permutes dimensions that are not there"));
    }
    let shape: Vec<usize> = permutation.iter().map(|&dim| x.shape()[dim]).collect();
    let result = boxed(&x, &shape, &Map::dense(x.shape()).select(&permutation))?;
    exec.set_tensor(op, result);
    Ok(())
}

pub fn reverse(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let x = operand(exec, op, 0)?;
    let mut map = Map::dense(x.shape());
    for dim in sizes(exec, op, "dimensions")? {
        let Some(&length) = x.shape().get(dim) else {
            return Err(EvalError::new("reverses a missing dimension"));
        };
        map.offset += map.steps[dim] * (length as isize - 1);
        map.steps[dim] = -map.steps[dim];
    }
    let result = boxed(&x, x.shape(), &map)?;
    exec.set_tensor(op, result);
    Ok(())
}

pub fn slice(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let [starts, limits, strides] =
        ["start_indices", "limit_indices", "strides"].map(|name| sizes(exec, op, name));
    let result = sliced(&*operand(exec, op, 0)?, &starts?, &limits?, &strides?)?;
    exec.set_tensor(op, result);
    Ok(())
}

/// A box with strides out of a tensor.
pub(super) fn sliced(
    x: &Tensor,
    starts: &[usize],
    limits: &[usize],
    strides: &[usize],
) -> Result<Tensor, EvalError> {
    let mut map = Map::dense(x.shape());
    let mut shape = Vec::with_capacity(starts.len());
    for (dim, &length) in x.shape().iter().enumerate() {
        let (Some(&start), Some(&limit), Some(&stride)) =
            (starts.get(dim), limits.get(dim), strides.get(dim))
        else {
            return Err(EvalError::new("has fewer bounds than dimensions"));
        };
        if start > limit || limit > length || stride == 0 {
            return Err(EvalError::new(format!("slices {start}:{limit}:{stride} of {length} elements")));
        }
        shape.push((limit - start).div_ceil(stride));
        map.offset += map.steps[dim] * start as isize;
        map.steps[dim] *= stride as isize;
    }
    boxed(x, &shape, &map)
}

pub fn pad(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let (x, value) = (operand(exec, op, 0)?, operand(exec, op, 1)?);
    let (_, shape) = result_parts(exec, op, 0)?;
    let low = exec.ir().attr_ints(op, "edge_padding_low").unwrap_or_default();
    let result = padded(&x, &value, &shape, &low, &sizes(exec, op, "interior_padding")?)?;
    exec.set_tensor(op, result);
    Ok(())
}

/// A tensor within padding of this shape, `low` from its start and with `interior` between its elements.
pub(super) fn padded(
    x: &Tensor,
    value: &Tensor,
    shape: &[usize],
    low: &[i64],
    interior: &[usize],
) -> Result<Tensor, EvalError> {
    let mut result = super::fold::filled(value, shape)?;
    let mut from = Map::dense(x.shape());
    let mut to = Map::dense(shape);
    let mut part = Vec::with_capacity(shape.len());
    for (dim, &length) in x.shape().iter().enumerate() {
        let (Some(&low), Some(&interior), Some(&whole)) = (low.get(dim), interior.get(dim), shape.get(dim))
        else {
            return Err(EvalError::new("has fewer amounts than dimensions"));
        };
        // Element i goes to low + i * (interior + 1): those with 0 <= that < whole stay.
        let step = interior as i64 + 1;
        let first = if low < 0 { (-low + step - 1) / step } else { 0 }.min(length as i64);
        let end = (whole as i64 - low + step - 1).div_euclid(step).clamp(first, length as i64);
        part.push((end - first) as usize);
        from.offset += from.steps[dim] * first as isize;
        to.offset += to.steps[dim] * (low + first * step) as isize;
        to.steps[dim] *= step as isize;
    }
    if !part.contains(&0) {
        copy(&part, x.elem().bytes(), x.bytes(), &from, result.bytes_mut(), &to);
    }
    Ok(result)
}

pub fn concatenate(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let inputs = operands(exec, op, 0..exec.ir().operand_count(op))?;
    let result = joined(&inputs, size(exec, op, "dimension")?, result_parts(exec, op, 0)?)?;
    exec.set_tensor(op, result);
    Ok(())
}

/// Tensors one behind the other along a dimension; together they are of this element type and shape.
pub(super) fn joined(
    inputs: &[Rc<Tensor>],
    dim: usize,
    (elem, shape): (ElementType, Vec<usize>),
) -> Result<Tensor, EvalError> {
    let mut result = zeros(elem, &shape)?;
    let mut to = Map::dense(&shape);
    let mut filled = 0;
    for input in inputs {
        let part = input.shape();
        let fits = part.len() == shape.len()
            && (0..part.len())
                .all(|d| if d == dim { filled + part[d] <= shape[d] } else { part[d] == shape[d] });
        if !fits || dim >= part.len() || input.elem() != elem {
            return Err(EvalError::new(format!("cannot join {part:?} into {shape:?}")));
        }
        copy(part, elem.bytes(), input.bytes(), &Map::dense(part), result.bytes_mut(), &to);
        filled += part[dim];
        to.offset += to.steps[dim] * part[dim] as isize;
    }
    if shape.get(dim).is_none_or(|&length| length != filled) {
        return Err(EvalError::new(format!("cannot fill {shape:?} with {filled} along dimension {dim}")));
    }
    Ok(result)
}

pub fn bitcast_convert(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let x = operand(exec, op, 0)?;
    let (elem, shape) = result_parts(exec, op, 0)?;
    let whole_bytes = |elem: ElementType| elem.bits() as usize == 8 * elem.bytes();
    let result = if whole_bytes(x.elem()) && whole_bytes(elem) {
        tensor(elem, &shape, x.bytes().to_vec())?
    } else {
        repacked(&x, elem, &shape)?
    };
    exec.set_tensor(op, result);
    Ok(())
}

/// The bits of all elements, lowest first, cut into elements of another width.
fn repacked(x: &Tensor, elem: ElementType, shape: &[usize]) -> Result<Tensor, EvalError> {
    let mut result = zeros(elem, shape)?;
    let (from, to) = (x.elem().bits() as usize, elem.bits() as usize);
    if x.len() * from != result.len() * to {
        return Err(EvalError::new(format!(
            "cannot read {:?} of {} as {shape:?} of {elem}",
            x.shape(),
            x.elem()
        )));
    }
    for index in 0..result.len() {
        let bits = (0..to).map(|bit| index * to + bit).enumerate();
        let word =
            bits.fold(0u128, |word, (place, bit)| word | (x.bits(bit / from) >> (bit % from) & 1) << place);
        let unused = 128 - to;
        let signed = matches!(elem.kind(), Kind::Signed(_));
        let word = if signed { (word as i128) << unused >> unused } else { word as i128 };
        result.set_bits(index, word as u128);
    }
    Ok(result)
}
