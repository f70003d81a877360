//! The rules of `nki.router_topk`.

use crate::catalogue::KERNEL_ASSERTION;
use crate::dialects::device;
use crate::dialects::elements::element_type;
use crate::ir::text::type_string;
use crate::ir::{Fault, Ir, OpId, Type};
use crate::tensor::ElementType;

use super::super::ops::RouterTopK;
use super::super::types::DTYPES;
use super::assertions::{At, By, RULES, Rule};
use super::params::Router;

/// Operand types of x and w (spec nki_router_topk.md §7).
const INPUTS: &[ElementType] = &[ElementType::BF16, ElementType::F16, ElementType::F32];

pub(in super::super) fn verify(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let router = Router::of(ir, RouterTopK(op))?;
    if router.w.len() != 2 {
        return Err(Fault::operand(
            1,
            format!("operand 'w' must be [H, E], but has rank {}", router.w.len()),
        ));
    }
    if let Some(broken) = RULES.iter().find(|rule| !(rule.holds)(&router)) {
        return Err(broken.fault(&router));
    }
    inputs(ir, op, &router)?;
    results(ir, op, &router)?;
    let limits = device::limits(ir, op);
    if router.lnc == 2 && !limits.has_lnc2 {
        let message = format!("runs on 2 cores: {} has no logical cores of two", limits.name);
        return Err(Fault::attr("lnc", message).help("lnc = 2 needs trn2 or later"));
    }
    Ok(())
}

impl Rule {
    fn fault(&self, router: &Router<'_>) -> Fault {
        let problem = (self.problem)(router);
        let fault = match self.by {
            By::Kernel => Fault::op(format!("Kernel validation exception: {problem}")).code(KERNEL_ASSERTION),
            By::Framework => Fault::op(problem),
        };
        let part = match self.at {
            At::Attr(name) => crate::ir::Part::Attr(name.to_owned()),
            At::Operand(index) => crate::ir::Part::Operand(index),
        };
        Fault { part, ..fault }.help(self.legal)
    }
}

fn inputs(ir: &Ir<'_>, op: OpId, router: &Router<'_>) -> Result<(), Fault> {
    let elem = element_type(ir.ctx, router.x_elem);
    if !elem.is_some_and(|elem| INPUTS.contains(&elem)) {
        let names: Vec<&str> = INPUTS.iter().map(|elem| elem.name()).collect();
        let found = type_string(ir.ctx, router.x_elem);
        return Err(Fault::operand(
            0,
            format!("operand 'x' has elements of {found}: it takes {}", names.join(", ")),
        ));
    }
    for index in 2..ir.operand_count(op) {
        float(ir, ir.ty(ir.operand(op, index))).map_err(|found| {
            Fault::operand(index, format!("operand 'w_bias' has elements of {found}: it takes floats"))
        })?;
    }
    Ok(())
}

/// Errors with the name of the element type unless that is a float of NKI.
pub(super) fn float(ir: &Ir<'_>, ty: Type) -> Result<(), String> {
    let elem = ir.ctx.shaped(ty).map_or(ty, |shaped| shaped.1);
    let legal = |elem: ElementType| elem.is_float() && DTYPES.contains(&elem);
    if element_type(ir.ctx, elem).is_some_and(legal) { Ok(()) } else { Err(type_string(ir.ctx, elem)) }
}

/// router_logits \[T, E\], expert_index \[T, k\] of ui32, expert_affinities \[T, E\], and with `return_eager_affi`
/// the eager affinities.
fn results(ir: &Ir<'_>, op: OpId, router: &Router<'_>) -> Result<(), Fault> {
    let eager = ir.results(op).len() == 4;
    if eager != router.return_eager_affi {
        let message = if eager {
            "has a fourth result, the eager affinities, without return_eager_affi"
        } else {
            "lacks the fourth result that return_eager_affi asks for: the eager affinities"
        };
        return Err(Fault::attr("return_eager_affi", message));
    }
    let (t, e, k) = (router.tokens(), router.experts(), router.k);
    let shapes = [
        ("router_logits", [t, e]),
        ("expert_index", [t, k]),
        ("expert_affinities", [t, e]),
        ("eager_affinities", router.eager_shape()),
    ];
    let ui32 = ir.ctx.uint_type(32);
    for (index, (&value, (name, shape))) in ir.results(op).iter().zip(shapes).enumerate() {
        let ty = ir.ty(value);
        let Some((found, elem)) = ir.ctx.ranked_tensor(ty) else { continue };
        if found != shape {
            let message = format!(
                "result '{name}' must have shape {shape:?}, but has type '{}'",
                type_string(ir.ctx, ty)
            );
            return Err(Fault::result(index, message));
        }
        let legal = if index == 1 { elem == ui32 } else { float(ir, elem).is_ok() };
        if !legal {
            let wanted = if index == 1 { "ui32" } else { "a float type" };
            let message =
                format!("result '{name}' must have elements of {wanted}, not {}", type_string(ir.ctx, elem));
            return Err(Fault::result(index, message));
        }
    }
    Ok(())
}
