// RUN: neuron-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected '{'}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"x"}, ("y")]> : tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'sdy.reshard' op attribute 'sharding' failed to satisfy constraint: must be a sharding}}
  %0 = "sdy.reshard"(%x) {sharding = "x"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'sdy.reshard' op attribute 'sharding' failed to satisfy constraint: must be a sharding}}
  %0 = "sdy.reshard"(%x) {sharding = #sdy.sharding<@mesh>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'sdy.all_gather' op attribute 'gathering_axes' failed to satisfy constraint: must be axes for each dimension}}
  %0 = "sdy.all_gather"(%x) {gathering_axes = #sdy<axis_ref_list{"x"}>, out_sharding = #sdy.sharding<@mesh, [{}]>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
