// RUN: neuron-opt %s --raise-router --explain=hlo.custom_call --split-input-file -o /dev/null 2>&1 | FileCheck %s
// RUN: neuron-opt %s --raise-router=relaxed --split-input-file | FileCheck %s --check-prefix=RELAXED
// RUN: neuron-opt %s --raise-router=relaxed --explain=hlo.custom_call --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: neuron-opt %s --raise-router --explain=hlo.divide --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=DIVIDES

// CHECK: not raised to a router: max8 needs 8 experts, here are 4
func.func @few_experts(%x: tensor<4x128xf32>, %w: tensor<128x4xf32>) -> tensor<4x2xi32> {
  %scores = hlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x128xf32>, tensor<128x4xf32>) -> tensor<4x4xf32>
  %gates = hlo.logistic %scores : tensor<4x4xf32>
  %v, %i = hlo.top_k(%gates, k = 2) : tensor<4x4xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return %i : tensor<4x2xi32>
}

// -----

// CHECK: not raised to a router: the kernel chooses 1 to 8 experts, the program 9
func.func @many_chosen(%x: tensor<4x128xf32>, %w: tensor<128x16xf32>) -> tensor<4x9xi32> {
  %scores = hlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x128xf32>, tensor<128x16xf32>) -> tensor<4x16xf32>
  %gates = hlo.logistic %scores : tensor<4x16xf32>
  %v, %i = hlo.top_k(%gates, k = 9) : tensor<4x16xf32> -> (tensor<4x9xf32>, tensor<4x9xi32>)
  return %i : tensor<4x9xi32>
}

// -----

// CHECK: not raised to a router: a matmul takes 512 experts at most, here are 1024
func.func @vocabulary(%x: tensor<4x128xf32>, %w: tensor<128x1024xf32>) -> tensor<4x1xi32> {
  %scores = hlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x128xf32>, tensor<128x1024xf32>) -> tensor<4x1024xf32>
  %v, %i = hlo.top_k(%scores, k = 1) : tensor<4x1024xf32> -> (tensor<4x1xf32>, tensor<4x1xi32>)
  return %i : tensor<4x1xi32>
}

// -----

// CHECK: not raised to a router: the program rounds the scores to bf16 in front of the gate, which the kernel does not
// RELAXED-LABEL: func.func @rounded
// RELAXED: nki.router_topk sigmoid
// SAID: the router ranks the exact sums where this 'hlo.dot_general' op rounds them to bf16
func.func @rounded(%x: tensor<4x128xbf16>, %w: tensor<128x16xbf16>) -> tensor<4x2xi32> {
  %scores = hlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x128xbf16>, tensor<128x16xbf16>) -> tensor<4x16xbf16>
  %wide = hlo.convert %scores : (tensor<4x16xbf16>) -> tensor<4x16xf32>
  %gates = hlo.logistic %wide : tensor<4x16xf32>
  %v, %i = hlo.top_k(%gates, k = 2) : tensor<4x16xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return %i : tensor<4x2xi32>
}

// -----

// CHECK: not raised to a router: the gate computes in bf16, the kernel in f32
func.func @narrow_gate(%x: tensor<4x128xbf16>, %w: tensor<128x16xbf16>) -> tensor<4x2xi32> {
  %scores = hlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x128xbf16>, tensor<128x16xbf16>) -> tensor<4x16xbf16>
  %gates = hlo.logistic %scores : tensor<4x16xbf16>
  %v, %i = hlo.top_k(%gates, k = 2) : tensor<4x16xbf16> -> (tensor<4x2xbf16>, tensor<4x2xi32>)
  return %i : tensor<4x2xi32>
}

// -----

// CHECK: not raised to a router: the gate is not one of x @ w + bias
func.func @no_product(%x: tensor<4x16xf32>) -> tensor<4x2xi32> {
  %gates = hlo.logistic %x : tensor<4x16xf32>
  %v, %i = hlo.top_k(%gates, k = 2) : tensor<4x16xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return %i : tensor<4x2xi32>
}

// -----

// A correction of the gates in front of the ranking, as DeepSeek has it.
// CHECK: not raised to a router: what is ranked is neither a softmax nor a sigmoid
func.func @corrected(%x: tensor<4x128xf32>, %w: tensor<128x16xf32>, %c: tensor<4x16xf32>) -> tensor<4x2xi32> {
  %scores = hlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x128xf32>, tensor<128x16xf32>) -> tensor<4x16xf32>
  %gates = hlo.logistic %scores : tensor<4x16xf32>
  %corrected = hlo.add %gates, %c : tensor<4x16xf32>
  %v, %i = hlo.top_k(%corrected, k = 2) : tensor<4x16xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return %i : tensor<4x2xi32>
}

// -----

// CHECK: not raised to a router: x, w and the scores of 2048 tokens do not fit into SBUF at once
// CHECK: help: divide the tokens
func.func @large(%x: tensor<2048x8192xf32>, %w: tensor<8192x128xf32>) -> tensor<2048x2xi32> {
  %scores = hlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2048x8192xf32>, tensor<8192x128xf32>) -> tensor<2048x128xf32>
  %gates = hlo.logistic %scores : tensor<2048x128xf32>
  %v, %i = hlo.top_k(%gates, k = 2) : tensor<2048x128xf32> -> (tensor<2048x2xf32>, tensor<2048x2xi32>)
  return %i : tensor<2048x2xi32>
}

// -----

// The ranking is raised, the renormalization stays: a sum of sigmoids may be as small as the epsilon.
// DIVIDES: the chosen affinities are renormalized on the host: the program divides by more than their sum, the kernel by the sum
func.func @epsilon(%x: tensor<4x128xf32>, %w: tensor<128x16xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>) {
  %scores = hlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x128xf32>, tensor<128x16xf32>) -> tensor<4x16xf32>
  %gates = hlo.logistic %scores : tensor<4x16xf32>
  %v, %i = hlo.top_k(%gates, k = 2) : tensor<4x16xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %sum = hlo.reduce(%v init: %zero) applies hlo.add across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
  %epsilon = hlo.constant dense<1.0e-20> : tensor<4xf32>
  %more = hlo.add %sum, %epsilon : tensor<4xf32>
  %sums = hlo.broadcast_in_dim %more, dims = [0] : (tensor<4xf32>) -> tensor<4x2xf32>
  %y = hlo.divide %v, %sums : tensor<4x2xf32>
  return %y, %i : tensor<4x2xf32>, tensor<4x2xi32>
}
