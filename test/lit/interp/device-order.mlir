// RUN: neuron-run %s --print 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: neuron-opt %s --raise-neuron-topk --legalize-topk --lower-to-nki-kernels -o %t.kernel.mlir
// RUN: neuron-run %t.kernel.mlir --print 2>%t.err | FileCheck %s --check-prefix=DEVICE
// RUN: FileCheck %s --check-prefix=WARNING --input-file=%t.err
// RUN: neuron-opt %t.kernel.mlir --expand-nki-kernels --nki-to-bir --bir-allocate --bir-to-dve | neuron-run - --print 2>%t.err | FileCheck %s --check-prefix=DEVICE
// RUN: FileCheck %s --check-prefix=WARNING --input-file=%t.err

// Where the order of the device may differ from the host's, a run says so on the standard error.
// HOST-NOT: warning
// HOST: out_0: f32[1, 3] = {{\[\[}}NaN, 3.0, 3.0]]
// HOST: out_1: s32[1, 3] = {{\[\[}}6, 1, 3]]
// DEVICE: out_0: f32[1, 3] = {{\[\[}}3.0, 3.0, 3.0]]
// DEVICE: out_1: s32[1, 3] = {{\[\[}}1, 3, 8]]
// WARNING: warning: {{.*}} row 0 holds a NaN: the order of the device may differ from HLO's total order
func.func @main() -> (tensor<1x3xf32>, tensor<1x3xi32>) {
  %x = hlo.constant dense<[[1.0, 3.0, -1.0, 3.0, 2.0, 0.0, 0x7FC00000, 2.0, 3.0, 0xFF800000]]> : tensor<1x10xf32>
  %0:2 = hlo.top_k(%x, k = 3) : tensor<1x10xf32> -> (tensor<1x3xf32>, tensor<1x3xi32>)
  return %0#0, %0#1 : tensor<1x3xf32>, tensor<1x3xi32>
}
