//! Evaluates single ops in unit tests: a minimal interpreter.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::dialects::elements::type_of_tensor;
use crate::dialects::hlo::{HLO, MEANINGS};
use crate::dialects::{builtin, func};
use crate::ir::{
    Attr, BlockId, Context, Diagnostic, InsertPoint, Ir, OpId, OpState, RegionId, Type, ValueId,
};
use crate::machine::{EvalError, EvalFn, Exec, Grid, Machine, Probes, Program, RtValue};
use crate::tensor::{Native, Tensor};

pub fn context() -> Context {
    Context::new(&[&builtin::BUILTIN, &func::FUNC, &HLO])
}

/// A vector.
pub fn vector<T: Native>(values: &[T]) -> Tensor {
    Tensor::from_values(&[values.len()], values).expect("a vector")
}

/// A tensor of this shape.
pub fn shaped<T: Native>(shape: &[usize], values: &[T]) -> Tensor {
    Tensor::from_values(shape, values).expect("as many values as the shape has")
}

/// A scalar.
pub fn scalar<T: Native>(value: T) -> Tensor {
    shaped(&[], &[value])
}

struct Interpreter<'a> {
    ir: &'a Ir<'a>,
    values: FxHashMap<ValueId, RtValue>,
    grid: Grid,
}

fn meaning(name: &str) -> Option<EvalFn> {
    MEANINGS.iter().find(|row| row.0 == name).map(|row| row.1)
}

impl<'a> Exec<'a> for Interpreter<'a> {
    fn ir(&self) -> &'a Ir<'a> {
        self.ir
    }

    fn value(&self, value: ValueId) -> Result<RtValue, EvalError> {
        self.values.get(&value).cloned().ok_or_else(|| EvalError::new("uses a value that was not computed"))
    }

    fn set(&mut self, value: ValueId, result: RtValue) {
        self.values.insert(value, result);
    }

    fn run_region(&mut self, region: RegionId, args: &[RtValue]) -> Result<Vec<RtValue>, EvalError> {
        let block = self.ir.entry_block(region).ok_or_else(|| EvalError::new("empty region"))?;
        self.values.extend(self.ir.args(block).iter().copied().zip(args.iter().cloned()));
        for op in self.ir.block_ops(block) {
            match meaning(self.ir.name(op)) {
                Some(meaning) => meaning(self, op)?,
                None => return self.ir.operands(op).map(|value| self.value(value)).collect(),
            }
        }
        Err(EvalError::new("a region without a return"))
    }

    fn execute(&mut self, op: OpId) -> Result<(), EvalError> {
        let meaning = meaning(self.ir.name(op)).ok_or_else(|| EvalError::unsupported("no meaning"))?;
        meaning(self, op)
    }

    fn call(&mut self, from: OpId, symbol: &str, args: &[RtValue]) -> Result<Vec<RtValue>, EvalError> {
        let target = self.ir.resolve_symbol(from, symbol).ok_or_else(|| EvalError::new("no such symbol"))?;
        self.run_region(self.ir.region(target, 0), args)
    }

    fn machine(&mut self) -> &mut Machine {
        unreachable!("hlo ops do not touch the machine")
    }

    fn grid(&mut self) -> &mut Grid {
        &mut self.grid
    }

    fn run_grid(&mut self, _: OpId, _: Grid, _: Vec<Program>) -> Result<Vec<RtValue>, EvalError> {
        unreachable!("no hlo op starts processes")
    }

    fn waited_in(&self) -> Option<RegionId> {
        None
    }

    fn probes(&mut self) -> &mut Probes {
        unreachable!("no hlo op shows values")
    }

    fn report(&mut self, _: Diagnostic) {}
}

/// An op under test, built in a module whose block arguments are its operands.
pub struct Case<'c> {
    pub ir: Ir<'c>,
    pub op: OpId,
    inputs: Vec<Tensor>,
}

impl<'c> Case<'c> {
    pub fn new(
        ctx: &'c Context,
        name: &str,
        inputs: &[Tensor],
        attrs: &[(&str, Attr)],
        results: &[Type],
    ) -> Self {
        let mut ir = Ir::new(ctx);
        let body = ir.entry_block(ir.region(ir.root(), 0)).expect("a module has a body");
        let args: Vec<ValueId> =
            inputs.iter().map(|input| ir.add_arg(body, type_of_tensor(ctx, input))).collect();
        let state = OpState::new(ctx, name).operands(&args).results(results).attributes(ctx, attrs);
        let op = ir.build(InsertPoint::End(body), state);
        Case { ir, op, inputs: inputs.to_vec() }
    }

    /// The op with the result types that it infers.
    pub fn inferred(ctx: &'c Context, name: &str, inputs: &[Tensor], attrs: &[(&str, Attr)]) -> Self {
        let draft = Case::new(ctx, name, inputs, attrs, &[]);
        let infer = draft.ir.info(draft.op).and_then(|info| info.infer).expect("the op infers its results");
        let results = infer(&draft.ir, draft.op).expect("inference succeeds");
        Case::new(ctx, name, inputs, attrs, &results)
    }

    /// Adds a region; `build` fills its block and gives the values to return.
    pub fn region(mut self, args: &[Type], build: impl FnOnce(&mut Ir<'c>, BlockId) -> Vec<ValueId>) -> Self {
        let region = self.ir.add_region(self.op);
        let block = self.ir.add_block(region, args);
        let returned = build(&mut self.ir, block);
        let state = OpState::new(self.ir.ctx, "hlo.return").operands(&returned);
        self.ir.build(InsertPoint::End(block), state);
        self
    }

    /// What the verifier says of the module.
    pub fn faults(&self) -> Vec<String> {
        let mut diagnostics = crate::ir::Diagnostics::default();
        crate::ir::verify(&self.ir, self.ir.root(), &mut diagnostics);
        diagnostics
            .list
            .iter()
            .map(|diagnostic| diagnostic.message.clone())
            .filter(|m| !m.contains("builtin.module"))
            .collect()
    }

    pub fn run(&self) -> Result<Vec<RtValue>, EvalError> {
        assert_eq!(self.faults(), Vec::<String>::new());
        let mut exec = Interpreter { ir: &self.ir, values: FxHashMap::default(), grid: Grid::default() };
        for (value, input) in self.ir.operands(self.op).zip(&self.inputs) {
            exec.set(value, RtValue::Tensor(Rc::new(input.clone())));
        }
        let meaning =
            MEANINGS.iter().find(|row| row.0 == self.ir.name(self.op)).expect("the op has a meaning").1;
        meaning(&mut exec, self.op)?;
        self.ir.results(self.op).iter().map(|&value| exec.value(value)).collect()
    }

    /// All results, which are tensors.
    pub fn tensors(&self) -> Vec<Tensor> {
        let values = self.run().expect("the op can be evaluated");
        let tensor = |value: RtValue| match value {
            RtValue::Tensor(tensor) => Rc::unwrap_or_clone(tensor),
            other => panic!("expected a tensor, got {other:?}"),
        };
        values.into_iter().map(tensor).collect()
    }

    /// The only result.
    pub fn tensor(&self) -> Tensor {
        self.tensors().into_iter().next().expect("one result")
    }
}

/// Builds an op with one result in a block.
pub fn build(
    ir: &mut Ir<'_>,
    block: BlockId,
    name: &str,
    args: &[ValueId],
    attrs: &[(&str, Attr)],
    result: Type,
) -> ValueId {
    let state = OpState::new(ir.ctx, name).operands(args).results(&[result]).attributes(ir.ctx, attrs);
    let op = ir.build(InsertPoint::End(block), state);
    ir.result(op, 0)
}

/// An op without attributes and regions on tensors, with inferred results.
pub fn eval(name: &str, inputs: &[Tensor]) -> Tensor {
    Case::inferred(&context(), name, inputs, &[]).tensor()
}
