//! How dve ops are written (grammar/dve.pest): a bundle as its assembler text, or as its bytes where it has none.

use pest_derive::Parser;

use crate::dialects::device::forms::KERNEL as KERNEL_PIECE;
use crate::ir::text::attr_string;
use crate::ir::text::form::{Bind, Form, GrammarRule, Piece, run};
use crate::ir::{Attr, Context};
use crate::machine::Target;

use super::isa::{IsaLimits, assemble, decode, print};
use super::lower;

#[derive(Parser)]
#[grammar = "../grammar/dve_asm.pest"]
#[grammar = "../grammar/dve.pest"]
struct Grammar;

pub static PROGRAM: Form = Form::new(&[Piece::Custom(KERNEL_PIECE)]);

pub static CORE: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::core_form, text, found),
        binds: &[],
        print: "$id",
    }),
    Piece::AttrDictWithKeyword,
    Piece::Region("body"),
]);

pub static BUNDLE: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::bundle_form, text, found),
        binds: &[("bytes", Bind::With(bytes_of, bytes_text))],
        print: "$bytes",
    }),
    Piece::AttrDict,
]);

/// Text does not depend on the target: what any generation has can be written. The verifier knows the target.
fn widest() -> IsaLimits {
    lower::isa_limits(Target::Trn3.limits())
}

fn bytes_of(ctx: &Context, text: &str) -> Result<Attr, String> {
    if text.starts_with('"') {
        return crate::ir::text::parse_attr(ctx, text).map_err(|error| error.message);
    }
    match assemble(text, &widest()) {
        Ok(bundles) => match bundles.as_slice() {
            [bytes] => Ok(ctx.string_attr(&lower::hex(bytes))),
            _ => Err("expected one bundle".to_owned()),
        },
        Err(errors) => Err(errors.first().map_or_else(String::new, |error| error.message.clone())),
    }
}

/// Assembler text if it stands for exactly these digits, else the string.
fn bytes_text(ctx: &Context, attr: Attr) -> String {
    let digits = ctx.as_text(attr).unwrap_or_default();
    let bundle = lower::from_hex(digits)
        .ok()
        .filter(|bytes| lower::hex(bytes) == digits)
        .and_then(|bytes| decode(&bytes, &widest()).ok());
    bundle.map_or_else(|| attr_string(ctx, attr), |bundle| print(&bundle))
}
