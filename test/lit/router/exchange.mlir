// RUN: neuron-opt %s --expand-nki-kernels --split-input-file | FileCheck %s

// Two cores give each other their rows (§5.9, §6): a row that does not start at a quadrant is shuffled into place.

// Core 0 of 5 tokens: its own 2 rows at 0, then 3 rows at 2 behind them. Buffers hold the larger half.
// CHECK: nki.sendrecv %[[RECEIVE:[0-9]+]], %[[SEND:[0-9]+]] {pipe_id = 0 : i64, recv_from_rank = 1 : i64, send_to_rank = 1 : i64} : !nki.tile<3x16xf32, sbuf>, !nki.tile<3x16xf32, sbuf>
// CHECK: nki.view %[[SEND]]{{\[\[}}16, 2], [1, 16]]
// CHECK: nki.tensor_copy
// CHECK: nki.memset %[[TEMP:[0-9]+]] {value = 0.000000e+00 : f32} : !nki.tile<32x16xf32, sbuf>
// CHECK: nki.tensor_copy %{{.*}} : !nki.tile<2x16xf32, sbuf>, !nki.tile<2x16xf32, sbuf>
// CHECK: nki.nc_stream_shuffle %[[TEMP]], %{{[0-9]+}} {shuffle_mask = array<i64: 255, 255, 0, 1, 2, 255,
// CHECK: nki.tensor_copy %{{.*}} : !nki.tile<5x16xf32, sbuf>, !nki.tile<5x16xf32, sbuf>
nki.kernel @k(%y: !nki.hbm<1xf32>) attributes {lnc = 2 : i64} {
  nki.core 0 {
    %d = nki.alloc : !nki.tile<5x16xf32, sbuf>
    %o = nki.alloc : !nki.tile<2x1x16xf32, sbuf>
    router.exchange %d, %o {core = 0 : i64, offset = 0 : i64, tokens = 2 : i64} : !nki.tile<5x16xf32, sbuf>, !nki.tile<2x1x16xf32, sbuf>
  }
  nki.core 1 {
  }
}

// -----

// Core 1 of 5: the other's rows first.
// CHECK: nki.sendrecv %[[RECEIVE:[0-9]+]], %[[SEND:[0-9]+]] {pipe_id = 0 : i64, recv_from_rank = 0 : i64, send_to_rank = 0 : i64}
// CHECK: nki.view %[[RECEIVE]]{{\[\[}}4, 2], [1, 4]]
// CHECK: nki.memset %{{[0-9]+}} {value = 0 : i64} : !nki.tile<32x4xui32, sbuf>
// CHECK: nki.view %[[SEND]]{{\[\[}}4, 3], [1, 4]]
nki.kernel @k(%y: !nki.hbm<1xf32>) attributes {lnc = 2 : i64} {
  nki.core 0 {
  }
  nki.core 1 {
    %d = nki.alloc : !nki.tile<5x4xui32, sbuf>
    %o = nki.alloc : !nki.tile<3x1x4xui32, sbuf>
    router.exchange %d, %o {core = 1 : i64, offset = 2 : i64, tokens = 3 : i64} : !nki.tile<5x4xui32, sbuf>, !nki.tile<3x1x4xui32, sbuf>
  }
}

// -----

// 80 tokens: rows 40 to 79 cross from the second quadrant into the third; rows from 64 on stand at 24 in the source.
// CHECK: nki.nc_stream_shuffle %{{[0-9]+}}, %{{[0-9]+}} {shuffle_mask = array<i64: 255, 255, 255, 255, 255, 255, 255, 255, 0, 1,
// CHECK: nki.tensor_copy %{{.*}} : !nki.tile<32x4xui32, sbuf>, !nki.tile<32x4xui32, sbuf>
// CHECK: nki.nc_stream_shuffle %{{[0-9]+}}, %{{[0-9]+}} {shuffle_mask = array<i64: 24, 25, 26, 27, 28, 29, 30, 31, 255,
// CHECK: nki.nc_stream_shuffle %{{[0-9]+}}, %{{[0-9]+}} {shuffle_mask = array<i64: 255, 255, 255, 255, 255, 255, 255, 255, 0, 1, 2, 3, 4, 5, 6, 7, 255,
// CHECK: nki.tensor_copy %{{.*}} : !nki.tile<16x4xui32, sbuf>, !nki.tile<16x4xui32, sbuf>
nki.kernel @k(%y: !nki.hbm<1xf32>) attributes {lnc = 2 : i64} {
  nki.core 0 {
    %d = nki.alloc : !nki.tile<80x4xui32, sbuf>
    %o = nki.alloc : !nki.tile<40x1x4xui32, sbuf>
    router.exchange %d, %o {core = 0 : i64, offset = 0 : i64, tokens = 40 : i64} : !nki.tile<80x4xui32, sbuf>, !nki.tile<40x1x4xui32, sbuf>
  }
  nki.core 1 {
  }
}

// -----

// 128 tokens: rows 64 to 127 start at a quadrant, so they are copied at once.
// CHECK-NOT: nki.nc_stream_shuffle
// CHECK: nki.tensor_copy %{{.*}} : !nki.tile<64x4xui32, sbuf>, !nki.tile<64x4xui32, sbuf>
// CHECK: nki.tensor_copy %{{.*}} : !nki.tile<64x4xui32, sbuf>, !nki.tile<64x4xui32, sbuf>
nki.kernel @k(%y: !nki.hbm<1xf32>) attributes {lnc = 2 : i64} {
  nki.core 0 {
    %d = nki.alloc : !nki.tile<128x4xui32, sbuf>
    %o = nki.alloc : !nki.tile<64x1x4xui32, sbuf>
    router.exchange %d, %o {core = 0 : i64, offset = 0 : i64, tokens = 64 : i64} : !nki.tile<128x4xui32, sbuf>, !nki.tile<64x1x4xui32, sbuf>
  }
  nki.core 1 {
  }
}

// -----

// Whole tiles: each core fills its columns and sends them.
// CHECK: %[[MINE:.*]] = nki.view %{{[0-9]+}}{{\[\[}}16, 128], [4, 2], [1, 4]] + 8 : !nki.tile<128x4x4xui32, sbuf>
// CHECK: nki.tensor_copy %[[MINE]],
// CHECK: %[[OTHER:.*]] = nki.view %{{[0-9]+}}{{\[\[}}16, 128], [4, 2], [1, 4]] : !nki.tile<128x4x4xui32, sbuf>
// CHECK: nki.sendrecv %[[OTHER]], %[[MINE]] {pipe_id = 0 : i64, recv_from_rank = 0 : i64, send_to_rank = 0 : i64}
nki.kernel @k(%y: !nki.hbm<1xf32>) attributes {lnc = 2 : i64} {
  nki.core 0 {
  }
  nki.core 1 {
    %d = nki.alloc : !nki.tile<128x4x4xui32, sbuf>
    %o = nki.alloc : !nki.tile<128x2x4xui32, sbuf>
    router.exchange_tiles %d, %o {core = 1 : i64} : !nki.tile<128x4x4xui32, sbuf>, !nki.tile<128x2x4xui32, sbuf>
  }
}
