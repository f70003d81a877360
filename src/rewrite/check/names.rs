//! The names of one pattern or template: what they stand for, and whether they are used.

use crate::ir::{Diagnostic, Diagnostics, OpInfo, Span, nearest};

use super::super::ast::{Many, Name, Var};
use super::super::program::Slot;
use super::super::value::Kind;

/// Where a name was bound, for `at`.
#[derive(Clone)]
pub(super) enum Origin {
    /// An operand of a matched op.
    Operand(Slot),
    /// A result of a matched op.
    Result(Slot),
    /// An attribute of a matched op.
    Attr(Slot, String),
}

/// A variable.
#[derive(Clone)]
pub(super) struct Binding {
    pub name: String,
    pub slot: Slot,
    pub kind: Kind,
    pub span: Span,
    pub used: bool,
    /// Whether the name documents a position (a result, a block argument) and may stay unused.
    pub quiet: bool,
    /// Whether it may be absent.
    pub optional: bool,
    pub origin: Option<Origin>,
}

/// A named op.
#[derive(Clone)]
pub(super) struct MatchedOp {
    pub name: String,
    pub slot: Slot,
    pub info: Option<&'static OpInfo>,
}

/// The names in scope, innermost last.
#[derive(Default)]
pub(super) struct Names {
    pub bindings: Vec<Binding>,
    pub ops: Vec<MatchedOp>,
    next: Slot,
    flags: u8,
}

impl Names {
    /// A slot that no name has.
    pub fn fresh(&mut self) -> Slot {
        self.next += 1;
        self.next - 1
    }

    /// The number of slots handed out.
    pub fn slots(&self) -> usize {
        self.next as usize
    }

    /// A number for the order of a commutative op; `None` when there are too many.
    pub fn fresh_flag(&mut self) -> Option<u8> {
        self.flags += 1;
        (self.flags <= 64).then(|| self.flags - 1)
    }

    pub fn find(&self, name: &str) -> Option<&Binding> {
        self.bindings.iter().rev().find(|b| b.name == name)
    }

    /// The binding of a name that is read.
    pub fn read(&mut self, name: &str) -> Option<&Binding> {
        let found = self.bindings.iter_mut().rev().find(|b| b.name == name)?;
        found.used = true;
        Some(found)
    }

    pub fn op(&self, name: &str) -> Option<&MatchedOp> {
        self.ops.iter().rev().find(|o| o.name == name)
    }

    /// Binds a name to a new slot. Names starting with `_` behind the sigil may stay unused.
    pub fn bind(&mut self, var: &Var, kind: Kind, many: Many) -> Slot {
        let slot = self.fresh();
        self.bind_slot(var, kind, many, slot);
        slot
    }

    /// Binds a name to a slot that is there.
    pub fn bind_slot(&mut self, var: &Var, kind: Kind, many: Many, slot: Slot) {
        self.bindings.push(Binding {
            name: var.text.clone(),
            slot,
            kind,
            span: var.span,
            used: false,
            quiet: var.text[1..].starts_with('_'),
            optional: many == Many::Optional,
            origin: None,
        });
    }

    /// Hides every name. What is given back makes them visible again with [`Names::show`].
    pub fn hide(&mut self) -> (Vec<Binding>, Vec<MatchedOp>) {
        (std::mem::take(&mut self.bindings), std::mem::take(&mut self.ops))
    }

    /// Forgets the names in scope in favour of those that were hidden.
    pub fn show(&mut self, (bindings, ops): (Vec<Binding>, Vec<MatchedOp>)) {
        (self.bindings, self.ops) = (bindings, ops);
    }

    /// The binding made last.
    pub fn last(&mut self) -> &mut Binding {
        self.bindings.last_mut().expect("called right behind `bind`")
    }

    /// Ends the scope that began when there were `mark` bindings.
    pub fn leave(&mut self, mark: usize, diagnostics: &mut Diagnostics) {
        for binding in self.bindings.drain(mark..) {
            if !binding.used && !binding.quiet {
                diagnostics.push(
                    Diagnostic::error(binding.span, format!("`{}` is never used", binding.name))
                        .help("write `_` for a value that does not matter"),
                );
            }
        }
    }
}

/// Adds "did you mean" when there is a candidate.
pub(super) fn suggest<'a>(
    diagnostic: Diagnostic,
    word: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    match nearest(word, candidates) {
        Some(best) => diagnostic.help(format!("did you mean `{best}`?")),
        None => diagnostic,
    }
}

/// The error for a name that is not bound.
pub(super) fn unbound(name: &Name) -> Diagnostic {
    Diagnostic::error(name.span, format!("`{}` is not bound here", name.text))
}
