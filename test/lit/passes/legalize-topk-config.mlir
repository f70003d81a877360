// RUN: neuron-opt %s --legalize-topk --split-input-file --verify-diagnostics
// RUN: not neuron-opt %s --legalize-topk --split-input-file 2>&1 | FileCheck %s

// What is wrong with the text of k is underlined inside of the string, at the character.

// No text at all.
// CHECK: error: stoi: backend_config is empty: expected k, a base-10 integer
// CHECK-NEXT: legalize-topk-config.mlir:[[@LINE+6]]:70
// CHECK-NEXT: {{^}}{{ *}}│
// CHECK-NEXT: backend_config
// CHECK-NEXT: {{ }}^{{$}}
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{stoi: backend_config is empty: expected k, a base-10 integer}}
  %0:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = ""} : (tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

// Blanks only.
// CHECK: error: stoi: backend_config is blank: expected k, a base-10 integer
// CHECK-NEXT: legalize-topk-config.mlir:[[@LINE+6]]:70
// CHECK-NEXT: {{^}}{{ *}}│
// CHECK-NEXT: backend_config
// CHECK-NEXT: {{ }}^^^^^^^{{$}}
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{stoi: backend_config is blank: expected k, a base-10 integer}}
  %0:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = " \t\0A "} : (tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

// No digits.
// CHECK: error: stoi: backend_config "abc" does not start with digits: expected k, a base-10 integer
// CHECK-NEXT: legalize-topk-config.mlir:[[@LINE+6]]:70
// CHECK-NEXT: {{^}}{{ *}}│
// CHECK-NEXT: backend_config
// CHECK-NEXT: {{ }}^^^{{$}}
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{stoi: backend_config "abc" does not start with digits: expected k, a base-10 integer}}
  %0:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "abc"} : (tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

// A sign without digits, behind a blank.
// CHECK: error: stoi: backend_config " -k3" does not start with digits: expected k, a base-10 integer
// CHECK-NEXT: legalize-topk-config.mlir:[[@LINE+6]]:71
// CHECK-NEXT: {{^}}{{ *}}│
// CHECK-NEXT: backend_config
// CHECK-NEXT: {{ }}^^^{{$}}
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{stoi: backend_config " -k3" does not start with digits: expected k, a base-10 integer}}
  %0:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = " -k3"} : (tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

// Out of int32, on either side.
// CHECK: error: stoi: k=2147483648 does not fit in 32 bits
// CHECK-NEXT: legalize-topk-config.mlir:[[@LINE+6]]:70
// CHECK-NEXT: {{^}}{{ *}}│
// CHECK-NEXT: backend_config
// CHECK-NEXT: {{ }}^^^^^^^^^^{{$}}
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{stoi: k=2147483648 does not fit in 32 bits}}
  %0:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "2147483648"} : (tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

// CHECK: error: stoi: k=-2147483649 does not fit in 32 bits
// CHECK-NEXT: legalize-topk-config.mlir:[[@LINE+6]]:72
// CHECK-NEXT: {{^}}{{ *}}│
// CHECK-NEXT: backend_config
// CHECK-NEXT: {{ }}^^^^^^^^^^^{{$}}
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{stoi: k=-2147483649 does not fit in 32 bits}}
  %0:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "  -2147483649 elements"} : (tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

// A dictionary as text, and JSON.
// CHECK: error: stoi: backend_config is a dictionary or JSON: expected k alone, a base-10 integer
// CHECK-NEXT: legalize-topk-config.mlir:[[@LINE+6]]:70
// CHECK-NEXT: {{^}}{{ *}}│
// CHECK-NEXT: backend_config
// CHECK-NEXT: {{ }}^^^^^^^{{$}}
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{stoi: backend_config is a dictionary or JSON: expected k alone, a base-10 integer}}
  %0:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "{k = 3}"} : (tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

// CHECK: error: stoi: backend_config is a dictionary or JSON: expected k alone, a base-10 integer
// CHECK-NEXT: legalize-topk-config.mlir:[[@LINE+6]]:71
// CHECK-NEXT: {{^}}{{ *}}│
// CHECK-NEXT: backend_config
// CHECK-NEXT: {{ }}^^^^^^^^^^^^{{$}}
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{stoi: backend_config is a dictionary or JSON: expected k alone, a base-10 integer}}
  %0:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = " {\22k\22: 3}"} : (tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

// A dictionary in MLIR.
// CHECK: error: stoi: backend_config is not a string in UTF-8, but k is read from it as a base-10 integer
// CHECK-NEXT: legalize-topk-config.mlir:[[@LINE+6]]:69
// CHECK-NEXT: {{^}}{{ *}}│
// CHECK-NEXT: backend_config
// CHECK-NEXT: {{ }}^^^^^^^{{$}}
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{stoi: backend_config is not a string in UTF-8, but k is read from it as a base-10 integer}}
  %0:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = {k = 3}, api_version = 4 : i32} : (tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

// Not there, or JAX's dictionary in its place.
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{stoi: backend_config is missing, but k is read from it as a base-10 integer}}
  %0:2 = stablehlo.custom_call @AwsNeuronTopK(%x) : (tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  // expected-error @+1 {{stoi: backend_config is a dictionary, but k is read from it as a base-10 integer}}
  %1:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {mhlo.backend_config = {k = 3 : i64}} : (tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

// More columns than the row has.
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{k=9 is larger than the row, which has 8 elements}}
  %0:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "9"} : (tensor<8xf32>) -> (tensor<9xf32>, tensor<9xi32>)
  return
}

// -----

// Every call is looked at, whatever is wrong with the others.
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{backend_config is empty}}
  %0:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = ""} : (tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  %1:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "3"} : (tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  // expected-error @+1 {{backend_config "k" does not start with digits}}
  %2:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "k"} : (tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

// Bytes that are no text are not cut off.
func.func @main(%x: tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  // expected-error @+1 {{stoi: backend_config is not a string in UTF-8, but k is read from it as a base-10 integer}}
  %v, %i = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "3\FF"} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
}
