//! `hlo`: whole-tensor ops with XLA's meaning, written as StableHLO writes them.
//!
//! An op is declared in `ops`; `infer` derives result types, `verify` holds the rules that a declaration cannot
//! express, `eval` what the ops compute.

pub mod attrs;
pub mod constraints;
mod eval;
mod infer;
mod ops;
mod verify;

pub use ops::*;
