//! Every level of a top-k computes the same: stored outputs of real modules, and random programs against the
//! total-order reference, from the host op down to executed bundles.

use std::path::Path;

use neuron_opt::dialects::elements::tensor_type_parts;
use neuron_opt::dialects::{ALL, func};
use neuron_opt::interp::{RunOptions, entry_point, run};
use neuron_opt::ir::{Context, Ir, Severity};
use neuron_opt::tensor::io::{Expected, read_npy};
use neuron_opt::tensor::{ElementType, Tensor, Tolerance, compare, top_k};
use proptest::prelude::*;
use serde_json::Value;

#[path = "support/lower.rs"]
mod lower;
mod shared;

use lower::{lower, messages};

/// Passes that bring a module from HLO to each level.
const LEVELS: [(&str, &str); 4] = [
    ("hlo", ""),
    ("nki", "raise-neuron-topk,legalize-topk,lower-to-nki-kernels,expand-nki-kernels"),
    (
        "bir",
        "raise-neuron-topk,legalize-topk,lower-to-nki-kernels,expand-nki-kernels,nki-to-bir,bir-allocate",
    ),
    (
        "dve",
        "raise-neuron-topk,legalize-topk,lower-to-nki-kernels,expand-nki-kernels,nki-to-bir,bir-allocate,bir-to-dve",
    ),
];

/// Runs one data set of a case; what differs, if something does.
fn check(ir: &Ir<'_>, folder: &Path, data: &Value) -> Result<(), String> {
    let main = entry_point(ir, None).map_err(|d| d.message)?;
    let (inputs, results) = func::signature(ir, main).ok_or("'main' has no signature")?;
    let read = |kind: &str, types: &[neuron_opt::ir::Type]| -> Result<Vec<Tensor>, String> {
        let files = data[kind].as_array().into_iter().flatten().filter_map(|file| file["file"].as_str());
        let pairs = files.zip(types);
        pairs
            .map(|(file, &ty)| {
                let (elem, shape) = tensor_type_parts(ir.ctx, ty).ok_or("a type that no file holds")?;
                let expected = Some(Expected { elem, shape: &shape });
                read_npy(&folder.join(file), expected).map_err(|error| error.to_string())
            })
            .collect()
    };
    let outcome =
        run(ir, None, read("inputs", inputs)?, &RunOptions::default()).map_err(|e| e.diagnostic.message)?;
    let wanted = read("outputs", results)?;
    assert_eq!(wanted.len(), outcome.results.len(), "{}", folder.display());
    let tolerance = match data["compare"].as_str().and_then(|text| text.strip_prefix("approx:")) {
        Some(tolerance) => Tolerance::Approximate(tolerance.parse().map_err(|_| "an unreadable tolerance")?),
        None => Tolerance::Bitwise,
    };
    for (index, (got, want)) in outcome.results.iter().zip(&wanted).enumerate() {
        compare(got, want, tolerance).map_err(|report| format!("result {index}: {report}"))?;
    }
    Ok(())
}

/// Cases whose top-k the device cannot do, with the code that says so.
const REFUSED: &[(&str, &str)] = &[
    ("aws_s32_rejected", "NCC_EVRF013"),
    ("topk_i32_4x32_k4", "NCC_EVRF013"),
    ("topk_f64_2x16_k3", "NCC_EUDT001"),
    ("topk_f8e4m3fn", "NCC_EUDT001"),
    ("topk_pred", "NCC_EUDT001"),
    ("topk_u8_2x20_k3", "NCC_EUDT001"),
];

#[test]
fn real_topk_modules_compute_their_stored_outputs_at_every_level() {
    let Some(real) = shared::directory("real") else { return };
    let mut faults = Vec::new();
    let mut runs = 0;
    for case in shared::folders(&real) {
        let name = case.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !["aws_", "topk_", "tx_aws_"].iter().any(|prefix| name.starts_with(prefix)) {
            continue;
        }
        let source = std::fs::read_to_string(case.join("module.mlir")).expect("every case has a module");
        let meta = std::fs::read_to_string(case.join("meta.json")).expect("every case has a description");
        let meta: Value = serde_json::from_str(&meta).expect("descriptions are JSON");
        let malformed = meta["expect_legalize_topk"]["result"] == "error";
        let refused = REFUSED.iter().find(|row| row.0 == name).map(|row| row.1);
        for (level, passes) in LEVELS {
            for target in ["trn1", "trn2"] {
                let ctx = Context::new(ALL);
                let lowered = lower(&ctx, &source, passes, target);
                let at = format!("{name} at {level} on {target}");
                let (ir, diagnostics) = match lowered {
                    Ok(_) if level != "hlo" && (malformed || refused.is_some()) => {
                        faults.push(format!("{at}: is not refused"));
                        continue;
                    }
                    Ok(lowered) => lowered,
                    Err(diagnostics) => {
                        let coded = |code| {
                            diagnostics
                                .list
                                .iter()
                                .any(|d| d.code.as_deref() == Some(code) && !d.primary.span.is_none())
                        };
                        let expected = level != "hlo" && (malformed || refused.is_some_and(coded));
                        if !expected {
                            faults.push(format!("{at}: {}", messages(&diagnostics)));
                        }
                        continue;
                    }
                };
                if name == "aws_in_while" && level != "hlo" {
                    let warned = diagnostics.list.iter().any(|d| d.severity == Severity::Warning);
                    assert!(warned, "{at}: a top-k that stays on the host is warned about");
                }
                for (set, data) in meta["datasets"].as_object().into_iter().flatten() {
                    // The order of NaN and of mixed zeros is the device's own; tests below pin it.
                    if level != "hlo" && ["nan", "negnan", "zeros"].contains(&set.as_str()) {
                        continue;
                    }
                    runs += 1;
                    if let Err(message) = check(&ir, &case.join(set), data) {
                        faults.push(format!("{at}, {set}: {message}"));
                    }
                }
            }
        }
    }
    eprintln!("{runs} runs");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    assert!(runs > 300, "only {runs} runs");
}

/// A module with one AwsNeuronTopK call over `shape`.
fn module(shape: &[usize], elem: &str, k: usize) -> String {
    let dims = |shape: &[usize]| shape.iter().map(|d| format!("{d}x")).collect::<String>();
    let lead = &shape[..shape.len() - 1];
    let (x, v) = (dims(shape), format!("{}{k}x", dims(lead)));
    format!(
        "func.func @main(%x: tensor<{x}{elem}>) -> (tensor<{v}{elem}>, tensor<{v}xi32>) {{\n\
         %v, %i = stablehlo.custom_call @AwsNeuronTopK(%x) {{backend_config = \"{k}\"}} : (tensor<{x}{elem}>) -> (tensor<{v}{elem}>, tensor<{v}xi32>)\n\
         return %v, %i : tensor<{v}{elem}>, tensor<{v}xi32>\n}}\n"
    )
    .replace("xx", "x")
}

#[derive(Clone, Debug)]
struct Case {
    shape: Vec<usize>,
    elem: (&'static str, ElementType),
    k: usize,
    values: Vec<f32>,
}

const ELEMENTS: [(&str, ElementType); 3] =
    [("f32", ElementType::F32), ("bf16", ElementType::BF16), ("f16", ElementType::F16)];

/// Few distinct values, so that ties abound; no NaN, and zeros of one sign.
fn element() -> impl Strategy<Value = f32> {
    prop_oneof![
        4 => (-3i8..4).prop_map(f32::from),
        2 => -100.0f32..100.0,
        1 => Just(f32::INFINITY),
        3 => Just(f32::NEG_INFINITY),
        1 => Just(1e-40f32),
        1 => Just(-1e-40f32),
        1 => Just(6e-8f32),
    ]
    .prop_map(|v| if v == 0.0 { 0.0 } else { v })
}

fn case() -> impl Strategy<Value = Case> {
    (prop::collection::vec(1usize..6, 0..3), 1usize..70, 0usize..3)
        .prop_flat_map(|(lead, n, elem)| {
            let mut shape = lead;
            shape.push(n);
            let count = shape.iter().product::<usize>();
            (Just(shape), Just(ELEMENTS[elem]), 1..=n, prop::collection::vec(element(), count))
        })
        .prop_map(|(shape, elem, k, values)| Case { shape, elem, k, values })
}

/// Shapes at the edges of the machine: more rows than partitions, rows of up to 16384 elements, hundreds of folds of eight.
fn large_case() -> impl Strategy<Value = Case> {
    let many_rows = (120usize..300, 1usize..20).prop_flat_map(|(r, n)| (Just(r), Just(n), 1..=n));
    let long_rows = (1usize..3, 4000usize..=16384, 1usize..20);
    let many_folds = (Just(1usize), 513usize..800).prop_flat_map(|(r, n)| (Just(r), Just(n), 500..=n));
    (prop_oneof![many_rows, long_rows, many_folds], 0usize..3)
        .prop_flat_map(|((rows, n, k), elem)| {
            let values = prop::collection::vec(element(), rows * n);
            (Just(vec![rows, n]), Just(ELEMENTS[elem]), Just(k), values)
        })
        .prop_map(|(shape, elem, k, values)| Case { shape, elem, k, values })
}

/// Every level of a case against the total order, on both targets.
fn agrees_at_every_level(case: &Case) -> Result<(), TestCaseError> {
    let x = input(case);
    let (values, indices) = top_k(&x, case.k).expect("k fits the row");
    let source = module(&case.shape, case.elem.0, case.k);
    for (level, passes) in LEVELS {
        for target in ["trn1", "trn2"] {
            let results = results_of(&source, passes, target, &x)?;
            prop_assert_eq!(&results[0], &values, "values at {} on {}", level, target);
            prop_assert_eq!(&results[1], &indices, "indices at {} on {}", level, target);
        }
    }
    Ok(())
}

/// Rows that no instruction can search: folded over partitions evenly and not, with ties across the folds, both
/// infinities (more of -inf than the finite elements leave room for), and k from 1 to hundreds.
#[test]
fn folded_rows_equal_the_total_order() {
    let value = |i: usize| match i.wrapping_mul(2_654_435_761) >> 7 & 0x3FF {
        0..=2 => f32::INFINITY,
        3..=500 => f32::NEG_INFINITY,
        other => (other % 37) as f32 * 0.5 - 9.0,
    };
    for (rows, n, k, elem) in
        [(3, 20_000, 40, 0), (1, 33_000, 600, 1), (2, 16_385, 1, 2), (5, 16_384 + 256, 17, 0)]
    {
        let values: Vec<f32> = (0..rows * n).map(value).collect();
        agrees_at_every_level(&Case { shape: vec![rows, n], elem: ELEMENTS[elem], k, values })
            .unwrap_or_else(|fault| panic!("{rows} x {n}, k = {k}: {fault}"));
    }
    // Nothing but -inf: the first k.
    let values = vec![f32::NEG_INFINITY; 17_000];
    agrees_at_every_level(&Case { shape: vec![1, 17_000], elem: ELEMENTS[0], k: 100, values })
        .expect("agrees");
}

/// What a module computes after a pipeline.
fn results_of(source: &str, passes: &str, target: &str, x: &Tensor) -> Result<Vec<Tensor>, TestCaseError> {
    let ctx = Context::new(ALL);
    let (ir, _) = lower(&ctx, source, passes, target).map_err(|d| TestCaseError::fail(messages(&d)))?;
    let outcome = run(&ir, None, vec![x.clone()], &RunOptions::default());
    outcome.map(|o| o.results).map_err(|e| TestCaseError::fail(e.diagnostic.message))
}

/// The input of a case, with the negative zeros that narrow types make of small numbers turned positive.
fn input(case: &Case) -> Tensor {
    let wide = Tensor::from_values(&case.shape, &case.values).expect("as many values as the shape holds");
    let narrow = wide.convert(case.elem.1);
    let values: Vec<f32> = narrow.to_f32s().iter().map(|&v| if v == 0.0 { 0.0 } else { v }).collect();
    Tensor::from_values(&case.shape, &values).expect("the same shape").convert(case.elem.1)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_level_equals_the_total_order(case in case()) {
        agrees_at_every_level(&case)?;
    }

    /// The fused form selects the same values; among equal ones it may name the elements in another order, but each once.
    /// It strikes with -inf alone, as the shipped kernel does, so what it names for a genuine -inf is not defined.
    #[test]
    fn the_fused_form_selects_the_same_values(case in case()) {
        let x = input(&case);
        let (values, _) = top_k(&x, case.k).expect("k fits the row");
        let source = module(&case.shape, case.elem.0, case.k);
        let n = case.shape[case.shape.len() - 1];
        for passes in [LEVELS[1].1, LEVELS[2].1, LEVELS[3].1] {
            let passes = passes.replace("expand-nki-kernels", "expand-nki-kernels{topk-form=fused}");
            let results = results_of(&source, &passes, "trn2", &x)?;
            prop_assert_eq!(&results[0], &values, "{}", passes);
            for (row, chosen) in results[1].to_i64s().chunks(case.k).enumerate() {
                let mut named = std::collections::BTreeSet::new();
                for (slot, &index) in chosen.iter().enumerate() {
                    let value = row * case.k + slot;
                    if values.to_f32s()[value] != f32::NEG_INFINITY {
                        prop_assert!(named.insert(index), "row {} names an element twice: {:?}", row, chosen);
                        prop_assert_eq!(x.bits(row * n + index as usize), values.bits(value));
                    }
                }
            }
        }
    }

    /// Whatever the data, NaN and mixed zeros included, the levels below the host agree with the kernel-level op.
    #[test]
    fn device_levels_agree_on_any_bits(rows in 1usize..4, n in 1usize..40, k in 1usize..40, bits in prop::collection::vec(any::<u32>(), 160)) {
        let k = k.min(n);
        let odd = [0x7fc0_0000u32, 0xffc0_0001, 0x8000_0000, 0, 0x7f80_0000, 0xff80_0000, 1, 0x8000_0001];
        let values: Vec<f32> = (0..rows * n)
            .map(|i| bits[i % bits.len()])
            .map(|b| f32::from_bits(if b % 3 == 0 { odd[(b / 3) as usize % odd.len()] } else { b }))
            .collect();
        let x = Tensor::from_values(&[rows, n], &values).expect("rows * n values");
        let source = module(&[rows, n], "f32", k);
        let kernel_level = "legalize-topk,lower-to-nki-kernels";
        let mut first: Option<Vec<Tensor>> = None;
        for passes in [kernel_level, LEVELS[1].1, LEVELS[2].1, LEVELS[3].1] {
            let results = results_of(&source, passes, "trn2", &x)?;
            match &first {
                None => first = Some(results),
                Some(first) => prop_assert_eq!(first, &results, "{}", passes),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, max_shrink_iters: 8, ..ProptestConfig::default() })]

    #[test]
    fn every_level_of_a_large_case_equals_the_total_order(case in large_case()) {
        agrees_at_every_level(&case)?;
    }
}

/// The device's order where it differs from the host's, as spec bir.md §7 has it: equal keys, +0 and -0 among them, keep
/// the order of their positions, and a NaN never displaces anything.
#[test]
fn the_device_order_of_zeros_and_nan_is_pinned() {
    let source = module(&[1, 9], "f32", 3);
    let on_device = |values: [f32; 9]| {
        let ctx = Context::new(ALL);
        let (ir, _) = lower(&ctx, &source, LEVELS[3].1, "trn2").expect("lowers");
        let x = Tensor::from_values(&[1, 9], &values).expect("nine values");
        let results = run(&ir, None, vec![x], &RunOptions::default()).expect("runs").results;
        let bits: Vec<u128> = (0..3).map(|i| results[0].bits(i)).collect();
        (bits, results[1].to_i64s())
    };
    let zero = u128::from(0.0f32.to_bits());
    let minus = u128::from((-0.0f32).to_bits());
    // The host would put every +0 in front of every -0.
    let (bits, indices) = on_device([-1.0, -0.0, 0.0, -0.0, -2.0, -3.0, -4.0, -5.0, -6.0]);
    assert_eq!((bits, indices), (vec![minus, zero, minus], vec![1, 2, 3]));
    // The ninth element is NaN: the slots are full, so it displaces nothing. The host would rank it first.
    let (bits, indices) = on_device([1.0, 8.0, 2.0, 7.0, 3.0, 6.0, 4.0, 5.0, f32::NAN]);
    let of = |v: f32| u128::from(v.to_bits());
    assert_eq!((bits, indices), (vec![of(8.0), of(7.0), of(6.0)], vec![1, 3, 5]));
}
