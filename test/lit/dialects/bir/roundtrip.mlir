// RUN: neuron-opt %s --verify-roundtrip | neuron-opt | FileCheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt --verify-roundtrip | FileCheck %s

// CHECK-LABEL: bir.kernel @k(%arg0: !bir.mem<4x64xf32, dram>)
// CHECK: bir.alloc {address = 64 : i64, start_partition = 32 : i64} : !bir.mem<4x64xf32, sbuf>
// CHECK: bir.alloc : !bir.mem<4x8xui32, psum>
// CHECK: bir.DMACopy ins(%arg0{{\[\[}}64, 4], [1, 64]]) outs(%{{.*}}{{\[\[}}64, 4], [1, 64]]) {dge_type = "SWDGE"}
// CHECK: bir.TensorCopy ins(%{{.*}}{{\[\[}}64, 4], [2, 8]] + 1) outs(%{{.*}}{{\[\[}}64, 4], [-1, 8]] + 7)
// CHECK: bir.Memset outs(%{{.*}}) {constant = 7 : i64} : !bir.mem<4x8xui32, psum>
bir.kernel @k(%in: !bir.mem<4x64xf32, dram>) {
  %w = bir.alloc {address = 64 : i64, start_partition = 32 : i64} : !bir.mem<4x64xf32, sbuf>
  %p = bir.alloc : !bir.mem<4x8xui32, psum>
  bir.DMACopy ins(%in[[64, 4], [1, 64]]) outs(%w[[64, 4], [1, 64]]) {dge_type = "SWDGE"} : !bir.mem<4x64xf32, dram>, !bir.mem<4x64xf32, sbuf>
  bir.TensorCopy ins(%w[[64, 4], [2, 8]] + 1) outs(%w[[64, 4], [-1, 8]] + 7) : !bir.mem<4x64xf32, sbuf>, !bir.mem<4x64xf32, sbuf>
  bir.Memset outs(%p[[8, 4], [1, 8]]) {constant = 7 : i64} : !bir.mem<4x8xui32, psum>
}
