//! Texts as FileCheck sees them: bytes, with blanks canonicalised.
//!
//! FileCheck works on bytes, the `regex` crate on characters. Every text is therefore held as Latin-1, one character a
//! byte: `.` then matches one byte, as in LLVM, and input that is not UTF-8 is no special case.

use std::borrow::Cow;

/// One character a byte.
pub fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// The bytes that [`latin1`] came from.
pub fn bytes(text: &str) -> Vec<u8> {
    // Every character is below 256 by construction.
    text.chars().map(|c| c as u8).collect()
}

/// The text as a person reads it: UTF-8 where it is UTF-8.
pub fn display(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    match String::from_utf8(bytes(text)) {
        Ok(readable) => Cow::Owned(readable),
        Err(_) => Cow::Borrowed(text),
    }
}

/// Drops the carriage return of every line break and, unless `strict`, turns every run of blanks into one space: what
/// LLVM does to the check file and to the input before anything else.
pub fn canonicalise(text: &str, strict: bool) -> String {
    let mut out = String::with_capacity(text.len() + 1);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' if chars.peek() == Some(&'\n') => {}
            ' ' | '\t' if !strict => {
                out.push(' ');
                while chars.next_if(|next| matches!(next, ' ' | '\t')).is_some() {}
            }
            other => out.push(other),
        }
    }
    out
}

/// The offset of the end of the line that holds `at`.
pub fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |found| at + found)
}

/// How many line breaks lie in `text`; `\r\n` and `\n\r` are one.
pub fn count_line_breaks(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut count = 0;
    while let Some(found) = bytes[at..].iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
        count += 1;
        let here = at + found;
        let paired = matches!(bytes.get(here + 1), Some(&next) if next != bytes[here] && matches!(next, b'\n' | b'\r'));
        at = here + 1 + usize::from(paired);
    }
    count
}
