//! What passes load on first use and share between their runs.

use std::rc::Rc;

use crate::catalogue;
use crate::interp::Meanings;
use crate::ir::{Context, Diagnostic, Diagnostics, Span, nearest};
use crate::patterns::FUNCTIONS;
use crate::rewrite::PatternSet;

/// Pattern sets and meanings of one context.
#[derive(Default)]
pub struct Resources {
    patterns: Vec<Loaded>,
    meanings: Option<Rc<Meanings>>,
}

impl Resources {
    /// The patterns in these files, given as names and texts. They may name ops that no dialect declares only if
    /// `allow_unregistered`. Errors in them are reported every time.
    pub fn patterns(
        &mut self,
        ctx: &Context,
        files: &[(&str, &str)],
        allow_unregistered: bool,
        diagnostics: &mut Diagnostics,
    ) -> Option<Rc<PatternSet>> {
        // By text as well: a file of the user may be named like one of ours.
        let same = |loaded: &&Loaded| {
            let known = loaded.files.iter().map(|(name, text)| (name.as_str(), text.as_str()));
            loaded.allow_unregistered == allow_unregistered && known.eq(files.iter().copied())
        };
        if let Some(loaded) = self.patterns.iter().find(same) {
            return Some(Rc::clone(&loaded.set));
        }
        let set = PatternSet::load(ctx, files, FUNCTIONS, allow_unregistered, diagnostics)?;
        let unknown: Vec<Diagnostic> =
            set.codes().filter_map(|(code, span)| unknown_code(code, span)).collect();
        if !unknown.is_empty() {
            diagnostics.list.extend(unknown);
            return None;
        }
        let set = Rc::new(set);
        let files = files.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect();
        self.patterns.push(Loaded { files, allow_unregistered, set: Rc::clone(&set) });
        Some(set)
    }

    /// What each op does.
    pub fn meanings(&mut self, ctx: &Context) -> Rc<Meanings> {
        Rc::clone(self.meanings.get_or_insert_with(|| Rc::new(Meanings::new(ctx))))
    }
}

/// What is wrong with a code that a pattern reports, if it is one that only the catalogue may define.
fn unknown_code(code: &str, span: Span) -> Option<Diagnostic> {
    if !catalogue::is_reserved(code) || catalogue::find(code).is_some_and(|row| row.name == code) {
        return None;
    }
    let error = Diagnostic::error(span, format!("the catalogue of diagnostics has no code {code}"));
    let close = nearest(code, catalogue::CODES.iter().map(|row| row.name));
    Some(
        match close {
            Some(close) => error.label(format!("did you mean {close}?")),
            None => error,
        }
        .help(
            "--list-diagnostics lists the codes; those of your own start neither with NCC_ nor with NEURON_",
        ),
    )
}

/// Pattern files that were loaded together, and how.
struct Loaded {
    /// Names and texts.
    files: Vec<(String, String)>,
    allow_unregistered: bool,
    set: Rc<PatternSet>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_one_name_are_told_apart_by_their_text() {
        let ctx = Context::new(crate::dialects::ALL);
        let mut diagnostics = Diagnostics::new();
        let mut resources = Resources::default();
        let mut names = |text: &str| {
            let set = resources.patterns(&ctx, &[("a.pat", text)], false, &mut diagnostics);
            set.expect("both files are right").names().map(String::from).collect::<Vec<_>>()
        };
        let pattern = |name: &str| {
            format!("pattern {name} {{ %r = hlo.negate(hlo.negate(%x)) => replace %r with %x }}")
        };
        assert_eq!(names(&pattern("one")), ["one"]);
        assert_eq!(names(&pattern("two")), ["two"]);
        assert_eq!(names(&pattern("one")), ["one"]);
    }
}
