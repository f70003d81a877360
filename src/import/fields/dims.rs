//! Attributes that say what the dimensions of operands are.

use super::{Field, FieldError, Found, braced, custom, unknown};
use crate::dialects::hlo::attrs::{DotDims, GatherDims, ScatterDims};
use crate::dialects::hlo::conv_dims::ConvDims;

fn sizes(found: &Found<'_, '_>, name: &'static str) -> Result<Vec<usize>, FieldError> {
    let size = |&value: &i64| usize::try_from(value).ok();
    let list: Option<Vec<usize>> = found.integers(name).iter().map(size).collect();
    list.ok_or_else(|| (name, "a dimension cannot be negative".to_string()))
}

/// `lhs_contracting_dims={1}, rhs_contracting_dims={0}, ...`
pub(in crate::import) const DOT_DIMS: Field = custom(
    &["lhs_batch_dims", "lhs_contracting_dims", "rhs_batch_dims", "rhs_contracting_dims"],
    &["dot_dimension_numbers"],
    |ctx, found, attrs| {
        let dims = DotDims {
            lhs_batching_dimensions: sizes(found, "lhs_batch_dims")?,
            rhs_batching_dimensions: sizes(found, "rhs_batch_dims")?,
            lhs_contracting_dimensions: sizes(found, "lhs_contracting_dims")?,
            rhs_contracting_dimensions: sizes(found, "rhs_contracting_dims")?,
        };
        attrs.push(("dot_dimension_numbers", dims.attr(ctx)));
        Ok(())
    },
    |ir, op, out| {
        let dims = ir.attr(op, "dot_dimension_numbers").and_then(|attr| DotDims::read(ir.ctx, attr));
        let Some(dims) = dims else { return unknown("dot_dimension_numbers") };
        let list = |name, dims: &[usize]| Some((name, braced(dims))).filter(|_| !dims.is_empty());
        out.extend(list("lhs_batch_dims", &dims.lhs_batching_dimensions));
        out.push(("lhs_contracting_dims", braced(&dims.lhs_contracting_dimensions)));
        out.extend(list("rhs_batch_dims", &dims.rhs_batching_dimensions));
        out.push(("rhs_contracting_dims", braced(&dims.rhs_contracting_dimensions)));
        Ok(())
    },
);

/// `offset_dims={}, ..., index_vector_dim=2`
pub(in crate::import) const GATHER_DIMS: Field = custom(
    &[
        "offset_dims",
        "collapsed_slice_dims",
        "start_index_map",
        "operand_batching_dims",
        "start_indices_batching_dims",
        "index_vector_dim",
    ],
    &["dimension_numbers"],
    |ctx, found, attrs| {
        let dims = GatherDims {
            offset_dims: sizes(found, "offset_dims")?,
            collapsed_slice_dims: sizes(found, "collapsed_slice_dims")?,
            operand_batching_dims: sizes(found, "operand_batching_dims")?,
            start_indices_batching_dims: sizes(found, "start_indices_batching_dims")?,
            start_index_map: sizes(found, "start_index_map")?,
            index_vector_dim: index_vector_dim(found)?,
        };
        attrs.push(("dimension_numbers", dims.attr(ctx)));
        Ok(())
    },
    |ir, op, out| {
        let dims = ir.attr(op, "dimension_numbers").and_then(|attr| GatherDims::read(ir.ctx, attr));
        let Some(dims) = dims else { return unknown("dimension_numbers") };
        out.push(("offset_dims", braced(&dims.offset_dims)));
        out.push(("collapsed_slice_dims", braced(&dims.collapsed_slice_dims)));
        out.push(("start_index_map", braced(&dims.start_index_map)));
        if !dims.operand_batching_dims.is_empty() {
            out.push(("operand_batching_dims", braced(&dims.operand_batching_dims)));
            out.push(("start_indices_batching_dims", braced(&dims.start_indices_batching_dims)));
        }
        out.push(("index_vector_dim", dims.index_vector_dim.to_string()));
        Ok(())
    },
);

/// `update_window_dims={}, ..., index_vector_dim=2`
pub(in crate::import) const SCATTER_DIMS: Field = custom(
    &[
        "update_window_dims",
        "inserted_window_dims",
        "scatter_dims_to_operand_dims",
        "input_batching_dims",
        "scatter_indices_batching_dims",
        "index_vector_dim",
    ],
    &["scatter_dimension_numbers"],
    |ctx, found, attrs| {
        let dims = ScatterDims {
            update_window_dims: sizes(found, "update_window_dims")?,
            inserted_window_dims: sizes(found, "inserted_window_dims")?,
            input_batching_dims: sizes(found, "input_batching_dims")?,
            scatter_indices_batching_dims: sizes(found, "scatter_indices_batching_dims")?,
            scatter_dims_to_operand_dims: sizes(found, "scatter_dims_to_operand_dims")?,
            index_vector_dim: index_vector_dim(found)?,
        };
        attrs.push(("scatter_dimension_numbers", dims.attr(ctx)));
        Ok(())
    },
    |ir, op, out| {
        let dims = ir.attr(op, "scatter_dimension_numbers").and_then(|attr| ScatterDims::read(ir.ctx, attr));
        let Some(dims) = dims else { return unknown("scatter_dimension_numbers") };
        out.push(("update_window_dims", braced(&dims.update_window_dims)));
        out.push(("inserted_window_dims", braced(&dims.inserted_window_dims)));
        out.push(("scatter_dims_to_operand_dims", braced(&dims.scatter_dims_to_operand_dims)));
        if !dims.input_batching_dims.is_empty() {
            out.push(("input_batching_dims", braced(&dims.input_batching_dims)));
            out.push(("scatter_indices_batching_dims", braced(&dims.scatter_indices_batching_dims)));
        }
        out.push(("index_vector_dim", dims.index_vector_dim.to_string()));
        Ok(())
    },
);

fn index_vector_dim(found: &Found<'_, '_>) -> Result<usize, FieldError> {
    let dim = found.integer("index_vector_dim").unwrap_or_default();
    usize::try_from(dim).map_err(|_| ("index_vector_dim", "a dimension cannot be negative".to_string()))
}

/// The three parts of the labels of a convolution, with what separates them in HLO and in the dialect.
const LABELS: [(&str, &str); 2] = [("_", "x"), ("->", "->")];

/// `dim_labels=b01f_01io->b01f`: a character for each dimension.
pub(in crate::import) const CONV_DIMS: Field = custom(
    &["dim_labels"],
    &["dimension_numbers"],
    |ctx, found, attrs| {
        let text = found.raw("dim_labels").unwrap_or_default();
        let parts = text.split_once("->").and_then(|(from, to)| Some((from.split_once('_')?, to)));
        let spread = |part: &str| {
            let letters: Vec<String> = part.chars().map(String::from).collect();
            format!("[{}]", letters.join(", "))
        };
        let dims = parts.and_then(|((input, kernel), output)| {
            ConvDims::parse(&format!("{}x{}->{}", spread(input), spread(kernel), spread(output)))
        });
        let dims = dims.ok_or_else(|| ("dim_labels", format!("cannot read the labels '{text}'")))?;
        attrs.push(("dimension_numbers", dims.attr(ctx)));
        Ok(())
    },
    |ir, op, out| {
        let dims = ir.attr(op, "dimension_numbers").and_then(|attr| ConvDims::read(ir.ctx, attr));
        let Some(dims) = dims else { return unknown("dimension_numbers") };
        let mut text = dims.text().replace(['[', ']', ',', ' '], "");
        for (hlo, own) in LABELS {
            text = text.replacen(own, hlo, 1);
        }
        out.push(("dim_labels", text));
        Ok(())
    },
)
.required();
