// RUN: neuron-opt %s | FileCheck %s
// RUN: neuron-opt %s | neuron-opt | FileCheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt | FileCheck %s

// CHECK-LABEL: func.func @choose
// CHECK: cf.switch %arg0 : i8, [
// CHECK-NEXT: default: ^bb2(%arg1 : i32),
// CHECK-NEXT: 1: ^bb1,
// CHECK-NEXT: 255: ^bb2(%arg1 : i32)
// CHECK-NEXT: ]
func.func @choose(%flag: i8, %x: i32) -> i32 {
  cf.switch %flag : i8, [
    default: ^done(%x : i32),
    1: ^one,
    -1: ^done(%x : i32)
  ]
^one:
  %c = arith.constant 1 : i32
  cf.br ^done(%c : i32)
^done(%r: i32):
  return %r : i32
}
