//! What each op does, by op name.

use rustc_hash::FxHashMap;

use crate::dialects;
use crate::ir::{Context, OpName};
use crate::machine::EvalFn;

/// The evaluation functions of all dialects.
pub struct Meanings {
    by_name: FxHashMap<OpName, EvalFn>,
}

impl Meanings {
    /// Collects the meanings that the dialects declare.
    pub fn new(ctx: &Context) -> Self {
        let all = dialects::MEANINGS.iter().copied().flatten();
        Meanings { by_name: all.map(|&(name, eval)| (ctx.op_name(name), eval)).collect() }
    }

    /// What an op of this name does.
    pub fn get(&self, name: OpName) -> Option<EvalFn> {
        self.by_name.get(&name).copied()
    }
}
