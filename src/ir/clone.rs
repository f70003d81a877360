//! Cloning and inlining.

use rustc_hash::FxHashMap;

use super::module::{BlockId, InsertPoint, Ir, OpId, OpState, RegionId, ValueId};

/// What became of values and blocks in a clone. Values that are not in the map stand for themselves.
#[derive(Default)]
pub struct IrMap {
    /// Old value to new value.
    pub values: FxHashMap<ValueId, ValueId>,
    blocks: FxHashMap<BlockId, BlockId>,
}

impl IrMap {
    /// The new value for an old one.
    pub fn value(&self, old: ValueId) -> ValueId {
        self.values.get(&old).copied().unwrap_or(old)
    }
}

impl Ir<'_> {
    /// A detached copy of an op and its regions. Operands are looked up in `map`, to which everything copied is added.
    pub fn clone_op(&mut self, op: OpId, map: &mut IrMap) -> OpId {
        let copy = self.clone_shell(op, map);
        let mut pending = vec![(op, copy)];
        while let Some((from, to)) = pending.pop() {
            for index in 0..self.regions(from).len() {
                let (source, target) = (self.region(from, index), self.region(to, index));
                self.clone_blocks(source, target, map, &mut pending);
            }
        }
        self.remap(copy, map);
        copy
    }

    /// Copies the blocks of a region to the end of another.
    pub fn clone_region(&mut self, source: RegionId, target: RegionId, map: &mut IrMap) {
        let mut pending = Vec::new();
        let first_new = self.blocks(target).count();
        self.clone_blocks(source, target, map, &mut pending);
        while let Some((from, to)) = pending.pop() {
            for index in 0..self.regions(from).len() {
                let (source, target) = (self.region(from, index), self.region(to, index));
                self.clone_blocks(source, target, map, &mut pending);
            }
        }
        let new_ops: Vec<OpId> =
            self.blocks(target).skip(first_new).flat_map(|b| self.block_ops(b).collect::<Vec<_>>()).collect();
        for op in new_ops {
            self.remap(op, map);
        }
    }

    /// Copies the ops of a block in front of an insertion point, without its last op if `terminator` is false; returns
    /// what the last op's operands became. Block arguments must be in `map`.
    pub fn inline_block(&mut self, block: BlockId, at: InsertPoint, map: &mut IrMap) -> Vec<ValueId> {
        let ops: Vec<OpId> = self.block_ops(block).collect();
        let Some((&last, body)) = ops.split_last() else { return Vec::new() };
        let mut at = at;
        for &op in body {
            let copy = self.clone_op(op, map);
            self.insert(at, copy);
            at = InsertPoint::After(copy);
        }
        self.operands(last).map(|v| map.value(v)).collect()
    }

    /// A copy of an op with empty regions and the old operands and successors.
    fn clone_shell(&mut self, op: OpId, map: &mut IrMap) -> OpId {
        let data = self.op(op);
        let state = OpState {
            name: data.name,
            operands: self.operands(op).map(|v| map.value(v)).collect(),
            results: self.results(op).iter().map(|&v| self.ty(v)).collect(),
            props: data.props,
            attrs: data.attrs,
            regions: self.regions(op).len(),
            successors: self.successors(op).into(),
            loc: data.loc,
            span: data.span,
        };
        let copy = self.create(state);
        for index in 0..self.results(op).len() {
            let (old, new) = (self.result(op, index), self.result(copy, index));
            self.copy_hint(old, new);
            map.values.insert(old, new);
        }
        copy
    }

    fn copy_hint(&mut self, old: ValueId, new: ValueId) {
        if let Some(name) = self.value_name(old) {
            self.set_value_name(new, name);
        }
        let loc = self.arg_loc(old);
        self.set_arg_loc(new, loc);
    }

    fn clone_blocks(
        &mut self,
        source: RegionId,
        target: RegionId,
        map: &mut IrMap,
        pending: &mut Vec<(OpId, OpId)>,
    ) {
        let blocks: Vec<BlockId> = self.blocks(source).collect();
        for block in blocks {
            let args: Vec<ValueId> = self.args(block).to_vec();
            let types: Vec<_> = args.iter().map(|&a| self.ty(a)).collect();
            let copy = self.add_block(target, &types);
            map.blocks.insert(block, copy);
            for (index, old) in args.into_iter().enumerate() {
                let new = self.args(copy)[index];
                self.copy_hint(old, new);
                map.values.insert(old, new);
            }
            let ops: Vec<OpId> = self.block_ops(block).collect();
            for op in ops {
                let new = self.clone_shell(op, map);
                self.insert(InsertPoint::End(copy), new);
                if !self.regions(op).is_empty() {
                    pending.push((op, new));
                }
            }
        }
    }

    /// Second step of a clone: operands that were copied after their user, and successors.
    fn remap(&mut self, root: OpId, map: &IrMap) {
        for op in self.collect(root, super::WalkOrder::Pre) {
            for index in 0..self.operand_count(op) {
                let old = self.operand(op, index);
                let new = map.value(old);
                if new != old {
                    self.set_operand(op, index, new);
                }
            }
            if !self.successors(op).is_empty() {
                let mapped: Vec<_> =
                    self.successors(op).iter().map(|b| map.blocks.get(b).copied().unwrap_or(*b)).collect();
                self.set_successors(op, &mapped);
            }
        }
    }
}
