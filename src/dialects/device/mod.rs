//! What the dialects of the device share: memory types, access patterns, the rules of the instructions, and how an
//! operand becomes a [`View`].
//!
//! A nki op and its BIR instruction obey the same rules and run the same machine function; they differ in how an
//! operand is written. Both are brought to an [`Operand`] here, so that each rule is stated once.

mod access;
mod attrs;
mod cores;
pub mod forms;
mod kernel;
#[cfg(test)]
mod levels;
mod operand;
mod rules;
mod scalar;
#[cfg(test)]
pub mod testing;

pub use access::AccessPattern;
pub use attrs::{
    TARGET, affine, attr, constant_bits, engine, fits_class, flag, float, float_or, float_value, int, limits,
    target, text, word,
};
pub use cores::{core_count, core_ranks, run_cores, verify_cores};
pub use kernel::{allocate, call, signature, verify_call, warn_of_order};
pub use operand::{Operand, OperandEffect, view_of};
pub use rules::{
    ActivationOperands, Direction, Link, Tile, activation, affine_select, alu_op, copy_predicated,
    core_barrier, dma_copy, dma_transpose, find_index8, iota, match_replace8, max8, memset, nc_matmul,
    nc_n_gather, only_engine, ramp, reciprocal, sendrecv, shuffle_mask, stream_shuffle, tensor_copy,
    tensor_reduce, tensor_scalar, tensor_tensor, vector_offset,
};
pub use scalar::{Step, machine_steps, steps};

use crate::ir::{Context, Fault, Ir, OpId, Type, TypeKind, TypeParam, text::type_string};
use crate::machine::{EvalError, Exec, Machine, MachineError, Space, View};
use crate::tensor::ElementType;

use super::elements::element_type;

/// What a memory type says: `!nki.tile<128x512xf32, sbuf>`, `!nki.hbm<4x8xf32>`, `!bir.mem<4x8xf32, dram>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryType<'c> {
    /// Dimensions, outermost first; on chip the first is the partition.
    pub shape: &'c [i64],
    /// Element type of the IR.
    pub elem: Type,
    /// The same of the machine.
    pub dtype: ElementType,
    /// Which memory.
    pub space: Space,
}

/// The spaces by the keyword of a memory type.
const SPACES: [(&str, Space); 3] = [("sbuf", Space::Sbuf), ("psum", Space::Psum), ("dram", Space::Hbm)];

/// The keyword of a space in a memory type.
pub fn space_keyword(space: Space) -> &'static str {
    SPACES.iter().find(|row| row.1 == space).map_or("", |row| row.0)
}

/// Reads a memory type of any dialect: a shape, and a space unless it is HBM. `None` for other types, for element
/// types that memory cannot hold, and for sizes that overflow.
pub fn memory_type(ctx: &Context, ty: Type) -> Option<MemoryType<'_>> {
    let TypeKind::Dialect { params, .. } = ctx.kind(ty) else { return None };
    let (shape, elem, space) = match &**params {
        [TypeParam::Shape(shape, elem)] => (shape, *elem, Space::Hbm),
        [TypeParam::Shape(shape, elem), TypeParam::Keyword(word)] => {
            let word = ctx.text(*word);
            (shape, *elem, SPACES.iter().find(|row| row.0 == word)?.1)
        }
        _ => return None,
    };
    let dtype = element_type(ctx, elem)?;
    // Counting an empty dimension as one keeps every partial product in range.
    let bytes = shape.iter().try_fold(dtype.bytes() as i64, |bytes, &dim| {
        if dim < 0 { None } else { bytes.checked_mul(dim.max(1)) }
    });
    bytes.map(|_| MemoryType { shape, elem, dtype, space })
}

/// Whether a type is the named memory type, of one of these element types, and on chip has a partition and at least
/// one free dimension, none of them empty.
pub fn is_memory(ctx: &Context, ty: Type, name: &str, dtypes: &[ElementType]) -> bool {
    let named = matches!(ctx.kind(ty), TypeKind::Dialect { name: found, .. } if ctx.text(*found) == name);
    named
        && memory_type(ctx, ty).is_some_and(|memory| {
            dtypes.contains(&memory.dtype)
                && (memory.space == Space::Hbm
                    || memory.shape.len() >= 2 && memory.shape.iter().all(|&dim| dim > 0))
        })
}

impl<'c> MemoryType<'c> {
    /// The memory type of a value that the declaration says has one.
    pub fn of(ir: &Ir<'c>, value: crate::ir::ValueId) -> Result<MemoryType<'c>, Fault> {
        let ty = ir.ty(value);
        memory_type(ir.ctx, ty).ok_or_else(|| {
            Fault::op(format!("expected device memory, but got '{}'", type_string(ir.ctx, ty)))
        })
    }

    /// Partitions: the first dimension on chip, one in HBM.
    pub fn partitions(&self) -> i64 {
        match self.space {
            Space::Hbm => 1,
            Space::Sbuf | Space::Psum => self.shape.first().copied().unwrap_or(1),
        }
    }

    /// Dimensions inside a partition: all of them in HBM.
    pub fn free(&self) -> &'c [i64] {
        match self.space {
            Space::Hbm => self.shape,
            Space::Sbuf | Space::Psum => self.shape.get(1..).unwrap_or(&[]),
        }
    }

    /// Elements of one partition.
    pub fn row_elements(&self) -> i64 {
        self.free().iter().product()
    }

    /// [`MemoryType::free`] as the machine counts.
    pub fn free_sizes(&self) -> Vec<usize> {
        self.free().iter().map(|&dim| dim as usize).collect()
    }

    /// The view of a whole memory that lies in `buffer`.
    pub fn whole(&self, buffer: crate::machine::BufferId) -> View {
        View::tile(buffer, self.dtype, self.partitions() as u32, &self.free_sizes())
    }

    /// Whether a program of this target can have such a memory: its partitions and bytes fit.
    pub fn check_size(&self, limits: &crate::machine::Limits) -> Result<(), Fault> {
        let (available, memory) = match self.space {
            Space::Hbm => return Ok(()),
            Space::Sbuf => (limits.sbuf_usable_bytes(), "SBUF"),
            Space::Psum => (limits.psum_bytes(), "PSUM"),
        };
        if self.partitions() > i64::from(limits.partitions) {
            return Err(Fault::result(
                0,
                format!(
                    "has {} partitions: {memory} has {} (the first dimension is the partition)",
                    self.partitions(),
                    limits.partitions
                ),
            ));
        }
        let bytes = self.row_elements() * self.dtype.bytes() as i64;
        if bytes > i64::from(available) {
            return Err(Fault::result(
                0,
                format!(
                    "takes {bytes} bytes per partition: a partition of {memory} has {available} on {}",
                    limits.name
                ),
            ));
        }
        Ok(())
    }
}

/// Runs an instruction on the views of an op's operands.
pub fn execute<const N: usize>(
    exec: &mut dyn Exec<'_>,
    op: OpId,
    views: &[View],
    instruction: impl FnOnce(&mut Machine, [&View; N]) -> Result<(), MachineError>,
) -> Result<(), EvalError> {
    let operands = views.iter().collect::<Vec<_>>().try_into();
    let operands: [&View; N] = operands.map_err(|_| EvalError::new(format!("needs {N} operands")))?;
    let ir = exec.ir();
    instruction(exec.machine(), operands).map_err(|error| failure(ir, op, error))
}

/// The failure of an instruction, at the operand of `op` that has the machine's name for it.
pub fn failure(ir: &Ir<'_>, op: OpId, error: MachineError) -> EvalError {
    let slot = ir.info(op).and_then(|info| info.operand_slot(error.operand));
    let index =
        slot.map(|slot| ir.operand_range(op, slot)).filter(|range| !range.is_empty()).map(|r| r.start);
    match index {
        Some(index) => Fault::operand(index, error.problem.to_string()).into(),
        None => EvalError::new(error.to_string()),
    }
}
