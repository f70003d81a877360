// RUN: neuron-opt %s --raise-neuron-topk --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[R:.*]]:2 = hlo.custom_call @AwsNeuronTopK(%{{.*}}) {backend_config = "5", my.note = 1 : i32} : (tensor<2x16xf32>) -> (tensor<2x5xf32>, tensor<2x5xi32>)
// CHECK-NEXT: return %[[R]]#0, %[[R]]#1
func.func @main(%x: tensor<2x16xf32>) -> (tensor<2x5xf32>, tensor<2x5xi32>) {
  %0:2 = chlo.top_k(%x, k = 5) {my.note = 1 : i32} : tensor<2x16xf32> -> (tensor<2x5xf32>, tensor<2x5xi32>)
  return %0#0, %0#1 : tensor<2x5xf32>, tensor<2x5xi32>
}

// -----

// CHECK-LABEL: func.func @main
// CHECK-NEXT: hlo.custom_call @AwsNeuronTopK(%{{.*}}) {backend_config = "5"}
func.func @main(%x: tensor<16xbf16>) -> tensor<5xbf16> {
  %0:2 = "mhlo.topk"(%x) {k = 5 : i64, largest = true} : (tensor<16xbf16>) -> (tensor<5xbf16>, tensor<5xi32>)
  return %0#0 : tensor<5xbf16>
}

// -----

// The smallest are the negated largest of the negated.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<16xf16>)
// CHECK-NEXT: %[[N:.*]] = hlo.negate %[[X]]
// CHECK-NEXT: %[[R:.*]]:2 = hlo.custom_call @AwsNeuronTopK(%[[N]]) {backend_config = "5"}
// CHECK-NEXT: %[[V:.*]] = hlo.negate %[[R]]#0
// CHECK-NEXT: return %[[V]], %[[R]]#1
func.func @main(%x: tensor<16xf16>) -> (tensor<5xf16>, tensor<5xi32>) {
  %0:2 = "hlo.topk"(%x) {k = 5 : i64, largest = false} : (tensor<16xf16>) -> (tensor<5xf16>, tensor<5xi32>)
  return %0#0, %0#1 : tensor<5xf16>, tensor<5xi32>
}

// -----

// k = 0, or no rows.
// CHECK-LABEL: func.func @main
// CHECK-DAG: hlo.constant dense<> : tensor<4x0xf32>
// CHECK-DAG: hlo.constant dense<> : tensor<4x0xi32>
// CHECK-DAG: hlo.constant dense<> : tensor<0x3xi32>
// CHECK-DAG: hlo.constant dense<> : tensor<0x3xf32>
// CHECK-NOT: top
func.func @main(%x: tensor<4x16xf32>, %y: tensor<0x16xf32>) -> (tensor<4x0xf32>, tensor<4x0xi32>, tensor<0x3xf32>, tensor<0x3xi32>) {
  %0:2 = hlo.top_k(%x, k = 0) : tensor<4x16xf32> -> (tensor<4x0xf32>, tensor<4x0xi32>)
  %1:2 = "hlo.topk"(%y) {k = 3 : i64, largest = true} : (tensor<0x16xf32>) -> (tensor<0x3xf32>, tensor<0x3xi32>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<4x0xf32>, tensor<4x0xi32>, tensor<0x3xf32>, tensor<0x3xi32>
}

// -----

// What the device cannot rank stays.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: hlo.top_k
func.func @main(%x: tensor<16xi32>) -> tensor<5xi32> {
  %0:2 = hlo.top_k(%x, k = 5) : tensor<16xi32> -> (tensor<5xi32>, tensor<5xi32>)
  return %0#0 : tensor<5xi32>
}
