//! The text form of `sdy` (grammar/sdy.pest): `sdy.mesh @mesh = <["x"=4]>`.

use crate::ir::text::Form;
use crate::ir::text::form::{Bind, GrammarRule, Piece, run};
use crate::ir::{Attr, AttrKind, Context};

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/base.pest"]
#[grammar = "../grammar/sdy.pest"]
struct Grammar;

pub(super) static MESH: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::mesh, text, found),
        binds: &[("sym_name", Bind::SymbolName), ("mesh", Bind::With(parse_mesh, print_mesh))],
        print: " $sym_name = $mesh",
    }),
    Piece::AttrDict,
]);

/// The word in front of the axes where the attribute stands alone: `#sdy.mesh<["x"=4]>`.
const MESH_ATTR: &str = "mesh";

fn parse_mesh(ctx: &Context, axes: &str) -> Result<Attr, String> {
    let body = ctx.str(&format!("{MESH_ATTR}{axes}"));
    Ok(ctx.attr(AttrKind::Opaque { dialect: ctx.str("sdy"), body, ty: None }))
}

fn print_mesh(ctx: &Context, mesh: Attr) -> String {
    match ctx.attr_kind(mesh) {
        AttrKind::Opaque { body, .. } => ctx.text(*body).trim_start_matches(MESH_ATTR).to_string(),
        _ => String::new(),
    }
}
