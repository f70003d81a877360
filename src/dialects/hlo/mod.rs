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
