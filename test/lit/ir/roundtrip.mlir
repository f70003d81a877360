// RUN: neuron-opt %s --verify-roundtrip | neuron-opt | FileCheck %s
// RUN: neuron-opt %s --print-op-generic | neuron-opt --verify-roundtrip | FileCheck %s
// RUN: neuron-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: neuron-opt %s --show-ssa-names | FileCheck %s --check-prefix=NAMES
// RUN: neuron-opt %s --elide-elementsattrs-if-larger=2 | FileCheck %s --check-prefix=ELIDED
// RUN: neuron-opt %s --print-debuginfo | FileCheck %s --check-prefix=LOC
// RUN: neuron-opt %s --print-debuginfo | neuron-opt --print-debuginfo | FileCheck %s --check-prefix=LOC

// CHECK: #[[$MAP:.*]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-LABEL: func.func @f(%arg0: tensor<2x?xf32>, %arg1: memref<4xi8>) -> (tensor<2x?xf32>, i32)
// CHECK-SAME: attributes {a = #foo.bar<1, [2]>, b = 0x7FC00000 : f32, c = [1, "x\0A", @f::@g], d = {e}, f = #[[$MAP]]}
// CHECK: hlo.constant dense<[1.000000e+00, 2.000000e+00, 0x7F800000]> : tensor<3xf32>
// CHECK: cf.cond_br %{{.*}}, ^bb1(%{{.*}} : i32), ^bb2
// CHECK: ^bb1(%{{.*}}: i32):
// GENERIC: "func.func"() <{function_type = (tensor<2x?xf32>, memref<4xi8>) -> (tensor<2x?xf32>, i32), sym_name = "f"}> ({
// NAMES: %three = arith.constant 3 : i32
// ELIDED: dense_resource<__elided__> : tensor<3xf32>
// LOC: arith.constant true loc(#[[$NAMED:.*]])
// LOC: #[[$PLACE:.*]] = loc("roundtrip.mlir":1:2)
// LOC: #[[$NAMED]] = loc("here"(#[[$PLACE]]))
func.func @f(%x: tensor<2x?xf32>, %m: memref<4xi8>) -> (tensor<2x?xf32>, i32) attributes {a = #foo.bar<1, [2]>, b = 0x7FC00000 : f32, c = [1, "x\0A", @f::@g], d = {e}, f = affine_map<(d0) -> (d0 + 1)>} {
  %three = arith.constant 3 : i32
  %c = hlo.constant dense<[1.0, 2.0, 0x7F800000]> : tensor<3xf32>
  %t = arith.constant true loc("here"("roundtrip.mlir":1:2))
  cf.cond_br %t, ^one(%three : i32), ^two
^one(%i: i32):
  return %x, %i : tensor<2x?xf32>, i32
^two:
  return %x, %three : tensor<2x?xf32>, i32
}
