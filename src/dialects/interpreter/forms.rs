//! The text forms of `interpreter` (grammar/interpreter.pest).

use crate::ir::text::Form;
use crate::ir::text::form::{GrammarRule, Piece, run};

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/base.pest"]
#[grammar = "../grammar/interpreter.pest"]
struct Grammar;

macro_rules! on_operand {
    ($rule:ident, $print:literal) => {
        Form::new(&[
            Piece::Rule(GrammarRule {
                run: |text, found| run::<Grammar, _>(Rule::$rule, text, found),
                binds: &[],
                print: $print,
            }),
            Piece::AttrDict,
            Piece::Lit(":"),
            Piece::Type(&["operand", "result"]),
        ])
    };
}

/// `%a, probe_id = "name" : type`
pub(super) static PROBE: Form = on_operand!(probe, "$operand, probe_id = $probe_id");

/// `%a : type`
pub(super) static PRINT: Form = on_operand!(single, "$operand");
