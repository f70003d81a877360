//! `builtin`: the module.

mod forms;

use super::constraints::{ANY, STRING};
use super::device;
use crate::ir::{Fault, Ir, OpId};

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
    }
}

/// A module may name the target it is compiled for.
fn module(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    device::target(ir, op).map(|_| ())
}
