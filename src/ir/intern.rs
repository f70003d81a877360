//! Append-only interners: equal values get equal 32-bit handles, and data never moves once stored.

use std::cell::RefCell;
use std::hash::{BuildHasher, Hash};

use elsa::FrozenVec;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// An interned byte string: identifiers, symbol names, string attributes (which may hold any bytes).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Str(pub(super) u32);

impl Str {
    /// The empty string; it has the same handle in every context.
    pub const EMPTY: Str = Str(0);
}

impl std::fmt::Debug for Str {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Str({})", self.0)
    }
}

/// Maps values to dense handles and back. Shared access is enough for both directions.
pub(super) struct Interner<T: ?Sized> {
    table: RefCell<HashTable<Entry>>,
    items: FrozenVec<Box<T>>,
}

/// A stored value. Its hash is kept so that growth reads no values, and a look-up only those that are very likely equal.
struct Entry {
    hash: u32,
    index: u32,
}

/// All bits the table needs, made of the 32 that are kept.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<T: ?Sized + Hash + Eq> Interner<T> {
    pub(super) fn new() -> Self {
        Interner { table: RefCell::new(HashTable::new()), items: FrozenVec::new() }
    }

    /// The handle of `value`; `own` makes the stored copy if the value is new.
    pub(super) fn intern(&self, value: &T, own: impl FnOnce() -> Box<T>) -> u32 {
        match self.find(value) {
            Ok(found) => found,
            Err(hash) => self.add(hash, own()),
        }
    }

    fn add(&self, hash: u32, value: Box<T>) -> u32 {
        let new = Entry { hash, index: self.items.len() as u32 };
        self.items.push(value);
        self.table.borrow_mut().insert_unique(spread(hash), new, |entry| spread(entry.hash));
        self.items.len() as u32 - 1
    }

    /// The handle of `value`, or else its hash.
    fn find(&self, value: &T) -> Result<u32, u32> {
        let hash = FxBuildHasher.hash_one(value);
        let hash = (hash ^ hash >> 32) as u32;
        let equal = |e: &Entry| e.hash == hash && self.items[e.index as usize] == *value;
        self.table.borrow().find(spread(hash), equal).map(|found| found.index).ok_or(hash)
    }

    pub(super) fn get(&self, index: u32) -> &T {
        &self.items[index as usize]
    }
}

impl<T: Hash + Eq> Interner<T> {
    /// The handle of an owned value.
    pub(super) fn intern_owned(&self, value: T) -> u32 {
        match self.find(&value) {
            Ok(found) => found,
            Err(hash) => self.add(hash, Box::new(value)),
        }
    }
}
