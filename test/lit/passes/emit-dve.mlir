// The vector engine's stream as assembler text and as bytes.
// RUN: neuron-opt %s --neuron-pipeline --emit=dve-asm | FileCheck %s
// RUN: neuron-opt %s --neuron-pipeline --emit=dve-bin -o %t.bin
// RUN: neuron-opt %s --neuron-pipeline | FileCheck %s --check-prefix=IR

// CHECK: // @topk
// CHECK-NEXT: // bir.DMACopy on DMA
// CHECK-NEXT: copy dst=sbuf[p0+0x40, [1,16]]:f32 src=sbuf[p0+0x0, [1,16]]:f32 channels=2
// CHECK-NEXT: max8 dst=sbuf[p0+0x9c, [0,1], [-1,8]]:f32
// CHECK-NEXT: match_value_load src=sbuf[p0+0x9c
// CHECK-NEXT: find_index8 dst=sbuf[p0+0xc0, [1,8]]:u32
// CHECK-NEXT: // bir.DMACopy on DMA
// CHECK-NEXT: // bir.DMACopy on DMA
// IR: dve.program @topk
// IR: dve.bundle max8
func.func @main(%x: tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %v, %i = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "3"} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
}
