//! For tests: reads text, collects what the verifier says, and runs programs of the device dialects.

use std::collections::HashMap;
use std::rc::Rc;

use crate::dialects::{ALL, bir, dve, nki};
use crate::ir::text::{ParseOptions, PrintOptions, parse, print};
use crate::ir::{Context, Diagnostic, Diagnostics, Ir, OpId, RegionId, Trait, ValueId, verify};
use crate::machine::{EvalError, EvalFn, Exec, Grid, Machine, Probes, Program, RtValue};
use crate::tensor::Tensor;

/// The module of a text. Panics with the errors if it cannot be read.
pub fn module<'c>(ctx: &'c Context, text: &str) -> Ir<'c> {
    let mut diagnostics = Diagnostics::new();
    let file = ctx.add_file("test.mlir", text);
    let ir = parse(ctx, file, 0..text.len(), &ParseOptions::default(), &mut diagnostics);
    let messages: Vec<_> = diagnostics.list.iter().map(|d| &d.message).collect();
    ir.unwrap_or_else(|| panic!("{messages:?} in\n{text}"))
}

/// What the verifier says about a text.
pub fn verified(text: &str) -> Vec<Diagnostic> {
    let ctx = Context::new(ALL);
    let ir = module(&ctx, text);
    let mut diagnostics = Diagnostics::new();
    verify(&ir, ir.root(), &mut diagnostics);
    diagnostics.list
}

/// Errors unless the verifier's only message contains `part`; an empty one stands for no message.
#[track_caller]
pub fn expect(text: &str, part: &str) {
    let found = verified(text);
    let messages: Vec<&str> = found.iter().map(|d| d.message.as_str()).collect();
    match messages.as_slice() {
        [] => assert_eq!(part, "", "nothing is wrong with\n{text}"),
        [one] => assert!(!part.is_empty() && one.contains(part), "got: {one}\nfor\n{text}"),
        many => panic!("{many:#?} for\n{text}"),
    }
}

/// A module as text.
pub fn printed(ir: &Ir<'_>, generic: bool) -> String {
    let mut text = Vec::new();
    print(ir, &PrintOptions { generic, ..Default::default() }, &mut text).expect("memory takes any text");
    String::from_utf8(text).expect("the printer writes UTF-8")
}

/// Errors unless the pretty and the generic form of a text are read back to the same module. Gives the pretty form.
#[track_caller]
pub fn round_trip(text: &str) -> String {
    let ctx = Context::new(ALL);
    let ir = module(&ctx, text);
    let (pretty, generic) = (printed(&ir, false), printed(&ir, true));
    for form in [&pretty, &generic] {
        let back = module(&ctx, form);
        assert_eq!(printed(&back, true), generic);
        assert_eq!(printed(&back, false), pretty);
    }
    pretty
}

/// Runs function or kernel `entry` of a module on tensors. Gives its results and what it reported.
pub fn run(text: &str, entry: &str, inputs: &[Tensor]) -> Result<(Vec<Tensor>, Vec<String>), EvalError> {
    let ctx = Context::new(ALL);
    let ir = module(&ctx, text);
    let mut diagnostics = Diagnostics::new();
    verify(&ir, ir.root(), &mut diagnostics);
    assert_eq!(diagnostics.list, []);
    let target = super::limits(&ir, ir.root()).target;
    let mut exec =
        Interpreter { ir: &ir, values: HashMap::new(), machine: Machine::new(target), reports: Vec::new() };
    let args: Vec<RtValue> = inputs.iter().map(|tensor| RtValue::Tensor(Rc::new(tensor.clone()))).collect();
    let results = exec.call(ir.root(), entry, &args)?;
    let tensors = results.into_iter().map(|value| match value {
        RtValue::Tensor(tensor) => Tensor::clone(&tensor),
        other => panic!("{other:?} is no tensor"),
    });
    Ok((tensors.collect(), exec.reports))
}

/// The least that runs device programs: straight-line regions and calls.
struct Interpreter<'a> {
    ir: &'a Ir<'a>,
    values: HashMap<ValueId, RtValue>,
    machine: Machine,
    reports: Vec<String>,
}

fn meaning(name: &str) -> Option<EvalFn> {
    [nki::MEANINGS, bir::MEANINGS, dve::MEANINGS]
        .into_iter()
        .flatten()
        .find(|row| row.0 == name)
        .map(|row| row.1)
}

impl<'a> Exec<'a> for Interpreter<'a> {
    fn ir(&self) -> &'a Ir<'a> {
        self.ir
    }

    fn value(&self, value: ValueId) -> Result<RtValue, EvalError> {
        self.values.get(&value).cloned().ok_or_else(|| EvalError::new("a value that was not computed"))
    }

    fn set(&mut self, value: ValueId, result: RtValue) {
        self.values.insert(value, result);
    }

    fn run_region(&mut self, region: RegionId, args: &[RtValue]) -> Result<Vec<RtValue>, EvalError> {
        let ir = self.ir;
        let Some(block) = ir.entry_block(region) else { return Ok(Vec::new()) };
        for (&arg, value) in ir.args(block).iter().zip(args) {
            self.set(arg, value.clone());
        }
        for op in ir.block_ops(block) {
            if ir.has_trait(op, Trait::Terminator) {
                return ir.operands(op).map(|value| self.value(value)).collect();
            }
            self.execute(op)?;
        }
        Ok(Vec::new())
    }

    fn execute(&mut self, op: OpId) -> Result<(), EvalError> {
        let name = self.ir.name(op);
        let run = meaning(name).ok_or_else(|| EvalError::unsupported(name))?;
        run(self, op).map_err(|error| EvalError { op: error.op.or(Some(op)), ..error })
    }

    fn call(&mut self, from: OpId, symbol: &str, args: &[RtValue]) -> Result<Vec<RtValue>, EvalError> {
        let ir = self.ir;
        let found = ir.resolve_symbol(from, symbol).or_else(|| ir.lookup_symbol(ir.root(), symbol));
        let callee = found.ok_or_else(|| EvalError::new("no such symbol"))?;
        self.run_region(ir.region(callee, 0), args)
    }

    fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    fn grid(&mut self) -> &mut Grid {
        unreachable!("ops of devices run in one process")
    }

    fn run_grid(&mut self, _: OpId, _: Grid, _: Vec<Program>) -> Result<Vec<RtValue>, EvalError> {
        unreachable!("no op of a device starts processes")
    }

    fn waited_in(&self) -> Option<RegionId> {
        None
    }

    fn probes(&mut self) -> &mut Probes {
        unreachable!("no op of a device shows values")
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.reports.push(diagnostic.message);
    }
}
