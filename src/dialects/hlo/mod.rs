//! `hlo`: whole-tensor ops with XLA's meaning, written as StableHLO writes them.
//!
//! An op is declared in `ops`; `forms` and `region_forms` say how it is written, `infer` derives result types, `verify` holds the rules that a declaration cannot
//! express, `eval` what the ops compute.

pub mod attrs;
pub mod constraints;
mod eval;
mod forms;
mod infer;
mod ops;
mod region_forms;
mod verify;

pub use ops::*;

/// Ops that are not StableHLO's, with the dialect they come from; all others are written with the prefix `stablehlo`.
const ORIGINS: &[(&str, &str)] = &[("hlo.top_k", "chlo"), ("hlo.topk", "mhlo")];

/// The prefix of an op of this dialect in the text that frameworks write and read.
pub fn origin(name: &str) -> Option<&'static str> {
    let own = name.starts_with("hlo.");
    own.then(|| ORIGINS.iter().find(|row| row.0 == name).map_or("stablehlo", |row| row.1))
}
