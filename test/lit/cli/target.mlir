// The module is verified for the target that --target names.
// RUN: not neuron-opt %s --target=trn1 -o /dev/null 2>&1 | FileCheck %s --check-prefix=TRN1
// RUN: neuron-opt %s --target=trn3 -o - | FileCheck %s --check-prefix=TRN3
// RUN: not neuron-opt --split-input-file %S/Inputs/bad-target.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: not neuron-opt %s --skip-pass=nosuch 2>&1 | FileCheck %s --check-prefix=SKIP
// RUN: not neuron-opt %s --print-ir-before=canonicalise 2>&1 | FileCheck %s --check-prefix=PRINT

// TRN1: address {{.*}}pass{{.*}}that trn1 has
// TRN3: module attributes {neuron.target = "trn3"}
// BAD: unknown target: a string that names one is expected
// BAD: bad-target.mlir:1:36
// BAD: unknown target 'trn9'
// BAD: bad-target.mlir:3:36
// SKIP: --skip-pass: there is no pass 'nosuch'
// PRINT: --print-ir-before: there is no pass 'canonicalise'
// PRINT: did you mean 'canonicalize'?
bir.kernel @k(%x: !bir.mem<4x16xf32, dram>, %y: !bir.mem<4x16xf32, dram>) {
  %t = bir.alloc {address = 196608 : i64} : !bir.mem<4x16xf32, sbuf>
}
