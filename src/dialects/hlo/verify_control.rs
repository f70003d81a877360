//! Rules of the ops that execute regions and functions: what goes in and comes out has the types that these say.

use super::verify::{Checked, inferred, region_fault, returns, type_list};
use crate::ir::{Context, DYNAMIC, Fault, Ir, OpId, Type, TypeKind};

pub(super) fn composite(ir: &Ir<'_>, op: OpId) -> Checked {
    let name = ir.attr(op, "decomposition").and_then(|attr| ir.ctx.as_symbol(attr)).unwrap_or_default();
    let Some(target) = ir.resolve_symbol(op, name) else {
        return Err(Fault::attr("decomposition", format!("'{name}' does not name a function")));
    };
    let signature = ir.attr(target, "function_type").and_then(|attr| ir.ctx.as_type(attr));
    let Some(TypeKind::Function { inputs, results }) = signature.map(|ty| ir.ctx.kind(ty)) else {
        return Err(Fault::attr("decomposition", format!("'{name}' is not a function")));
    };
    let operands: Vec<Type> = ir.operands(op).map(|value| ir.ty(value)).collect();
    let found: Vec<Type> = ir.results(op).iter().map(|&value| ir.ty(value)).collect();
    let fits = |a: &[Type], b: &[Type]| {
        a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| ir.ctx.compatible(a, b))
    };
    if fits(&operands, inputs) && fits(&found, results) {
        return Ok(());
    }
    Err(Fault::attr("decomposition", format!("the signature of '{name}' does not fit operands and results")))
}

/// The values carried by a loop have one type throughout.
pub(super) fn while_loop(ir: &Ir<'_>, op: OpId) -> Checked {
    inferred(ir, op)?;
    let carried: Vec<Type> = ir.operands(op).map(|value| ir.ty(value)).collect();
    for index in 0..2 {
        let Some(block) = ir.entry_block(ir.region(op, index)) else {
            return Err(region_fault(index, format!("region #{index} is empty")));
        };
        let args: Vec<Type> = ir.args(block).iter().map(|&arg| ir.ty(arg)).collect();
        let fits =
            args.len() == carried.len() && args.iter().zip(&carried).all(|(&a, &b)| ir.ctx.compatible(a, b));
        if !fits {
            return Err(region_fault(
                index,
                format!("the arguments of region #{index} must be the carried values"),
            ));
        }
    }
    returns(ir, op, 0, &[ir.ctx.tensor_type(&[], ir.ctx.int_type(1))])?;
    returns(ir, op, 1, &carried)
}

/// The type of a slice across dimension `dim`, and how many there are.
fn slice_type(ctx: &Context, ty: Type, dim: usize) -> Option<(Type, i64)> {
    let (shape, elem) = ctx.ranked_tensor(ty)?;
    let mut kept = shape.to_vec();
    let length = (dim < kept.len()).then(|| kept.remove(dim))?;
    Some((ctx.tensor_type(&kept, elem), length))
}

/// The body takes slices and what is carried, and returns slices and what is carried on.
pub(super) fn scan(ir: &Ir<'_>, op: OpId) -> Checked {
    let ctx = ir.ctx;
    let dim = ir.attr_i64(op, "dimension").and_then(|dim| usize::try_from(dim).ok()).unwrap_or(usize::MAX);
    let operands: Vec<Type> = ir.operands(op).map(|value| ir.ty(value)).collect();
    let results: Vec<Type> = ir.results(op).iter().map(|&value| ir.ty(value)).collect();
    let (inputs, inits) = operands.split_at(ir.operand_range(op, 0).len());
    let (outputs, carries) = results.split_at(ir.result_range(op, 0).len());
    let mut lengths = Vec::new();
    let mut slices = |tensors: &[Type], fault: fn(usize, String) -> Fault| -> Result<Vec<Type>, Fault> {
        let slice = |(index, &ty): (usize, &Type)| {
            let (ty, length) =
                slice_type(ctx, ty, dim).ok_or_else(|| fault(index, format!("has no dimension {dim}")))?;
            lengths.push(length);
            Ok(ty)
        };
        tensors.iter().enumerate().map(slice).collect()
    };
    let takes = [slices(inputs, Fault::operand)?, inits.to_vec()].concat();
    let gives = [slices(outputs, Fault::result)?, inits.to_vec()].concat();
    lengths.retain(|&length| length != DYNAMIC);
    lengths.dedup();
    if inputs.is_empty() || lengths.len() > 1 {
        return Err(Fault::op(format!(
            "scans along dimension {dim}, which must have one length: {lengths:?}"
        )));
    }
    if inits.len() != carries.len() || !inits.iter().zip(carries).all(|(&a, &b)| ctx.compatible(a, b)) {
        return Err(Fault::op("must give what is carried in the types in which it is given"));
    }
    let args: Vec<Type> = ir
        .entry_block(ir.region(op, 0))
        .map_or_else(Vec::new, |block| ir.args(block).iter().map(|&arg| ir.ty(arg)).collect());
    if args.len() != takes.len() || !args.iter().zip(&takes).all(|(&a, &b)| ctx.compatible(a, b)) {
        let (found, expected) = (type_list(ctx, &args), type_list(ctx, &takes));
        return Err(region_fault(0, format!("the body must take ({expected}), but takes ({found})")));
    }
    returns(ir, op, 0, &gives)
}

/// Branches take nothing and return the op's results.
pub(super) fn branches(ir: &Ir<'_>, op: OpId) -> Checked {
    if ir.regions(op).is_empty() {
        return Err(Fault::op("needs at least one branch"));
    }
    let expected: Vec<Type> = ir.results(op).iter().map(|&value| ir.ty(value)).collect();
    for (index, &region) in ir.regions(op).iter().enumerate() {
        if ir.entry_block(region).is_some_and(|block| !ir.args(block).is_empty()) {
            return Err(region_fault(index, format!("region #{index} must not take arguments")));
        }
        returns(ir, op, index, &expected)?;
    }
    Ok(())
}
