// RUN: not neuron-run --check %s | FileCheck %s

// Element-wise ops compute on the floats for which quantized elements stand; what moves elements moves them as they are.
// CHECK: pass {{.*}}quantized.mlir#0
// CHECK-NEXT: pass {{.*}}quantized.mlir#1
// CHECK-NEXT: pass {{.*}}quantized.mlir#2
// CHECK-NEXT: unsupported hlo.dot_general {{.*}}quantized.mlir#3
// CHECK-NEXT: unsupported hlo.uniform_quantize {{.*}}quantized.mlir#4
// CHECK-NEXT: fail {{.*}}quantized.mlir#5
// CHECK-NEXT: fail {{.*}}quantized.mlir#6
// CHECK-NEXT: 3 pass, 2 fail, 2 unsupported

// Halves are rounded to even, then what does not fit is cut off; NaN is the integer 0.
func.func @there_and_back() {
  %x = stablehlo.constant dense<[0.25, 0.75, 1.25, 100.0, -100.0, 0x7FC00000]> : tensor<6xf32>
  %0 = stablehlo.uniform_quantize %x : (tensor<6xf32>) -> tensor<6x!quant.uniform<i8:f32, 0.5:-100>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<6x!quant.uniform<i8:f32, 0.5:-100>>) -> tensor<6xf32>
  check.expect_eq_const %1, dense<[0.0, 1.0, 1.0, 100.0, -14.0, 50.0]> : tensor<6xf32>
  %2 = stablehlo.uniform_quantize %0 : (tensor<6x!quant.uniform<i8:f32, 0.5:-100>>) -> tensor<6x!quant.uniform<u8<1:3>:f32, 4.0:2>>
  %3 = stablehlo.uniform_dequantize %2 : (tensor<6x!quant.uniform<u8<1:3>:f32, 4.0:2>>) -> tensor<6xf32>
  check.expect_eq_const %3, dense<[0.0, 0.0, 0.0, 4.0, -4.0, 4.0]> : tensor<6xf32>
  return
}

// -----

// Each column has its own scale and zero point.
func.func @by_column() {
  %x = stablehlo.constant dense<[[0.6, -100.0], [0.6, 7.0]]> : tensor<2x2xf32>
  %0 = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8<-7:7>:f32:1, {0.5:1, 2.0}>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<2x2x!quant.uniform<i8<-7:7>:f32:1, {0.5:1, 2.0}>>) -> tensor<2x2xf32>
  check.expect_eq_const %1, dense<[[0.5, -14.0], [0.5, 8.0]]> : tensor<2x2xf32>
  return
}

// -----

func.func @ops() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [-3.0, 4.0]]> : tensor<2x2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>
  %n = stablehlo.negate %q : tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>
  %t = stablehlo.transpose %n, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>
  %r = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.25>>
  %m = stablehlo.multiply %t, %r : (tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x2x!quant.uniform<i16:f32, 1.0>>
  %f = stablehlo.uniform_dequantize %m : (tensor<2x2x!quant.uniform<i16:f32, 1.0>>) -> tensor<2x2xf32>
  %want = stablehlo.constant dense<[[-1.0, 6.0], [6.0, -16.0]]> : tensor<2x2xf32>
  %holds = stablehlo.custom_call @check.eq(%want, %f) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<i1>
  check.expect_eq_const %holds, dense<true> : tensor<i1>
  return
}

// -----

func.func @dot() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [-3.0, 4.0]]> : tensor<2x2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>
  %d = stablehlo.dot_general %q, %q, contracting_dims = [1] x [0]
    : (tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x2x!quant.uniform<i32:f32, 0.25>>
  return
}

// -----

func.func @calibrated() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.calibrated<f32<-1.0:1.0>>>
  return
}

// -----

// There are three scales for two columns.
func.func @columns() {
  %x = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<1x2xf32>) -> tensor<1x2x!quant.uniform<i8:f32:1, {0.5, 1.0, 2.0}>>
  return
}

// -----

func.func @check_fails() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf32>
  %holds = stablehlo.custom_call @check.eq(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<i1>
  return
}
