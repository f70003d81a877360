// What has no value is the positive NaN on every host, so that it ranks alike.
// RUN: neuron-run %s --print | FileCheck %s
// RUN: neuron-opt %s --canonicalize | neuron-run - --print | FileCheck %s

// CHECK-COUNT-7: u32[2] = [2143289344, 2143289344]
// CHECK: u32[2] = [4290772997, 2143289353]
func.func @main() -> (tensor<2xui32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>) {
  %i = stablehlo.constant dense<[0x7F800000, 0xFF800000]> : tensor<2xf32>
  %j = stablehlo.constant dense<[0xFF800000, 0x7F800000]> : tensor<2xf32>
  %z = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %m = stablehlo.constant dense<[-1.0, -4.0]> : tensor<2xf32>
  %n = stablehlo.constant dense<[0xFFC00005, 0x7FC00009]> : tensor<2xf32>
  %0 = stablehlo.add %i, %j : tensor<2xf32>
  %1 = stablehlo.subtract %i, %i : tensor<2xf32>
  %2 = stablehlo.multiply %i, %z : tensor<2xf32>
  %3 = stablehlo.divide %z, %z : tensor<2xf32>
  %4 = stablehlo.remainder %m, %z : tensor<2xf32>
  %5 = stablehlo.sqrt %m : tensor<2xf32>
  %6 = stablehlo.log %m : tensor<2xf32>
  // A NaN that is there goes on.
  %7 = stablehlo.add %n, %i : tensor<2xf32>
  %8 = stablehlo.bitcast_convert %0 : (tensor<2xf32>) -> tensor<2xui32>
  %9 = stablehlo.bitcast_convert %1 : (tensor<2xf32>) -> tensor<2xui32>
  %10 = stablehlo.bitcast_convert %2 : (tensor<2xf32>) -> tensor<2xui32>
  %11 = stablehlo.bitcast_convert %3 : (tensor<2xf32>) -> tensor<2xui32>
  %12 = stablehlo.bitcast_convert %4 : (tensor<2xf32>) -> tensor<2xui32>
  %13 = stablehlo.bitcast_convert %5 : (tensor<2xf32>) -> tensor<2xui32>
  %14 = stablehlo.bitcast_convert %6 : (tensor<2xf32>) -> tensor<2xui32>
  %15 = stablehlo.bitcast_convert %7 : (tensor<2xf32>) -> tensor<2xui32>
  return %8, %9, %10, %11, %12, %13, %14, %15 : tensor<2xui32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>
}
