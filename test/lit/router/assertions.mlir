// RUN: neuron-opt %s --split-input-file --verify-diagnostics
// RUN: not neuron-opt %s --split-input-file 2>&1 | FileCheck %s

// Every assertion of the kernel, in its order of evaluation (spec nki_router_topk.md §3), with the code of the compiler,
// what is wrong, and what is legal. A14 is about loads that no call asks for, A15 about a result that every call has,
// A16 about stages that are derived.

// A1
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: unsupported x_hbm_layout 2
// CHECK: {{ }}^{{$}}
// CHECK: = help: x_hbm_layout is 0 for x as [H, T], 1 for [T, H]; it is checked even if x is in SBUF
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{Kernel validation exception: unsupported x_hbm_layout 2}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 2 : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// A2
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: unsupported x_sb_layout -1
// CHECK: {{ }}^^^^^^^^{{$}}
// CHECK: = help: x_sb_layout is 0 (tp102), 1 (tp2013) or 2 (tp201); it is checked even if x is in HBM
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{Kernel validation exception: unsupported x_sb_layout -1}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {x_sb_layout = -1 : i64} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// A3
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: x in HBM must be 2-D, got rank 3
// CHECK: {{ }}^^{{$}}
// CHECK: = help: x is [H, T] with x_hbm_layout 0, [T, H] with 1
func.func @main(%x: tensor<256x12x1xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{Kernel validation exception: x in HBM must be 2-D, got rank 3}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 : (tensor<256x12x1xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// A4
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: hidden dimension mismatch: x has H=128, w has H=256
// CHECK: {{ }}^^{{$}}
// CHECK: = help: x is [H, T] with x_hbm_layout 0, [T, H] with 1, and w is [H, E]
func.func @main(%x: tensor<128x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{Kernel validation exception: hidden dimension mismatch: x has H=128, w has H=256}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 : (tensor<128x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// A5
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: x in SBUF must be 3-D, got rank 2
// CHECK: {{ }}^^{{$}}
// CHECK: = help: x in SBUF is [128, T, H/128]
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{Kernel validation exception: x in SBUF must be 3-D, got rank 2}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {x_buffer = "sbuf"} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// A5
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: x in SBUF must have 128 partitions, got 127
// CHECK: {{ }}^^{{$}}
// CHECK: = help: x in SBUF is [128, T, H/128]
func.func @main(%x: tensor<127x12x2xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{Kernel validation exception: x in SBUF must have 128 partitions, got 127}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {x_buffer = "sbuf"} : (tensor<127x12x2xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// A5
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: x in SBUF must have H/128=2 as its last dimension, got 1
// CHECK: {{ }}^^{{$}}
// CHECK: = help: x in SBUF is [128, T, H/128]
func.func @main(%x: tensor<128x12x1xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{Kernel validation exception: x in SBUF must have H/128=2 as its last dimension, got 1}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {x_buffer = "sbuf"} : (tensor<128x12x1xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// A6
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: shard_on_tokens needs more than one program, got 1
// CHECK: {{ }}^^^^{{$}}
// CHECK: = help: set lnc = 2, or leave shard_on_tokens off
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{Kernel validation exception: shard_on_tokens needs more than one program, got 1}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {shard_on_tokens = true} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// A7
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: sigmoid after the top-k (router_pre_norm=False) needs use_indirect_dma_scatter
// CHECK: {{ }}^^^^^^^{{$}}
// CHECK: = help: set use_indirect_dma_scatter or router_pre_norm, or take softmax
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{Kernel validation exception: sigmoid after the top-k}}
  %0:3 = nki.router_topk sigmoid %x, %w, k = 4, x_hbm_layout = 0 {router_pre_norm = false} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// A8
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: indirect DMA scatter needs T <= 128 or T % 128 == 0 on every core, got T=129
// CHECK: {{ }}^^^^{{$}}
// CHECK: = help: the tokens of a core are at most 128, or a multiple of 128; or leave use_indirect_dma_scatter off
func.func @main(%x: tensor<256x129xbf16>, %w: tensor<256x16xbf16>) -> tensor<129x16xf32> {
  // expected-error @+1 {{Kernel validation exception: indirect DMA scatter needs T <= 128 or T % 128 == 0 on every core, got T=129}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {use_indirect_dma_scatter = true} : (tensor<256x129xbf16>, tensor<256x16xbf16>) -> (tensor<129x16xf32>, tensor<129x4xui32>, tensor<129x16xf32>)
  return %0#2 : tensor<129x16xf32>
}

// -----

// A9
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: E=513 exceeds the 512 columns of a matmul's moving operand
// CHECK: {{ }}^^{{$}}
// CHECK: = help: w is [H, E] with E at most 512
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x513xbf16>) -> tensor<12x513xf32> {
  // expected-error @+1 {{Kernel validation exception: E=513 exceeds the 512 columns}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 : (tensor<256x12xbf16>, tensor<256x513xbf16>) -> (tensor<12x513xf32>, tensor<12x4xui32>, tensor<12x513xf32>)
  return %0#2 : tensor<12x513xf32>
}

// -----

// A10
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: skip_store_router_logits is not supported: every mutable output needs a store (NCC_IGCA090)
// CHECK: {{ }}^^^^{{$}}
// CHECK: = help: leave skip_store_router_logits off
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{Kernel validation exception: skip_store_router_logits is not supported}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {skip_store_router_logits = true} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// A11, which is the framework's
// CHECK: error: 'nki.router_topk' op has a w_bias of shape [15], which cannot be reshaped to (1, 16)
// CHECK: {{ }}^^{{$}}
// CHECK: = help: w_bias is [1, E] or [E]
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>, %b: tensor<15xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{has a w_bias of shape [15], which cannot be reshaped to (1, 16)}}
  %0:3 = nki.router_topk softmax %x, %w + %b, k = 4, x_hbm_layout = 0 : (tensor<256x12xbf16>, tensor<256x16xbf16>, tensor<15xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// A12
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: H=300 is not a multiple of 128
// CHECK: {{ }}^^{{$}}
// CHECK: = help: pad x and w with zeros to the next multiple of 128: the logits stay the same
func.func @main(%x: tensor<300x12xbf16>, %w: tensor<300x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{Kernel validation exception: H=300 is not a multiple of 128}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 : (tensor<300x12xbf16>, tensor<300x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// A13
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: x and w must have the same dtype
// CHECK: {{ }}^^{{$}}
// CHECK: = help: convert one of them
func.func @main(%x: tensor<256x12xf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{Kernel validation exception: x and w must have the same dtype}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 : (tensor<256x12xf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// A17
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: k=0 is less than 1
// CHECK: {{ }}^{{$}}
// CHECK: = help: k is 1 to 8
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{Kernel validation exception: k=0 is less than 1}}
  %0:3 = nki.router_topk softmax %x, %w, k = 0, x_hbm_layout = 0 : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x0xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// A17
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: k=9 exceeds the 8 values of a max8
// CHECK: {{ }}^{{$}}
// CHECK: = help: k is 1 to 8
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{Kernel validation exception: k=9 exceeds the 8 values of a max8}}
  %0:3 = nki.router_topk softmax %x, %w, k = 9, x_hbm_layout = 0 : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x9xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// A18
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: expert_index in SBUF with shard_on_tokens and T=130 needs T % 128 == 0
// CHECK: {{ }}^^^^^^{{$}}
// CHECK: = help: T is at most 128 or a multiple of 256, or expert_index is in HBM
func.func @main(%x: tensor<256x130xbf16>, %w: tensor<256x16xbf16>) -> tensor<130x16xf32> {
  // expected-error @+1 {{Kernel validation exception: expert_index in SBUF with shard_on_tokens and T=130 needs T % 128 == 0}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {expert_index_buffer = "sbuf", lnc = 2 : i64, shard_on_tokens = true} : (tensor<256x130xbf16>, tensor<256x16xbf16>) -> (tensor<130x16xf32>, tensor<130x4xui32>, tensor<130x16xf32>)
  return %0#2 : tensor<130x16xf32>
}

// -----

// A19
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: eager affinities after the top-k need T <= 128, got 130
// CHECK: {{ }}^^^^{{$}}
// CHECK: = help: T is at most 128
func.func @main(%x: tensor<256x130xbf16>, %w: tensor<256x16xbf16>) -> tensor<130x16xf32> {
  // expected-error @+1 {{Kernel validation exception: eager affinities after the top-k need T <= 128, got 130}}
  %0:4 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {return_eager_affi = true, router_pre_norm = false} : (tensor<256x130xbf16>, tensor<256x16xbf16>) -> (tensor<130x16xf32>, tensor<130x4xui32>, tensor<130x16xf32>, tensor<128x8xf32>)
  return %0#2 : tensor<130x16xf32>
}

// -----

// A20
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: one-hot scatter into SBUF needs T <= 128, got 130
// CHECK: {{ }}^^^^^^{{$}}
// CHECK: = help: T is at most 128, or expert_affinities is in HBM
func.func @main(%x: tensor<256x130xbf16>, %w: tensor<256x16xbf16>) -> tensor<130x16xf32> {
  // expected-error @+1 {{Kernel validation exception: one-hot scatter into SBUF needs T <= 128, got 130}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {expert_affinities_buffer = "sbuf", norm_topk_prob = true} : (tensor<256x130xbf16>, tensor<256x16xbf16>) -> (tensor<130x16xf32>, tensor<130x4xui32>, tensor<130x16xf32>)
  return %0#2 : tensor<130x16xf32>
}

// -----

// A21
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: indirect DMA scatter writes HBM only, but expert_affinities is in SBUF
// CHECK: {{ }}^^^^^^{{$}}
// CHECK: = help: put expert_affinities into HBM, or leave use_indirect_dma_scatter off
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{Kernel validation exception: indirect DMA scatter writes HBM only}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {expert_affinities_buffer = "sbuf", norm_topk_prob = true, use_indirect_dma_scatter = true} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// A22
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: eager affinities with shard_on_tokens need T <= 128, got 256
// CHECK: {{ }}^^^^{{$}}
// CHECK: = help: T is at most 128, or shard_on_tokens is off
func.func @main(%x: tensor<256x256xbf16>, %w: tensor<256x16xbf16>) -> tensor<256x16xf32> {
  // expected-error @+1 {{Kernel validation exception: eager affinities with shard_on_tokens need T <= 128, got 256}}
  %0:4 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {lnc = 2 : i64, norm_topk_prob = true, return_eager_affi = true, shard_on_tokens = true} : (tensor<256x256xbf16>, tensor<256x16xbf16>) -> (tensor<256x16xf32>, tensor<256x4xui32>, tensor<256x16xf32>, tensor<128x8xf32>)
  return %0#2 : tensor<256x16xf32>
}

// -----

// A23
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: unsupported activation function 'gelu'
// CHECK: {{ }}^^^^{{$}}
// CHECK: = help: act_fn is "softmax" or "sigmoid"
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{Kernel validation exception: unsupported activation function 'gelu'}}
  %0:3 = nki.router_topk gelu %x, %w, k = 4, x_hbm_layout = 0 : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}
