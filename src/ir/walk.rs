//! Walks over the ops of a tree. All are iterative, so depth costs no stack.

use super::module::{BlockId, Ir, OpId, RegionId};

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
        self.all(root, |ir, op| {
            visit(ir, op);
            true
        });
    }

    /// Whether `holds` is true of `root` and every op nested in it. Nothing is visited behind the first one of which it
    /// is not.
    pub fn all(&self, root: OpId, mut holds: impl FnMut(&Self, OpId) -> bool) -> bool {
        std::iter::successors(Some(root), |&op| self.behind(root, op)).all(|op| holds(self, op))
    }

    /// The op that a walk of `root`, parents first, visits after `op`.
    fn behind(&self, root: OpId, op: OpId) -> Option<OpId> {
        if let Some(child) = self.first_in_regions(self.regions(op)) {
            return Some(child);
        }
        let mut at = op;
        while at != root {
            if let Some(next) = self.next_op(at) {
                return Some(next);
            }
            let block = self.parent_block(at)?;
            if let Some(next) = self.first_in_blocks(self.next_block(block)) {
                return Some(next);
            }
            let region = self.block_region(block)?;
            at = self.region_op(region)?;
            let mut regions = self.regions(at).iter();
            regions.find(|&&r| r == region);
            if let Some(next) = self.first_in_regions(regions.as_slice()) {
                return Some(next);
            }
        }
        None
    }

    fn first_in_regions(&self, regions: &[RegionId]) -> Option<OpId> {
        regions.iter().find_map(|&region| self.first_in_blocks(self.entry_block(region)))
    }

    /// The first op of `block` and the blocks behind it.
    fn first_in_blocks(&self, block: Option<BlockId>) -> Option<OpId> {
        std::iter::successors(block, |&b| self.next_block(b)).find_map(|b| self.first_op(b))
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

    /// Whether `op` is `ancestor` or nested in it.
    pub fn is_within(&self, op: OpId, ancestor: OpId) -> bool {
        std::iter::successors(Some(op), |&o| self.parent_op(o)).any(|o| o == ancestor)
    }

    /// The nearest enclosing op, not `op` itself, with this name.
    pub fn enclosing(&self, op: OpId, name: &str) -> Option<OpId> {
        std::iter::successors(self.parent_op(op), |&o| self.parent_op(o)).find(|&o| self.is(o, name))
    }
}
