//! `builtin`: the module.

use super::constraints::{ANY, STRING};
use crate::ir::text::form::{Bind, GrammarRule, OptionalGroup, Piece, run};
use crate::ir::text::Form;

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/base.pest"]
#[grammar = "../grammar/builtin.pest"]
struct Grammar;

static MODULE: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::module_name, text, found),
        binds: &[("sym_name", Bind::SymbolName)],
        print: "{?sym_name: $sym_name}",
    }),
    Piece::AttrDictWithKeyword,
    Piece::Region("body"),
])
.default_dialect("builtin");

static CAST: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::cast_inputs, text, found),
        binds: &[],
        print: "{?inputs: $inputs}",
    }),
    Piece::Optional(OptionalGroup {
        first: ":",
        present: |ir, op| ir.operand_count(op) > 0,
        pieces: &[Piece::Types("inputs")],
    }),
    Piece::Lit("to"),
    Piece::Types("outputs"),
    Piece::AttrDict,
]);

crate::dialect! {
    /// The module and what MLIR keeps next to it.
    dialect BUILTIN = "builtin", prefixes [], types [];

    /// A top-level container: a symbol table with one graph region.
    op Module = "module" () -> () {
        attrs { sym_name: STRING = optional, sym_visibility: STRING = optional }
        regions { body }
        traits [IsolatedFromAbove, SymbolTable, NoTerminator, SingleBlock, GraphRegion]
        form MODULE;
    }

    /// Casts between types that mean the same to someone.
    op UnrealizedConversionCast = "unrealized_conversion_cast" (inputs: ANY [Variadic]) -> (outputs: ANY [Variadic]) {
        traits [Pure]
        form CAST;
    }
}
