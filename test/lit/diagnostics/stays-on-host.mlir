// RUN: neuron-opt %s --lower-to-nki-kernels --verify-diagnostics | FileCheck %s
// RUN: neuron-opt %s --lower-to-nki-kernels -o /dev/null

// What the device could do but stands in the wrong place is a warning: the program stays as it is.
// CHECK-LABEL: func.func @main
// CHECK: hlo.custom_call @AwsNeuronTopK
// CHECK-LABEL: func.func private @helper
// CHECK: hlo.custom_call @AwsNeuronTopK
func.func @main(%x: tensor<16xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  // expected-warning @+1 {{this top-k stays on the host: it is not legalized}}
  %0:2 = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "3"} : (tensor<16xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  // expected-warning @+1 {{this top-k stays on the host: it is not legalized}}
  %1:2 = hlo.top_k(%x, k = 3) : tensor<16xf32> -> (tensor<3xf32>, tensor<3xi32>)
  // expected-warning @+1 {{this top-k stays on the host: it is not legalized}}
  %2:2 = "hlo.topk"(%x) {k = 3 : i64, largest = true} : (tensor<16xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  // expected-warning @+1 {{this top-k stays on the host: TopK_f16 takes static rows of f16}}
  %3:2 = hlo.custom_call @TopK_f16(%x) : (tensor<16xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return %1#0, %2#0 : tensor<3xf32>, tensor<3xf32>
}

func.func private @helper(%x: tensor<16xf32>) -> tensor<3xf32> {
  // expected-warning @+1 {{this top-k stays on the host: it is not in the entry computation}}
  %0:2 = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "3"} : (tensor<16xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return %0#0 : tensor<3xf32>
}
