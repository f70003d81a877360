//! The pattern language and its engine: `.pat` files are parsed, checked against the op declarations, compiled, and
//! applied by a greedy driver. Knows the IR only; dialects appear through their declarations. docs/patterns.md is the
//! reference of the language.

mod ast;
mod build;
mod check;
mod driver;
mod eval;
mod example;
mod explain;
mod function;
mod literal;
mod matcher;
mod parse;
mod program;
mod structure;
#[cfg(test)]
pub mod tests;
mod value;
mod why;

use rustc_hash::FxHashMap;

use crate::ir::{Context, Diagnostic, Diagnostics, OpName, Span};

pub use driver::{Config, ExplainFilter, Folder, Outcome, Scoped, apply};
pub use example::{Example, Ran};
pub use explain::{Answer, ask};
pub use function::{Call, Function, OptionValue, Options};
pub use structure::structure;
pub use value::{Base, Kind, Val, float_attr};

/// Patterns that were loaded and checked together.
pub struct PatternSet {
    library: program::Library,
    /// By benefit, the highest first, then in file order.
    patterns: Vec<program::Pattern>,
    by_root: FxHashMap<OpName, Vec<u32>>,
    examples: Vec<Example>,
}

impl PatternSet {
    /// Loads pattern files, given as names and texts. Functions are looked up in `functions`. Ops that no dialect
    /// declares are errors unless `allow_unregistered`. Every error found is reported; with an error there is no set.
    pub fn load(
        ctx: &Context,
        files: &[(&str, &str)],
        functions: &[&'static [Function]],
        allow_unregistered: bool,
        diagnostics: &mut Diagnostics,
    ) -> Option<PatternSet> {
        let mut items = Vec::new();
        let mut own = Diagnostics::new();
        for (name, text) in files {
            // Offsets are 32 bits, and no one writes a pattern file this big.
            if text.len() > 1 << 30 {
                own.push(Diagnostic::error(
                    Span::NONE,
                    format!("{name}: pattern files are limited to 1 GiB"),
                ));
                continue;
            }
            let file = ctx.add_file(*name, *text);
            items.extend(parse::parse(file, text, &mut own));
        }
        let parsed = !own.has_errors();
        let checked = check::check(ctx, &items, functions, allow_unregistered, &mut own);
        own.sort_from(0);
        diagnostics.list.append(&mut own.list);
        let (library, mut patterns) = checked.filter(|_| parsed)?;
        patterns.sort_by_key(|p| std::cmp::Reverse(p.benefit));
        let mut by_root: FxHashMap<OpName, Vec<u32>> = FxHashMap::default();
        for (index, pattern) in patterns.iter().enumerate() {
            by_root.entry(pattern.root).or_default().push(index as u32);
        }
        Some(PatternSet { library, patterns, by_root, examples: example::collect(&items) })
    }

    /// The examples of all patterns, in file order.
    pub fn examples(&self) -> &[Example] {
        &self.examples
    }

    /// The codes that the patterns report, each with its places in the pattern files.
    pub fn codes(&self) -> impl Iterator<Item = (&str, Span)> {
        self.library.codes.iter().map(|(code, span)| (code.as_str(), *span))
    }

    /// The names of the patterns in the order they are tried.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.patterns.iter().map(|p| p.name.as_str())
    }
}
