//! Locations: where an operation came from, through every pass.

use super::attributes::Attr;
use super::intern::Str;

/// Handle of an interned location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Loc(pub(super) u32);

impl Loc {
    /// `loc(unknown)`
    pub const UNKNOWN: Loc = Loc(0);
    /// The op stands where its [`super::Span`] says: no location was written for it. Printing computes file, line and
    /// column from the span, so a million ops cost no location objects.
    pub const SPAN: Loc = Loc(1);
}

/// What a location is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "variants and fields are those of MLIR's builtin locations")]
pub enum LocKind {
    Unknown,
    /// See [`Loc::SPAN`].
    Span,
    /// Lines and columns as written; a range when `end` differs from the start.
    FileLineCol {
        file: Str,
        line: u32,
        col: u32,
        end_line: u32,
        end_col: u32,
    },
    Name {
        name: Str,
        child: Loc,
    },
    CallSite {
        callee: Loc,
        caller: Loc,
    },
    Fused {
        locs: Box<[Loc]>,
        metadata: Option<Attr>,
    },
}
