//! Parse, verify, print and the basic passes on synthetic modules, step by step.

mod shapes;

use divan::Bencher;
use neuron_opt::dialects;
use neuron_opt::ir::text::{self, ParseOptions, PrintOptions};
use neuron_opt::ir::{Context, Diagnostics, Ir, verify};
use neuron_opt::passes::{Instruments, PassManager, Pipeline, Settings, VerifyEach};

fn main() {
    divan::main();
}

const SHAPES: [&str; 8] = ["mixed", "flat", "nested", "attrs", "dense", "arith", "cse", "cfg"];

/// The module of a shape as text.
fn source(name: &str) -> String {
    let shape = shapes::shape(name);
    (shape.text)(shape.ops)
}

fn parse_module<'c>(ctx: &'c Context, source: &str) -> Ir<'c> {
    let file = ctx.add_file("bench", source);
    let options = ParseOptions { allow_unregistered: true };
    text::parse(ctx, file, 0..source.len(), &options, &mut Diagnostics::new()).expect("the text is right")
}

fn verify_module(ir: &Ir<'_>) {
    let mut diagnostics = Diagnostics::new();
    verify(ir, ir.root(), &mut diagnostics);
    assert!(!diagnostics.has_errors());
}

fn print_module(ir: &Ir<'_>) {
    let options = PrintOptions { generic: true, ..PrintOptions::default() };
    text::print(ir, &options, &mut std::io::sink()).expect("a sink takes everything");
}

#[divan::bench]
fn start(bencher: Bencher) {
    bencher.bench(|| Context::new(dialects::ALL));
}

#[divan::bench(args = SHAPES)]
fn parse(bencher: Bencher, shape: &str) {
    let source = source(shape);
    bencher.counter(divan::counter::BytesCount::of_str(&source)).bench(|| {
        let ctx = Context::new(dialects::ALL);
        parse_module(&ctx, &source);
    });
}

#[divan::bench(args = SHAPES)]
fn verify_only(bencher: Bencher, shape: &str) {
    let ctx = Context::new(dialects::ALL);
    let ir = parse_module(&ctx, &source(shape));
    bencher.bench_local(|| verify_module(&ir));
}

#[divan::bench(args = SHAPES)]
fn print(bencher: Bencher, shape: &str) {
    let ctx = Context::new(dialects::ALL);
    let ir = parse_module(&ctx, &source(shape));
    bencher.bench_local(|| print_module(&ir));
}

#[divan::bench(args = SHAPES)]
fn round_trip(bencher: Bencher, shape: &str) {
    let source = source(shape);
    bencher.bench(|| {
        let ctx = Context::new(dialects::ALL);
        let ir = parse_module(&ctx, &source);
        verify_module(&ir);
        print_module(&ir);
    });
}

/// A pass over a fresh module; reading the module is not measured.
fn pass(bencher: Bencher, shape: &str, pass: &str) {
    let source = source(shape);
    let ctx = Context::new(dialects::ALL);
    bencher.with_inputs(|| parse_module(&ctx, &source)).bench_local_values(|mut ir| {
        let pipeline = Pipeline::parse(&ctx, ctx.add_file("pipeline", pass)).expect("the pass exists");
        let mut output = std::io::sink();
        let instruments = Instruments {
            verify_each: VerifyEach::Nothing,
            print_ir: Default::default(),
            printer: &|_, _| String::new(),
            output: &mut output,
        };
        let settings = Settings::default();
        let mut diagnostics = Diagnostics::new();
        let result = PassManager::new(&settings, instruments).run(&pipeline, &mut ir, &mut diagnostics);
        result.expect("the pass succeeds");
    });
}

#[divan::bench(args = ["arith", "cse", "mixed"])]
fn canonicalize(bencher: Bencher, shape: &str) {
    pass(bencher, shape, "canonicalize");
}

#[divan::bench(args = ["arith", "cse", "mixed"])]
fn cse(bencher: Bencher, shape: &str) {
    pass(bencher, shape, "cse");
}
