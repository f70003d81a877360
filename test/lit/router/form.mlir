// RUN: neuron-opt %s --verify-roundtrip | FileCheck %s
// RUN: neuron-opt %s --print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: neuron-opt %s --print-op-generic | neuron-opt | FileCheck %s

// Defaults are not written.
// CHECK: nki.router_topk softmax %arg0, %arg1, k = 4, x_hbm_layout = 0 : (tensor<256x12xbf16>, tensor<256x16xbf16>) ->
// CHECK: nki.router_topk sigmoid %arg0, %arg1 + %arg2, k = 4, x_hbm_layout = 0 {norm_topk_prob = true} :
// CHECK: nki.mask_unselected_experts %{{[0-9]+}}#2, %{{[0-9]+}}#1, rank = 1 : (tensor<12x16xf32>, tensor<12x4xui32>) -> tensor<12x8xf32>
// CHECK: nki.mask_unselected_experts %{{[0-9]+}}#2, %{{[0-9]+}}#1 :
// GENERIC: "nki.router_topk"(%arg0, %arg1) <{act_fn = "softmax", expert_affinities_buffer = "hbm",
// GENERIC-SAME: router_pre_norm = true, shard_on_tokens = false,
// GENERIC-SAME: x_hbm_layout = 0 : i64, x_sb_layout = 0 : i64}> :
// GENERIC: "nki.router_topk"(%arg0, %arg1, %arg2) <{act_fn = "sigmoid",
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>, %b: tensor<1x16xf32>) -> (tensor<12x8xf32>, tensor<12x16xf32>) {
  %0:3 = "nki.router_topk"(%x, %w) {k = 4 : i64, act_fn = "softmax", x_hbm_layout = 0 : i64} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  %1:3 = nki.router_topk sigmoid %x, %w + %b, k = 4, x_hbm_layout = 0 {norm_topk_prob = true} : (tensor<256x12xbf16>, tensor<256x16xbf16>, tensor<1x16xf32>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  %2 = nki.mask_unselected_experts %0#2, %0#1, rank = 1 : (tensor<12x16xf32>, tensor<12x4xui32>) -> tensor<12x8xf32>
  %3 = nki.mask_unselected_experts %0#2, %0#1 : (tensor<12x16xf32>, tensor<12x4xui32>) -> tensor<12x16xf32>
  return %2, %1#2 : tensor<12x8xf32>, tensor<12x16xf32>
}
