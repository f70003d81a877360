//! Append-only interners: equal values get equal 32-bit handles, and data never moves once stored.

use std::borrow::Borrow;
use std::cell::{Cell, OnceCell, RefCell};
use std::hash::{BuildHasher, Hash};

use elsa::FrozenVec;
use rustc_hash::FxBuildHasher;

/// An interned byte string: identifiers, symbol names, string attributes (which may hold any bytes).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Str(pub(super) u32);

impl Str {
    /// The empty string; it has the same handle in every context.
    pub const EMPTY: Str = Str(0);

    /// Its position among the strings of its context, in the order in which they came.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The longest string that is stored in place: with it a string takes no more room than the handle of a long one.
const SHORT: usize = 22;

/// The bytes of a stored string. Nearly all are names, and short.
pub(super) enum Bytes {
    Short { len: u8, data: [u8; SHORT] },
    Long(Box<[u8]>),
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        if bytes.len() > SHORT {
            return Bytes::Long(bytes.into());
        }
        let mut data = [0; SHORT];
        data[..bytes.len()].copy_from_slice(bytes);
        Bytes::Short { len: bytes.len() as u8, data }
    }
}

impl Borrow<[u8]> for Bytes {
    #[inline]
    fn borrow(&self) -> &[u8] {
        match self {
            Bytes::Short { len, data } => &data[..usize::from(*len)],
            Bytes::Long(bytes) => bytes,
        }
    }
}

impl std::fmt::Debug for Str {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Str({})", self.0)
    }
}

/// Maps values to dense handles and back. Shared access is enough for both directions.
pub(super) struct Interner<T> {
    table: RefCell<Table>,
    items: Pages<T>,
}

fn hash<T: Hash + ?Sized>(value: &T) -> u32 {
    let hash = FxBuildHasher.hash_one(value);
    (hash ^ hash >> 32) as u32
}

impl<T> Interner<T> {
    pub(super) fn new() -> Self {
        Interner { table: RefCell::new(Table::new()), items: Pages::new() }
    }

    /// The handle of `value`; `own` makes the stored copy if the value is new, and interns nothing itself.
    pub(super) fn intern<Q>(&self, value: &Q, own: impl FnOnce() -> T) -> u32
    where
        T: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let hash = hash(value);
        let mut table = self.table.borrow_mut();
        match table.find(hash, |index| self.items.get(index).borrow() == value) {
            Ok(index) => index,
            Err(free) => table.fill(free, hash, self.items.push(own())),
        }
    }

    /// The handle of an owned value.
    pub(super) fn intern_owned(&self, value: T) -> u32
    where
        T: Hash + Eq,
    {
        let hash = hash(&value);
        let mut table = self.table.borrow_mut();
        match table.find(hash, |index| *self.items.get(index) == value) {
            Ok(index) => index,
            Err(free) => table.fill(free, hash, self.items.push(value)),
        }
    }

    pub(super) fn get(&self, index: u32) -> &T {
        self.items.get(index)
    }

    /// Makes room in the table for this many more values.
    pub(super) fn reserve(&self, more: usize) {
        self.table.borrow_mut().reserve(more);
    }
}

/// The handles of an interner by hash: open addressing with linear probing.
///
/// Most look-ups of a large module are of values that are new or were last seen long ago, so what counts is how many
/// cache lines one touches: here it is one, where a table with its control bytes apart from its entries takes two.
/// The hash is kept, so that growth reads no values, and a look-up only those that are very likely equal.
struct Table {
    /// `hash << 32 | index + 1`; 0 is a free slot. Their number is a power of two.
    slots: Box<[u64]>,
    len: usize,
}

/// A free slot that a look-up ended at.
struct Free(usize);

impl Table {
    fn new() -> Self {
        Table { slots: vec![0; 16].into(), len: 0 }
    }

    /// Where the search for a hash begins: the multiplication makes all bits the table needs of the 32 that are kept.
    fn home(&self, hash: u32) -> usize {
        let spread = u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (spread >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    /// The index with this hash that `equal` accepts, or the slot for a new one.
    #[inline]
    fn find(&self, hash: u32, equal: impl Fn(u32) -> bool) -> Result<u32, Free> {
        let mask = self.slots.len() - 1;
        let mut at = self.home(hash);
        loop {
            let slot = self.slots[at & mask];
            if slot == 0 {
                return Err(Free(at & mask));
            }
            let index = slot as u32 - 1;
            if (slot >> 32) as u32 == hash && equal(index) {
                return Ok(index);
            }
            at += 1;
        }
    }

    /// Puts a new index into the slot that the search for it ended at.
    fn fill(&mut self, Free(free): Free, hash: u32, index: u32) -> u32 {
        self.slots[free] = u64::from(hash) << 32 | u64::from(index + 1);
        self.len += 1;
        self.reserve(1);
        index
    }

    /// At most five slots of eight are taken.
    fn reserve(&mut self, more: usize) {
        let slots = ((self.len + more) * 8 / 5).next_power_of_two();
        if slots <= self.slots.len() {
            return;
        }
        let old = std::mem::replace(&mut self.slots, vec![0; slots].into());
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            // All values differ, so that the search for one ends at a free slot.
            if let Err(Free(free)) = self.find((slot >> 32) as u32, |_| false) {
                self.slots[free] = slot;
            }
        }
    }
}

/// Values in pages of fixed size: they never move, need no allocation of their own, and are one read away from their index.
struct Pages<T> {
    pages: FrozenVec<Box<[OnceCell<T>]>>,
    len: Cell<u32>,
}

/// Base-2 logarithm of the values on a page.
const PAGE_BITS: u32 = 8;
const PAGE: u32 = 1 << PAGE_BITS;

impl<T> Pages<T> {
    fn new() -> Self {
        Pages { pages: FrozenVec::new(), len: Cell::new(0) }
    }

    fn push(&self, value: T) -> u32 {
        let index = self.len.get();
        if index.is_multiple_of(PAGE) {
            self.pages.push((0..PAGE).map(|_| OnceCell::new()).collect());
        }
        let cell = &self.pages[(index >> PAGE_BITS) as usize][(index % PAGE) as usize];
        cell.get_or_init(|| value);
        self.len.set(index + 1);
        index
    }

    fn get(&self, index: u32) -> &T {
        let cell = &self.pages[(index >> PAGE_BITS) as usize][(index % PAGE) as usize];
        cell.get().expect("a handle is given out when its value is stored")
    }
}
