// RUN: neuron-opt %s --split-input-file --verify-diagnostics
// RUN: not neuron-opt %s --split-input-file 2>&1 | FileCheck %s

// Every part is processed, and lines count from the start of the file.
// CHECK: verify-diagnostics.mlir:[[@LINE+4]]:
// CHECK: verify-diagnostics.mlir:[[@LINE+11]]:
func.func @first(%x: i32) -> i32 {
  // expected-error @+1 {{unregistered dialect 'foo'}}
  %0 = "foo.bar"(%x) : (i32) -> i32
  return %0 : i32
}

// -----

func.func @second(%x: i32) -> i32 {
  // expected-error-re @below {{'arith.addi' op expected 2 operand{{s?}}}}
  %0 = "arith.addi"(%x) : (i32) -> i32
  return %0 : i32
}

// -----

func.func @third() {
  return
}
