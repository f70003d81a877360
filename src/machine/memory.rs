//! The memories: SBUF and PSUM, HBM tensors, and tiles that have no address yet.

use slotmap::{SlotMap, new_key_type};

use crate::tensor::{ElementType, Kind, Scalar, Tensor, TensorError, device_constant};

use super::cores::Core;
use super::error::{MachineError, Problem};
use super::instructions::memset;
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
    /// PSUM only: whether a matmul has written the word since it was fresh, for each 4 bytes of each partition.
    accumulating: Vec<bool>,
}

/// Bytes of an element of the accumulators.
pub(super) const WORD: usize = 4;

impl Buffer {
    pub(super) fn new(space: Space, partitions: u32, row_bytes: usize) -> Self {
        // A large zeroed vector is mapped, not touched: memory is committed page by page as programs write it.
        let data = vec![0; partitions as usize * row_bytes];
        let words = if space == Space::Psum { partitions as usize * row_bytes.div_ceil(WORD) } else { 0 };
        Self { space, partitions, row_bytes, data, accumulating: vec![false; words] }
    }

    /// The flags of one partition's words; none outside PSUM.
    pub fn accumulating_mut(&mut self, partition: usize) -> &mut [bool] {
        let words = if self.accumulating.is_empty() { 0 } else { self.row_bytes.div_ceil(WORD) };
        &mut self.accumulating[partition * words..][..words]
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

/// The NeuronCores that run one kernel, and their HBM. Instructions act on the selected core.
pub struct Machine {
    target: Target,
    pub(super) buffers: SlotMap<BufferId, Buffer>,
    /// At least one.
    pub(super) cores: Vec<Core>,
    /// The index of the core that executes.
    pub(super) selected: usize,
    /// Every buffer since the last mark that was released to, in order.
    allocated: Vec<BufferId>,
}

impl Machine {
    /// A machine of the given generation with nothing in its memories.
    pub fn new(target: Target) -> Self {
        let mut buffers = SlotMap::with_key();
        let cores = vec![Core::new(target.limits(), &mut buffers)];
        Self { target, buffers, cores, selected: 0, allocated: Vec::new() }
    }

    /// The generation.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The limits of the generation.
    pub fn limits(&self) -> &'static Limits {
        self.target.limits()
    }

    /// All of the core's SBUF, for views by address.
    pub fn sbuf(&self) -> BufferId {
        self.core().sbuf
    }

    /// All of the core's PSUM, for views by address; a partition's banks lie one after the other.
    pub fn psum(&self) -> BufferId {
        self.core().psum
    }

    /// Whether a buffer is all of some core's SBUF or PSUM.
    fn is_core_memory(&self, id: BufferId) -> bool {
        self.cores.iter().any(|core| id == core.sbuf || id == core.psum)
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
        let (space, row_bytes) = (Space::Hbm, data.len());
        self.insert(Buffer { space, partitions: 1, row_bytes, data, accumulating: Vec::new() })
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
        let buffer = (!self.is_core_memory(id))
            .then(|| self.buffers.remove(id))
            .flatten()
            .ok_or(TakeError::NoBuffer)?;
        Tensor::new(dtype, shape, buffer.data).map_err(TakeError::Shape)
    }

    /// Forgets a tile or an HBM tensor; later uses of it are errors. SBUF and PSUM themselves stay.
    pub fn release(&mut self, id: BufferId) {
        if !self.is_core_memory(id) {
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

    /// Makes a view fresh memory: poisoned with NaN in floats, 4 in integers (spec nki_isa.md §9), true in preds, and in
    /// PSUM not yet written by a matmul.
    pub fn poison(&mut self, view: &View) -> Result<(), MachineError> {
        let poison = match view.dtype.kind() {
            Kind::Float(_) | Kind::Complex(_) => Scalar::Float(f64::NAN),
            Kind::Pred => Scalar::Bool(true),
            Kind::Signed(_) | Kind::Unsigned(_) => Scalar::Int(4),
        };
        memset(self, view, device_constant(view.dtype, poison))?;
        let access = self.access(view, "view")?;
        if access.space == Space::Psum {
            let words = access.words();
            for row in 0..access.partitions {
                let flags = self.accumulating_mut(&access, row);
                words.iter().for_each(|&word| flags[word] = false);
            }
        }
        Ok(())
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
