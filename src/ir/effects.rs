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
        if info.has_trait(Trait::Pure) {
            return OpEffects::Pure;
        }
        let mut list = Vec::new();
        for (index, slot) in info.operands.iter().enumerate() {
            if slot.effect != Effect::None {
                let range = self.operand_range(op, index);
                list.extend(self.op(op).operands[range].iter().map(|o| (o.value, slot.effect)));
            }
        }
        if list.is_empty() { OpEffects::Unknown } else { OpEffects::Declared(list) }
    }

    /// Whether the op may be erased when its results are unused: it is pure, as are all ops in its regions.
    pub fn is_pure(&self, op: OpId) -> bool {
        let mut pure = true;
        self.walk(op, |ir, inner| {
            let terminator = ir.has_trait(inner, Trait::Terminator) && inner != op;
            pure &= terminator || matches!(ir.effects(inner), OpEffects::Pure);
        });
        pure && !self.has_trait(op, Trait::Terminator)
    }
}
