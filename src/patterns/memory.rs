//! Functions about device memory: memory types, views and access patterns.

use crate::dialects::device::{self, AccessPattern};
use crate::dialects::nki;
use crate::ir::{Context, Ir, Type, TypeKind, TypeParam, ValueId};
use crate::machine::Space;
use crate::rewrite::{Function, Kind, Val};

use super::functions::functions;

/// The table.
pub static FUNCTIONS: &[Function] = functions! {
    hbm_type(TYPE) -> TYPE = |c| {
        let (shape, elem) = c.ctx().ranked_tensor(c.ty(0)?)?;
        Some(Val::Type(memory(c.ctx(), "nki.hbm", shape, elem, None)))
    }, "!nki.hbm of a static tensor type's shape and element type";
    bir_memory(TYPE) -> TYPE = |c| {
        let ty = device::memory_type(c.ctx(), c.ty(0)?)?;
        Some(Val::Type(memory(c.ctx(), "bir.mem", ty.shape, ty.elem, Some(ty.space))))
    }, "!bir.mem for an NKI memory type";
    memory_shape(TYPED) -> INTS = |c| Some(Val::ints(device::memory_type(c.ctx(), c.ty(0)?)?.shape.iter().copied())), "the dimensions of a memory type, the partition first on chip";
    same_type(TYPE) -> TYPE = |c| c.ty(0).map(Val::Type), "the type itself";
    base(VALUE) -> VALUE = |c| Some(Val::Value(view(c.ir, c.value(0)?)?.0)), "the memory behind an nki.view, or the value itself";
    access(VALUE) -> ATTR = |c| access(c.ir, c.value(0)?), "the access pattern of an nki.view, or of a whole memory: offset, step, num, ...";
    row_elements(VALUE) -> INT = |c| {
        let ty = device::memory_type(c.ctx(), c.ir.ty(c.value(0)?))?;
        Some(Val::Int(ty.shape.iter().skip(1).product()))
    }, "the elements of a memory from one index of its first dimension to the next";
    tensor_tensor_engine(OP) -> STR = |c| Some(Val::Str(nki::tensor_tensor_engine(c.ir, c.op(0)?).bir_name().into())), "the engine of an nki.tensor_tensor in BIR's words: the one asked for, or the one that its types need";
    tensor_scalar_engine(OP) -> STR = |c| Some(Val::Str(nki::tensor_scalar_engine(c.ir, c.op(0)?).bir_name().into())), "the engine of an nki.tensor_scalar in BIR's words: the one asked for, or the one that its operations need";
    device_constant(ATTR, VALUE) -> INT = |c| {
        let ty = device::memory_type(c.ctx(), c.ir.ty(c.value(1)?))?;
        let bits = device::constant_bits(c.ctx(), c.attr(0)?, ty.dtype)?;
        Some(Val::Int(i64::try_from(bits).ok()?))
    }, "the bit pattern of a number in the element type of a memory, as memset writes it";
    is_string(ATTR) -> BOOL = |c| Some(Val::Bool(c.ctx().as_text(c.attr(0)?).is_some())), "whether an attribute is a string in UTF-8";
};

/// A memory type; `!nki.hbm` needs no space keyword.
fn memory(ctx: &Context, name: &str, shape: &[i64], elem: Type, space: Option<Space>) -> Type {
    let mut params = vec![TypeParam::Shape(shape.into(), elem)];
    params.extend(space.map(|s| TypeParam::Keyword(ctx.str(device::space_keyword(s)))));
    ctx.ty(TypeKind::Dialect { name: ctx.str(name), params: params.into() })
}

/// The memory behind a value and the pattern it is seen through.
fn view(ir: &Ir<'_>, value: ValueId) -> Option<(ValueId, AccessPattern)> {
    match ir.def_op(value).filter(|&op| ir.is(op, "nki.view")) {
        Some(op) => {
            let pattern = ir.attr_ints(op, "pattern")?;
            let offset = ir.attr_i64(op, "offset").unwrap_or(0);
            Some((ir.operand(op, 0), AccessPattern::new(offset, &pattern).ok()?))
        }
        None => Some((value, AccessPattern::row_major(&device::memory_type(ir.ctx, ir.ty(value))?))),
    }
}

fn access(ir: &Ir<'_>, value: ValueId) -> Option<Val> {
    Some(Val::Attr(ir.ctx.i64_array_attr(&view(ir, value)?.1.to_list())))
}
