// RUN: neuron-opt %s --explain -o /dev/null 2>&1 | FileCheck %s
// RUN: neuron-opt %s --explain=hlo.sort -o /dev/null 2>&1 | FileCheck %s --check-prefix=SORT
// RUN: neuron-opt %s --explain -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT

// Without passes, every op that ranks and every custom call gets one answer.
// COUNT-COUNT-11: remark: 'hlo.
// COUNT-NOT: remark:
// SORT-COUNT-4: remark: 'hlo.sort' op
// SORT-NOT: remark:

func.func @main(%x: tensor<2x16xf32>, %y: tensor<16xi32>) -> tensor<2x3xf32> {
  // CHECK: remark: 'hlo.top_k' op: raise-neuron-topk takes it (pattern 'chlo_top_k')
  // CHECK-NEXT: explain.mlir:[[@LINE+1]]:10
  %0:2 = chlo.top_k(%x, k = 3) : tensor<2x16xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  // CHECK: remark: 'hlo.top_k' op stays: the device ranks f32, f16 and bf16, not i32
  // CHECK-NEXT: explain.mlir:[[@LINE+1]]:21
  %1:2 = chlo.top_k(%y, k = 3) : tensor<16xi32> -> (tensor<3xi32>, tensor<3xi32>)
  // CHECK: remark: 'hlo.custom_call' op: legalize-topk takes it (pattern 'legalize_topk')
  %2:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "3"} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  // CHECK: remark: 'hlo.custom_call' op stays: stoi: backend_config "three" does not start with digits
  // CHECK-NEXT: explain.mlir:[[@LINE+1]]:70
  %3:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "three"} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  // CHECK: remark: 'hlo.custom_call' op stays: no top-k: TopK needs a comparator
  %4:2 = stablehlo.custom_call @TopK(%x) : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  // CHECK: remark: 'hlo.custom_call' op: legalize-aws-neuron-arg-max takes it
  %5 = stablehlo.custom_call @AwsNeuronArgMax(%x) {backend_config = "1"} : (tensor<2x16xf32>) -> tensor<2xui32>
  // CHECK: remark: 'hlo.custom_call' op stays: the real compiler takes it, no pass here does
  %6 = stablehlo.custom_call @AwsNeuronGelu(%x) : (tensor<2x16xf32>) -> tensor<2x16xf32>

  // CHECK: remark: 'hlo.sort' op: raise-neuron-topk takes it (pattern 'sort_of_one')
  %7 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x16xf32>) -> tensor<2x16xf32>
  %8 = stablehlo.slice %7 [0:2, 0:3] : (tensor<2x16xf32>) -> tensor<2x3xf32>
  // CHECK: remark: 'hlo.sort' op stays: no top-k: all 16 sorted elements are used
  // CHECK: help: a top-k gives fewer elements than there are
  %9 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x16xf32>) -> tensor<2x16xf32>
  // CHECK: remark: 'hlo.sort' op stays: no top-k: the second operand does not number the elements along dimension 1
  // CHECK-NEXT: explain.mlir:[[@LINE+1]]:32
  %10:2 = "stablehlo.sort"(%x, %9) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %d: tensor<f32>, %e: tensor<f32>):
    %c = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x16xf32>, tensor<2x16xf32>) -> (tensor<2x16xf32>, tensor<2x16xf32>)
  // CHECK: remark: 'hlo.sort' op stays: no top-k: 3 tensors are sorted together
  %11:3 = "stablehlo.sort"(%x, %x, %x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %d: tensor<f32>, %e: tensor<f32>, %f: tensor<f32>, %g: tensor<f32>):
    %c = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x16xf32>, tensor<2x16xf32>, tensor<2x16xf32>) -> (tensor<2x16xf32>, tensor<2x16xf32>, tensor<2x16xf32>)
  return %8 : tensor<2x3xf32>
}
