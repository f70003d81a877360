//! Tells the formats apart by their content.

use super::hlo_text::lexer::blanks;
use super::proto::wire;

/// Words that MLIR text starts with where HLO text would have the name of a computation.
const MLIR_WORDS: [&str; 2] = ["module", "builtin.module"];

/// Whether a file starts like HLO text: a module, a computation or an instruction.
pub fn is_hlo_text(content: &[u8]) -> bool {
    let at = blanks(content).unwrap_or(0);
    let rest = &content[at..];
    let start = usize::from(rest.starts_with(b"%"));
    let length =
        rest[start..].iter().take_while(|&&c| c.is_ascii_alphanumeric() || b"_.-".contains(&c)).count();
    let word = std::str::from_utf8(&rest[start..start + length]).unwrap_or_default();
    if ["HloModule", "ENTRY", "ROOT"].contains(&word) {
        return true;
    }
    let named =
        word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && !MLIR_WORDS.contains(&word);
    let behind = rest[start + length..].trim_ascii_start();
    match behind {
        [b'{' | b'(', ..] => named,
        // An instruction has a shape where an MLIR op has its name.
        [b'=', shape @ ..] => {
            let shape = shape.trim_ascii_start();
            let word = shape.iter().take_while(|c| c.is_ascii_alphanumeric()).count();
            named && (shape.starts_with(b"(") || word > 0 && matches!(shape.get(word), Some(b'[' | b'(')))
        }
        _ => false,
    }
}

/// Whether HLO text holds blanks and comments alone.
pub fn is_blank_hlo(text: &str) -> bool {
    blanks(text.as_bytes()) == Ok(text.len())
}

/// Whether a file starts like a serialized HloModuleProto, or like an HloProto, whose first field is one.
pub fn is_hlo_proto(content: &[u8]) -> bool {
    let is_module =
        |module: &[u8]| is_behind_name(first_field(module).map_or(module, |(_name, behind)| behind));
    is_module(content) || first_field(content).is_some_and(|(module, _)| is_module(module))
}

/// The content of field 1, which has to be first and to have a length, and what follows it.
fn first_field(content: &[u8]) -> Option<(&[u8], &[u8])> {
    const KEY: u8 = 1 << 3 | 2;
    let mut rest = content.strip_prefix(&[KEY])?;
    let length = usize::try_from(wire::varint(&mut rest)?).ok()?;
    Some((rest.get(..length).unwrap_or(rest), rest.get(length..).unwrap_or(&[])))
}

/// Whether a module goes on like this behind its name: with the entry computation's name or the computations. Their keys
/// are control characters, which no text has at such a place.
fn is_behind_name(content: &[u8]) -> bool {
    const ENTRY_NAME: u8 = 2 << 3 | 2;
    const COMPUTATIONS: u8 = 3 << 3 | 2;
    matches!(content, [ENTRY_NAME | COMPUTATIONS, ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_start_differently() {
        for hlo in [
            "HloModule m",
            "// c\n/* d */ HloModule m",
            "ENTRY e {",
            "%e (p: f32[]) -> f32[] {",
            "a {\n",
            "%x = f32[4]{0} negate(f32[4] y)",
            "ROOT x = (f32[]) tuple(f32[] y)",
        ] {
            assert!(is_hlo_text(hlo.as_bytes()), "{hlo}");
        }
        for mlir in [
            "module {",
            "module @m {",
            "builtin.module {",
            "func.func @f() {",
            "%0 = \"hlo.add\"(%1)",
            "%0 = hlo.add %a, %b : t",
            "\"builtin.module\"() ({",
            "#loc = loc(unknown)",
            "!t = i32",
            "",
            "// only a comment",
        ] {
            assert!(!is_hlo_text(mlir.as_bytes()), "{mlir}");
        }
        let long_name = [b"\x0a\x80\x01".as_slice(), &[b'm'; 128], b"\x12\x01e"].concat();
        for proto in [
            b"\x0a\x01m\x12\x01e".as_slice(),
            b"\x12\x01e",
            b"\x1a\x00",
            b"\x0a\x06\x0a\x01m\x12\x01e",
            &long_name,
        ] {
            assert!(is_hlo_proto(proto), "{proto:?}");
        }
        for text in [b"ab\0".as_slice(), b"\nmodule {\0}", b"\0", b"", b"\x0a", b"\x0a\x80"] {
            assert!(!is_hlo_proto(text), "{text:?}");
        }
        assert!(!is_hlo_proto(b"\nHloModule m, x={}\n"));
    }
}
