//! What several passes ask about an op.

use crate::ir::{Effect, Ir, OpEffects, OpId, Trait};

/// Whether the op, besides its results, does nothing but read memory.
pub fn only_reads(ir: &Ir<'_>, op: OpId) -> bool {
    let reads = |effects: OpEffects| match effects {
        OpEffects::Pure => true,
        OpEffects::Declared(list) => list.iter().all(|&(_, effect)| effect == Effect::Read),
        OpEffects::Unknown => false,
    };
    if ir.regions(op).is_empty() {
        return !ir.has_trait(op, Trait::Terminator) && reads(ir.effects(op));
    }
    ir.is_pure(op)
}

/// Whether the op can be erased: nobody uses its results, and it does nothing else.
pub fn is_dead(ir: &Ir<'_>, op: OpId) -> bool {
    ir.results_unused(op) && only_reads(ir, op)
}
