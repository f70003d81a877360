// RUN: neuron-run %s --random-inputs=7 --output-dir %t --print | FileCheck %s
// RUN: neuron-opt %s --raise-neuron-topk | neuron-run - --random-inputs=7 --compare %t/out_0.npy --compare %t/out_1.npy
// RUN: neuron-opt %s --raise-neuron-topk --legalize-topk | neuron-run - --random-inputs=7 --compare %t/out_0.npy --compare %t/out_1.npy
// RUN: neuron-opt %s --raise-neuron-topk --legalize-topk --lower-to-nki-kernels -o %t.kernel.mlir
// RUN: neuron-run %t.kernel.mlir --random-inputs=7 --compare %t/out_0.npy --compare %t/out_1.npy
// RUN: neuron-opt %t.kernel.mlir --expand-nki-kernels -o %t.nki.mlir
// RUN: neuron-run %t.nki.mlir --random-inputs=7 --compare %t/out_0.npy --compare %t/out_1.npy
// RUN: neuron-opt %t.nki.mlir --nki-to-bir -o %t.bir.mlir
// RUN: neuron-run %t.bir.mlir --random-inputs=7 --compare %t/out_0.npy --compare %t/out_1.npy
// RUN: neuron-opt %t.bir.mlir --bir-allocate -o %t.allocated.mlir
// RUN: neuron-run %t.allocated.mlir --random-inputs=7 --compare %t/out_0.npy --compare %t/out_1.npy
// RUN: neuron-opt %t.allocated.mlir --bir-to-dve -o %t.dve.mlir
// RUN: neuron-run %t.dve.mlir --random-inputs=7 --compare %t/out_0.npy --compare %t/out_1.npy
// RUN: neuron-opt %s --target=trn1 --neuron-pipeline | neuron-run - --random-inputs=7 --compare %t/out_0.npy --compare %t/out_1.npy
// RUN: neuron-opt %s --target=trn3 --neuron-pipeline --print-op-generic | neuron-run - --random-inputs=7 --compare %t/out_0.npy --compare %t/out_1.npy
// RUN: neuron-opt %t.kernel.mlir --expand-nki-kernels=topk-form=fused --nki-to-bir --bir-allocate --bir-to-dve 2>/dev/null | neuron-run - --random-inputs=7 --compare %t/out_0.npy --compare %t/out_1.npy
// RUN: not neuron-run %t.dve.mlir --random-inputs=8 --compare %t/out_0.npy --compare %t/out_1.npy 2>&1 | FileCheck %s --check-prefix=OTHER

// A program computes the same at every level, on every target.
// CHECK: out_0: f32[3, 2, 9] =
// CHECK: out_1: s32[3, 2, 9] =
// OTHER: error: result 0 is not as expected
func.func @main(%x: tensor<3x2x21xf32>) -> (tensor<3x2x9xf32>, tensor<3x2x9xi32>) {
  %0 = hlo.negate %x : tensor<3x2x21xf32>
  %1:2 = chlo.top_k(%0, k = 9) : tensor<3x2x21xf32> -> (tensor<3x2x9xf32>, tensor<3x2x9xi32>)
  return %1#0, %1#1 : tensor<3x2x9xf32>, tensor<3x2x9xi32>
}
