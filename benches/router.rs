//! The router of a large model, T = 2048, H = 3072, E = 128, k = 8: lowering to bundles, and running each level.
//!
//! `cargo bench --bench router`

use divan::{Bencher, counter::ItemsCount};
use neuron_opt::dialects::ALL;
use neuron_opt::interp::{RunOptions, run};
use neuron_opt::ir::Context;

#[path = "../tests/support/lower.rs"]
mod lower;
#[path = "../tests/support/router.rs"]
mod router;

use router::Case;

const TARGET: &str = "trn2";

/// Passes that bring the call to each level.
const LEVELS: [(&str, &str); 4] = [
    ("kernel", ""),
    ("nki", "expand-nki-kernels"),
    ("bir", "expand-nki-kernels,nki-to-bir,bir-allocate"),
    ("dve", "expand-nki-kernels,nki-to-bir,bir-allocate,bir-to-dve"),
];

fn main() {
    divan::main();
}

fn case() -> Case {
    Case { bias: true, ..Case::new(2048, 3072, 128, 8) }.pipeline(3)
}

/// Reads and verifies the program, and runs the passes.
#[divan::bench(args = LEVELS.map(|level| level.0), sample_count = 5)]
fn lowering(bencher: Bencher, level: &str) {
    let source = case().source();
    bencher.bench_local(|| {
        let ctx = Context::new(ALL);
        lower::lower(&ctx, &source, passes(level), TARGET).map(|_| ()).expect("the program is legal")
    });
}

/// Runs the program on random data.
#[divan::bench(args = LEVELS.map(|level| level.0), sample_count = 3)]
fn execution(bencher: Bencher, level: &str) {
    let case = case();
    let inputs = case.inputs(&case.data(1));
    let ctx = Context::new(ALL);
    let (ir, _) = lower::lower(&ctx, &case.source(), passes(level), TARGET).expect("the program is legal");
    bencher
        .counter(ItemsCount::new(case.t * case.h * case.e))
        .with_inputs(|| inputs.clone())
        .bench_local_values(|inputs| {
            run(&ir, None, inputs, &RunOptions::default()).expect("the program runs").results
        });
}

fn passes(level: &str) -> &'static str {
    LEVELS.iter().find(|row| row.0 == level).map_or("", |row| row.1)
}
