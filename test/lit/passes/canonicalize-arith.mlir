// RUN: neuron-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @fold
// CHECK: %[[C:.*]] = arith.constant 195 : i64
// CHECK: return %[[C]]
func.func @fold() -> i64 {
  %a = arith.constant 97 : i64
  %b = arith.constant 98 : i64
  %c = arith.addi %a, %b : i64
  return %c : i64
}

// Sums wrap at the width of the type.
// CHECK-LABEL: func.func @wrap
// CHECK: arith.constant -128 : i8
func.func @wrap() -> i8 {
  %a = arith.constant 127 : i8
  %b = arith.constant 1 : i8
  %c = arith.addi %a, %b : i8
  return %c : i8
}

// CHECK-LABEL: func.func @identities
// CHECK-SAME: (%[[X:.*]]: i32)
// CHECK-NEXT: return %[[X]] : i32
func.func @identities(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0 = arith.addi %zero, %x : i32
  %1 = arith.muli %0, %one : i32
  %2 = arith.xori %1, %zero : i32
  %3 = arith.subi %2, %zero : i32
  return %3 : i32
}

// x + 0.0 is not x for x = -0.0; x + -0.0 is.
// CHECK-LABEL: func.func @floats
// CHECK-SAME: (%[[X:.*]]: f32)
// CHECK: %[[SUM:.*]] = arith.addf %[[X]]
// CHECK-NEXT: return %[[SUM]]
func.func @floats(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %negative = arith.constant -0.0 : f32
  %0 = arith.addf %x, %zero : f32
  %1 = arith.addf %0, %negative : f32
  return %1 : f32
}

// CHECK-LABEL: func.func @commute
// CHECK-SAME: (%[[X:.*]]: i32)
// CHECK: %[[C:.*]] = arith.constant 7 : i32
// CHECK: arith.addi %[[X]], %[[C]] : i32
func.func @commute(%x: i32) -> i32 {
  %c = arith.constant 7 : i32
  %0 = arith.addi %c, %x : i32
  return %0 : i32
}
