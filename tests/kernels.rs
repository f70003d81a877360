//! nki.topk, nki.cascaded_max and nki.topk_reduce on configurations of the real suites (spec nki_test_matrix.md §2 to
//! §4), against plain references, from the kernel-level op to bundles.

use half::bf16;
use neuron_opt::dialects::ALL;
use neuron_opt::interp::{Random, RunOptions, run};
use neuron_opt::ir::Context;
use neuron_opt::tensor::{ElementType, Tensor, top_k};

#[path = "support/lower.rs"]
mod lower;

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

fn topk(rows: usize, n: usize, k: usize, elem: &str) -> String {
    let types =
        format!("(tensor<{rows}x{n}x{elem}>) -> (tensor<{rows}x{k}x{elem}>, tensor<{rows}x{k}xui32>)");
    format!(
        "func.func @main(%x: tensor<{rows}x{n}x{elem}>) -> (tensor<{rows}x{k}x{elem}>, tensor<{rows}x{k}xui32>) {{\n\
         %v, %i = nki.topk %x, k = {k} : {types}\n\
         return %v, %i : tensor<{rows}x{k}x{elem}>, tensor<{rows}x{k}xui32> }}"
    )
}

/// Rows of the topk table of one row or few, those too long to be searched among them.
#[test]
fn topk_of_the_real_suite() {
    for (count, n, k, elem) in [
        (1, 3168, 256, ElementType::F32),
        (13, 4058, 256, ElementType::F32),
        (7, 3999, 256, ElementType::BF16),
        (63, 3999, 20, ElementType::F32),
        (1, 25_600, 256, ElementType::F32),
        (4, 25_600, 256, ElementType::F32),
        (1, 25_136, 256, ElementType::BF16),
        (1, 25_600, 2048, ElementType::F32),
        (2, 151_936, 256, ElementType::F32),
    ] {
        let x = rows(count, n, 42).convert(elem);
        let (values, indices) = top_k(&x, k).expect("k fits");
        for passes in LEVELS {
            let found = results(&topk(count, n, k, elem.name()), passes, &x).expect("runs");
            assert!(found[0] == values, "values of {count} x {n}, k = {k} after '{passes}'");
            assert!(
                found[1].to_i64s() == indices.to_i64s(),
                "indices of {count} x {n}, k = {k} after '{passes}'"
            );
        }
    }
}

fn cascaded_max(rows: usize, n: usize, lnc: usize) -> String {
    let results = format!("tensor<{rows}x1xf32>, tensor<{rows}x1xui32>");
    format!(
        "func.func @main(%x: tensor<{rows}x{n}xf32>) -> ({results}) {{\n\
         %v, %i = nki.cascaded_max %x {{lnc = {lnc} : i64}} : (tensor<{rows}x{n}xf32>) -> ({results})\n\
         return %v, %i : {results} }}"
    )
}

#[test]
fn cascaded_max_of_the_real_suite() {
    for (count, n, lnc) in [
        (40, 4058, 1),
        (20, 8192, 1),
        (25, 4058, 2),
        (1, 16_000, 2),
        (256, 3168, 2),
        (127, 3999, 1),
        (3, 20_000, 1),
    ] {
        let x = rows(count, n, 7);
        let (values, indices) = top_k(&x, 1).expect("rows are not empty");
        for passes in LEVELS {
            let found = results(&cascaded_max(count, n, lnc), passes, &x).expect("runs");
            assert!(
                found[0] == values && found[1].to_i64s() == indices.to_i64s(),
                "{count} x {n} after '{passes}'"
            );
        }
    }
    let refused = |count: usize, n: usize, lnc: usize| {
        results(&cascaded_max(count, n, lnc), "", &rows(count, n, 7)).expect_err("refused")
    };
    assert!(refused(129, 128, 1).contains("has 129 rows for a core: at most 128"));
    assert!(refused(2, 127, 1).contains("has rows of 127 elements: at least 128"));
    assert!(refused(2, 128, 3).contains("'lnc' is 3"));
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
    for (count, width, tokens, k, lnc) in [
        (32, 2880, 4, 4, 1),
        (32, 2880, 4, 4, 2),
        (32, 4096, 4, 8, 2),
        (1024, 288, 128, 4, 2),
        (512, 288, 4, 8, 2),
    ] {
        let (x, sums) = expert_rows(count, width, tokens, k);
        for passes in LEVELS {
            let found = results(&topk_reduce(count, width, tokens, k, lnc), passes, &x).expect("runs");
            assert!(found[0].to_f32s() == sums, "{count} x {width}, {tokens} tokens after '{passes}'");
        }
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
