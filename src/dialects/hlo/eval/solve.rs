//! `triangular_solve` and `cholesky`: by columns, as BLAS does it, each step rounded to the element type.

use super::complex::{Complex, Complex32};
use super::elementwise::values;
use super::{Eval, failed, operand};
use crate::dialects::hlo::attrs::Transpose;
use crate::ir::OpId;
use crate::machine::{EvalError, Exec};
use crate::tensor::{ElementType, Scalar, Tensor};

/// Rows and columns of the matrices that the last two dimensions make up.
fn matrix_size(x: &Tensor) -> Result<(usize, usize), EvalError> {
    match x.shape() {
        [.., rows, columns] => Ok((*rows, *columns)),
        shape => Err(EvalError::new(format!("needs matrices, not {shape:?}"))),
    }
}

fn numbers(x: &Tensor) -> Vec<Complex> {
    values::<Complex>(&x.convert(ElementType::C128))
}

/// A tensor of the type of `like` with these values.
fn of_numbers(like: &Tensor, values: &[Complex]) -> Result<Tensor, EvalError> {
    let result = match like.elem() {
        ElementType::C128 => Tensor::from_values(like.shape(), values),
        ElementType::C64 => {
            let values: Vec<Complex32> = values.iter().map(|&value| value.into()).collect();
            Tensor::from_values(like.shape(), &values)
        }
        elem => {
            let values: Vec<f64> = values.iter().map(|value| value.re).collect();
            Tensor::from_values(like.shape(), &values).map(|tensor| tensor.convert(elem))
        }
    };
    result.map_err(failed)
}

/// Rounds both parts to what the element type holds.
fn rounder(like: &Tensor) -> impl Fn(Complex) -> Complex {
    let part = match like.elem() {
        ElementType::C64 => ElementType::F32,
        ElementType::C128 => ElementType::F64,
        elem => elem,
    };
    let round = move |value: f64| match part {
        ElementType::F64 => value,
        ElementType::F32 => f64::from(value as f32),
        part => Tensor::splat(part, &[], Scalar::Float(value)).get(0).as_f64(),
    };
    move |value| Complex { re: round(value.re), im: round(value.im) }
}

/// Solves `op(a) x = b` (left side) or `x op(a) = b` by substitution.
pub fn triangular_solve(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let (a, b) = (operand(exec, op, 0)?, operand(exec, op, 1)?);
    let ir = exec.ir();
    let flag = |name| ir.attr_flag(op, name);
    let (left, lower, unit) = (flag("left_side"), flag("lower"), flag("unit_diagonal"));
    let transpose = ir.attr(op, "transpose_a").and_then(|attr| Transpose::read(ir.ctx, attr));
    let ((n, columns), (rows, width)) = (matrix_size(&a)?, matrix_size(&b)?);
    if n != columns || n != if left { rows } else { width } {
        return Err(EvalError::new("has matrices that do not fit"));
    }
    let (matrices, mut solved) = (numbers(&a), numbers(&b));
    let round = rounder(&b);
    for (matrix, part) in
        matrices.chunks_exact((n * n).max(1)).zip(solved.chunks_exact_mut((rows * width).max(1)))
    {
        let entry = |row: usize, column: usize| match transpose {
            Some(Transpose::Transpose) => matrix[column * n + row],
            Some(Transpose::Adjoint) => matrix[column * n + row].conj(),
            _ => matrix[row * n + column],
        };
        let transposed = matches!(transpose, Some(Transpose::Transpose | Transpose::Adjoint));
        // x A = b is A^T x^T = b^T.
        let coefficient =
            |row: usize, column: usize| if left { entry(row, column) } else { entry(column, row) };
        let from_the_top = (lower != transposed) == left;
        for line in 0..if left { width } else { rows } {
            let at = |i: usize| if left { i * width + line } else { line * width + i };
            for step in 0..n {
                let known = if from_the_top { step } else { n - 1 - step };
                if !unit {
                    part[at(known)] = round(part[at(known)] / coefficient(known, known));
                }
                for row in if from_the_top { known + 1..n } else { 0..known } {
                    let product = round(part[at(known)] * coefficient(row, known));
                    part[at(row)] = round(part[at(row)] - product);
                }
            }
        }
    }
    exec.set_tensor(op, of_numbers(&b, &solved)?);
    Ok(())
}

/// L with `a = L L^H`, or its adjoint; the triangle of the result that is not computed is zero. NaN where a matrix is not
/// positive definite.
pub fn cholesky(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let a = operand(exec, op, 0)?;
    let lower = exec.ir().attr_flag(op, "lower");
    let (n, columns) = matrix_size(&a)?;
    if n != columns {
        return Err(EvalError::new("needs square matrices"));
    }
    let (source, round) = (numbers(&a), rounder(&a));
    let mut out = vec![Complex::ZERO; source.len()];
    for (matrix, factor) in source.chunks_exact((n * n).max(1)).zip(out.chunks_exact_mut((n * n).max(1))) {
        let entry = |row: usize, column: usize| {
            if lower { matrix[row * n + column] } else { matrix[column * n + row].conj() }
        };
        let place = |row: usize, column: usize| if lower { row * n + column } else { column * n + row };
        let stored = |value: Complex| if lower { value } else { value.conj() };
        for column in 0..n {
            for row in column..n {
                let products = (0..column)
                    .map(|k| round(stored(factor[place(row, k)]) * stored(factor[place(column, k)]).conj()));
                let rest = products.fold(entry(row, column), |rest, product| round(rest - product));
                let value = if row == column {
                    Complex::real(rest.re.sqrt())
                } else {
                    rest / stored(factor[place(column, column)])
                };
                factor[place(row, column)] = stored(round(value));
            }
        }
    }
    exec.set_tensor(op, of_numbers(&a, &out)?);
    Ok(())
}
