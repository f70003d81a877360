// RUN: neuron-opt %s --inline | FileCheck %s
// RUN: neuron-opt %s --inline=callees=private | FileCheck %s --check-prefix=PRIVATE

// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: i32)
// CHECK-NEXT: %[[S:.*]] = arith.muli %[[X]], %[[X]]
// CHECK-NEXT: return %[[S]]
// PRIVATE-LABEL: func.func @main
// PRIVATE-NEXT: arith.muli
func.func @main(%x: i32) -> i32 {
  %0 = call @square(%x) : (i32) -> i32
  return %0 : i32
}

// CHECK-NOT: @square
func.func private @square(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}

// PRIVATE-LABEL: func.func @public_callee
// PRIVATE-NEXT: call @main
func.func @public_callee(%x: i32) -> i32 {
  %0 = call @main(%x) : (i32) -> i32
  return %0 : i32
}

// Several blocks split the caller's block.
// CHECK-LABEL: func.func @blocks
// CHECK: cf.cond_br
// CHECK-NOT: call
func.func @blocks(%c: i1, %x: i32) -> i32 {
  %0 = call @either(%c, %x) : (i1, i32) -> i32
  %1 = arith.addi %0, %x : i32
  return %1 : i32
}

func.func private @either(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %x : i32
^bb2:
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @recursive
// CHECK-NEXT: call @recursive
func.func @recursive(%x: i32) -> i32 {
  %0 = call @recursive(%x) : (i32) -> i32
  return %0 : i32
}
