//! The ops of CHLO that StableHLO lacks: top-k, more functions of elements, and ops that broadcast.

pub(super) mod binary;
pub(super) mod broadcast;
pub(super) mod other;
pub(super) mod unary;

pub use binary::*;
pub use broadcast::*;
pub use other::*;
pub use unary::*;

use crate::ir::OpInfo;

/// Whether this is the full name of an op of CHLO.
pub fn has(name: &str) -> bool {
    let parts: [&[&OpInfo]; 4] = [other::OPS, unary::OPS, binary::OPS, broadcast::OPS];
    parts.into_iter().flatten().any(|op| op.name == name)
}
