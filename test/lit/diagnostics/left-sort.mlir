// RUN: neuron-opt %s --lower-to-nki-kernels -o /dev/null 2>&1 | FileCheck %s
// RUN: neuron-opt %s --lower-to-nki-kernels --target=trn1 -o /dev/null 2>&1 | count 0
// RUN: neuron-opt %s --lower-to-nki-kernels 2>/dev/null | FileCheck %s --check-prefix=KEPT

// KEPT: hlo.sort
// CHECK: warning[NCC_EVRF029]: sort is not supported on trn2: it stays on the host
// CHECK-NEXT: left-sort.mlir:[[@LINE+3]]:8
// CHECK: help: slice what is used
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "hlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = hlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
