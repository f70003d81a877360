//! The rules of arith ops, as mlir-opt has them.

use super::forms::{FLOAT_PREDICATES, INT_PREDICATES, ROUNDING_MODES};
use crate::dialects::constraints::{attr_type, elementwise, memref_element};
use crate::ir::text::type_string;
use crate::ir::{
    Attr, AttrKind, Constraint, Context, Fault, Ir, OpId, Signedness, Type, TypeKind, compatible_shapes,
};

macro_rules! attributes {
    ($($(#[doc = $doc:literal])+ $name:ident = $description:literal, $check:expr;)*) => {
        $($(#[doc = $doc])+ pub(super) static $name: Constraint<Attr> = Constraint { description: $description, check: $check };)*
    };
}

attributes! {
    /// What a float op may assume.
    FASTMATH = "floating point fast math flags", |ctx, a| is_flags(ctx, a, b"fastmath<");
    /// What an integer op promises.
    OVERFLOW = "integer overflow arithmetic flags", |ctx, a| is_flags(ctx, a, b"overflow<");
    /// How a narrowed float is rounded.
    ROUNDING_MODE = "a number of a floating point rounding mode, of 32 bits", |ctx, a| is_case(ctx, a, 32, ROUNDING_MODES);
    /// Which integer comparison.
    CMPI_PREDICATE = "a number of an integer predicate, of 64 bits", |ctx, a| is_case(ctx, a, 64, INT_PREDICATES);
    /// Which float comparison.
    CMPF_PREDICATE = "a number of a float predicate, of 64 bits", |ctx, a| is_case(ctx, a, 64, FLOAT_PREDICATES);
}

/// Whether an attribute is `#arith.mnemonic<...>`; the parser has checked what stands in the brackets.
fn is_flags(ctx: &Context, attr: Attr, start: &[u8]) -> bool {
    matches!(ctx.attr_kind(attr), AttrKind::Opaque { dialect, body, .. }
        if ctx.bytes_of(*dialect) == b"arith" && ctx.bytes_of(*body).starts_with(start))
}

/// Whether an attribute is the number of one of these words, as an integer of this width.
fn is_case(ctx: &Context, attr: Attr, width: u32, words: &[&str]) -> bool {
    let AttrKind::Integer { value, ty } = ctx.attr_kind(attr) else { return false };
    let number = value.to_i64().and_then(|number| usize::try_from(number).ok());
    *ty == ctx.int_type(width) && number.is_some_and(|number| number < words.len())
}

pub(super) fn constant(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let result = ir.ty(ir.result(op, 0));
    let found = ir.attr(op, "value").and_then(|a| attr_type(ir.ctx, a));
    if let TypeKind::Integer { sign: Signedness::Signed | Signedness::Unsigned, .. } = ir.ctx.kind(result) {
        return Err(Fault::op("integer return type must be signless"));
    }
    if let TypeKind::Vector { scalable, .. } = ir.ctx.kind(result)
        && scalable.contains(&true)
        && !matches!(
            ir.attr(op, "value").map(|a| ir.ctx.attr_kind(a)),
            Some(AttrKind::Dense { splat: true, .. })
        )
    {
        return Err(Fault::op(
            "intializing scalable vectors with elements attribute is not supported unless it's a vector splat",
        ));
    }
    match found {
        Some(found) if found != result => Err(Fault::attr(
            "value",
            format!(
                "failed to verify that all of {{value, result}} have same type: '{}' and '{}'",
                type_string(ir.ctx, found),
                type_string(ir.ctx, result)
            ),
        )),
        _ => Ok(()),
    }
}

pub(super) fn compare(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    if ir.ty(ir.operand(op, 0)) != ir.ty(ir.operand(op, 1)) {
        return Err(Fault::op("requires all operands to have the same type"));
    }
    match infer_compare(ir, op)?.first() {
        Some(&expected) if expected != ir.ty(ir.result(op, 0)) => Err(Fault::result(
            0,
            format!(
                "failed to verify that result type has i1 element type and same shape as operands: expected '{}'",
                type_string(ir.ctx, expected)
            ),
        )),
        _ => Ok(()),
    }
}

/// `i1`, or booleans of the operands' shape.
pub(super) fn infer_compare(ir: &Ir<'_>, op: OpId) -> Result<Vec<Type>, Fault> {
    Ok(vec![bool_like(ir.ctx, ir.ty(ir.operand(op, 0)))])
}

/// `i1`, or booleans of the shape of `ty`.
fn bool_like(ctx: &Context, ty: Type) -> Type {
    let elem = ctx.int_type(1);
    match ctx.kind(ty).clone() {
        TypeKind::RankedTensor { shape, encoding, .. } => {
            ctx.ty(TypeKind::RankedTensor { shape, elem, encoding })
        }
        TypeKind::UnrankedTensor { .. } => ctx.ty(TypeKind::UnrankedTensor { elem }),
        TypeKind::Vector { shape, scalable, .. } => ctx.ty(TypeKind::Vector { shape, scalable, elem }),
        _ => elem,
    }
}

pub(super) fn select(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let ctx = ir.ctx;
    let result = ir.ty(ir.result(op, 0));
    if ir.ty(ir.operand(op, 1)) != result || ir.ty(ir.operand(op, 2)) != result {
        return Err(Fault::op(
            "failed to verify that all of {true_value, false_value, result} have same type",
        ));
    }
    let condition = ir.ty(ir.operand(op, 0));
    if condition == ctx.int_type(1) || condition == bool_like(ctx, result) {
        return Ok(());
    }
    Err(Fault::operand(0, "failed to verify that condition is signless i1 or has matching shape"))
}

/// `i1` or booleans of the operands' shape tell of the overflow; the sum has the operands' type.
pub(super) fn add_extended(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let [sum, overflow] = infer_add_extended(ir, op)?[..] else { return Ok(()) };
    if ir.ty(ir.operand(op, 1)) != sum || ir.ty(ir.result(op, 0)) != sum {
        return Err(Fault::op("failed to verify that all of {lhs, rhs, sum} have same type"));
    }
    if ir.ty(ir.result(op, 1)) != overflow {
        return Err(Fault::result(1, "result type has i1 element type and same shape as operands")
            .help(format!("expected '{}'", type_string(ir.ctx, overflow))));
    }
    Ok(())
}

pub(super) fn infer_add_extended(ir: &Ir<'_>, op: OpId) -> Result<Vec<Type>, Fault> {
    let ty = ir.ty(ir.operand(op, 0));
    Ok(vec![ty, bool_like(ir.ctx, ty)])
}

macro_rules! casts {
    ($($(#[doc = $doc:literal])+ $name:ident = $fits:expr;)*) => {
        $($(#[doc = $doc])+ pub(super) fn $name(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> { cast(ir, op, $fits) })*
    };
}

casts! {
    /// To a wider element.
    widen = |ctx, from, to| width(ctx, from) < width(ctx, to);
    /// To a narrower element.
    narrow = |ctx, from, to| width(ctx, from) > width(ctx, to);
    /// Between numbers of any width.
    convert = |_, _, _| true;
    /// Between elements of the same width.
    bitcast = |ctx, from, to| width(ctx, from) == width(ctx, to);
    /// From an integer to an index, or back.
    index_cast = |ctx, from, to| (*ctx.kind(from) == TypeKind::Index) != (*ctx.kind(to) == TypeKind::Index);
}

/// The width in bits of an integer or a float.
fn width(ctx: &Context, elem: Type) -> Option<u32> {
    match ctx.kind(elem) {
        TypeKind::Integer { width, .. } => Some(*width),
        TypeKind::Float(kind) => Some(kind.width()),
        _ => None,
    }
}

/// A cast keeps the shape, and `fits` its elements.
fn cast(ir: &Ir<'_>, op: OpId, fits: fn(&Context, Type, Type) -> bool) -> Result<(), Fault> {
    let ctx = ir.ctx;
    let (from, to) = (ir.ty(ir.operand(op, 0)), ir.ty(ir.result(op, 0)));
    let shape_kept = match (ctx.kind(from), ctx.kind(to)) {
        (TypeKind::RankedTensor { shape, .. }, TypeKind::RankedTensor { shape: other, .. }) => shape == other,
        (TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor { .. }, _)
        | (_, TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor { .. }) => false,
        (
            TypeKind::Vector { shape, scalable, .. },
            TypeKind::Vector { shape: other, scalable: others, .. },
        ) => shape == other && scalable == others,
        (TypeKind::MemRef { shape, .. }, TypeKind::MemRef { shape: other, .. }) => {
            compatible_shapes(shape, other)
        }
        _ => ctx.shaped(from).is_none() && ctx.shaped(to).is_none(),
    };
    if !shape_kept {
        let tensors = [from, to]
            .iter()
            .any(|&t| matches!(ctx.kind(t), TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor { .. }));
        return Err(Fault::op(match tensors {
            true => "failed to verify that input and output have the same tensor dimensions",
            false => "requires the same shape for all operands and results",
        }));
    }
    let element = |ty: Type| elementwise(ctx, ty).or_else(|| memref_element(ctx, ty));
    let encoding = |ty: Type| match ctx.kind(ty) {
        TypeKind::RankedTensor { encoding, .. } => *encoding,
        _ => None,
    };
    match element(from).zip(element(to)) {
        Some((a, b)) if fits(ctx, a, b) && encoding(from) == encoding(to) => Ok(()),
        _ => Err(Fault::op(format!(
            "operand type '{}' and result type '{}' are cast incompatible",
            type_string(ctx, from),
            type_string(ctx, to)
        ))),
    }
}
