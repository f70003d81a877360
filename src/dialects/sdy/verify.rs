//! What the bodies of Shardy's ops take and return.

use crate::dialects::constraints::attr_type;
use crate::ir::text::type_string;
use crate::ir::{Fault, Ir, OpId, Part, Type, ValueId};

type Checked = Result<(), Fault>;

/// The body takes the operands and returns the results; `fits` compares a type inside with one outside.
fn body(ir: &Ir<'_>, op: OpId, fits: impl Fn(Type, Type) -> bool) -> Checked {
    let fault = |message| Err(Fault { part: Part::Region(0), ..Fault::op(message) });
    let Some(block) = ir.regions(op).first().and_then(|&region| ir.entry_block(region)) else {
        return fault("needs a body".to_string());
    };
    let types = |values: &[ValueId]| values.iter().map(|&value| ir.ty(value)).collect::<Vec<Type>>();
    let outside = types(&ir.operands(op).collect::<Vec<_>>());
    let returned = ir.last_op(block).map_or(Vec::new(), |last| ir.operands(last).collect());
    for (inside, outside, what) in
        [(types(ir.args(block)), outside, "take"), (types(&returned), types(ir.results(op)), "return")]
    {
        if inside.len() != outside.len() {
            return fault(format!("the body must {what} {} values, not {}", outside.len(), inside.len()));
        }
        if let Some((&inside, &outside)) =
            inside.iter().zip(&outside).find(|(inside, outside)| !fits(**inside, **outside))
        {
            let [inside, outside] = [inside, outside].map(|ty| type_string(ir.ctx, ty));
            return fault(format!("the body cannot {what} '{inside}' where the op has '{outside}'"));
        }
    }
    Ok(())
}

/// The body computes on the whole tensors.
pub(super) fn named(ir: &Ir<'_>, op: OpId) -> Checked {
    body(ir, op, |inside, outside| inside == outside)
}

/// The body computes on the parts of the tensors that one device holds.
pub(super) fn manual(ir: &Ir<'_>, op: OpId) -> Checked {
    body(ir, op, |inside, outside| match (ir.ctx.ranked_tensor(inside), ir.ctx.ranked_tensor(outside)) {
        (Some(inside), Some(outside)) => inside.1 == outside.1 && inside.0.len() == outside.0.len(),
        _ => inside == outside,
    })
}

/// The value has the type of the result.
pub(super) fn constant(ir: &Ir<'_>, op: OpId) -> Checked {
    let value = ir.attr(op, "value").and_then(|value| attr_type(ir.ctx, value));
    if value == Some(ir.ty(ir.result(op, 0))) {
        return Ok(());
    }
    Err(Fault::attr("value", "must have the type of the result"))
}

/// The direction is one that has a name.
pub(super) fn barrier(ir: &Ir<'_>, op: OpId) -> Checked {
    let directions = super::forms::DIRECTIONS;
    match ir.attr_i64(op, "allowed_direction").map(usize::try_from) {
        Some(Ok(direction)) if direction < directions.len() => Ok(()),
        _ => Err(Fault::attr(
            "allowed_direction",
            format!("must be the index of one of {}", directions.join(", ")),
        )),
    }
}
