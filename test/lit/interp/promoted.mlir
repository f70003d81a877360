// RUN: neuron-run --check %s | FileCheck %s
// CHECK: pass

// Regions may fold in a wider type than that of what they fold: 100 + 100 does not fit i8, nor 2049 f16.
func.func @main() {
  %bytes = stablehlo.constant dense<[100, 100, 27]> : tensor<3xi8>
  %none = stablehlo.constant dense<0> : tensor<i8>
  %sum = "stablehlo.reduce"(%bytes, %none) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %0 = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }) : (tensor<3xi8>, tensor<i8>) -> tensor<i32>
  check.expect_eq_const %sum, dense<227> : tensor<i32>

  %halves = stablehlo.constant dense<[2048.0, 1.0, 1.0]> : tensor<3xf16>
  %zero = stablehlo.constant dense<0.0> : tensor<f16>
  %windows = "stablehlo.reduce_window"(%halves, %zero) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %0 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<3xf16>, tensor<f16>) -> tensor<2xf32>
  check.expect_eq_const %windows, dense<[2049.0, 2.0]> : tensor<2xf32>

  %places = stablehlo.constant dense<[[0], [0]]> : tensor<2x1xi64>
  %updates = stablehlo.constant dense<[100, 100]> : tensor<2xi8>
  %scattered = "stablehlo.scatter"(%bytes, %places, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i16>, %y: tensor<i16>):
    %0 = stablehlo.add %x, %y : tensor<i16>
    stablehlo.return %0 : tensor<i16>
  }) : (tensor<3xi8>, tensor<2x1xi64>, tensor<2xi8>) -> tensor<3xi16>
  check.expect_eq_const %scattered, dense<[300, 100, 27]> : tensor<3xi16>

  %source = stablehlo.constant dense<100> : tensor<1xi8>
  %source_init = stablehlo.constant dense<100> : tensor<i8>
  %chosen = "stablehlo.select_and_scatter"(%bytes, %source, %source_init) <{window_dimensions = array<i64: 3>}> ({
  ^bb0(%x: tensor<i8>, %y: tensor<i8>):
    %0 = stablehlo.compare GE, %x, %y : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %0 = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }) : (tensor<3xi8>, tensor<1xi8>, tensor<i8>) -> tensor<3xi32>
  check.expect_eq_const %chosen, dense<[200, 100, 100]> : tensor<3xi32>

  %all = "stablehlo.all_reduce"(%bytes) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %0 = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<3xi8>) -> tensor<3xi32>
  check.expect_eq_const %all, dense<[100, 100, 27]> : tensor<3xi32>
  %own = "stablehlo.reduce_scatter"(%halves) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %0 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) {replica_groups = dense<0> : tensor<1x1xi64>, scatter_dimension = 0 : i64} : (tensor<3xf16>) -> tensor<3xf32>
  check.expect_eq_const %own, dense<[2048.0, 1.0, 1.0]> : tensor<3xf32>
  return
}
