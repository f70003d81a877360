// RUN: neuron-opt %s --dce --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @chain
// CHECK-NOT: arith
// CHECK: return
func.func @chain(%a: i32) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %0, %0 : i32
  return
}

// CHECK-LABEL: func.func @unreachable
// CHECK-NOT: ^bb
// CHECK-NOT: arith
// CHECK: return
func.func @unreachable(%a: i32) -> i32 {
  return %a : i32
^bb1:
  %0 = arith.addi %a, %a : i32
  cf.br ^bb2(%0 : i32)
^bb2(%1: i32):
  cf.br ^bb1
}

// CHECK-LABEL: func.func @effects
// CHECK-NEXT: "foo.effect"
func.func @effects() {
  %0 = "foo.effect"() : () -> i32
  return
}

// A custom call without side effects goes when nothing uses it; one with side effects stays.
// CHECK-LABEL: func.func @calls
// CHECK-NEXT: hlo.custom_call @Print
// CHECK-NEXT: return
func.func @calls(%x: tensor<4x8xf32>) {
  %0:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "2"} : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
  %1 = stablehlo.custom_call @Print(%x) {has_side_effect = true} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
