// RUN: neuron-opt %s --canonicalize | FileCheck %s

// x + 0 is x, but not of a type that knows less of the shape: users have theirs from the sum.
// CHECK-LABEL: func.func @known
// CHECK: %[[SUM:.*]] = hlo.add
// CHECK: return %[[SUM]] : tensor<4xi32>
func.func @known(%a: tensor<?xi32>) -> tensor<4xi32> {
  %z = stablehlo.constant dense<0> : tensor<4xi32>
  %0 = stablehlo.add %a, %z : (tensor<?xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @same
// CHECK-NOT: hlo.add
// CHECK: return %arg0 : tensor<4xi32>
func.func @same(%a: tensor<4xi32>) -> tensor<4xi32> {
  %z = stablehlo.constant dense<0> : tensor<4xi32>
  %0 = stablehlo.add %a, %z : tensor<4xi32>
  return %0 : tensor<4xi32>
}
