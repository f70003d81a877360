//! `nki.cascaded_max` and `nki.topk_reduce`: rules and meaning (spec nki_topk_kernels.md C and D).

use crate::dialects::device::{self, failure};
use crate::dialects::elements::tensor_type_parts;
use crate::ir::text::type_string;
use crate::ir::{Fault, Ir, OpId, Type};
use crate::machine::instructions::{self as machine, Affine, DmaWrite, VectorOffset};
use crate::machine::{Dim, EvalError, Exec, Machine, MachineError, Pattern, Space, View};
use crate::tensor::{ElementType, Tensor};

use super::topk;
use super::verify::ranked_elements;

/// Errors unless the results have the types that the op infers.
fn results(ir: &Ir<'_>, op: OpId, expected: &[Type]) -> Result<(), Fault> {
    for (index, (&value, &ty)) in ir.results(op).iter().zip(expected).enumerate() {
        if ir.ty(value) != ty {
            let [expected, found] = [ty, ir.ty(value)].map(|ty| type_string(ir.ctx, ty));
            let message = format!("result #{index} must have type '{expected}', but has '{found}'");
            return Err(Fault::result(index, message));
        }
    }
    Ok(())
}

/// The static shape and the element type of the operand.
fn operand<'c>(ir: &Ir<'c>, op: OpId) -> Result<(&'c [i64], Type), Fault> {
    ir.ctx
        .ranked_tensor(ir.ty(ir.operand(op, 0)))
        .filter(|(shape, _)| shape.iter().all(|&dim| dim >= 0))
        .ok_or_else(|| Fault::operand(0, "operand #0 must be a tensor of static shape"))
}

/// The number of cores that share the work.
pub(super) fn cores(ir: &Ir<'_>, op: OpId) -> Result<i64, Fault> {
    let lnc = device::int(ir, op, "lnc");
    let limits = device::limits(ir, op);
    match lnc {
        1 => Ok(lnc),
        2 if limits.has_lnc2 => Ok(lnc),
        2 => {
            let message = format!("attribute 'lnc' is 2, but {} has no logical cores of two", limits.name);
            Err(Fault::attr("lnc", message).help("lnc = 2 needs trn2 or later"))
        }
        _ => Err(Fault::attr("lnc", format!("attribute 'lnc' is {lnc}: a kernel runs on 1 or 2 cores"))),
    }
}

/// Rows of a cascaded_max on one core.
const ROWS: i64 = 128;
/// Fewest elements of a row of a cascaded_max.
const SHORTEST: i64 = 128;

pub(super) fn infer_cascaded_max(ir: &Ir<'_>, op: OpId) -> Result<Vec<Type>, Fault> {
    let (shape, elem) = operand(ir, op)?;
    let Some((_, rows)) = shape.split_last() else {
        return Err(Fault::operand(0, "operand #0 must have at least one dimension"));
    };
    let shape: Vec<i64> = rows.iter().copied().chain([1]).collect();
    Ok(vec![ir.ctx.tensor_type(&shape, elem), ir.ctx.tensor_type(&shape, ir.ctx.uint_type(32))])
}

pub(super) fn verify_cascaded_max(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let expected = infer_cascaded_max(ir, op)?;
    ranked_elements(ir, op)?;
    let (shape, _) = operand(ir, op)?;
    let (columns, rows) =
        (shape.last().copied().unwrap_or(0), shape[..shape.len() - 1].iter().product::<i64>());
    // A single row is not shared.
    let cores = cores(ir, op)?.min(rows.max(1));
    let each = (rows + cores - 1) / cores;
    if each > ROWS {
        return Err(Fault::operand(0, format!("operand #0 has {each} rows for a core: at most {ROWS}")));
    }
    if columns < SHORTEST {
        return Err(Fault::operand(
            0,
            format!("operand #0 has rows of {columns} elements: at least {SHORTEST}"),
        ));
    }
    results(ir, op, &expected)
}

pub(super) fn eval_cascaded_max(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    topk::largest(exec, op, 1)
}

/// Elements at the end of a row that hold the number of its token.
const ID_ELEMENTS: i64 = 2;
/// Rows of a token that one search finds.
const SLOTS: usize = 8;

pub(super) fn infer_topk_reduce(ir: &Ir<'_>, op: OpId) -> Result<Vec<Type>, Fault> {
    let (shape, elem) = operand(ir, op)?;
    match shape {
        [_, width] if *width > ID_ELEMENTS => {
            Ok(vec![ir.ctx.tensor_type(&[device::int(ir, op, "tokens"), width - ID_ELEMENTS], elem)])
        }
        _ => Err(Fault::operand(0, "operand #0 must be rows of elements and, in the last two, a token")),
    }
}

pub(super) fn verify_topk_reduce(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    const MOST_TOKENS: i64 = 128;
    let limits = device::limits(ir, op);
    let expected = infer_topk_reduce(ir, op)?;
    let (shape, elem) = operand(ir, op)?;
    if !matches!(
        crate::dialects::elements::element_type(ir.ctx, elem),
        Some(ElementType::BF16 | ElementType::F16)
    ) {
        let found = type_string(ir.ctx, elem);
        return Err(Fault::operand(0, format!("operand #0 has elements of {found}: bf16 or f16")));
    }
    let (rows, width) = (shape[0], shape[1] - ID_ELEMENTS);
    let (least, most) = (i64::from(limits.search_min), i64::from(limits.search_max));
    if !(least..=most).contains(&rows) {
        return Err(Fault::operand(
            0,
            format!("operand #0 has {rows} rows: {least} to {most} can be searched"),
        ));
    }
    let cores = cores(ir, op)?;
    if width % 2 != 0 || width % cores != 0 {
        let message = format!(
            "operand #0 has {width} elements to sum in a row: an even number that {cores} cores share"
        );
        return Err(Fault::operand(0, message));
    }
    for (name, most) in [("tokens", MOST_TOKENS), ("k", SLOTS as i64)] {
        let found = device::int(ir, op, name);
        if !(1..=most).contains(&found) {
            return Err(Fault::attr(name, format!("attribute '{name}' is {found}: 1 to {most}")));
        }
    }
    results(ir, op, &expected)
}

/// The kernel's steps, on one core: the columns are independent of each other.
pub(super) fn eval_topk_reduce(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let x = exec.tensor(ir.operand(op, 0))?;
    let Some((dtype, shape)) = tensor_type_parts(ir.ctx, ir.ty(ir.result(op, 0))) else {
        return Err(EvalError::unsupported("has sums of no static tensor type"));
    };
    let k = device::int(ir, op, "k") as usize;
    let m = exec.machine();
    let mark = m.mark();
    let sums = sums(m, &x, dtype, [shape[0], shape[1]], k);
    m.release_since(mark);
    let bytes = sums.map_err(|error| failure(ir, op, error))?;
    let sums = Tensor::new(dtype, &shape, bytes).map_err(|error| EvalError::new(error.to_string()))?;
    exec.set_tensor(op, sums);
    Ok(())
}

fn sums(
    m: &mut Machine,
    x: &Tensor,
    dtype: ElementType,
    [tokens, width]: [usize; 2],
    k: usize,
) -> Result<Vec<u8>, MachineError> {
    let (rows, pitch) = (x.shape()[0], x.shape()[1]);
    let hbm = m.load_hbm(x.clone());
    let mut tile = |elem: ElementType, columns: usize| {
        let buffer = m.alloc_tile(Space::Sbuf, elem, tokens as u32, &[columns])?;
        Ok(View::tile(buffer, elem, tokens as u32, &[columns]))
    };
    let ids = tile(ElementType::S32, rows)?;
    let numbers = tile(ElementType::U32, SLOTS)?;
    let places = tile(ElementType::U32, SLOTS)?;
    let sums = tile(dtype, width)?;

    // The tokens of all rows, in every partition.
    let words = pitch as i64 / ID_ELEMENTS;
    let column = [Dim { step: 0, num: tokens }, Dim { step: words, num: rows }];
    let column = View { pattern: Pattern::from_slice(&column), ..View::hbm(hbm, ElementType::S32, &[]) };
    machine::dma_copy(m, &ids, &column.at(0, width * dtype.bytes()))?;
    machine::iota(m, &numbers, Affine { pattern: &[(0, SLOTS)], offset: 0, channel_multiplier: 1 })?;
    machine::find_index8(m, &places, &ids, &numbers)?;

    let from = [Dim { step: pitch as i64, num: tokens }, Dim { step: 1, num: width }];
    let from = View { pattern: Pattern::from_slice(&from), ..View::hbm(hbm, dtype, &[]) };
    for slot in 0..k {
        let index = View { pattern: Pattern::from_slice(&[Dim { step: 1, num: 1 }]), ..places.clone() };
        let index = index.at(0, slot * ElementType::U32.bytes());
        let write = if slot == 0 { DmaWrite::Copy } else { DmaWrite::Add };
        let offset = VectorOffset::new(&index, (rows * pitch) as i64, pitch as i64, false, write);
        machine::dma_gather(m, &sums, &from, offset)?;
    }
    m.read(&sums)
}
