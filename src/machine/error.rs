//! What an instruction can find wrong with its operands.

use std::fmt;

use crate::tensor::ElementType;

/// An instruction that cannot execute: which operand, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineError {
    /// The operand's name in the instruction, e.g. `data`.
    pub operand: &'static str,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The buffer was released or belongs to another machine.
    NoBuffer,
    /// The partitions are not all there.
    Partitions {
        /// First partition.
        start: u32,
        /// Number of partitions.
        count: u32,
        /// Partitions of the buffer.
        available: u32,
    },
    /// The free pattern leaves the partition.
    OutOfBounds {
        /// Lowest byte reached, relative to the partition's start.
        low: i128,
        /// One past the highest byte reached.
        high: i128,
        /// Bytes of a partition of the buffer.
        available: usize,
    },
    /// An on-chip address that is not a multiple of the element size (spec dve.md §2).
    Misaligned {
        /// Byte offset in the partition.
        byte_offset: usize,
        /// The element type.
        elem: ElementType,
    },
    /// The operand must have as many partitions as another.
    PartitionCount {
        /// What the instruction asks for.
        expected: u32,
        /// What the operand has.
        found: u32,
    },
    /// The operand has the wrong number of elements (per partition, except for DMA).
    ElementCount {
        /// What the instruction asks for, in words: `8`, `8..16384`.
        expected: String,
        /// What the operand has.
        found: usize,
    },
    /// The element type is not one the instruction takes.
    ElementType {
        /// What the instruction asks for, in words.
        expected: &'static str,
        /// What the operand has.
        found: ElementType,
    },
    /// An index that names no element.
    Index {
        /// The partition of the index.
        partition: usize,
        /// The index.
        index: i64,
        /// Number of elements it may name.
        limit: usize,
    },
    /// The operand must be in another memory.
    Memory {
        /// Which.
        expected: &'static str,
    },
    /// The moving operand of a transposition is not the identity.
    NotIdentity {
        /// The partition of the first element at fault.
        partition: usize,
        /// Its position in the partition.
        index: i64,
    },
    /// The target has no such instruction.
    NotOnTarget {
        /// The target's name.
        target: &'static str,
        /// What to use instead.
        instead: &'static str,
    },
    /// The ALU operation cannot be used so.
    AluOp {
        /// The operation's name.
        op: &'static str,
        /// The restriction it breaks, in words.
        reason: &'static str,
    },
}

impl Problem {
    /// The error of this problem with the named operand.
    pub fn of(self, operand: &'static str) -> MachineError {
        MachineError { operand, problem: self }
    }
}

impl fmt::Display for MachineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.operand, self.problem)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NoBuffer => f.write_str("the buffer does not exist"),
            Problem::Partitions { start, count, available } => {
                write!(f, "{count} partitions from {start} do not lie within the {available} there are")
            }
            Problem::OutOfBounds { low, high, available } => {
                write!(
                    f,
                    "the access pattern reaches bytes {low}..{high} of a partition of {available} bytes"
                )
            }
            Problem::Misaligned { byte_offset, elem } => {
                write!(f, "byte offset {byte_offset} is not aligned for {elem}")
            }
            Problem::PartitionCount { expected, found } => {
                write!(f, "expected {expected} partitions, found {found}")
            }
            Problem::ElementCount { expected, found } => {
                write!(f, "expected {expected} elements, found {found}")
            }
            Problem::ElementType { expected, found } => write!(f, "expected {expected}, found {found}"),
            Problem::Index { partition, index, limit } => {
                write!(f, "index {index} in partition {partition} is not below {limit}")
            }
            Problem::Memory { expected } => write!(f, "must be in {expected}"),
            Problem::NotIdentity { partition, index } => {
                write!(f, "must be the identity: element {index} of partition {partition} is not")
            }
            Problem::NotOnTarget { target, instead } => write!(f, "not available on {target}: use {instead}"),
            Problem::AluOp { op, reason } => write!(f, "{op}: {reason}"),
        }
    }
}

impl std::error::Error for MachineError {}
