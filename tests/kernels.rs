//! nki.topk, nki.cascaded_max and nki.topk_reduce on every configuration of the real suites (spec nki_test_matrix.md §2
//! to §4), against plain references, from the kernel-level op to bundles.

use half::bf16;
use neuron_opt::dialects::{ALL, nki};
use neuron_opt::interp::{Random, RunOptions, run};
use neuron_opt::ir::Context;
use neuron_opt::machine::Target;
use neuron_opt::tensor::{ElementType, Tensor, top_k};
use serde_json::Value;

#[path = "support/lower.rs"]
mod lower;
#[path = "shared/mod.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod shared;

use lower::{lower, messages};

/// Passes from the kernel-level op to each level.
const LEVELS: [&str; 4] = [
    "",
    "expand-nki-kernels",
    "expand-nki-kernels,nki-to-bir,bir-allocate",
    "expand-nki-kernels,nki-to-bir,bir-allocate,bir-to-dve",
];

/// The results of a module at a level, or why there are none.
fn results(source: &str, passes: &str, x: &Tensor) -> Result<Vec<Tensor>, String> {
    let ctx = Context::new(ALL);
    let (ir, _) = lower(&ctx, source, passes, "trn2").map_err(|d| messages(&d))?;
    let outcome = run(&ir, None, vec![x.clone()], &RunOptions::default());
    outcome.map(|outcome| outcome.results).map_err(|error| error.diagnostic.message)
}

/// Random rows in which equal elements are common.
fn rows(rows: usize, n: usize, seed: u64) -> Tensor {
    let mut random = Random::new(seed);
    let values: Vec<f32> = (0..rows * n).map(|_| (random.next_u64() % 4001) as f32 * 0.001 - 2.0).collect();
    Tensor::from_values(&[rows, n], &values).expect("rows * n values")
}

/// The rows of a kernel in the real suite's matrix, by what is expected of them.
fn matrix(kernel: &str, expected: &str) -> Option<Vec<Value>> {
    let text = std::fs::read_to_string(shared::directory("spec")?.join("nki_test_matrix.json")).ok()?;
    let mut matrix: Value = serde_json::from_str(&text).ok()?;
    let Value::Array(rows) = matrix[kernel].take() else { return None };
    Some(rows.into_iter().filter(|row| row["expected"] == expected).collect())
}

fn size(row: &Value, name: &str) -> usize {
    row[name].as_u64().unwrap_or_else(|| panic!("{name} of {row}")) as usize
}

/// The numbers of a list in a description of a sweep.
fn sizes(row: &Value, name: &str) -> Vec<usize> {
    row[name].as_array().into_iter().flatten().filter_map(|size| size.as_u64().map(|n| n as usize)).collect()
}

fn elem(row: &Value) -> ElementType {
    match row["dtype"].as_str() {
        Some("float32") => ElementType::F32,
        Some("bfloat16") => ElementType::BF16,
        other => panic!("dtype {other:?}"),
    }
}

/// Comparisons that a test build without optimization has the time for.
const DEBUG_WORK: usize = 800_000;

/// Runs the cases of a list that this build has the time for, and says how many it left out.
fn run_all<T>(cases: &[T], work: impl Fn(&T) -> usize, check: impl Fn(&T)) {
    let fits = |case: &&T| !cfg!(debug_assertions) || work(case) <= DEBUG_WORK;
    let ran = cases.iter().filter(fits).map(check).count();
    eprintln!("{ran} configurations; {} left to optimized builds", cases.len() - ran);
    assert!(ran > 0);
}

/// A call of nki.topk.
struct TopK {
    rows: usize,
    n: usize,
    k: usize,
    lnc: usize,
    elem: ElementType,
}

impl TopK {
    fn source(&self) -> String {
        let TopK { rows, n, k, lnc, .. } = self;
        let elem = self.elem.name();
        let x = format!("tensor<{rows}x{n}x{elem}>");
        let results = format!("tensor<{rows}x{k}x{elem}>, tensor<{rows}x{k}xui32>");
        format!(
            "func.func @main(%x: {x}) -> ({results}) {{\n\
             %v, %i = nki.topk %x, k = {k} {{lnc = {lnc} : i64}} : ({x}) -> ({results})\n\
             return %v, %i : {results} }}"
        )
    }

    /// Checks every level on these rows.
    fn check(&self, x: &Tensor) {
        let TopK { rows, n, k, lnc, .. } = self;
        let (values, indices) = top_k(x, *k).expect("k fits");
        for passes in LEVELS {
            let at = format!("{rows} x {n}, k = {k}, {lnc} cores after '{passes}'");
            let found = results(&self.source(), passes, x).unwrap_or_else(|why| panic!("{at}: {why}"));
            assert!(found[0] == values, "values of {at}");
            assert!(found[1].to_i64s() == indices.to_i64s(), "indices of {at}");
        }
    }

    /// Elements read by the searches.
    fn work(&self) -> usize {
        self.rows * self.n * self.k / 8
    }
}

/// Rows of every method, many equal elements among them: plain, rotated, rotated in several tiles, shared by two
/// cores, with chunks that are short or empty, and too long to be searched.
#[test]
fn topk_of_every_method() {
    for (rows_, n, k, lnc, elem) in [
        (5, 40, 3, 2, ElementType::F32),
        (3, 100, 24, 1, ElementType::F32),
        (20, 101, 20, 2, ElementType::BF16),
        (131, 48, 16, 1, ElementType::F32),
        (1, 65, 64, 2, ElementType::F16),
        (2, 20_000, 3, 1, ElementType::BF16),
        (1, 16_385, 1, 1, ElementType::F32),
    ] {
        TopK { rows: rows_, n, k, lnc, elem }.check(&rows(rows_, n, 42).convert(elem));
    }
}

/// Elements that the kernel's pads and its rotation by a product would lose: infinities, numbers below the kernel's
/// pad, subnormal ones, all of them more than once.
#[test]
fn rotation_keeps_every_number() {
    let special = [f32::NEG_INFINITY, f32::INFINITY, -1e30, -9948.0, 1e-40, -1e-40, f32::MIN, 3.5];
    let mut random = Random::new(11);
    let values: Vec<f32> = (0..3 * 200).map(|_| special[(random.next_u64() % 8) as usize]).collect();
    let x = Tensor::from_values(&[3, 200], &values).expect("3 rows");
    let low = Tensor::from_values(&[1, 200], &[f32::NEG_INFINITY; 200]).expect("a row");
    for k in [64, 150] {
        TopK { rows: 3, n: 200, k, lnc: 1, elem: ElementType::F32 }.check(&x);
        TopK { rows: 1, n: 200, k, lnc: 1, elem: ElementType::F32 }.check(&low);
    }
}

/// What a NaN or a zero of the other sign does is the device's own, but the same at every level.
#[test]
fn levels_agree_on_rows_that_the_device_orders_its_own_way() {
    let special = [f32::NAN, -0.0, 0.0, 1.0, -1.0, f32::INFINITY, f32::NEG_INFINITY];
    let mut random = Random::new(5);
    let values: Vec<f32> = (0..4 * 150).map(|_| special[(random.next_u64() % 7) as usize]).collect();
    let x = Tensor::from_values(&[4, 150], &values).expect("4 rows");
    let call = TopK { rows: 4, n: 150, k: 33, lnc: 1, elem: ElementType::F32 };
    let [first, others @ ..] = LEVELS.map(|passes| results(&call.source(), passes, &x).expect("runs"));
    for other in others {
        assert_eq!(first, other);
    }
}

/// Every configuration of the real suite, by the method and with the stages that the kernel takes.
#[test]
fn topk_of_the_real_suite() {
    let Some(table) = matrix("topk", "pass") else { return };
    assert_eq!(table.len(), 51);
    for row in &table {
        let derived = &row["derived"];
        let plan = nki::Plan {
            rows: size(derived, "tile_size") as i64,
            stages: size(derived, "n_stages") as i64,
            chunk: size(derived, "stage_free_size") as i64,
            kept: size(derived, "local_top_k_per_stage") as i64,
        };
        let [rows, n, k] = [size(derived, "per_lnc_BxS"), size(row, "vocab"), size(row, "K")];
        let found = nki::Plan::of(rows as i64, n as i64, k as i64, Target::Trn2.limits());
        assert_eq!(found, Some(plan), "{}", row["name"]);
    }
    let case = |row: &Value| TopK {
        rows: size(row, "batch") * size(row, "seqlen"),
        n: size(row, "vocab"),
        k: size(row, "K"),
        lnc: size(row, "lnc"),
        elem: elem(row),
    };
    let cases: Vec<TopK> = table.iter().map(case).collect();
    run_all(&cases, TopK::work, |case| case.check(&rows(case.rows, case.n, 42).convert(case.elem)));
}

/// The real suite's sweep: what it takes lowers, also the 35 configurations that its kernel then refuses, and k beyond
/// the row is refused at k.
#[test]
fn topk_of_the_real_sweep() {
    let Some(sweep) = matrix("topk", "domain") else { return };
    let sweep = &sweep[0];
    let limits = Target::Trn2.limits();
    let (mut valid, mut invalid) = (0, 0);
    for batch in sizes(sweep, "batch") {
        for seqlen in sizes(sweep, "seqlen") {
            for n in sizes(sweep, "vocab") {
                for k in sizes(sweep, "K") {
                    for lnc in sizes(sweep, "lnc") {
                        let rows = batch * seqlen;
                        if n < k {
                            invalid += 1;
                            continue;
                        }
                        valid += 1;
                        let share = if rows == 1 { 1 } else { rows.div_ceil(lnc) };
                        let plan = nki::Plan::of(share as i64, n as i64, k as i64, limits);
                        assert!(plan.is_some(), "{rows} x {n}, k = {k}");
                    }
                }
            }
        }
    }
    assert_eq!((valid, invalid), (1470, 42));
    let long = TopK { rows: 1, n: 8, k: 9, lnc: 1, elem: ElementType::F32 };
    let refusal = results(&long.source(), "", &rows(1, 8, 1)).expect_err("k is beyond the row");
    assert!(refusal.contains("attribute 'k' is 9, but a row has 8 elements"), "{refusal}");
}

fn cascaded_max(rows: usize, n: usize, lnc: usize, elem: &str) -> String {
    let (x, results) =
        (format!("tensor<{rows}x{n}x{elem}>"), format!("tensor<{rows}x1x{elem}>, tensor<{rows}x1xui32>"));
    format!(
        "func.func @main(%x: {x}) -> ({results}) {{\n\
         %v, %i = nki.cascaded_max %x {{lnc = {lnc} : i64}} : ({x}) -> ({results})\n\
         return %v, %i : {results} }}"
    )
}

fn check_cascaded_max(count: usize, n: usize, lnc: usize, elem: ElementType) {
    let x = rows(count, n, 7).convert(elem);
    let (values, indices) = top_k(&x, 1).expect("rows are not empty");
    for passes in LEVELS {
        let found = results(&cascaded_max(count, n, lnc, elem.name()), passes, &x).expect("runs");
        let equal = found[0] == values && found[1].to_i64s() == indices.to_i64s();
        assert!(equal, "{count} x {n} after '{passes}'");
    }
}

#[test]
fn cascaded_max_of_the_real_suite() {
    check_cascaded_max(3, 20_000, 1, ElementType::F32);
    let refused = |count: usize, n: usize, lnc: usize| {
        results(&cascaded_max(count, n, lnc, "f32"), "", &rows(count, n, 7)).expect_err("refused")
    };
    assert!(refused(129, 128, 1).contains("has 129 rows for a core: at most 128"));
    assert!(refused(2, 127, 1).contains("has rows of 127 elements: at least 128"));
    assert!(refused(2, 128, 3).contains("'lnc' is 3"));
    let Some(table) = matrix("cascaded_max", "pass") else { return };
    assert_eq!(table.len(), 28);
    let count = |row: &Value| size(row, "batch") * size(row, "seqlen");
    run_all(
        &table,
        |row| count(row) * size(row, "vocab"),
        |row| check_cascaded_max(count(row), size(row, "vocab"), size(row, "lnc"), elem(row)),
    );
    // The sweep, which the real suite's own filter empties: what has more than 128 rows for a core is refused.
    let Some(sweep) = matrix("cascaded_max", "domain") else { return };
    let (mut cases, mut many) = (Vec::new(), 0);
    for lnc in sizes(&sweep[0], "lnc") {
        for rows in sizes(&sweep[0], "batch") {
            for seqlen in sizes(&sweep[0], "seqlen") {
                for n in sizes(&sweep[0], "vocab") {
                    if (rows * seqlen).div_ceil(lnc) > 128 {
                        assert!(refused(rows * seqlen, n, lnc).contains("for a core: at most 128"));
                        many += 1;
                    } else {
                        cases.extend(
                            [ElementType::F32, ElementType::BF16].map(|e| (rows * seqlen, n, lnc, e)),
                        );
                    }
                }
            }
        }
    }
    assert_eq!((cases.len(), many), (104, 12));
    run_all(&cases, |case| case.0 * case.1, |&(rows, n, lnc, elem)| check_cascaded_max(rows, n, lnc, elem));
}

fn topk_reduce(rows: usize, width: usize, tokens: usize, k: usize, lnc: usize) -> String {
    let (x, sums) = (format!("tensor<{rows}x{}xbf16>", width + 2), format!("tensor<{tokens}x{width}xbf16>"));
    format!(
        "func.func @main(%x: {x}) -> {sums} {{\n\
         %s = nki.topk_reduce %x, tokens = {tokens}, k = {k} {{lnc = {lnc} : i64}} : ({x}) -> {sums}\n\
         return %s : {sums} }}"
    )
}

/// Rows with numbers: token t owns `k` rows, the others are padding; and the sums, rounded after each addition.
fn expert_rows(count: usize, width: usize, tokens: usize, k: usize) -> (Tensor, Vec<f32>) {
    let mut random = Random::new(3);
    let mut owners: Vec<i32> =
        (0..count).map(|row| if row < tokens * k { (row % tokens) as i32 } else { -1 }).collect();
    for row in (1..count).rev() {
        owners.swap(row, (random.next_u64() % (row as u64 + 1)) as usize);
    }
    let mut raw = Vec::with_capacity(count * (width + 2) * 2);
    let mut sums = vec![0.0f32; tokens * width];
    let mut seen = vec![false; tokens];
    for owner in owners {
        for column in 0..width {
            let value = bf16::from_f32((random.next_u64() % 2001) as f32 * 0.01 - 10.0);
            raw.extend_from_slice(&value.to_le_bytes());
            if let Ok(token) = usize::try_from(owner) {
                let sum = &mut sums[token * width + column];
                let total = if seen[token] { *sum + value.to_f32() } else { value.to_f32() };
                *sum = bf16::from_f32(total).to_f32();
            }
        }
        if let Ok(token) = usize::try_from(owner) {
            seen[token] = true;
        }
        raw.extend_from_slice(&owner.to_le_bytes());
    }
    (Tensor::new(ElementType::BF16, &[count, width + 2], raw).expect("whole rows"), sums)
}

#[test]
fn topk_reduce_of_the_real_suite() {
    let check = |count: usize, width: usize, tokens: usize, k: usize, lnc: usize| {
        let (x, sums) = expert_rows(count, width, tokens, k);
        for passes in LEVELS {
            let found = results(&topk_reduce(count, width, tokens, k, lnc), passes, &x).expect("runs");
            assert!(found[0].to_f32s() == sums, "{count} x {width}, {tokens} tokens after '{passes}'");
        }
    };
    check(24, 16, 3, 5, 2);
    if let Some(table) = matrix("topk_reduce", "pass") {
        assert_eq!(table.len(), 9);
        run_all(
            &table,
            |row| size(row, "TK_padded") * size(row, "H"),
            |row| {
                check(
                    size(row, "TK_padded"),
                    size(row, "H"),
                    size(row, "T"),
                    size(row, "K"),
                    size(row, "lnc"),
                )
            },
        );
    }
    // Token 1 has one row less than it needs.
    let (mut x, _) = expert_rows(16, 4, 2, 8);
    let owner = (0..16).find(|row| x.bits(row * 6 + 4) == 1).expect("token 1 has rows");
    x.set(owner * 6 + 4, neuron_opt::tensor::Scalar::Float(f64::NAN));
    for passes in LEVELS {
        let fault = results(&topk_reduce(16, 4, 2, 8, 1), passes, &x).expect_err("a row is missing");
        assert!(fault.contains("is not below 16"), "{fault}");
    }
    let refused = |rows: usize, width: usize, tokens: usize, k: usize| {
        let x = Tensor::new(ElementType::BF16, &[rows, width + 2], vec![0; rows * (width + 2) * 2])
            .expect("zeros");
        results(&topk_reduce(rows, width, tokens, k, 2), "", &x).expect_err("refused")
    };
    assert!(refused(7, 8, 2, 1).contains("has 7 rows: 8 to 16384 can be searched"));
    assert!(
        refused(8, 7, 2, 1).contains("has 7 elements to sum in a row: an even number that 2 cores share")
    );
    assert!(refused(8, 8, 129, 1).contains("'tokens' is 129: 1 to 128"));
    assert!(refused(8, 8, 2, 9).contains("'k' is 9: 1 to 8"));
}
