//! Diagnostics for people.

use std::collections::VecDeque;
use std::io::{IsTerminal, Write};

use codespan_reporting::diagnostic::{Diagnostic as Shown, Label as ShownLabel, Severity as ShownSeverity};
use codespan_reporting::term::{self, Styles, StylesWriter, termcolor};

use super::excerpt::Excerpts;
use super::json;
use crate::ir::{Context, Diagnostic, Severity};

/// How diagnostics are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum DiagnosticFormat {
    /// With the source line and the place underlined.
    #[default]
    Human,
    /// One JSON object a line.
    Json,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColorChoice {
    /// Whether to colour what goes to the standard error.
    pub fn on_stderr(self) -> bool {
        match self {
            ColorChoice::Auto => std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        }
    }
}

/// Writes diagnostics.
#[derive(Clone, Copy, Debug)]
pub struct Renderer {
    /// How.
    pub format: DiagnosticFormat,
    /// Whether with ANSI colours.
    pub color: bool,
}

impl Renderer {
    /// One diagnostic as text, with a final newline.
    pub fn render(&self, ctx: &Context, diagnostic: &Diagnostic) -> Vec<u8> {
        match self.format {
            DiagnosticFormat::Human => self.human(ctx, diagnostic),
            DiagnosticFormat::Json => json::render(ctx, diagnostic),
        }
    }

    /// Writes diagnostics in order. An output that cannot be written to is no reason to fail.
    pub fn write(&self, ctx: &Context, diagnostics: &[Diagnostic], out: &mut dyn Write) {
        for diagnostic in diagnostics {
            out.write_all(&self.render(ctx, diagnostic)).unwrap_or_default();
        }
    }

    fn human(&self, ctx: &Context, diagnostic: &Diagnostic) -> Vec<u8> {
        let labels = std::iter::once(&diagnostic.primary).chain(&diagnostic.related);
        let spans: Vec<_> = labels.map(|label| label.span).collect();
        let excerpts = Excerpts::new(ctx, &spans);
        let mut shown = Shown::new(severity(diagnostic.severity)).with_message(&diagnostic.message);
        shown.code = diagnostic.code.as_ref().map(|code| code.to_string());
        let mut notes = VecDeque::from(diagnostic.help.clone());
        notes.iter_mut().for_each(|note| *note = format!("help: {note}"));
        if let Some((file, range)) = excerpts.place(ctx, diagnostic.primary.span) {
            shown.labels.push(ShownLabel::primary(file, range).with_message(&diagnostic.primary.message));
        } else if !diagnostic.primary.message.is_empty() {
            notes.push_front(diagnostic.primary.message.clone());
        }
        for related in diagnostic.related.iter().rev() {
            match excerpts.place(ctx, related.span) {
                Some((file, range)) => {
                    shown.labels.push(ShownLabel::secondary(file, range).with_message(&related.message));
                }
                None => notes.push_front(format!("note: {}", related.message)),
            }
        }
        shown.notes = notes.into();
        let config = term::Config::default();
        let mut buffer = if self.color { termcolor::Buffer::ansi() } else { termcolor::Buffer::no_color() };
        let styles = Styles::default();
        let mut writer = StylesWriter::new(&mut buffer, &styles);
        if term::emit_to_write_style(&mut writer, &config, &excerpts, &shown).is_err() {
            // Without the source lines, then.
            return format!("{}\n", diagnostic.message).into_bytes();
        }
        let text = buffer.into_inner();
        tidy(if diagnostic.severity == Severity::Remark { headed_remark(text) } else { text })
    }
}

/// Codespan knows no remarks, and heads them `note`.
fn headed_remark(mut text: Vec<u8>) -> Vec<u8> {
    if let Some(at) = memchr::memmem::find(&text, b"note") {
        text.splice(at..at + "note".len(), *b"remark");
    }
    text
}

/// Drops the blanks at the end of lines and the empty line at the end of the text.
fn tidy(text: Vec<u8>) -> Vec<u8> {
    let mut tidy = Vec::with_capacity(text.len());
    for line in text.split(|&byte| byte == b'\n') {
        tidy.extend_from_slice(line.trim_ascii_end());
        tidy.push(b'\n');
    }
    while tidy.ends_with(b"\n\n") {
        tidy.pop();
    }
    tidy
}

fn severity(severity: Severity) -> ShownSeverity {
    match severity {
        Severity::Error => ShownSeverity::Error,
        Severity::Warning => ShownSeverity::Warning,
        Severity::Remark => ShownSeverity::Note,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Span;

    fn human(ctx: &Context, diagnostic: &Diagnostic) -> String {
        let renderer = Renderer { format: DiagnosticFormat::Human, color: false };
        String::from_utf8(renderer.render(ctx, diagnostic)).expect("sources are UTF-8")
    }

    #[test]
    fn places_are_underlined_with_code_and_help() {
        let ctx = Context::new(&[]);
        let file = ctx.add_file("a.mlir", "first\nsecond line\nthird\n\n\n\nseventh\n");
        let diagnostic = Diagnostic::error(Span::new(file, 13, 17), "is no good")
            .code("NCC_X001")
            .label("this one")
            .note(Span::new(file, 27, 34), "see here")
            .help("write something else");
        let expected = "\
error[NCC_X001]: is no good
  ┌─ a.mlir:2:8
  │
2 │ second line
  │        ^^^^ this one
  ·
7 │ seventh
  │ ------- see here
  │
  = help: write something else
";
        assert_eq!(human(&ctx, &diagnostic), expected);
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let ctx = Context::new(&[]);
        let text = format!("{}\u{e9}HERE{}", "x".repeat(5000), "y".repeat(5000));
        let file = ctx.add_file("dump.hlo", text);
        let text = human(&ctx, &Diagnostic::error(Span::new(file, 5002, 5006), "bad"));
        assert!(text.contains("┌─ dump.hlo:1:5003"), "{text}");
        assert!(text.contains("xxx\u{e9}HEREyyy"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() < 200), "{text}");
        let caret = text.lines().find(|line| line.contains('^')).expect("a caret line");
        let shown = text.lines().find(|line| line.contains("HERE")).expect("the source line");
        let column = |line: &str, what: &str| {
            line.chars().count() - line[line.find(what).unwrap_or(0)..].chars().count()
        };
        assert_eq!(column(caret, "^^^^"), column(shown, "HERE"));
    }

    #[test]
    fn a_span_of_many_lines_shows_its_first() {
        let ctx = Context::new(&[]);
        let file = ctx.add_file("a.mlir", "op {\n  inner\n}\n");
        let text = human(&ctx, &Diagnostic::warning(Span::new(file, 0, 14), "odd"));
        assert_eq!(text, "warning: odd\n  ┌─ a.mlir:1:1\n  │\n1 │ op {\n  │ ^^^^\n");
    }

    #[test]
    fn a_place_without_text_is_left_out() {
        let ctx = Context::new(&[]);
        let diagnostic = Diagnostic::error(Span::NONE, "no file").note(Span::NONE, "an aside");
        assert_eq!(human(&ctx, &diagnostic), "error: no file\n = note: an aside\n");
    }
}
