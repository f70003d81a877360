//! Result types from operands and attributes, and with them the shape rules of the StableHLO specification.

use super::attrs::{DotDims, GatherDims, ScatterDims};
pub(super) use super::infer_broadcast::{
    broadcast_binary, broadcast_compare, broadcast_complex, broadcast_select, places,
};
pub(super) use super::infer_index::{
    dynamic_gather, dynamic_slice, dynamic_update_slice, gather, scatter, torch_index_select,
};
pub(super) use super::infer_linear::{Convolution, convolution, convolution_of, dot, dynamic_conv, fft};
use crate::dialects::constraints::attr_type;
use crate::ir::{
    Attr, Context, DYNAMIC, Fault, Ir, OpId, Type, TypeKind, compatible_shapes, compatible_sizes,
};

pub(super) type Inferred = Result<Vec<Type>, Fault>;

/// Shape and element type of an operand.
pub(super) fn operand<'c>(ir: &Ir<'c>, op: OpId, index: usize) -> Result<(&'c [i64], Type), Fault> {
    let ctx = ir.ctx;
    if index >= ir.operand_count(op) {
        return Err(Fault::op(format!("needs an operand #{index}")));
    }
    let ty = ir.ty(ir.operand(op, index));
    ctx.ranked_tensor(ty)
        .ok_or_else(|| Fault::operand(index, format!("operand #{index} must be a ranked tensor")))
}

/// The integers of a list attribute.
pub(super) fn ints(ir: &Ir<'_>, op: OpId, name: &str) -> Result<Vec<i64>, Fault> {
    ir.attr_ints(op, name).ok_or_else(|| Fault::attr(name, format!("requires the list of integers '{name}'")))
}

/// The numbers of a list attribute that must be dimensions below `rank`, none twice.
pub(super) fn dimensions(ir: &Ir<'_>, op: OpId, name: &str, rank: usize) -> Result<Vec<usize>, Fault> {
    let list = ints(ir, op, name)?;
    let dims = list.iter().map(|&d| usize::try_from(d).unwrap_or(usize::MAX)).collect::<Vec<_>>();
    distinct(name, name, &dims, rank)?;
    Ok(dims)
}

/// Checks that a list names dimensions below `rank`, none twice. `field` is the part of attribute `attr` at fault.
pub(super) fn distinct(attr: &str, field: &str, dims: &[usize], rank: usize) -> Result<(), Fault> {
    for (position, &dim) in dims.iter().enumerate() {
        if dim >= rank {
            return Err(Fault::attr(attr, format!("{field} names dimension {dim}, but there are {rank}")));
        }
        if dims[..position].contains(&dim) {
            return Err(Fault::attr(attr, format!("{field} names dimension {dim} twice")));
        }
    }
    Ok(())
}

/// The list attribute with one entry per dimension.
pub(super) fn per_dimension(ir: &Ir<'_>, op: OpId, name: &str, rank: usize) -> Result<Vec<i64>, Fault> {
    let list = ints(ir, op, name)?;
    one_per_dimension(name, list.len(), rank)?;
    Ok(list)
}

fn one_per_dimension(name: &str, found: usize, rank: usize) -> Result<(), Fault> {
    if found == rank {
        return Ok(());
    }
    Err(Fault::attr(name, format!("{name} has {found} entries for an operand of rank {rank}")))
}

pub(super) fn dot_dims(ir: &Ir<'_>, op: OpId) -> Result<DotDims, Fault> {
    structured(ir, op, "dot_dimension_numbers", DotDims::read)
}

pub(super) fn gather_dims(ir: &Ir<'_>, op: OpId) -> Result<GatherDims, Fault> {
    structured(ir, op, "dimension_numbers", GatherDims::read)
}

pub(super) fn scatter_dims(ir: &Ir<'_>, op: OpId) -> Result<ScatterDims, Fault> {
    structured(ir, op, "scatter_dimension_numbers", ScatterDims::read)
}

fn structured<T>(
    ir: &Ir<'_>,
    op: OpId,
    name: &str,
    read: fn(&Context, Attr) -> Option<T>,
) -> Result<T, Fault> {
    ir.attr(op, name)
        .and_then(|attr| read(ir.ctx, attr))
        .ok_or_else(|| Fault::attr(name, format!("requires the dimension numbers '{name}'")))
}

/// Number n of inputs of an op whose operands are n inputs, `between` others, then n more.
pub(super) fn paired_inputs(ir: &Ir<'_>, op: OpId, between: usize) -> Result<usize, Fault> {
    let count = ir.operand_count(op);
    match count.checked_sub(between) {
        Some(pairs) if pairs >= 2 && pairs % 2 == 0 => Ok(pairs / 2),
        _ => Err(Fault::op(format!(
            "expected as many inputs as initial values or updates, but found {count} operands"
        ))),
    }
}

/// A shape for people: `4x?x8`, or `scalar`.
pub(super) fn shape_text(shape: &[i64]) -> String {
    if shape.is_empty() {
        return "scalar".into();
    }
    let size = |&dim: &i64| if dim == DYNAMIC { "?".into() } else { dim.to_string() };
    shape.iter().map(size).collect::<Vec<String>>().join("x")
}

fn operand_type(ir: &Ir<'_>, op: OpId, index: usize) -> Inferred {
    if index >= ir.operand_count(op) {
        return Err(Fault::op(format!("needs an operand #{index}")));
    }
    Ok(vec![ir.ty(ir.operand(op, index))])
}

pub(super) fn first_operand(ir: &Ir<'_>, op: OpId) -> Inferred {
    operand_type(ir, op, 0)
}

pub(super) fn second_operand(ir: &Ir<'_>, op: OpId) -> Inferred {
    operand_type(ir, op, 1)
}

pub(super) fn all_operands(ir: &Ir<'_>, op: OpId) -> Inferred {
    Ok(ir.operands(op).map(|value| ir.ty(value)).collect())
}

/// All operands but the root, if there is one.
pub(super) fn all_but_root(ir: &Ir<'_>, op: OpId) -> Inferred {
    let mut types = all_operands(ir, op)?;
    if ir.attr_flag(op, "has_dynamic_root") && types.pop().is_none() {
        return Err(Fault::op("has no operand that is the root"));
    }
    Ok(types)
}

pub(super) fn predicate(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (shape, _) = operand(ir, op, 0)?;
    Ok(vec![ir.ctx.tensor_type(shape, ir.ctx.int_type(1))])
}

/// The operand's type, with the parts of a complex element type as elements.
pub(super) fn real_part(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (shape, elem) = operand(ir, op, 0)?;
    match ir.ctx.kind(elem) {
        TypeKind::Complex(part) => Ok(vec![ir.ctx.tensor_type(shape, *part)]),
        _ => first_operand(ir, op),
    }
}

pub(super) fn complex(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (shape, part) = operand(ir, op, 0)?;
    if !ir.ctx.compatible(ir.ty(ir.operand(op, 0)), ir.ty(ir.operand(op, 1))) {
        return Err(Fault::operand(1, "real and imaginary parts must have one type"));
    }
    Ok(vec![ir.ctx.tensor_type(shape, ir.ctx.ty(TypeKind::Complex(part)))])
}

pub(super) fn constant(ir: &Ir<'_>, op: OpId) -> Inferred {
    let ty = ir.attr(op, "value").and_then(|value| attr_type(ir.ctx, value));
    ty.map(|ty| vec![ty]).ok_or_else(|| Fault::attr("value", "needs a value with a type"))
}

pub(super) fn transpose(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (shape, elem) = operand(ir, op, 0)?;
    let permutation = dimensions(ir, op, "permutation", shape.len())?;
    one_per_dimension("permutation", permutation.len(), shape.len())?;
    let shape: Vec<i64> = permutation.iter().map(|&dim| shape[dim]).collect();
    Ok(vec![ir.ctx.tensor_type(&shape, elem)])
}

pub(super) fn slice(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (shape, elem) = operand(ir, op, 0)?;
    let starts = per_dimension(ir, op, "start_indices", shape.len())?;
    let limits = per_dimension(ir, op, "limit_indices", shape.len())?;
    let strides = per_dimension(ir, op, "strides", shape.len())?;
    let mut result = Vec::with_capacity(shape.len());
    for (dim, &size) in shape.iter().enumerate() {
        let (start, limit, stride) = (starts[dim], limits[dim], strides[dim]);
        if stride < 1 {
            return Err(Fault::attr(
                "strides",
                format!("the stride of dimension {dim} is {stride}, not positive"),
            ));
        }
        if size != DYNAMIC && limit > size {
            let message = format!("slices dimension {dim} up to {limit}, but it has size {size}");
            return Err(Fault::attr("limit_indices", message));
        }
        if start < 0 || start > limit {
            let message = format!("slices dimension {dim} from {start} to {limit}");
            return Err(
                Fault::attr("start_indices", message).help("the start must lie between 0 and the limit")
            );
        }
        result.push((limit - start + stride - 1) / stride);
    }
    Ok(vec![ir.ctx.tensor_type(&result, elem)])
}

pub(super) fn pad(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (shape, elem) = operand(ir, op, 0)?;
    if operand(ir, op, 1)? != (&[], elem) {
        return Err(Fault::operand(
            1,
            "pads with a value that is not a scalar of the operand's element type",
        ));
    }
    let low = per_dimension(ir, op, "edge_padding_low", shape.len())?;
    let high = per_dimension(ir, op, "edge_padding_high", shape.len())?;
    let interior = per_dimension(ir, op, "interior_padding", shape.len())?;
    let mut result = Vec::with_capacity(shape.len());
    for (dim, &size) in shape.iter().enumerate() {
        if size == DYNAMIC {
            result.push(DYNAMIC);
            continue;
        }
        let padded = (size - 1).max(0).checked_mul(interior[dim]).and_then(|inner| inner.checked_add(size));
        let padded =
            padded.and_then(|sum| sum.checked_add(low[dim])).and_then(|sum| sum.checked_add(high[dim]));
        match padded {
            Some(padded) if padded >= 0 => result.push(padded),
            _ => {
                let message =
                    format!("padding leaves dimension {dim} of size {size} with no representable size");
                return Err(Fault::attr("edge_padding_high", message));
            }
        }
    }
    Ok(vec![ir.ctx.tensor_type(&result, elem)])
}

pub(super) fn concatenate(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (first, elem) = operand(ir, op, 0)?;
    let mut result = first.to_vec();
    let dim = ir.attr_i64(op, "dimension").and_then(|dim| usize::try_from(dim).ok()).unwrap_or(usize::MAX);
    if dim >= first.len() {
        let message = format!("cannot join along that dimension: the operands have {}", first.len());
        return Err(Fault::attr("dimension", message));
    }
    for index in 1..ir.operand_count(op) {
        let (shape, other) = operand(ir, op, index)?;
        let fits = shape.len() == first.len()
            && other == elem
            && (0..first.len()).all(|d| d == dim || compatible_sizes(shape[d], result[d]));
        if !fits {
            let message = format!(
                "operand #{index} of shape {} does not fit those before it, of shape {}, outside of dimension {dim}",
                shape_text(shape),
                shape_text(if index == 1 { first } else { &result })
            );
            return Err(Fault::operand(index, message));
        }
        // What one operand does not know another may.
        for d in 0..shape.len() {
            if d != dim && result[d] == DYNAMIC {
                result[d] = shape[d];
            }
        }
        let sum = result[dim].checked_add(shape[dim]);
        let dynamic = result[dim] == DYNAMIC || shape[dim] == DYNAMIC;
        result[dim] = if dynamic {
            DYNAMIC
        } else {
            sum.ok_or_else(|| Fault::op("joins tensors to a size that does not fit 64 bits"))?
        };
    }
    Ok(vec![ir.ctx.tensor_type(&result, elem)])
}

pub(super) fn dot_general(ir: &Ir<'_>, op: OpId) -> Inferred {
    const ATTR: &str = "dot_dimension_numbers";
    let (lhs, elem) = operand(ir, op, 0)?;
    let (rhs, _) = operand(ir, op, 1)?;
    let dims = dot_dims(ir, op)?;
    let lhs_used = [dims.lhs_batching_dimensions.as_slice(), &dims.lhs_contracting_dimensions].concat();
    let rhs_used = [dims.rhs_batching_dimensions.as_slice(), &dims.rhs_contracting_dimensions].concat();
    distinct(ATTR, "the left side", &lhs_used, lhs.len())?;
    distinct(ATTR, "the right side", &rhs_used, rhs.len())?;
    if dims.lhs_batching_dimensions.len() != dims.rhs_batching_dimensions.len()
        || lhs_used.len() != rhs_used.len()
    {
        return Err(Fault::attr(ATTR, "pairs a different number of dimensions on the two sides"));
    }
    for (&l, &r) in lhs_used.iter().zip(&rhs_used) {
        if !compatible_sizes(lhs[l], rhs[r]) {
            let message =
                format!("pairs dimension {l} of size {} with dimension {r} of size {}", lhs[l], rhs[r]);
            return Err(Fault::attr(ATTR, message));
        }
    }
    let mut result: Vec<i64> = dims.lhs_batching_dimensions.iter().map(|&dim| lhs[dim]).collect();
    result.extend((0..lhs.len()).filter(|dim| !lhs_used.contains(dim)).map(|dim| lhs[dim]));
    result.extend((0..rhs.len()).filter(|dim| !rhs_used.contains(dim)).map(|dim| rhs[dim]));
    Ok(vec![ir.ctx.tensor_type(&result, elem)])
}

/// Checks that inputs have one shape and initial values are scalars; gives n and the shape.
fn folded_inputs<'c>(ir: &Ir<'c>, op: OpId) -> Result<(usize, &'c [i64]), Fault> {
    let count = paired_inputs(ir, op, 0)?;
    let (shape, _) = operand(ir, op, 0)?;
    for index in 0..count {
        let (other, _) = operand(ir, op, index)?;
        if !compatible_shapes(other, shape) {
            let message =
                format!("input #{index} has shape {}, not {}", shape_text(other), shape_text(shape));
            return Err(Fault::operand(index, message));
        }
        if !operand(ir, op, count + index)?.0.is_empty() {
            return Err(Fault::operand(count + index, format!("initial value #{index} must be a scalar")));
        }
    }
    Ok((count, shape))
}

/// The element type in which the last region of an op folds input `index`: that of its argument, if it has one.
pub(super) fn folded_element(ir: &Ir<'_>, op: OpId, index: usize) -> Result<Type, Fault> {
    let block = ir.regions(op).last().and_then(|&region| ir.entry_block(region));
    let arg = block.and_then(|block| ir.args(block).get(index).copied());
    match arg.and_then(|arg| ir.ctx.ranked_tensor(ir.ty(arg))) {
        Some((_, elem)) => Ok(elem),
        None => Ok(operand(ir, op, index)?.1),
    }
}

/// The type of input `index`, with the element type in which it is folded.
pub(super) fn folded_type(ir: &Ir<'_>, op: OpId, index: usize) -> Result<Type, Fault> {
    Ok(ir.ctx.tensor_type(operand(ir, op, index)?.0, folded_element(ir, op, index)?))
}

/// The types of the operands, with the element type in which the body combines them.
pub(super) fn folded_operands(ir: &Ir<'_>, op: OpId) -> Inferred {
    let elem = folded_element(ir, op, 0)?;
    (0..ir.operand_count(op)).map(|index| Ok(ir.ctx.tensor_type(operand(ir, op, index)?.0, elem))).collect()
}

pub(super) fn select_and_scatter(ir: &Ir<'_>, op: OpId) -> Inferred {
    Ok(vec![folded_type(ir, op, 0)?])
}

/// The types of results with this shape and the element types that the inputs are folded in.
fn folded_results(ir: &Ir<'_>, op: OpId, count: usize, shape: &[i64]) -> Inferred {
    (0..count).map(|index| Ok(ir.ctx.tensor_type(shape, folded_element(ir, op, index)?))).collect()
}

pub(super) fn reduce(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (count, shape) = folded_inputs(ir, op)?;
    let dims = dimensions(ir, op, "dimensions", shape.len())?;
    let kept: Vec<i64> = (0..shape.len()).filter(|dim| !dims.contains(dim)).map(|dim| shape[dim]).collect();
    folded_results(ir, op, count, &kept)
}

/// The geometry of windows over an operand: one entry per dimension.
pub(super) struct Windows {
    pub(super) size: Vec<i64>,
    pub(super) stride: Vec<i64>,
    pub(super) base_dilation: Vec<i64>,
    pub(super) window_dilation: Vec<i64>,
    /// Low and high padding.
    pub(super) padding: Vec<(i64, i64)>,
}

/// Reads the window attributes of an op; a window without dimensions is one element.
pub(super) fn windows(ir: &Ir<'_>, op: OpId, rank: usize) -> Result<Windows, Fault> {
    let list = |name: &str| match ir.attr(op, name) {
        Some(_) => per_dimension(ir, op, name, rank),
        None => Ok(vec![1; rank]),
    };
    let positive = |name: &str, list: Vec<i64>| match list.iter().find(|&&item| item < 1) {
        Some(item) => Err(Fault::attr(name, format!("{name} has the entry {item}, which is not positive"))),
        None => Ok(list),
    };
    let padding = match ir.attr(op, "padding") {
        Some(_) => ints(ir, op, "padding")?,
        None => vec![0; 2 * rank],
    };
    if padding.len() != 2 * rank {
        let message = format!("padding must hold a low and a high amount for each of {rank} dimensions");
        return Err(Fault::attr("padding", message));
    }
    Ok(Windows {
        size: positive("window_dimensions", list("window_dimensions")?)?,
        stride: positive("window_strides", list("window_strides")?)?,
        base_dilation: positive("base_dilations", list("base_dilations")?)?,
        window_dilation: positive("window_dilations", list("window_dilations")?)?,
        padding: padding.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect(),
    })
}

impl Windows {
    /// How many windows fit along dimension `dim` of size `size`.
    pub(super) fn count(&self, dim: usize, size: i64) -> Option<i64> {
        if size == DYNAMIC || self.size[dim] == DYNAMIC {
            return Some(DYNAMIC);
        }
        let dilated =
            if size == 0 { 0 } else { (size - 1).checked_mul(self.base_dilation[dim])?.checked_add(1)? };
        let padded = dilated.checked_add(self.padding[dim].0)?.checked_add(self.padding[dim].1)?;
        let window = (self.size[dim] - 1).checked_mul(self.window_dilation[dim])?.checked_add(1)?;
        Some(if padded < window || padded <= 0 { 0 } else { (padded - window) / self.stride[dim] + 1 })
    }
}

pub(super) fn reduce_window(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (count, shape) = folded_inputs(ir, op)?;
    let windows = windows(ir, op, shape.len())?;
    let counts: Option<Vec<i64>> =
        shape.iter().enumerate().map(|(dim, &size)| windows.count(dim, size)).collect();
    let counts = counts.ok_or_else(|| Fault::op("has windows whose number does not fit 64 bits"))?;
    folded_results(ir, op, count, &counts)
}

pub(super) fn top_k(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (shape, elem) = operand(ir, op, 0)?;
    let k = ir.attr_i64(op, "k").ok_or_else(|| Fault::attr("k", "requires the number of elements 'k'"))?;
    let Some((&row, outer)) = shape.split_last() else {
        return Err(Fault::operand(0, "takes the largest elements of a row, but the operand is a scalar"));
    };
    if k < 0 || (row != DYNAMIC && k > row) {
        return Err(Fault::attr("k", format!("takes k = {k} elements of rows of {row}")));
    }
    let shape: Vec<i64> = outer.iter().copied().chain([k]).collect();
    Ok(vec![ir.ctx.tensor_type(&shape, elem), ir.ctx.tensor_type(&shape, ir.ctx.int_type(32))])
}

pub(super) fn tuple(ir: &Ir<'_>, op: OpId) -> Inferred {
    let items = ir.operands(op).map(|value| ir.ty(value)).collect();
    Ok(vec![ir.ctx.ty(TypeKind::Tuple(items))])
}

pub(super) fn get_tuple_element(ir: &Ir<'_>, op: OpId) -> Inferred {
    let types = operand_type(ir, op, 0)?;
    let TypeKind::Tuple(items) = ir.ctx.kind(types[0]) else {
        return Err(Fault::operand(0, "takes an item of something that is not a tuple"));
    };
    let index = ir.attr_i64(op, "index").and_then(|index| usize::try_from(index).ok()).unwrap_or(usize::MAX);
    let item = items.get(index).map(|&item| vec![item]);
    item.ok_or_else(|| Fault::attr("index", format!("there is no such item in a tuple of {}", items.len())))
}

/// The types that a branch hands to its terminator.
pub(super) fn branches(ir: &Ir<'_>, op: OpId) -> Inferred {
    let block = ir.regions(op).first().and_then(|&region| ir.entry_block(region));
    let last =
        block.and_then(|block| ir.last_op(block)).ok_or_else(|| Fault::op("needs a branch with a return"))?;
    Ok(ir.operands(last).map(|value| ir.ty(value)).collect())
}

/// The operand with one size unknown.
pub(super) fn set_dimension_size(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (shape, elem) = operand(ir, op, 0)?;
    let mut shape = shape.to_vec();
    let dim = ir.attr_i64(op, "dimension").and_then(|dim| usize::try_from(dim).ok());
    let size = dim.and_then(|dim| shape.get_mut(dim));
    *size.ok_or_else(|| Fault::attr("dimension", "there is no such dimension"))? = DYNAMIC;
    Ok(vec![ir.ctx.tensor_type(&shape, elem)])
}

pub(super) fn i32_scalar(ir: &Ir<'_>, _: OpId) -> Inferred {
    Ok(vec![ir.ctx.tensor_type(&[], ir.ctx.int_type(32))])
}

pub(super) fn u32_scalar(ir: &Ir<'_>, _: OpId) -> Inferred {
    Ok(vec![ir.ctx.tensor_type(&[], ir.ctx.uint_type(32))])
}

pub(super) fn broadcast(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (shape, elem) = operand(ir, op, 0)?;
    let sizes = ints(ir, op, "broadcast_sizes")?;
    Ok(vec![ir.ctx.tensor_type(&[sizes.as_slice(), shape].concat(), elem)])
}

/// What the body returns, at every place of the inputs.
pub(super) fn map(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (shape, _) = operand(ir, op, 0)?;
    let types = branches(ir, op)?;
    let elem = match types.as_slice() {
        &[ty] => ir.ctx.ranked_tensor(ty).filter(|(shape, _)| shape.is_empty()).map(|(_, elem)| elem),
        _ => None,
    };
    let elem = elem.ok_or_else(|| Fault::op("needs a body that returns a scalar"))?;
    Ok(vec![ir.ctx.tensor_type(shape, elem)])
}

/// The operand's type, then twice that of one number for each feature.
pub(super) fn batch_norm(ir: &Ir<'_>, op: OpId) -> Inferred {
    let (shape, elem) = operand(ir, op, 0)?;
    let feature = ir.attr_i64(op, "feature_index").and_then(|dim| usize::try_from(dim).ok());
    let Some(&size) = feature.and_then(|dim| shape.get(dim)) else {
        return Err(Fault::attr(
            "feature_index",
            format!("there is no such dimension: there are {}", shape.len()),
        ));
    };
    let features = ir.ctx.tensor_type(&[size], elem);
    Ok(vec![ir.ctx.tensor_type(shape, elem), features, features])
}

pub(super) fn all_to_all(ir: &Ir<'_>, op: OpId) -> Inferred {
    let count = ir.attr_i64(op, "split_count").unwrap_or(1).max(1);
    (0..ir.operand_count(op))
        .map(|index| {
            let (shape, elem) = operand(ir, op, index)?;
            let dim = |name: &str| {
                let dim = ir.attr_i64(op, name).and_then(|dim| usize::try_from(dim).ok());
                dim.filter(|&dim| dim < shape.len()).ok_or_else(|| {
                    Fault::attr(name, format!("there is no such dimension: there are {}", shape.len()))
                })
            };
            let (split, join) = (dim("split_dimension")?, dim("concat_dimension")?);
            let mut result = shape.to_vec();
            if result[split] != DYNAMIC {
                if result[split] % count != 0 {
                    let message = format!("does not divide dimension {split} of size {}", result[split]);
                    return Err(Fault::attr("split_count", message));
                }
                result[split] /= count;
            }
            if result[join] != DYNAMIC {
                let joined = result[join].checked_mul(count);
                result[join] =
                    joined.ok_or_else(|| Fault::op("joins tensors to a size that does not fit 64 bits"))?;
            }
            Ok(ir.ctx.tensor_type(&result, elem))
        })
        .collect()
}
