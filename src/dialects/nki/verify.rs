//! The rules of nki ops beyond their declarations (spec nki_isa.md).

use crate::dialects::device::{self, AccessPattern, Direction, MemoryType, Operand};
use crate::dialects::elements::element_type;
use crate::ir::text::type_string;
use crate::ir::{Fault, Ir, OpId, Type, TypeKind, TypeParam, ValueDef, ValueId};
use crate::machine::instructions::{ActivationFunction, ReduceCommand};
use crate::machine::{AluOp, Engine, Limits};
use crate::tensor::ElementType;

use super::{eval, ops, reduce, types};

/// The ALU operation of NKI's name.
pub(super) fn alu(name: &str) -> Option<AluOp> {
    AluOp::from_name(name).filter(|op| op.info().nki_name == Some(name))
}

fn no_alu(attr: &str, name: &str) -> Fault {
    Fault::attr(attr, format!("'{name}' is no ALU operation of NKI"))
}

/// The engine that an op names; it must be one of these, or left to the compiler.
pub(super) fn engine(ir: &Ir<'_>, op: OpId, legal: &[Engine]) -> Result<Engine, Fault> {
    let with_unknown: Vec<Engine> =
        std::iter::once(Engine::Unassigned).chain(legal.iter().copied()).collect();
    device::engine(ir, op, Engine::from_nki_name, Engine::nki_name, &with_unknown)
}

/// The access pattern of a value in the memory it belongs to, and that memory's type: a view's own, else all of it.
fn access<'c>(ir: &Ir<'c>, value: ValueId) -> Result<(MemoryType<'c>, AccessPattern), Fault> {
    match ir.def_op(value).and_then(|def| ops::View::cast(ir, def)) {
        Some(view) => {
            let memory = MemoryType::of(ir, view.source(ir))?;
            Ok((memory, view_pattern(ir, view)?))
        }
        None => {
            let memory = MemoryType::of(ir, value)?;
            Ok((memory, AccessPattern::row_major(&memory)))
        }
    }
}

/// The pattern that a view's attributes say.
pub(super) fn view_pattern(ir: &Ir<'_>, view: ops::View) -> Result<AccessPattern, Fault> {
    let list = ir.attr_ints(view.0, "pattern").unwrap_or_default();
    AccessPattern::new(device::int(ir, view.0, "offset"), &list)
        .map_err(|why| Fault::attr("pattern", format!("attribute 'pattern' {why}")))
}

/// Operand `index` of `op`.
fn operand(ir: &Ir<'_>, op: OpId, index: usize) -> Result<Operand, Fault> {
    let value = ir.operand(op, index);
    let (memory, pattern) = access(ir, value)?;
    // A view that is wrong in itself is reported at the view; what it says of its type still holds here.
    Operand::new(ir, op, index, &memory, &pattern).or_else(|_| {
        let memory = MemoryType::of(ir, value)?;
        Operand::new(ir, op, index, &memory, &AccessPattern::row_major(&memory)).map_err(|why| {
            Fault::operand(
                index,
                format!("operand '{}' access pattern {why}", Operand::slot(ir, op, index).name),
            )
        })
    })
}

/// All operands of an op that has no more than `N`; absent optional ones are at the end.
fn operands<const N: usize>(ir: &Ir<'_>, op: OpId) -> Result<[Option<Operand>; N], Fault> {
    let mut list = [const { None }; N];
    for (index, slot) in list.iter_mut().enumerate().take(ir.operand_count(op)) {
        *slot = Some(operand(ir, op, index)?);
    }
    Ok(list)
}

macro_rules! all_operands {
    ($ir:expr, $op:expr, $($name:ident),+) => {
        let [$(Some($name)),+] = operands($ir, $op)? else { return Err(Fault::op("lacks an operand")) };
    };
}

pub(super) fn kernel(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    if device::signature(ir, op).is_none() {
        let fault = Fault::op("takes HBM tensors as arguments only: the inputs, then the outputs (!nki.hbm)");
        return Err(Fault { part: crate::ir::Part::Region(0), ..fault });
    }
    device::verify_cores(ir, op, ops::Core::NAME)
}

pub(super) fn call(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    device::verify_call(ir, op)
}

/// Errors if the device has no elements such as those of the operand, or cannot rank them: it compares them as f32.
pub(super) fn ranked_elements(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let Some((_, elem)) = ir.ctx.ranked_tensor(ir.ty(ir.operand(op, 0))) else { return Ok(()) };
    let name = type_string(ir.ctx, elem);
    match element_type(ir.ctx, elem) {
        Some(elem) if elem.is_integer() && !elem.fits_f32() => {
            let message = format!(
                "TopK custom operation does not support 32-bit and 64-bit integer types, such as {name}"
            );
            Err(Fault::operand(0, message)
                .code("NCC_EVRF013")
                .help("elements are compared as f32, which is exact below 2^24: convert the operand to a float type first"))
        }
        Some(elem) if types::DTYPES.contains(&elem) => exists(elem, device::limits(ir, op))
            .map_err(|message| Fault::operand(0, format!("operand #0 {message}")).help(F8_HELP)),
        _ => Err(Fault::operand(0, format!("{name} dtype is not supported."))
            .code("NCC_EUDT001")
            .help("convert the operand to f32, f16 or bf16")),
    }
}

pub(super) fn topk(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    reduce::cores(ir, op)?;
    ranked_elements(ir, op)?;
    let expected = infer_topk(ir, op)?;
    let named = ["the operand's type with last dimension k", "the shape of the values and elements of ui32"];
    for (index, (&value, (ty, what))) in
        ir.results(op).iter().zip(expected.into_iter().zip(named)).enumerate()
    {
        if ir.ty(value) != ty {
            let found = type_string(ir.ctx, ir.ty(value));
            let message =
                format!("result #{index} must have {what}, '{}', but has '{found}'", type_string(ir.ctx, ty));
            return Err(Fault::result(index, message));
        }
    }
    Ok(())
}

pub(super) fn infer_topk(ir: &Ir<'_>, op: OpId) -> Result<Vec<Type>, Fault> {
    let ctx = ir.ctx;
    let Some((shape, elem)) = ctx.ranked_tensor(ir.ty(ir.operand(op, 0))) else {
        return Err(Fault::operand(0, "operand #0 must be a ranked tensor"));
    };
    let k = device::int(ir, op, "k");
    let Some((&n, rows)) = shape.split_last().filter(|_| shape.iter().all(|&dim| dim >= 0)) else {
        return Err(Fault::operand(0, "operand #0 must have a static shape of at least one dimension"));
    };
    if !(1..=n).contains(&k) {
        return Err(Fault::attr("k", format!("attribute 'k' is {k}, but a row has {n} elements: 1 to {n}")));
    }
    let shape: Vec<i64> = rows.iter().copied().chain([k]).collect();
    Ok(vec![ctx.tensor_type(&shape, elem), ctx.tensor_type(&shape, ctx.uint_type(32))])
}

pub(super) fn alloc(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let (memory, limits) = (MemoryType::of(ir, ir.result(op, 0))?, device::limits(ir, op));
    exists(memory.dtype, limits).map_err(|message| Fault::result(0, message).help(F8_HELP))?;
    memory.check_size(limits)
}

/// The first generation with float8_e4m3fn (spec nki_isa.md §3).
const F8E4M3FN_SINCE: u32 = 4;

const F8_HELP: &str = "f8E4M3 is the format of earlier generations";

/// Errors if the generation has no such elements.
fn exists(elem: ElementType, limits: &Limits) -> Result<(), String> {
    if elem == ElementType::F8E4M3FN && limits.nc_version < F8E4M3FN_SINCE {
        return Err(format!(
            "has elements of f8E4M3FN, which gen{F8E4M3FN_SINCE} has: {} is gen{}",
            limits.name, limits.nc_version
        ));
    }
    Ok(())
}

pub(super) fn view(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let view = ops::View(op);
    let source = view.source(ir);
    let base = match ir.def(source) {
        ValueDef::Argument(..) => true,
        ValueDef::Result(def, _) => ir.is(def, ops::Alloc::NAME),
    };
    if !base {
        return Err(Fault::operand(0, "operand 'source' is not base storage: a view is not composable")
            .help("take the view of the nki.alloc or kernel argument itself"));
    }
    let memory = MemoryType::of(ir, source)?;
    let pattern = view_pattern(ir, view)?;
    if let Err(why) = Operand::new(ir, op, 0, &memory, &pattern) {
        return Err(Fault::attr("pattern", format!("access pattern {why}")));
    }
    let expected = infer_view(ir, op)?[0];
    let found = ir.ty(ir.result(op, 0));
    if found != expected {
        let [expected, found] = [expected, found].map(|ty| type_string(ir.ctx, ty));
        return Err(Fault::result(
            0,
            format!("result must have the type of the pattern, '{expected}', but has '{found}'"),
        ));
    }
    Ok(())
}

/// The source's type with the sizes of the pattern as its shape.
pub(super) fn infer_view(ir: &Ir<'_>, op: OpId) -> Result<Vec<Type>, Fault> {
    let view = ops::View(op);
    let TypeKind::Dialect { name, params } = ir.ctx.kind(ir.ty(view.source(ir))) else {
        return Err(Fault::operand(0, "operand 'source' must be device memory"));
    };
    let shape = view_pattern(ir, view)?.shape();
    let params = params
        .iter()
        .map(|param| match param {
            TypeParam::Shape(_, elem) => TypeParam::Shape(shape.as_slice().into(), *elem),
            other => other.clone(),
        })
        .collect();
    Ok(vec![ir.ctx.ty(TypeKind::Dialect { name: *name, params })])
}

/// Whether the descriptors of a DMA are made by the hardware, which exists from gen3 on.
fn hwdge(ir: &Ir<'_>, op: OpId) -> Result<bool, Fault> {
    const HWDGE_SINCE: u32 = 3;
    let limits = device::limits(ir, op);
    let hwdge = device::word(ir, op, "dge_mode", &["unknown", "swdge", "hwdge", "none"])? == "hwdge";
    if hwdge && limits.nc_version < HWDGE_SINCE {
        let message = format!("hwdge needs gen{HWDGE_SINCE}: {} is gen{}", limits.name, limits.nc_version);
        return Err(Fault::attr("dge_mode", message));
    }
    Ok(hwdge)
}

/// The indexed side of a DMA, if there is one.
pub(super) fn indirect(ir: &Ir<'_>, op: OpId) -> Result<Option<Direction>, Fault> {
    let direction = match ir.attr_text(op, "indirect") {
        None => None,
        Some("gather") => Some(Direction::Gather),
        Some("scatter") => Some(Direction::Scatter),
        Some(other) => {
            let message = format!("attribute 'indirect' must be one of gather, scatter, but is \"{other}\"");
            return Err(Fault::attr("indirect", message));
        }
    };
    match (direction, ir.operand_count(op) > 2) {
        (Some(_), false) => Err(Fault::attr("indirect", "needs an operand 'vector_offset'")),
        (None, true) => Err(Fault::operand(2, "operand 'vector_offset' needs 'indirect': gather or scatter")),
        _ => Ok(direction),
    }
}

/// The elements of the tensor that an indirect DMA indexes, and from one of its rows to the next.
pub(super) fn indexed_rows(ir: &Ir<'_>, op: OpId, direction: Direction) -> Result<[i64; 2], Fault> {
    let (memory, _) = access(ir, ir.operand(op, usize::from(direction == Direction::Gather)))?;
    let row = memory.shape.iter().skip(1).product();
    Ok([memory.row_elements(), ir.attr_i64(op, "row_elements").unwrap_or(row)])
}

pub(super) fn dma_copy(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let hwdge = hwdge(ir, op)?;
    let direction = indirect(ir, op)?;
    let skips = device::word(ir, op, "oob_mode", &["error", "skip"])? == "skip";
    if skips && direction.is_none() {
        return Err(Fault::attr("oob_mode", "oob_mode 'skip' is legal only with indirect addressing"));
    }
    let [Some(dst), Some(src), index] = operands(ir, op)? else {
        return Err(Fault::op("lacks an operand"));
    };
    device::dma_copy(&dst, &src, hwdge, device::limits(ir, op))?;
    match (direction, index) {
        (Some(direction), Some(index)) => {
            let indexed = if direction == Direction::Gather { &src } else { &dst };
            let [elements, row] = indexed_rows(ir, op, direction)?;
            device::vector_offset(indexed, &index, hwdge, elements, row)
        }
        _ => Ok(()),
    }
}

pub(super) fn dma_compute(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    device::word(ir, op, "reduce_op", &["add"])?;
    dma_copy(ir, op)
}

pub(super) fn dma_transpose(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let hwdge = hwdge(ir, op)?;
    all_operands!(ir, op, dst, src);
    let shapes = [MemoryType::of(ir, ir.operand(op, 0))?.shape, MemoryType::of(ir, ir.operand(op, 1))?.shape];
    let axes = ir.attr_ints(op, "axes").unwrap_or_default();
    device::dma_transpose(&dst, &src, shapes, &axes, hwdge, device::limits(ir, op))
}

pub(super) fn nc_matmul(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let [position, size] = ["tile_position", "tile_size"].map(|name| ir.attr_ints(op, name));
    let tile = device::Tile::of(position.as_deref(), size.as_deref())?;
    let transposes = device::flag(ir, op, "is_transpose");
    if transposes && ir.attr(op, "accumulate").is_some() {
        return Err(Fault::attr("accumulate", "has no meaning with is_transpose, which overwrites"));
    }
    all_operands!(ir, op, dst, stationary, moving);
    device::nc_matmul(&dst, &stationary, &moving, tile, transposes, device::limits(ir, op))
}

/// The optional operand slots of activation.
pub(super) const BIAS: usize = 2;
pub(super) const SCALE: usize = 3;
pub(super) const REDUCE_RES: usize = 4;

/// The function of an activation.
pub(super) fn activation_function(ir: &Ir<'_>, op: OpId) -> Result<ActivationFunction, Fault> {
    let name = device::text(ir, op, "op");
    ActivationFunction::from_name(name)
        .filter(|function| function.nki_name() == name)
        .ok_or_else(|| Fault::attr("op", format!("'{name}' is no activation function that is known here")))
}

/// What an activation does with the reduction registers.
pub(super) fn reduce_command(ir: &Ir<'_>, op: OpId) -> Result<ReduceCommand, Fault> {
    let name = device::text(ir, op, "reduce_cmd");
    ReduceCommand::from_name(name).filter(|command| command.nki_name() == name).ok_or_else(|| {
        let message =
            format!("is '{name}': idle, reset, reduce or reset_reduce (load_reduce is the Vector engine's)");
        Fault::attr("reduce_cmd", message)
    })
}

pub(super) fn activation(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    activation_function(ir, op)?;
    let command = reduce_command(ir, op)?;
    let reduce_op = ir
        .attr_text(op, "reduce_op")
        .map(|name| alu(name).ok_or_else(|| no_alu("reduce_op", name)))
        .transpose()?;
    for (slot, imm) in [(BIAS, "bias_imm"), (SCALE, "scale_imm")] {
        if !ir.operand_range(op, slot).is_empty() && ir.attr(op, imm).is_some() {
            return Err(Fault::attr(
                imm,
                format!("attribute '{imm}' stands beside an operand: give one of them"),
            ));
        }
    }
    let of = |slot: usize| ir.operand_range(op, slot).next().map(|index| operand(ir, op, index)).transpose();
    let [Some(dst), Some(data), bias, scale, reduce_res] =
        [of(0)?, of(1)?, of(BIAS)?, of(SCALE)?, of(REDUCE_RES)?]
    else {
        return Err(Fault::op("lacks an operand"));
    };
    let operands = device::ActivationOperands {
        dst: &dst,
        data: &data,
        bias: bias.as_ref(),
        scale: scale.as_ref(),
        reduce_res: reduce_res.as_ref(),
    };
    let bias_imm = device::float_or(ir, op, "bias_imm", 0.0);
    device::activation(&operands, bias_imm, command, reduce_op, device::limits(ir, op))
}

/// The operation of tensor_reduce.
pub(super) fn reduction(ir: &Ir<'_>, op: OpId) -> Result<AluOp, Fault> {
    let name = device::text(ir, op, "op");
    alu(name).ok_or_else(|| no_alu("op", name))
}

pub(super) fn tensor_reduce(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let alu = reduction(ir, op)?;
    all_operands!(ir, op, dst, data);
    let axis = ir.attr_ints(op, "axis").unwrap_or_default();
    let rank = data.free.len() as i64 + 1;
    let innermost = (rank - axis.len() as i64).max(1)..rank;
    if axis.is_empty() || !axis.iter().copied().eq(innermost) {
        let message = format!(
            "is {axis:?}: the last contiguous free dimensions of {} (dimension 0 is the partition)",
            rank
        );
        return Err(Fault::attr("axis", message));
    }
    let negate = device::flag(ir, op, "negate");
    device::tensor_reduce(&dst, &data, alu, axis.len(), negate, device::limits(ir, op))
}

pub(super) fn reciprocal(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    all_operands!(ir, op, dst, data);
    device::reciprocal(&dst, &data, device::limits(ir, op))
}

pub(super) fn nc_stream_shuffle(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    all_operands!(ir, op, dst, src);
    let mask = ir.attr_ints(op, "shuffle_mask").unwrap_or_default();
    device::stream_shuffle(&dst, &src, &mask, device::limits(ir, op))
}

pub(super) fn tensor_copy_predicated(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    all_operands!(ir, op, dst, src, predicate);
    device::copy_predicated(&dst, &src, &predicate, device::limits(ir, op))
}

/// The comparison of affine_select.
pub(super) fn comparison(ir: &Ir<'_>, op: OpId) -> Result<AluOp, Fault> {
    let name = device::text(ir, op, "cmp_op");
    alu(name).ok_or_else(|| no_alu("cmp_op", name))
}

pub(super) fn affine_select(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    all_operands!(ir, op, dst, on_true);
    let pattern = ir.attr_ints(op, "pattern").unwrap_or_default();
    let numbers = ["offset", "channel_multiplier"].map(|name| (name, device::int(ir, op, name)));
    let compare = ("cmp_op", comparison(ir, op)?);
    device::affine_select(&dst, &on_true, &pattern, numbers, compare, device::limits(ir, op))
}

/// What a sendrecv joins.
pub(super) fn link(ir: &Ir<'_>, op: OpId) -> Result<device::Link, Fault> {
    Ok(device::Link {
        send_to: device::int(ir, op, "send_to_rank"),
        recv_from: device::int(ir, op, "recv_from_rank"),
        pipe: device::int(ir, op, "pipe_id"),
        gpsimd: device::word(ir, op, "dma_engine", &["dma", "gpsimd_dma"])? == "gpsimd_dma",
    })
}

pub(super) fn sendrecv(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    all_operands!(ir, op, dst, src);
    device::sendrecv(&dst, &src, link(ir, op)?, device::core_count(ir, op), device::limits(ir, op))
}

pub(super) fn core_barrier(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    all_operands!(ir, op, data);
    let cores = device::attr(ir, op, "cores").and_then(|list| ir.ctx.as_ints(list)).unwrap_or_default();
    device::core_barrier(&data, &cores, device::core_count(ir, op), device::limits(ir, op))
}

pub(super) fn max8(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    all_operands!(ir, op, dst, src);
    device::max8(&dst, &src, device::limits(ir, op))
}

pub(super) fn nc_find_index8(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    all_operands!(ir, op, dst, data, vals);
    device::find_index8(&dst, &data, &vals, device::limits(ir, op))
}

pub(super) fn nc_match_replace8(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let [Some(dst), Some(data), Some(vals), dst_idx] = operands(ir, op)? else {
        return Err(Fault::op("lacks an operand"));
    };
    device::match_replace8(&dst, &data, &vals, dst_idx.as_ref(), device::limits(ir, op))
}

pub(super) fn tensor_copy(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let engine = engine(ir, op, &[Engine::Dve, Engine::Activation, Engine::Pool])?;
    all_operands!(ir, op, dst, src);
    device::tensor_copy(&dst, &src, engine, device::limits(ir, op))
}

pub(super) fn memset(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let engine = engine(ir, op, &[Engine::Dve, Engine::Pool])?;
    all_operands!(ir, op, dst);
    device::memset(&dst, engine, device::limits(ir, op))?;
    let value = ir.attr(op, "value").unwrap_or(ir.ctx.unit_attr());
    device::fits_class(ir.ctx, value, dst.dtype)
        .map_err(|why| Fault::attr("value", format!("attribute 'value' {why}")))
}

pub(super) fn iota(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    all_operands!(ir, op, dst);
    let pattern = ir.attr_ints(op, "pattern").unwrap_or_default();
    let numbers = ["offset", "channel_multiplier"].map(|name| (name, device::int(ir, op, name)));
    device::iota(&dst, &pattern, numbers, device::limits(ir, op))
}

pub(super) fn nc_n_gather(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    all_operands!(ir, op, dst, data, indices);
    device::nc_n_gather(&dst, &data, &indices, device::limits(ir, op))
}

pub(super) fn tensor_tensor(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    engine(ir, op, &[Engine::Dve, Engine::Pool])?;
    let alu = tensor_tensor_op(ir, op)?;
    let engine = eval::tensor_tensor_engine(ir, op);
    all_operands!(ir, op, dst, data1, data2);
    device::tensor_tensor(&dst, &data1, &data2, alu, engine, device::limits(ir, op))
}

/// The operation of tensor_tensor.
pub(super) fn tensor_tensor_op(ir: &Ir<'_>, op: OpId) -> Result<AluOp, Fault> {
    let name = device::text(ir, op, "op");
    alu(name).ok_or_else(|| no_alu("op", name))
}

/// The steps of tensor_scalar.
pub(super) fn tensor_scalar_steps(ir: &Ir<'_>, op: OpId) -> Result<Vec<device::Step>, Fault> {
    const SCALAR_SLOTS: [usize; 2] = [2, 3];
    device::steps(ir, op, SCALAR_SLOTS, alu)
}

pub(super) fn tensor_scalar(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    engine(ir, op, &[Engine::Dve, Engine::Activation, Engine::Pool])?;
    let steps = tensor_scalar_steps(ir, op)?;
    let engine = eval::tensor_scalar_engine(ir, op);
    let [Some(dst), Some(data), first, second] = operands(ir, op)? else {
        return Err(Fault::op("lacks an operand"));
    };
    let scalars: Vec<&Operand> = first.iter().chain(second.iter()).collect();
    device::tensor_scalar(&dst, &data, &scalars, &steps, engine, device::limits(ir, op))
}
