//! `cf`: branches between blocks; small, for tests, benches and comparison with mlir-opt.

mod forms;

use std::ops::Range;

use super::constraints::{ANY, I1, I32_DENSE_ARRAY, INT_ELEMENTS, INTEGER, STRING, attr_type, dense_bytes};
use crate::ir::text::type_string;
use crate::ir::{BlockId, Fault, Ir, OpId};

crate::dialect! {
    /// Unstructured control flow.
    dialect CF = "cf", prefixes [], types [];

    /// Goes to a block.
    op Br = "br" (dest: ANY [Variadic]) -> () {
        successors 1
        traits [Pure, Terminator]
        form forms::BR;
        verify verify_branch;
    }

    /// Goes to one of two blocks.
    op CondBr = "cond_br" (condition: I1, true_dest: ANY [Variadic], false_dest: ANY [Variadic]) -> () {
        attrs { branch_weights: I32_DENSE_ARRAY = optional }
        successors 2
        traits [Pure, Terminator]
        form forms::COND_BR;
        verify verify_cond_br;
    }

    /// Goes to the block of a case value, or to the first one.
    op Switch = "switch" (flag: INTEGER, default: ANY [Variadic], cases: ANY [Variadic]) -> () {
        attrs { case_values: INT_ELEMENTS = optional, case_operand_segments: I32_DENSE_ARRAY }
        successors any
        traits [Pure, Terminator]
        form forms::SWITCH;
        verify verify_switch;
    }

    /// Stops the program with a message if the condition does not hold.
    op Assert = "assert" (arg: I1) -> () {
        attrs { msg: STRING }
        form forms::ASSERT;
    }
}

/// The operands that go to each successor are the arguments of its block.
fn verify_branch(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let first = ir.info(op).map_or(0, |info| info.operands.len()) - ir.successors(op).len();
    for (index, &block) in ir.successors(op).iter().enumerate() {
        branch_operands(ir, op, ir.operand_range(op, first + index), block, index)?;
    }
    Ok(())
}

fn verify_cond_br(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let weights = ir.attr_ints(op, "branch_weights").unwrap_or_default().len();
    let successors = ir.successors(op).len();
    if weights != 0 && weights != successors {
        return Err(Fault::attr(
            "branch_weights",
            format!(
                "expects number of branch weights to match number of successors: {weights} vs {successors}"
            ),
        ));
    }
    verify_branch(ir, op)
}

fn verify_switch(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let Some((&default, destinations)) = ir.successors(op).split_first() else {
        return Err(Fault::op("expected at least 1 successor: the default destination"));
    };
    let values = ir.attr(op, "case_values");
    let flag = ir.ty(ir.operand(op, 0));
    if let Some((_, case)) = values.and_then(|a| attr_type(ir.ctx, a)).and_then(|t| ir.ctx.shaped(t))
        && case != flag
    {
        return Err(Fault::attr(
            "case_values",
            format!(
                "'flag' type ('{}') should match case value type ('{}')",
                type_string(ir.ctx, flag),
                type_string(ir.ctx, case)
            ),
        ));
    }
    let count = case_values(ir, op).len();
    if count != destinations.len() {
        let found = destinations.len();
        return Err(Fault::op(format!(
            "number of case values ({count}) should match number of case destinations ({found})"
        )));
    }
    branch_operands(ir, op, ir.operand_range(op, 1), default, 0)?;
    let segments = case_segments(ir, op);
    let cases = ir.operand_range(op, 2);
    if segments.len() != destinations.len() || segments.iter().sum::<usize>() != cases.len() {
        return Err(Fault::attr(
            "case_operand_segments",
            "does not fit the cases of this op and their operands",
        ));
    }
    let mut start = cases.start;
    for (index, (&block, count)) in destinations.iter().zip(segments).enumerate() {
        branch_operands(ir, op, start..start + count, block, index + 1)?;
        start += count;
    }
    Ok(())
}

/// The case values of a switch, read as unsigned.
fn case_values(ir: &Ir<'_>, op: OpId) -> Vec<u64> {
    let Some(values) = ir.attr(op, "case_values") else { return Vec::new() };
    let Some((ty, splat, bytes)) = dense_bytes(ir.ctx, values) else { return Vec::new() };
    let Some((shape, elem)) = ir.ctx.shaped(ty) else { return Vec::new() };
    let count = shape.iter().product::<i64>() as usize;
    let crate::ir::TypeKind::Integer { width, .. } = *ir.ctx.kind(elem) else { return Vec::new() };
    let mask = if width < 64 { (1 << width) - 1 } else { u64::MAX };
    let size = (width.div_ceil(8) as usize).max(1);
    let read = |e: &[u8]| e.iter().take(8).rev().fold(0, |value, &byte| value << 8 | u64::from(byte)) & mask;
    let stored: Vec<u64> = bytes.chunks_exact(size).map(read).collect();
    if splat { stored.iter().cycle().take(count).copied().collect() } else { stored }
}

/// How many operands go to each case of a switch.
fn case_segments(ir: &Ir<'_>, op: OpId) -> Vec<usize> {
    let sizes = ir.attr_ints(op, "case_operand_segments").unwrap_or_default();
    sizes.into_iter().map(|n| usize::try_from(n).unwrap_or(usize::MAX >> 32)).collect()
}

fn branch_operands(
    ir: &Ir<'_>,
    op: OpId,
    range: Range<usize>,
    block: BlockId,
    index: usize,
) -> Result<(), Fault> {
    let args = ir.args(block);
    if args.len() != range.len() {
        let message = format!(
            "branch has {} operands for successor #{index}, but target block has {}",
            range.len(),
            args.len()
        );
        return Err(Fault::op(message));
    }
    for (number, (operand, &arg)) in range.zip(args).enumerate() {
        let (found, expected) = (ir.ty(ir.operand(op, operand)), ir.ty(arg));
        if found != expected {
            return Err(Fault::operand(
                operand,
                format!(
                    "type mismatch for bb argument #{number} of successor #{index}: '{}' and '{}'",
                    type_string(ir.ctx, found),
                    type_string(ir.ctx, expected)
                ),
            ));
        }
    }
    Ok(())
}
