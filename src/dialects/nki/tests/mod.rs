//! Rules, text and meaning of nki ops.

mod cores;
mod engines;
mod eval;
mod rules;
mod text;
