//! ADDR4 words and memory patterns, and how they are made from an access pattern.

use smallvec::{SmallVec, smallvec};

use super::check::{self, Check};
use super::{Dtype, IsaLimits};

/// Partitions of SBUF and of PSUM on every modelled generation (spec bir.md §10).
pub const PARTITIONS: u32 = 128;

/// log2 of the bytes of one PSUM bank in a partition.
const BANK_SHIFT: u32 = 11;
const SBUF_PARTITION_SHIFT: u32 = 18;
const PSUM_PARTITION_SHIFT: u32 = 15;
const PSUM_BASE: u32 = 0x0200_0000;
const PSUM_END: u32 = PSUM_BASE + (PARTITIONS << PSUM_PARTITION_SHIFT);

/// An ADDR4 word: where a tile starts on chip (spec dve.md §2). The register, indirect and dynamic forms have no meaning
/// without machine registers and are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Addr4 {
    /// In SBUF.
    Sbuf {
        /// First partition, 0..128.
        partition: u8,
        /// Byte in the partition.
        byte: u32,
    },
    /// In PSUM.
    Psum {
        /// First partition, 0..128.
        partition: u8,
        /// Byte in the partition, all banks counted through.
        byte: u32,
    },
}

impl Addr4 {
    /// The first partition.
    pub fn partition(self) -> u8 {
        match self {
            Self::Sbuf { partition, .. } | Self::Psum { partition, .. } => partition,
        }
    }

    /// The byte in the partition.
    pub fn byte(self) -> u32 {
        match self {
            Self::Sbuf { byte, .. } | Self::Psum { byte, .. } => byte,
        }
    }

    /// The PSUM bank and the byte in it; `None` in SBUF.
    pub fn bank(self) -> Option<(u32, u32)> {
        match self {
            Self::Sbuf { .. } => None,
            Self::Psum { byte, .. } => Some((byte >> BANK_SHIFT, byte & ((1 << BANK_SHIFT) - 1))),
        }
    }

    /// The address of byte `byte` of PSUM bank `bank`.
    pub fn psum(partition: u8, bank: u32, byte: u32) -> Self {
        Self::Psum { partition, byte: (bank << BANK_SHIFT).saturating_add(byte) }
    }

    /// Whether it is a PSUM address.
    pub fn is_psum(self) -> bool {
        matches!(self, Self::Psum { .. })
    }

    /// Bytes of a partition of this memory.
    pub fn capacity(self, limits: &IsaLimits) -> u32 {
        match self {
            Self::Sbuf { .. } => limits.sbuf_bytes_per_partition,
            Self::Psum { .. } => limits.psum_bytes_per_partition,
        }
    }

    /// The address `offset` bytes away in the same partition; `None` where that leaves the fields of the word.
    pub fn offset(self, offset: i64) -> Option<Self> {
        let byte = u32::try_from(i64::from(self.byte()).checked_add(offset)?).ok()?;
        let moved = match self {
            Self::Sbuf { partition, .. } => Self::Sbuf { partition, byte },
            Self::Psum { partition, .. } => Self::Psum { partition, byte },
        };
        moved.word().map(|_| moved)
    }

    /// The wire word; `None` if partition or byte do not fit their bits.
    pub fn word(self) -> Option<u32> {
        let (base, shift) = match self {
            Self::Sbuf { .. } => (0, SBUF_PARTITION_SHIFT),
            Self::Psum { .. } => (PSUM_BASE, PSUM_PARTITION_SHIFT),
        };
        let partition = u32::from(self.partition());
        (partition < PARTITIONS && self.byte() < 1 << shift)
            .then(|| base + (partition << shift) + self.byte())
    }

    /// Reads a wire word. Errors with the check that refuses it.
    pub fn from_word(word: u32) -> Result<Self, &'static Check> {
        let refused = [
            (1 << 31, &check::ADDR4_REGISTER),
            (1 << 29, &check::ADDR4_INDIRECT),
            (1 << 30, &check::ADDR4_DYNAMIC),
        ];
        if let Some((_, check)) = refused.into_iter().find(|(bit, _)| word & bit != 0) {
            return Err(check);
        }
        let split = |word: u32, shift: u32| ((word >> shift) as u8, word & ((1 << shift) - 1));
        if word < PSUM_BASE {
            let (partition, byte) = split(word, SBUF_PARTITION_SHIFT);
            Ok(Self::Sbuf { partition, byte })
        } else if word < PSUM_END {
            let (partition, byte) = split(word - PSUM_BASE, PSUM_PARTITION_SHIFT);
            Ok(Self::Psum { partition, byte })
        } else {
            Err(&check::ADDR4_REGION)
        }
    }
}

/// One loop of a pattern: `num` elements, `step` elements apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// Distance between neighbours, in elements; may be 0 or negative.
    pub step: i16,
    /// Number of elements; 0 is illegal.
    pub num: u16,
}

impl Slot {
    /// What fills a slot that no dimension uses.
    pub const SPARE: Self = Self { step: 1, num: 1 };
    /// The spare slot of a reversed pattern (spec dve.md §4.1: `dst step1` is 0).
    const SPARE_REVERSED: Self = Self { step: 0, num: 1 };
}

/// TENSOR1D..TENSOR4D: a start address and loops, slot 0 innermost (spec dve.md §2). The partition dimension is not in it:
/// it is the start partition and the bundle's channel count.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// The first element visited.
    pub addr: Addr4,
    /// The loops, innermost first; as many as the field has slots.
    pub slots: SmallVec<[Slot; 4]>,
}

impl Pattern {
    /// Elements visited in each partition.
    pub fn count(&self) -> u64 {
        self.slots.iter().map(|slot| u64::from(slot.num)).product()
    }

    /// Lowest and highest element visited, counted from the first.
    pub fn extent(&self) -> (i64, i64) {
        self.slots.iter().fold((0, 0), |(low, high), slot| {
            let reach = i64::from(slot.step) * (i64::from(slot.num) - 1);
            (low + reach.min(0), high + reach.max(0))
        })
    }

    /// The element offsets in the order they are visited, from the start address, in elements.
    pub fn offsets(&self) -> impl Iterator<Item = i64> + '_ {
        (0..self.count()).map(|mut index| {
            let mut offset = 0;
            for slot in &self.slots {
                offset += i64::from(slot.step) * (index % u64::from(slot.num)) as i64;
                index /= u64::from(slot.num);
            }
            offset
        })
    }
}

/// The order in which a pattern visits an operand's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// First to last.
    Forward,
    /// Last to first: the start address is that of the last element and the step is negated.
    Reversed,
}

/// A tile as an instruction's operand.
#[derive(Clone, Copy, Debug)]
pub struct Operand<'a> {
    /// Address of the element at index 0.
    pub addr: Addr4,
    /// The free dimensions as `[step, num]` in elements, outermost first (the partition pair left out).
    pub ap: &'a [[i64; 2]],
    /// Element type.
    pub dtype: Dtype,
    /// Partitions, from the address's one on.
    pub partitions: u32,
}

/// Why an access pattern does not become a memory pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ApError {
    /// The check that fails.
    pub check: &'static Check,
    /// The offending number.
    pub found: i64,
    /// The limit it breaks.
    pub limit: i64,
}

impl Operand<'_> {
    /// The same elements of `count` partitions from the operand's partition `first` on.
    pub fn rows(&self, first: u32, count: u32) -> Self {
        let partition =
            u8::try_from(u32::from(self.addr.partition()).saturating_add(first)).unwrap_or(u8::MAX);
        let addr = match self.addr {
            Addr4::Sbuf { byte, .. } => Addr4::Sbuf { partition, byte },
            Addr4::Psum { byte, .. } => Addr4::Psum { partition, byte },
        };
        Self { addr, partitions: count, ..*self }
    }

    /// The pattern with `rank` slots that visits the operand's elements in `order`, size-1 dimensions dropped.
    ///
    /// Errors with `illegal_isa_memory_access_dimension` if more dimensions are left than slots (a reversed pattern has one),
    /// and if a step, a count or the address of the last element does not fit its field.
    pub fn pattern(&self, rank: usize, order: Order) -> Result<Pattern, ApError> {
        let dims: SmallVec<[[i64; 2]; 4]> = self.ap.iter().copied().filter(|dim| dim[1] != 1).collect();
        self.pattern_of(&dims, rank, order)
    }

    /// Like [`Operand::pattern`] in forward order, but every dimension keeps its slot, so that slots can be named by axis.
    pub fn pattern_by_axis(&self, rank: usize) -> Result<Pattern, ApError> {
        self.pattern_of(self.ap, rank, Order::Forward)
    }

    fn pattern_of(&self, dims: &[[i64; 2]], rank: usize, order: Order) -> Result<Pattern, ApError> {
        let (max_dims, sign, spare) = match order {
            Order::Forward => (rank, 1, Slot::SPARE),
            Order::Reversed => (1, -1, Slot::SPARE_REVERSED),
        };
        if dims.len() > max_dims {
            let check = &check::ISA_MEMORY_ACCESS_DIMENSION;
            return Err(ApError { check, found: dims.len() as i64, limit: max_dims as i64 });
        }
        let mut slots: SmallVec<[Slot; 4]> = smallvec![spare; rank];
        let mut last = 0_i64;
        for (slot, &[step, num]) in slots.iter_mut().zip(dims.iter().rev()) {
            let step_fits = i16::try_from(step.wrapping_mul(sign));
            slot.step = step_fits.map_err(|_| ApError {
                check: &check::MEM_PATTERN_STEP,
                found: step,
                limit: i16::MAX.into(),
            })?;
            slot.num = u16::try_from(num).map_err(|_| ApError {
                check: &check::MEM_PATTERN_NUM,
                found: num,
                limit: u16::MAX.into(),
            })?;
            last += step * (num - 1);
        }
        let offset = if order == Order::Reversed { last * i64::from(self.dtype.bytes()) } else { 0 };
        let addr = self.addr.offset(offset).ok_or(ApError {
            check: &check::ADDR4_REGION,
            found: offset.saturating_add(self.addr.byte().into()),
            limit: (1 << SBUF_PARTITION_SHIFT) - 1,
        })?;
        Ok(Pattern { addr, slots })
    }
}
