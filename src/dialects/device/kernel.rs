//! Kernels and the call of one: the border between tensors of the host and memory of the device.

use crate::ir::{Fault, Ir, OpId, Severity};
use crate::machine::instructions::order_differs;
use crate::machine::{EvalError, Exec, RtValue, Space, View};
use crate::tensor::Tensor;

use super::{MemoryType, memory_type};

/// The arguments of a kernel, of whatever dialect: HBM tensors, the inputs first, then the outputs. `None` if the op
/// is no kernel.
pub fn signature<'c>(ir: &Ir<'c>, kernel: OpId) -> Option<Vec<MemoryType<'c>>> {
    let region = *ir.regions(kernel).first()?;
    let block = ir.entry_block(region)?;
    let argument = |&value| memory_type(ir.ctx, ir.ty(value)).filter(|memory| memory.space == Space::Hbm);
    ir.args(block).iter().map(argument).collect()
}

/// Poisoned memory of this type without an address.
pub fn allocate(exec: &mut dyn Exec<'_>, op: OpId, memory: &MemoryType<'_>) -> Result<View, EvalError> {
    let ir = exec.ir();
    let (space, dtype, partitions) = (memory.space, memory.dtype, memory.partitions() as u32);
    let buffer = exec.machine().alloc_tile(space, dtype, partitions, &memory.free_sizes());
    Ok(memory.whole(buffer.map_err(|error| super::failure(ir, op, error))?))
}

/// Runs kernel `callee` on copies of the tensors, which it ranks unless the call says `unranked`: puts them into HBM, adds poisoned outputs of the types of the
/// op's results, calls the symbol, and gives the results what the kernel wrote. Everything the kernel allocated is
/// released.
pub fn call<'a>(exec: &mut dyn Exec<'a>, op: OpId, callee: &str) -> Result<(), EvalError> {
    let ir = exec.ir();
    let inputs = ir.operands(op).map(|value| exec.tensor(value)).collect::<Result<Vec<_>, _>>()?;
    let outputs =
        ir.results(op).iter().map(|&value| output_type(ir, value)).collect::<Result<Vec<_>, _>>()?;
    if ir.attr(op, "unranked").is_none() {
        inputs.iter().for_each(|tensor| warn_of_order(exec, op, tensor));
    }
    let mark = exec.machine().mark();
    let result = run(exec, op, callee, &inputs, &outputs);
    exec.machine().release_since(mark);
    for (&value, tensor) in ir.results(op).iter().zip(result?) {
        exec.set(value, RtValue::Tensor(tensor.into()));
    }
    Ok(())
}

/// Tells the user when what the device ranks may come out in another order than HLO's.
pub fn warn_of_order(exec: &mut dyn Exec<'_>, op: OpId, tensor: &Tensor) {
    if let Some(difference) = order_differs(tensor) {
        let fault = Fault::op(difference.to_string());
        exec.report(fault.into_diagnostic(exec.ir(), op, Severity::Warning));
    }
}

type TensorType = (crate::tensor::ElementType, Vec<usize>);

fn output_type(ir: &Ir<'_>, value: crate::ir::ValueId) -> Result<TensorType, EvalError> {
    crate::dialects::elements::tensor_type_parts(ir.ctx, ir.ty(value))
        .ok_or_else(|| EvalError::unsupported("a kernel has results of static shape only"))
}

fn run(
    exec: &mut dyn Exec<'_>,
    op: OpId,
    callee: &str,
    inputs: &[std::rc::Rc<Tensor>],
    outputs: &[TensorType],
) -> Result<Vec<Tensor>, EvalError> {
    let ir = exec.ir();
    let machine = exec.machine();
    let mut views = Vec::with_capacity(inputs.len() + outputs.len());
    for tensor in inputs {
        let buffer = machine.load_hbm(Tensor::clone(tensor));
        views.push(View::hbm(buffer, tensor.elem(), tensor.shape()));
    }
    for (dtype, shape) in outputs {
        let buffer = machine.alloc_hbm(*dtype, shape).map_err(|error| super::failure(ir, op, error))?;
        views.push(View::hbm(buffer, *dtype, shape));
    }
    let args: Vec<RtValue> = views.iter().cloned().map(RtValue::Memory).collect();
    exec.call(op, callee, &args)?;
    let machine = exec.machine();
    views[inputs.len()..]
        .iter()
        .zip(outputs)
        .map(|(view, (dtype, shape))| {
            machine.take_hbm(view.buffer, *dtype, shape).map_err(|error| EvalError::new(error.to_string()))
        })
        .collect()
}

/// Errors unless the symbol that `op` calls is a kernel whose arguments are HBM tensors of the op's operand and
/// result types.
pub fn verify_call(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let callee = ir.attr(op, "callee").and_then(|attr| ir.ctx.as_symbol(attr)).unwrap_or_default();
    let Some(kernel) = ir.resolve_symbol(op, callee) else {
        return Err(Fault::attr(
            "callee",
            format!("'{callee}' does not reference a kernel: there is no such symbol"),
        ));
    };
    let Some(arguments) = signature(ir, kernel) else {
        let message =
            format!("'{callee}' is a '{}', not a kernel: its arguments must be HBM tensors", ir.name(kernel));
        return Err(Fault::attr("callee", message));
    };
    let (inputs, outputs) = (ir.operand_count(op), ir.results(op).len());
    if arguments.len() != inputs + outputs {
        return Err(Fault::op(format!(
            "has {inputs} operands and {outputs} results, but kernel '{callee}' has {} arguments (the inputs, then the outputs)",
            arguments.len()
        )));
    }
    for (index, (value, argument)) in
        ir.operands(op).chain(ir.results(op).iter().copied()).zip(&arguments).enumerate()
    {
        if ir.ctx.ranked_tensor(ir.ty(value)) == Some((argument.shape, argument.elem)) {
            continue;
        }
        let found = crate::ir::text::type_string(ir.ctx, ir.ty(value));
        let expected =
            crate::ir::text::type_string(ir.ctx, ir.ctx.tensor_type(argument.shape, argument.elem));
        let message =
            format!("has type '{found}', but argument #{index} of kernel '{callee}' holds a '{expected}'");
        return Err(match index.checked_sub(inputs) {
            None => Fault::operand(index, format!("operand #{index} {message}")),
            Some(result) => Fault::result(result, format!("result #{result} {message}")),
        });
    }
    Ok(())
}
