// The run is repeated from the file alone, and mlir-opt reads the same resources.
// RUN: neuron-opt %s --pass-pipeline='builtin.module(legalize-topk{scope=all},cse)' --dump-reproducer=%t.mlir -o %t.first
// RUN: FileCheck %s < %t.mlir
// RUN: neuron-opt %t.mlir --run-reproducer -o %t.second
// RUN: diff %t.first %t.second
// RUN: not neuron-opt %s --run-reproducer 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not neuron-opt %s --cse --dump-reproducer=%t.none/x/y.mlir 2>&1 | FileCheck %s --check-prefix=PATH

// What a file cannot hold is said, and --verify-each=meaning becomes a pass.
// RUN: not neuron-opt %s --cse --dump-reproducer=- 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: not neuron-opt %s --cse --dump-reproducer=%t.o -o %t.o 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: not neuron-opt %t.mlir --run-reproducer --cse 2>&1 | FileCheck %s --check-prefix=FLAGS
// RUN: neuron-opt %s --cse --verify-each=meaning --tolerance=0.5 --dump-reproducer=%t.meaning.mlir -o %t.o
// RUN: FileCheck %s --check-prefix=MEANING < %t.meaning.mlir
// OWN: error: --dump-reproducer={{.*}}: the reproducer needs a file of its own
// FLAGS: error: --run-reproducer and the pass flag '--cse' cannot be combined
// MEANING: pipeline: "builtin.module(cse,verify-meaning{seed=0 runs=1 tolerance=0.5})"

// It is there before a pass fails.
// RUN: not neuron-opt %s --cse --apply-patterns=file=%t.missing.pat --dump-reproducer=%t.failed.mlir 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: FileCheck %s --check-prefix=FAILED < %t.failed.mlir

// CHECK: hlo.custom_call @AwsNeuronTopK
// CHECK: mlir_reproducer: {
// CHECK-NEXT: pipeline: "builtin.module(legalize-topk{scope=all},cse)",
// CHECK-NEXT: disable_threading: true,
// CHECK-NEXT: verify_each: true
// NONE: error: --run-reproducer: the file has no external resource 'mlir_reproducer' with a 'pipeline'
// PATH: error: cannot write the reproducer
// FAILS: error
// FAILED: pipeline: "builtin.module(cse,apply-patterns{file=
func.func @main(%x: tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %v, %i = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "3"} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
}
