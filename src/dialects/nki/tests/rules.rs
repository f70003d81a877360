//! Each rule of the verifier, on both sides of its boundary.

use crate::dialects::device::testing::{expect, verified};
use crate::ir::Severity;

/// A kernel around a body, on a target.
pub(super) fn on(target: &str, body: &str) -> String {
    format!(
        "module attributes {{neuron.target = \"{target}\"}} {{ nki.kernel @k(%x: !nki.hbm<4x8xf32>) {{ {body} }} }}"
    )
}

pub(super) fn kernel(body: &str) -> String {
    on("trn2", body)
}

/// `%a = nki.alloc : !nki.tile<...>` for each name and type.
pub(super) fn allocs(tiles: &[(&str, &str)]) -> String {
    tiles.iter().map(|(name, ty)| format!("%{name} = nki.alloc : !nki.tile<{ty}>\n")).collect()
}

#[track_caller]
pub(super) fn instruction(op: &str, tiles: &[(&str, &str)], rest: &str, part: &str) {
    instruction_on("trn2", op, tiles, rest, part);
}

/// `nki.op %a, %b<rest> : types` on these tiles.
#[track_caller]
pub(super) fn instruction_on(target: &str, op: &str, tiles: &[(&str, &str)], rest: &str, part: &str) {
    let names: Vec<_> = tiles.iter().map(|(name, _)| format!("%{name}")).collect();
    let types: Vec<_> = tiles.iter().map(|(_, ty)| format!("!nki.tile<{ty}>")).collect();
    let body = format!("{}nki.{op} {}{rest} : {}", allocs(tiles), names.join(", "), types.join(", "));
    expect(&on(target, &body), part);
}

#[test]
fn tiles_fit_their_memory() {
    let alloc = |ty: &str| kernel(&allocs(&[("t", ty)]));
    for (ty, part) in [
        ("128x53247xf32, sbuf", "212988 bytes per partition: a partition of SBUF has 212984"),
        ("128x53246xf32, sbuf", ""),
        ("129x8xf32, sbuf", "has 129 partitions: SBUF has 128"),
        ("128x4096xf32, psum", ""),
        ("128x4097xf32, psum", "16388 bytes per partition: a partition of PSUM has 16384"),
        ("8xf32, sbuf", "must be device memory"),
        ("8x0xf32, sbuf", "must be device memory"),
        ("8x8xi64, sbuf", "must be device memory"),
    ] {
        expect(&alloc(ty), part);
    }
}

#[test]
fn max8() {
    for (src, dst, part) in [
        ("128x8xf32, sbuf", "128x8xf32, sbuf", ""),
        ("128x7xf32, sbuf", "128x8xf32, sbuf", "operand 'src' has 7 elements per partition: 8 to 16384"),
        ("128x16384xf32, sbuf", "128x8xbf16, sbuf", ""),
        ("128x16385xf32, sbuf", "128x8xf32, sbuf", "operand 'src' has 16385 elements"),
        ("128x64xf32, sbuf", "128x9xf32, sbuf", "operand 'dst' has 9 elements per partition: exactly 8"),
        ("64x64xf32, sbuf", "128x8xf32, sbuf", "operand 'dst' has 128 partitions, but 'src' has 64"),
        (
            "4x2x2x2x2x2xf32, sbuf",
            "4x8xf32, sbuf",
            "operand 'src' access pattern must have 1 to 5 pairs (step, num), but has 6",
        ),
        ("128x64xtf32, sbuf", "128x8xf32, sbuf", "elements of tf32, which the search family cannot compare"),
        ("128x64xf32, psum", "128x8xf32, psum", ""),
        ("128x64xf32, psum", "128x8xbf16, psum", "writes bf16 to psum, which takes elements of 4 bytes only"),
    ] {
        instruction("max8", &[("dst", dst), ("src", src)], "", part);
    }
}

#[test]
fn find_index8() {
    let op = |dst, vals, part| {
        let tiles = [("dst", dst), ("data", "128x64xf32, sbuf"), ("vals", vals)];
        instruction("nc_find_index8", &tiles, "", part);
    };
    op("128x8xui32, sbuf", "128x8xf32, sbuf", "");
    op("128x8xui16, sbuf", "128x8xbf16, sbuf", "");
    op("128x8xi32, sbuf", "128x8xf32, sbuf", "operand 'dst' has elements of s32: it takes u16, u32");
    op("128x8xui32, sbuf", "128x16xf32, sbuf", "operand 'vals' has 16 elements per partition: exactly 8");
    op("128x4xui32, sbuf", "128x8xf32, sbuf", "operand 'dst' has 4 elements per partition: exactly 8");
    op("128x8xui32, sbuf", "64x8xf32, sbuf", "operand 'vals' has 64 partitions");
}

#[test]
fn match_replace8() {
    let op = |target, dst: &'static str, data: &'static str, idx: Option<&'static str>, part| {
        let mut tiles = vec![("dst", dst), ("data", data), ("vals", "128x8xf32, sbuf")];
        tiles.extend(idx.map(|idx| ("idx", idx)));
        instruction_on(target, "nc_match_replace8", &tiles, ", imm = -inf", part);
    };
    let data = "128x64xf32, sbuf";
    op("trn2", data, data, None, "");
    op("trn1", data, data, None, "");
    op("trn2", data, data, Some("128x8xui32, sbuf"), "");
    op(
        "trn1",
        data,
        data,
        Some("128x8xui32, sbuf"),
        "match-replace with indices, which needs gen3: trn1 is gen2",
    );
    op("trn2", data, data, Some("128x8xf32, sbuf"), "operand 'dst_idx' has elements of f32");
    op("trn2", "128x64xbf16, sbuf", data, None, "operand 'dst' has elements of bf16, but 'data' has f32");
    op(
        "trn2",
        "128x32xf32, sbuf",
        data,
        None,
        "operand 'dst' has 32 elements per partition, but 'data' has 64",
    );
    op("trn2", "128x7xf32, sbuf", "128x7xf32, sbuf", None, "expects at least 8 input elements per partition");
    op(
        "trn2",
        "128x8xi8, sbuf",
        "128x8xi8, sbuf",
        None,
        "operand 'data' has elements of s8: it takes f16, bf16",
    );
    let split = on(
        "trn1",
        &format!(
            "{}nki.nc_match_replace8 %d, %d, %v, %i, imm = nan : !nki.tile<4x8xf32, sbuf>, !nki.tile<4x8xf32, sbuf>, !nki.tile<4x8xf32, sbuf>, !nki.tile<4x8xui32, sbuf>",
            allocs(&[("d", "4x8xf32, sbuf"), ("v", "4x8xf32, sbuf"), ("i", "4x8xui32, sbuf")])
        ),
    );
    assert!(verified(&split)[0].help[0].contains("nc_find_index8"));
}

#[test]
fn tensor_copy_and_engines() {
    let op = |dst, src, engine: &str, part| {
        let engine = format!(" {{engine = \"{engine}\"}}");
        instruction("tensor_copy", &[("dst", dst), ("src", src)], &engine, part);
    };
    let (sbuf, psum) = ("128x64xf32, sbuf", "128x64xf32, psum");
    op(sbuf, psum, "unknown", "");
    op(sbuf, psum, "scalar", "");
    op(sbuf, psum, "gpsimd", "operand 'src' is in psum, which gpsimd cannot read");
    op(psum, sbuf, "gpsimd", "operand 'dst' is in psum, which gpsimd cannot write");
    op(sbuf, sbuf, "gpsimd", "");
    op(sbuf, sbuf, "tensor", "runs on unknown, vector, scalar, gpsimd, not on \"tensor\"");
    op(sbuf, sbuf, "DVE", "not on \"DVE\"");
    op("128x4x16xbf16, sbuf", sbuf, "vector", "");
    op("128x63xf32, sbuf", sbuf, "vector", "operand 'dst' has 63 elements per partition, but 'src' has 64");
    op("128x256x256xi8, sbuf", "128x256x256xi8, sbuf", "vector", "");
    op(
        "128x256x257xi8, sbuf",
        "128x256x257xi8, sbuf",
        "vector",
        "has 65792 elements per partition: at most 65536 in sbuf",
    );
    op(
        "128x65536xi8, sbuf",
        "128x65536xi8, sbuf",
        "vector",
        "operand 'dst' access pattern has a pair [1, 65536]",
    );
}

#[test]
fn memset_values_are_of_the_class_of_the_tile() {
    let op =
        |ty, value: &str, part| instruction("memset", &[("t", ty)], &format!(" {{value = {value}}}"), part);
    op("4x8xf32, sbuf", "0xFF800000 : f32", "");
    op("4x8xbf16, sbuf", "1.0 : f32", "");
    op("4x8xui32, sbuf", "4294967295 : ui32", "");
    op("4x8xui32, sbuf", "7 : i64", "");
    op("4x8xui32, sbuf", "0.0 : f32", "must be an integer to fill a tile of u32");
    op("4x8xf32, sbuf", "0 : i32", "must be a float to fill a tile of f32");
    op("4x8xui8, sbuf", "256 : i32", "is 256, which u8 cannot hold");
    op("4x8xi8, sbuf", "-128 : i32", "");
    op("4x8xi8, sbuf", "-129 : i32", "is -129, which s8 cannot hold");
    op("4x8xf32, sbuf", "\"x\"", "must be a number");
}

#[test]
fn iota() {
    let op = |ty: &str, rest: &str, part| {
        expect(&kernel(&format!("{}nki.iota %t{rest} : !nki.tile<{ty}>", allocs(&[("t", ty)]))), part);
    };
    op("4x64xui32, sbuf", "[[1, 64]] + 3", "");
    op("4x64xf32, sbuf", "[[64, 1], [8, 8], [0, 2], [1, 4]]", "");
    op("4x64xui32, sbuf", "[[1, 63]]", "has 63 elements, but 'dst' has 64 per partition");
    op("4x64xui32, sbuf", "[[1, 1], [1, 1], [64, 1], [8, 8], [1, 8]]", "must hold 1 to 4 pairs");
    op("4x64xui32, sbuf", "[[2147483648, 64]]", "a step is a 32-bit number");
    op("4x64xui32, psum", "[[1, 64]]", "operand 'dst' is in psum, which gpsimd cannot write");
    op("4x64xui32, sbuf", "[[1, 64]] + 2147483648", "attribute 'offset' is 2147483648");
    op(
        "4x64xui32, sbuf",
        "[[1, 64]] {channel_multiplier = -2147483649 : i64}",
        "attribute 'channel_multiplier' is",
    );
}

#[test]
fn dma_copy() {
    let op = |target, tile: &str, rest: &str, part| {
        let body = format!(
            "{}nki.dma_copy %t, %x{rest} : !nki.tile<{tile}>, !nki.hbm<4x8xf32>",
            allocs(&[("t", tile)])
        );
        expect(&on(target, &body), part);
    };
    op("trn2", "4x8xf32, sbuf", "", "");
    op("trn2", "2x4x4xbf16, sbuf", "", "");
    op("trn2", "2x4x4xbf16, sbuf", " {dge_mode = \"hwdge\"}", "hwdge cannot cast");
    op("trn2", "4x8xf32, sbuf", " {dge_mode = \"hwdge\"}", "");
    op("trn1", "4x8xf32, sbuf", " {dge_mode = \"hwdge\"}", "hwdge needs gen3: trn1 is gen2");
    op("trn2", "4x9xf32, sbuf", "", "operand 'dst' has 36 elements, but 'src' has 32");
    op("trn2", "4x8xf32, psum", "", "is in psum, which DMA cannot reach");
    op("trn2", "4x8xf32, sbuf", " {oob_mode = \"skip\"}", "legal only with indirect addressing");
    op("trn2", "4x8xf32, sbuf", " {dge_mode = \"fast\"}", "must be one of unknown, swdge, hwdge, none");
}

#[test]
fn gather() {
    let op = |dst, data, indices, part| {
        instruction("nc_n_gather", &[("dst", dst), ("data", data), ("indices", indices)], "", part);
    };
    op("4x16xf32, sbuf", "4x64xf32, sbuf", "4x16xui32, sbuf", "");
    op(
        "4x16xf32, sbuf",
        "4x64xf32, sbuf",
        "4x16xui16, sbuf",
        "operand 'indices' has elements of u16: it takes u32",
    );
    op(
        "4x16xbf16, sbuf",
        "4x64xf32, sbuf",
        "4x16xui32, sbuf",
        "operand 'dst' has elements of bf16, but 'data' has f32",
    );
    op(
        "4x16xf32, sbuf",
        "4x64xf32, psum",
        "4x16xui32, sbuf",
        "operand 'data' is in psum, which gpsimd cannot read",
    );
    op(
        "4x16xf32, sbuf",
        "4x64xf32, sbuf",
        "4x15xui32, sbuf",
        "operand 'indices' has 15 elements per partition",
    );
}

#[test]
fn tensor_tensor() {
    let op = |target, name: &str, ty: &str, other: &str, engine: &str, part| {
        let body = format!(
            "{}nki.tensor_tensor {name} %d, %a, %b {{engine = \"{engine}\"}} : !nki.tile<{ty}>, !nki.tile<{ty}>, !nki.tile<{other}>",
            allocs(&[("d", ty), ("a", ty), ("b", other)])
        );
        expect(&on(target, &body), part);
    };
    let (f32, u32) = ("4x8xf32, sbuf", "4x8xui32, sbuf");
    op("trn2", "add", f32, f32, "unknown", "");
    op("trn2", "multiply", f32, u32, "vector", "");
    op("trn2", "mult", f32, f32, "vector", "'mult' is no ALU operation of NKI");
    op("trn2", "bitwise_and", u32, u32, "vector", "");
    op("trn2", "bitwise_and", u32, u32, "gpsimd", "is a bit operation, which runs on vector only");
    op("trn2", "bitwise_and", u32, f32, "vector", "the bit operation 'bitwise_and' takes integers");
    op("trn2", "power", f32, f32, "vector", "runs on gpsimd only, not on vector");
    op("trn2", "power", f32, f32, "unknown", "");
    op("trn3", "abs_max", f32, f32, "vector", "");
    op("trn2", "abs_max", f32, f32, "vector", "needs gen4: trn2 is gen3");
    op("trn2", "add", f32, "4x9xf32, sbuf", "vector", "operand 'data2' has 9 elements per partition");
    op("trn2", "add", "4x8xf32, psum", f32, "vector", "");
    op(
        "trn2",
        "add",
        "4x8xf32, psum",
        "4x8xf32, psum",
        "vector",
        "operand 'data2' is in psum, as 'data1' is",
    );
}

#[test]
fn tensor_scalar() {
    let op = |target, steps: &str, engine: &str, part| {
        let tile = "4x8xf32, sbuf";
        let types = "!nki.tile<4x8xf32, sbuf>, ".repeat(2)
            + &"!nki.tile<4x1xf32, sbuf>, ".repeat(steps.matches('%').count());
        let body = format!(
            "{}nki.tensor_scalar %d, %a, {steps} {{engine = \"{engine}\"}} : {}",
            allocs(&[("d", tile), ("a", tile), ("c", "4x1xf32, sbuf")]),
            types.trim_end_matches(", ")
        );
        expect(&on(target, &body), part);
    };
    op("trn2", "multiply 2.0", "vector", "");
    op("trn2", "multiply 2.0, reverse subtract %c", "vector", "");
    op("trn2", "multiply %c, add %c", "gpsimd", "");
    op("trn2", "multiply", "vector", "'op0' has neither 'imm0' nor operand 'operand0'");
    op("trn2", "multiply 2.0, bitwise_and 3.0", "vector", "are of different classes");
    op("trn2", "multiply 2.0, add 1.0", "scalar", "");
    op("trn2", "add 2.0, multiply 1.0", "scalar", "computes multiply, add, or multiply then add");
    op("trn1", "multiply 2.0", "scalar", "from gen3 on");
    op("trn2", "bitwise_and 3.0", "vector", "the bit operation 'bitwise_and' takes integers");
    op("trn2", "bitwise_and 3.5", "vector", "attribute 'imm0'");
    let both = "%d = nki.alloc : !nki.tile<4x8xf32, sbuf>\n%c = nki.alloc : !nki.tile<4x1xf32, sbuf>\n\
        \"nki.tensor_scalar\"(%d, %d, %c) <{op0 = \"add\", imm0 = 1.0 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : \
        (!nki.tile<4x8xf32, sbuf>, !nki.tile<4x8xf32, sbuf>, !nki.tile<4x1xf32, sbuf>) -> ()";
    expect(&kernel(both), "'op0' has both 'imm0' and operand 'operand0'");
    let wide = both.replace("4x1xf32", "4x2xf32");
    expect(&kernel(&wide), "must be a tile of one f32 per partition");
}

#[test]
fn views_stay_within_their_storage() {
    let op = |pattern: &str, result: &str, part| {
        let body = format!(
            "{}%v = nki.view %t{pattern} : !nki.tile<128x512xf32, sbuf> -> !nki.tile<{result}>",
            allocs(&[("t", "128x512xf32, sbuf")])
        );
        expect(&kernel(&body), part);
    };
    op("[[512, 128], [1, 8]] + 504", "128x8xf32, sbuf", "");
    op(
        "[[512, 128], [1, 8]] + 505",
        "128x8xf32, sbuf",
        "reaches elements 505 to 512 of a partition of 512 elements",
    );
    op("[[512, 64], [-1, 8]] + 32775", "64x8xf32, sbuf", "");
    op("[[512, 64], [-1, 8]] + 32774", "64x8xf32, sbuf", "reaches elements -1 to 6");
    op(
        "[[512, 65], [1, 8]] + 32768",
        "65x8xf32, sbuf",
        "takes 65 partitions from partition 64 of a memory of 128",
    );
    op("[[511, 128], [1, 8]]", "128x8xf32, sbuf", "must step 512 elements in its first pair");
    op("[[512, 128], [0, 8], [2, 256]]", "128x8x256xf32, sbuf", "");
    op("[[512, 128], [1, 8]]", "128x9xf32, sbuf", "result must have the type of the pattern");
    op("[[512, 128], [1, 8]]", "128x8xbf16, sbuf", "result must have the type of the pattern");
    op("[[512, 128], [1, 0]]", "128x8xf32, sbuf", "has a dimension of 0 elements");
    op(
        "[[512, 1], [0, 2], [0, 2], [0, 2], [0, 2], [0, 2]]",
        "1x2x2x2x2x2xf32, sbuf",
        "must have 1 to 5 pairs",
    );
    op("[[512, 128], [0, 65536]]", "128x65536xf32, sbuf", "16-bit number");
}

#[test]
fn views_are_of_base_storage() {
    let t = "!nki.tile<128x8xf32, sbuf>";
    let twice = format!(
        "{}%v = nki.view %t[[8, 128], [1, 8]] : {t} -> {t}\n%w = nki.view %v[[8, 128], [1, 8]] : {t} -> {t}",
        allocs(&[("t", "128x8xf32, sbuf")])
    );
    expect(&kernel(&twice), "is not base storage: a view is not composable");
    let hbm = "%v = nki.view %x[[8, 4], [2, 4]] : !nki.hbm<4x8xf32> -> !nki.hbm<4x4xf32>";
    expect(&kernel(hbm), "");
    expect(
        &kernel(&hbm.replace("[2, 4]", "[2, 5]").replace("4x4", "4x5")),
        "reaches elements 0 to 32 of an HBM tensor",
    );
}

#[test]
fn compute_starts_at_a_quadrant() {
    let op = |start: i64, count: i64, part: &str| {
        let (t, v) = ("!nki.tile<128x8xf32, sbuf>", format!("!nki.tile<{count}x8xf32, sbuf>"));
        let body = format!(
            "{}%v = nki.view %t[[8, {count}], [1, 8]] + {} : {t} -> {v}\nnki.max8 %v, %v : {v}, {v}",
            allocs(&[("t", "128x8xf32, sbuf")]),
            start * 8
        );
        let errors = verified(&kernel(&body));
        assert_eq!(errors.is_empty(), part.is_empty(), "{start} {count}: {errors:?}");
        assert!(errors.iter().all(|error| error.message.contains(part)));
    };
    op(96, 32, "");
    op(64, 64, "");
    op(32, 33, "operand 'dst' starts at partition 32 with 33 partitions");
    op(8, 8, "operand 'dst' starts at partition 8 with 8 partitions");
}

#[test]
fn topk_shapes() {
    let op = |k: i64, values: &str, indices: &str, part| {
        let text = format!(
            "func.func @main(%x: tensor<4x64xf32>) {{ %v, %i = nki.topk %x, k = {k} : (tensor<4x64xf32>) -> (tensor<{values}>, tensor<{indices}>) return }}"
        );
        expect(&text, part);
    };
    op(8, "4x8xf32", "4x8xui32", "");
    op(64, "4x64xf32", "4x64xui32", "");
    op(65, "4x65xf32", "4x65xui32", "attribute 'k' is 65, but a row has 64 elements");
    op(0, "4x0xf32", "4x0xui32", "attribute 'k' is 0");
    op(8, "4x8xf32", "4x8xi32", "result #1 must have the shape of the values and elements of ui32");
    op(8, "4x8xbf16", "4x8xui32", "result #0 must have the operand's type with last dimension k");
}

#[test]
fn calls_match_their_kernel() {
    let op = |callee: &str, input: &str, output: &str, part| {
        let text = format!(
            "nki.kernel @k(%x: !nki.hbm<4x8xf32>, %y: !nki.hbm<4x8xui32>) {{ }}\n\
             func.func @main(%x: tensor<{input}>) {{ %v = nki.call @{callee}(%x) : (tensor<{input}>) -> tensor<{output}> return }}"
        );
        expect(&text, part);
    };
    op("k", "4x8xf32", "4x8xui32", "");
    op("nowhere", "4x8xf32", "4x8xui32", "there is no such symbol");
    op("main", "4x8xf32", "4x8xui32", "is a 'func.func', not a kernel");
    op("k", "4x9xf32", "4x8xui32", "operand #0 has type 'tensor<4x9xf32>', but argument #0");
    op("k", "4x8xf32", "4x8xi32", "result #0 has type 'tensor<4x8xi32>', but argument #1");
    expect("nki.kernel @k(%x: tensor<4xf32>) { }", "takes HBM tensors as arguments only");
}

#[test]
fn faults_point_at_their_part() {
    let errors = verified(&kernel(
        "%t = nki.alloc : !nki.tile<4x7xf32, sbuf>\nnki.max8 %t, %t : !nki.tile<4x7xf32, sbuf>, !nki.tile<4x7xf32, sbuf>",
    ));
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].severity, Severity::Error);
    assert!(errors[0].message.starts_with("'nki.max8' op operand 'src'"), "{}", errors[0].message);
    // Of the module alone: what stands in it is not blamed.
    let errors = verified(&on("trn9", "%t = nki.alloc : !nki.tile<4x7xf32, sbuf>"));
    assert_eq!(errors.len(), 1);
    assert!(errors[0].message.contains("unknown target 'trn9'"));
}

#[test]
fn wrong_types_are_reported_once_and_do_no_harm() {
    let body = "%t = nki.alloc : !nki.tile<8x0xf32, sbuf>\n\
        %v = nki.view %t[[0, 8], [1, 8]] : !nki.tile<8x0xf32, sbuf> -> !nki.tile<8x8xf32, sbuf>\n\
        nki.max8 %v, %v : !nki.tile<8x8xf32, sbuf>, !nki.tile<8x8xf32, sbuf>";
    let errors = verified(&kernel(body));
    assert_eq!(errors.len(), 2, "the alloc and the view: {errors:?}");
    let huge = "%t = nki.alloc : !nki.tile<0x9223372036854775807x9223372036854775807xf32, sbuf>";
    expect(&kernel(huge), "must be device memory");
}
