//! `dot_general` and `dot`.
//!
//! Every product is rounded, then added to a running sum that starts at 0, k ascending, without fused multiply-add
//! (design §5): the kernel levels sum in the same order, so results agree bit for bit however they tile. Floats up to
//! 32 bits sum in f32, f64 in f64; integers wrap.

use super::complex::{Complex, Complex32};
use super::elementwise::{from_f32s, no_meaning, values, with_int};
use super::layout::{Map, collect};
use super::scalar::Int;
use super::{Eval, failed, operand, result_parts, tensor};
use crate::dialects::hlo::attrs::DotDims;
use crate::dialects::hlo::infer::dot_dims;
use crate::ir::OpId;
use crate::machine::{EvalError, Exec};
use crate::tensor::{ElementType, Tensor};

pub fn dot_general(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let dims = dot_dims(exec.ir(), op)?;
    product(exec, op, &dims)
}

/// The last dimension of the left side with the first of the right.
pub fn dot(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let last = operand(exec, op, 0)?.shape().len().saturating_sub(1);
    let dims = DotDims {
        lhs_contracting_dimensions: vec![last],
        rhs_contracting_dimensions: vec![0],
        ..DotDims::default()
    };
    product(exec, op, &dims)
}

fn product(exec: &mut dyn Exec<'_>, op: OpId, dims: &DotDims) -> Eval {
    let (lhs, rhs) = (operand(exec, op, 0)?, operand(exec, op, 1)?);
    let (elem, shape) = result_parts(exec, op, 0)?;
    let free = |rank, batch: &[usize], contract: &[usize]| -> Vec<usize> {
        (0..rank).filter(|dim| !batch.contains(dim) && !contract.contains(dim)).collect()
    };
    let (lhs_batch, lhs_contract) = (&dims.lhs_batching_dimensions, &dims.lhs_contracting_dimensions);
    let (rhs_batch, rhs_contract) = (&dims.rhs_batching_dimensions, &dims.rhs_contracting_dimensions);
    let lhs_free = free(lhs.shape().len(), lhs_batch, lhs_contract);
    let rhs_free = free(rhs.shape().len(), rhs_batch, rhs_contract);
    // As [batch, m, k] and [batch, k, n].
    let left = ordered(&lhs, &[lhs_batch, &lhs_free, lhs_contract].map(Vec::as_slice).concat())?;
    let right = ordered(&rhs, &[rhs_batch, rhs_contract, &rhs_free].map(Vec::as_slice).concat())?;
    let count =
        |tensor: &Tensor, dims: &[usize]| dims.iter().map(|&dim| tensor.shape()[dim]).product::<usize>();
    let sizes = Sizes {
        m: count(&lhs, &lhs_free),
        n: count(&rhs, &rhs_free),
        k: count(&lhs, lhs_contract),
        batch: count(&lhs, lhs_batch),
    };
    if shape.iter().product::<usize>() != sizes.batch * sizes.m * sizes.n
        || count(&rhs, rhs_contract) != sizes.k
    {
        return Err(EvalError::new("has a result shape that does not fit its operands"));
    }
    exec.set_tensor(op, multiply(elem, &shape, &left, &right, &sizes)?);
    Ok(())
}

fn ordered(x: &Tensor, dims: &[usize]) -> Result<Tensor, EvalError> {
    let rank = x.shape().len();
    if dims.len() != rank || dims.iter().any(|&dim| dim >= rank) {
        return Err(EvalError::new("has dimension numbers that do not fit its operands"));
    }
    if dims.is_sorted() {
        return Ok(x.clone());
    }
    let shape: Vec<usize> = dims.iter().map(|&dim| x.shape()[dim]).collect();
    tensor(
        x.elem(),
        &shape,
        collect(&shape, x.elem().bytes(), x.bytes(), &Map::dense(x.shape()).select(dims)),
    )
}

/// Sizes of two stacks of matrices.
pub(super) struct Sizes {
    pub(super) batch: usize,
    pub(super) m: usize,
    pub(super) n: usize,
    pub(super) k: usize,
}

/// The products of two stacks of matrices, `[batch, m, k]` and `[batch, k, n]`.
pub(super) fn multiply(
    elem: ElementType,
    shape: &[usize],
    left: &Tensor,
    right: &Tensor,
    sizes: &Sizes,
) -> Result<Tensor, EvalError> {
    let inputs = [left.elem(), right.elem()];
    let integers = inputs.iter().all(|elem| elem.is_integer());
    match elem {
        elem if integers && elem.is_integer() => {
            let (left, right) = (left.convert(elem), right.convert(elem));
            with_int!(elem, T => {
                let sums = sum_products(&values::<T>(&left), &values::<T>(&right), sizes, T::wrap(0), |sum, a, b| sum.add(a.mul(b)));
                Tensor::from_values(shape, &sums).map_err(failed)
            }, else Err(no_meaning(elem)))
        }
        ElementType::Pred if inputs == [elem; 2] => {
            let step = |sum, a, b| sum | a & b;
            let sums = sum_products(&values::<bool>(left), &values::<bool>(right), sizes, false, step);
            Tensor::from_values(shape, &sums).map_err(failed)
        }
        ElementType::C128 => {
            let parts = |x: &Tensor| values::<Complex>(&x.convert(elem));
            let step = |sum, a, b| sum + a * b;
            let sums = sum_products(&parts(left), &parts(right), sizes, Complex::ZERO, step);
            Tensor::from_values(shape, &sums).map_err(failed)
        }
        ElementType::C64 => {
            let parts = |x: &Tensor| values::<Complex32>(&x.convert(elem));
            let sums =
                sum_products(&parts(left), &parts(right), sizes, Complex32::ZERO, Complex32::add_product);
            Tensor::from_values(shape, &sums).map_err(failed)
        }
        ElementType::F64 => {
            let sums = sum_products(&left.to_f64s(), &right.to_f64s(), sizes, 0.0, |sum, a, b| sum + a * b);
            Tensor::from_values(shape, &sums).map_err(failed)
        }
        elem if elem.is_float() && inputs.iter().all(|elem| !elem.is_complex()) => {
            let sums = sum_products(&left.to_f32s(), &right.to_f32s(), sizes, 0.0, |sum, a, b| sum + a * b);
            from_f32s(elem, shape, &sums)
        }
        elem => Err(no_meaning(elem)),
    }
}

/// `out[b, i, j] = sum over k of left[b, i, k] * right[b, k, j]`, k ascending for every element. Four rows of the left
/// side share each row of the right.
fn sum_products<T: Copy>(
    left: &[T],
    right: &[T],
    sizes: &Sizes,
    zero: T,
    step: impl Fn(T, T, T) -> T,
) -> Vec<T> {
    const ROWS: usize = 4;
    let &Sizes { batch, m, n, k } = sizes;
    let mut out = vec![zero; batch * m * n];
    if out.is_empty() || k == 0 {
        return out;
    }
    let batches = out.chunks_exact_mut(m * n).zip(left.chunks_exact(m * k)).zip(right.chunks_exact(k * n));
    for ((out, left), right) in batches {
        for (out, left) in out.chunks_mut(ROWS * n).zip(left.chunks(ROWS * k)) {
            for (position, row) in right.chunks_exact(n).enumerate() {
                for (sums, left) in out.chunks_exact_mut(n).zip(left.chunks_exact(k)) {
                    let factor = left[position];
                    for (sum, &value) in sums.iter_mut().zip(row) {
                        *sum = step(*sum, factor, value);
                    }
                }
            }
        }
    }
    out
}
