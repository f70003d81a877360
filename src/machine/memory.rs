//! The memories: SBUF and PSUM, HBM tensors, and tiles that have no address yet.

use slotmap::{SlotMap, new_key_type};

use crate::tensor::{ElementType, Kind, Scalar, Tensor, TensorError, device_constant};

use super::error::{MachineError, Problem};
use super::instructions::memset;
use super::instructions::search::MatchState;
use super::limits::{Limits, Target};
use super::view::View;

new_key_type! {
    /// Handle of a buffer of a machine.
    pub struct BufferId;
}

/// Which memory a buffer is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// Device memory: one "partition" that holds the whole tensor.
    Hbm,
    /// The engines' main memory.
    Sbuf,
    /// The accumulators of the Tensor engine.
    Psum,
}

/// A memory, or a piece of one.
pub(super) struct Buffer {
    pub space: Space,
    pub partitions: u32,
    /// Bytes of one partition.
    pub row_bytes: usize,
    data: Vec<u8>,
}

impl Buffer {
    fn new(space: Space, partitions: u32, row_bytes: usize) -> Self {
        // A large zeroed vector is mapped, not touched: memory is committed page by page as programs write it.
        Self { space, partitions, row_bytes, data: vec![0; partitions as usize * row_bytes] }
    }

    pub fn partition(&self, index: usize) -> &[u8] {
        &self.data[index * self.row_bytes..][..self.row_bytes]
    }

    pub fn partition_mut(&mut self, index: usize) -> &mut [u8] {
        &mut self.data[index * self.row_bytes..][..self.row_bytes]
    }
}

/// A point in the order of a machine's allocations; see [`Machine::mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(usize);

/// One NeuronCore's state.
pub struct Machine {
    target: Target,
    buffers: SlotMap<BufferId, Buffer>,
    sbuf: BufferId,
    psum: BufferId,
    /// Every buffer since the last mark that was released to, in order.
    allocated: Vec<BufferId>,
    /// What LoadMaskSelect left behind: the source lane of each lane of a quadrant, 255 to leave it (spec dve.md §5).
    pub mask_select: [u8; 32],
    /// What MatchValueLoad left behind (spec dve.md §4.2).
    pub match_state: MatchState,
}

impl Machine {
    /// A machine of the given generation with nothing in its memories.
    pub fn new(target: Target) -> Self {
        let limits = target.limits();
        let mut buffers = SlotMap::with_key();
        let sbuf = buffers.insert(Buffer::new(Space::Sbuf, limits.partitions, limits.sbuf_bytes as usize));
        let psum = buffers.insert(Buffer::new(Space::Psum, limits.partitions, limits.psum_bytes() as usize));
        Self {
            target,
            buffers,
            sbuf,
            psum,
            allocated: Vec::new(),
            mask_select: std::array::from_fn(|lane| lane as u8),
            match_state: MatchState::new(limits.partitions as usize),
        }
    }

    /// The generation.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The limits of the generation.
    pub fn limits(&self) -> &'static Limits {
        self.target.limits()
    }

    /// All of SBUF, for views by address.
    pub fn sbuf(&self) -> BufferId {
        self.sbuf
    }

    /// All of PSUM, for views by address; a partition's banks lie one after the other.
    pub fn psum(&self) -> BufferId {
        self.psum
    }

    /// A poisoned tile without an address: `partitions` x `free` elements of `dtype`. HBM tiles have one partition.
    /// Errors if one tile alone is larger than the memory; that all of them fit is the allocator's concern.
    pub fn alloc_tile(
        &mut self,
        space: Space,
        dtype: ElementType,
        partitions: u32,
        free: &[usize],
    ) -> Result<BufferId, MachineError> {
        let available = if space == Space::Hbm { 1 } else { self.limits().partitions };
        if partitions == 0 || partitions > available {
            return Err(Problem::Partitions { start: 0, count: partitions, available }.of("tile"));
        }
        let capacity = match space {
            Space::Hbm => self.limits().hbm_gib << 30,
            Space::Sbuf => self.limits().sbuf_bytes.into(),
            Space::Psum => self.limits().psum_bytes().into(),
        };
        let row_bytes = free
            .iter()
            .try_fold(dtype.bytes(), |bytes, &dim| bytes.checked_mul(dim))
            .filter(|&bytes| bytes as u64 <= capacity)
            .ok_or_else(|| {
                let found = free.iter().fold(1usize, |count, &dim| count.saturating_mul(dim));
                let expected = format!("at most {}", capacity / dtype.bytes() as u64);
                Problem::ElementCount { expected, found }.of("tile")
            })?;
        let buffer = self.insert(Buffer::new(space, partitions, row_bytes));
        self.poison(&View::tile(buffer, dtype, partitions, free))?;
        Ok(buffer)
    }

    /// A poisoned HBM tensor.
    pub fn alloc_hbm(&mut self, dtype: ElementType, shape: &[usize]) -> Result<BufferId, MachineError> {
        self.alloc_tile(Space::Hbm, dtype, 1, shape)
    }

    /// Puts a tensor into HBM without copying it.
    pub fn load_hbm(&mut self, tensor: Tensor) -> BufferId {
        let data = tensor.into_bytes();
        self.insert(Buffer { space: Space::Hbm, partitions: 1, row_bytes: data.len(), data })
    }

    fn insert(&mut self, buffer: Buffer) -> BufferId {
        let id = self.buffers.insert(buffer);
        self.allocated.push(id);
        id
    }

    /// This point in the order of allocations.
    pub fn mark(&self) -> Mark {
        Mark(self.allocated.len())
    }

    /// Releases every buffer made since `mark`: the end of a kernel.
    pub fn release_since(&mut self, mark: Mark) {
        for id in self.allocated.drain(mark.0.min(self.allocated.len())..) {
            self.buffers.remove(id);
        }
    }

    /// Takes an HBM tensor out, releasing its buffer.
    pub fn take_hbm(
        &mut self,
        id: BufferId,
        dtype: ElementType,
        shape: &[usize],
    ) -> Result<Tensor, TakeError> {
        let on_chip = id == self.sbuf || id == self.psum;
        let buffer = (!on_chip).then(|| self.buffers.remove(id)).flatten().ok_or(TakeError::NoBuffer)?;
        Tensor::new(dtype, shape, buffer.data).map_err(TakeError::Shape)
    }

    /// Forgets a tile or an HBM tensor; later uses of it are errors. SBUF and PSUM themselves stay.
    pub fn release(&mut self, id: BufferId) {
        if id != self.sbuf && id != self.psum {
            self.buffers.remove(id);
        }
    }

    /// Copies a view's elements out, partition after partition in row-major order.
    pub fn read(&self, view: &View) -> Result<Vec<u8>, MachineError> {
        let access = self.access(view, "view")?;
        let row = access.count * access.elem.bytes();
        let mut out = vec![0; row * access.partitions];
        if row > 0 {
            for (index, bytes) in out.chunks_exact_mut(row).enumerate() {
                self.read_row_bytes(&access, index, bytes);
            }
        }
        Ok(out)
    }

    /// Copies elements into a view, partition after partition in row-major order.
    pub fn write(&mut self, view: &View, elements: &[u8]) -> Result<(), MachineError> {
        let access = self.access(view, "view")?;
        let row = access.count * access.elem.bytes();
        if elements.len() != row * access.partitions {
            let found = elements.len() / access.elem.bytes();
            return Err(Problem::ElementCount { expected: view.size().to_string(), found }.of("elements"));
        }
        if row > 0 {
            for (index, bytes) in elements.chunks_exact(row).enumerate() {
                self.write_row_bytes(&access, index, bytes);
            }
        }
        Ok(())
    }

    /// Fills a view with the poison of fresh memory: NaN in floats, 4 in integers (spec nki_isa.md §9), true in preds.
    pub fn poison(&mut self, view: &View) -> Result<(), MachineError> {
        let poison = match view.dtype.kind() {
            Kind::Float(_) | Kind::Complex(_) => Scalar::Float(f64::NAN),
            Kind::Pred => Scalar::Bool(true),
            Kind::Signed(_) | Kind::Unsigned(_) => Scalar::Int(4),
        };
        memset(self, view, device_constant(view.dtype, poison))
    }

    pub(super) fn buffer(&self, id: BufferId) -> Option<&Buffer> {
        self.buffers.get(id)
    }

    pub(super) fn buffer_mut(&mut self, id: BufferId) -> Option<&mut Buffer> {
        self.buffers.get_mut(id)
    }
}

/// Why an HBM tensor could not be taken out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TakeError {
    /// There is no such HBM buffer.
    NoBuffer,
    /// It does not have the size of the element type and shape asked for.
    Shape(TensorError),
}

impl std::fmt::Display for TakeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TakeError::NoBuffer => f.write_str("the buffer does not exist"),
            TakeError::Shape(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for TakeError {}
