//! How an op's meaning reaches the world: operands, regions, symbols and the machine.

use std::rc::Rc;

use crate::ir::{Diagnostic, Fault, Ir, OpId, RegionId, ValueId};
use crate::tensor::Tensor;

use super::{Grid, Machine, View};

/// A value while a program runs.
#[derive(Clone, Debug)]
pub enum RtValue {
    /// A tensor on the host.
    Tensor(Rc<Tensor>),
    /// A tuple on the host.
    Tuple(Rc<[RtValue]>),
    /// Memory of the device: a tile, a view of one, or an HBM tensor.
    Memory(View),
}

/// Why an op could not be executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvalError {
    /// The op; filled in by the interpreter when the meaning function leaves it out.
    pub op: Option<OpId>,
    /// What is wrong.
    pub fault: Fault,
    /// What kind of failure it is.
    pub kind: ErrorKind,
}

/// How an op was not executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// Its meaning failed.
    Failed,
    /// It has no meaning here.
    Unsupported,
    /// It is to be executed again when what it waits for is there (see [`Grid`]).
    Waits,
}

impl From<Fault> for EvalError {
    fn from(fault: Fault) -> Self {
        EvalError { op: None, fault, kind: ErrorKind::Failed }
    }
}

impl EvalError {
    /// A failure of the op as a whole.
    pub fn new(message: impl Into<String>) -> Self {
        Fault::op(message).into()
    }

    /// An op, or a form of it, that has no meaning.
    pub fn unsupported(message: impl Into<String>) -> Self {
        EvalError { kind: ErrorKind::Unsupported, ..Fault::op(message).into() }
    }

    /// What an op waits for is not there yet.
    pub fn waits() -> Self {
        EvalError { kind: ErrorKind::Waits, ..Fault::op("waits for another process").into() }
    }
}

/// Tensors that a program showed on its way: names, and what was shown under each, in order.
pub type Probes = Vec<(String, Rc<Tensor>)>;

/// A process to be run: the name of its program, and the values that it takes.
pub type Program = (String, Vec<RtValue>);

/// What an op does.
pub type EvalFn = for<'a> fn(&mut dyn Exec<'a>, OpId) -> Result<(), EvalError>;

/// What a meaning function may ask of the interpreter. The IR outlives the run, so references into it do not borrow
/// the interpreter.
pub trait Exec<'a> {
    /// The module.
    fn ir(&self) -> &'a Ir<'a>;

    /// The value of an operand; an error if its definition was not executed.
    fn value(&self, value: ValueId) -> Result<RtValue, EvalError>;

    /// Gives a result its value.
    fn set(&mut self, value: ValueId, result: RtValue);

    /// Runs a region from its entry block with these arguments and returns the operands of the terminator that left it.
    fn run_region(&mut self, region: RegionId, args: &[RtValue]) -> Result<Vec<RtValue>, EvalError>;

    /// Executes one op.
    fn execute(&mut self, op: OpId) -> Result<(), EvalError>;

    /// Runs the body of the symbol that `from` refers to as `symbol`.
    fn call(&mut self, from: OpId, symbol: &str, args: &[RtValue]) -> Result<Vec<RtValue>, EvalError>;

    /// The machine.
    fn machine(&mut self) -> &mut Machine;

    /// The processes that run together with this one.
    fn grid(&mut self) -> &mut Grid;

    /// Runs one program for each process of a grid until all have ended, and returns what they give, in order.
    fn run_grid(&mut self, op: OpId, grid: Grid, programs: Vec<Program>) -> Result<Vec<RtValue>, EvalError>;

    /// The region of the op in which this process waited, when the op is executed again to go on there: the next region
    /// that is run goes on where it was left, whatever its arguments.
    fn waited_in(&self) -> Option<RegionId>;

    /// What was shown so far.
    fn probes(&mut self) -> &mut Probes;

    /// Tells the user something without stopping.
    fn report(&mut self, diagnostic: Diagnostic);
}

impl<'a> dyn Exec<'a> + '_ {
    /// An operand that must be a tensor.
    pub fn tensor(&self, value: ValueId) -> Result<Rc<Tensor>, EvalError> {
        match self.value(value)? {
            RtValue::Tensor(tensor) => Ok(tensor),
            _ => Err(EvalError::new("expected a tensor operand")),
        }
    }

    /// An operand that must be device memory.
    pub fn memory(&self, value: ValueId) -> Result<View, EvalError> {
        match self.value(value)? {
            RtValue::Memory(view) => Ok(view),
            _ => Err(EvalError::new("expected an operand in device memory")),
        }
    }

    /// Gives an op's only result a tensor.
    pub fn set_tensor(&mut self, op: OpId, tensor: Tensor) {
        let result = self.ir().result(op, 0);
        self.set(result, RtValue::Tensor(Rc::new(tensor)));
    }
}
