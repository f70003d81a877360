// RUN: neuron-opt %s --expand-nki-kernels=topk-form=fused --verify-diagnostics | FileCheck %s
// RUN: neuron-opt %s --expand-nki-kernels=topk-form=fused --target=trn3 2>/dev/null | FileCheck %s
// RUN: not neuron-opt %s --expand-nki-kernels=topk-form=fused --target=trn1 2>&1 | FileCheck %s --check-prefix=TRN1
// RUN: neuron-opt %s --expand-nki-kernels=topk-form=split --target=trn1 -o /dev/null 2>&1 | count 0
// RUN: not neuron-opt %s --expand-nki-kernels=topk-form=joined 2>&1 | FileCheck %s --check-prefix=VALUE

// TRN1: error: topk-form=fused needs MaxIndexAndMatchReplace (instruction 91), which trn1 does not have
// TRN1: = help: use topk-form=split
// VALUE: expected one of 'split', 'fused'

// CHECK: nki.call @topk_fused
// CHECK: nki.kernel @topk_fused
// CHECK: nki.max8
// CHECK-NEXT: nki.nc_match_replace8 %[[W:.*]], %[[W]], %{{.*}}, %{{.*}}, imm = -inf
// CHECK: nki.max8
// CHECK-NEXT: nki.nc_find_index8 %{{.*}}, %[[W]]
// CHECK-NOT: nki.nc_match_replace8
func.func @main(%x: tensor<2x12xf32>) -> tensor<2x9xf32> {
  // expected-warning @+1 {{topk-form=fused: among equal values the order of positions is the shipped kernel's, not lowest first}}
  %0:2 = nki.topk %x, k = 9 : (tensor<2x12xf32>) -> (tensor<2x9xf32>, tensor<2x9xui32>)
  return %0#0 : tensor<2x9xf32>
}
