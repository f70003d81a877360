//! The resource section `{-# ... #-}` at the end of a file.

use super::lexer::Token;
use super::parser::{Parse, Parser};
use super::printer::{Printer, attr_string};
use crate::ir::{AttrKind, ResourceBlob, Str};

/// `{-# dialect_resources: {builtin: {key: "0x..."}}, external_resources: {owner: {key: value}} #-}`
pub(super) fn parse(p: &mut Parser<'_, '_>, blobs: &mut Vec<ResourceBlob>) -> Parse<()> {
    p.bump();
    loop {
        if !p.at(Token::BareId) {
            return p.error("expected identifier key in file metadata dictionary");
        }
        let (section, at) = (p.text(), p.offset());
        p.bump();
        p.expect(Token::Colon, "expected ':'")?;
        let external = match section {
            "dialect_resources" => false,
            "external_resources" => true,
            _ => {
                let message = format!("unknown key '{section}' in file metadata dictionary");
                return p.error_at(at..at + section.len(), message);
            }
        };
        p.expect(Token::LBrace, "expected '{'")?;
        p.list(Token::RBrace, "expected '}'", |p| {
            let start = p.start;
            let owner = key(p)?;
            let end = p.prev_end;
            p.expect(Token::Colon, "expected ':'")?;
            let name = p.ctx.text(owner);
            if !external && name != "builtin" && p.ctx.dialect(name).is_none() {
                let message = format!("dialect '{name}' is unknown");
                return p.error_at(start..end, message);
            }
            p.expect(Token::LBrace, "expected '{'")?;
            p.list(Token::RBrace, "expected '}'", |p| {
                let key = key(p)?;
                p.expect(Token::Colon, "expected ':'")?;
                let text = value(p, key, external)?;
                // Strings are written with the printer's escapes.
                let text = match text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
                    Some(body) if external => attr_string(p.ctx, p.ctx.attr(string_attr(p.unescape(body)))),
                    _ => text.to_string(),
                };
                blobs.push(ResourceBlob { owner, key, text: text.into(), external });
                Ok(())
            })
        })?;
        if !p.eat(Token::Comma) {
            return p.expect(Token::MetadataEnd, "expected '#-}' in file metadata");
        }
    }
}

fn string_attr(value: Str) -> AttrKind {
    AttrKind::String { value, ty: None }
}

fn key(p: &mut Parser<'_, '_>) -> Parse<Str> {
    p.resource_key()
}

/// A value as written; a dialect's is a blob.
fn value<'s>(p: &mut Parser<'s, '_>, key: Str, external: bool) -> Parse<&'s str> {
    let text = p.text();
    match p.tok {
        Token::String if external || is_blob(text) => {
            let alignment = if external { 1 } else { alignment(text) };
            if !alignment.is_power_of_two() {
                let key = p.ctx.text(key);
                return p.error(format!(
                    "expected hex string blob for key '{key}' to encode alignment in first 4 bytes, but got non-power-of-2 value: {alignment}"
                ));
            }
        }
        Token::BareId if external && matches!(text, "true" | "false") => {}
        _ if external => return p.expected("expected a resource value"),
        _ => {
            let hex = text.strip_prefix("\"0x").is_some();
            let alignment = if hex { " to encode alignment in first 4 bytes" } else { "" };
            let key = p.ctx.text(key);
            return p.error(format!("expected hex string blob for key '{key}'{alignment}"));
        }
    }
    p.bump();
    Ok(text)
}

/// `"0x"`, four bytes of alignment, then the data.
fn is_blob(text: &str) -> bool {
    text.strip_prefix("\"0x").and_then(|t| t.strip_suffix('"')).is_some_and(|digits| {
        digits.len() >= 8 && digits.len() % 2 == 0 && digits.bytes().all(|c| c.is_ascii_hexdigit())
    })
}

/// The alignment that a blob's first four bytes give.
fn alignment(blob: &str) -> u32 {
    u32::from_str_radix(&blob[3..11], 16).unwrap_or_default().swap_bytes()
}

/// The section: blobs that the module uses, in order of first use, and what is external.
pub(super) fn print(printer: &mut Printer<'_, '_>) {
    let blobs = &printer.ir.resources;
    if blobs.is_empty() {
        return;
    }
    let text = &mut printer.text;
    let used: Vec<&ResourceBlob> = text
        .resources_used
        .iter()
        .filter_map(|key| blobs.iter().rev().find(|b| !b.external && b.key == *key))
        .collect();
    let external: Vec<&ResourceBlob> = blobs.iter().filter(|b| b.external).collect();
    let limit = printer.options.elide_resources_longer_than;
    let fits = |blob: &&ResourceBlob| limit.is_none_or(|limit| blob.text.len() <= limit);
    let sections: Vec<_> = [("dialect_resources", used), ("external_resources", external)]
        .into_iter()
        .map(|(name, blobs)| (name, blobs.into_iter().filter(fits).collect::<Vec<_>>()))
        .filter(|s| !s.1.is_empty())
        .collect();
    if sections.is_empty() {
        return;
    }
    text.put("\n{-#\n");
    for (index, (section, blobs)) in sections.iter().enumerate() {
        text.put(if index > 0 { ",\n" } else { "" });
        text.put("  ");
        text.put(section);
        text.put(": {\n");
        for (index, group) in blobs.chunk_by(|a, b| a.owner == b.owner).enumerate() {
            text.put(if index > 0 { ",\n    " } else { "    " });
            text.key(group[0].owner);
            text.put(": {\n");
            for (index, blob) in group.iter().enumerate() {
                text.put(if index > 0 { ",\n      " } else { "      " });
                text.key(blob.key);
                text.put(": ");
                text.put(&blob.text);
            }
            text.put("\n    }");
        }
        text.put("\n  }");
    }
    text.put("\n#-}\n");
}
