//! When the IR is printed between passes.

/// The passes around which the IR is printed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum DumpPoint {
    /// None.
    #[default]
    Never,
    /// Those with these names.
    Passes(Vec<String>),
    /// All.
    Always,
}

impl DumpPoint {
    /// Whether the pass is among them.
    pub fn includes(&self, pass: &str) -> bool {
        match self {
            DumpPoint::Never => false,
            DumpPoint::Passes(names) => names.iter().any(|name| name == pass),
            DumpPoint::Always => true,
        }
    }

    /// Adds a pass.
    pub fn add(&mut self, pass: &str) {
        match self {
            DumpPoint::Always => {}
            DumpPoint::Passes(names) => names.push(pass.into()),
            DumpPoint::Never => *self = DumpPoint::Passes(vec![pass.into()]),
        }
    }
}

/// When the IR is printed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PrintIr {
    /// Before these passes.
    pub before: DumpPoint,
    /// After these passes.
    pub after: DumpPoint,
    /// Of the passes in `after` (all, if there are none), only after those that changed the IR.
    pub after_change: bool,
    /// After a pass that failed.
    pub after_failure: bool,
    /// The whole module rather than the op the pass ran on.
    pub module_scope: bool,
}

impl PrintIr {
    /// Whether the IR may be printed after this pass, if it succeeds.
    pub(super) fn wants_after(&self, pass: &str) -> bool {
        self.after.includes(pass) || self.after_change && self.after == DumpPoint::Never
    }
}
