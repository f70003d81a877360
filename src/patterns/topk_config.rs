//! How LegalizeTopK reads k from the text of `backend_config`: the C library's `strtol` in base 10, into an `int`
//! (spec passes.md §2): leading blanks and a sign are allowed, text behind the digits is ignored, no digits and values
//! outside of 32 bits are errors.

use std::ops::Range;

/// What the text of `backend_config` says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TopKConfig {
    /// A number, which ends at byte `end`.
    K {
        /// The number.
        value: i32,
        /// Where the ignored rest begins.
        end: usize,
    },
    /// No number: what is wrong, and the bytes to point at.
    Invalid {
        /// Completes the sentence "stoi: ...".
        problem: String,
        /// The bytes at fault.
        at: Range<usize>,
    },
}

impl TopKConfig {
    /// Reads the text of `backend_config`.
    pub fn parse(text: &str) -> TopKConfig {
        let invalid = |problem: String, at: Range<usize>| TopKConfig::Invalid { problem, at };
        if text.is_empty() {
            return invalid("backend_config is empty: expected k, a base-10 integer".into(), 0..0);
        }
        // The blanks of C's isspace.
        let blank = |c: u8| matches!(c, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c);
        let bytes = text.as_bytes();
        let start = bytes.iter().take_while(|&&c| blank(c)).count();
        if start == bytes.len() {
            return invalid("backend_config is blank: expected k, a base-10 integer".into(), 0..text.len());
        }
        if matches!(bytes[start], b'{' | b'[') {
            let problem =
                "backend_config is a dictionary or JSON: expected k alone, a base-10 integer".into();
            return invalid(problem, start..text.len());
        }
        let digits = start + usize::from(matches!(bytes[start], b'+' | b'-'));
        let end = digits + bytes[digits..].iter().take_while(|c| c.is_ascii_digit()).count();
        if end == digits {
            let problem = format!(
                "backend_config \"{text}\" does not start with digits: expected k, a base-10 integer"
            );
            return invalid(problem, start..text.len());
        }
        match text[start..end].trim_start_matches('+').parse::<i32>() {
            Ok(value) => TopKConfig::K { value, end },
            Err(_) => invalid(format!("k={} does not fit in 32 bits", &text[start..end]), start..end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn k(text: &str) -> Option<(i32, usize)> {
        match TopKConfig::parse(text) {
            TopKConfig::K { value, end } => Some((value, end)),
            TopKConfig::Invalid { .. } => None,
        }
    }

    fn fault(text: &str) -> Range<usize> {
        match TopKConfig::parse(text) {
            TopKConfig::Invalid { at, .. } => at,
            TopKConfig::K { value, .. } => panic!("read {value} from {text:?}"),
        }
    }

    #[test]
    fn reads_what_strtol_reads() {
        assert_eq!(k("8"), Some((8, 1)));
        assert_eq!(k(" \t\n+16"), Some((16, 6)));
        assert_eq!(k("-3"), Some((-3, 2)));
        assert_eq!(k("4xyz"), Some((4, 1)));
        assert_eq!(k("0x10"), Some((0, 1)));
        assert_eq!(k("007"), Some((7, 3)));
        assert_eq!(k("2147483647"), Some((i32::MAX, 10)));
        assert_eq!(k("-2147483648"), Some((i32::MIN, 11)));
        assert_eq!(k("8 "), Some((8, 1)));
    }

    #[test]
    fn points_at_what_it_cannot_read() {
        assert_eq!(fault(""), 0..0);
        assert_eq!(fault("  "), 0..2);
        assert_eq!(fault("abc"), 0..3);
        assert_eq!(fault(" -x"), 1..3);
        assert_eq!(fault("+"), 0..1);
        assert_eq!(fault("{k = 4}"), 0..7);
        assert_eq!(fault(" {\"k\": 4}"), 1..9);
        assert_eq!(fault("2147483648"), 0..10);
        assert_eq!(fault(" -2147483649z"), 1..12);
        assert_eq!(fault("99999999999999999999999999"), 0..26);
        assert_eq!(fault("\u{661}"), 0..2);
    }
}
