// A top-k that is part of a router says so, also where the gate is behind a call.
// RUN: neuron-opt %s --explain -o /dev/null 2>&1 | FileCheck %s
// RUN: neuron-opt %s --raise-router --explain=hlo.custom_call -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: neuron-opt %s --canonicalize --inline --raise-router | FileCheck %s --check-prefix=RAISED

func.func private @gate(%s: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %g = stablehlo.logistic %s : tensor<4x8xf32>
  return %g : tensor<4x8xf32>
}

// RAISED-LABEL: func.func @main
// RAISED: nki.router_topk sigmoid
func.func @main(%x: tensor<4x100xf32>, %w: tensor<100x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x100xf32>, tensor<100x8xf32>) -> tensor<4x8xf32>
  %g = call @gate(%p) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: remark: 'hlo.top_k' op: raise-neuron-topk takes it (pattern 'chlo_top_k')
  // CHECK: help: with its scores and its gate raise-router takes it first (pattern 'gate_then_rank'), once the module is canonicalized and inlined
  // ALONE: remark: not raised to a router: what is ranked is neither a softmax nor a sigmoid
  // ALONE: help: a call or operations without effect may hide one: canonicalize and inline take them away
  %v, %i = chlo.top_k(%g, k = 2) : tensor<4x8xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return %v, %i : tensor<4x2xf32>, tensor<4x2xi32>
}

func.func @plain(%x: tensor<4x64xf32>) -> tensor<4x16xf32> {
  // CHECK: remark: 'hlo.top_k' op: raise-neuron-topk takes it (pattern 'chlo_top_k')
  // CHECK-NOT: help:
  // Nothing is said of how many experts a top-k without scores chooses.
  // ALONE-NOT: the kernel chooses
  %v, %i = chlo.top_k(%x, k = 16) : tensor<4x64xf32> -> (tensor<4x16xf32>, tensor<4x16xi32>)
  return %v : tensor<4x16xf32>
}
