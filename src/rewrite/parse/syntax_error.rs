//! Syntax errors in terms of tokens: what was expected where reading stopped.

use pest::Parser as _;
use pest::error::InputLocation;

use crate::ir::{Diagnostic, FileId, Span};

use super::{Grammar, Rule};

/// The diagnostic for the text at `start`, which `rule` does not match. Parses once more with details switched on.
pub(super) fn diagnose(rule: Rule, file: FileId, text: &str, start: usize) -> Diagnostic {
    pest::set_error_detail(true);
    let result = Grammar::parse(rule, &text[start..]);
    pest::set_error_detail(false);
    let Err(error) = result else { return Diagnostic::error(Span::new(file, start, start), "syntax error") };
    let mut at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let mut expected: Vec<String> = Vec::new();
    if let Some(attempts) = error.parse_attempts() {
        let furthest = attempts.max_position;
        // Reading a reserved word to its end counts as an attempt there, but the word itself is what is wrong.
        let read = text.get(start + at..start + furthest).unwrap_or_default();
        let reserved = !read.is_empty() && token_at(read, 0) == read && token_at(text, start + at) == read;
        if furthest >= at && !reserved {
            at = furthest;
            for token in attempts.expected_tokens() {
                expected.extend(describe(&token.to_string()));
            }
        }
    }
    expected.sort();
    expected.dedup();
    let at = start + at;
    let found = token_at(text, at);
    let what = if found.is_empty() { "end of file".to_string() } else { format!("`{found}`") };
    let message = match expected.as_slice() {
        [] => format!("unexpected {what}"),
        [one] => format!("expected {one}, found {what}"),
        [first @ .., last] if first.len() < 8 => {
            format!("expected {} or {last}, found {what}", first.join(", "))
        }
        _ => format!("unexpected {what}"),
    };
    Diagnostic::error(Span::new(file, at, at + found.len()), message)
}

/// The word or character at an offset.
fn token_at(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    let word = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
    let len = if word > 0 { word } else { rest.chars().next().map_or(0, char::len_utf8) };
    &rest[..len]
}

/// How a token pest tried reads in a message; blanks and character classes say nothing to a person.
fn describe(token: &str) -> Option<String> {
    match token {
        "BUILTIN_RULE" | "_" => None,
        "%" => Some("a `%value`".to_string()),
        "$" => Some("a `$name`".to_string()),
        _ if token.trim().is_empty() || token == "//" || token.contains("..") && token.len() == 4 => None,
        _ => Some(format!("`{token}`")),
    }
}
