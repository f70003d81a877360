//! Checked views: bounds are verified once, then rows are read and written without further checks that can fail.

use std::ops::Range;

use crate::tensor::{ElementType, read_f32, write_f32_device};

use super::error::{MachineError, Problem};
use super::memory::{Buffer, BufferId, Machine, Space, WORD};
use super::view::{Dim, Pattern, View};

/// A view whose every element is known to lie inside its buffer, with adjacent dimensions merged.
#[derive(Clone, Debug)]
pub(super) struct Access {
    buffer: BufferId,
    start_partition: usize,
    byte_offset: usize,
    dims: Pattern,
    /// Number of partitions.
    pub partitions: usize,
    /// Elements per partition.
    pub count: usize,
    /// Element type.
    pub elem: ElementType,
    /// Which memory it is in.
    pub space: Space,
}

/// Drops dimensions of one element and merges each dimension with the next inner one where the two are one walk.
fn merge(pattern: &[Dim]) -> Pattern {
    let mut merged = Pattern::new();
    for &dim in pattern.iter().filter(|dim| dim.num != 1) {
        match merged.last_mut() {
            Some(outer) if outer.step == dim.step.saturating_mul(dim.num as i64) => {
                *outer = Dim { step: dim.step, num: outer.num * dim.num };
            }
            _ => merged.push(dim),
        }
    }
    merged
}

impl Machine {
    /// Checks a view; `operand` names it in the error.
    pub(super) fn access(&self, view: &View, operand: &'static str) -> Result<Access, MachineError> {
        let buffer = self.buffer(view.buffer).ok_or_else(|| Problem::NoBuffer.of(operand))?;
        let (start, count, available) = (view.start_partition, view.num_partitions, buffer.partitions);
        if count == 0 || start.checked_add(count).is_none_or(|end| end > available) {
            return Err(Problem::Partitions { start, count, available }.of(operand));
        }
        let elem = view.dtype;
        if elem.is_complex() {
            return Err(Problem::ElementType { expected: "a real element type", found: elem }.of(operand));
        }
        if buffer.space != Space::Hbm && !view.byte_offset.is_multiple_of(elem.bytes()) {
            return Err(Problem::Misaligned { byte_offset: view.byte_offset, elem }.of(operand));
        }
        let empty = view.pattern.iter().any(|dim| dim.num == 0);
        if !empty {
            check_bounds(view, buffer, operand)?;
        }
        Ok(Access {
            buffer: view.buffer,
            start_partition: start as usize,
            // Nothing is read at an empty view's offset, so it need not lie in the buffer.
            byte_offset: if empty { 0 } else { view.byte_offset },
            dims: if empty { Pattern::from_slice(&[Dim { step: 1, num: 0 }]) } else { merge(&view.pattern) },
            partitions: count as usize,
            count: if empty { 0 } else { view.free_size() },
            elem,
            space: buffer.space,
        })
    }

    /// The bytes of the partition that row `row` of the access lies in.
    fn partition(&self, access: &Access, row: usize) -> &[u8] {
        match self.buffer(access.buffer) {
            Some(buffer) => buffer.partition(access.start_partition + row),
            None => {
                unreachable!("an access is made from a buffer that exists, and no instruction releases one")
            }
        }
    }

    fn partition_mut(&mut self, access: &Access, row: usize) -> &mut [u8] {
        match self.buffer_mut(access.buffer) {
            Some(buffer) => buffer.partition_mut(access.start_partition + row),
            None => {
                unreachable!("an access is made from a buffer that exists, and no instruction releases one")
            }
        }
    }

    /// The accumulate flags of the partition that row `row` of the access lies in; see [`Access::words`].
    pub(super) fn accumulating_mut(&mut self, access: &Access, row: usize) -> &mut [bool] {
        match self.buffer_mut(access.buffer) {
            Some(buffer) => buffer.accumulating_mut(access.start_partition + row),
            None => {
                unreachable!("an access is made from a buffer that exists, and no instruction releases one")
            }
        }
    }

    /// Reads one row as f32 into `out`, which has `access.count` elements.
    pub(super) fn read_row_f32(&self, access: &Access, row: usize, out: &mut [f32]) {
        let bytes = self.partition(access, row);
        if let Some(range) = access.contiguous() {
            return read_f32(access.elem, &bytes[range], out);
        }
        let mut gathered = vec![0; access.count * access.elem.bytes()];
        gather(access, bytes, &mut gathered);
        read_f32(access.elem, &gathered, out);
    }

    /// Reads one row's stored elements into `out`, which has room for exactly them.
    pub(super) fn read_row_bytes(&self, access: &Access, row: usize, out: &mut [u8]) {
        gather(access, self.partition(access, row), out);
    }

    /// Writes one row from f32 with the device cast.
    pub(super) fn write_row_f32(&mut self, access: &Access, row: usize, values: &[f32]) {
        let elem = access.elem;
        if let Some(range) = access.contiguous() {
            return write_f32_device(elem, values, &mut self.partition_mut(access, row)[range]);
        }
        let mut cast = vec![0; values.len() * elem.bytes()];
        write_f32_device(elem, values, &mut cast);
        self.write_row_bytes(access, row, &cast);
    }

    /// Writes one row's stored elements.
    pub(super) fn write_row_bytes(&mut self, access: &Access, row: usize, elements: &[u8]) {
        let bytes = access.elem.bytes();
        let partition = self.partition_mut(access, row);
        let mut done = 0;
        access.for_each_run(|run| {
            let from = &elements[done..][..run.count * bytes];
            done += from.len();
            if run.stride == bytes as isize {
                partition[run.start..][..from.len()].copy_from_slice(from);
            } else {
                for (index, element) in from.chunks_exact(bytes).enumerate() {
                    partition[run.offset(index)..][..bytes].copy_from_slice(element);
                }
            }
        });
    }
}

fn gather(access: &Access, partition: &[u8], out: &mut [u8]) {
    let bytes = access.elem.bytes();
    let mut done = 0;
    access.for_each_run(|run| {
        let to = &mut out[done..][..run.count * bytes];
        done += to.len();
        if run.stride == bytes as isize {
            to.copy_from_slice(&partition[run.start..][..to.len()]);
        } else {
            for (index, element) in to.chunks_exact_mut(bytes).enumerate() {
                element.copy_from_slice(&partition[run.offset(index)..][..bytes]);
            }
        }
    });
}

/// The innermost dimension at one position of the outer ones.
struct Run {
    /// Byte of the first element.
    start: usize,
    /// Number of elements.
    count: usize,
    /// Bytes between elements.
    stride: isize,
}

impl Run {
    fn offset(&self, index: usize) -> usize {
        // In bounds by the check of the view, so neither overflow nor a negative result can occur.
        self.start.wrapping_add_signed(self.stride * index as isize)
    }
}

impl Access {
    /// The bytes of every row if they are one ascending stretch.
    fn contiguous(&self) -> Option<Range<usize>> {
        let bytes = self.elem.bytes();
        match self.dims.as_slice() {
            [] => Some(self.byte_offset..self.byte_offset + bytes),
            [Dim { step: 1, num }] => Some(self.byte_offset..self.byte_offset + num * bytes),
            _ => None,
        }
    }

    /// The partition of its memory that row 0 lies in.
    pub fn first_partition(&self) -> usize {
        self.start_partition
    }

    /// The word of the partition that each element starts in, in row-major order.
    pub fn words(&self) -> Vec<usize> {
        let mut words = Vec::with_capacity(self.count);
        self.for_each_run(|run| words.extend((0..run.count).map(|index| run.offset(index) / WORD)));
        words
    }

    /// Calls `visit` for every run in row-major order.
    fn for_each_run(&self, mut visit: impl FnMut(Run)) {
        let bytes = self.elem.bytes() as isize;
        let unit = Dim { step: 1, num: 1 };
        let (inner, outer) = self.dims.split_last().unwrap_or((&unit, &[]));
        let mut position: SmallIndex = outer.iter().map(|_| 0).collect();
        let mut start = self.byte_offset as isize;
        if self.count == 0 {
            return;
        }
        loop {
            visit(Run { start: start as usize, count: inner.num, stride: inner.step as isize * bytes });
            let advanced = position.iter_mut().zip(outer).rev().any(|(index, dim)| {
                *index += 1;
                start += dim.step as isize * bytes;
                if *index < dim.num {
                    return true;
                }
                start -= dim.step as isize * dim.num as isize * bytes;
                *index = 0;
                false
            });
            if !advanced {
                return;
            }
        }
    }
}

type SmallIndex = smallvec::SmallVec<[usize; 4]>;

fn check_bounds(view: &View, buffer: &Buffer, operand: &'static str) -> Result<(), MachineError> {
    let bytes = view.dtype.bytes() as i128;
    let (mut low, mut high) = (view.byte_offset as i128, view.byte_offset as i128 + bytes);
    for dim in &view.pattern {
        let reach = i128::from(dim.step).saturating_mul((dim.num as i128 - 1) * bytes);
        low = low.saturating_add(reach.min(0));
        high = high.saturating_add(reach.max(0));
    }
    // A pattern may repeat elements, but never stands for more of them than memory could hold.
    let countable = view.pattern.iter().try_fold(1usize, |count, dim| count.checked_mul(dim.num));
    let representable = countable.is_some_and(|count| count <= isize::MAX as usize / 16);
    if low < 0 || high > buffer.row_bytes as i128 || !representable {
        return Err(Problem::OutOfBounds { low, high, available: buffer.row_bytes }.of(operand));
    }
    Ok(())
}
