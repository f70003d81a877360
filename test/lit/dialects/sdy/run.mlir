// Where parts of tensors are does not change what is computed; what each of several devices does is refused.
// RUN: neuron-run %s --entry whole --print --random-inputs | FileCheck %s
// RUN: neuron-opt %s --canonicalize --cse --verify-roundtrip | neuron-run - --entry whole --print --random-inputs | FileCheck %s
// RUN: not neuron-run %s --entry parts --random-inputs 2>&1 | FileCheck %s --check-prefix=PARTS
// RUN: not neuron-run %s --entry sum --random-inputs 2>&1 | FileCheck %s --check-prefix=SUM

sdy.mesh @mesh = <["x"=1, "y"=4]>
// CHECK: out_0: f32[2] = [3.0, 3.0]
func.func @whole() -> tensor<2xf32> {
  %x = sdy.constant dense<1.0> : tensor<2xf32>
  %0 = sdy.sharding_constraint %x <@mesh, [{"y"}]> : tensor<2xf32>
  %1 = sdy.reshard %0 <@mesh, [{}]> : tensor<2xf32>
  %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<2xf32>) {
    %3 = stablehlo.add %a, %a : tensor<2xf32>
    sdy.return %3 : tensor<2xf32>
  } : (tensor<2xf32>) -> tensor<2xf32>
  %4 = sdy.named_computation<"f">(%1, %2) (%a: tensor<2xf32>, %b: tensor<2xf32>) {
    %5 = stablehlo.add %a, %b : tensor<2xf32>
    sdy.return %5 : tensor<2xf32>
  } : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  sdy.sharding_group %4 group_id=0 : tensor<2xf32>
  return %4 : tensor<2xf32>
}

// PARTS: error: 'sdy.manual_computation' op is what each of 4 devices along axis "y" does: only one is run
func.func @parts(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"y"}]>] out_shardings=[<@mesh, [{"y"}]>] manual_axes={"x", "y"} (%a: tensor<1xf32>) {
    sdy.return %a : tensor<1xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// SUM: error: 'sdy.all_reduce' op sums what several devices hold: only one is run
func.func @sum(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = sdy.all_reduce {"x"} %x out_sharding=<@mesh, [{}]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
