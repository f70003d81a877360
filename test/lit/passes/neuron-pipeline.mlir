// RUN: neuron-opt %s --neuron-pipeline | FileCheck %s
// RUN: neuron-opt %s --pass-pipeline='builtin.module(neuron-pipeline)' | FileCheck %s
// RUN: neuron-opt %s --neuron-pipeline --skip-pass=bir-to-dve | FileCheck %s --check-prefix=BIR
// RUN: neuron-opt %s --neuron-pipeline --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: neuron-opt %s --neuron-pipeline="scope=all topk-form=fused" --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPTIONS
// RUN: neuron-opt %s --pass-pipeline='builtin.module(neuron-pipeline{scope=all topk-form=fused})' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPTIONS
// RUN: not neuron-opt %s --neuron-pipeline=stop-after=stages 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not neuron-opt %s --neuron-pipelin 2>&1 | FileCheck %s --check-prefix=TYPO
// RUN: neuron-opt --list-passes | FileCheck %s --check-prefix=LIST

// DUMP: builtin.module(canonicalize{
// DUMP-SAME: inline{
// DUMP-SAME: raise-router{relaxed=true},raise-neuron-topk
// DUMP-SAME: legalize-topk{scope=entry}
// DUMP-SAME: lower-to-nki-kernels
// DUMP-SAME: expand-nki-kernels{topk-form=split abi=library stop-after=nothing}
// DUMP-SAME: nki-to-bir,bir-allocate,bir-to-dve)
// OPTIONS: legalize-topk{scope=all},
// OPTIONS-SAME: expand-nki-kernels{topk-form=fused abi=library stop-after=nothing}
// NONE: error: pipeline 'neuron-pipeline' has no option 'stop-after'
// NONE: help: the options of 'neuron-pipeline' are 'scope', 'topk-form', 'abi'
// TYPO: did you mean '--neuron-pipeline'?
// LIST: {{^}}  neuron-pipeline {{.*}}canonicalize,inline,

// The helper is inlined, so its top-k is one of the entry's.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[R:.*]]:2 = nki.call @topk(
// CHECK-NEXT: hlo.convert
// CHECK-NEXT: return %[[R]]#0
// CHECK: dve.program @topk
// CHECK: dve.bundle max8
// CHECK-NOT: {{nki|bir}}.kernel
// BIR: bir.kernel @topk
// BIR: bir.alloc {address = 0 : i64}
func.func @main(%x: tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %0:2 = call @helper(%x) : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi32>
}

func.func private @helper(%x: tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %0:2 = chlo.top_k(%x, k = 3) : tensor<2x16xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi32>
}
