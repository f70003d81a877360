// An op of a known dialect must be one of its own, whatever is allowed; the nearest one is named.

// RUN: not neuron-opt %s --allow-unregistered-dialect --split-input-file 2>&1 | FileCheck %s

// CHECK: error: unregistered operation 'arith.adi' found in dialect ('arith') that does not allow unknown operations
// CHECK: did you mean 'arith.addi'?
%0 = "arith.adi"() : () -> i32

// -----

// CHECK: error: custom op 'retrun' is unknown (tried 'func.retrun' as well)
// CHECK: did you mean 'func.return'?
func.func @f() {
  retrun
}

// -----

// CHECK: error: unregistered operation 'nki.kernl' found in dialect ('nki') that does not allow unknown operations
// CHECK: did you mean 'nki.kernel'?
"nki.kernl"() : () -> ()
