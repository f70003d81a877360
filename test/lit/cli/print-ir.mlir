// RUN: neuron-opt %s --cse --dce --print-ir-after-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: neuron-opt %s --cse --dce --mlir-print-ir-after-change -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHANGE
// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(cse))' -print-ir-before=cse -o /dev/null 2>&1 | FileCheck %s --check-prefix=BEFORE

// ALL: IR Dump After cse //----- //
// ALL: IR Dump After dce //----- //
// CHANGE-NOT: IR Dump After dce
// CHANGE: IR Dump After cse //----- //
// CHANGE-NOT: IR Dump After dce
// BEFORE: IR Dump Before cse ('func.func' operation: @f)
// BEFORE-NEXT: func.func @f
func.func @f(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  %1 = arith.addi %x, %x : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
