//! `builtin`: the module.

mod forms;

use super::constraints::{ANY, STRING, without_prefix};
use super::device;
use crate::ir::{Fault, Ir, OpId, Part, visibility};

crate::dialect! {
    /// The module and what MLIR keeps next to it.
    dialect BUILTIN = "builtin", prefixes [], types [];

    /// A top-level container: a symbol table with one graph region.
    op Module = "module" () -> () {
        attrs { sym_name: STRING = optional, sym_visibility: STRING = optional }
        regions { body }
        traits [IsolatedFromAbove, SymbolTable, NoTerminator, SingleBlock, GraphRegion]
        form forms::MODULE;
        verify module;
    }

    /// Casts between types that mean the same to someone.
    op UnrealizedConversionCast = "unrealized_conversion_cast" (inputs: ANY [Variadic]) -> (outputs: ANY [Variadic]) {
        traits [Pure]
        form forms::CAST;
        verify has_result;
    }
}

/// A module has no arguments, other attributes than its own belong to dialects, and it may be a symbol. It may name the
/// target it is compiled for.
fn module(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let region = ir.region(op, 0);
    if ir.entry_block(region).is_some_and(|entry| !ir.args(entry).is_empty()) {
        return Err(Fault { part: Part::Region(0), ..Fault::op("region should have no arguments") });
    }
    if let Some(name) = without_prefix(ir.ctx, ir.op(op).attrs) {
        let message = format!("can only contain attributes with dialect-prefixed names, found: '{name}'");
        return Err(Fault::attr(name, message));
    }
    visibility(ir, op)?;
    device::target(ir, op).map(|_| ())
}

fn has_result(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    match ir.results(op) {
        [] => Err(Fault::op("expected at least one result for cast operation")),
        _ => Ok(()),
    }
}
