//! XLA's HLO text: a logos lexer, a descent over its tokens, and the places of parts of instructions.

pub(super) mod check;
pub(super) mod cursor;
mod header;
pub(super) mod lexer;
pub(super) mod locate;
pub(super) mod parser;
pub(super) mod shapes;
pub(super) mod syntax;
pub(super) mod values;
