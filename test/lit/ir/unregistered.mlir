// RUN: neuron-opt %s --allow-unregistered-dialect --verify-roundtrip | FileCheck %s
// RUN: not neuron-opt %s 2>&1 | FileCheck %s --check-prefix=REFUSED

// REFUSED: error: operation being parsed with an unregistered dialect 'foo'
// REFUSED-NEXT: unregistered.mlir:[[@LINE+5]]:10
// CHECK: %[[R:.*]]:2 = "foo.bar"(%{{.*}}) <{p = 1 : i32}> ({
// CHECK-NEXT: ^bb0(%{{.*}}: !foo.type<"x">):
// CHECK: "foo.use"(%[[R]]#1) {a} : (f32) -> ()
func.func @f(%x: i32) {
  %0:2 = "foo.bar"(%x) <{p = 1 : i32}> ({
  ^bb0(%a: !foo.type<"x">):
    "foo.end"() : () -> ()
  }) : (i32) -> (i32, f32)
  "foo.use"(%0#1) {a} : (f32) -> ()
  return
}
