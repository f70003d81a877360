//! The rules of bir ops beyond their declarations (spec bir.md §6 to §8 and §10).

use crate::dialects::device::{self, AccessPattern, MemoryType, Operand, Step};
use crate::ir::{Attr, Fault, Ir, OpId};
use crate::machine::instructions::{Accumulation, ActivationFunction, DmaWrite, ReduceCommand};
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
                let address = device::int(ir, alloc, "address");
                operand.bytes = operand.bytes.start + address..operand.bytes.end + address;
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
    let limits = device::limits(ir, op);
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
    device::verify_cores(ir, op, ops::Core::NAME)
}

/// An address is that of the first byte in each partition: aligned to the element, the whole handle within the usable
/// memory, and the partitions where an instruction may start.
pub(super) fn alloc(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let memory = MemoryType::of(ir, ir.result(op, 0))?;
    let limits = device::limits(ir, op);
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

/// Whether the hardware makes the descriptors.
fn hwdge(ir: &Ir<'_>, op: OpId) -> Result<bool, Fault> {
    Ok(device::word(ir, op, "dge_type", &["None", "SWDGE", "HWDGE", "Unassigned"])? == "HWDGE")
}

/// The elements of the tensor that an indirect DMA indexes, and from one of its rows to the next.
pub(super) fn indexed_rows(ir: &Ir<'_>, op: OpId, operand: usize) -> Result<[i64; 2], Fault> {
    let memory = MemoryType::of(ir, ir.operand(op, operand))?;
    let row = memory.shape.iter().skip(1).product();
    Ok([memory.row_elements(), ir.attr_i64(op, "row_elements").unwrap_or(row)])
}

/// What a DMA does with the elements that arrive.
pub(super) fn dma_write(ir: &Ir<'_>, op: OpId) -> Result<DmaWrite, Fault> {
    let cce = device::word(ir, op, "mode", &["Copy", "Transpose", "CCE", "Replicate"])? == "CCE";
    match (cce, ir.attr_text(op, "cce_op")) {
        (false, None) => Ok(DmaWrite::Copy),
        (false, Some(_)) => Err(Fault::attr("cce_op", "has a meaning in mode CCE only")),
        (true, Some("add")) => Ok(DmaWrite::Add),
        (true, _) => Err(Fault::attr("cce_op", "must be add in mode CCE")),
    }
}

pub(super) fn dma_copy(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    engine(ir, op)?;
    let hwdge = hwdge(ir, op)?;
    dma_write(ir, op)?;
    let operands = operands(ir, op)?;
    let limits = on_target(ir, op)?;
    let transposes = device::text(ir, op, "mode") == "Transpose";
    match &operands[..] {
        [src, dst] if transposes => {
            let axes = ir.attr_ints(op, "transpose_op").unwrap_or_default();
            let shapes = [access(ir, op, 1)?.shape(), access(ir, op, 0)?.shape()];
            device::dma_transpose(dst, src, [&shapes[0], &shapes[1]], &axes, hwdge, limits)
        }
        [src, dst] if device::flag(ir, op, "oob_is_err") => device::dma_copy(dst, src, hwdge, limits),
        [_, _] => Err(Fault::attr("oob_is_err", "can be false only with a vector_offset")),
        [src, index, dst] if !transposes => {
            device::dma_copy(dst, src, hwdge, limits)?;
            let [elements, row] = indexed_rows(ir, op, 0)?;
            device::vector_offset(src, index, hwdge, elements, row)
        }
        _ => Err(Fault::op("cannot transpose with a vector_offset")),
    }
}

pub(super) fn generic_indirect_save(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    engine(ir, op)?;
    let hwdge = hwdge(ir, op)?;
    device::word(ir, op, "op", &["bypass", "add"])?;
    device::word(ir, op, "indirect_dims", &["W"])?;
    let [src, index, dst] = exactly(ir, op)?;
    device::dma_copy(&dst, &src, hwdge, on_target(ir, op)?)?;
    let [elements, row] = indexed_rows(ir, op, 2)?;
    device::vector_offset(&dst, &index, hwdge, elements, row)
}

/// Bits of `accumulation_flag` (spec bir.md §8).
const START: i64 = 1;
const ACCUMULATE: i64 = 4;
const LEGAL_FLAGS: &[i64] = &[0, 1, 2, 3, 4, 6];

/// What a product does to its accumulators.
pub(super) fn accumulation(ir: &Ir<'_>, op: OpId) -> Accumulation {
    let flag = device::int(ir, op, "accumulation_flag");
    if flag & START != 0 {
        Accumulation::Overwrite
    } else if flag & ACCUMULATE != 0 {
        Accumulation::Add
    } else {
        Accumulation::Automatic
    }
}

pub(super) fn matmult(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    engine(ir, op)?;
    device::word(ir, op, "perf_mode", &["None"])?;
    let flag = device::int(ir, op, "accumulation_flag");
    if !LEGAL_FLAGS.contains(&flag) {
        let message = format!("is {flag}: start 1, stop 2 and accumulate 4 combine to 0, 1, 2, 3, 4 or 6");
        return Err(Fault::attr("accumulation_flag", message));
    }
    let [position, size] = ["tile_position", "tile_size"]
        .map(|name| device::attr(ir, op, name).and_then(|list| ir.ctx.as_ints(list)).unwrap_or_default());
    let tile = device::Tile::of(Some(&position), Some(&size))?;
    let [moving, stationary, dst] = exactly(ir, op)?;
    let transposes = device::flag(ir, op, "is_transpose");
    device::nc_matmul(&dst, &stationary, &moving, tile, transposes, on_target(ir, op)?)
}

/// The optional operand slots of Activation.
pub(super) const BIAS: usize = 1;
pub(super) const SCALE: usize = 2;
pub(super) const RESULT: usize = 4;

/// The function of an Activation.
pub(super) fn activation_function(ir: &Ir<'_>, op: OpId) -> Result<ActivationFunction, Fault> {
    let name = device::text(ir, op, "func");
    ActivationFunction::from_name(name).filter(|function| function.bir_name() == name).ok_or_else(|| {
        Fault::attr("func", format!("'{name}' is no ActivationFunctionType that is known here"))
    })
}

/// What an Activation does with the accumulators.
pub(super) fn reduce_command(ir: &Ir<'_>, op: OpId) -> Result<ReduceCommand, Fault> {
    let name = device::word(ir, op, "acc", ACCUMULATION)?;
    ReduceCommand::from_name(name)
        .ok_or_else(|| Fault::attr("acc", format!("is {name}, which the Scalar engine does not encode")))
}

pub(super) fn activation(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    engine(ir, op)?;
    activation_function(ir, op)?;
    let command = reduce_command(ir, op)?;
    let reduce_op = named_alu(ir, op, "reduce_op")?;
    let operands = operands(ir, op)?;
    let of = |slot: usize| ir.operand_range(op, slot).next().and_then(|index| operands.get(index));
    for (slot, imm, neutral) in [(BIAS, "bias_imm", 0.0), (SCALE, "scale", 1.0)] {
        if of(slot).is_some() && device::float(ir, op, imm) != neutral {
            return Err(Fault::attr(
                imm,
                format!("attribute '{imm}' stands beside an operand: give one of them"),
            ));
        }
    }
    let (Some(data), Some(dst)) = (of(0), of(3)) else { return Err(Fault::op("lacks an operand")) };
    let operands =
        device::ActivationOperands { dst, data, bias: of(BIAS), scale: of(SCALE), reduce_res: of(RESULT) };
    let reduce_op = Some(reduce_op).filter(|op| *op != AluOp::Bypass);
    device::activation(&operands, device::float(ir, op, "bias_imm"), command, reduce_op, on_target(ir, op)?)
}

/// The names of AxisListType that reduce within a partition: one, two, three and four dimensions (spec bir.md §9).
const AXES: &[&str] = &["X", "XY", "XYZ", "XYZW"];

/// The number of dimensions that a TensorReduce reduces.
pub(super) fn reduced_axes(ir: &Ir<'_>, op: OpId) -> Result<usize, Fault> {
    let word = device::word(ir, op, "axis", AXES)?;
    Ok(word.len())
}

pub(super) fn tensor_reduce(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    engine(ir, op)?;
    let (alu, axes) = (named_alu(ir, op, "op")?, reduced_axes(ir, op)?);
    let [data, dst] = exactly(ir, op)?;
    device::tensor_reduce(&dst, &data, alu, axes, device::flag(ir, op, "negate"), on_target(ir, op)?)
}

pub(super) fn reciprocal(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    engine(ir, op)?;
    let [data, dst] = exactly(ir, op)?;
    device::reciprocal(&dst, &data, on_target(ir, op)?)
}

pub(super) fn stream_shuffle(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    engine(ir, op)?;
    let [src, dst] = exactly(ir, op)?;
    device::stream_shuffle(&dst, &src, &ir.attr_ints(op, "mask").unwrap_or_default(), on_target(ir, op)?)
        .map_err(|fault| fault.at_attr("shuffle_mask", "mask"))
}

pub(super) fn copy_predicated(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    engine(ir, op)?;
    let [src, predicate, dst] = exactly(ir, op)?;
    device::copy_predicated(&dst, &src, &predicate, on_target(ir, op)?)
}

pub(super) fn affine_select(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    engine(ir, op)?;
    let [data, dst] = exactly(ir, op)?;
    let numbers = ["base", "channel_multiplier"].map(|name| (name, device::int(ir, op, name)));
    let compare = ("compare_op", named_alu(ir, op, "compare_op")?);
    let pattern = ir.attr_ints(op, "pattern").unwrap_or_default();
    device::affine_select(&dst, &data, &pattern, numbers, compare, on_target(ir, op)?)
}

/// What an exchange joins.
pub(super) fn link(ir: &Ir<'_>, op: OpId) -> device::Link {
    let [send_to, recv_from, pipe] =
        ["send_to_rank", "recv_from_rank", "pipe_id"].map(|name| device::int(ir, op, name));
    device::Link { send_to, recv_from, pipe, gpsimd: false }
}

pub(super) fn collective_compute(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    engine(ir, op)?;
    device::word(ir, op, "kind", &["SendRecv"])?;
    if !device::flag(ir, op, "is_local") {
        return Err(Fault::attr("is_local", "must be true: an exchange is between the cores of one kernel"));
    }
    let [src, dst] = exactly(ir, op)?;
    device::sendrecv(&dst, &src, link(ir, op), device::core_count(ir, op), on_target(ir, op)?)
}

pub(super) fn core_barrier(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    engine(ir, op)?;
    let [data] = exactly(ir, op)?;
    let cores = device::attr(ir, op, "cores").and_then(|list| ir.ctx.as_ints(list)).unwrap_or_default();
    device::core_barrier(&data, &cores, device::core_count(ir, op), on_target(ir, op)?)
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

/// The ALU operation that an attribute names.
pub(super) fn named_alu(ir: &Ir<'_>, op: OpId, attr: &str) -> Result<AluOp, Fault> {
    let name = device::text(ir, op, attr);
    alu(name).ok_or_else(|| Fault::attr(attr, format!("'{name}' is no AluOpType")))
}

/// The names of EngineAccumulationType (spec bir.md §9).
const ACCUMULATION: &[&str] =
    &["Idle", "Zero", "Accumulate", "ZeroAccumulate", "AddAccumulate", "LoadAccumulate"];

pub(super) fn tensor_tensor(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let engine = engine(ir, op)?;
    let alu = named_alu(ir, op, "op")?;
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
