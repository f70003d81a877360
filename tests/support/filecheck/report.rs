//! What a failed check prints: the directive with a caret, where the search started, the closest line, and the input.

use std::ops::Range;

use codespan_reporting::diagnostic::{Diagnostic, Label};
use codespan_reporting::files::SimpleFiles;
use codespan_reporting::term;

use super::Complaint;
use super::matcher::{Failure, Reason};
use super::text::{display, line_end};

/// Lines of the input shown before and after a place of interest.
const CONTEXT: usize = 5;
/// Lines of the input that are compared with a pattern that was not found.
const FUZZY_LINES: usize = 200;
/// A line less like the pattern than this is not offered as the intended one.
const FUZZY_RATIO: f32 = 0.5;

type Files = SimpleFiles<String, String>;

/// A text of one byte a character, and the file of the report that shows it.
struct Shown<'a> {
    file: usize,
    text: &'a str,
    shown: String,
}

impl<'a> Shown<'a> {
    fn add(files: &mut Files, name: &str, text: &'a str) -> Self {
        let shown = display(text).into_owned();
        Shown { file: files.add(name.to_string(), shown.clone()), text, shown }
    }

    /// The place in the shown text of a place in the text.
    fn offset(&self, at: usize) -> usize {
        if self.shown.len() == self.text.len() {
            return at;
        }
        let mut at = self.text[..at].chars().count();
        while !self.shown.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    fn range(&self, range: &Range<usize>) -> Range<usize> {
        self.offset(range.start)..self.offset(range.end)
    }
}

fn render(files: &Files, diagnostic: &Diagnostic<usize>) -> String {
    match term::emit_into_string(&term::Config::default(), files, diagnostic) {
        Ok(text) => text,
        Err(error) => format!("error: {} ({error})\n", diagnostic.message),
    }
}

/// Prints a problem of the check file.
pub fn complaint(name: &str, source: &str, complaint: &Complaint) -> String {
    let mut files = Files::new();
    let shown = Shown::add(&mut files, name, source);
    let mut diagnostic = Diagnostic::error().with_message(format!("{name}: {}", complaint.problem));
    if let Some(span) = &complaint.span {
        diagnostic = diagnostic.with_label(Label::primary(shown.file, shown.range(span)));
    }
    render(&files, &diagnostic)
}

/// Prints failures, one diagnostic each; the texts are given as (name, content).
pub fn failures(checks: (&str, &str), input: (&str, &str), failures: &[Failure]) -> String {
    if failures.is_empty() {
        return String::new();
    }
    let mut files = Files::new();
    let source = Shown::add(&mut files, checks.0, checks.1);
    let subject = Shown::add(&mut files, input.0, input.1);
    failures.iter().map(|failure| render(&files, &diagnose(&source, &subject, failure))).collect()
}

fn diagnose(source: &Shown, subject: &Shown, failure: &Failure) -> Diagnostic<usize> {
    let directive = failure.directive;
    let name = format!("{}{}", directive.prefix, directive.kind.suffix());
    let scan = || {
        Label::secondary(subject.file, subject.range(&(failure.from..failure.from)))
            .with_message("scanning from here")
    };
    let at = |range: &Range<usize>, what: &str| {
        Label::secondary(subject.file, subject.range(range)).with_message(what)
    };
    let mut labels = Vec::new();
    if let Some(span) = &directive.span {
        labels.push(Label::primary(source.file, source.range(span)));
    }
    let message = match &failure.reason {
        Reason::Missing => {
            labels.push(scan());
            if let Some(line) = closest_line(subject.text, source.text, failure) {
                labels.push(at(&line, "possible intended match here"));
            }
            format!("{name}: expected string not found in input")
        }
        Reason::Excluded(range) => {
            labels.push(at(range, "found here"));
            format!("{name}: excluded string found in input")
        }
        Reason::OnSameLine(range) => {
            labels.extend([scan(), at(range, "match here")]);
            format!("{name}: is on the same line as previous match")
        }
        Reason::NotNext(range) => {
            labels.extend([scan(), at(range, "match here")]);
            format!("{name}: is not on the line after the previous match")
        }
        Reason::NotSame(range) => {
            labels.extend([scan(), at(range, "match here")]);
            format!("{name}: is not on the same line as the previous match")
        }
        Reason::Undefined(variable) => format!("{name}: uses undefined variable \"{variable}\""),
        Reason::Engine(message) => format!("{name}: not supported by this checker: {message}"),
    };
    Diagnostic::error().with_message(message).with_labels(labels)
}

/// The line of the searched region that is most like the pattern.
fn closest_line(input: &str, source: &str, failure: &Failure) -> Option<Range<usize>> {
    let wanted = &source[failure.directive.span.clone()?];
    let mut best: Option<(f32, Range<usize>)> = None;
    let mut at = failure.from;
    for _ in 0..FUZZY_LINES {
        let end = line_end(input, at).min(failure.to);
        let line = input[at..end].trim_ascii();
        let start = end - input[at..end].trim_ascii_start().len();
        let ratio = similar::TextDiff::from_chars(wanted, line).ratio();
        if ratio >= FUZZY_RATIO && best.as_ref().is_none_or(|(other, _)| ratio > *other) {
            best = Some((ratio, start..start + line.len()));
        }
        at = end + 1;
        if at >= failure.to {
            break;
        }
    }
    best.map(|(_, line)| line)
}

/// The lines of the input around each failure, numbered; all of them if there is no failure.
pub fn dump(name: &str, input: &str, failures: &[Failure]) -> String {
    let line_of = |at: usize| input[..at].matches('\n').count();
    let interesting: Vec<usize> = failures
        .iter()
        .flat_map(|failure| {
            let found = match &failure.reason {
                Reason::Excluded(range)
                | Reason::OnSameLine(range)
                | Reason::NotNext(range)
                | Reason::NotSame(range) => range.start,
                Reason::Missing | Reason::Undefined(_) | Reason::Engine(_) => failure.from,
            };
            [line_of(failure.from), line_of(found)]
        })
        .collect();
    let mut out = format!("\nInput file: {name}\n<<<<<<\n");
    let mut skipped = false;
    let shown = display(input);
    for (number, line) in shown.lines().enumerate() {
        if interesting.is_empty()
            || interesting.iter().any(|&at| number + CONTEXT >= at && number <= at + CONTEXT)
        {
            out.push_str(&format!("{:>6}: {line}\n", number + 1));
            skipped = false;
        } else if !skipped {
            out.push_str("     ...\n");
            skipped = true;
        }
    }
    out.push_str(">>>>>>\n");
    out
}
