// RUN: neuron-opt %s --split-input-file --expand-nki-kernels -o /dev/null
// RUN: neuron-opt %s --split-input-file --expand-nki-kernels=abi=production --verify-diagnostics
// RUN: not neuron-opt %s --split-input-file --expand-nki-kernels=abi=production 2>&1 | FileCheck %s

// The guards of the shipped binary (spec nki_router_topk.md §13), each at the attribute that trips it.
// CHECK: error[NCC_INKI016]: Kernel validation exception: ACT1 (router_pre_norm) needs use_indirect_dma_scatter in the production kernel
// CHECK: router_pre_norm = true
// CHECK: {{ }}^^^^{{$}}
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{ACT1 (router_pre_norm) needs use_indirect_dma_scatter in the production kernel}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {router_pre_norm = true, norm_topk_prob = true} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{ACT1 (router_pre_norm) needs use_indirect_dma_scatter}}
  %0:3 = nki.router_topk sigmoid %x, %w, k = 4, x_hbm_layout = 0 : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// CHECK: shard_on_tokens needs an even T in the production kernel, got 5
func.func @main(%x: tensor<256x5xbf16>, %w: tensor<256x16xbf16>) -> tensor<5x16xf32> {
  // expected-error @+1 {{shard_on_tokens needs an even T in the production kernel, got 5}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {lnc = 2 : i64, router_pre_norm = false, shard_on_tokens = true} : (tensor<256x5xbf16>, tensor<256x16xbf16>) -> (tensor<5x16xf32>, tensor<5x4xui32>, tensor<5x16xf32>)
  return %0#2 : tensor<5x16xf32>
}

// -----

func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{shard_on_tokens needs outputs in HBM in the production kernel}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {expert_index_buffer = "sbuf", lnc = 2 : i64, router_pre_norm = false, shard_on_tokens = true} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// What the binary also takes.
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {use_indirect_dma_scatter = true} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}
