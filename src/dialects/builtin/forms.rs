//! The text forms of `builtin`.

use crate::ir::text::Form;
use crate::ir::text::form::{Bind, GrammarRule, OptionalGroup, Piece, run};

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/base.pest"]
#[grammar = "../grammar/builtin.pest"]
struct Grammar;

pub(super) static MODULE: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::module_name, text, found),
        binds: &[("sym_name", Bind::SymbolName)],
        print: "{?sym_name: $sym_name}",
    }),
    Piece::AttrDictWithKeyword,
    Piece::Region("body"),
])
.default_dialect("builtin");

pub(super) static CAST: Form = Form::new(&[
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
