// Functions that call the next one twice double: what would not fit stays a call, and is warned about once.
// RUN: neuron-opt %s --inline=max-ops=12 --allow-unregistered-dialect 2>&1 | FileCheck %s
// RUN: neuron-opt %s --inline --allow-unregistered-dialect | FileCheck %s --check-prefix=ALL

// CHECK: warning: this call and others stay: 'inline' may make 12 ops, and the {{[0-9]+}} of this body would be too many
// CHECK-NOT: warning
// CHECK: func.func @main
// CHECK: call @a
// ALL-LABEL: func.func @main
// ALL-COUNT-8: "t.leaf"
// ALL-NOT: "t.leaf"
func.func private @c() {
  "t.leaf"() : () -> ()
  return
}
func.func private @b() {
  call @c() : () -> ()
  call @c() : () -> ()
  return
}
func.func private @a() {
  call @b() : () -> ()
  call @b() : () -> ()
  return
}
func.func @main() {
  call @a() : () -> ()
  call @a() : () -> ()
  return
}
