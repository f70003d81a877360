// RUN: neuron-opt %s --expand-nki-kernels --split-input-file | FileCheck %s

// The one-hot scatter (§5.13).

// After ACT2: the gate of all experts with the terms of the chosen ones.
// CHECK: nki.activation exp %[[EXP:[0-9]+]], %{{[0-9]+}}, bias = %{{[0-9]+}} :
// CHECK-NEXT: nki.tensor_scalar %[[EXP]], %[[EXP]], multiply %{{[0-9]+}}
// CHECK: nki.memset %[[MASK:[0-9]+]] {engine = "gpsimd", value = 0.000000e+00 : f32}
// CHECK: nki.iota %{{[0-9]+}}{{\[\[}}1, 16]] : !nki.tile<9x16xui32, sbuf>
// CHECK: nki.tensor_scalar %[[EQUAL:[0-9]+]], %{{[0-9]+}}, equal %{{[0-9]+}} : !nki.tile<9x16xf32, sbuf>, !nki.tile<9x16xui32, sbuf>, !nki.tile<9x1xf32, sbuf>
// CHECK-NEXT: nki.tensor_tensor add %[[MASK]], %[[MASK]], %[[EQUAL]]
// CHECK: nki.tensor_tensor add %[[MASK]], %[[MASK]], %[[EQUAL]]
// CHECK-NOT: tensor_tensor add
// CHECK: nki.tensor_tensor multiply %{{[0-9]+}}, %[[MASK]], %[[EXP]]
nki.kernel @k(%y: !nki.hbm<1xf32>) {
  %d = nki.alloc : !nki.tile<9x1x16xf32, sbuf>
  %s = nki.alloc : !nki.tile<9x1x16xf32, sbuf>
  %i = nki.alloc : !nki.tile<9x1x2xf32, sbuf>
  %c = nki.alloc : !nki.tile<9x1x1xf32, sbuf>
  %m = nki.alloc : !nki.tile<9x1x1xf32, sbuf>
  router.one_hot %d, %s, %i, %c, negmax = %m {tokens = 9 : i64} : !nki.tile<9x1x16xf32, sbuf>, !nki.tile<9x1x16xf32, sbuf>, !nki.tile<9x1x2xf32, sbuf>, !nki.tile<9x1x1xf32, sbuf>, !nki.tile<9x1x1xf32, sbuf>
}

// -----

// After Norm: all affinities are scaled in place.
// CHECK-NOT: nki.activation
// CHECK: nki.tensor_scalar %[[ALL:[0-9]+]], %[[ALL]], multiply
// CHECK: nki.tensor_tensor multiply %{{[0-9]+}}, %{{[0-9]+}}, %[[ALL]]
nki.kernel @k(%y: !nki.hbm<1xf32>) {
  %d = nki.alloc : !nki.tile<9x1x16xf32, sbuf>
  %s = nki.alloc : !nki.tile<9x1x16xf32, sbuf>
  %i = nki.alloc : !nki.tile<9x1x2xf32, sbuf>
  %c = nki.alloc : !nki.tile<9x1x1xf32, sbuf>
  router.one_hot %d, %s, %i, %c {tokens = 9 : i64} : !nki.tile<9x1x16xf32, sbuf>, !nki.tile<9x1x16xf32, sbuf>, !nki.tile<9x1x2xf32, sbuf>, !nki.tile<9x1x1xf32, sbuf>
}
