//! The values of a computation by name. A text may have millions, so an entry is small: tuples stand apart.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::ir::{Str, Type, ValueId};

/// A value of HLO.
#[derive(Clone, Debug)]
pub(super) enum Value {
    One(ValueId),
    /// A tuple: its type and its leaves.
    Tuple(Rc<(Type, Vec<ValueId>)>),
    /// The instruction is wrong, which was reported.
    Lost,
}

impl Value {
    /// The leaves of a value.
    pub fn leaves(&self) -> &[ValueId] {
        match self {
            Value::One(value) => std::slice::from_ref(value),
            Value::Tuple(tuple) => &tuple.1,
            Value::Lost => &[],
        }
    }

    /// Puts another leaf in the place of one.
    pub fn replace(&mut self, old: ValueId, new: ValueId) {
        let leaves = match self {
            Value::One(value) => std::slice::from_mut(value),
            Value::Tuple(tuple) => &mut Rc::make_mut(tuple).1,
            Value::Lost => return,
        };
        leaves.iter_mut().filter(|leaf| **leaf == old).for_each(|leaf| *leaf = new);
    }
}

/// What the table holds of a value.
#[derive(Clone, Copy)]
enum Entry {
    One(ValueId),
    Tuple(u32),
    Lost,
}

/// The values of a computation by name.
#[derive(Default)]
pub(super) struct Values {
    entries: FxHashMap<Str, Entry>,
    tuples: Vec<Rc<(Type, Vec<ValueId>)>>,
}

impl Values {
    pub fn get(&self, name: Str) -> Option<Value> {
        self.entries.get(&name).map(|entry| match *entry {
            Entry::One(value) => Value::One(value),
            Entry::Tuple(index) => Value::Tuple(Rc::clone(&self.tuples[index as usize])),
            Entry::Lost => Value::Lost,
        })
    }

    /// Adds a value; whether the name is new.
    pub fn insert(&mut self, name: Str, value: Value) -> bool {
        let entry = match value {
            Value::One(value) => Entry::One(value),
            Value::Tuple(tuple) => {
                self.tuples.push(tuple);
                Entry::Tuple(self.tuples.len() as u32 - 1)
            }
            Value::Lost => Entry::Lost,
        };
        self.entries.insert(name, entry).is_none()
    }

    /// Adds a lost value, unless there is one of the name.
    pub fn lose(&mut self, name: Str) {
        self.entries.entry(name).or_insert(Entry::Lost);
    }
}
