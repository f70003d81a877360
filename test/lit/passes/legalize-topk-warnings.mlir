// RUN: neuron-opt %s --legalize-topk --split-input-file --verify-diagnostics
// RUN: neuron-opt %s --legalize-topk --split-input-file 2>&1 | FileCheck %s
// RUN: neuron-opt %s --legalize-topk --split-input-file 2>/dev/null | FileCheck %s --check-prefix=OUT

// OUT-COUNT-5: hlo.custom_call @TopK_f32(

// strtol skips blanks, takes a sign and stops at the first character that is no digit.
// CHECK: warning: backend_config: the text behind k=3 is ignored
// CHECK-NEXT: legalize-topk-warnings.mlir:[[@LINE+5]]:70
// CHECK: backend_config = "\09 +3xyz"
// CHECK-NEXT: {{ }}^^^{{$}}
func.func @main(%x: tensor<8xf32>) {
  // expected-warning @+1 {{backend_config: the text behind k=3 is ignored}}
  %0:2 = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "\09 +3xyz"} : (tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

// Base 10 only: this k is 0. The shape has the last word.
func.func @main(%x: tensor<8xf32>) {
  // expected-warning @+2 {{backend_config: the text behind k=0 is ignored}}
  // expected-warning @+1 {{backend_config says k=0, but the result has 3 columns: the shape wins}}
  %0:2 = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "0x3"} : (tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

// CHECK: warning: backend_config says k=-5, but the result has 3 columns: the shape wins
// CHECK-NEXT: legalize-topk-warnings.mlir:[[@LINE+5]]:64
// CHECK: backend_config = "-5"
// CHECK-NEXT: {{ }}^^{{$}}
func.func @main(%x: tensor<8xf32>) {
  // expected-warning @+1 {{backend_config says k=-5, but the result has 3 columns: the shape wins}}
  %0:2 = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "-5"} : (tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

// At the edge of int32 there is nothing wrong with the text.
func.func @main(%x: tensor<8xf32>) {
  // expected-warning @+1 {{backend_config says k=2147483647, but}}
  %0:2 = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "2147483647"} : (tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  // expected-warning @+1 {{backend_config says k=-2147483648, but}}
  %1:2 = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "-2147483648"} : (tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}
