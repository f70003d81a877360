//! `--verify-diagnostics`: comments in a source say which diagnostics are expected where.
//!
//! ```text
//! // expected-error @+1 {{does not dominate}}
//! // expected-error-re @below {{found {{[0-9]+}} elements}}
//! ```
//!
//! Kinds are `error`, `warning`, `remark` and `note` (a second place of another diagnostic). The place is the comment's
//! own line; `@+N` and `@-N` lines from it; `@above` and `@below`, the nearest line without such a comment; `@unknown`,
//! no place in this source. The text must occur in the message, in front of which `[CODE]` counts as part of it.

use std::ops::Range;

use regex::Regex;

use crate::ir::{Context, Diagnostic, FileId, Severity, Span};

/// What is expected of a chunk of a source.
pub struct ExpectedDiagnostics {
    file: FileId,
    list: Vec<Expectation>,
    /// Comments that cannot be understood.
    malformed: Vec<Diagnostic>,
}

struct Expectation {
    kind: &'static str,
    /// The line; `None` for `@unknown`.
    line: Option<u32>,
    text: Text,
    written: String,
    span: Span,
    met: bool,
}

enum Text {
    Substring,
    Pattern(Box<Regex>),
}

/// A diagnostic, or a second place of one, as expectations see it.
struct Actual<'d> {
    kind: &'static str,
    span: Span,
    message: std::borrow::Cow<'d, str>,
}

const KINDS: [&str; 4] = ["error", "warning", "remark", "note"];

impl ExpectedDiagnostics {
    /// Reads the expectations in a chunk.
    pub fn read(ctx: &Context, file: FileId, chunk: Range<usize>) -> Self {
        let mut expected = ExpectedDiagnostics { file, list: Vec::new(), malformed: Vec::new() };
        let Some(source) = ctx.file(file) else { return expected };
        let mut offset = chunk.start;
        let first = source.line_col(offset as u32).0;
        let mut last_plain = first;
        // Expectations that wait for the next line without one.
        let mut waiting = Vec::new();
        for (number, line) in (first..).zip(source.text[chunk].split_inclusive('\n')) {
            let found = expected.read_line(line, offset, number, last_plain, &mut waiting);
            if !found {
                last_plain = number;
                waiting.drain(..).for_each(|index: usize| expected.list[index].line = Some(number));
            }
            offset += line.len();
        }
        expected
    }

    /// Reads the expectation on a line, and says whether there is one.
    fn read_line(
        &mut self,
        line: &str,
        offset: usize,
        number: u32,
        last_plain: u32,
        waiting: &mut Vec<usize>,
    ) -> bool {
        let Some((start, kind, is_pattern, rest)) = designator(line) else { return false };
        let span = Span::new(self.file, offset + start, offset + line.trim_end().len());
        let mut malformed = |message: String| self.malformed.push(Diagnostic::error(span, message));
        let (place, text) = match rest.split_once("{{") {
            Some((place, text)) => (place.trim(), text.trim_end()),
            None => {
                malformed("expected the text in `{{` and `}}`".into());
                return true;
            }
        };
        let Some(text) = text.strip_suffix("}}") else {
            malformed("expected `}}` at the end of the line".into());
            return true;
        };
        // The text is the end of the line, but for two braces and blanks.
        let text_at = line.trim_end().len() - "}}".len() - text.len();
        let line = match place {
            "" => Some(number),
            "@unknown" => None,
            "@above" => Some(last_plain),
            "@below" => {
                waiting.push(self.list.len());
                Some(number)
            }
            offset => match offset.strip_prefix('@').and_then(|n| n.parse::<i64>().ok()) {
                Some(distance) => u32::try_from(i64::from(number) + distance).ok(),
                None => {
                    malformed("expected `@+N`, `@-N`, `@above`, `@below` or `@unknown`".into());
                    return true;
                }
            },
        };
        let matcher = match is_pattern {
            false => Ok(Text::Substring),
            true => pattern(text).map(|regex| Text::Pattern(Box::new(regex))),
        };
        match matcher {
            Ok(matcher) => {
                let written = text.to_string();
                self.list.push(Expectation { kind, line, text: matcher, written, span, met: false });
            }
            Err((range, message)) => {
                let at = offset + text_at;
                let span = Span::new(self.file, at + range.start, at + range.end);
                self.malformed.push(Diagnostic::error(span, format!("invalid regex: {message}")));
            }
        }
        true
    }

    /// Compares with what was reported: the result is one error for each difference, none if all is as expected. What
    /// was reported and is not expected counts if `strict`.
    pub fn check(mut self, ctx: &Context, diagnostics: &[Diagnostic], strict: bool) -> Vec<Diagnostic> {
        let mut problems = std::mem::take(&mut self.malformed);
        for actual in diagnostics.iter().flat_map(actuals) {
            let line = (actual.span.file == self.file)
                .then(|| ctx.file(self.file).map(|file| file.line_col(actual.span.start).0))
                .flatten();
            let met = self
                .list
                .iter_mut()
                .find(|e| !e.met && e.kind == actual.kind && e.line == line && e.accepts(&actual.message));
            match met {
                Some(expectation) => expectation.met = true,
                None if !strict => {}
                None => {
                    let message = format!("unexpected {}: {}", actual.kind, actual.message);
                    problems.push(Diagnostic::error(actual.span, message));
                }
            }
        }
        for missing in self.list.iter().filter(|expectation| !expectation.met) {
            let message = format!("expected {} \"{}\" was not produced", missing.kind, missing.written);
            problems.push(Diagnostic::error(missing.span, message));
        }
        problems
    }
}

impl Expectation {
    fn accepts(&self, message: &str) -> bool {
        match &self.text {
            Text::Substring => message.contains(&self.written),
            Text::Pattern(regex) => regex.is_match(message),
        }
    }
}

/// Where an `expected-KIND[-re]` starts in a line, its kind, whether it is a pattern, and what follows.
fn designator(line: &str) -> Option<(usize, &'static str, bool, &str)> {
    let start = line.find("expected-")?;
    let rest = &line[start + "expected-".len()..];
    let kind = KINDS.into_iter().find(|kind| rest.starts_with(kind))?;
    let rest = &rest[kind.len()..];
    match rest.strip_prefix("-re") {
        Some(rest) => Some((start, kind, true, rest)),
        None => Some((start, kind, false, rest)),
    }
}

/// The regular expression for a text with expressions between `{{` and `}}`; or which part of the text is no
/// expression, and why.
fn pattern(text: &str) -> Result<Regex, (Range<usize>, String)> {
    let mut pattern = String::new();
    let mut at = 0;
    while let Some(open) = text[at..].find("{{") {
        let start = at + open + 2;
        let end = text[start..].find("}}").map_or(text.len(), |close| start + close);
        let expression = &text[start..end];
        if let Err(error) = Regex::new(expression) {
            return Err((start..end, reason(&error)));
        }
        pattern.push_str(&regex::escape(&text[at..at + open]));
        pattern.push_str(&format!("(?:{expression})"));
        at = (end + 2).min(text.len());
    }
    pattern.push_str(&regex::escape(&text[at..]));
    Regex::new(&pattern).map_err(|error| (0..text.len(), reason(&error)))
}

/// What is wrong, without the excerpt around it.
fn reason(error: &regex::Error) -> String {
    let text = error.to_string();
    let last = text.lines().last().unwrap_or_default();
    last.strip_prefix("error: ").unwrap_or(last).to_string()
}

fn actuals(diagnostic: &Diagnostic) -> impl Iterator<Item = Actual<'_>> {
    let kind = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Remark => "remark",
    };
    let message = match &diagnostic.code {
        Some(code) => format!("[{code}] {}", diagnostic.message).into(),
        None => diagnostic.message.as_str().into(),
    };
    let main = Actual { kind, span: diagnostic.primary.span, message };
    let notes = diagnostic.related.iter();
    std::iter::once(main).chain(notes.map(|n| Actual {
        kind: "note",
        span: n.span,
        message: n.message.as_str().into(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The problems found when errors are reported at the given (line, message) pairs; line 0 is no place.
    fn problems(text: &str, reported: &[(u32, &str)]) -> Vec<String> {
        let ctx = Context::new(&[]);
        let file = ctx.add_file("a.mlir", text);
        let source = ctx.file(file).expect("just added");
        let diagnostics: Vec<Diagnostic> = reported
            .iter()
            .map(|&(line, message)| match source.line_range(line) {
                Some(range) => Diagnostic::error(Span::new(file, range.start, range.end), message),
                None => Diagnostic::error(Span::NONE, message),
            })
            .collect();
        let expected = ExpectedDiagnostics::read(&ctx, file, 0..text.len());
        expected.check(&ctx, &diagnostics, true).into_iter().map(|problem| problem.message).collect()
    }

    const NONE: [&str; 0] = [];

    #[test]
    fn places() {
        let text = "\
one // expected-error {{here}}
// expected-error @+1 {{next}}
three
// expected-error @above {{three}}
// expected-error @below {{six}}
six
// expected-error @unknown {{nowhere}}
// expected-error @-2 {{minus}}
";
        let reported = [(1, "here"), (3, "next"), (3, "three"), (6, "six"), (0, "nowhere"), (6, "minus")];
        assert_eq!(problems(text, &reported), NONE);
    }

    #[test]
    fn differences_are_told() {
        let text = "// expected-error @+1 {{good}}\nx\n";
        assert_eq!(problems(text, &[]), ["expected error \"good\" was not produced"]);
        let found = problems(text, &[(1, "good")]);
        assert_eq!(found, ["unexpected error: good", "expected error \"good\" was not produced"]);
        assert_eq!(problems(text, &[(2, "good"), (2, "more")]), ["unexpected error: more"]);
        assert_eq!(problems("// expected-warning {{w}}\n", &[(1, "w")]).len(), 2);
    }

    #[test]
    fn patterns() {
        let text = "// expected-error-re {{found {{[0-9]+}} (elements)}}\n";
        assert_eq!(problems(text, &[(1, "found 12 (elements)")]), NONE);
        assert_eq!(problems(text, &[(1, "found x (elements)")]).len(), 2);
    }

    #[test]
    fn malformed_comments_are_errors() {
        assert_eq!(problems("// expected-error @here {{x}}\n", &[]).len(), 1);
        assert_eq!(problems("// expected-error x\n", &[]).len(), 1);
        let text = "// expected-error-re {{a{{[}}b}}\n";
        let ctx = Context::new(&[]);
        let file = ctx.add_file("a.mlir", text);
        let expected = ExpectedDiagnostics::read(&ctx, file, 0..text.len());
        let found = &expected.check(&ctx, &[], true)[0];
        assert_eq!(found.message, "invalid regex: unclosed character class");
        let Span { start, end, .. } = found.primary.span;
        assert_eq!(&text[start as usize..end as usize], "[");
    }

    #[test]
    fn notes_and_codes_count() {
        let ctx = Context::new(&[]);
        let text = "// expected-error {{[E1] bad}}\n// expected-note {{see}}\n";
        let file = ctx.add_file("a.mlir", text);
        let second = Span::new(file, 32, 33);
        let diagnostic = Diagnostic::error(Span::new(file, 0, 1), "bad").code("E1").note(second, "see here");
        let expected = ExpectedDiagnostics::read(&ctx, file, 0..text.len());
        assert!(expected.check(&ctx, &[diagnostic], true).is_empty());
    }
}
