// RUN: neuron-opt %s --raise-neuron-topk --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[R:.*]]:2 = hlo.custom_call @AwsNeuronTopK(%{{.*}}) {backend_config = "5", my.note = 1 : i32} : (tensor<2x16xf32>) -> (tensor<2x5xf32>, tensor<2x5xi32>)
// CHECK-NEXT: return %[[R]]#0, %[[R]]#1
func.func @main(%x: tensor<2x16xf32>) -> (tensor<2x5xf32>, tensor<2x5xi32>) {
  %0:2 = chlo.top_k(%x, k = 5) {my.note = 1 : i32} : tensor<2x16xf32> -> (tensor<2x5xf32>, tensor<2x5xi32>)
  return %0#0, %0#1 : tensor<2x5xf32>, tensor<2x5xi32>
}

// -----

// CHECK-LABEL: func.func @main
// CHECK-NEXT: hlo.custom_call @AwsNeuronTopK(%{{.*}}) {backend_config = "5"}
func.func @main(%x: tensor<16xbf16>) -> tensor<5xbf16> {
  %0:2 = "mhlo.topk"(%x) {k = 5 : i64, largest = true} : (tensor<16xbf16>) -> (tensor<5xbf16>, tensor<5xi32>)
  return %0#0 : tensor<5xbf16>
}

// -----

// The smallest are the negated largest of the negated.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<16xf16>)
// CHECK-NEXT: %[[N:.*]] = hlo.negate %[[X]]
// CHECK-NEXT: %[[R:.*]]:2 = hlo.custom_call @AwsNeuronTopK(%[[N]]) {backend_config = "5"}
// CHECK-NEXT: %[[V:.*]] = hlo.negate %[[R]]#0
// CHECK-NEXT: return %[[V]], %[[R]]#1
func.func @main(%x: tensor<16xf16>) -> (tensor<5xf16>, tensor<5xi32>) {
  %0:2 = "hlo.topk"(%x) {k = 5 : i64, largest = false} : (tensor<16xf16>) -> (tensor<5xf16>, tensor<5xi32>)
  return %0#0, %0#1 : tensor<5xf16>, tensor<5xi32>
}

// -----

// k = 0, or no rows.
// CHECK-LABEL: func.func @main
// CHECK-DAG: hlo.constant dense<> : tensor<4x0xf32>
// CHECK-DAG: hlo.constant dense<> : tensor<4x0xi32>
// CHECK-DAG: hlo.constant dense<> : tensor<0x3xi32>
// CHECK-DAG: hlo.constant dense<> : tensor<0x3xf32>
// CHECK-NOT: top
func.func @main(%x: tensor<4x16xf32>, %y: tensor<0x16xf32>) -> (tensor<4x0xf32>, tensor<4x0xi32>, tensor<0x3xf32>, tensor<0x3xi32>) {
  %0:2 = hlo.top_k(%x, k = 0) : tensor<4x16xf32> -> (tensor<4x0xf32>, tensor<4x0xi32>)
  %1:2 = "hlo.topk"(%y) {k = 3 : i64, largest = true} : (tensor<0x16xf32>) -> (tensor<0x3xf32>, tensor<0x3xi32>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<4x0xf32>, tensor<4x0xi32>, tensor<0x3xf32>, tensor<0x3xi32>
}

// -----

// What the device cannot rank stays.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: hlo.top_k
func.func @main(%x: tensor<16xi32>) -> tensor<5xi32> {
  %0:2 = hlo.top_k(%x, k = 5) : tensor<16xi32> -> (tensor<5xi32>, tensor<5xi32>)
  return %0#0 : tensor<5xi32>
}

// -----

// How jax sorts downwards: reversed, sorted upwards by keys in which zeros tie, reversed again, sliced.
// CHECK-LABEL: func.func @argsort
// CHECK-SAME: (%[[X:.*]]: tensor<4x16xf32>)
// CHECK: %[[ZERO:.*]] = hlo.compare EQ, %[[X]]
// CHECK: hlo.select %[[ZERO]]
// CHECK: %[[KEY:.*]] = hlo.select
// CHECK-NEXT: %[[R:.*]]:2 = hlo.custom_call @AwsNeuronTopK(%[[KEY]]) {backend_config = "3"}
// CHECK-NEXT: return %[[R]]#1
func.func @argsort(%x: tensor<4x16xf32>) -> tensor<4x3xi32> {
  %n = stablehlo.iota dim = 1 : tensor<4x16xi32>
  %y = stablehlo.reverse %x, dims = [1] : tensor<4x16xf32>
  %m = stablehlo.reverse %n, dims = [1] : tensor<4x16xi32>
  %s:2 = "stablehlo.sort"(%y, %m) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %0 = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %2 = stablehlo.compare EQ, %a, %0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.select %2, %0, %a : tensor<i1>, tensor<f32>
    %4 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %5 = stablehlo.select %4, %1, %3 : tensor<i1>, tensor<f32>
    %6 = stablehlo.compare EQ, %b, %0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %7 = stablehlo.select %6, %0, %b : tensor<i1>, tensor<f32>
    %8 = stablehlo.compare NE, %b, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %9 = stablehlo.select %8, %1, %7 : tensor<i1>, tensor<f32>
    %c = stablehlo.compare LT, %5, %9, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<4x16xf32>, tensor<4x16xi32>) -> (tensor<4x16xf32>, tensor<4x16xi32>)
  %i = stablehlo.reverse %s#1, dims = [1] : tensor<4x16xi32>
  %r = stablehlo.slice %i [0:4, 0:3] : (tensor<4x16xi32>) -> tensor<4x3xi32>
  return %r : tensor<4x3xi32>
}

// -----

// Upwards by plain less-than: zeros of both signs tie there, so negating the elements alone would not be exact. The elements
// are found again by their positions.
// CHECK-LABEL: func.func @upwards
// CHECK: hlo.negate
// CHECK: hlo.custom_call @AwsNeuronTopK(%{{.*}}) {backend_config = "2"} : (tensor<16xf32>) -> (tensor<2xf32>, tensor<2xi32>)
// CHECK: hlo.gather
func.func @upwards(%x: tensor<16xf32>) -> tensor<2xf32> {
  %s = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<16xf32>) -> tensor<16xf32>
  %r = stablehlo.slice %s [0:2] : (tensor<16xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

// Upwards in total order is downwards of the negated, exactly; another dimension becomes the last.
// CHECK-LABEL: func.func @total_upwards
// CHECK-SAME: (%[[X:.*]]: tensor<16x3xbf16>)
// CHECK-NEXT: %[[T:.*]] = hlo.transpose %[[X]], dims = [1, 0]
// CHECK-NEXT: %[[N:.*]] = hlo.negate %[[T]]
// CHECK-NEXT: hlo.custom_call @AwsNeuronTopK(%[[N]]) {backend_config = "2"}
// CHECK-NEXT: hlo.negate
// CHECK-NEXT: hlo.transpose
// CHECK-NOT: hlo.gather
func.func @total_upwards(%x: tensor<16x3xbf16>) -> tensor<2x3xbf16> {
  %s = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<16x3xbf16>) -> tensor<16x3xbf16>
  %r = stablehlo.slice %s [0:2, 0:3] : (tensor<16x3xbf16>) -> tensor<2x3xbf16>
  return %r : tensor<2x3xbf16>
}

// -----

// torch's argmax, in the type asked for.
// CHECK-LABEL: func.func @argmax
// CHECK: %[[R:.*]]:2 = hlo.custom_call @AwsNeuronTopK(%{{.*}}) {backend_config = "1"} : (tensor<4x16xf32>) -> (tensor<4x1xf32>, tensor<4x1xi64>)
// CHECK-NEXT: hlo.reshape %[[R]]#1 : (tensor<4x1xi64>) -> tensor<4xi64>
func.func @argmax(%x: tensor<4x16xf32>) -> tensor<4xi64> {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %n = stablehlo.iota dim = 1 : tensor<4x16xi64>
  %r:2 = stablehlo.reduce(%x init: %low), (%n init: %zero) across dimensions = [1] : (tensor<4x16xf32>, tensor<4x16xi64>, tensor<f32>, tensor<i64>) -> (tensor<4xf32>, tensor<4xi64>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i64>, %j: tensor<i64>)  {
    %4 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %5 = stablehlo.select %4, %a, %b : tensor<i1>, tensor<f32>
    %6 = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %7 = stablehlo.minimum %i, %j : tensor<i64>
    %8 = stablehlo.select %4, %i, %j : tensor<i1>, tensor<i64>
    %9 = stablehlo.select %6, %7, %8 : tensor<i1>, tensor<i64>
    stablehlo.return %5, %9 : tensor<f32>, tensor<i64>
  }
  return %r#1 : tensor<4xi64>
}

// -----

// k is what the slices take: of everything, of one another, behind a conversion, and of a wider top-k.
// CHECK-LABEL: func.func @slices
// CHECK: %[[R:.*]]:2 = hlo.custom_call @AwsNeuronTopK(%{{.*}}) {backend_config = "3"}
// CHECK: hlo.convert %[[R]]#1 : (tensor<2x3xi32>) -> tensor<2x3xi64>
// CHECK: hlo.custom_call @AwsNeuronTopK(%{{.*}}) {backend_config = "4"}
func.func @slices(%x: tensor<2x16xf32>) -> (tensor<2x3xi64>, tensor<2x1xf32>) {
  %n = stablehlo.iota dim = 1 : tensor<2x16xi32>
  %s:2 = "stablehlo.sort"(%x, %n) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %c = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x16xf32>, tensor<2x16xi32>) -> (tensor<2x16xf32>, tensor<2x16xi32>)
  %all = stablehlo.slice %s#1 [0:2, 0:16] : (tensor<2x16xi32>) -> tensor<2x16xi32>
  %wide = stablehlo.convert %all : (tensor<2x16xi32>) -> tensor<2x16xi64>
  %five = stablehlo.slice %wide [0:2, 0:5] : (tensor<2x16xi64>) -> tensor<2x5xi64>
  %i = stablehlo.slice %five [0:2, 0:3] : (tensor<2x5xi64>) -> tensor<2x3xi64>
  %v, %j = chlo.top_k(%x, k = 16) : tensor<2x16xf32> -> (tensor<2x16xf32>, tensor<2x16xi32>)
  %fourth = stablehlo.slice %v [0:2, 3:4] : (tensor<2x16xf32>) -> tensor<2x1xf32>
  return %i, %fourth : tensor<2x3xi64>, tensor<2x1xf32>
}

// -----

// A sort of which something else is used stays as it is, with all around it.
// CHECK-LABEL: func.func @other_uses
// CHECK: %[[S:.*]] = "hlo.sort"
// CHECK: %[[A:.*]] = hlo.slice %[[S]] [0:16]
// CHECK-NEXT: %[[R:.*]] = hlo.slice %[[A]] [0:3]
// CHECK-NEXT: return %[[R]], %[[S]]
func.func @other_uses(%x: tensor<16xf32>) -> (tensor<3xf32>, tensor<16xf32>) {
  %s = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<16xf32>) -> tensor<16xf32>
  %all = stablehlo.slice %s [0:16] : (tensor<16xf32>) -> tensor<16xf32>
  %r = stablehlo.slice %all [0:3] : (tensor<16xf32>) -> tensor<3xf32>
  return %r, %s : tensor<3xf32>, tensor<16xf32>
}
