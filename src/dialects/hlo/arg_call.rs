//! The custom calls that find the place of the largest or smallest element of each line: `AwsNeuronArgMax`,
//! `AwsNeuronArgMin`, and what `legalize-aws-neuron-arg-max` makes of them (spec passes.md §3).

use super::ops::CustomCall;
use crate::ir::{Ir, OpId};

/// An argmax or argmin call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArgCall {
    /// Whether the largest element is looked for.
    pub max: bool,
    /// The dimension that is searched.
    pub axis: usize,
}

/// Reads a custom call as an argmax or argmin. The axis stands in `backend_config`; a legalized call has none there, and
/// its axis is the one dimension that the result lacks and the positions number.
pub fn arg_call(ir: &Ir<'_>, op: OpId) -> Option<ArgCall> {
    if !ir.is(op, CustomCall::NAME) || ir.operand_count(op) == 0 || ir.results(op).len() != 1 {
        return None;
    }
    let target = ir.attr_text(op, "call_target_name")?;
    let (own, name) = match target.strip_prefix("AwsNeuron") {
        Some(name) => (true, name),
        None => (false, target),
    };
    let (max, suffix) = match (name.strip_prefix("ArgMax"), name.strip_prefix("ArgMin")) {
        (Some(suffix), _) => (true, suffix),
        (_, Some(suffix)) => (false, suffix),
        _ => return None,
    };
    if own != suffix.is_empty() {
        return None;
    }
    let (shape, _) = ir.ctx.ranked_tensor(ir.ty(ir.operand(op, 0)))?;
    let (kept, _) = ir.ctx.ranked_tensor(ir.ty(ir.result(op, 0)))?;
    let leaves = |axis: usize| shape[..axis] == kept[..axis] && shape[axis + 1..] == kept[axis..];
    if kept.len() + 1 != shape.len() {
        return None;
    }
    let axis = if own {
        ir.attr_text(op, "backend_config")?.trim().parse().ok()?
    } else {
        let (numbers, _) = ir.ctx.ranked_tensor(ir.ty(ir.operands(op).nth(1)?))?;
        let mut axes = (0..shape.len()).filter(|&axis| numbers == [shape[axis]] && leaves(axis));
        let axis = axes.next()?;
        if axes.next().is_some() {
            return None;
        }
        axis
    };
    (axis < shape.len() && leaves(axis)).then_some(ArgCall { max, axis })
}
