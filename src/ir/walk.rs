//! Walks over the ops of a tree. All are iterative, so depth costs no stack.

use super::module::{Ir, OpId};

/// When an op is visited relative to the ops in its regions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalkOrder {
    /// Before them.
    Pre,
    /// After them.
    Post,
}

impl Ir<'_> {
    /// Visits `root` and every op nested in it, parents first, in text order.
    pub fn walk(&self, root: OpId, mut visit: impl FnMut(&Self, OpId)) {
        let mut stack = vec![root];
        while let Some(op) = stack.pop() {
            visit(self, op);
            self.push_children(op, &mut stack);
        }
    }

    /// Whether `holds` is true of `root` and every op nested in it. Nothing is visited behind the first one of which it
    /// is not.
    pub fn all(&self, root: OpId, mut holds: impl FnMut(&Self, OpId) -> bool) -> bool {
        let mut stack = vec![root];
        while let Some(op) = stack.pop() {
            if !holds(self, op) {
                return false;
            }
            self.push_children(op, &mut stack);
        }
        true
    }

    /// All ops nested in `root`, and `root` itself, in this order. The list is a snapshot: a visitor may change or
    /// erase ops as it goes, and asks [`Ir::is_live`] before it touches one.
    pub fn collect(&self, root: OpId, order: WalkOrder) -> Vec<OpId> {
        let mut list = Vec::new();
        match order {
            WalkOrder::Pre => self.walk(root, |_, op| list.push(op)),
            WalkOrder::Post => {
                // Parents first with children from last to first, reversed, is children first in text order.
                let mut stack = vec![root];
                while let Some(op) = stack.pop() {
                    list.push(op);
                    for &region in self.regions(op) {
                        for block in self.blocks(region) {
                            stack.extend(self.block_ops(block));
                        }
                    }
                }
                list.reverse();
            }
        }
        list
    }

    /// Pushes the children of `op` so that the first in text order is popped first.
    fn push_children(&self, op: OpId, stack: &mut Vec<OpId>) {
        let start = stack.len();
        for &region in self.regions(op) {
            for block in self.blocks(region) {
                stack.extend(self.block_ops(block));
            }
        }
        stack[start..].reverse();
    }

    /// Whether `op` is `ancestor` or nested in it.
    pub fn is_within(&self, op: OpId, ancestor: OpId) -> bool {
        std::iter::successors(Some(op), |&o| self.parent_op(o)).any(|o| o == ancestor)
    }

    /// The nearest enclosing op, not `op` itself, with this name.
    pub fn enclosing(&self, op: OpId, name: &str) -> Option<OpId> {
        std::iter::successors(self.parent_op(op), |&o| self.parent_op(o)).find(|&o| self.is(o, name))
    }
}
