//! Literal attributes and types, which the IR's text parser reads.

use crate::ir::{Attr, Context, Diagnostic, Span, Type};

/// The attribute written in a range of a pattern file.
pub(super) fn parse_attr(ctx: &Context, span: Span) -> Result<Attr, Box<Diagnostic>> {
    let text = ctx.file(span.file).map_or("", |f| &f.text[span.start as usize..span.end as usize]);
    attr_from_text(ctx, text).ok_or_else(|| Box::new(Diagnostic::error(span, "expected an attribute")))
}

/// The type written in a range of a pattern file.
pub(super) fn parse_type(_: &Context, span: Span) -> Result<Type, Box<Diagnostic>> {
    Err(Box::new(Diagnostic::error(span, "expected a type")))
}

/// The attribute that a declaration gives as a default.
pub(super) fn attr_from_text(ctx: &Context, text: &str) -> Option<Attr> {
    let (value, width) = match text.split_once(" : i") {
        Some((value, width)) => (value, width.parse().ok()?),
        None => (text, 64),
    };
    match value.trim() {
        "true" => Some(ctx.bool_attr(true)),
        "false" => Some(ctx.bool_attr(false)),
        "unit" => Some(ctx.unit_attr()),
        v if v.starts_with('"') => Some(ctx.string_attr(v.trim_matches('"'))),
        v => Some(ctx.int_attr(v.parse().ok()?, width)),
    }
}

/// An attribute as text.
pub(super) fn attr_string(ctx: &Context, attr: Attr) -> String {
    match ctx.as_i64(attr) {
        Some(value) => value.to_string(),
        None => format!("{:?}", ctx.attr_kind(attr)),
    }
}
