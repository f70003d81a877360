//! Functions about hlo's own attributes and bodies.

use crate::dialects::hlo::attrs::{DotDims, dimensions};
use crate::dialects::hlo::{applied, last_argument_returned};
use crate::rewrite::{Function, Kind, Val};

use super::functions::functions;

/// The table.
pub static FUNCTIONS: &[Function] = functions! {
    applied(OP) -> STR = |c| applied(c.ir, c.op(0)?).map(Val::str), "the commutative op that a body of two arguments applies to them and gives back";
    overwrites(OP) -> BOOL = |c| Some(Val::Bool(last_argument_returned(c.ir, c.op(0)?))), "whether a body of two arguments gives back the second";
    dot_dim(ATTR, STR) -> INT = |c| {
        let dims = DotDims::read(c.ctx(), c.attr(0)?)?;
        let (batch, summed) = match c.text(1)? {
            "lhs" => (dims.lhs_batching_dimensions, dims.lhs_contracting_dimensions),
            "rhs" => (dims.rhs_batching_dimensions, dims.rhs_contracting_dimensions),
            _ => return None,
        };
        match (batch.as_slice(), summed.as_slice()) {
            ([], &[dim]) => Some(Val::Int(dim as i64)),
            _ => None,
        }
    }, "the only dimension of a side, lhs or rhs, that a dot without batching dimensions sums over";
    x_layout(VALUE, INT) -> INT = |c| {
        let rank = c.ctx().ranked_tensor(c.ir.ty(c.value(0)?))?.0.len() as i64;
        Some(Val::Int(i64::from(c.int(1)? == rank - 1)))
    }, "x_hbm_layout of a router whose x has its hidden dimension there: 1 if it is the last, else 0";
    dimension_numbers(ATTR, STR) -> INTS = |c| {
        dimensions(c.ctx(), c.attr(0)?, c.text(1)?).map(|dims| Val::ints(dims.into_iter().map(|dim| dim as i64)))
    }, "a field of #stablehlo.dot, #stablehlo.gather or #stablehlo.scatter; [] if it is not written";
};
