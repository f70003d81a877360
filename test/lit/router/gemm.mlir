// RUN: neuron-opt %s --expand-nki-kernels --split-input-file | FileCheck %s

// The logits (§5.3): x is stationary, w is moving.

// Two token tiles of three contraction tiles each; tokens from 10 on.
// CHECK: %[[PSUM:.*]] = nki.alloc : !nki.tile<128x8xf32, psum>
// CHECK: nki.view %{{[0-9]+}}{{\[\[}}450, 128], [1, 128]] + 10 : !nki.tile<128x3x150xbf16, sbuf>
// CHECK: nki.nc_matmul %{{.*}} {tile_position = array<i64: 0, 0>, tile_size = array<i64: 128, 128>} : !nki.tile<128x8xf32, psum>, !nki.tile<128x128xbf16, sbuf>, !nki.tile<128x8xbf16, sbuf>
// CHECK: nki.view %{{[0-9]+}}{{\[\[}}450, 128], [1, 128]] + 160 :
// CHECK: nki.nc_matmul
// CHECK: nki.nc_matmul
// CHECK-NOT: nki.nc_matmul
// CHECK: nki.tensor_tensor add %{{.*}} : !nki.tile<128x8xf32, sbuf>, !nki.tile<128x8xf32, psum>, !nki.tile<128x8xf32, sbuf>
// CHECK: nki.alloc : !nki.tile<128x8xf32, psum>
// CHECK: nki.view %{{[0-9]+}}{{\[\[}}450, 128], [1, 12]] + 138 :
// CHECK: nki.tensor_tensor add %{{.*}} : !nki.tile<12x8xf32, sbuf>, !nki.tile<12x8xf32, psum>, !nki.tile<12x8xf32, sbuf>
nki.kernel @k(%y: !nki.hbm<1xf32>) {
  %l = nki.alloc : !nki.tile<128x2x8xf32, sbuf>
  %x = nki.alloc : !nki.tile<128x3x150xbf16, sbuf>
  %w = nki.alloc : !nki.tile<128x3x8xbf16, sbuf>
  %b = nki.alloc : !nki.tile<128x8xf32, sbuf>
  router.gemm %l, %x, %w + %b {layout = 3 : i64, offset = 10 : i64, tokens = 140 : i64, column_width = 128 : i64} : !nki.tile<128x2x8xf32, sbuf>, !nki.tile<128x3x150xbf16, sbuf>, !nki.tile<128x3x8xbf16, sbuf>, !nki.tile<128x8xf32, sbuf>
}

// -----

// Column tiling: four slots, of which three are in use; without a bias slot 0 is copied.
// CHECK: nki.view %{{[0-9]+}}{{\[\[}}60, 128], [3, 20]] : !nki.tile<128x20x3xbf16, sbuf>
// CHECK: tile_position = array<i64: 0, 0>, tile_size = array<i64: 128, 32>
// CHECK: nki.view %{{[0-9]+}}{{\[\[}}60, 128], [3, 20]] + 1 :
// CHECK: tile_position = array<i64: 0, 32>
// CHECK: tile_position = array<i64: 0, 64>
// CHECK: nki.tensor_copy %[[ROW:[0-9]+]], %{{[0-9]+}} : !nki.tile<20x8xf32, sbuf>, !nki.tile<20x8xf32, psum>
// CHECK: nki.view %{{[0-9]+}}{{\[\[}}8, 20], [1, 8]] + 256 : !nki.tile<128x8xf32, psum>
// CHECK-NEXT: nki.tensor_tensor add %[[ROW]], %[[ROW]],
// CHECK: nki.view %{{[0-9]+}}{{\[\[}}8, 20], [1, 8]] + 512 :
// CHECK-NEXT: nki.tensor_tensor add %[[ROW]], %[[ROW]],
// CHECK-NEXT: {{^ *}$}}
nki.kernel @k(%y: !nki.hbm<1xf32>) {
  %l = nki.alloc : !nki.tile<20x1x8xf32, sbuf>
  %x = nki.alloc : !nki.tile<128x20x3xbf16, sbuf>
  %w = nki.alloc : !nki.tile<128x3x8xbf16, sbuf>
  router.gemm %l, %x, %w {layout = 0 : i64, offset = 0 : i64, tokens = 20 : i64, column_width = 32 : i64} : !nki.tile<20x1x8xf32, sbuf>, !nki.tile<128x20x3xbf16, sbuf>, !nki.tile<128x3x8xbf16, sbuf>
}
