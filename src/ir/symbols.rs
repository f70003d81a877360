//! Symbols: ops named by `sym_name` inside a symbol table op.

use rustc_hash::FxHashMap;

use super::intern::Str;
use super::module::{Ir, OpId};
use super::op_info::Trait;

impl Ir<'_> {
    /// The name an op defines as a symbol.
    pub fn symbol_name(&self, op: OpId) -> Option<&str> {
        self.attr_text(op, "sym_name")
    }

    /// The op with this symbol name directly inside `table`.
    pub fn lookup_symbol(&self, table: OpId, name: &str) -> Option<OpId> {
        let key = self.ctx.str(name);
        let known = |map: &FxHashMap<Str, OpId>| map.get(&key).copied();
        let remembered = self.symbol_cache.borrow().get(&table).and_then(known);
        // Symbols move, get other names and are erased after they were remembered.
        let stands = |op: &OpId| {
            self.is_live(*op) && self.parent_op(*op) == Some(table) && self.symbol_name(*op) == Some(name)
        };
        remembered.filter(stands).or_else(|| {
            let symbols = self.symbols(table);
            let found = known(&symbols);
            self.symbol_cache.borrow_mut().insert(table, symbols);
            found
        })
    }

    /// The nearest enclosing symbol table (`op` itself does not count).
    pub fn symbol_table(&self, op: OpId) -> Option<OpId> {
        std::iter::successors(self.parent_op(op), |&o| self.parent_op(o))
            .find(|&o| self.has_trait(o, Trait::SymbolTable))
    }

    /// The op that a flat symbol means at the place of `op`: one of the nearest table, as in MLIR; what is further out cannot be
    /// seen from inside a table.
    pub fn resolve_symbol(&self, op: OpId, name: &str) -> Option<OpId> {
        self.lookup_symbol(self.symbol_table(op)?, name)
    }

    /// All symbols of a table; of equal names the first wins.
    pub fn symbols(&self, table: OpId) -> FxHashMap<Str, OpId> {
        let mut map = FxHashMap::default();
        for op in self.body_ops(table) {
            if let Some(name) = self.symbol_name(op) {
                map.entry(self.ctx.str(name)).or_insert(op);
            }
        }
        map
    }

    /// A symbol name that is free in `table`: `base`, or `base_N` with the smallest N that is free.
    pub fn unique_symbol(&self, table: OpId, base: &str) -> String {
        let taken = self.symbols(table);
        let free = |name: &str| !taken.contains_key(&self.ctx.str(name));
        if free(base) {
            return base.to_string();
        }
        (0u64..).map(|n| format!("{base}_{n}")).find(|name| free(name)).unwrap_or_default()
    }
}
