//! The dialects. Each declares its ops in one place; none knows another.

pub mod arith;
pub mod bir;
pub mod builtin;
pub mod cf;
pub mod constraints;
pub mod declare;
pub mod device;
pub mod dve;
pub mod elements;
pub mod func;
pub mod hlo;
pub mod nki;

use crate::ir::DialectInfo;

/// Every dialect.
pub static ALL: &[&DialectInfo] = &[
    &builtin::BUILTIN,
    &func::FUNC,
    &arith::ARITH,
    &cf::CF,
    &hlo::HLO,
    &nki::NKI,
    &bir::BIR,
    &dve::DVE,
];
