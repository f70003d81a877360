// RUN: neuron-run %s --random-inputs=7 --output-dir %t
// RUN: neuron-opt %s --lower-to-nki-kernels -o %t.kernel.mlir
// RUN: neuron-opt %t.kernel.mlir --expand-nki-kernels=stop-after=stages -o %t.stages.mlir
// RUN: neuron-run %t.stages.mlir --random-inputs=7 --compare %t/out_0.npy --compare %t/out_1.npy --compare %t/out_2.npy
// RUN: neuron-opt %t.stages.mlir --expand-nki-kernels -o %t.nki.mlir
// RUN: neuron-run %t.nki.mlir --random-inputs=7 --compare %t/out_0.npy --compare %t/out_1.npy --compare %t/out_2.npy
// RUN: neuron-opt %t.nki.mlir --nki-to-bir --bir-allocate -o %t.bir.mlir
// RUN: neuron-run %t.bir.mlir --random-inputs=7 --compare %t/out_0.npy --compare %t/out_1.npy --compare %t/out_2.npy
// RUN: neuron-opt %t.bir.mlir --bir-to-dve -o %t.dve.mlir
// RUN: neuron-run %t.dve.mlir --random-inputs=7 --compare %t/out_0.npy --compare %t/out_1.npy --compare %t/out_2.npy
// RUN: FileCheck %s < %t.dve.mlir

// One program from the kernel-level op to executed bundles on two cores, then the mask of its caller.
// CHECK: dve.program @router_topk
// CHECK: dve.bundle max8
// CHECK: dve.program @mask_unselected_experts
func.func @main(%x: tensor<11x256xbf16>, %w: tensor<256x16xbf16>, %b: tensor<16xf32>) -> (tensor<11x16xbf16>, tensor<11x3xui32>, tensor<11x8xf32>) {
  %0:3 = nki.router_topk softmax %x, %w + %b, k = 3, x_hbm_layout = 1 {lnc = 2 : i64, shard_on_tokens = true} : (tensor<11x256xbf16>, tensor<256x16xbf16>, tensor<16xf32>) -> (tensor<11x16xbf16>, tensor<11x3xui32>, tensor<11x16xf32>)
  %1 = nki.mask_unselected_experts %0#2, %0#1, rank = 1 : (tensor<11x16xf32>, tensor<11x3xui32>) -> tensor<11x8xf32>
  return %0#0, %0#1, %1 : tensor<11x16xbf16>, tensor<11x3xui32>, tensor<11x8xf32>
}
