// Kernel-level searches compare elements as f32: what does not fit is refused at the op, with the code of the real stack.
// RUN: neuron-opt %s --split-input-file --verify-diagnostics

func.func @main(%x: tensor<2x16xi32>) -> tensor<2x4xi32> {
  // expected-error @+1 {{TopK custom operation does not support 32-bit and 64-bit integer types, such as i32}}
  %v, %i = nki.topk %x, k = 4 : (tensor<2x16xi32>) -> (tensor<2x4xi32>, tensor<2x4xui32>)
  return %v : tensor<2x4xi32>
}

// -----

func.func @main(%x: tensor<2x16xui64>) -> tensor<2x4xui64> {
  // expected-error @+1 {{TopK custom operation does not support 32-bit and 64-bit integer types, such as ui64}}
  %v, %i = nki.topk %x, k = 4 : (tensor<2x16xui64>) -> (tensor<2x4xui64>, tensor<2x4xui32>)
  return %v : tensor<2x4xui64>
}

// -----

func.func @main(%x: tensor<2x16xf64>) -> tensor<2x4xf64> {
  // expected-error @+1 {{f64 dtype is not supported.}}
  %v, %i = nki.topk %x, k = 4 : (tensor<2x16xf64>) -> (tensor<2x4xf64>, tensor<2x4xui32>)
  return %v : tensor<2x4xf64>
}

// -----

func.func @main(%x: tensor<2x16xf8E4M3FN>) -> tensor<2x4xf8E4M3FN> {
  // expected-error @+1 {{operand #0 has elements of f8E4M3FN, which gen4 has: trn2 is gen3}}
  %v, %i = nki.topk %x, k = 4 : (tensor<2x16xf8E4M3FN>) -> (tensor<2x4xf8E4M3FN>, tensor<2x4xui32>)
  return %v : tensor<2x4xf8E4M3FN>
}

// -----

func.func @main(%x: tensor<2x128xi32>) -> tensor<2x1xi32> {
  // expected-error @+1 {{TopK custom operation does not support 32-bit and 64-bit integer types, such as i32}}
  %v, %i = nki.cascaded_max %x : (tensor<2x128xi32>) -> (tensor<2x1xi32>, tensor<2x1xui32>)
  return %v : tensor<2x1xi32>
}

// -----

// Narrow integers are exact.
func.func @main(%x: tensor<2x16xi16>) -> tensor<2x4xi16> {
  %v, %i = nki.topk %x, k = 4 : (tensor<2x16xi16>) -> (tensor<2x4xi16>, tensor<2x4xui32>)
  return %v : tensor<2x4xi16>
}
