//! `convolution` and `dynamic_conv`.
//!
//! Each output position is a dot product between the features under its window, in row-major order of the window, and
//! the kernel: the windows are written out as the rows of a matrix, and [`super::dot`] multiplies.

use super::dot::{Sizes, multiply};
use super::layout::Map;
use super::window::advance;
use super::{Eval, operand, result_parts, zeros};
use crate::dialects::hlo::infer::{Convolution, convolution_of};
use crate::ir::OpId;
use crate::machine::{EvalError, Exec};
use crate::tensor::Tensor;

pub fn convolution(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    convolve(exec, op, None)
}

pub fn dynamic_conv(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let padding = operand(exec, op, 2)?.to_i64s();
    convolve(exec, op, Some(padding))
}

fn convolve(exec: &mut dyn Exec<'_>, op: OpId, padding: Option<Vec<i64>>) -> Eval {
    let (x, kernel) = (operand(exec, op, 0)?, operand(exec, op, 1)?);
    let (elem, shape) = result_parts(exec, op, 0)?;
    let dims = |shape: &[usize]| shape.iter().map(|&dim| dim as i64).collect::<Vec<i64>>();
    let convolution = convolution_of(exec.ir(), op, &dims(kernel.shape()), padding)?;
    if convolution.result_shape(&dims(x.shape()), &dims(kernel.shape()))? != dims(&shape) {
        return Err(EvalError::new("has a result shape that does not fit its operands"));
    }
    let grouped = Grouped::new(&convolution, &x, &kernel, &shape);
    let mut result = zeros(elem, &shape)?;
    for group in 0..grouped.groups {
        let (rows, columns) = (grouped.windows(group)?, grouped.kernel(group)?);
        let sizes = Sizes { batch: 1, m: grouped.rows(), n: grouped.out_features, k: grouped.terms() };
        let product = multiply(elem, &[sizes.m, sizes.n], &rows, &columns, &sizes)?;
        grouped.store(group, &product, &mut result);
    }
    exec.set_tensor(op, result);
    Ok(())
}

/// One group of a convolution at a time: its features, or its batches.
struct Grouped<'a> {
    convolution: &'a Convolution,
    x: &'a Tensor,
    kernel: &'a Tensor,
    out: Map,
    out_spatial: Vec<usize>,
    window: Vec<usize>,
    groups: usize,
    /// Batches, input features and output features of one group.
    batches: usize,
    in_features: usize,
    out_features: usize,
}

impl<'a> Grouped<'a> {
    fn new(convolution: &'a Convolution, x: &'a Tensor, kernel: &'a Tensor, shape: &[usize]) -> Self {
        let dims = &convolution.dims;
        let groups = convolution.feature_groups.max(convolution.batch_groups) as usize;
        Grouped {
            convolution,
            x,
            kernel,
            out: Map::dense(shape),
            out_spatial: dims.output.spatial.iter().map(|&dim| shape[dim]).collect(),
            window: dims.kernel.spatial.iter().map(|&dim| kernel.shape()[dim]).collect(),
            groups,
            batches: shape[dims.output.first],
            in_features: kernel.shape()[dims.kernel.first],
            out_features: kernel.shape()[dims.kernel.second] / groups,
        }
    }

    /// Output positions of one group.
    fn rows(&self) -> usize {
        self.batches * self.out_spatial.iter().product::<usize>()
    }

    /// Products that make up one output.
    fn terms(&self) -> usize {
        self.in_features * self.window.iter().product::<usize>()
    }

    /// The operand's position along each spatial dimension under `offset` of the window at `place`; nothing in padding
    /// and between dilated elements.
    fn under(&self, place: &[usize], offset: &[usize]) -> Option<Vec<usize>> {
        let windows = &self.convolution.windows;
        (0..place.len())
            .map(|dim| {
                let start = place[dim] as i64 * windows.stride[dim] - windows.padding[dim].0;
                let at = start + offset[dim] as i64 * windows.window_dilation[dim];
                let base = windows.base_dilation[dim];
                let size = self.x.shape()[self.convolution.dims.input.spatial[dim]] as i64;
                let inside = at >= 0 && at % base == 0 && at / base < size;
                inside.then_some((at / base) as usize)
            })
            .collect()
    }

    /// `[output positions, terms]`: what lies under each window.
    fn windows(&self, group: usize) -> Result<Tensor, EvalError> {
        let Convolution { dims, feature_groups, batch_groups, .. } = self.convolution;
        let mut out = zeros(self.x.elem(), &[self.rows(), self.terms()])?;
        let map = Map::dense(self.x.shape());
        let (first_batch, first_feature) = (
            if *batch_groups > 1 { group * self.batches } else { 0 },
            if *feature_groups > 1 { group * self.in_features } else { 0 },
        );
        let (positions, offsets) =
            (self.out_spatial.iter().product::<usize>(), self.window.iter().product::<usize>());
        let mut index = vec![0; self.x.shape().len()];
        let mut place = vec![0; self.out_spatial.len()];
        for position in 0..positions {
            let mut offset = vec![0; self.window.len()];
            for term in 0..offsets {
                if let Some(at) = self.under(&place, &offset) {
                    dims.input.spatial.iter().zip(at).for_each(|(&dim, at)| index[dim] = at);
                    for batch in 0..self.batches {
                        index[dims.input.first] = first_batch + batch;
                        for feature in 0..self.in_features {
                            index[dims.input.second] = first_feature + feature;
                            let row = batch * positions + position;
                            let to = row * self.terms() + term * self.in_features + feature;
                            out.set_bits(to, self.x.bits(map.at(&index) as usize));
                        }
                    }
                }
                advance(&mut offset, &self.window);
            }
            advance(&mut place, &self.out_spatial);
        }
        Ok(out)
    }

    /// `[terms, output features]`: the kernel of one group.
    fn kernel(&self, group: usize) -> Result<Tensor, EvalError> {
        let Convolution { dims, reversed, .. } = self.convolution;
        let mut out = zeros(self.kernel.elem(), &[self.terms(), self.out_features])?;
        let map = Map::dense(self.kernel.shape());
        let mut index = vec![0; self.kernel.shape().len()];
        let mut offset = vec![0; self.window.len()];
        for term in 0..self.window.iter().product::<usize>() {
            for (dim, &spatial) in dims.kernel.spatial.iter().enumerate() {
                let at = offset[dim];
                index[spatial] = if reversed[dim] { self.window[dim] - 1 - at } else { at };
            }
            for feature in 0..self.in_features {
                index[dims.kernel.first] = feature;
                for target in 0..self.out_features {
                    index[dims.kernel.second] = group * self.out_features + target;
                    let to = (term * self.in_features + feature) * self.out_features + target;
                    out.set_bits(to, self.kernel.bits(map.at(&index) as usize));
                }
            }
            advance(&mut offset, &self.window);
        }
        Ok(out)
    }

    /// Puts `[output positions, output features]` of one group in its place.
    fn store(&self, group: usize, product: &Tensor, result: &mut Tensor) {
        let dims = &self.convolution.dims.output;
        let mut index = vec![0; dims.rank()];
        let mut place = vec![0; self.out_spatial.len()];
        let mut from = 0;
        for batch in 0..self.batches {
            index[dims.first] = batch;
            for _ in 0..self.out_spatial.iter().product() {
                dims.spatial.iter().zip(&place).for_each(|(&dim, &at)| index[dim] = at);
                for feature in 0..self.out_features {
                    index[dims.second] = group * self.out_features + feature;
                    result.set_bits(self.out.at(&index) as usize, product.bits(from));
                    from += 1;
                }
                advance(&mut place, &self.out_spatial);
            }
        }
    }
}
