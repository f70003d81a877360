//! Operands: a range of partitions of a buffer and the access pattern inside each.

use smallvec::SmallVec;

use crate::tensor::ElementType;

use super::memory::BufferId;

/// One dimension of an access pattern: `num` elements, `step` elements apart (0 repeats, negative goes back).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dim {
    /// Distance in elements.
    pub step: i64,
    /// Number of elements.
    pub num: usize,
}

/// The free dimensions of an operand, outermost first.
pub type Pattern = SmallVec<[Dim; 4]>;

/// An operand of an instruction, the same for a tile without an address, an SBUF or PSUM range, and an HBM tensor.
///
/// Element (p, i0, i1, ...) lies in partition `start_partition + p`, at byte
/// `byte_offset + dtype.bytes() * sum(step_d * i_d)`. An HBM tensor is a buffer of one partition, and the partition
/// pair of its pattern is an ordinary outermost dimension. Nothing is checked here: an instruction checks each view
/// once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The buffer.
    pub buffer: BufferId,
    /// First partition.
    pub start_partition: u32,
    /// Number of partitions.
    pub num_partitions: u32,
    /// Byte in every partition at which element 0 lies.
    pub byte_offset: usize,
    /// Free dimensions, outermost first.
    pub pattern: Pattern,
    /// Element type.
    pub dtype: ElementType,
}

/// The row-major pattern of a shape.
pub fn row_major(shape: &[usize]) -> Pattern {
    let mut step = 1i64;
    let mut pattern: Pattern = shape
        .iter()
        .rev()
        .map(|&num| {
            let dim = Dim { step, num };
            step = step.saturating_mul(i64::try_from(num).unwrap_or(i64::MAX));
            dim
        })
        .collect();
    pattern.reverse();
    pattern
}

impl View {
    /// A whole HBM tensor of the given shape.
    pub fn hbm(buffer: BufferId, dtype: ElementType, shape: &[usize]) -> Self {
        let pattern = row_major(shape);
        Self { buffer, start_partition: 0, num_partitions: 1, byte_offset: 0, pattern, dtype }
    }

    /// A contiguous tile: `partitions` partitions from the buffer's first, each of the row-major `free` shape.
    pub fn tile(buffer: BufferId, dtype: ElementType, partitions: u32, free: &[usize]) -> Self {
        let pattern = row_major(free);
        Self { buffer, start_partition: 0, num_partitions: partitions, byte_offset: 0, pattern, dtype }
    }

    /// The same view at an address inside the buffer.
    pub fn at(self, start_partition: u32, byte_offset: usize) -> Self {
        Self { start_partition, byte_offset, ..self }
    }

    /// Elements per partition; saturates on absurd patterns, which the bounds check then refuses.
    pub fn free_size(&self) -> usize {
        self.pattern.iter().fold(1, |count: usize, dim| count.saturating_mul(dim.num))
    }

    /// Elements in all partitions.
    pub fn size(&self) -> usize {
        self.free_size().saturating_mul(self.num_partitions as usize)
    }

    /// The same elements in the opposite order: the start is the last element and every step is negated, as the
    /// compiler addresses the destination of Max8 and the keys of MaxIndex (spec dve.md §4.1, §4.2). Reversing twice
    /// gives the view back.
    pub fn reversed(mut self) -> Self {
        let bytes = self.dtype.bytes() as i64;
        for dim in &mut self.pattern {
            let last = dim.step.wrapping_mul(dim.num.saturating_sub(1) as i64).wrapping_mul(bytes);
            dim.step = dim.step.wrapping_neg();
            // Before the buffer's start this wraps to an offset that the bounds check refuses.
            self.byte_offset = self.byte_offset.wrapping_add(last as usize);
        }
        self
    }
}
