// RUN: neuron-opt %s --expand-nki-kernels --nki-to-bir --bir-allocate --bir-to-dve --cost -o /dev/null | FileCheck %s

// Cores run side by side: each has a table, and what the slower one takes of each engine stands below. Core 0 has two
// tokens of five, core 1 three.
// CHECK-LABEL: @router_topk (dve, trn2)
// CHECK-NEXT: core 0
// CHECK-NEXT: engine instruction count cost
// CHECK: PE Matmult 2 [[PE:[0-9]+]] cycles
// CHECK: PE: [[PE]] cycles
// CHECK: DMA: [[READ:[0-9]+]] bytes read from HBM, {{[0-9]+}} written to it
// CHECK: SBUF peak:
// CHECK: PSUM peak:
// CHECK-NEXT: core 1
// CHECK: PE Matmult 2 [[PE]] cycles
// CHECK: DMA: [[READ]] bytes read from HBM, [[WRITTEN:[0-9]+]] written to it
// CHECK: PSUM peak:
// CHECK-NEXT: at most on one core
// CHECK: PE: [[PE]] cycles
// CHECK: DVE: {{[0-9]+}} cycles, besides 7 of undocumented cost
// CHECK: DMA: [[READ]] bytes read from HBM, [[WRITTEN]] written to it
func.func @main(%x: tensor<256x5xbf16>, %w: tensor<256x128xbf16>) -> tensor<5x128xf32> {
  %0:3 = nki.router_topk softmax %x, %w, k = 4, x_hbm_layout = 0 {lnc = 2 : i64, router_pre_norm = false, shard_on_tokens = true} : (tensor<256x5xbf16>, tensor<256x128xbf16>) -> (tensor<5x128xf32>, tensor<5x4xui32>, tensor<5x128xf32>)
  return %0#2 : tensor<5x128xf32>
}
