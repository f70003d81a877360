//! FileCheck, without LLVM: a reader of LLVM's CHECK syntax over the `filecheck` crate.
//!
//! The check file and the input are read as LLVM reads them ([`text`], [`options`], [`directive`], [`pattern`],
//! [`posix`]); every single search is done by the crate ([`find`]); LLVM's order of searches is [`matcher`]; failures are
//! printed by [`report`]. What cannot be expressed is refused with its place, never ignored: numeric variables, `\1`,
//! brackets that match a line break, word boundaries, `--ignore-case`, `--allow-deprecated-dag-overlap`.

pub mod directive;
pub mod find;
pub mod matcher;
pub mod options;
pub mod pattern;
pub mod posix;
pub mod report;
pub mod text;

use std::fmt;
use std::ops::Range;

pub use options::{DumpInput, Options};

/// What is wrong with a check file or a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// LLVM rejects it as well.
    Invalid(String),
    /// LLVM accepts it, but it cannot be expressed here.
    Refused(String),
}

impl Problem {
    /// The problem, said of `place`.
    pub fn within(self, place: &str) -> Problem {
        match self {
            Problem::Invalid(what) => Problem::Invalid(format!("{place}: {what}")),
            Problem::Refused(what) => Problem::Refused(format!("{place}: {what}")),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Problem::Invalid(what) => f.write_str(what),
            Problem::Refused(what) => write!(f, "not supported by this checker: {what}"),
        }
    }
}

/// A problem and its place in the (canonicalised) check file.
#[derive(Clone, Debug)]
pub struct Complaint {
    /// Bytes of the check file; `None` if it is about the whole file or the command line.
    pub span: Option<Range<usize>>,
    /// What is wrong.
    pub problem: Problem,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every directive holds.
    Pass,
    /// Some directive does not.
    Fail,
    /// The check file, the command line or the input is malformed: LLVM fails too.
    Malformed,
    /// The check file asks for something this checker cannot express: a failure that `not` must not turn around.
    Refused,
}

impl Verdict {
    /// The exit code of FileCheck.
    pub fn exit_code(self) -> i32 {
        match self {
            Verdict::Pass => 0,
            Verdict::Fail => 1,
            Verdict::Malformed | Verdict::Refused => 2,
        }
    }

    fn of(problem: &Problem) -> Verdict {
        match problem {
            Problem::Invalid(_) => Verdict::Malformed,
            Problem::Refused(_) => Verdict::Refused,
        }
    }
}

/// The verdict and what FileCheck would print on standard error.
#[derive(Clone, Debug)]
pub struct Report {
    /// How the run ended.
    pub verdict: Verdict,
    /// Diagnostics and input dump; empty after a quiet success.
    pub text: String,
}

/// A text and its name in messages.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// The name, a path as a rule.
    pub name: &'a str,
    /// The bytes.
    pub bytes: &'a [u8],
}

/// Checks `input` against the directives in `checks`.
pub fn check(options: &Options, checks: Named, input: Named) -> Report {
    let source = text::canonicalise(&text::latin1(checks.bytes), options.strict_whitespace);
    let nots = directive::implicit_nots(options);
    let directives = nots.and_then(|nots| Ok((directive::read(&source, options)?, nots)));
    let (directives, nots) = match directives {
        Ok(found) => found,
        Err(complaint) => {
            let text = report::complaint(checks.name, &source, &complaint);
            return Report { verdict: Verdict::of(&complaint.problem), text };
        }
    };
    if input.bytes.is_empty() && !options.allow_empty {
        let text = format!("FileCheck error: '{}' is empty.\n", input.name);
        return Report { verdict: Verdict::Malformed, text };
    }
    let subject = text::canonicalise(&text::latin1(input.bytes), options.strict_whitespace);
    let failures = matcher::run(&directives, &nots, &subject, options);
    let refused = failures.iter().any(|failure| matches!(failure.reason, matcher::Reason::Engine(_)));
    let verdict = match failures.is_empty() {
        true => Verdict::Pass,
        false if refused => Verdict::Refused,
        false => Verdict::Fail,
    };
    let mut text = report::failures((checks.name, &source), (input.name, &subject), &failures);
    let dump = match options.dump_input {
        DumpInput::Always => true,
        DumpInput::Fail => verdict != Verdict::Pass,
        DumpInput::Never => false,
    };
    if dump {
        text.push_str(&report::dump(input.name, &subject, &failures));
    }
    Report { verdict, text }
}
