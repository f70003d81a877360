// RUN: neuron-opt %s --legalize-topk --split-input-file | FileCheck %s
// RUN: neuron-opt %s --legalize-topk --split-input-file --print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: neuron-opt %s --legalize-topk --split-input-file --verify-diagnostics

// The positions become the second operand, backend_config is emptied, the side-effect flag and the layouts go, result
// types and other attributes stay.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<2x10xf32>)
// CHECK-NEXT: %[[P:.*]] = hlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]> : tensor<10xi64>
// CHECK-NEXT: %[[R:.*]]:2 = hlo.custom_call @TopK_f32(%[[X]], %[[P]]) {backend_config = "", mhlo.frontend_attributes = {a = "b"}, my.note = 1 : i32} : (tensor<2x10xf32>, tensor<10xi64>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
// CHECK-NEXT: return %[[R]]#0, %[[R]]#1
// GENERIC: "hlo.custom_call"(%{{.*}}, %{{.*}}) <{api_version = 1 : i32, backend_config = ""
// GENERIC-SAME: call_target_name = "TopK_f32"
// GENERIC-SAME: has_side_effect = false
func.func @main(%x: tensor<2x10xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %0:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "3", has_side_effect = true, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>], mhlo.frontend_attributes = {a = "b"}, my.note = 1 : i32} : (tensor<2x10xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi32>
}

// -----

// One table has the element types and the targets' names. Calls come in program order, each with positions of its own.
// CHECK-LABEL: func.func @main
// CHECK: %[[P:.*]] = hlo.constant dense<[0, 1, 2, 3]> : tensor<4xi64>
// CHECK-NEXT: @TopK_f16(%{{.*}}, %[[P]])
// CHECK-SAME: -> (tensor<1xf16>, tensor<1xui32>)
// CHECK-NEXT: %[[Q:.*]] = hlo.constant dense<[0, 1, 2, 3]> : tensor<4xi64>
// CHECK-NEXT: @TopK_bf16(%{{.*}}, %[[Q]])
// CHECK-SAME: -> (tensor<2x3x4xbf16>, tensor<2x3x4xi64>)
func.func @main(%h: tensor<4xf16>, %b: tensor<2x3x4xbf16>) {
  %0:2 = hlo.custom_call @AwsNeuronTopK(%h) {backend_config = "1"} : (tensor<4xf16>) -> (tensor<1xf16>, tensor<1xui32>)
  %1:2 = hlo.custom_call @AwsNeuronTopK(%b) {backend_config = "4"} : (tensor<2x3x4xbf16>) -> (tensor<2x3x4xbf16>, tensor<2x3x4xi64>)
  return
}

// -----

// Other element types and other targets are not touched, and nothing is said about them.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-4: hlo.custom_call @AwsNeuronTopK
// CHECK: hlo.custom_call @AwsNeuronTopk
// CHECK: hlo.custom_call @TopK(
// CHECK-NOT: hlo.constant
func.func @main(%i: tensor<8xi32>, %d: tensor<8xf64>, %u: tensor<8xui8>, %f: tensor<8xf8E4M3FN>, %x: tensor<8xf32>) {
  %0:2 = hlo.custom_call @AwsNeuronTopK(%i) {backend_config = "?"} : (tensor<8xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  %1:2 = hlo.custom_call @AwsNeuronTopK(%d) {backend_config = "2"} : (tensor<8xf64>) -> (tensor<2xf64>, tensor<2xi32>)
  %2:2 = hlo.custom_call @AwsNeuronTopK(%u) {backend_config = "2"} : (tensor<8xui8>) -> (tensor<2xui8>, tensor<2xi32>)
  %3:2 = hlo.custom_call @AwsNeuronTopK(%f) {backend_config = "2"} : (tensor<8xf8E4M3FN>) -> (tensor<2xf8E4M3FN>, tensor<2xi32>)
  %4:2 = hlo.custom_call @AwsNeuronTopk(%x) {backend_config = "2"} : (tensor<8xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  %5:2 = hlo.custom_call @TopK(%x) {backend_config = "2"} : (tensor<8xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

// torch_xla's form: one tuple.
// CHECK-LABEL: func.func @main
// CHECK: hlo.custom_call @TopK_f32({{.*}}) {backend_config = ""} : (tensor<8xf32>, tensor<8xi64>) -> tuple<tensor<2xf32>, tensor<2xi32>>
func.func @main(%x: tensor<8xf32>) -> tuple<tensor<2xf32>, tensor<2xi32>> {
  %0 = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "2"} : (tensor<8xf32>) -> tuple<tensor<2xf32>, tensor<2xi32>>
  return %0 : tuple<tensor<2xf32>, tensor<2xi32>>
}
