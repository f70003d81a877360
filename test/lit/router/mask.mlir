// RUN: neuron-opt %s --expand-nki-kernels --split-input-file | FileCheck %s

// What the caller of the default pipeline does (§11): the columns of its rank, masked.

// CHECK-LABEL: nki.kernel @mask_unselected_experts
// CHECK: nki.view %arg0{{\[\[}}16, 9], [1, 2]] + 6 : !nki.hbm<9x16xbf16>
// CHECK: nki.tensor_scalar %[[EQUAL:[0-9]+]], %[[INDEX:[0-9]+]], equal 6.0 : !nki.tile<9x3xf32, sbuf>, !nki.tile<9x3xui32, sbuf>
// CHECK-NEXT: nki.tensor_reduce add %[[HITS:[0-9]+]], %[[EQUAL]], axis = [1]
// CHECK: nki.tensor_scalar %[[COLUMN:[0-9]+]], %[[COLUMN]], multiply %[[HITS]]
// CHECK: nki.tensor_scalar %[[EQUAL]], %[[INDEX]], equal 7.0
func.func @main(%a: tensor<9x16xbf16>, %i: tensor<9x3xui32>) -> tensor<9x2xf32> {
  %0 = nki.mask_unselected_experts %a, %i, rank = 3 : (tensor<9x16xbf16>, tensor<9x3xui32>) -> tensor<9x2xf32>
  return %0 : tensor<9x2xf32>
}
