//! What a body orders by, whatever way it is written. A body that only compares its arguments, chooses among them and
//! combines truth values depends on nothing but how the arguments compare with each other and with its constants. It is run
//! on a set of arguments that holds every case, which decides the question; a body that does anything else has no answer.

use rustc_hash::FxHashMap;

use crate::dialects::elements::tensor_of_attr;
use crate::dialects::hlo::attrs::{Comparison, Direction};
use crate::dialects::hlo::{
    And, Compare, Constant, Convert, Maximum, Minimum, Negate, Not, Or, Return, Select,
};
use crate::ir::{BlockId, Ir, OpId, TypeKind, ValueId};
use crate::tensor::Kind as TensorKind;

/// Which element a body puts first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum First {
    Larger,
    Smaller,
}

impl First {
    pub(super) fn word(self) -> &'static str {
        match self {
            First::Larger => "greater",
            First::Smaller => "less",
        }
    }
}

/// An argument, or what a body makes of arguments.
#[derive(Clone, Copy, Debug)]
enum Item {
    Float(f64),
    Int(i64),
    Bool(bool),
}

impl Item {
    /// Whether they are the same bit for bit.
    fn is(self, other: Item) -> bool {
        match (self, other) {
            (Item::Float(a), Item::Float(b)) => a.to_bits() == b.to_bits(),
            (Item::Int(a), Item::Int(b)) => a == b,
            (Item::Bool(a), Item::Bool(b)) => a == b,
            _ => false,
        }
    }
}

/// A NaN with a payload that no constant has.
const OTHER_NAN: f64 = f64::from_bits(0x7ff8_0000_0000_0123);

/// Every kind of float, and two of each kind that has several: whatever a body compares, these differ where any do.
const FLOATS: [f64; 14] = [
    -OTHER_NAN,
    -f64::NAN,
    f64::NEG_INFINITY,
    -2.0,
    -1.0,
    -0.5,
    -0.0,
    0.0,
    0.5,
    1.0,
    2.0,
    f64::INFINITY,
    f64::NAN,
    OTHER_NAN,
];

/// The order of numbers, in which zeros of both signs are equal.
fn numbers(a: f64, b: f64) -> Option<std::cmp::Ordering> {
    a.partial_cmp(&b)
}

/// Reads the comparator of a sort of one tensor, or of two of which the second numbers the elements: it puts the larger or
/// the smaller number first. Zeros of both signs tie; NaNs tie as the largest, unless the comparator leaves open where they
/// go. Ties go to the lower number, or are none of the comparator's business.
pub(super) fn comparator(ir: &Ir<'_>, block: BlockId) -> Option<First> {
    let answer =
        |a: f64, b: f64, i: i64, j: i64| match run(ir, block, &[(a, i), (b, j)], Grouped::ByTensor)?[..] {
            [Item::Bool(answer)] => Some(answer),
            _ => None,
        };
    [First::Larger, First::Smaller].into_iter().find(|first| {
        let swap = |a, b| if *first == First::Larger { (b, a) } else { (a, b) };
        let pairs = || FLOATS.iter().flat_map(|&a| FLOATS.iter().map(move |&b| (a, b)));
        let numbers_agree = pairs().filter(|(a, b)| !a.is_nan() && !b.is_nan()).all(|(a, b)| {
            let (x, y) = swap(a, b);
            match numbers(x, y) {
                Some(std::cmp::Ordering::Equal) | None => {
                    // The lower number may come first; the higher one never does.
                    answer(a, b, 1, 0) == Some(false) && answer(a, b, 0, 1) == answer(1.0, 1.0, 0, 1)
                }
                Some(order) => {
                    [(0, 1), (1, 0)].iter().all(|&(i, j)| answer(a, b, i, j) == Some(order.is_lt()))
                }
            }
        });
        // Either NaNs are placed everywhere alike, or a plain comparison leaves them open.
        let largest = pairs().filter(|(a, b)| a.is_nan() || b.is_nan()).all(|(a, b)| {
            let (x, y) = swap(a, b);
            match (x.is_nan(), y.is_nan()) {
                (true, true) => {
                    answer(a, b, 1, 0) == Some(false) && answer(a, b, 0, 1) == answer(1.0, 1.0, 0, 1)
                }
                (x_is_nan, _) => [(0, 1), (1, 0)].iter().all(|&(i, j)| answer(a, b, i, j) == Some(!x_is_nan)),
            }
        });
        let open = || {
            let mut pairs = pairs().filter(|(a, b)| a.is_nan() || b.is_nan());
            pairs.all(|(a, b)| [(0, 1), (1, 0)].iter().all(|&(i, j)| answer(a, b, i, j) == Some(false)))
        };
        numbers_agree && (largest || open())
    })
}

/// Reads the body of a reduction of elements and their numbers: it keeps the number of the larger or the smaller element.
/// Zeros of both signs tie, ties go to the lower number. A NaN wins over numbers, and the first of several, unless only
/// comparisons decide, whose result then depends on the order in which XLA happens to reduce.
pub(super) fn arg_body(ir: &Ir<'_>, block: BlockId) -> Option<First> {
    let winner = |a: f64, b: f64, i: i64, j: i64| match run(ir, block, &[(a, i), (b, j)], Grouped::BySide)?[..]
    {
        [_, Item::Int(winner)] => Some(winner),
        _ => None,
    };
    [First::Larger, First::Smaller].into_iter().find(|first| {
        let better =
            if *first == First::Larger { std::cmp::Ordering::Greater } else { std::cmp::Ordering::Less };
        let pairs = || FLOATS.iter().flat_map(|&a| FLOATS.iter().map(move |&b| (a, b)));
        let numbers_agree = pairs().filter(|(a, b)| !a.is_nan() && !b.is_nan()).all(|(a, b)| {
            [(0, 1), (1, 0)].iter().all(|&(i, j)| {
                let wanted = match numbers(a, b) {
                    Some(order) if order == better => i,
                    Some(std::cmp::Ordering::Equal) | None => i.min(j),
                    Some(_) => j,
                };
                winner(a, b, i, j) == Some(wanted)
            })
        });
        let nan_wins = || {
            let mut pairs = pairs().filter(|(a, b)| a.is_nan() || b.is_nan());
            pairs.all(|(a, b)| match (a.is_nan(), b.is_nan()) {
                // Elements come in the order of their numbers.
                (true, true) => winner(a, b, 0, 1) == Some(0),
                (a_is_nan, _) => [(0, 1), (1, 0)]
                    .iter()
                    .all(|&(i, j)| winner(a, b, i, j) == Some(if a_is_nan { i } else { j })),
            })
        };
        // NaNs only compare: as unequal to everything, so that one side wins whatever the other is.
        let nan_compares = || {
            let side = |left: bool| {
                let mut pairs = pairs().filter(|(a, b)| a.is_nan() || b.is_nan());
                pairs.all(|(a, b)| {
                    [(0, 1), (1, 0)]
                        .iter()
                        .all(|&(i, j)| winner(a, b, i, j) == Some(if left { i } else { j }))
                })
            };
            side(true) || side(false)
        };
        numbers_agree && (nan_wins() || nan_compares())
    })
}

/// In which order a block takes the elements (a, b) and their numbers (i, j).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Grouped {
    /// a, b, i, j: a sort's comparator.
    ByTensor,
    /// a, i, b, j: a reduction's body.
    BySide,
}

/// The most ops of a body that is tried.
const MAX_OPS: usize = 64;

/// Runs a body on two elements and their numbers; `None` if it does something else than comparing and choosing.
fn run(ir: &Ir<'_>, block: BlockId, sides: &[(f64, i64); 2], grouped: Grouped) -> Option<Vec<Item>> {
    let [(a, i), (b, j)] = *sides;
    let items = match (grouped, ir.args(block).len()) {
        (Grouped::ByTensor, 2) => vec![Item::Float(a), Item::Float(b)],
        (Grouped::ByTensor, 4) => vec![Item::Float(a), Item::Float(b), Item::Int(i), Item::Int(j)],
        (Grouped::BySide, 4) => vec![Item::Float(a), Item::Int(i), Item::Float(b), Item::Int(j)],
        _ => return None,
    };
    let mut values: FxHashMap<ValueId, Item> = FxHashMap::default();
    for (&arg, item) in ir.args(block).iter().zip(items) {
        let fits = match item {
            Item::Float(_) => is_float(ir, arg),
            _ => !is_float(ir, arg),
        };
        if !fits {
            return None;
        }
        values.insert(arg, item);
    }
    for (count, op) in ir.block_ops(block).enumerate() {
        if count == MAX_OPS {
            return None;
        }
        // Constants may stand outside.
        let known = |value| {
            let outside =
                || ir.def_op(value).filter(|&op| ir.is(op, Constant::NAME)).and_then(|op| constant(ir, op));
            values.get(&value).copied().or_else(outside)
        };
        let operands: Vec<Item> = ir.operands(op).map(known).collect::<Option<_>>()?;
        if ir.is(op, Return::NAME) {
            return Some(operands);
        }
        let item = meaning(ir, op, &operands)?;
        values.insert(ir.result(op, 0), item);
    }
    None
}

fn is_float(ir: &Ir<'_>, value: ValueId) -> bool {
    let elem = ir.ctx.ranked_tensor(ir.ty(value)).map(|(_, elem)| elem);
    elem.is_some_and(|elem| matches!(ir.ctx.kind(elem), TypeKind::Float(_)))
}

fn meaning(ir: &Ir<'_>, op: OpId, operands: &[Item]) -> Option<Item> {
    use Item::{Bool, Float, Int};
    match (ir.name(op), operands) {
        (Constant::NAME, []) => constant(ir, op),
        // Wider floats keep what they were.
        (Convert::NAME, [item @ Float(_)]) => {
            let width = |value| match ir.ctx.kind(ir.ctx.ranked_tensor(ir.ty(value))?.1) {
                TypeKind::Float(kind) => Some(kind.width()),
                _ => None,
            };
            (width(ir.result(op, 0))? >= width(ir.operand(op, 0))?).then_some(*item)
        }
        (Negate::NAME, [Float(a)]) => Some(Float(-a)),
        (Not::NAME, [Bool(a)]) => Some(Bool(!a)),
        (And::NAME, [Bool(a), Bool(b)]) => Some(Bool(a & b)),
        (Or::NAME, [Bool(a), Bool(b)]) => Some(Bool(a | b)),
        (Select::NAME, [Bool(choice), yes, no]) => Some(if *choice { *yes } else { *no }),
        (Minimum::NAME, [Int(a), Int(b)]) => Some(Int(*a.min(b))),
        (Maximum::NAME, [Int(a), Int(b)]) => Some(Int(*a.max(b))),
        (Minimum::NAME, [Float(a), Float(b)]) => Some(Float(extreme(*a, *b, f64::total_cmp))),
        (Maximum::NAME, [Float(a), Float(b)]) => Some(Float(extreme(*a, *b, |a, b| b.total_cmp(a)))),
        (Compare::NAME, [a, b]) => compare(ir, op, *a, *b).map(Bool),
        _ => None,
    }
}

/// The one that comes first; NaN if either is.
fn extreme(a: f64, b: f64, order: impl Fn(&f64, &f64) -> std::cmp::Ordering) -> f64 {
    match (a.is_nan(), b.is_nan()) {
        (true, _) => a,
        (_, true) => b,
        _ if order(&a, &b).is_le() => a,
        _ => b,
    }
}

/// A truth value, or a float that [`FLOATS`] has: other constants would ask for more cases.
fn constant(ir: &Ir<'_>, op: OpId) -> Option<Item> {
    let tensor = ir.attr(op, "value").and_then(|attr| tensor_of_attr(ir.ctx, attr))?;
    if tensor.len() != 1 {
        return None;
    }
    match tensor.elem().kind() {
        TensorKind::Pred => Some(Item::Bool(tensor.get(0).as_bool())),
        TensorKind::Float(_) => {
            let value = tensor.get(0).as_f64();
            let known = if value.is_nan() { f64::NAN.copysign(value) } else { value };
            FLOATS
                .iter()
                .any(|&float| Item::Float(float).is(Item::Float(known)))
                .then_some(Item::Float(known))
        }
        _ => None,
    }
}

fn compare(ir: &Ir<'_>, op: OpId, a: Item, b: Item) -> Option<bool> {
    let direction = ir.attr(op, "comparison_direction").and_then(|attr| Direction::read(ir.ctx, attr))?;
    let kind = ir.attr(op, "compare_type").and_then(|attr| Comparison::read(ir.ctx, attr));
    let order = match (a, b) {
        (Item::Float(a), Item::Float(b)) if kind == Some(Comparison::TotalOrder) => Some(a.total_cmp(&b)),
        (Item::Float(_), Item::Float(_)) if kind == Some(Comparison::WeakOrder) => return None,
        (Item::Float(a), Item::Float(b)) => numbers(a, b),
        (Item::Int(a), Item::Int(b)) => Some(a.cmp(&b)),
        (Item::Bool(a), Item::Bool(b)) => Some(a.cmp(&b)),
        _ => return None,
    };
    Some(match direction {
        Direction::Eq => order.is_some_and(std::cmp::Ordering::is_eq),
        Direction::Ne => order.is_none_or(std::cmp::Ordering::is_ne),
        Direction::Lt => order.is_some_and(std::cmp::Ordering::is_lt),
        Direction::Le => order.is_some_and(std::cmp::Ordering::is_le),
        Direction::Gt => order.is_some_and(std::cmp::Ordering::is_gt),
        Direction::Ge => order.is_some_and(std::cmp::Ordering::is_ge),
    })
}
