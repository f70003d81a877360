// RUN: split-file %s %t
// RUN: neuron-run %t/poison.mlir --print | FileCheck %t/poison.mlir
// RUN: not neuron-run %t/several.mlir 2>&1 | FileCheck %t/several.mlir
// RUN: not neuron-run %t/several.mlir --entry h 2>&1 | FileCheck %t/several.mlir --check-prefix=NAME
// RUN: neuron-run %t/several.mlir --entry g --print | FileCheck %t/several.mlir --check-prefix=G
// RUN: not neuron-run %t/mystery.mlir --random-inputs 2>&1 | FileCheck %t/mystery.mlir
// RUN: not neuron-run %t/missing.mlir 2>&1 | FileCheck %t/mystery.mlir --check-prefix=FILE
// RUN: not neuron-run %t/mystery.mlir --input %t/no.npy 2>&1 | FileCheck %t/mystery.mlir --check-prefix=INPUT
// RUN: not neuron-run %t/mystery.mlir --random-inputs --target trn9 2>&1 | FileCheck %t/mystery.mlir --check-prefix=TARGET
// RUN: not neuron-run %t/no-slice.mlir --random-inputs 2>&1 | FileCheck %t/no-slice.mlir
// RUN: not neuron-run %t/huge.mlir 2>&1 | FileCheck %t/huge.mlir
// RUN: not neuron-run %t/per-axis.mlir 2>&1 | FileCheck %t/per-axis.mlir

//--- huge.mlir
// No type says how large this is.
// CHECK: error: 'hlo.dynamic_iota' op a tensor of shape [400000, 400000] is too large
func.func @main() -> tensor<?x?xf32> {
  %s = stablehlo.constant dense<400000> : tensor<2xi32>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

//--- per-axis.mlir
// The axis that has the steps moves with the elements.
// CHECK: error: 'hlo.transpose' op is not computed on quantized elements
func.func @main() {
  %c = stablehlo.constant dense<[[1.3, -7.0], [0.3, 9.0]]> : tensor<2x2xf32>
  %q = stablehlo.uniform_quantize %c : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
  %t = stablehlo.transpose %q, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  return
}

//--- no-slice.mlir
// CHECK: error: 'hlo.gather' op takes no element, or more than one, of a dimension that it drops
func.func @main(%x: tensor<2x3xf32>, %i: tensor<4x1xi32>) -> tensor<4x3xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 0, 3>}> : (tensor<2x3xf32>, tensor<4x1xi32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

//--- poison.mlir
// Memory that nothing was written to is NaN.
// CHECK: out_0: f32[1, 2] = {{\[\[}}NaN, NaN]]
func.func @main() -> tensor<1x2xf32> {
  %0 = nki.call @k() : () -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}
nki.kernel @k(%out: !nki.hbm<1x2xf32>) {
  %t = nki.alloc : !nki.tile<1x2xf32, sbuf>
  nki.dma_copy %out, %t : !nki.hbm<1x2xf32>, !nki.tile<1x2xf32, sbuf>
}

//--- several.mlir
// CHECK: error: the module has several public functions, none of them '@main'
// CHECK: = help: name the one to run with --entry
// NAME: error: the module has no symbol '@h'
// G: out_0: s32[] = 2
func.func @f() -> i32 {
  %0 = arith.constant 1 : i32
  return %0 : i32
}
func.func @g() -> i32 {
  %0 = arith.constant 2 : i32
  return %0 : i32
}

//--- mystery.mlir
// CHECK: error: 'hlo.custom_call' op calls 'Mystery', whose meaning is not known
// CHECK-NEXT: mystery.mlir:[[@LINE+5]]:8
// FILE: missing.mlir
// INPUT: no.npy
// TARGET: trn9
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = hlo.custom_call @Mystery(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
