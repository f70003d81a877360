//! Passes that are a list of pattern files: what to rewrite stands in the files, nothing in Rust.

use rustc_hash::FxHashSet;

use super::options::OptionValue;
use super::{Failed, OptionInfo, OptionKind, Options, Pass, PassContext, PassInfo};
use crate::ir::text::decode;
use crate::ir::{Context, Diagnostic, Diagnostics, Ir, OpId, Span};
use crate::patterns::{FUNCTIONS, PatternFile};
use crate::rewrite::{
    Config, ExplainFilter, Folder, OptionValue as PatternOption, Outcome, PatternSet, apply,
};

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
        let files = PatternFile::needed(self.files, &names_in(ir, op));
        let scope = self.scope.and_then(|scope| scope(cx.options.text("scope")));
        let run = PatternRun { files: &files, scope, folder: None, erase_dead: self.erase_dead };
        let outcome = run.apply(ir, op, cx)?;
        report_outcome(&outcome, cx);
        Ok(())
    }
}

/// The names of the ops inside `root`, each once.
pub fn names_in<'c>(ir: &Ir<'c>, root: OpId) -> Vec<&'c str> {
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

    fn applies_pattern_files(&self) -> bool {
        true
    }

    fn run(&self, ir: &mut Ir<'_>, op: OpId, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let mut files: Vec<PatternText> = cx.settings.pattern_files.clone();
        match cx.options.text("file") {
            "" if files.is_empty() => {
                let message = "pass 'apply-patterns' has no pattern file";
                let error = Diagnostic::error(Span::NONE, message);
                cx.diagnostics
                    .push(error.help("name one: apply-patterns{file=my.pat}, or --patterns=my.pat"));
                return Err(Failed);
            }
            "" => {}
            path => files.push(PatternText::read(ir.ctx, path).map_err(|error| {
                cx.diagnostics.push(*error);
                Failed
            })?),
        }
        let files: Vec<(&str, &str)> = files.iter().map(PatternText::name_and_text).collect();
        let unregistered = cx.settings.allow_unregistered;
        let set = cx.resources.patterns(ir.ctx, &files, unregistered, cx.diagnostics).ok_or(Failed)?;
        check_examples(ir.ctx, &set, cx.diagnostics)?;
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
        let max_iterations = cx.options.count("max-iterations").unwrap_or(defaults.max_iterations);
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

/// A pattern file of the user.
#[derive(Clone, Debug)]
pub struct PatternText {
    /// Its path.
    pub name: String,
    /// What is in it.
    pub text: String,
}

impl PatternText {
    /// Reads a file.
    fn read(ctx: &Context, path: &str) -> Result<Self, Box<Diagnostic>> {
        let content = std::fs::read(path).map_err(|error| {
            Box::new(Diagnostic::error(Span::NONE, format!("cannot read '{path}': {error}")))
        })?;
        Ok(PatternText { text: decode(ctx, path, content)?, name: path.into() })
    }

    /// As the loader takes it.
    pub fn name_and_text(&self) -> (&str, &str) {
        (&self.name, &self.text)
    }
}

/// Reads and checks pattern files with their examples, whether a pass is going to apply them or not. Every error is reported.
pub fn read_pattern_files(
    ctx: &Context,
    paths: &[String],
    allow_unregistered: bool,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<PatternText>, Failed> {
    let mut files = Vec::new();
    for path in paths {
        match PatternText::read(ctx, path) {
            Ok(file) => files.push(file),
            Err(error) => diagnostics.push(*error),
        }
    }
    let texts: Vec<(&str, &str)> = files.iter().map(PatternText::name_and_text).collect();
    let set = PatternSet::load(ctx, &texts, FUNCTIONS, allow_unregistered, diagnostics).ok_or(Failed)?;
    check_examples(ctx, &set, diagnostics)?;
    if files.len() == paths.len() { Ok(files) } else { Err(Failed) }
}

/// Checks that the examples of files of the user can be read, and hold valid programs.
fn check_examples(ctx: &Context, set: &PatternSet, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
    let first = diagnostics.list.len();
    let wrong = set.examples().iter().filter_map(|example| example.check(ctx).err());
    diagnostics.list.extend(wrong.map(|error| *error));
    if diagnostics.list.len() == first { Ok(()) } else { Err(Failed) }
}
