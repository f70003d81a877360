//! The resource section `{-# ... #-}` at the end of a file.

use super::lexer::Token;
use super::parser::{Parse, Parser};
use super::printer::Printer;
use crate::ir::{ResourceBlob, Str};

/// `{-# dialect_resources: {builtin: {key: "0x..."}}, external_resources: {owner: {key: value}} #-}`
pub(super) fn parse(p: &mut Parser<'_, '_>, blobs: &mut Vec<ResourceBlob>) -> Parse<()> {
    p.bump();
    loop {
        let external = match p.text() {
            "dialect_resources" => false,
            "external_resources" => true,
            _ => return p.expected("expected 'dialect_resources' or 'external_resources' in file metadata"),
        };
        p.bump();
        p.expect(Token::Colon, "expected ':'")?;
        p.expect(Token::LBrace, "expected '{'")?;
        p.list(Token::RBrace, "expected '}'", |p| {
            let start = p.start;
            let owner = key(p)?;
            let name = p.ctx.text(owner);
            if !external && name != "builtin" && p.ctx.dialect(name).is_none() {
                let message = format!("dialect '{name}' is unknown");
                return p.error_at(start..p.prev_end, message);
            }
            p.expect(Token::Colon, "expected ':'")?;
            p.expect(Token::LBrace, "expected '{'")?;
            p.list(Token::RBrace, "expected '}'", |p| {
                let key = key(p)?;
                p.expect(Token::Colon, "expected ':'")?;
                let text = value(p, external)?;
                blobs.push(ResourceBlob { owner, key, text: text.into(), external });
                Ok(())
            })
        })?;
        if !p.eat(Token::Comma) {
            return p.expect(Token::MetadataEnd, "expected '#-}' in file metadata");
        }
    }
}

fn key(p: &mut Parser<'_, '_>) -> Parse<Str> {
    p.resource_key()
}

/// A value as written; a dialect's is a blob.
fn value<'s>(p: &mut Parser<'s, '_>, external: bool) -> Parse<&'s str> {
    let text = p.text();
    match p.tok {
        Token::String if external || is_blob(text) => {}
        Token::String => return p.error("expected hex string blob for key: at least 4 bytes of alignment"),
        Token::BareId if external && matches!(text, "true" | "false") => {}
        _ => return p.expected("expected a resource value"),
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
    let sections: Vec<_> = [("dialect_resources", used), ("external_resources", external)]
        .into_iter()
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
