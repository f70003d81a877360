//! Literal attributes and types between backquotes, which the IR's text parser reads.

use crate::ir::{Attr, Context, Diagnostic, Span, Type, text};

/// The attribute written in a range of a pattern file.
pub(super) fn parse_attr(ctx: &Context, span: Span) -> Result<Attr, Box<Diagnostic>> {
    text::parse_attr(ctx, source(ctx, span)).map_err(|d| relocate(*d, span))
}

/// The type written in a range of a pattern file.
pub(super) fn parse_type(ctx: &Context, span: Span) -> Result<Type, Box<Diagnostic>> {
    text::parse_type(ctx, source(ctx, span)).map_err(|d| relocate(*d, span))
}

fn source(ctx: &Context, span: Span) -> &str {
    ctx.file(span.file).map_or("", |f| &f.text[span.start as usize..span.end as usize])
}

/// Spans of literals are offsets into the literal; makes them offsets into the pattern file.
fn relocate(mut diagnostic: Diagnostic, literal: Span) -> Box<Diagnostic> {
    for label in std::iter::once(&mut diagnostic.primary).chain(&mut diagnostic.related) {
        let (start, end) = (literal.start + label.span.start, literal.start + label.span.end);
        label.span = Span { file: literal.file, start: start.min(literal.end), end: end.min(literal.end) };
    }
    Box::new(diagnostic)
}
