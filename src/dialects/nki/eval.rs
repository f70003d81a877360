//! What nki ops do: each calls the machine's function of its name.

use crate::dialects::device::{self, MemoryType, constant_bits, failure};
use crate::ir::{Ir, OpId};
use crate::machine::{
    AluClass, Engine, EvalError, Exec, Machine, MachineError, RtValue, Space, View, instructions as machine,
};
use crate::tensor::ElementType;

use super::{ops, verify};

/// The views of all operands, in order.
fn views(exec: &mut dyn Exec<'_>, op: OpId) -> Result<Vec<View>, EvalError> {
    exec.ir().operands(op).map(|value| exec.memory(value)).collect()
}

/// Runs an instruction on an op's operands.
fn run<const N: usize>(
    exec: &mut dyn Exec<'_>,
    op: OpId,
    instruction: impl FnOnce(&mut Machine, [&View; N]) -> Result<(), MachineError>,
) -> Result<(), EvalError> {
    let views = views(exec, op)?;
    device::execute(exec, op, &views, instruction)
}

pub(super) fn call(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let callee = ir.attr(op, "callee").and_then(|attr| ir.ctx.as_symbol(attr)).unwrap_or_default();
    device::call(exec, op, callee)
}

pub(super) fn alloc(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let tile = MemoryType::of(ir, ir.result(op, 0))?;
    let view = device::allocate(exec, op, &tile)?;
    exec.set(ir.result(op, 0), RtValue::Memory(view));
    Ok(())
}

pub(super) fn view(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let view = ops::View(op);
    let whole = exec.memory(view.source(ir))?;
    let part = device::view_of(ir, view.source(ir), &verify::view_pattern(ir, view)?, &whole)?;
    exec.set(ir.result(op, 0), RtValue::Memory(part));
    Ok(())
}

pub(super) fn dma_copy(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    run(exec, op, |m, [dst, src]| machine::dma_copy(m, dst, src))
}

pub(super) fn max8(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    run(exec, op, |m, [dst, src]| machine::max8(m, dst, src))
}

pub(super) fn nc_find_index8(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    run(exec, op, |m, [dst, data, vals]| machine::find_index8(m, dst, data, vals))
}

pub(super) fn nc_match_replace8(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let imm = device::float(exec.ir(), op, "imm");
    if exec.ir().operand_count(op) > 3 {
        run(exec, op, |m, [dst, data, vals, idx]| machine::match_replace8(m, dst, data, vals, imm, Some(idx)))
    } else {
        run(exec, op, |m, [dst, data, vals]| machine::match_replace8(m, dst, data, vals, imm, None))
    }
}

pub(super) fn tensor_copy(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    run(exec, op, |m, [dst, src]| machine::tensor_copy(m, dst, src))
}

pub(super) fn memset(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let dst = MemoryType::of(ir, ir.operand(op, 0))?;
    let bits = ir
        .attr(op, "value")
        .and_then(|value| constant_bits(ir.ctx, value, dst.dtype))
        .ok_or_else(|| EvalError::new("has a value that is no number"))?;
    run(exec, op, |m, [dst]| machine::memset(m, dst, bits))
}

pub(super) fn iota(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let pattern = device::ramp(&ir.attr_ints(op, "pattern").unwrap_or_default());
    let [offset, multiplier] = ["offset", "channel_multiplier"].map(|name| device::int(ir, op, name) as i32);
    run(exec, op, |m, [dst]| machine::iota(m, dst, &pattern, offset, multiplier))
}

pub(super) fn nc_n_gather(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    run(exec, op, |m, [dst, data, indices]| machine::nc_n_gather(m, dst, data, indices))
}

pub(super) fn tensor_tensor(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let alu = verify::tensor_tensor_op(exec.ir(), op)?;
    let engine = tensor_tensor_engine(exec.ir(), op);
    run(exec, op, |m, [dst, data1, data2]| machine::tensor_tensor(m, dst, data1, data2, alu, engine))
}

/// The engine of a `nki.tensor_tensor` that leaves it open: GpSimd, which computes 32-bit integers exactly, when all
/// operands are such and none is in PSUM; else Vector (spec nki_isa.md §3).
pub fn tensor_tensor_engine(ir: &Ir<'_>, op: OpId) -> Engine {
    match Engine::from_nki_name(device::text(ir, op, "engine")) {
        Some(engine) if engine != Engine::Unassigned => return engine,
        _ => {}
    }
    let native = |value| {
        MemoryType::of(ir, value).is_ok_and(|tile| {
            matches!(tile.dtype, ElementType::S32 | ElementType::U32) && tile.space != Space::Psum
        })
    };
    let bits = verify::tensor_tensor_op(ir, op).is_ok_and(|alu| alu.info().class == AluClass::Bitvec);
    if !bits && ir.operands(op).all(native) { Engine::Pool } else { Engine::Dve }
}

pub(super) fn tensor_scalar(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let steps = verify::tensor_scalar_steps(ir, op)?;
    let views: Vec<(usize, View)> = views(exec, op)?.into_iter().enumerate().collect();
    let [(_, dst), (_, data), ..] = &views[..] else { return Err(EvalError::new("lacks an operand")) };
    let steps = device::machine_steps(&steps, &views)?;
    machine::tensor_scalar(exec.machine(), dst, data, &steps).map_err(|error| failure(ir, op, error))
}
