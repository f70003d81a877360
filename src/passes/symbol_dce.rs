//! `symbol-dce`: erases private symbols that nothing alive refers to.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Failed, Pass, PassContext, PassInfo};
use crate::ir::{Attr, AttrKind, Context, Ir, OpId, Str, Trait};

/// See the [module](self).
pub struct SymbolDce;

impl Pass for SymbolDce {
    fn info(&self) -> &'static PassInfo {
        &PassInfo {
            name: "symbol-dce",
            summary: "Erases private symbols that are not referred to",
            options: &[],
            anchor: Some("builtin.module"),
        }
    }

    fn run(&self, ir: &mut Ir<'_>, op: OpId, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        cx.statistics.add("symbols erased", erase_dead_symbols(ir, op));
        Ok(())
    }
}

/// Erases dead symbols in all symbol tables inside `root`; returns how many. References count by name, whatever table
/// they mean, so a symbol may survive its last use but never goes too early.
pub fn erase_dead_symbols(ir: &mut Ir<'_>, root: OpId) -> u64 {
    let mut private: FxHashMap<Str, Vec<OpId>> = FxHashMap::default();
    let mut pending = vec![root];
    let mut references = References::default();
    let mut alive: FxHashSet<Str> = FxHashSet::default();
    while let Some(op) = pending.pop() {
        let data = ir.op(op);
        for name in
            [Some(data.attrs), data.props].into_iter().flatten().flat_map(|a| references.of(ir.ctx, a))
        {
            if alive.insert(name) {
                pending.extend(private.remove(&name).unwrap_or_default());
            }
        }
        let is_table = ir.has_trait(op, Trait::SymbolTable);
        for &region in ir.regions(op) {
            for inner in ir.blocks(region).flat_map(|block| ir.block_ops(block)) {
                match ir.symbol_name(inner).map(|name| ir.ctx.str(name)) {
                    Some(name) if is_table && is_private(ir, inner) && !alive.contains(&name) => {
                        private.entry(name).or_default().push(inner);
                    }
                    _ => pending.push(inner),
                }
            }
        }
    }
    let dead: Vec<OpId> = private.into_values().flatten().collect();
    for &op in &dead {
        ir.erase(op);
    }
    dead.len() as u64
}

fn is_private(ir: &Ir<'_>, op: OpId) -> bool {
    ir.attr_text(op, "sym_visibility") == Some("private") && ir.results_unused(op)
}

/// The symbol names in attributes; each attribute is searched once.
#[derive(Default)]
struct References {
    known: FxHashMap<Attr, Vec<Str>>,
}

impl References {
    fn of(&mut self, ctx: &Context, attr: Attr) -> Vec<Str> {
        self.known.entry(attr).or_insert_with(|| symbol_names(ctx, attr)).clone()
    }
}

fn symbol_names(ctx: &Context, attr: Attr) -> Vec<Str> {
    let mut names = Vec::new();
    let mut pending = vec![attr];
    while let Some(attr) = pending.pop() {
        match ctx.attr_kind(attr) {
            AttrKind::SymbolRef { root, nested } => {
                names.push(*root);
                names.extend(nested);
            }
            AttrKind::Array(items) => pending.extend(items),
            AttrKind::Dict(entries) => pending.extend(entries.iter().map(|entry| entry.1)),
            _ => {}
        }
    }
    names
}
