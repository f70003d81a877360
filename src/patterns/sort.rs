//! Functions about sorts and reductions that rank: what they order by, and how much of a sorted tensor is used.

use crate::dialects::elements::tensor_of_attr;
use crate::dialects::hlo::attrs::{Comparison, Direction};
use crate::dialects::hlo::{
    BitcastConvert, BroadcastInDim, Compare, Constant, Convert, CustomCall, Iota, Negate, Reshape, Reverse,
    Select, Slice, Sort, Subtract, Topk, Transpose, Xor,
};
use crate::ir::{BlockId, Ir, OpId, TypeKind, ValueId};
use crate::rewrite::{Call, Function, Kind, Val};

use super::functions::functions;
use super::probe::{self, First};

/// The table.
pub static FUNCTIONS: &[Function] = functions! {
    sort_order(OP) -> STR = |c| Some(Val::str(sort_order(c.ir, c.op(0)?)?.0.word())), "`greater` or `less`, if that is how the comparator of a sort orders the elements of its first operand";
    sorts_elements(OP) -> BOOL = |c| Some(Val::Bool(sort_order(c.ir, c.op(0)?)?.1)), "whether a top-k of the elements themselves gives what a sort gives: its comparator is the total order, or the greater-than that XLA takes for it. Otherwise zeros of both signs tie, and all NaNs";
    arg_order(OP) -> STR = |c| Some(Val::str(probe::arg_body(c.ir, body(c.ir, c.op(0)?)?)?.word())), "`greater` or `less`, if a reduction of elements and their numbers keeps the number of the first largest or smallest";
    called_order(OP) -> STR = |c| Some(Val::str(called_order(c)?.first().word())), "the same of the function in `called_computations`";
    is_total_order(OP) -> BOOL = |c| Some(Val::Bool(own_order(c)?.total)), "whether the region of an op compares in total order";
    counts_along(VALUE, INT) -> BOOL = |c| Some(Val::Bool(counts_along(c.ir, c.value(0)?, c.int(1)?))), "whether a value is 0, 1, ... along a dimension, and the same along all others";
    counts_down(VALUE, INT) -> BOOL = |c| Some(Val::Bool(counts_down(c.ir, c.value(0)?, c.int(1)?))), "whether a value is n-1, n-2, ... 0 along a dimension, and the same along all others";
    sorted_prefix(OP) -> INT = |c| Prefix::of(c.ir, c.op(0)?).used().map(Val::Int), "how many of the sorted elements are used, through slices and conversions; no value if none is";
    reversed_prefix(OP) -> INT = |c| reversed_prefix(c.ir, c.op(0)?).map(Val::Int), "the same of what is sorted and then reversed; no value if something else uses it";
    sliced_prefix(OP) -> INT = |c| Prefix::of(c.ir, c.op(0)?).directly(), "the same, if every use of a sort or a top-k is a slice";
    equal_prefix(OP) -> INT = |c| equal_prefix(c.ir, c.op(0)?).map(Val::Int), "k, if every use of a sort is a slice of its first k elements, as XLA's top-k rewriter asks for";
    top_k_sort(VALUE) -> OP = |c| top_k_sort(c.ir, c.value(0)?).map(Val::Op), "the sort that gives a value, if it is one that a top-k can stand for";
    is_topk_result(VALUE) -> BOOL = |c| Some(Val::Bool(is_topk_result(c.ir, c.value(0)?))), "whether a value is what hlo.topk or a call of TopK or AwsNeuronTopK gives, possibly negated, reshaped or transposed";
    is_greater(OP) -> BOOL = |c| Some(Val::Bool(own_order(c).is_some_and(|order| order.plain))), "whether the comparator of a sort is a greater-than that XLA's top-k rewriter recognizes";
    is_xla_iota(VALUE, INT) -> BOOL = |c| {
        let constant = defined::<Constant>(c.ir, c.value(0)?).is_some();
        Some(Val::Bool(!constant && counts_along(c.ir, c.value(0)?, c.int(1)?)))
    }, "whether a value is an iota along a dimension, or a broadcast of one";
};

/// How a comparator orders two elements of the first operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Order {
    /// Whether the larger element comes first.
    greater: bool,
    /// Whether floats compare in total order.
    total: bool,
    /// Whether it is written as "first greater than second".
    plain: bool,
}

impl Order {
    fn first(self) -> First {
        if self.greater { First::Larger } else { First::Smaller }
    }

    /// Reads a comparator by what it returns (spec hlo_topk_passes.md §3.2): a comparison of its first two arguments; the
    /// same within a `select` whose condition is the constant true; or a comparison of keys that put floats in total order.
    fn of(ir: &Ir<'_>, block: BlockId) -> Option<Order> {
        let last = ir.last_op(block).filter(|&op| ir.operand_count(op) == 1)?;
        let mut value = ir.operand(last, 0);
        if let Some(select) = defined::<Select>(ir, value) {
            if !is_true(ir, Select(select).pred(ir)) {
                return None;
            }
            value = Select(select).on_true(ir);
        }
        let compare = Compare(defined::<Compare>(ir, value)?);
        let direction =
            ir.attr(compare.0, "comparison_direction").and_then(|a| Direction::read(ir.ctx, a))?;
        let kind = ir.attr(compare.0, "compare_type").and_then(|attr| Comparison::read(ir.ctx, attr));
        if kind == Some(Comparison::WeakOrder) {
            return None;
        }
        let args = ir.args(block);
        let sides = [compare.lhs(ir), compare.rhs(ir)];
        let place = |value: ValueId| args.iter().position(|&arg| arg == value).map(|place| (place, false));
        let key =
            |value: ValueId| place(value).or_else(|| Some((place(total_order_source(ir, value)?)?.0, true)));
        let (lhs, rhs) = (key(sides[0])?, key(sides[1])?);
        let forward = match ((lhs.0, rhs.0), lhs.1 == rhs.1) {
            ((0, 1), true) => true,
            ((1, 0), true) => false,
            _ => return None,
        };
        let greater = match direction {
            Direction::Gt => forward,
            Direction::Lt => !forward,
            _ => return None,
        };
        let total = lhs.1 || kind == Some(Comparison::TotalOrder);
        Some(Order { greater, total, plain: forward && direction == Direction::Gt })
    }
}

/// The block of an op's first region.
fn body(ir: &Ir<'_>, op: OpId) -> Option<BlockId> {
    ir.entry_block(*ir.regions(op).first()?)
}

fn own_order(c: &Call<'_, '_>) -> Option<Order> {
    Order::of(c.ir, body(c.ir, c.op(0)?)?)
}

/// What a sort puts first, and whether the elements' own total order says so. XLA takes every greater-than for that.
fn sort_order(ir: &Ir<'_>, sort: OpId) -> Option<(First, bool)> {
    let block = body(ir, sort)?;
    match Order::of(ir, block).filter(|order| order.total || order.greater) {
        Some(order) => Some((order.first(), true)),
        None => probe::comparator(ir, block).map(|first| (first, false)),
    }
}

/// A call without comparator has no order.
fn called_order(c: &Call<'_, '_>) -> Option<Order> {
    let op = c.op(0)?;
    let callee = *c.ctx().as_array(c.ir.attr(op, "called_computations")?)?.first()?;
    let target = c.ir.resolve_symbol(op, c.ctx().as_symbol(callee)?)?;
    Order::of(c.ir, body(c.ir, target)?)
}

/// An op type of the dialect.
trait Named {
    const NAME: &'static str;
}

macro_rules! named {
    ($($op:ident),*) => {$(impl Named for $op { const NAME: &'static str = $op::NAME; })*};
}
named!(BitcastConvert, BroadcastInDim, Compare, Constant, Convert, Iota, Reverse, Select, Subtract, Xor);

/// The op of this kind that defines a value.
fn defined<T: Named>(ir: &Ir<'_>, value: ValueId) -> Option<OpId> {
    ir.def_op(value).filter(|&op| ir.is(op, T::NAME))
}

/// The only number in a constant, broadcast or converted without loss.
fn constant(ir: &Ir<'_>, value: ValueId) -> Option<i128> {
    if let Some(op) = defined::<BroadcastInDim>(ir, value).or_else(|| defined::<Convert>(ir, value)) {
        return constant(ir, ir.operand(op, 0));
    }
    let op = defined::<Constant>(ir, value)?;
    let tensor = ir.attr(op, "value").and_then(|attr| tensor_of_attr(ir.ctx, attr))?;
    (tensor.len() == 1 && !tensor.elem().is_float()).then(|| tensor.get(0).as_i128())
}

fn is_true(ir: &Ir<'_>, value: ValueId) -> bool {
    constant(ir, value) == Some(1)
}

/// The float whose total-order key a value is: `select(bits < 0, flipped, bits)`, where the flipped bits are `MAX - bits`
/// as unsigned numbers, or `MAX xor bits`; a bf16 may be widened first.
fn total_order_source(ir: &Ir<'_>, key: ValueId) -> Option<ValueId> {
    let select = Select(defined::<Select>(ir, key)?);
    let (bits, flipped) = (select.on_false(ir), select.on_true(ir));
    let sign = Compare(defined::<Compare>(ir, select.pred(ir))?);
    let direction = ir.attr(sign.0, "comparison_direction").and_then(|attr| Direction::read(ir.ctx, attr));
    if direction != Some(Direction::Lt) || sign.lhs(ir) != bits || constant(ir, sign.rhs(ir)) != Some(0) {
        return None;
    }
    let source = bits_of(ir, bits)?;
    let max = max_of(ir, bits)?;
    let is_flipped = match defined::<Xor>(ir, flipped) {
        Some(xor) => {
            let sides = [ir.operand(xor, 0), ir.operand(xor, 1)];
            sides.contains(&bits) && sides.iter().any(|&side| constant(ir, side) == Some(max))
        }
        None => {
            let difference = defined::<BitcastConvert>(ir, flipped)
                .and_then(|cast| defined::<Subtract>(ir, ir.operand(cast, 0)))
                .map(Subtract);
            difference.is_some_and(|difference| {
                constant(ir, difference.lhs(ir)) == Some(max)
                    && bits_of(ir, difference.rhs(ir)) == Some(source)
            })
        }
    };
    if !is_flipped {
        return None;
    }
    Some(defined::<Convert>(ir, source).map_or(source, |convert| ir.operand(convert, 0)))
}

fn bits_of(ir: &Ir<'_>, value: ValueId) -> Option<ValueId> {
    defined::<BitcastConvert>(ir, value).map(|op| ir.operand(op, 0))
}

/// The largest signed integer of the width of a value's elements.
fn max_of(ir: &Ir<'_>, value: ValueId) -> Option<i128> {
    let (_, elem) = ir.ctx.ranked_tensor(ir.ty(value))?;
    match ir.ctx.kind(elem) {
        TypeKind::Integer { width, .. } if (2..=64).contains(width) => Some((1 << (width - 1)) - 1),
        _ => None,
    }
}

fn counts_along(ir: &Ir<'_>, value: ValueId, dim: i64) -> bool {
    if let Some(iota) = defined::<Iota>(ir, value) {
        return ir.attr_i64(iota, "iota_dimension") == Some(dim);
    }
    if let Some(broadcast) = defined::<BroadcastInDim>(ir, value) {
        let dims = ir.attr_ints(broadcast, "broadcast_dimensions").unwrap_or_default();
        let source = ir.operand(broadcast, 0);
        let place = dims.iter().position(|&target| target == dim);
        let shape = |value: ValueId| ir.ctx.ranked_tensor(ir.ty(value)).map_or(&[][..], |(shape, _)| shape);
        // The counted dimension itself must not be repeated.
        return place.is_some_and(|place| {
            shape(source).get(place) == shape(value).get(dim as usize)
                && counts_along(ir, source, place as i64)
        });
    }
    numbered(ir, value, dim, |place, _| place)
}

fn counts_down(ir: &Ir<'_>, value: ValueId, dim: i64) -> bool {
    match defined::<Reverse>(ir, value) {
        Some(reverse) => {
            ir.attr_ints(reverse, "dimensions").is_some_and(|dims| *dims == [dim])
                && counts_along(ir, ir.operand(reverse, 0), dim)
        }
        None => numbered(ir, value, dim, |place, length| length - 1 - place),
    }
}

/// Whether a value is a constant with this number at each place along a dimension (of which the length is given, too).
fn numbered(ir: &Ir<'_>, value: ValueId, dim: i64, number_at: impl Fn(i64, i64) -> i64) -> bool {
    let Some(constant) = defined::<Constant>(ir, value) else { return false };
    let shape = ir.ctx.ranked_tensor(ir.ty(value)).map_or(&[][..], |(shape, _)| shape);
    let numbers = ir.attr(constant, "value").and_then(|attr| ir.ctx.as_ints(attr));
    let (Ok(dim), Some(numbers)) = (usize::try_from(dim), numbers) else { return false };
    let Some(&length) = shape.get(dim).filter(|&&length| length > 0) else { return false };
    let inner: i64 = shape[dim + 1..].iter().product();
    (0..).zip(&numbers).all(|(index, &number)| number == number_at(index / inner.max(1) % length, length))
}

/// How much of a sorted dimension is used.
struct Prefix {
    /// One past the last sorted element that a slice takes.
    limit: i64,
    /// Whether something other than slices and conversions uses what is sorted.
    whole: bool,
    /// Whether all uses of the sort itself are slices along the dimension.
    direct: bool,
    /// Elements there are.
    length: i64,
}

/// What part of the sorted dimension a value holds: element i is sorted element `start + i * step`.
#[derive(Clone, Copy)]
struct Window {
    start: i64,
    step: i64,
}

impl Prefix {
    fn of(ir: &Ir<'_>, sort: OpId) -> Prefix {
        Self::of_values(ir, sort, ir.results(sort))
    }

    /// Of values that have the shape of what is sorted.
    fn of_values(ir: &Ir<'_>, sort: OpId, values: &[ValueId]) -> Prefix {
        let mut prefix = Prefix { limit: 0, whole: false, direct: true, length: 0 };
        let Some((dim, length)) = sorted_dimension(ir, sort) else {
            return Prefix { whole: true, direct: false, ..prefix };
        };
        prefix.length = length;
        let mut pending: Vec<(ValueId, Window)> =
            values.iter().map(|&value| (value, Window { start: 0, step: 1 })).collect();
        while let Some((value, window)) = pending.pop() {
            let sorted = ir.def_op(value) == Some(sort);
            for user in ir.uses(value).map(|one| one.op) {
                if ir.is(user, Convert::NAME) {
                    prefix.direct = false;
                    pending.push((ir.result(user, 0), window));
                    continue;
                }
                let list = |name: &str| ir.attr_ints(user, name).and_then(|list| list.get(dim).copied());
                let bounds = ir
                    .is(user, Slice::NAME)
                    .then(|| Some((list("start_indices")?, list("limit_indices")?, list("strides")?)));
                let Some((start, limit, step)) = bounds.flatten() else {
                    prefix.whole = true;
                    prefix.direct = false;
                    continue;
                };
                if limit <= start {
                    continue;
                }
                let last = window.start + window.step * (start + (limit - 1 - start) / step * step);
                if last + 1 < length {
                    prefix.limit = prefix.limit.max(last + 1);
                    prefix.direct &= sorted;
                } else {
                    // All of the dimension so far: what follows may take less.
                    prefix.direct = false;
                    let window =
                        Window { start: window.start + window.step * start, step: window.step * step };
                    pending.push((ir.result(user, 0), window));
                }
            }
        }
        prefix
    }

    fn used(&self) -> Option<i64> {
        if self.whole { Some(self.length) } else { Some(self.limit).filter(|&limit| limit > 0) }
    }

    fn directly(&self) -> Option<Val> {
        (self.direct && !self.whole && self.limit > 0).then_some(Val::Int(self.limit))
    }
}

fn reversed_prefix(ir: &Ir<'_>, sort: OpId) -> Option<i64> {
    let (dim, _) = sorted_dimension(ir, sort)?;
    let mut reversed = Vec::new();
    for user in ir.results(sort).iter().flat_map(|&result| ir.users(result)) {
        let along = ir.is(user, Reverse::NAME) && *ir.attr_ints(user, "dimensions")? == [dim as i64];
        reversed.push(along.then(|| ir.result(user, 0))?);
    }
    Prefix::of_values(ir, sort, &reversed).used()
}

/// The dimension that a sort or a top-k sorts along, and its size in the results.
fn sorted_dimension(ir: &Ir<'_>, sort: OpId) -> Option<(usize, i64)> {
    let (shape, _) = ir.ctx.ranked_tensor(ir.ty(*ir.results(sort).first()?))?;
    let dim = ir.attr_i64(sort, "dimension").unwrap_or(-1);
    let dim = usize::try_from(if dim < 0 { dim + shape.len() as i64 } else { dim }).ok()?;
    shape.get(dim).filter(|&&length| length >= 0).map(|&length| (dim, length))
}

/// Spec hlo_topk_passes.md §3.1, item 4: with two operands each result that is used has one use.
fn equal_prefix(ir: &Ir<'_>, sort: OpId) -> Option<i64> {
    let (dim, _) = sorted_dimension(ir, sort)?;
    let mut common = None;
    for &result in ir.results(sort) {
        if ir.operand_count(sort) == 2 && ir.uses(result).count() > 1 {
            return None;
        }
        let (shape, _) = ir.ctx.ranked_tensor(ir.ty(result))?;
        for user in ir.uses(result).map(|one| one.op) {
            if !ir.is(user, Slice::NAME) {
                return None;
            }
            let [starts, limits, strides] =
                ["start_indices", "limit_indices", "strides"].map(|name| ir.attr_ints(user, name));
            let (starts, limits, strides) = (starts?, limits?, strides?);
            let whole = (0..shape.len()).all(|other| other == dim || limits.get(other) == shape.get(other));
            let k = *limits.get(dim)?;
            if starts.iter().any(|&start| start != 0)
                || strides.iter().any(|&stride| stride != 1)
                || !whole
                || common.is_some_and(|common| common != k)
            {
                return None;
            }
            common = Some(k);
        }
    }
    common
}

/// A sort whose result or converted result a value is, if its order is known, it numbers what it sorts, and only some
/// first elements are used.
fn top_k_sort(ir: &Ir<'_>, value: ValueId) -> Option<OpId> {
    let mut sort = ir.def_op(value)?;
    while ir.is(sort, Convert::NAME) || ir.is(sort, Slice::NAME) {
        sort = ir.def_op(ir.operand(sort, 0))?;
    }
    if !ir.is(sort, Sort::NAME) {
        return None;
    }
    let (dim, length) = sorted_dimension(ir, sort)?;
    let numbered = match ir.operand_count(sort) {
        1 => true,
        2 => counts_along(ir, ir.operand(sort, 1), dim as i64),
        _ => false,
    };
    let ordered = sort_order(ir, sort).is_some();
    let (_, elem) = ir.ctx.ranked_tensor(ir.ty(ir.operand(sort, 0)))?;
    let rankable = matches!(ir.ctx.kind(elem), TypeKind::Float(_));
    let narrowed = Prefix::of(ir, sort).used().is_some_and(|used| used < length);
    (numbered && ordered && rankable && narrowed).then_some(sort)
}

fn is_topk_result(ir: &Ir<'_>, value: ValueId) -> bool {
    let Some(op) = ir.def_op(value) else { return false };
    match ir.name(op) {
        Reshape::NAME | Transpose::NAME | Negate::NAME => is_topk_result(ir, ir.operand(op, 0)),
        Topk::NAME => true,
        CustomCall::NAME => matches!(ir.attr_text(op, "call_target_name"), Some("TopK" | "AwsNeuronTopK")),
        _ => false,
    }
}
