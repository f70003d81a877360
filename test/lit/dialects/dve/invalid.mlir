// RUN: neuron-opt %s --split-input-file --verify-diagnostics

dve.program @k(%in: !bir.mem<2x16xf32, dram>) {
  // expected-error @+1 {{'dve.bundle' op a bundle has 128 hexadecimal digits, found 2}}
  "dve.bundle"() <{bytes = "46"}> : () -> ()
}

// -----

dve.program @k(%in: !bir.mem<2x16xf32, dram>) {
  // expected-error @below {{unknown instruction `cpy`}}
  dve.bundle cpy dst=sbuf[p0+0x40, [1,16]]:f32 src=sbuf[p0+0x0, [1,16]]:f32 channels=2
}

// -----

dve.program @k(%in: !bir.mem<2x16xf32, dram>) {
  // expected-error @below {{channels at byte 0x22 is 129, must be 1..=128}}
  dve.bundle copy dst=sbuf[p0+0x40, [1,16]]:f32 src=sbuf[p0+0x0, [1,16]]:f32 channels=129
}
