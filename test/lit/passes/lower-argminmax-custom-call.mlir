// RUN: neuron-opt %s --lower-argminmax-custom-call | FileCheck %s
// RUN: neuron-opt %s --legalize-aws-neuron-arg-max --lower-argminmax-custom-call | FileCheck %s --check-prefix=NONE
// RUN: neuron-opt %s -o %t.mlir --lower-argminmax-custom-call
// RUN: neuron-run %s --random-inputs=3 --output-dir %t.out
// RUN: neuron-run %t.mlir --random-inputs=3 --compare %t.out/out_0.npy --compare %t.out/out_1.npy

// The extreme, a mask of the elements equal to it, and the extreme of the masked positions: no select.
// CHECK-LABEL: func.func @main
// CHECK: %[[BEST:.*]] = hlo.reduce(%{{.*}} init: %{{.*}}) applies hlo.maximum across dimensions = [1]
// CHECK-NEXT: %[[SPREAD:.*]] = hlo.broadcast_in_dim %[[BEST]], dims = [0]
// CHECK-NEXT: %[[EQUAL:.*]] = hlo.compare EQ, %{{.*}}, %[[SPREAD]]
// CHECK-NEXT: %[[MASK:.*]] = hlo.convert %[[EQUAL]]
// CHECK-NEXT: hlo.iota dim = 1 : tensor<4x16xi32>
// CHECK: hlo.multiply %[[MASK]]
// CHECK-NOT: hlo.select
// CHECK: hlo.reduce({{.*}} applies hlo.maximum across dimensions = [1]
// CHECK: hlo.reduce({{.*}} applies hlo.minimum across dimensions = [0]
// CHECK: return
// NONE-NOT: custom_call
func.func @main(%x: tensor<4x16xf32>, %y: tensor<5x3xi32>) -> (tensor<4xui32>, tensor<3xi32>) {
  %0 = hlo.custom_call @AwsNeuronArgMax(%x) {backend_config = "1"} : (tensor<4x16xf32>) -> tensor<4xui32>
  %1 = hlo.custom_call @AwsNeuronArgMin(%y) {backend_config = "0"} : (tensor<5x3xi32>) -> tensor<3xi32>
  return %0, %1 : tensor<4xui32>, tensor<3xi32>
}
