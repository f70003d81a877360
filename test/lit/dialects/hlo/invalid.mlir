// RUN: neuron-opt %s --split-input-file --verify-diagnostics

func.func @shapes(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{'hlo.add' op}}
  %0 = "hlo.add"(%x, %y) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'hlo.reshape' op}}
  %1 = hlo.reshape %x : (tensor<4xf32>) -> tensor<5xf32>
  // expected-error @+1 {{'hlo.transpose' op}}
  %2 = hlo.transpose %x, dims = [1] : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'hlo.top_k' op}}
  %3:2 = hlo.top_k(%x, k = 5) : tensor<4xf32> -> (tensor<5xf32>, tensor<5xi32>)
  return
}

// -----

func.func @config(%x: tensor<4xf32>) {
  // expected-error @+1 {{'hlo.custom_call' op attribute 'backend_config' failed to satisfy constraint: must be a string or a dictionary attribute}}
  %0 = hlo.custom_call @f(%x) {backend_config = 4 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'hlo.custom_call' op backend_config must be a string unless api_version is 4}}
  %1 = hlo.custom_call @f(%x) {backend_config = {k = 4}} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
