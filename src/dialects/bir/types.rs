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

/// The element types of BIR that memory holds one to an element, and their names (spec bir.md §9). Booleans are stored as
/// uint8; float32r is NKI's tfloat32.
const NAMED_DTYPES: [(ElementType, &str); 18] = [
    (ElementType::Pred, "uint8"),
    (ElementType::U8, "uint8"),
    (ElementType::S8, "int8"),
    (ElementType::F8E3M4, "float8e3"),
    (ElementType::F8E4M3, "float8e4"),
    (ElementType::F8E4M3FN, "float8_e4m3fn"),
    (ElementType::F8E8M0FNU, "float8_e8m0fnu"),
    (ElementType::F8E5M2, "float8e5"),
    (ElementType::U16, "uint16"),
    (ElementType::S16, "int16"),
    (ElementType::BF16, "bfloat16"),
    (ElementType::F16, "float16"),
    (ElementType::U32, "uint32"),
    (ElementType::S32, "int32"),
    (ElementType::F32, "float32"),
    (ElementType::TF32, "float32r"),
    (ElementType::U64, "uint64"),
    (ElementType::S64, "int64"),
];

/// The element types of BIR that memory holds one to an element.
pub const DTYPES: &[ElementType] = &{
    let mut all = [ElementType::Pred; NAMED_DTYPES.len()];
    let mut index = 0;
    while index < all.len() {
        all[index] = NAMED_DTYPES[index].0;
        index += 1;
    }
    all
};

/// The name of an element type in BIR-JSON; `None` for those that BIR lacks.
pub fn dtype_name(dtype: ElementType) -> Option<&'static str> {
    NAMED_DTYPES.iter().find(|row| row.0 == dtype).map(|row| row.1)
}

/// A memory handle.
pub static MEM: Constraint<Type> = Constraint {
    description: "a memory handle (!bir.mem; on chip of a partition and at least one free dimension) of a BIR element type",
    check: |ctx, ty| device::is_memory(ctx, ty, MEM_NAME, DTYPES),
};
