//! Reads the directives of a check file.

use std::ops::Range;

use super::pattern::{Context, Pattern};
use super::{Complaint, Options, Problem};

/// What a directive asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `CHECK:`; with `-COUNT-n`, `n` times.
    Plain { count: usize },
    /// `CHECK-NEXT:`
    Next,
    /// `CHECK-SAME:`
    Same,
    /// `CHECK-NOT:`
    Not,
    /// `CHECK-DAG:`
    Dag,
    /// `CHECK-LABEL:`
    Label,
    /// `CHECK-EMPTY:`
    Empty,
}

/// The suffixes after `PREFIX-`.
const SUFFIXES: [(&str, Kind); 6] = [
    ("NEXT", Kind::Next),
    ("SAME", Kind::Same),
    ("NOT", Kind::Not),
    ("DAG", Kind::Dag),
    ("LABEL", Kind::Label),
    ("EMPTY", Kind::Empty),
];

impl Kind {
    /// The suffix with its hyphen.
    pub fn suffix(self) -> &'static str {
        match self {
            Kind::Plain { count: 1 } => "",
            Kind::Plain { .. } => "-COUNT",
            Kind::Next => "-NEXT",
            Kind::Same => "-SAME",
            Kind::Not => "-NOT",
            Kind::Dag => "-DAG",
            Kind::Label => "-LABEL",
            Kind::Empty => "-EMPTY",
        }
    }
}

/// One directive.
#[derive(Clone, Debug)]
pub struct Directive {
    /// Its kind.
    pub kind: Kind,
    /// Its prefix.
    pub prefix: String,
    /// What it looks for; empty for `-EMPTY`.
    pub pattern: Pattern,
    /// Where the pattern is in the check file; `None` for one from the command line.
    pub span: Option<Range<usize>>,
}

/// What follows a prefix.
enum Suffix {
    /// Not a directive.
    None,
    /// A comment line.
    Comment,
    /// A directive; its pattern starts after this many bytes.
    Directive { kind: Kind, literal: bool, length: usize },
    /// Something that looks like one.
    Bad(&'static str),
}

/// Reads the directives of `source`, the canonicalised check file.
///
/// # Errors
/// A malformed directive, one that cannot be expressed, or a prefix without any.
pub fn read(source: &str, options: &Options) -> Result<Vec<Directive>, Complaint> {
    let mut directives: Vec<Directive> = Vec::new();
    let mut used: Vec<&str> = Vec::new();
    let mut at = 0;
    let mut positive_seen = false;
    while let Some((start, prefix)) = next_prefix(source, at, options) {
        let after = start + prefix.len();
        let complain = |span: Range<usize>, problem: Problem| Complaint { span: Some(span), problem };
        let (kind, literal, body) = match suffix(&source[after..], prefix, options) {
            Suffix::None => {
                at = after + source[after..].find(|c| !is_word(c)).unwrap_or(source.len() - after);
                continue;
            }
            Suffix::Comment => {
                at = pattern_end(source, after);
                continue;
            }
            Suffix::Bad(what) => {
                return Err(complain(start..after, Problem::Invalid(format!("{what} on prefix '{prefix}'"))));
            }
            Suffix::Directive { kind, literal, length } => (kind, literal, after + length),
        };
        if !used.contains(&prefix) {
            used.push(prefix);
        }
        let end = pattern_end(source, body);
        let exact = options.strict_whitespace && options.match_full_lines;
        let blank = |c| matches!(c, ' ' | '\t') && !exact;
        let begin = body + (source[body..end].len() - source[body..end].trim_start_matches(blank).len());
        let text = source[begin..end].trim_end_matches(blank);
        let span = begin..begin + text.len();
        let name = format!("{prefix}{}", kind.suffix());
        if text.is_empty() != (kind == Kind::Empty) {
            let what = if text.is_empty() {
                "found empty check string"
            } else {
                "found non-empty check string for empty check"
            };
            return Err(complain(start..end, Problem::Invalid(format!("{what} with prefix '{name}:'"))));
        }
        let context =
            Context { options, line: 1 + source[..start].matches('\n').count(), positive: kind != Kind::Not };
        let pattern = match literal {
            true => Pattern::literal(text),
            false if kind == Kind::Empty => Pattern::literal(""),
            false => Pattern::parse(text, &context)
                .map_err(|(offset, problem)| complain(begin + offset..span.end, problem))?,
        };
        if kind == Kind::Label && pattern.has_variable() {
            let what = format!("found '{name}:' with variable definition or use");
            return Err(complain(span, Problem::Invalid(what)));
        }
        if matches!(kind, Kind::Next | Kind::Same | Kind::Empty) && !positive_seen {
            let what = format!("found '{name}' without previous '{prefix}: line");
            return Err(complain(start..end, Problem::Invalid(what)));
        }
        positive_seen |= !matches!(kind, Kind::Not | Kind::Dag);
        directives.push(Directive { kind, prefix: prefix.to_string(), pattern, span: Some(span) });
        at = end;
    }
    let unused: Vec<&str> =
        options.prefixes.iter().map(String::as_str).filter(|prefix| !used.contains(prefix)).collect();
    let excused = options.default_prefix && !options.implicit_check_not.is_empty();
    if !excused && (used.is_empty() || (!unused.is_empty() && !options.allow_unused_prefixes)) {
        let what = format!("no check strings found with prefix '{}:'", unused.join(":', '"));
        return Err(Complaint { span: None, problem: Problem::Invalid(what) });
    }
    Ok(directives)
}

/// Reads the `--implicit-check-not` patterns.
///
/// # Errors
/// As for any pattern.
pub fn implicit_nots(options: &Options) -> Result<Vec<Directive>, Complaint> {
    let context = Context { options, line: 0, positive: false };
    let read = |given: &String| {
        let text = super::text::latin1(given.as_bytes());
        let text = if options.strict_whitespace && options.match_full_lines {
            &text
        } else {
            text.trim_end_matches([' ', '\t'])
        };
        let complain = |problem: Problem| Complaint {
            span: None,
            problem: problem.within(&format!("--implicit-check-not='{given}'")),
        };
        if text.is_empty() {
            return Err(complain(Problem::Invalid("found empty check string".to_string())));
        }
        let pattern = Pattern::parse(text, &context).map_err(|(_, problem)| complain(problem))?;
        Ok(Directive { kind: Kind::Not, prefix: "IMPLICIT-CHECK".to_string(), pattern, span: None })
    };
    options.implicit_check_not.iter().map(read).collect()
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

fn pattern_end(source: &str, from: usize) -> usize {
    source[from..].find(['\n', '\r']).map_or(source.len(), |found| from + found)
}

/// The first prefix at or after `from` that no word character precedes; the longest of several at one place.
fn next_prefix<'o>(source: &str, mut from: usize, options: &'o Options) -> Option<(usize, &'o str)> {
    loop {
        let prefixes = options.prefixes.iter().chain(&options.comment_prefixes);
        let found = prefixes
            .filter_map(|prefix| Some((from + source[from..].find(prefix.as_str())?, prefix.as_str())));
        let (start, prefix) =
            found.min_by_key(|(start, prefix)| (*start, std::cmp::Reverse(prefix.len())))?;
        // Where the search starts counts as the start of a word, as in LLVM.
        if start == from || !source[..start].ends_with(is_word) {
            return Some((start, prefix));
        }
        let after = start + prefix.len();
        from = after + source[after..].find(|c| !is_word(c)).unwrap_or(source.len() - after);
    }
}

fn suffix(rest: &str, prefix: &str, options: &Options) -> Suffix {
    if options.comment_prefixes.iter().any(|comment| comment == prefix) {
        return if rest.starts_with(':') { Suffix::Comment } else { Suffix::None };
    }
    let directive = |kind: Kind, from: usize| match modifiers(&rest[from..]) {
        Some((literal, length)) => Suffix::Directive { kind, literal, length: from + length },
        None => Suffix::None,
    };
    let misspelled = rest.starts_with('_');
    if !misspelled && !rest.starts_with('-') {
        return directive(Kind::Plain { count: 1 }, 0);
    }
    let name = &rest[1..];
    let found = if let Some(count) = name.strip_prefix("COUNT-") {
        let digits = count.len() - count.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let well_formed = count[digits..].starts_with([':', '{']);
        match count[..digits].parse::<i32>() {
            Ok(n) if n > 0 && well_formed => {
                directive(Kind::Plain { count: n.unsigned_abs() as usize }, rest.len() - count.len() + digits)
            }
            _ => Suffix::Bad("invalid count in -COUNT specification"),
        }
    } else if SUFFIXES.iter().any(|(other, kind)| {
        *kind != Kind::Not
            && *kind != Kind::Label
            && (name.starts_with(&format!("{other}-NOT:")) || name.starts_with(&format!("NOT-{other}:")))
    }) {
        Suffix::Bad("unsupported -NOT combo")
    } else {
        match SUFFIXES.iter().find(|(suffix, _)| name.starts_with(suffix)) {
            Some((suffix, kind)) => directive(*kind, 1 + suffix.len()),
            None => Suffix::None,
        }
    };
    match found {
        Suffix::Directive { .. } if misspelled => Suffix::Bad("misspelled directive ('_' for '-')"),
        other => other,
    }
}

/// `:` or `{LITERAL}:`; whether it says LITERAL, and its length.
fn modifiers(rest: &str) -> Option<(bool, usize)> {
    if rest.starts_with(':') {
        return Some((false, 1));
    }
    let body = rest.strip_prefix('{')?;
    let close = body.find("}:")?;
    let all_literal = body[..close].split(',').all(|modifier| modifier.trim() == "LITERAL");
    all_literal.then_some((true, close + 3))
}
