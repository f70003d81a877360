// RUN: neuron-opt %s --expand-nki-kernels --split-input-file | FileCheck %s

// x and w: one DMA each, by the layout of x (spec nki_router_topk.md §5.1).

// CHECK: nki.view %arg0{{\[\[}}3, 128], [384, 5], [1, 3]] : !nki.hbm<5x384xbf16>
// CHECK-NEXT: nki.dma_copy %{{.*}} : !nki.tile<128x5x3xbf16, sbuf>, !nki.hbm<128x5x3xbf16>
// CHECK: nki.view %arg1{{\[\[}}24, 128], [8, 3], [1, 8]] : !nki.hbm<384x8xbf16>
nki.kernel @k(%x: !nki.hbm<5x384xbf16>, %w: !nki.hbm<384x8xbf16>) {
  %a = nki.alloc : !nki.tile<128x5x3xbf16, sbuf>
  %b = nki.alloc : !nki.tile<128x3x8xbf16, sbuf>
  router.load_x %a, %x {layout = 0 : i64} : !nki.tile<128x5x3xbf16, sbuf>, !nki.hbm<5x384xbf16>
  router.load_w %b, %w {layout = 0 : i64} : !nki.tile<128x3x8xbf16, sbuf>, !nki.hbm<384x8xbf16>
}

// -----

// Each half of H by itself.
// CHECK: nki.view %arg0{{\[\[}}2, 128], [512, 5], [256, 2], [1, 2]] : !nki.hbm<5x512xbf16>
// CHECK: nki.view %arg1{{\[\[}}16, 128], [2048, 2], [8, 2], [1, 8]] : !nki.hbm<512x8xbf16>
nki.kernel @k(%x: !nki.hbm<5x512xbf16>, %w: !nki.hbm<512x8xbf16>) {
  %a = nki.alloc : !nki.tile<128x5x4xbf16, sbuf>
  %b = nki.alloc : !nki.tile<128x4x8xbf16, sbuf>
  router.load_x %a, %x {layout = 1 : i64} : !nki.tile<128x5x4xbf16, sbuf>, !nki.hbm<5x512xbf16>
  router.load_w %b, %w {layout = 1 : i64} : !nki.tile<128x4x8xbf16, sbuf>, !nki.hbm<512x8xbf16>
}

// -----

// CHECK: nki.view %arg0{{\[\[}}1, 128], [384, 5], [128, 3]] : !nki.hbm<5x384xbf16>
// CHECK: nki.view %arg1{{\[\[}}8, 128], [1024, 3], [1, 8]] : !nki.hbm<384x8xbf16>
nki.kernel @k(%x: !nki.hbm<5x384xbf16>, %w: !nki.hbm<384x8xbf16>) {
  %a = nki.alloc : !nki.tile<128x5x3xbf16, sbuf>
  %b = nki.alloc : !nki.tile<128x3x8xbf16, sbuf>
  router.load_x %a, %x {layout = 2 : i64} : !nki.tile<128x5x3xbf16, sbuf>, !nki.hbm<5x384xbf16>
  router.load_w %b, %w {layout = 2 : i64} : !nki.tile<128x3x8xbf16, sbuf>, !nki.hbm<384x8xbf16>
}

// -----

// CHECK: nki.view %arg0{{\[\[}}5, 128], [640, 3], [1, 5]] : !nki.hbm<384x5xbf16>
// CHECK-NEXT: nki.dma_copy %{{.*}} : !nki.tile<128x3x5xbf16, sbuf>, !nki.hbm<128x3x5xbf16>
nki.kernel @k(%x: !nki.hbm<384x5xbf16>) {
  %a = nki.alloc : !nki.tile<128x3x5xbf16, sbuf>
  router.load_x %a, %x {layout = 3 : i64} : !nki.tile<128x3x5xbf16, sbuf>, !nki.hbm<384x5xbf16>
}
