//! The rules of dve ops: a bundle decodes, and a program holds instructions only.

use crate::dialects::device;
use crate::ir::{Fault, Ir, OpId, Part, Trait};

use super::isa::{Bundle, IsaLimits, decode};
use super::{lower, ops};

pub(super) fn program(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    if device::signature(ir, op).is_none() {
        let fault = Fault::op("takes HBM tensors as arguments only: the inputs, then the outputs");
        return Err(Fault { part: Part::Region(0), ..fault });
    }
    device::verify_cores(ir, op, ops::Core::NAME)?;
    instructions_only(ir, op)
}

/// The body of a core holds instructions, as a program of one core does.
pub(super) fn core(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    instructions_only(ir, op)
}

fn instructions_only(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let belongs = |inner: OpId| ir.has_trait(inner, Trait::Instruction) || ir.is(inner, ops::Core::NAME);
    match ir.body_ops(op).find(|&inner| !belongs(inner)) {
        Some(other) => {
            let message = format!("holds '{}', which is no machine instruction", ir.name(other));
            Err(Fault { part: Part::Region(0), ..Fault::op(message) })
        }
        None => Ok(()),
    }
}

pub(super) fn bundle(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    decoded(ir, op, &lower::isa_limits(device::limits(ir, op))).map(|_| ())
}

/// The instruction of a bundle op. Errors at the digits at fault.
pub fn decoded(ir: &Ir<'_>, op: OpId, limits: &IsaLimits) -> Result<Bundle, Fault> {
    let text = ir.attr_text(op, "bytes").unwrap_or_default();
    let fault = |range, message: String| Fault {
        part: Part::AttrText("bytes".to_owned(), range),
        ..Fault::op(message)
    };
    let bytes = lower::from_hex(text).map_err(|(range, message)| fault(range, message))?;
    decode(&bytes, limits).map_err(|refusal| {
        let at = 2 * usize::from(refusal.at);
        fault(at..at + 2, format!("does not decode: {refusal}"))
    })
}
