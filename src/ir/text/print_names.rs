//! The names of values and the numbers of blocks in a printed module.

use rustc_hash::FxHashSet;

use super::printer::Printer;
use crate::ir::{BlockId, LocKind, OpId, Str, Trait, ValueDef, ValueId};

/// The name of a value in the output.
#[derive(Clone, Copy)]
pub(super) enum Name {
    /// `%3`
    Number(u32),
    /// `%arg3`
    Arg(u32),
    /// Index into [`Printer::hints`].
    Hint(u32),
    /// Result `.0` of the pack that begins at the op's result `.1`.
    InPack(u32, u32),
}

impl Printer<'_, '_> {
    /// Names the values in `root`'s regions in text order. Each op that is isolated from above reuses the numbers
    /// that are free outside of it.
    pub(super) fn number_values(&mut self, root: OpId) {
        let mut counters = Counters::default();
        enum Step {
            Op(OpId),
            /// A block, and whether it is the first of its region.
            Block(BlockId, bool),
            Restore(Box<Counters>),
        }
        let mut stack = vec![Step::Op(root)];
        while let Some(step) = stack.pop() {
            let op = match step {
                Step::Op(op) => op,
                Step::Block(block, first) => {
                    for &arg in self.ir.args(block) {
                        let name =
                            if first { counters.arg(self, arg) } else { self.fresh(arg, &mut counters) };
                        self.names.insert(arg, name);
                    }
                    let start = stack.len();
                    stack.extend(self.ir.block_ops(block).map(Step::Op));
                    stack[start..].reverse();
                    continue;
                }
                Step::Restore(saved) => {
                    counters = *saved;
                    continue;
                }
            };
            self.name_results(op, &mut counters);
            if self.ir.regions(op).is_empty() {
                continue;
            }
            if self.ir.has_trait(op, Trait::IsolatedFromAbove) && !self.options.unique_ssa_ids {
                stack.push(Step::Restore(Box::new(counters.clone())));
            }
            let start = stack.len();
            for &region in self.ir.regions(op) {
                for (number, block) in self.ir.blocks(region).enumerate() {
                    self.blocks.insert(block, number as u32);
                    stack.push(Step::Block(block, number == 0));
                }
            }
            stack[start..].reverse();
        }
    }

    fn name_results(&mut self, op: OpId, counters: &mut Counters) {
        let mut first = 0;
        for (index, &value) in self.ir.results(op).iter().enumerate() {
            let starts = index == 0 || self.options.ssa_names && self.ir.value_name(value).is_some();
            let name = if starts {
                first = index as u32;
                self.fresh(value, counters)
            } else {
                Name::InPack(index as u32 - first, first)
            };
            self.names.insert(value, name);
        }
    }

    fn fresh(&mut self, value: ValueId, counters: &mut Counters) -> Name {
        if let Some(name) = self.hint(value, counters) {
            return name;
        }
        counters.next += 1;
        Name::Number(counters.next - 1)
    }

    /// The name that the options give a value, made unique; none for numbers, which are given anew.
    fn hint(&mut self, value: ValueId, counters: &mut Counters) -> Option<Name> {
        let ctx = self.ir.ctx;
        let wanted = self.wanted_name(value)?;
        let text = ctx.text(wanted);
        if text.starts_with(|c: char| c.is_ascii_digit()) || text.is_empty() {
            return None;
        }
        let mut name = wanted;
        let mut tries = 0;
        while !counters.taken.insert(name) {
            name = ctx.str(&format!("{text}_{tries}"));
            tries += 1;
        }
        self.hints.push(name);
        Some(Name::Hint(self.hints.len() as u32 - 1))
    }

    fn wanted_name(&self, value: ValueId) -> Option<Str> {
        if !self.options.ssa_names && !self.options.nameloc_as_prefix {
            return None;
        }
        let ir = self.ir;
        let loc = match ir.def_op(value) {
            Some(op) => ir.op(op).loc,
            None => ir.arg_loc(value),
        };
        match ir.ctx.loc_kind(loc) {
            LocKind::Name { name, .. } if self.options.nameloc_as_prefix => {
                let legal = |c: char| if c.is_ascii_alphanumeric() || "_$.-".contains(c) { c } else { '_' };
                let text: String = ir.ctx.text(*name).chars().map(legal).collect();
                Some(ir.ctx.str(&text))
            }
            _ => ir.value_name(value).filter(|_| self.options.ssa_names),
        }
    }

    /// Lets values print under the names of others.
    pub(super) fn share_names(&mut self, from: &[ValueId], to: &[ValueId]) {
        for (from, &to) in from.iter().zip(to) {
            if let Some(&name) = self.names.get(*from) {
                self.names.insert(to, name);
            }
        }
    }

    /// A value as an operand.
    pub(super) fn value(&mut self, value: ValueId) {
        let name = self.names.get(value).copied();
        match name {
            Some(Name::InPack(offset, first)) => {
                if let ValueDef::Result(op, _) = self.ir.def(value) {
                    self.value_name(self.ir.result(op, first as usize));
                }
                self.text.put("#");
                self.text.number(i64::from(offset));
            }
            _ => {
                self.value_name(value);
                if let ValueDef::Result(op, index) = self.ir.def(value)
                    && self.in_pack(op, index as usize + 1)
                {
                    self.text.put("#0");
                }
            }
        }
    }

    /// Whether the op's result `index` continues the pack of the one before.
    pub(super) fn in_pack(&self, op: OpId, index: usize) -> bool {
        self.ir.results(op).get(index).is_some_and(|&v| matches!(self.names.get(v), Some(Name::InPack(..))))
    }

    /// `%name`
    pub(super) fn value_name(&mut self, value: ValueId) {
        match self.names.get(value) {
            Some(Name::Number(n)) => {
                self.text.out.push(b'%');
                self.text.number(i64::from(*n));
            }
            Some(Name::Arg(n)) => {
                self.text.put("%arg");
                self.text.number(i64::from(*n));
            }
            Some(Name::Hint(index)) => {
                self.text.out.push(b'%');
                let ctx = self.ir.ctx;
                self.text.put(ctx.text(self.hints[*index as usize]));
            }
            Some(Name::InPack(..)) | None => self.text.put("<<UNKNOWN SSA VALUE>>"),
        }
    }

    pub(super) fn block_name(&mut self, block: BlockId) {
        self.text.put("^bb");
        match self.blocks.get(block) {
            Some(&number) => self.text.number(i64::from(number)),
            None => self.text.put("invalid"),
        }
    }
}

/// The next free numbers and the names taken.
#[derive(Clone, Default)]
struct Counters {
    next: u32,
    next_arg: u32,
    taken: FxHashSet<Str>,
}

impl Counters {
    fn arg(&mut self, printer: &mut Printer<'_, '_>, arg: ValueId) -> Name {
        if let Some(name) = printer.hint(arg, self) {
            return name;
        }
        self.next_arg += 1;
        Name::Arg(self.next_arg - 1)
    }
}
