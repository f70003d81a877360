//! Access patterns on a memory's flat storage.

use std::ops::Range;

use smallvec::SmallVec;

use crate::machine::{Dim, Pattern, Space, View};

use super::MemoryType;

/// Most (step, num) pairs of a pattern, the partition pair included (spec bir.md §10).
const MAX_PAIRS: usize = 5;

/// An access pattern: element (i0, i1, ...) is element `offset + sum(step_d * i_d)` of the flat storage. On chip the
/// storage is partition after partition, and the first pair is the partition pair (spec nki_isa.md §4, bir.md §10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessPattern {
    /// Element that the pattern starts at.
    pub offset: i64,
    /// Pairs, outermost first.
    pub pairs: SmallVec<[(i64, i64); MAX_PAIRS]>,
}

/// Where a pattern lies in its memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// First partition, from the memory's first.
    pub start_partition: i64,
    /// Number of partitions.
    pub partitions: i64,
    /// Element of each partition at which the pattern starts.
    pub element: i64,
    /// (step, num) inside a partition.
    pub free: SmallVec<[(i64, i64); MAX_PAIRS]>,
}

impl AccessPattern {
    /// From `offset` and the list step0, num0, step1, num1, ...
    pub fn new(offset: i64, list: &[i64]) -> Result<Self, String> {
        let (pairs, rest) = list.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(format!("must hold pairs (step, num), but has {} numbers", list.len()));
        }
        Ok(AccessPattern { offset, pairs: pairs.iter().map(|&[step, num]| (step, num)).collect() })
    }

    /// From the list offset, step0, num0, step1, num1, ...
    pub fn from_list(list: &[i64]) -> Result<Self, String> {
        match list {
            [offset, rest @ ..] => Self::new(*offset, rest),
            [] => Err("must start with an offset".to_owned()),
        }
    }

    /// The pattern of a whole memory, in row-major order.
    pub fn row_major(memory: &MemoryType<'_>) -> Self {
        let mut step = 1;
        let mut pairs: SmallVec<[(i64, i64); MAX_PAIRS]> = SmallVec::new();
        for &num in memory.shape.iter().rev() {
            pairs.push((step, num));
            step *= num;
        }
        pairs.reverse();
        AccessPattern { offset: 0, pairs }
    }

    /// The list offset, step0, num0, step1, num1, ...
    pub fn to_list(&self) -> Vec<i64> {
        std::iter::once(self.offset).chain(self.pairs.iter().flat_map(|&(step, num)| [step, num])).collect()
    }

    /// The shape of what it addresses.
    pub fn shape(&self) -> Vec<i64> {
        self.pairs.iter().map(|pair| pair.1).collect()
    }

    /// Its place in a memory; what is wrong with it otherwise, as the rest of a sentence about the pattern.
    pub(super) fn place(&self, memory: &MemoryType<'_>) -> Result<Place, String> {
        let on_chip = memory.space != Space::Hbm;
        if self.pairs.len() > MAX_PAIRS || on_chip && self.pairs.is_empty() {
            return Err(format!(
                "must have 1 to {MAX_PAIRS} pairs (step, num), but has {}",
                self.pairs.len()
            ));
        }
        let least = i64::from(on_chip);
        if let Some((_, num)) = self.pairs.iter().find(|pair| pair.1 < least) {
            return Err(format!("has a dimension of {num} elements"));
        }
        if self.offset < 0 {
            return Err(format!("starts at element {}, in front of the memory", self.offset));
        }
        if !on_chip {
            let place =
                Place { start_partition: 0, partitions: 1, element: self.offset, free: self.pairs.clone() };
            return place.within(memory.row_elements(), "an HBM tensor");
        }
        let row = memory.row_elements();
        if row == 0 {
            return Err("is one of an empty memory".to_owned());
        }
        let (step, partitions) = self.pairs[0];
        if step != row {
            return Err(format!(
                "must step {row} elements in its first pair, the partition: the elements of one partition; it steps {step}"
            ));
        }
        let (start_partition, element) = (self.offset / row, self.offset % row);
        if start_partition.checked_add(partitions).is_none_or(|end| end > memory.partitions()) {
            return Err(format!(
                "takes {partitions} partitions from partition {start_partition} of a memory of {}",
                memory.partitions()
            ));
        }
        let free: SmallVec<_> = self.pairs[1..].into();
        for &(step, num) in &free {
            if i16::try_from(step).is_err() || u16::try_from(num).is_err() {
                return Err(format!(
                    "has a pair [{step}, {num}]: the ISA's step is a signed and its size an unsigned 16-bit number"
                ));
            }
        }
        Place { start_partition, partitions, element, free }.within(row, "a partition")
    }

    /// The view of a memory whose whole is `whole`.
    pub fn view(&self, memory: &MemoryType<'_>, whole: &View) -> Result<View, String> {
        let place = self.place(memory)?;
        let bytes = memory.dtype.bytes();
        Ok(View {
            start_partition: whole.start_partition + place.start_partition as u32,
            num_partitions: place.partitions as u32,
            byte_offset: whole.byte_offset + place.element as usize * bytes,
            pattern: place
                .free
                .iter()
                .map(|&(step, num)| Dim { step, num: num as usize })
                .collect::<Pattern>(),
            ..whole.clone()
        })
    }
}

impl Place {
    /// The lowest and the highest element that is reached, from the start of the partition.
    fn reach(&self) -> (i128, i128) {
        let (mut low, mut high) = (i128::from(self.element), i128::from(self.element));
        for &(step, num) in &self.free {
            let reach = i128::from(step) * (i128::from(num) - 1);
            low += reach.min(0);
            high += reach.max(0);
        }
        (low, high)
    }

    /// The bytes between the first and the last element of a place within its memory, of elements of `width` bytes.
    pub(super) fn bytes(&self, width: i64) -> Range<i64> {
        let (low, high) = self.reach();
        low as i64 * width..(high as i64 + 1) * width
    }

    /// The place, if every element lies within `available` elements.
    fn within(self, available: i64, what: &str) -> Result<Place, String> {
        if self.free.iter().any(|pair| pair.1 == 0) {
            return Ok(self);
        }
        let (low, high) = self.reach();
        if low < 0 || high >= i128::from(available) {
            return Err(format!("reaches elements {low} to {high} of {what} of {available} elements"));
        }
        Ok(self)
    }
}
