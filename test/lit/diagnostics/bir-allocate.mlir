// RUN: neuron-opt %s --bir-allocate --verify-diagnostics
// RUN: not neuron-opt %s --bir-allocate -o %t.mlir 2>&1 | FileCheck %s
// RUN: not cat %t.mlir

// What is live where memory runs out is listed; the output file is not written.
// CHECK: error: SBUF is full: !bir.mem<128x30000xf32, sbuf> needs 120000 bytes per partition where 92984 are left in one piece, 27016 too many
// CHECK-NEXT: bir-allocate.mlir:[[@LINE+7]]:8
// CHECK: {{ }}--------- live: !bir.mem<128x30000xf32, sbuf>, bytes 0..120000 of each partition
// CHECK: {{ }}^^^^^^^^^ SBUF has 212984 bytes per partition
bir.kernel @k(%in: !bir.mem<2x16xf32, dram>, %out: !bir.mem<2x16xf32, dram>) {
  // expected-note @+1 {{live: !bir.mem<128x30000xf32, sbuf>, bytes 0..120000 of each partition}}
  %a = bir.alloc : !bir.mem<128x30000xf32, sbuf>
  // expected-error @+1 {{SBUF is full: !bir.mem<128x30000xf32, sbuf> needs 120000 bytes per partition}}
  %b = bir.alloc : !bir.mem<128x30000xf32, sbuf>
  bir.DMACopy ins(%in[[16, 2], [1, 16]]) outs(%a[[30000, 2], [1, 16]]) : !bir.mem<2x16xf32, dram>, !bir.mem<128x30000xf32, sbuf>
  bir.TensorCopy ins(%a[[30000, 2], [1, 16]]) outs(%b[[30000, 2], [1, 16]]) : !bir.mem<128x30000xf32, sbuf>, !bir.mem<128x30000xf32, sbuf>
  bir.DMACopy ins(%b[[30000, 2], [1, 16]]) outs(%out[[16, 2], [1, 16]]) : !bir.mem<128x30000xf32, sbuf>, !bir.mem<2x16xf32, dram>
}
