//! Examples inside of patterns, which are its tests.

use crate::ir::text::{ParseOptions, PrintOptions};
use crate::ir::{Context, Diagnostic, Diagnostics, Ir, Severity, Span};

use super::ast::{Expected, Item};
use super::driver::{Config, apply_some};
use super::structure::structure;
use super::{Options, PatternSet, ast};

/// An example of a pattern.
pub struct Example {
    /// Name of the pattern.
    pub pattern: String,
    /// Its place in the pattern file.
    pub span: Span,
    source: ast::Example,
}

/// An example that came out as expected.
pub struct Ran<'c> {
    /// The module before the rewrite.
    pub before: Ir<'c>,
    /// The module after it.
    pub after: Ir<'c>,
    /// Whether both must compute the same: the pattern was expected to fire, and not to report an error.
    pub comparable: bool,
}

/// The examples of all patterns.
pub(super) fn collect(items: &[Item]) -> Vec<Example> {
    let patterns = items.iter().filter_map(|item| if let Item::Pattern(p) = item { Some(p) } else { None });
    patterns
        .flat_map(|p| {
            p.examples.iter().map(|source| Example {
                pattern: p.name.text.clone(),
                span: source.span,
                source: source.clone(),
            })
        })
        .collect()
}

impl Example {
    /// Reads and verifies what stands in the example, without running it. The error is at its place in the pattern file.
    pub fn check(&self, ctx: &Context) -> Result<(), Box<Diagnostic>> {
        self.module(ctx, self.source.before)?;
        match self.source.expected {
            Expected::Body(after) => self.module(ctx, after).map(drop),
            _ => Ok(()),
        }
    }

    /// Applies the example's pattern, and it alone, to the text before. Dead ops are erased. The error says what came
    /// out otherwise than expected, at its place in the pattern file.
    pub fn run<'c>(
        &self,
        ctx: &'c Context,
        set: &PatternSet,
        options: &Options,
    ) -> Result<Ran<'c>, Box<Diagnostic>> {
        let before = self.module(ctx, self.source.before)?;
        let mut after = self.module(ctx, self.source.before)?;
        let config = Config { options: options.clone(), erase_dead: true, ..Config::default() };
        let mut said = Diagnostics::new();
        let root = after.root();
        let outcome = apply_some(&mut after, root, set, &config, Some(&self.pattern), &mut said);
        let fired = !outcome.applied.is_empty();
        let fail = |span: Span, what: &str| {
            let text = format!("example of pattern '{}': {what}", self.pattern);
            let mut diagnostic = Diagnostic::error(span, text);
            for d in &said.list {
                diagnostic = diagnostic.help(format!("reported: {}", d.message));
            }
            Box::new(diagnostic)
        };
        if let Expected::Error(text) = &self.source.expected {
            return if said.list.iter().any(|d| d.message.contains(text)) {
                Ok(Ran { before, after, comparable: false })
            } else {
                Err(fail(self.span, &format!("expected a diagnostic with \"{text}\"")))
            };
        }
        if outcome.error {
            return Err(fail(self.span, "unexpected error"));
        }
        let shown = |ir: &Ir<'_>| format!("it gives\n{}", body_text(ir));
        let mut problems = Diagnostics::new();
        crate::ir::verify(&after, root, &mut problems);
        if let Some(problem) = problems.list.iter().find(|d| d.severity == Severity::Error) {
            let text = format!("the result is wrong: {}", problem.message);
            return Err(Box::new(fail(self.span, &text).help(shown(&after))));
        }
        match &self.source.expected {
            Expected::Unchanged if fired => {
                Err(Box::new(fail(self.span, "the pattern fires").help(shown(&after))))
            }
            Expected::Unchanged => Ok(Ran { before, after, comparable: false }),
            _ if !fired => Err(fail(self.span, "the pattern does not fire")),
            Expected::Body(span) => {
                let expected = self.module(ctx, *span)?;
                if structure(&expected, expected.root(), &[]) == structure(&after, root, &[]) {
                    Ok(Ran { before, after, comparable: true })
                } else {
                    Err(Box::new(fail(*span, "the pattern gives something else").help(shown(&after))))
                }
            }
            _ => Ok(Ran { before, after, comparable: true }),
        }
    }

    /// Reads a body of the example. Errors are moved to their place in the pattern file.
    fn module<'c>(&self, ctx: &'c Context, span: Span) -> Result<Ir<'c>, Box<Diagnostic>> {
        let body = ctx.file(span.file).map_or("", |f| &f.text[span.start as usize..span.end as usize]);
        let (head, tail) = match &self.source.signature {
            Some((args, types)) => {
                let types = if types.starts_with('(') { types.clone() } else { format!("({types})") };
                (format!("func.func @example{args} -> {types} {{"), "}")
            }
            None => (String::new(), ""),
        };
        let text = format!("{head}{body}{tail}");
        let len = text.len();
        let file = ctx.add_file(format!("example of pattern '{}'", self.pattern), text);
        let mut problems = Diagnostics::new();
        let options = ParseOptions { allow_unregistered: true };
        let ir = crate::ir::text::parse(ctx, file, 0..len, &options, &mut problems);
        if let Some(ir) = &ir {
            crate::ir::verify(ir, ir.root(), &mut problems);
        }
        match (ir, problems.list.into_iter().find(|d| d.severity == Severity::Error)) {
            (Some(ir), None) => Ok(ir),
            (_, problem) => {
                let problem =
                    problem.unwrap_or_else(|| Diagnostic::error(span, "this example cannot be read"));
                let move_in = |at: u32| (span.start + at.saturating_sub(head.len() as u32)).min(span.end);
                let place = problem.primary.span;
                let place = Span { file: span.file, start: move_in(place.start), end: move_in(place.end) };
                let text = format!("example of pattern '{}': {}", self.pattern, problem.message);
                Err(Box::new(Diagnostic::error(place, text)))
            }
        }
    }
}

/// A module as text, for messages.
fn body_text(ir: &Ir<'_>) -> String {
    let mut text = Vec::new();
    // Writing to a vector does not fail.
    let _ = crate::ir::text::print(ir, &PrintOptions::default(), &mut text);
    String::from_utf8_lossy(&text).into_owned()
}
