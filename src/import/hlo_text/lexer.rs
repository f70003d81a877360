//! The token level of HLO text (spec hlo_text.md §1). Tokens carry no text: the parser keeps their place in the source.

use logos::{Lexer, Logos};
use memchr::{memchr, memchr2, memmem};

/// A token. What HLO writes inside braces without a fixed grammar (literals, shardings, configurations) is taken as a
/// whole by the cursor and never becomes tokens.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::import) enum Token {
    /// A name without sigil, a keyword, an opcode, a primitive type.
    #[regex(r"[a-zA-Z_][a-zA-Z0-9_.\-]*")]
    Word,
    /// `%name`
    #[regex(r"%[a-zA-Z_][a-zA-Z0-9_.\-]*")]
    Name,
    #[regex(r"-?[0-9]+")]
    Integer,
    /// In double or single quotes.
    #[token("\"", |lexer| string(lexer, b'"'))]
    #[token("'", |lexer| string(lexer, b'\''))]
    String,
    #[token("(")]
    LParen,
    #[token(")")]
    RParen,
    #[token("{")]
    LBrace,
    #[token("}")]
    RBrace,
    #[token("[")]
    LSquare,
    #[token("]")]
    RSquare,
    #[token("=")]
    Equal,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("->")]
    Arrow,
    #[token("<=")]
    AtMost,
    #[token("?")]
    Question,
    #[token("*")]
    Star,
    #[token("#")]
    Hash,
    /// The end of the text.
    End,
    /// Bytes that begin no token.
    Invalid,
}

/// The next token; [`Token::End`] and [`Token::Invalid`] are made here.
#[inline]
pub(in crate::import) fn next(lexer: &mut Lexer<'_, Token>) -> Token {
    match blanks(lexer.remainder().as_bytes()) {
        Ok(length) => lexer.bump(length),
        // The comment without an end becomes the token at fault.
        Err(open) => lexer.bump(open),
    }
    match lexer.next() {
        Some(Ok(token)) => token,
        Some(Err(())) => Token::Invalid,
        None => Token::End,
    }
}

/// How many bytes of blanks and comments a text starts with. The error is where a block comment opens that never ends.
#[inline]
pub(in crate::import) fn blanks(bytes: &[u8]) -> Result<usize, usize> {
    let mut at = 0;
    loop {
        at += bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
        match bytes[at..] {
            [b'/', b'/', ..] => at += memchr(b'\n', &bytes[at..]).unwrap_or(bytes.len() - at),
            [b'/', b'*', ..] => at += 2 + memmem::find(&bytes[at + 2..], b"*/").ok_or(at)? + 2,
            _ => return Ok(at),
        }
    }
}

/// Consumes a string up to its closing quote; whether there is one. Escapes are C's.
fn string(lexer: &mut Lexer<'_, Token>, quote: u8) -> bool {
    match string_length(lexer.remainder().as_bytes(), quote) {
        Some(length) => {
            lexer.bump(length);
            true
        }
        None => false,
    }
}

/// Bytes of a string behind its opening quote, the closing one included.
pub(in crate::import) fn string_length(bytes: &[u8], quote: u8) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr2(quote, b'\\', &bytes[at..])?;
        if bytes[at] == quote {
            return Some(at + 1);
        }
        at += 2;
        if at > bytes.len() {
            return None;
        }
    }
}

/// The first byte that an escaped text stands for, and how many bytes spell it: C escapes, of which octal and
/// hexadecimal ones give a byte. A letter that is no escape stands for itself.
pub(in crate::import) fn unescape_step(text: &[u8]) -> (u8, usize) {
    let [b'\\', escape, rest @ ..] = text else { return (text.first().copied().unwrap_or(0), 1) };
    let digits = |radix: u32, most: usize, digits: &[u8]| {
        let count = digits.iter().take(most).take_while(|&&d| (d as char).is_digit(radix)).count();
        let value = digits[..count].iter().fold(0u32, |value, &d| value * radix + hex(d, radix));
        (value as u8, count)
    };
    match escape {
        b'n' => (b'\n', 2),
        b't' => (b'\t', 2),
        b'r' => (b'\r', 2),
        b'a' => (0x07, 2),
        b'b' => (0x08, 2),
        b'f' => (0x0c, 2),
        b'v' => (0x0b, 2),
        b'0'..=b'7' => {
            let (value, count) = digits(8, 3, &text[1..]);
            (value, 1 + count)
        }
        b'x' | b'X' if rest.first().is_some_and(u8::is_ascii_hexdigit) => {
            let (value, count) = digits(16, 2, rest);
            (value, 2 + count)
        }
        other => (*other, 2),
    }
}

fn hex(digit: u8, radix: u32) -> u32 {
    (digit as char).to_digit(radix).unwrap_or(0)
}

/// The bytes that the inside of a string stands for.
pub(in crate::import) fn unescaped(body: &str) -> Vec<u8> {
    let bytes = body.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let (byte, width) = unescape_step(&bytes[at..]);
        out.push(byte);
        at += width;
    }
    out
}

/// A string literal for these bytes, spelled as XLA prints them: what is not printable ASCII as octal escapes.
pub(in crate::import) fn quoted(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() + 2);
    out.push('"');
    for &byte in bytes {
        match byte {
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b'\r' => out.push_str("\\r"),
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\'' => out.push_str("\\'"),
            0x20..=0x7e => out.push(byte as char),
            other => out.push_str(&format!("\\{other:03o}")),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        let mut lexer = Token::lexer(text);
        std::iter::from_fn(|| Some(next(&mut lexer)).filter(|&token| token != Token::End)).collect()
    }

    #[test]
    fn comments_and_blanks_stand_between_tokens() {
        use Token::*;
        assert_eq!(tokens("a /* x\n */ -1 // b\r\n%c.d-e"), [Word, Integer, Name]);
        assert_eq!(tokens("f32[<=8,?]{1,0}")[..4], [Word, LSquare, AtMost, Integer]);
        assert_eq!(tokens("a /* b"), [Word, Invalid, Star, Word]);
        assert_eq!(tokens("-> - 'it\\'s' \"open"), [Arrow, Invalid, String, Invalid, Word]);
    }

    #[test]
    fn strings_have_the_escapes_of_c() {
        assert_eq!(unescaped(r#"a\tb\"c\x41\101\303\251\q"#), "a\tb\"cAA\u{e9}q".as_bytes());
        assert_eq!(quoted("é\"\\\n'".as_bytes()), r#""\303\251\"\\\n\'""#);
        let any: Vec<u8> = (0..=255).collect();
        let text = quoted(&any);
        assert_eq!(unescaped(&text[1..text.len() - 1]), any);
    }
}
