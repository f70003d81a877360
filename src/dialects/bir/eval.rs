//! What bir instructions do: each calls the machine's function that the nki op of the same meaning calls.

use crate::dialects::device::{self, MemoryType, failure};
use crate::ir::OpId;
use crate::machine::instructions::{ActivationArgs, DmaWrite, ScalarOperand, VectorOffset};
use crate::machine::{EvalError, Exec, Machine, MachineError, RtValue, Space, View, instructions as machine};

use super::verify;

/// The views of all operands, in order, as their access patterns say.
fn views(exec: &mut dyn Exec<'_>, op: OpId) -> Result<Vec<View>, EvalError> {
    let ir = exec.ir();
    ir.operands(op)
        .enumerate()
        .map(|(index, value)| {
            let whole = exec.memory(value)?;
            Ok(device::view_of(ir, value, &verify::access(ir, op, index)?, &whole)?)
        })
        .collect()
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

/// Memory at an address if it has one, else on its own; poisoned either way.
pub(super) fn alloc(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let memory = MemoryType::of(ir, ir.result(op, 0))?;
    let machine = exec.machine();
    let placed = match (ir.attr_i64(op, "address"), memory.space) {
        (Some(address), Space::Sbuf) => Some((machine.sbuf(), address)),
        (Some(address), Space::Psum) => Some((machine.psum(), address)),
        _ => None,
    };
    let view = match placed {
        Some((buffer, address)) => {
            let start = device::int(ir, op, "start_partition");
            let view = memory.whole(buffer).at(start as u32, address as usize);
            machine.poison(&view).map_err(|error| failure(ir, op, error))?;
            view
        }
        None => device::allocate(exec, op, &memory)?,
    };
    exec.set(ir.result(op, 0), RtValue::Memory(view));
    Ok(())
}

pub(super) fn dma_copy(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let write = verify::dma_write(ir, op)?;
    match device::text(ir, op, "mode") {
        "Copy" | "CCE" => {}
        "Transpose" => return dma_transpose(exec, op),
        mode => return Err(EvalError::unsupported(format!("DMACopy of mode {mode} has no meaning here"))),
    }
    if ir.operand_count(op) == 2 {
        return run(exec, op, |m, [src, dst]| match write {
            DmaWrite::Copy => machine::dma_copy(m, dst, src),
            DmaWrite::Add => machine::dma_add(m, dst, src),
        });
    }
    let [elements, row] = verify::indexed_rows(ir, op, 0)?;
    let skips = !device::flag(ir, op, "oob_is_err");
    run(exec, op, |m, [src, index, dst]| {
        machine::dma_gather(m, dst, src, VectorOffset::new(index, elements, row, skips, write))
    })
}

fn dma_transpose(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let sizes = |list: Vec<i64>| list.into_iter().map(|size| size as usize).collect::<Vec<_>>();
    let shape = sizes(verify::access(ir, op, 0)?.shape());
    let axes = sizes(ir.attr_ints(op, "transpose_op").unwrap_or_default());
    run(exec, op, |m, [src, dst]| machine::dma_transpose(m, dst, src, &shape, &axes))
}

pub(super) fn generic_indirect_save(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let [elements, row] = verify::indexed_rows(ir, op, 2)?;
    let skips = !device::flag(ir, op, "oob_is_err");
    let write = if device::text(ir, op, "op") == "add" { DmaWrite::Add } else { DmaWrite::Copy };
    run(exec, op, |m, [src, index, dst]| {
        machine::dma_scatter(m, dst, src, VectorOffset::new(index, elements, row, skips, write))
    })
}

pub(super) fn matmult(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let accumulation = verify::accumulation(exec.ir(), op);
    let transposes = device::flag(exec.ir(), op, "is_transpose");
    run(exec, op, |m, [moving, stationary, dst]| match transposes {
        true => machine::pe_transpose(m, dst, stationary, moving),
        false => machine::nc_matmul(m, dst, stationary, moving, accumulation),
    })
}

pub(super) fn activation(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let (function, reduce) = (verify::activation_function(ir, op)?, verify::reduce_command(ir, op)?);
    let views = views(exec, op)?;
    let of = |slot: usize| ir.operand_range(op, slot).next().and_then(|index| views.get(index));
    let number = |slot: usize, imm: &str| match of(slot) {
        Some(view) => ScalarOperand::PerPartition(view),
        None => ScalarOperand::Float(device::float(ir, op, imm)),
    };
    let args = ActivationArgs {
        function,
        bias: number(verify::BIAS, "bias_imm"),
        scale: number(verify::SCALE, "scale"),
        reduce,
        reduce_res: of(verify::RESULT),
    };
    let (Some(data), Some(dst)) = (of(0), of(3)) else { return Err(EvalError::new("lacks an operand")) };
    machine::activation(exec.machine(), dst, data, args).map_err(|error| failure(ir, op, error))
}

pub(super) fn tensor_reduce(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let (alu, negate) = (verify::named_alu(exec.ir(), op, "op")?, device::flag(exec.ir(), op, "negate"));
    run(exec, op, |m, [data, dst]| machine::tensor_reduce(m, dst, data, alu, negate))
}

pub(super) fn reciprocal(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    run(exec, op, |m, [data, dst]| machine::reciprocal(m, dst, data))
}

pub(super) fn stream_shuffle(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let mask = device::shuffle_mask(&exec.ir().attr_ints(op, "mask").unwrap_or_default());
    run(exec, op, |m, [src, dst]| machine::stream_shuffle(m, dst, src, &mask))
}

pub(super) fn copy_predicated(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let reverse = device::flag(exec.ir(), op, "reverse_pred");
    run(exec, op, |m, [src, predicate, dst]| machine::copy_predicated(m, dst, src, predicate, reverse))
}

pub(super) fn affine_select(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let pattern = device::ramp(&ir.attr_ints(op, "pattern").unwrap_or_default());
    let affine = device::affine(ir, op, &pattern, "base");
    let (compare, fill) = (verify::named_alu(ir, op, "compare_op")?, device::float(ir, op, "fill_value"));
    run(exec, op, |m, [data, dst]| machine::affine_select(m, dst, data, affine, compare, fill))
}

pub(super) fn collective_compute(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let link = verify::link(exec.ir(), op);
    run(exec, op, |m, [src, dst]| m.sendrecv(dst, src, device::core_ranks(link), link.pipe))
}

pub(super) fn core_barrier(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    run(exec, op, |m, [data]| m.core_barrier(data))
}

pub(super) fn max(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    run(exec, op, |m, [data, maxvals]| machine::max8(m, maxvals, data))
}

pub(super) fn max_index(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    run(exec, op, |m, [maxvals, data, indices]| machine::find_index8(m, indices, data, maxvals))
}

pub(super) fn match_replace(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let imm = device::float(exec.ir(), op, "imm_value");
    run(exec, op, |m, [maxvals, data, replaced]| {
        machine::match_replace8(m, replaced, data, maxvals, imm, None)
    })
}

pub(super) fn max_index_and_match_replace(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let imm = device::float(exec.ir(), op, "imm_value");
    run(exec, op, |m, [maxvals, data, replaced, indices]| {
        machine::match_replace8(m, replaced, data, maxvals, imm, Some(indices))
    })
}

pub(super) fn tensor_copy(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    run(exec, op, |m, [src, dst]| machine::tensor_copy(m, dst, src))
}

pub(super) fn memset(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    if device::text(ir, op, "mode") != "Const" {
        return Err(EvalError::unsupported("Memset with random numbers has no meaning here"));
    }
    let constant = device::int(ir, op, "constant").cast_unsigned();
    run(exec, op, |m, [dst]| machine::memset(m, dst, constant))
}

pub(super) fn iota(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let pattern = device::ramp(&ir.attr_ints(op, "pattern").unwrap_or_default());
    let affine = device::affine(ir, op, &pattern, "base");
    run(exec, op, |m, [dst]| machine::iota(m, dst, affine))
}

pub(super) fn gather(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    run(exec, op, |m, [data, indices, dst]| machine::nc_n_gather(m, dst, data, indices))
}

pub(super) fn tensor_tensor(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    if let Some(acc) = ir.attr_text(op, "acc").filter(|acc| *acc != "Idle") {
        return Err(EvalError::unsupported(format!(
            "TensorTensor with accumulation {acc} has no meaning here"
        )));
    }
    let (alu, engine) = (verify::named_alu(ir, op, "op")?, verify::engine(ir, op)?);
    run(exec, op, |m, [in0, in1, dst]| machine::tensor_tensor(m, dst, in0, in1, alu, engine))
}

pub(super) fn tensor_scalar_ptr(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let steps = verify::tensor_scalar_steps(ir, op)?;
    let views: Vec<(usize, View)> = views(exec, op)?.into_iter().enumerate().collect();
    let [(_, data), .., (_, dst)] = &views[..] else { return Err(EvalError::new("lacks an operand")) };
    let steps = device::machine_steps(&steps, &views)?;
    machine::tensor_scalar(exec.machine(), dst, data, &steps).map_err(|error| failure(ir, op, error))
}
