//! `nki.router_topk`: the public router kernel as one op (spec nki_router_topk.md).

mod assertions;
mod eval;
mod params;
#[cfg(test)]
mod tests;
mod verify;

pub use params::{ActFn, Buffer, Core, Layout, Router, STAGE_NAMES, Stages};

pub(super) use eval::eval;
pub(super) use verify::verify;
