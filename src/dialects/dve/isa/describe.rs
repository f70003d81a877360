//! The tables as text: an annotated listing of one bundle, and the reference of `docs/dve.md`.

use std::fmt::Write;

use super::check::{CHECKS, Origin};
use super::codec;
use super::layout::{FRAME, Field, Kind, LAYOUTS};
use super::opcode::{self, Doubt, OPCODES};
use super::print::{heading, value_text};
use super::{BUNDLE_BYTES, IsaLimits, decode};

/// Lists the fields of 64 bytes, one a line: offset, bytes, name, value, certainty, source. Also of bytes that do not
/// decode: the last line then names the check they fail.
pub fn describe(bytes: &[u8; BUNDLE_BYTES], limits: &IsaLimits) -> String {
    let mut text = String::new();
    let Some(op) = opcode::by_code(bytes[0]) else {
        return format!("{:#04x}: no known opcode\n", bytes[0]);
    };
    let _ = writeln!(text, "{}", heading(op));
    let mut fields: Vec<_> = FRAME.iter().chain(op.layout.fields).collect();
    fields.sort_by_key(|field| field.at);
    for field in fields {
        let raw = &bytes[usize::from(field.at)..][..field.width()];
        let value = match (field.kind, codec::read(op, field, bytes)) {
            (Kind::Fixed { .. } | Kind::CountOf(_), Ok(_)) => hex(raw),
            (_, Ok(value)) => value_text(field, &value),
            (_, Err(refusal)) => format!("{} (refused: {})", hex(raw), refusal.check.name),
        };
        let Field { name, at, certainty, source, .. } = field;
        let width = field.width();
        let _ = write!(text, "  {at:#04x} {width:>2}  {name:<18}  {value}  // {certainty:?}, {source}");
        if let Some(Doubt { certainty, source, why, .. }) = op.doubt(name) {
            let _ = write!(text, "; {certainty:?}, {source}: {why}");
        }
        text.push('\n');
    }
    if let Err(refusal) = decode(bytes, limits) {
        let _ = writeln!(text, "  refused: {refusal}");
    }
    text
}

/// Bytes as hexadecimal; a run of zeros as one `0`.
fn hex(bytes: &[u8]) -> String {
    if bytes.iter().all(|&byte| byte == 0) {
        return "0".to_owned();
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

/// The generated part of `docs/dve.md`: instructions, structs and checks as Markdown tables.
pub fn reference() -> String {
    let mut text = String::new();
    instructions(&mut text);
    structs(&mut text);
    checks(&mut text);
    text
}

fn instructions(text: &mut String) {
    text.push_str("## Instructions\n\n");
    text.push_str("| opcode | text | struct | engine | from | certainty | source | note |\n");
    text.push_str("|--|--|--|--|--|--|--|--|\n");
    for op in OPCODES {
        let _ = writeln!(
            text,
            "| {:#04x} | `{}` | {} | {:?} | {} | {:?} | {} | {} |",
            op.code,
            op.mnemonic,
            op.layout.name,
            op.engine,
            op.since.name(),
            op.certainty,
            op.source,
            op.note,
        );
    }
    text.push_str("\n### What is not known for sure\n\n| text | field | certainty | source | reading used |\n|--|--|--|--|--|\n");
    for op in OPCODES {
        for Doubt { field, certainty, source, why } in op.doubts {
            let _ = writeln!(text, "| `{}` | {field} | {certainty:?} | {source} | {why} |", op.mnemonic);
        }
    }
    text.push_str("\n### What each demands\n\n| text | field | must be | check |\n|--|--|--|--|\n");
    for op in OPCODES {
        for rule in op.rules {
            let (field, legal) = (rule.demand.field(), rule.demand.legal());
            let _ = writeln!(text, "| `{}` | {field} | {legal} | `{}` |", op.mnemonic, rule.check.name);
        }
    }
}

fn structs(text: &mut String) {
    text.push_str("\n## Structs\n\nByte 0 is the opcode.\n");
    for (name, fields) in
        std::iter::once(("Frame", FRAME)).chain(LAYOUTS.iter().map(|layout| (layout.name, layout.fields)))
    {
        let _ = writeln!(text, "\n### {name}\n\n| offset | bytes | field | kind | certainty | source |");
        text.push_str("|--|--|--|--|--|--|\n");
        for field in fields {
            let Field { name, at, certainty, source, .. } = field;
            let (width, kind) = (field.width(), kind_text(field.kind));
            let _ = writeln!(text, "| {at:#04x} | {width} | {name} | {kind} | {certainty:?} | {source} |");
        }
    }
}

fn checks(text: &mut String) {
    text.push_str("\n## Checks\n\n| check | name from | demands |\n|--|--|--|\n");
    for check in CHECKS {
        let origin = match check.origin {
            Origin::Isa => "the ISA",
            Origin::IsaFamily => "the ISA's family, ending ours",
            Origin::Ours => "here",
        };
        let _ = writeln!(text, "| `{}` | {origin} | {} |", check.name, check.what);
    }
}

fn kind_text(kind: Kind) -> String {
    match kind {
        Kind::Fixed { value, check, .. } => format!("{value:#04x} (`{}`)", check.name),
        Kind::Channels => "active partitions".to_owned(),
        Kind::Uint { width } => format!("u{}", 8 * u32::from(width)),
        Kind::I32 => "i32".to_owned(),
        Kind::F32 => "f32".to_owned(),
        Kind::Choice(names) => {
            names.iter().map(|(name, code)| format!("{code} {name}")).collect::<Vec<_>>().join(", ")
        }
        Kind::Dtype => "dtype tag".to_owned(),
        Kind::DtypeNibble { high } => format!("dtype tag, {} nibble", if high { "high" } else { "low" }),
        Kind::Alu => "ALU op".to_owned(),
        Kind::Pattern { rank, dtype, access } => format!("TENSOR{rank}D of {dtype}, {access:?}"),
        Kind::CountOf(name) => format!("u32, elements of {name}"),
        Kind::Scalar { selector } => format!("immediate, its source at {selector:#04x}"),
        Kind::Ramp => "DATA4D: base i32, 4 steps, 4 nums".to_owned(),
        Kind::Mask => "32 lane bytes".to_owned(),
    }
}
