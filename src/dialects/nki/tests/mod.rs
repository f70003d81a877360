//! Rules, text and meaning of nki ops.

mod eval;
mod rules;
mod text;
