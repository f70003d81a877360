//! The DVE's 64-byte bundles as plain data: no IR, no machine state.
//!
//! Two tables say everything: [`layout`] names the fields of each instruction struct (offset, width, kind, how certain
//! it is) and [`opcode`] names the instructions (byte, mnemonic, struct, generations, what their validator demands).
//! [`encode`], [`decode`], [`print()`], [`assemble`], [`describe`] and `docs/dve.md` are generic over the two, so an
//! instruction is added by adding a row.
//!
//! Facts come from spec dve.md, bir.md §9-10 and nki_isa.md §1; each row cites its section and its [`Certainty`].

mod asm;
pub mod build;
mod bundle;
mod check;
mod codec;
mod describe;
pub mod layout;
pub mod opcode;
mod operand;
mod print;
mod tags;
#[cfg(test)]
mod tests;

pub use asm::{AsmError, assemble};
pub use bundle::{Bundle, Ramp, Scalar, Value};
pub use check::{CHECKS, Check, Origin, Refusal};
pub use codec::{decode, encode};
pub use describe::{describe, reference};
pub use layout::{Certainty, Field, Kind, Layout};
pub use opcode::{OPCODES, Opcode};
pub use operand::{Addr4, Operand, Order, Pattern, Slot};
pub use print::{disassemble, print};
pub use tags::{ALU_OPS, AluClass, AluOp, AluRow, Dtype, DtypeSet};

/// Bytes of one instruction bundle, on every generation (spec dve.md §1).
pub const BUNDLE_BYTES: usize = 64;

/// The chip generations that the tables distinguish: NC-v2, NC-v3, NC-v4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Generation {
    /// NC-v2 (gen2).
    Trn1,
    /// NC-v3 (gen3).
    Trn2,
    /// NC-v4 (gen4).
    Trn3,
}

impl Generation {
    /// The name a user gives to `--target`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Trn1 => "trn1",
            Self::Trn2 => "trn2",
            Self::Trn3 => "trn3",
        }
    }
}

/// What a bundle is checked against: the memory sizes of the target (spec bir.md §10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IsaLimits {
    /// The generation, which decides the opcodes, ALU ops and dtypes that exist.
    pub generation: Generation,
    /// Bytes of SBUF in each of the 128 partitions.
    pub sbuf_bytes_per_partition: u32,
    /// Bytes of PSUM in each of the 128 partitions: all banks together.
    pub psum_bytes_per_partition: u32,
}
