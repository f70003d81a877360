//! Which attributes, types and locations get an alias, and in which order aliases are defined (spec mlir_text.md, 3).
//!
//! Affine maps, integer sets, distinct attributes, locations and tuples of more than 16 types always do: locations of ops
//! and block arguments only with debug information. The order is mlir-opt's: by nesting, types first, by name, and
//! else as they are met. Aliases that only locations of ops need stand behind the module.
//!
//! What is used again and again inside of itself (`#b = [#a, #a]`, `#c = [#b, #b]`, ...) would be printed once for every
//! way to it. mlir-opt does so; here it gets an alias once its text is [`LONG`].

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::printer::Printer;
use crate::ir::{Attr, AttrKind, Context, Loc, LocKind, OpId, Type, TypeKind, TypeParam, ValueId};

/// Tuples of more types than this get an alias.
const LONG_TUPLE: usize = 16;

/// An attribute or type of more parts than this gets an alias when it is used a second time.
const LONG: u64 = 1 << 16;

/// What can have an alias.
#[derive(Clone, Copy)]
pub(super) enum Aliased {
    Attr(Attr),
    Type(Type),
    Loc(Loc),
}

/// The aliases of a module, inner ones in front of those that use them.
#[derive(Default)]
pub(super) struct Aliases {
    /// Defined in front of the module.
    pub(super) early: Vec<Aliased>,
    /// Defined behind it.
    pub(super) late: Vec<Aliased>,
}

/// Finds what needs an alias in a tree of ops, and names it.
pub(super) fn assign(printer: &mut Printer<'_, '_>, root: OpId) -> Aliases {
    let mut finder = Finder {
        ctx: printer.ir.ctx,
        found: Vec::new(),
        attrs: Table::default(),
        types: Table::default(),
        locs: Table::default(),
    };
    finder.ops(printer, root);
    let mut aliases = Aliases::default();
    let mut counts: FxHashMap<&'static str, usize> = FxHashMap::default();
    for index in finder.order() {
        let Found { what, name, late, .. } = finder.found[index];
        let base = name.unwrap_or_default();
        let count = counts.entry(base).or_insert(0);
        let number = if *count == 0 { String::new() } else { count.to_string() };
        *count += 1;
        let text = &mut printer.text;
        match what {
            Aliased::Attr(attr) => _ = text.attr_aliases.insert(attr, format!("#{base}{number}")),
            Aliased::Type(ty) => _ = text.type_aliases.insert(ty, format!("!{base}{number}")),
            Aliased::Loc(loc) => _ = text.loc_aliases.insert(loc, format!("#{base}{number}")),
        }
        if late { aliases.late.push(what) } else { aliases.early.push(what) }
    }
    aliases
}

/// The name of an alias, without its number; `None` for what prints in place.
fn base_name(ctx: &Context, what: Aliased) -> Option<&'static str> {
    match what {
        Aliased::Attr(attr) => match ctx.attr_kind(attr) {
            AttrKind::AffineMap(_) => Some("map"),
            AttrKind::IntegerSet(_) => Some("set"),
            AttrKind::Distinct { attr, .. } if !matches!(ctx.attr_kind(*attr), AttrKind::Unit) => {
                Some("distinct")
            }
            _ => None,
        },
        Aliased::Type(ty) => match ctx.kind(ty) {
            TypeKind::Tuple(items) if items.len() > LONG_TUPLE => Some("tuple"),
            _ => None,
        },
        Aliased::Loc(_) => Some("loc"),
    }
}

/// Something that has an alias, or parts that have one, or is long.
struct Found {
    what: Aliased,
    /// Name of its alias.
    name: Option<&'static str>,
    /// Whether only locations of ops need it.
    late: bool,
    /// Indices of its parts that were found, all of them smaller than its own.
    parts: SmallVec<[u32; 2]>,
    /// How many parts are printed with it, those with an alias not looked into.
    size: u64,
}

/// What is known of an attribute, type or location.
#[derive(Clone, Copy)]
enum Known {
    No,
    /// It prints in place, and so does every part of it; their number.
    Plain(u32),
    /// Index in what was found.
    At(u32),
}

/// What is known of interned things, by handle: handles are dense, and neighbours are used together.
#[derive(Default)]
struct Table(Vec<Known>);

impl Table {
    fn entry(&mut self, handle: usize) -> &mut Known {
        if handle >= self.0.len() {
            self.0.resize(handle + 1, Known::No);
        }
        &mut self.0[handle]
    }
}

struct Finder<'c> {
    ctx: &'c Context,
    /// Every part in front of what it is part of.
    found: Vec<Found>,
    attrs: Table,
    types: Table,
    locs: Table,
}

impl Finder<'_> {
    /// Visits ops as mlir-opt does: an op in its own form before its regions, in generic form after them.
    fn ops(&mut self, printer: &Printer<'_, '_>, root: OpId) {
        enum Step {
            Op(OpId),
            Parts(OpId),
            Arg(ValueId),
        }
        let (ir, options) = (printer.ir, printer.options);
        let mut stack = vec![Step::Op(root)];
        while let Some(step) = stack.pop() {
            match step {
                Step::Arg(value) => {
                    self.add(Aliased::Type(ir.ty(value)), false);
                    if options.debuginfo {
                        self.add(Aliased::Loc(ir.arg_loc(value)), false);
                    }
                }
                Step::Parts(op) => self.op_parts(printer, op),
                Step::Op(op) => {
                    if options.debuginfo {
                        self.add(Aliased::Loc(printer.real_location(ir.op(op).loc, Some(op))), true);
                    }
                    let generic = options.generic || ir.info(op).is_none_or(|info| info.form.is_none());
                    if generic && !ir.regions(op).is_empty() {
                        stack.push(Step::Parts(op));
                    } else {
                        self.op_parts(printer, op);
                    }
                    if options.skip_regions {
                        continue;
                    }
                    let start = stack.len();
                    for block in ir.regions(op).iter().flat_map(|&r| ir.blocks(r)) {
                        stack.extend(ir.args(block).iter().map(|&arg| Step::Arg(arg)));
                        stack.extend(ir.block_ops(block).map(Step::Op));
                    }
                    stack[start..].reverse();
                }
            }
        }
    }

    fn op_parts(&mut self, printer: &Printer<'_, '_>, op: OpId) {
        let ir = printer.ir;
        for &value in ir.results(op) {
            self.add(Aliased::Type(ir.ty(value)), false);
        }
        let data = ir.op(op);
        // Properties of an unregistered op print in place.
        if let Some(props) = data.props.filter(|_| ir.info(op).is_some()) {
            self.add(Aliased::Attr(props), false);
        }
        self.add(Aliased::Attr(data.attrs), false);
    }

    /// Adds something and its parts, unless it is known.
    fn add(&mut self, what: Aliased, late: bool) -> Known {
        // A location is the same thing as an attribute.
        let what = match what {
            Aliased::Attr(attr) => match self.ctx.attr_kind(attr) {
                AttrKind::Location(loc) => Aliased::Loc(*loc),
                _ => what,
            },
            _ => what,
        };
        let mut known = *self.known(what);
        if let Known::At(index) = known {
            if !late {
                self.needed_early(index);
            }
            self.used_again(index);
        }
        if let Known::No = known {
            known = self.look_into(what, late);
            *self.known(what) = known;
        }
        known
    }

    fn known(&mut self, what: Aliased) -> &mut Known {
        match what {
            Aliased::Attr(attr) => self.attrs.entry(attr.0 as usize),
            Aliased::Type(ty) => self.types.entry(ty.0 as usize),
            Aliased::Loc(loc) => self.locs.entry(loc.0 as usize),
        }
    }

    /// Adds the parts of something that is met for the first time, and itself if there is a reason to.
    fn look_into(&mut self, what: Aliased, late: bool) -> Known {
        let ctx = self.ctx;
        let (mut parts, mut size) = (SmallVec::new(), 1u64);
        let mut part = |part: Aliased| {
            let part_size = match self.add(part, late) {
                Known::No => 0,
                Known::Plain(size) => size.into(),
                Known::At(index) => {
                    parts.push(index);
                    match &self.found[index as usize] {
                        Found { name: Some(_), .. } => 1,
                        found => found.size,
                    }
                }
            };
            size = size.saturating_add(part_size);
        };
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match what {
            Aliased::Attr(attr) => attr_parts(ctx, attr, &mut part),
            Aliased::Type(ty) => type_parts(ctx, ty, &mut part),
            Aliased::Loc(loc) => loc_parts(ctx, loc, &mut part),
        });
        let name = base_name(ctx, what);
        match u32::try_from(size) {
            Ok(plain) if size <= LONG && name.is_none() && parts.is_empty() => Known::Plain(plain),
            _ => {
                self.found.push(Found { what, name, late, parts, size });
                Known::At(self.found.len() as u32 - 1)
            }
        }
    }

    /// It is needed in front of the module, and so are its parts.
    fn needed_early(&mut self, index: u32) {
        let mut stack = vec![index];
        while let Some(index) = stack.pop() {
            let found = &mut self.found[index as usize];
            if std::mem::replace(&mut found.late, false) {
                stack.extend(&found.parts);
            }
        }
    }

    fn used_again(&mut self, index: u32) {
        let found = &mut self.found[index as usize];
        if found.size > LONG && found.name.is_none() {
            found.name = Some(if matches!(found.what, Aliased::Type(_)) { "type" } else { "attr" });
        }
    }

    /// Indices of what has an alias, in the order of definition.
    fn order(&self) -> Vec<usize> {
        let mut depths = vec![0u32; self.found.len()];
        for (index, found) in self.found.iter().enumerate() {
            let inner = found.parts.iter().map(|&part| depths[part as usize]).max().unwrap_or(0);
            depths[index] = inner + u32::from(inner > 0 || found.name.is_some());
        }
        let mut order: Vec<usize> = (0..self.found.len()).filter(|&i| self.found[i].name.is_some()).collect();
        order.sort_by_key(|&index| {
            let found = &self.found[index];
            (depths[index], !matches!(found.what, Aliased::Type(_)), found.name)
        });
        order
    }
}

fn attr_parts(ctx: &Context, attr: Attr, part: &mut impl FnMut(Aliased)) {
    match ctx.attr_kind(attr) {
        AttrKind::Distinct { attr, .. } => part(Aliased::Attr(*attr)),
        AttrKind::Array(items) => items.iter().for_each(|&a| part(Aliased::Attr(a))),
        AttrKind::Dict(entries) => entries.iter().for_each(|e| part(Aliased::Attr(e.1))),
        AttrKind::Sparse { ty, .. }
        | AttrKind::Type(ty)
        | AttrKind::Integer { ty, .. }
        | AttrKind::Float { ty, .. }
        | AttrKind::Dense { ty, .. }
        | AttrKind::DenseResource { ty, .. }
        | AttrKind::String { ty: Some(ty), .. }
        | AttrKind::Opaque { ty: Some(ty), .. } => part(Aliased::Type(*ty)),
        _ => {}
    }
}

fn type_parts(ctx: &Context, ty: Type, part: &mut impl FnMut(Aliased)) {
    match ctx.kind(ty) {
        TypeKind::Complex(elem) | TypeKind::Vector { elem, .. } | TypeKind::UnrankedTensor { elem } => {
            part(Aliased::Type(*elem));
        }
        TypeKind::Tuple(items) => items.iter().for_each(|&t| part(Aliased::Type(t))),
        TypeKind::Function { inputs, results } => {
            inputs.iter().chain(results).for_each(|&t| part(Aliased::Type(t)));
        }
        TypeKind::RankedTensor { elem, encoding, .. } => {
            part(Aliased::Type(*elem));
            encoding.iter().for_each(|&a| part(Aliased::Attr(a)));
        }
        TypeKind::MemRef { elem, layout, space, .. } => {
            part(Aliased::Type(*elem));
            layout.iter().chain(space).for_each(|&a| part(Aliased::Attr(a)));
        }
        TypeKind::UnrankedMemRef { elem, space } => {
            part(Aliased::Type(*elem));
            space.iter().for_each(|&a| part(Aliased::Attr(a)));
        }
        TypeKind::Dialect { params, .. } => params.iter().for_each(|param| match param {
            TypeParam::Shape(_, elem) => part(Aliased::Type(*elem)),
            TypeParam::Attr(attr) => part(Aliased::Attr(*attr)),
            TypeParam::Keyword(_) => {}
        }),
        _ => {}
    }
}

fn loc_parts(ctx: &Context, loc: Loc, part: &mut impl FnMut(Aliased)) {
    match ctx.loc_kind(loc) {
        LocKind::Unknown | LocKind::Span | LocKind::FileLineCol { .. } => {}
        LocKind::Name { child: Loc::UNKNOWN, .. } => {}
        LocKind::Name { child, .. } => part(Aliased::Loc(*child)),
        LocKind::CallSite { callee, caller } => {
            part(Aliased::Loc(*callee));
            part(Aliased::Loc(*caller));
        }
        LocKind::Fused { locs, metadata } => {
            metadata.iter().for_each(|&a| part(Aliased::Attr(a)));
            locs.iter().for_each(|&l| part(Aliased::Loc(l)));
        }
    }
}
