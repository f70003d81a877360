//! `!bir.mem`: a memory handle.

use crate::dialects::device;
use crate::ir::{Constraint, ParamKind, Type, TypeDef};
use crate::tensor::ElementType;

/// `!bir.mem<128x64xf32, sbuf>`: on chip the partition dimension comes first; `!bir.mem<4x8xf32, dram>` is HBM.
pub const TYPES: [TypeDef; 1] = [TypeDef {
    mnemonic: "mem",
    summary: "a memory handle; on chip the first dimension is the partition",
    params: &[ParamKind::Shape, ParamKind::Keyword(&["sbuf", "psum", "dram"])],
}];

const MEM_NAME: &str = "bir.mem";

/// The element types of BIR that memory holds one to an element (spec bir.md §9). Booleans are stored as uint8;
/// float32r is NKI's tfloat32.
pub const DTYPES: &[ElementType] = &[
    ElementType::Pred,
    ElementType::U8,
    ElementType::S8,
    ElementType::F8E3M4,
    ElementType::F8E4M3,
    ElementType::F8E4M3FN,
    ElementType::F8E8M0FNU,
    ElementType::F8E5M2,
    ElementType::U16,
    ElementType::S16,
    ElementType::BF16,
    ElementType::F16,
    ElementType::U32,
    ElementType::S32,
    ElementType::F32,
    ElementType::TF32,
    ElementType::U64,
    ElementType::S64,
];

/// A memory handle.
pub static MEM: Constraint<Type> = Constraint {
    description: "a memory handle (!bir.mem; on chip of a partition and at least one free dimension) of a BIR element type",
    check: |ctx, ty| device::is_memory(ctx, ty, MEM_NAME, DTYPES),
};
