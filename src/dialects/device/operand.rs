//! An operand of an instruction, however its dialect writes it.

use std::ops::Range;

use crate::dialects::constraints::ANY;
use crate::ir::{Arity, Effect, Fault, Ir, OpId, Slot, Type, ValueId};
use crate::machine::{Engine, Limits, Space, View};
use crate::tensor::ElementType;

use super::{AccessPattern, MemoryType, space_keyword};

/// What an instruction does with an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandEffect {
    /// It is a source.
    Read,
    /// It is a destination.
    Write,
}

/// An operand: which elements of which memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operand {
    /// Its index among the op's operands.
    pub index: usize,
    /// Its name in the declaration.
    pub name: &'static str,
    /// Read or written.
    pub effect: OperandEffect,
    /// Which memory it is in.
    pub space: Space,
    /// Element type of the IR.
    pub elem: Type,
    /// The same of the machine.
    pub dtype: ElementType,
    /// First partition, from the first of its memory.
    pub start_partition: i64,
    /// Number of partitions; one in HBM.
    pub partitions: i64,
    /// Numbers of elements inside a partition, outermost first.
    pub free: Vec<i64>,
    /// The bytes of a partition that it reaches over, from the start of its memory.
    pub bytes: Range<i64>,
}

impl Operand {
    /// Operand `index` of `op`: the elements that `access` addresses in a memory.
    ///
    /// Errors if the pattern leaves the memory; the message goes on from the pattern as its subject.
    pub fn new(
        ir: &Ir<'_>,
        op: OpId,
        index: usize,
        memory: &MemoryType<'_>,
        access: &AccessPattern,
    ) -> Result<Operand, String> {
        let place = access.place(memory)?;
        let slot = Operand::slot(ir, op, index);
        Ok(Operand {
            index,
            name: slot.name,
            effect: match slot.effect {
                Effect::Read | Effect::None => OperandEffect::Read,
                Effect::Write | Effect::ReadWrite => OperandEffect::Write,
            },
            space: memory.space,
            elem: memory.elem,
            dtype: memory.dtype,
            start_partition: place.start_partition,
            partitions: place.partitions,
            free: place.free.iter().map(|pair| pair.1).collect(),
            bytes: place.bytes(memory.dtype.bytes() as i64),
        })
    }

    /// The declaration of operand `index` of an op of a device dialect.
    pub fn slot(ir: &Ir<'_>, op: OpId, index: usize) -> &'static Slot {
        static UNDECLARED: Slot =
            Slot { name: "operand", constraint: &ANY, arity: Arity::One, effect: Effect::Read };
        let slots = ir.info(op).map_or(&[][..], |info| info.operands);
        let declared = (0..slots.len()).find(|&slot| ir.operand_range(op, slot).contains(&index));
        declared.map_or(&UNDECLARED, |slot| &slots[slot])
    }

    /// Elements per partition.
    pub fn count(&self) -> i64 {
        self.free.iter().fold(1, |count, &num| count.saturating_mul(num))
    }

    /// Elements in all partitions.
    pub fn size(&self) -> i64 {
        self.count().saturating_mul(self.partitions)
    }

    /// A fault of this operand; `message` goes on from its name.
    pub fn fault(&self, message: impl std::fmt::Display) -> Fault {
        Fault::operand(self.index, format!("operand '{}' {message}", self.name))
    }

    /// Errors unless the engine can reach the operand's memory, and a compute instruction can address it there: in
    /// SBUF or PSUM, its partitions aligned to quadrants, its free size within the engine's reach, and 4-byte
    /// elements where it is written to PSUM (spec nki_isa.md §1 and §2, dve.md §2).
    pub(super) fn on_chip(&self, engine: Engine, limits: &Limits) -> Result<(), Fault> {
        let reachable = match self.effect {
            OperandEffect::Read => engine.reads(self.space),
            OperandEffect::Write => engine.writes(self.space),
        };
        let memory = space_keyword(self.space);
        if self.space == Space::Hbm {
            return Err(self.fault("is in HBM: only DMA touches HBM, so copy it to SBUF first"));
        }
        if !reachable {
            let verb = if self.effect == OperandEffect::Read { "read" } else { "write" };
            return Err(self.fault(format!("is in {memory}, which {} cannot {verb}", engine.nki_name())));
        }
        if self.partitions > i64::from(limits.partitions) {
            return Err(
                self.fault(format!("has {} partitions: at most {}", self.partitions, limits.partitions))
            );
        }
        if !limits.legal_start_partition(self.start_partition as u32, self.partitions as u32) {
            return Err(self.fault(format!(
                "starts at partition {} with {} partitions: up to 32 may start at 0, 32, 64 or 96, up to 64 at 0 or 64, more only at 0",
                self.start_partition, self.partitions
            )));
        }
        let most =
            i64::from(if self.space == Space::Psum { limits.psum_free_max } else { limits.sbuf_free_max });
        if self.count() > most {
            return Err(self
                .fault(format!("has {} elements per partition: at most {most} in {memory}", self.count())));
        }
        if self.effect == OperandEffect::Write && self.space == Space::Psum && self.dtype.bytes() != 4 {
            return Err(
                self.fault(format!("writes {} to psum, which takes elements of 4 bytes only", self.dtype))
            );
        }
        Ok(())
    }

    /// Errors unless it has as many partitions as `like`.
    pub(super) fn same_partitions(&self, like: &Operand) -> Result<(), Fault> {
        if self.partitions == like.partitions {
            return Ok(());
        }
        Err(self.fault(format!(
            "has {} partitions, but '{}' has {}: all operands of one instruction share their partitions",
            self.partitions, like.name, like.partitions
        )))
    }

    /// Errors unless it has the partitions and the elements per partition of `like`.
    pub(super) fn same_extent(&self, like: &Operand) -> Result<(), Fault> {
        self.same_partitions(like)?;
        if self.count() == like.count() {
            return Ok(());
        }
        Err(self.fault(format!(
            "has {} elements per partition, but '{}' has {}",
            self.count(),
            like.name,
            like.count()
        )))
    }

    /// Errors unless it has exactly `count` elements per partition.
    pub(super) fn exactly(&self, count: i64) -> Result<(), Fault> {
        if self.count() == count {
            return Ok(());
        }
        Err(self.fault(format!("has {} elements per partition: exactly {count}", self.count())))
    }

    /// Errors unless its element type is one of these.
    pub(super) fn of_type(&self, legal: &[ElementType]) -> Result<(), Fault> {
        if legal.contains(&self.dtype) {
            return Ok(());
        }
        let names: Vec<_> = legal.iter().map(|dtype| dtype.name()).collect();
        Err(self.fault(format!("has elements of {}: it takes {}", self.dtype, names.join(", "))))
    }

    /// Errors unless it has the element type of `like`.
    pub(super) fn same_type(&self, like: &Operand) -> Result<(), Fault> {
        if self.dtype == like.dtype {
            return Ok(());
        }
        Err(self.fault(format!(
            "has elements of {}, but '{}' has {}: their types must be equal",
            self.dtype, like.name, like.dtype
        )))
    }
}

/// The view of `value`'s memory that `access` addresses, given the view of its whole.
pub fn view_of(ir: &Ir<'_>, value: ValueId, access: &AccessPattern, whole: &View) -> Result<View, Fault> {
    let memory = MemoryType::of(ir, value)?;
    access.view(&memory, whole).map_err(|why| Fault::op(format!("access pattern {why}")))
}
