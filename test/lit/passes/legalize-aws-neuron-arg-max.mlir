// RUN: neuron-opt %s --legalize-aws-neuron-arg-max --split-input-file --verify-diagnostics | FileCheck %s

// The suffix holds the element type and the width of the index; the axis becomes a row of positions.
// CHECK-LABEL: func.func @last
// CHECK-NEXT: %[[N:.*]] = hlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xi64>
// CHECK-NEXT: hlo.custom_call @ArgMax_f322(%{{.*}}, %[[N]]) {backend_config = "", my.note = 1 : i32} : (tensor<2x8xf32>, tensor<8xi64>) -> tensor<2xui32>
// CHECK: hlo.custom_call @ArgMin_s324(%{{.*}}, %{{.*}}) {backend_config = ""} : (tensor<3x8xi32>, tensor<3xi64>) -> tensor<8xi64>
func.func @last(%x: tensor<2x8xf32>, %y: tensor<3x8xi32>) -> (tensor<2xui32>, tensor<8xi64>) {
  %0 = hlo.custom_call @AwsNeuronArgMax(%x) {backend_config = "1", my.note = 1 : i32} : (tensor<2x8xf32>) -> tensor<2xui32>
  %1 = hlo.custom_call @AwsNeuronArgMin(%y) {backend_config = "0"} : (tensor<3x8xi32>) -> tensor<8xi64>
  return %0, %1 : tensor<2xui32>, tensor<8xi64>
}

// -----

// Other element types are skipped.
// CHECK-LABEL: func.func @skipped
// CHECK-NEXT: hlo.custom_call @AwsNeuronArgMax
func.func @skipped(%x: tensor<2x8xi8>) -> tensor<2xui32> {
  %0 = hlo.custom_call @AwsNeuronArgMax(%x) {backend_config = "1"} : (tensor<2x8xi8>) -> tensor<2xui32>
  return %0 : tensor<2xui32>
}

// -----

func.func @axes(%x: tensor<2x8xf32>) -> (tensor<2xui32>, tensor<2xui32>, tensor<2xui32>) {
  // expected-error @+1 {{LegalizeAwsNeuronArgMax: invalid backend_config: last}}
  %0 = hlo.custom_call @AwsNeuronArgMax(%x) {backend_config = "last"} : (tensor<2x8xf32>) -> tensor<2xui32>
  // expected-error @+1 {{LegalizeAwsNeuronArgMax: invalid backend_config: backend_config is missing}}
  %1 = hlo.custom_call @AwsNeuronArgMax(%x) : (tensor<2x8xf32>) -> tensor<2xui32>
  // expected-error @+1 {{LegalizeAwsNeuronArgMax: axis 2 of an operand of rank 2}}
  %2 = hlo.custom_call @AwsNeuronArgMax(%x) {backend_config = "2"} : (tensor<2x8xf32>) -> tensor<2xui32>
  return %0, %1, %2 : tensor<2xui32>, tensor<2xui32>, tensor<2xui32>
}
