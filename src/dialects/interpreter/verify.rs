//! The rules of `run_parallel`.

use crate::dialects::constraints::SYMBOLS;
use crate::ir::text::type_string;
use crate::ir::{Attr, Constraint, Context, Fault, Ir, OpId, Type, TypeKind};

/// The rows of `programs`, as names: one for each replica, with a program for each partition.
pub(super) fn rows(ctx: &Context, programs: Attr) -> Option<Vec<Vec<&str>>> {
    let row = |&row: &Attr| ctx.as_array(row)?.iter().map(|&item| ctx.as_symbol(item)).collect();
    ctx.as_array(programs)?.iter().map(row).collect()
}

/// An array of arrays of symbol references.
pub(super) static PROGRAMS: Constraint<Attr> = Constraint {
    description: "an array of arrays of flat symbol references",
    check: |ctx, attr| {
        ctx.as_array(attr).is_some_and(|rows| rows.iter().all(|&row| (SYMBOLS.check)(ctx, row)))
    },
};

/// The types that the function named by an attribute takes and gives.
fn signature<'c>(ir: &Ir<'c>, op: OpId, attr: &str, name: &str) -> Result<(&'c [Type], &'c [Type]), Fault> {
    let target = ir.resolve_symbol(op, name);
    let ty = target.and_then(|target| ir.attr(target, "function_type")).and_then(|ty| ir.ctx.as_type(ty));
    match ty.map(|ty| ir.ctx.kind(ty)) {
        Some(TypeKind::Function { inputs, results }) => Ok((inputs, results)),
        _ => Err(Fault::attr(attr, format!("'{name}' does not name a function"))),
    }
}

pub(super) fn run_parallel(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let programs = ir.attr(op, "programs").and_then(|programs| rows(ir.ctx, programs)).unwrap_or_default();
    let partitions = programs.first().map_or(0, Vec::len);
    if partitions == 0 {
        return Err(Fault::attr("programs", "must name a program"));
    }
    if let Some(row) = programs.iter().find(|row| row.len() != partitions) {
        let message = format!("must have as many partitions in each replica: {partitions} and {}", row.len());
        return Err(Fault::attr("programs", message));
    }
    let (mut inputs, mut results) = (Vec::new(), Vec::new());
    for name in programs.concat() {
        let (takes, gives) = signature(ir, op, "programs", name)?;
        inputs.extend_from_slice(takes);
        results.extend_from_slice(gives);
    }
    let found: Vec<Type> = ir.operands(op).map(|value| ir.ty(value)).collect();
    fits(ir.ctx, &found, &inputs, "input", Fault::operand)?;
    let found: Vec<Type> = ir.results(op).iter().map(|&value| ir.ty(value)).collect();
    fits(ir.ctx, &found, &results, "result", Fault::result)?;
    let infeed = ir.attr(op, "infeed").and_then(|infeed| ir.ctx.as_array(infeed)).unwrap_or_default();
    for name in infeed.iter().filter_map(|&item| ir.ctx.as_symbol(item)) {
        let (takes, gives) = signature(ir, op, "infeed", name)?;
        let gives_one = matches!(gives, [ty] if ir.ctx.ranked_tensor(*ty).is_some());
        if !takes.is_empty() || !gives_one {
            return Err(Fault::attr("infeed", format!("'{name}' must take nothing and give one tensor")));
        }
    }
    Ok(())
}

/// Values have the types that the programs have together.
fn fits(
    ctx: &Context,
    found: &[Type],
    expected: &[Type],
    what: &str,
    at: fn(usize, String) -> Fault,
) -> Result<(), Fault> {
    if found.len() != expected.len() {
        let (found, expected) = (found.len(), expected.len());
        return Err(Fault::op(format!("has {found} {what}s, and its programs have {expected}")));
    }
    match found.iter().zip(expected).position(|(found, expected)| found != expected) {
        Some(index) => {
            let [found, expected] = [found[index], expected[index]].map(|ty| type_string(ctx, ty));
            Err(at(index, format!("is '{found}', and '{expected}' in its program")))
        }
        None => Ok(()),
    }
}
