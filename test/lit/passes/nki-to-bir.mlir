// RUN: neuron-opt %s --nki-to-bir | FileCheck %s
// RUN: neuron-opt %s --nki-to-bir --print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: not neuron-opt %s --nki-to-bir --target=trn1 2>&1 | FileCheck %s --check-prefix=TRN1

// Views become the access patterns of the instructions that use them; operands come in the real order.
// CHECK-LABEL: bir.kernel @k
// CHECK-SAME: (%[[IN:.*]]: !bir.mem<4x64xf32, dram>, %[[OUT:.*]]: !bir.mem<4x8xf32, dram>)
// CHECK-NOT: view
// CHECK: %[[W:.*]] = bir.alloc : !bir.mem<4x64xf32, sbuf>
// CHECK: %[[V:.*]] = bir.alloc : !bir.mem<4x16xf32, sbuf>
// CHECK: %[[I:.*]] = bir.alloc : !bir.mem<4x8xui32, sbuf>
// CHECK: bir.DMACopy ins(%[[IN]]{{\[\[}}64, 4], [1, 64]]) outs(%[[W]]{{\[\[}}64, 4], [1, 64]])
// CHECK: bir.Max ins(%[[W]]{{\[\[}}64, 4], [1, 64]]) outs(%[[V]]{{\[\[}}16, 4], [1, 8]] + 8)
// CHECK: bir.MaxIndex ins(%[[V]]{{\[\[}}16, 4], [1, 8]] + 8, %[[W]]{{\[\[}}64, 4], [1, 64]]) outs(%[[I]]{{\[\[}}8, 4], [1, 8]])
// CHECK: bir.MatchReplace ins(%[[V]]{{.*}}, %[[W]]{{.*}}) outs(%[[W]]{{.*}}) {imm_value = 0xFF800000 : f32}
// CHECK: bir.MaxIndexAndMatchReplace ins(%[[V]]{{.*}}, %[[W]]{{.*}}) outs(%[[W]]{{.*}}, %[[I]]{{.*}})
// CHECK: bir.TensorCopy ins(%[[W]]{{.*}}) outs(%{{.*}}) {engine = "Activation"}
// CHECK: bir.Memset outs(%[[W]]{{.*}}) {constant = 1065353216 : i64}
// CHECK: bir.TensorTensor ins(%[[W]]{{.*}}, %{{.*}}) outs(%[[W]]{{.*}}) {op = "mult"}
// CHECK: bir.TensorScalarPtr ins(%[[W]]{{.*}}) outs(%[[W]]{{.*}}) {imm0 = 2.000000e+00 : f32, op0 = "mult"}
// CHECK: bir.DMACopy ins(%[[V]]{{\[\[}}16, 4], [1, 8]] + 8) outs(%[[OUT]]{{\[\[}}8, 4], [1, 8]])
// GENERIC: "bir.Max"(%{{.*}}, %{{.*}}) <{access = [array<i64: 0, 64, 4, 1, 64>, array<i64: 8, 16, 4, 1, 8>], engine = "DVE"}>
nki.kernel @k(%in: !nki.hbm<4x64xf32>, %out: !nki.hbm<4x8xf32>) {
  %w = nki.alloc : !nki.tile<4x64xf32, sbuf>
  %c = nki.alloc : !nki.tile<4x64xf32, sbuf>
  %v = nki.alloc : !nki.tile<4x16xf32, sbuf>
  %i = nki.alloc : !nki.tile<4x8xui32, sbuf>
  %v8 = nki.view %v[[16, 4], [1, 8]] + 8 : !nki.tile<4x16xf32, sbuf> -> !nki.tile<4x8xf32, sbuf>
  nki.dma_copy %w, %in : !nki.tile<4x64xf32, sbuf>, !nki.hbm<4x64xf32>
  nki.max8 %v8, %w : !nki.tile<4x8xf32, sbuf>, !nki.tile<4x64xf32, sbuf>
  nki.nc_find_index8 %i, %w, %v8 : !nki.tile<4x8xui32, sbuf>, !nki.tile<4x64xf32, sbuf>, !nki.tile<4x8xf32, sbuf>
  nki.nc_match_replace8 %w, %w, %v8, imm = -inf : !nki.tile<4x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>, !nki.tile<4x8xf32, sbuf>
  // TRN1: error:
  // TRN1-SAME: trn1
  // TRN1: nki-to-bir.mlir:[[@LINE+1]]:3
  nki.nc_match_replace8 %w, %w, %v8, %i, imm = -inf : !nki.tile<4x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>, !nki.tile<4x8xf32, sbuf>, !nki.tile<4x8xui32, sbuf>
  nki.tensor_copy %c, %w {engine = "scalar"} : !nki.tile<4x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>
  nki.memset %w {value = 1.0 : f32} : !nki.tile<4x64xf32, sbuf>
  "nki.tensor_tensor"(%w, %w, %c) <{op = "multiply"}> : (!nki.tile<4x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>) -> ()
  "nki.tensor_scalar"(%w, %w) <{op0 = "multiply", imm0 = 2.0 : f32, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!nki.tile<4x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>) -> ()
  nki.dma_copy %out, %v8 : !nki.hbm<4x8xf32>, !nki.tile<4x8xf32, sbuf>
}
