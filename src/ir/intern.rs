//! Append-only interners: equal values get equal 32-bit handles, and data never moves once stored.

use std::borrow::Borrow;
use std::cell::{Cell, OnceCell, RefCell};
use std::hash::{BuildHasher, Hash};

use elsa::FrozenVec;
use hashbrown::{HashTable, hash_table};
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
    table: RefCell<HashTable<Entry>>,
    items: Pages<T>,
}

/// A stored value. Its hash is kept so that growth reads no values, and a look-up only those that are very likely equal.
struct Entry {
    hash: u32,
    index: u32,
}

fn hash<T: Hash + ?Sized>(value: &T) -> u32 {
    let hash = FxBuildHasher.hash_one(value);
    (hash ^ hash >> 32) as u32
}

/// All bits the table needs, made of the 32 that are kept.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<T> Interner<T> {
    pub(super) fn new() -> Self {
        Interner { table: RefCell::new(HashTable::new()), items: Pages::new() }
    }

    /// The handle of `value`; `own` makes the stored copy if the value is new, and interns nothing itself.
    pub(super) fn intern<Q>(&self, value: &Q, own: impl FnOnce() -> T) -> u32
    where
        T: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let hash = hash(value);
        let equal = |e: &Entry| e.hash == hash && self.items.get(e.index).borrow() == value;
        match self.table.borrow_mut().entry(spread(hash), equal, |entry| spread(entry.hash)) {
            hash_table::Entry::Occupied(found) => found.get().index,
            hash_table::Entry::Vacant(free) => {
                let index = self.items.push(own());
                free.insert(Entry { hash, index });
                index
            }
        }
    }

    /// The handle of an owned value.
    pub(super) fn intern_owned(&self, value: T) -> u32
    where
        T: Hash + Eq,
    {
        let hash = hash(&value);
        let equal = |e: &Entry| e.hash == hash && *self.items.get(e.index) == value;
        if let Some(found) = self.table.borrow().find(spread(hash), equal) {
            return found.index;
        }
        let index = self.items.push(value);
        self.table
            .borrow_mut()
            .insert_unique(spread(hash), Entry { hash, index }, |entry| spread(entry.hash));
        index
    }

    pub(super) fn get(&self, index: u32) -> &T {
        self.items.get(index)
    }

    /// Makes room in the table for this many more values.
    pub(super) fn reserve(&self, more: usize) {
        self.table.borrow_mut().reserve(more, |entry| spread(entry.hash));
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
