//! `cf`: branches between blocks; small, for tests, benches and comparison with mlir-opt.

mod forms;

use super::constraints::{ANY, ANY_ATTR, I1, SIGNLESS_INT_LIKE, STRING};
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
        attrs { branch_weights: ANY_ATTR = optional }
        successors 2
        traits [Pure, Terminator]
        form forms::COND_BR;
        verify verify_branch;
    }

    /// Goes to the block of a case value, or to the first one.
    op Switch = "switch" (flag: SIGNLESS_INT_LIKE, default: ANY [Variadic], cases: ANY [Variadic]) -> () {
        attrs { case_values: ANY_ATTR = optional, case_operand_segments: ANY_ATTR = optional }
        successors any
        traits [Pure, Terminator]
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
        branch_operands(ir, op, first + index, block, index)?;
    }
    Ok(())
}

fn branch_operands(ir: &Ir<'_>, op: OpId, slot: usize, block: BlockId, index: usize) -> Result<(), Fault> {
    let range = ir.operand_range(op, slot);
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
