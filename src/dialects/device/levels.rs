//! One program on every level: all give the same bits.

use super::testing::{expect, round_trip, run};
use crate::tensor::{ElementType, Tensor};

/// Two folds of the top-16 of 64 columns, with the struck positions of the first, and some arithmetic on the values.
const NKI: &str = "
nki.kernel @k(%x: !nki.hbm<4x64xf32>, %values: !nki.hbm<4x16xf32>, %indices: !nki.hbm<4x16xui32>, %struck: !nki.hbm<4x8xui32>, %sums: !nki.hbm<4x16xf32>) {
  %w = nki.alloc : !nki.tile<4x64xf32, sbuf>
  %m = nki.alloc : !nki.tile<4x64xf32, sbuf>
  %v = nki.alloc : !nki.tile<4x16xf32, sbuf>
  %i = nki.alloc : !nki.tile<4x16xui32, sbuf>
  %j = nki.alloc : !nki.tile<4x8xui32, sbuf>
  %s = nki.alloc : !nki.tile<4x16xf32, sbuf>
  nki.dma_copy %w, %x : !nki.tile<4x64xf32, sbuf>, !nki.hbm<4x64xf32>
  nki.tensor_copy %m, %w : !nki.tile<4x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>
  %v0 = nki.view %v[[16, 4], [1, 8]] : !nki.tile<4x16xf32, sbuf> -> !nki.tile<4x8xf32, sbuf>
  %i0 = nki.view %i[[16, 4], [1, 8]] : !nki.tile<4x16xui32, sbuf> -> !nki.tile<4x8xui32, sbuf>
  nki.max8 %v0, %w : !nki.tile<4x8xf32, sbuf>, !nki.tile<4x64xf32, sbuf>
  nki.nc_find_index8 %i0, %m, %v0 : !nki.tile<4x8xui32, sbuf>, !nki.tile<4x64xf32, sbuf>, !nki.tile<4x8xf32, sbuf>
  nki.nc_match_replace8 %w, %w, %v0, imm = -inf : !nki.tile<4x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>, !nki.tile<4x8xf32, sbuf>
  nki.nc_match_replace8 %m, %m, %v0, %j, imm = nan : !nki.tile<4x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>, !nki.tile<4x8xf32, sbuf>, !nki.tile<4x8xui32, sbuf>
  %v1 = nki.view %v[[16, 4], [1, 8]] + 8 : !nki.tile<4x16xf32, sbuf> -> !nki.tile<4x8xf32, sbuf>
  %i1 = nki.view %i[[16, 4], [1, 8]] + 8 : !nki.tile<4x16xui32, sbuf> -> !nki.tile<4x8xui32, sbuf>
  nki.max8 %v1, %w : !nki.tile<4x8xf32, sbuf>, !nki.tile<4x64xf32, sbuf>
  nki.nc_find_index8 %i1, %m, %v1 : !nki.tile<4x8xui32, sbuf>, !nki.tile<4x64xf32, sbuf>, !nki.tile<4x8xf32, sbuf>
  nki.tensor_scalar %s, %v, multiply 2.0, reverse subtract 1.0 : !nki.tile<4x16xf32, sbuf>, !nki.tile<4x16xf32, sbuf>
  nki.tensor_tensor add %s, %s, %v : !nki.tile<4x16xf32, sbuf>, !nki.tile<4x16xf32, sbuf>, !nki.tile<4x16xf32, sbuf>
  nki.dma_copy %values, %v : !nki.hbm<4x16xf32>, !nki.tile<4x16xf32, sbuf>
  nki.dma_copy %indices, %i : !nki.hbm<4x16xui32>, !nki.tile<4x16xui32, sbuf>
  nki.dma_copy %struck, %j : !nki.hbm<4x8xui32>, !nki.tile<4x8xui32, sbuf>
  nki.dma_copy %sums, %s : !nki.hbm<4x16xf32>, !nki.tile<4x16xf32, sbuf>
}";

/// The same as instructions.
const BIR: &str = "
bir.kernel @k(%x: !bir.mem<4x64xf32, dram>, %values: !bir.mem<4x16xf32, dram>, %indices: !bir.mem<4x16xui32, dram>, %struck: !bir.mem<4x8xui32, dram>, %sums: !bir.mem<4x16xf32, dram>) {
  ALLOCS
  LOAD
  bir.TensorCopy ins(%w[[64, 4], [1, 64]]) outs(%m[[64, 4], [1, 64]]) : !bir.mem<4x64xf32, sbuf>, !bir.mem<4x64xf32, sbuf>
  bir.Max ins(%w[[64, 4], [1, 64]]) outs(%v[[16, 4], [1, 8]]) : !bir.mem<4x64xf32, sbuf>, !bir.mem<4x16xf32, sbuf>
  bir.MaxIndex ins(%v[[16, 4], [1, 8]], %m[[64, 4], [1, 64]]) outs(%i[[16, 4], [1, 8]]) : !bir.mem<4x16xf32, sbuf>, !bir.mem<4x64xf32, sbuf>, !bir.mem<4x16xui32, sbuf>
  bir.MatchReplace ins(%v[[16, 4], [1, 8]], %w[[64, 4], [1, 64]]) outs(%w[[64, 4], [1, 64]]) {imm_value = 0xFF800000 : f32} : !bir.mem<4x16xf32, sbuf>, !bir.mem<4x64xf32, sbuf>, !bir.mem<4x64xf32, sbuf>
  bir.MaxIndexAndMatchReplace ins(%v[[16, 4], [1, 8]], %m[[64, 4], [1, 64]]) outs(%m[[64, 4], [1, 64]], %j[[8, 4], [1, 8]]) {imm_value = 0x7FC00000 : f32} : !bir.mem<4x16xf32, sbuf>, !bir.mem<4x64xf32, sbuf>, !bir.mem<4x64xf32, sbuf>, !bir.mem<4x8xui32, sbuf>
  bir.Max ins(%w[[64, 4], [1, 64]]) outs(%v[[16, 4], [1, 8]] + 8) : !bir.mem<4x64xf32, sbuf>, !bir.mem<4x16xf32, sbuf>
  bir.MaxIndex ins(%v[[16, 4], [1, 8]] + 8, %m[[64, 4], [1, 64]]) outs(%i[[16, 4], [1, 8]] + 8) : !bir.mem<4x16xf32, sbuf>, !bir.mem<4x64xf32, sbuf>, !bir.mem<4x16xui32, sbuf>
  bir.TensorScalarPtr ins(%v[[16, 4], [1, 16]]) outs(%s[[16, 4], [1, 16]]) {op0 = \"mult\", imm0 = 2.0 : f32, op1 = \"subtract\", imm1 = 1.0 : f32, reverse1 = true} : !bir.mem<4x16xf32, sbuf>, !bir.mem<4x16xf32, sbuf>
  bir.TensorTensor ins(%s[[16, 4], [1, 16]], %v[[16, 4], [1, 16]]) outs(%s[[16, 4], [1, 16]]) {op = \"add\"} : !bir.mem<4x16xf32, sbuf>, !bir.mem<4x16xf32, sbuf>, !bir.mem<4x16xf32, sbuf>
  STORE
}";

/// The same as bundles.
const DVE: &str = "
dve.program @k(%x: !bir.mem<4x64xf32, dram>, %values: !bir.mem<4x16xf32, dram>, %indices: !bir.mem<4x16xui32, dram>, %struck: !bir.mem<4x8xui32, dram>, %sums: !bir.mem<4x16xf32, dram>) {
  ALLOCS
  LOAD
  dve.bundle copy dst=sbuf[p0+0x100, [1,64]]:f32 src=sbuf[p0+0x0, [1,64]]:f32 channels=4
  dve.bundle max8 dst=sbuf[p0+0x21c, [0,1], [-1,8]]:f32 src=sbuf[p0+0x0, [1,64]]:f32 channels=4
  dve.bundle match_value_load src=sbuf[p0+0x21c, [0,1], [-1,8]]:f32 channels=4
  dve.bundle find_index8 dst=sbuf[p0+0x240, [1,8]]:u32 src=sbuf[p0+0x100, [1,64]]:f32 channels=4
  dve.bundle match_value_load src=sbuf[p0+0x200, [1,8]]:f32 channels=4
  dve.bundle match_replace8 dst=sbuf[p0+0x0, [1,64]]:f32 src=sbuf[p0+0x0, [1,64]]:f32 channels=4 imm=-inf
  dve.bundle match_value_load src=sbuf[p0+0x200, [1,8]]:f32 channels=4
  dve.bundle match_replace8 dst=sbuf[p0+0x100, [1,64]]:f32 src=sbuf[p0+0x100, [1,64]]:f32 channels=4 imm=nan
  dve.bundle dve_read_indices dst=sbuf[p0+0x29c, [-1,8]]:u32 channels=4
  dve.bundle max8 dst=sbuf[p0+0x23c, [0,1], [-1,8]]:f32 src=sbuf[p0+0x0, [1,64]]:f32 channels=4
  dve.bundle match_value_load src=sbuf[p0+0x23c, [0,1], [-1,8]]:f32 channels=4
  dve.bundle find_index8 dst=sbuf[p0+0x260, [1,8]]:u32 src=sbuf[p0+0x100, [1,64]]:f32 channels=4
  dve.bundle tensor_scalar dst=sbuf[p0+0x300, [1,16]]:f32 src=sbuf[p0+0x200, [1,16]]:f32 channels=4 op0=mult op1=subtract reverse=second imm0=2.0 imm1=1.0
  dve.bundle tensor_tensor dst=sbuf[p0+0x300, [1,16]]:f32 src0=sbuf[p0+0x300, [1,16]]:f32 src1=sbuf[p0+0x200, [1,16]]:f32 op=add channels=4
  STORE
}";

const ALLOCS: &str = "
  %w = bir.alloc {address = 0 : i64} : !bir.mem<4x64xf32, sbuf>
  %m = bir.alloc {address = 256 : i64} : !bir.mem<4x64xf32, sbuf>
  %v = bir.alloc {address = 512 : i64} : !bir.mem<4x16xf32, sbuf>
  %i = bir.alloc {address = 576 : i64} : !bir.mem<4x16xui32, sbuf>
  %j = bir.alloc {address = 640 : i64} : !bir.mem<4x8xui32, sbuf>
  %s = bir.alloc {address = 768 : i64} : !bir.mem<4x16xf32, sbuf>";

const LOAD: &str = "bir.DMACopy ins(%x[[64, 4], [1, 64]]) outs(%w[[64, 4], [1, 64]]) : !bir.mem<4x64xf32, dram>, !bir.mem<4x64xf32, sbuf>";

const STORE: &str = "
  bir.DMACopy ins(%v[[16, 4], [1, 16]]) outs(%values[[16, 4], [1, 16]]) : !bir.mem<4x16xf32, sbuf>, !bir.mem<4x16xf32, dram>
  bir.DMACopy ins(%i[[16, 4], [1, 16]]) outs(%indices[[16, 4], [1, 16]]) : !bir.mem<4x16xui32, sbuf>, !bir.mem<4x16xui32, dram>
  bir.DMACopy ins(%j[[8, 4], [1, 8]]) outs(%struck[[8, 4], [1, 8]]) : !bir.mem<4x8xui32, sbuf>, !bir.mem<4x8xui32, dram>
  bir.DMACopy ins(%s[[16, 4], [1, 16]]) outs(%sums[[16, 4], [1, 16]]) : !bir.mem<4x16xf32, sbuf>, !bir.mem<4x16xf32, dram>";

const MAIN: &str = "
func.func @main(%x: tensor<4x64xf32>) -> (tensor<4x16xf32>, tensor<4x16xui32>, tensor<4x8xui32>, tensor<4x16xf32>) {
  %r:4 = nki.call @k(%x) : (tensor<4x64xf32>) -> (tensor<4x16xf32>, tensor<4x16xui32>, tensor<4x8xui32>, tensor<4x16xf32>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<4x16xf32>, tensor<4x16xui32>, tensor<4x8xui32>, tensor<4x16xf32>
}";

/// Every level of the program; BIR also with memory that has no address yet.
fn levels() -> [String; 4] {
    let unplaced: String = ALLOCS
        .lines()
        .map(|line| match line.split_once('{') {
            Some((before, after)) => format!("{before}{}\n", after.split_once('}').map_or(after, |(_, rest)| rest)),
            None => line.to_owned(),
        })
        .collect();
    let fill = |kernel: &str, allocs: &str| {
        format!("{}\n{MAIN}", kernel.replace("ALLOCS", allocs).replace("LOAD", LOAD).replace("STORE", STORE))
    };
    [fill(NKI, ""), fill(BIR, &unplaced), fill(BIR, ALLOCS), fill(DVE, ALLOCS)]
}

/// Rows with ties, infinities of both signs, a NaN and zeros of both signs.
fn data() -> Tensor {
    let value = |index: usize| match (index * 7919) % 61 {
        0 => f32::INFINITY,
        1..=3 => f32::NEG_INFINITY,
        4 => f32::NAN,
        5 => -0.0,
        other => (other % 13) as f32 * 0.1 - 0.6,
    };
    let values: Vec<f32> = (0..4 * 64).map(value).collect();
    Tensor::from_values(&[4, 64], &values).expect("4 x 64")
}

#[test]
fn all_levels_give_the_same_bits() {
    let results: Vec<Vec<Tensor>> =
        levels().iter().map(|text| run(text, "main", &[data()]).expect("runs").0).collect();
    for level in &results[1..] {
        for (found, expected) in level.iter().zip(&results[0]) {
            assert_eq!(found.bytes(), expected.bytes());
        }
    }
    assert_eq!(results[0][2].elem(), ElementType::U32);
}

#[test]
fn the_kernel_level_op_gives_the_same_bits() {
    let topk = "func.func @main(%x: tensor<4x64xf32>) -> (tensor<4x16xf32>, tensor<4x16xui32>) {\n\
        %v, %i = nki.topk %x, k = 16 : (tensor<4x64xf32>) -> (tensor<4x16xf32>, tensor<4x16xui32>)\n\
        return %v, %i : tensor<4x16xf32>, tensor<4x16xui32> }";
    let (whole, _) = run(topk, "main", &[data()]).expect("runs");
    let (folds, _) = run(&levels()[0], "main", &[data()]).expect("runs");
    assert_eq!(whole[0].bytes(), folds[0].bytes());
    assert_eq!(whole[1].bytes(), folds[1].bytes());
}

#[test]
fn every_level_round_trips() {
    for text in levels() {
        round_trip(&text);
    }
}

#[test]
fn bundles_print_as_assembler_text() {
    let pretty = round_trip(&levels()[3]);
    assert!(pretty.contains("dve.bundle max8 dst=sbuf[p0+0x21c, [0,1], [-1,8]]:f32 src=sbuf[p0+0x0, [1,64]]:f32 channels=4\n"));
    let hex = "dve.program @k() { dve.bundle \"00\" }";
    assert!(round_trip(hex).contains("dve.bundle \"00\""));
}

#[test]
fn bundles_must_decode_on_their_target() {
    let on = |target: &str, bundle: &str| {
        format!("module attributes {{neuron.target = \"{target}\"}} {{ dve.program @k() {{ dve.bundle {bundle} }} }}")
    };
    let drain = "dve_read_indices dst=sbuf[p0+0x29c, [-1,8]]:u32 channels=4";
    expect(&on("trn2", drain), "");
    expect(&on("trn1", drain), "does not decode: dve_read_indices: isa_generation");
    expect(&on("trn2", "\"6c\""), "a bundle has 128 hexadecimal digits, found 2");
    expect(&on("trn2", "\"xy\""), "'x' is no hexadecimal digit");
    expect(&on("trn2", &format!("\"{}\"", "ff".repeat(64))), "does not decode");
    let host = "dve.program @k(%x: !bir.mem<4xf32, dram>) { %c = \"arith.constant\"() <{value = 1 : i32}> : () -> i32 }";
    expect(host, "holds 'arith.constant', which is no machine instruction");
}
