//! Dominance of blocks and values, computed region by region when asked.

use std::cell::RefCell;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::module::{BlockId, Ir, OpId, RegionId, ValueDef, ValueId};

/// Immediate dominators of a region's blocks, which are numbered in a depth-first preorder.
struct RegionTree {
    /// Number of each reachable block.
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
    fn build(ir: &Ir<'_>, region: RegionId) -> RegionTree {
        let (order, parents) = depth_first(ir, region);
        let number: FxHashMap<BlockId, u32> = order.iter().enumerate().map(|(i, &b)| (b, i as u32)).collect();
        let mut preds: Vec<Vec<u32>> = vec![Vec::new(); order.len()];
        for (i, &block) in order.iter().enumerate() {
            for succ in block_successors(ir, block) {
                if let Some(&s) = number.get(&succ) {
                    preds[s as usize].push(i as u32);
                }
            }
        }
        let idom = immediate_dominators(parents, &preds);
        let dominated = dominated(&idom);
        RegionTree { number, idom, dominated }
    }
}

/// The algorithm "Semi-NCA" of Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems": nearly linear on
/// every graph that occurs, irregular ones too. `parents` is the depth-first tree.
fn immediate_dominators(parents: Vec<u32>, preds: &[Vec<u32>]) -> Vec<u32> {
    let mut idom = parents.clone();
    let mut forest = Forest {
        semi: (0..parents.len() as u32).collect(),
        label: (0..parents.len() as u32).collect(),
        ancestor: parents,
        path: Vec::new(),
    };
    for block in (1..idom.len()).rev() {
        let linked = block as u32 + 1;
        let semis = preds[block].iter().map(|&pred| {
            let least = forest.least(pred, linked);
            forest.semi[least as usize]
        });
        forest.semi[block] = semis.fold(idom[block], u32::min);
    }
    for block in 1..idom.len() {
        let mut dominator = idom[block];
        while dominator > forest.semi[block] {
            dominator = idom[dominator as usize];
        }
        idom[block] = dominator;
    }
    idom
}

/// The part of the depth-first tree that was looked at, with shortened paths.
struct Forest {
    /// Semidominators of the blocks so far; of the others, the blocks themselves.
    semi: Vec<u32>,
    /// The block of least semidominator on the path that was shortened.
    label: Vec<u32>,
    ancestor: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    /// The block of least semidominator between `block` and the root of its tree, where blocks from `linked` on are linked
    /// to their parents.
    fn least(&mut self, block: u32, linked: u32) -> u32 {
        let mut at = block;
        while self.ancestor[at as usize] >= linked {
            self.path.push(at);
            at = self.ancestor[at as usize];
        }
        while let Some(below) = self.path.pop() {
            self.ancestor[below as usize] = self.ancestor[at as usize];
            let (above, own) = (self.label[at as usize], self.label[below as usize]);
            if self.semi[above as usize] < self.semi[own as usize] {
                self.label[below as usize] = above;
            }
            at = below;
        }
        self.label[block as usize]
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

fn block_successors<'a>(ir: &'a Ir<'_>, block: BlockId) -> impl Iterator<Item = BlockId> + 'a {
    ir.last_op(block).into_iter().flat_map(|op| ir.successors(op).iter().copied())
}

/// The reachable blocks in a depth-first preorder, and the number of the block from which each was reached.
fn depth_first(ir: &Ir<'_>, region: RegionId) -> (Vec<BlockId>, Vec<u32>) {
    let mut seen = FxHashSet::default();
    let (mut order, mut parents) = (Vec::new(), Vec::new());
    let mut stack: Vec<(BlockId, u32)> = ir.entry_block(region).map(|entry| (entry, 0)).into_iter().collect();
    while let Some((block, parent)) = stack.pop() {
        if seen.insert(block) {
            let number = order.len() as u32;
            order.push(block);
            parents.push(parent);
            stack.extend(block_successors(ir, block).map(|succ| (succ, number)));
        }
    }
    (order, parents)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What dominates what, by leaving a block out and looking at what can still be reached.
    fn by_definition(succs: &[Vec<u32>]) -> Vec<Vec<bool>> {
        let reach = |without: u32| {
            let mut seen = vec![false; succs.len()];
            let mut stack = vec![0u32];
            while let Some(block) = stack.pop() {
                if block != without && !std::mem::replace(&mut seen[block as usize], true) {
                    stack.extend(&succs[block as usize]);
                }
            }
            seen
        };
        (0..succs.len() as u32).map(|a| reach(a).iter().map(|reached| !reached).collect()).collect()
    }

    #[test]
    fn dominators_of_random_graphs_are_those_of_the_definition() {
        let mut seed = 1u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for size in (1..40).cycle().take(400) {
            // Every block is reached: from one in front of it.
            let mut succs: Vec<Vec<u32>> = vec![Vec::new(); size];
            for block in 1..size {
                succs[random(block as u64) as usize].push(block as u32);
            }
            for _ in 0..random(2 * size as u64) {
                let from = random(size as u64) as usize;
                succs[from].push(random(size as u64) as u32);
            }
            // Depth-first numbers.
            let (mut number, mut parents, mut order) = (vec![u32::MAX; size], Vec::new(), Vec::new());
            let mut stack = vec![(0u32, 0u32)];
            while let Some((block, parent)) = stack.pop() {
                if number[block as usize] == u32::MAX {
                    number[block as usize] = order.len() as u32;
                    order.push(block);
                    parents.push(parent);
                    stack.extend(succs[block as usize].iter().map(|&s| (s, number[block as usize])));
                }
            }
            let mut preds = vec![Vec::new(); size];
            for (from, tos) in succs.iter().enumerate() {
                tos.iter().for_each(|&to| preds[number[to as usize] as usize].push(number[from]));
            }
            let ranges = dominated(&immediate_dominators(parents, &preds));
            let expected = by_definition(&succs);
            for a in 0..size {
                for b in 0..size {
                    let (x, y) = (&ranges[number[a] as usize], &ranges[number[b] as usize]);
                    assert_eq!(x.contains(&y.start), expected[a][b], "{a} and {b} in {succs:?}");
                }
            }
        }
    }
}
