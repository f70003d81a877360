//! `!nki.tile` (on-chip memory) and `!nki.hbm` (device memory).

use crate::ir::{Constraint, Context, ParamKind, Type, TypeDef, TypeKind, TypeParam};

/// `!nki.tile<128x512xf32, sbuf>`: the partition dimension comes first. `!nki.hbm<4x8xf32>`: a tensor in HBM.
pub const TYPES: [TypeDef; 2] = [
    TypeDef {
        mnemonic: "tile",
        summary: "on-chip memory; the first dimension is the partition",
        params: &[ParamKind::Shape, ParamKind::Keyword(&["sbuf", "psum"])],
    },
    TypeDef { mnemonic: "hbm", summary: "a tensor in device memory", params: &[ParamKind::Shape] },
];
