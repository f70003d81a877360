//! stub
use crate::ir::OpId;
/// stub
pub trait Exec {}
/// stub
pub type EvalFn = fn(&mut dyn Exec, OpId) -> Result<(), String>;
