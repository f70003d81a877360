// RUN: neuron-opt %s --topk-decomposer --split-input-file | FileCheck %s

// Both results: the positions are sorted along, and k is a slice.
// CHECK-LABEL: func.func @both
// CHECK-SAME: (%[[X:.*]]: tensor<2x16xf32>)
// CHECK-NEXT: %[[N:.*]] = hlo.iota dim = 1 : tensor<2x16xi32>
// CHECK-NEXT: %[[S:.*]]:2 = "hlo.sort"(%[[X]], %[[N]]) <{dimension = 1 : i64, is_stable = true}>
// CHECK: hlo.compare GT, %{{.*}}, %{{.*}}, TOTALORDER
// CHECK: %[[V:.*]] = hlo.slice %[[S]]#0 [0:2, 0:3]
// CHECK-NEXT: %[[I:.*]] = hlo.slice %[[S]]#1 [0:2, 0:3]
// CHECK-NEXT: return %[[V]], %[[I]]
func.func @both(%x: tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %v, %i = hlo.top_k(%x, k = 3) : tensor<2x16xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
}

// -----

// The values alone need no positions; the smallest come first by less-than.
// CHECK-LABEL: func.func @values
// CHECK: "hlo.sort"(%{{[^,]*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK: hlo.compare LT
// CHECK: hlo.slice %{{.*}} [0:3]
func.func @values(%x: tensor<16xi32>) -> tensor<3xi32> {
  %v, %i = "hlo.topk"(%x) {k = 3 : i64, largest = false} : (tensor<16xi32>) -> (tensor<3xi32>, tensor<3xi32>)
  return %v : tensor<3xi32>
}

// -----

// A TopK call goes by its comparator; one without is left alone.
// CHECK-LABEL: func.func @calls
// CHECK: "hlo.sort"
// CHECK: hlo.compare GT
// CHECK: hlo.custom_call @TopK(%{{.*}}) : (tensor<16xf32>) -> (tensor<2xf32>, tensor<2xi32>)
// CHECK: hlo.custom_call @AwsNeuronTopK
func.func @calls(%x: tensor<16xf32>) -> (tensor<3xi32>, tensor<2xf32>, tensor<2xf32>) {
  %v, %i = hlo.custom_call @TopK(%x) {called_computations = [@gt]} : (tensor<16xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  %w, %j = hlo.custom_call @TopK(%x) : (tensor<16xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  %u, %k = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "2"} : (tensor<16xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %i, %w, %u : tensor<3xi32>, tensor<2xf32>, tensor<2xf32>
}
func.func private @gt(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %c = hlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %c : tensor<i1>
}
