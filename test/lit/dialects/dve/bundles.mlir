// RUN: neuron-opt %s --verify-roundtrip | neuron-opt | FileCheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt --verify-roundtrip | FileCheck %s
// RUN: neuron-opt %s --print-op-generic | FileCheck %s --check-prefix=GENERIC

// A bundle is its 64 bytes; the text is their disassembly.
// CHECK: dve.program @k
// CHECK: dve.bundle copy dst=sbuf[p0+0x40, [1,16]]:f32 src=sbuf[p0+0x0, [1,16]]:f32 channels=2
// CHECK: dve.bundle match_replace8 dst=sbuf[p0+0x0, [1,12]]:f32 src=sbuf[p0+0x0, [1,12]]:f32 channels=128 imm=-inf
// GENERIC: "dve.bundle"() <{bytes = "46{{([0-9a-f]{126})}}"}>
// GENERIC: "dve.bundle"() <{bytes = "6f{{([0-9a-f]{126})}}"}>
dve.program @k(%in: !bir.mem<2x16xf32, dram>) {
  dve.bundle copy dst=sbuf[p0+0x40, [1,16]]:f32 src=sbuf[p0+0x0, [1,16]]:f32 channels=2
  dve.bundle match_replace8 dst=sbuf[p0+0x0, [1,12]]:f32 src=sbuf[p0+0x0, [1,12]]:f32 channels=128 imm=-inf
}
