// RUN: neuron-opt %s --legalize-topk --explain -o /dev/null 2>&1 | FileCheck %s

// CHECK: remark: not legalized: TopK_<type> exists for f32, f16 and bf16, not for i32
// CHECK-NEXT: :[[@LINE+5]]:41
// CHECK: lowering/legalize_topk.pat
// CHECK: where element_type(%xs[0]) in topk_target
// CHECK-NEXT: -- pattern 'legalize_topk' needs this
func.func @main(%i: tensor<8xi32>) {
  %0:2 = hlo.custom_call @AwsNeuronTopK(%i) {backend_config = "2"} : (tensor<8xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  return
}
