//! `symbol-dce`: erases symbols that nobody outside sees and nothing alive refers to.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Failed, Pass, PassContext, PassInfo};
use crate::ir::{Attr, AttrKind, Context, Ir, OpId, Trait, WalkOrder};

/// See the [module](self).
pub struct SymbolDce;

impl Pass for SymbolDce {
    fn info(&self) -> &'static PassInfo {
        &PassInfo {
            name: "symbol-dce",
            summary: "Erases private and hidden symbols that are not referred to",
            options: &[],
            anchor: Some("builtin.module"),
        }
    }

    fn run(&self, ir: &mut Ir<'_>, op: OpId, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        cx.statistics.add("symbols erased", erase_dead_symbols(ir, op));
        Ok(())
    }
}

/// Erases dead symbols in all symbol tables inside `root`; returns how many, without those inside of others. As in MLIR a private symbol
/// is dead if nothing alive refers to it, and so is a nested one in a table that nobody outside of `root` sees. What the attributes of
/// `root` itself refer to stands outside of it.
pub fn erase_dead_symbols(ir: &mut Ir<'_>, root: OpId) -> u64 {
    let tables = Tables::of(ir, root);
    let alive = tables.live_symbols(ir, root);
    let symbols = tables.list.iter().flat_map(|&table| ir.body_ops(table)).filter(|&op| is_symbol(ir, op));
    let dead: Vec<OpId> = symbols.filter(|op| !alive.contains(op)).collect();
    let mut erased = 0;
    for op in dead {
        // The symbol that holds it may have taken it along.
        if ir.is_live(op) {
            ir.erase(op);
            erased += 1;
        }
    }
    erased
}

/// The symbol tables of an op, itself included, outer ones first.
struct Tables {
    list: Vec<OpId>,
    /// Those whose symbols nobody outside sees: private ones, those without a name, and all in them.
    hidden: FxHashSet<OpId>,
}

impl Tables {
    fn of(ir: &Ir<'_>, root: OpId) -> Tables {
        let mut tables = Tables { list: Vec::new(), hidden: FxHashSet::default() };
        for op in ir.collect(root, WalkOrder::Pre) {
            if !ir.has_trait(op, Trait::SymbolTable) {
                continue;
            }
            let around = ir.symbol_table(op);
            let hidden = match around {
                None => true,
                Some(_) if !is_symbol(ir, op) || visibility(ir, op) == Some(PRIVATE) => true,
                Some(outer) => tables.hidden.contains(&outer),
            };
            if hidden {
                tables.hidden.insert(op);
            }
            tables.list.push(op);
        }
        tables
    }

    /// Whether the symbol goes when nothing alive refers to it.
    fn is_discardable(&self, ir: &Ir<'_>, table: OpId, symbol: OpId) -> bool {
        let unseen = match visibility(ir, symbol) {
            Some(PRIVATE) => true,
            Some(NESTED) => self.hidden.contains(&table),
            _ => false,
        };
        unseen && ir.results_unused(symbol)
    }

    fn live_symbols(&self, ir: &Ir<'_>, root: OpId) -> FxHashSet<OpId> {
        let mut alive: FxHashSet<OpId> = FxHashSet::default();
        let mut references = References::default();
        let mut pending = vec![root];
        while let Some(op) = pending.pop() {
            let data = ir.op(op);
            let attrs = [Some(data.attrs), data.props].into_iter().flatten().filter(|_| op != root);
            for reference in attrs.flat_map(|attr| references.of(ir.ctx, attr)) {
                pending.extend(resolve(ir, op, reference).into_iter().filter(|&symbol| alive.insert(symbol)));
            }
            let is_table = ir.has_trait(op, Trait::SymbolTable);
            for inner in ir
                .regions(op)
                .iter()
                .flat_map(|&region| ir.blocks(region))
                .flat_map(|block| ir.block_ops(block))
            {
                let waits = is_table
                    && is_symbol(ir, inner)
                    && (self.is_discardable(ir, op, inner) || !alive.insert(inner));
                if !waits {
                    pending.push(inner);
                }
            }
        }
        alive
    }
}

/// The symbols on the way of a reference, or none if it leads nowhere.
fn resolve(ir: &Ir<'_>, from: OpId, reference: Attr) -> Vec<OpId> {
    let AttrKind::SymbolRef { root, nested } = ir.ctx.attr_kind(reference) else { return Vec::new() };
    let mut found: Vec<OpId> = ir.resolve_symbol(from, ir.ctx.text(*root)).into_iter().collect();
    for &name in nested {
        match found.last().and_then(|&table| ir.lookup_symbol(table, ir.ctx.text(name))) {
            Some(symbol) => found.push(symbol),
            None => return Vec::new(),
        }
    }
    found
}

const PRIVATE: &str = "private";
const NESTED: &str = "nested";

fn visibility<'a>(ir: &'a Ir<'_>, op: OpId) -> Option<&'a str> {
    ir.attr_text(op, "sym_visibility")
}

/// Whether an op defines a symbol; a module does if it has a name.
fn is_symbol(ir: &Ir<'_>, op: OpId) -> bool {
    ir.symbol_name(op).is_some() && (ir.has_trait(op, Trait::Symbol) || ir.has_trait(op, Trait::SymbolTable))
}

/// The symbol references in attributes; each attribute is searched once.
#[derive(Default)]
struct References {
    known: FxHashMap<Attr, Vec<Attr>>,
}

impl References {
    fn of(&mut self, ctx: &Context, attr: Attr) -> Vec<Attr> {
        self.known.entry(attr).or_insert_with(|| symbol_refs(ctx, attr)).clone()
    }
}

fn symbol_refs(ctx: &Context, attr: Attr) -> Vec<Attr> {
    let mut found = Vec::new();
    let mut pending = vec![attr];
    while let Some(attr) = pending.pop() {
        match ctx.attr_kind(attr) {
            AttrKind::SymbolRef { .. } => found.push(attr),
            AttrKind::Array(items) => pending.extend(items),
            AttrKind::Dict(entries) => pending.extend(entries.iter().map(|entry| entry.1)),
            _ => {}
        }
    }
    found
}
