// RUN: neuron-opt %s --topk-rewriter --split-input-file | FileCheck %s
// RUN: neuron-opt %s --topk-rewriter --split-input-file --explain -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY

// A stable sort by greater-than whose slices agree: k is in the result, the order in the comparator.
// CHECK-LABEL: func.func @pairs
// CHECK: %[[R:.*]]:2 = hlo.custom_call @TopK(%{{.*}}) {called_computations = [@[[ORDER:.*]]]} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
// CHECK-NEXT: return %[[R]]#0, %[[R]]#1
// CHECK: func.func private @[[ORDER]]
// CHECK-NEXT: hlo.compare GT, %{{.*}}, %{{.*}}, TOTALORDER
func.func @pairs(%x: tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %n = hlo.iota dim = 1 : tensor<2x16xi32>
  %s:2 = "hlo.sort"(%x, %n) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %c = hlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  }) : (tensor<2x16xf32>, tensor<2x16xi32>) -> (tensor<2x16xf32>, tensor<2x16xi32>)
  %v = hlo.slice %s#0 [0:2, 0:3] : (tensor<2x16xf32>) -> tensor<2x3xf32>
  %p = hlo.slice %s#1 [0:2, 0:3] : (tensor<2x16xi32>) -> tensor<2x3xi32>
  return %v, %p : tensor<2x3xf32>, tensor<2x3xi32>
}

// -----

// Nothing asks for k < n: a slice of everything counts, as it does in XLA.
// CHECK-LABEL: func.func @everything
// CHECK: hlo.custom_call @TopK({{.*}} : (tensor<16xbf16>) -> (tensor<16xbf16>, tensor<16xi32>)
func.func @everything(%x: tensor<16xbf16>) -> tensor<16xbf16> {
  %s = "hlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %c = hlo.compare GT, %a, %b : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  }) : (tensor<16xbf16>) -> tensor<16xbf16>
  %v = hlo.slice %s [0:16] : (tensor<16xbf16>) -> tensor<16xbf16>
  return %v : tensor<16xbf16>
}

// -----

// Higher ranks become rows; the first dimension becomes the last.
// CHECK-LABEL: func.func @first_of_three
// CHECK-NEXT: %[[FLAT:.*]] = hlo.reshape %{{.*}} : (tensor<8x2x3xf32>) -> tensor<8x6xf32>
// CHECK-NEXT: %[[ROWS:.*]] = hlo.transpose %[[FLAT]], dims = [1, 0]
// CHECK-NEXT: %[[R:.*]]:2 = hlo.custom_call @TopK(%[[ROWS]]) {{.*}} -> (tensor<6x4xf32>, tensor<6x4xi32>)
// CHECK: hlo.reshape %{{.*}} : (tensor<4x6xf32>) -> tensor<4x2x3xf32>
func.func @first_of_three(%x: tensor<8x2x3xf32>) -> tensor<4x2x3xf32> {
  %s = "hlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = hlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  }) : (tensor<8x2x3xf32>) -> tensor<8x2x3xf32>
  %v = hlo.slice %s [0:4, 0:2, 0:3] : (tensor<8x2x3xf32>) -> tensor<4x2x3xf32>
  return %v : tensor<4x2x3xf32>
}

// -----

// The middle one is left alone.
// CHECK-LABEL: func.func @middle
// CHECK: hlo.sort
// CHECK-NOT: @TopK
// WHY: remark: not TopK: the sorted dimension is neither the first nor the last
func.func @middle(%x: tensor<2x8x3xf32>) -> tensor<2x4x3xf32> {
  %s = "hlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = hlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  }) : (tensor<2x8x3xf32>) -> tensor<2x8x3xf32>
  %v = hlo.slice %s [0:2, 0:4, 0:3] : (tensor<2x8x3xf32>) -> tensor<2x4x3xf32>
  return %v : tensor<2x4x3xf32>
}

// -----

// Upwards, from the second element on, used otherwise, of another type: not TopK.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-4: hlo.sort
// CHECK-NOT: @TopK
// WHY: remark: not TopK: the comparator is not a greater-than
// WHY: remark: not TopK: every use must slice the same first k elements
// WHY: remark: not TopK: every use must slice the same first k elements
// WHY: remark: not TopK: XLA takes f32 and bf16, not f16
func.func @others(%x: tensor<16xf32>, %y: tensor<16xf16>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<16xf32>, tensor<3xf16>) {
  %s = "hlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = hlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  }) : (tensor<16xf32>) -> tensor<16xf32>
  %v = hlo.slice %s [0:3] : (tensor<16xf32>) -> tensor<3xf32>
  %t = "hlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = hlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  }) : (tensor<16xf32>) -> tensor<16xf32>
  %w = hlo.slice %t [1:4] : (tensor<16xf32>) -> tensor<3xf32>
  %q = "hlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = hlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  }) : (tensor<16xf32>) -> tensor<16xf32>
  %u = hlo.slice %q [0:3] : (tensor<16xf32>) -> tensor<3xf32>
  %h = "hlo.sort"(%y) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %c = hlo.compare GT, %a, %b : (tensor<f16>, tensor<f16>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  }) : (tensor<16xf16>) -> tensor<16xf16>
  %g = hlo.slice %h [0:3] : (tensor<16xf16>) -> tensor<3xf16>
  return %v, %w, %u, %q, %g : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<16xf32>, tensor<3xf16>
}
