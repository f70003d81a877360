//! The dialects. Each declares its ops in one place; none knows another.

pub mod arith;
pub mod builtin;
pub mod cf;
pub mod constraints;
pub mod declare;
pub mod dve;
pub mod elements;
pub mod func;

use crate::ir::DialectInfo;
use crate::machine::EvalFn;

/// Every dialect.
pub static ALL: &[&DialectInfo] = &[&builtin::BUILTIN, &func::FUNC, &arith::ARITH, &cf::CF];

/// What the ops of every dialect do, by op name.
pub static MEANINGS: &[&[(&str, EvalFn)]] = &[func::MEANINGS, arith::MEANINGS];
