// RUN: neuron-opt %s --split-input-file --neuron-pipeline --verify-diagnostics -o %t

// Sizes that no memory holds are refused for what they are, not where a pass comes to grief.

func.func @main(%x: tensor<3000000000xf32>) -> (tensor<8xf32>, tensor<8xi64>) {
  // expected-error @+1 {{[NEURON_TOPK_ROW] rows of 3000000000 elements are longer than the}}
  %v, %i = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "8"} : (tensor<3000000000xf32>) -> (tensor<8xf32>, tensor<8xi64>)
  return %v, %i : tensor<8xf32>, tensor<8xi64>
}

// -----

func.func @main(%x: tensor<9223372036854775807x9223372036854775807xf32>) -> tensor<9223372036854775807x8xf32> {
  // expected-error @+1 {{[NEURON_TOPK_ROW] rows of 9223372036854775807 elements are longer than the}}
  %v, %i = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "8"} : (tensor<9223372036854775807x9223372036854775807xf32>) -> (tensor<9223372036854775807x8xf32>, tensor<9223372036854775807x8xi64>)
  return %v : tensor<9223372036854775807x8xf32>
}

// -----

func.func @main(%x: tensor<1000000000000x64xf32>) -> tensor<1000000000000x8xf32> {
  // expected-error @+1 {{a kernel is unrolled, 128 rows at a time, for at most 8388608 rows, not for 1000000000000}}
  %v, %i = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "8"} : (tensor<1000000000000x64xf32>) -> (tensor<1000000000000x8xf32>, tensor<1000000000000x8xi32>)
  return %v : tensor<1000000000000x8xf32>
}

// -----

func.func @main(%x: tensor<4294967296x4294967296x64xf32>) -> tensor<4294967296x4294967296x8xf32> {
  // expected-error @+1 {{tensor<4294967296x4294967296x8xf32> has more elements than 64 bits count}}
  %v, %i = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "8"} : (tensor<4294967296x4294967296x64xf32>) -> (tensor<4294967296x4294967296x8xf32>, tensor<4294967296x4294967296x8xi32>)
  return %v : tensor<4294967296x4294967296x8xf32>
}

// -----

// Results that do not belong to the operand.
func.func @main(%x: tensor<16x64xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{the values of a top-k of tensor<16x64xf32> have its leading dimensions and its element type, not tensor<8x8xf32>}}
  %v, %i = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "8"} : (tensor<16x64xf32>) -> (tensor<8x8xf32>, tensor<8x8xi32>)
  return %v : tensor<8x8xf32>
}

// -----

// Positions that the type asked for cannot name.
func.func @main(%x: tensor<3000000000xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{positions of rows of 3000000000 elements do not fit 'i32'}}
  %v, %i = chlo.top_k(%x, k = 8) : tensor<3000000000xf32> -> (tensor<8xf32>, tensor<8xi32>)
  return %v : tensor<8xf32>
}
