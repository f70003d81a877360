// RUN: neuron-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// A size that one type knows and the other does not is no contradiction, as in StableHLO.
// CHECK-LABEL: func.func @compatible
func.func @compatible(%a: tensor<?x3xf32>, %b: tensor<2x?xf32>, %p: tensor<?x?xi1>) -> tensor<2x3xi1> {
  // CHECK: hlo.add %{{.*}} : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<2x3xf32>
  %0 = stablehlo.add %a, %b : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<2x3xf32>
  // CHECK: hlo.tanh %{{.*}} : (tensor<2x3xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.tanh %0 : (tensor<2x3xf32>) -> tensor<?x?xf32>
  // CHECK: hlo.compare
  %2 = stablehlo.compare LT, %1, %b : (tensor<?x?xf32>, tensor<2x?xf32>) -> tensor<2x3xi1>
  return %2 : tensor<2x3xi1>
}

// -----

func.func @incompatible(%a: tensor<?x3xf32>, %b: tensor<2x?xf32>) {
  // expected-error @+1 {{requires compatible types for all operands and results}}
  %0 = stablehlo.add %a, %b : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<2x4xf32>
  return
}

// -----

// What is between is compatible with both ends, which are not with each other.
func.func @not_transitive(%a: tensor<3xf32>, %b: tensor<?xf32>) {
  // expected-error @+1 {{requires compatible types for all operands and results}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<3xf32>, tensor<?xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @iota() {
  // expected-error @+1 {{result #0 must be statically shaped tensor}}
  %0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<?xi32>
  return
}

// -----

func.func @reshape(%a: tensor<6xf32>) {
  // expected-error @+1 {{result #0 must be statically shaped or single bounded dimension tensor}}
  %0 = "stablehlo.reshape"(%a) : (tensor<6xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @bounded(%a: tensor<6xf32>) {
  %0 = "stablehlo.reshape"(%a) : (tensor<6xf32>) -> tensor<?x3xf32, #stablehlo.bounds<2, ?>>
  return
}

// -----

func.func @dynamic_reshape(%a: tensor<?x3xf32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{must hold 2 numbers, one for each dimension, but has shape 1}}
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<?x3xf32>, tensor<1xi32>) -> tensor<3x?xf32>
  return
}

// -----

func.func @dynamic_iota(%s: tensor<3xi32>) {
  // expected-error @+1 {{must hold 2 numbers, one for each dimension, but has shape 3}}
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<3xi32>) -> tensor<?x?xi32>
  return
}

// -----

func.func @unknown_count(%a: tensor<?x3xf32>, %s: tensor<?xi32>) {
  // expected-error @+1 {{operand #1 must be statically shaped 1-dimensional tensor of integers or indices}}
  %0 = "stablehlo.dynamic_reshape"(%a, %s) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<3x?xf32>
  return
}

// -----

func.func @hinted_twice(%a: tensor<?x3xf32>, %s: tensor<2xi32>) {
  // expected-error @+1 {{the hints names dimension 0 twice}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>}> : (tensor<?x3xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @slice_types(%a: tensor<?x3xf32>, %i: tensor<2xi32>, %j: tensor<2xi64>) {
  // expected-error @+1 {{must have the type of operand #1}}
  %0 = "stablehlo.real_dynamic_slice"(%a, %i, %j, %i) : (tensor<?x3xf32>, tensor<2xi32>, tensor<2xi64>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_gather(%a: tensor<?x3xf32>, %i: tensor<2x4xi64>, %s: tensor<2xi32>) {
  // expected-error @+1 {{result #0 must be 'tensor<4x?xf32>' by the operands and attributes, but is 'tensor<5x3xf32>'}}
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1]>}> : (tensor<?x3xf32>, tensor<2x4xi64>, tensor<2xi32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @set_dimension_size(%a: tensor<4x6xf32>, %s: tensor<i32>) {
  // expected-error @+1 {{result #0 must be 'tensor<?x6xf32>' by the operands and attributes, but is 'tensor<?x5xf32>'}}
  %0 = "stablehlo.set_dimension_size"(%a, %s) <{dimension = 0 : i64}> : (tensor<4x6xf32>, tensor<i32>) -> tensor<?x5xf32>
  return
}

// -----

// Windows of a kernel of unknown size are unknown in number.
func.func @dynamic_kernel(%x: tensor<2x9x10x3xf32>, %k: tensor<4x?x3x3xf32>) -> tensor<2x6x?x3xf32> {
  %0 = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<2x9x10x3xf32>, tensor<4x?x3x3xf32>) -> tensor<2x6x?x3xf32>
  return %0 : tensor<2x6x?x3xf32>
}

// -----

func.func @joined(%a: tensor<?x3xf32>, %b: tensor<2x?xf32>) {
  // expected-error @+1 {{result #0 must be 'tensor<2x?xf32>' by the operands and attributes, but is 'tensor<5x9xf32>'}}
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<5x9xf32>
  return
}
