//! `hlo`: whole-tensor ops with XLA's meaning, written as StableHLO writes them.
//!
//! An op is declared in `ops`; `forms` and `region_forms` say how it is written, `infer` derives result types, `verify` holds the rules that a declaration cannot
//! express, `eval` what the ops compute.

mod arg_call;
pub mod attrs;
pub mod constraints;
pub mod conv_dims;
mod eval;
mod forms;
pub mod groups;
mod infer;
mod infer_broadcast;
mod infer_index;
mod infer_linear;
mod ops;
pub mod quant;
mod region_forms;
mod targets;
mod verify;
mod verify_collective;
mod verify_control;
mod verify_dynamic;
mod window_form;

pub use arg_call::{ArgCall, arg_call};
pub use ops::*;
pub use region_forms::{applied, last_argument_returned};
pub use targets::{KnownTarget, RAISED, TARGETS, Taker, known_target};

/// The op that only MHLO has.
const MHLO: &str = "hlo.topk";

/// The prefix of an op of this dialect in the text that frameworks write and read.
pub fn origin(name: &str) -> Option<&'static str> {
    if !name.starts_with("hlo.") {
        return None;
    }
    Some(match name {
        MHLO => "mhlo",
        name if ops::chlo::has(name) => "chlo",
        _ => "stablehlo",
    })
}
