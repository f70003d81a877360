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
    /// A token: it orders ops that have side effects. Its type is of the dialect in which it is written.
    TOKEN: Type = "token", |ctx, t| matches!(ctx.kind(t), TypeKind::Opaque { body, .. } if ctx.text(*body) == "token");
    /// A ranked tensor or a token.
    TENSOR_OR_TOKEN: Type = "ranked tensor or token", |ctx, t| (TENSOR.check)(ctx, t) || (TOKEN.check)(ctx, t);
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
        elementwise(ctx, t).is_some_and(|e| is_signless(ctx, e) || *ctx.kind(e) == TypeKind::Index)
    };
    /// A signless integer, or a vector or tensor of it.
    FIXED_INT_LIKE: Type = "signless-fixed-width-integer-like", |ctx, t| {
        elementwise(ctx, t).is_some_and(|e| is_signless(ctx, e))
    };
    /// A float, or a vector or tensor of them.
    FLOAT_LIKE: Type = "floating-point-like", |ctx, t| {
        elementwise(ctx, t).is_some_and(|e| matches!(ctx.kind(e), TypeKind::Float(_)))
    };
    /// `i1`, or a vector or tensor of it.
    BOOL_LIKE: Type = "bool-like", |ctx, t| elementwise(ctx, t) == Some(ctx.int_type(1));
    /// What may be an integer at one end of a cast and an index at the other.
    INDEX_CAST_LIKE: Type = "signless-integer-like or memref of signless-integer", |ctx, t| {
        elementwise(ctx, t).or_else(|| memref_element(ctx, t)).is_some_and(|e| is_signless(ctx, e) || *ctx.kind(e) == TypeKind::Index)
    };
    /// What has bits that may be read as another type.
    BITCAST_LIKE: Type = "signless-integer-or-float-like or memref of signless-integer or float", |ctx, t| {
        elementwise(ctx, t).or_else(|| memref_element(ctx, t)).is_some_and(|e| is_signless(ctx, e) || matches!(ctx.kind(e), TypeKind::Float(_)))
    };
    /// A function type.
    FUNCTION: Type = "function type", |ctx, t| matches!(ctx.kind(t), TypeKind::Function { .. });
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
    I64_ARRAY: Attr = "i64 dense array attribute", |ctx, a| lists(ctx, a, ctx.int_type(64)) && ctx.as_ints(a).is_some();
    /// A list of booleans in any of MLIR's forms.
    BOOL_ARRAY: Attr = "i1 dense array attribute", |ctx, a| lists(ctx, a, ctx.int_type(1)) && ctx.as_ints(a).is_some();
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
    /// An array of symbol references.
    SYMBOLS: Attr = "an array of flat symbol references", |ctx, a| {
        ctx.as_array(a).is_some_and(|items| items.iter().all(|&item| ctx.as_symbol(item).is_some()))
    };
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

/// Whether what a list attribute of any form holds is of this type.
pub fn lists(ctx: &Context, attr: Attr, elem: Type) -> bool {
    match ctx.attr_kind(attr) {
        AttrKind::DenseArray { elem: found, .. } => *found == elem,
        AttrKind::Dense { ty, .. } => ctx.shaped(*ty).is_some_and(|(_, found)| found == elem),
        AttrKind::Array(items) => items.iter().all(|&item| attr_type(ctx, item) == Some(elem)),
        _ => false,
    }
}

/// The name of the first entry of a dictionary that belongs to no dialect.
pub fn without_prefix(ctx: &Context, dict: Attr) -> Option<&str> {
    ctx.dict_entries(dict).iter().map(|entry| ctx.text(entry.0)).find(|name| !name.contains('.'))
}

/// The type itself, or the element type of a vector or a tensor, ranked or not.
pub fn elementwise(ctx: &Context, ty: Type) -> Option<Type> {
    match *ctx.kind(ty) {
        TypeKind::Vector { elem, .. }
        | TypeKind::RankedTensor { elem, .. }
        | TypeKind::UnrankedTensor { elem } => Some(elem),
        TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. } => None,
        _ => Some(ty),
    }
}

/// The element type of a ranked memref.
pub fn memref_element(ctx: &Context, ty: Type) -> Option<Type> {
    match *ctx.kind(ty) {
        TypeKind::MemRef { elem, .. } => Some(elem),
        _ => None,
    }
}

fn is_signless(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.kind(ty), TypeKind::Integer { sign: Signedness::Signless, .. })
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
