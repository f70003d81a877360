//! `reduce_window` and `select_and_scatter`.

use super::fold::{Body, Run, element, filled, promoted, run_scalars};
use super::layout::{Map, rows};
use super::{Eval, operand, operands, result_parts, set_results};
use crate::dialects::hlo::infer::{Windows, windows};
use crate::ir::OpId;
use crate::machine::{EvalError, Exec};

pub fn reduce_window<'a>(exec: &mut dyn Exec<'a>, op: OpId) -> Eval {
    let ir = exec.ir();
    let count = ir.operand_count(op) / 2;
    let inputs = promoted(ir, ir.region(op, 0), operands(exec, op, 0..count)?);
    let inits = promoted(ir, ir.region(op, 0), operands(exec, op, count..2 * count)?);
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

/// In each window of the operand, `select` is asked of the element chosen so far and of the next one, in ascending
/// order; `scatter` then combines the window's source value into the place chosen.
pub fn select_and_scatter<'a>(exec: &mut dyn Exec<'a>, op: OpId) -> Eval {
    let ir = exec.ir();
    let (x, source, init) = (operand(exec, op, 0)?, operand(exec, op, 1)?, operand(exec, op, 2)?);
    let windows = windows(ir, op, x.shape().len())?;
    let select = ir.region(op, 0);
    let mut chosen = Vec::with_capacity(source.len());
    let mut index = vec![0; source.shape().len()];
    for _ in 0..source.len() {
        let mut places = Vec::new();
        window_elements(&windows, x.shape(), &index, |from, step, count| {
            places.extend((0..count).map(|i| from + i * step));
            Ok(())
        })?;
        let mut best = None;
        for place in places {
            best = Some(match best {
                None => place,
                Some(best) => {
                    let keep = run_scalars(exec, select, vec![element(&x, best)?, element(&x, place)?])?;
                    if keep.first().is_some_and(|flag| flag.get(0).as_bool()) { best } else { place }
                }
            });
        }
        chosen.push(best);
        advance(&mut index, source.shape());
    }
    let folded = promoted(ir, ir.region(op, 1), vec![init, source]);
    let mut running = vec![filled(&folded[0], x.shape())?];
    Body::of_region(ir, ir.region(op, 1)).fold(exec, &mut running, &folded[1..], &|visit| {
        // A window that lies in the padding alone chooses nothing.
        for (from, to) in chosen.iter().enumerate().filter_map(|(from, to)| Some((from, (*to)?))) {
            visit(Run { to, to_step: 0, from, from_step: 1, count: 1 })?;
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
