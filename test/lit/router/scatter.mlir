// RUN: neuron-opt %s --expand-nki-kernels --split-input-file | FileCheck %s

// The scatter by DMA (§5.14): zeros, flat positions in f32, one DMA for each rank.

// CHECK: nki.view %arg0{{\[\[}}16, 9], [1, 16]] + 48 : !nki.hbm<12x16xbf16>
// CHECK-NEXT: nki.dma_copy %{{.*}} : !nki.hbm<9x16xbf16>, !nki.tile<9x16xf16, sbuf>
// CHECK: nki.iota %[[START:[0-9]+]]{{\[\[}}1, 1]] + 48 {channel_multiplier = 16 : i64} : !nki.tile<9x1xf32, sbuf>
// CHECK: nki.tensor_scalar %[[FLAT:[0-9]+]], %{{[0-9]+}}, add %[[START]] : !nki.tile<9x2xui32, sbuf>, !nki.tile<9x2xui32, sbuf>, !nki.tile<9x1xf32, sbuf>
// CHECK: %[[ELEMENTS:.*]] = nki.view %arg0{{\[\[}}1, 9], [1, 1]] :
// CHECK: nki.dma_copy %[[ELEMENTS]], %{{[0-9]+}}, scatter %{{[0-9]+}} {row_elements = 1 : i64}
// CHECK: nki.view %[[FLAT]]{{\[\[}}2, 9], [1, 1]] + 1 :
// CHECK: nki.dma_copy %[[ELEMENTS]], %{{[0-9]+}}, scatter
// CHECK-NOT: nki.core_barrier
nki.kernel @k(%y: !nki.hbm<12x16xbf16>) {
  %c = nki.alloc : !nki.tile<9x1x2xf32, sbuf>
  %i = nki.alloc : !nki.tile<9x1x2xui32, sbuf>
  %z = nki.alloc : !nki.tile<9x16xf16, sbuf>
  router.scatter %y, %c, %i, %z {offset = 3 : i64, tokens = 9 : i64} : !nki.hbm<12x16xbf16>, !nki.tile<9x1x2xf32, sbuf>, !nki.tile<9x1x2xui32, sbuf>, !nki.tile<9x16xf16, sbuf>
}
