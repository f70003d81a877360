// RUN: neuron-opt %s --neuron-pipeline --print-provenance | FileCheck %s
// RUN: neuron-opt %s --neuron-pipeline --print-provenance | neuron-opt - | FileCheck %s --check-prefix=READ
// RUN: neuron-opt %s --neuron-pipeline --print-provenance --emit=dve-asm | FileCheck %s --check-prefix=ASM

// CHECK: dve.bundle max8 {{.*}}  // "{{.*}}provenance.mlir":[[@LINE+7]]:12
// CHECK: bir.DMACopy {{.*}}  // "{{.*}}provenance.mlir":[[@LINE+6]]:12
// READ: dve.bundle max8
// READ-NOT: provenance
// ASM: max8 {{.*}}  // "{{.*}}provenance.mlir":[[@LINE+3]]:12
// ASM: // bir.DMACopy on {{.*}}  // "{{.*}}provenance.mlir"
func.func @main(%x: tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %v, %i = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "3"} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
}
