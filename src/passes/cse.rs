//! `cse`: of equal ops, the one that dominates the others computes the value for all.

use hashbrown::HashTable;

use super::equivalence::{equivalent, op_hash};
use super::facts::{is_dead, only_reads};
use super::{Failed, Pass, PassContext, PassInfo};
use crate::ir::{BlockId, Dominance, Effect, Ir, OpEffects, OpId, Trait};

/// See the [module](self).
pub struct Cse;

impl Pass for Cse {
    fn info(&self) -> &'static PassInfo {
        &PassInfo {
            name: "cse",
            summary: "Merges ops that compute the same value",
            options: &[],
            anchor: None,
        }
    }

    fn run(&self, ir: &mut Ir<'_>, op: OpId, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let mut run = Run::new(ir);
        run.visit(op);
        cx.statistics.add("ops merged", run.merged);
        cx.statistics.add("dead ops erased", run.erased);
        Ok(())
    }
}

/// An op that later equal ones may be replaced by.
struct Candidate {
    hash: u64,
    op: OpId,
    /// Number of memory writes seen before it.
    writes: u64,
}

/// What is left to do. The walk keeps its own stack, so that depth of nesting costs none of the thread's.
enum Step {
    /// Visit the ops of a block from this one on.
    Ops(Option<OpId>),
    /// Visit blocks in preorder of the dominator tree. `scopes` holds, for the current path in that tree, how many
    /// candidates there were when each block was entered.
    Blocks { rest: std::vec::IntoIter<(BlockId, usize)>, scopes: Vec<usize> },
    /// Forget what is known inside an isolated op.
    LeaveIsolated,
}

struct Run<'a, 'c> {
    ir: &'a mut Ir<'c>,
    dominance: Dominance,
    /// Candidates in scope, in order of entry; what `table` refers to.
    candidates: Vec<Candidate>,
    /// Positions in `candidates`; one table per isolated op around the current one.
    tables: Vec<HashTable<usize>>,
    writes: u64,
    merged: u64,
    erased: u64,
}

impl<'a, 'c> Run<'a, 'c> {
    fn new(ir: &'a mut Ir<'c>) -> Self {
        Run {
            ir,
            dominance: Dominance::new(),
            candidates: Vec::new(),
            tables: vec![HashTable::new()],
            writes: 0,
            merged: 0,
            erased: 0,
        }
    }

    fn visit(&mut self, root: OpId) {
        let mut steps = Vec::new();
        self.enter_regions(root, &mut steps);
        while let Some(step) = steps.pop() {
            match step {
                Step::LeaveIsolated => drop(self.tables.pop()),
                Step::Blocks { mut rest, mut scopes } => {
                    // Memory may have changed between any two blocks.
                    self.writes += 1;
                    let next = rest.next();
                    let depth = next.map_or(0, |(_, depth)| depth);
                    if let Some(&size) = scopes.get(depth) {
                        self.forget(size);
                        scopes.truncate(depth);
                    }
                    if let Some((block, _)) = next {
                        scopes.push(self.candidates.len());
                        steps.push(Step::Blocks { rest, scopes });
                        steps.push(Step::Ops(self.ir.first_op(block)));
                    }
                }
                Step::Ops(from) => self.ops(from, &mut steps),
            }
        }
    }

    /// Visits ops up to one with regions, whose regions then come first.
    fn ops(&mut self, from: Option<OpId>, steps: &mut Vec<Step>) {
        let mut cursor = from;
        while let Some(op) = cursor {
            cursor = self.ir.next_op(op);
            let has_regions = !self.ir.regions(op).is_empty();
            if !self.simplify(op) && has_regions {
                steps.push(Step::Ops(cursor));
                self.enter_regions(op, steps);
                return;
            }
        }
    }

    fn enter_regions(&mut self, op: OpId, steps: &mut Vec<Step>) {
        if self.ir.has_trait(op, Trait::IsolatedFromAbove) {
            self.tables.push(HashTable::new());
            steps.push(Step::LeaveIsolated);
        }
        for &region in self.ir.regions(op).iter().rev() {
            let blocks = self.dominance.preorder(self.ir, region);
            steps.push(Step::Blocks { rest: blocks.into_iter(), scopes: Vec::new() });
        }
    }

    /// Forgets the candidates entered last, down to `size`.
    fn forget(&mut self, size: usize) {
        let Some(table) = self.tables.last_mut() else { return };
        while self.candidates.len() > size {
            let position = self.candidates.len() - 1;
            let hash = self.candidates[position].hash;
            if let Ok(entry) = table.find_entry(hash, |&p| p == position) {
                entry.remove();
            }
            self.candidates.pop();
        }
    }

    /// Erases the op if it is dead or an equal one is known, and says whether it did; otherwise remembers it.
    fn simplify(&mut self, op: OpId) -> bool {
        if self.ir.results(op).is_empty() || !only_reads(self.ir, op) {
            self.writes += u64::from(may_write(self.ir, op));
            return false;
        }
        if is_dead(self.ir, op) {
            self.ir.erase(op);
            self.erased += 1;
            return true;
        }
        let pure = self.ir.is_pure(op);
        let hash = op_hash(self.ir, op);
        let (ir, candidates, writes) = (&*self.ir, &mut self.candidates, self.writes);
        let Some(table) = self.tables.last_mut() else { return false };
        let known = table.find(hash, |&position| {
            let candidate = &candidates[position];
            candidate.hash == hash && equivalent(ir, candidate.op, op)
        });
        match known.copied() {
            // An equal read counts only if nothing was written since.
            Some(position) if pure || candidates[position].writes == writes => {
                let values = ir.results(candidates[position].op).to_vec();
                self.ir.replace(op, &values);
                self.merged += 1;
                true
            }
            Some(position) => {
                candidates[position].op = op;
                candidates[position].writes = writes;
                false
            }
            None => {
                candidates.push(Candidate { hash, op, writes });
                let position = candidates.len() - 1;
                table.insert_unique(hash, position, |&p| candidates[p].hash);
                false
            }
        }
    }
}

fn may_write(ir: &Ir<'_>, op: OpId) -> bool {
    match ir.effects(op) {
        OpEffects::Pure => false,
        OpEffects::Declared(list) => list.iter().any(|&(_, effect)| effect != Effect::Read),
        OpEffects::Unknown => true,
    }
}
