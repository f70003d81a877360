// RUN: neuron-opt %s --verify-roundtrip | neuron-opt --verify-roundtrip | FileCheck %s
// RUN: neuron-opt %s --expand-nki-kernels | FileCheck %s --check-prefix=NKI
// RUN: neuron-opt %s --expand-nki-kernels --nki-to-bir --bir-allocate --bir-to-dve --verify-roundtrip | FileCheck %s --check-prefix=DVE

// CHECK: nki.cascaded_max %{{.*}} {lnc = 2 : i64} : (tensor<3x20000xf32>) -> (tensor<3x1xf32>, tensor<3x1xui32>)
// CHECK: nki.topk_reduce %{{.*}}, tokens = 4, k = 2 {lnc = 2 : i64} : (tensor<16x66xbf16>) -> tensor<4x64xbf16>
func.func @main(%x: tensor<3x20000xf32>, %rows: tensor<16x66xbf16>) -> (tensor<3x1xf32>, tensor<3x1xui32>, tensor<4x64xbf16>) {
  %v, %i = nki.cascaded_max %x {lnc = 2 : i64} : (tensor<3x20000xf32>) -> (tensor<3x1xf32>, tensor<3x1xui32>)
  %s = nki.topk_reduce %rows, tokens = 4, k = 2 {lnc = 2 : i64} : (tensor<16x66xbf16>) -> tensor<4x64xbf16>
  return %v, %i, %s : tensor<3x1xf32>, tensor<3x1xui32>, tensor<4x64xbf16>
}

// The numbers of the tokens are the last two elements of each row, read as one integer.
// NKI: %[[WORDS:.*]] = hlo.slice %arg1 [0:16, 64:66] : (tensor<16x66xbf16>) -> tensor<16x2xbf16>
// NKI: %[[IDS:.*]] = hlo.bitcast_convert %[[WORDS]] : (tensor<16x2xbf16>) -> tensor<16xi32>
// NKI: nki.call @topk_reduce(%arg1, %[[IDS]])
// A maximum is a top-k, of which each core does some rows; one that is too long to be searched is folded over partitions.
// NKI-LABEL: nki.kernel @topk(
// NKI-SAME: attributes {lnc = 2 : i64}
// NKI: nki.core 0 {
// NKI: nki.view %arg0{{\[\[}}10000, 4], [1, 10000]] :
// NKI: nki.max8 %{{.*}} : !nki.tile<4x8xf32, sbuf>, !nki.tile<4x10008xf32, sbuf>
// NKI: nki.core 1 {
// NKI: nki.view %arg0{{\[\[}}10000, 2], [1, 10000]] + 40000 :
// NKI: nki.max8 %{{.*}} : !nki.tile<2x8xf32, sbuf>, !nki.tile<2x10008xf32, sbuf>
// Each core sums half of the columns: it gathers the first row of each token and adds the next.
// NKI-LABEL: nki.kernel @topk_reduce(
// NKI-SAME: attributes {lnc = 2 : i64}
// NKI: nki.core 0 {
// NKI: nki.nc_find_index8
// NKI: nki.dma_copy %[[SUM:.*]], %{{.*}}, gather %{{.*}} {row_elements = 66 : i64} : !nki.tile<4x32xbf16, sbuf>
// NKI: nki.dma_compute %[[SUM]], %{{.*}}, gather %{{.*}} {row_elements = 66 : i64}
// NKI: nki.core 1 {
// NKI: nki.view %arg0{{\[\[}}0, 4], [1, 32]] + 32

// DVE-LABEL: dve.program @topk(
// DVE: bir.Matmult {{.*}} {is_transpose = true}
// DVE: dve.bundle tensor_scalar {{.*}}:u8 src={{.*}} op0=is_lt
// DVE: bir.Gather
// DVE-LABEL: dve.program @topk_reduce(
// DVE: dve.core 0 {
// DVE: bir.DMACopy ins({{.*}}, vector_offset = {{.*}}) outs({{.*}}) {row_elements = 66 : i64}
// DVE: bir.DMACopy ins({{.*}}, vector_offset = {{.*}}) outs({{.*}}) {cce_op = "add", mode = "CCE", row_elements = 66 : i64}
