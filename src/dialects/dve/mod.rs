//! `dve`: programs of the Vector engine's 64-byte bundles, and of what other engines do between them.

mod eval;
mod forms;
pub mod isa;
pub mod lower;
mod ops;
mod verify;

pub use ops::*;
pub use verify::decoded;
