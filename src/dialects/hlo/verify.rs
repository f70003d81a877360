//! Rules that a declaration cannot express. Where a result type can be inferred, the rule is that it is the one found.

use super::infer::{self, operand, shape_text};
use super::quant::{is_moved, is_quantized};
use crate::dialects::constraints::attr_type;
use crate::dialects::elements::element_type;
use crate::ir::text::type_string;
use crate::ir::verify::{alike, value_types};
use crate::ir::{
    AttrKind, Context, DYNAMIC, Fault, Ir, OpId, Part, Type, TypeKind, compatible_shapes, compatible_sizes,
};
use crate::tensor::{ElementType, Kind};

pub(super) use super::verify_collective::{
    all_gather, all_reduce, all_to_all, collective_broadcast, collective_permute, collective_reduce,
    reduce_scatter, rng, rng_bit_generator,
};

pub(super) type Checked = Result<(), Fault>;

fn result_is(ir: &Ir<'_>, op: OpId, expected: &[Type], fits: impl Fn(Type, Type) -> bool) -> Checked {
    let results = ir.results(op);
    if results.len() != expected.len() {
        return Err(Fault::op(format!("must have {} results, but has {}", expected.len(), results.len())));
    }
    for (index, (&value, &expected)) in results.iter().zip(expected).enumerate() {
        let found = ir.ty(value);
        if !fits(found, expected) {
            let (found, expected) = (type_string(ir.ctx, found), type_string(ir.ctx, expected));
            let message = format!(
                "result #{index} must be '{expected}' by the operands and attributes, but is '{found}'"
            );
            return Err(Fault::result(index, message));
        }
    }
    Ok(())
}

/// The result types are those that the op's inference derives.
pub(super) fn inferred(ir: &Ir<'_>, op: OpId) -> Checked {
    let Some(infer) = ir.info(op).and_then(|info| info.infer) else { return Ok(()) };
    result_is(ir, op, &infer(ir, op)?, |found, expected| {
        ir.ctx.compatible(found, expected)
            || matches!((ir.ctx.ranked_tensor(found), ir.ctx.ranked_tensor(expected)),
                (Some(found), Some(expected)) if compatible_shapes(found.0, expected.0) && is_moved(ir.ctx, expected.1, found.1))
    })
}

/// The types of operands and results are compatible; of quantized elements, each may have its own scale.
pub(super) fn same_type(ir: &Ir<'_>, op: OpId) -> Checked {
    let ctx = ir.ctx;
    let quantized =
        |ty| ctx.ranked_tensor(ty).filter(|&(_, elem)| is_quantized(ctx, elem)).map(|(shape, _)| shape);
    let fits = |a, b| match (quantized(a), quantized(b)) {
        (Some(a), Some(b)) => compatible_shapes(a, b),
        _ => ctx.compatible(a, b),
    };
    alike(&value_types(ir, op), |&a, &b| fits(a, b), "requires compatible types for all operands and results")
}

/// The result shapes are those that the op's inference derives; the element types may differ.
pub(super) fn inferred_shape(ir: &Ir<'_>, op: OpId) -> Checked {
    let Some(infer) = ir.info(op).and_then(|info| info.infer) else { return Ok(()) };
    result_is(ir, op, &infer(ir, op)?, |found, expected| {
        matches!((ir.ctx.ranked_tensor(found), ir.ctx.ranked_tensor(expected)),
            (Some(found), Some(expected)) if compatible_shapes(found.0, expected.0))
    })
}

pub(super) fn result<'c>(ir: &Ir<'c>, op: OpId, index: usize) -> Result<(&'c [i64], Type), Fault> {
    let ctx = ir.ctx;
    let ty = ir.ty(ir.result(op, index));
    ctx.ranked_tensor(ty)
        .ok_or_else(|| Fault::result(index, format!("result #{index} must be a ranked tensor")))
}

pub(super) fn compare(ir: &Ir<'_>, op: OpId) -> Checked {
    use super::attrs::Comparison;
    let (lhs, rhs) = (operand(ir, op, 0)?, operand(ir, op, 1)?);
    if lhs.1 != rhs.1 {
        return Err(Fault::operand(1, "compares tensors of different element types"));
    }
    let given = ir.attr(op, "compare_type").and_then(|attr| Comparison::read(ir.ctx, attr));
    let legal = match (given, ir.ctx.kind(lhs.1)) {
        (None | Some(Comparison::NoType), _) => true,
        (Some(Comparison::TotalOrder | Comparison::WeakOrder), kind) => matches!(kind, TypeKind::Float(_)),
        (Some(Comparison::Float), kind) => matches!(kind, TypeKind::Float(_) | TypeKind::Complex(_)),
        (Some(Comparison::Signed | Comparison::Unsigned), kind) => matches!(kind, TypeKind::Integer { .. }),
    };
    if !legal {
        let elem = type_string(ir.ctx, lhs.1);
        return Err(Fault::attr("compare_type", format!("does not compare elements of type '{elem}'")));
    }
    inferred(ir, op)
}

pub(super) fn select(ir: &Ir<'_>, op: OpId) -> Checked {
    let (pred, on_true, on_false) = (operand(ir, op, 0)?, operand(ir, op, 1)?, operand(ir, op, 2)?);
    if on_true.1 != on_false.1 || !compatible_shapes(on_true.0, on_false.0) {
        return Err(Fault::operand(2, "both alternatives must have the same type"));
    }
    if !pred.0.is_empty() && !compatible_shapes(pred.0, on_true.0) {
        let message = format!(
            "selects by a tensor of shape {} from tensors of shape {}",
            shape_text(pred.0),
            shape_text(on_true.0)
        );
        return Err(Fault::operand(0, message).help("the predicate must be a scalar or have the same shape"));
    }
    inferred(ir, op)
}

pub(super) fn clamp(ir: &Ir<'_>, op: OpId) -> Checked {
    let value = operand(ir, op, 1)?;
    for index in [0, 2] {
        let bound = operand(ir, op, index)?;
        if bound.1 != value.1 || !(bound.0.is_empty() || compatible_shapes(bound.0, value.0)) {
            return Err(Fault::operand(
                index,
                "a bound must be a scalar or have the operand's shape, and its element type",
            ));
        }
    }
    inferred(ir, op)
}

pub(super) fn bitcast_convert(ir: &Ir<'_>, op: OpId) -> Checked {
    let ((from, from_elem), (to, to_elem)) = (operand(ir, op, 0)?, result(ir, op, 0)?);
    let [from_complex, to_complex] =
        [from_elem, to_elem].map(|elem| matches!(ir.ctx.kind(elem), TypeKind::Complex(_)));
    if from_complex != to_complex {
        return Err(Fault::result(0, "cannot read real numbers as complex ones, or the other way around"));
    }
    let bits = |elem| element_type(ir.ctx, elem).map(|elem| i64::from(elem.bits()));
    let (Some(from_bits), Some(to_bits)) = (bits(from_elem), bits(to_elem)) else { return Ok(()) };
    let fits = match from_bits.cmp(&to_bits) {
        std::cmp::Ordering::Equal => compatible_shapes(from, to),
        std::cmp::Ordering::Greater => to.split_last().is_some_and(|(&last, outer)| {
            compatible_sizes(last, from_bits / to_bits) && compatible_shapes(from, outer)
        }),
        std::cmp::Ordering::Less => from.split_last().is_some_and(|(&last, outer)| {
            compatible_sizes(last, to_bits / from_bits) && compatible_shapes(to, outer)
        }),
    };
    if fits {
        return Ok(());
    }
    let message = format!(
        "cannot read shape {} as shape {} with these element types",
        shape_text(from),
        shape_text(to)
    );
    Err(Fault::result(0, message))
}

pub(super) fn iota(ir: &Ir<'_>, op: OpId) -> Checked {
    let (shape, elem) = result(ir, op, 0)?;
    let dim = ir.attr_i64(op, "iota_dimension").unwrap_or_default();
    if dim < 0 || dim >= shape.len() as i64 {
        let message = format!("counts along dimension {dim} of a result of rank {}", shape.len());
        return Err(Fault::attr("iota_dimension", message));
    }
    match ir.ctx.kind(elem) {
        TypeKind::Integer { width: 1, .. } => Err(Fault::result(0, "cannot count in booleans")),
        _ => Ok(()),
    }
}

pub(super) fn broadcast_in_dim(ir: &Ir<'_>, op: OpId) -> Checked {
    let ((from, from_elem), (to, to_elem)) = (operand(ir, op, 0)?, result(ir, op, 0)?);
    let dims = infer::dimensions(ir, op, "broadcast_dimensions", to.len())?;
    if dims.len() != from.len() {
        let message =
            format!("broadcast_dimensions has {} entries for an operand of rank {}", dims.len(), from.len());
        return Err(Fault::attr("broadcast_dimensions", message));
    }
    for (position, &dim) in dims.iter().enumerate() {
        if from[position] != 1 && !compatible_sizes(from[position], to[dim]) {
            let message = format!(
                "operand dimension {position} of size {} cannot become result dimension {dim} of size {}",
                from[position], to[dim]
            );
            return Err(
                Fault::attr("broadcast_dimensions", message).help("only dimensions of size 1 are repeated")
            );
        }
    }
    same_elements(ir, from_elem, to_elem)
}

pub(super) fn same_elements(ir: &Ir<'_>, from: Type, to: Type) -> Checked {
    if is_moved(ir.ctx, from, to) {
        return Ok(());
    }
    let (from, to) = (type_string(ir.ctx, from), type_string(ir.ctx, to));
    Err(Fault::result(0, format!("changes the element type from '{from}' to '{to}'")).help("use hlo.convert"))
}

pub(super) fn reshape(ir: &Ir<'_>, op: OpId) -> Checked {
    let ((from, from_elem), (to, to_elem)) = (operand(ir, op, 0)?, result(ir, op, 0)?);
    let count = |shape: &[i64]| {
        if shape.contains(&DYNAMIC) {
            None
        } else {
            shape.iter().try_fold(1i64, |n, &dim| n.checked_mul(dim))
        }
    };
    if let (Some(a), Some(b)) = (count(from), count(to))
        && a != b
    {
        let message =
            format!("reshapes {a} elements ({}) to {b} elements ({})", shape_text(from), shape_text(to));
        return Err(Fault::result(0, message));
    }
    same_elements(ir, from_elem, to_elem)
}

pub(super) fn reverse(ir: &Ir<'_>, op: OpId) -> Checked {
    inferred(ir, op)?;
    infer::dimensions(ir, op, "dimensions", operand(ir, op, 0)?.0.len()).map(|_| ())
}

pub(super) fn region_fault(region: usize, message: impl Into<String>) -> Fault {
    Fault { part: Part::Region(region), ..Fault::op(message) }
}

/// Region `index` takes scalars of these element types.
pub(super) fn takes(ir: &Ir<'_>, op: OpId, index: usize, elems: &[Type]) -> Checked {
    let Some(block) = ir.entry_block(ir.region(op, index)) else {
        return Err(region_fault(index, "needs a body"));
    };
    let expected: Vec<Type> = elems.iter().map(|&elem| ir.ctx.tensor_type(&[], elem)).collect();
    let found: Vec<Type> = ir.args(block).iter().map(|&arg| ir.ty(arg)).collect();
    if found == expected {
        return Ok(());
    }
    let (found, expected) = (type_list(ir.ctx, &found), type_list(ir.ctx, &expected));
    Err(region_fault(index, format!("the body must take ({expected}), but takes ({found})")))
}

pub(super) fn type_list(ctx: &Context, types: &[Type]) -> String {
    types.iter().map(|&ty| type_string(ctx, ty)).collect::<Vec<_>>().join(", ")
}

/// The terminator of region `index` hands over values of these types.
pub(super) fn returns(ir: &Ir<'_>, op: OpId, index: usize, expected: &[Type]) -> Checked {
    let block = ir.entry_block(ir.region(op, index));
    let Some(last) = block.and_then(|block| ir.last_op(block)) else {
        return Err(region_fault(index, format!("region #{index} needs a return")));
    };
    let found: Vec<Type> = ir.operands(last).map(|value| ir.ty(value)).collect();
    let fits = found.len() == expected.len()
        && found.iter().zip(expected).all(|(&found, &expected)| ir.ctx.compatible(found, expected));
    if fits {
        return Ok(());
    }
    let (expected, found) = (type_list(ir.ctx, expected), type_list(ir.ctx, &found));
    let message = format!("region #{index} must return ({expected}), but returns ({found})");
    Err(region_fault(index, message))
}

/// The element types of operands `from..to`.
fn elements(ir: &Ir<'_>, op: OpId, range: std::ops::Range<usize>) -> Result<Vec<Type>, Fault> {
    range.map(|index| Ok(operand(ir, op, index)?.1)).collect()
}

/// Whether values of one element type may be folded in another: of the same sort, and no narrower (StableHLO's
/// `is_promotable`).
fn is_promotable(ctx: &Context, from: Type, to: Type) -> bool {
    from == to
        || match (ctx.kind(from), ctx.kind(to)) {
            (TypeKind::Integer { width: 1, .. }, _) | (_, TypeKind::Integer { width: 1, .. }) => false,
            (TypeKind::Integer { width, .. }, TypeKind::Integer { width: wide, .. }) => width <= wide,
            (TypeKind::Float(from), TypeKind::Float(to)) => from.width() <= to.width(),
            (TypeKind::Complex(from), TypeKind::Complex(to)) => is_promotable(ctx, *from, *to),
            _ => false,
        }
}

/// Region `index` combines running values with others, two scalars for each of `groups`, and returns running values. The
/// element types it does so in are those of its arguments, to which each of a group must be promotable.
pub(super) fn folds(ir: &Ir<'_>, op: OpId, index: usize, groups: &[&[Type]]) -> Checked {
    let block = ir.entry_block(ir.region(op, index));
    let args = block.map_or(&[][..], |block| ir.args(block));
    let arg =
        |at: usize| args.get(at).and_then(|&arg| ir.ctx.ranked_tensor(ir.ty(arg))).map(|(_, elem)| elem);
    let fits = |elem: Type, group: &[Type]| group.iter().all(|&from| is_promotable(ir.ctx, from, elem));
    // What a region takes that does not take what it should: the inputs as they are.
    let elems: Vec<Type> = groups
        .iter()
        .enumerate()
        .map(|(at, group)| arg(at).filter(|&elem| fits(elem, group)).unwrap_or(group[0]))
        .collect();
    takes(ir, op, index, &[elems.as_slice(), &elems].concat())?;
    if let Some((elem, group)) = elems.iter().zip(groups).find(|(elem, group)| !fits(**elem, group)) {
        let (elem, group) = (type_string(ir.ctx, *elem), type_list(ir.ctx, group));
        return Err(region_fault(
            index,
            format!("the body folds in '{elem}', to which not all of ({group}) can be promoted"),
        ));
    }
    let scalars: Vec<Type> = elems.iter().map(|&elem| ir.ctx.tensor_type(&[], elem)).collect();
    returns(ir, op, index, &scalars)
}

/// The body folds inputs, and, `between` operands behind them, initial values or updates.
fn folding_body(ir: &Ir<'_>, op: OpId, between: usize) -> Checked {
    let count = infer::paired_inputs(ir, op, between)?;
    let inputs = elements(ir, op, 0..count)?;
    let others = elements(ir, op, count + between..2 * count + between)?;
    let groups: Vec<[Type; 2]> = inputs.into_iter().zip(others).map(|(a, b)| [a, b]).collect();
    let groups: Vec<&[Type]> = groups.iter().map(|group| group.as_slice()).collect();
    folds(ir, op, 0, &groups)
}

pub(super) fn reduce(ir: &Ir<'_>, op: OpId) -> Checked {
    inferred(ir, op)?;
    folding_body(ir, op, 0)
}

pub(super) fn reduce_window(ir: &Ir<'_>, op: OpId) -> Checked {
    inferred(ir, op)?;
    folding_body(ir, op, 0)
}

pub(super) fn scatter(ir: &Ir<'_>, op: OpId) -> Checked {
    inferred(ir, op)?;
    folding_body(ir, op, 1)
}

pub(super) fn sort(ir: &Ir<'_>, op: OpId) -> Checked {
    let count = ir.operand_count(op);
    if count == 0 {
        return Err(Fault::op("needs something to sort"));
    }
    let (shape, _) = operand(ir, op, 0)?;
    for index in 1..count {
        if !compatible_shapes(operand(ir, op, index)?.0, shape) {
            return Err(Fault::operand(index, "tensors that are sorted together must have one shape"));
        }
    }
    let rank = shape.len() as i64;
    let dim = ir.attr_i64(op, "dimension").unwrap_or(-1);
    if dim < -rank || dim >= rank {
        return Err(Fault::attr(
            "dimension",
            format!("sorts along dimension {dim} of tensors of rank {rank}"),
        ));
    }
    inferred(ir, op)?;
    let elems: Vec<Type> = elements(ir, op, 0..count)?.into_iter().flat_map(|elem| [elem, elem]).collect();
    takes(ir, op, 0, &elems)?;
    returns(ir, op, 0, &[ir.ctx.tensor_type(&[], ir.ctx.int_type(1))])
}

pub(super) fn top_k(ir: &Ir<'_>, op: OpId) -> Checked {
    inferred_shape(ir, op)?;
    let (shape, elem) = operand(ir, op, 0)?;
    if result(ir, op, 0)?.1 != elem {
        return Err(Fault::result(0, "the values must have the operand's element type"));
    }
    let index = result(ir, op, 1)?.1;
    let named = match element_type(ir.ctx, index).map(ElementType::kind) {
        Some(Kind::Signed(bits)) => 1i128 << (bits - 1),
        Some(Kind::Unsigned(bits)) => 1i128 << bits,
        _ => i128::MAX,
    };
    match shape.last() {
        Some(&row) if i128::from(row) > named => {
            let index = type_string(ir.ctx, index);
            Err(Fault::result(1, format!("positions of rows of {row} elements do not fit '{index}'")))
        }
        _ => Ok(()),
    }
}

/// `chlo.top_k` numbers positions in `i32` (spec hlo_topk_passes.md §1).
pub(super) fn chlo_top_k(ir: &Ir<'_>, op: OpId) -> Checked {
    top_k(ir, op)?;
    inferred(ir, op)
}

/// The value is one element.
pub(super) fn constant_like(ir: &Ir<'_>, op: OpId) -> Checked {
    let value = ir.attr(op, "value").and_then(|value| attr_type(ir.ctx, value));
    let elem = result(ir, op, 0)?.1;
    if value == Some(elem) {
        return Ok(());
    }
    Err(Fault::attr("value", format!("must be of the element type '{}'", type_string(ir.ctx, elem))))
}

/// What goes through comes out as it is.
pub(super) fn optimization_barrier(ir: &Ir<'_>, op: OpId) -> Checked {
    result_is(ir, op, &infer::all_operands(ir, op)?, |found, expected| found == expected)
}

pub(super) fn custom_call(ir: &Ir<'_>, op: OpId) -> Checked {
    layouts(ir, op)?;
    let typed = ir.attr_i64(op, "api_version") == Some(4);
    let Some(config) = ir.attr(op, "backend_config") else { return Ok(()) };
    let dictionary = matches!(ir.ctx.attr_kind(config), AttrKind::Dict(_));
    if typed == dictionary {
        return Ok(());
    }
    let message = if typed {
        "backend_config must be a dictionary with api_version 4"
    } else {
        "backend_config must be a string unless api_version is 4"
    };
    Err(Fault::attr("backend_config", message))
}

/// Layouts are given for all operands and results or for none; each is an order of the dimensions, minor ones first.
fn layouts(ir: &Ir<'_>, op: OpId) -> Checked {
    let operands: Vec<Type> = ir.operands(op).map(|value| ir.ty(value)).collect();
    let results: Vec<Type> = ir.results(op).iter().map(|&value| ir.ty(value)).collect();
    let results = match results.as_slice() {
        [one] => match ir.ctx.kind(*one) {
            TypeKind::Tuple(items) => items.to_vec(),
            _ => results,
        },
        _ => results,
    };
    let given = ["operand_layouts", "result_layouts"].map(|name| ir.attr(op, name));
    for (name, attr, other, types) in
        [("operand_layouts", given[0], given[1], operands), ("result_layouts", given[1], given[0], results)]
    {
        let Some(attr) = attr else {
            match other {
                Some(_) => {
                    return Err(Fault::op(format!(
                        "requires '{name}' as well: layouts are given for both operands and results, or for none"
                    )));
                }
                None => continue,
            }
        };
        let list = ir.ctx.as_array(attr).unwrap_or_default();
        if list.len() != types.len() {
            let message = format!("has {} layouts for {} values", list.len(), types.len());
            return Err(Fault::attr(name, message));
        }
        for (index, (&layout, &ty)) in list.iter().zip(&types).enumerate() {
            let order = ir.ctx.as_ints(layout);
            let rank = ir.ctx.shaped(ty).map_or(0, |(shape, _)| shape.len());
            let mut sorted = order.clone().unwrap_or_default();
            sorted.sort_unstable();
            if order.is_none() || !sorted.into_iter().eq(0..rank as i64) {
                let ty = type_string(ir.ctx, ty);
                let message = format!("layout #{index} must be an order of the {rank} dimensions of '{ty}'");
                return Err(Fault::attr(name, message));
            }
        }
    }
    Ok(())
}

pub(super) fn reduce_precision(ir: &Ir<'_>, op: OpId) -> Checked {
    inferred(ir, op)?;
    if ir.attr_i64(op, "exponent_bits").is_none_or(|bits| bits < 1) {
        return Err(Fault::attr("exponent_bits", "a float format has at least 1 exponent bit"));
    }
    if ir.attr_i64(op, "mantissa_bits").is_none_or(|bits| bits < 0) {
        return Err(Fault::attr("mantissa_bits", "a float format cannot have fewer than 0 mantissa bits"));
    }
    Ok(())
}

/// The last two dimensions are those of square matrices.
fn square(ir: &Ir<'_>, op: OpId) -> Checked {
    match operand(ir, op, 0)?.0 {
        [.., rows, columns] if compatible_sizes(*rows, *columns) => Ok(()),
        shape => Err(Fault::operand(0, format!("needs square matrices, not shape {}", shape_text(shape)))),
    }
}

pub(super) fn cholesky(ir: &Ir<'_>, op: OpId) -> Checked {
    square(ir, op)?;
    inferred(ir, op)
}

pub(super) fn triangular_solve(ir: &Ir<'_>, op: OpId) -> Checked {
    square(ir, op)?;
    let ((a, a_elem), (b, b_elem)) = (operand(ir, op, 0)?, operand(ir, op, 1)?);
    let side = if ir.attr_flag(op, "left_side") { 2 } else { 1 };
    let fits = a.len() == b.len()
        && a_elem == b_elem
        && compatible_shapes(&a[..a.len() - 2], &b[..b.len() - 2])
        && compatible_sizes(a[a.len() - 1], b[b.len() - side]);
    if !fits {
        let message =
            format!("does not fit matrices of shape {}: its shape is {}", shape_text(a), shape_text(b));
        return Err(Fault::operand(1, message));
    }
    inferred(ir, op)
}

/// Regions `select` and `scatter` work on scalars of the operand's element type.
pub(super) fn select_and_scatter(ir: &Ir<'_>, op: OpId) -> Checked {
    inferred(ir, op)?;
    let (shape, elem) = operand(ir, op, 0)?;
    let windows = infer::windows(ir, op, shape.len())?;
    let counts = (0..shape.len()).map(|dim| windows.count(dim, shape[dim])).collect::<Option<Vec<i64>>>();
    let counts = counts.ok_or_else(|| Fault::op("has windows whose number does not fit 64 bits"))?;
    if !compatible_shapes(operand(ir, op, 1)?.0, &counts) {
        let message = format!("must have a value for each of the {} windows", shape_text(&counts));
        return Err(Fault::operand(1, message));
    }
    if !operand(ir, op, 2)?.0.is_empty() {
        return Err(Fault::operand(2, "must be a scalar"));
    }
    takes(ir, op, 0, &[elem, elem])?;
    returns(ir, op, 0, &[ir.ctx.tensor_type(&[], ir.ctx.int_type(1))])?;
    folds(ir, op, 1, &[&elements(ir, op, 0..3)?])
}

pub(super) fn map(ir: &Ir<'_>, op: OpId) -> Checked {
    let (shape, _) = operand(ir, op, 0)?;
    let dims = infer::dimensions(ir, op, "dimensions", shape.len())?;
    if !dims.into_iter().eq(0..shape.len()) {
        return Err(Fault::attr("dimensions", "must name every dimension in order"));
    }
    for index in 1..ir.operand_count(op) {
        if !compatible_shapes(operand(ir, op, index)?.0, shape) {
            return Err(Fault::operand(index, "inputs must have one shape"));
        }
    }
    takes(ir, op, 0, &elements(ir, op, 0..ir.operand_count(op))?)?;
    inferred(ir, op)
}

/// Every operand but the batches themselves (operand 0, and the gradient of `batch_norm_grad`) has a number for each
/// feature.
pub(super) fn batch_norm(ir: &Ir<'_>, op: OpId) -> Checked {
    let types = infer::batch_norm(ir, op)?;
    for index in 1..ir.operand_count(op) {
        let gradient = ir.is(op, super::BatchNormGrad::NAME) && index == 4;
        let expected = types[usize::from(!gradient)];
        if !ir.ctx.compatible(ir.ty(ir.operand(op, index)), expected) {
            let message = format!("must be '{}'", type_string(ir.ctx, expected));
            return Err(Fault::operand(index, message));
        }
    }
    inferred(ir, op)
}
