//! Dominance of blocks and values, computed region by region when asked.

use std::cell::RefCell;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::module::{BlockId, Ir, OpId, RegionId, ValueDef, ValueId};

/// Immediate dominators of a region's blocks, by reverse post-order number.
struct RegionTree {
    /// Reverse post-order number of each reachable block.
    number: FxHashMap<BlockId, u32>,
    /// Immediate dominator of block `i`; the entry is its own.
    idom: Vec<u32>,
    /// The numbers, in a preorder of the tree, of block `i` and the blocks it dominates.
    dominated: Vec<Range<u32>>,
}

/// Dominance information for a module. It must be thrown away when blocks or successors change.
#[derive(Default)]
pub struct Dominance {
    trees: RefCell<FxHashMap<RegionId, RegionTree>>,
}

impl Dominance {
    /// Nothing computed yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether block `a` dominates block `b` of the same region. Every block dominates an unreachable one.
    pub fn block_dominates(&self, ir: &Ir<'_>, a: BlockId, b: BlockId) -> bool {
        if a == b {
            return true;
        }
        let Some(region) = ir.block_region(a) else { return false };
        let mut trees = self.trees.borrow_mut();
        let tree = trees.entry(region).or_insert_with(|| RegionTree::build(ir, region));
        let Some(&b) = tree.number.get(&b) else { return true };
        let Some(&a) = tree.number.get(&a) else { return false };
        tree.dominated[a as usize].contains(&tree.dominated[b as usize].start)
    }

    /// The reachable blocks of a region in preorder of its dominator tree, each with its depth in the tree.
    pub fn preorder(&self, ir: &Ir<'_>, region: RegionId) -> Vec<(BlockId, usize)> {
        if !ir.has_many_blocks(region) {
            return ir.entry_block(region).map(|block| (block, 0)).into_iter().collect();
        }
        let mut trees = self.trees.borrow_mut();
        let tree = trees.entry(region).or_insert_with(|| RegionTree::build(ir, region));
        let mut blocks: Vec<(u32, BlockId)> = tree.number.iter().map(|(&block, &n)| (n, block)).collect();
        blocks.sort_unstable_by_key(|&(n, _)| n);
        let mut children = vec![Vec::new(); blocks.len()];
        for child in (1..blocks.len()).rev() {
            children[tree.idom[child] as usize].push(child);
        }
        let (mut order, mut stack) = (Vec::with_capacity(blocks.len()), vec![(0, 0)]);
        while let Some((node, depth)) = stack.pop() {
            order.push((blocks[node].1, depth));
            stack.extend(children[node].iter().map(|&child| (child, depth + 1)));
        }
        order
    }

    /// Whether `value` is available just in front of `user`, in its own block or nested in an op behind the
    /// definition. An op does not dominate itself.
    pub fn value_dominates(&self, ir: &Ir<'_>, value: ValueId, user: OpId) -> bool {
        let Some(def_block) = ir.def_block(value) else { return false };
        let Some(def_region) = ir.block_region(def_block) else { return false };
        // The ancestor of `user` that stands in the region of the definition.
        let mut at = user;
        loop {
            let Some(block) = ir.parent_block(at) else { return false };
            if ir.block_region(block) == Some(def_region) {
                break;
            }
            let Some(parent) = ir.parent_op(at) else { return false };
            at = parent;
        }
        // `break` above means that `at` has a block.
        let Some(use_block) = ir.parent_block(at) else { return false };
        match ir.def(value) {
            ValueDef::Argument(..) => self.block_dominates(ir, def_block, use_block),
            ValueDef::Result(def, _) if def_block == use_block => def != at && ir.is_before(def, at),
            ValueDef::Result(..) => self.block_dominates(ir, def_block, use_block),
        }
    }
}

impl RegionTree {
    /// The algorithm of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
    fn build(ir: &Ir<'_>, region: RegionId) -> RegionTree {
        let order = reverse_post_order(ir, region);
        let number: FxHashMap<BlockId, u32> = order.iter().enumerate().map(|(i, &b)| (b, i as u32)).collect();
        let mut preds: Vec<Vec<u32>> = vec![Vec::new(); order.len()];
        for (i, &block) in order.iter().enumerate() {
            for succ in block_successors(ir, block) {
                if let Some(&s) = number.get(&succ) {
                    preds[s as usize].push(i as u32);
                }
            }
        }
        let unknown = u32::MAX;
        let mut idom = vec![unknown; order.len()];
        if !idom.is_empty() {
            idom[0] = 0;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for block in 1..order.len() {
                let mut new = unknown;
                for &pred in &preds[block] {
                    if idom[pred as usize] == unknown {
                        continue;
                    }
                    new = if new == unknown { pred } else { intersect(&idom, new, pred) };
                }
                if idom[block] != new {
                    idom[block] = new;
                    changed = true;
                }
            }
        }
        let dominated = dominated(&idom);
        RegionTree { number, idom, dominated }
    }
}

/// Numbers the blocks in a preorder of the dominator tree. An immediate dominator stands in front of its blocks.
fn dominated(idom: &[u32]) -> Vec<Range<u32>> {
    let mut sizes = vec![1u32; idom.len()];
    for block in (1..idom.len()).rev() {
        sizes[idom[block] as usize] += sizes[block];
    }
    // The number of a block's next child.
    let mut next = vec![1u32; idom.len()];
    let mut ranges: Vec<Range<u32>> = sizes.iter().map(|&size| 0..size).collect();
    for block in 1..idom.len() {
        let start = next[idom[block] as usize];
        next[idom[block] as usize] += sizes[block];
        next[block] = start + 1;
        ranges[block] = start..start + sizes[block];
    }
    ranges
}

fn intersect(idom: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while a > b {
            a = idom[a as usize];
        }
        while b > a {
            b = idom[b as usize];
        }
    }
    a
}

fn block_successors<'a>(ir: &'a Ir<'_>, block: BlockId) -> impl Iterator<Item = BlockId> + 'a {
    ir.last_op(block).into_iter().flat_map(|op| ir.successors(op).iter().copied())
}

fn reverse_post_order(ir: &Ir<'_>, region: RegionId) -> Vec<BlockId> {
    let Some(entry) = ir.entry_block(region) else { return Vec::new() };
    let mut seen = FxHashMap::default();
    seen.insert(entry, ());
    let mut post = Vec::new();
    let mut stack = vec![(entry, block_successors(ir, entry).collect::<Vec<_>>())];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) => {
                if seen.insert(next, ()).is_none() {
                    stack.push((next, block_successors(ir, next).collect()));
                }
            }
            None => {
                post.push(*block);
                stack.pop();
            }
        }
    }
    post.reverse();
    post
}
