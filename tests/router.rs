//! The router kernel against stored outputs, and against a plain reference in f64.

use std::path::Path;

use neuron_opt::dialects::ALL;
use neuron_opt::interp::{RunOptions, run};
use neuron_opt::ir::Context;
use neuron_opt::ir::text::{PrintOptions, print};
use neuron_opt::tensor::io::read_npy;
use neuron_opt::tensor::{ElementType, Tensor};
use serde_json::Value;

#[path = "support/lower.rs"]
mod lower;
#[path = "support/router.rs"]
mod router;
mod shared;

use lower::{lower, messages};
use router::{Case, Data, close, rtol};

/// Passes that bring a call to each level.
const LEVELS: &[(&str, &str)] = &[
    ("kernel", ""),
    ("stages", "expand-nki-kernels{stop-after=stages}"),
    ("nki", "expand-nki-kernels"),
    ("bir", "expand-nki-kernels,nki-to-bir,bir-allocate"),
    ("dve", "expand-nki-kernels,nki-to-bir,bir-allocate,bir-to-dve"),
];

/// Runs a program at a level.
fn execute(source: &str, passes: &str, inputs: Vec<Tensor>) -> Result<Vec<Tensor>, String> {
    let ctx = Context::new(ALL);
    let (ir, _) = lower(&ctx, source, passes, "trn2").map_err(|d| messages(&d))?;
    run(&ir, None, inputs, &RunOptions::default()).map(|o| o.results).map_err(|e| e.diagnostic.message)
}

/// The results at the kernel level, when every other level gives the same bits.
fn execute_everywhere(source: &str, inputs: &[Tensor]) -> Result<Vec<Tensor>, String> {
    let mut first: Option<Vec<Tensor>> = None;
    for (level, passes) in LEVELS {
        let results = execute(source, passes, inputs.to_vec()).map_err(|m| format!("{level}: {m}"))?;
        match &first {
            None => first = Some(results),
            Some(first) if *first == results => {}
            Some(_) => return Err(format!("{level} gives other bits than the kernel level")),
        }
    }
    first.ok_or_else(|| "there are no levels".to_owned())
}

/// A golden case as a call.
fn golden(meta: &Value) -> Case {
    let size = |name: &str| meta[name].as_u64().expect("a size") as usize;
    let flag = |name: &str| meta[name].as_bool().expect("a flag");
    let elem = ElementType::from_name(meta["dtype"].as_str().expect("a type")).expect("a known type");
    let mut case = Case::new(size("T"), size("H"), size("E"), size("k"));
    case.softmax = meta["act_fn"] == "softmax";
    case.pre_norm = flag("router_pre_norm");
    case.norm = flag("norm_topk_prob");
    case.bias = flag("has_bias");
    case.x_hbm_layout = size("x_hbm_layout");
    case.elem = elem;
    for (name, value) in meta["flags"].as_object().into_iter().flatten() {
        case.attrs.push(format!("{name} = {value}"));
    }
    // Two cores share the tokens.
    case.lnc = if case.has("shard_on_tokens") { 2 } else { 1 };
    case
}

fn check_golden(folder: &Path) -> Result<(), String> {
    let meta = std::fs::read_to_string(folder.join("meta.json")).map_err(|e| e.to_string())?;
    // A gap that does not exist is written as Python writes it.
    let meta: Value = serde_json::from_str(&meta.replace("NaN", "null")).map_err(|e| e.to_string())?;
    let case = golden(&meta);
    let read = |name: String| read_npy(&folder.join(name), None).map_err(|e| e.to_string());
    let count = meta["inputs"].as_array().map_or(0, Vec::len);
    let inputs = (0..count).map(|i| read(format!("in_{i}.npy"))).collect::<Result<Vec<_>, _>>()?;
    let inputs = inputs.into_iter().map(|input| match input.elem() {
        // bf16 is stored as its bit patterns.
        ElementType::U16 => input.bitcast(ElementType::BF16).expect("types of 16 bits"),
        _ => input,
    });
    let results = execute_everywhere(&case.source(), &inputs.collect::<Vec<_>>())?;
    let want = (0..3).map(|i| read(format!("out_{i}.npy"))).collect::<Result<Vec<_>, _>>()?;
    if results[1].to_i64s() != want[1].to_i64s() {
        return Err("expert_index differs".to_owned());
    }
    for index in [0, 2] {
        close(&results[index].to_f64s(), &want[index].to_f64s(), rtol(ElementType::F32))
            .map_err(|m| format!("result {index}: {m}"))?;
    }
    Ok(())
}

#[test]
fn golden_cases_agree() {
    let Some(goldens) = shared::directory("golden/router") else { return };
    let cases = shared::folders(&goldens);
    let check = |case: &Path| check_golden(case).err().map(|m| format!("{}: {m}", case.display()));
    let faults: Vec<String> = cases.iter().filter_map(|case| check(case)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(cases.len() >= 18, "only {} cases", cases.len());
}

/// Checks the results of a call against the reference. Where two experts are closer than f32 can tell, either may
/// come first.
fn check(case: &Case, data: &Data, results: &[Tensor]) -> Result<(), String> {
    const NEAR: f64 = 1e-5;
    let logits = case.logits(data);
    close(&results[0].to_f64s(), &logits, rtol(case.floats[0])).map_err(|m| format!("logits: {m}"))?;
    let index = results[1].to_i64s();
    let mut affinities = Vec::with_capacity(logits.len());
    for (token, row) in logits.chunks_exact(case.e).enumerate() {
        let mut ranked: Vec<usize> = (0..case.e).collect();
        ranked.sort_by(|&a, &b| row[b].total_cmp(&row[a]));
        let mut chosen = ranked[..case.k].to_vec();
        if !case.has("skip_store_expert_index") {
            let got: Vec<usize> = index[token * case.k..][..case.k].iter().map(|&i| i as usize).collect();
            for (rank, (&got, &want)) in got.iter().zip(&chosen).enumerate() {
                if got != want && !row.get(got).is_some_and(|v| (v - row[want]).abs() < NEAR) {
                    return Err(format!("token {token}, rank {rank}: got expert {got}, want {want}"));
                }
            }
            chosen = got;
        }
        affinities.extend(case.affinities(row, &chosen));
    }
    close(&results[2].to_f64s(), &affinities, rtol(case.floats[1])).map_err(|m| format!("affinities: {m}"))
}

/// Runs a call on random data at every level and checks it against the reference.
fn check_random(case: &Case, seed: u64) -> Result<Vec<Tensor>, String> {
    let data = case.data(seed);
    let results = execute_everywhere(&case.source(), &case.inputs(&data))?;
    check(case, &data, &results)?;
    Ok(results)
}

/// The router_topk rows of the kernel's own test suite.
fn matrix() -> Option<Vec<Value>> {
    let text = std::fs::read_to_string(shared::directory("spec")?.join("nki_test_matrix.json")).ok()?;
    let mut matrix: Value = serde_json::from_str(&text).ok()?;
    match matrix["router_topk"].take() {
        Value::Array(rows) => Some(rows),
        _ => None,
    }
}

fn matrix_case(row: &Value) -> Case {
    let size = |name: &str| row[name].as_u64().expect("a size") as usize;
    let flag = |name: &str| row[name] == true;
    let elem = |name: &str| match row[name].as_str() {
        Some("bfloat16") => ElementType::BF16,
        Some("float32") => ElementType::F32,
        other => panic!("{name} is {other:?}"),
    };
    let mut case = Case::new(size("T"), size("H"), size("E"), size("K"));
    case.softmax = row["act_fn"] == "softmax";
    case.pre_norm = flag("router_pre_norm");
    case.norm = flag("norm_topk_prob");
    case.bias = flag("has_bias");
    case.x_in_sbuf = flag("x_in_sbuf");
    case.x_hbm_layout = size("x_hbm_layout");
    case.x_sb_layout = size("x_sb_layout");
    case.lnc = size("lnc");
    case.elem = elem("input_dtype");
    case.floats = [elem("logits_dtype"), elem("affinities_dtype")];
    for attr in
        ["use_column_tiling", "use_indirect_dma_scatter", "use_PE_broadcast_w_bias", "shard_on_tokens"]
    {
        if flag(attr) {
            case = case.with(attr);
        }
    }
    if flag("output_in_sbuf") {
        case = case.attr("expert_index_buffer = \"sbuf\"").attr("expert_affinities_buffer = \"sbuf\"");
    }
    case
}

/// Multiplications that a test build without optimization has the time for.
const DEBUG_WORK: usize = 500_000;

#[test]
fn every_configuration_of_the_kernels_own_suite_agrees_with_the_reference() {
    let Some(rows) = matrix() else { return };
    let (mut ran, mut large, mut faults) = (0, 0, Vec::new());
    for (seed, row) in rows.iter().enumerate().filter(|(_, row)| row["expected"] == "pass") {
        let case = matrix_case(row);
        if cfg!(debug_assertions) && case.t * case.h * case.e > DEBUG_WORK {
            large += 1;
            continue;
        }
        ran += 1;
        if let Err(message) = check_random(&case, seed as u64) {
            faults.push(format!("{}: {message}", row["name"]));
        }
    }
    eprintln!("{ran} configurations; {large} left to optimized builds");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    assert_eq!(ran + large, 250);
}

/// The first error of a call: its code, its message, and the text it points at.
fn refusal(case: &Case) -> Option<(String, String, String)> {
    let source = case.source();
    let ctx = Context::new(ALL);
    let diagnostics = lower(&ctx, &source, "", "trn2").err()?;
    let first = diagnostics.list.first().expect("a failure has a diagnostic");
    let span = first.primary.span;
    let place = source.get(span.start as usize..span.end as usize).unwrap_or_default().to_owned();
    Some((first.code.as_deref().unwrap_or_default().to_owned(), first.message.clone(), place))
}

#[test]
fn every_negative_configuration_is_refused_at_its_attribute() {
    let Some(rows) = matrix() else { return };
    let mut count = 0;
    for row in rows.iter().filter(|row| row["expected"] == "negative") {
        count += 1;
        let base = || Case::new(16, 256, 128, 4);
        let size = |name: &str| row[name].as_i64();
        // What the row changes, and what is underlined.
        let (case, place) = if let Some(e) = size("E") {
            (Case { e: e as usize, ..base() }, "%w")
        } else if let Some(k) = size("K") {
            (Case { k: k as usize, ..base() }, "9 : i64")
        } else if let Some(h) = size("H") {
            (Case { h: h as usize, ..base() }, "%w")
        } else if let Some(layout) = size("x_hbm_layout") {
            let source = format!("{layout} : i64");
            check_layout("x_hbm_layout = 0 : i64", &format!("x_hbm_layout = {source}"), &source);
            continue;
        } else if let Some(layout) = size("x_sb_layout") {
            let source = format!("{layout} : i64");
            check_layout("x_sb_layout = 0 : i64", &format!("x_sb_layout = {source}"), &source);
            continue;
        } else if row["act_fn"] == "sigmoid" {
            (Case { softmax: false, ..base() }.pipeline(2), "\"sigmoid\"")
        } else {
            (Case { t: 200, ..base() }.with("use_indirect_dma_scatter"), "true")
        };
        let (code, message, found) = refusal(&case).unwrap_or_else(|| panic!("{row} is accepted"));
        assert_eq!((code.as_str(), found.as_str()), ("NCC_INKI016", place), "{row}: {message}");
        assert!(message.contains("Kernel validation exception: "), "{message}");
    }
    assert_eq!(count, 10);
}

/// Errors unless a layout outside of the table is refused at its value.
fn check_layout(from: &str, to: &str, place: &str) {
    let source = Case::new(16, 256, 128, 4).source().replace(from, to);
    let ctx = Context::new(ALL);
    let diagnostics =
        lower(&ctx, &source, "", "trn2").err().expect("a layout outside of the table is refused");
    let first = &diagnostics.list[0];
    assert_eq!(first.code.as_deref(), Some("NCC_INKI016"), "{}", first.message);
    assert_eq!(source[first.primary.span.start as usize..first.primary.span.end as usize], *place);
}

/// What the kernel's own suite leaves out.
#[test]
fn more_configurations_agree_with_the_reference() {
    let small = || Case::new(12, 256, 16, 3);
    let f32s = [ElementType::F32; 2];
    let sbuf =
        |case: Case| case.attr("expert_index_buffer = \"sbuf\"").attr("expert_affinities_buffer = \"sbuf\"");
    let sharded = |case: Case| Case { lnc: 2, ..case }.with("shard_on_tokens");
    let mut cases = vec![
        Case { elem: ElementType::F16, bias: true, ..small() },
        Case { elem: ElementType::F32, floats: f32s, bias: true, ..small() }.pipeline(2),
        Case { elem: ElementType::F16, floats: [ElementType::F16, ElementType::BF16], ..small() }.pipeline(3),
        Case::new(8, 128, 512, 8).pipeline(3),
        Case::new(1024, 128, 8, 2).pipeline(2),
        Case::new(2048, 128, 8, 8).pipeline(1),
        Case::new(2048, 128, 8, 1).pipeline(3).with("use_indirect_dma_scatter"),
        small().pipeline(2).with("return_eager_affi"),
        small().pipeline(3).with("return_eager_affi"),
        small().pipeline(2).with("return_eager_affi").with("use_indirect_dma_scatter"),
        sharded(small().pipeline(3)).with("return_eager_affi"),
        Case::new(200, 128, 16, 3).pipeline(3).with("return_eager_affi"),
        small().pipeline(2).with("skip_store_expert_index"),
        sharded(Case { bias: true, ..Case::new(37, 256, 16, 4) }.pipeline(2)),
        sharded(Case::new(257, 128, 16, 4).pipeline(1)),
        sharded(Case::new(65, 512, 16, 4).pipeline(3)).with("use_column_tiling"),
        sharded(sbuf(Case::new(80, 128, 16, 4).pipeline(2))),
        sharded(sbuf(Case::new(101, 128, 16, 4).pipeline(3))),
        sbuf(Case::new(80, 128, 16, 4).pipeline(2)),
        sbuf(Case::new(127, 128, 16, 4).pipeline(1)),
        sbuf(Case::new(128, 128, 16, 4).pipeline(3)),
        sharded(Case::new(256, 128, 16, 4)).attr("expert_index_buffer = \"sbuf\""),
        Case::new(300, 128, 16, 4).attr("expert_index_buffer = \"sbuf\""),
        Case { lnc: 2, ..Case::new(40, 128, 16, 4) }.pipeline(2).with("use_indirect_dma_scatter"),
        sharded(Case::new(256, 128, 16, 4)).pipeline(3).with("use_indirect_dma_scatter"),
        Case { softmax: false, ..small() }.pipeline(1),
        Case { softmax: false, ..small() }.pipeline(2).with("use_indirect_dma_scatter"),
    ];
    for x_sb_layout in 0..3 {
        cases.push(Case { x_in_sbuf: true, x_sb_layout, bias: true, ..small() }.pipeline(2));
    }
    for t in [20, 50, 100] {
        cases.push(Case { bias: true, ..Case::new(t, 640, 16, 2) }.with("use_column_tiling"));
    }
    let run = |(seed, case): (usize, &Case)| {
        check_random(case, seed as u64).err().map(|m| format!("{case:?}: {m}"))
    };
    let faults: Vec<String> = cases.iter().enumerate().filter_map(run).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The eager affinities are those of the chosen experts, in the order of the indices.
#[test]
fn eager_affinities_are_those_of_the_chosen_experts() {
    for pipeline in [2, 3] {
        let case = Case::new(9, 128, 16, 3).pipeline(pipeline).with("return_eager_affi");
        let results = check_random(&case, 5).expect("runs");
        let (index, all, eager) = (results[1].to_i64s(), results[2].to_f32s(), results[3].to_f32s());
        for token in 0..9 {
            for rank in 0..3 {
                let expert = index[token * 3 + rank] as usize;
                let difference = (eager[token * 3 + rank] - all[token * 16 + expert]).abs();
                assert!(difference < 1e-6, "pipeline {pipeline}, token {token}, rank {rank}");
            }
        }
    }
}

/// Equal scores are ranked by the lowest index, in what the kernel ranks: with the gate first, logits that saturate
/// to one affinity are equal.
#[test]
fn ties_go_to_the_lowest_index() {
    let mut case = Case::new(4, 128, 16, 4);
    case.softmax = false;
    // Column e of w is e / 4, so that experts tie in fours; x is constant.
    let data = |scale: f32| Data {
        x: vec![scale; 4 * 128],
        w: (0..128 * 16).map(|i| (i % 16 / 4) as f32).collect(),
        bias: vec![0.0; 16],
    };
    let ranked = |case: &Case, scale: f32| {
        let results = execute_everywhere(&case.source(), &case.inputs(&data(scale))).expect("runs");
        results[1].to_i64s()[..4].to_vec()
    };
    assert_eq!(ranked(&case, 0.0078125), [12, 13, 14, 15]);
    // Logits 0, 128, 256, 384: all but the first are 1 behind the sigmoid.
    assert_eq!(ranked(&case, 1.0), [4, 5, 6, 7]);
    assert_eq!(ranked(&case.clone().pipeline(2).with("use_indirect_dma_scatter"), 1.0), [12, 13, 14, 15]);
}

/// Hazards 4 and 5 of the specification: of a token with NaN logits a softmax is NaN; an index of all ones, which only a NaN
/// gives, names no expert of a one-hot mask, and a scatter by DMA fails on it, at every level.
#[test]
fn tokens_with_nan_are_what_the_kernel_makes_of_them() {
    let mut data = Case::new(4, 128, 16, 4).data(3);
    data.x[128] = f32::NAN;
    for pipeline in [1, 2, 3] {
        let case = Case::new(4, 128, 16, 4).pipeline(pipeline);
        let results = execute_everywhere(&case.source(), &case.inputs(&data)).expect("runs");
        let affinities = results[2].to_f32s();
        for (token, row) in affinities.chunks_exact(16).enumerate() {
            assert_eq!(row.iter().any(|v| v.is_nan()), token == 1, "pipeline {pipeline}, token {token}");
        }
        assert_eq!(results[1].to_i64s()[4..8], [i64::from(u32::MAX); 4], "pipeline {pipeline}");
    }
    let case = Case::new(4, 128, 16, 4).pipeline(2).with("use_indirect_dma_scatter");
    for (level, passes) in LEVELS {
        let fault = execute(&case.source(), passes, case.inputs(&data)).expect_err("no such position");
        assert!(fault.contains(" 4294967295 "), "{level}: {fault}");
    }
}

/// Indices that are not stored are what fresh memory holds.
#[test]
fn indices_that_are_not_stored_are_poison() {
    let case = Case::new(4, 128, 16, 4).with("skip_store_expert_index");
    assert_eq!(check_random(&case, 1).expect("runs")[1].to_i64s(), [4; 16]);
}

/// The fenced blocks of docs/router.md marked as IR.
fn page_listings() -> Vec<String> {
    let page = include_str!("../docs/router.md");
    page.split("```mlir\n").skip(1).filter_map(|rest| rest.split("```").next()).map(str::to_owned).collect()
}

/// The call of the page behind some passes, as text.
fn page_call(passes: &str) -> String {
    let listings = page_listings();
    let call = listings.first().expect("the page begins with a call");
    let ctx = Context::new(ALL);
    let lowered = lower(&ctx, call, passes, "trn2");
    let (mut ir, _) = lowered.map_err(|d| messages(&d)).expect("the call of the page is legal");
    let root = ir.root();
    ir.set_attr(root, "neuron.target", None);
    let mut text = Vec::new();
    print(&ir, &PrintOptions::default(), &mut text).expect("memory takes any text");
    String::from_utf8(text).expect("the printer writes UTF-8")
}

#[test]
fn the_page_shows_the_stages_of_its_call() {
    let listings = page_listings();
    let stages = listings.last().expect("the page shows the stages");
    assert_eq!(page_call("expand-nki-kernels{stop-after=stages}"), *stages);
}

/// The page shows some of the instructions, in order and without the types of memories.
#[test]
fn the_page_shows_bundles_of_its_call() {
    let program = page_call("expand-nki-kernels,nki-to-bir,bir-allocate,bir-to-dve");
    let mut lines = program.lines().map(str::trim);
    let page = include_str!("../docs/router.md");
    let (_, listing) = page.split_once("\n```\nbir.Matmult").expect("the page shows a program");
    let (listing, _) = listing.split_once("\n```").expect("the listing ends");
    for shown in format!("bir.Matmult{listing}").lines() {
        let is_shown = |line: &str| line.split(" : !").next() == Some(shown);
        assert!(lines.any(is_shown), "the program has no '{shown}' there");
    }
}

/// The page lists every attribute of the op.
#[test]
fn the_page_explains_every_flag() {
    let page = include_str!("../docs/router.md");
    for attr in neuron_opt::dialects::nki::RouterTopK::INFO.attrs {
        assert!(page.contains(&format!("`{}`", attr.name)), "the page says nothing of '{}'", attr.name);
    }
}
