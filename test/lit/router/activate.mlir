// RUN: neuron-opt %s --expand-nki-kernels --split-input-file | FileCheck %s

// The gates (§5.6).

// CHECK: nki.activation sigmoid %{{.*}} : !nki.tile<9x16xf32, sbuf>, !nki.tile<9x16xf32, sbuf>
// CHECK: nki.tensor_reduce maximum %[[MAX:[0-9]+]], %[[SRC:[0-9]+]], axis = [1] {negate = true}
// CHECK-NEXT: nki.activation exp %[[DST:[0-9]+]], %[[SRC]], bias = %[[MAX]], reduce_res = %[[SUM:[0-9]+]] {reduce_cmd = "reset_reduce", reduce_op = "add"}
// CHECK-NEXT: nki.reciprocal %[[SUM]], %[[SUM]]
// CHECK-NEXT: nki.tensor_scalar %[[DST]], %[[DST]], multiply %[[SUM]]
// Only the terms: the exponentials go nowhere.
// CHECK: nki.tensor_reduce maximum
// CHECK-NEXT: nki.activation exp
// CHECK-NEXT: nki.reciprocal
// CHECK-NEXT: {{^ *}$}}
nki.kernel @k(%y: !nki.hbm<1xf32>) {
  %a = nki.alloc : !nki.tile<9x1x16xf32, sbuf>
  %b = nki.alloc : !nki.tile<9x1x16xf32, sbuf>
  %m = nki.alloc : !nki.tile<9x1x1xf32, sbuf>
  %s = nki.alloc : !nki.tile<9x1x1xf32, sbuf>
  router.sigmoid %a, %b {tokens = 9 : i64} : !nki.tile<9x1x16xf32, sbuf>, !nki.tile<9x1x16xf32, sbuf>
  router.softmax %a, %b {tokens = 9 : i64} : !nki.tile<9x1x16xf32, sbuf>, !nki.tile<9x1x16xf32, sbuf>
  router.softmax_terms %m, %s, %b {tokens = 9 : i64} : !nki.tile<9x1x1xf32, sbuf>, !nki.tile<9x1x1xf32, sbuf>, !nki.tile<9x1x16xf32, sbuf>
}
