//! Structural equality of ops: the same computation on the same values.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::ir::{BlockId, Ir, OpId, Trait, ValueId};

/// A hash that is equal for equivalent ops. Regions do not count.
pub fn op_hash(ir: &Ir<'_>, op: OpId) -> u64 {
    let data = ir.op(op);
    let mut hasher = FxHasher::default();
    (data.name, data.props, data.attrs, ir.regions(op).len()).hash(&mut hasher);
    let mut operands = ir.operands(op);
    if commutes(ir, op) {
        let both = [operands.next(), operands.next()].map(|value| {
            let mut hasher = FxHasher::default();
            value.hash(&mut hasher);
            hasher.finish()
        });
        both[0].wrapping_add(both[1]).hash(&mut hasher);
    }
    operands.for_each(|value| value.hash(&mut hasher));
    for &value in ir.results(op) {
        ir.ty(value).hash(&mut hasher);
    }
    hasher.finish()
}

/// Whether two ops have equal names, attributes, operands (up to their order if it does not matter) and result types, and regions that are equal up to the
/// names of values and blocks. Locations do not count.
pub fn equivalent(ir: &Ir<'_>, a: OpId, b: OpId) -> bool {
    same_operands(ir, a, b) && same_shell(ir, a, b) && (ir.regions(a).is_empty() || same_regions(ir, a, b))
}

/// Whether two ops have the same operands, in any order of the first two if they commute.
fn same_operands(ir: &Ir<'_>, a: OpId, b: OpId) -> bool {
    let swapped = || {
        commutes(ir, a)
            && ir.operand_count(b) >= 2
            && [ir.operand(a, 1), ir.operand(a, 0)] == [ir.operand(b, 0), ir.operand(b, 1)]
            && ir.operands(a).skip(2).eq(ir.operands(b).skip(2))
    };
    ir.operands(a).eq(ir.operands(b)) || swapped()
}

fn commutes(ir: &Ir<'_>, op: OpId) -> bool {
    ir.operand_count(op) >= 2 && ir.has_trait(op, Trait::Commutative)
}

/// Everything but operands, successors and what is inside the regions.
fn same_shell(ir: &Ir<'_>, a: OpId, b: OpId) -> bool {
    let (left, right) = (ir.op(a), ir.op(b));
    let types = |op| ir.results(op).iter().map(|&value| ir.ty(value));
    left.name == right.name
        && left.props == right.props
        && left.attrs == right.attrs
        && ir.operand_count(a) == ir.operand_count(b)
        && types(a).eq(types(b))
        && ir.regions(a).len() == ir.regions(b).len()
        && ir.successors(a).len() == ir.successors(b).len()
}

fn same_regions(ir: &Ir<'_>, a: OpId, b: OpId) -> bool {
    let mut blocks: FxHashMap<BlockId, BlockId> = FxHashMap::default();
    let mut values: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    // First the shape, which pairs up what is defined inside; then the references, which may point forwards.
    let mut pairs = vec![(a, b)];
    let mut next = 0;
    while let Some(&(a, b)) = pairs.get(next) {
        for (&left, &right) in ir.regions(a).iter().zip(ir.regions(b)) {
            let (mut left_blocks, mut right_blocks) = (ir.blocks(left), ir.blocks(right));
            loop {
                let (left, right) = match (left_blocks.next(), right_blocks.next()) {
                    (Some(left), Some(right)) => (left, right),
                    (None, None) => break,
                    _ => return false,
                };
                blocks.insert(left, right);
                let types = |block| ir.args(block).iter().map(|&arg| ir.ty(arg));
                if !types(left).eq(types(right)) || ir.block_ops(left).count() != ir.block_ops(right).count()
                {
                    return false;
                }
                values.extend(ir.args(left).iter().copied().zip(ir.args(right).iter().copied()));
                for (left, right) in ir.block_ops(left).zip(ir.block_ops(right)) {
                    if !same_shell(ir, left, right) {
                        return false;
                    }
                    values.extend(ir.results(left).iter().copied().zip(ir.results(right).iter().copied()));
                    pairs.push((left, right));
                }
            }
        }
        next += 1;
    }
    pairs[1..].iter().all(|&(a, b)| {
        let value = |v: ValueId| values.get(&v).copied().unwrap_or(v);
        let block = |b: &BlockId| blocks.get(b).copied().unwrap_or(*b);
        ir.operands(a).map(value).eq(ir.operands(b))
            && ir.successors(a).iter().map(block).eq(ir.successors(b).iter().copied())
    })
}
