// RUN: neuron-opt %s --symbol-dce | FileCheck %s

// CHECK: func.func @main
func.func @main() {
  call @used() : () -> ()
  return
}

// CHECK: func.func private @used
func.func private @used() {
  call @used_by_used() : () -> ()
  return
}

// CHECK: func.func private @used_by_used
func.func private @used_by_used() {
  return
}

// A cycle of its own.
// CHECK-NOT: @a
func.func private @a() {
  call @b() : () -> ()
  return
}
func.func private @b() {
  call @a() : () -> ()
  return
}
