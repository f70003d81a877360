// RUN: neuron-opt %s | neuron-opt | FileCheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | FileCheck %s

// CHECK-LABEL: @shown
func.func @shown(%x: tensor<2xf32>, %t: tensor<?xf32>) -> tensor<2xf32> {
  // CHECK: interpreter.probe %{{.*}}, probe_id = "a/b" {more = 1 : i64} : tensor<2xf32>
  %0 = interpreter.probe %x, probe_id = "a/b" {more = 1 : i64} : tensor<2xf32>
  // CHECK: interpreter.print %{{.*}} : tensor<2xf32>
  %1 = interpreter.print %0 : tensor<2xf32>
  // CHECK: check.expect_eq %{{.*}}, %{{.*}} : tensor<2xf32>{{$}}
  check.expect_eq %0, %1 : tensor<2xf32>
  // CHECK: check.expect_eq %{{.*}}, %{{.*}} : tensor<?xf32>, tensor<2xf32>
  check.expect_eq %t, %1 : tensor<?xf32>, tensor<2xf32>
  // CHECK: check.expect_serialized_eq %{{.*}}, probe_id = "a/b" : tensor<2xf32>
  check.expect_serialized_eq %1, probe_id = "a/b" : tensor<2xf32>
  // CHECK: check.expect_almost_eq_const %{{.*}}, dense<1.000000e+00> : tensor<2xf32> {tolerance = 1.000000e-02 : f64}
  check.expect_almost_eq_const %1, dense<1.0> : tensor<2xf32>, tolerance = 1.0e-2
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: @tokens
func.func @tokens(%t: !stablehlo.token) {
  // CHECK: check.expect_eq %{{.*}}, %{{.*}} : !stablehlo.token
  check.expect_eq %t, %t : !stablehlo.token
  return
}

// CHECK-LABEL: @scan
func.func @scan(%x: tensor<5x2xf64>, %y: tensor<5x3xf64>, %init: tensor<4xf64>) -> (tensor<5xf64>, tensor<4xf64>) {
  // CHECK: hlo.scan(%{{.*}}, %{{.*}}) inits(%{{.*}}) dimension=0 attributes {is_reverse = true} {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<2xf64>, %{{.*}}: tensor<3xf64>, %{{.*}}: tensor<4xf64>):
  // CHECK: } : (tensor<5x2xf64>, tensor<5x3xf64>, tensor<4xf64>) -> (tensor<5xf64>, tensor<4xf64>)
  %0:2 = chlo.scan(%x, %y) inits(%init) dimension=0 attributes {is_reverse = true} {
  ^bb0(%a: tensor<2xf64>, %b: tensor<3xf64>, %c: tensor<4xf64>):
    %1 = stablehlo.constant dense<0.0> : tensor<f64>
    %2 = stablehlo.add %c, %c : tensor<4xf64>
    stablehlo.return %1, %2 : tensor<f64>, tensor<4xf64>
  } : (tensor<5x2xf64>, tensor<5x3xf64>, tensor<4xf64>) -> (tensor<5xf64>, tensor<4xf64>)
  return %0#0, %0#1 : tensor<5xf64>, tensor<4xf64>
}
