//! Type and attribute constraints that several dialects use.

use crate::ir::{Attr, AttrKind, Constraint, Context, DenseData, Signedness, Type, TypeKind};

macro_rules! constraints {
    ($($(#[doc = $doc:literal])+ $name:ident : $kind:ty = $description:literal, $check:expr;)*) => {
        $($(#[doc = $doc])+ pub static $name: Constraint<$kind> = Constraint { description: $description, check: $check };)*
    };
}

constraints! {
    /// Any type.
    ANY: Type = "any type", |_, _| true;
    /// A ranked tensor.
    TENSOR: Type = "ranked tensor", |ctx, t| ctx.ranked_tensor(t).is_some();
    /// A tensor with boolean elements.
    PRED_TENSOR: Type = "ranked tensor of 1-bit signless integers", |ctx, t| {
        ctx.ranked_tensor(t).is_some_and(|(_, e)| e == ctx.int_type(1))
    };
    /// A tensor with integer elements.
    INT_TENSOR: Type = "ranked tensor of integers", |ctx, t| {
        ctx.ranked_tensor(t).is_some_and(|(_, e)| matches!(ctx.kind(e), TypeKind::Integer { .. }))
    };
    /// A signless integer or index, or a vector or tensor of them.
    SIGNLESS_INT_LIKE: Type = "signless-integer-like", |ctx, t| {
        let elem = ctx.shaped(t).map_or(t, |s| s.1);
        matches!(ctx.kind(elem), TypeKind::Integer { sign: Signedness::Signless, .. } | TypeKind::Index)
    };
    /// A float, or a vector or tensor of them.
    FLOAT_LIKE: Type = "floating-point-like", |ctx, t| {
        matches!(ctx.kind(ctx.shaped(t).map_or(t, |s| s.1)), TypeKind::Float(_))
    };
    /// `i1`, or a vector or tensor of it.
    BOOL_LIKE: Type = "bool-like", |ctx, t| ctx.shaped(t).map_or(t, |s| s.1) == ctx.int_type(1);
    /// An integer of any width and sign.
    INTEGER: Type = "integer", |ctx, t| matches!(ctx.kind(t), TypeKind::Integer { .. });
    /// `i1`.
    I1: Type = "1-bit signless integer", |ctx, t| t == ctx.int_type(1);

    /// Any attribute.
    ANY_ATTR: Attr = "any attribute", |_, _| true;
    /// A string.
    STRING: Attr = "string attribute", |ctx, a| matches!(ctx.attr_kind(a), AttrKind::String { .. });
    /// A boolean.
    BOOL: Attr = "bool attribute", |ctx, a| ctx.as_bool(a).is_some();
    /// A unit attribute.
    UNIT: Attr = "unit attribute", |ctx, a| matches!(ctx.attr_kind(a), AttrKind::Unit);
    /// A 64-bit integer.
    I64: Attr = "64-bit signless integer attribute", |ctx, a| is_int(ctx, a, 64);
    /// A 32-bit integer.
    I32: Attr = "32-bit signless integer attribute", |ctx, a| is_int(ctx, a, 32);
    /// A 32-bit float.
    F32: Attr = "32-bit float attribute", |ctx, a| matches!(ctx.attr_kind(a), AttrKind::Float { ty, .. } if *ty == ctx.float_type(crate::ir::FloatKind::F32));
    /// A 64-bit float.
    F64: Attr = "64-bit float attribute", |ctx, a| matches!(ctx.attr_kind(a), AttrKind::Float { ty, .. } if *ty == ctx.float_type(crate::ir::FloatKind::F64));
    /// A list of 64-bit integers in any of MLIR's forms.
    I64_ARRAY: Attr = "i64 dense array attribute", |ctx, a| ctx.as_ints(a).is_some();
    /// `array<i32: ...>`.
    I32_DENSE_ARRAY: Attr = "i32 dense array attribute", |ctx, a| {
        matches!(ctx.attr_kind(a), AttrKind::DenseArray { elem, .. } if *elem == ctx.int_type(32))
    };
    /// Constant integers of a vector or tensor.
    INT_ELEMENTS: Attr = "integer elements attribute", |ctx, a| {
        dense_bytes(ctx, a).and_then(|(ty, ..)| ctx.shaped(ty)).is_some_and(|(_, e)| matches!(ctx.kind(e), TypeKind::Integer { .. } | TypeKind::Index))
    };
    /// An array.
    ARRAY: Attr = "array attribute", |ctx, a| ctx.as_array(a).is_some();
    /// An array of dictionaries.
    DICT_ARRAY: Attr = "Array of dictionary attributes", |ctx, a| {
        ctx.as_array(a).is_some_and(|items| items.iter().all(|&i| matches!(ctx.attr_kind(i), AttrKind::Dict(_))))
    };
    /// A dictionary.
    DICT: Attr = "dictionary attribute", |ctx, a| matches!(ctx.attr_kind(a), AttrKind::Dict(_));
    /// A flat symbol reference.
    FLAT_SYMBOL: Attr = "flat symbol reference attribute", |ctx, a| ctx.as_symbol(a).is_some();
    /// A function type.
    FUNCTION_TYPE: Attr = "type attribute of function type", |ctx, a| {
        ctx.as_type(a).is_some_and(|t| matches!(ctx.kind(t), TypeKind::Function { .. }))
    };
    /// A typed constant.
    TYPED: Attr = "TypedAttr instance", |ctx, a| attr_type(ctx, a).is_some();
    /// Constant elements of a shaped type.
    ELEMENTS: Attr = "constant vector/tensor attribute", |ctx, a| matches!(
        ctx.attr_kind(a),
        AttrKind::Dense { .. } | AttrKind::DenseResource { .. } | AttrKind::Sparse { .. } | AttrKind::Opaque { .. }
    );
}

fn is_int(ctx: &Context, attr: Attr, width: u32) -> bool {
    matches!(ctx.attr_kind(attr), AttrKind::Integer { ty, .. } if *ty == ctx.int_type(width))
}

/// The type of a typed attribute.
pub fn attr_type(ctx: &Context, attr: Attr) -> Option<Type> {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { ty, .. }
        | AttrKind::Float { ty, .. }
        | AttrKind::Dense { ty, .. }
        | AttrKind::DenseResource { ty, .. }
        | AttrKind::Sparse { ty, .. } => Some(*ty),
        AttrKind::String { ty, .. } | AttrKind::Opaque { ty, .. } => *ty,
        _ => None,
    }
}

/// The raw elements of a dense attribute over raw bytes: its type, whether it is a splat, and the bytes.
pub fn dense_bytes(ctx: &Context, attr: Attr) -> Option<(Type, bool, &[u8])> {
    match ctx.attr_kind(attr) {
        AttrKind::Dense { ty, splat, data: DenseData::Bytes(data) } => Some((*ty, *splat, data)),
        _ => None,
    }
}
