//! The DVE level: 64-byte instruction bundles of the Vector engine.

pub mod isa;
