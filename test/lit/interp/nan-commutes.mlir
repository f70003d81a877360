// Of two NaNs the larger in total order goes on, so that what exchanges operands changes nothing.
// RUN: neuron-run %s --print | FileCheck %s
// RUN: neuron-opt %s --cse | neuron-run - --print | FileCheck %s
// RUN: neuron-opt %s --canonicalize | neuron-run - --print | FileCheck %s

// CHECK-COUNT-8: u32[3] = [2143289345, 2143289346, 4290772993]
func.func @main() -> (tensor<3xui32>, tensor<3xui32>, tensor<3xui32>, tensor<3xui32>, tensor<3xui32>, tensor<3xui32>, tensor<3xui32>, tensor<3xui32>) {
  %a = stablehlo.constant dense<[0x7FC00001, 0xFFC00000, 0xFFC00001]> : tensor<3xf32>
  %b = stablehlo.constant dense<[0xFFC00000, 0x7FC00002, 0xFFC00005]> : tensor<3xf32>
  %0 = stablehlo.add %a, %b : tensor<3xf32>
  %1 = stablehlo.add %b, %a : tensor<3xf32>
  %2 = stablehlo.multiply %a, %b : tensor<3xf32>
  %3 = stablehlo.multiply %b, %a : tensor<3xf32>
  %4 = stablehlo.maximum %a, %b : tensor<3xf32>
  %5 = stablehlo.maximum %b, %a : tensor<3xf32>
  %6 = stablehlo.minimum %a, %b : tensor<3xf32>
  %7 = stablehlo.minimum %b, %a : tensor<3xf32>
  %8 = stablehlo.bitcast_convert %0 : (tensor<3xf32>) -> tensor<3xui32>
  %9 = stablehlo.bitcast_convert %1 : (tensor<3xf32>) -> tensor<3xui32>
  %10 = stablehlo.bitcast_convert %2 : (tensor<3xf32>) -> tensor<3xui32>
  %11 = stablehlo.bitcast_convert %3 : (tensor<3xf32>) -> tensor<3xui32>
  %12 = stablehlo.bitcast_convert %4 : (tensor<3xf32>) -> tensor<3xui32>
  %13 = stablehlo.bitcast_convert %5 : (tensor<3xf32>) -> tensor<3xui32>
  %14 = stablehlo.bitcast_convert %6 : (tensor<3xf32>) -> tensor<3xui32>
  %15 = stablehlo.bitcast_convert %7 : (tensor<3xf32>) -> tensor<3xui32>
  return %8, %9, %10, %11, %12, %13, %14, %15 : tensor<3xui32>, tensor<3xui32>, tensor<3xui32>, tensor<3xui32>, tensor<3xui32>, tensor<3xui32>, tensor<3xui32>, tensor<3xui32>
}
