// RUN: neuron-opt %s --canonicalize | FileCheck %s
// RUN: neuron-opt %s --canonicalize=fold-limit=4 | FileCheck %s --check-prefix=LIMIT
// RUN: neuron-opt %s --canonicalize=fast-math | FileCheck %s --check-prefix=FAST

// CHECK-LABEL: func.func @fold
// CHECK: hlo.constant dense<[5.000000e+00, 7.000000e+00]>
// LIMIT-LABEL: func.func @fold
// LIMIT: hlo.add
func.func @fold() -> tensor<2xf32> {
  %a = hlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = hlo.constant dense<[4.0, 5.0]> : tensor<2xf32>
  %c = hlo.add %a, %b : tensor<2xf32>
  return %c : tensor<2xf32>
}

// CHECK-LABEL: func.func @moves
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: return %[[X]]
func.func @moves(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = hlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = hlo.transpose %0, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %2 = hlo.reshape %1 : (tensor<2x3xf32>) -> tensor<6xf32>
  %3 = hlo.reshape %2 : (tensor<6xf32>) -> tensor<2x3xf32>
  %4 = hlo.slice %3 [0:2, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %4 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @slices
// CHECK-SAME: (%[[X:.*]]: tensor<10xf32>)
// CHECK-NEXT: hlo.slice %[[X]] [3:5]
// CHECK-NEXT: return
func.func @slices(%x: tensor<10xf32>) -> tensor<2xf32> {
  %0 = hlo.slice %x [2:8] : (tensor<10xf32>) -> tensor<6xf32>
  %1 = hlo.slice %0 [1:3] : (tensor<6xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func @exact
// CHECK: hlo.add
// CHECK: hlo.subtract
// FAST-LABEL: func.func @exact
// FAST-NOT: hlo.add
// FAST-NOT: hlo.subtract
func.func @exact(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %z = hlo.constant dense<0.0> : tensor<4xf32>
  %0 = hlo.add %x, %z : tensor<4xf32>
  %1 = hlo.subtract %x, %x : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @logic
// CHECK-SAME: (%[[X:.*]]: tensor<4xi1>)
// CHECK-NEXT: return %[[X]]
func.func @logic(%x: tensor<4xi1>) -> tensor<4xi1> {
  %0 = hlo.and %x, %x : tensor<4xi1>
  %1 = hlo.not %0 : tensor<4xi1>
  %2 = hlo.not %1 : tensor<4xi1>
  return %2 : tensor<4xi1>
}
