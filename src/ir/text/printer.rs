//! Ops as text, generic or in their own forms.

use std::io;

use rustc_hash::FxHashMap;
use slotmap::SecondaryMap;

use super::alias::{self, Aliased, Aliases};
use super::form_print::OpPrinter;
use super::print_attr::AttrPrinter;
use super::print_names::Name;
use crate::ir::{Attr, BlockId, Context, Ir, Loc, LocKind, OpId, RegionId, Str, Type, ValueId};

/// How ops are printed.
#[derive(Clone, Debug)]
pub struct PrintOptions {
    /// The generic form for every op.
    pub generic: bool,
    /// Locations.
    pub debuginfo: bool,
    /// Behind every op, in a comment, the place of the source text that it comes from.
    pub provenance: bool,
    /// Values are named as in the source where they had a name.
    pub ssa_names: bool,
    /// Elements attributes with more elements than this print as `dense_resource<__elided__>`.
    pub elide_larger_than: Option<usize>,
    /// Another dialect prefix for an op with this full name, such as `stablehlo` for `hlo.add`.
    pub prefix: Option<fn(&str) -> Option<&'static str>>,
    /// No aliases: every attribute, type and location is spelled out in place.
    pub no_aliases: bool,
    /// Numbers of values go on inside of ops that are isolated from above, so that no two values share one.
    pub unique_ssa_ids: bool,
    /// A value whose location is a name is called so.
    pub nameloc_as_prefix: bool,
    /// Regions print as `{...}`.
    pub skip_regions: bool,
    /// Values of the resource section whose text is longer than this are left out.
    pub elide_resources_longer_than: Option<usize>,
}

impl PrintOptions {
    /// The ops' own forms, and nothing else.
    pub const DEFAULT: PrintOptions = PrintOptions {
        generic: false,
        debuginfo: false,
        provenance: false,
        ssa_names: false,
        elide_larger_than: None,
        prefix: None,
        no_aliases: false,
        unique_ssa_ids: false,
        nameloc_as_prefix: false,
        skip_regions: false,
        elide_resources_longer_than: None,
    };
}

impl Default for PrintOptions {
    fn default() -> Self {
        PrintOptions::DEFAULT
    }
}

/// A module as text, written piece by piece.
pub fn print(ir: &Ir<'_>, options: &PrintOptions, sink: &mut dyn io::Write) -> io::Result<()> {
    let mut printer = Printer::new(ir, options, Some(sink));
    printer.number_values(ir.root());
    let aliases =
        if options.no_aliases { Aliases::default() } else { alias::assign(&mut printer, ir.root()) };
    for &aliased in &aliases.early {
        printer.definition(aliased);
    }
    printer.op(ir.root());
    printer.text.put("\n");
    for &aliased in &aliases.late {
        printer.definition(aliased);
    }
    super::resources::print(&mut printer);
    printer.flush();
    printer.failure.map_or(Ok(()), Err)
}

/// An op as text, without aliases.
pub fn print_op(ir: &Ir<'_>, op: OpId, options: &PrintOptions) -> String {
    let mut printer = Printer::new(ir, options, None);
    printer.number_values(op);
    printer.op(op);
    printer.text.into_string()
}

/// Where an op comes from, as it stands in `loc(...)`.
pub fn place_string(ir: &Ir<'_>, op: OpId) -> String {
    let mut printer = Printer::new(ir, &PrintOptions::DEFAULT, None);
    printer.place(op);
    printer.text.into_string()
}

/// An attribute as text.
pub fn attr_string(ctx: &Context, attr: Attr) -> String {
    let mut text = AttrPrinter::new(ctx);
    text.attr(attr);
    text.into_string()
}

/// A type as text.
pub fn type_string(ctx: &Context, ty: Type) -> String {
    let mut text = AttrPrinter::new(ctx);
    text.type_body(ty);
    text.into_string()
}

/// Bytes collected before they go to the sink.
const CHUNK: usize = 1 << 16;

pub(super) struct Printer<'a, 'c> {
    pub(super) ir: &'a Ir<'c>,
    pub(super) options: &'a PrintOptions,
    pub(super) text: AttrPrinter<'c>,
    sink: Option<&'a mut dyn io::Write>,
    failure: Option<io::Error>,
    pub(super) names: SecondaryMap<ValueId, Name>,
    /// Names in the source, or made from it.
    pub(super) hints: Vec<Str>,
    /// Numbers of the blocks in their regions.
    pub(super) blocks: SecondaryMap<BlockId, u32>,
    indent: usize,
    /// Dialects whose prefix is left out, by custom-form op around the current place.
    pub(super) default_dialects: Vec<&'static str>,
}

impl<'a, 'c> Printer<'a, 'c> {
    fn new(ir: &'a Ir<'c>, options: &'a PrintOptions, sink: Option<&'a mut dyn io::Write>) -> Self {
        let mut text = AttrPrinter::new(ir.ctx);
        text.elide_above = options.elide_larger_than;
        Printer {
            ir,
            options,
            text,
            sink,
            failure: None,
            names: SecondaryMap::new(),
            hints: Vec::new(),
            blocks: SecondaryMap::new(),
            indent: 0,
            default_dialects: vec!["builtin"],
        }
    }

    fn flush(&mut self) {
        if let Some(sink) = &mut self.sink {
            if self.failure.is_none()
                && let Err(error) = sink.write_all(&self.text.out)
            {
                self.failure = Some(error);
            }
            self.text.out.clear();
        }
    }

    // Ops

    pub(super) fn new_line(&mut self) {
        const BLANKS: &str = "                                                                ";
        if self.text.out.len() > CHUNK {
            self.flush();
        }
        self.text.put("\n");
        let mut rest = self.indent;
        while rest > 0 {
            let step = rest.min(BLANKS.len());
            self.text.put(&BLANKS[..step]);
            rest -= step;
        }
    }

    /// `results = op loc`
    pub(super) fn op(&mut self, op: OpId) {
        let count = self.ir.results(op).len();
        let mut index = 0;
        while index < count {
            let first = index;
            index += 1;
            while self.in_pack(op, index) {
                index += 1;
            }
            self.text.put(if first > 0 { ", " } else { "" });
            self.value_name(self.ir.result(op, first));
            if index - first > 1 {
                self.text.put(":");
                self.text.number((index - first) as i64);
            }
        }
        if count > 0 {
            self.text.put(" = ");
        }
        match self.ir.info(op).and_then(|info| info.form) {
            Some(form) if !self.options.generic => {
                let name = self.ir.name(op);
                let default = self.default_dialects.last().copied().unwrap_or("");
                let short = name
                    .strip_prefix(default)
                    .and_then(|n| n.strip_prefix('.'))
                    .filter(|_| !default.is_empty());
                match short {
                    Some(short) => self.text.put(short),
                    None => self.op_name(name),
                }
                self.default_dialects.push(form.default_dialect);
                OpPrinter::new(self, op, form).run();
                self.default_dialects.pop();
            }
            _ => self.generic_op(op),
        }
        self.trailing_location(self.ir.op(op).loc, Some(op));
        if self.options.provenance {
            self.text.put("  // ");
            self.place(op);
        }
    }

    /// An op's name with the prefix that is asked for.
    pub(super) fn op_name(&mut self, name: &str) {
        let prefix = self.options.prefix.and_then(|prefix| prefix(name));
        match prefix.zip(name.split_once('.')) {
            Some((prefix, (_, rest))) => {
                self.text.put(prefix);
                self.text.put(".");
                self.text.put(rest);
            }
            None => self.text.put(name),
        }
    }

    fn generic_op(&mut self, op: OpId) {
        let ir = self.ir;
        let name = ir.name(op);
        if name.bytes().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\')) {
            self.text.put("\"");
            self.op_name(name);
            self.text.put("\"");
        } else {
            self.text.string(ir.ctx.str(name));
        }
        self.text.put("(");
        for (index, value) in ir.operands(op).enumerate() {
            self.text.put(if index > 0 { ", " } else { "" });
            self.value(value);
        }
        self.text.put(")");
        let successors = ir.successors(op);
        if !successors.is_empty() {
            self.text.put("[");
            for (index, &block) in successors.iter().enumerate() {
                self.text.put(if index > 0 { ", " } else { "" });
                self.block_name(block);
            }
            self.text.put("]");
        }
        let data = ir.op(op);
        if let Some(props) = data.props.filter(|&p| p != ir.ctx.empty_dict() || ir.info(op).is_none()) {
            self.text.put(" <");
            self.text.attr(props);
            self.text.put(">");
        }
        if !ir.regions(op).is_empty() {
            self.text.put(" (");
            for (index, &region) in ir.regions(op).iter().enumerate() {
                self.text.put(if index > 0 { ", " } else { "" });
                self.region(region, true);
            }
            self.text.put(")");
        }
        if data.attrs != ir.ctx.empty_dict() {
            self.text.put(" {");
            self.text.entries(ir.ctx.dict_entries(data.attrs));
            self.text.put("}");
        }
        self.text.put(" : ");
        self.op_type(op);
    }

    /// `(operand types) -> result types`
    pub(super) fn op_type(&mut self, op: OpId) {
        let ir = self.ir;
        self.text.put("(");
        for (index, value) in ir.operands(op).enumerate() {
            self.text.put(if index > 0 { ", " } else { "" });
            self.text.ty(ir.ty(value));
        }
        self.text.put(") -> ");
        match ir.results(op) {
            [one] => self.text.result_types(&[ir.ty(*one)]),
            all => {
                self.text.put("(");
                self.text.list(all, |t, v| t.ty(ir.ty(v)));
                self.text.put(")");
            }
        }
    }

    /// `{ blocks }`; `entry_args` is whether the first block shows its arguments.
    pub(super) fn region(&mut self, region: RegionId, entry_args: bool) {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.region_body(region, entry_args));
    }

    fn region_body(&mut self, region: RegionId, entry_args: bool) {
        if self.options.skip_regions {
            self.text.put("{...}");
            return;
        }
        let ir = self.ir;
        self.text.put("{");
        self.indent += 2;
        let many = ir.has_many_blocks(region);
        let preds = many.then(|| self.predecessors(region));
        for (number, block) in ir.blocks(region).enumerate() {
            let args = ir.args(block);
            // A first block that nothing names, without arguments, needs no label, unless it is empty.
            let label = number > 0
                || entry_args && !args.is_empty()
                || ir.first_op(block).is_none() && (self.options.generic || many);
            if label {
                self.block_label(block, preds.as_ref().filter(|_| number > 0));
            }
            for op in ir.block_ops(block) {
                self.new_line();
                self.op(op);
            }
        }
        self.indent -= 2;
        self.new_line();
        self.text.put("}");
    }

    fn block_label(&mut self, block: BlockId, preds: Option<&FxHashMap<BlockId, Vec<BlockId>>>) {
        let ir = self.ir;
        self.indent -= 2;
        self.new_line();
        self.indent += 2;
        self.block_name(block);
        if !ir.args(block).is_empty() {
            self.text.put("(");
            for (index, &arg) in ir.args(block).iter().enumerate() {
                self.text.put(if index > 0 { ", " } else { "" });
                self.block_arg(arg);
            }
            self.text.put(")");
        }
        self.text.put(":");
        if let Some(preds) = preds {
            let preds = preds.get(&block).map_or(&[][..], Vec::as_slice);
            self.text.put("  // ");
            match preds {
                [] => self.text.put("no predecessors"),
                [_] => self.text.put("pred: "),
                many => {
                    self.text.number(many.len() as i64);
                    self.text.put(" preds: ");
                }
            }
            for (index, &pred) in preds.iter().enumerate() {
                self.text.put(if index > 0 { ", " } else { "" });
                self.block_name(pred);
            }
        }
    }

    /// `%name: type loc(...)`
    pub(super) fn block_arg(&mut self, arg: ValueId) {
        self.block_arg_with(arg, None);
    }

    /// `%name: type {attributes} loc(...)`
    pub(super) fn block_arg_with(&mut self, arg: ValueId, attrs: Option<Attr>) {
        self.value_name(arg);
        self.text.put(": ");
        self.text.ty(self.ir.ty(arg));
        if let Some(attrs) = attrs {
            self.text.put(" ");
            self.text.attr(attrs);
        }
        // As in MLIR, these stand in place.
        if self.options.debuginfo {
            self.text.put(" loc(");
            self.text.location_body(self.real_location(self.ir.arg_loc(arg), None));
            self.text.put(")");
        }
    }

    /// The blocks of a region that branch to each of its blocks, in order and once for every way.
    fn predecessors(&self, region: RegionId) -> FxHashMap<BlockId, Vec<BlockId>> {
        let mut preds: FxHashMap<BlockId, Vec<BlockId>> = FxHashMap::default();
        for block in self.ir.blocks(region) {
            let successors = self.ir.last_op(block).map_or(&[][..], |op| self.ir.successors(op));
            for &successor in successors {
                preds.entry(successor).or_default().push(block);
            }
        }
        preds
    }

    // Locations

    /// ` loc(...)` if locations are asked for.
    fn trailing_location(&mut self, loc: Loc, op: Option<OpId>) {
        if !self.options.debuginfo {
            return;
        }
        let loc = self.real_location(loc, op);
        self.text.put(" ");
        match self.text.loc_aliases.get(&loc) {
            Some(alias) => {
                let alias = format!("loc({alias})");
                self.text.put(&alias);
            }
            None => self.text.location(loc),
        }
    }

    /// Where an op comes from, without `loc(...)`.
    fn place(&mut self, op: OpId) {
        self.text.location_body(self.real_location(self.ir.op(op).loc, Some(op)));
    }

    /// The place an op stands at, if its location is its span.
    pub(super) fn real_location(&self, loc: Loc, op: Option<OpId>) -> Loc {
        let ctx = self.ir.ctx;
        match (loc, op) {
            (Loc::SPAN, Some(op)) => {
                let span = self.ir.op(op).span;
                let Some(file) = ctx.file(span.file) else { return Loc::UNKNOWN };
                let (line, col) = file.line_col(span.start);
                ctx.loc(LocKind::FileLineCol {
                    file: ctx.str(&file.name),
                    line,
                    col,
                    end_line: line,
                    end_col: col,
                })
            }
            (Loc::SPAN, None) => Loc::UNKNOWN,
            (loc, _) => loc,
        }
    }

    /// `#name = ...`
    fn definition(&mut self, aliased: Aliased) {
        if self.text.out.len() > CHUNK {
            self.flush();
        }
        match aliased {
            Aliased::Attr(attr) => {
                let alias = format!("{} = ", self.text.attr_aliases[&attr]);
                self.text.put(&alias);
                self.text.attr_body(attr, true);
            }
            Aliased::Type(ty) => {
                let alias = format!("{} = ", self.text.type_aliases[&ty]);
                self.text.put(&alias);
                self.text.type_body(ty);
            }
            Aliased::Loc(loc) => {
                let alias = format!("{} = loc(", self.text.loc_aliases[&loc]);
                self.text.put(&alias);
                self.text.location_body(loc);
                self.text.put(")");
            }
        }
        self.text.put("\n");
    }
}
