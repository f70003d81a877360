// RUN: neuron-opt %s --bir-allocate --split-input-file | FileCheck %s
// RUN: not neuron-opt %s --bir-allocate --split-input-file --target=trn1 2>&1 | FileCheck %s --check-prefix=TRN1

// Handles that live together lie apart, at multiples of 64 bytes; %a's memory is free again for %c.
// CHECK-LABEL: bir.kernel @reuse
// CHECK: bir.alloc {address = 0 : i64} : !bir.mem<2x16xf32, sbuf>
// CHECK: bir.alloc {address = 64 : i64} : !bir.mem<2x17xf32, sbuf>
// CHECK: bir.alloc {address = 0 : i64} : !bir.mem<2x16xf32, sbuf>
// PSUM is a memory of its own, DRAM is not allocated.
// CHECK: bir.alloc {address = 0 : i64} : !bir.mem<2x16xf32, psum>
// CHECK: bir.alloc : !bir.mem<2x16xf32, dram>
bir.kernel @reuse(%in: !bir.mem<2x16xf32, dram>, %out: !bir.mem<2x16xf32, dram>) {
  %a = bir.alloc : !bir.mem<2x16xf32, sbuf>
  %b = bir.alloc : !bir.mem<2x17xf32, sbuf>
  bir.DMACopy ins(%in[[16, 2], [1, 16]]) outs(%a[[16, 2], [1, 16]]) : !bir.mem<2x16xf32, dram>, !bir.mem<2x16xf32, sbuf>
  bir.TensorCopy ins(%a[[16, 2], [1, 16]]) outs(%b[[17, 2], [1, 16]]) : !bir.mem<2x16xf32, sbuf>, !bir.mem<2x17xf32, sbuf>
  %c = bir.alloc : !bir.mem<2x16xf32, sbuf>
  %p = bir.alloc : !bir.mem<2x16xf32, psum>
  %d = bir.alloc : !bir.mem<2x16xf32, dram>
  bir.TensorCopy ins(%b[[17, 2], [1, 16]]) outs(%p[[16, 2], [1, 16]]) : !bir.mem<2x17xf32, sbuf>, !bir.mem<2x16xf32, psum>
  bir.TensorCopy ins(%p[[16, 2], [1, 16]]) outs(%c[[16, 2], [1, 16]]) : !bir.mem<2x16xf32, psum>, !bir.mem<2x16xf32, sbuf>
  bir.DMACopy ins(%c[[16, 2], [1, 16]]) outs(%d[[16, 2], [1, 16]]) : !bir.mem<2x16xf32, sbuf>, !bir.mem<2x16xf32, dram>
  bir.DMACopy ins(%d[[16, 2], [1, 16]]) outs(%out[[16, 2], [1, 16]]) : !bir.mem<2x16xf32, dram>, !bir.mem<2x16xf32, dram>
}

// -----

// Fits trn2, but not trn1.
// CHECK-LABEL: bir.kernel @large
// CHECK: bir.alloc {address = 0 : i64} : !bir.mem<128x25000xf32, sbuf>
// CHECK: bir.alloc {address = 100032 : i64} : !bir.mem<128x25000xf32, sbuf>
// TRN1: error: SBUF is full: !bir.mem<128x25000xf32, sbuf> needs 100000 bytes per partition where
// TRN1: live: !bir.mem<128x25000xf32, sbuf>, bytes 0..100000 of each partition
bir.kernel @large(%in: !bir.mem<128x16xf32, dram>, %out: !bir.mem<128x16xf32, dram>) {
  %a = bir.alloc : !bir.mem<128x25000xf32, sbuf>
  %b = bir.alloc : !bir.mem<128x25000xf32, sbuf>
  bir.DMACopy ins(%in[[16, 128], [1, 16]]) outs(%a[[25000, 128], [1, 16]]) : !bir.mem<128x16xf32, dram>, !bir.mem<128x25000xf32, sbuf>
  bir.TensorCopy ins(%a[[25000, 128], [1, 16]]) outs(%b[[25000, 128], [1, 16]]) : !bir.mem<128x25000xf32, sbuf>, !bir.mem<128x25000xf32, sbuf>
  bir.DMACopy ins(%b[[25000, 128], [1, 16]]) outs(%out[[16, 128], [1, 16]]) : !bir.mem<128x25000xf32, sbuf>, !bir.mem<128x16xf32, dram>
}
