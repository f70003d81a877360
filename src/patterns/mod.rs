//! The pattern library: `.pat` files and the named functions they call.

pub mod functions;
