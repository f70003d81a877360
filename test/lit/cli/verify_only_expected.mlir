// RUN: neuron-opt %s --split-input-file --verify-diagnostics=only-expected
// RUN: not neuron-opt %s --split-input-file --verify-diagnostics=all 2>&1 | FileCheck %s

// CHECK: error: unexpected error: 'func.return' op has 0 operands

func.func @two_errors(%c: i1) -> i32 {
  // expected-error @below {{operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = "arith.addi"(%1, %1) : (f32, f32) -> f32
  %1 = "arith.constant"() {value = 1.0 : f32} : () -> f32
  return
}
