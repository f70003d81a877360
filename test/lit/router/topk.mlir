// RUN: neuron-opt %s --expand-nki-kernels --split-input-file | FileCheck %s

// The ranking (§5.8): 8 values and their indices, of which k are kept; the indices also as f32.

// CHECK: nki.max8 %[[TOP:[0-9]+]], %[[SRC:[0-9]+]]
// CHECK: nki.nc_find_index8 %[[FOUND:[0-9]+]], %[[SRC]], %[[TOP]] : !nki.tile<9x8xui32, sbuf>
// CHECK-DAG: nki.view %[[TOP]]{{\[\[}}8, 9], [1, 3]]
// CHECK-DAG: nki.view %[[FOUND]]{{\[\[}}8, 9], [1, 3]]
// CHECK: nki.tensor_copy %{{.*}} : !nki.tile<9x3xf32, sbuf>, !nki.tile<9x3xf32, sbuf>
// CHECK: nki.tensor_copy %[[INDEX:[0-9]+]], %{{.*}} : !nki.tile<9x3xui32, sbuf>, !nki.tile<9x3xui32, sbuf>
// CHECK: nki.tensor_copy %{{.*}}, %[[INDEX]] : !nki.tile<9x3xf32, sbuf>, !nki.tile<9x3xui32, sbuf>
nki.kernel @k(%y: !nki.hbm<1xf32>) {
  %v = nki.alloc : !nki.tile<9x1x3xf32, sbuf>
  %i = nki.alloc : !nki.tile<9x1x3xui32, sbuf>
  %f = nki.alloc : !nki.tile<9x1x3xf32, sbuf>
  %s = nki.alloc : !nki.tile<9x1x16xf32, sbuf>
  router.topk %v, %i, %f, %s {tokens = 9 : i64} : !nki.tile<9x1x3xf32, sbuf>, !nki.tile<9x1x3xui32, sbuf>, !nki.tile<9x1x3xf32, sbuf>, !nki.tile<9x1x16xf32, sbuf>
}
