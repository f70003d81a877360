//! Functions about device memory: memory types, views and access patterns.

use crate::dialects::device::{self, AccessPattern};
use crate::dialects::nki;
use crate::ir::{AttrKind, Context, Ir, Type, TypeKind, TypeParam, ValueId};
use crate::machine::Space;
use crate::rewrite::{Function, Kind, Val};

/// The table.
pub static FUNCTIONS: &[Function] = &[
    Function {
        name: "hbm_type",
        params: &[Kind::TYPE],
        rest: None,
        result: Kind::TYPE,
        doc: "!nki.hbm of a static tensor type's shape and element type",
        run: |c| {
            let (shape, elem) = c.ctx().ranked_tensor(c.ty(0)?)?;
            Some(Val::Type(memory(c.ctx(), "nki.hbm", shape, elem, None)))
        },
    },
    Function {
        name: "bir_memory",
        params: &[Kind::TYPE],
        rest: None,
        result: Kind::TYPE,
        doc: "!bir.mem for an NKI memory type",
        run: |c| {
            let ty = device::memory_type(c.ctx(), c.ty(0)?)?;
            Some(Val::Type(memory(c.ctx(), "bir.mem", ty.shape, ty.elem, Some(ty.space))))
        },
    },
    Function {
        name: "same_type",
        params: &[Kind::TYPE],
        rest: None,
        result: Kind::TYPE,
        doc: "the type itself",
        run: |c| c.ty(0).map(Val::Type),
    },
    Function {
        name: "base",
        params: &[Kind::VALUE],
        rest: None,
        result: Kind::VALUE,
        doc: "the memory behind an nki.view, or the value itself",
        run: |c| Some(Val::Value(view(c.ir, c.value(0)?)?.0)),
    },
    Function {
        name: "access",
        params: &[Kind::VALUE],
        rest: None,
        result: Kind::ATTR,
        doc: "the access pattern of an nki.view, or of a whole memory: offset, step, num, ...",
        run: |c| access(c.ir, c.value(0)?),
    },
    Function {
        name: "tensor_tensor_engine",
        params: &[Kind::OP],
        rest: None,
        result: Kind::STR,
        doc: "the engine of an nki.tensor_tensor in BIR's words: the one asked for, or the one that its types need",
        run: |c| Some(Val::Str(nki::tensor_tensor_engine(c.ir, c.op(0)?).bir_name().into())),
    },
    Function {
        name: "device_constant",
        params: &[Kind::ATTR, Kind::VALUE],
        rest: None,
        result: Kind::INT,
        doc: "the bit pattern of a number in the element type of a memory, as memset writes it",
        run: |c| {
            let ty = device::memory_type(c.ctx(), c.ir.ty(c.value(1)?))?;
            let bits = device::constant_bits(c.ctx(), c.attr(0)?, ty.dtype)?;
            Some(Val::Int(i64::try_from(bits).ok()?))
        },
    },
    Function {
        name: "is_string",
        params: &[Kind::ATTR],
        rest: None,
        result: Kind::BOOL,
        doc: "whether an attribute is a string",
        run: |c| Some(Val::Bool(matches!(c.ctx().attr_kind(c.attr(0)?), AttrKind::String { .. }))),
    },
];

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
