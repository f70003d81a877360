//! Result types of ops that take parts of a tensor at computed places.

use super::infer::{
    Inferred, distinct, first_operand, folded_type, gather_dims, operand, paired_inputs, per_dimension,
    scatter_dims, shape_text,
};
use crate::ir::{DYNAMIC, Fault, Ir, OpId, compatible_shapes, compatible_sizes};

/// One scalar start index for each dimension behind the first `before` operands, all of one type.
fn start_indices(ir: &Ir<'_>, op: OpId, before: usize, rank: usize) -> Result<(), Fault> {
    let found = ir.operand_count(op).saturating_sub(before);
    if found != rank {
        return Err(Fault::op(format!("has {found} start indices for an operand of rank {rank}")));
    }
    for index in before..ir.operand_count(op) {
        if ir.ty(ir.operand(op, index)) != ir.ty(ir.operand(op, before)) {
            return Err(Fault::operand(index, "start indices must have one type"));
        }
    }
    Ok(())
}

pub(super) fn dynamic_slice(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (shape, elem) = operand(ir, op, 0)?;
    start_indices(ir, op, 1, shape.len())?;
    let sizes = per_dimension(ir, op, "slice_sizes", shape.len())?;
    within("slice_sizes", &sizes, shape)?;
    Ok(vec![ir.ctx.tensor_type(&sizes, elem)])
}

fn within(name: &str, sizes: &[i64], shape: &[i64]) -> Result<(), Fault> {
    for (dim, (&size, &whole)) in sizes.iter().zip(shape).enumerate() {
        if size < 0 || (whole != DYNAMIC && size > whole) {
            let message = format!("takes {size} of the {whole} elements of dimension {dim}");
            return Err(Fault::attr(name, message));
        }
    }
    Ok(())
}

pub(super) fn dynamic_update_slice(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (shape, elem) = operand(ir, op, 0)?;
    let (update, update_elem) = operand(ir, op, 1)?;
    start_indices(ir, op, 2, shape.len())?;
    let fits = update.len() == shape.len()
        && update
            .iter()
            .zip(shape)
            .all(|(&part, &whole)| part == DYNAMIC || whole == DYNAMIC || part <= whole);
    if !fits || update_elem != elem {
        let message = format!(
            "an update of shape {} does not fit into an operand of shape {}",
            shape_text(update),
            shape_text(shape)
        );
        return Err(Fault::operand(1, message));
    }
    first_operand(ir, op)
}

/// The dimensions of the indices tensor without its index vector, and the length of that vector.
fn index_dims(indices: &[i64], vector_dim: usize, attr: &str) -> Result<(Vec<i64>, i64), Fault> {
    if vector_dim > indices.len() {
        let message =
            format!("index_vector_dim is {vector_dim}, but the indices have rank {}", indices.len());
        return Err(Fault::attr(attr, message));
    }
    let mut batch = indices.to_vec();
    let length = if vector_dim < indices.len() { batch.remove(vector_dim) } else { 1 };
    Ok((batch, length))
}

pub(super) fn gather(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (shape, _) = operand(ir, op, 0)?;
    let sizes = per_dimension(ir, op, "slice_sizes", shape.len())?;
    within("slice_sizes", &sizes, shape)?;
    gather_slices(ir, op, &sizes)
}

/// A gather whose slice sizes are computed: of slices nothing is known.
pub(super) fn dynamic_gather(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (shape, _) = operand(ir, op, 0)?;
    gather_slices(ir, op, &vec![DYNAMIC; shape.len()])
}

fn gather_slices(ir: &Ir<'_>, op: OpId, sizes: &[i64]) -> Inferred {
    const ATTR: &str = "dimension_numbers";
    let (shape, elem) = operand(ir, op, 0)?;
    let (indices, _) = operand(ir, op, 1)?;
    let dims = gather_dims(ir, op)?;
    let rank = shape.len();
    let (batch, length) = index_dims(indices, dims.index_vector_dim, ATTR)?;
    if !compatible_sizes(length, dims.start_index_map.len() as i64) {
        let message = format!(
            "start_index_map has {} entries for {length} index components",
            dims.start_index_map.len()
        );
        return Err(Fault::attr(ATTR, message));
    }
    distinct(ATTR, "start_index_map", &dims.start_index_map, rank)?;
    let dropped = [dims.collapsed_slice_dims.as_slice(), &dims.operand_batching_dims].concat();
    distinct(ATTR, "collapsed_slice_dims with operand_batching_dims", &dropped, rank)?;
    if let Some(&dim) = dropped.iter().find(|&&dim| sizes[dim] > 1) {
        let message = format!("the slice size of the collapsed dimension {dim} is {}, not 1", sizes[dim]);
        return Err(Fault::attr("slice_sizes", message));
    }
    distinct(ATTR, "start_indices_batching_dims", &dims.start_indices_batching_dims, indices.len())?;
    if dims.start_indices_batching_dims.len() != dims.operand_batching_dims.len() {
        return Err(Fault::attr(
            ATTR,
            "pairs a different number of batching dimensions of operand and indices",
        ));
    }
    let mut kept = (0..rank).filter(|dim| !dropped.contains(dim)).map(|dim| sizes[dim]);
    let result_rank = batch.len() + rank - dropped.len();
    distinct(ATTR, "offset_dims", &dims.offset_dims, result_rank)?;
    if dims.offset_dims.len() != rank - dropped.len() {
        let message =
            format!("has {} offset_dims for slices of rank {}", dims.offset_dims.len(), rank - dropped.len());
        return Err(Fault::attr(ATTR, message));
    }
    let mut batch = batch.into_iter();
    let size = |dim| if dims.offset_dims.contains(&dim) { kept.next() } else { batch.next() };
    let result: Vec<i64> = (0..result_rank).filter_map(size).collect();
    Ok(vec![ir.ctx.tensor_type(&result, elem)])
}

pub(super) fn scatter(ir: &Ir<'_>, op: OpId) -> Inferred {
    const ATTR: &str = "scatter_dimension_numbers";
    let count = paired_inputs(ir, op, 1)?;
    let (shape, _) = operand(ir, op, 0)?;
    let (indices, _) = operand(ir, op, count)?;
    let (updates, _) = operand(ir, op, count + 1)?;
    let dims = scatter_dims(ir, op)?;
    let (batch, length) = index_dims(indices, dims.index_vector_dim, ATTR)?;
    if !compatible_sizes(length, dims.scatter_dims_to_operand_dims.len() as i64) {
        let found = dims.scatter_dims_to_operand_dims.len();
        let message =
            format!("scatter_dims_to_operand_dims has {found} entries for {length} index components");
        return Err(Fault::attr(ATTR, message));
    }
    distinct(ATTR, "scatter_dims_to_operand_dims", &dims.scatter_dims_to_operand_dims, shape.len())?;
    let inserted = [dims.inserted_window_dims.as_slice(), &dims.input_batching_dims].concat();
    distinct(ATTR, "inserted_window_dims with input_batching_dims", &inserted, shape.len())?;
    distinct(ATTR, "update_window_dims", &dims.update_window_dims, updates.len())?;
    distinct(ATTR, "scatter_indices_batching_dims", &dims.scatter_indices_batching_dims, indices.len())?;
    if dims.scatter_indices_batching_dims.len() != dims.input_batching_dims.len() {
        return Err(Fault::attr(
            ATTR,
            "pairs a different number of batching dimensions of inputs and indices",
        ));
    }
    if dims.update_window_dims.len() + inserted.len() != shape.len() {
        let message = format!(
            "the {} window dimensions of the updates and {} inserted ones do not make up rank {}",
            dims.update_window_dims.len(),
            inserted.len(),
            shape.len()
        );
        return Err(Fault::attr(ATTR, message));
    }
    let mut kept = (0..shape.len()).filter(|dim| !inserted.contains(dim));
    let mut batch = batch.into_iter();
    for (dim, &size) in updates.iter().enumerate() {
        let fits = if dims.update_window_dims.contains(&dim) {
            kept.next().is_some_and(|target| shape[target] == DYNAMIC || size <= shape[target])
        } else {
            batch.next().is_some_and(|expected| compatible_sizes(size, expected))
        };
        if !fits {
            let message = format!("the size {size} of dimension {dim} of the updates does not fit");
            return Err(Fault::operand(count + 1, message));
        }
    }
    if batch.next().is_some() {
        return Err(Fault::operand(count + 1, "the updates have fewer dimensions than the indices ask for"));
    }
    for index in 1..count {
        let same = compatible_shapes(operand(ir, op, index)?.0, shape);
        if !same || !compatible_shapes(operand(ir, op, count + 1 + index)?.0, updates) {
            return Err(Fault::operand(index, "inputs must have one shape, and updates another"));
        }
    }
    (0..count).map(|index| folded_type(ir, op, index)).collect()
}

/// `result[batch, outer, index's other dimensions, inner]`, where `dim` splits the operand into outer and inner.
pub(super) fn torch_index_select(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (shape, elem) = operand(ir, op, 0)?;
    let (index, _) = operand(ir, op, 1)?;
    let number =
        |name: &str| ir.attr_i64(op, name).and_then(|n| usize::try_from(n).ok()).unwrap_or(usize::MAX);
    let (dim, batch) = (number("dim"), number("batch_dims"));
    if dim >= shape.len() || batch > dim || batch > index.len() {
        return Err(Fault::attr(
            "dim",
            "selects along a dimension that is missing, or lies among the batches",
        ));
    }
    let result = [&shape[..dim], &index[batch..], &shape[dim + 1..]].concat();
    Ok(vec![ir.ctx.tensor_type(&result, elem)])
}
