//! Finds the place of a part of an op in its source text.

use crate::ir::{Ir, OpId, Part, Span};

/// The place of a part of an op in its source text.
pub fn part_span(ir: &Ir<'_>, op: OpId, _part: &Part) -> Span {
    ir.op(op).span
}
