//! What operands, results and attributes of the dialect must be.

use super::quant::is_quantized;
use crate::ir::{Attr, AttrKind, Constraint, Context, Type, TypeKind};

fn scalar_of(ctx: &Context, ty: Type) -> Option<&TypeKind> {
    ctx.ranked_tensor(ty).map(|(_, elem)| ctx.kind(elem))
}

fn is_quantized_tensor(ctx: &Context, ty: Type) -> bool {
    ctx.ranked_tensor(ty).is_some_and(|(_, elem)| is_quantized(ctx, elem))
}

/// A tensor of floats, which may be quantized.
pub static FLOAT_TENSOR: Constraint<Type> = Constraint {
    description: "ranked tensor of floats",
    check: |ctx, ty| matches!(scalar_of(ctx, ty), Some(TypeKind::Float(_))) || is_quantized_tensor(ctx, ty),
};

/// A tensor of floats, which may be quantized, or complex numbers.
pub static FLOAT_OR_COMPLEX_TENSOR: Constraint<Type> = Constraint {
    description: "ranked tensor of floats or complex numbers",
    check: |ctx, ty| {
        matches!(scalar_of(ctx, ty), Some(TypeKind::Float(_) | TypeKind::Complex(_)))
            || is_quantized_tensor(ctx, ty)
    },
};

/// A tensor of complex numbers.
pub static COMPLEX_TENSOR: Constraint<Type> = Constraint {
    description: "ranked tensor of complex numbers",
    check: |ctx, ty| matches!(scalar_of(ctx, ty), Some(TypeKind::Complex(_))),
};

/// A tensor of integers (or booleans).
pub static INT_OR_PRED_TENSOR: Constraint<Type> = Constraint {
    description: "ranked tensor of integers or booleans",
    check: |ctx, ty| matches!(scalar_of(ctx, ty), Some(TypeKind::Integer { .. })),
};

/// A scalar tensor of integers: an index.
pub static INT_SCALAR: Constraint<Type> = Constraint {
    description: "0-dimensional tensor of integers",
    check: |ctx, ty| {
        ctx.ranked_tensor(ty).is_some_and(|(shape, _)| shape.is_empty())
            && matches!(scalar_of(ctx, ty), Some(TypeKind::Integer { .. }))
    },
};

/// `tensor<i1>`.
pub static PRED_SCALAR: Constraint<Type> = Constraint {
    description: "0-dimensional tensor of 1-bit signless integers",
    check: |ctx, ty| ctx.ranked_tensor(ty) == Some((&[], ctx.int_type(1))),
};

/// `tensor<i32>`.
pub static I32_SCALAR: Constraint<Type> = Constraint {
    description: "0-dimensional tensor of 32-bit signless integers",
    check: |ctx, ty| ctx.ranked_tensor(ty) == Some((&[], ctx.int_type(32))),
};

/// A tuple.
pub static TUPLE: Constraint<Type> =
    Constraint { description: "tuple", check: |ctx, ty| matches!(ctx.kind(ty), TypeKind::Tuple(_)) };

/// A value of an HLO program: a tensor, a tuple of values, or a token (whose type is of another dialect).
pub static VALUE: Constraint<Type> = Constraint {
    description: "tensor, tuple or token",
    check: |ctx, ty| {
        matches!(
            ctx.kind(ty),
            TypeKind::RankedTensor { .. }
                | TypeKind::UnrankedTensor { .. }
                | TypeKind::Tuple(_)
                | TypeKind::Opaque { .. }
        )
    },
};

/// A list of dimension numbers or sizes: integers that are not negative.
pub static SIZES: Constraint<Attr> = Constraint {
    description: "a list of non-negative 64-bit integers",
    check: |ctx, attr| ctx.as_ints(attr).is_some_and(|list| list.iter().all(|&item| item >= 0)),
};

/// A 64-bit integer that is not negative.
pub static SIZE: Constraint<Attr> = Constraint {
    description: "a non-negative 64-bit signless integer attribute",
    check: |ctx, attr| is_size(ctx, attr, 64),
};

/// A 32-bit integer that is not negative.
pub static INDEX32: Constraint<Attr> = Constraint {
    description: "a non-negative 32-bit signless integer attribute",
    check: |ctx, attr| is_size(ctx, attr, 32),
};

fn is_size(ctx: &Context, attr: Attr, width: u32) -> bool {
    matches!(ctx.attr_kind(attr), AttrKind::Integer { ty, .. } if *ty == ctx.int_type(width))
        && ctx.as_i64(attr).is_some_and(|value| value >= 0)
}

/// A string, or a dictionary for the typed foreign-function interface (`api_version = 4`).
pub static BACKEND_CONFIG: Constraint<Attr> = Constraint {
    description: "a string or a dictionary attribute",
    check: |ctx, attr| matches!(ctx.attr_kind(attr), AttrKind::String { .. } | AttrKind::Dict(_)),
};

/// A 64-bit integer above 0.
pub static POSITIVE: Constraint<Attr> = Constraint {
    description: "a positive 64-bit signless integer attribute",
    check: |ctx, attr| is_size(ctx, attr, 64) && ctx.as_i64(attr) != Some(0),
};

/// A vector of integers or indices: one number for each dimension of something.
pub static SHAPE_TENSOR: Constraint<Type> = Constraint {
    description: "1-dimensional tensor of integers or indices",
    check: |ctx, ty| {
        ctx.ranked_tensor(ty).is_some_and(|(shape, _)| shape.len() == 1)
            && matches!(scalar_of(ctx, ty), Some(TypeKind::Integer { .. } | TypeKind::Index))
    },
};

/// `tensor<ui32>`.
pub static U32_SCALAR: Constraint<Type> = Constraint {
    description: "0-dimensional tensor of 32-bit unsigned integers",
    check: |ctx, ty| ctx.ranked_tensor(ty) == Some((&[], ctx.uint_type(32))),
};
