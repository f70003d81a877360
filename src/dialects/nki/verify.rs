//! The rules of nki ops beyond their declarations (spec nki_isa.md).

use crate::dialects::device::{self, AccessPattern, MemoryType, Operand};
use crate::ir::text::type_string;
use crate::ir::{Fault, Ir, OpId, Type, TypeKind, TypeParam, ValueDef, ValueId};
use crate::machine::{AluOp, Engine};

use super::ops;

/// The ALU operation of NKI's name.
pub(super) fn alu(name: &str) -> Option<AluOp> {
    AluOp::from_name(name).filter(|op| op.info().nki_name == Some(name))
}

/// The engine that an op names; it must be one of these, or left to the compiler.
pub(super) fn engine(ir: &Ir<'_>, op: OpId, legal: &[Engine]) -> Result<Engine, Fault> {
    let with_unknown: Vec<Engine> = std::iter::once(Engine::Unassigned).chain(legal.iter().copied()).collect();
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
            Fault::operand(index, format!("operand '{}' access pattern {why}", Operand::slot(ir, op, index).name))
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
    Ok(())
}

pub(super) fn call(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    device::verify_call(ir, op)
}

pub(super) fn topk(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let expected = infer_topk(ir, op)?;
    let named = ["the operand's type with last dimension k", "the shape of the values and elements of ui32"];
    for (index, (&value, (ty, what))) in ir.results(op).iter().zip(expected.into_iter().zip(named)).enumerate() {
        if ir.ty(value) != ty {
            let found = type_string(ir.ctx, ir.ty(value));
            let message = format!("result #{index} must have {what}, '{}', but has '{found}'", type_string(ir.ctx, ty));
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
    MemoryType::of(ir, ir.result(op, 0))?.check_size(device::limits(ir, op)?)
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
        return Err(Fault::result(0, format!("result must have the type of the pattern, '{expected}', but has '{found}'")));
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

pub(super) fn dma_copy(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let limits = device::limits(ir, op)?;
    let mode = device::word(ir, op, "dge_mode", &["unknown", "swdge", "hwdge", "none"])?;
    if device::word(ir, op, "oob_mode", &["error", "skip"])? == "skip" {
        return Err(Fault::attr("oob_mode", "oob_mode 'skip' is legal only with indirect addressing"));
    }
    let hwdge = mode == "hwdge";
    const HWDGE_SINCE: u32 = 3;
    if hwdge && limits.nc_version < HWDGE_SINCE {
        let message = format!("hwdge needs gen{HWDGE_SINCE}: {} is gen{}", limits.name, limits.nc_version);
        return Err(Fault::attr("dge_mode", message));
    }
    all_operands!(ir, op, dst, src);
    device::dma_copy(&dst, &src, hwdge, limits)
}

pub(super) fn max8(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    all_operands!(ir, op, dst, src);
    device::max8(&dst, &src, device::limits(ir, op)?)
}

pub(super) fn nc_find_index8(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    all_operands!(ir, op, dst, data, vals);
    device::find_index8(&dst, &data, &vals, device::limits(ir, op)?)
}

pub(super) fn nc_match_replace8(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let [Some(dst), Some(data), Some(vals), dst_idx] = operands(ir, op)? else {
        return Err(Fault::op("lacks an operand"));
    };
    device::match_replace8(&dst, &data, &vals, dst_idx.as_ref(), device::limits(ir, op)?)
}

pub(super) fn tensor_copy(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let engine = engine(ir, op, &[Engine::Dve, Engine::Activation, Engine::Pool])?;
    all_operands!(ir, op, dst, src);
    device::tensor_copy(&dst, &src, engine, device::limits(ir, op)?)
}

pub(super) fn memset(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let engine = engine(ir, op, &[Engine::Dve, Engine::Pool])?;
    all_operands!(ir, op, dst);
    device::memset(&dst, engine, device::limits(ir, op)?)?;
    let value = ir.attr(op, "value").unwrap_or(ir.ctx.unit_attr());
    device::fits_class(ir.ctx, value, dst.dtype)
        .map_err(|why| Fault::attr("value", format!("attribute 'value' {why}")))
}

pub(super) fn iota(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    all_operands!(ir, op, dst);
    let pattern = ir.attr_ints(op, "pattern").unwrap_or_default();
    let numbers = ["offset", "channel_multiplier"].map(|name| (name, device::int(ir, op, name)));
    device::iota(&dst, &pattern, numbers, device::limits(ir, op)?)
}

pub(super) fn nc_n_gather(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    all_operands!(ir, op, dst, data, indices);
    device::nc_n_gather(&dst, &data, &indices, device::limits(ir, op)?)
}

pub(super) fn tensor_tensor(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let engine = engine(ir, op, &[Engine::Dve, Engine::Pool])?;
    let alu = tensor_tensor_op(ir, op)?;
    all_operands!(ir, op, dst, data1, data2);
    device::tensor_tensor(&dst, &data1, &data2, alu, engine, device::limits(ir, op)?)
}

/// The operation of tensor_tensor.
pub(super) fn tensor_tensor_op(ir: &Ir<'_>, op: OpId) -> Result<AluOp, Fault> {
    let name = device::text(ir, op, "op");
    alu(name).ok_or_else(|| Fault::attr("op", format!("'{name}' is no ALU operation of NKI")))
}

/// The steps of tensor_scalar.
pub(super) fn tensor_scalar_steps(ir: &Ir<'_>, op: OpId) -> Result<Vec<device::Step>, Fault> {
    const SCALAR_SLOTS: [usize; 2] = [2, 3];
    device::steps(ir, op, SCALAR_SLOTS, alu)
}

pub(super) fn tensor_scalar(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let engine = engine(ir, op, &[Engine::Dve, Engine::Activation, Engine::Pool])?;
    let steps = tensor_scalar_steps(ir, op)?;
    let [Some(dst), Some(data), first, second] = operands(ir, op)? else {
        return Err(Fault::op("lacks an operand"));
    };
    let scalars: Vec<&Operand> = first.iter().chain(second.iter()).collect();
    device::tensor_scalar(&dst, &data, &scalars, &steps, engine, device::limits(ir, op)?)
}
