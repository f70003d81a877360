//! Parse, verify and print of synthetic modules.

use divan::Bencher;
use neuron_opt::dialects::ALL;
use neuron_opt::ir::text::{self, ParseOptions, PrintOptions};
use neuron_opt::ir::{Context, Diagnostics, verify};

fn main() {
    divan::main();
}

/// One function of `ops` element-wise tensor ops, each using the two values before it.
fn module(ops: usize) -> String {
    let ty = "tensor<128x512xf32>";
    let mut out = format!("func.func @main(%arg0: {ty}, %arg1: {ty}) -> {ty} {{\n");
    let name = |n: usize| if n < 2 { format!("%arg{n}") } else { format!("%{}", n - 2) };
    for n in 0..ops {
        let (a, b) = (name(n), name(n + 1));
        out += &format!("  %{n} = \"bench.add\"({a}, {b}) {{k = {}}} : ({ty}, {ty}) -> {ty}\n", n % 100);
    }
    out + &format!("  return %{} : {ty}\n}}\n", ops - 1)
}

#[divan::bench(args = [10_000, 100_000])]
fn parse_verify_print(bencher: Bencher, ops: usize) {
    let source = module(ops);
    bencher.bench(|| {
        let ctx = Context::new(ALL);
        let file = ctx.add_file("bench", source.as_str());
        let mut diagnostics = Diagnostics::new();
        let options = ParseOptions { allow_unregistered: true };
        let ir =
            text::parse(&ctx, file, 0..source.len(), &options, &mut diagnostics).expect("the text is right");
        verify(&ir, ir.root(), &mut diagnostics);
        assert!(!diagnostics.has_errors());
        text::print(&ir, &PrintOptions::default(), &mut std::io::sink()).expect("a sink takes everything");
    });
}
