// RUN: neuron-opt %s --expand-nki-kernels --split-input-file | FileCheck %s

// Whole token tiles leave in one DMA, the remainder in another (§5.4).

// CHECK: nki.view %{{[0-9]+}}{{\[\[}}48, 128], [16, 2], [1, 16]] : !nki.tile<128x3x16xf32, sbuf>
// CHECK: nki.view %arg0{{\[\[}}16, 128], [2048, 2], [1, 16]] + 112 : !nki.hbm<307x16xbf16>
// CHECK-NEXT: nki.dma_copy %{{.*}} : !nki.hbm<128x2x16xbf16>, !nki.tile<128x2x16xf32, sbuf>
// CHECK: nki.view %{{[0-9]+}}{{\[\[}}48, 44], [1, 16]] + 32 :
// CHECK: nki.view %arg0{{\[\[}}16, 44], [1, 16]] + 4208 :
// CHECK-NEXT: nki.dma_copy %{{.*}} : !nki.hbm<44x16xbf16>, !nki.tile<44x16xf32, sbuf>
nki.kernel @k(%y: !nki.hbm<307x16xbf16>) {
  %a = nki.alloc : !nki.tile<128x3x16xf32, sbuf>
  router.store %y, %a {offset = 7 : i64, tokens = 300 : i64} : !nki.hbm<307x16xbf16>, !nki.tile<128x3x16xf32, sbuf>
}

// -----

// Fewer than 128: the remainder alone. 128: a whole tile alone.
// CHECK: nki.dma_copy %{{.*}} : !nki.hbm<9x4xui32>, !nki.tile<9x4xui32, sbuf>
// CHECK-NEXT: nki.view
// CHECK-NEXT: nki.view
// CHECK-NEXT: nki.dma_copy %{{.*}} : !nki.hbm<128x1x4xui32>, !nki.tile<128x1x4xui32, sbuf>
// CHECK-NEXT: {{^ *}$}}
nki.kernel @k(%y: !nki.hbm<128x4xui32>) {
  %a = nki.alloc : !nki.tile<9x1x4xui32, sbuf>
  %b = nki.alloc : !nki.tile<128x1x4xui32, sbuf>
  router.store %y, %a {offset = 0 : i64, tokens = 9 : i64} : !nki.hbm<128x4xui32>, !nki.tile<9x1x4xui32, sbuf>
  router.store %y, %b {offset = 0 : i64, tokens = 128 : i64} : !nki.hbm<128x4xui32>, !nki.tile<128x1x4xui32, sbuf>
}
