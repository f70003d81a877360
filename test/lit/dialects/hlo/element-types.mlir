// RUN: neuron-opt %s --split-input-file --verify-diagnostics -o /dev/null

func.func @index(%a: tensor<4xindex>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of floats, booleans, integers, complex or quantized numbers, but got 'tensor<4xindex>'}}
  %0 = "stablehlo.reverse"(%a) <{dimensions = array<i64: 0>}> : (tensor<4xindex>) -> tensor<4xindex>
  return
}

// -----

func.func @indices(%a: tensor<4xf32>, %i: tensor<2x1xi1>) {
  // expected-error @+1 {{operand #1 must be ranked tensor of integers, but got 'tensor<2x1xi1>'}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<2x1xi1>) -> tensor<2xf32>
  return
}

// -----

func.func @complex(%a: tensor<4xf64>) {
  %0 = stablehlo.convert %a : (tensor<4xf64>) -> tensor<4xcomplex<f32>>
  %1 = stablehlo.convert %0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // expected-error @+1 {{cannot read real numbers as complex ones, or the other way around}}
  %2 = stablehlo.bitcast_convert %a : (tensor<4xf64>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @list(%a: tensor<4xf32>) {
  // expected-error @+1 {{attribute 'dimensions' failed to satisfy constraint}}
  %0 = "stablehlo.reverse"(%a) <{dimensions = array<i8: 0>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @padding(%a: tensor<4xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{attribute 'padding' failed to satisfy constraint}}
  %0 = "stablehlo.reduce_window"(%a, %z) <{padding = dense<0> : tensor<1x2xi32>, window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @layout(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{layout #0 must be an order of the 2 dimensions of 'tensor<2x3xf32>'}}
  %0 = stablehlo.custom_call @f(%a) {operand_layouts = [dense<[1, 1]> : tensor<2xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @half_of_layouts(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{requires 'result_layouts' as well}}
  %0 = stablehlo.custom_call @f(%a) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @positions(%a: tensor<4x16xf32>) {
  // expected-error @+1 {{result #1 must be 'tensor<4x2xi32>' by the operands and attributes, but is 'tensor<4x2xi64>'}}
  %0:2 = chlo.top_k(%a, k = 2) : tensor<4x16xf32> -> (tensor<4x2xf32>, tensor<4x2xi64>)
  return
}

// -----

func.func @barrier(%a: tensor<?xf32>) {
  // expected-error @+1 {{result #0 must be 'tensor<?xf32>' by the operands and attributes, but is 'tensor<4xf32>'}}
  %0 = "stablehlo.optimization_barrier"(%a) : (tensor<?xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @kernel(%x: tensor<2x9x10x3xf32>, %k: tensor<4x5x3x3xi32>) {
  // expected-error @+1 {{a kernel of 'i32' cannot go over an operand of 'f32'}}
  %0 = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<2x9x10x3xf32>, tensor<4x5x3x3xi32>) -> tensor<2x6x6x3xf32>
  return
}

// -----

// A wide sum of narrow numbers, and not the other way around.
func.func @narrower(%a: tensor<4xi32>, %z: tensor<i32>) {
  // expected-error @+1 {{the body must take (tensor<i32>, tensor<i32>), but takes (tensor<i8>, tensor<i8>)}}
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<i8>, %y: tensor<i8>):
    %1 = stablehlo.add %x, %y : tensor<i8>
    stablehlo.return %1 : tensor<i8>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<i8>
  return
}

// -----

func.func @promotable(%a: tensor<4xf32>, %z: tensor<i32>) {
  // expected-error @+1 {{the body folds in 'f32', to which not all of (f32, i32) can be promoted}}
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @unsigned(%a: tensor<4xui8>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of signed integers, floats, complex or quantized numbers, but got 'tensor<4xui8>'}}
  %0 = stablehlo.abs %a : tensor<4xui8>
  return
}

// -----

func.func @booleans(%a: tensor<4xi1>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of integers, floats, complex or quantized numbers, but got 'tensor<4xi1>'}}
  %0 = stablehlo.subtract %a, %a : tensor<4xi1>
  return
}

// -----

func.func @odd_width(%a: tensor<4xi5>) {
  // expected-error @+1 {{operand #0 must be ranked tensor of integers or booleans, but got 'tensor<4xi5>'}}
  %0 = stablehlo.and %a, %a : tensor<4xi5>
  return
}
