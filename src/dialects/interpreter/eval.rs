//! What the ops do.

use std::rc::Rc;

use super::verify::rows;
use crate::ir::text::{part_span, type_string};
use crate::ir::{Diagnostic, OpId, Part, Severity};
use crate::machine::{EvalError, Exec, Grid, Program, RtValue};
use crate::tensor::Tensor;

type Eval = Result<(), EvalError>;

pub(super) fn run_parallel(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let ir = exec.ir();
    let ctx = ir.ctx;
    let programs = ir.attr(op, "programs").and_then(|programs| rows(ctx, programs)).unwrap_or_default();
    let infeed = ir.attr(op, "infeed").and_then(|infeed| ctx.as_array(infeed)).unwrap_or_default();
    let infeed = infeed.iter().filter_map(|&item| ctx.as_symbol(item)).map(String::from).collect();
    let partitions = programs.first().map_or(0, Vec::len);
    if partitions == 0 || programs.iter().any(|row| row.len() != partitions) {
        return Err(EvalError::new("needs as many programs for each replica"));
    }
    let grid = Grid::new(programs.len(), partitions, infeed);
    let mut inputs = ir.operands(op);
    let program = |name: &str| -> Result<Program, EvalError> {
        let target = ir.resolve_symbol(op, name).and_then(|target| ir.regions(target).first().copied());
        let takes = target.and_then(|region| ir.entry_block(region)).map_or(0, |block| ir.args(block).len());
        let args = inputs.by_ref().take(takes).map(|input| exec.value(input));
        Ok((name.to_string(), args.collect::<Result<_, _>>()?))
    };
    let programs = programs.concat().into_iter().map(program).collect::<Result<Vec<_>, _>>()?;
    let results = exec.run_grid(op, grid, programs)?;
    for (&result, value) in ir.results(op).iter().zip(results) {
        exec.set(result, value);
    }
    Ok(())
}

/// The tensor that the op passes on.
fn passed_on(exec: &mut dyn Exec<'_>, op: OpId) -> Result<Rc<Tensor>, EvalError> {
    let ir = exec.ir();
    let tensor = exec.tensor(ir.operand(op, 0))?;
    exec.set(ir.result(op, 0), RtValue::Tensor(Rc::clone(&tensor)));
    Ok(tensor)
}

pub(super) fn probe(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let tensor = passed_on(exec, op)?;
    let name = exec.ir().attr_text(op, "probe_id").unwrap_or_default().to_string();
    exec.probes().push((name, tensor));
    Ok(())
}

pub(super) fn print(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let tensor = passed_on(exec, op)?;
    let ir = exec.ir();
    let ty = type_string(ir.ctx, ir.ty(ir.operand(op, 0)));
    let message = format!("{ty} = {tensor}");
    exec.report(Diagnostic::new(Severity::Remark, part_span(ir, op, &Part::Op), message));
    Ok(())
}
