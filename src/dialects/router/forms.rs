//! How stages are written (grammar/router.pest): the operands, the attributes, and the operands' types.

use pest_derive::Parser;

use crate::dialects::device::forms::OPERAND_TYPES;
use crate::ir::text::form::{Form, GrammarRule, Piece, run};

#[derive(Parser)]
#[grammar = "../grammar/base.pest"]
#[grammar = "../grammar/router.pest"]
struct Grammar;

macro_rules! stage {
    ($rule:ident, $print:literal) => {
        Form::new(&[
            Piece::Rule(GrammarRule {
                run: |text, found| run::<Grammar, _>(Rule::$rule, text, found),
                binds: &[],
                print: $print,
            }),
            Piece::AttrDict,
            Piece::Lit(":"),
            Piece::Custom(OPERAND_TYPES),
        ])
    };
}

pub static DST_SRC: Form = stage!(dst_src, "$dst, $src");
pub static GEMM: Form = stage!(gemm, "$logits, $x, $w{?bias: + $bias}");
pub static SOFTMAX_TERMS: Form = stage!(softmax_terms, "$negmax, $scale, $src{?dst:, softmax = $dst}");
pub static TOPK: Form = stage!(topk, "$values, $indices, $mirror, $src");
pub static NORM: Form = stage!(norm, "$dst, $scale, $src");
pub static ONE_HOT: Form = stage!(one_hot, "$dst, $src, $index, $scale{?negmax:, negmax = $negmax}");
pub static SCATTER: Form = stage!(scatter, "$dst, $chosen, $indices, $zero");
