// RUN: neuron-opt %s --verify-roundtrip | neuron-opt --verify-roundtrip | FileCheck %s
// RUN: neuron-opt %s --nki-to-bir -o %t.bir.mlir
// RUN: FileCheck %s --check-prefix=BIR --input-file=%t.bir.mlir
// RUN: neuron-opt %t.bir.mlir --verify-roundtrip --bir-allocate -o %t.placed.mlir
// RUN: neuron-opt %t.placed.mlir --bir-to-dve --verify-roundtrip -o %t.dve.mlir
// RUN: FileCheck %s --check-prefix=DVE --input-file=%t.dve.mlir
// RUN: neuron-opt %t.dve.mlir --emit=dve-asm | FileCheck %s --check-prefix=ASM
// RUN: neuron-run %s --random-inputs=3 --output-dir %t
// RUN: neuron-run %t.bir.mlir --random-inputs=3 --compare %t/out_0.npy --compare %t/out_1.npy --compare %t/out_2.npy --compare %t/out_3.npy
// RUN: neuron-run %t.placed.mlir --random-inputs=3 --compare %t/out_0.npy --compare %t/out_1.npy --compare %t/out_2.npy --compare %t/out_3.npy
// RUN: neuron-run %t.dve.mlir --random-inputs=3 --compare %t/out_0.npy --compare %t/out_1.npy --compare %t/out_2.npy --compare %t/out_3.npy

// The bundles of both cores are written, one core behind the other.
// ASM: // @k
// ASM-NEXT: // core 0
// ASM: tensor_reduce
// ASM: // core 1
// ASM: // bir.CoreBarrier on SP

// A kernel on two cores, from nisa ops to bundles. Each core has its own memories; HBM is shared.
// CHECK: nki.kernel @k({{.*}}) attributes {lnc = 2 : i64} {
// CHECK-NEXT: %0 = nki.alloc : !nki.hbm<4x64xf32>
// CHECK-NEXT: nki.core 0 {
// CHECK: nki.dma_copy %{{.*}}, %{{.*}}, scatter %{{.*}} :
// CHECK: nki.nc_matmul %{{.*}}, %{{.*}}, %{{.*}} {tile_position = array<i64: 0, 0>, tile_size = array<i64: 128, 64>}
// CHECK: nki.tensor_reduce maximum %{{.*}}, %{{.*}}, axis = [1] {negate = true}
// CHECK: nki.activation exp %{{.*}}, %{{.*}}, bias = %{{.*}}, reduce_res = %{{.*}} {reduce_cmd = "reset_reduce", reduce_op = "add"}
// CHECK: nki.activation sigmoid %{{.*}}, %{{.*}}, bias = 1.0, scale = 2.0 :
// CHECK: nki.affine_select equal %{{.*}}, %{{.*}}, {{\[\[}}1, 64]] + -5, else 0.0 :
// CHECK: nki.core 1 {
// CHECK: nki.sendrecv
// CHECK: nki.core_barrier %arg1 : !nki.hbm<4x64xf32>

// BIR: bir.kernel @k({{.*}}) attributes {lnc = 2 : i64} {
// BIR: bir.core 0 {
// BIR: bir.GenericIndirectSave ins(%[[B:.*]]{{\[\[}}64, 4], [1, 64]], %{{.*}}) outs(%arg3{{.*}}) {row_elements = 64 : i64}
// BIR: bir.Matmult ins(%[[B]]{{.*}}, %[[B]]{{.*}}) outs({{.*}}) {tile_position = array<i64: 0, 0>, tile_size = array<i64: 128, 64>}
// BIR: bir.StreamShuffle ins({{.*}}) outs({{.*}} + 2048) {mask = array<i64: 1, 1, 1, 1, 255,
// BIR: bir.TensorReduce ins({{.*}}) outs({{.*}}) {negate = true, op = "max"}
// BIR: bir.Activation ins({{.*}}, bias = {{.*}}) outs({{.*}}, result = {{.*}}) {acc = "ZeroAccumulate", func = "Exp", reduce_op = "add"}
// BIR: bir.Activation {{.*}} {bias_imm = 1.000000e+00 : f32, func = "Sigmoid", scale = 2.000000e+00 : f32}
// BIR: bir.TensorScalarAffineSelect {{.*}} {base = -5 : i64, compare_op = "is_equal", fill_value = 0.000000e+00 : f32, pattern = array<i64: 1, 64>}
// BIR: bir.CollectiveCompute {{.*}} {pipe_id = 0 : i64, recv_from_rank = 1 : i64, send_to_rank = 1 : i64}
// BIR: bir.CoreBarrier outs(%arg1{{.*}})
// BIR: bir.core 1 {

// A shuffle's last quadrant that is not whole has a mask of its own.
// DVE: dve.program @k({{.*}}) attributes {lnc = 2 : i64} {
// DVE: dve.core 0 {
// DVE: dve.bundle load_mask_select mask=[1,0,1,1,32,2,3,0,3,3
// DVE-NEXT: dve.bundle stream_shuffle dst=sbuf[p0+{{.*}} channels=32
// DVE-NEXT: dve.bundle load_mask_select mask=[1,0,1,1,32,2,3,0,32,32
// DVE-NEXT: dve.bundle stream_shuffle dst=sbuf[p32+{{.*}} channels=32
// DVE: dve.bundle tensor_reduce {{.*}} negated=true op=max op_dim=x
// DVE: dve.bundle reciprocal
// DVE: dve.bundle tensor_scalar {{.*}} op0=mult {{.*}}imm0=
// DVE: dve.core 1 {
// DVE-NEXT: bir.alloc {address = 0 : i64}
// DVE-NEXT: dve.bundle memset
// DVE-NEXT: bir.CollectiveCompute
nki.kernel @k(%x: !nki.hbm<4x64xf32>, %y: !nki.hbm<4x64xf32>, %z: !nki.hbm<64x64xf32>, %g: !nki.hbm<4x64xf32>, %s: !nki.hbm<40x64xf32>) attributes {lnc = 2 : i64} {
  %h = nki.alloc : !nki.hbm<4x64xf32>
  nki.core 0 {
    %b = nki.alloc : !nki.tile<4x64xf32, sbuf>
    %p = nki.alloc : !nki.tile<64x64xf32, psum>
    %o = nki.alloc : !nki.tile<64x64xf32, sbuf>
    %i = nki.alloc : !nki.tile<4x1xui32, sbuf>
    %c = nki.alloc : !nki.tile<4x1xf32, sbuf>
    %sum = nki.alloc : !nki.tile<4x1xf32, sbuf>
    %st = nki.alloc : !nki.tile<40x64xf32, sbuf>
    nki.dma_copy %b, %x : !nki.tile<4x64xf32, sbuf>, !nki.hbm<4x64xf32>
    nki.iota %i[[0, 1]] + 3 {channel_multiplier = -1 : i64} : !nki.tile<4x1xui32, sbuf>
    nki.dma_copy %g, %b, scatter %i : !nki.hbm<4x64xf32>, !nki.tile<4x64xf32, sbuf>, !nki.tile<4x1xui32, sbuf>
    nki.nc_matmul %p, %b, %b {tile_position = array<i64: 0, 0>, tile_size = array<i64: 128, 64>} : !nki.tile<64x64xf32, psum>, !nki.tile<4x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>
    nki.nc_matmul %p, %b, %b {tile_position = array<i64: 0, 0>, tile_size = array<i64: 128, 64>} : !nki.tile<64x64xf32, psum>, !nki.tile<4x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>
    nki.tensor_copy %o, %p : !nki.tile<64x64xf32, sbuf>, !nki.tile<64x64xf32, psum>
    nki.dma_copy %z, %o : !nki.hbm<64x64xf32>, !nki.tile<64x64xf32, sbuf>
    nki.memset %st {value = 2.0 : f32} : !nki.tile<40x64xf32, sbuf>
    %b1 = nki.view %b[[64, 1], [1, 64]] + 64 : !nki.tile<4x64xf32, sbuf> -> !nki.tile<1x64xf32, sbuf>
    %s1 = nki.view %st[[64, 8], [1, 64]] + 2048 : !nki.tile<40x64xf32, sbuf> -> !nki.tile<8x64xf32, sbuf>
    nki.nc_stream_shuffle %s1, %b {shuffle_mask = array<i64: 1, 1, 1, 1, 255, 2, 3, 0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3>} : !nki.tile<8x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>
    nki.nc_stream_shuffle %st, %st {shuffle_mask = array<i64: 1, 0, 1, 1, 255, 2, 3, 0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3>} : !nki.tile<40x64xf32, sbuf>, !nki.tile<40x64xf32, sbuf>
    nki.dma_copy %s, %st : !nki.hbm<40x64xf32>, !nki.tile<40x64xf32, sbuf>
    nki.tensor_reduce maximum %c, %b, axis = [1] {negate = true} : !nki.tile<4x1xf32, sbuf>, !nki.tile<4x64xf32, sbuf>
    nki.activation exp %b, %b, bias = %c, reduce_res = %sum {reduce_cmd = "reset_reduce", reduce_op = "add"} : !nki.tile<4x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>, !nki.tile<4x1xf32, sbuf>, !nki.tile<4x1xf32, sbuf>
    nki.reciprocal %sum, %sum : !nki.tile<4x1xf32, sbuf>, !nki.tile<4x1xf32, sbuf>
    nki.tensor_scalar %b, %b, multiply %sum : !nki.tile<4x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>, !nki.tile<4x1xf32, sbuf>
    nki.activation sigmoid %b, %b, bias = 1.0, scale = 2.0 : !nki.tile<4x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>
    nki.affine_select equal %b, %b, [[1, 64]] + -5, else 0.0 : !nki.tile<4x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>
    nki.sendrecv %b, %b {send_to_rank = 1 : i64, recv_from_rank = 1 : i64, pipe_id = 0 : i64} : !nki.tile<4x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>
    nki.core_barrier %y : !nki.hbm<4x64xf32>
  }
  nki.core 1 {
    %b = nki.alloc : !nki.tile<4x64xf32, sbuf>
    nki.memset %b {value = 7.0 : f32} : !nki.tile<4x64xf32, sbuf>
    nki.sendrecv %b, %b {send_to_rank = 0 : i64, recv_from_rank = 0 : i64, pipe_id = 0 : i64} : !nki.tile<4x64xf32, sbuf>, !nki.tile<4x64xf32, sbuf>
    nki.dma_copy %y, %b : !nki.hbm<4x64xf32>, !nki.tile<4x64xf32, sbuf>
    nki.core_barrier %y : !nki.hbm<4x64xf32>
  }
}
func.func @main(%x: tensor<4x64xf32>) -> (tensor<4x64xf32>, tensor<64x64xf32>, tensor<4x64xf32>, tensor<40x64xf32>) {
  %r:4 = nki.call @k(%x) : (tensor<4x64xf32>) -> (tensor<4x64xf32>, tensor<64x64xf32>, tensor<4x64xf32>, tensor<40x64xf32>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<4x64xf32>, tensor<64x64xf32>, tensor<4x64xf32>, tensor<40x64xf32>
}
