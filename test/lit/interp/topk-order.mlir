// RUN: neuron-run %s --print | FileCheck %s
// RUN: neuron-opt %s --raise-neuron-topk --legalize-topk --lower-to-nki-kernels --expand-nki-kernels --nki-to-bir --bir-allocate --bir-to-dve | neuron-run - --print | FileCheck %s

// Descending, of equal elements the lowest index first; genuine -inf elements are told from struck ones.
// CHECK: out_0: f32[1, 10] = {{\[\[}}inf, 3.0, 3.0, 3.0, 2.0, 1.0, -1.0, -inf, -inf, -inf]]
// CHECK: out_1: s32[1, 10] = {{\[\[}}4, 1, 3, 8, 7, 0, 2, 5, 6, 9]]
func.func @main() -> (tensor<1x10xf32>, tensor<1x10xi32>) {
  %x = hlo.constant dense<[[1.0, 3.0, -1.0, 3.0, 0x7F800000, 0xFF800000, 0xFF800000, 2.0, 3.0, 0xFF800000]]> : tensor<1x10xf32>
  %0:2 = hlo.top_k(%x, k = 10) : tensor<1x10xf32> -> (tensor<1x10xf32>, tensor<1x10xi32>)
  return %0#0, %0#1 : tensor<1x10xf32>, tensor<1x10xi32>
}
