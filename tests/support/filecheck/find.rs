//! One search: where a pattern matches in a text, found by the `filecheck` crate.
//!
//! The crate has its own pattern language (`$(X=re)`, `$(X)`, `$(=re)`) and its own control flow. Its control flow is not
//! LLVM's (`nextln:` looks at the next line only, `unordered:` matches may overlap), so every search is one `check:`
//! directive over the region that LLVM would search, and the order of directives is the business of [`super::matcher`].
//! The crate tells where it matched, and the values of variables, only through the trace of `Checker::explain`.

use std::cell::RefCell;
use std::collections::HashMap;

use filecheck::{CheckerBuilder, Value, VariableMap};

use super::pattern::{Part, Pattern};
use super::posix::Node;
use super::text::line_end;

/// Values of variables by name.
pub type Variables = HashMap<String, String>;

/// A match, in bytes of the searched text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// Values by slot of [`Pattern::defines`].
    pub values: Vec<String>,
}

/// Why a search has no answer.
#[derive(Clone, Debug)]
pub enum FindError {
    /// A variable without a value.
    Undefined(String),
    /// The crate does not take the pattern (a repetition that grows too big, for instance).
    Engine(String),
}

thread_local! {
    /// The builder compiles the crate's own directive syntax: once a thread is enough.
    static BUILDER: RefCell<CheckerBuilder> = RefCell::new(CheckerBuilder::new());
}

/// `u0`, `u1`, … for the variables that parts `Use`, in order.
struct Values<'a>(Vec<&'a str>);

impl VariableMap for Values<'_> {
    fn lookup(&self, name: &str) -> Option<Value<'_>> {
        let index: usize = name.strip_prefix('u')?.parse().ok()?;
        self.0.get(index).map(|value| Value::Text((*value).into()))
    }
}

/// The first and longest match of `pattern` in `region`, as LLVM finds it: `^` and `$` also hold at the ends of `region`.
///
/// # Errors
/// [`FindError`].
pub fn find(pattern: &Pattern, region: &str, variables: &Variables) -> Result<Option<Match>, FindError> {
    let search = Search { region, values: used_values(pattern, variables)? };
    let uses = pattern.parts.iter().all(|part| matches!(part, Part::Use(_)));
    if uses && search.values.iter().all(|value| value.is_empty()) {
        // To LLVM an empty expression is no expression: it matches nowhere.
        return Ok(None);
    }
    if pattern.back_referenced().is_some() {
        return search.first_with_back_references(pattern);
    }
    let Some(found) = search.leftmost(pattern, 0)? else { return Ok(None) };
    if pattern.may_be_short { search.longest(pattern, found).map(Some) } else { Ok(Some(found)) }
}

fn used_values<'a>(pattern: &Pattern, variables: &'a Variables) -> Result<Vec<&'a str>, FindError> {
    let names = pattern.parts.iter().filter_map(|part| match part {
        Part::Use(name) => Some(name),
        _ => None,
    });
    names
        .map(|name| variables.get(name).map(String::as_str).ok_or_else(|| FindError::Undefined(name.clone())))
        .collect()
}

/// The pattern in the language of the crate. `$()` switches off its trimming and its word boundaries.
fn crate_syntax(pattern: &Pattern) -> String {
    let mut out = String::from("$()");
    let mut used = 0;
    for part in &pattern.parts {
        match part {
            Part::Text(text) => out.push_str(&text.replace('$', "$$")),
            Part::Regex(node) => push_regex(&mut out, "", node),
            Part::Define { slot, node } => push_regex(&mut out, &format!("v{slot}"), node),
            Part::Use(_) => {
                out.push_str(&format!("$(u{used})"));
                used += 1;
            }
            Part::BackRef(slot) => out.push_str(&format!("$(v{slot})")),
        }
    }
    out.push_str("$()");
    out
}

fn push_regex(out: &mut String, name: &str, node: &Node) {
    out.push_str(&format!("$({name}=(?:"));
    node.emit(out);
    out.push_str("))");
}

/// Smallest piece of a region that is searched at once. The trace repeats the text, so it is kept short.
const FIRST_WINDOW: usize = 2048;

struct Search<'a> {
    region: &'a str,
    values: Vec<&'a str>,
}

impl Search<'_> {
    /// The leftmost-first match at or after `from`. No pattern crosses a line break (the reader sees to that), so whole
    /// lines can be searched piece by piece.
    fn leftmost(&self, pattern: &Pattern, from: usize) -> Result<Option<Match>, FindError> {
        let source = crate_syntax(pattern);
        let mut start = from;
        let mut size = FIRST_WINDOW;
        loop {
            let mut cut = (start + size).min(self.region.len());
            while !self.region.is_char_boundary(cut) {
                cut += 1;
            }
            let end = line_end(self.region, cut);
            // The trace shows a match at the end of a line only if a line break follows. A second one keeps an empty match
            // after the first, which is not in the region, apart from one before it.
            let hay = format!("{}\n\n", &self.region[start..end]);
            let found = self.run(&source, &hay, pattern)?.filter(|found| found.start <= end - start);
            if let Some(found) = found {
                return Ok(Some(Match { start: start + found.start, end: start + found.end, ..found }));
            }
            if end == self.region.len() {
                return Ok(None);
            }
            start = end + 1;
            size *= 8;
        }
    }

    /// The longest match that starts where `found` does.
    fn longest(&self, pattern: &Pattern, found: Match) -> Result<Match, FindError> {
        for end in self.ends_down_to(found.end) {
            if end > found.end
                && let Some(longer) = self.spanning(pattern, found.start, Some(end))?
            {
                return Ok(longer);
            }
        }
        Ok(found)
    }

    /// Every possible end of a match on the line of `least`, the farthest first.
    fn ends_down_to(&self, least: usize) -> impl Iterator<Item = usize> {
        let end = line_end(self.region, least);
        let inner = self.region[least..end].char_indices().rev().map(move |(at, _)| least + at);
        std::iter::once(end).chain(inner)
    }

    /// A match that starts at `start` and, if given, ends at `end`; the bytes around it decide on `^` and `$`.
    fn spanning(
        &self,
        pattern: &Pattern,
        start: usize,
        end: Option<usize>,
    ) -> Result<Option<Match>, FindError> {
        let before = self.region[..start].chars().next_back().filter(|&c| c != '\n');
        let stop = end.unwrap_or_else(|| line_end(self.region, start));
        let after = self.region[stop..].chars().next().filter(|&c| c != '\n');
        let left = before.map_or(0, char::len_utf8);
        let right = after.map_or(0, char::len_utf8);
        let hay = format!("{}\n", &self.region[start - left..stop + right]);
        let one = |present: Option<char>| if present.is_some() { "." } else { "" };
        let mut source = format!("$(=\\A{}){}", one(before), crate_syntax(pattern));
        if end.is_some() {
            source.push_str(&format!("$(={}\\n\\z)", one(after)));
        }
        let found = self.run(&source, &hay, pattern)?;
        Ok(found.map(|found| Match {
            start,
            end: end.unwrap_or(start - left + found.end),
            values: found.values,
        }))
    }

    /// The first match of a pattern that uses a variable it also defines. The crate has no back-references: every value
    /// that the definition can take at a start of a match is tried, the longest first.
    fn first_with_back_references(&self, pattern: &Pattern) -> Result<Option<Match>, FindError> {
        let relaxed = pattern.relaxed();
        let mut from = 0;
        while let Some(candidate) = self.leftmost(&relaxed, from)? {
            if let Some(found) = self.at_start(pattern, candidate.start)? {
                return Ok(Some(found));
            }
            let Some(skipped) = self.region[candidate.start..].chars().next() else { break };
            from = candidate.start + skipped.len_utf8();
        }
        Ok(None)
    }

    fn at_start(&self, pattern: &Pattern, start: usize) -> Result<Option<Match>, FindError> {
        let Some((slot, defined_at)) = pattern.back_referenced() else {
            return match self.spanning(pattern, start, None)? {
                Some(found) => self.longest(pattern, found).map(Some),
                None => Ok(None),
            };
        };
        let head = pattern.head(defined_at).relaxed();
        let mut best: Option<Match> = None;
        let mut tried: Vec<String> = Vec::new();
        for end in self.ends_down_to(start) {
            let Some(value) = self.spanning(&head, start, Some(end))?.map(|m| m.values[slot].clone()) else {
                continue;
            };
            if tried.contains(&value) {
                continue;
            }
            let found = self.at_start(&pattern.with_value(slot, &value), start)?;
            if found.as_ref().is_some_and(|found| best.as_ref().is_none_or(|best| best.end < found.end)) {
                best = found;
            }
            tried.push(value);
        }
        Ok(best)
    }

    /// Runs one `check:` directive over `hay`, which ends in a line break.
    fn run(&self, source: &str, hay: &str, pattern: &Pattern) -> Result<Option<Match>, FindError> {
        let engine = |error: filecheck::Error| FindError::Engine(error.to_string());
        let checker = BUILDER.with_borrow_mut(|builder| {
            builder.directive(&format!("check: {source}"))?;
            Ok(builder.finish())
        });
        let (matched, trace) =
            checker.map_err(engine)?.explain(hay, &Values(self.values.clone())).map_err(engine)?;
        Ok(if matched { Some(read_trace(hay, &trace, pattern.defines.len())) } else { None })
    }
}

/// Reads the trace of a successful one-directive check: the text up to the line of the match (`> …`), a line with `^~~`
/// under the match, `Matched #0: …`, and a `Define vN=…` line a variable.
fn read_trace(hay: &str, trace: &str, slots: usize) -> Match {
    let mut line_start = 0;
    let mut next = 0;
    let mut lines = trace.split('\n').peekable();
    while lines.next_if(|line| line.starts_with("> ")).is_some() {
        line_start = next;
        next = line_end(hay, next) + 1;
    }
    let marker = lines.next().and_then(|line| line.strip_prefix("  ")).unwrap_or_default();
    let end = line_start + marker.len();
    let start = line_start + marker.find('^').unwrap_or(marker.len());
    let mut values = vec![String::new(); slots];
    for definition in lines.filter_map(|line| line.strip_prefix("Define v")) {
        if let Some((slot, value)) = definition.split_once('=')
            && let Some(place) = slot.parse().ok().and_then(|slot: usize| values.get_mut(slot))
        {
            *place = value.to_string();
        }
    }
    Match { start, end, values }
}
