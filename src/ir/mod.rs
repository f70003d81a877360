//! Generic SSA IR: interned types and attributes, operations in arenas, text, verifier.
//!
//! This module knows no dialect: a dialect hands it a [`DialectInfo`] table and gets parser, printer, verifier and
//! builders from it. Nothing here prints to a terminal; problems are [`Diagnostic`] values.

mod attributes;
mod clone;
mod context;
mod diagnostics;
mod dominance;
mod edit;
mod effects;
mod intern;
mod location;
mod module;
mod nearest;
mod op_info;
mod symbols;
pub mod text;
mod types;
mod uses;
pub mod verify;
mod walk;

pub use attributes::{Attr, AttrKind, DenseData, IntValue};
pub use clone::IrMap;
pub use context::{Context, OpName, OpNameData};
pub use diagnostics::{Diagnostic, Diagnostics, FileId, Label, PartLocator, Severity, SourceFile, Span};
pub use dominance::Dominance;
pub use effects::{Effect, OpEffects};
pub use intern::Str;
pub use location::{Loc, LocKind};
pub use module::{
    BlockId, InsertPoint, Ir, OpData, OpId, OpState, RegionId, ResourceBlob, ValueDef, ValueId,
};
pub use nearest::nearest;
pub use op_info::{
    Arity, AttrDefault, AttrSlot, Constraint, DialectInfo, EntrySide, Fault, FlagsDef, InferFn, OpInfo,
    ParamKind, Part, RegionSlot, Slot, Successors, Trait, TypeDef, VerifyFn,
};
pub use types::{
    DYNAMIC, FloatKind, Signedness, Type, TypeKind, TypeParam, compatible_shapes, compatible_sizes,
};
pub use uses::{Operand, UseRef};
pub use verify::{verify, visibility};
pub use walk::WalkOrder;
