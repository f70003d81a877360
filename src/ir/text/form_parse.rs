//! Reads an op by its [`Form`].

use std::ops::Range;

use smallvec::SmallVec;

use super::form::{Form, Piece};
use super::lexer::Token;
use super::parse_op::IrParser;
use super::parse_region::RegionArg;
use super::parser::{Parse, Parser};
use super::scope::ValueUse;
use crate::ir::{
    Arity, Attr, BlockId, Context, Fault, Loc, OpId, OpInfo, OpName, OpState, RegionId, Str, Trait, Type,
    ValueId,
};

/// An op being read by its form: collects operands, types, attributes and regions, in any order.
pub struct OpParser<'a, 's, 'c> {
    pub(super) m: &'a mut IrParser<'s, 'c>,
    name: OpName,
    /// The op's declaration.
    pub info: &'static OpInfo,
    name_at: Range<usize>,
    /// Number of results that the text names in front of the op.
    pub result_count: usize,
    pub(super) operands: SmallVec<[(u16, ValueUse<'s>); 4]>,
    operand_types: SmallVec<[(u16, Type); 4]>,
    result_types: SmallVec<[(u16, Type); 2]>,
    /// Types of all operands in slot order, if the text has them in one list.
    all_operand_types: Option<SmallVec<[Type; 4]>>,
    attrs: SmallVec<[(Str, Attr); 4]>,
    discardable: Vec<(Str, Attr)>,
    regions: SmallVec<[(u16, RegionId); 2]>,
    successors: SmallVec<[BlockId; 2]>,
}

impl<'a, 's, 'c> OpParser<'a, 's, 'c> {
    pub(super) fn new(
        m: &'a mut IrParser<'s, 'c>,
        name: OpName,
        info: &'static OpInfo,
        name_at: Range<usize>,
        result_count: usize,
    ) -> Self {
        OpParser {
            m,
            name,
            info,
            name_at,
            result_count,
            operands: SmallVec::new(),
            operand_types: SmallVec::new(),
            result_types: SmallVec::new(),
            all_operand_types: None,
            attrs: SmallVec::new(),
            discardable: Vec::new(),
            regions: SmallVec::new(),
            successors: SmallVec::new(),
        }
    }

    pub(super) fn run(mut self, form: &'static Form) -> Parse<OpId> {
        for piece in form.pieces {
            self.piece(piece)?;
        }
        self.finish()
    }

    // What custom pieces use

    /// The context.
    pub fn ctx(&self) -> &'c Context {
        self.m.p.ctx
    }

    /// The reader of types and attributes, at the current place.
    pub fn parser(&mut self) -> &mut Parser<'s, 'c> {
        &mut self.m.p
    }

    /// Whether the current token is this word or punctuation.
    pub fn at(&self, text: &str) -> bool {
        self.m.p.text() == text
    }

    /// Consumes the current token if it is this word or punctuation.
    pub fn eat(&mut self, text: &str) -> bool {
        let found = self.at(text);
        if found {
            self.m.p.bump();
        }
        found
    }

    /// Consumes this word or punctuation.
    pub fn expect(&mut self, text: &str) -> Parse<()> {
        if self.eat(text) { Ok(()) } else { self.m.p.expected(&format!("expected '{text}'")) }
    }

    /// Reports an error at the current token.
    pub fn error<T>(&mut self, message: impl Into<String>) -> Parse<T> {
        self.m.p.error(message)
    }

    /// Parses `item, item, ... close`, which may be empty.
    pub fn list(&mut self, close: &str, mut item: impl FnMut(&mut Self) -> Parse<()>) -> Parse<()> {
        if self.eat(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if !self.eat(",") {
                return self.expect(close);
            }
        }
    }

    /// Reports an error from an offset to the end of what is consumed.
    pub fn error_from<T>(&mut self, start: usize, message: impl Into<String>) -> Parse<T> {
        let end = self.m.p.prev_end.max(start);
        self.m.p.error_at(start..end, message)
    }

    /// Whether a `%value` stands here.
    pub fn at_value(&self) -> bool {
        self.m.p.tok == Token::PercentId
    }

    /// `loc(...)`, if there is one.
    pub fn optional_loc(&mut self) -> Parse<Option<Loc>> {
        self.m.p.optional_loc()
    }

    /// A bare word.
    pub fn word(&mut self) -> Parse<&'s str> {
        if self.m.p.tok != Token::BareId {
            return self.m.p.expected("expected a word");
        }
        let text = self.m.p.text();
        self.m.p.bump();
        Ok(text)
    }

    /// An integer.
    pub fn integer(&mut self) -> Parse<i64> {
        self.m.p.signed_int("expected an integer")
    }

    /// `%value`, not yet an operand.
    pub fn value_use(&mut self) -> Parse<ValueUse<'s>> {
        self.m.p.value_use()
    }

    /// Makes a value the next operand of a slot.
    pub fn add_operand(&mut self, slot: &str, value: ValueUse<'s>) {
        let slot = self.operand_slot(slot);
        self.operands.push((slot, value));
    }

    /// Number of operands so far.
    pub fn operand_count(&self) -> usize {
        self.operands.len()
    }

    /// The type of a value, if it is known at this place of the text.
    pub fn known_type(&mut self, value: ValueUse<'s>) -> Option<Type> {
        self.m.known_type(value)
    }

    /// Gives the next operand of a slot its type.
    pub fn add_operand_type(&mut self, slot: &str, ty: Type) {
        let slot = self.operand_slot(slot);
        self.operand_types.push((slot, ty));
    }

    /// Gives all operands their types, in slot order.
    pub fn set_operand_types(&mut self, types: &[Type]) {
        self.all_operand_types = Some(types.into());
    }

    /// Adds the next result of a slot.
    pub fn add_result(&mut self, slot: &str, ty: Type) {
        let slot = self.info.results.iter().position(|s| s.name == slot).unwrap_or(0) as u16;
        self.result_types.push((slot, ty));
    }

    /// Adds results in order.
    pub fn add_results(&mut self, types: &[Type]) {
        self.result_types.extend(types.iter().map(|&t| (0, t)));
    }

    /// Sets an inherent attribute.
    pub fn set_attr(&mut self, name: &str, value: Attr) {
        let name = self.m.p.ctx.str(name);
        self.attrs.push((name, value));
    }

    /// A type.
    pub fn parse_type(&mut self) -> Parse<Type> {
        self.m.p.parse_type()
    }

    /// An attribute.
    pub fn parse_attr(&mut self) -> Parse<Attr> {
        self.m.p.parse_attr()
    }

    /// `@name`
    pub fn symbol_name(&mut self) -> Parse<Str> {
        self.m.p.symbol_name()
    }

    /// `{name = value, ...}`; the entries join the op's attributes.
    pub fn attr_dict(&mut self) -> Parse<()> {
        let entries = self.m.p.nested(Parser::dictionary)?;
        self.discardable.extend(entries);
        Ok(())
    }

    /// Adds attributes by name.
    pub fn add_attrs(&mut self, entries: Vec<(Str, Attr)>) {
        self.discardable.extend(entries);
    }

    /// `{name = value, ...}` as entries.
    pub fn dictionary(&mut self) -> Parse<Vec<(Str, Attr)>> {
        self.m.p.nested(Parser::dictionary).map(SmallVec::into_vec)
    }

    /// `%name : type loc(...)`, an argument of a region.
    pub fn region_arg(&mut self) -> Parse<RegionArg<'s>> {
        self.m.p.region_arg("expected SSA identifier")
    }

    /// An argument of a region that is named by a value use of the text.
    pub fn named_arg(&self, name: ValueUse<'s>, ty: Type) -> RegionArg<'s> {
        RegionArg { name: name.name, ty, loc: Loc::UNKNOWN, at: name.start }
    }

    /// `{...}`, the next region of a slot. If `args` is not empty, they are the arguments of its first block.
    pub fn region(&mut self, slot: &str, args: &[RegionArg<'s>]) -> Parse<()> {
        let isolated = self.info.has_trait(Trait::IsolatedFromAbove);
        let region = self.m.region(isolated, true, args)?;
        if self.info.has_trait(Trait::SingleBlock) && self.m.ir.entry_block(region).is_none() {
            self.m.ir.add_block(region, &[]);
        }
        self.add_region(slot, region);
        Ok(())
    }

    /// Whether the last region read has no block, or nothing at all in its only one.
    pub fn region_is_empty(&self) -> bool {
        self.regions.last().is_none_or(|r| self.m.ir.entry_block(r.1).is_none())
    }

    /// An empty region.
    pub fn empty_region(&mut self, slot: &str) {
        let region = self.m.ir.create_region();
        self.add_region(slot, region);
    }

    fn add_region(&mut self, slot: &str, region: RegionId) {
        let slot = self.info.regions.iter().position(|s| s.name == slot).unwrap_or(0) as u16;
        self.regions.push((slot, region));
    }

    /// `^label`, the next successor.
    pub fn successor(&mut self) -> Parse<()> {
        let block = self.m.successor()?;
        self.successors.push(block);
        Ok(())
    }

    /// Builds an op in a region's block, for forms that stand for a body (`applies stablehlo.add`).
    pub fn ir(&mut self) -> &mut crate::ir::Ir<'c> {
        &mut self.m.ir
    }

    /// Adds a region with one block and these argument types, for such a body.
    pub fn built_region(&mut self, slot: &str, args: &[Type]) -> BlockId {
        let region = self.m.ir.create_region();
        self.add_region(slot, region);
        self.m.ir.add_block(region, args)
    }

    // Pieces

    fn operand_slot(&self, name: &str) -> u16 {
        self.info.operand_slot(name).unwrap_or(0) as u16
    }

    fn piece(&mut self, piece: &'static Piece) -> Parse<()> {
        match piece {
            Piece::Rule(rule) => self.rule(rule),
            Piece::Lit(text) => self.expect(text),
            Piece::AttrDict => {
                if self.at("{") {
                    self.attr_dict()
                } else {
                    Ok(())
                }
            }
            Piece::AttrDictWithKeyword => {
                if self.eat("attributes") {
                    self.attr_dict()
                } else {
                    Ok(())
                }
            }
            Piece::Type(slots) => {
                let ty = self.parse_type()?;
                for &slot in *slots {
                    self.slot_type(slot, ty);
                }
                Ok(())
            }
            Piece::Types(slot) => loop {
                let ty = self.parse_type()?;
                self.slot_type(slot, ty);
                if !self.eat(",") {
                    return Ok(());
                }
            },
            Piece::FixedType(slot, ty) => {
                let ty = ty(self.ctx());
                self.slot_type(slot, ty);
                Ok(())
            }
            Piece::FunctionalType => self.functional_type(),
            Piece::SameType => {
                if self.at("(") {
                    return self.functional_type();
                }
                let ty = self.parse_type()?;
                self.all_operand_types = Some(std::iter::repeat_n(ty, self.operands.len()).collect());
                let info = self.info;
                self.result_types.extend(info.results.iter().enumerate().map(|(slot, _)| (slot as u16, ty)));
                Ok(())
            }
            Piece::Attr(name) => {
                let attr = self.parse_attr()?;
                self.set_attr(name, attr);
                Ok(())
            }
            Piece::TypedAttr(name, result) => {
                let start = self.m.p.start;
                let attr = self.parse_attr()?;
                let Some(ty) = attr_type(self.ctx(), attr) else {
                    let end = self.m.p.prev_end;
                    return self.m.p.error_at(start..end, "expected an attribute with a type");
                };
                self.set_attr(name, attr);
                self.slot_type(result, ty);
                Ok(())
            }
            Piece::Region(name) => self.region(name, &[]),
            Piece::Optional(group) => {
                if !self.eat(group.first) {
                    return Ok(());
                }
                group.pieces.iter().try_for_each(|piece| self.piece(piece))
            }
            Piece::Custom(custom) => (custom.parse)(self),
        }
    }

    fn slot_type(&mut self, slot: &str, ty: Type) {
        match self.info.operand_slot(slot) {
            Some(index) => self.operand_types.push((index as u16, ty)),
            None => self.add_result(slot, ty),
        }
    }

    /// `(operand types) -> result types`
    pub fn functional_type(&mut self) -> Parse<()> {
        let start = self.m.p.start;
        let (inputs, results) = self.m.p.signature()?;
        if inputs.len() != self.operands.len() {
            let message = format!("expected {} operand types but had {}", self.operands.len(), inputs.len());
            let end = self.m.p.prev_end;
            return self.m.p.error_at(start..end, message);
        }
        self.all_operand_types = Some(inputs);
        self.result_types.extend(results.into_iter().map(|t| (0, t)));
        Ok(())
    }

    // The op

    fn finish(mut self) -> Parse<OpId> {
        self.operands.sort_by_key(|o| o.0);
        self.regions.sort_by_key(|r| r.0);
        self.result_types.sort_by_key(|r| r.0);
        self.segments();
        let mut state = OpState::named(self.m.p.ctx, self.name);
        let types = self.operand_type_list()?;
        for (&(_, value), ty) in self.operands.iter().zip(types) {
            let value: ValueId = self.m.resolve(value, ty)?;
            state.operands.push(value);
        }
        state.results = self.result_types.iter().map(|r| r.1).collect();
        state.successors = self.successors;
        let ctx = self.m.p.ctx;
        if !self.attrs.is_empty() {
            state.props = Some(ctx.dict_attr(self.attrs));
        }
        state.attrs = ctx.dict_attr(self.discardable);
        self.m.complete(self.info, &mut state);
        let infers = state.results.is_empty() && !self.info.results.is_empty();
        if infers && self.info.infer.is_some() {
            let least = self.info.results.iter().filter(|s| s.arity == Arity::One).count();
            state.results = std::iter::repeat_n(ctx.none_type(), self.result_count.max(least)).collect();
        }
        let op = self.m.ir.create(state);
        let regions: SmallVec<[RegionId; 2]> = self.regions.iter().map(|r| r.1).collect();
        self.m.ir.attach_regions(op, &regions);
        if infers && let Some(infer) = self.info.infer {
            let inferred = infer(&self.m.ir, op);
            set_results(self.m, op, inferred, self.name_at)?;
        }
        Ok(op)
    }

    /// With several flexible slots the op carries their sizes.
    fn segments(&mut self) {
        if !self.info.has_operand_segments() {
            return;
        }
        let sizes: Vec<i32> = (0..self.info.operands.len())
            .map(|slot| self.operands.iter().filter(|o| usize::from(o.0) == slot).count() as i32)
            .collect();
        let sizes = self.ctx().i32_array_attr(&sizes);
        self.set_attr("operandSegmentSizes", sizes);
    }

    /// One type for each operand, in slot order.
    fn operand_type_list(&mut self) -> Parse<SmallVec<[Type; 4]>> {
        if let Some(types) = self.all_operand_types.take()
            && types.len() == self.operands.len()
        {
            return Ok(types);
        }
        let mut types = SmallVec::new();
        let mut next: SmallVec<[usize; 4]> = SmallVec::from_elem(0, self.info.operands.len());
        for &(slot, value) in &self.operands {
            let mut given = self.operand_types.iter().filter(|t| t.0 == slot).map(|t| t.1);
            let number = &mut next[usize::from(slot)];
            let Some(ty) = given.nth(*number) else {
                let message = format!("no type is given for operand '%{}'", value.name);
                return self.m.p.error_at(value.start..value.end, message);
            };
            *number += 1;
            types.push(ty);
        }
        if self.operand_types.len() > types.len() {
            let message =
                format!("expected {} operand types but had {}", types.len(), self.operand_types.len());
            return self.m.p.error_at(self.name_at.clone(), message);
        }
        Ok(types)
    }
}

fn set_results(
    m: &mut IrParser<'_, '_>,
    op: OpId,
    inferred: Result<Vec<Type>, Fault>,
    name_at: Range<usize>,
) -> Parse<()> {
    match inferred {
        Ok(types) if types.len() == m.ir.results(op).len() => {
            for (index, ty) in types.into_iter().enumerate() {
                let value = m.ir.result(op, index);
                m.ir.set_type(value, ty);
            }
            Ok(())
        }
        Ok(types) => {
            let message =
                format!("operation defines {} results but was provided another number to bind", types.len());
            m.p.error_at(name_at, message)
        }
        Err(fault) => m.p.error_at(name_at, fault.message),
    }
}

/// The type of a typed attribute.
fn attr_type(ctx: &Context, attr: Attr) -> Option<Type> {
    use crate::ir::AttrKind;
    match ctx.attr_kind(attr) {
        AttrKind::Integer { ty, .. }
        | AttrKind::Float { ty, .. }
        | AttrKind::Dense { ty, .. }
        | AttrKind::DenseResource { ty, .. }
        | AttrKind::Sparse { ty, .. } => Some(*ty),
        AttrKind::String { ty, .. } | AttrKind::Opaque { ty, .. } => *ty,
        _ => None,
    }
}
