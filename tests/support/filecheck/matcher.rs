//! LLVM's matching algorithm: which part of the input each directive sees, and in which order.
//!
//! This follows `FileCheck::checkInput` and `FileCheckString::Check`, `CheckDag` and `CheckNot` of LLVM 22.

use super::directive::{Directive, Kind};
use super::find::{FindError, Match, Variables, find};
use super::text::count_line_breaks;
use super::{Options, text};

/// Why the input does not pass.
#[derive(Clone, Debug)]
pub struct Failure<'d> {
    /// The directive that fails.
    pub directive: &'d Directive,
    /// What is wrong.
    pub reason: Reason,
    /// Where the search started in the input.
    pub from: usize,
    /// Where it ended.
    pub to: usize,
}

/// What is wrong, with positions in the input.
#[derive(Clone, Debug)]
pub enum Reason {
    /// No match in the region.
    Missing,
    /// A `-NOT` pattern matched.
    Excluded(std::ops::Range<usize>),
    /// A `-NEXT` or `-EMPTY` match on the line of the previous match.
    OnSameLine(std::ops::Range<usize>),
    /// A `-NEXT` or `-EMPTY` match further down than the next line.
    NotNext(std::ops::Range<usize>),
    /// A `-SAME` match on a later line.
    NotSame(std::ops::Range<usize>),
    /// A use of a variable without a value.
    Undefined(String),
    /// The engine does not take the pattern: the one reason that is about the check file.
    Engine(String),
}

/// A positive directive with the `-DAG`s and `-NOT`s before it; no directive is the end of the input.
struct Step<'d> {
    directive: Option<&'d Directive>,
    before: Vec<&'d Directive>,
}

/// Checks `input` against `directives`; every label block reports its first failure.
pub fn run<'d>(
    directives: &'d [Directive],
    implicit_nots: &'d [Directive],
    input: &str,
    options: &Options,
) -> Vec<Failure<'d>> {
    let steps = steps(directives, implicit_nots);
    let mut matcher = Matcher { input, variables: options.defines.iter().cloned().collect() };
    let mut failures = Vec::new();
    let mut start = 0;
    let mut done = 0;
    while done < steps.len() {
        let label = steps[done..].iter().zip(done + 1..).find_map(|(step, after)| {
            Some((step.directive.filter(|directive| directive.kind == Kind::Label)?, after))
        });
        let (block_end, end) = match label {
            None => (steps.len(), input.len()),
            Some((label, after)) => match matcher.find(label, start, input.len()) {
                Ok(found) => (after, found.end),
                Err(failure) => {
                    failures.push(failure);
                    return failures;
                }
            },
        };
        // The block before the first label keeps what `-D` defined.
        if done != 0 && options.enable_var_scope {
            matcher.variables.retain(|name, _| name.starts_with('$'));
        }
        if let Err(failure) = matcher.block(&steps[done..block_end], start, end) {
            failures.push(failure);
        }
        start = end;
        done = block_end;
    }
    failures
}

fn steps<'d>(directives: &'d [Directive], implicit_nots: &'d [Directive]) -> Vec<Step<'d>> {
    let fresh = || implicit_nots.iter().collect::<Vec<_>>();
    let mut steps = Vec::new();
    let mut before = fresh();
    for directive in directives {
        match directive.kind {
            Kind::Not | Kind::Dag => before.push(directive),
            _ => steps
                .push(Step { directive: Some(directive), before: std::mem::replace(&mut before, fresh()) }),
        }
    }
    if !before.is_empty() {
        steps.push(Step { directive: None, before });
    }
    steps
}

struct Matcher<'i> {
    input: &'i str,
    variables: Variables,
}

type Outcome<'d, T> = Result<T, Failure<'d>>;

impl<'d> Matcher<'_> {
    /// Runs the steps of one block over `start..end`.
    fn block(&mut self, steps: &[Step<'d>], mut start: usize, end: usize) -> Outcome<'d, ()> {
        for step in steps {
            let mut nots = Vec::new();
            let from = self.dags(&step.before, &mut nots, start, end)?;
            let Some(directive) = step.directive else {
                self.nots(&nots, from, end)?;
                continue;
            };
            let found = self.repeated(directive, from, end)?;
            self.check_line(directive, from, &found)?;
            self.nots(&nots, from, found.start)?;
            start = found.end;
        }
        Ok(())
    }

    /// The match of `directive`, from the first to the last repetition.
    fn repeated(&mut self, directive: &'d Directive, from: usize, end: usize) -> Outcome<'d, Match> {
        let first = self.find(directive, from, end)?;
        let Kind::Plain { count } = directive.kind else { return Ok(first) };
        let mut last = first.end;
        for _ in 1..count {
            last = self.find(directive, last, end)?.end;
        }
        Ok(Match { end: last, ..first })
    }

    fn check_line(&self, directive: &'d Directive, from: usize, found: &Match) -> Outcome<'d, ()> {
        let breaks = count_line_breaks(&self.input[from..found.start]);
        let range = found.start..found.end;
        let reason = match (directive.kind, breaks) {
            (Kind::Next | Kind::Empty, 0) => Reason::OnSameLine(range),
            (Kind::Next | Kind::Empty, 2..) => Reason::NotNext(range),
            (Kind::Same, 1..) => Reason::NotSame(range),
            _ => return Ok(()),
        };
        Err(Failure { directive, reason, from, to: found.start })
    }

    /// Matches the `-DAG` groups among `before` and returns where the last one ends. Leaves in `nots` the `-NOT`s that
    /// follow it.
    fn dags(
        &mut self,
        before: &[&'d Directive],
        nots: &mut Vec<&'d Directive>,
        start: usize,
        end: usize,
    ) -> Outcome<'d, usize> {
        let mut group_start = start;
        for run in before.chunk_by(|a, b| a.kind == b.kind) {
            if run[0].kind == Kind::Not {
                nots.extend(run);
                continue;
            }
            // Matches of one group, in order of position: they may not overlap.
            let mut taken: Vec<(usize, usize)> = Vec::new();
            for directive in run {
                self.dag(directive, &mut taken, group_start, end)?;
            }
            let first = taken.first().map_or(group_start, |range| range.0);
            self.nots(nots, group_start, first)?;
            nots.clear();
            group_start = taken.last().map_or(group_start, |range| range.1);
        }
        Ok(group_start)
    }

    fn dag(
        &mut self,
        directive: &'d Directive,
        taken: &mut Vec<(usize, usize)>,
        start: usize,
        end: usize,
    ) -> Outcome<'d, ()> {
        let mut from = start;
        let mut next = 0;
        loop {
            let found = self.find(directive, from, end)?;
            while taken.get(next).is_some_and(|range| found.start >= range.1) {
                next += 1;
            }
            match taken.get(next) {
                Some(range) if range.0 < found.end => from = range.1,
                _ => {
                    taken.insert(next, (found.start, found.end));
                    return Ok(());
                }
            }
            next += 1;
        }
    }

    /// Checks that none of `nots` matches in `start..end`.
    fn nots(&mut self, nots: &[&'d Directive], start: usize, end: usize) -> Outcome<'d, ()> {
        for directive in nots {
            match self.find(directive, start, end) {
                Ok(found) => {
                    let reason = Reason::Excluded(found.start..found.end);
                    return Err(Failure { directive, reason, from: start, to: end });
                }
                Err(Failure { reason: Reason::Missing, .. }) => {}
                Err(failure) => return Err(failure),
            }
        }
        Ok(())
    }

    /// Finds `directive` in `start..end` of the input and takes the values of its variables.
    fn find(&mut self, directive: &'d Directive, start: usize, end: usize) -> Outcome<'d, Match> {
        let region = &self.input[start..end];
        let fail = |reason| Failure { directive, reason, from: start, to: end };
        if directive.kind == Kind::Empty {
            return empty_line(region, start).ok_or_else(|| fail(Reason::Missing));
        }
        match find(&directive.pattern, region, &self.variables) {
            Ok(Some(found)) => {
                for (name, value) in directive.pattern.defines.iter().zip(&found.values) {
                    self.variables.insert(name.clone(), value.clone());
                }
                Ok(Match { start: start + found.start, end: start + found.end, ..found })
            }
            Ok(None) => Err(fail(Reason::Missing)),
            Err(FindError::Undefined(name)) => Err(fail(Reason::Undefined(name))),
            Err(FindError::Engine(message)) => Err(fail(Reason::Engine(message))),
        }
    }
}

/// The first line break that a line break or the end of the region follows; the match starts after it.
fn empty_line(region: &str, start: usize) -> Option<Match> {
    let breaks = region.match_indices('\n').map(|(at, _)| at + 1);
    let mut empty = breaks.filter(|&at| text::line_end(region, at) == at);
    empty.next().map(|at| Match { start: start + at, end: start + at, values: Vec::new() })
}
