//! Folding with a region: the common part of `reduce`, `reduce_window` and `scatter`.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::layout::{Map, collect, rows};
use super::ops::{self, Binary};
use super::{Eval, elementwise, operands, set_results, sizes, tensor, zeros};
use crate::dialects::elements::element_type;
use crate::dialects::hlo::MEANINGS;
use crate::ir::{Diagnostic, Ir, OpId, RegionId, Trait, ValueId};
use crate::machine::{EvalError, EvalFn, Exec, Grid, Machine, Probes, Program, RtValue};
use crate::tensor::Tensor;

/// Elements `from, from + from_step, ...` to fold into running values `to, to + to_step, ...`.
pub(super) struct Run {
    pub(super) to: usize,
    pub(super) to_step: usize,
    pub(super) from: usize,
    pub(super) from_step: usize,
    pub(super) count: usize,
}

/// Visits runs in the order in which they are folded.
pub(super) type Walk<'w> = dyn Fn(&mut dyn FnMut(Run) -> Eval) -> Eval + 'w;

type FoldFn = fn(&mut Tensor, &Tensor, &Walk<'_>) -> Eval;

/// Bodies that are a single op have a loop of their own.
static COMBINERS: &[(&str, FoldFn)] = &[
    ("hlo.add", combiner::<ops::Add>),
    ("hlo.and", combiner::<ops::And>),
    ("hlo.maximum", combiner::<ops::Maximum>),
    ("hlo.minimum", combiner::<ops::Minimum>),
    ("hlo.multiply", combiner::<ops::Multiply>),
    ("hlo.or", combiner::<ops::Or>),
    ("hlo.xor", combiner::<ops::Xor>),
];

fn combiner<B: Binary>(running: &mut Tensor, source: &Tensor, walk: &Walk<'_>) -> Eval {
    elementwise::fold_runs::<B>(running, source, walk)
}

fn replace(running: &mut Tensor, source: &Tensor, walk: &Walk<'_>) -> Eval {
    let width = running.elem().bytes();
    walk(&mut |run| {
        for i in 0..run.count {
            let from = (run.from + i * run.from_step) * width;
            let to = (run.to + i * run.to_step) * width;
            running.bytes_mut()[to..to + width].copy_from_slice(&source.bytes()[from..from + width]);
        }
        Ok(())
    })
}

/// A body of one op on (running value, element), or one that just returns the element.
fn known(ir: &Ir<'_>, region: RegionId) -> Option<FoldFn> {
    let block = ir.entry_block(region)?;
    let &[running, element] = ir.args(block) else { return None };
    let last = ir.last_op(block)?;
    if ir.operand_count(last) != 1 {
        return None;
    }
    let returned = ir.operand(last, 0);
    if returned == element {
        return Some(replace);
    }
    let op = ir.def_op(returned).filter(|&op| ir.parent_block(op) == Some(block))?;
    let args: Vec<ValueId> = ir.operands(op).collect();
    let ordered = args == [running, element];
    if !ordered && args != [element, running] {
        return None;
    }
    COMBINERS.iter().find(|row| row.0 == ir.name(op)).map(|row| row.1)
}

/// A region that can be evaluated.
pub(super) enum Body<'a> {
    /// One binary op.
    Known(FoldFn),
    /// Element-wise ops only: runs on many elements at once.
    Lanes(Lanes<'a>),
    /// Anything else: runs element by element.
    Region(RegionId),
}

impl<'a> Body<'a> {
    pub(super) fn of(ir: &'a Ir<'a>, op: OpId) -> Self {
        Self::of_region(ir, ir.region(op, 0))
    }

    pub(super) fn of_region(ir: &'a Ir<'a>, region: RegionId) -> Self {
        if let Some(fold) = known(ir, region) {
            return Body::Known(fold);
        }
        Lanes::of(ir, region).map_or(Body::Region(region), Body::Lanes)
    }

    /// Evaluates the body on tensors that each hold one value per lane.
    fn run(&self, exec: &mut dyn Exec<'a>, args: Vec<Tensor>) -> Result<Vec<Tensor>, EvalError> {
        match self {
            Body::Lanes(lanes) => lanes.run(exec, args),
            Body::Region(region) => run_scalars(exec, *region, args),
            Body::Known(_) => Err(EvalError::new("folds without a region")),
        }
    }

    /// Folds runs of the sources into the running tensors.
    pub(super) fn fold(
        &self,
        exec: &mut dyn Exec<'a>,
        running: &mut [Tensor],
        sources: &[Rc<Tensor>],
        walk: &Walk<'_>,
    ) -> Eval {
        if let (Body::Known(fold), [running], [source]) = (self, &mut *running, sources) {
            return fold(running, source, walk);
        }
        let exec = std::cell::RefCell::new(exec);
        walk(&mut |run| {
            for i in 0..run.count {
                let (to, from) = (run.to + i * run.to_step, run.from + i * run.from_step);
                let args = running.iter().map(|tensor| (tensor, to));
                let args = args.chain(sources.iter().map(|tensor| (&**tensor, from)));
                let args = args.map(|(tensor, at)| element(tensor, at)).collect::<Result<_, _>>()?;
                let results = self.run(&mut **exec.borrow_mut(), args)?;
                for (tensor, result) in running.iter_mut().zip(&results) {
                    tensor.set_bits(to, result.bits(0));
                }
            }
            Ok(())
        })
    }
}

/// A tensor in the element type that a region folds in, that of its argument `index`: it may be wider (StableHLO's
/// `is_promotable`).
pub(super) fn widened(ir: &Ir<'_>, region: RegionId, index: usize, tensor: Rc<Tensor>) -> Rc<Tensor> {
    let arg = ir.entry_block(region).and_then(|block| ir.args(block).get(index).copied());
    let elem =
        arg.and_then(|arg| ir.ctx.ranked_tensor(ir.ty(arg))).and_then(|(_, elem)| element_type(ir.ctx, elem));
    match elem {
        Some(elem) if elem != tensor.elem() => Rc::new(tensor.convert(elem)),
        _ => tensor,
    }
}

/// A tensor for each argument of a region, widened to it.
pub(super) fn promoted(ir: &Ir<'_>, region: RegionId, tensors: Vec<Rc<Tensor>>) -> Vec<Rc<Tensor>> {
    tensors.into_iter().enumerate().map(|(index, tensor)| widened(ir, region, index, tensor)).collect()
}

/// One element as a scalar.
pub(super) fn element(from: &Tensor, index: usize) -> Result<Tensor, EvalError> {
    let width = from.elem().bytes();
    tensor(from.elem(), &[], from.bytes()[index * width..][..width].to_vec())
}

/// Runs a region on scalars.
pub(super) fn run_scalars(
    exec: &mut dyn Exec<'_>,
    region: RegionId,
    args: Vec<Tensor>,
) -> Result<Vec<Tensor>, EvalError> {
    let args: Vec<RtValue> = args.into_iter().map(|tensor| RtValue::Tensor(Rc::new(tensor))).collect();
    exec.run_region(region, &args)?.into_iter().map(into_tensor).collect()
}

pub(super) fn into_tensor(value: RtValue) -> Result<Tensor, EvalError> {
    match value {
        RtValue::Tensor(tensor) => Ok(Rc::unwrap_or_clone(tensor)),
        _ => Err(EvalError::new("a region returned something that is not a tensor")),
    }
}

/// A region of element-wise ops and constants. Its ops are evaluated on vectors with one element per lane, which
/// gives the same result as running the region once per lane.
pub(super) struct Lanes<'a> {
    ir: &'a Ir<'a>,
    args: &'a [ValueId],
    steps: Vec<(OpId, EvalFn)>,
    last: OpId,
}

impl<'a> Lanes<'a> {
    pub(super) fn of(ir: &'a Ir<'a>, region: RegionId) -> Option<Self> {
        let block = ir.entry_block(region).filter(|_| !ir.has_many_blocks(region))?;
        let last = ir.last_op(block)?;
        let mut steps = Vec::new();
        for op in ir.block_ops(block).take_while(|&op| op != last) {
            let element_wise = ir.has_trait(op, Trait::Elementwise) || ir.has_trait(op, Trait::ConstantLike);
            if !element_wise || !ir.results(op).iter().all(|&value| is_scalar(ir, value)) {
                return None;
            }
            steps.push((op, MEANINGS.iter().find(|row| row.0 == ir.name(op))?.1));
        }
        Some(Lanes { ir, args: ir.args(block), steps, last })
    }

    /// Evaluates the region; every argument has the shape of the lanes.
    pub(super) fn run(&self, exec: &mut dyn Exec<'a>, args: Vec<Tensor>) -> Result<Vec<Tensor>, EvalError> {
        let shape = args.first().map(|tensor| tensor.shape().to_vec()).unwrap_or_default();
        let args = args.into_iter().map(|tensor| RtValue::Tensor(Rc::new(tensor)));
        let mut lanes =
            LaneExec { outer: exec, shape, values: self.args.iter().copied().zip(args).collect() };
        for &(op, meaning) in &self.steps {
            meaning(&mut lanes, op).map_err(|error| EvalError { op: error.op.or(Some(op)), ..error })?;
        }
        self.ir.operands(self.last).map(|value| lanes.value(value).and_then(into_tensor)).collect()
    }
}

fn is_scalar(ir: &Ir<'_>, value: ValueId) -> bool {
    ir.ctx.ranked_tensor(ir.ty(value)).is_some_and(|(shape, _)| shape.is_empty())
}

/// Holds the vectors of a region while it runs; everything else is asked of the interpreter.
struct LaneExec<'e, 'a> {
    outer: &'e mut dyn Exec<'a>,
    shape: Vec<usize>,
    values: FxHashMap<ValueId, RtValue>,
}

impl LaneExec<'_, '_> {
    /// Scalars (constants and values from outside) are the same in every lane.
    fn spread(&self, value: RtValue) -> Result<RtValue, EvalError> {
        match value {
            RtValue::Tensor(scalar) if scalar.shape().is_empty() && !self.shape.is_empty() => {
                let bytes = scalar.bytes().repeat(self.shape.iter().product());
                Ok(RtValue::Tensor(Rc::new(tensor(scalar.elem(), &self.shape, bytes)?)))
            }
            other => Ok(other),
        }
    }
}

impl<'a> Exec<'a> for LaneExec<'_, 'a> {
    fn ir(&self) -> &'a Ir<'a> {
        self.outer.ir()
    }

    fn value(&self, value: ValueId) -> Result<RtValue, EvalError> {
        match self.values.get(&value) {
            Some(known) => self.spread(known.clone()),
            None => self.spread(self.outer.value(value)?),
        }
    }

    fn set(&mut self, value: ValueId, result: RtValue) {
        self.values.insert(value, result);
    }

    fn run_region(&mut self, _: RegionId, _: &[RtValue]) -> Result<Vec<RtValue>, EvalError> {
        Err(EvalError::unsupported("has a region among element-wise ops"))
    }

    fn execute(&mut self, _: OpId) -> Result<(), EvalError> {
        Err(EvalError::unsupported("runs an op among element-wise ops"))
    }

    fn call(&mut self, _: OpId, _: &str, _: &[RtValue]) -> Result<Vec<RtValue>, EvalError> {
        Err(EvalError::unsupported("calls among element-wise ops"))
    }

    fn machine(&mut self) -> &mut Machine {
        self.outer.machine()
    }

    fn grid(&mut self) -> &mut Grid {
        self.outer.grid()
    }

    fn run_grid(&mut self, _: OpId, _: Grid, _: Vec<Program>) -> Result<Vec<RtValue>, EvalError> {
        Err(EvalError::unsupported("starts processes among element-wise ops"))
    }

    fn waited_in(&self) -> Option<RegionId> {
        None
    }

    fn probes(&mut self) -> &mut Probes {
        self.outer.probes()
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.outer.report(diagnostic);
    }
}

pub fn reduce<'a>(exec: &mut dyn Exec<'a>, op: OpId) -> Eval {
    let ir = exec.ir();
    let count = ir.operand_count(op) / 2;
    let inputs = promoted(ir, ir.region(op, 0), operands(exec, op, 0..count)?);
    let inits = promoted(ir, ir.region(op, 0), operands(exec, op, count..2 * count)?);
    let Some(first) = inputs.first() else { return Err(EvalError::new("needs something to reduce")) };
    let shape = first.shape();
    let reduced = sizes(exec, op, "dimensions")?;
    let kept: Vec<usize> = (0..shape.len()).filter(|dim| !reduced.contains(dim)).collect();
    let kept_shape: Vec<usize> = kept.iter().map(|&dim| shape[dim]).collect();
    let mut running = inits.iter().map(|init| filled(init, &kept_shape)).collect::<Result<Vec<_>, _>>()?;
    let body = Body::of(ir, op);
    if let (Body::Lanes(lanes), false) = (&body, kept_shape.contains(&0)) {
        reduce_lanes(exec, lanes, &mut running, &inputs, &kept, &reduced)?;
    } else {
        let from = Map::dense(shape);
        let mut to = Map { offset: 0, steps: vec![0; shape.len()] };
        for (&dim, step) in kept.iter().zip(Map::dense(&kept_shape).steps) {
            to.steps[dim] = step;
        }
        let last = |map: &Map| map.steps.last().map_or(0, |&step| step as usize);
        body.fold(exec, &mut running, &inputs, &|visit| {
            let mut result = Ok(());
            rows(shape, [&from, &to], |[source, target], count| {
                let (to_step, from_step) = (last(&to), last(&from));
                let run = Run { to: target as usize, to_step, from: source as usize, from_step, count };
                if result.is_ok() {
                    result = visit(run);
                }
            });
            result
        })?;
    }
    set_results(exec, op, running)
}

pub fn map<'a>(exec: &mut dyn Exec<'a>, op: OpId) -> Eval {
    let ir = exec.ir();
    let inputs = operands(exec, op, 0..ir.operand_count(op))?;
    let (elem, shape) = super::result_parts(exec, op, 0)?;
    let mut result = zeros(elem, &shape)?;
    if inputs.iter().any(|input| input.shape() != shape) {
        return Err(EvalError::new("maps over inputs of different shapes"));
    }
    if let Some(lanes) = Lanes::of(ir, ir.region(op, 0)).filter(|_| !result.is_empty()) {
        let args = inputs.iter().map(|input| (**input).clone()).collect();
        let results = lanes.run(exec, args)?;
        return set_results(exec, op, results);
    }
    for index in 0..result.len() {
        let args = inputs.iter().map(|input| element(input, index)).collect::<Result<_, _>>()?;
        if let [value] = run_scalars(exec, ir.region(op, 0), args)?.as_slice() {
            result.set_bits(index, value.bits(0));
        }
    }
    exec.set_tensor(op, result);
    Ok(())
}

/// Every element equal to a scalar.
pub(super) fn filled(scalar: &Tensor, shape: &[usize]) -> Result<Tensor, EvalError> {
    let mut result = zeros(scalar.elem(), shape)?;
    let bytes = result.bytes_mut().chunks_exact_mut(scalar.elem().bytes());
    bytes.for_each(|element| element.copy_from_slice(scalar.bytes()));
    Ok(result)
}

/// Reduces all results at once, one element of each after the other.
fn reduce_lanes<'a>(
    exec: &mut dyn Exec<'a>,
    lanes: &Lanes<'a>,
    running: &mut Vec<Tensor>,
    inputs: &[Rc<Tensor>],
    kept: &[usize],
    reduced: &[usize],
) -> Eval {
    let shape = inputs[0].shape();
    let all = Map::dense(shape);
    // Ascending order of the elements, whatever the order in which the attribute lists the dimensions.
    let mut reduced = reduced.to_vec();
    reduced.sort_unstable();
    let pick = |dims: &[usize]| dims.iter().map(|&dim| shape[dim]).collect::<Vec<_>>();
    let (kept_shape, reduced_shape) = (pick(kept), pick(&reduced));
    let reduced_map = all.select(&reduced);
    let last = reduced_map.steps.last().copied().unwrap_or(0);
    let mut offsets = Vec::new();
    rows(&reduced_shape, [&reduced_map], |[start], count| {
        offsets.extend((0..count as isize).map(|i| start + i * last));
    });
    for offset in offsets {
        let map = Map { offset, ..all.select(kept) };
        let mut args = std::mem::take(running);
        for input in inputs {
            let bytes = collect(&kept_shape, input.elem().bytes(), input.bytes(), &map);
            args.push(tensor(input.elem(), &kept_shape, bytes)?);
        }
        *running = lanes.run(exec, args)?;
    }
    Ok(())
}
