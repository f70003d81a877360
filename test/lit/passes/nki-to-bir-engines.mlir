// Operations that one engine alone computes select that engine; unary ones are no tensor_tensor.
// RUN: neuron-opt %s --split-input-file --verify-diagnostics --nki-to-bir | FileCheck %s

// CHECK-LABEL: bir.kernel @power
// CHECK: bir.TensorTensor
// CHECK-SAME: engine = "Pool"
// CHECK-SAME: op = "pow"
// CHECK: bir.TensorScalarPtr
// CHECK-SAME: engine = "Pool"
// CHECK-SAME: op0 = "rsqrt"
nki.kernel @power(%x: !nki.hbm<4x8xf32>, %y: !nki.hbm<4x8xf32>) {
  %t = nki.alloc : !nki.tile<4x8xf32, sbuf>
  nki.dma_copy %t, %x : !nki.tile<4x8xf32, sbuf>, !nki.hbm<4x8xf32>
  "nki.tensor_tensor"(%t, %t, %t) {op = "power"} : (!nki.tile<4x8xf32, sbuf>, !nki.tile<4x8xf32, sbuf>, !nki.tile<4x8xf32, sbuf>) -> ()
  "nki.tensor_scalar"(%t, %t) {op0 = "rsqrt", imm0 = 0.0 : f32, operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!nki.tile<4x8xf32, sbuf>, !nki.tile<4x8xf32, sbuf>) -> ()
  nki.dma_copy %y, %t : !nki.hbm<4x8xf32>, !nki.tile<4x8xf32, sbuf>
}

// -----

nki.kernel @unary(%x: !nki.hbm<4x8xf32>) {
  %t = nki.alloc : !nki.tile<4x8xf32, sbuf>
  nki.dma_copy %t, %x : !nki.tile<4x8xf32, sbuf>, !nki.hbm<4x8xf32>
  // expected-error@+1 {{operation 'rsqrt' takes one operand: tensor_scalar has it}}
  "nki.tensor_tensor"(%t, %t, %t) {op = "rsqrt"} : (!nki.tile<4x8xf32, sbuf>, !nki.tile<4x8xf32, sbuf>, !nki.tile<4x8xf32, sbuf>) -> ()
}
