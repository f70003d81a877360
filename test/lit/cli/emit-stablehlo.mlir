// The prefixes that frameworks use are read, and written back on request; what is written reads back the same.
// RUN: neuron-opt %s --emit=stablehlo | FileCheck %s
// RUN: neuron-opt %s --emit=stablehlo --print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: neuron-opt %s -o %t.own
// RUN: neuron-opt %s --emit=stablehlo | neuron-opt | diff - %t.own

// CHECK: stablehlo.add
// CHECK: chlo.top_k
// CHECK: stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [1]
// CHECK: return
// GENERIC: "stablehlo.add"
// GENERIC: "chlo.top_k"
// GENERIC: "stablehlo.reduce"
// GENERIC: "stablehlo.return"
func.func @main(%x: tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.add %x, %x : tensor<2x16xf32>
  %v, %i = chlo.top_k(%s, k = 3) : tensor<2x16xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  %r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x16xf32>, tensor<f32>) -> tensor<2xf32>
  return %v, %i, %r : tensor<2x3xf32>, tensor<2x3xi32>, tensor<2xf32>
}
