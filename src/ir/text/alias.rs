//! Which attributes, types and locations get an alias (spec mlir_text.md, 3).
//!
//! Affine maps, integer sets, distinct attributes, locations inside attributes and tuples of more than 16 types always
//! do, and with debug information so does every location but `unknown`.

use rustc_hash::{FxHashMap, FxHashSet};

use super::printer::Printer;
use crate::ir::{Attr, AttrKind, Context, Loc, LocKind, OpId, Type, TypeKind, TypeParam, ValueId};

/// Tuples of more types than this get an alias.
const LONG_TUPLE: usize = 16;

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
    /// Locations of ops and block arguments, defined behind it.
    pub(super) late: Vec<Loc>,
}

/// Finds what needs an alias in a tree of ops, and names it.
pub(super) fn assign(printer: &mut Printer<'_, '_>, root: OpId) -> Aliases {
    let ir = printer.ir;
    let mut finder = Finder {
        ctx: ir.ctx,
        attrs: FxHashSet::default(),
        types: FxHashSet::default(),
        locs: FxHashMap::default(),
        early: Vec::new(),
        late: Vec::new(),
    };
    let debuginfo = printer.options.debuginfo;
    ir.walk(root, |ir, op| {
        let data = ir.op(op);
        // Properties of an unregistered op print in place.
        if let Some(props) = data.props.filter(|_| ir.info(op).is_some()) {
            finder.attr(props);
        }
        finder.attr(data.attrs);
        let value = |finder: &mut Finder<'_>, value: ValueId| finder.ty(ir.ty(value));
        ir.results(op).iter().for_each(|&v| value(&mut finder, v));
        for block in ir.regions(op).iter().flat_map(|&r| ir.blocks(r)) {
            ir.args(block).iter().for_each(|&v| value(&mut finder, v));
        }
        if debuginfo {
            for block in ir.regions(op).iter().flat_map(|&r| ir.blocks(r)) {
                ir.args(block).iter().for_each(|&v| finder.late_loc(ir.arg_loc(v)));
            }
            finder.late_loc(printer.real_location(data.loc, Some(op)));
        }
    });
    let mut aliases =
        Aliases { early: std::mem::take(&mut finder.early), late: std::mem::take(&mut finder.late) };
    if debuginfo {
        // A location that an early alias needs is among them already.
        let early: FxHashSet<Loc> = aliases
            .early
            .iter()
            .filter_map(|a| if let Aliased::Loc(l) = a { Some(*l) } else { None })
            .collect();
        aliases.late.retain(|l| !early.contains(l));
    }
    aliases.early.sort_by_key(|&aliased| (finder.depth(aliased), base_name(ir.ctx, aliased)));
    aliases.late.sort_by_key(|&loc| finder.depth(Aliased::Loc(loc)));
    let mut counts: FxHashMap<&'static str, usize> = FxHashMap::default();
    let mut name = |sigil: char, base: &'static str| {
        let count = counts.entry(base).or_insert(0);
        let number = if *count == 0 { String::new() } else { count.to_string() };
        *count += 1;
        format!("{sigil}{base}{number}")
    };
    for &aliased in &aliases.early {
        match aliased {
            Aliased::Attr(attr) => {
                printer.text.attr_aliases.insert(attr, name('#', base_name(ir.ctx, aliased)));
            }
            Aliased::Type(ty) => {
                printer.text.type_aliases.insert(ty, name('!', "tuple"));
            }
            Aliased::Loc(loc) => {
                printer.text.loc_aliases.insert(loc, name('#', "loc"));
            }
        }
    }
    for &loc in &aliases.late {
        printer.text.loc_aliases.insert(loc, name('#', "loc"));
    }
    aliases
}

/// The name of an alias, without its number.
fn base_name(ctx: &Context, aliased: Aliased) -> &'static str {
    match aliased {
        Aliased::Attr(attr) => match ctx.attr_kind(attr) {
            AttrKind::AffineMap(_) => "map",
            AttrKind::IntegerSet(_) => "set",
            _ => "distinct",
        },
        Aliased::Type(_) => "tuple",
        Aliased::Loc(_) => "loc",
    }
}

struct Finder<'c> {
    ctx: &'c Context,
    attrs: FxHashSet<Attr>,
    types: FxHashSet<Type>,
    /// Locations seen, with their depth: 0 if they are made of no other one.
    locs: FxHashMap<Loc, u32>,
    early: Vec<Aliased>,
    late: Vec<Loc>,
}

impl Finder<'_> {
    fn attr(&mut self, attr: Attr) {
        if self.attrs.insert(attr) {
            stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.attr_parts(attr));
        }
    }

    fn attr_parts(&mut self, attr: Attr) {
        match self.ctx.attr_kind(attr) {
            AttrKind::AffineMap(_) | AttrKind::IntegerSet(_) => self.early.push(Aliased::Attr(attr)),
            AttrKind::Distinct { attr: inner, .. } => {
                self.attr(*inner);
                if !matches!(self.ctx.attr_kind(*inner), AttrKind::Unit) {
                    self.early.push(Aliased::Attr(attr));
                }
            }
            AttrKind::Location(loc) => {
                let mut found = Vec::new();
                self.loc(*loc, &mut found);
                self.early.extend(found.into_iter().map(Aliased::Loc));
            }
            AttrKind::Array(items) => items.iter().for_each(|&a| self.attr(a)),
            AttrKind::Dict(entries) => entries.iter().for_each(|e| self.attr(e.1)),
            AttrKind::Type(ty) | AttrKind::Integer { ty, .. } | AttrKind::Float { ty, .. } => self.ty(*ty),
            AttrKind::Dense { ty, .. } | AttrKind::DenseResource { ty, .. } | AttrKind::Sparse { ty, .. } => {
                self.ty(*ty)
            }
            AttrKind::String { ty: Some(ty), .. } | AttrKind::Opaque { ty: Some(ty), .. } => self.ty(*ty),
            _ => {}
        }
    }

    fn ty(&mut self, ty: Type) {
        if self.types.insert(ty) {
            stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.type_parts(ty));
        }
    }

    fn type_parts(&mut self, ty: Type) {
        match self.ctx.kind(ty) {
            TypeKind::Complex(elem) | TypeKind::Vector { elem, .. } | TypeKind::UnrankedTensor { elem } => {
                self.ty(*elem)
            }
            TypeKind::Tuple(items) => {
                items.iter().for_each(|&t| self.ty(t));
                if items.len() > LONG_TUPLE {
                    self.early.push(Aliased::Type(ty));
                }
            }
            TypeKind::Function { inputs, results } => inputs.iter().chain(results).for_each(|&t| self.ty(t)),
            TypeKind::RankedTensor { elem, encoding, .. } => {
                self.ty(*elem);
                encoding.iter().for_each(|&a| self.attr(a));
            }
            TypeKind::MemRef { elem, layout, space, .. } => {
                self.ty(*elem);
                layout.iter().chain(space).for_each(|&a| self.attr(a));
            }
            TypeKind::UnrankedMemRef { elem, space } => {
                self.ty(*elem);
                space.iter().for_each(|&a| self.attr(a));
            }
            TypeKind::Dialect { params, .. } => {
                for param in params {
                    match param {
                        TypeParam::Shape(_, elem) => self.ty(*elem),
                        TypeParam::Attr(attr) => self.attr(*attr),
                        TypeParam::Keyword(_) => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn late_loc(&mut self, loc: Loc) {
        let mut found = std::mem::take(&mut self.late);
        self.loc(loc, &mut found);
        self.late = found;
    }

    /// Adds a location and, before it, those it is made of.
    fn loc(&mut self, loc: Loc, found: &mut Vec<Loc>) -> u32 {
        if let Some(&depth) = self.locs.get(&loc) {
            return depth;
        }
        let depth = stacker::maybe_grow(64 * 1024, 1024 * 1024, || match self.ctx.loc_kind(loc) {
            LocKind::Unknown | LocKind::Span | LocKind::FileLineCol { .. } => 0,
            LocKind::Name { child: Loc::UNKNOWN, .. } => 0,
            LocKind::Name { child, .. } => 1 + self.loc(*child, found),
            LocKind::CallSite { callee, caller } => {
                let callee = self.loc(*callee, found);
                1 + callee.max(self.loc(*caller, found))
            }
            LocKind::Fused { locs, metadata } => {
                metadata.iter().for_each(|&a| self.attr(a));
                1 + locs.iter().map(|&l| self.loc(l, found)).max().unwrap_or(0)
            }
        });
        self.locs.insert(loc, depth);
        found.push(loc);
        depth
    }

    /// How many levels of other aliases an alias is made of; those with fewer are defined first.
    fn depth(&self, aliased: Aliased) -> u32 {
        match aliased {
            Aliased::Loc(loc) => self.locs.get(&loc).copied().unwrap_or(0),
            Aliased::Attr(attr) => match self.ctx.attr_kind(attr) {
                AttrKind::Distinct { attr: inner, .. } => u32::from(!matches!(
                    self.ctx.attr_kind(*inner),
                    AttrKind::Unit
                        | AttrKind::Integer { .. }
                        | AttrKind::Float { .. }
                        | AttrKind::String { .. }
                )),
                _ => 0,
            },
            Aliased::Type(_) => 0,
        }
    }
}
