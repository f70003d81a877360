//! The formats that users of XLA have, and the `hlo` dialect: HLO text and serialized HloModuleProtos, read and written.

mod attributes;
mod build;
mod detect;
mod export;
mod fields;
mod hlo_text;
mod literal;
mod names;
mod opcodes;
mod proto;
mod shape;

use std::ops::Range;

use self::build::Builder;
pub use self::detect::{is_blank_hlo, is_hlo_proto, is_hlo_text};
pub use self::export::{HloOptions, print_hlo};
pub use self::proto::{ProtoSource, read_proto, write_proto};
use crate::ir::{Attr, Context, Diagnostics, FileId, Ir, Severity};

/// Adds an HLO text to the context: diagnostics will find parts of instructions in it.
pub fn add_hlo_file(ctx: &Context, name: impl Into<String>, text: impl Into<String>) -> FileId {
    ctx.add_foreign_file(name, text, hlo_text::locate::locate)
}

/// Reads a range of a source as HLO text. Everything wrong is reported; `None` if there is an error.
pub fn parse_hlo<'c>(
    ctx: &'c Context,
    file: FileId,
    range: Range<usize>,
    diagnostics: &mut Diagnostics,
) -> Option<Ir<'c>> {
    parse(ctx, file, range, Vec::new(), diagnostics)
}

/// Checks the syntax of HLO text (grammar/hlo_text.pest), and what needs no knowledge of names and opcodes. Everything wrong is
/// reported.
pub fn check_hlo_syntax(ctx: &Context, file: FileId, range: Range<usize>, diagnostics: &mut Diagnostics) {
    let src = ctx.file(file).map_or("", |source| source.text.as_str());
    hlo_text::parser::parse(ctx, file, src, range, diagnostics, &mut hlo_text::check::Ignore);
}

/// Builds the module of a proto. Everything wrong is reported; `None` if there is an error.
pub fn parse_proto<'c>(
    ctx: &'c Context,
    source: &ProtoSource,
    diagnostics: &mut Diagnostics,
) -> Option<Ir<'c>> {
    diagnostics.list.extend(source.diagnostics.iter().cloned());
    if source.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return None;
    }
    let length = ctx.file(source.file).map_or(0, |file| file.text.len());
    parse(ctx, source.file, 0..length, source.literals.clone(), diagnostics)
}

fn parse<'c>(
    ctx: &'c Context,
    file: FileId,
    range: Range<usize>,
    literals: Vec<Vec<Attr>>,
    diagnostics: &mut Diagnostics,
) -> Option<Ir<'c>> {
    let src = ctx.file(file).map_or("", |source| source.text.as_str());
    let mut found = Diagnostics::new();
    let mut builder = Builder::new(ctx, file, src, literals);
    hlo_text::parser::parse(ctx, file, src, range, &mut found, &mut builder);
    let ir = (!found.has_errors()).then(|| builder.finish(&mut found));
    diagnostics.list.append(&mut found.list);
    ir
}
