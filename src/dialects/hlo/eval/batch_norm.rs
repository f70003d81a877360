//! Batch normalization, by the decompositions of the StableHLO specification, each step rounded to the element type.

use super::elementwise::no_meaning;
use super::{Eval, operand, set_results, size, zeros};
use crate::dialects::elements::tensor_of_attr;
use crate::ir::OpId;
use crate::machine::{EvalError, Exec};
use crate::tensor::{Scalar, Tensor};

/// The elements of a tensor by the feature they belong to.
struct Features {
    /// Number of features.
    count: usize,
    /// Elements of one feature between two steps to the next.
    inner: usize,
    elements: usize,
}

impl Features {
    fn new(exec: &dyn Exec<'_>, op: OpId, x: &Tensor) -> Result<Self, EvalError> {
        let dim = size(exec, op, "feature_index")?;
        let count = x.shape().get(dim).copied();
        let count = count.ok_or_else(|| EvalError::new("normalizes along a missing dimension"))?;
        if !x.elem().is_float() {
            return Err(no_meaning(x.elem()));
        }
        Ok(Features { count, inner: x.shape()[dim + 1..].iter().product(), elements: x.len() })
    }

    fn of(&self, element: usize) -> usize {
        element / self.inner % self.count
    }

    /// Elements of each feature.
    fn size(&self) -> f64 {
        (self.elements / self.count.max(1)) as f64
    }
}

fn epsilon(exec: &dyn Exec<'_>, op: OpId) -> f64 {
    let ir = exec.ir();
    let value = ir.attr(op, "epsilon").and_then(|attr| tensor_of_attr(ir.ctx, attr));
    value.filter(|value| value.len() == 1).map_or(0.0, |value| value.get(0).as_f64())
}

/// Rounds to the element type of a tensor.
fn rounder(like: &Tensor) -> impl Fn(f64) -> f64 {
    let elem = like.elem();
    move |value| Tensor::splat(elem, &[], Scalar::Float(value)).get(0).as_f64()
}

fn tensor_of(like: &Tensor, shape: &[usize], values: &[f64]) -> Result<Tensor, EvalError> {
    let mut out = zeros(like.elem(), shape)?;
    values.iter().enumerate().for_each(|(index, &value)| out.set(index, Scalar::Float(value)));
    Ok(out)
}

/// `(x - mean) / sqrt(variance + epsilon) * scale + offset`
fn normalized(
    x: &Tensor,
    features: &Features,
    [scale, offset, mean, variance]: [&[f64]; 4],
    epsilon: f64,
) -> Vec<f64> {
    let round = rounder(x);
    let values = x.to_f64s().into_iter().enumerate();
    values
        .map(|(index, value)| {
            let feature = features.of(index);
            let deviation = round(round(variance[feature] + epsilon).sqrt());
            let centered = round(value - mean[feature]);
            round(round(scale[feature] * round(centered / deviation)) + offset[feature])
        })
        .collect()
}

/// Mean and variance of each feature.
fn moments(x: &Tensor, features: &Features) -> (Vec<f64>, Vec<f64>) {
    let round = rounder(x);
    let values = x.to_f64s();
    let average = |term: &dyn Fn(usize, f64) -> f64| {
        let mut sums = vec![0.0; features.count];
        for (index, &value) in values.iter().enumerate() {
            sums[features.of(index)] += term(index, value);
        }
        sums.into_iter().map(|sum| round(sum / features.size())).collect::<Vec<f64>>()
    };
    let mean = average(&|_, value| value);
    let variance = average(&|index, value| (value - mean[features.of(index)]).powi(2));
    (mean, variance)
}

pub fn inference(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let x = operand(exec, op, 0)?;
    let features = Features::new(exec, op, &x)?;
    let parts = [1, 2, 3, 4].map(|index| operand(exec, op, index).map(|part| part.to_f64s()));
    let [scale, offset, mean, variance] = parts;
    let (scale, offset, mean, variance) = (scale?, offset?, mean?, variance?);
    let parts = [&scale[..], &offset, &mean, &variance];
    if parts.iter().any(|part| part.len() != features.count) {
        return Err(EvalError::new("needs a number for each feature"));
    }
    let values = normalized(&x, &features, parts, epsilon(exec, op));
    exec.set_tensor(op, tensor_of(&x, x.shape(), &values)?);
    Ok(())
}

pub fn training(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let x = operand(exec, op, 0)?;
    let features = Features::new(exec, op, &x)?;
    let (scale, offset) = (operand(exec, op, 1)?.to_f64s(), operand(exec, op, 2)?.to_f64s());
    if [scale.len(), offset.len()] != [features.count; 2] {
        return Err(EvalError::new("needs a number for each feature"));
    }
    let (mean, variance) = moments(&x, &features);
    let values = normalized(&x, &features, [&scale, &offset, &mean, &variance], epsilon(exec, op));
    let shape = [features.count];
    let results = vec![
        tensor_of(&x, x.shape(), &values)?,
        tensor_of(&x, &shape, &mean)?,
        tensor_of(&x, &shape, &variance)?,
    ];
    set_results(exec, op, results)
}

/// With n elements in each feature, `c` the centered input and `s = 1 / sqrt(variance + epsilon)`:
/// `grad_operand = scale s / n (n g - sum g - c s^2 sum(g c))`, `grad_scale = s sum(g c)`, `grad_offset = sum g`.
pub fn grad(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let x = operand(exec, op, 0)?;
    let features = Features::new(exec, op, &x)?;
    let parts = [1, 2, 3, 4].map(|index| operand(exec, op, index).map(|part| part.to_f64s()));
    let [scale, mean, variance, gradient] = parts;
    let (scale, mean, variance, gradient) = (scale?, mean?, variance?, gradient?);
    let sizes = [scale.len(), mean.len(), variance.len()];
    if sizes != [features.count; 3] || gradient.len() != x.len() {
        return Err(EvalError::new("needs a number for each feature, and a gradient for each element"));
    }
    let (values, epsilon, size) = (x.to_f64s(), epsilon(exec, op), features.size());
    let centered = |index: usize| values[index] - mean[features.of(index)];
    let (mut sums, mut products) = (vec![0.0; features.count], vec![0.0; features.count]);
    for (index, &gradient) in gradient.iter().enumerate() {
        sums[features.of(index)] += gradient;
        products[features.of(index)] += gradient * centered(index);
    }
    let inverse: Vec<f64> = variance.iter().map(|variance| 1.0 / (variance + epsilon).sqrt()).collect();
    let operand_part = |(index, gradient): (usize, &f64)| {
        let feature = features.of(index);
        let (s, sum, product) = (inverse[feature], sums[feature], products[feature]);
        scale[feature] * s / size * (size * gradient - sum - centered(index) * s * s * product)
    };
    let of_operand: Vec<f64> = gradient.iter().enumerate().map(operand_part).collect();
    let of_scale: Vec<f64> = products.iter().zip(&inverse).map(|(product, s)| product * s).collect();
    let shape = [features.count];
    let results = vec![
        tensor_of(&x, x.shape(), &of_operand)?,
        tensor_of(&x, &shape, &of_scale)?,
        tensor_of(&x, &shape, &sums)?,
    ];
    set_results(exec, op, results)
}
