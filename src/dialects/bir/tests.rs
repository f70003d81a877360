//! Rules of bir ops.

use crate::dialects::device::testing::{expect, round_trip};

fn on(target: &str, body: &str) -> String {
    format!(
        "module attributes {{neuron.target = \"{target}\"}} {{ bir.kernel @k(%x: !bir.mem<4x64xf32, dram>) {{\n\
         %w = bir.alloc : !bir.mem<4x64xf32, sbuf>\n%v = bir.alloc : !bir.mem<4x8xf32, sbuf>\n\
         %i = bir.alloc : !bir.mem<4x8xui32, sbuf>\n%p = bir.alloc : !bir.mem<4x64xf32, psum>\n\
         %c = bir.alloc : !bir.mem<4x1xf32, sbuf>\n{body}\n}} }}"
    )
}

const W: &str = "!bir.mem<4x64xf32, sbuf>";
const V: &str = "!bir.mem<4x8xf32, sbuf>";
const I: &str = "!bir.mem<4x8xui32, sbuf>";
const P: &str = "!bir.mem<4x64xf32, psum>";
const C: &str = "!bir.mem<4x1xf32, sbuf>";

#[track_caller]
fn check(body: &str, part: &str) {
    expect(&on("trn2", body), part);
}

#[test]
fn access_patterns_stay_within_their_handle() {
    let max = |data: &str, values: &str, part: &str| {
        check(&format!("bir.Max ins(%w{data}) outs(%v{values}) : {W}, {V}"), part);
    };
    max("[[64, 4], [1, 64]]", "[[8, 4], [1, 8]]", "");
    max("[[64, 4], [1, 32]] + 32", "[[8, 4], [1, 8]]", "");
    max("[[64, 4], [1, 32]] + 33", "[[8, 4], [1, 8]]", "access pattern #0 reaches elements 33 to 64 of a partition of 64");
    max("[[64, 4], [1, 64]]", "[[8, 5], [1, 8]]", "access pattern #1 takes 5 partitions from partition 0 of a memory of 4");
    max("[[1, 4], [1, 64]]", "[[8, 4], [1, 8]]", "access pattern #0 must step 64 elements in its first pair");
    max("[[64, 4], [1, 7]]", "[[8, 4], [1, 8]]", "operand 'data' has 7 elements per partition: 8 to 16384");
    max("[[64, 4], [1, 64]]", "[[8, 4], [1, 7]]", "operand 'maxvals' has 7 elements per partition: exactly 8");
    max("[[64, 4], [0, 1], [0, 1], [0, 1], [0, 1], [1, 64]]", "[[8, 4], [1, 8]]", "must have 1 to 5 pairs");
    let list = |access: &str, part: &str| {
        check(&format!("\"bir.Max\"(%w, %v) <{{access = {access}}}> : ({W}, {V}) -> ()"), part);
    };
    list("[array<i64: 0, 64, 4, 1, 64>]", "has 1 access patterns for 2 operands");
    list("[array<i64: 0, 64, 4, 1>, array<i64: 0, 8, 4, 1, 8>]", "access pattern #0 must hold pairs");
    list("[array<i64>, array<i64: 0, 8, 4, 1, 8>]", "access pattern #0 must start with an offset");
    list("[\"x\", array<i64: 0, 8, 4, 1, 8>]", "access pattern #0 must be a list of integers");
}

#[test]
fn allocations() {
    let alloc = |attrs: &str, ty: &str, part: &str| check(&format!("%t = bir.alloc {{{attrs}}} : !bir.mem<{ty}>"), part);
    alloc("address = 212480 : i64", "128x126xf32, sbuf", "");
    alloc("address = 212484 : i64", "128x126xf32, sbuf", "pass the 212984 that trn2 has for programs");
    alloc("address = 2 : i64", "128x8xf32, sbuf", "address 2 is not aligned to the 4 bytes of f32");
    alloc("address = -4 : i64", "128x8xf32, sbuf", "address -4 is not aligned");
    alloc("start_partition = 96 : i64", "32x8xf32, sbuf", "");
    alloc("start_partition = 96 : i64", "33x8xf32, sbuf", "33 partitions cannot start at partition 96");
    alloc("address = 0 : i64", "4x8xf32, dram", "has no meaning in dram");
}

#[test]
fn instructions_run_on_their_engines() {
    let copy = |engine: &str, part: &str| {
        check(&format!("bir.TensorCopy ins(%p[[64, 4], [1, 64]]) outs(%w[[64, 4], [1, 64]]) {{engine = \"{engine}\"}} : {P}, {W}"), part);
    };
    copy("DVE", "");
    copy("Activation", "");
    copy("Pool", "operand 'src' is in psum, which gpsimd cannot read");
    copy("PE", "runs on DVE, Activation, Pool, not on \"PE\"");
    copy("vector", "not on \"vector\"");
    let dma = format!("bir.DMACopy ins(%x[[64, 4], [1, 64]]) outs(%p[[64, 4], [1, 64]]) : !bir.mem<4x64xf32, dram>, {P}");
    check(&dma, "operand 'dst' is in psum, which DMA cannot reach");
    let hbm = format!("bir.Max ins(%x[[64, 4], [1, 64]]) outs(%v[[8, 4], [1, 8]]) : !bir.mem<4x64xf32, dram>, {V}");
    check(&hbm, "operand 'data' is in HBM: only DMA touches HBM");
}

#[test]
fn match_replace() {
    let fused = format!(
        "bir.MaxIndexAndMatchReplace ins(%v[[8, 4], [1, 8]], %w[[64, 4], [1, 64]]) outs(%w[[64, 4], [1, 64]], %i[[8, 4], [1, 8]]) {{imm_value = 0.0 : f32}} : {V}, {W}, {W}, {I}"
    );
    expect(&on("trn2", &fused), "");
    expect(&on("trn1", &fused), "exists from NC-v3 on: trn1 is NC-v2");
    let short = format!(
        "bir.MatchReplace ins(%v[[8, 4], [1, 8]], %w[[64, 4], [1, 7]]) outs(%w[[64, 4], [1, 7]]) {{imm_value = 0.0 : f32}} : {V}, {W}, {W}"
    );
    check(&short, "MATCH_REPLACE8 Instruction expects at least 8 input elements per partition");
}

#[test]
fn constants_and_operations() {
    let memset = |constant: &str, part: &str| {
        check(&format!("bir.Memset outs(%v[[8, 4], [1, 8]]) {{constant = {constant} : i64}} : {V}"), part);
    };
    memset("4290772992", "");
    memset("4294967296", "0x100000000 is not the bit pattern of one f32");
    memset("-1", "is not the bit pattern");
    let scalar = |attrs: &str, part: &str| {
        check(&format!("bir.TensorScalarPtr ins(%v[[8, 4], [1, 8]]) outs(%v[[8, 4], [1, 8]]) {{{attrs}}} : {V}, {V}"), part);
    };
    scalar("op0 = \"mult\", imm0 = 2.0 : f32", "");
    scalar("op0 = \"multiply\", imm0 = 2.0 : f32", "'multiply' is no ALU operation");
    scalar("op0 = \"divide\", imm0 = 2.0 : f32", "the ISA refuses divide, pow and mod");
    scalar("op0 = \"bypass\", imm0 = 2.0 : f32, op1 = \"add\", imm1 = 1.0 : f32", "op1 other than bypass requires op0");
    scalar("op0 = \"mult\", imm0 = 2.0 : f32, imm1 = 1.0 : f32", "for a second operation, but no 'op1'");
    let tensor = |op: &str, part: &str| {
        check(&format!("bir.TensorTensor ins(%v[[8, 4], [1, 8]], %v[[8, 4], [0, 8]]) outs(%v[[8, 4], [1, 8]]) {{op = \"{op}\"}} : {V}, {V}, {V}"), part);
    };
    tensor("is_equal", "");
    tensor("average", "operation 'average' has no encoding");
    tensor("equal", "'equal' is no AluOpType");
}

#[test]
fn optional_scalars_are_named_in_text() {
    let text = on(
        "trn2",
        &format!(
            "bir.TensorScalarPtr ins(%v[[8, 4], [1, 8]], scalar1 = %c[[1, 4], [1, 1]]) outs(%v[[8, 4], [1, 8]]) {{op0 = \"mult\", imm0 = 2.0 : f32, op1 = \"add\"}} : {V}, {C}, {V}\n\
             bir.Iota outs(%i[[8, 4], [1, 8]]) {{base = 0 : i64, pattern = array<i64: 1, 8>}} : {I}\n\
             bir.Gather ins(%w[[64, 4], [1, 64]], %i[[8, 4], [1, 8]]) outs(%v[[8, 4], [1, 8]]) : {W}, {I}, {V}"
        ),
    );
    expect(&text, "");
    assert!(round_trip(&text).contains(", scalar1 = %"));
}
