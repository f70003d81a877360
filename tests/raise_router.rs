//! raise-router: real routers give their stored outputs before and after, and every way to write one is raised and
//! computes the same.

use neuron_opt::dialects::ALL;
use neuron_opt::interp::{Random, RunOptions, run};
use neuron_opt::ir::{Context, Ir};
use neuron_opt::tensor::{ElementType, Tensor, Tolerance, compare};
use serde_json::Value;

#[path = "shared/cases.rs"]
mod cases;
#[path = "support/lower.rs"]
mod lower;
mod shared;
#[path = "support/written_router.rs"]
mod written;

use lower::{lower, messages};
use written::{Combination, Gate, Order, Program, Sides, TopK};

const RAISE: &str = "canonicalize,inline,raise-router";

fn count(ir: &Ir<'_>, name: &str) -> usize {
    let mut count = 0;
    ir.walk(ir.root(), |ir, op| count += usize::from(ir.is(op, name)));
    count
}

/// Real routers, and how many kernels become of each.
const REAL: &[(&str, usize)] = &[
    ("aws_moe_router", 1),
    ("moe_bf16_top4", 1),
    ("moe_deepseek_grouped", 0),
    ("moe_softmax_top2", 1),
    ("tx_moe_mixtral", 1),
];

#[test]
fn real_routers_compute_their_stored_outputs_before_and_behind_every_pass() {
    let Some(real) = shared::directory("real") else { return };
    let mut faults = Vec::new();
    let mut runs = 0;
    let relaxed = format!("{RAISE}{{relaxed}}");
    for case in shared::folders(&real) {
        let name = case.file_name().unwrap_or_default().to_string_lossy();
        let Some((_, routers)) = REAL.iter().find(|row| row.0 == name) else {
            assert!(!name.contains("moe"), "{name} is a router that the table lacks");
            continue;
        };
        let source = std::fs::read_to_string(case.join("module.mlir")).expect("every case has a module");
        let meta = std::fs::read_to_string(case.join("meta.json")).expect("every case has a description");
        let meta: Value = serde_json::from_str(&meta).expect("descriptions are JSON");
        for passes in ["", &relaxed, "neuron-pipeline"] {
            let ctx = Context::new(ALL);
            let lowered = lower(&ctx, &source, passes, "trn2");
            let (ir, _) = lowered.unwrap_or_else(|d| panic!("{name}: {}", messages(&d)));
            if passes == relaxed && count(&ir, "nki.router_topk") != *routers {
                faults.push(format!("{name}: {} routers", count(&ir, "nki.router_topk")));
            }
            let (sets, different) = cases::check_all(&ir, &case, &meta, &[]);
            runs += sets;
            faults.extend(different.into_iter().map(|message| format!("behind '{passes}': {message}")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    // Ten data sets, each run three times.
    assert_eq!(runs, 30);
}

/// Small numbers, so that no gate saturates.
fn inputs(program: &Program, seed: u64) -> Vec<Tensor> {
    let mut random = Random::new(seed);
    let tensor = |shape: &Vec<usize>| {
        let count = shape.iter().product();
        let values: Vec<f32> = (0..count).map(|_| random.unit() as f32 * 0.4 - 0.2).collect();
        Tensor::from_values(shape, &values).expect("as many values").convert(program.elem)
    };
    program.input_shapes().iter().map(tensor).collect()
}

/// What is wrong with the raised program, if something is.
fn check(program: &Program, passes: &str) -> Result<(), String> {
    let source = program.source();
    let ctx = Context::new(ALL);
    let (before, _) = lower(&ctx, &source, "", "trn2").map_err(|d| messages(&d))?;
    let (after, _) = lower(&ctx, &source, passes, "trn2").map_err(|d| messages(&d))?;
    let routers = count(&after, "nki.router_topk");
    let left: Vec<&str> = ["hlo.custom_call", "hlo.top_k", "hlo.exponential"]
        .into_iter()
        .filter(|name| count(&after, name) > 0)
        .collect();
    if passes.starts_with(RAISE) && (routers != 1 || !left.is_empty()) {
        return Err(format!("{routers} routers, and the host keeps {left:?}"));
    }
    for seed in 0..2 {
        let results = |ir: &Ir<'_>| {
            let outcome = run(ir, None, inputs(program, seed), &RunOptions::default());
            outcome.map(|outcome| outcome.results).map_err(|error| error.diagnostic.message)
        };
        let (want, got) = (results(&before)?, results(&after)?);
        for (index, (got, want)) in got.iter().zip(&want).enumerate() {
            // Scores in bf16 are rounded from sums in another order.
            let exactness = if got.elem() == ElementType::BF16 { 1e-2 } else { 1e-5 };
            compare(got, want, Tolerance::Approximate(exactness))
                .map_err(|r| format!("result {index}: {r}"))?;
        }
    }
    Ok(())
}

/// Ways to write a router, each with one thing changed.
fn variants() -> Vec<Program> {
    let base = Program::new();
    let with = |change: fn(&mut Program)| {
        let mut program = base.clone();
        change(&mut program);
        program
    };
    vec![
        base.clone(),
        with(|p| p.h = 100),
        with(|p| p.h = 384),
        with(|p| p.batch = vec![2, 3]),
        with(|p| p.batch = vec![130]),
        with(|p| p.batch = vec![256]),
        with(|p| p.e = 512),
        with(|p| p.k = 1),
        with(|p| p.k = 8),
        with(|p| p.elem = ElementType::BF16),
        with(|p| p.elem = ElementType::F16),
        with(|p| p.sides = Sides::ExpertsFirst),
        with(|p| p.sides = Sides::Swapped),
        with(|p| p.sides = Sides::TokensLast),
        with(|p| p.bias = true),
        with(|p| p.gate = Gate::Sigmoid),
        with(|p| p.gate = Gate::WrittenSigmoid),
        with(|p| p.gate = Gate::KeepingSoftmax),
        with(|p| p.top_k = TopK::Aws),
        with(|p| p.top_k = TopK::Topk),
        with(|p| p.index = "ui32"),
        with(|p| p.index = "i64"),
        with(|p| p.scores_used = true),
        with(|p| p.gates_used = true),
    ]
}

/// Every order for each way to write the rest, with every combination of the weights for the first.
#[test]
fn every_way_to_write_a_router_is_raised_and_computes_the_same() {
    let mut faults = Vec::new();
    let mut programs = 0;
    let combinations = [Combination::Dot, Combination::None, Combination::Sum, Combination::Scatter];
    for (number, variant) in variants().into_iter().enumerate() {
        for order in [Order::GateFirst, Order::GateFirstNormalized, Order::RankFirst] {
            for &combination in &combinations[..if number == 0 { 4 } else { 1 }] {
                let program = Program { order, combination, ..variant.clone() };
                if !program.is_written() {
                    continue;
                }
                programs += 1;
                if let Err(message) = check(&program, RAISE) {
                    faults.push(format!("{program:?}: {message}\n{}", program.source()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} of {programs}:\n{}", faults.len(), faults.first().expect("there is one"));
    assert!(programs > 70, "only {programs} programs");
}

#[test]
fn raised_routers_run_on_the_device() {
    for order in [Order::GateFirst, Order::GateFirstNormalized, Order::RankFirst] {
        let program =
            Program { order, batch: vec![2, 70], h: 200, combination: Combination::Dot, ..Program::new() };
        check(&program, "neuron-pipeline").unwrap_or_else(|message| panic!("{order:?}: {message}"));
    }
}
