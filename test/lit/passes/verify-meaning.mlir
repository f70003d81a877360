// RUN: split-file %s %t
// RUN: neuron-opt %t/topk.mlir --pass-pipeline='builtin.module(neuron-pipeline,verify-meaning{seed=3 runs=4})' --pass-statistics 2>&1 | FileCheck %t/topk.mlir
// RUN: neuron-opt %t/topk.mlir --neuron-pipeline --verify-each=meaning --timing 2>&1 | FileCheck %t/topk.mlir --check-prefix=EACH
// RUN: not neuron-opt %t/topk.mlir --patterns=%t/wrong.pat --cse --apply-patterns --verify-each=meaning 2>&1 | FileCheck %t/wrong.pat
// RUN: not neuron-opt %t/topk.mlir --pass-pipeline='builtin.module(apply-patterns{file=%t/wrong.pat},verify-meaning)' 2>&1 | FileCheck %t/wrong.pat --check-prefix=ALONE
// A tolerance lets small differences pass.
// RUN: not neuron-opt %t/near.mlir --apply-patterns=file=%t/near.pat --verify-each=meaning --tolerance=1e-9 -o /dev/null
// RUN: neuron-opt %t/near.mlir --apply-patterns=file=%t/near.pat --verify-each=meaning --tolerance=1e-5 -o /dev/null
// RUN: neuron-opt %t/near.mlir --pass-pipeline='builtin.module(apply-patterns{file=%t/near.pat},verify-meaning{tolerance=1e-5})' -o /dev/null
// RUN: not neuron-opt %t/near.mlir --verify-meaning=tolerance=nan 2>&1 | FileCheck %t/none.mlir --check-prefix=NAN
// RUN: not neuron-opt %t/none.mlir --verify-meaning 2>&1 | FileCheck %t/none.mlir
// RUN: not neuron-opt %t/unknown.mlir --cse --verify-each=meaning 2>&1 | FileCheck %t/unknown.mlir
// RUN: not neuron-opt %t/unknown.mlir --cse --verify-meaning 2>&1 | FileCheck %t/unknown.mlir
// RUN: not neuron-opt %t/lost.mlir --apply-patterns=file=%t/lost.pat --verify-each=meaning 2>&1 | FileCheck %t/lost.pat
// RUN: not neuron-opt %t/topk.mlir --verify-each=some 2>&1 | FileCheck %t/none.mlir --check-prefix=VALUE

//--- topk.mlir
// CHECK: dve.program @topk
// CHECK: verify-meaning
// CHECK: 4 runs
// EACH: (V) meaning
func.func @main(%x: tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %v, %i = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "3"} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  %w = stablehlo.maximum %v, %v : tensor<2x3xf32>
  return %w, %i : tensor<2x3xf32>, tensor<2x3xi32>
}

//--- wrong.pat
// A maximum is no sum.
// CHECK: error: result 0 is not what it was before the pipeline: 6 of 6 elements differ
// CHECK: help: the inputs are those of `neuron-run --random-inputs=0`
// CHECK: help: found after pass 'apply-patterns'
// ALONE: error: result 0 is not what it was before the pipeline
// ALONE-NOT: found after
pattern wrong {
  %r = hlo.maximum(%a, %b)
  =>
  %s = hlo.add(%a, %b)
  replace %r with %s
}

//--- near.pat
pattern near {
  %r = hlo.sqrt(%a)
  =>
  %s = hlo.rsqrt(%a)
  %t = hlo.multiply(%a, %s)
  replace %r with %t
}

//--- near.mlir
func.func @main(%a: tensor<64xf32>) -> tensor<64xf32> {
  %r = stablehlo.sqrt %a : tensor<64xf32>
  return %r : tensor<64xf32>
}

//--- unknown.mlir
// No pass is to blame.
// CHECK: error: 'hlo.custom_call' op calls 'unknown', whose meaning is not known
// CHECK: help: the module cannot be run as it is before the pipeline, so there is no meaning to verify
// CHECK-NOT: found after
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = stablehlo.custom_call @unknown(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

//--- lost.mlir
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = stablehlo.sqrt %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

//--- lost.pat
// CHECK: error: 'hlo.custom_call' op calls 'unknown', whose meaning is not known
// CHECK: help: the module could be run as it was before the pipeline
// CHECK: help: found after pass 'apply-patterns'
pattern lost {
  %r = hlo.sqrt(%a)
  =>
  %s = hlo.custom_call([%a]) {call_target_name = "unknown"} : type(%r)
  replace %r with %s
}

//--- none.mlir
// NAN: expected a finite number that is not negative
// CHECK: error: the module has no public function to run
// VALUE: error: 'some' is not a value of --verify-each: expected 0, 1 or meaning
module {}
