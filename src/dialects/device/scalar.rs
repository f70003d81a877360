//! The steps of tensor_scalar: two operations, each with a constant or a column of scalars.

use crate::ir::{Fault, Ir, OpId};
use crate::machine::instructions::{ScalarOperand, ScalarStep};
use crate::machine::{AluClass, AluOp, View};

use super::attrs::{attr, flag, float_value};

/// One operation of tensor_scalar, as an op spells it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The operation.
    pub op: AluOp,
    /// The attribute that names it.
    pub op_attr: &'static str,
    /// The constant; nothing where the step has a scalar operand.
    pub imm: Option<f32>,
    /// The index of the scalar operand, if it has one.
    pub operand: Option<usize>,
    /// Whether the operands are swapped.
    pub reverse: bool,
}

/// Attribute names of the two steps: operation, constant, swap.
const ATTRS: [[&str; 3]; 2] = [["op0", "imm0", "reverse0"], ["op1", "imm1", "reverse1"]];

/// The one or two steps of an op with the attributes `op0`, `imm0`, `reverse0`, `op1`, ... and the scalar operand slots
/// `slots`. `named` reads an operation's name; a second step that is absent or `bypass` is none.
///
/// Errors unless each step has exactly one of constant and scalar operand.
pub fn steps(
    ir: &Ir<'_>,
    op: OpId,
    slots: [usize; 2],
    named: fn(&str) -> Option<AluOp>,
) -> Result<Vec<Step>, Fault> {
    let mut steps = Vec::with_capacity(2);
    for ([op_attr, imm_attr, reverse], slot) in ATTRS.into_iter().zip(slots) {
        let operand = ir.operand_range(op, slot).next();
        let imm = attr(ir, op, imm_attr).and_then(|value| float_value(ir, value));
        let name = attr(ir, op, op_attr).and_then(|value| ir.ctx.as_text(value));
        let Some(name) = name.filter(|name| !(op_attr == "op1" && *name == "bypass")) else {
            if operand.is_some() || imm.is_some() {
                return Err(Fault::op(format!("has an operand or '{imm_attr}' for a second operation, but no '{op_attr}'")));
            }
            continue;
        };
        let Some(alu) = named(name) else {
            return Err(Fault::attr(op_attr, format!("'{name}' is no ALU operation")));
        };
        let slot_name = ir.info(op).map_or("operand", |info| info.operands[slot].name);
        match (operand, imm) {
            (Some(_), Some(_)) => {
                let message = format!("'{op_attr}' has both '{imm_attr}' and operand '{slot_name}': exactly one is its operand");
                return Err(Fault::attr(imm_attr, message));
            }
            (None, None) => {
                let message = format!("'{op_attr}' has neither '{imm_attr}' nor operand '{slot_name}': exactly one is its operand");
                return Err(Fault::op(message));
            }
            _ => {}
        }
        if alu.info().class == AluClass::Bitvec {
            bit_constant(imm, operand, imm_attr)?;
        }
        steps.push(Step { op: alu, op_attr, imm, operand, reverse: flag(ir, op, reverse) });
    }
    Ok(steps)
}

/// The constant of a bit operation: an integer of 32 bits, written as the float of the same value.
fn bit_constant(imm: Option<f32>, operand: Option<usize>, imm_attr: &'static str) -> Result<i32, Fault> {
    if let Some(index) = operand {
        return Err(Fault::operand(index, format!("operand #{index} is a column of floats: a bit operation takes an integer constant")));
    }
    let value = imm.unwrap_or_default();
    let integer = value as i64;
    if value.fract() == 0.0 && (i64::from(i32::MIN)..=i64::from(u32::MAX)).contains(&integer) {
        return Ok(integer as i32);
    }
    Err(Fault::attr(imm_attr, format!("attribute '{imm_attr}' is {value}: a bit operation takes an integer of 32 bits")))
}

/// The steps for the machine; `views` are those of the scalar operands, by operand index.
pub fn machine_steps<'v>(steps: &[Step], views: &'v [(usize, View)]) -> Result<Vec<ScalarStep<'v>>, Fault> {
    let one = |step: &Step| {
        let view = step.operand.and_then(|index| views.iter().find(|view| view.0 == index));
        let operand = match (view, step.imm) {
            (Some((_, view)), _) => ScalarOperand::PerPartition(view),
            (None, imm) if step.op.info().class == AluClass::Bitvec => {
                ScalarOperand::Int(bit_constant(imm, None, step.op_attr)?)
            }
            (None, imm) => ScalarOperand::Float(imm.unwrap_or_default()),
        };
        Ok(ScalarStep { op: step.op, operand, reverse: step.reverse })
    };
    steps.iter().map(one).collect()
}
