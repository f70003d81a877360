//! Names while a file is read: SSA values, with uses before definitions, and blocks.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::parse_op::IrParser;
use super::parser::{Parse, Parser, Reported};
use super::printer::type_string;
use crate::ir::{BlockId, Diagnostic, Ir, LocKind, OpState, Span, Type, ValueId};

/// A use of a value as it is written: `%name` or `%name#number`, and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueUse<'s> {
    pub(super) name: &'s str,
    pub(super) number: u32,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// What a value name stands for.
enum Entry {
    One(ValueId),
    /// The results of `%name:2 = ...`.
    Pack(Box<[ValueId]>),
    /// Uses before the definition: result number, stand-in, place of the first use.
    Forward(Vec<(u32, ValueId, usize)>),
}

/// The values visible inside one isolated op.
#[derive(Default)]
pub(super) struct Scope<'s> {
    entries: FxHashMap<&'s str, Entry>,
    /// Names defined, in order; those of an inner region are forgotten at its end.
    defined: Vec<&'s str>,
    /// Names of ops that could not be read: their uses are no errors.
    pub(super) poisoned: FxHashSet<&'s str>,
    /// Number of names that are used and not yet defined.
    open: usize,
}

/// A block label of a region.
struct Label {
    block: BlockId,
    /// Where it is defined, or else first used.
    at: usize,
    defined: bool,
}

/// The block labels of one region.
#[derive(Default)]
pub(super) struct Labels<'s> {
    blocks: FxHashMap<&'s str, Label>,
    /// Number of diagnostics in front of the region.
    reported: usize,
}

impl Labels<'_> {
    /// Labels of a region that begins after this many diagnostics.
    pub(super) fn new(reported: usize) -> Self {
        Labels { blocks: FxHashMap::default(), reported }
    }

    /// Whether something of the region could not be read.
    pub(super) fn follows_error(&self, p: &Parser<'_, '_>) -> bool {
        p.diagnostics.list.len() > self.reported
    }
}

impl<'s> IrParser<'s, '_> {
    fn scope(&mut self) -> &mut Scope<'s> {
        // The outermost scope is never popped.
        self.scopes.last_mut().expect("a scope is open while ops are read")
    }

    /// Opens a scope that sees no outer values.
    pub(super) fn push_scope(&mut self) {
        self.scopes.push(Scope::default());
    }

    /// Closes a scope and reports the names it used without a definition.
    pub(super) fn pop_scope(&mut self) {
        let Some(scope) = self.scopes.pop() else { return };
        if scope.open == 0 {
            return;
        }
        let mut missing: Vec<(usize, &str)> = scope
            .entries
            .iter()
            .filter(|(name, _)| !scope.poisoned.contains(*name))
            .filter_map(|(name, entry)| match entry {
                Entry::Forward(uses) => uses.iter().map(|u| (u.2, *name)).min(),
                _ => None,
            })
            .collect();
        missing.sort_unstable();
        for (at, name) in missing {
            let span = self.p.span(at, at + name.len() + 1);
            let message = format!("use of undeclared SSA value name '%{name}'");
            self.p.diagnostics.push(Diagnostic::error(span, message));
        }
    }

    /// A mark for [`IrParser::forget_values`].
    pub(super) fn value_mark(&mut self) -> usize {
        self.scope().defined.len()
    }

    /// Forgets the names defined since the mark.
    pub(super) fn forget_values(&mut self, mark: usize) {
        let scope = self.scope();
        for name in scope.defined.drain(mark..) {
            scope.entries.remove(name);
        }
    }

    /// Gives the name `%name` to values; uses that came before now use them.
    pub(super) fn define(&mut self, name: &'s str, values: &[ValueId], at: usize) -> Parse<()> {
        let entry = match values {
            [one] => Entry::One(*one),
            _ => Entry::Pack(values.into()),
        };
        let scope = self.scope();
        let old = match scope.entries.entry(name) {
            std::collections::hash_map::Entry::Vacant(slot) => {
                slot.insert(entry);
                scope.defined.push(name);
                None
            }
            std::collections::hash_map::Entry::Occupied(mut slot) => match slot.get() {
                Entry::Forward(_) => {
                    let old = slot.insert(entry);
                    scope.defined.push(name);
                    scope.open -= 1;
                    Some(old)
                }
                _ => {
                    let first = match slot.get() {
                        Entry::One(value) => Some(*value),
                        Entry::Pack(all) => all.first().copied(),
                        Entry::Forward(_) => None,
                    };
                    return self.redefined(name, at, first);
                }
            },
        };
        let hint = self.p.ctx.str(name);
        self.ir.set_value_name(values[0], hint);
        let Some(Entry::Forward(uses)) = old else { return Ok(()) };
        for (number, stand_in, place) in uses {
            let Some(&value) = values.get(number as usize) else {
                let message = "reference to invalid result number";
                return self.p.error_at(place..place + name.len() + 1, message);
            };
            let (expected, found) = (self.ir.ty(stand_in), self.ir.ty(value));
            if expected != found {
                let ctx = self.p.ctx;
                let message = format!(
                    "definition of SSA value '%{name}#{number}' has type '{}'",
                    type_string(ctx, found)
                );
                let span = self.p.span(at, at + name.len() + 1);
                let used = self.p.span(place, place + name.len() + 1);
                let note = format!("previously used here with type '{}'", type_string(ctx, expected));
                let diagnostic = Diagnostic::error(span, message).note(used, note);
                self.p.diagnostics.push(diagnostic);
            }
            self.ir.replace_all_uses(stand_in, value);
            drop_stand_in(&mut self.ir, stand_in);
        }
        Ok(())
    }

    fn redefined<T>(&mut self, name: &str, at: usize, first: Option<ValueId>) -> Parse<T> {
        let span = self.p.span(at, at + name.len() + 1);
        let mut diagnostic = Diagnostic::error(span, format!("redefinition of SSA value '%{name}'"));
        if let Some(place) = first.and_then(|value| self.definition_place(value)) {
            diagnostic = diagnostic.note(place, "previously defined here");
        }
        self.p.diagnostics.push(diagnostic);
        Err(Reported)
    }

    /// Where a value is defined: its op, or the name of a block argument.
    fn definition_place(&self, value: ValueId) -> Option<Span> {
        let ctx = self.p.ctx;
        if let Some(op) = self.ir.def_op(value) {
            return Some(self.ir.op(op).span).filter(|span| !span.is_none());
        }
        let LocKind::FileLineCol { line, col, .. } = *ctx.loc_kind(self.ir.arg_loc(value)) else {
            return None;
        };
        let start = ctx.file(self.p.file)?.line_range(line)?.start + col as usize - 1;
        Some(self.p.span(start, start + 1))
    }

    /// The value of a use that must have this type.
    pub(super) fn resolve(&mut self, value: ValueUse<'s>, ty: Type) -> Parse<ValueId> {
        let found = match self.scope().entries.get(value.name) {
            Some(Entry::One(v)) if value.number == 0 => Some(*v),
            Some(Entry::Pack(all)) if (value.number as usize) < all.len() => Some(all[value.number as usize]),
            Some(Entry::Forward(uses)) => uses.iter().find(|u| u.0 == value.number).map(|u| u.1),
            Some(_) => {
                return self.p.error_at(value.start..value.end, "reference to invalid result number");
            }
            None => None,
        };
        let Some(found) = found else { return Ok(self.forward(value, ty)) };
        let known = self.ir.ty(found);
        if known == ty {
            return Ok(found);
        }
        let ctx = self.p.ctx;
        let message = format!(
            "use of value '%{}' expects different type than prior uses: '{}' vs '{}'",
            value.name,
            type_string(ctx, ty),
            type_string(ctx, known)
        );
        let used = match self.scope().entries.get(value.name) {
            Some(Entry::Forward(uses)) => uses.iter().find(|u| u.0 == value.number).map(|u| u.2),
            _ => None,
        };
        let place = match used {
            Some(at) => Some(self.p.span(at, at + value.name.len() + 1)),
            None => self.definition_place(found),
        };
        let mut diagnostic = Diagnostic::error(self.p.span(value.start, value.end), message);
        if let Some(place) = place {
            diagnostic = diagnostic.note(place, "prior use here");
        }
        self.p.diagnostics.push(diagnostic);
        Err(Reported)
    }

    /// The type of a value that is already defined or used.
    pub(super) fn known_type(&mut self, value: ValueUse<'s>) -> Option<Type> {
        let found = match self.scope().entries.get(value.name)? {
            Entry::One(v) => *v,
            Entry::Pack(all) => *all.get(value.number as usize)?,
            Entry::Forward(uses) => uses.iter().find(|u| u.0 == value.number)?.1,
        };
        Some(self.ir.ty(found))
    }

    fn forward(&mut self, value: ValueUse<'s>, ty: Type) -> ValueId {
        let state = OpState::named(self.p.ctx, self.stand_in_name).results(&[ty]);
        let op = self.ir.create(state);
        let stand_in = self.ir.result(op, 0);
        let scope = self.scope();
        let entry = scope.entries.entry(value.name).or_insert_with(|| Entry::Forward(Vec::new()));
        if let Entry::Forward(uses) = entry {
            scope.open += usize::from(uses.is_empty());
            uses.push((value.number, stand_in, value.start));
        }
        stand_in
    }

    /// The block a label stands for, made when it is first named.
    pub(super) fn label(&mut self, name: &'s str, at: usize) -> BlockId {
        let ir = &mut self.ir;
        let labels = self.labels.last_mut().expect("a region is open while blocks are read");
        labels
            .blocks
            .entry(name)
            .or_insert_with(|| Label { block: ir.create_block(&[]), at, defined: false })
            .block
    }

    /// Marks a label as defined here.
    pub(super) fn define_label(&mut self, name: &'s str, at: usize) -> Parse<BlockId> {
        let block = self.label(name, at);
        let label =
            self.labels.last_mut().and_then(|l| l.blocks.get_mut(name)).expect("the label was just made");
        if std::mem::replace(&mut label.defined, true) {
            return self.p.error_at(at..at + name.len() + 1, format!("redefinition of block '^{name}'"));
        }
        label.at = at;
        Ok(block)
    }

    /// Closes a region and reports its labels that have no block, if all of it could be read.
    pub(super) fn pop_labels(&mut self) {
        let Some(labels) = self.labels.pop() else { return };
        if labels.follows_error(&self.p) {
            return;
        }
        let mut missing: SmallVec<[(usize, &str); 2]> =
            labels.blocks.iter().filter(|(_, l)| !l.defined).map(|(name, l)| (l.at, *name)).collect();
        missing.sort_unstable();
        for (at, name) in missing {
            let span = self.p.span(at, at + name.len() + 1);
            self.p
                .diagnostics
                .push(Diagnostic::error(span, format!("reference to an undefined block '^{name}'")));
        }
    }
}

/// Erases the op that stood for a value before its definition.
fn drop_stand_in(ir: &mut Ir<'_>, value: ValueId) {
    if let Some(op) = ir.def_op(value) {
        ir.erase(op);
    }
}
