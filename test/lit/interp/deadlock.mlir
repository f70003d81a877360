// RUN: not neuron-run %s --random-inputs 2>&1 | FileCheck %s
// RUN: neuron-opt %s --nki-to-bir --bir-allocate --bir-to-dve -o %t.mlir
// RUN: not neuron-run %t.mlir --random-inputs 2>&1 | FileCheck %s --check-prefix=DVE

// Core 0 reaches its barrier before the exchange, core 1 behind it: both wait for ever.
// CHECK: error: 'nki.core_barrier' op core 0 waits here for ever: core 1 waits at a point that does not match
// CHECK-NEXT: deadlock.mlir:[[@LINE+7]]:5
// CHECK: {{ }}------------ core 1 waits at a point that does not match
// CHECK: help: both cores must reach the same barriers and exchanges (pipe, ranks, size) in the same order
// DVE: error: 'bir.CoreBarrier' op core 0 waits here for ever: core 1 waits at a point that does not match
nki.kernel @k(%x: !nki.hbm<2x8xf32>, %y: !nki.hbm<2x8xf32>) attributes {lnc = 2 : i64} {
  nki.core 0 {
    %t = nki.alloc : !nki.tile<2x8xf32, sbuf>
    nki.core_barrier %y : !nki.hbm<2x8xf32>
    nki.sendrecv %t, %t {send_to_rank = 1 : i64, recv_from_rank = 1 : i64, pipe_id = 0 : i64} : !nki.tile<2x8xf32, sbuf>, !nki.tile<2x8xf32, sbuf>
  }
  nki.core 1 {
    %t = nki.alloc : !nki.tile<2x8xf32, sbuf>
    nki.sendrecv %t, %t {send_to_rank = 0 : i64, recv_from_rank = 0 : i64, pipe_id = 0 : i64} : !nki.tile<2x8xf32, sbuf>, !nki.tile<2x8xf32, sbuf>
    nki.core_barrier %y : !nki.hbm<2x8xf32>
  }
}
func.func @main(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %y = nki.call @k(%x) : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}
