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
    table: RefCell<HashTable<u32>>,
    items: FrozenVec<Box<T>>,
}

impl<T: ?Sized + Hash + Eq> Interner<T> {
    pub(super) fn new() -> Self {
        Interner { table: RefCell::new(HashTable::new()), items: FrozenVec::new() }
    }

    /// The handle of `value`; `own` makes the stored copy if the value is new.
    pub(super) fn intern(&self, value: &T, own: impl FnOnce() -> Box<T>) -> u32 {
        let hash = FxBuildHasher.hash_one(value);
        let mut table = self.table.borrow_mut();
        if let Some(&found) = table.find(hash, |&i| self.items[i as usize] == *value) {
            return found;
        }
        let index = self.items.len() as u32;
        self.items.push(own());
        table.insert_unique(hash, index, |&i| FxBuildHasher.hash_one(&self.items[i as usize]));
        index
    }

    pub(super) fn get(&self, index: u32) -> &T {
        &self.items[index as usize]
    }
}

impl<T: Hash + Eq> Interner<T> {
    /// The handle of an owned value.
    pub(super) fn intern_owned(&self, value: T) -> u32 {
        let hash = FxBuildHasher.hash_one(&value);
        let mut table = self.table.borrow_mut();
        if let Some(&found) = table.find(hash, |&i| self.items[i as usize] == value) {
            return found;
        }
        let index = self.items.len() as u32;
        self.items.push(Box::new(value));
        table.insert_unique(hash, index, |&i| FxBuildHasher.hash_one(&self.items[i as usize]));
        index
    }
}
