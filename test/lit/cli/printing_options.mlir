// The printing options of mlir-opt mean here what they mean there.

// RUN: neuron-opt %s --allow-unregistered-dialect --mlir-print-skip-regions | FileCheck %s --check-prefix=SKIP
// RUN: neuron-opt %s --allow-unregistered-dialect --mlir-print-unique-ssa-ids | FileCheck %s --check-prefix=UNIQUE
// RUN: neuron-opt %s --allow-unregistered-dialect --mlir-use-nameloc-as-prefix | FileCheck %s --check-prefix=NAMED
// RUN: neuron-opt %s --allow-unregistered-dialect --mlir-print-debuginfo | FileCheck %s --check-prefix=PLACES
// RUN: neuron-opt %s --allow-unregistered-dialect --mlir-elide-resource-strings-if-larger=20 | FileCheck %s --check-prefix=SHORT

// SKIP: module {...}
// SKIP-NOT: func.func

// UNIQUE: func.func @first(%arg0: i32) -> i32
// UNIQUE-NEXT: %0 = arith.addi
// UNIQUE: func.func @second(%arg1: i32) -> i32
// UNIQUE-NEXT: %1 = arith.muli

// NAMED: func.func @first(%input: i32) -> i32
// NAMED-NEXT: %the_sum = arith.addi %input, %input : i32
// NAMED-NEXT: return %the_sum : i32

// PLACES: func.func @first(%arg0: i32 loc("input")) -> i32
// PLACES: func.func @second(%arg0: i32 loc("{{.*}}printing_options.mlir":[[#@LINE+7]]:19)) -> i32

func.func @first(%a: i32 loc("input")) -> i32 {
  %sum = arith.addi %a, %a : i32 loc("the sum")
  return %sum : i32
}

func.func @second(%a: i32) -> i32 {
  %product = arith.muli %a, %a : i32
  return %product : i32
}

"t.use"() {short = dense_resource<short> : tensor<1xi8>, long = dense_resource<long> : tensor<9xi8>} : () -> ()

// SHORT: builtin: {
// SHORT-NEXT: short: "0x0100000007"
// SHORT-NOT: long:
{-#
  dialect_resources: {
    builtin: { short: "0x0100000007", long: "0x01000000010203040506070809" }
  }
#-}
