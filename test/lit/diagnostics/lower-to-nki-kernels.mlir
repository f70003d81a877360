// RUN: neuron-opt %s --lower-to-nki-kernels --split-input-file --verify-diagnostics
// RUN: not neuron-opt %s --lower-to-nki-kernels --split-input-file 2>&1 | FileCheck %s
// RUN: not neuron-opt %s --lower-to-nki-kernels --split-input-file --diagnostic-format=json 2>&1 | FileCheck %s --check-prefix=JSON

// JSON: "code":"68"
// JSON: "code":"NCC_EVRF013"
// JSON: "code":"NCC_EUDT001"
// JSON: "code":"NCC_EVRF014"
// JSON: "code":"NEURON_TOPK_ROW"
// JSON: "code":"NCC_EVRF015"

// CHECK: error[68]: TopK operation validation error: expected exactly 1 operand but found 2 operands
// CHECK-NEXT: lower-to-nki-kernels.mlir:[[@LINE+3]]:10
func.func @main(%x: tensor<2x16xf32>, %p: tensor<16xi64>) {
  // expected-error @+1 {{TopK operation validation error: expected exactly 1 operand but found 2 operands}}
  %0:2 = hlo.custom_call @AwsNeuronTopK(%x, %p) {backend_config = "3"} : (tensor<2x16xf32>, tensor<16xi64>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  // expected-error @+1 {{expected exactly 1 operand but found 0 operands}}
  %1:2 = hlo.custom_call @AwsNeuronTopK() {backend_config = "3"} : () -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// Integers of 32 and 64 bits, of any sign, in each way to write a top-k.
// CHECK: error[NCC_EVRF013]: TopK custom operation does not support 32-bit and 64-bit integer types
// CHECK-NEXT: lower-to-nki-kernels.mlir:[[@LINE+4]]:41
// CHECK: {{ }}^^{{$}}
func.func @main(%i: tensor<2x16xi32>, %q: tensor<2x16xui64>) -> (tensor<2x3xui64>, tensor<2x3xi32>) {
  // expected-error @+1 {{TopK custom operation does not support 32-bit and 64-bit integer types}}
  %0:2 = hlo.custom_call @AwsNeuronTopK(%i) {backend_config = "3"} : (tensor<2x16xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>)
  // expected-error @+1 {{does not support 32-bit and 64-bit integer types}}
  %1:2 = hlo.top_k(%q, k = 3) : tensor<2x16xui64> -> (tensor<2x3xui64>, tensor<2x3xi32>)
  // expected-error @+1 {{does not support 32-bit and 64-bit integer types}}
  %2:2 = "hlo.topk"(%i) {k = 3 : i64, largest = true} : (tensor<2x16xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>)
  return %1#0, %2#0 : tensor<2x3xui64>, tensor<2x3xi32>
}

// -----

// CHECK: error[NCC_EUDT001]: f64 dtype is not supported.
// CHECK-NEXT: lower-to-nki-kernels.mlir:[[@LINE+3]]:41
func.func @main(%d: tensor<16xf64>, %u: tensor<16xui8>, %b: tensor<16xi1>, %f: tensor<16xf8E4M3FN>) -> (tensor<3xui8>, tensor<3xi1>) {
  // expected-error @+1 {{f64 dtype is not supported.}}
  %0:2 = hlo.custom_call @AwsNeuronTopK(%d) {backend_config = "3"} : (tensor<16xf64>) -> (tensor<3xf64>, tensor<3xi32>)
  // expected-error @+1 {{ui8 dtype is not supported.}}
  %1:2 = hlo.top_k(%u, k = 3) : tensor<16xui8> -> (tensor<3xui8>, tensor<3xi32>)
  // expected-error @+1 {{i1 dtype is not supported.}}
  %2:2 = "hlo.topk"(%b) {k = 3 : i64, largest = true} : (tensor<16xi1>) -> (tensor<3xi1>, tensor<3xi32>)
  // expected-error @+1 {{f8E4M3FN dtype is not supported.}}
  %3:2 = hlo.custom_call @AwsNeuronTopK(%f) {backend_config = "3"} : (tensor<16xf8E4M3FN>) -> (tensor<3xf8E4M3FN>, tensor<3xi32>)
  return %1#0, %2#0 : tensor<3xui8>, tensor<3xi1>
}

// -----

// k is that of the shape.
// CHECK: error[NCC_EVRF014]: TopK custom operation does not support k values larger than 16384. Found k=16385.
// CHECK-NEXT: lower-to-nki-kernels.mlir:[[@LINE+9]]:63
// CHECK: = help: slice the result only as far as it is used, and take k from that slice
// CHECK: error[NCC_EVRF014]
// CHECK-NEXT: lower-to-nki-kernels.mlir:[[@LINE+8]]:28
// CHECK: {{ }}^^^^^{{$}}
// CHECK: error[NCC_EVRF014]
// CHECK-NEXT: lower-to-nki-kernels.mlir:[[@LINE+7]]:3
func.func @main(%x: tensor<20000xf32>) -> (tensor<16385xf32>, tensor<16385xf32>) {
  // expected-error @+1 {{TopK custom operation does not support k values larger than 16384. Found k=16385.}}
  %0:2 = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "3"} : (tensor<20000xf32>) -> (tensor<16385xf32>, tensor<16385xi32>)
  // expected-error @+1 {{Found k=16385.}}
  %1:2 = hlo.top_k(%x, k = 16385) : tensor<20000xf32> -> (tensor<16385xf32>, tensor<16385xi32>)
  // expected-error @+1 {{Found k=16385.}}
  %2:2 = "hlo.topk"(%x) {k = 16385 : i64, largest = true} : (tensor<20000xf32>) -> (tensor<16385xf32>, tensor<16385xi32>)
  return %1#0, %2#0 : tensor<16385xf32>, tensor<16385xf32>
}

// -----

// Longer rows are folded over partitions; what so large a k hands from one to the next leaves no room for a chunk.
// CHECK: error[NEURON_TOPK_ROW]: rows of 16385 elements are longer than the 16384 that the target can rank
// CHECK-NEXT: lower-to-nki-kernels.mlir:[[@LINE+4]]:36
func.func @main(%x: tensor<16385xf32>) -> (tensor<8000xf32>, tensor<8000xf32>) {
  %p = hlo.iota dim = 0 : tensor<16385xi64>
  // expected-error @+1 {{rows of 16385 elements are longer than the 16384 that the target can rank}}
  %0:2 = hlo.custom_call @TopK_f32(%x, %p) : (tensor<16385xf32>, tensor<16385xi64>) -> (tensor<8000xf32>, tensor<8000xi32>)
  // expected-error @+1 {{rows of 16385 elements}}
  %1:2 = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "8000"} : (tensor<16385xf32>) -> (tensor<8000xf32>, tensor<8000xi32>)
  // expected-error @+1 {{rows of 16385 elements}}
  %2:2 = hlo.top_k(%x, k = 8000) : tensor<16385xf32> -> (tensor<8000xf32>, tensor<8000xi32>)
  // expected-error @+1 {{rows of 16385 elements}}
  %3:2 = "hlo.topk"(%x) {k = 8000 : i64, largest = true} : (tensor<16385xf32>) -> (tensor<8000xf32>, tensor<8000xi32>)
  return %2#0, %3#0 : tensor<8000xf32>, tensor<8000xf32>
}

// -----

// Targets of the two families that the compiler does not know; those of others are not its business.
// CHECK: error[NCC_EVRF015]: custom-call target 'TopK' is not recognized
// CHECK-NEXT: lower-to-nki-kernels.mlir:[[@LINE+4]]:26
// CHECK: {{ }}^^^^^{{$}}
func.func @main(%x: tensor<16xf32>) {
  // expected-error @+1 {{custom-call target 'TopK' is not recognized}}
  %0:2 = hlo.custom_call @TopK(%x) {backend_config = "TopK"} : (tensor<16xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  // expected-error @+1 {{custom-call target 'AwsNeuronSort' is not recognized}}
  %1 = hlo.custom_call @AwsNeuronSort(%x) : (tensor<16xf32>) -> tensor<16xf32>
  // expected-error @+1 {{custom-call target 'TopK_f64' is not recognized}}
  %2 = "hlo.custom_call"(%x) {call_target_name = "TopK_f64"} : (tensor<16xf32>) -> tensor<16xf32>
  %3 = hlo.custom_call @AwsNeuronGelu(%x) : (tensor<16xf32>) -> tensor<16xf32>
  %4 = hlo.custom_call @Sharding(%x) : (tensor<16xf32>) -> tensor<16xf32>
  return
}
