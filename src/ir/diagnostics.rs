//! Diagnostics are data: a message, its code, and labelled spans into the user's own text. Only binaries render them.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use super::module::{Ir, OpId};
use super::op_info::Part;

/// A source text known to the [`super::Context`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileId(pub(super) u32);

/// A byte range of a source text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// The file; [`Span::NONE`] has none.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// No source text: the op was built by a pass or read from a binary format.
    pub const NONE: Span = Span { file: FileId(u32::MAX), start: 0, end: 0 };

    /// A range of a file.
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// Whether the span points nowhere.
    pub fn is_none(self) -> bool {
        self.file == Span::NONE.file
    }
}

/// Finds the place of a part of an op in the text that the op was read from; `None` if it is not written there.
pub type PartLocator = fn(&Ir<'_>, OpId, &Part) -> Option<Range<usize>>;

/// A named source text and its line starts.
pub struct SourceFile {
    /// Path as the user gave it, or a name such as `<pass-pipeline>`.
    pub name: String,
    /// The whole text.
    pub text: String,
    /// How parts of ops are found in it, where it is not MLIR.
    pub locator: Option<PartLocator>,
    lines: OnceCell<Vec<u32>>,
}

impl SourceFile {
    pub(super) fn new(name: String, text: String, locator: Option<PartLocator>) -> Self {
        SourceFile { name, text, locator, lines: OnceCell::new() }
    }

    fn line_starts(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            std::iter::once(0)
                .chain(memchr::memchr_iter(b'\n', self.text.as_bytes()).map(|i| i as u32 + 1))
                .collect()
        })
    }

    /// One-based line and column (in bytes) of an offset.
    pub fn line_col(&self, offset: u32) -> (u32, u32) {
        let starts = self.line_starts();
        let line = starts.partition_point(|&s| s <= offset).max(1);
        (line as u32, offset - starts[line - 1] + 1)
    }

    /// The byte range of a one-based line, without its newline; `None` past the end.
    pub fn line_range(&self, line: u32) -> Option<std::ops::Range<usize>> {
        let starts = self.line_starts();
        let start = *starts.get((line as usize).checked_sub(1)?)? as usize;
        let end = starts.get(line as usize).map_or(self.text.len(), |&e| e as usize - 1);
        Some(start..end)
    }
}

/// How serious a diagnostic is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Information asked for, such as `--explain`.
    Remark,
    /// The result may not be what the user wants.
    Warning,
    /// The run fails.
    Error,
}

/// A labelled span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is there; may be empty.
    pub message: String,
}

/// One problem, told to a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How serious.
    pub severity: Severity,
    /// The catalogue code, such as `NCC_EVRF014`; where the real stack has none, our own, or none.
    pub code: Option<Cow<'static, str>>,
    /// What is wrong, in one sentence without a full stop (real messages are kept to the letter).
    pub message: String,
    /// The place at fault; [`Span::NONE`] if there is no text.
    pub primary: Label,
    /// Other places that matter.
    pub related: Vec<Label>,
    /// What to do about it.
    pub help: Vec<String>,
    /// The op that no dialect declares, where that is the problem.
    pub unknown_op: Option<String>,
}

impl Diagnostic {
    /// A diagnostic without code, labels or help.
    pub fn new(severity: Severity, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            severity,
            code: None,
            message: message.into(),
            primary: Label { span, message: String::new() },
            related: Vec::new(),
            help: Vec::new(),
            unknown_op: None,
        }
    }

    /// An error at `span`.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, span, message)
    }

    /// A warning at `span`.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, span, message)
    }

    /// A remark at `span`.
    pub fn remark(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Remark, span, message)
    }

    /// Sets the catalogue code.
    pub fn code(mut self, code: impl Into<Cow<'static, str>>) -> Self {
        self.code = Some(code.into());
        self
    }

    /// Sets the text beside the primary span.
    pub fn label(mut self, message: impl Into<String>) -> Self {
        self.primary.message = message.into();
        self
    }

    /// Adds a second place (MLIR calls this a note).
    pub fn note(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Label { span, message: message.into() });
        self
    }

    /// Adds a line that says what to do.
    pub fn help(mut self, message: impl Into<String>) -> Self {
        self.help.push(message.into());
        self
    }
}

/// Collects diagnostics in the order they are found.
#[derive(Default, Debug)]
pub struct Diagnostics {
    /// Everything reported so far.
    pub list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// An empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Puts those from a position on in the order of their places. What a later step finds may stand in front.
    pub fn sort_from(&mut self, first: usize) {
        self.list[first..].sort_by_key(|d| (d.primary.span.file, d.primary.span.start));
    }

    /// Whether an error was reported.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }
}
