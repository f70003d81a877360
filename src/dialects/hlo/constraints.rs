//! What operands, results and attributes of the dialect must be.

use super::quant::is_quantized;
use crate::dialects::constraints::{TOKEN, lists};
use crate::dialects::elements::element_type;
use crate::ir::{Attr, AttrKind, Constraint, Context, DYNAMIC, FloatKind, Signedness, Type, TypeKind};

/// The element type of a tensor of the dialect: booleans, integers of 2 to 64 bits, floats of XLA, complex or quantized numbers,
/// and no indices.
fn scalar_of(ctx: &Context, ty: Type) -> Option<&TypeKind> {
    let (_, elem) = ctx.ranked_tensor(ty)?;
    let legal = match ctx.kind(elem) {
        // XLA knows tf32 as a precision of products only.
        TypeKind::Index | TypeKind::Float(FloatKind::TF32) => false,
        TypeKind::Opaque { .. } | TypeKind::Dialect { .. } => true,
        _ => element_type(ctx, elem).is_some(),
    };
    legal.then(|| ctx.kind(elem))
}

/// A tensor.
pub static TENSOR: Constraint<Type> = Constraint {
    description: "ranked tensor of floats, booleans, integers, complex or quantized numbers",
    check: |ctx, ty| scalar_of(ctx, ty).is_some(),
};

/// A tensor whose shape is known.
pub static STATIC_TENSOR: Constraint<Type> = Constraint {
    description: "statically shaped tensor",
    check: |ctx, ty| {
        scalar_of(ctx, ty).is_some()
            && ctx.ranked_tensor(ty).is_some_and(|(shape, _)| !shape.contains(&DYNAMIC))
    },
};

/// A tensor whose shape is known, or whose only unknown size has a bound.
pub static BOUNDED_TENSOR: Constraint<Type> = Constraint {
    description: "statically shaped or single bounded dimension tensor",
    check: |ctx, ty| match ctx.kind(ty) {
        TypeKind::RankedTensor { shape, encoding, .. } => {
            let unknown = shape.iter().filter(|&&size| size == DYNAMIC).count();
            scalar_of(ctx, ty).is_some() && unknown <= usize::from(encoding.is_some())
        }
        _ => false,
    },
};

/// A tensor or a token.
pub static TENSOR_OR_TOKEN: Constraint<Type> = Constraint {
    description: "ranked tensor or token",
    check: |ctx, ty| (TENSOR.check)(ctx, ty) || (TOKEN.check)(ctx, ty),
};

/// A tensor of numbers, which booleans are not.
pub static NUMBER_TENSOR: Constraint<Type> = Constraint {
    description: "ranked tensor of integers, floats, complex or quantized numbers",
    check: |ctx, ty| {
        scalar_of(ctx, ty).is_some_and(|kind| !matches!(kind, TypeKind::Integer { width: 1, .. }))
    },
};

/// A tensor of numbers that have a sign.
pub static SIGNED_TENSOR: Constraint<Type> = Constraint {
    description: "ranked tensor of signed integers, floats, complex or quantized numbers",
    check: |ctx, ty| {
        (NUMBER_TENSOR.check)(ctx, ty)
            && !matches!(scalar_of(ctx, ty), Some(TypeKind::Integer { sign: Signedness::Unsigned, .. }))
    },
};

/// A tensor of floats that complex numbers are made of.
pub static PART_TENSOR: Constraint<Type> = Constraint {
    description: "ranked tensor of 32-bit or 64-bit floats",
    check: |ctx, ty| matches!(scalar_of(ctx, ty), Some(TypeKind::Float(FloatKind::F32 | FloatKind::F64))),
};

/// A tensor of integers, which booleans are not.
pub static INT_TENSOR: Constraint<Type> = Constraint {
    description: "ranked tensor of integers",
    check: |ctx, ty| matches!(scalar_of(ctx, ty), Some(TypeKind::Integer { width: 2.., .. })),
};

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
        ctx.ranked_tensor(ty).is_some_and(|(shape, _)| shape.is_empty()) && (INT_TENSOR.check)(ctx, ty)
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
    check: |ctx, attr| {
        lists(ctx, attr, ctx.int_type(64))
            && ctx.as_ints(attr).is_some_and(|list| list.iter().all(|&item| item >= 0))
    },
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
    description: "statically shaped 1-dimensional tensor of integers or indices",
    check: |ctx, ty| {
        ctx.ranked_tensor(ty).is_some_and(|(shape, elem)| {
            let index = matches!(ctx.kind(elem), TypeKind::Index);
            matches!(shape, &[size] if size != DYNAMIC) && (index || (INT_TENSOR.check)(ctx, ty))
        })
    },
};

/// `tensor<ui32>`.
pub static U32_SCALAR: Constraint<Type> = Constraint {
    description: "0-dimensional tensor of 32-bit unsigned integers",
    check: |ctx, ty| ctx.ranked_tensor(ty) == Some((&[], ctx.uint_type(32))),
};
