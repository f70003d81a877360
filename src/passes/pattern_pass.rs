//! Passes that are a list of pattern files: what to rewrite stands in the files, nothing in Rust.

use rustc_hash::FxHashSet;

use super::options::OptionValue;
use super::{Failed, OptionInfo, OptionKind, Options, Pass, PassContext, PassInfo};
use crate::ir::{Diagnostic, Ir, OpId, Span};
use crate::patterns::PatternFile;
use crate::rewrite::{Config, ExplainFilter, Folder, OptionValue as PatternOption, Outcome, apply};

/// Which ops a pass may rewrite, from its options.
pub type ScopeFn = fn(&Ir<'_>, OpId) -> bool;

/// A pass that applies pattern files. Patterns read the pass's options with `option("name")`.
pub struct PatternPass {
    /// The declaration.
    pub info: &'static PassInfo,
    /// The files.
    pub files: &'static [&'static PatternFile],
    /// The ops it may rewrite, depending on the value of its option `scope` if it has one; all if `None`.
    pub scope: Option<fn(&str) -> Option<ScopeFn>>,
    /// Whether ops that the rewrites leave unused are erased.
    pub erase_dead: bool,
}

impl Pass for PatternPass {
    fn info(&self) -> &'static PassInfo {
        self.info
    }

    fn run(&self, ir: &mut Ir<'_>, op: OpId, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let names = names_in(ir, op);
        let needed = |file: &&&PatternFile| {
            let about = |name: &&str| file.about.iter().any(|prefix| name.starts_with(prefix));
            file.about.is_empty() || names.iter().any(about)
        };
        let files: Vec<(&str, &str)> =
            self.files.iter().filter(needed).map(|file| (file.name, file.text)).collect();
        let scope = self.scope.and_then(|scope| scope(cx.options.text("scope")));
        let run = PatternRun { files: &files, scope, folder: None, erase_dead: self.erase_dead };
        let outcome = run.apply(ir, op, cx)?;
        report_outcome(&outcome, cx);
        Ok(())
    }
}

/// The names of the ops inside `root`, each once.
fn names_in<'c>(ir: &Ir<'c>, root: OpId) -> Vec<&'c str> {
    let mut seen = FxHashSet::default();
    ir.walk(root, |ir, op| {
        seen.insert(ir.op(op).name);
    });
    seen.into_iter().map(|name| ir.ctx.op_name_str(name)).collect()
}

/// `apply-patterns`: pattern files of the user.
pub struct ApplyPatterns;

impl Pass for ApplyPatterns {
    fn info(&self) -> &'static PassInfo {
        &PassInfo {
            name: "apply-patterns",
            summary: "Applies pattern files: the one named here and those of --patterns",
            options: &[OptionInfo {
                name: "file",
                kind: OptionKind::Str,
                default: "",
                summary: "A pattern file",
            }],
            anchor: None,
        }
    }

    fn run(&self, ir: &mut Ir<'_>, op: OpId, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let mut files = user_files(cx)?;
        match cx.options.text("file") {
            "" if files.is_empty() => {
                let message = "pass 'apply-patterns' has no pattern file";
                let error = Diagnostic::error(Span::NONE, message);
                cx.diagnostics
                    .push(error.help("name one: apply-patterns{file=my.pat}, or --patterns=my.pat"));
                return Err(Failed);
            }
            "" => {}
            file => files.push(read(file, cx)?),
        }
        let files: Vec<(&str, &str)> =
            files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let run = PatternRun { files: &files, scope: None, folder: None, erase_dead: false };
        let outcome = run.apply(ir, op, cx)?;
        report_outcome(&outcome, cx);
        Ok(())
    }
}

/// One application of pattern files.
pub struct PatternRun<'a> {
    /// Names and texts.
    pub files: &'a [(&'a str, &'a str)],
    /// The ops that may be rewritten; all if `None`.
    pub scope: Option<ScopeFn>,
    /// Constant folding.
    pub folder: Option<&'a dyn Folder>,
    /// Whether pure ops without uses are erased.
    pub erase_dead: bool,
}

impl PatternRun<'_> {
    /// Loads the files and applies their patterns to `root` and what is nested in it.
    pub fn apply(&self, ir: &mut Ir<'_>, root: OpId, cx: &mut PassContext<'_>) -> Result<Outcome, Failed> {
        let unregistered = cx.settings.allow_unregistered;
        let set = cx.resources.patterns(ir.ctx, self.files, unregistered, cx.diagnostics).ok_or(Failed)?;
        let scope = self.scope.map(|scope| move |ir: &Ir<'_>, op: OpId| scope(ir, op));
        let defaults = Config::default();
        let max_iterations = match cx.options.int("max-iterations") {
            0 => defaults.max_iterations,
            limit => usize::try_from(limit).unwrap_or(usize::MAX),
        };
        let config = Config {
            max_iterations,
            options: pattern_options(cx.options),
            scope: scope.as_ref().map(|scope| scope as &dyn Fn(&Ir<'_>, OpId) -> bool),
            folder: self.folder,
            erase_dead: self.erase_dead,
            explain: cx.settings.explain.clone().map(|op| ExplainFilter { op }),
        };
        let outcome = apply(ir, root, &set, &config, cx.diagnostics);
        if outcome.error { Err(Failed) } else { Ok(outcome) }
    }
}

/// The options of a pass as patterns read them.
pub fn pattern_options(options: &Options) -> Vec<(String, PatternOption)> {
    let value = |value: &OptionValue| match value {
        OptionValue::Bool(value) => PatternOption::Bool(*value),
        OptionValue::Int(value) => PatternOption::Int(*value),
        OptionValue::Str(text) => PatternOption::Str(text.clone()),
        OptionValue::List(items) => PatternOption::Str(items.join(",")),
    };
    options.iter().map(|(name, v)| (name.to_string(), value(v))).collect()
}

/// Counts what a run did.
pub fn report_outcome(outcome: &Outcome, cx: &mut PassContext<'_>) {
    for (pattern, count) in &outcome.applied {
        cx.statistics.add(&format!("pattern {pattern}"), *count as u64);
    }
    cx.statistics.add("ops folded", outcome.folded as u64);
    cx.statistics.add("dead ops erased", outcome.erased as u64);
}

/// The pattern files of the settings, read.
pub fn user_files(cx: &mut PassContext<'_>) -> Result<Vec<(String, String)>, Failed> {
    let settings = cx.settings;
    settings.pattern_files.iter().map(|path| read(path, cx)).collect()
}

fn read(path: &str, cx: &mut PassContext<'_>) -> Result<(String, String), Failed> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok((path.to_string(), text)),
        Err(error) => {
            cx.diagnostics.push(Diagnostic::error(Span::NONE, format!("cannot read '{path}': {error}")));
            Err(Failed)
        }
    }
}
