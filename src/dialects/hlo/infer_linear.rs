//! Result types of products, convolutions and transforms.

use super::attrs::{ConvDims, FftType};
use super::infer::{Inferred, Windows, ints, operand, per_dimension};
use crate::ir::text::type_string;
use crate::ir::{Context, DYNAMIC, Fault, Ir, OpId, Type, TypeKind, compatible_sizes};

pub(super) fn dot(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (lhs, elem) = operand(ir, op, 0)?;
    let (rhs, _) = operand(ir, op, 1)?;
    let (Some((&k, rows)), Some((&other, columns))) = (lhs.split_last(), rhs.split_first()) else {
        return Err(Fault::op("multiplies vectors and matrices, but an operand is a scalar"));
    };
    if lhs.len() > 2 || rhs.len() > 2 {
        return Err(Fault::op("multiplies vectors and matrices, but an operand has a higher rank"));
    }
    if !compatible_sizes(k, other) {
        return Err(Fault::operand(1, format!("pairs a dimension of size {k} with one of size {other}")));
    }
    Ok(vec![ir.ctx.tensor_type(&[rows, columns].concat(), elem)])
}

/// The geometry of a convolution.
pub(super) struct Convolution {
    pub(super) dims: ConvDims,
    /// One entry per spatial dimension.
    pub(super) windows: Windows,
    /// Whether the kernel is read backwards along each spatial dimension.
    pub(super) reversed: Vec<bool>,
    pub(super) feature_groups: i64,
    pub(super) batch_groups: i64,
}

/// Reads the attributes of a convolution over a kernel of this shape. `padding` stands for the attribute of that name.
pub(super) fn convolution_of(
    ir: &Ir<'_>,
    op: OpId,
    kernel: &[i64],
    padding: Option<Vec<i64>>,
) -> Result<Convolution, Fault> {
    let dims = ir.attr(op, "dimension_numbers").and_then(|attr| ConvDims::read(ir.ctx, attr));
    let dims = dims.ok_or_else(|| Fault::attr("dimension_numbers", "requires dimension numbers"))?;
    if dims.kernel.rank() != kernel.len() {
        let message = format!("names {} dimensions of a kernel of rank {}", dims.kernel.rank(), kernel.len());
        return Err(Fault::attr("dimension_numbers", message));
    }
    let rank = dims.kernel.spatial.len();
    let list = |name: &str| match ir.attr(op, name) {
        Some(_) => positive(name, per_dimension(ir, op, name, rank)?),
        None => Ok(vec![1; rank]),
    };
    let padding = match padding {
        Some(padding) => padding,
        None if ir.attr(op, "padding").is_some() => ints(ir, op, "padding")?,
        None => vec![0; 2 * rank],
    };
    if padding.len() != 2 * rank {
        let message = format!("padding must hold a low and a high amount for each of {rank} dimensions");
        return Err(Fault::attr("padding", message));
    }
    let reversed = match ir.attr(op, "window_reversal") {
        Some(_) => per_dimension(ir, op, "window_reversal", rank)?,
        None => vec![0; rank],
    };
    let groups = |name: &str| {
        let count = ir.attr_i64(op, name).filter(|&count| count > 0);
        count.ok_or_else(|| Fault::attr(name, format!("requires the positive number '{name}'")))
    };
    let windows = Windows {
        size: dims.kernel.spatial.iter().map(|&dim| kernel[dim]).collect(),
        stride: list("window_strides")?,
        base_dilation: list("lhs_dilation")?,
        window_dilation: list("rhs_dilation")?,
        padding: padding.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect(),
    };
    let reversed = reversed.into_iter().map(|flag| flag != 0).collect();
    let (feature_groups, batch_groups) = (groups("feature_group_count")?, groups("batch_group_count")?);
    Ok(Convolution { dims, windows, reversed, feature_groups, batch_groups })
}

fn positive(name: &str, list: Vec<i64>) -> Result<Vec<i64>, Fault> {
    match list.iter().find(|&&item| item < 1) {
        Some(item) => Err(Fault::attr(name, format!("{name} has the entry {item}, which is not positive"))),
        None => Ok(list),
    }
}

/// Spec: StableHLO `convolution`, constraints C1 to C27.
pub(super) fn convolution(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (lhs, elem) = operand(ir, op, 0)?;
    let (rhs, rhs_elem) = operand(ir, op, 1)?;
    if elem != rhs_elem && !is_quantized(ir.ctx, elem) && !is_quantized(ir.ctx, rhs_elem) {
        let [lhs, rhs] = [elem, rhs_elem].map(|elem| type_string(ir.ctx, elem));
        return Err(Fault::operand(1, format!("a kernel of '{rhs}' cannot go over an operand of '{lhs}'")));
    }
    let convolution = convolution_of(ir, op, rhs, None)?;
    let shape = convolution.result_shape(lhs, rhs)?;
    Ok(vec![ir.ctx.tensor_type(&shape, elem)])
}

/// A convolution whose padding is computed: nothing is known of how many windows there are.
pub(super) fn dynamic_conv(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (lhs, elem) = operand(ir, op, 0)?;
    let (rhs, _) = operand(ir, op, 1)?;
    let spatial = rhs.len().saturating_sub(2);
    let convolution = convolution_of(ir, op, rhs, Some(vec![0; 2 * spatial]))?;
    let mut shape = convolution.result_shape(lhs, rhs)?;
    for &dim in &convolution.dims.output.spatial {
        shape[dim] = DYNAMIC;
    }
    Ok(vec![ir.ctx.tensor_type(&shape, elem)])
}

/// Quantized types are another dialect's.
fn is_quantized(ctx: &Context, elem: Type) -> bool {
    matches!(ctx.kind(elem), TypeKind::Opaque { .. } | TypeKind::Dialect { .. })
}

impl Convolution {
    /// The shape of the result; a fault if operand and kernel do not go together.
    pub(super) fn result_shape(&self, lhs: &[i64], rhs: &[i64]) -> Result<Vec<i64>, Fault> {
        let Convolution { dims, windows, feature_groups, batch_groups, .. } = self;
        if lhs.len() != rhs.len() || lhs.len() != dims.input.rank() {
            let message =
                format!("convolves an operand of rank {} with a kernel of rank {}", lhs.len(), rhs.len());
            return Err(Fault::operand(1, message));
        }
        let (batch, features) = (lhs[dims.input.first], lhs[dims.input.second]);
        let (kernel_in, kernel_out) = (rhs[dims.kernel.first], rhs[dims.kernel.second]);
        if *feature_groups > 1 && *batch_groups > 1 {
            return Err(Fault::attr("batch_group_count", "groups both batches and features"));
        }
        if kernel_in != DYNAMIC
            && features != DYNAMIC
            && kernel_in.checked_mul(*feature_groups) != Some(features)
        {
            let message = format!(
                "reads {kernel_in} features in each of {feature_groups} groups, but the operand has {features}"
            );
            return Err(Fault::attr("feature_group_count", message));
        }
        if (batch != DYNAMIC && batch % batch_groups != 0)
            || (kernel_out != DYNAMIC && kernel_out % batch_groups != 0)
        {
            return Err(Fault::attr("batch_group_count", "does not divide the batches and output features"));
        }
        if kernel_out != DYNAMIC && kernel_out % feature_groups != 0 {
            return Err(Fault::attr("feature_group_count", "does not divide the output features"));
        }
        let mut shape = vec![0; lhs.len()];
        shape[dims.output.first] = if batch == DYNAMIC { DYNAMIC } else { batch / batch_groups };
        shape[dims.output.second] = kernel_out;
        for (place, &dim) in dims.output.spatial.iter().enumerate() {
            let count = windows.count(place, lhs[dims.input.spatial[place]]);
            shape[dim] = count.ok_or_else(|| Fault::op("has windows whose number does not fit 64 bits"))?;
        }
        Ok(shape)
    }
}

/// Spec: StableHLO `fft`, constraints C1 to C6.
pub(super) fn fft(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (shape, elem) = operand(ir, op, 0)?;
    let kind = ir.attr(op, "fft_type").and_then(|attr| FftType::read(ir.ctx, attr));
    let kind = kind.ok_or_else(|| Fault::attr("fft_type", "requires the kind of transform"))?;
    let length = ints(ir, op, "fft_length")?;
    if length.is_empty() || length.len() > 3 || length.len() > shape.len() {
        let message = format!("transforms {} dimensions of rank {}", length.len(), shape.len());
        return Err(Fault::attr("fft_length", message).help("one to three of the last dimensions"));
    }
    let complex = matches!(ir.ctx.kind(elem), TypeKind::Complex(_));
    if complex == (kind == FftType::Rfft) {
        return Err(Fault::operand(0, if complex { "must be real for RFFT" } else { "must be complex" }));
    }
    let mut result = shape.to_vec();
    let outer = shape.len() - length.len();
    let last = length[length.len() - 1];
    // Half of the last dimension of a real signal's transform says everything.
    let half = if last == 0 { 0 } else { last / 2 + 1 };
    for (place, &size) in length.iter().enumerate() {
        let inner = place + 1 == length.len();
        let expected = if inner && kind == FftType::Irfft { half } else { size };
        if !compatible_sizes(shape[outer + place], expected) {
            let found = shape[outer + place];
            let message = format!("dimension {} must have size {expected}, not {found}", outer + place);
            return Err(Fault::operand(0, message));
        }
        result[outer + place] = if inner && kind == FftType::Rfft { half } else { size };
    }
    let elem = match (kind, ir.ctx.kind(elem)) {
        (FftType::Rfft, _) => ir.ctx.ty(TypeKind::Complex(elem)),
        (FftType::Irfft, TypeKind::Complex(part)) => *part,
        _ => elem,
    };
    Ok(vec![ir.ctx.tensor_type(&result, elem)])
}
