//! How nki ops are written (grammar/nki.pest).

use pest_derive::Parser;

use crate::dialects::device::forms::{
    F32_VALUE, KERNEL as KERNEL_PIECE, OFFSET, OPERAND_TYPES, PAIRS, REVERSE,
};
use crate::ir::text::form::{Bind, Form, GrammarRule, Piece, run};

#[derive(Parser)]
#[grammar = "../grammar/base.pest"]
#[grammar = "../grammar/device.pest"]
#[grammar = "../grammar/nki.pest"]
struct Grammar;

macro_rules! rule {
    ($rule:ident, [$($bind:expr),* $(,)?], $print:literal) => {
        Piece::Rule(GrammarRule {
            run: |text, found| run::<Grammar, _>(Rule::$rule, text, found),
            binds: &[$($bind),*],
            print: $print,
        })
    };
}

/// A rule, the other attributes, and the types of the operands.
macro_rules! instruction {
    ($rule:ident, [$($bind:expr),* $(,)?], $print:literal) => {
        Form::new(&[
            rule!($rule, [$($bind),*], $print),
            Piece::AttrDict,
            Piece::Lit(":"),
            Piece::Custom(OPERAND_TYPES),
        ])
    };
}

pub static KERNEL: Form = Form::new(&[Piece::Custom(KERNEL_PIECE)]);

pub static CALL: Form = Form::new(&[
    rule!(call, [], "$callee($inputs)"),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::FunctionalType,
]);

pub static TOPK: Form =
    Form::new(&[rule!(topk, [], "$x, k = $k"), Piece::AttrDict, Piece::Lit(":"), Piece::FunctionalType]);

pub static CASCADED_MAX: Form =
    Form::new(&[rule!(operand_x, [], "$x"), Piece::AttrDict, Piece::Lit(":"), Piece::FunctionalType]);

pub static TOPK_REDUCE: Form = Form::new(&[
    rule!(topk_reduce, [], "$x, tokens = $tokens, k = $k"),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::FunctionalType,
]);

pub static ROUTER_TOPK: Form = Form::new(&[
    rule!(
        router_topk,
        [("act_fn", Bind::Word)],
        "$act_fn $x, $w{?w_bias: + $w_bias}, k = $k, x_hbm_layout = $x_hbm_layout"
    ),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::FunctionalType,
]);

pub static MASK: Form = Form::new(&[
    rule!(mask, [], "$affinities, $expert_index{?rank:, rank = $rank}"),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::FunctionalType,
]);

pub static ALLOC: Form = Form::new(&[Piece::AttrDict, Piece::Lit(":"), Piece::Type(&["tile"])]);

pub static VIEW: Form = Form::new(&[
    rule!(view, [("pattern", PAIRS), ("offset", OFFSET)], "$source$pattern{?offset:$offset}"),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::Type(&["source"]),
    Piece::Lit("->"),
    Piece::Type(&["view"]),
]);

pub static CORE: Form =
    Form::new(&[rule!(core, [], "$id"), Piece::AttrDictWithKeyword, Piece::Region("body")]);

pub static DMA: Form =
    instruction!(dma, [("indirect", Bind::Word)], "$dst, $src{?vector_offset:, $indirect $vector_offset}");
pub static DST_DATA: Form = instruction!(dst_data, [], "$dst, $data");
pub static DATA: Form = instruction!(data, [], "$data");
pub static MATMUL: Form = instruction!(matmul, [], "$dst, $stationary, $moving");
pub static ACTIVATION: Form = instruction!(
    activation,
    [("op", Bind::Word), ("bias_imm", F32_VALUE), ("scale_imm", F32_VALUE)],
    "$op $dst, $data{?bias:, bias = $bias}{?bias_imm:, bias = $bias_imm}\
     {?scale:, scale = $scale}{?scale_imm:, scale = $scale_imm}{?reduce_res:, reduce_res = $reduce_res}"
);
pub static TENSOR_REDUCE: Form =
    instruction!(tensor_reduce, [("op", Bind::Word)], "$op $dst, $data, axis = $axis");
pub static COPY_PREDICATED: Form = instruction!(copy_predicated, [], "$dst, $src, $predicate");
pub static AFFINE_SELECT: Form = instruction!(
    affine_select,
    [("cmp_op", Bind::Word), ("pattern", PAIRS), ("offset", OFFSET), ("on_false_value", F32_VALUE)],
    "$cmp_op $dst, $on_true_tile, $pattern{?offset:$offset}, else $on_false_value"
);
pub static DST_SRC: Form = instruction!(dst_src, [], "$dst, $src");
pub static DST: Form = instruction!(dst, [], "$dst");
pub static FIND_INDEX8: Form = instruction!(find_index8, [], "$dst, $data, $vals");
pub static MATCH_REPLACE8: Form =
    instruction!(match_replace8, [("imm", F32_VALUE)], "$dst, $data, $vals{?dst_idx:, $dst_idx}, imm = $imm");
pub static IOTA: Form =
    instruction!(iota, [("pattern", PAIRS), ("offset", OFFSET)], "$dst$pattern{?offset:$offset}");
pub static GATHER: Form = instruction!(gather, [], "$dst, $data, $indices");
pub static TENSOR_TENSOR: Form =
    instruction!(tensor_tensor, [("op", Bind::Word)], "$op $dst, $data1, $data2");
pub static TENSOR_SCALAR: Form = instruction!(
    tensor_scalar,
    [
        ("op0", Bind::Word),
        ("imm0", F32_VALUE),
        ("reverse0", REVERSE),
        ("op1", Bind::Word),
        ("imm1", F32_VALUE),
        ("reverse1", REVERSE),
    ],
    "$dst, $data, $reverse0$op0{?operand0: $operand0}{?imm0: $imm0}\
     {?op1:, $reverse1$op1}{?operand1: $operand1}{?imm1: $imm1}"
);
