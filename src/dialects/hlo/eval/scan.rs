//! `scan`: a loop over the slices of tensors.

use std::rc::Rc;

use super::layout::{Map, collect, copy};
use super::{Eval, operand, operands, result_parts, set_results, size, tensor, zeros};
use crate::ir::OpId;
use crate::machine::{EvalError, Exec, RtValue};
use crate::tensor::Tensor;

/// The slices of a tensor along one of its dimensions.
struct Slices {
    shape: Vec<usize>,
    map: Map,
    step: isize,
    length: usize,
}

impl Slices {
    fn of(shape: &[usize], dim: usize) -> Result<Self, EvalError> {
        let &length =
            shape.get(dim).ok_or_else(|| EvalError::new("scans along a dimension that is not there"))?;
        let kept: Vec<usize> = (0..shape.len()).filter(|&other| other != dim).collect();
        let all = Map::dense(shape);
        let kept_shape = kept.iter().map(|&dim| shape[dim]).collect();
        Ok(Slices { shape: kept_shape, map: all.select(&kept), step: all.steps[dim], length })
    }

    /// Where slice `index` is.
    fn at(&self, index: usize) -> Map {
        Map { offset: self.step * index as isize, steps: self.map.steps.clone() }
    }
}

pub fn scan(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let ir = exec.ir();
    let dim = size(exec, op, "dimension")?;
    let inputs = operands(exec, op, 0..ir.operand_range(op, 0).len())?;
    let carried = (inputs.len()..ir.operand_count(op)).map(|index| operand(exec, op, index));
    let mut carried: Vec<RtValue> = carried.map(|x| x.map(RtValue::Tensor)).collect::<Result<_, _>>()?;
    let sliced = inputs.iter().map(|x| Slices::of(x.shape(), dim)).collect::<Result<Vec<_>, _>>()?;
    let Some(length) = sliced.first().map(|slices| slices.length) else {
        return Err(EvalError::new("needs something to scan"));
    };
    let count = ir.results(op).len().saturating_sub(carried.len());
    let (mut outputs, mut places) = (Vec::new(), Vec::new());
    for index in 0..count {
        let (elem, shape) = result_parts(exec, op, index)?;
        places.push(Slices::of(&shape, dim)?);
        outputs.push(zeros(elem, &shape)?);
    }
    let fits = |slices: &Slices| slices.length == length;
    if !sliced.iter().chain(&places).all(fits) {
        return Err(EvalError::new("scans tensors of different lengths"));
    }
    let reverse = ir.attr_flag(op, "is_reverse");
    for step in 0..length {
        let index = if reverse { length - 1 - step } else { step };
        let mut args = Vec::with_capacity(inputs.len() + carried.len());
        for (input, slices) in inputs.iter().zip(&sliced) {
            let bytes = collect(&slices.shape, input.elem().bytes(), input.bytes(), &slices.at(index));
            args.push(RtValue::Tensor(Rc::new(tensor(input.elem(), &slices.shape, bytes)?)));
        }
        args.append(&mut carried);
        let mut given = exec.run_region(ir.region(op, 0), &args)?;
        carried = given.split_off(count.min(given.len()));
        for ((output, place), value) in outputs.iter_mut().zip(&places).zip(&given) {
            put(output, &place.shape, &place.at(index), value)?;
        }
    }
    let carries: Vec<Tensor> = carried.into_iter().map(super::fold::into_tensor).collect::<Result<_, _>>()?;
    set_results(exec, op, outputs.into_iter().chain(carries).collect())
}

/// Writes a slice into a tensor.
fn put(output: &mut Tensor, shape: &[usize], place: &Map, value: &RtValue) -> Eval {
    match value {
        RtValue::Tensor(slice) if slice.shape() == shape && slice.elem() == output.elem() => {
            let (width, from) = (slice.elem().bytes(), Map::dense(shape));
            copy(shape, width, slice.bytes(), &from, output.bytes_mut(), place);
            Ok(())
        }
        _ => Err(EvalError::new("has a body that returns no slice of an output")),
    }
}
