//! The rules of bir ops beyond their declarations (spec bir.md §6 to §8 and §10).

use crate::dialects::device::{self, AccessPattern, MemoryType, Operand, Step};
use crate::ir::{Attr, Fault, Ir, OpId};
use crate::machine::{AluOp, Engine, Limits, Space};

use super::{instruction_types, ops};

/// The ALU operation of BIR's name.
fn alu(name: &str) -> Option<AluOp> {
    AluOp::from_name(name).filter(|op| op.info().name == name)
}

/// The engine that an instruction runs on: one of its type's.
pub fn engine(ir: &Ir<'_>, op: OpId) -> Result<Engine, Fault> {
    let name = ir.name(op).strip_prefix("bir.").unwrap_or_default();
    let legal = instruction_types::by_name(name).map_or(&[][..], |row| row.engines);
    device::engine(ir, op, Engine::from_bir_name, Engine::bir_name, legal)
}

/// The access pattern of operand `index`.
pub(super) fn access(ir: &Ir<'_>, op: OpId, index: usize) -> Result<AccessPattern, Fault> {
    let fault = |why: &str| Fault::attr("access", format!("access pattern #{index} {why}"));
    let list = access_list(ir, op).get(index).and_then(|&attr| ir.ctx.as_ints(attr));
    let list =
        list.ok_or_else(|| fault("must be a list of integers: offset, step0, num0, step1, num1, ..."))?;
    AccessPattern::from_list(&list).map_err(|why| fault(&why))
}

fn access_list<'c>(ir: &Ir<'c>, op: OpId) -> &'c [Attr] {
    let ctx = ir.ctx;
    ir.attr(op, "access").and_then(|attr| ctx.as_array(attr)).unwrap_or(&[])
}

/// The operands in order. Errors unless there is an access pattern for each, within its memory.
pub fn operands(ir: &Ir<'_>, op: OpId) -> Result<Vec<Operand>, Fault> {
    let (patterns, count) = (access_list(ir, op).len(), ir.operand_count(op));
    if patterns != count {
        let message = format!("has {patterns} access patterns for {count} operands: one for each");
        return Err(Fault::attr("access", message));
    }
    (0..count)
        .map(|index| {
            let value = ir.operand(op, index);
            let memory = MemoryType::of(ir, value)?;
            let mut operand = Operand::new(ir, op, index, &memory, &access(ir, op, index)?)
                .map_err(|why| Fault::attr("access", format!("access pattern #{index} {why}")))?;
            if let Some(alloc) = ir.def_op(value).filter(|&def| ir.is(def, ops::Alloc::NAME)) {
                operand.start_partition += device::int(ir, alloc, "start_partition");
            }
            Ok(operand)
        })
        .collect()
}

/// The operands of an instruction that has exactly `N`.
fn exactly<const N: usize>(ir: &Ir<'_>, op: OpId) -> Result<[Operand; N], Fault> {
    operands(ir, op)?.try_into().map_err(|_| Fault::op(format!("takes {N} operands")))
}

/// Errors unless the target has the instruction.
fn on_target(ir: &Ir<'_>, op: OpId) -> Result<&'static Limits, Fault> {
    let limits = device::limits(ir, op)?;
    let name = ir.name(op).strip_prefix("bir.").unwrap_or_default();
    match instruction_types::by_name(name).and_then(|row| row.since) {
        Some(since) if limits.nc_version < since => Err(Fault::op(format!(
            "exists from NC-v{since} on: {} is NC-v{}",
            limits.name, limits.nc_version
        ))),
        _ => Ok(limits),
    }
}

pub(super) fn kernel(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    if device::signature(ir, op).is_none() {
        let fault = Fault::op(
            "takes DRAM tensors as arguments only: the inputs, then the outputs (!bir.mem<..., dram>)",
        );
        return Err(Fault { part: crate::ir::Part::Region(0), ..fault });
    }
    Ok(())
}

/// An address is that of the first byte in each partition: aligned to the element, the whole handle within the usable
/// memory, and the partitions where an instruction may start.
pub(super) fn alloc(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let memory = MemoryType::of(ir, ir.result(op, 0))?;
    let limits = device::limits(ir, op)?;
    memory.check_size(limits)?;
    let address = ir.attr_i64(op, "address");
    let start = device::int(ir, op, "start_partition");
    let available = match memory.space {
        Space::Hbm if address.is_some() => {
            return Err(Fault::attr(
                "address",
                "attribute 'address' has no meaning in dram: only on-chip memory is allocated",
            ));
        }
        Space::Hbm => i64::MAX,
        Space::Sbuf => limits.sbuf_usable_bytes().into(),
        Space::Psum => limits.psum_bytes().into(),
    };
    if memory.space != Space::Hbm {
        let legal = u32::try_from(start)
            .is_ok_and(|start| limits.legal_start_partition(start, memory.partitions() as u32));
        if !legal {
            let message = format!("{} partitions cannot start at partition {start}", memory.partitions());
            return Err(Fault::attr("start_partition", message));
        }
    }
    let Some(address) = address else { return Ok(()) };
    let bytes = memory.dtype.bytes() as i64;
    if address < 0 || address % bytes != 0 {
        let message = format!("address {address} is not aligned to the {bytes} bytes of {}", memory.dtype);
        return Err(Fault::attr("address", message));
    }
    let end = address.checked_add(memory.row_elements() * bytes);
    if end.is_none_or(|end| end > available) {
        let message = format!(
            "address {address} and {} bytes per partition pass the {available} that {} has for programs",
            memory.row_elements() * bytes,
            limits.name
        );
        return Err(Fault::attr("address", message));
    }
    Ok(())
}

pub(super) fn dma_copy(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    engine(ir, op)?;
    let hwdge = device::word(ir, op, "dge_type", &["None", "SWDGE", "HWDGE", "Unassigned"])? == "HWDGE";
    device::word(ir, op, "mode", &["Copy", "Transpose", "CCE", "Replicate"])?;
    let [src, dst] = exactly(ir, op)?;
    device::dma_copy(&dst, &src, hwdge, on_target(ir, op)?)
}

pub(super) fn max(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    engine(ir, op)?;
    let [data, maxvals] = exactly(ir, op)?;
    device::max8(&maxvals, &data, on_target(ir, op)?)
}

pub(super) fn max_index(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    engine(ir, op)?;
    let [maxvals, data, indices] = exactly(ir, op)?;
    device::find_index8(&indices, &data, &maxvals, on_target(ir, op)?)
}

pub(super) fn match_replace(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    engine(ir, op)?;
    let [maxvals, data, replaced] = exactly(ir, op)?;
    device::match_replace8(&replaced, &data, &maxvals, None, on_target(ir, op)?)
}

pub(super) fn max_index_and_match_replace(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    engine(ir, op)?;
    let [maxvals, data, replaced, indices] = exactly(ir, op)?;
    let limits = on_target(ir, op).map_err(|fault| {
        fault.help("the split form is bir.MaxIndex for the positions, then bir.MatchReplace")
    })?;
    device::match_replace8(&replaced, &data, &maxvals, Some(&indices), limits)
}

pub(super) fn tensor_copy(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let engine = engine(ir, op)?;
    let [src, dst] = exactly(ir, op)?;
    device::tensor_copy(&dst, &src, engine, on_target(ir, op)?)
}

pub(super) fn memset(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let engine = engine(ir, op)?;
    device::word(ir, op, "mode", &["Const", "Random"])?;
    let [dst] = exactly(ir, op)?;
    device::memset(&dst, engine, on_target(ir, op)?)?;
    let (constant, bits) = (device::int(ir, op, "constant"), 8 * dst.dtype.bytes() as u32);
    if bits < i64::BITS && (constant < 0 || constant >> bits != 0) {
        let message =
            format!("{constant:#x} is not the bit pattern of one {} ({bits} bits, not negative)", dst.dtype);
        return Err(Fault::attr("constant", message));
    }
    Ok(())
}

pub(super) fn iota(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    engine(ir, op)?;
    let [dst] = exactly(ir, op)?;
    let numbers = ["base", "channel_multiplier"].map(|name| (name, device::int(ir, op, name)));
    device::iota(&dst, &ir.attr_ints(op, "pattern").unwrap_or_default(), numbers, on_target(ir, op)?)
}

pub(super) fn gather(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    engine(ir, op)?;
    let [data, indices, dst] = exactly(ir, op)?;
    device::nc_n_gather(&dst, &data, &indices, on_target(ir, op)?)
}

/// The operation of TensorTensor.
pub(super) fn tensor_tensor_op(ir: &Ir<'_>, op: OpId) -> Result<AluOp, Fault> {
    let name = device::text(ir, op, "op");
    alu(name).ok_or_else(|| Fault::attr("op", format!("'{name}' is no AluOpType")))
}

/// The names of EngineAccumulationType (spec bir.md §9).
const ACCUMULATION: &[&str] =
    &["Idle", "Zero", "Accumulate", "ZeroAccumulate", "AddAccumulate", "LoadAccumulate"];

pub(super) fn tensor_tensor(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let engine = engine(ir, op)?;
    let alu = tensor_tensor_op(ir, op)?;
    if ir.attr(op, "acc").is_some() {
        device::word(ir, op, "acc", ACCUMULATION)?;
    }
    let [in0, in1, dst] = exactly(ir, op)?;
    device::tensor_tensor(&dst, &in0, &in1, alu, engine, on_target(ir, op)?)
}

/// The steps of TensorScalarPtr. A first step that does nothing, in front of one that does, is illegal (spec bir.md §8).
pub(super) fn tensor_scalar_steps(ir: &Ir<'_>, op: OpId) -> Result<Vec<Step>, Fault> {
    const SCALAR_SLOTS: [usize; 2] = [1, 2];
    let steps = device::steps(ir, op, SCALAR_SLOTS, alu)?;
    match &steps[..] {
        [first, second] if first.op == AluOp::Bypass => Err(Fault::attr(
            second.op_attr,
            "op1 must be bypass where op0 is: op1 other than bypass requires op0 other than bypass",
        )),
        _ => Ok(steps),
    }
}

pub(super) fn tensor_scalar_ptr(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let engine = engine(ir, op)?;
    let steps = tensor_scalar_steps(ir, op)?;
    let refused = |step: &&Step| {
        matches!(step.op, AluOp::Divide | AluOp::Mod | AluOp::ModInt)
            || step.op == AluOp::Pow && engine == Engine::Dve
    };
    if let Some(step) = steps.iter().find(refused) {
        let message =
            format!("TensorScalar has no '{}': the ISA refuses divide, pow and mod", step.op.info().name);
        return Err(Fault::attr(step.op_attr, message));
    }
    let operands = operands(ir, op)?;
    let [data, scalars @ .., dst] = &operands[..] else { return Err(Fault::op("lacks an operand")) };
    let scalars: Vec<&Operand> = scalars.iter().collect();
    device::tensor_scalar(dst, data, &scalars, &steps, engine, on_target(ir, op)?)
}
