//! The textual form: lexer, parser, printer, and the declarative forms of ops.

mod affine;
mod affine_expr;
mod alias;
mod extent;
mod float;
pub mod form;
mod form_parse;
mod form_print;
mod form_rule;
mod lexer;
mod parse_attr;
mod parse_dense;
mod parse_loc;
mod parse_op;
mod parse_region;
mod parse_type;
mod parser;
mod part_span;
mod print_attr;
mod print_names;
mod print_type;
mod printer;
mod readable;
mod resources;
mod scope;

pub use form::Form;
pub use parse_op::{ParseOptions, parse};
pub use parse_region::RegionArg;
pub use parser::{MAX_DEPTH, Parse, Parser, Reported};
pub use part_span::part_span;
pub use printer::{PrintOptions, attr_string, place_string, print, print_op, type_string};
pub use readable::Readable;
pub use scope::ValueUse;

use super::attributes::Attr;
use super::context::Context;
use super::diagnostics::{Diagnostic, Diagnostics, Span};
use super::types::Type;

/// Reads a whole text as one attribute. The error's span is a range of `text`, in no file.
pub fn parse_attr(ctx: &Context, text: &str) -> Result<Attr, Box<Diagnostic>> {
    parse_whole(ctx, text, |p| p.parse_attr())
}

/// Reads a whole text as one type. The error's span is a range of `text`, in no file.
pub fn parse_type(ctx: &Context, text: &str) -> Result<Type, Box<Diagnostic>> {
    parse_whole(ctx, text, |p| p.parse_type())
}

/// The text that the content of a file is. The error is a byte order mark in front of it, or shows what stands in front of the
/// first byte that is not UTF-8.
pub fn decode(ctx: &Context, name: &str, content: Vec<u8>) -> Result<String, Box<Diagnostic>> {
    const BYTE_ORDER_MARK: char = '\u{FEFF}';
    let text = String::from_utf8(content).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let mut shown = String::from_utf8_lossy(&error.as_bytes()[..at]).into_owned();
        shown.push(char::REPLACEMENT_CHARACTER);
        let span = Span::new(ctx.add_file(name, shown.as_str()), at, shown.len());
        let message = format!("'{name}' is not UTF-8: byte {at} is no part of a character");
        Box::new(Diagnostic::error(span, message))
    })?;
    if text.starts_with(BYTE_ORDER_MARK) {
        let span = Span::new(ctx.add_file(name, text), 0, BYTE_ORDER_MARK.len_utf8());
        let message = format!("'{name}' starts with a byte order mark (U+FEFF)");
        return Err(Box::new(
            Diagnostic::error(span, message).help("save the file as UTF-8 without a byte order mark"),
        ));
    }
    Ok(text)
}

fn parse_whole<T>(
    ctx: &Context,
    text: &str,
    step: impl FnOnce(&mut Parser<'_, '_>) -> Parse<T>,
) -> Result<T, Box<Diagnostic>> {
    let mut diagnostics = Diagnostics::new();
    let mut parser = Parser::new(ctx, Span::NONE.file, text, 0..text.len(), &mut diagnostics);
    let result = step(&mut parser).and_then(|value| parser.at_end().map(|()| value));
    result.map_err(|Reported| {
        let first = diagnostics.list.into_iter().next();
        Box::new(first.unwrap_or_else(|| Diagnostic::error(Span::NONE, "this text cannot be read")))
    })
}
