//! `dce`: erases blocks that cannot be reached and ops that nobody needs.

use rustc_hash::FxHashSet;

use super::facts::is_dead;
use super::{Failed, Pass, PassContext, PassInfo};
use crate::ir::{BlockId, Ir, OpId, RegionId, WalkOrder};

/// See the [module](self).
pub struct Dce;

impl Pass for Dce {
    fn info(&self) -> &'static PassInfo {
        &PassInfo {
            name: "dce",
            summary: "Erases unreachable blocks and ops whose results are unused",
            options: &[],
            anchor: None,
        }
    }

    fn run(&self, ir: &mut Ir<'_>, op: OpId, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        cx.statistics.add("unreachable blocks erased", erase_unreachable_blocks(ir, op));
        cx.statistics.add("dead ops erased", erase_dead_ops(ir, op));
        Ok(())
    }
}

/// Erases the blocks inside `root` that no path from an entry block reaches; returns how many.
pub fn erase_unreachable_blocks(ir: &mut Ir<'_>, root: OpId) -> u64 {
    let mut regions = Vec::new();
    ir.walk(root, |ir, op| regions.extend(ir.regions(op).iter().filter(|&&r| ir.has_many_blocks(r))));
    let mut erased = 0;
    for region in regions {
        // The region may have gone with an unreachable block around it.
        if !ir.is_live_region(region) {
            continue;
        }
        let reachable = reachable_blocks(ir, region);
        let doomed: Vec<BlockId> = ir.blocks(region).filter(|block| !reachable.contains(block)).collect();
        erased += doomed.len() as u64;
        ir.erase_blocks(&doomed);
    }
    erased
}

fn reachable_blocks(ir: &Ir<'_>, region: RegionId) -> FxHashSet<BlockId> {
    let mut reachable = FxHashSet::default();
    let mut stack: Vec<BlockId> = ir.entry_block(region).into_iter().collect();
    while let Some(block) = stack.pop() {
        if reachable.insert(block)
            && let Some(last) = ir.last_op(block)
        {
            stack.extend(ir.successors(last));
        }
    }
    reachable
}

/// Erases the dead ops inside `root`, and those that only they used; returns how many.
pub fn erase_dead_ops(ir: &mut Ir<'_>, root: OpId) -> u64 {
    // Users mostly stand behind definitions, so going backwards finds nearly everything in one sweep.
    let mut pending = ir.collect(root, WalkOrder::Post);
    pending.pop();
    let mut erased = 0;
    while let Some(op) = pending.pop() {
        if !ir.is_live(op) || !is_dead(ir, op) {
            continue;
        }
        let mut inside = Vec::new();
        ir.walk(op, |ir, inner| inside.extend(ir.operands(inner).filter_map(|value| ir.def_op(value))));
        ir.erase(op);
        erased += 1;
        pending.extend(inside);
    }
    erased
}
