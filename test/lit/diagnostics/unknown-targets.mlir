// RUN: not neuron-opt %s --lower-to-nki-kernels 2>&1 | FileCheck %s
// RUN: neuron-opt %s --legalize-topk --raise-neuron-topk -o /dev/null 2>&1 | count 0

// A target is reported once, with all the places of its calls; other passes let the calls through.
// CHECK: warning[NCC_EVRF015]: custom-call target 'Mystery' is not recognized: the call stays on the host
// CHECK: %0 = hlo.custom_call @Mystery
// CHECK-NEXT: ^^^
// CHECK: %1 = hlo.custom_call @Mystery
// CHECK-NEXT: here as well
// CHECK: help: --list-targets lists the targets that the compiler knows
// CHECK: error[NCC_EVRF015]: custom-call target 'AwsNeuronMystery' is not recognized
// CHECK: %2 = hlo.custom_call @AwsNeuronMystery
// CHECK: %3 = hlo.custom_call @AwsNeuronMystery
// CHECK-NEXT: here as well
// CHECK: %4 = hlo.custom_call @AwsNeuronMystery
// CHECK-NEXT: here as well
// CHECK: help: raise-neuron-topk
// CHECK-NOT: {{warning|error}}
// Known targets stay, and are nobody's business: AwsNeuronGelu, ResizeBilinear, Sharding.
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = hlo.custom_call @Mystery(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = hlo.custom_call @Mystery(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = hlo.custom_call @AwsNeuronMystery(%1) : (tensor<8xf32>) -> tensor<8xf32>
  %3 = hlo.custom_call @AwsNeuronMystery(%2) : (tensor<8xf32>) -> tensor<8xf32>
  %4 = hlo.custom_call @AwsNeuronMystery(%3) : (tensor<8xf32>) -> tensor<8xf32>
  %5 = hlo.custom_call @AwsNeuronGelu(%4) : (tensor<8xf32>) -> tensor<8xf32>
  %6 = hlo.custom_call @ResizeBilinear(%5) : (tensor<8xf32>) -> tensor<8xf32>
  %7 = hlo.custom_call @Sharding(%6) : (tensor<8xf32>) -> tensor<8xf32>
  return %7 : tensor<8xf32>
}
