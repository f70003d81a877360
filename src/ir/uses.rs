//! Use lists: every operand is a node of a doubly linked list that starts at its value, so adding, removing and
//! replacing a use is O(1) whatever the number of uses.

use super::module::{Ir, OpId, ValueId};

/// One operand position of an op.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UseRef {
    /// The op that uses the value.
    pub op: OpId,
    /// The operand's index.
    pub index: u32,
}

/// An operand: the value, and its place in the value's use list.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// The value used.
    pub value: ValueId,
    pub(super) next: Option<UseRef>,
    pub(super) prev: Option<UseRef>,
}

impl Operand {
    pub(super) fn unlinked(value: ValueId) -> Self {
        Operand { value, next: None, prev: None }
    }
}

impl Ir<'_> {
    fn operand_mut(&mut self, at: UseRef) -> &mut Operand {
        &mut self.ops[at.op].operands[at.index as usize]
    }

    /// Puts an operand at the head of its value's use list.
    pub(super) fn link_use(&mut self, at: UseRef) {
        let value = self.operand_mut(at).value;
        let head = self.values[value].first_use.replace(at);
        let operand = self.operand_mut(at);
        operand.next = head;
        operand.prev = None;
        if let Some(head) = head {
            self.operand_mut(head).prev = Some(at);
        }
    }

    /// Takes an operand out of its value's use list.
    pub(super) fn unlink_use(&mut self, at: UseRef) {
        let Operand { value, next, prev } = *self.operand_mut(at);
        match prev {
            Some(prev) => self.operand_mut(prev).next = next,
            None => self.values[value].first_use = next,
        }
        if let Some(next) = next {
            self.operand_mut(next).prev = prev;
        }
    }

    /// The uses of a value, latest first.
    pub fn uses(&self, value: ValueId) -> impl Iterator<Item = UseRef> + '_ {
        std::iter::successors(self.values[value].first_use, |at| {
            self.ops[at.op].operands[at.index as usize].next
        })
    }

    /// The ops that use a value, latest use first; an op that uses it twice comes twice.
    pub fn users(&self, value: ValueId) -> impl Iterator<Item = OpId> + '_ {
        self.uses(value).map(|at| at.op)
    }

    /// Whether a value has no use.
    pub fn is_unused(&self, value: ValueId) -> bool {
        self.values[value].first_use.is_none()
    }

    /// Whether a value has exactly one use.
    pub fn has_one_use(&self, value: ValueId) -> bool {
        let mut uses = self.uses(value);
        uses.next().is_some() && uses.next().is_none()
    }

    /// Makes one operand use another value.
    pub fn set_operand(&mut self, op: OpId, index: usize, value: ValueId) {
        let at = UseRef { op, index: index as u32 };
        self.unlink_use(at);
        self.operand_mut(at).value = value;
        self.link_use(at);
    }

    /// Replaces all operands of an op.
    pub fn set_operands(&mut self, op: OpId, values: &[ValueId]) {
        for index in 0..self.ops[op].operands.len() as u32 {
            self.unlink_use(UseRef { op, index });
        }
        self.ops[op].operands = values.iter().map(|&v| Operand::unlinked(v)).collect();
        for index in 0..values.len() as u32 {
            self.link_use(UseRef { op, index });
        }
    }

    /// Makes every use of `from` use `to`.
    pub fn replace_all_uses(&mut self, from: ValueId, to: ValueId) {
        if from == to {
            return;
        }
        // Relabel the list, then put it in front of the other one.
        let Some(first) = self.values[from].first_use.take() else { return };
        let mut last = first;
        let mut cursor = Some(first);
        while let Some(at) = cursor {
            let operand = self.operand_mut(at);
            operand.value = to;
            cursor = operand.next;
            last = at;
        }
        let head = self.values[to].first_use.replace(first);
        self.operand_mut(last).next = head;
        if let Some(head) = head {
            self.operand_mut(head).prev = Some(last);
        }
    }
}
