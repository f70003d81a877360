// RUN: neuron-opt %s --raise-router --split-input-file | FileCheck %s

// Softmax, top-k, renormalization, one-hot combination, as jax writes them: one kernel and nothing on the host. H is
// padded with zeros.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<8x16xf32>, %[[W:.*]]: tensor<16x8xf32>, %[[B:.*]]: tensor<8xf32>)
// CHECK: %[[PX:.*]] = hlo.pad %[[X]], %{{.*}}, low = [0, 0], high = [0, 112]
// CHECK: %[[PW:.*]] = hlo.pad %[[W]], %{{.*}}, low = [0, 0], high = [112, 0]
// CHECK-NEXT: %[[R:.*]]:4 = nki.router_topk softmax %[[PX]], %[[PW]] + %[[B]], k = 2, x_hbm_layout = 1 {norm_topk_prob = true, return_eager_affi = true}
// CHECK-NEXT: %[[I:.*]] = hlo.convert %[[R]]#1 : (tensor<8x2xui32>) -> tensor<8x2xi32>
// CHECK-NEXT: return %[[R]]#0, %[[I]], %[[R]]#2
func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x8xf32>, %b: tensor<8xf32>) -> (tensor<8x8xf32>, tensor<8x2xi32>, tensor<8x8xf32>) {
  %low = hlo.constant dense<0xFF800000> : tensor<f32>
  %floor = hlo.constant dense<0xFF800000> : tensor<8xf32>
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %product = hlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %bias = hlo.broadcast_in_dim %b, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
  %scores = hlo.add %product, %bias : tensor<8x8xf32>
  %max = hlo.reduce(%scores init: %low) applies hlo.maximum across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %peak = hlo.maximum %floor, %max : tensor<8xf32>
  %peaks = hlo.broadcast_in_dim %peak, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %shifted = hlo.subtract %scores, %peaks : tensor<8x8xf32>
  %exp = hlo.exponential %shifted : tensor<8x8xf32>
  %sum = hlo.reduce(%exp init: %zero) applies hlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %sums = hlo.broadcast_in_dim %sum, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %gates = hlo.divide %exp, %sums : tensor<8x8xf32>
  %v, %i = hlo.top_k(%gates, k = 2) : tensor<8x8xf32> -> (tensor<8x2xf32>, tensor<8x2xi32>)
  %total = hlo.reduce(%v init: %zero) applies hlo.add across dimensions = [1] : (tensor<8x2xf32>, tensor<f32>) -> tensor<8xf32>
  %totals = hlo.broadcast_in_dim %total, dims = [0] : (tensor<8xf32>) -> tensor<8x2xf32>
  %weights = hlo.divide %v, %totals : tensor<8x2xf32>
  %numbers = hlo.iota dim = 2 : tensor<8x2x8xi32>
  %spread = hlo.broadcast_in_dim %i, dims = [0, 1] : (tensor<8x2xi32>) -> tensor<8x2x8xi32>
  %equal = hlo.compare EQ, %spread, %numbers : (tensor<8x2x8xi32>, tensor<8x2x8xi32>) -> tensor<8x2x8xi1>
  %rows = hlo.convert %equal : (tensor<8x2x8xi1>) -> tensor<8x2x8xf32>
  %y = hlo.dot_general %weights, %rows, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<8x2xf32>, tensor<8x2x8xf32>) -> tensor<8x8xf32>
  return %scores, %i, %y : tensor<8x8xf32>, tensor<8x2xi32>, tensor<8x8xf32>
}

// -----

// Batch dimensions fold into tokens, a sigmoid, weights without renormalization: the host takes them from the affinities.
// CHECK-LABEL: func.func @main
// CHECK: %[[X:.*]] = hlo.reshape %{{.*}} : (tensor<2x3x128xf32>) -> tensor<6x128xf32>
// CHECK-NEXT: %[[R:.*]]:3 = nki.router_topk sigmoid %[[X]], %{{.*}}, k = 2, x_hbm_layout = 1 :
// CHECK: %[[V:.*]] = "hlo.gather"(%[[R]]#2,
// CHECK: hlo.reshape %[[V]] : (tensor<6x2xf32>) -> tensor<2x3x2xf32>
// CHECK: hlo.convert %[[R]]#1 : (tensor<6x2xui32>) -> tensor<6x2xi32>
// CHECK-NOT: logistic
func.func @main(%x: tensor<2x3x128xf32>, %w: tensor<128x16xf32>) -> (tensor<2x3x2xf32>, tensor<2x3x2xi32>) {
  %scores = hlo.dot_general %x, %w, contracting_dims = [2] x [0] : (tensor<2x3x128xf32>, tensor<128x16xf32>) -> tensor<2x3x16xf32>
  %gates = hlo.logistic %scores : tensor<2x3x16xf32>
  %v, %i = hlo.top_k(%gates, k = 2) : tensor<2x3x16xf32> -> (tensor<2x3x2xf32>, tensor<2x3x2xi32>)
  return %v, %i : tensor<2x3x2xf32>, tensor<2x3x2xi32>
}

// -----

// The ranking first. A sigmoid behind it is scattered by DMA.
// CHECK-LABEL: func.func @main
// CHECK: %[[R:.*]]:4 = nki.router_topk sigmoid %{{.*}}, %{{.*}}, k = 2, x_hbm_layout = 0 {
// CHECK-SAME: return_eager_affi = true
// CHECK-SAME: router_pre_norm = false
// CHECK-SAME: use_indirect_dma_scatter = true
// CHECK: return %[[R]]#3
func.func @main(%x: tensor<128x4xbf16>, %w: tensor<128x16xbf16>) -> tensor<4x2xf32> {
  %wx = hlo.convert %x : (tensor<128x4xbf16>) -> tensor<128x4xf32>
  %ww = hlo.convert %w : (tensor<128x16xbf16>) -> tensor<128x16xf32>
  %scores = hlo.dot_general %wx, %ww, contracting_dims = [0] x [0] : (tensor<128x4xf32>, tensor<128x16xf32>) -> tensor<4x16xf32>
  %v, %i = hlo.top_k(%scores, k = 2) : tensor<4x16xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  %weights = hlo.logistic %v : tensor<4x2xf32>
  return %weights : tensor<4x2xf32>
}
