// Formats for what is not there, and questions about ops that do not exist, are refused.
// RUN: not neuron-opt %s --emit=dve-asm 2>&1 | FileCheck %s --check-prefix=DVE
// RUN: not neuron-opt %s --legalize-topk --emit=dve-bin -o %t.bin 2>&1 | FileCheck %s --check-prefix=DVE
// RUN: not neuron-opt %t.bin 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not neuron-opt %s --explain=hlo.sortt 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not neuron-opt %s --explain=nope 2>&1 | FileCheck %s --check-prefix=NOPE
// RUN: neuron-opt %s --explain=stablehlo.custom_call -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALIAS

// DVE: error: 'builtin.module' op has no dve.program
// ABSENT: error: cannot read
// NEAR: error: --explain: there is no op 'hlo.sortt'
// NEAR: help: did you mean 'hlo.sort'?
// NOPE: error: --explain: there is no op 'nope'
// ALIAS: remark: 'hlo.custom_call' op
func.func @main(%x: tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %v, %i = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "3"} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
}
