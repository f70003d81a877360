//! Rules of ops whose shapes are computed.

use super::infer::{self, operand, shape_text};
use super::verify::{Checked, broadcast_in_dim, inferred, iota, reshape, result, same_elements};
use crate::ir::{Fault, Ir, OpId, compatible_sizes};

/// Operand `index` holds a number for each of `rank` dimensions.
fn one_per_dimension(ir: &Ir<'_>, op: OpId, index: usize, rank: usize) -> Checked {
    let (shape, _) = operand(ir, op, index)?;
    if matches!(shape, &[size] if compatible_sizes(size, rank as i64)) {
        return Ok(());
    }
    let message =
        format!("must hold {rank} numbers, one for each dimension, but has shape {}", shape_text(shape));
    Err(Fault::operand(index, message))
}

/// Operands from `first` on are vectors of one type with a number for each of `rank` dimensions.
fn all_per_dimension(ir: &Ir<'_>, op: OpId, first: usize, rank: usize) -> Checked {
    for index in first..ir.operand_count(op) {
        one_per_dimension(ir, op, index, rank)?;
        if ir.ty(ir.operand(op, index)) != ir.ty(ir.operand(op, first)) {
            return Err(Fault::operand(index, format!("must have the type of operand #{first}")));
        }
    }
    Ok(())
}

/// Operand and result have one rank and element type.
fn same_rank(ir: &Ir<'_>, op: OpId) -> Result<usize, Fault> {
    let ((from, from_elem), (to, to_elem)) = (operand(ir, op, 0)?, result(ir, op, 0)?);
    if from.len() != to.len() {
        return Err(Fault::result(0, format!("has rank {} for an operand of rank {}", to.len(), from.len())));
    }
    same_elements(ir, from_elem, to_elem)?;
    Ok(from.len())
}

pub(super) fn dynamic_broadcast_in_dim(ir: &Ir<'_>, op: OpId) -> Checked {
    broadcast_in_dim(ir, op)?;
    one_per_dimension(ir, op, 1, result(ir, op, 0)?.0.len())?;
    let rank = operand(ir, op, 0)?.0.len();
    let mut hinted = Vec::new();
    for name in ["known_expanding_dimensions", "known_nonexpanding_dimensions"] {
        if ir.attr(op, name).is_some() {
            hinted.extend(infer::dimensions(ir, op, name, rank)?);
            infer::distinct(name, "the hints", &hinted, rank)?;
        }
    }
    Ok(())
}

pub(super) fn dynamic_iota(ir: &Ir<'_>, op: OpId) -> Checked {
    iota(ir, op)?;
    one_per_dimension(ir, op, 0, result(ir, op, 0)?.0.len())
}

pub(super) fn dynamic_pad(ir: &Ir<'_>, op: OpId) -> Checked {
    let rank = same_rank(ir, op)?;
    let elem = operand(ir, op, 0)?.1;
    if operand(ir, op, 1)? != (&[], elem) {
        return Err(Fault::operand(1, "must be a scalar of the operand's element type"));
    }
    all_per_dimension(ir, op, 2, rank)
}

pub(super) fn dynamic_reshape(ir: &Ir<'_>, op: OpId) -> Checked {
    reshape(ir, op)?;
    one_per_dimension(ir, op, 1, result(ir, op, 0)?.0.len())
}

pub(super) fn real_dynamic_slice(ir: &Ir<'_>, op: OpId) -> Checked {
    let rank = same_rank(ir, op)?;
    all_per_dimension(ir, op, 1, rank)
}

pub(super) fn dynamic_gather(ir: &Ir<'_>, op: OpId) -> Checked {
    one_per_dimension(ir, op, 2, operand(ir, op, 0)?.0.len())?;
    inferred(ir, op)
}

pub(super) fn dynamic_conv(ir: &Ir<'_>, op: OpId) -> Checked {
    let (padding, _) = operand(ir, op, 2)?;
    let spatial = operand(ir, op, 0)?.0.len().saturating_sub(2) as i64;
    if !matches!(padding, &[rows, 2] if compatible_sizes(rows, spatial)) {
        let message = format!(
            "must hold a low and a high amount for each of {spatial} dimensions, but has shape {}",
            shape_text(padding)
        );
        return Err(Fault::operand(2, message));
    }
    super::verify::inferred_shape(ir, op)
}

pub(super) fn dimension_size(ir: &Ir<'_>, op: OpId) -> Checked {
    let (shape, _) = operand(ir, op, 0)?;
    let dim = ir.attr_i64(op, "dimension").unwrap_or(-1);
    if (0..shape.len() as i64).contains(&dim) {
        return inferred(ir, op);
    }
    Err(Fault::attr("dimension", format!("there is no such dimension: there are {}", shape.len())))
}
