//! Syntax errors in terms of tokens: what was expected where reading stopped.

use std::ops::Range;

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
    let at_name = expected.is_empty() && NAMED.contains(&last_word(&text[start..at])) && "%$".contains(found);
    let message = match expected.as_slice() {
        [] if at_name => format!("expected a name without `{found}`"),
        [] => format!("unexpected {what}"),
        [one] => format!("expected {one}, found {what}"),
        [first @ .., last] if first.len() < 8 => {
            format!("expected {} or {last}, found {what}", first.join(", "))
        }
        _ => format!("unexpected {what}"),
    };
    let diagnostic = Diagnostic::error(Span::new(file, at, at + found.len()), message);
    match bare_operands(&text[start..at]) {
        Some(op) => {
            let help =
                format!("the operands of an op stand in parentheses: {}(...)", &text[start..at][op.clone()]);
            diagnostic.note(Span::new(file, start + op.start, start + op.end), "this op has none").help(help)
        }
        None => diagnostic,
    }
}

/// The words behind which an item has its name.
const NAMED: &[&str] = &["enum", "judge", "pattern", "table", "template"];

fn last_word(text: &str) -> &str {
    text.split_ascii_whitespace().next_back().unwrap_or_default()
}

/// The last op in front of an error that is written as in a module, `hlo.add %x, %y`. Examples are written so, and come last.
fn bare_operands(read: &str) -> Option<Range<usize>> {
    let read = read.split("example").next().unwrap_or_default();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let mut ends = read.rmatch_indices(" %").map(|(at, _)| read[..at].trim_end_matches(' ').len());
    ends.find_map(|end| {
        let begin = read[..end].trim_end_matches(is_word).len();
        let name = &read[begin..end];
        let dotted = name.split('.').count() > 1 && name.split('.').all(|part| !part.is_empty());
        let is_op =
            dotted && !name.starts_with(|c: char| c.is_ascii_digit()) && !read[..begin].ends_with(['$', '%']);
        is_op.then_some(begin..end)
    })
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
