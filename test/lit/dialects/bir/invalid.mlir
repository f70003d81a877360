// RUN: neuron-opt %s --split-input-file --verify-diagnostics

bir.kernel @k(%x: !bir.mem<4x64xf32, dram>) {
  %w = bir.alloc : !bir.mem<4x64xf32, sbuf>
  %v = bir.alloc : !bir.mem<4x8xf32, sbuf>
  // expected-error @+1 {{'bir.Max' op access pattern #0 reaches elements 33 to 64 of a partition of 64}}
  bir.Max ins(%w[[64, 4], [1, 32]] + 33) outs(%v[[8, 4], [1, 8]]) : !bir.mem<4x64xf32, sbuf>, !bir.mem<4x8xf32, sbuf>
  // expected-error @+1 {{access pattern #1 takes 5 partitions from partition 0 of a memory of 4}}
  bir.Max ins(%w[[64, 4], [1, 64]]) outs(%v[[8, 5], [1, 8]]) : !bir.mem<4x64xf32, sbuf>, !bir.mem<4x8xf32, sbuf>
  // expected-error @+1 {{operand 'maxvals' has 7 elements per partition: exactly 8}}
  bir.Max ins(%w[[64, 4], [1, 64]]) outs(%v[[8, 4], [1, 7]]) : !bir.mem<4x64xf32, sbuf>, !bir.mem<4x8xf32, sbuf>
  // expected-error @+1 {{operand 'data' is in HBM: only DMA touches HBM}}
  bir.Max ins(%x[[64, 4], [1, 64]]) outs(%v[[8, 4], [1, 8]]) : !bir.mem<4x64xf32, dram>, !bir.mem<4x8xf32, sbuf>
  // expected-error @+1 {{has 1 access patterns for 2 operands: one for each}}
  "bir.Max"(%w, %v) <{access = [array<i64: 0, 64, 4, 1, 64>]}> : (!bir.mem<4x64xf32, sbuf>, !bir.mem<4x8xf32, sbuf>) -> ()
  // expected-error @+1 {{runs on DVE, Activation, Pool, not on "PE"}}
  bir.TensorCopy ins(%w[[64, 4], [1, 64]]) outs(%w[[64, 4], [1, 64]]) {engine = "PE"} : !bir.mem<4x64xf32, sbuf>, !bir.mem<4x64xf32, sbuf>
  // expected-error @+1 {{0x100000000 is not the bit pattern of one f32}}
  bir.Memset outs(%v[[8, 4], [1, 8]]) {constant = 4294967296 : i64} : !bir.mem<4x8xf32, sbuf>
}

// -----

bir.kernel @k(%x: !bir.mem<4x64xf32, dram>) {
  // expected-error @+1 {{address 2 is not aligned to the 4 bytes of f32}}
  %a = bir.alloc {address = 2 : i64} : !bir.mem<128x8xf32, sbuf>
  // expected-error @+1 {{pass the 212984 that trn2 has for programs}}
  %b = bir.alloc {address = 212984 : i64} : !bir.mem<128x8xf32, sbuf>
  // expected-error @+1 {{33 partitions cannot start at partition 96}}
  %c = bir.alloc {start_partition = 96 : i64} : !bir.mem<33x8xf32, sbuf>
  // expected-error @+1 {{'address' has no meaning in dram}}
  %d = bir.alloc {address = 0 : i64} : !bir.mem<4x8xf32, dram>
}

// -----

module attributes {neuron.target = "trn1"} {
  bir.kernel @k(%x: !bir.mem<4x64xf32, dram>) {
    %w = bir.alloc : !bir.mem<4x64xf32, sbuf>
    %v = bir.alloc : !bir.mem<4x8xf32, sbuf>
    %i = bir.alloc : !bir.mem<4x8xui32, sbuf>
    // expected-error @+1 {{exists from NC-v3 on: trn1 is NC-v2}}
    bir.MaxIndexAndMatchReplace ins(%v[[8, 4], [1, 8]], %w[[64, 4], [1, 64]]) outs(%w[[64, 4], [1, 64]], %i[[8, 4], [1, 8]]) {imm_value = 0.0 : f32} : !bir.mem<4x8xf32, sbuf>, !bir.mem<4x64xf32, sbuf>, !bir.mem<4x64xf32, sbuf>, !bir.mem<4x8xui32, sbuf>
  }
}

// -----

// expected-error @+1 {{takes DRAM tensors as arguments only}}
bir.kernel @k(%x: !bir.mem<4x64xf32, sbuf>) {
}
