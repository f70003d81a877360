// RUN: neuron-opt %s --expand-nki-kernels --split-input-file | FileCheck %s

// L1 normalization (§5.12): a multiplication by the reciprocal, without an epsilon.

// CHECK: nki.tensor_reduce add %[[SUM:[0-9]+]], %[[SRC:[0-9]+]], axis = [1] :
// CHECK-NEXT: nki.reciprocal %[[SUM]], %[[SUM]]
// CHECK-NEXT: nki.tensor_scalar %{{[0-9]+}}, %[[SRC]], multiply %[[SUM]]
nki.kernel @k(%y: !nki.hbm<1xf32>) {
  %d = nki.alloc : !nki.tile<9x1x3xf32, sbuf>
  %c = nki.alloc : !nki.tile<9x1x1xf32, sbuf>
  %s = nki.alloc : !nki.tile<9x1x3xf32, sbuf>
  router.norm %d, %c, %s {tokens = 9 : i64} : !nki.tile<9x1x3xf32, sbuf>, !nki.tile<9x1x1xf32, sbuf>, !nki.tile<9x1x3xf32, sbuf>
}
