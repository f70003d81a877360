// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(cse),dce)' --print-ir-before-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(cse),dce)' --print-ir-after=cse --print-ir-module-scope -o /dev/null 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: neuron-opt %s --cse --cse --print-ir-after-change -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHANGE
// RUN: not neuron-opt %s --cse --bir-to-dve --print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s --check-prefix=FAILURE
// RUN: neuron-opt %s --cse --timing -o /dev/null 2>&1 | FileCheck %s --check-prefix=TIMING
// RUN: neuron-opt %s --cse --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATISTICS

// BEFORE: IR Dump Before cse ('func.func' operation: @f)
// BEFORE: IR Dump Before dce
// BEFORE-NEXT: module {
// MODULE: IR Dump After cse ('func.func' operation: @f)
// MODULE-NEXT: module {
// MODULE-NOT: IR Dump After dce
// CHANGE-COUNT-1: IR Dump After cse
// CHANGE-NOT: IR Dump
// FAILURE-NOT: IR Dump After cse
// FAILURE: IR Dump After bir-to-dve Failed
// TIMING: cse
// STATISTICS: cse
func.func @f(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  %1 = arith.addi %x, %x : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}

bir.kernel @k(%in: !bir.mem<2x16xf32, dram>) {
  %a = bir.alloc : !bir.mem<2x16xf32, sbuf>
  bir.TensorCopy ins(%a[[16, 2], [1, 16]]) outs(%a[[16, 2], [1, 16]]) : !bir.mem<2x16xf32, sbuf>, !bir.mem<2x16xf32, sbuf>
}
