// RUN: neuron-opt %s --split-input-file --verify-diagnostics
// RUN: not neuron-opt %s --split-input-file 2>&1 | FileCheck %s

// What the kernel leaves undefined (spec nki_router_topk.md §14) or takes for granted (§2) and does not check: refused,
// with what is legal. Its harmless oddities are in harmless.mlir.

// Hazard 2: affinities of all experts go to SBUF only for fewer than 128 tokens on one core.
// CHECK: error: 'nki.router_topk' op stores affinities of all experts (router_pre_norm without norm_topk_prob) into SBUF
// CHECK: {{ }}^^^^^^{{$}}
// CHECK: = help: put expert_affinities into HBM
func.func @main(%x: tensor<256x128xbf16>, %w: tensor<256x16xbf16>) -> tensor<128x16xf32> {
  // expected-error @+1 {{stores affinities of all experts (router_pre_norm without norm_topk_prob) into SBUF: the kernel does so only for T < 128 on a core that has all tokens}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {expert_affinities_buffer = "sbuf"} : (tensor<256x128xbf16>, tensor<256x16xbf16>) -> (tensor<128x16xf32>, tensor<128x4xui32>, tensor<128x16xf32>)
  return %0#2 : tensor<128x16xf32>
}

// -----

func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{the kernel does so only for T < 128 on a core that has all tokens}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {expert_affinities_buffer = "sbuf", lnc = 2 : i64, shard_on_tokens = true} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// Hazard 6: eager affinities that nothing writes.
// CHECK: error: 'nki.router_topk' op returns eager affinities that router_pre_norm without norm_topk_prob never writes
// CHECK: {{ }}^^^^{{$}}
// CHECK: = help: set norm_topk_prob, or leave router_pre_norm off
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x4xf32> {
  // expected-error @+1 {{returns eager affinities that router_pre_norm without norm_topk_prob never writes}}
  %0:4 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {return_eager_affi = true} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>, tensor<12x4xf32>)
  return %0#3 : tensor<12x4xf32>
}

// -----

// §5.9: index tiles of the two cores that would overlap.
// CHECK: error: 'nki.router_topk' op has expert_index in SBUF, shard_on_tokens and T=384: the tiles of the two cores overlap
// CHECK: = help: T is at most 128 or a multiple of 256, or expert_index is in HBM
func.func @main(%x: tensor<256x384xbf16>, %w: tensor<256x16xbf16>) -> tensor<384x16xf32> {
  // expected-error @+1 {{the tiles of the two cores overlap}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {expert_index_buffer = "sbuf", lnc = 2 : i64, shard_on_tokens = true} : (tensor<256x384xbf16>, tensor<256x16xbf16>) -> (tensor<384x16xf32>, tensor<384x4xui32>, tensor<384x16xf32>)
  return %0#2 : tensor<384x16xf32>
}

// -----

// §2: max8 needs eight elements.
// CHECK: error: 'nki.router_topk' op has E=7 experts: max8 needs at least 8 elements
// CHECK: = help: w is [H, E] with E from 8 to 512
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x7xbf16>) -> tensor<12x7xf32> {
  // expected-error @+1 {{has E=7 experts: max8 needs at least 8 elements, which the kernel does not check}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 : (tensor<256x12xbf16>, tensor<256x7xbf16>) -> (tensor<12x7xf32>, tensor<12x4xui32>, tensor<12x7xf32>)
  return %0#2 : tensor<12x7xf32>
}

// -----

// Layout 1 halves H.
// CHECK: error: 'nki.router_topk' op has x_sb_layout 1, which halves H=384
// CHECK: = help: H is a multiple of 256, or x_sb_layout is 0 or 2
func.func @main(%x: tensor<128x12x3xbf16>, %w: tensor<384x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{has x_sb_layout 1, which halves H=384: the kernel does not check that H % 256 == 0}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {x_buffer = "sbuf", x_sb_layout = 1 : i64} : (tensor<128x12x3xbf16>, tensor<384x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

// A core without a token; more than two cores; nothing to contract.
// CHECK: error: 'nki.router_topk' op has T=1 tokens, which leave a core without any
// CHECK: = help: T is at least 1, with shard_on_tokens at least 2
func.func @main(%x: tensor<256x1xbf16>, %w: tensor<256x16xbf16>, %e: tensor<0x12xbf16>, %f: tensor<0x16xbf16>, %y: tensor<256x12xbf16>) {
  // expected-error @+1 {{has T=1 tokens, which leave a core without any}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {lnc = 2 : i64, shard_on_tokens = true} : (tensor<256x1xbf16>, tensor<256x16xbf16>) -> (tensor<1x16xf32>, tensor<1x4xui32>, tensor<1x16xf32>)
  // expected-error @+1 {{runs on 3 cores: a logical core has 1 or 2}}
  %1:3 = nki.router_topk softmax %y, %w, k = 4, x_hbm_layout = 0 {lnc = 3 : i64} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  // expected-error @+1 {{has no hidden dimension to contract}}
  %2:3 = nki.router_topk softmax %e, %f, k = 4, x_hbm_layout = 0 : (tensor<0x12xbf16>, tensor<0x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xui32>, tensor<12x16xf32>)
  return
}

// -----

// §5.14: flat positions are computed in f32.
// CHECK: error: 'nki.router_topk' op scatters to 33554432 positions, which are computed in f32
// CHECK: = help: T * E is at most 16777216
func.func @main(%x: tensor<128x65536xbf16>, %w: tensor<128x512xbf16>) {
  // expected-error @+1 {{scatters to 33554432 positions, which are computed in f32}}
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {norm_topk_prob = true, use_indirect_dma_scatter = true} : (tensor<128x65536xbf16>, tensor<128x512xbf16>) -> (tensor<65536x512xf32>, tensor<65536x4xui32>, tensor<65536x512xf32>)
  return
}
