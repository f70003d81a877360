// RUN: neuron-opt %s --lower-to-nki-kernels --split-input-file | FileCheck %s

// The kernel gives ui32 positions, the host converts them. The positions that legalize-topk added are gone.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<2x4xf32>)
// CHECK-NEXT: %[[R:.*]]:2 = nki.topk %[[X]], k = 3 {my.note = 1 : i32} : (tensor<2x4xf32>) -> (tensor<2x3xf32>, tensor<2x3xui32>)
// CHECK-NEXT: %[[I:.*]] = hlo.convert %[[R]]#1 : (tensor<2x3xui32>) -> tensor<2x3xi32>
// CHECK-NEXT: return %[[R]]#0, %[[I]]
func.func @main(%x: tensor<2x4xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %p = hlo.constant dense<[0, 1, 2, 3]> : tensor<4xi64>
  %0:2 = hlo.custom_call @TopK_f32(%x, %p) {backend_config = "", my.note = 1 : i32} : (tensor<2x4xf32>, tensor<4xi64>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi32>
}

// -----

// Where ui32 is asked for there is nothing to convert. Positions may be an iota too.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[R:.*]]:2 = nki.topk
// CHECK-NEXT: return %[[R]]#0, %[[R]]#1
func.func @main(%x: tensor<2x4xbf16>) -> (tensor<2x3xbf16>, tensor<2x3xui32>) {
  %p = hlo.iota dim = 0 : tensor<4xi64>
  %0:2 = hlo.custom_call @TopK_bf16(%x, %p) : (tensor<2x4xbf16>, tensor<4xi64>) -> (tensor<2x3xbf16>, tensor<2x3xui32>)
  return %0#0, %0#1 : tensor<2x3xbf16>, tensor<2x3xui32>
}

// -----

// A second operand that is not the positions says what the columns are called.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<2x4xf16>, %[[N:.*]]: tensor<4xi32>)
// CHECK: %[[R:.*]]:2 = nki.topk %[[X]]
// CHECK: %[[F:.*]] = hlo.reshape %[[R]]#1 : (tensor<2x3xui32>) -> tensor<6xui32>
// CHECK: %[[G:.*]] = "hlo.gather"(%[[N]], %[[F]])
// CHECK: %[[S:.*]] = hlo.reshape %[[G]] : (tensor<6xi32>) -> tensor<2x3xi32>
// CHECK: return %[[R]]#0, %[[S]]
func.func @main(%x: tensor<2x4xf16>, %numbers: tensor<4xi32>) -> (tensor<2x3xf16>, tensor<2x3xi32>) {
  %0:2 = hlo.custom_call @TopK_f16(%x, %numbers) : (tensor<2x4xf16>, tensor<4xi32>) -> (tensor<2x3xf16>, tensor<2x3xi32>)
  return %0#0, %0#1 : tensor<2x3xf16>, tensor<2x3xi32>
}

// -----

// A tuple is taken apart; the call's other results may be unused.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[R:.*]]:2 = nki.topk
// CHECK-NEXT: return %[[R]]#0
func.func @main(%x: tensor<4xf32>) -> tensor<3xf32> {
  %p = hlo.constant dense<[0, 1, 2, 3]> : tensor<4xi64>
  %0 = hlo.custom_call @TopK_f32(%x, %p) : (tensor<4xf32>, tensor<4xi64>) -> tuple<tensor<3xf32>, tensor<3xi32>>
  %1 = hlo.get_tuple_element %0[0] : (tuple<tensor<3xf32>, tensor<3xi32>>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

// Nothing to select.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[V:.*]] = hlo.constant dense<> : tensor<2x0xf32>
// CHECK-NEXT: %[[I:.*]] = hlo.constant dense<> : tensor<2x0xi32>
// CHECK-NEXT: return %[[V]], %[[I]]
func.func @main(%x: tensor<2x4xf32>) -> (tensor<2x0xf32>, tensor<2x0xi32>) {
  %p = hlo.constant dense<[0, 1, 2, 3]> : tensor<4xi64>
  %0:2 = hlo.custom_call @TopK_f32(%x, %p) : (tensor<2x4xf32>, tensor<4xi64>) -> (tensor<2x0xf32>, tensor<2x0xi32>)
  return %0#0, %0#1 : tensor<2x0xf32>, tensor<2x0xi32>
}

// -----

// The device's limits themselves are fine.
// CHECK-LABEL: func.func @main
// CHECK: nki.topk %{{.*}}, k = 16384 : (tensor<1x16384xf32>)
func.func @main(%x: tensor<1x16384xf32>) -> tensor<1x16384xf32> {
  %p = hlo.iota dim = 0 : tensor<16384xi64>
  %0:2 = hlo.custom_call @TopK_f32(%x, %p) : (tensor<1x16384xf32>, tensor<16384xi64>) -> (tensor<1x16384xf32>, tensor<1x16384xi32>)
  return %0#0 : tensor<1x16384xf32>
}
