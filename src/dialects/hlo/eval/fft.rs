//! `fft`: the discrete Fourier transform by its definition, in f64.

use std::f64::consts::TAU;

use super::complex::{Complex, Complex32};
use super::elementwise::values;
use super::layout::Map;
use super::window::advance;
use super::{Eval, failed, operand, result_parts, sizes};
use crate::dialects::hlo::attrs::FftType;
use crate::ir::OpId;
use crate::machine::{EvalError, Exec};
use crate::tensor::{ElementType, Tensor};

pub fn fft(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let x = operand(exec, op, 0)?;
    let length = sizes(exec, op, "fft_length")?;
    let (elem, shape) = result_parts(exec, op, 0)?;
    let ir = exec.ir();
    let kind = ir.attr(op, "fft_type").and_then(|attr| FftType::read(ir.ctx, attr));
    let kind = kind.ok_or_else(|| EvalError::new("needs the kind of transform"))?;
    let outer = x.shape().len().checked_sub(length.len());
    let outer = outer.ok_or_else(|| EvalError::new("transforms more dimensions than there are"))?;
    let last = x.shape().len() - 1;
    let inverse = matches!(kind, FftType::Ifft | FftType::Irfft);
    let mut signal =
        Signal { values: values::<Complex>(&x.convert(ElementType::C128)), shape: x.shape().to_vec() };
    // A real signal is transformed along the last dimension first, and becomes one again along the last dimension last.
    let mut dims: Vec<usize> = (outer..=last).rev().collect();
    if inverse {
        dims.reverse();
    }
    for dim in dims {
        let full = length[dim - outer];
        signal = match kind {
            FftType::Rfft if dim == last => signal.transformed(dim, full, full / 2 + 1, false),
            FftType::Irfft if dim == last => signal.completed(dim, full).transformed(dim, full, full, true),
            _ => signal.transformed(dim, full, full, inverse),
        };
    }
    if signal.shape != shape {
        return Err(EvalError::new("has a result shape that does not fit its operand"));
    }
    let result = match elem {
        ElementType::C128 => Tensor::from_values(&shape, &signal.values),
        ElementType::C64 => {
            let values: Vec<Complex32> = signal.values.into_iter().map(Complex32::from).collect();
            Tensor::from_values(&shape, &values)
        }
        _ => {
            let values: Vec<f64> = signal.values.iter().map(|value| value.re).collect();
            Tensor::from_values(&shape, &values).map(|tensor| tensor.convert(elem))
        }
    };
    exec.set_tensor(op, result.map_err(failed)?);
    Ok(())
}

/// A tensor of complex numbers.
struct Signal {
    values: Vec<Complex>,
    shape: Vec<usize>,
}

impl Signal {
    /// Replaces each line along `dim` by the line that `line` makes of it.
    fn by_lines(&self, dim: usize, length: usize, line: impl Fn(&[Complex]) -> Vec<Complex>) -> Signal {
        let mut shape = self.shape.clone();
        shape[dim] = length;
        let (from, to) = (Map::dense(&self.shape), Map::dense(&shape));
        let mut values = vec![Complex::ZERO; shape.iter().product()];
        let mut outer = self.shape.clone();
        outer[dim] = 1;
        let mut index = vec![0; outer.len()];
        for _ in 0..outer.iter().product() {
            let start = from.at(&index);
            let place = |i: usize| (start + from.steps[dim] * i as isize) as usize;
            let input: Vec<Complex> = (0..self.shape[dim]).map(|i| self.values[place(i)]).collect();
            for (i, value) in line(&input).into_iter().enumerate().take(length) {
                values[(to.at(&index) + to.steps[dim] * i as isize) as usize] = value;
            }
            advance(&mut index, &outer);
        }
        Signal { values, shape }
    }

    /// The first `kept` terms of the transform of `length` numbers along a dimension.
    fn transformed(&self, dim: usize, length: usize, kept: usize, inverse: bool) -> Signal {
        let sign = if inverse { 1.0 } else { -1.0 };
        let root = |power: usize| Complex::polar(1.0, sign * TAU * power as f64 / length as f64);
        let roots: Vec<Complex> = (0..length).map(root).collect();
        let scale = if inverse { 1.0 / length as f64 } else { 1.0 };
        self.by_lines(dim, kept, |line| {
            let term = |k: usize| {
                let parts = line.iter().enumerate().map(|(n, &value)| value * roots[n * k % length.max(1)]);
                parts.fold(Complex::ZERO, |sum, part| sum + part).scale(scale)
            };
            (0..kept).map(term).collect()
        })
    }

    /// The whole transform of a real signal, whose second half mirrors the first.
    fn completed(&self, dim: usize, length: usize) -> Signal {
        self.by_lines(dim, length, |line| {
            let term = |k: usize| match line.get(k) {
                // The imaginary parts of terms that are their own mirror image count as zero.
                Some(value) if k == 0 || 2 * k == length => Complex::real(value.re),
                Some(&value) => value,
                None => line.get(length - k).map_or(Complex::ZERO, |value| value.conj()),
            };
            (0..length).map(term).collect()
        })
    }
}
