//! What nki ops do: each calls the machine's function of its name.

use crate::dialects::device::{self, Direction, MemoryType, constant_bits, failure};
use crate::ir::{Ir, OpId};
use crate::machine::instructions::{Accumulation, ActivationArgs, DmaWrite, ScalarOperand, VectorOffset};
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
    dma(exec, op, DmaWrite::Copy)
}

pub(super) fn dma_compute(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    dma(exec, op, DmaWrite::Add)
}

fn dma(exec: &mut dyn Exec<'_>, op: OpId, write: DmaWrite) -> Result<(), EvalError> {
    let ir = exec.ir();
    let Some(direction) = verify::indirect(ir, op)? else {
        return run(exec, op, |m, [dst, src]| match write {
            DmaWrite::Copy => machine::dma_copy(m, dst, src),
            DmaWrite::Add => machine::dma_add(m, dst, src),
        });
    };
    let [elements, row_elements] = verify::indexed_rows(ir, op, direction)?;
    let skips = device::text(ir, op, "oob_mode") == "skip";
    run(exec, op, |m, [dst, src, indices]| {
        let offset = VectorOffset::new(indices, elements, row_elements, skips, write);
        match direction {
            Direction::Gather => machine::dma_gather(m, dst, src, offset),
            Direction::Scatter => machine::dma_scatter(m, dst, src, offset),
        }
    })
}

pub(super) fn dma_transpose(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let shape: Vec<usize> =
        MemoryType::of(ir, ir.operand(op, 1))?.shape.iter().map(|&dim| dim as usize).collect();
    let axes: Vec<usize> =
        ir.attr_ints(op, "axes").unwrap_or_default().iter().map(|&axis| axis as usize).collect();
    run(exec, op, |m, [dst, src]| machine::dma_transpose(m, dst, src, &shape, &axes))
}

pub(super) fn nc_matmul(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let accumulation = match ir.attr(op, "accumulate").and_then(|flag| ir.ctx.as_bool(flag)) {
        None => Accumulation::Automatic,
        Some(false) => Accumulation::Overwrite,
        Some(true) => Accumulation::Add,
    };
    let transposes = device::flag(ir, op, "is_transpose");
    run(exec, op, |m, [dst, stationary, moving]| match transposes {
        true => machine::pe_transpose(m, dst, stationary, moving),
        false => machine::nc_matmul(m, dst, stationary, moving, accumulation),
    })
}

pub(super) fn activation(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let (function, reduce) = (verify::activation_function(ir, op)?, verify::reduce_command(ir, op)?);
    let views = views(exec, op)?;
    let of = |slot: usize| ir.operand_range(op, slot).next().and_then(|index| views.get(index));
    let number = |slot: usize, imm: &str, otherwise: f32| match of(slot) {
        Some(view) => ScalarOperand::PerPartition(view),
        None => ScalarOperand::Float(device::float_or(ir, op, imm, otherwise)),
    };
    let args = ActivationArgs {
        function,
        bias: number(verify::BIAS, "bias_imm", 0.0),
        scale: number(verify::SCALE, "scale_imm", 1.0),
        reduce,
        reduce_res: of(verify::REDUCE_RES),
    };
    device::execute(exec, op, &views[..2], |m, [dst, data]| machine::activation(m, dst, data, args))
}

pub(super) fn tensor_reduce(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let (alu, negate) = (verify::reduction(exec.ir(), op)?, device::flag(exec.ir(), op, "negate"));
    run(exec, op, |m, [dst, data]| machine::tensor_reduce(m, dst, data, alu, negate))
}

pub(super) fn reciprocal(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    run(exec, op, |m, [dst, data]| machine::reciprocal(m, dst, data))
}

pub(super) fn nc_stream_shuffle(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let mask = device::shuffle_mask(&exec.ir().attr_ints(op, "shuffle_mask").unwrap_or_default());
    run(exec, op, |m, [dst, src]| machine::stream_shuffle(m, dst, src, &mask))
}

pub(super) fn tensor_copy_predicated(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let reverse = device::flag(exec.ir(), op, "reverse_pred");
    run(exec, op, |m, [dst, src, predicate]| machine::copy_predicated(m, dst, src, predicate, reverse))
}

pub(super) fn affine_select(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let pattern = device::ramp(&ir.attr_ints(op, "pattern").unwrap_or_default());
    let affine = device::affine(ir, op, &pattern, "offset");
    let (compare, otherwise) = (verify::comparison(ir, op)?, device::float(ir, op, "on_false_value"));
    run(exec, op, |m, [dst, tile]| machine::affine_select(m, dst, tile, affine, compare, otherwise))
}

pub(super) fn sendrecv(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let link = verify::link(exec.ir(), op)?;
    run(exec, op, |m, [dst, src]| m.sendrecv(dst, src, device::core_ranks(link), link.pipe))
}

pub(super) fn core_barrier(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    run(exec, op, |m, [data]| m.core_barrier(data))
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
    let affine = device::affine(ir, op, &pattern, "offset");
    run(exec, op, |m, [dst]| machine::iota(m, dst, affine))
}

pub(super) fn nc_n_gather(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    run(exec, op, |m, [dst, data, indices]| machine::nc_n_gather(m, dst, data, indices))
}

pub(super) fn tensor_tensor(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let alu = verify::tensor_tensor_op(exec.ir(), op)?;
    let engine = tensor_tensor_engine(exec.ir(), op);
    run(exec, op, |m, [dst, data1, data2]| machine::tensor_tensor(m, dst, data1, data2, alu, engine))
}

/// The engine that an op asks for, unless it leaves it open.
fn asked_engine(ir: &Ir<'_>, op: OpId) -> Option<Engine> {
    Engine::from_nki_name(device::text(ir, op, "engine")).filter(|&engine| engine != Engine::Unassigned)
}

/// The engine of a `nki.tensor_scalar` that leaves it open: the only one that computes a step, else Vector.
pub fn tensor_scalar_engine(ir: &Ir<'_>, op: OpId) -> Engine {
    let steps = verify::tensor_scalar_steps(ir, op).unwrap_or_default();
    let needed = || steps.iter().find_map(|step| device::only_engine(step.op));
    asked_engine(ir, op).or_else(needed).unwrap_or(Engine::Dve)
}

/// The engine of a `nki.tensor_tensor` that leaves it open: the only one that computes the operation, or GpSimd, which
/// computes 32-bit integers exactly, when all operands are such and none is in PSUM; else Vector (spec nki_isa.md §3).
pub fn tensor_tensor_engine(ir: &Ir<'_>, op: OpId) -> Engine {
    let alu = verify::tensor_tensor_op(ir, op).ok();
    if let Some(engine) = asked_engine(ir, op).or_else(|| device::only_engine(alu?)) {
        return engine;
    }
    let native = |value| {
        MemoryType::of(ir, value).is_ok_and(|tile| {
            matches!(tile.dtype, ElementType::S32 | ElementType::U32) && tile.space != Space::Psum
        })
    };
    let bits = alu.is_some_and(|alu| alu.info().class == AluClass::Bitvec);
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
