//! Support for the tests: FileCheck and lit in small.

pub mod filecheck;
pub mod llvm;
