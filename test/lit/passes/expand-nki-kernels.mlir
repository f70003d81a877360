// RUN: neuron-opt %s --expand-nki-kernels --split-input-file | FileCheck %s

// Equal kernels are shared, others get a name of their own; the host calls them.
// CHECK-LABEL: func.func @main
// CHECK: nki.call @topk(%{{.*}}) {my.note = 1 : i32} : (tensor<2x12xf32>) -> (tensor<2x9xf32>, tensor<2x9xui32>)
// CHECK: nki.call @topk(%{{.*}})
// CHECK: nki.call @topk_0(%{{.*}}) : (tensor<2x14xf32>)
// CHECK: nki.kernel @topk(%[[IN:.*]]: !nki.hbm<2x12xf32>, %[[OUT:.*]]: !nki.hbm<2x9xf32>, %[[IDX:.*]]: !nki.hbm<2x9xui32>)
// Two working tiles; the second is the one that positions are searched in.
// CHECK-DAG: %[[W:.*]] = nki.alloc : !nki.tile<2x12xf32, sbuf>
// CHECK-DAG: %[[M:.*]] = nki.alloc : !nki.tile<2x12xf32, sbuf>
// CHECK: nki.dma_copy
// CHECK: nki.tensor_copy
// CHECK: nki.max8 %[[V0:.*]], %{{.*}} : !nki.tile<2x8xf32, sbuf>, !nki.tile<2x12xf32, sbuf>
// CHECK-NEXT: nki.nc_find_index8 %{{.*}}, %[[T:.*]], %[[V0]] :
// CHECK-NEXT: nki.nc_match_replace8 %[[U:.*]], %[[U]], %[[V0]], imm = -inf
// CHECK-NEXT: nki.nc_match_replace8 %[[T]], %[[T]], %[[V0]], imm = nan
// The second fold is the last: nothing is struck.
// CHECK: nki.max8 %[[V1:.*]], %[[U]]
// CHECK-NEXT: nki.nc_find_index8 %{{.*}}, %[[T]], %[[V1]]
// CHECK-NOT: nki.nc_match_replace8
// The ragged fold's last columns stay behind.
// CHECK: nki.view %{{.*}}{{\[\[}}16, 2], [1, 9]]
// CHECK: nki.dma_copy %{{.*}} : !nki.hbm<2x9xf32>, !nki.tile<2x9xf32, sbuf>
// CHECK: nki.dma_copy %{{.*}} : !nki.hbm<2x9xui32>, !nki.tile<2x9xui32, sbuf>
// CHECK: nki.kernel @topk_0
func.func @main(%x: tensor<2x12xf32>, %y: tensor<2x12xf32>, %z: tensor<2x14xf32>) -> (tensor<2x9xf32>, tensor<2x9xf32>, tensor<2x9xf32>) {
  %0:2 = nki.topk %x, k = 9 {my.note = 1 : i32} : (tensor<2x12xf32>) -> (tensor<2x9xf32>, tensor<2x9xui32>)
  %1:2 = nki.topk %y, k = 9 : (tensor<2x12xf32>) -> (tensor<2x9xf32>, tensor<2x9xui32>)
  %2:2 = nki.topk %z, k = 9 : (tensor<2x14xf32>) -> (tensor<2x9xf32>, tensor<2x9xui32>)
  return %0#0, %1#0, %2#0 : tensor<2x9xf32>, tensor<2x9xf32>, tensor<2x9xf32>
}

// -----

// Leading dimensions are rows; 128 of them at a time go to the partitions.
// CHECK: nki.kernel @topk
// CHECK: nki.dma_copy %{{.*}} : !nki.tile<128x16xbf16, sbuf>, !nki.hbm<128x16xbf16>
// CHECK: nki.view %arg0{{\[\[}}16, 2], [1, 16]] + 2048 : !nki.hbm<2x65x16xbf16>
// CHECK: nki.dma_copy %{{.*}} : !nki.tile<2x16xbf16, sbuf>, !nki.hbm<2x16xbf16>
func.func @main(%x: tensor<2x65x16xbf16>) -> tensor<2x65x8xbf16> {
  %0:2 = nki.topk %x, k = 8 : (tensor<2x65x16xbf16>) -> (tensor<2x65x8xbf16>, tensor<2x65x8xui32>)
  return %0#0 : tensor<2x65x8xbf16>
}

// -----

// A row shorter than 8 is padded: the pads are struck from the start.
// CHECK: nki.kernel @topk
// CHECK: nki.alloc : !nki.tile<1x8xf32, sbuf>
// CHECK: nki.memset %{{.*}} {value = 0xFF800000 : f32} : !nki.tile<1x3xf32, sbuf>
// CHECK: nki.memset %{{.*}} {value = 0x7FC00000 : f32} : !nki.tile<1x3xf32, sbuf>
func.func @main(%x: tensor<5xf32>) -> tensor<2xf32> {
  %0:2 = nki.topk %x, k = 2 : (tensor<5xf32>) -> (tensor<2xf32>, tensor<2xui32>)
  return %0#0 : tensor<2xf32>
}
