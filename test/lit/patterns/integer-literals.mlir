// An integer in a pattern is equal to the float of its value, and to no other.
// RUN: split-file %s %t
// RUN: neuron-opt %t/in.mlir --patterns=%t/double.pat --apply-patterns | FileCheck %t/in.mlir

//--- double.pat
pattern double {
  %r = hlo.multiply(%x, %two)
  where splat(%two) == 2
  =>
  %s = hlo.add(%x, %x)
  replace %r with %s
}
pattern none {
  %r = hlo.add(%x, %zero)
  where splat(%zero) == 0
  =>
  replace %r with %x
}

//--- in.mlir
// CHECK-LABEL: func.func @f
// CHECK: hlo.add %arg0, %arg0 : tensor<4xbf16>
// CHECK-NOT: hlo.multiply {{.*}} : tensor<4xbf16>
// CHECK: hlo.add %arg1, %arg1 : tensor<4xi32>
// CHECK: hlo.multiply
func.func @f(%x: tensor<4xbf16>, %y: tensor<4xi32>, %z: tensor<4xf32>) -> (tensor<4xbf16>, tensor<4xi32>, tensor<4xf32>) {
  %a = hlo.constant dense<2.0> : tensor<4xbf16>
  %b = hlo.constant dense<2> : tensor<4xi32>
  %c = hlo.constant dense<2.5> : tensor<4xf32>
  %0 = hlo.multiply %x, %a : tensor<4xbf16>
  %1 = hlo.multiply %y, %b : tensor<4xi32>
  %2 = hlo.multiply %z, %c : tensor<4xf32>
  return %0, %1, %2 : tensor<4xbf16>, tensor<4xi32>, tensor<4xf32>
}
// CHECK-LABEL: func.func @zeros
// CHECK: %[[N:.*]] = hlo.constant dense<-0.000000e+00>
// CHECK: %[[R:.*]] = hlo.add %arg0, %[[N]]
// CHECK: return %arg0, %[[R]]
func.func @zeros(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = hlo.constant dense<0.0> : tensor<4xf32>
  %b = hlo.constant dense<-0.0> : tensor<4xf32>
  %0 = hlo.add %x, %a : tensor<4xf32>
  %1 = hlo.add %x, %b : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
