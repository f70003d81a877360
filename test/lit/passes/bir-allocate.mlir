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

// -----

// In PSUM a handle that fits into a bank of 2048 bytes does not cross into the next, and a larger one starts with one.
// An address that is there stays, and nothing that is live with it takes its place. Each core has its own memories.
// CHECK-LABEL: bir.kernel @banks
// CHECK: bir.alloc {address = 0 : i64} : !bir.mem<2x300xf32, psum>
// CHECK: bir.alloc {address = 2048 : i64} : !bir.mem<2x300xf32, psum>
// CHECK: bir.alloc {address = 4096 : i64} : !bir.mem<2x600xf32, psum>
// CHECK: bir.alloc {address = 1216 : i64} : !bir.mem<2x100xf32, psum>
// CHECK: bir.alloc {address = 64 : i64} : !bir.mem<2x16xf32, sbuf>
// CHECK: bir.alloc {address = 0 : i64} : !bir.mem<2x16xf32, sbuf>
// CHECK: bir.alloc {address = 128 : i64} : !bir.mem<2x32xf32, sbuf>
// CHECK: bir.core 1
// CHECK: bir.alloc {address = 0 : i64} : !bir.mem<2x16xf32, sbuf>
bir.kernel @banks(%in: !bir.mem<2x16xf32, dram>, %out: !bir.mem<2x16xf32, dram>) attributes {lnc = 2 : i64} {
  bir.core 0 {
    %a = bir.alloc : !bir.mem<2x300xf32, psum>
    %b = bir.alloc : !bir.mem<2x300xf32, psum>
    %c = bir.alloc : !bir.mem<2x600xf32, psum>
    %d = bir.alloc : !bir.mem<2x100xf32, psum>
    %placed = bir.alloc {address = 64 : i64} : !bir.mem<2x16xf32, sbuf>
    %e = bir.alloc : !bir.mem<2x16xf32, sbuf>
    %f = bir.alloc : !bir.mem<2x32xf32, sbuf>
    bir.DMACopy ins(%in[[16, 2], [1, 16]]) outs(%placed[[16, 2], [1, 16]]) : !bir.mem<2x16xf32, dram>, !bir.mem<2x16xf32, sbuf>
    bir.TensorCopy ins(%placed[[16, 2], [1, 16]]) outs(%e[[16, 2], [1, 16]]) : !bir.mem<2x16xf32, sbuf>, !bir.mem<2x16xf32, sbuf>
    bir.TensorCopy ins(%placed[[16, 2], [1, 16]]) outs(%f[[32, 2], [1, 16]]) : !bir.mem<2x16xf32, sbuf>, !bir.mem<2x32xf32, sbuf>
    bir.TensorCopy ins(%placed[[16, 2], [1, 16]]) outs(%a[[300, 2], [1, 16]]) : !bir.mem<2x16xf32, sbuf>, !bir.mem<2x300xf32, psum>
    bir.TensorCopy ins(%placed[[16, 2], [1, 16]]) outs(%b[[300, 2], [1, 16]]) : !bir.mem<2x16xf32, sbuf>, !bir.mem<2x300xf32, psum>
    bir.TensorCopy ins(%placed[[16, 2], [1, 16]]) outs(%c[[600, 2], [1, 16]]) : !bir.mem<2x16xf32, sbuf>, !bir.mem<2x600xf32, psum>
    bir.TensorCopy ins(%placed[[16, 2], [1, 16]]) outs(%d[[100, 2], [1, 16]]) : !bir.mem<2x16xf32, sbuf>, !bir.mem<2x100xf32, psum>
    bir.TensorCopy ins(%e[[16, 2], [1, 16]]) outs(%e[[16, 2], [1, 16]]) : !bir.mem<2x16xf32, sbuf>, !bir.mem<2x16xf32, sbuf>
  }
  bir.core 1 {
    %g = bir.alloc : !bir.mem<2x16xf32, sbuf>
    bir.DMACopy ins(%g[[16, 2], [1, 16]]) outs(%out[[16, 2], [1, 16]]) : !bir.mem<2x16xf32, sbuf>, !bir.mem<2x16xf32, dram>
  }
}
