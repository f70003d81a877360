// RUN: neuron-opt %s --cse --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @straight
// CHECK: %[[S:.*]] = arith.addi
// CHECK-NEXT: arith.muli %[[S]], %[[S]]
func.func @straight(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %a, %b : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}

// Neither branch dominates the other, the entry dominates both.
// CHECK-LABEL: func.func @branches
// CHECK: arith.addi
// CHECK: ^bb1:
// CHECK-NEXT: arith.muli
// CHECK: ^bb2:
// CHECK-NEXT: arith.muli
func.func @branches(%c: i1, %a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %1, %0 : i32
  return %2 : i32
^bb2:
  %3 = arith.addi %a, %a : i32
  %4 = arith.muli %3, %0 : i32
  return %4 : i32
}

// What an op without declaration does is not known.
// CHECK-LABEL: func.func @unknown
// CHECK-COUNT-2: "foo.random"
func.func @unknown() -> (i32, i32) {
  %0 = "foo.random"() : () -> i32
  %1 = "foo.random"() : () -> i32
  return %0, %1 : i32, i32
}

// Equal bodies make equal ops.
// CHECK-LABEL: func.func @regions
// CHECK-COUNT-1: hlo.reduce
// CHECK-NOT: hlo.reduce
func.func @regions(%x: tensor<4x8xf32>, %i: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %s = stablehlo.add %c, %d : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// Equal custom calls without side effects are one.
// CHECK-LABEL: func.func @calls
// CHECK: hlo.custom_call @AwsNeuronTopK
// CHECK-NOT: hlo.custom_call
// CHECK: return
func.func @calls(%x: tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>) {
  %0:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "2"} : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
  %1:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "2"} : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return %0#0, %1#1 : tensor<4x2xf32>, tensor<4x2xi32>
}

// Operands of commutative ops may stand in any order.
// CHECK-LABEL: func.func @commuted
// CHECK: %[[S:.*]] = arith.addi
// CHECK-NEXT: %[[D:.*]] = arith.subi
// CHECK-NEXT: %[[E:.*]] = arith.subi
// CHECK-NEXT: return %[[S]], %[[S]], %[[D]], %[[E]]
func.func @commuted(%a: i32, %b: i32) -> (i32, i32, i32, i32) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %b, %a : i32
  %2 = arith.subi %a, %b : i32
  %3 = arith.subi %b, %a : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}
