//! Result types of ops that broadcast their operands, and of other ops of CHLO.

use super::infer::{Inferred, dimensions, operand, shape_text};
use crate::ir::{DYNAMIC, Fault, Ir, OpId, Type, TypeKind};

/// The shape that two operands are broadcast to: the one of lower rank stands at the dimensions that
/// `broadcast_dimensions` names, by default the last ones; sizes of 1 are repeated.
pub(super) fn broadcast_shape(ir: &Ir<'_>, op: OpId) -> Result<Vec<i64>, Fault> {
    let (lhs, _) = operand(ir, op, 0)?;
    let (rhs, _) = operand(ir, op, 1)?;
    let (small, large) = if lhs.len() <= rhs.len() { (lhs, rhs) } else { (rhs, lhs) };
    let dims = places(ir, op, small.len(), large.len())?;
    let mut shape = large.to_vec();
    for (&size, dim) in small.iter().zip(dims) {
        shape[dim] = joined(size, large[dim]).ok_or_else(|| {
            let message =
                format!("cannot broadcast {} and {} to one shape", shape_text(lhs), shape_text(rhs));
            Fault::operand(1, message)
        })?;
    }
    Ok(shape)
}

/// The dimensions of the result at which an operand of rank `from` stands.
pub(super) fn places(ir: &Ir<'_>, op: OpId, from: usize, to: usize) -> Result<Vec<usize>, Fault> {
    if ir.attr(op, "broadcast_dimensions").is_none() || from == to {
        return Ok((to - from..to).collect());
    }
    let dims = dimensions(ir, op, "broadcast_dimensions", to)?;
    if dims.len() == from {
        return Ok(dims);
    }
    let message = format!("names {} dimensions for an operand of rank {from}", dims.len());
    Err(Fault::attr("broadcast_dimensions", message))
}

/// The size that two sizes are broadcast to.
fn joined(a: i64, b: i64) -> Option<i64> {
    match (a, b) {
        (1, other) | (other, 1) => Some(other),
        (DYNAMIC, other) | (other, DYNAMIC) => Some(other),
        (a, b) => (a == b).then_some(a),
    }
}

/// The shared element type of two operands.
fn shared_element(ir: &Ir<'_>, op: OpId, operands: [usize; 2]) -> Result<Type, Fault> {
    let [(_, a), (_, b)] = [operand(ir, op, operands[0])?, operand(ir, op, operands[1])?];
    if a == b { Ok(a) } else { Err(Fault::operand(operands[1], "operands must have one element type")) }
}

pub(super) fn broadcast_binary(ir: &Ir<'_>, op: OpId) -> Inferred {
    let elem = shared_element(ir, op, [0, 1])?;
    Ok(vec![ir.ctx.tensor_type(&broadcast_shape(ir, op)?, elem)])
}

pub(super) fn broadcast_compare(ir: &Ir<'_>, op: OpId) -> Inferred {
    shared_element(ir, op, [0, 1])?;
    Ok(vec![ir.ctx.tensor_type(&broadcast_shape(ir, op)?, ir.ctx.int_type(1))])
}

pub(super) fn broadcast_complex(ir: &Ir<'_>, op: OpId) -> Inferred {
    let part = shared_element(ir, op, [0, 1])?;
    Ok(vec![ir.ctx.tensor_type(&broadcast_shape(ir, op)?, ir.ctx.ty(TypeKind::Complex(part)))])
}

/// All three operands are broadcast by their last dimensions.
pub(super) fn broadcast_select(ir: &Ir<'_>, op: OpId) -> Inferred {
    let elem = shared_element(ir, op, [1, 2])?;
    let mut shape: Vec<i64> = Vec::new();
    for index in 0..3 {
        let (other, _) = operand(ir, op, index)?;
        let rank = shape.len().max(other.len());
        let size = |shape: &[i64], dim: usize| (dim + shape.len()).checked_sub(rank).map_or(1, |d| shape[d]);
        let sizes = (0..rank).map(|dim| joined(size(&shape, dim), size(other, dim)));
        shape = sizes.collect::<Option<_>>().ok_or_else(|| {
            Fault::operand(index, format!("cannot broadcast {} to {}", shape_text(other), shape_text(&shape)))
        })?;
    }
    Ok(vec![ir.ctx.tensor_type(&shape, elem)])
}
