//! The textual form: lexer, parser, printer.

use super::context::Context;
use super::diagnostics::Span;
use super::module::{Ir, OpId};
use super::op_info::Part;
use super::types::Type;

/// A dialect's own text form of an op.
pub struct Form {}

/// The place of a part of an op in its source text.
pub fn part_span(ir: &Ir<'_>, op: OpId, _part: &Part) -> Span {
    ir.op(op).span
}

/// A type as text.
pub fn type_string(ctx: &Context, ty: Type) -> String {
    format!("{:?}", ctx.kind(ty))
}
