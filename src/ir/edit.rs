//! Building, moving and erasing ops, blocks and regions.

use std::cell::Cell;

use smallvec::SmallVec;

use super::intern::Str;
use super::location::Loc;
use super::module::{
    BlockData, BlockId, InsertPoint, Ir, Nested, OpData, OpId, OpState, RegionData, RegionId, ValueData,
    ValueDef, ValueId,
};
use super::types::Type;
use super::uses::{Operand, UseRef};

impl Ir<'_> {
    // Building

    /// Creates a detached op with empty regions.
    pub fn create(&mut self, state: OpState) -> OpId {
        let op = self.ops.insert(OpData {
            name: state.name,
            loc: state.loc,
            span: state.span,
            parent: None,
            prev: None,
            next: None,
            order: Cell::new(0),
            operands: state.operands.iter().map(|&v| Operand::unlinked(v)).collect(),
            results: SmallVec::new(),
            attrs: state.attrs,
            props: state.props,
            nested: None,
        });
        for index in 0..state.operands.len() as u32 {
            self.link_use(UseRef { op, index });
        }
        self.ops[op].results.reserve_exact(state.results.len());
        for (index, &ty) in state.results.iter().enumerate() {
            let value = self.add_value(ty, ValueDef::Result(op, index as u32));
            self.ops[op].results.push(value);
        }
        if state.regions > 0 || !state.successors.is_empty() {
            let regions = (0..state.regions)
                .map(|_| self.regions.insert(RegionData { parent: Some(op), first: None, last: None }))
                .collect();
            self.ops[op].nested = Some(Box::new(Nested { regions, successors: state.successors }));
        }
        op
    }

    /// Creates an op and puts it in place.
    pub fn build(&mut self, at: InsertPoint, state: OpState) -> OpId {
        let op = self.create(state);
        self.insert(at, op);
        op
    }

    fn add_value(&mut self, ty: Type, def: ValueDef) -> ValueId {
        self.values.insert(ValueData { ty, def, first_use: None, name: Str::EMPTY, loc: Loc::UNKNOWN })
    }

    /// Adds an empty region to an op.
    pub fn add_region(&mut self, op: OpId) -> RegionId {
        let region = self.regions.insert(RegionData { parent: Some(op), first: None, last: None });
        self.ops[op].nested.get_or_insert_default().regions.push(region);
        region
    }

    /// Creates a detached region: the text parser reads regions before it knows the op that owns them.
    pub(super) fn create_region(&mut self) -> RegionId {
        self.regions.insert(RegionData { parent: None, first: None, last: None })
    }

    /// Gives detached regions to an op, behind those it has.
    pub(super) fn attach_regions(&mut self, op: OpId, regions: &[RegionId]) {
        if regions.is_empty() {
            return;
        }
        for &region in regions {
            self.regions[region].parent = Some(op);
        }
        self.ops[op].nested.get_or_insert_default().regions.extend_from_slice(regions);
    }

    /// Adds a block with these arguments at the end of a region.
    pub fn add_block(&mut self, region: RegionId, args: &[Type]) -> BlockId {
        let block = self.create_block(args);
        self.append_block(region, block);
        block
    }

    /// Creates a detached block.
    pub fn create_block(&mut self, args: &[Type]) -> BlockId {
        let block = self.blocks.insert(BlockData {
            parent: None,
            prev: None,
            next: None,
            first: None,
            last: None,
            args: SmallVec::new(),
            ordered: Cell::new(true),
        });
        for &ty in args {
            self.add_arg(block, ty);
        }
        block
    }

    /// Puts a detached block at the end of a region.
    pub fn append_block(&mut self, region: RegionId, block: BlockId) {
        let last = self.regions[region].last.replace(block);
        match last {
            Some(last) => self.blocks[last].next = Some(block),
            None => self.regions[region].first = Some(block),
        }
        self.blocks[block].prev = last;
        self.blocks[block].next = None;
        self.blocks[block].parent = Some(region);
    }

    /// Takes a block out of its region.
    pub fn detach_block(&mut self, block: BlockId) {
        let BlockData { parent, prev, next, .. } = self.blocks[block];
        let Some(region) = parent else { return };
        match prev {
            Some(prev) => self.blocks[prev].next = next,
            None => self.regions[region].first = next,
        }
        match next {
            Some(next) => self.blocks[next].prev = prev,
            None => self.regions[region].last = prev,
        }
        let data = &mut self.blocks[block];
        (data.parent, data.prev, data.next) = (None, None, None);
    }

    /// Moves all blocks of a region to the end of another.
    pub fn move_blocks(&mut self, from: RegionId, to: RegionId) {
        while let Some(block) = self.regions[from].first {
            self.detach_block(block);
            self.append_block(to, block);
        }
    }

    /// Adds an argument to a block.
    pub fn add_arg(&mut self, block: BlockId, ty: Type) -> ValueId {
        let index = self.blocks[block].args.len() as u32;
        let value = self.add_value(ty, ValueDef::Argument(block, index));
        self.blocks[block].args.push(value);
        value
    }

    /// Puts a detached op in place.
    pub fn insert(&mut self, at: InsertPoint, op: OpId) {
        let (block, prev, next) = match at {
            InsertPoint::Before(anchor) => (self.ops[anchor].parent, self.ops[anchor].prev, Some(anchor)),
            InsertPoint::After(anchor) => (self.ops[anchor].parent, Some(anchor), self.ops[anchor].next),
            InsertPoint::Start(block) => (Some(block), None, self.blocks[block].first),
            InsertPoint::End(block) => (Some(block), self.blocks[block].last, None),
        };
        let Some(block) = block else { return };
        let order = match (prev, next) {
            (Some(prev), None) => self.ops[prev].order.get() + 1,
            (None, None) => 0,
            _ => {
                self.blocks[block].ordered.set(false);
                0
            }
        };
        let data = &mut self.ops[op];
        (data.parent, data.prev, data.next) = (Some(block), prev, next);
        data.order.set(order);
        match prev {
            Some(prev) => self.ops[prev].next = Some(op),
            None => self.blocks[block].first = Some(op),
        }
        match next {
            Some(next) => self.ops[next].prev = Some(op),
            None => self.blocks[block].last = Some(op),
        }
    }

    /// Takes an op out of its block, keeping its uses.
    pub fn detach(&mut self, op: OpId) {
        let OpData { parent, prev, next, .. } = self.ops[op];
        let Some(block) = parent else { return };
        match prev {
            Some(prev) => self.ops[prev].next = next,
            None => self.blocks[block].first = next,
        }
        match next {
            Some(next) => self.ops[next].prev = prev,
            None => self.blocks[block].last = prev,
        }
        let data = &mut self.ops[op];
        (data.parent, data.prev, data.next) = (None, None, None);
    }

    /// Moves an op to another place.
    pub fn move_op(&mut self, at: InsertPoint, op: OpId) {
        self.detach(op);
        self.insert(at, op);
    }

    // Erasing

    /// Erases an op and everything in its regions. Its results must be unused from outside (checked when debug
    /// assertions are on); uses inside the erased part go with it.
    pub fn erase(&mut self, op: OpId) {
        self.detach(op);
        // First drop every use inside, then free: order inside the tree does not matter any more.
        let mut doomed_ops = vec![op];
        let mut doomed_blocks = Vec::new();
        let mut doomed_regions = Vec::new();
        let mut next = 0;
        while next < doomed_ops.len() {
            let current = doomed_ops[next];
            next += 1;
            for &region in self.regions(current) {
                doomed_regions.push(region);
                for block in self.blocks(region) {
                    doomed_blocks.push(block);
                    doomed_ops.extend(self.block_ops(block));
                }
            }
        }
        for &op in &doomed_ops {
            for index in 0..self.ops[op].operands.len() as u32 {
                self.unlink_use(UseRef { op, index });
            }
        }
        for op in doomed_ops {
            if let Some(data) = self.ops.remove(op) {
                for value in data.results {
                    let removed = self.values.remove(value);
                    debug_assert!(
                        removed.is_none_or(|v| v.first_use.is_none()),
                        "erased a value that is used"
                    );
                }
            }
        }
        for block in doomed_blocks {
            if let Some(data) = self.blocks.remove(block) {
                for value in data.args {
                    self.values.remove(value);
                }
            }
        }
        for region in doomed_regions {
            self.regions.remove(region);
        }
    }

    /// Erases blocks and everything in them. What they define must be unused from outside.
    pub fn erase_blocks(&mut self, blocks: &[BlockId]) {
        // The blocks may use each other's values, so all uses go first.
        for &block in blocks {
            let ops: Vec<OpId> = self.block_ops(block).collect();
            for op in ops {
                for inner in self.collect(op, super::WalkOrder::Pre) {
                    self.set_operands(inner, &[]);
                }
            }
        }
        for &block in blocks {
            while let Some(op) = self.last_op(block) {
                self.erase(op);
            }
            self.detach_block(block);
            if let Some(data) = self.blocks.remove(block) {
                for value in data.args {
                    self.values.remove(value);
                }
            }
        }
    }

    /// Whether what defines the value has not been erased.
    pub fn is_live_value(&self, value: ValueId) -> bool {
        self.values.contains_key(value)
    }

    /// Whether the region's op has not been erased.
    pub fn is_live_region(&self, region: RegionId) -> bool {
        self.regions.contains_key(region)
    }

    /// Replaces the results of `op` by `values` and erases it.
    pub fn replace(&mut self, op: OpId, values: &[ValueId]) {
        let results: SmallVec<[ValueId; 2]> = self.ops[op].results.as_slice().into();
        for (&from, &to) in results.iter().zip(values) {
            self.replace_all_uses(from, to);
        }
        self.erase(op);
    }

    /// Whether none of an op's results is used.
    pub fn results_unused(&self, op: OpId) -> bool {
        self.ops[op].results.iter().all(|&v| self.is_unused(v))
    }
}
