// A signalling NaN keeps its bits on the way into a bundle.
// RUN: neuron-opt %s --bir-to-dve --emit=dve-asm | FileCheck %s
// RUN: neuron-opt %s --bir-to-dve | FileCheck %s --check-prefix=BYTES

// CHECK: match_replace8 {{.*}}imm=0xff950000
// BYTES: dve.bundle match_replace8
bir.kernel @k(%x: !bir.mem<4x64xf32, dram>) {
  %w = bir.alloc {address = 0 : i64} : !bir.mem<4x64xf32, sbuf>
  %v = bir.alloc {address = 256 : i64} : !bir.mem<4x8xf32, sbuf>
  bir.DMACopy ins(%x[[64, 4], [1, 64]]) outs(%w[[64, 4], [1, 64]]) : !bir.mem<4x64xf32, dram>, !bir.mem<4x64xf32, sbuf>
  bir.Max ins(%w[[64, 4], [1, 64]]) outs(%v[[8, 4], [1, 8]]) : !bir.mem<4x64xf32, sbuf>, !bir.mem<4x8xf32, sbuf>
  bir.MatchReplace ins(%v[[8, 4], [1, 8]], %w[[64, 4], [1, 64]]) outs(%w[[64, 4], [1, 64]]) {imm_value = 0xFF950000 : f32} : !bir.mem<4x8xf32, sbuf>, !bir.mem<4x64xf32, sbuf>, !bir.mem<4x64xf32, sbuf>
}
