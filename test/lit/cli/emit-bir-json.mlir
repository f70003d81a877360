// RUN: neuron-opt %s --legalize-topk --lower-to-nki-kernels --expand-nki-kernels --nki-to-bir --bir-allocate --emit=bir-json | FileCheck %s
// RUN: not neuron-opt %s --neuron-pipeline --emit=bir-json 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: not neuron-opt %s --emit=bir-json 2>&1 | FileCheck %s --check-prefix=LATE

// CHECK:      "arch": "trn2",
// CHECK:      "allocations": [
// CHECK:          "dtype": "float32",
// CHECK-NEXT:     "memory_type": 10,
// CHECK-NEXT:     "name": "arg0",
// CHECK:          "memory_type": 12,
// CHECK-NEXT:     "name": "arg1",
// CHECK:          "address": {{[1-9][0-9]*}},
// CHECK-NEXT:     "dtype": "float32",
// CHECK-NEXT:     "memory_type": 16,
// CHECK-NEXT:     "name": "mem1",
// CHECK:      "instructions": [
// CHECK:          "dge_type": "Unassigned",
// CHECK-NEXT:     "engine": "DMA",
// CHECK:          "opcode": "DMACopy",
// CHECK:          "engine": "DVE",
// CHECK-NEXT:     "engine_id": 0,
// CHECK:          "imm_value": "-inf",
// CHECK-NEXT:     "ins": [
// CHECK:              "memref": "mem{{[0-9]+}}",
// CHECK:          "opcode": "MatchReplace",
// CHECK-NEXT:     "optin_passes": [],
// CHECK-NEXT:     "origin": "NKI",
// CHECK-NEXT:     "outs": [
// CHECK:      "version": 2
// LATE: error: 'builtin.module' op has no bir.kernel
// LATE: help: BIR-JSON is for what stands between nki-to-bir and bir-to-dve
func.func @main(%x: tensor<2x14xf32>) -> (tensor<2x12xf32>, tensor<2x12xi32>) {
  %v, %i = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "12"} : (tensor<2x14xf32>) -> (tensor<2x12xf32>, tensor<2x12xi32>)
  return %v, %i : tensor<2x12xf32>, tensor<2x12xi32>
}
