// RUN: neuron-opt %s --lower-to-nki-kernels --split-input-file --verify-diagnostics
// RUN: not neuron-opt %s --lower-to-nki-kernels --split-input-file 2>&1 | FileCheck %s

// CHECK: error[NCC_EMOD025]: tensor<2x?xf32> has a dynamic dimension: shapes must be static
// CHECK: help: compile for static shapes
func.func @aws(%x: tensor<2x?xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{tensor<2x?xf32> has a dynamic dimension: shapes must be static}}
  %0:2 = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "3"} : (tensor<2x?xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %0#0 : tensor<2x3xf32>
}

// -----

func.func @legalized(%y: tensor<?x16xf32>, %p: tensor<16xi64>) -> tensor<?x3xf32> {
  // expected-error @+1 {{tensor<?x16xf32> has a dynamic dimension: shapes must be static}}
  %0:2 = hlo.custom_call @TopK_f32(%y, %p) : (tensor<?x16xf32>, tensor<16xi64>) -> (tensor<?x3xf32>, tensor<?x3xi32>)
  return %0#0 : tensor<?x3xf32>
}

// -----

func.func @chlo(%x: tensor<?x16xf32>) -> tensor<?x3xf32> {
  // expected-error @+1 {{tensor<?x16xf32> has a dynamic dimension: shapes must be static}}
  %0:2 = hlo.top_k(%x, k = 3) : tensor<?x16xf32> -> (tensor<?x3xf32>, tensor<?x3xi32>)
  return %0#0 : tensor<?x3xf32>
}

// -----

func.func @hlo(%x: tensor<?x16xf32>) -> tensor<?x3xf32> {
  // expected-error @+1 {{tensor<?x16xf32> has a dynamic dimension: shapes must be static}}
  %0:2 = "hlo.topk"(%x) {k = 3 : i64, largest = true} : (tensor<?x16xf32>) -> (tensor<?x3xf32>, tensor<?x3xi32>)
  return %0#0 : tensor<?x3xf32>
}
