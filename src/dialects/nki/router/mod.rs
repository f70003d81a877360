//! `nki.router_topk`: the public router kernel as one op (spec nki_router_topk.md).

mod assertions;
mod eval;
mod mask;
mod params;
#[cfg(test)]
mod tests;
mod verify;

pub use params::{ActFn, Buffer, Core, Layout, Router, Stages};

pub(super) use eval::eval;
pub(super) use mask::{eval as eval_mask, verify as verify_mask};
pub(super) use verify::verify;
