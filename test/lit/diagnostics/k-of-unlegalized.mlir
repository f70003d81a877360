// RUN: neuron-opt %s --lower-to-nki-kernels --split-input-file --verify-diagnostics
// RUN: not neuron-opt %s --lower-to-nki-kernels --split-input-file 2>&1 | FileCheck %s

// CHECK: error[129]: TopK backend_config: the 'k' parameter cannot be parsed
func.func private @helper(%x: tensor<8xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{TopK backend_config: the 'k' parameter cannot be parsed: backend_config "two" does not start with digits}}
  %0:2 = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "two"} : (tensor<8xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0 : tensor<2xf32>
}
