//! The interpreter: frames of values, control flow between blocks, calls of symbols.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::meanings::Meanings;
use crate::dialects::cf;
use crate::ir::{BlockId, Diagnostic, Diagnostics, Ir, OpId, RegionId, Str, Trait, ValueId};
use crate::machine::{ErrorKind, EvalError, Exec, Grid, Machine, Probes, Program, RtValue, Target};
use crate::tensor::{MAX_ELEMENTS, Tensor};

/// Stack left below which a region runs on a new piece of stack, and the size of such a piece, in bytes.
const STACK_RESERVE: usize = 128 << 10;
const STACK_PIECE: usize = 4 << 20;

/// What a program may use up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Ops executed.
    pub steps: u64,
    /// Regions and calls around the current op.
    pub depth: usize,
    /// Elements of a tensor.
    pub elements: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: u64::MAX, depth: 16_384, elements: MAX_ELEMENTS as u64 }
    }
}

/// A program at work.
pub struct Interpreter<'a> {
    ir: &'a Ir<'a>,
    meanings: &'a Meanings,
    limits: Limits,
    target: Target,
    /// Values by activation of a symbol, innermost last. A region sees the values of the activation it stands in.
    frames: Vec<Frame>,
    /// The processes that run together.
    pub(super) grid: Grid,
    /// Where the process that waits, or goes on, left off.
    pub(super) left: Left,
    symbols: FxHashMap<OpId, FxHashMap<Str, OpId>>,
    /// Made when it is first asked for: most host programs never do.
    machine: Option<Box<Machine>>,
    /// What meanings had to say.
    pub reports: Diagnostics,
    /// What the program showed on its way.
    pub probes: Probes,
    /// Ops executed so far.
    pub steps: u64,
    depth: usize,
}

/// The values of an activation.
type Frame = FxHashMap<ValueId, RtValue>;

/// How to come back to the op at which a process waits: the ops around it, and the values of the activations they are in,
/// outermost last. What was left is taken from the end while the ops are executed again.
#[derive(Default)]
pub(super) struct Left {
    ops: Vec<OpId>,
    frames: Vec<Frame>,
}

/// How a block was left.
enum Exit {
    /// The region is left with these values.
    Region(Vec<RtValue>),
    /// Control goes to a block.
    Block(BlockId, Vec<RtValue>),
}

impl<'a> Interpreter<'a> {
    /// An interpreter that has run nothing.
    pub fn new(ir: &'a Ir<'a>, meanings: &'a Meanings, target: Target, limits: Limits) -> Self {
        Interpreter {
            ir,
            meanings,
            limits,
            target,
            frames: vec![FxHashMap::default()],
            grid: Grid::default(),
            left: Left::default(),
            symbols: FxHashMap::default(),
            machine: None,
            reports: Diagnostics::new(),
            probes: Probes::new(),
            steps: 0,
            depth: 0,
        }
    }

    /// Runs the body of a symbol op: its only region, with these arguments.
    pub fn call_op(&mut self, symbol: OpId, args: &[RtValue]) -> Result<Vec<RtValue>, EvalError> {
        let Some(&region) = self.ir.regions(symbol).first() else {
            return Err(at(symbol, EvalError::new("has no body to run")));
        };
        if self.ir.entry_block(region).is_none() {
            return Err(at(symbol, EvalError::new("is a declaration: there is no body to run")));
        }
        // Where a process goes on, the values that it had computed are still there.
        let frame = self.left.frames.pop().unwrap_or_default();
        self.frames.push(frame);
        let result = self.run_region(region, args);
        let frame = self.frames.pop();
        if matches!(&result, Err(error) if error.kind == ErrorKind::Waits) {
            self.left.frames.extend(frame);
        }
        result
    }

    /// Executes one op whose operands have these values, and returns the values of its results.
    pub fn evaluate(&mut self, op: OpId, operands: &[RtValue]) -> Result<Vec<RtValue>, EvalError> {
        for (value, operand) in self.ir.operands(op).zip(operands) {
            self.set(value, operand.clone());
        }
        self.execute(op)?;
        self.ir.results(op).iter().map(|&value| self.value(value)).collect()
    }

    fn count_step(&mut self, op: OpId) -> Result<(), EvalError> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            let message = format!("is where the limit of {} executed ops was reached", self.limits.steps);
            return Err(at(op, EvalError::new(message)));
        }
        Ok(())
    }

    /// What an op computes must have a size that memory can hold.
    fn check_results(&self, op: OpId) -> Result<(), EvalError> {
        for (index, &result) in self.ir.results(op).iter().enumerate() {
            let Some((shape, _)) = self.ir.ctx.shaped(self.ir.ty(result)) else { continue };
            // A dynamic dimension is known only when the value is.
            let mut sizes = shape.iter().filter_map(|&dim| u64::try_from(dim).ok());
            let elements = sizes.try_fold(1u64, |product, dim| product.checked_mul(dim));
            if elements.is_none_or(|elements| elements > self.limits.elements) {
                let message = format!(
                    "gives a tensor of more than {} elements as result {index}",
                    self.limits.elements
                );
                return Err(at(op, EvalError::new(message)));
            }
        }
        Ok(())
    }

    /// Runs blocks from the entry of `region`, or from where it was left, until one of them leaves it.
    fn run_blocks(&mut self, region: RegionId, args: &[RtValue]) -> Result<Vec<RtValue>, EvalError> {
        let mut next = self.left.ops.pop();
        if next.is_none() {
            let Some(entry) = self.ir.entry_block(region) else { return Ok(Vec::new()) };
            self.bind(entry, args)?;
            next = self.ir.first_op(entry);
        }
        loop {
            match self.run_from(next)? {
                Exit::Region(values) => return Ok(values),
                Exit::Block(block, values) => {
                    self.bind(block, &values)?;
                    next = self.ir.first_op(block);
                }
            }
        }
    }

    fn bind(&mut self, block: BlockId, values: &[RtValue]) -> Result<(), EvalError> {
        let args = self.ir.args(block);
        if args.len() != values.len() {
            let message = format!("passes {} values to a block that takes {}", values.len(), args.len());
            return Err(EvalError::new(message));
        }
        for (&arg, value) in args.iter().zip(values) {
            self.set(arg, value.clone());
        }
        Ok(())
    }

    /// Runs a block from this op on.
    fn run_from(&mut self, mut cursor: Option<OpId>) -> Result<Exit, EvalError> {
        while let Some(op) = cursor {
            cursor = self.ir.next_op(op);
            if cursor.is_none() && self.meanings.get(self.ir.op(op).name).is_none() && self.may_leave(op) {
                self.count_step(op)?;
                return self.leave(op).map_err(|error| at(op, error));
            }
            self.execute(op).map_err(|error| self.leave_off(op, error))?;
        }
        // Bodies without terminator, such as kernels, hand nothing over.
        Ok(Exit::Region(Vec::new()))
    }

    /// Remembers the op if it waits, or if it is around the one that does: then it must be able to go on.
    fn leave_off(&mut self, op: OpId, error: EvalError) -> EvalError {
        if error.kind != ErrorKind::Waits {
            return error;
        }
        if error.op != Some(op) && !self.ir.has_trait(op, Trait::Resumable) {
            let name = self.ir.name(op);
            self.left = Left::default();
            let message = format!("waits for another process, which cannot be done inside of '{name}'");
            return EvalError { op: error.op, ..EvalError::new(message) };
        }
        self.left.ops.push(op);
        error
    }

    fn may_leave(&self, op: OpId) -> bool {
        self.ir.has_trait(op, Trait::Terminator)
    }

    /// What a terminator without a meaning of its own does: branch, or hand its operands to whatever runs the region.
    fn leave(&self, op: OpId) -> Result<Exit, EvalError> {
        let ir = self.ir;
        let values =
            |list: Vec<ValueId>| list.into_iter().map(|v| self.value(v)).collect::<Result<Vec<_>, _>>();
        if let Some(branch) = cf::Br::cast(ir, op) {
            return Ok(Exit::Block(ir.successors(op)[0], values(branch.dest(ir))?));
        }
        if let Some(branch) = cf::CondBr::cast(ir, op) {
            let RtValue::Tensor(condition) = self.value(branch.condition(ir))? else {
                return Err(EvalError::new("expected a boolean condition"));
            };
            let holds = !condition.is_empty() && condition.get(0).as_bool();
            let operands = if holds { branch.true_dest(ir) } else { branch.false_dest(ir) };
            return Ok(Exit::Block(ir.successors(op)[usize::from(!holds)], values(operands)?));
        }
        if !ir.successors(op).is_empty() {
            return Err(EvalError::unsupported("branches in a way that has no meaning"));
        }
        Ok(Exit::Region(values(ir.operands(op).collect())?))
    }

    /// The op that `from` refers to as `name`, looked up in the symbol tables around it, innermost first.
    fn resolve(&mut self, from: OpId, name: &str) -> Option<OpId> {
        let (ir, name) = (self.ir, self.ir.ctx.str(name));
        let tables = std::iter::successors(ir.symbol_table(from), |&table| ir.symbol_table(table));
        for table in tables {
            let symbols = self.symbols.entry(table).or_insert_with(|| ir.symbols(table));
            if let Some(&found) = symbols.get(&name) {
                return Some(found);
            }
        }
        None
    }

    fn frame(&self) -> Option<&FxHashMap<ValueId, RtValue>> {
        self.frames.last()
    }
}

impl<'a> Exec<'a> for Interpreter<'a> {
    fn ir(&self) -> &'a Ir<'a> {
        self.ir
    }

    fn value(&self, value: ValueId) -> Result<RtValue, EvalError> {
        let found = self.frame().and_then(|frame| frame.get(&value)).cloned();
        found.ok_or_else(|| EvalError::new("uses a value whose definition was not executed"))
    }

    fn set(&mut self, value: ValueId, result: RtValue) {
        if let Some(frame) = self.frames.last_mut() {
            frame.insert(value, result);
        }
    }

    fn run_region(&mut self, region: RegionId, args: &[RtValue]) -> Result<Vec<RtValue>, EvalError> {
        if self.depth >= self.limits.depth {
            return Err(EvalError::new(format!(
                "nests regions and calls more than {} deep",
                self.limits.depth
            )));
        }
        self.depth += 1;
        let result = stacker::maybe_grow(STACK_RESERVE, STACK_PIECE, || self.run_blocks(region, args));
        self.depth -= 1;
        result
    }

    fn execute(&mut self, op: OpId) -> Result<(), EvalError> {
        self.count_step(op)?;
        self.check_results(op)?;
        match self.meanings.get(self.ir.op(op).name) {
            Some(eval) => eval(self, op).map_err(|error| at(op, error)),
            None => Err(at(op, EvalError::unsupported("has no meaning that could be executed"))),
        }
    }

    fn call(&mut self, from: OpId, symbol: &str, args: &[RtValue]) -> Result<Vec<RtValue>, EvalError> {
        match self.resolve(from, symbol) {
            Some(target) => self.call_op(target, args),
            None => Err(EvalError::new(format!("calls '@{symbol}', which does not exist"))),
        }
    }

    fn machine(&mut self) -> &mut Machine {
        let target = self.target;
        self.machine.get_or_insert_with(|| Box::new(Machine::new(target)))
    }

    fn grid(&mut self) -> &mut Grid {
        &mut self.grid
    }

    fn run_grid(&mut self, op: OpId, grid: Grid, programs: Vec<Program>) -> Result<Vec<RtValue>, EvalError> {
        let outer = std::mem::replace(&mut self.grid, grid);
        let results = self.run_processes(op, programs);
        self.grid = outer;
        results
    }

    fn waited_in(&self) -> Option<RegionId> {
        let &op = self.left.ops.last()?;
        self.ir.parent_block(op).and_then(|block| self.ir.block_region(block))
    }

    fn probes(&mut self) -> &mut Probes {
        &mut self.probes
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.reports.push(diagnostic);
    }
}

/// The error, of this op unless it is already known of which.
fn at(op: OpId, error: EvalError) -> EvalError {
    EvalError { op: error.op.or(Some(op)), ..error }
}

/// The tensors in a value, tuples flattened; `None` if part of it is device memory.
pub(super) fn tensors(value: RtValue, into: &mut Vec<Tensor>) -> Option<()> {
    match value {
        RtValue::Tensor(tensor) => into.push(Rc::unwrap_or_clone(tensor)),
        RtValue::Tuple(parts) => {
            for part in parts.iter() {
                tensors(part.clone(), into)?;
            }
        }
        RtValue::Memory(_) => return None,
    }
    Some(())
}
