//! Running a module: its entry, the tensors it takes and gives.

use std::rc::Rc;

use super::interpreter::{Interpreter, Limits, tensors};
use super::meanings::Meanings;
use crate::dialects::device;
use crate::dialects::elements::tensor_or_scalar_type;
use crate::dialects::func::entry_point;
use crate::ir::text::type_string;
use crate::ir::{Diagnostic, Diagnostics, Fault, Ir, OpId, Severity, Type};
use crate::machine::{ErrorKind, EvalError, Probes, RtValue, Target};
use crate::tensor::{ElementType, Tensor};

/// How to run a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunOptions {
    /// What the program may use up.
    pub limits: Limits,
    /// The machine; what the module's `neuron.target` says, if `None`.
    pub target: Option<Target>,
}

/// What a run gave.
#[derive(Debug)]
pub struct Outcome {
    /// The entry's results in order, tuples flattened.
    pub results: Vec<Tensor>,
    /// What ops had to say, such as that the DVE's order differs from the host's here.
    pub reports: Diagnostics,
    /// What the program showed on its way.
    pub probes: Probes,
    /// Number of ops executed; one that waited for another process counts each time that it was tried.
    pub steps: u64,
}

/// Why a run failed.
#[derive(Debug)]
pub struct RunError {
    /// The problem, at the op where it occurred.
    pub diagnostic: Box<Diagnostic>,
    /// The name of the op that has no meaning, if that is the problem.
    pub unsupported: Option<String>,
    /// What ops had to say before.
    pub reports: Diagnostics,
    /// What the program showed before.
    pub probes: Probes,
}

impl From<Box<Diagnostic>> for RunError {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        RunError { diagnostic, unsupported: None, reports: Diagnostics::new(), probes: Probes::new() }
    }
}

/// Element type and shape of each input of an entry.
pub fn input_types(ir: &Ir<'_>, entry: OpId) -> Result<Vec<(ElementType, Vec<usize>)>, Box<Diagnostic>> {
    let types = |(index, ty): (usize, Type)| {
        tensor_or_scalar_type(ir.ctx, ty).ok_or_else(|| {
            let message = format!("cannot be run: input {index} has type '{}'", type_string(ir.ctx, ty));
            at(ir, entry, Fault::op(message))
        })
    };
    let block = ir.regions(entry).first().and_then(|&region| ir.entry_block(region));
    let args = block.map_or(&[][..], |block| ir.args(block));
    args.iter().map(|&arg| ir.ty(arg)).enumerate().map(types).collect()
}

/// Runs the entry of a module (see [`entry_point`]) on tensors.
pub fn run(
    ir: &Ir<'_>,
    entry: Option<&str>,
    inputs: Vec<Tensor>,
    options: &RunOptions,
) -> Result<Outcome, RunError> {
    let entry = entry_point(ir, entry)?;
    check_inputs(ir, entry, &inputs)?;
    let target = match options.target {
        Some(target) => target,
        None => module_target(ir)?,
    };
    let meanings = Meanings::new(ir.ctx);
    let mut interpreter = Interpreter::new(ir, &meanings, target, options.limits);
    let args: Vec<RtValue> = inputs.into_iter().map(|tensor| RtValue::Tensor(Rc::new(tensor))).collect();
    let ended = interpreter.call_op(entry, &args);
    let Interpreter { reports, probes, steps, .. } = interpreter;
    let values = match ended {
        Ok(values) => values,
        Err(error) => return Err(RunError { reports, probes, ..explain(ir, entry, error) }),
    };
    let mut results = Vec::new();
    for (index, value) in values.into_iter().enumerate() {
        if tensors(value, &mut results).is_none() {
            let fault =
                Fault::op(format!("gives device memory as result {index}: only tensors leave a program"));
            return Err(at(ir, entry, fault).into());
        }
    }
    Ok(Outcome { results, reports, probes, steps })
}

fn check_inputs(ir: &Ir<'_>, entry: OpId, inputs: &[Tensor]) -> Result<(), Box<Diagnostic>> {
    let expected = input_types(ir, entry)?;
    let fault = |message: String| Err(at(ir, entry, Fault::op(message)));
    if expected.len() != inputs.len() {
        return fault(format!("takes {} inputs, {} were given", expected.len(), inputs.len()));
    }
    for (index, ((elem, shape), tensor)) in expected.iter().zip(inputs).enumerate() {
        if *elem != tensor.elem() || shape != tensor.shape() {
            let (found, found_shape) = (tensor.elem(), tensor.shape());
            return fault(format!(
                "takes {elem}{shape:?} as input {index}, {found}{found_shape:?} was given"
            ));
        }
    }
    Ok(())
}

/// The target that the module names, or the default.
fn module_target(ir: &Ir<'_>) -> Result<Target, Box<Diagnostic>> {
    device::target(ir, ir.root()).map_err(|fault| at(ir, ir.root(), fault))
}

/// The error for a fault of an op.
fn at(ir: &Ir<'_>, op: OpId, fault: Fault) -> Box<Diagnostic> {
    Box::new(fault.into_diagnostic(ir, op, Severity::Error))
}

fn explain(ir: &Ir<'_>, entry: OpId, error: EvalError) -> RunError {
    let op = error.op.unwrap_or(entry);
    let unsupported = (error.kind == ErrorKind::Unsupported).then(|| ir.name(op).to_string());
    RunError { unsupported, ..at(ir, op, error.fault).into() }
}
