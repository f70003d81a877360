// RUN: neuron-opt %s --expand-nki-kernels=stop-after=stages --split-input-file | FileCheck %s
// RUN: neuron-opt %s --expand-nki-kernels=stop-after=stages --split-input-file --verify-roundtrip -o /dev/null
// RUN: neuron-opt %s --expand-nki-kernels=stop-after=stages --split-input-file --print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: not neuron-opt %s --expand-nki-kernels=stop-after=stages --nki-to-bir --split-input-file 2>&1 | FileCheck %s --check-prefix=LEFT

// LEFT: error: holds stages of the router, which are no instructions
// LEFT: help: expand-nki-kernels expands them

// The three pipelines, then what the flags change.

// ACT1, topK: the affinities of all experts leave as they are.
// CHECK-LABEL: nki.kernel @router_topk
// CHECK-SAME: (%arg0: !nki.hbm<256x12xbf16>, %arg1: !nki.hbm<256x16xbf16>, %arg2: !nki.hbm<12x16xf32>, %arg3: !nki.hbm<12x4xui32>, %arg4: !nki.hbm<12x16xf32>) {
// CHECK: router.load_x %{{.*}}, %arg0 {layout = 3 : i64}
// CHECK: router.load_w %{{.*}}, %arg1 {layout = 3 : i64}
// CHECK-NOT: router.load_bias
// CHECK: router.gemm %[[LOGITS:[0-9]+]], %{{[0-9]+}}, %{{[0-9]+}} {column_width = 128 : i64, layout = 3 : i64, offset = 0 : i64, tokens = 12 : i64}
// CHECK-NEXT: router.store %arg2, %[[LOGITS]] {offset = 0 : i64, tokens = 12 : i64}
// CHECK: router.softmax %[[FULL:[0-9]+]], %[[LOGITS]]
// CHECK-NEXT: router.store %arg4, %[[FULL]]
// CHECK-NOT: nki.core_barrier
// CHECK: router.topk %{{[0-9]+}}, %[[INDICES:[0-9]+]], %{{[0-9]+}}, %[[FULL]]
// CHECK-NEXT: router.store %arg3, %[[INDICES]]
// CHECK-NEXT: {{^ *}$}}
// GENERIC: "router.gemm"(%{{.*}}) <{column_width = 128 : i64, layout = 3 : i64, offset = 0 : i64, tokens = 12 : i64}>
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// topK, ACT2, Scatter by a one-hot mask: only the terms of the softmax are computed.
// CHECK-LABEL: nki.kernel @router_topk
// CHECK: router.load_bias %[[BIAS:[0-9]+]], %arg2 {method = "shuffle"}
// CHECK: router.gemm %[[LOGITS:[0-9]+]], %{{[0-9]+}}, %{{[0-9]+}} + %[[BIAS]]
// CHECK-NOT: router.softmax %
// CHECK: router.topk %[[TOP:[0-9]+]], %{{[0-9]+}}, %[[MIRROR:[0-9]+]], %[[LOGITS]]
// CHECK: router.softmax_terms %[[NEGMAX:[0-9]+]], %[[SCALE:[0-9]+]], %[[TOP]] {tokens
// CHECK: router.one_hot %[[ONEHOT:[0-9]+]], %[[LOGITS]], %[[MIRROR]], %[[SCALE]], negmax = %[[NEGMAX]]
// CHECK-NEXT: router.store %arg5, %[[ONEHOT]]
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>, %b: tensor<1x16xbf16>) -> tensor<12x16xf32> {
  %0:3 = nki.router_topk softmax %x, %w + %b, k = 4, x_hbm_layout = 0 {router_pre_norm = false} : (tensor<256x12xbf16>, tensor<256x16xbf16>, tensor<1x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// ACT1, topK, Norm, Scatter
// CHECK-LABEL: nki.kernel @router_topk
// CHECK: router.sigmoid %[[FULL:[0-9]+]], %{{[0-9]+}}
// CHECK-NOT: router.store %arg4
// CHECK: router.topk %[[TOP:[0-9]+]], %{{[0-9]+}}, %[[MIRROR:[0-9]+]], %[[FULL]]
// CHECK: router.norm %{{[0-9]+}}, %[[SCALE:[0-9]+]], %[[TOP]]
// CHECK: router.one_hot %[[ONEHOT:[0-9]+]], %[[FULL]], %[[MIRROR]], %[[SCALE]] {tokens = 12 : i64}
// CHECK-NEXT: router.store %arg4, %[[ONEHOT]]
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  %0:3 = nki.router_topk sigmoid %x, %w, k = 4, x_hbm_layout = 0 {norm_topk_prob = true} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// norm_topk_prob is ignored without router_pre_norm.
// CHECK-LABEL: nki.kernel @router_topk
// CHECK-NOT: router.norm
// CHECK: router.softmax_terms
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {norm_topk_prob = true, router_pre_norm = false} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// Scatter by DMA: the softmax of the chosen is computed, and zeros are in the type of x.
// CHECK-LABEL: nki.kernel @router_topk
// CHECK: router.softmax_terms %{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}}, softmax = %[[CHOSEN:[0-9]+]]
// CHECK: %[[ZERO:.*]] = nki.alloc : !nki.tile<12x16xbf16, sbuf>
// CHECK: nki.memset %[[ZERO]] {value = 0.000000e+00 : f32}
// CHECK: router.scatter %arg4, %[[CHOSEN]], %{{[0-9]+}}, %[[ZERO]] {offset = 0 : i64, tokens = 12 : i64}
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {router_pre_norm = false, use_indirect_dma_scatter = true} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// Column tiling, PE broadcast, no index, eager affinities, x as [T, H].
// CHECK-LABEL: nki.kernel @router_topk
// CHECK: router.load_x %{{.*}} {layout = 0 : i64} : !nki.tile<128x12x2xbf16, sbuf>, !nki.hbm<12x256xbf16>
// CHECK: router.load_bias %{{.*}} {method = "pe"}
// CHECK: router.gemm %{{.*}} {column_width = 32 : i64, layout = 0 : i64
// CHECK-NOT: router.store %arg4
// CHECK: router.softmax_terms %{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}}, softmax = %[[CHOSEN:[0-9]+]]
// CHECK: nki.dma_copy %arg6, %[[CHOSEN]] : !nki.hbm<12x4xf32>, !nki.tile<12x1x4xf32, sbuf>
func.func @main(%x: tensor<12x256xbf16>, %w: tensor<256x16xbf16>, %b: tensor<1x16xbf16>) -> tensor<12x16xf32> {
  %0:4 = nki.router_topk softmax %x, %w + %b, k = 4, x_hbm_layout = 1 {return_eager_affi = true, router_pre_norm = false, skip_store_expert_index = true, use_PE_broadcast_w_bias = true, use_column_tiling = true} : (tensor<12x256xbf16>, tensor<256x16xbf16>, tensor<1x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>, tensor<12x4xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// x in SBUF in its own layout; outputs in SBUF.
// CHECK-LABEL: nki.kernel @router_topk
// CHECK-NOT: router.load_x
// CHECK: nki.dma_copy %{{[0-9]+}}, %arg0 : !nki.tile<128x12x2xbf16, sbuf>, !nki.hbm<128x12x2xbf16>
// CHECK: router.load_w %{{.*}} {layout = 1 : i64}
// CHECK: nki.tensor_copy %[[INDEX:[0-9]+]], %{{[0-9]+}} : !nki.tile<12x1x4xui32, sbuf>
// CHECK: router.store %arg3, %[[INDEX]] {offset = 0 : i64, tokens = 12 : i64}
// CHECK: nki.dma_copy %arg4, %{{[0-9]+}} : !nki.hbm<12x16xf32>, !nki.tile<12x1x16xf32, sbuf>
func.func @main(%x: tensor<128x12x2xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {expert_affinities_buffer = "sbuf", expert_index_buffer = "sbuf", router_pre_norm = false, x_buffer = "sbuf", x_sb_layout = 1 : i64} : (tensor<128x12x2xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// Two cores without sharding do the same; the barrier stands behind the affinities.
// CHECK-LABEL: nki.kernel @router_topk
// CHECK-SAME: attributes {lnc = 2 : i64} {
// CHECK: nki.core 0 {
// CHECK: router.gemm %{{.*}} {{[{].*}}offset = 0 : i64, tokens = 5 : i64}
// CHECK: router.softmax
// CHECK-NEXT: router.store %arg4
// CHECK-NEXT: nki.core_barrier %arg4
// CHECK: nki.core 1 {
// CHECK: router.gemm %{{.*}} {{[{].*}}offset = 0 : i64, tokens = 5 : i64}
func.func @main(%x: tensor<256x5xbf16>, %w: tensor<256x16xbf16>) -> tensor<5x16xf32> {
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {lnc = 2 : i64} : (tensor<256x5xbf16>, tensor<256x16xbf16>) -> (tensor<5x16xf32>, tensor<5x4xui32>, tensor<5x16xf32>)
  return %0#2 : tensor<5x16xf32>
}

// -----

// Sharded, the second core has the larger half; SBUF outputs are exchanged.
// CHECK-LABEL: nki.kernel @router_topk
// CHECK: nki.core 0 {
// CHECK: router.gemm %{{.*}} {{[{].*}}offset = 0 : i64, tokens = 2 : i64}
// CHECK: router.exchange %{{.*}} {core = 0 : i64, offset = 0 : i64, tokens = 2 : i64} : !nki.tile<5x4xui32, sbuf>
// CHECK: router.exchange %{{.*}} {core = 0 : i64, offset = 0 : i64, tokens = 2 : i64} : !nki.tile<5x16xf32, sbuf>
// CHECK: nki.core 1 {
// CHECK: router.gemm %{{.*}} {{[{].*}}offset = 2 : i64, tokens = 3 : i64}
// CHECK: router.exchange %{{.*}} {core = 1 : i64, offset = 2 : i64, tokens = 3 : i64} : !nki.tile<5x4xui32, sbuf>
func.func @main(%x: tensor<256x5xbf16>, %w: tensor<256x16xbf16>) -> tensor<5x16xf32> {
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {expert_affinities_buffer = "sbuf", expert_index_buffer = "sbuf", lnc = 2 : i64, router_pre_norm = false, shard_on_tokens = true} : (tensor<256x5xbf16>, tensor<256x16xbf16>) -> (tensor<5x16xf32>, tensor<5x4xui32>, tensor<5x16xf32>)
  return %0#2 : tensor<5x16xf32>
}

// -----

// More than 128 tokens: whole tiles of the indices are exchanged.
// CHECK-LABEL: nki.kernel @router_topk
// CHECK: router.exchange_tiles %{{.*}} {core = 0 : i64} : !nki.tile<128x2x4xui32, sbuf>, !nki.tile<128x1x4xui32, sbuf>
// CHECK: router.store %arg3, %{{[0-9]+}} {offset = 0 : i64, tokens = 256 : i64}
// CHECK: router.exchange_tiles %{{.*}} {core = 1 : i64}
func.func @main(%x: tensor<256x256xbf16>, %w: tensor<256x16xbf16>) -> tensor<256x16xf32> {
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {expert_index_buffer = "sbuf", lnc = 2 : i64, shard_on_tokens = true} : (tensor<256x256xbf16>, tensor<256x16xbf16>) -> (tensor<256x16xf32>, tensor<256x4xui32>, tensor<256x16xf32>)
  return %0#2 : tensor<256x16xf32>
}

// -----

// Eager affinities of more than 128 tokens: the last tile is cleared, since it holds rows of no token.
// CHECK-LABEL: nki.kernel @router_topk
// CHECK: %[[LAST:.*]] = nki.view %{{[0-9]+}}{{\[\[}}8, 128], [1, 4]] + 4 : !nki.tile<128x2x4xf32, sbuf>
// CHECK-NEXT: nki.memset %[[LAST]]
func.func @main(%x: tensor<256x200xbf16>, %w: tensor<256x16xbf16>) -> tensor<200x16xf32> {
  %0:4 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {norm_topk_prob = true, return_eager_affi = true} : (tensor<256x200xbf16>, tensor<256x16xbf16>) -> (tensor<200x16xf32>, tensor<200x4xui32>, tensor<200x16xf32>, tensor<128x8xf32>)
  return %0#2 : tensor<200x16xf32>
}
