// RUN: neuron-opt %s --expand-nki-kernels=stop-after=stages --split-input-file | FileCheck %s

// Oddities of the kernel (spec nki_router_topk.md §14) that do no harm, and what becomes of them. What NaN does (hazards
// 4 and 5) is tested in tests/router.rs.

// Hazard 1: a barrier needs two cores.
// CHECK-LABEL: nki.kernel @router_topk
// CHECK-NOT: nki.core_barrier
// CHECK: router.topk
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// Both cores wait, behind the store of what both write.
// CHECK-LABEL: nki.kernel @router_topk
// CHECK-COUNT-2: nki.core_barrier %arg4
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {lnc = 2 : i64} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// Hazard 2, where it does no harm: fewer than 128 tokens, all on one core.
// CHECK-LABEL: nki.kernel @router_topk
// CHECK: %[[CALLER:[0-9]+]] = nki.alloc : !nki.tile<12x16xf32, sbuf>
// CHECK: router.store %[[CALLER]], %{{[0-9]+}} {offset = 0 : i64, tokens = 12 : i64}
// CHECK: nki.dma_copy %arg4, %[[CALLER]]
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {expert_affinities_buffer = "sbuf"} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// Hazard 3: the kernel gives its own buffer back and leaves the caller's as it is; the result is that buffer.
// CHECK-LABEL: nki.kernel @router_topk
// CHECK: router.one_hot %[[ONEHOT:[0-9]+]],
// CHECK: nki.dma_copy %arg4, %[[ONEHOT]] : !nki.hbm<12x16xf32>, !nki.tile<12x1x16xf32, sbuf>
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {expert_affinities_buffer = "sbuf", norm_topk_prob = true} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// Eager affinities of two cores are exchanged as f32.
// CHECK-LABEL: nki.kernel @router_topk
// CHECK: router.exchange %[[EAGER:[0-9]+]], %{{[0-9]+}} {core = 0 : i64, offset = 0 : i64, tokens = 6 : i64} : !nki.tile<12x4xf32, sbuf>
// CHECK-NEXT: nki.dma_copy %arg5, %[[EAGER]]
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x4xf32> {
  %0:4 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {lnc = 2 : i64, norm_topk_prob = true, return_eager_affi = true, shard_on_tokens = true} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>, tensor<12x4xf32>)
  return %0#3 : tensor<12x4xf32>
}

// -----

// x in SBUF in layout 2; layout 0 is the default.
// CHECK-LABEL: nki.kernel @router_topk
// CHECK: router.load_w %{{.*}} {layout = 2 : i64}
// CHECK: router.gemm %{{.*}} {{[{].*}}layout = 2 : i64
// CHECK-LABEL: nki.kernel @router_topk_0
// CHECK: router.load_w %{{.*}} {layout = 0 : i64}
func.func @main(%x: tensor<128x12x2xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {x_buffer = "sbuf", x_sb_layout = 2 : i64} : (tensor<128x12x2xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  %1:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {x_buffer = "sbuf"} : (tensor<128x12x2xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  %2 = hlo.add %0#2, %1#2 : tensor<12x16xf32>
  return %2 : tensor<12x16xf32>
}
