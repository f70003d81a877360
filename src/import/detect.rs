//! Tells the formats apart by their content.

use super::hlo_text::lexer::blanks;

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

/// Whether a file starts like a serialized HloModuleProto: with the module's name and the entry's, or holds zero bytes.
pub fn is_hlo_proto(content: &[u8]) -> bool {
    const NAME: u8 = 1 << 3 | 2;
    const ENTRY_NAME: u8 = 2 << 3 | 2;
    let named = matches!(content, [NAME, length @ 0..=127, rest @ ..] if rest.get(usize::from(*length)) == Some(&ENTRY_NAME));
    named || memchr::memchr(0, content).is_some()
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
        assert!(is_hlo_proto(b"\x0a\x01m\x12\x01e") && is_hlo_proto(b"ab\0"));
        assert!(!is_hlo_proto(b"\nHloModule m, x={}\n"));
    }
}
