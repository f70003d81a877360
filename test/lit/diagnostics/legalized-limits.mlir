// RUN: not neuron-opt %s --legalize-topk --lower-to-nki-kernels 2>&1 | FileCheck %s
// RUN: neuron-opt %s --legalize-topk -o /dev/null 2>&1 | count 0

// legalize-topk has nothing to say about the device's limits; the pass that lowers has, k first.
// CHECK: error[NCC_EVRF014]: TopK custom operation does not support k values larger than 16384. Found k=16385.
// CHECK-NEXT: legalized-limits.mlir:[[@LINE+4]]:
// CHECK: error[NEURON_TOPK_ROW]: rows of 20000 elements are longer than the 16384 that the target can rank
// CHECK-NEXT: legalized-limits.mlir:[[@LINE+3]]:
func.func @main(%x: tensor<20000xf32>) -> (tensor<16385xf32>, tensor<8000xf32>) {
  %0:2 = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "16385"} : (tensor<20000xf32>) -> (tensor<16385xf32>, tensor<16385xi32>)
  %1:2 = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "8000"} : (tensor<20000xf32>) -> (tensor<8000xf32>, tensor<8000xi32>)
  return %0#0, %1#0 : tensor<16385xf32>, tensor<8000xf32>
}
