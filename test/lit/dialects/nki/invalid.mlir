// RUN: neuron-opt %s --split-input-file --verify-diagnostics

nki.kernel @k(%x: !nki.hbm<4x64xf32>) {
  // expected-error @+1 {{'nki.alloc' op has 129 partitions: SBUF has 128}}
  %w = nki.alloc : !nki.tile<129x64xf32, sbuf>
}

// -----

nki.kernel @k(%x: !nki.hbm<4x64xf32>) {
  // expected-error @+1 {{212988 bytes per partition: a partition of SBUF has 212984}}
  %w = nki.alloc : !nki.tile<128x53247xf32, sbuf>
  // expected-error @+1 {{16388 bytes per partition: a partition of PSUM has 16384}}
  %p = nki.alloc : !nki.tile<128x4097xf32, psum>
}

// -----

nki.kernel @k(%x: !nki.hbm<4x64xf32>) {
  %w = nki.alloc : !nki.tile<4x7xf32, sbuf>
  %v = nki.alloc : !nki.tile<4x8xf32, sbuf>
  // expected-error @+1 {{operand 'src' has 7 elements per partition: 8 to 16384}}
  nki.max8 %v, %w : !nki.tile<4x8xf32, sbuf>, !nki.tile<4x7xf32, sbuf>
}

// -----

nki.kernel @k(%x: !nki.hbm<4x64xf32>) {
  %w = nki.alloc : !nki.tile<4x64xf32, sbuf>
  %s = nki.view %w[[64, 4], [1, 32]] : !nki.tile<4x64xf32, sbuf> -> !nki.tile<4x32xf32, sbuf>
  // expected-error @+1 {{a view is not composable}}
  %t = nki.view %s[[32, 4], [1, 8]] : !nki.tile<4x32xf32, sbuf> -> !nki.tile<4x8xf32, sbuf>
}

// -----

nki.kernel @k(%x: !nki.hbm<4x64xf32>) {
  %w = nki.alloc : !nki.tile<4x64xf32, sbuf>
  // expected-error @+1 {{access pattern reaches elements 1 to 64 of a partition of 64}}
  %s = nki.view %w[[64, 4], [1, 64]] + 1 : !nki.tile<4x64xf32, sbuf> -> !nki.tile<4x64xf32, sbuf>
}

// -----

nki.kernel @k(%x: !nki.hbm<4x64xf32>) {
  %w = nki.alloc : !nki.tile<4x64xf32, sbuf>
  // expected-error @+1 {{result must have the type of the pattern, '!nki.tile<4x8xf32, sbuf>', but has '!nki.tile<4x9xf32, sbuf>'}}
  %s = nki.view %w[[64, 4], [1, 8]] : !nki.tile<4x64xf32, sbuf> -> !nki.tile<4x9xf32, sbuf>
}

// -----

nki.kernel @k(%x: !nki.hbm<4x64xf32>) {
  %v = nki.alloc : !nki.tile<4x8xf32, sbuf>
  // expected-error @+1 {{operand #1 must be on-chip memory}}
  nki.max8 %v, %x : !nki.tile<4x8xf32, sbuf>, !nki.hbm<4x64xf32>
}

// -----

module attributes {neuron.target = "trn1"} {
  nki.kernel @k(%x: !nki.hbm<4x64xf32>) {
    %w = nki.alloc : !nki.tile<4x64xf32, sbuf>
    %v = nki.alloc : !nki.tile<4x8xf32, sbuf>
    %i = nki.alloc : !nki.tile<4x8xui32, sbuf>
    // expected-error @+1 {{trn1}}
    nki.nc_match_replace8 %w, %w, %v, %i, imm = nan : !nki.tile<4x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>, !nki.tile<4x8xf32, sbuf>, !nki.tile<4x8xui32, sbuf>
  }
}

// -----

func.func @main(%x: tensor<2x16xf32>) {
  // expected-error @+1 {{attribute 'k' is 17, but a row has 16 elements: 1 to 16}}
  %0:2 = nki.topk %x, k = 17 : (tensor<2x16xf32>) -> (tensor<2x17xf32>, tensor<2x17xui32>)
  // expected-error @+1 {{result #1 must have}}
  %1:2 = nki.topk %x, k = 3 : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected-error @+1 {{takes HBM tensors as arguments only}}
nki.kernel @k(%x: tensor<4x64xf32>) {
}

// -----

nki.kernel @f8(%x: !nki.hbm<4x16xf32>) {
  // expected-error @+1 {{'nki.alloc' op has elements of f8E4M3FN, which gen4 has: trn2 is gen3}}
  %t = nki.alloc : !nki.tile<4x16xf8E4M3FN, sbuf>
}
