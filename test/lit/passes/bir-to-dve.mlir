// RUN: neuron-opt %s --bir-allocate --bir-to-dve | FileCheck %s
// RUN: neuron-opt %s --bir-allocate --bir-to-dve --verify-roundtrip | neuron-opt --verify-roundtrip | FileCheck %s
// RUN: neuron-opt %s --bir-allocate --bir-to-dve --print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: not neuron-opt %s --bir-to-dve 2>&1 | FileCheck %s --check-prefix=ADDRESS

// Instructions of the vector engine become bundles, those of other engines stay in their place.
// CHECK-LABEL: dve.program @k
// CHECK: bir.DMACopy
// CHECK-NEXT: dve.bundle copy dst=sbuf[p0+0x100, [1,64]]:f32 src=sbuf[p0+0x0, [1,64]]:f32 channels=4
// CHECK-NEXT: dve.bundle max8
// CHECK-SAME: src=sbuf[p0+0x0, [1,64]]:f32 channels=4
// CHECK-NEXT: dve.bundle match_value_load
// CHECK-NEXT: dve.bundle find_index8
// CHECK-SAME: :u32 src=sbuf[p0+0x100, [1,64]]:f32
// CHECK-NEXT: dve.bundle match_value_load
// CHECK-NEXT: dve.bundle match_replace8
// CHECK-SAME: imm=-inf
// CHECK-NEXT: bir.TensorCopy ins({{.*}}) outs({{.*}}) {engine = "Activation"}
// CHECK-NEXT: bir.DMACopy
// CHECK-NEXT: }
// Each bundle is 64 bytes.
// GENERIC: "dve.bundle"() <{bytes = "{{([0-9a-f]{128})}}"}>
bir.kernel @k(%in: !bir.mem<4x64xf32, dram>, %out: !bir.mem<4x8xf32, dram>) {
  %w = bir.alloc : !bir.mem<4x64xf32, sbuf>
  %m = bir.alloc : !bir.mem<4x64xf32, sbuf>
  %v = bir.alloc : !bir.mem<4x8xf32, sbuf>
  %i = bir.alloc : !bir.mem<4x8xui32, sbuf>
  %c = bir.alloc : !bir.mem<4x8xf32, sbuf>
  bir.DMACopy ins(%in[[64, 4], [1, 64]]) outs(%w[[64, 4], [1, 64]]) : !bir.mem<4x64xf32, dram>, !bir.mem<4x64xf32, sbuf>
  // ADDRESS: error: cannot encode: an operand has no address: run bir-allocate first
  // ADDRESS-NEXT: bir-to-dve.mlir:[[@LINE+1]]:3
  bir.TensorCopy ins(%w[[64, 4], [1, 64]]) outs(%m[[64, 4], [1, 64]]) : !bir.mem<4x64xf32, sbuf>, !bir.mem<4x64xf32, sbuf>
  bir.Max ins(%w[[64, 4], [1, 64]]) outs(%v[[8, 4], [1, 8]]) : !bir.mem<4x64xf32, sbuf>, !bir.mem<4x8xf32, sbuf>
  bir.MaxIndex ins(%v[[8, 4], [1, 8]], %m[[64, 4], [1, 64]]) outs(%i[[8, 4], [1, 8]]) : !bir.mem<4x8xf32, sbuf>, !bir.mem<4x64xf32, sbuf>, !bir.mem<4x8xui32, sbuf>
  bir.MatchReplace ins(%v[[8, 4], [1, 8]], %w[[64, 4], [1, 64]]) outs(%w[[64, 4], [1, 64]]) {imm_value = 0xFF800000 : f32} : !bir.mem<4x8xf32, sbuf>, !bir.mem<4x64xf32, sbuf>, !bir.mem<4x64xf32, sbuf>
  bir.TensorCopy ins(%v[[8, 4], [1, 8]]) outs(%c[[8, 4], [1, 8]]) {engine = "Activation"} : !bir.mem<4x8xf32, sbuf>, !bir.mem<4x8xf32, sbuf>
  bir.DMACopy ins(%c[[8, 4], [1, 8]]) outs(%out[[8, 4], [1, 8]]) : !bir.mem<4x8xf32, sbuf>, !bir.mem<4x8xf32, dram>
}
