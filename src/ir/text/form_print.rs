//! Prints an op by its [`Form`].

use super::form::{Bind, Form, GrammarRule, Piece, Template, covers, template_step};
use super::parse_op::is_inherent;
use super::printer::Printer;
use crate::ir::{Attr, AttrDefault, AttrKind, Context, Ir, Loc, OpId, RegionId, Str, Type, ValueId};

/// An op being printed by its form.
pub struct OpPrinter<'p, 'a, 'c> {
    p: &'p mut Printer<'a, 'c>,
    /// The op.
    pub op: OpId,
    form: &'static Form,
}

impl<'p, 'a, 'c> OpPrinter<'p, 'a, 'c> {
    pub(super) fn new(p: &'p mut Printer<'a, 'c>, op: OpId, form: &'static Form) -> Self {
        OpPrinter { p, op, form }
    }

    pub(super) fn run(&mut self) {
        self.pieces(self.form.pieces);
    }

    // What custom pieces use

    /// The name of another op, as it prints in this text.
    pub fn op_name(&mut self, name: &str) {
        self.p.op_name(name);
    }

    /// The module.
    pub fn ir(&self) -> &'a Ir<'c> {
        self.p.ir
    }

    /// The context.
    pub fn ctx(&self) -> &'c Context {
        self.p.ir.ctx
    }

    /// Whether locations are printed and this one, of an op or a block argument, says something.
    pub fn shows_location(&self, loc: Loc, op: Option<OpId>) -> bool {
        self.p.options.debuginfo && self.p.real_location(loc, op) != Loc::UNKNOWN
    }

    /// Lets values print under the names of others: arguments of regions that the text names only once. Neither may
    /// be visible where the other is.
    pub fn share_names(&mut self, from: &[ValueId], to: &[ValueId]) {
        self.p.share_names(from, to);
    }

    /// Text as it is.
    pub fn put(&mut self, text: &str) {
        self.p.text.put(text);
    }

    /// A value: `%0`, `%1#2`.
    pub fn value(&mut self, value: ValueId) {
        self.p.value(value);
    }

    /// Values with `, ` between.
    pub fn values(&mut self, values: &[ValueId]) {
        for (index, &value) in values.iter().enumerate() {
            self.put(if index > 0 { ", " } else { "" });
            self.value(value);
        }
    }

    /// The operands of a slot.
    pub fn operands(&self, slot: &str) -> Vec<ValueId> {
        let ir = self.ir();
        let index = ir.info(self.op).and_then(|info| info.operand_slot(slot));
        index.map_or(Vec::new(), |i| ir.operand_range(self.op, i).map(|n| ir.operand(self.op, n)).collect())
    }

    /// A type.
    pub fn ty(&mut self, ty: Type) {
        self.p.text.ty(ty);
    }

    /// The type of a value.
    pub fn value_type(&mut self, value: ValueId) {
        let ty = self.ir().ty(value);
        self.ty(ty);
    }

    /// Types with `, ` between.
    pub fn types(&mut self, values: &[ValueId]) {
        for (index, &value) in values.iter().enumerate() {
            self.put(if index > 0 { ", " } else { "" });
            self.value_type(value);
        }
    }

    /// Result types: one stands without parentheses.
    pub fn result_types(&mut self, types: &[Type]) {
        self.p.text.result_types(types);
    }

    /// `(operand types) -> result types`
    pub fn functional_type(&mut self) {
        self.p.op_type(self.op);
    }

    /// An attribute with its type.
    pub fn attr(&mut self, attr: Attr) {
        self.p.text.attr(attr);
    }

    /// An attribute without the type of a number.
    pub fn untyped_attr(&mut self, attr: Attr) {
        self.p.text.attr_body(attr, false);
    }

    /// `@name`
    pub fn symbol(&mut self, name: Str) {
        self.p.text.symbol(name);
    }

    /// An integer.
    pub fn number(&mut self, value: i64) {
        self.p.text.number(value);
    }

    /// `name = value, ...` in braces.
    pub fn dict(&mut self, entries: &[(Str, Attr)]) {
        self.put("{");
        self.p.text.entries(entries);
        self.put("}");
    }

    /// `%name: type` of a block argument.
    pub fn block_arg(&mut self, arg: ValueId) {
        self.p.block_arg(arg);
    }

    /// `%name: type {attributes}` of a block argument.
    pub fn block_arg_with(&mut self, arg: ValueId, attrs: Option<Attr>) {
        self.p.block_arg_with(arg, attrs);
    }

    /// ` {...}`, if there is one.
    pub fn dict_if_any(&mut self, attrs: Option<Attr>) {
        if let Some(attrs) = attrs {
            self.put(" ");
            self.attr(attrs);
        }
    }

    /// `^label`
    pub fn successor(&mut self, block: crate::ir::BlockId) {
        self.p.block_name(block);
    }

    /// `{...}`; `entry_args` is whether the first block shows its arguments.
    pub fn region(&mut self, region: RegionId, entry_args: bool) {
        self.p.region(region, entry_args);
    }

    /// Starts a line at the op's own depth.
    pub fn new_line(&mut self) {
        self.p.new_line();
    }

    /// ` {...}` with the attributes that no piece of the form covers, except `without`; after `keyword`.
    pub fn attr_dict(&mut self, keyword: &str, without: &[&str]) {
        let entries = self.uncovered(without);
        if entries.is_empty() {
            return;
        }
        self.put(keyword);
        self.put(" ");
        self.dict(&entries);
    }

    fn uncovered(&self, without: &[&str]) -> Vec<(Str, Attr)> {
        let (ir, ctx) = (self.ir(), self.ctx());
        let data = ir.op(self.op);
        let Some(info) = ir.info(self.op) else { return Vec::new() };
        let mut entries: Vec<(Str, Attr)> = Vec::new();
        for &(name, value) in data.props.map_or(&[][..], |p| ctx.dict_entries(p)) {
            let text = ctx.text(name);
            let slot = info.attr(text);
            let is_default = slot.is_some_and(|s| {
                matches!(s.default, AttrDefault::Value(_)) && ctx.default_attr(s) == Some(value)
            });
            let segments = slot.is_none() && is_inherent(info, text);
            if !is_default && !segments && !without.contains(&text) && !covers(self.form.pieces, text) {
                entries.push((name, value));
            }
        }
        let discardable = ctx.dict_entries(data.attrs);
        if entries.is_empty() {
            return discardable.to_vec();
        }
        entries.extend_from_slice(discardable);
        entries.sort_by(|a, b| ctx.bytes_of(a.0).cmp(ctx.bytes_of(b.0)));
        entries
    }

    // Pieces

    fn pieces(&mut self, pieces: &'static [Piece]) {
        for piece in pieces {
            self.piece(piece);
        }
    }

    /// A blank, unless what follows is set close.
    fn blank(&mut self, next: &str) {
        if !next.starts_with(['(', ',', ')', ' ']) && !next.starts_with("{?") {
            self.put(" ");
        }
    }

    fn piece(&mut self, piece: &'static Piece) {
        let ir = self.ir();
        match piece {
            Piece::Rule(rule) => {
                self.blank(rule.print);
                self.template(rule, rule.print);
            }
            Piece::Lit(text) => {
                self.blank(text);
                self.put(text);
            }
            Piece::AttrDict => self.attr_dict("", &[]),
            Piece::AttrDictWithKeyword => self.attr_dict(" attributes", &[]),
            Piece::Type(slots) => {
                self.put(" ");
                if let Some(&value) =
                    slots.iter().flat_map(|s| self.slot_values(s)).collect::<Vec<_>>().first()
                {
                    self.value_type(value);
                }
            }
            Piece::Types(slot) => {
                self.put(" ");
                let values = self.slot_values(slot);
                self.types(&values);
            }
            Piece::FixedType(..) => {}
            Piece::FunctionalType => {
                self.put(" ");
                self.functional_type();
            }
            Piece::SameType => {
                self.put(" ");
                let mut types =
                    ir.operands(self.op).chain(ir.results(self.op).iter().copied()).map(|v| ir.ty(v));
                let first = types.next();
                match first {
                    Some(first) if types.all(|t| t == first) => self.ty(first),
                    _ => self.functional_type(),
                }
            }
            Piece::Attr(name) | Piece::TypedAttr(name, _) => {
                self.put(" ");
                if let Some(attr) = ir.attr(self.op, name) {
                    self.attr(attr);
                }
            }
            Piece::Region(name) => {
                self.put(" ");
                let index = ir.info(self.op).and_then(|i| i.regions.iter().position(|r| r.name == *name));
                if let Some(&region) = index.and_then(|i| ir.regions(self.op).get(i)) {
                    self.region(region, true);
                }
            }
            Piece::Optional(group) => {
                if (group.present)(ir, self.op) {
                    self.blank(group.first);
                    self.put(group.first);
                    self.pieces(group.pieces);
                }
            }
            Piece::Custom(custom) => (custom.print)(self),
        }
    }

    /// The values of an operand or result slot.
    fn slot_values(&self, slot: &str) -> Vec<ValueId> {
        let ir = self.ir();
        let Some(info) = ir.info(self.op) else { return Vec::new() };
        if info.operand_slot(slot).is_some() {
            return self.operands(slot);
        }
        let index = info.results.iter().position(|r| r.name == slot).unwrap_or(usize::MAX);
        ir.result_range(self.op, index).map(|n| ir.result(self.op, n)).collect()
    }

    fn template(&mut self, rule: &'static GrammarRule, mut text: &'static str) {
        while let Some((step, rest)) = template_step(text) {
            text = rest;
            match step {
                Template::Text(text) => self.put(text),
                Template::Slot(name) => self.slot(rule, name),
                Template::If(name, body) => {
                    if self.is_written(name) {
                        self.template(rule, body);
                    }
                }
            }
        }
    }

    /// Whether a slot has a value other than its default.
    fn is_written(&self, name: &str) -> bool {
        let (ir, ctx) = (self.ir(), self.ctx());
        let Some(attr) = ir.attr(self.op, name) else { return !self.operands(name).is_empty() };
        let default = ir.info(self.op).and_then(|i| i.attr(name)).and_then(|slot| ctx.default_attr(slot));
        default != Some(attr)
    }

    fn slot(&mut self, rule: &'static GrammarRule, name: &str) {
        let ir = self.ir();
        if ir.info(self.op).is_some_and(|info| info.operand_slot(name).is_some()) {
            let values = self.operands(name);
            return self.values(&values);
        }
        let Some(attr) = ir.attr(self.op, name) else { return };
        match rule.binds.iter().find(|b| b.0 == name) {
            Some((_, bind)) => self.bound(*bind, attr),
            None => match self.ctx().attr_kind(attr) {
                AttrKind::DenseArray { .. } => {
                    self.put("[");
                    self.integers(attr);
                    self.put("]");
                }
                _ => self.untyped_attr(attr),
            },
        }
    }

    fn integers(&mut self, attr: Attr) {
        let values = self.ctx().as_ints(attr).unwrap_or_default();
        self.p.text.list(&values, |t, v| t.number(v));
    }

    fn bound(&mut self, bind: Bind, attr: Attr) {
        let ctx = self.ctx();
        match bind {
            Bind::Int(_) => self.untyped_attr(attr),
            Bind::Ints(_) => self.integers(attr),
            Bind::Word => self.put(ctx.as_text(attr).unwrap_or_default()),
            Bind::SymbolName => {
                if let AttrKind::String { value, .. } = ctx.attr_kind(attr) {
                    self.symbol(*value);
                }
            }
            Bind::Enum(before, after) => {
                let text = super::attr_string(ctx, attr);
                let word = text.strip_prefix(before).and_then(|t| t.strip_suffix(after));
                self.put(word.unwrap_or(&text));
            }
            Bind::Flag(text) => self.put(text),
            Bind::Index(_, words) => {
                let word = ctx.as_i64(attr).and_then(|i| words.get(usize::try_from(i).ok()?)).copied();
                self.put(word.unwrap_or_default());
            }
            Bind::With(_, print) => self.put(&print(ctx, attr)),
        }
    }
}
