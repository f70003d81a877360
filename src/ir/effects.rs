//! What an op does to memory, as its declaration says.

use super::module::{Ir, OpId, ValueId};
use super::op_info::Trait;

/// What an op does to the memory that an operand names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// The operand is a plain value.
    None,
    /// Reads the memory.
    Read,
    /// Writes the memory (an op that also keeps parts of it, such as an accumulating write, says `ReadWrite`).
    Write,
    /// Reads and writes it.
    ReadWrite,
}

/// The effects of one op.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpEffects {
    /// None at all.
    Pure,
    /// Only these, each on the memory of a value.
    Declared(Vec<(ValueId, Effect)>),
    /// Anything may happen.
    Unknown,
}

impl Ir<'_> {
    /// The declared effects of an op, not counting its regions.
    pub fn effects(&self, op: OpId) -> OpEffects {
        let Some(info) = self.info(op) else { return OpEffects::Unknown };
        let pure = |t: &Trait| match t {
            Trait::Pure => true,
            Trait::PureUnless(flag) => !self.attr_flag(op, flag),
            _ => false,
        };
        if info.traits.iter().any(pure) {
            return OpEffects::Pure;
        }
        let mut list = Vec::new();
        for (index, slot) in info.operands.iter().enumerate() {
            if slot.effect != Effect::None {
                let range = self.operand_range(op, index);
                list.extend(self.op(op).operands[range].iter().map(|o| (o.value, slot.effect)));
            }
        }
        if list.is_empty() && !info.has_trait(Trait::Allocation) {
            OpEffects::Unknown
        } else {
            OpEffects::Declared(list)
        }
    }

    /// Whether the op may be erased when its results are unused: it and all ops in its regions are pure or only make
    /// new memory.
    pub fn is_erasable(&self, op: OpId) -> bool {
        self.all_effects(op, |effects| match effects {
            OpEffects::Pure => true,
            OpEffects::Declared(list) => list.is_empty(),
            OpEffects::Unknown => false,
        })
    }

    /// Whether the op has no effects at all, and none of the ops in its regions has.
    pub fn is_pure(&self, op: OpId) -> bool {
        self.all_effects(op, |effects| effects == OpEffects::Pure)
    }

    fn all_effects(&self, op: OpId, accept: impl Fn(OpEffects) -> bool) -> bool {
        !self.has_trait(op, Trait::Terminator)
            && self.all(op, |ir, inner| {
                let terminator = inner != op && ir.has_trait(inner, Trait::Terminator);
                terminator || accept(ir.effects(inner))
            })
    }
}
