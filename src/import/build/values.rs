//! The values of computations by name. A text may have millions, so an entry is small and found without a table: names are
//! interned, which numbers them nearly in the order of the text.

use std::hash::BuildHasher;
use std::rc::Rc;

use rustc_hash::FxBuildHasher;

use crate::ir::{Context, Str, Type, ValueId};

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

/// What is held of a value.
#[derive(Clone, Copy)]
enum Entry {
    One(ValueId),
    Tuple(u32),
    Lost,
}

/// What a name means, and in which computation. Computations are counted from 1 on.
#[derive(Clone, Copy)]
struct Slot {
    computation: u32,
    entry: Entry,
}

const EMPTY: Slot = Slot { computation: u32::MAX, entry: Entry::Lost };

/// A computation that is open.
struct Scope {
    computation: u32,
    /// How many tuples there were in front of it.
    tuples: usize,
    /// What its names mean in the computations around it, which are open as well.
    shadowed: Vec<(Str, Slot)>,
}

/// Names that are remembered: what an operand names was nearly always defined, or used, a few lines above.
const RECENT: usize = 1 << 12;

/// The values of the open computations by name.
pub(super) struct Values<'s> {
    slots: Vec<Slot>,
    tuples: Vec<Rc<(Type, Vec<ValueId>)>>,
    open: Vec<Scope>,
    opened: u32,
    /// Names that were seen lately, by hash.
    recent: Box<[(&'s str, Str)]>,
}

impl Default for Values<'_> {
    fn default() -> Self {
        Values {
            slots: Vec::new(),
            tuples: Vec::new(),
            open: Vec::new(),
            opened: 0,
            recent: vec![("", Str::EMPTY); RECENT].into_boxed_slice(),
        }
    }
}

impl<'s> Values<'s> {
    /// The handle of a name.
    #[inline]
    pub fn key(&mut self, ctx: &Context, name: &'s str) -> Str {
        let recent = &mut self.recent[FxBuildHasher.hash_one(name) as usize % RECENT];
        if recent.0 != name {
            *recent = (name, ctx.str(name));
        }
        recent.1
    }

    /// Begins a computation, maybe inside of another.
    pub fn begin(&mut self) {
        self.opened += 1;
        let tuples = self.tuples.len();
        self.open.push(Scope { computation: self.opened, tuples, shadowed: Vec::new() });
    }

    /// Ends the innermost open computation: its names mean what they meant before.
    pub fn end(&mut self) {
        let Some(scope) = self.open.pop() else { return };
        self.tuples.truncate(scope.tuples);
        for (name, slot) in scope.shadowed {
            self.slots[name.index()] = slot;
        }
    }

    fn current(&self) -> u32 {
        self.open.last().map_or(0, |scope| scope.computation)
    }

    /// What a name means in the innermost open computation.
    pub fn get(&self, name: Str) -> Option<Value> {
        let slot = self.slots.get(name.index()).filter(|slot| slot.computation == self.current())?;
        Some(match slot.entry {
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
        let index = name.index();
        if index >= self.slots.len() {
            self.slots.resize(index + 1, EMPTY);
        }
        let slot = Slot { computation: self.current(), entry };
        let old = std::mem::replace(&mut self.slots[index], slot);
        if let Some((scope, around)) = self.open.split_last_mut()
            && around.iter().any(|scope| scope.computation == old.computation)
        {
            scope.shadowed.push((name, old));
        }
        old.computation != slot.computation
    }

    /// Adds a lost value, unless there is one of the name.
    pub fn lose(&mut self, name: Str) {
        if self.get(name).is_none() {
            self.insert(name, Value::Lost);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_mean_what_the_innermost_computation_says() {
        let ctx = Context::new(&[]);
        let mut values = Values::default();
        let (a, b) = (values.key(&ctx, "a"), values.key(&ctx, "b"));
        let tuple = || Value::Tuple(Rc::new((ctx.none_type(), Vec::new())));
        let is_tuple = |value: Option<Value>| matches!(value, Some(Value::Tuple(_)));
        values.begin();
        assert!(values.insert(a, tuple()) && !values.insert(a, tuple()));
        values.begin();
        assert!(values.get(a).is_none());
        values.lose(a);
        assert!(values.insert(b, tuple()) && !values.insert(a, Value::Lost));
        values.end();
        assert!(is_tuple(values.get(a)) && values.get(b).is_none());
        values.lose(a);
        assert!(is_tuple(values.get(a)));
        values.end();
        values.begin();
        assert!(values.get(a).is_none() && values.insert(a, Value::Lost));
    }
}
