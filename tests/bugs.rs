//! The public bug reports of `real/bugs`: each entry of `expect.json` behaves as it says is right.

use std::path::{Path, PathBuf};

use neuron_opt::dialects::ALL;
use neuron_opt::interp::{RunOptions, run};
use neuron_opt::ir::{Context, Diagnostic, Diagnostics, Ir, Severity};
use neuron_opt::tensor::Tensor;
use serde_json::Value;

mod shared;
#[path = "support/transform.rs"]
mod transform;

use transform::{messages, transform};

fn transformed<'c>(ctx: &'c Context, file: &Path, passes: &str) -> (Ir<'c>, Diagnostics) {
    transform(ctx, file, passes)
        .unwrap_or_else(|d| panic!("{} behind '{passes}': {}", file.display(), messages(&d)))
}

/// The only error of a pipeline that must fail; it has a place in the file.
fn error(file: &Path, passes: &str) -> Diagnostic {
    let ctx = Context::new(ALL);
    let Err(said) = transform(&ctx, file, passes) else {
        panic!("{} behind '{passes}' succeeds", file.display())
    };
    let [error] = &said.list[..] else { panic!("{}: {}", file.display(), messages(&said)) };
    let place = ctx.file(error.primary.span.file).expect("the error has a place");
    assert_eq!(
        (error.severity, place.name.as_ref()),
        (Severity::Error, &*file.to_string_lossy()),
        "{}",
        error.message
    );
    error.clone()
}

fn results(ir: &Ir<'_>, inputs: Vec<Tensor>) -> Vec<Tensor> {
    run(ir, None, inputs, &RunOptions::default())
        .unwrap_or_else(|error| panic!("{}", error.diagnostic.message))
        .results
}

fn floats(shape: &[usize], values: impl Iterator<Item = f32>) -> Tensor {
    Tensor::from_values(shape, &values.collect::<Vec<_>>()).expect("as many values as elements")
}

/// backend_config of every AwsNeuronTopK call.
fn ks(ir: &Ir<'_>) -> Vec<String> {
    let mut ks = Vec::new();
    ir.walk(ir.root(), |ir, op| {
        if ir.attr_text(op, "call_target_name") == Some("AwsNeuronTopK") {
            ks.extend(ir.attr_text(op, "backend_config").map(String::from));
        }
    });
    ks
}

/// k comes from the last slice: with and without canonicalization in front, and behind XLA's own pass, which takes all 1000.
fn full_range_slice(file: &Path) {
    for passes in ["raise-neuron-topk", "canonicalize,raise-neuron-topk", "topk-rewriter,raise-neuron-topk"] {
        let ctx = Context::new(ALL);
        let (ir, _) = transformed(&ctx, file, passes);
        assert_eq!(ks(&ir), ["3"], "{passes}");
    }
}

/// legalize-topk leaves stock XLA's target; what lowers names it; raise-neuron-topk makes it ours.
fn stock_topk(file: &Path) {
    let ctx = Context::new(ALL);
    let mut targets = Vec::new();
    let (ir, _) = transformed(&ctx, file, "legalize-topk");
    ir.walk(ir.root(), |ir, op| targets.extend(ir.attr_text(op, "call_target_name").map(String::from)));
    assert_eq!(targets, ["TopK"]);
    let refused = error(file, "legalize-topk,lower-to-nki-kernels");
    assert_eq!(refused.code.as_deref(), Some("NCC_EVRF015"));
    assert!(refused.message.contains("'TopK'"), "{}", refused.message);
    assert!(refused.help.iter().any(|help| help.contains("raise-neuron-topk")));
    let (ir, _) = transformed(&ctx, file, "raise-neuron-topk");
    assert_eq!(ks(&ir), ["2"]);
    transformed(&ctx, file, "neuron-pipeline");
}

/// The window of a slice changes what is taken, and nothing else.
fn slice_window(file: &Path, start: usize) {
    let input = floats(&[120, 384], (0..120 * 384).map(|i| i as f32));
    let wanted: Vec<f64> = (start * 384..(start + 40) * 384).map(|i| i as f64).collect();
    for passes in ["", "neuron-pipeline"] {
        let ctx = Context::new(ALL);
        let (ir, said) = transformed(&ctx, file, passes);
        assert!(said.list.is_empty(), "{}", messages(&said));
        assert_eq!(results(&ir, vec![input.clone()])[0].to_f64s(), wanted);
    }
}

/// The five smallest, at every level.
fn smallest_by_mhlo(file: &Path) {
    for passes in ["", "raise-neuron-topk", "neuron-pipeline"] {
        let ctx = Context::new(ALL);
        let (ir, _) = transformed(&ctx, file, passes);
        let results = results(&ir, vec![floats(&[64], (0..64).map(|i| i as f32))]);
        assert_eq!(results[0].to_f64s(), [-63.0, -62.0, -61.0, -60.0, -59.0], "{passes}");
        assert_eq!(results[1].to_f64s(), [63.0, 62.0, 61.0, 60.0, 59.0], "{passes}");
    }
}

fn topk_without_comparator(file: &Path) {
    let ctx = Context::new(ALL);
    transformed(&ctx, file, "topk-decomposer");
    for passes in ["lower-to-nki-kernels", "neuron-pipeline"] {
        assert_eq!(error(file, passes).code.as_deref(), Some("NCC_EVRF015"));
    }
}

fn sort_along_the_first_dimension(file: &Path) {
    let ctx = Context::new(ALL);
    let (ir, _) = transformed(&ctx, file, "");
    let wanted = [-4, -1, -7, 0, 0, 0, 3, 2, 1, 3, 2, 1].map(f64::from);
    assert_eq!(results(&ir, Vec::new())[0].to_f64s(), wanted);
}

fn nan_is_the_largest(file: &Path) {
    for passes in ["", "canonicalize", "topk-decomposer", "raise-neuron-topk"] {
        let ctx = Context::new(ALL);
        let (ir, _) = transformed(&ctx, file, passes);
        let results = results(&ir, Vec::new());
        let values = results[0].to_f64s();
        assert!(values[0].is_nan(), "{passes}: {values:?}");
        assert_eq!(values[1..], [f64::INFINITY, 0.0], "{passes}");
        assert_eq!(results[1].to_f64s(), [0.0, 2.0, 3.0], "{passes}");
    }
}

fn winners_at_the_end(file: &Path) {
    for passes in ["", "neuron-pipeline"] {
        let ctx = Context::new(ALL);
        let (ir, _) = transformed(&ctx, file, passes);
        let wanted: Vec<f64> = (502..512).rev().map(f64::from).collect();
        assert_eq!(results(&ir, Vec::new())[1].to_f64s(), wanted, "{passes}");
    }
}

fn more_places_than_s32_names(file: &Path) {
    let error = error(file, "");
    assert!(error.message.contains("3000000000") && error.message.contains("i32"), "{}", error.message);
}

/// The number of a parameter decides, not where it is listed.
fn parameters_in_any_order(file: &Path) {
    let ctx = Context::new(ALL);
    let (ir, _) = transformed(&ctx, file, "");
    let inputs = vec![floats(&[2], [1.0, 2.0].into_iter()), floats(&[2], [3.0, 4.0].into_iter())];
    assert_eq!(results(&ir, inputs)[0].to_f64s(), [-3.0, -4.0]);
}

fn k_in_a_dictionary(file: &Path) {
    for passes in ["legalize-topk", "neuron-pipeline"] {
        let error = error(file, passes);
        assert!(error.message.contains("base-10 integer"), "{}", error.message);
    }
}

/// A report and the check of what is right for it.
type Check = (&'static str, fn(&Path));

const CHECKS: &[Check] = &[
    ("B01", full_range_slice),
    ("B02", stock_topk),
    ("B09a", |file| slice_window(file, 40)),
    ("B09b", |file| slice_window(file, 80)),
    ("B14", smallest_by_mhlo),
    ("B15", topk_without_comparator),
    ("B21", sort_along_the_first_dimension),
    ("B22", nan_is_the_largest),
    ("B27", winners_at_the_end),
    ("B29", more_places_than_s32_names),
    ("B33", parameters_in_any_order),
    ("B40", k_in_a_dictionary),
];

#[test]
fn every_report_is_right() {
    let Some(real) = shared::directory("real") else { return };
    let folder =
        shared::folders(&real).into_iter().find(|folder| folder.ends_with("bugs")).expect("the reports");
    let expected = std::fs::read_to_string(folder.join("expect.json")).expect("the reports are listed");
    let expected: Vec<Value> = serde_json::from_str(&expected).expect("the list is JSON");
    let mut ids: Vec<&str> = expected.iter().filter_map(|entry| entry["id"].as_str()).collect();
    ids.sort_unstable();
    assert_eq!(ids, CHECKS.iter().map(|check| check.0).collect::<Vec<_>>());
    for entry in &expected {
        let file: PathBuf = folder.join(entry["file"].as_str().expect("each entry has a file"));
        let check = CHECKS.iter().find(|check| entry["id"] == check.0);
        check.map(|(_, check)| check(&file)).unwrap_or_default();
    }
}
