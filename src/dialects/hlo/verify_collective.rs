//! Rules of the ops that talk to other devices, and of those that make random numbers.

use super::infer::{folded_element, operand, shape_text};
use super::verify::{Checked, folds, inferred, result, returns, same_elements, takes};
use crate::ir::{DYNAMIC, Fault, Ir, OpId, Type, TypeKind, compatible_shapes};

/// No device is in two groups, and none of those that are numbered is left out.
fn groups(ir: &Ir<'_>, op: OpId) -> Checked {
    let mut devices = super::groups::groups(ir, op, "replica_groups").unwrap_or_default().concat();
    devices.sort_unstable();
    for (expected, &device) in (0..).zip(&devices) {
        let message = match device.cmp(&expected) {
            std::cmp::Ordering::Equal => continue,
            std::cmp::Ordering::Less if device < 0 => format!("{device} is no device number"),
            std::cmp::Ordering::Less => format!("names device {device} twice"),
            std::cmp::Ordering::Greater => format!("leaves out device {expected}"),
        };
        return Err(Fault::attr("replica_groups", message));
    }
    Ok(())
}

/// Results are operands with dimension `dim` changed as `fits` allows.
fn along(ir: &Ir<'_>, op: OpId, dim: &str, fits: fn(i64, i64) -> bool) -> Checked {
    groups(ir, op)?;
    if ir.results(op).len() != ir.operand_count(op) {
        return Err(Fault::op("must have as many results as operands"));
    }
    for index in 0..ir.operand_count(op) {
        let ((from, _), (to, to_elem)) = (operand(ir, op, index)?, result(ir, op, index)?);
        let place = ir.attr_i64(op, dim).and_then(|dim| usize::try_from(dim).ok()).unwrap_or(usize::MAX);
        if place >= from.len() {
            return Err(Fault::attr(dim, format!("there is no such dimension: there are {}", from.len())));
        }
        let mut expected = from.to_vec();
        let sizes = (from[place], to.get(place).copied().unwrap_or(DYNAMIC));
        if let (true, Some(slot)) = (to.len() == from.len(), to.get(place)) {
            expected[place] = *slot;
        }
        let sized = sizes.0 == DYNAMIC || sizes.1 == DYNAMIC || fits(sizes.0, sizes.1);
        if !compatible_shapes(&expected, to) || !sized {
            let message =
                format!("cannot be of shape {} for an operand of shape {}", shape_text(to), shape_text(from));
            return Err(Fault::result(index, message));
        }
        same_elements(ir, folded_element(ir, op, index)?, to_elem)?;
    }
    Ok(())
}

fn divides(part: i64, whole: i64) -> bool {
    if part == 0 { whole == 0 } else { whole % part == 0 }
}

pub(super) fn all_gather(ir: &Ir<'_>, op: OpId) -> Checked {
    along(ir, op, "all_gather_dim", divides)
}

pub(super) fn reduce_scatter(ir: &Ir<'_>, op: OpId) -> Checked {
    along(ir, op, "scatter_dimension", |from, to| from != 0 && to != 0 && divides(to, from))?;
    reducer(ir, op)
}

pub(super) fn all_reduce(ir: &Ir<'_>, op: OpId) -> Checked {
    groups(ir, op)?;
    inferred(ir, op)?;
    reducer(ir, op)
}

pub(super) fn all_to_all(ir: &Ir<'_>, op: OpId) -> Checked {
    groups(ir, op)?;
    inferred(ir, op)
}

/// Each tensor goes on as it is; the root, if there is one, has a number for each.
pub(super) fn collective_broadcast(ir: &Ir<'_>, op: OpId) -> Checked {
    inferred(ir, op)?;
    if !ir.attr_flag(op, "has_dynamic_root") {
        return Ok(());
    }
    let last = ir.operand_count(op) - 1;
    let (shape, elem) = operand(ir, op, last)?;
    let count = ir.results(op).len() as i64;
    if matches!(ir.ctx.kind(elem), TypeKind::Integer { .. }) && compatible_shapes(shape, &[count]) {
        return Ok(());
    }
    Err(Fault::operand(last, format!("must be the numbers of {count} roots in their groups")))
}

pub(super) fn collective_reduce(ir: &Ir<'_>, op: OpId) -> Checked {
    groups(ir, op)?;
    collective_broadcast(ir, op)?;
    let (_, elem) = operand(ir, op, 0)?;
    takes(ir, op, 0, &[elem, elem])?;
    returns(ir, op, 0, &[ir.ctx.tensor_type(&[], elem)])
}

/// The body combines two scalars of a type to which the elements of all operands are promotable.
fn reducer(ir: &Ir<'_>, op: OpId) -> Checked {
    let elems = (0..ir.operand_count(op)).map(|index| Ok(operand(ir, op, index)?.1));
    match elems.collect::<Result<Vec<Type>, Fault>>()?.as_slice() {
        [] => Err(Fault::op("needs something to reduce")),
        elems => folds(ir, op, 0, &[elems]),
    }
}

pub(super) fn collective_permute(ir: &Ir<'_>, op: OpId) -> Checked {
    let pairs = ir.attr_ints(op, "source_target_pairs").unwrap_or_default();
    let shape = ir
        .attr(op, "source_target_pairs")
        .and_then(|attr| crate::dialects::constraints::attr_type(ir.ctx, attr))
        .and_then(|ty| ir.ctx.shaped(ty));
    if shape.is_some_and(|(shape, _)| shape.last() != Some(&2)) {
        return Err(Fault::attr("source_target_pairs", "each row must be a source and a target"));
    }
    for (end, name) in ["source", "target"].into_iter().enumerate() {
        let mut devices: Vec<i64> = pairs.iter().copied().skip(end).step_by(2).collect();
        devices.sort_unstable();
        if let Some(pair) = devices.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Fault::attr("source_target_pairs", format!("has {} as {name} twice", pair[0])));
        }
        if devices.first().is_some_and(|&device| device < 0) {
            return Err(Fault::attr("source_target_pairs", "has a negative device number"));
        }
    }
    inferred(ir, op)
}

pub(super) fn rng(ir: &Ir<'_>, op: OpId) -> Checked {
    let [(a, a_elem), (b, b_elem)] = [operand(ir, op, 0)?, operand(ir, op, 1)?];
    let (_, elem) = result(ir, op, 0)?;
    if a.is_empty() && b.is_empty() && a_elem == elem && b_elem == elem {
        return Ok(());
    }
    Err(Fault::operand(0, "the parameters must be scalars of the result's element type"))
}

pub(super) fn rng_bit_generator(ir: &Ir<'_>, op: OpId) -> Checked {
    let (state, next) = (operand(ir, op, 0)?, result(ir, op, 0)?);
    if state.1 == next.1 && compatible_shapes(state.0, next.0) {
        return Ok(());
    }
    Err(Fault::result(0, "the next state must have the type of the state"))
}
