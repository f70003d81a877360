//! `sort`.

use std::rc::Rc;

use super::elementwise::{FloatOrder, comparison, total_order_keys};
use super::fold::{Lanes, run_scalars};
use super::layout::Map;
use super::window::advance;
use super::{Eval, operands, set_results, tensor};
use crate::dialects::hlo::attrs::Direction;
use crate::dialects::hlo::{Compare, ops::Sort};
use crate::ir::{OpId, RegionId};
use crate::machine::{EvalError, Exec};
use crate::tensor::{ElementType, Tensor};

/// A comparator that is a single `compare` of two of its arguments.
pub(super) struct Order {
    /// Number of the sorted tensor that it compares.
    pub(super) key: usize,
    /// Whether larger elements come first.
    pub(super) descending: bool,
    /// Whether floats compare in total order.
    total: bool,
}

/// Reads a comparator that returns `compare LT|GT` of the two elements of one tensor.
pub(super) fn single_compare(exec: &dyn Exec<'_>, region: RegionId) -> Option<Order> {
    let ir = exec.ir();
    let block = ir.entry_block(region)?;
    let last = ir.last_op(block).filter(|&last| ir.operand_count(last) == 1)?;
    let op = ir.def_op(ir.operand(last, 0)).filter(|&op| ir.is(op, Compare::NAME))?;
    let (direction, order) = comparison(exec, op).ok().filter(|(_, order)| *order != FloatOrder::Weak)?;
    let place = |index| ir.args(block).iter().position(|&arg| arg == ir.operand(op, index));
    let (lhs, rhs) = (place(0)?, place(1)?);
    let forward = match direction {
        Direction::Gt => true,
        Direction::Lt => false,
        _ => return None,
    };
    let key = lhs.min(rhs) / 2;
    let pair = lhs.abs_diff(rhs) == 1 && lhs.max(rhs) / 2 == key;
    pair.then_some(Order { key, descending: forward == (lhs < rhs), total: order == FloatOrder::Total })
}

pub fn sort<'a>(exec: &mut dyn Exec<'a>, op: OpId) -> Eval {
    let ir = exec.ir();
    let inputs = operands(exec, op, 0..ir.operand_count(op))?;
    let Some(first) = inputs.first() else { return Err(EvalError::new("needs something to sort")) };
    let shape = first.shape().to_vec();
    let rank = shape.len() as i64;
    let dim = ir.attr_i64(op, "dimension").unwrap_or(-1);
    let dim = usize::try_from(if dim < 0 { dim + rank } else { dim }).unwrap_or(usize::MAX);
    if dim >= shape.len() || inputs.iter().any(|input| input.shape() != shape) {
        return Err(EvalError::new("sorts along a missing dimension"));
    }
    let lines = Lines::new(&shape, dim);
    let region = Sort(op).comparator(exec);
    let order = match single_compare(exec, region).and_then(|order| by_key(&inputs, &lines, &order)) {
        Some(order) => order,
        None => match Lanes::of(ir, region) {
            Some(lanes) => by_merging(&lines, |left, right| {
                let result = lanes.run(exec, pairs(&inputs, left, right)?)?;
                Ok(result
                    .first()
                    .map(|flags| flags.bytes().iter().map(|&flag| flag != 0).collect())
                    .unwrap_or_default())
            })?,
            None => by_merging(&lines, |left, right| {
                left.iter()
                    .zip(right)
                    .map(|(&left, &right)| {
                        let args =
                            pairs(&inputs, &[left], &[right])?.into_iter().map(|pair| pair.reshape(&[]));
                        let args = args.collect::<Result<_, _>>().map_err(super::failed)?;
                        let result = run_scalars(exec, region, args)?;
                        Ok(result.first().is_some_and(|flag| flag.get(0).as_bool()))
                    })
                    .collect()
            })?,
        },
    };
    let sorted = inputs.iter().map(|input| lines.rearranged(input, &order)).collect::<Result<_, _>>()?;
    set_results(exec, op, sorted)
}

impl Sort {
    fn comparator(self, exec: &dyn Exec<'_>) -> RegionId {
        exec.ir().region(self.0, 0)
    }
}

/// The lines along the sorted dimension, one behind the other.
struct Lines {
    length: usize,
    /// Position of the first element of each line.
    starts: Vec<usize>,
    step: usize,
}

impl Lines {
    fn new(shape: &[usize], dim: usize) -> Self {
        let map = Map::dense(shape);
        let mut outer = shape.to_vec();
        outer[dim] = 1;
        let count = if shape.contains(&0) { 0 } else { outer.iter().product() };
        let mut index = vec![0; shape.len()];
        let mut starts = Vec::with_capacity(count);
        for _ in 0..count {
            starts.push(map.at(&index) as usize);
            advance(&mut index, &outer);
        }
        Lines { length: shape[dim], starts, step: map.steps[dim] as usize }
    }

    /// The positions of all elements, line by line.
    fn positions(&self) -> Vec<usize> {
        let line = |&start: &usize| (0..self.length).map(move |i| start + i * self.step);
        self.starts.iter().flat_map(line).collect()
    }

    /// The tensor with the element of `order[i]` at the i-th position.
    fn rearranged(&self, input: &Tensor, order: &[usize]) -> Result<Tensor, EvalError> {
        let width = input.elem().bytes();
        let mut bytes = input.bytes().to_vec();
        for (to, &from) in self.positions().into_iter().zip(order) {
            bytes[to * width..][..width].copy_from_slice(&input.bytes()[from * width..][..width]);
        }
        tensor(input.elem(), input.shape(), bytes)
    }
}

/// Stable order by the key tensor; nothing if the key has no total order to sort by (floats with NaN outside of total
/// order: every comparison is false there, and the outcome depends on which comparisons are made).
fn by_key(inputs: &[Rc<Tensor>], lines: &Lines, order: &Order) -> Option<Vec<usize>> {
    let key = inputs.get(order.key)?;
    let elem = key.elem();
    let mut positions = lines.positions();
    let mut sorted = |keys: &dyn Fn(usize) -> u64| {
        for line in positions.chunks_mut(lines.length.max(1)) {
            if order.descending {
                line.sort_by_key(|&at| std::cmp::Reverse(keys(at)));
            } else {
                line.sort_by_key(|&at| keys(at));
            }
        }
    };
    if elem.is_complex() {
        return None;
    }
    if elem.is_float() && !order.total {
        let numbers = key.to_f64s();
        if numbers.iter().any(|number| number.is_nan()) {
            return None;
        }
        // -0 equals +0 here.
        let keys = numbers
            .into_iter()
            .map(|number| crate::tensor::total_order_key(ElementType::F64, (number + 0.0).to_bits()));
        let keys: Vec<u64> = keys.collect();
        sorted(&|at| keys[at]);
    } else {
        let keys: Vec<u64> = total_order_keys(key).collect();
        sorted(&|at| keys[at]);
    }
    Some(positions)
}

/// The arguments of the comparator for elements at `left` and `right`: a pair of vectors for each input.
fn pairs(inputs: &[Rc<Tensor>], left: &[usize], right: &[usize]) -> Result<Vec<Tensor>, EvalError> {
    let sides = inputs.iter().flat_map(|input| [(input, left), (input, right)]);
    sides
        .map(|(input, places)| {
            let width = input.elem().bytes();
            let bytes =
                places.iter().flat_map(|&at| &input.bytes()[at * width..][..width]).copied().collect();
            tensor(input.elem(), &[places.len()], bytes)
        })
        .collect()
}

/// Two neighbouring sorted runs of one line, being merged.
struct Merge {
    left: std::ops::Range<usize>,
    right: std::ops::Range<usize>,
    out: usize,
}

/// Stable merge sort of every line at once: each step asks one question per pair of runs, all together.
/// `before(left, right)` says for each pair of positions whether the first comes strictly before the second.
fn by_merging(
    lines: &Lines,
    mut before: impl FnMut(&[usize], &[usize]) -> Result<Vec<bool>, EvalError>,
) -> Result<Vec<usize>, EvalError> {
    let mut order = lines.positions();
    let mut width = 1;
    while width < lines.length {
        let mut merged = order.clone();
        let mut merges = Vec::new();
        for line in 0..lines.starts.len() {
            let (base, end) = (line * lines.length, (line + 1) * lines.length);
            for start in (base..end).step_by(2 * width) {
                let (middle, stop) = ((start + width).min(end), (start + 2 * width).min(end));
                merges.push(Merge { left: start..middle, right: middle..stop, out: start });
            }
        }
        merges.retain(|merge| !merge.right.is_empty());
        while !merges.is_empty() {
            let heads =
                |side: fn(&Merge) -> usize| merges.iter().map(|merge| order[side(merge)]).collect::<Vec<_>>();
            // The right one moves ahead only if it is strictly before the left one.
            let flags = before(&heads(|merge| merge.right.start), &heads(|merge| merge.left.start))?;
            for (merge, flag) in merges.iter_mut().zip(flags) {
                let side = if flag { &mut merge.right } else { &mut merge.left };
                merged[merge.out] = order[side.start];
                side.start += 1;
                merge.out += 1;
            }
            // What is left of one side when the other is used up follows as it is.
            merges.retain(|merge| {
                let rest = match (merge.left.is_empty(), merge.right.is_empty()) {
                    (false, false) => return true,
                    (true, _) => merge.right.clone(),
                    (false, true) => merge.left.clone(),
                };
                merged[merge.out..merge.out + rest.len()].copy_from_slice(&order[rest]);
                false
            });
        }
        order = merged;
        width *= 2;
    }
    Ok(order)
}
