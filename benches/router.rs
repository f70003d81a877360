//! The router of a large model, T = 2048, H = 3072, E = 128, k = 8: lowering to bundles, running each level, and the memory that it takes.
//!
//! `cargo bench --bench router`

use divan::{Bencher, counter::ItemsCount};
use neuron_opt::dialects::ALL;
use neuron_opt::interp::{Random, RunOptions, entry_point, input_types, random_tensor, run};
use neuron_opt::ir::{Context, Ir};

#[path = "../tests/support/lower.rs"]
mod lower;

/// The call: ACT1, topK, Norm, Scatter, with a bias.
const SOURCE: &str = r#"
func.func @main(%x: tensor<3072x2048xbf16>, %w: tensor<3072x128xbf16>, %b: tensor<1x128xbf16>)
    -> (tensor<2048x128xf32>, tensor<2048x8xui32>, tensor<2048x128xf32>) {
  %logits, %index, %affinities = "nki.router_topk"(%x, %w, %b)
    {k = 8 : i64, act_fn = "softmax", x_hbm_layout = 0 : i64, router_pre_norm = true, norm_topk_prob = true}
    : (tensor<3072x2048xbf16>, tensor<3072x128xbf16>, tensor<1x128xbf16>)
    -> (tensor<2048x128xf32>, tensor<2048x8xui32>, tensor<2048x128xf32>)
  return %logits, %index, %affinities : tensor<2048x128xf32>, tensor<2048x8xui32>, tensor<2048x128xf32>
}
"#;

/// Products of the matrix multiplication.
const PRODUCTS: usize = 2048 * 3072 * 128;

const TARGET: &str = "trn2";

/// Passes that bring the call to each level.
const LEVELS: [(&str, &str); 5] = [
    ("kernel", ""),
    ("stages", "expand-nki-kernels{stop-after=stages}"),
    ("nki", "expand-nki-kernels"),
    ("bir", "expand-nki-kernels,nki-to-bir,bir-allocate"),
    ("dve", "expand-nki-kernels,nki-to-bir,bir-allocate,bir-to-dve"),
];

fn main() {
    divan::main();
    match peak_memory() {
        Some(peak) => println!("peak memory of all benches: {peak} MiB"),
        None => println!("peak memory: this system does not tell"),
    }
}

/// The most memory that this process had, in MiB, where the system has a file that says so.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kib| kib >> 10)
}

fn lowered<'c>(ctx: &'c Context, level: &str) -> Ir<'c> {
    let lowered = lower::lower(ctx, SOURCE, passes(level), TARGET);
    lowered.unwrap_or_else(|diagnostics| panic!("{}", lower::messages(&diagnostics))).0
}

/// Reads and verifies the program, and runs the passes.
#[divan::bench(args = LEVELS.map(|level| level.0), sample_count = 5)]
fn lowering(bencher: Bencher, level: &str) {
    bencher.bench_local(|| {
        lowered(&Context::new(ALL), level);
    });
}

/// Runs the program on random data.
#[divan::bench(args = LEVELS.map(|level| level.0), sample_count = 3)]
fn execution(bencher: Bencher, level: &str) {
    let ctx = Context::new(ALL);
    let ir = lowered(&ctx, level);
    let entry = entry_point(&ir, None).expect("there is a main");
    let mut random = Random::new(1);
    let types = input_types(&ir, entry).expect("tensors of static shape");
    let inputs: Option<Vec<_>> =
        types.iter().map(|(elem, shape)| random_tensor(*elem, shape, &mut random)).collect();
    let inputs = inputs.expect("the inputs fit");
    bencher.counter(ItemsCount::new(PRODUCTS)).with_inputs(|| inputs.clone()).bench_local_values(|inputs| {
        run(&ir, None, inputs, &RunOptions::default()).expect("the program runs").results
    });
}

fn passes(level: &str) -> &'static str {
    LEVELS.iter().find(|row| row.0 == level).map_or("", |row| row.1)
}
