// RUN: neuron-opt %s --verify-roundtrip | FileCheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | FileCheck %s

// stablehlo, mhlo, chlo and hlo are one dialect.
// CHECK-NOT: {{(stablehlo|mhlo|chlo)}}.{{[a-z]}}
// CHECK: hlo.add
// CHECK: hlo.add
// CHECK: hlo.top_k(%{{.*}}, k = 2)
// CHECK: hlo.topk
func.func @f(%x: tensor<4xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  %1 = "mhlo.add"(%0, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2:2 = chlo.top_k(%1, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  %3:2 = "mhlo.topk"(%1) {k = 2 : i64, largest = true} : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  %4 = hlo.add %2#0, %3#0 : tensor<2xf32>
  return %4 : tensor<2xf32>
}
