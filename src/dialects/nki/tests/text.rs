//! The pretty form is as documented and both forms are read back.

use crate::dialects::device::testing::round_trip;

#[test]
fn every_op_round_trips() {
    let text = r#"
module {
  nki.kernel @k(%x: !nki.hbm<8x64xf32>, %v: !nki.hbm<8x8xf32>, %i: !nki.hbm<8x8xui32>) attributes {note = "x"} {
    %t = nki.alloc : !nki.tile<8x64xf32, sbuf>
    %m = nki.alloc : !nki.tile<8x8xf32, sbuf>
    %c = nki.alloc : !nki.tile<8x1xf32, sbuf>
    %j = nki.alloc : !nki.tile<8x8xui32, sbuf>
    nki.dma_copy %t, %x {dge_mode = "hwdge"} : !nki.tile<8x64xf32, sbuf>, !nki.hbm<8x64xf32>
    nki.max8 %m, %t : !nki.tile<8x8xf32, sbuf>, !nki.tile<8x64xf32, sbuf>
    nki.nc_find_index8 %j, %t, %m : !nki.tile<8x8xui32, sbuf>, !nki.tile<8x64xf32, sbuf>, !nki.tile<8x8xf32, sbuf>
    nki.nc_match_replace8 %t, %t, %m, imm = -inf : !nki.tile<8x64xf32, sbuf>, !nki.tile<8x64xf32, sbuf>, !nki.tile<8x8xf32, sbuf>
    nki.nc_match_replace8 %t, %t, %m, %j, imm = nan : !nki.tile<8x64xf32, sbuf>, !nki.tile<8x64xf32, sbuf>, !nki.tile<8x8xf32, sbuf>, !nki.tile<8x8xui32, sbuf>
    %w = nki.view %t[[64, 8], [1, 8]] + 16 : !nki.tile<8x64xf32, sbuf> -> !nki.tile<8x8xf32, sbuf>
    %u = nki.view %t[[64, 8], [8, 8]] : !nki.tile<8x64xf32, sbuf> -> !nki.tile<8x8xf32, sbuf>
    nki.tensor_copy %w, %u {engine = "scalar"} : !nki.tile<8x8xf32, sbuf>, !nki.tile<8x8xf32, sbuf>
    nki.memset %m {value = 0xFF800000 : f32} : !nki.tile<8x8xf32, sbuf>
    nki.iota %j[[1, 8]] + 5 {channel_multiplier = 8 : i64} : !nki.tile<8x8xui32, sbuf>
    nki.nc_n_gather %m, %t, %j : !nki.tile<8x8xf32, sbuf>, !nki.tile<8x64xf32, sbuf>, !nki.tile<8x8xui32, sbuf>
    nki.tensor_tensor add %m, %w, %u : !nki.tile<8x8xf32, sbuf>, !nki.tile<8x8xf32, sbuf>, !nki.tile<8x8xf32, sbuf>
    nki.tensor_scalar %m, %m, multiply 0.5 : !nki.tile<8x8xf32, sbuf>, !nki.tile<8x8xf32, sbuf>
    nki.tensor_scalar %m, %m, reverse subtract %c, maximum 1e-06 : !nki.tile<8x8xf32, sbuf>, !nki.tile<8x8xf32, sbuf>, !nki.tile<8x1xf32, sbuf>
    nki.tensor_scalar %m, %m, add 1.0, reverse subtract %c : !nki.tile<8x8xf32, sbuf>, !nki.tile<8x8xf32, sbuf>, !nki.tile<8x1xf32, sbuf>
    nki.dma_copy %v, %m : !nki.hbm<8x8xf32>, !nki.tile<8x8xf32, sbuf>
  }
  func.func @main(%x: tensor<8x64xf32>) {
    %v, %i = nki.call @k(%x) : (tensor<8x64xf32>) -> (tensor<8x8xf32>, tensor<8x8xui32>)
    %a, %b = nki.topk %x, k = 8 : (tensor<8x64xf32>) -> (tensor<8x8xf32>, tensor<8x8xui32>)
    return
  }
}"#;
    let pretty = round_trip(text);
    for line in text.lines().filter(|line| line.contains("nki.") && line.contains(" : ")).map(str::trim) {
        // Values are renumbered; what stands behind the operands is as written.
        let (_, types) = line.split_once(" : ").expect("every line has types");
        assert!(pretty.contains(types), "{types} in\n{pretty}");
    }
    for part in ["[[64, 8], [1, 8]] + 16 : ", "imm = -inf", "reverse subtract ", ", maximum 1e-6 : ", "multiply 0.5"] {
        assert!(pretty.contains(part), "{part} in\n{pretty}");
    }
}
