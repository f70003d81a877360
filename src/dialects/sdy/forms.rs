//! The text forms of `sdy` (grammar/sdy.pest): `sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> : tensor<4x8xf32>`.

use crate::ir::text::form::{
    Bind, CustomPiece, GrammarRule, OpParser, OpPrinter, OptionalGroup, Piece, RunRule, run,
};
use crate::ir::text::{Form, Parse};
use crate::ir::{Attr, AttrKind, Constraint, Context};

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/base.pest"]
#[grammar = "../grammar/sdy.pest"]
struct Grammar;

/// Attributes that stand in an op without `#sdy` and what is in front of the brackets and behind them: how each is read and printed, and
/// the constraint that it is one, whatever form it was written in.
macro_rules! stripped {
    ($($bind:ident, $constraint:ident = $before:literal, $rule:ident, $after:literal, $description:literal;)*) => {$(
        const $bind: Bind = Bind::With(
            |ctx, text| attribute(ctx, $before, text, $after),
            |ctx, attr| inside(ctx, attr, $before, $after).unwrap_or_default().to_string(),
        );
        #[doc = $description]
        pub(super) static $constraint: Constraint<Attr> = Constraint {
            description: $description,
            check: |ctx, attr| {
                let text = inside(ctx, attr, $before, $after);
                text.is_some_and(|text| run::<Grammar, _>(Rule::$rule, text, &mut |_, _| {}).is_ok_and(|end| end == text.len()))
            },
        };
    )*};
}
stripped! {
    AXES, IS_MESH = "mesh", axes, "", "a mesh";
    SHARDING, IS_SHARDING = "sharding", sharding, "", "a sharding";
    SHARDINGS, ARE_SHARDINGS = "sharding_per_value<", shardings, ">", "a sharding for each value";
    MANUAL_AXES, ARE_MANUAL = "manual_axes", axis_list, "", "manual axes";
    AXIS_LIST, ARE_AXES = "axis_ref_list", axis_list, "", "axes";
    AXIS_LISTS, ARE_AXES_OF_DIMENSIONS = "list_of_axis_ref_lists", axis_lists, "", "axes for each dimension";
    MOVES, ARE_MOVES = "all_to_all_param_list", moves, "", "axes with the dimensions they go from and to";
}

/// The attribute of a text, on one line.
fn attribute(ctx: &Context, before: &str, text: &str, after: &str) -> Result<Attr, String> {
    let mut body = before.to_string();
    let mut quoted = false;
    for c in text.chars() {
        quoted ^= c == '"';
        match c {
            c if quoted || !c.is_ascii_whitespace() => body.push(c),
            _ if body.ends_with(' ') => {}
            _ => body.push(' '),
        }
    }
    body.push_str(after);
    Ok(ctx.attr(AttrKind::Opaque { dialect: ctx.str("sdy"), body: ctx.str(&body), ty: None }))
}

/// The text of an attribute, if it is one of this kind.
fn inside<'c>(ctx: &'c Context, attr: Attr, before: &str, after: &str) -> Option<&'c str> {
    match ctx.attr_kind(attr) {
        AttrKind::Opaque { dialect, body, ty: None } if ctx.text(*dialect) == "sdy" => {
            ctx.text(*body).strip_prefix(before)?.strip_suffix(after)
        }
        _ => None,
    }
}

const fn rule(run: RunRule, binds: &'static [(&'static str, Bind)], print: &'static str) -> Piece {
    Piece::Rule(GrammarRule { run, binds, print })
}

pub(super) static MESH: Form = Form::new(&[
    rule(
        |text, found| run::<Grammar, _>(Rule::mesh, text, found),
        &[("sym_name", Bind::SymbolName), ("mesh", AXES)],
        " $sym_name = $mesh",
    ),
    Piece::AttrDict,
]);

pub(super) static CONSTRAINED: Form = Form::new(&[
    rule(
        |text, found| run::<Grammar, _>(Rule::constrained, text, found),
        &[("sharding", SHARDING)],
        "$input $sharding",
    ),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::SameType,
]);

/// Which way shardings go, by number.
pub(super) const DIRECTIONS: &[&str] = &["NONE", "FORWARD", "BACKWARD", "BOTH"];

pub(super) static BARRIER: Form = Form::new(&[
    rule(
        |text, found| run::<Grammar, _>(Rule::barrier, text, found),
        &[("allowed_direction", Bind::Index(32, DIRECTIONS))],
        "$input allowed_direction=$allowed_direction",
    ),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::SameType,
]);

pub(super) static GROUP: Form = Form::new(&[
    rule(
        |text, found| run::<Grammar, _>(Rule::group, text, found),
        &[("group_id", Bind::Int(64))],
        "$input group_id=$group_id",
    ),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::Type(&["input"]),
]);

pub(super) static EDGE: Form = Form::new(&[
    rule(
        |text, found| run::<Grammar, _>(Rule::edge, text, found),
        &[("sharding", SHARDING)],
        "$input{?sharding: sharding=$sharding}",
    ),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::SameType,
]);

pub(super) static CONSTANT: Form = Form::new(&[Piece::AttrDict, Piece::TypedAttr("value", "output")]);

/// A collective: its axes in front of the tensor, the new sharding behind it.
macro_rules! collectives {
    ($($form:ident = $rule:ident, [$($axes:literal: $bind:expr)?], $print:literal;)*) => {$(
        pub(super) static $form: Form = Form::new(&[
            rule(
                |text, found| run::<Grammar, _>(Rule::$rule, text, found),
                &[$(($axes, $bind),)? ("out_sharding", SHARDING)],
                $print,
            ),
            Piece::AttrDict,
            Piece::Lit(":"),
            Piece::SameType,
        ]);
    )*};
}
collectives! {
    GATHER = gather, ["gathering_axes": AXIS_LISTS], "$gathering_axes $tensor out_sharding=$out_sharding";
    SLICE = slice, ["slicing_axes": AXIS_LISTS], "$slicing_axes $tensor out_sharding=$out_sharding";
    SCATTER = scatter, ["reduce_scatter_axes": AXIS_LISTS], "$reduce_scatter_axes $tensor out_sharding=$out_sharding";
    REDUCE = reduce, ["reduction_axes": AXIS_LIST], "$reduction_axes $tensor out_sharding=$out_sharding";
    EXCHANGE = exchange, ["params": MOVES], "$params $tensor out_sharding=$out_sharding";
    PERMUTE = permute, [], "$tensor out_sharding=$out_sharding";
}

pub(super) static MANUAL: Form = Form::new(&[
    rule(
        |text, found| run::<Grammar, _>(Rule::manual, text, found),
        &[("in_shardings", SHARDINGS), ("out_shardings", SHARDINGS), ("manual_axes", MANUAL_AXES)],
        "($tensors) in_shardings=$in_shardings out_shardings=$out_shardings manual_axes=$manual_axes",
    ),
    BODY,
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::FunctionalType,
]);

pub(super) static NAMED: Form = Form::new(&[
    rule(
        |text, found| run::<Grammar, _>(Rule::named, text, found),
        &[("in_shardings", SHARDINGS), ("out_shardings", SHARDINGS)],
        "<$name>($inputs){?in_shardings: in_shardings=$in_shardings}{?out_shardings: out_shardings=$out_shardings}",
    ),
    BODY,
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::FunctionalType,
]);

/// `(%a: type, ...) {...}`: a block whose label is left out.
const BODY: Piece = Piece::Custom(CustomPiece { attrs: &[], parse: parse_body, print: print_body });

fn parse_body(p: &mut OpParser<'_, '_, '_>) -> Parse<()> {
    let mut args = Vec::new();
    p.expect("(")?;
    p.list(")", |p| {
        args.push(p.region_arg()?);
        Ok(())
    })?;
    p.region("body", &args)
}

fn print_body(p: &mut OpPrinter<'_, '_, '_>) {
    let (ir, op) = (p.ir(), p.op);
    let Some(&body) = ir.regions(op).first() else { return };
    p.put(" (");
    for (index, &arg) in ir.entry_block(body).map_or(&[][..], |block| ir.args(block)).iter().enumerate() {
        p.put(if index > 0 { ", " } else { "" });
        p.block_arg_with(arg, None);
    }
    p.put(") ");
    p.region(body, false);
}

pub(super) static RETURN: Form = Form::new(&[
    Piece::AttrDict,
    rule(|text, found| run::<Grammar, _>(Rule::return_operands, text, found), &[], "{?results: $results}"),
    Piece::Optional(OptionalGroup {
        first: ":",
        present: |ir, op| ir.operand_count(op) > 0,
        pieces: &[Piece::Types("results")],
    }),
]);
