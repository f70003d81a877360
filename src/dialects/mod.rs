//! The dialects. Each declares its ops in one place; none knows another.

pub mod arith;
pub mod bir;
pub mod builtin;
pub mod cf;
pub mod check;
pub mod constraints;
pub mod declare;
pub mod device;
pub mod dve;
pub mod elements;
pub mod expect;
pub mod func;
pub mod hlo;
pub mod interpreter;
pub mod nki;
pub mod router;
pub mod sdy;

use crate::ir::DialectInfo;
use crate::machine::EvalFn;

/// Every dialect.
pub static ALL: &[&DialectInfo] = &[
    &builtin::BUILTIN,
    &func::FUNC,
    &arith::ARITH,
    &cf::CF,
    &check::CHECK,
    &interpreter::INTERPRETER,
    &hlo::HLO,
    &sdy::SDY,
    &nki::NKI,
    &router::ROUTER,
    &bir::BIR,
    &dve::DVE,
];

/// What the ops of every dialect do, by op name.
pub static MEANINGS: &[&[(&str, EvalFn)]] = &[
    builtin::MEANINGS,
    func::MEANINGS,
    arith::MEANINGS,
    cf::MEANINGS,
    check::MEANINGS,
    interpreter::MEANINGS,
    hlo::MEANINGS,
    sdy::MEANINGS,
    nki::MEANINGS,
    router::MEANINGS,
    bir::MEANINGS,
    dve::MEANINGS,
];
