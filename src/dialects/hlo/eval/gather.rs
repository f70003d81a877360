//! Ops that address elements by computed indices: `gather`, `scatter`, `dynamic_slice`, `dynamic_update_slice`.

use super::fold::{Body, Run, promoted};
use super::layout::{Map, collect, copy};
use super::window::advance;
use super::{Eval, operand, operands, result_parts, set_results, size, sizes, tensor, zeros};
use crate::dialects::hlo::infer::{gather_dims, paired_inputs, scatter_dims};
use crate::ir::OpId;
use crate::machine::{EvalError, Exec};
use crate::tensor::Tensor;

/// Start of a box of this size along a dimension, moved so that the box fits.
fn fitting(start: i64, size: usize, whole: usize) -> usize {
    start.clamp(0, whole.saturating_sub(size) as i64) as usize
}

/// The scalar start indices behind the first `before` operands.
fn starts(exec: &dyn Exec<'_>, op: OpId, before: usize) -> Result<Vec<i64>, EvalError> {
    let indices = operands(exec, op, before..exec.ir().operand_count(op))?;
    indices
        .iter()
        .map(|index| index.to_i64s().first().copied().ok_or_else(|| EvalError::new("needs an index")))
        .collect()
}

/// The map of a box of this shape at these starts, moved so that it fits.
fn box_at(whole: &[usize], starts: &[i64], part: &[usize]) -> Result<Map, EvalError> {
    let fits = starts.len() == whole.len()
        && part.len() == whole.len()
        && part.iter().zip(whole).all(|(part, whole)| part <= whole);
    if !fits {
        return Err(EvalError::new(format!("addresses a box of {part:?} in {whole:?}")));
    }
    let mut map = Map::dense(whole);
    let index: Vec<usize> = (0..whole.len()).map(|dim| fitting(starts[dim], part[dim], whole[dim])).collect();
    map.offset = map.at(&index);
    Ok(map)
}

pub fn dynamic_slice(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let x = operand(exec, op, 0)?;
    let part = sizes(exec, op, "slice_sizes")?;
    let map = box_at(x.shape(), &starts(exec, op, 1)?, &part)?;
    let result = tensor(x.elem(), &part, collect(&part, x.elem().bytes(), x.bytes(), &map))?;
    exec.set_tensor(op, result);
    Ok(())
}

pub fn dynamic_update_slice(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let (x, update) = (operand(exec, op, 0)?, operand(exec, op, 1)?);
    let map = box_at(x.shape(), &starts(exec, op, 2)?, update.shape())?;
    let mut result = (*x).clone();
    let part = update.shape();
    copy(part, x.elem().bytes(), update.bytes(), &Map::dense(part), result.bytes_mut(), &map);
    exec.set_tensor(op, result);
    Ok(())
}

/// Index vectors: component i addresses a dimension of the operand.
struct IndexVectors<'t> {
    values: Vec<i64>,
    shape: &'t [usize],
    map: Map,
    /// The dimension that holds a vector; the rank if each element is a vector of its own.
    vector_dim: usize,
    /// The operand dimension of each component.
    targets: &'t [usize],
    /// Operand dimensions that follow the index vector's place, with the dimension of the indices they follow.
    batching: Vec<(usize, usize)>,
}

impl<'t> IndexVectors<'t> {
    fn new(
        indices: &'t Tensor,
        vector_dim: usize,
        targets: &'t [usize],
        operand_batching: &[usize],
        index_batching: &[usize],
    ) -> Self {
        IndexVectors {
            values: indices.to_i64s(),
            shape: indices.shape(),
            map: Map::dense(indices.shape()),
            vector_dim,
            targets,
            batching: operand_batching.iter().copied().zip(index_batching.iter().copied()).collect(),
        }
    }

    /// The shape of the indices without the vector dimension.
    fn batch_shape(&self) -> Vec<usize> {
        (0..self.shape.len()).filter(|&dim| dim != self.vector_dim).map(|dim| self.shape[dim]).collect()
    }

    /// The start in an operand of this rank for the index vector at `batch`.
    fn start(&self, batch: &[usize], rank: usize) -> Vec<i64> {
        let mut place = batch.to_vec();
        if self.vector_dim < self.shape.len() {
            place.insert(self.vector_dim, 0);
        }
        let mut start = vec![0; rank];
        let step = self.map.steps.get(self.vector_dim).copied().unwrap_or(0);
        for (component, &dim) in self.targets.iter().enumerate() {
            start[dim] = self.values[(self.map.at(&place) + step * component as isize) as usize];
        }
        for &(dim, index_dim) in &self.batching {
            start[dim] = place[index_dim] as i64;
        }
        start
    }
}

/// Splits the dimensions of a tensor into those listed and the others.
fn split(rank: usize, listed: &[usize]) -> (Vec<usize>, Vec<usize>) {
    (0..rank).partition(|dim| listed.contains(dim))
}

fn pick<T: Copy>(from: &[T], dims: &[usize]) -> Vec<T> {
    dims.iter().map(|&dim| from[dim]).collect()
}

pub fn gather(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let (x, indices) = (operand(exec, op, 0)?, operand(exec, op, 1)?);
    let part = sizes(exec, op, "slice_sizes")?;
    let result = gathered(exec, op, &x, &indices, &part)?;
    exec.set_tensor(op, result);
    Ok(())
}

pub fn dynamic_gather(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let (x, indices) = (operand(exec, op, 0)?, operand(exec, op, 1)?);
    let part = super::dynamic::size_operand(exec, op, 2)?;
    let result = gathered(exec, op, &x, &indices, &part)?;
    exec.set_tensor(op, result);
    Ok(())
}

/// Slices of size `part` at the places that the index vectors name.
fn gathered(
    exec: &dyn Exec<'_>,
    op: OpId,
    x: &Tensor,
    indices: &Tensor,
    part: &[usize],
) -> Result<Tensor, EvalError> {
    let dims = gather_dims(exec.ir(), op)?;
    let (_, shape) = result_parts(exec, op, 0)?;
    let rank = x.shape().len();
    let vectors = IndexVectors::new(
        indices,
        dims.index_vector_dim,
        &dims.start_index_map,
        &dims.operand_batching_dims,
        &dims.start_indices_batching_dims,
    );
    let dropped = [dims.collapsed_slice_dims.as_slice(), &dims.operand_batching_dims].concat();
    let (_, kept) = split(rank, &dropped);
    let (offset_dims, batch_dims) = split(shape.len(), &dims.offset_dims);
    let batch_shape = vectors.batch_shape();
    if part.len() != rank
        || pick(&shape, &offset_dims) != pick(part, &kept)
        || pick(&shape, &batch_dims) != batch_shape
    {
        return Err(EvalError::new("has a result shape that does not fit its slices and dimension numbers"));
    }
    // The sizes may be computed, and 0 is legal where they are not.
    if !shape.contains(&0) && dropped.iter().any(|&dim| part[dim] != 1) {
        return Err(EvalError::new("takes no element, or more than one, of a dimension that it drops"));
    }
    let slice_shape = pick(part, &kept);
    let mut result = zeros(x.elem(), &shape)?;
    let all = Map::dense(&shape);
    let (offsets, batches) = (all.select(&offset_dims), all.select(&batch_dims));
    let mut batch = vec![0; batch_shape.len()];
    for _ in 0..batch_shape.iter().product() {
        let from = box_at(x.shape(), &vectors.start(&batch, rank), part)?.select(&kept);
        let to = Map { offset: batches.at(&batch), ..offsets.clone() };
        copy(&slice_shape, x.elem().bytes(), x.bytes(), &from, result.bytes_mut(), &to);
        advance(&mut batch, &batch_shape);
    }
    Ok(result)
}

/// `result[batch, outer, i, inner] = x[batch, outer, index[batch, i], inner]`
pub fn torch_index_select(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let (x, index) = (operand(exec, op, 0)?, operand(exec, op, 1)?);
    let (dim, batch) = (size(exec, op, "dim")?, size(exec, op, "batch_dims")?);
    let count = |shape: &[usize]| shape.iter().product::<usize>();
    let (from, picks) = (x.shape(), index.shape());
    if dim >= from.len() || batch > dim || batch > picks.len() || from[..batch] != picks[..batch] {
        return Err(EvalError::new("selects along a dimension that is missing, or lies among the batches"));
    }
    let (rows, inner) = (from[dim], count(&from[dim + 1..]) * x.elem().bytes());
    let (outer, chosen) = (count(&from[batch..dim]), count(&picks[batch..]));
    let places = index.to_i64s();
    let mut bytes = Vec::new();
    for batch in 0..count(&from[..batch]) {
        for outer in (0..outer).map(|place| (batch * outer + place) * rows) {
            for &place in &places[batch * chosen..][..chosen] {
                bytes.extend_from_slice(&x.bytes()[(outer + fitting(place, 1, rows)) * inner..][..inner]);
            }
        }
    }
    let shape = [&from[..dim], &picks[batch..], &from[dim + 1..]].concat();
    exec.set_tensor(op, tensor(x.elem(), &shape, bytes)?);
    Ok(())
}

pub fn scatter<'a>(exec: &mut dyn Exec<'a>, op: OpId) -> Eval {
    let ir = exec.ir();
    let count = paired_inputs(ir, op, 1)?;
    let inputs = promoted(ir, ir.region(op, 0), operands(exec, op, 0..count)?);
    let indices = operand(exec, op, count)?;
    let updates = promoted(ir, ir.region(op, 0), operands(exec, op, count + 1..2 * count + 1)?);
    let dims = scatter_dims(ir, op)?;
    let (whole, shape) = (inputs[0].shape(), updates[0].shape());
    let rank = whole.len();
    let vectors = IndexVectors::new(
        &indices,
        dims.index_vector_dim,
        &dims.scatter_dims_to_operand_dims,
        &dims.input_batching_dims,
        &dims.scatter_indices_batching_dims,
    );
    let inserted = [dims.inserted_window_dims.as_slice(), &dims.input_batching_dims].concat();
    let (_, kept) = split(rank, &inserted);
    let (window_dims, batch_dims) = split(shape.len(), &dims.update_window_dims);
    let batch_shape = vectors.batch_shape();
    if window_dims.len() != kept.len() || pick(shape, &batch_dims) != batch_shape {
        return Err(EvalError::new("has updates whose shape does not fit its dimension numbers"));
    }
    let window_shape = pick(shape, &window_dims);
    let mut part = vec![1; rank];
    for (&dim, &size) in kept.iter().zip(&window_shape) {
        part[dim] = size;
    }
    let (target, source) = (Map::dense(whole), Map::dense(shape));
    let (windows, batches) = (source.select(&window_dims), source.select(&batch_dims));
    let mut running: Vec<Tensor> = inputs.iter().map(|input| (**input).clone()).collect();
    Body::of(ir, op).fold(exec, &mut running, &updates, &|visit| {
        let mut batch = vec![0; batch_shape.len()];
        for _ in 0..batch_shape.iter().product() {
            let start = vectors.start(&batch, rank);
            // XLA applies a window as a whole or not at all.
            let inside = (0..rank).all(|dim| {
                start[dim] >= 0 && (start[dim] as u64).saturating_add(part[dim] as u64) <= whole[dim] as u64
            });
            if inside {
                let start: Vec<usize> = start.iter().map(|&index| index as usize).collect();
                let to = Map { offset: target.at(&start), ..target.select(&kept) };
                let from = Map { offset: batches.at(&batch), ..windows.clone() };
                let mut result = Ok(());
                super::layout::rows(&window_shape, [&to, &from], |[to_start, from_start], count| {
                    let last = |map: &Map| map.steps.last().map_or(1, |&step| step as usize);
                    let run = Run {
                        to: to_start as usize,
                        to_step: last(&to),
                        from: from_start as usize,
                        from_step: last(&from),
                        count,
                    };
                    if result.is_ok() {
                        result = visit(run);
                    }
                });
                result?;
            }
            advance(&mut batch, &batch_shape);
        }
        Ok(())
    })?;
    set_results(exec, op, running)
}
