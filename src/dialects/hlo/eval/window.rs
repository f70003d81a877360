//! `reduce_window`.

use super::fold::{Body, Run, filled};
use super::layout::{Map, rows};
use super::{Eval, operands, result_parts, set_results};
use crate::dialects::hlo::infer::{Windows, windows};
use crate::ir::OpId;
use crate::machine::{EvalError, Exec};

pub fn reduce_window<'a>(exec: &mut dyn Exec<'a>, op: OpId) -> Eval {
    let ir = exec.ir();
    let count = ir.operand_count(op) / 2;
    let inputs = operands(exec, op, 0..count)?;
    let inits = operands(exec, op, count..2 * count)?;
    let Some(first) = inputs.first() else { return Err(EvalError::new("needs something to reduce")) };
    let shape = first.shape();
    let windows = windows(ir, op, shape.len())?;
    let (_, out_shape) = result_parts(exec, op, 0)?;
    if out_shape.len() != shape.len() {
        return Err(EvalError::new("gives a result of another rank than its input"));
    }
    let mut running = inits.iter().map(|init| filled(init, &out_shape)).collect::<Result<Vec<_>, _>>()?;
    Body::of(ir, op).fold(exec, &mut running, &inputs, &|visit| {
        let mut index = vec![0; out_shape.len()];
        for to in 0..out_shape.iter().product() {
            window_elements(&windows, shape, &index, |from, from_step, count| {
                visit(Run { to, to_step: 0, from, from_step, count })
            })?;
            advance(&mut index, &out_shape);
        }
        Ok(())
    })?;
    set_results(exec, op, running)
}

/// The next index vector in row-major order.
pub(super) fn advance(index: &mut [usize], shape: &[usize]) {
    for (slot, &dim) in index.iter_mut().zip(shape).rev() {
        *slot += 1;
        if *slot < dim {
            return;
        }
        *slot = 0;
    }
}

/// Visits the elements of the operand that window `index` covers: first position, step, count.
fn window_elements(
    windows: &Windows,
    shape: &[usize],
    index: &[usize],
    mut visit: impl FnMut(usize, usize, usize) -> Eval,
) -> Eval {
    // Along each dimension, the operand coordinates under the window, ascending: they are equally spaced.
    let mut axes = Vec::with_capacity(shape.len());
    for (dim, &size) in shape.iter().enumerate() {
        let start = index[dim] as i64 * windows.stride[dim] - windows.padding[dim].0;
        let base = windows.base_dilation[dim];
        let covered = (0..windows.size[dim]).filter_map(|offset| {
            let position = start + offset * windows.window_dilation[dim];
            let inside = position >= 0 && position % base == 0 && position / base < size as i64;
            inside.then_some((position / base) as usize)
        });
        let mut covered = covered.peekable();
        let Some(&first) = covered.peek() else { return Ok(()) };
        let list: Vec<usize> = covered.collect();
        let step = list.get(1).map_or(1, |second| second - first);
        axes.push((first, step, list.len()));
    }
    let dense = Map::dense(shape);
    let counts: Vec<usize> = axes.iter().map(|axis| axis.2).collect();
    let map = Map {
        offset: dense.at(&axes.iter().map(|axis| axis.0).collect::<Vec<_>>()),
        steps: dense.steps.iter().zip(&axes).map(|(&step, axis)| step * axis.1 as isize).collect(),
    };
    let last = map.steps.last().map_or(1, |&step| step as usize);
    let mut result = Ok(());
    rows(&counts, [&map], |[from], count| {
        if result.is_ok() {
            result = visit(from as usize, last, count);
        }
    });
    result
}
