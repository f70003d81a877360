//! What the ops of `sdy` compute on whole tensors, as one device that holds all parts would.

use crate::dialects::elements::tensor_of_attr;
use crate::ir::{AttrKind, Ir, OpId};
use crate::machine::{EvalError, Exec, RtValue};

type Eval = Result<(), EvalError>;

/// Where the parts of a tensor are does not change it.
pub(super) fn identity(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let ir = exec.ir();
    let value = exec.value(ir.operand(op, 0))?;
    exec.set(ir.result(op, 0), value);
    Ok(())
}

pub(super) fn nothing(_: &mut dyn Exec<'_>, _: OpId) -> Eval {
    Ok(())
}

pub(super) fn constant(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let ir = exec.ir();
    let tensor = ir.attr(op, "value").and_then(|value| tensor_of_attr(ir.ctx, value));
    exec.set_tensor(op, tensor.ok_or_else(|| EvalError::unsupported("holds a value that is no tensor"))?);
    Ok(())
}

pub(super) fn sum_over_devices(_: &mut dyn Exec<'_>, _: OpId) -> Eval {
    Err(EvalError::unsupported("sums what several devices hold: only one is run"))
}

/// The body is what each device does; it is run where there is one device along each manual axis.
pub(super) fn manual(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    if let Some((axis, size)) = split_axis(exec.ir(), op) {
        let size = size.map_or("an unknown number of".to_string(), |size| size.to_string());
        return Err(EvalError::unsupported(format!(
            "is what each of {size} devices along axis {axis:?} does: only one is run"
        )));
    }
    // With one device along each axis the parts are the whole tensors.
    super::verify::named(exec.ir(), op)?;
    named(exec, op)
}

/// The body is run on the operands.
pub(super) fn named(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let ir = exec.ir();
    let operands: Vec<RtValue> = ir.operands(op).map(|value| exec.value(value)).collect::<Result<_, _>>()?;
    let results = exec.run_region(ir.region(op, 0), &operands)?;
    if results.len() != ir.results(op).len() {
        return Err(EvalError::new("returns another number of values than it has results"));
    }
    ir.results(op).iter().zip(results).for_each(|(&result, value)| exec.set(result, value));
    Ok(())
}

/// The first manual axis along which there is more than one device, or an unknown number of them, and that number.
fn split_axis<'i>(ir: &'i Ir<'_>, op: OpId) -> Option<(&'i str, Option<u64>)> {
    let meshes: Vec<&str> =
        ["in_shardings", "out_shardings"].iter().flat_map(|name| meshes(ir, op, name)).collect();
    let sizes = |axis: &str| meshes.iter().find_map(|mesh| axis_size(mesh, axis));
    // Every other piece between quotes is a name.
    let axes = text(ir, op, "manual_axes").split('"').skip(1).step_by(2);
    axes.map(|axis| (axis, sizes(axis))).find(|(_, size)| *size != Some(1))
}

/// The text of an attribute of the dialect.
fn text<'i>(ir: &'i Ir<'_>, op: OpId, name: &str) -> &'i str {
    match ir.attr(op, name).map(|attr| ir.ctx.attr_kind(attr)) {
        Some(AttrKind::Opaque { body, .. }) => ir.ctx.text(*body),
        _ => "",
    }
}

/// The meshes that shardings name or hold.
fn meshes<'i>(ir: &'i Ir<'_>, op: OpId, shardings: &str) -> Vec<&'i str> {
    let shardings = text(ir, op, shardings);
    let named = shardings.split('@').skip(1).filter_map(|rest| {
        let end = rest.find(',').unwrap_or(rest.len());
        let mesh = ir.resolve_symbol(op, rest[..end].trim().trim_matches('"'))?;
        Some(text(ir, mesh, "mesh"))
    });
    named.chain(shardings.split("<mesh").skip(1)).collect()
}

/// The size of an axis of a mesh such as `<["x"=2, "y"=4]>`.
fn axis_size(mesh: &str, axis: &str) -> Option<u64> {
    let mut rest = mesh;
    while let Some((_, behind)) = rest.split_once('"') {
        let (name, behind) = behind.split_once('"')?;
        rest = behind;
        if let Some(size) = behind.trim_start().strip_prefix('=').filter(|_| name == axis) {
            let size = size.trim_start();
            return size[..size.find(|c: char| !c.is_ascii_digit()).unwrap_or(size.len())].parse().ok();
        }
    }
    None
}
