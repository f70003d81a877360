//! The arenas of a module: operations, blocks, regions and values, and how they are built, moved and erased.

use std::cell::{Cell, RefCell};
use std::ops::Range;

use rustc_hash::FxHashMap;
use slotmap::{SlotMap, new_key_type};
use smallvec::SmallVec;

use super::attributes::{Attr, AttrKind};
use super::context::{Context, OpName};
use super::diagnostics::Span;
use super::intern::Str;
use super::location::Loc;
use super::op_info::{Arity, OpInfo, Trait};
use super::types::Type;
use super::uses::{Operand, UseRef};

new_key_type! {
    /// An operation.
    pub struct OpId;
    /// A basic block.
    pub struct BlockId;
    /// A region: a list of blocks owned by an op.
    pub struct RegionId;
    /// An SSA value: an op result or a block argument.
    pub struct ValueId;
}

/// An operation. Its position and its use lists are changed through [`Ir`] only.
#[derive(Clone)]
pub struct OpData {
    /// Name.
    pub name: OpName,
    /// Location; see [`Loc::SPAN`].
    pub loc: Loc,
    /// The op's source text, from its name to its end.
    pub span: Span,
    pub(super) parent: Option<BlockId>,
    pub(super) prev: Option<OpId>,
    pub(super) next: Option<OpId>,
    pub(super) order: Cell<u32>,
    pub(super) operands: SmallVec<[Operand; 2]>,
    pub(super) results: SmallVec<[ValueId; 1]>,
    /// Discardable attributes, a dictionary.
    pub attrs: Attr,
    /// Properties: for registered ops the dictionary of inherent attributes, for others whatever was written.
    pub props: Option<Attr>,
    pub(super) nested: Option<Box<Nested>>,
}

/// Regions and successors; most ops have neither.
#[derive(Default, Clone)]
pub(super) struct Nested {
    pub(super) regions: SmallVec<[RegionId; 2]>,
    pub(super) successors: SmallVec<[BlockId; 2]>,
}

#[derive(Clone)]
pub(super) struct BlockData {
    pub(super) parent: Option<RegionId>,
    pub(super) prev: Option<BlockId>,
    pub(super) next: Option<BlockId>,
    pub(super) first: Option<OpId>,
    pub(super) last: Option<OpId>,
    pub(super) args: SmallVec<[ValueId; 2]>,
    /// Whether the ops' `order` numbers ascend.
    pub(super) ordered: Cell<bool>,
}

#[derive(Clone)]
pub(super) struct RegionData {
    pub(super) parent: Option<OpId>,
    pub(super) first: Option<BlockId>,
    pub(super) last: Option<BlockId>,
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueDef {
    /// Result number `.1` of an op.
    Result(OpId, u32),
    /// Argument number `.1` of a block.
    Argument(BlockId, u32),
}

#[derive(Clone)]
pub(super) struct ValueData {
    pub(super) ty: Type,
    pub(super) def: ValueDef,
    pub(super) first_use: Option<UseRef>,
    /// Name in the source, without `%`; [`Str::EMPTY`] if it had none.
    pub(super) name: Str,
    /// Location of a block argument.
    pub(super) loc: Loc,
}

/// A blob of the `{-# #-}` section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResourceBlob {
    /// `builtin` for dialect resources of `dense_resource`; another dialect's name, or empty for external resources.
    pub owner: Str,
    /// Name.
    pub key: Str,
    /// The value as written, quotes included: a hex string `"0x..."`, another string, `true`, ...
    pub text: Box<str>,
    /// Whether it stood under `external_resources`.
    pub external: bool,
}

/// Everything needed to create an op.
#[derive(Clone)]
pub struct OpState {
    /// Name.
    pub name: OpName,
    /// Operands.
    pub operands: SmallVec<[ValueId; 4]>,
    /// Types of the results.
    pub results: SmallVec<[Type; 2]>,
    /// Properties.
    pub props: Option<Attr>,
    /// Discardable attributes.
    pub attrs: Attr,
    /// Number of (empty) regions to create.
    pub regions: usize,
    /// Successor blocks.
    pub successors: SmallVec<[BlockId; 2]>,
    /// Location.
    pub loc: Loc,
    /// Source text.
    pub span: Span,
}

impl OpState {
    /// An op without operands, results, attributes or place.
    pub fn new(ctx: &Context, name: &str) -> Self {
        Self::named(ctx, ctx.op_name(name))
    }

    /// The same for an interned name.
    pub fn named(ctx: &Context, name: OpName) -> Self {
        OpState {
            name,
            operands: SmallVec::new(),
            results: SmallVec::new(),
            props: None,
            attrs: ctx.empty_dict(),
            regions: 0,
            successors: SmallVec::new(),
            loc: Loc::UNKNOWN,
            span: Span::NONE,
        }
    }

    /// Sets the operands.
    pub fn operands(mut self, values: &[ValueId]) -> Self {
        self.operands = values.into();
        self
    }

    /// Sets the result types.
    pub fn results(mut self, types: &[Type]) -> Self {
        self.results = types.into();
        self
    }

    /// Sets attributes: inherent ones of a registered op go to its properties, others to its dictionary.
    pub fn attributes(mut self, ctx: &Context, entries: &[(&str, Attr)]) -> Self {
        let info = ctx.op_info(self.name);
        let (inherent, other): (Vec<_>, Vec<_>) =
            entries.iter().partition(|(name, _)| info.is_some_and(|i| i.attr(name).is_some()));
        let intern =
            |list: Vec<(&str, Attr)>| list.into_iter().map(|(n, a)| (ctx.str(n), a)).collect::<Vec<_>>();
        if !inherent.is_empty() {
            self.props = Some(ctx.dict_attr(intern(inherent)));
        }
        self.attrs = ctx.dict_attr(intern(other));
        self
    }

    /// Sets the number of regions.
    pub fn regions(mut self, count: usize) -> Self {
        self.regions = count;
        self
    }

    /// Takes location and source text from another op.
    pub fn at(mut self, ir: &Ir<'_>, op: OpId) -> Self {
        self.loc = ir.op(op).loc;
        self.span = ir.op(op).span;
        self
    }
}

/// Where a new op goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InsertPoint {
    /// In front of an op.
    Before(OpId),
    /// Behind an op.
    After(OpId),
    /// At the start of a block.
    Start(BlockId),
    /// At the end of a block.
    End(BlockId),
}

/// A module: the arenas that hold its IR. Ids mean the same in a copy.
#[derive(Clone)]
pub struct Ir<'c> {
    /// Types, attributes, names and dialects.
    pub ctx: &'c Context,
    pub(super) ops: SlotMap<OpId, OpData>,
    pub(super) blocks: SlotMap<BlockId, BlockData>,
    pub(super) regions: SlotMap<RegionId, RegionData>,
    pub(super) values: SlotMap<ValueId, ValueData>,
    root: OpId,
    /// Symbols by table, as they were when one was last looked up in vain: a hint for the next time.
    pub(super) symbol_cache: RefCell<FxHashMap<OpId, FxHashMap<Str, OpId>>>,
    /// Blobs of the file's resource section, in order.
    pub resources: Vec<ResourceBlob>,
}

impl<'c> Ir<'c> {
    /// A module that holds one empty `builtin.module`.
    pub fn new(ctx: &'c Context) -> Self {
        let mut ir = Ir {
            ctx,
            ops: SlotMap::with_key(),
            blocks: SlotMap::with_key(),
            regions: SlotMap::with_key(),
            values: SlotMap::with_key(),
            root: OpId::default(),
            symbol_cache: RefCell::default(),
            resources: Vec::new(),
        };
        ir.root = ir.create(OpState::new(ctx, "builtin.module").regions(1));
        let body = ir.region(ir.root, 0);
        ir.add_block(body, &[]);
        ir
    }

    /// Reserves room for about this many ops, so that building a big module does not copy it.
    pub fn reserve(&mut self, ops: usize) {
        self.ops.reserve(ops);
        self.values.reserve(ops);
    }

    /// The top-level op, normally a `builtin.module`.
    pub fn root(&self) -> OpId {
        self.root
    }

    /// Makes another detached op the top-level one.
    pub fn set_root(&mut self, op: OpId) {
        self.root = op;
    }

    // Reading ops

    /// An op's data.
    pub fn op(&self, op: OpId) -> &OpData {
        &self.ops[op]
    }

    /// Changes an op's name, location or attributes in place.
    pub fn op_mut(&mut self, op: OpId) -> &mut OpData {
        &mut self.ops[op]
    }

    /// Whether the op has not been erased.
    pub fn is_live(&self, op: OpId) -> bool {
        self.ops.contains_key(op)
    }

    /// Number of live ops.
    pub fn op_count(&self) -> usize {
        self.ops.len()
    }

    /// An op's full name.
    pub fn name(&self, op: OpId) -> &'c str {
        self.ctx.op_name_str(self.ops[op].name)
    }

    /// Whether the op has this full name.
    pub fn is(&self, op: OpId, name: &str) -> bool {
        self.name(op) == name
    }

    /// An op's declaration.
    pub fn info(&self, op: OpId) -> Option<&'static OpInfo> {
        self.ctx.op_info(self.ops[op].name)
    }

    /// Whether the op is registered and has a trait.
    pub fn has_trait(&self, op: OpId, t: Trait) -> bool {
        self.info(op).is_some_and(|info| info.has_trait(t))
    }

    /// Number of operands.
    pub fn operand_count(&self, op: OpId) -> usize {
        self.ops[op].operands.len()
    }

    /// One operand.
    pub fn operand(&self, op: OpId, index: usize) -> ValueId {
        self.ops[op].operands[index].value
    }

    /// All operands.
    pub fn operands(&self, op: OpId) -> impl ExactSizeIterator<Item = ValueId> + DoubleEndedIterator + '_ {
        self.ops[op].operands.iter().map(|o| o.value)
    }

    /// All results.
    pub fn results(&self, op: OpId) -> &[ValueId] {
        &self.ops[op].results
    }

    /// One result.
    pub fn result(&self, op: OpId, index: usize) -> ValueId {
        self.ops[op].results[index]
    }

    /// The regions of an op.
    pub fn regions(&self, op: OpId) -> &[RegionId] {
        self.ops[op].nested.as_deref().map_or(&[], |n| &n.regions)
    }

    /// One region.
    pub fn region(&self, op: OpId, index: usize) -> RegionId {
        self.regions(op)[index]
    }

    /// The successor blocks of an op.
    pub fn successors(&self, op: OpId) -> &[BlockId] {
        self.ops[op].nested.as_deref().map_or(&[], |n| &n.successors)
    }

    /// Replaces the successor blocks of an op.
    pub fn set_successors(&mut self, op: OpId, blocks: &[BlockId]) {
        self.ops[op].nested.get_or_insert_default().successors = blocks.into();
    }

    /// The operand indices that belong to slot `slot` of the op's declaration. With one variadic or optional slot, or
    /// with variadic ones of one size, the sizes follow from the operand count; else `operandSegmentSizes` gives them.
    /// Empty if the op has no such slot or the counts do not fit.
    pub fn operand_range(&self, op: OpId, slot: usize) -> Range<usize> {
        let Some(info) = self.info(op) else { return 0..0 };
        let count = self.ops[op].operands.len();
        let arities = info.operands.iter().map(|s| s.arity);
        if info.has_operand_segments() {
            let sizes = self.attr(op, "operandSegmentSizes").and_then(|a| self.ctx.as_ints(a));
            return segment(sizes, arities.len(), slot, count);
        }
        slot_range(arities, slot, count)
    }

    /// The result indices that belong to slot `slot`; see [`Ir::operand_range`].
    pub fn result_range(&self, op: OpId, slot: usize) -> Range<usize> {
        let Some(info) = self.info(op) else { return 0..0 };
        let count = self.ops[op].results.len();
        let arities = info.results.iter().map(|s| s.arity);
        if info.has_result_segments() {
            let sizes = self.attr(op, "resultSegmentSizes").and_then(|a| self.ctx.as_ints(a));
            return segment(sizes, arities.len(), slot, count);
        }
        slot_range(arities, slot, count)
    }

    // Attributes

    /// An attribute by name: inherent ones first, then discardable ones.
    pub fn attr(&self, op: OpId, name: &str) -> Option<Attr> {
        let data = &self.ops[op];
        data.props.and_then(|p| self.ctx.dict_get(p, name)).or_else(|| self.ctx.dict_get(data.attrs, name))
    }

    /// The integer value of an attribute.
    pub fn attr_i64(&self, op: OpId, name: &str) -> Option<i64> {
        self.attr(op, name).and_then(|a| self.ctx.as_i64(a))
    }

    /// The text of a string attribute.
    pub fn attr_text(&self, op: OpId, name: &str) -> Option<&'c str> {
        let ctx = self.ctx;
        self.attr(op, name).and_then(|a| ctx.as_text(a))
    }

    /// The integers of a list attribute.
    pub fn attr_ints(&self, op: OpId, name: &str) -> Option<Vec<i64>> {
        self.attr(op, name).and_then(|a| self.ctx.as_ints(a))
    }

    /// Whether a boolean attribute is true or a unit attribute present.
    pub fn attr_flag(&self, op: OpId, name: &str) -> bool {
        self.attr(op, name)
            .is_some_and(|a| self.ctx.as_bool(a).unwrap_or(matches!(self.ctx.attr_kind(a), AttrKind::Unit)))
    }

    /// Sets (or with `None` removes) an attribute, inherent or discardable as the declaration says.
    pub fn set_attr(&mut self, op: OpId, name: &str, value: Option<Attr>) {
        let inherent = self.info(op).is_some_and(|i| i.attr(name).is_some());
        let dict = if inherent { self.ops[op].props } else { Some(self.ops[op].attrs) };
        let key = self.ctx.str(name);
        let mut entries: Vec<_> = dict.map_or(Vec::new(), |d| self.ctx.dict_entries(d).to_vec());
        entries.retain(|e| e.0 != key);
        entries.extend(value.map(|v| (key, v)));
        let dict = self.ctx.dict_attr(entries);
        if inherent {
            self.ops[op].props = Some(dict);
        } else {
            self.ops[op].attrs = dict;
        }
    }

    // Values

    /// A value's type.
    pub fn ty(&self, value: ValueId) -> Type {
        self.values[value].ty
    }

    /// Changes a value's type.
    pub fn set_type(&mut self, value: ValueId, ty: Type) {
        self.values[value].ty = ty;
    }

    /// Where a value comes from.
    pub fn def(&self, value: ValueId) -> ValueDef {
        self.values[value].def
    }

    /// The op that defines a value; `None` for block arguments.
    pub fn def_op(&self, value: ValueId) -> Option<OpId> {
        match self.values[value].def {
            ValueDef::Result(op, _) => Some(op),
            ValueDef::Argument(..) => None,
        }
    }

    /// The name a value had in the source, without `%`.
    pub fn value_name(&self, value: ValueId) -> Option<Str> {
        Some(self.values[value].name).filter(|&n| n != Str::EMPTY)
    }

    /// Sets the name hint of a value.
    pub fn set_value_name(&mut self, value: ValueId, name: Str) {
        self.values[value].name = name;
    }

    /// The location of a block argument.
    pub fn arg_loc(&self, value: ValueId) -> Loc {
        self.values[value].loc
    }

    /// Sets the location of a block argument.
    pub fn set_arg_loc(&mut self, value: ValueId, loc: Loc) {
        self.values[value].loc = loc;
    }

    /// The block where a value is defined.
    pub fn def_block(&self, value: ValueId) -> Option<BlockId> {
        match self.values[value].def {
            ValueDef::Result(op, _) => self.ops[op].parent,
            ValueDef::Argument(block, _) => Some(block),
        }
    }

    // Structure

    /// The block that holds an op.
    pub fn parent_block(&self, op: OpId) -> Option<BlockId> {
        self.ops[op].parent
    }

    /// The op whose region holds an op.
    pub fn parent_op(&self, op: OpId) -> Option<OpId> {
        self.ops[op].parent.and_then(|b| self.blocks[b].parent).and_then(|r| self.regions[r].parent)
    }

    /// The region that holds a block.
    pub fn block_region(&self, block: BlockId) -> Option<RegionId> {
        self.blocks[block].parent
    }

    /// The op that owns a region.
    pub fn region_op(&self, region: RegionId) -> Option<OpId> {
        self.regions[region].parent
    }

    /// The first block of a region.
    pub fn entry_block(&self, region: RegionId) -> Option<BlockId> {
        self.regions[region].first
    }

    /// The blocks of a region.
    pub fn blocks(&self, region: RegionId) -> impl Iterator<Item = BlockId> + '_ {
        std::iter::successors(self.regions[region].first, |&b| self.blocks[b].next)
    }

    /// Whether a region has more than one block.
    pub fn has_many_blocks(&self, region: RegionId) -> bool {
        self.regions[region].first != self.regions[region].last
    }

    /// The ops of a block.
    pub fn block_ops(&self, block: BlockId) -> impl Iterator<Item = OpId> + '_ {
        std::iter::successors(self.blocks[block].first, |&o| self.ops[o].next)
    }

    /// The ops of a region's first block: the usual body.
    pub fn body_ops(&self, op: OpId) -> impl Iterator<Item = OpId> + '_ {
        self.regions(op)
            .first()
            .and_then(|&r| self.entry_block(r))
            .into_iter()
            .flat_map(|b| self.block_ops(b))
    }

    /// The first op of a block.
    pub fn first_op(&self, block: BlockId) -> Option<OpId> {
        self.blocks[block].first
    }

    /// The last op of a block.
    pub fn last_op(&self, block: BlockId) -> Option<OpId> {
        self.blocks[block].last
    }

    /// The op behind this one in its block.
    pub fn next_op(&self, op: OpId) -> Option<OpId> {
        self.ops[op].next
    }

    /// The op in front of this one in its block.
    pub fn prev_op(&self, op: OpId) -> Option<OpId> {
        self.ops[op].prev
    }

    /// The block behind this one in its region.
    pub fn next_block(&self, block: BlockId) -> Option<BlockId> {
        self.blocks[block].next
    }

    /// The arguments of a block.
    pub fn args(&self, block: BlockId) -> &[ValueId] {
        &self.blocks[block].args
    }

    /// Whether `a` stands in front of `b` in the block that holds both. Amortized O(1): the block is renumbered only
    /// after ops were moved.
    pub fn is_before(&self, a: OpId, b: OpId) -> bool {
        let Some(block) = self.ops[a].parent else { return false };
        if !self.blocks[block].ordered.get() {
            for (number, op) in self.block_ops(block).enumerate() {
                self.ops[op].order.set(number as u32);
            }
            self.blocks[block].ordered.set(true);
        }
        self.ops[a].order.get() < self.ops[b].order.get()
    }
}

/// The indices of a slot among `count` values, where all flexible slots have one size.
fn slot_range(
    arities: impl ExactSizeIterator<Item = Arity> + Clone,
    slot: usize,
    count: usize,
) -> Range<usize> {
    let fixed = arities.clone().filter(|&a| a == Arity::One).count();
    let flexible = (arities.len() - fixed).max(1);
    let Some(rest) = count.checked_sub(fixed).filter(|rest| rest % flexible == 0) else { return 0..0 };
    let size = |a: Arity| if a == Arity::One { 1 } else { rest / flexible };
    let start: usize = arities.clone().take(slot).map(size).sum();
    let len = arities.clone().nth(slot).map_or(0, size);
    start.min(count)..(start + len).min(count)
}

/// The indices of one of `slots` slots among `count` values, where `sizes` gives the size of each.
fn segment(sizes: Option<Vec<i64>>, slots: usize, slot: usize, count: usize) -> Range<usize> {
    let Some(sizes) = sizes else { return 0..0 };
    let fits =
        sizes.len() == slots && sizes.iter().all(|&s| s >= 0) && sizes.iter().sum::<i64>() == count as i64;
    if !fits || slot >= slots {
        return 0..0;
    }
    let start: i64 = sizes[..slot].iter().sum();
    start as usize..(start + sizes[slot]) as usize
}
