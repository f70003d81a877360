// RUN: neuron-opt %s --lower-to-nki-kernels | FileCheck %s

// The kernel gives ui32; the host converts to what the caller asked for.
// CHECK: %[[R:.*]]:3 = nki.router_topk softmax %arg0, %arg1, k = 4, x_hbm_layout = 0 {norm_topk_prob = true, use_column_tiling = true} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
// CHECK-NEXT: %[[I:.*]] = hlo.convert %[[R]]#1 : (tensor<12x4xui32>) -> tensor<12x4xi32>
// CHECK-NEXT: return %[[R]]#0, %[[I]]
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xi32>) {
  %0:3 = stablehlo.custom_call @router_topk(%x, %w) {api_version = 4 : i32, backend_config = {k = 4 : i64, act_fn = "softmax", x_hbm_layout = 0 : i64, norm_topk_prob = true, use_column_tiling = true}} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xi32>, tensor<12x16xf32>)
  return %0#0, %0#1 : tensor<12x16xf32>, tensor<12x4xi32>
}

// With eager affinities, and ui32 as they are.
// CHECK: nki.router_topk
// CHECK-SAME: -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>, tensor<12x4xf32>)
// CHECK-NOT: hlo.convert
func.func @eager(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>, %b: tensor<16xf32>) -> (tensor<12x4xui32>, tensor<12x4xf32>) {
  %0:4 = hlo.custom_call @router_topk(%x, %w, %b) {api_version = 4 : i32, backend_config = {k = 4 : i64, act_fn = "softmax", x_hbm_layout = 0 : i64, norm_topk_prob = true, return_eager_affi = true}} : (tensor<256x12xbf16>, tensor<256x16xbf16>, tensor<16xf32>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>, tensor<12x4xf32>)
  return %0#1, %0#3 : tensor<12x4xui32>, tensor<12x4xf32>
}
