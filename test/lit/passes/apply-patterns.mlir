// RUN: split-file %s %t
// RUN: neuron-opt %t/in.mlir --apply-patterns=file=%t/my.pat | FileCheck %t/in.mlir
// RUN: neuron-opt %t/in.mlir --patterns=%t/my.pat --apply-patterns | FileCheck %t/in.mlir
// RUN: not neuron-opt %t/in.mlir --apply-patterns 2>&1 | FileCheck %t/in.mlir --check-prefix=NONE
// RUN: not neuron-opt %t/in.mlir --apply-patterns=file=%t/missing.pat 2>&1 | FileCheck %t/in.mlir --check-prefix=MISSING

//--- my.pat
pattern double {
  %r = arith.addi(%x, %x)
  =>
  %c = arith.constant() {value = int_attr(1, type(%x))} : type(%x)
  %s = arith.shli(%x, %c)
  replace %r with %s
}

//--- in.mlir
// CHECK: arith.shli
// NONE: error: pass 'apply-patterns' has no pattern file
// MISSING: error: cannot read '{{.*}}missing.pat'
func.func @f(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
