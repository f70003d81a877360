//! `nki.mask_unselected_experts`: what completes the default pipeline, whose affinities are those of all experts (spec
//! nki_router_topk.md §11).

use crate::dialects::device;
use crate::dialects::elements::tensor_type_parts;
use crate::ir::text::type_string;
use crate::ir::{Fault, Ir, OpId, Type};
use crate::machine::{EvalError, Exec};
use crate::tensor::{Tensor, write_f32_device};

use super::super::ops::MaskUnselectedExperts;
use super::verify::float;

/// Affinities \[T, E\] and indices \[T, k\] of ui32 give \[T, E/ranks\]: columns `rank * E/ranks ..`.
pub(in super::super) fn verify(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let mask = MaskUnselectedExperts(op);
    let [affinities, index, masked] =
        [mask.affinities(ir), mask.expert_index(ir), ir.result(op, 0)].map(|v| ir.ty(v));
    let matrix = |ty: Type| {
        ir.ctx.ranked_tensor(ty).filter(|(shape, _)| shape.len() == 2 && shape.iter().all(|&d| d > 0))
    };
    let fault = |index: usize, name: &str, ty: Type, legal: &str| {
        Fault::operand(
            index,
            format!("operand '{name}' must be {legal}, but is '{}'", type_string(ir.ctx, ty)),
        )
    };
    let Some(([tokens, experts], _)) =
        matrix(affinities).and_then(|(s, e)| Some((<[i64; 2]>::try_from(s).ok()?, e)))
    else {
        return Err(fault(0, "affinities", affinities, "floats of shape [T, E]"));
    };
    if float(ir, affinities).is_err() {
        return Err(fault(0, "affinities", affinities, "floats of shape [T, E]"));
    }
    let indexed = matrix(index).filter(|(shape, elem)| shape[0] == tokens && *elem == ir.ctx.uint_type(32));
    if indexed.is_none() {
        return Err(fault(1, "expert_index", index, &format!("ui32 of shape [{tokens}, k]")));
    }
    let local = match matrix(masked) {
        Some(([rows, local], _)) if *rows == tokens && experts % local == 0 && float(ir, masked).is_ok() => {
            *local
        }
        _ => {
            let found = type_string(ir.ctx, masked);
            return Err(Fault::result(
                0,
                format!(
                    "result must be floats of shape [{tokens}, E/ranks] with E={experts}, but is '{found}'"
                ),
            ));
        }
    };
    let (rank, ranks) = (device::int(ir, op, "rank"), experts / local);
    if !(0..ranks).contains(&rank) {
        return Err(Fault::attr(
            "rank",
            format!("attribute 'rank' is {rank}: {ranks} ranks hold {local} experts each"),
        ));
    }
    Ok(())
}

/// For each expert of the rank: how many of a token's indices name it, times its affinity.
pub(in super::super) fn eval(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let mask = MaskUnselectedExperts(op);
    let [affinities, index] = [exec.tensor(mask.affinities(ir))?, exec.tensor(mask.expert_index(ir))?];
    let parts = tensor_type_parts(ir.ctx, ir.ty(ir.result(op, 0)));
    let (dtype, shape) = parts.ok_or_else(|| EvalError::unsupported("has a result of no static shape"))?;
    let (local, rank) = (shape[1], device::int(ir, op, "rank") as usize);
    let (values, chosen) = (affinities.to_f32s(), index.to_f32s());
    let rows = values.chunks_exact(affinities.shape()[1]).zip(chosen.chunks_exact(index.shape()[1]));
    let masked: Vec<f32> = rows
        .flat_map(|(values, chosen)| {
            (rank * local..(rank + 1) * local).map(|expert| {
                let hits = chosen.iter().filter(|&&index| index == expert as f32).count();
                values[expert] * hits as f32
            })
        })
        .collect();
    let mut bytes = vec![0; masked.len() * dtype.bytes()];
    write_f32_device(dtype, &masked, &mut bytes);
    let result = Tensor::new(dtype, &shape, bytes).map_err(|error| EvalError::new(error.to_string()))?;
    exec.set_tensor(op, result);
    Ok(())
}
