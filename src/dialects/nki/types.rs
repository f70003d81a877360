//! `!nki.tile` (on-chip memory) and `!nki.hbm` (device memory).

use crate::dialects::device::{self, MemoryType};
use crate::ir::{Constraint, ParamKind, Type, TypeDef};
use crate::tensor::ElementType;

/// `!nki.tile<128x512xf32, sbuf>`: the partition dimension comes first. `!nki.hbm<4x8xf32>`: a tensor in HBM.
pub const TYPES: [TypeDef; 2] = [
    TypeDef {
        mnemonic: "tile",
        summary: "on-chip memory; the first dimension is the partition",
        params: &[ParamKind::Shape, ParamKind::Keyword(&["sbuf", "psum"])],
    },
    TypeDef { mnemonic: "hbm", summary: "a tensor in device memory", params: &[ParamKind::Shape] },
];

const TILE_NAME: &str = "nki.tile";
const HBM_NAME: &str = "nki.hbm";

/// The element types of NKI: none has 64 bits (spec nki_isa.md §3).
pub const DTYPES: &[ElementType] = &[
    ElementType::Pred,
    ElementType::U8,
    ElementType::U16,
    ElementType::U32,
    ElementType::S8,
    ElementType::S16,
    ElementType::S32,
    ElementType::F16,
    ElementType::BF16,
    ElementType::TF32,
    ElementType::F32,
    ElementType::F8E4M3,
    ElementType::F8E4M3FN,
    ElementType::F8E5M2,
    ElementType::F8E8M0FNU,
];

/// A tile: at least two dimensions, none empty.
pub static TILE: Constraint<Type> = Constraint {
    description: "on-chip memory (!nki.tile of a partition and at least one free dimension) of an NKI element type",
    check: |ctx, ty| device::is_memory(ctx, ty, TILE_NAME, DTYPES),
};

/// A tile or an HBM tensor.
pub static HBM_OR_TILE: Constraint<Type> = Constraint {
    description: "device memory (!nki.tile of a partition and at least one free dimension, or !nki.hbm) of an NKI element type",
    check: |ctx, ty| {
        device::is_memory(ctx, ty, TILE_NAME, DTYPES) || device::is_memory(ctx, ty, HBM_NAME, DTYPES)
    },
};

/// One f32 per partition.
pub static PARTITION_SCALAR: Constraint<Type> = Constraint {
    description: "a tile of one f32 per partition (!nki.tile<Px1xf32>)",
    check: |ctx, ty| {
        device::is_memory(ctx, ty, TILE_NAME, &[ElementType::F32])
            && device::memory_type(ctx, ty).is_some_and(|tile: MemoryType<'_>| tile.row_elements() == 1)
    },
};
