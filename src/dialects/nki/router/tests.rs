//! What the kernel refuses, at the place that is wrong, and the text form.

use crate::dialects::device::testing::{round_trip, verified};

/// A call with these types, and attributes besides k = 4, softmax and layout 0 unless they are among them.
fn call(x: &str, w: &str, attrs: &str) -> String {
    program(&[x, w], ["4x16xf32", "4x4xui32", "4x16xf32"].map(String::from).to_vec(), attrs)
}

fn program(inputs: &[&str], results: Vec<String>, attrs: &str) -> String {
    let required = [("k", "4 : i64"), ("act_fn", "\"softmax\""), ("x_hbm_layout", "0 : i64")];
    let missing = required
        .iter()
        .filter(|(name, _)| !attrs.split(", ").any(|attr| attr.starts_with(&format!("{name} = "))));
    let mut all: Vec<String> = missing.map(|(name, value)| format!("{name} = {value}")).collect();
    all.extend((!attrs.is_empty()).then(|| attrs.to_owned()));
    let types =
        |list: &[String]| list.iter().map(|ty| format!("tensor<{ty}>")).collect::<Vec<_>>().join(", ");
    let inputs: Vec<String> = inputs.iter().map(|ty| ty.to_string()).collect();
    let names = ["%x", "%w", "%b"];
    let args: Vec<String> =
        names.iter().zip(&inputs).map(|(name, ty)| format!("{name}: tensor<{ty}>")).collect();
    format!(
        "func.func @main({}) {{\n  %r:{} = \"nki.router_topk\"({}) {{{}}} : ({}) -> ({})\n  return\n}}",
        args.join(", "),
        results.len(),
        names[..inputs.len()].join(", "),
        all.join(", "),
        types(&inputs),
        types(&results),
    )
}

/// A call with T tokens, H = 256 and E = 16, and results that fit.
fn tokens(t: usize, attrs: &str) -> String {
    let mut results = vec![format!("{t}x16xf32"), format!("{t}x4xui32"), format!("{t}x16xf32")];
    if attrs.contains("return_eager_affi = true") {
        results.push(format!("{}x{}xf32", t.min(128), t.div_ceil(128) * 4));
    }
    program(&[&format!("256x{t}xbf16"), "256x16xbf16"], results, attrs)
}

/// Errors unless a program has one error, with this text at this place; the code is the kernel's if the text is.
#[track_caller]
fn refuse(source: &str, message: &str, place: &str) {
    let found = verified(source);
    let [error] = found.as_slice() else { panic!("{found:#?}\nfor\n{source}") };
    let kernel = error.message.contains("Kernel validation exception: ");
    assert_eq!(error.code.as_deref(), kernel.then_some("NCC_INKI016"), "{}", error.message);
    assert!(error.message.contains(message), "{}\ndoes not contain\n{message}", error.message);
    let span = error.primary.span;
    assert_eq!(&source[span.start as usize..span.end as usize], place, "{}", error.message);
    assert!(!error.help.is_empty(), "{} says what is legal", error.message);
}

#[test]
fn assertions_of_the_kernel_are_refused_where_they_break() {
    let (x, w) = ("256x4xbf16", "256x16xbf16");
    // A1, A2: also where x is elsewhere.
    let sbuf = "x_buffer = \"sbuf\"";
    let on_chip = "128x4x2xbf16";
    refuse(&call(x, w, "x_hbm_layout = 2 : i64"), "exception: unsupported x_hbm_layout 2", "2 : i64");
    refuse(
        &call(on_chip, w, &format!("x_hbm_layout = -1 : i64, {sbuf}")),
        "unsupported x_hbm_layout -1",
        "-1 : i64",
    );
    refuse(&call(x, w, "x_sb_layout = 3 : i64"), "exception: unsupported x_sb_layout 3", "3 : i64");
    // A3 to A5
    refuse(&call("256x4x1xbf16", w, ""), "exception: x in HBM must be 2-D, got rank 3", "%x");
    refuse(
        &call("384x4xbf16", w, ""),
        "exception: hidden dimension mismatch: x has H=384, w has H=256",
        "%x",
    );
    refuse(&call(x, w, "x_hbm_layout = 1 : i64"), "mismatch: x has H=4, w has H=256", "%x");
    refuse(&call("128x4xbf16", w, sbuf), "exception: x in SBUF must be 3-D, got rank 2", "%x");
    refuse(&call("64x4x2xbf16", w, sbuf), "exception: x in SBUF must have 128 partitions, got 64", "%x");
    refuse(
        &call("128x4x3xbf16", w, sbuf),
        "exception: x in SBUF must have H/128=2 as its last dimension, got 3",
        "%x",
    );
    // A6
    refuse(
        &call(x, w, "shard_on_tokens = true"),
        "exception: shard_on_tokens needs more than one program",
        "true",
    );
    // A7
    let sigmoid = "act_fn = \"sigmoid\", router_pre_norm = false";
    refuse(&call(x, w, sigmoid), "exception: sigmoid after the top-k", "\"sigmoid\"");
    // A8: the larger half of 257 tokens is one too many.
    let indirect = "use_indirect_dma_scatter = true";
    refuse(&tokens(130, indirect), "T % 128 == 0 on every core, got T=130", "true");
    let shard = "lnc = 2 : i64, shard_on_tokens = true";
    refuse(&tokens(257, &format!("{shard}, {indirect}")), "got T=128 and 129", "true");
    // A9 to A13
    refuse(&call(x, "256x513xbf16", ""), "exception: E=513 exceeds the 512 columns", "%w");
    refuse(
        &call(x, w, "skip_store_router_logits = true"),
        "every mutable output needs a store (NCC_IGCA090)",
        "true",
    );
    let results = || ["4x16xf32", "4x4xui32", "4x16xf32"].map(String::from).to_vec();
    refuse(&program(&[x, w, "15xbf16"], results(), ""), "cannot be reshaped to (1, 16)", "%b");
    refuse(&call("255x4xbf16", "255x16xbf16", ""), "exception: H=255 is not a multiple of 128", "%w");
    refuse(&call("256x4xf16", w, ""), "exception: x and w must have the same dtype", "%w");
    // A17
    refuse(&call(x, w, "k = 0 : i64"), "exception: k=0 is less than 1", "0 : i64");
    refuse(&call(x, w, "k = 9 : i64"), "exception: k=9 exceeds the 8 values of a max8", "9 : i64");
    // A18
    let index = "expert_index_buffer = \"sbuf\"";
    refuse(
        &tokens(130, &format!("{shard}, {index}")),
        "with shard_on_tokens and T=130 needs T % 128 == 0",
        "\"sbuf\"",
    );
    // A19 to A22
    let post = "router_pre_norm = false";
    let norm = "norm_topk_prob = true";
    let eager = "return_eager_affi = true";
    let affinities = "expert_affinities_buffer = \"sbuf\"";
    refuse(
        &tokens(129, &format!("{post}, {eager}")),
        "eager affinities after the top-k need T <= 128, got 129",
        "true",
    );
    refuse(
        &tokens(129, &format!("{post}, {affinities}")),
        "one-hot scatter into SBUF needs T <= 128",
        "\"sbuf\"",
    );
    refuse(
        &tokens(4, &format!("{norm}, {indirect}, {affinities}")),
        "indirect DMA scatter writes HBM only",
        "\"sbuf\"",
    );
    refuse(
        &tokens(256, &format!("{norm}, {eager}, {shard}")),
        "with shard_on_tokens need T <= 128, got 256",
        "true",
    );
    // A23
    refuse(&call(x, w, "act_fn = \"relu\""), "exception: unsupported activation function 'relu'", "\"relu\"");
}

#[test]
fn what_the_kernel_takes_for_granted_is_refused_too() {
    let x = "256x4xbf16";
    let sbuf = "x_buffer = \"sbuf\"";
    refuse(&call(x, "256x16xbf16", "lnc = 3 : i64"), "a logical core has 1 or 2", "3 : i64");
    refuse(&call("0x4xbf16", "0x16xbf16", ""), "no hidden dimension", "%w");
    refuse(&call(x, "256x7xbf16", ""), "max8 needs at least 8 elements", "%w");
    refuse(&tokens(0, ""), "has T=0 tokens", "%x");
    refuse(&tokens(1, "lnc = 2 : i64, shard_on_tokens = true"), "which leave a core without any", "%x");
    let odd = call("128x4x1xbf16", "128x16xbf16", &format!("{sbuf}, x_sb_layout = 1 : i64"));
    refuse(&odd, "does not check that H % 256 == 0", "1 : i64");
    let tiles = "lnc = 2 : i64, shard_on_tokens = true, expert_index_buffer = \"sbuf\"";
    refuse(&tokens(384, tiles), "the tiles of the two cores overlap", "\"sbuf\"");
    let affinities = "expert_affinities_buffer = \"sbuf\"";
    refuse(&tokens(128, affinities), "the kernel does so only for T < 128", "\"sbuf\"");
    refuse(
        &tokens(4, &format!("{affinities}, lnc = 2 : i64, shard_on_tokens = true")),
        "for T < 128",
        "\"sbuf\"",
    );
    refuse(&tokens(4, "return_eager_affi = true"), "never writes", "true");
    let wide = program(
        &["128x65536xbf16", "128x512xbf16"],
        ["65536x512xf32", "65536x4xui32", "65536x512xf32"].map(String::from).to_vec(),
        "norm_topk_prob = true, use_indirect_dma_scatter = true",
    );
    refuse(&wide, "scatters to 33554432 positions", "%x");
    assert_eq!(verified(&tokens(127, affinities)), []);
    assert_eq!(verified(&tokens(256, tiles)), []);
}

#[test]
fn types_of_results_and_operands_are_checked() {
    let operands = ["256x4xbf16", "256x16xbf16"];
    let with = |index: usize, ty: &str| {
        let mut results = ["4x16xf32", "4x4xui32", "4x16xf32"].map(String::from).to_vec();
        results[index] = ty.to_owned();
        program(&operands, results, "")
    };
    let message = |source: &str| match verified(source).as_slice() {
        [error] => error.message.clone(),
        other => panic!("{other:#?}\nfor\n{source}"),
    };
    assert!(message(&with(0, "4x15xf32")).contains("result 'router_logits' must have shape [4, 16]"));
    assert!(
        message(&with(1, "4x4xi32")).contains("result 'expert_index' must have elements of ui32, not i32")
    );
    assert!(message(&with(2, "4x16xf64")).contains("must have elements of a float type, not f64"));
    let results = || ["4x16xf32", "4x4xui32", "4x16xf32"].map(String::from).to_vec();
    let of = |inputs: &[&str], attrs: &str| message(&program(inputs, results(), attrs));
    assert!(
        of(&["256x4xf64", "256x16xf64"], "")
            .contains("operand 'x' has elements of f64: it takes bf16, f16, f32")
    );
    assert!(
        of(&["256x4xbf16", "256x16xbf16", "16xi32"], "").contains("operand 'w_bias' has elements of i32")
    );
    assert!(of(&["256x?xbf16", "256x16xbf16"], "").contains("must have a static shape"));
    assert!(of(&["256x4xbf16", "256x4x4xbf16"], "").contains("operand 'w' must be [H, E], but has rank 3"));
    assert!(of(&operands, "x_buffer = \"psum\"").contains("must be one of hbm, sbuf"));
    let lacks = of(&operands, "norm_topk_prob = true, return_eager_affi = true");
    assert!(lacks.contains("lacks the fourth result"), "{lacks}");
    let trn1 = format!("module attributes {{neuron.target = \"trn1\"}} {{ {} }}", tokens(4, "lnc = 2 : i64"));
    assert!(message(&trn1).contains("trn1 has no logical cores of two"));
}

#[test]
fn both_forms_round_trip() {
    let pretty = round_trip(&tokens(4, "norm_topk_prob = true, return_eager_affi = true"));
    let expected = "%0:4 = nki.router_topk softmax %arg0, %arg1, k = 4, x_hbm_layout = 0 {norm_topk_prob = true, return_eager_affi = true} : \
                    (tensor<256x4xbf16>, tensor<256x16xbf16>) -> (tensor<4x16xf32>, tensor<4x4xui32>, tensor<4x16xf32>, tensor<4x4xf32>)";
    assert!(pretty.contains(expected), "{pretty}");
    let biased = program(
        &["256x4xbf16", "256x16xbf16", "1x16xbf16"],
        ["4x16xf32", "4x4xui32", "4x16xf32"].map(String::from).to_vec(),
        "act_fn = \"sigmoid\"",
    );
    assert!(
        round_trip(&biased)
            .contains("nki.router_topk sigmoid %arg0, %arg1 + %arg2, k = 4, x_hbm_layout = 0 : ")
    );
}
