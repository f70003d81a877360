// RUN: neuron-opt %s --expand-nki-kernels --split-input-file | FileCheck %s

// The bias in every partition, both ways (§5.2).

// CHECK: %[[ROW:.*]] = nki.alloc : !nki.tile<1x8xf32, sbuf>
// CHECK: nki.dma_copy %[[ROW]], %arg0 : !nki.tile<1x8xf32, sbuf>, !nki.hbm<8xbf16>
// CHECK: nki.view %[[DST:[0-9]+]]{{\[\[}}8, 32], [1, 8]] :
// CHECK-NEXT: nki.nc_stream_shuffle %{{[0-9]+}}, %[[ROW]] {shuffle_mask = array<i64: 0, 0,
// CHECK: nki.view %[[DST]]{{\[\[}}8, 8], [1, 8]] + 256 :
// CHECK-NEXT: nki.nc_stream_shuffle %{{[0-9]+}}, %[[ROW]]
// CHECK-NOT: nki.nc_stream_shuffle
nki.kernel @k(%b: !nki.hbm<8xbf16>) {
  %d = nki.alloc : !nki.tile<40x8xf32, sbuf>
  router.load_bias %d, %b {method = "shuffle"} : !nki.tile<40x8xf32, sbuf>, !nki.hbm<8xbf16>
}

// -----

// CHECK: nki.memset %[[ONES:.*]] {engine = "gpsimd", value = 1.000000e+00 : f32} : !nki.tile<1x40xf32, sbuf>
// CHECK: nki.nc_matmul %[[PSUM:.*]], %[[ONES]], %{{.*}} {is_stationary_onezero = true} : !nki.tile<40x8xf32, psum>, !nki.tile<1x40xf32, sbuf>, !nki.tile<1x8xf32, sbuf>
// CHECK: nki.tensor_copy %{{.*}}, %[[PSUM]] {engine = "scalar"}
nki.kernel @k(%b: !nki.hbm<1x8xbf16>) {
  %d = nki.alloc : !nki.tile<40x8xf32, sbuf>
  router.load_bias %d, %b {method = "pe"} : !nki.tile<40x8xf32, sbuf>, !nki.hbm<1x8xbf16>
}
