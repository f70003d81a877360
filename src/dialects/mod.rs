//! The dialects. Each declares its ops in one place; none knows another.

pub mod arith;
pub mod builtin;
pub mod cf;
pub mod constraints;
pub mod declare;
pub mod dve;
pub mod func;

use crate::ir::DialectInfo;

/// Every dialect.
pub static ALL: &[&DialectInfo] = &[&builtin::BUILTIN, &func::FUNC, &arith::ARITH, &cf::CF];
