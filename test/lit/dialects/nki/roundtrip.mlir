// RUN: neuron-opt %s --verify-roundtrip | neuron-opt | FileCheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt --verify-roundtrip | FileCheck %s
// RUN: neuron-opt %s --print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @main
// CHECK: nki.topk %{{.*}}, k = 3 {a} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xui32>)
// CHECK: nki.call @k(%{{.*}}) : (tensor<4x64xf32>) -> tensor<4x8xf32>
// GENERIC: "nki.topk"(%{{.*}}) <{k = 3 : i64, lnc = 1 : i64}> {a} :
// GENERIC: "nki.call"(%{{.*}}) <{callee = @k}> :
func.func @main(%x: tensor<2x16xf32>, %y: tensor<4x64xf32>) {
  %0:2 = nki.topk %x, k = 3 {a} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xui32>)
  %1 = nki.call @k(%y) : (tensor<4x64xf32>) -> tensor<4x8xf32>
  return
}

// CHECK-LABEL: nki.kernel @k(%arg0: !nki.hbm<4x64xf32>, %arg1: !nki.hbm<4x8xf32>)
// CHECK: nki.alloc : !nki.tile<4x64xf32, sbuf>
// CHECK: nki.alloc : !nki.tile<4x64xbf16, psum>
// CHECK: nki.view %{{.*}}{{\[\[}}64, 4], [2, 8]] + 1 : !nki.tile<4x64xf32, sbuf> -> !nki.tile<4x8xf32, sbuf>
// CHECK: nki.dma_copy
// CHECK: nki.max8
// CHECK: nki.nc_find_index8
// CHECK: nki.nc_match_replace8 %{{.*}}, %{{.*}}, %{{.*}}, imm = -inf :
// CHECK: nki.nc_match_replace8 %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, imm = nan :
// CHECK: nki.tensor_copy %{{.*}}, %{{.*}} {engine = "scalar"}
// CHECK: nki.memset %{{.*}} {value = 1.500000e+00 : f32}
// GENERIC: "nki.view"(%{{.*}}) <{offset = 1 : i64, pattern = array<i64: 64, 4, 2, 8>}>
nki.kernel @k(%in: !nki.hbm<4x64xf32>, %out: !nki.hbm<4x8xf32>) {
  %w = nki.alloc : !nki.tile<4x64xf32, sbuf>
  %p = nki.alloc : !nki.tile<4x64xbf16, psum>
  %v = nki.alloc : !nki.tile<4x8xf32, sbuf>
  %i = nki.alloc : !nki.tile<4x8xui32, sbuf>
  %s = nki.view %w[[64, 4], [2, 8]] + 1 : !nki.tile<4x64xf32, sbuf> -> !nki.tile<4x8xf32, sbuf>
  nki.dma_copy %w, %in : !nki.tile<4x64xf32, sbuf>, !nki.hbm<4x64xf32>
  nki.max8 %v, %w : !nki.tile<4x8xf32, sbuf>, !nki.tile<4x64xf32, sbuf>
  nki.nc_find_index8 %i, %w, %v : !nki.tile<4x8xui32, sbuf>, !nki.tile<4x64xf32, sbuf>, !nki.tile<4x8xf32, sbuf>
  nki.nc_match_replace8 %w, %w, %v, imm = -inf : !nki.tile<4x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>, !nki.tile<4x8xf32, sbuf>
  nki.nc_match_replace8 %w, %w, %v, %i, imm = nan : !nki.tile<4x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>, !nki.tile<4x8xf32, sbuf>, !nki.tile<4x8xui32, sbuf>
  nki.tensor_copy %v, %s {engine = "scalar"} : !nki.tile<4x8xf32, sbuf>, !nki.tile<4x8xf32, sbuf>
  nki.memset %v {value = 1.5 : f32} : !nki.tile<4x8xf32, sbuf>
  nki.dma_copy %out, %v : !nki.hbm<4x8xf32>, !nki.tile<4x8xf32, sbuf>
}
