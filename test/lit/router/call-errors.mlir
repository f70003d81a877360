// RUN: neuron-opt %s --lower-to-nki-kernels --split-input-file --verify-diagnostics
// RUN: not neuron-opt %s --lower-to-nki-kernels --split-input-file 2>&1 | FileCheck %s

// A key is underlined in the dictionary.
// CHECK: error: router_topk has no parameter 'act'
// CHECK: act = "softmax"
// CHECK: {{ }}^^^{{$}}
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) {
  // expected-error @+1 {{router_topk has no parameter 'act'}}
  %0:3 = hlo.custom_call @router_topk(%x, %w) {api_version = 4 : i32, backend_config = {k = 4 : i64, act = "softmax", x_hbm_layout = 0 : i64}} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xi32>, tensor<12x16xf32>)
  return
}

// -----

// So is a value of another kind,
// CHECK: error: router_topk's parameter 'k' must be a 64-bit signless integer attribute
// CHECK: {{ }}^^^{{$}}
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) {
  // expected-error @+1 {{router_topk's parameter 'k' must be a 64-bit signless integer attribute}}
  %0:3 = hlo.custom_call @router_topk(%x, %w) {api_version = 4 : i32, backend_config = {act_fn = "softmax", x_hbm_layout = 0 : i64, k = "4"}} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xi32>, tensor<12x16xf32>)
  return
}

// -----

// and one that the kernel asserts against.
// CHECK: error[NCC_INKI016]: 'nki.router_topk' op Kernel validation exception: k=9 exceeds the 8 values of a max8
// CHECK: {{ }}^^^^^^^{{$}}
func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) -> tensor<12x16xf32> {
  // expected-error @+1 {{k=9 exceeds the 8 values of a max8}}
  %0:3 = hlo.custom_call @router_topk(%x, %w) {api_version = 4 : i32, backend_config = {act_fn = "softmax", x_hbm_layout = 0 : i64, k = 9 : i64}} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x9xi32>, tensor<12x16xf32>)
  return %0#2 : tensor<12x16xf32>
}

// -----

func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) {
  // expected-error @+1 {{router_topk lacks its parameter 'k'}}
  %0:3 = hlo.custom_call @router_topk(%x, %w) {api_version = 4 : i32, backend_config = {act_fn = "softmax", x_hbm_layout = 0 : i64}} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xi32>, tensor<12x16xf32>)
  return
}

// -----

func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) {
  // expected-error @+1 {{router_topk takes x, w and perhaps w_bias, but has 1 operands}}
  %0:3 = hlo.custom_call @router_topk(%x) {api_version = 4 : i32, backend_config = {act_fn = "softmax", x_hbm_layout = 0 : i64, k = 4 : i64}} : (tensor<256x12xbf16>) -> (tensor<12x16xf32>, tensor<12x4xi32>, tensor<12x16xf32>)
  return
}

// -----

func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) {
  // expected-error @+1 {{but has 2 results}}
  %0:2 = hlo.custom_call @router_topk(%x, %w) {api_version = 4 : i32, backend_config = {act_fn = "softmax", x_hbm_layout = 0 : i64, k = 4 : i64}} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xi32>)
  return
}

// -----

func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) {
  // expected-error @+1 {{expert_index, the second result, holds integers, not f32}}
  %0:3 = hlo.custom_call @router_topk(%x, %w) {api_version = 4 : i32, backend_config = {act_fn = "softmax", x_hbm_layout = 0 : i64, k = 4 : i64}} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xf32>, tensor<12x16xf32>)
  return
}

// -----

func.func @main(%x: tensor<256x12xbf16>, %w: tensor<256x16xbf16>) {
  // expected-error @+1 {{backend_config of router_topk must be a dictionary of the kernel's parameters}}
  %0:3 = hlo.custom_call @router_topk(%x, %w) {backend_config = "4"} : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xi32>, tensor<12x16xf32>)
  // expected-error @+1 {{router_topk has no backend_config: a dictionary of the kernel's parameters}}
  %1:3 = hlo.custom_call @router_topk(%x, %w) : (tensor<256x12xbf16>, tensor<256x16xbf16>) -> (tensor<12x16xf32>, tensor<12x4xi32>, tensor<12x16xf32>)
  return
}
