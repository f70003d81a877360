// RUN: neuron-opt %s --expand-nki-kernels --split-input-file | FileCheck %s

// The rotational method (spec nki_topk_kernels.md A7): 3 rows of 3 chunks, of which each stage takes 8.
// CHECK: nki.kernel @topk(%arg0: !nki.hbm<3x30xf32>
// What a partition receives stands on both sides of its chunk; pads are -inf where values are read, NaN where positions are.
// CHECK: nki.memset %[[W:[0-9]+]] {value = 0xFF800000 : f32} : !nki.tile<9x42xf32, sbuf>
// CHECK: nki.view %[[W]]{{\[\[}}42, 9], [1, 10]] + 16 :
// CHECK-NEXT: nki.view %arg0{{\[\[}}10, 9], [1, 10]] :
// CHECK-NEXT: nki.dma_copy
// CHECK: nki.memset %[[M:[0-9]+]] {value = 0x7FC00000 : f32} : !nki.tile<9x42xf32, sbuf>
// CHECK: nki.dma_copy
// Positions; the last column is that of what is not found.
// CHECK: nki.memset %[[PLACE:[0-9]+]] {value = 0x7FC00000 : f32} : !nki.tile<9x43xf32, sbuf>
// CHECK: nki.iota %{{[0-9]+}}{{\[\[}}1, 10]] {channel_multiplier = 10 : i64} : !nki.tile<9x10xf32, sbuf>
// CHECK: nki.affine_select equal %[[EYE:[0-9]+]],

// The first stage: what is found is struck, its position kept.
// CHECK: nki.max8 %[[V:[0-9]+]], %[[WLIVE:[0-9]+]] : !nki.tile<9x8xf32, sbuf>, !nki.tile<9x26xf32, sbuf>
// CHECK-NEXT: nki.nc_find_index8 %{{[0-9]+}}, %[[MLIVE:[0-9]+]], %[[V]]
// CHECK-NEXT: nki.nc_match_replace8 %[[WLIVE]], %[[WLIVE]], %[[V]], imm = -inf
// CHECK-NEXT: nki.nc_match_replace8 %[[MLIVE]], %[[MLIVE]], %[[V]], imm = nan
// CHECK-NEXT: nki.tensor_scalar %[[AT:[0-9]+]], %[[AT]], minimum 42.0
// CHECK-NEXT: nki.nc_n_gather %{{[0-9]+}}, %[[PLACE]], %[[AT]]
// The group moves to the partition in front: two transposes, and a shift of the columns of each row between them.
// CHECK: nki.nc_matmul %[[TURNED:[0-9]+]], %{{[0-9]+}}, %{{[0-9]+}} {is_transpose = true} : !nki.tile<8x9xf32, psum>
// CHECK: nki.view %[[TURNED]]{{\[\[}}9, 8], [3, 3], [1, 2]] + 1 :
// CHECK: nki.view %[[TURNED]]{{\[\[}}9, 8], [3, 3], [1, 1]] :
// CHECK: nki.nc_matmul %{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}} {is_transpose = true} : !nki.tile<9x8xf32, psum>
// So do the positions.
// CHECK-COUNT-2: nki.nc_matmul
// Elements of lower positions go in front of the chunk, others behind it.
// CHECK: nki.tensor_scalar %[[HERE:[0-9]+]], %{{[0-9]+}}, less %{{[0-9]+}} : !nki.tile<9x8xui8, sbuf>
// CHECK: nki.view %[[W]]{{\[\[}}42, 9], [1, 8]] :
// CHECK-NEXT: nki.tensor_copy_predicated %{{[0-9]+}}, %{{[0-9]+}}, %[[HERE]]
// CHECK: nki.view %[[M]]{{\[\[}}42, 9], [1, 8]] :
// CHECK-NEXT: nki.tensor_copy_predicated %{{[0-9]+}}, %{{[0-9]+}}, %[[HERE]]
// CHECK: nki.tensor_scalar %{{[0-9]+}}, %{{[0-9]+}}, greater_equal
// CHECK: nki.view %[[W]]{{\[\[}}42, 9], [1, 8]] + 26 :

// The second stage, and the last, which gives the candidates.
// CHECK: nki.max8 %{{.*}} : !nki.tile<9x8xf32, sbuf>, !nki.tile<9x34xf32, sbuf>
// CHECK-COUNT-4: nki.nc_matmul
// CHECK: nki.max8 %{{.*}} : !nki.tile<9x8xf32, sbuf>, !nki.tile<9x42xf32, sbuf>
// CHECK-NEXT: nki.nc_find_index8
// CHECK-NOT: nki.nc_m
// CHECK: nki.dma_copy %[[CANDIDATES:[0-9]+]], %{{[0-9]+}} : !nki.tile<3x24xf32, sbuf>, !nki.tile<9x8xf32, sbuf>
// Sorted by position, then by value.
// CHECK: nki.tensor_scalar %{{[0-9]+}}, %{{[0-9]+}}, multiply -1.0
// CHECK: nki.nc_n_gather %[[SORTED:[0-9]+]], %[[CANDIDATES]], %[[ORDER:[0-9]+]]
// CHECK: nki.nc_n_gather %[[SOURCES:[0-9]+]], %{{[0-9]+}}, %[[ORDER]]
// CHECK: nki.tensor_scalar %[[SOURCES]], %[[SOURCES]], subtract
// CHECK: nki.max8 %{{[0-9]+}}, %[[SORTED]]
// CHECK: nki.dma_copy %{{.*}} : !nki.hbm<3x20xf32>, !nki.tile<3x20xf32, sbuf>
// CHECK: nki.dma_copy %{{.*}} : !nki.hbm<3x20xui32>, !nki.tile<3x20xf32, sbuf>
func.func @main(%x: tensor<3x30xf32>) -> tensor<3x20xui32> {
  %0:2 = nki.topk %x, k = 20 : (tensor<3x30xf32>) -> (tensor<3x20xf32>, tensor<3x20xui32>)
  return %0#1 : tensor<3x20xui32>
}

// -----

// A last chunk that is shorter: row by row.
// CHECK: nki.kernel @topk(%arg0: !nki.hbm<2x29xbf16>
// CHECK: nki.view %arg0{{\[\[}}10, 2], [1, 10]] : !nki.hbm<2x29xbf16>
// CHECK: nki.view %arg0{{\[\[}}9, 1], [1, 9]] + 20 :
// CHECK: nki.view %arg0{{\[\[}}10, 2], [1, 10]] + 29 :
// CHECK: nki.view %arg0{{\[\[}}9, 1], [1, 9]] + 49 :
func.func @main(%x: tensor<2x29xbf16>) -> tensor<2x20xbf16> {
  %0:2 = nki.topk %x, k = 20 : (tensor<2x29xbf16>) -> (tensor<2x20xbf16>, tensor<2x20xui32>)
  return %0#0 : tensor<2x20xbf16>
}

// -----

// One pass for k, or chunks too short for what a stage takes: the row is searched as it is. The rows are shared by two
// cores, the first has the larger half; a single row is not.
// CHECK: nki.kernel @topk(%arg0: !nki.hbm<5x30xf32>{{.*}} attributes {lnc = 2 : i64} {
// CHECK: nki.core 0 {
// CHECK: nki.max8 %{{.*}} : !nki.tile<3x8xf32, sbuf>, !nki.tile<3x30xf32, sbuf>
// CHECK-NOT: nki.nc_matmul
// CHECK: nki.core 1 {
// CHECK: nki.max8 %{{.*}} : !nki.tile<2x8xf32, sbuf>, !nki.tile<2x30xf32, sbuf>
// CHECK: nki.kernel @topk_0(%arg0: !nki.hbm<1x12xf32>
// CHECK-NOT: nki.core
// CHECK-NOT: nki.nc_matmul
// CHECK: nki.max8 %{{.*}} : !nki.tile<1x8xf32, sbuf>, !nki.tile<1x12xf32, sbuf>
func.func @main(%x: tensor<5x30xf32>, %y: tensor<1x12xf32>) -> (tensor<5x8xf32>, tensor<1x9xf32>) {
  %0:2 = nki.topk %x, k = 8 {lnc = 2 : i64} : (tensor<5x30xf32>) -> (tensor<5x8xf32>, tensor<5x8xui32>)
  %1:2 = nki.topk %y, k = 9 {lnc = 2 : i64} : (tensor<1x12xf32>) -> (tensor<1x9xf32>, tensor<1x9xui32>)
  return %0#0, %1#0 : tensor<5x8xf32>, tensor<1x9xf32>
}
