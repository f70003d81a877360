//! What `nki.router_topk` computes: the kernel's arithmetic in the kernel's order, token by token. Tokens do not
//! depend on each other, so token tiles and cores only show where column tiling changes the order of a sum.

use crate::dialects::device;
use crate::dialects::elements::tensor_type_parts;
use crate::ir::{Ir, OpId};
use crate::machine::instructions::rank8;
use crate::machine::{AluOp, EvalError, Exec, RtValue};
use crate::tensor::{ElementType, Tensor, TensorError, math, write_f32_device};

use super::super::ops::RouterTopK;
use super::params::{ActFn, Buffer, Core, P, Router};

/// The results, by their places in the declaration; behind them are the eager affinities.
const LOGITS: usize = 0;
const INDEX: usize = 1;
const AFFINITIES: usize = 2;

/// Tokens whose sums are kept at a time, so that a row of w serves several of them.
const BLOCK: usize = 16;

pub(in super::super) fn eval(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let router = Router::of(ir, RouterTopK(op))?;
    let operands = ir.operands(op).map(|value| exec.tensor(value)).collect::<Result<Vec<_>, _>>()?;
    let [x, w, rest @ ..] = &operands[..] else { return Err(EvalError::new("lacks an operand")) };
    let gemm = Gemm::new(&router, x, w, rest.first().map(|bias| bias.to_f32s()));
    let mut out = Outputs::new(&router);
    for core in router.shares() {
        let mut logits = vec![0.0; core.tokens as usize * gemm.experts];
        gemm.logits(core, &mut logits);
        for (token, row) in (core.offset as usize..).zip(logits.chunks_exact(gemm.experts)) {
            out.token(&router, token, row)?;
        }
    }
    let mut results = out.into_tensors(ir, op)?;
    if router.skip_store_expert_index {
        let index = &mut results[INDEX];
        *index = unwritten(exec, op, index.elem(), index.shape())?;
    }
    for (index, tensor) in results.into_iter().enumerate() {
        exec.set(ir.result(op, index), RtValue::Tensor(tensor.into()));
    }
    Ok(())
}

/// A tensor of device memory that no program wrote.
fn unwritten(
    exec: &mut dyn Exec<'_>,
    op: OpId,
    elem: ElementType,
    shape: &[usize],
) -> Result<Tensor, EvalError> {
    let ir = exec.ir();
    let buffer = exec.machine().alloc_hbm(elem, shape).map_err(|error| device::failure(ir, op, error))?;
    exec.machine().take_hbm(buffer, elem, shape).map_err(|error| EvalError::new(error.to_string()))
}

/// x, w and bias as f32 (spec nki_router_topk.md §5.1 to §5.3).
struct Gemm<'r> {
    router: &'r Router<'r>,
    experts: usize,
    x: Vec<f32>,
    w: Vec<f32>,
    bias: Option<Vec<f32>>,
}

impl<'r> Gemm<'r> {
    fn new(router: &'r Router<'r>, x: &Tensor, w: &Tensor, bias: Option<Vec<f32>>) -> Self {
        Gemm { router, experts: router.experts() as usize, x: x.to_f32s(), w: w.to_f32s(), bias }
    }

    /// x of a token at partition `p` of contraction tile `j`.
    fn x(&self, token: usize, p: i64, j: i64) -> f32 {
        let (r, token) = (self.router, token as i64);
        let index = match (r.x_buffer, r.x_hbm_layout) {
            (Buffer::Sbuf, _) => (p * r.tokens() + token) * r.hidden_tiles() + j,
            (Buffer::Hbm, 1) => token * r.hidden() + r.hidden_row(p, j),
            (Buffer::Hbm, _) => r.hidden_row(p, j) * r.tokens() + token,
        };
        self.x[index as usize]
    }

    /// The logits of a core's tokens. Column slot c sums the contraction tiles j with j % slots == c; the bias joins
    /// slot 0, then the other slots in ascending order.
    fn logits(&self, core: Core, out: &mut [f32]) {
        let slots = P / core.column_width(self.router.use_column_tiling);
        let active = slots.min(self.router.hidden_tiles()) as usize;
        for (block, rows) in out.chunks_mut(BLOCK * self.experts).enumerate() {
            let first = core.offset as usize + block * BLOCK;
            let mut sums = vec![0.0; active * rows.len()];
            for j in 0..self.router.hidden_tiles() {
                let slot = &mut sums[(j % slots) as usize * rows.len()..][..rows.len()];
                for p in 0..P {
                    let start = self.router.hidden_row(p, j) as usize * self.experts;
                    let w = &self.w[start..][..self.experts];
                    for (token, sum) in (first..).zip(slot.chunks_exact_mut(self.experts)) {
                        let x = self.x(token, p, j);
                        sum.iter_mut().zip(w).for_each(|(sum, w)| *sum += x * w);
                    }
                }
            }
            rows.copy_from_slice(&sums[..rows.len()]);
            if let Some(bias) = &self.bias {
                rows.chunks_exact_mut(self.experts).for_each(|row| add(row, bias));
            }
            sums[rows.len()..].chunks_exact(rows.len()).for_each(|slot| add(rows, slot));
        }
    }
}

fn add(row: &mut [f32], other: &[f32]) {
    row.iter_mut().zip(other).for_each(|(value, other)| *value += other);
}

/// The activated row with what the kernel keeps of it.
struct Activated {
    row: Vec<f32>,
    /// -max of the row; 0 for sigmoid.
    negmax: f32,
    /// 1 / sum of the exponentials; 1 for sigmoid.
    scale: f32,
}

/// The activation helper (spec nki_router_topk.md §5.6): a multiplication by the reciprocal, not a division.
fn activate(act: ActFn, row: &[f32]) -> Activated {
    match act {
        // The Scalar engine adds its bias of 0 first.
        ActFn::Sigmoid => {
            Activated { row: row.iter().map(|&v| math::sigmoid(v + 0.0)).collect(), negmax: 0.0, scale: 1.0 }
        }
        ActFn::Softmax => {
            let max =
                AluOp::Max.info().float.expect("the table of ALU operations says what max of floats is");
            let negmax = -row[1..].iter().fold(row[0], |left, &right| max(left, right));
            let mut exp: Vec<f32> = row.iter().map(|&v| math::exp(v + negmax)).collect();
            let scale = 1.0 / exp.iter().fold(0.0, |sum, v| sum + v);
            exp.iter_mut().for_each(|v| *v *= scale);
            Activated { row: exp, negmax, scale }
        }
    }
}

/// The results, in f32 but for the indices.
struct Outputs {
    logits: Vec<f32>,
    index: Vec<u32>,
    affinities: Vec<f32>,
    eager: Vec<f32>,
}

impl Outputs {
    fn new(router: &Router<'_>) -> Self {
        let [t, e, k] = [router.tokens(), router.experts(), router.k].map(|size| size as usize);
        let [partitions, columns] = router.eager_shape();
        Outputs {
            logits: vec![0.0; t * e],
            index: vec![0; t * k],
            affinities: vec![0.0; t * e],
            // Rows of the last token tile that stand for no token are cleared in front of the loop (§5.10).
            eager: vec![0.0; (partitions * columns) as usize],
        }
    }

    /// Everything behind the GEMM, for one token (§5.5 to §5.15).
    fn token(&mut self, router: &Router<'_>, token: usize, logits: &[f32]) -> Result<(), EvalError> {
        let Some(act) = router.act() else { return Err(EvalError::new("has no known act_fn")) };
        let (stages, k, e) = (router.stages(), router.k as usize, logits.len());
        let full = if stages.act1 { activate(act, logits).row } else { logits.to_vec() };
        let (top, positions) = rank8(&full);
        let (top, positions) = (&top[..k], &positions[..k]);
        let chosen = if stages.act2 {
            activate(act, top)
        } else {
            let scale = 1.0 / top[1..].iter().fold(top[0], |sum, v| sum + v);
            Activated { row: top.iter().map(|v| v * scale).collect(), negmax: 0.0, scale }
        };
        self.logits[token * e..][..e].copy_from_slice(logits);
        self.index[token * k..][..k].copy_from_slice(positions);
        let affinities = &mut self.affinities[token * e..][..e];
        if router.indirect() {
            scatter(affinities, &chosen.row, positions, token)?;
        } else if stages.scatter {
            one_hot(affinities, &full, stages.act2, &chosen, positions);
        } else {
            affinities.copy_from_slice(&full);
        }
        let (tile, row) = (token / P as usize, token % P as usize);
        let columns = router.eager_shape()[1] as usize;
        self.eager[row * columns + tile * k..][..k].copy_from_slice(&chosen.row);
        Ok(())
    }

    /// The results, cast to the types that the caller asks for.
    fn into_tensors(self, ir: &Ir<'_>, op: OpId) -> Result<Vec<Tensor>, EvalError> {
        let tensor =
            |made: Result<Tensor, TensorError>| made.map_err(|error| EvalError::new(error.to_string()));
        let stored = |result: usize| {
            let parts = tensor_type_parts(ir.ctx, ir.ty(ir.result(op, result)));
            let (dtype, shape) =
                parts.ok_or_else(|| EvalError::unsupported("has a result of no static shape"))?;
            let floats = match result {
                LOGITS => &self.logits,
                INDEX => return tensor(Tensor::from_values(&shape, &self.index)),
                AFFINITIES => &self.affinities,
                _ => &self.eager,
            };
            let mut bytes = vec![0; floats.len() * dtype.bytes()];
            write_f32_device(dtype, floats, &mut bytes);
            tensor(Tensor::new(dtype, &shape, bytes))
        };
        (0..ir.results(op).len()).map(stored).collect()
    }
}

/// One-hot scatter (§5.13): a mask times the affinities of all experts. A product with 0 lets NaN through.
fn one_hot(out: &mut [f32], full: &[f32], act2: bool, chosen: &Activated, positions: &[u32]) {
    for (expert, (out, &value)) in out.iter_mut().zip(full).enumerate() {
        let hits = positions.iter().filter(|&&position| position as f32 == expert as f32).count();
        let affinity = if act2 { math::exp(value + chosen.negmax) } else { value } * chosen.scale;
        *out = hits as f32 * affinity;
    }
}

/// Indirect DMA scatter (§5.14) into a row of zeros. A position that was not found is one behind every tensor.
fn scatter(out: &mut [f32], chosen: &[f32], positions: &[u32], token: usize) -> Result<(), EvalError> {
    for (&position, &affinity) in positions.iter().zip(chosen) {
        let place = out.get_mut(position as usize).ok_or_else(|| {
            EvalError::new(format!(
                "scatters to expert {position} of token {token}, out of bounds: its scores hold NaN"
            ))
        })?;
        *place = affinity;
    }
    Ok(())
}
