// RUN: neuron-opt %s --nki-to-bir --cost | FileCheck %s --check-prefixes=CHECK,BIR
// RUN: neuron-opt %s --nki-to-bir --bir-allocate --bir-to-dve --cost -o %t.mlir | FileCheck %s --check-prefixes=CHECK,BUNDLE
// RUN: FileCheck %s --check-prefix=MODULE < %t.mlir
// RUN: neuron-opt %s --cost | FileCheck %s --check-prefix=NKI

// NKI: @search (nki, trn2)
// NKI-NEXT: no instructions yet: run nki-to-bir

// CHECK-LABEL: @search
// CHECK: DMA DMACopy 3 3979 sim 1300 + {{.*}} (the compiler's simulator, cost.md §1)
// BIR: DVE Max 1 100 cycles N (NKI documentation, cost.md §4)
// BIR-NEXT: DVE MaxIndex 1 not documented
// BIR-NEXT: DVE: 100 cycles, besides 1 of undocumented cost
// BUNDLE: DVE max8 1 100 cycles N (NKI documentation, cost.md §4)
// BUNDLE-NEXT: DVE match_value_load 1 not documented
// BUNDLE-NEXT: DVE find_index8 1 not documented
// BUNDLE-NEXT: DVE: 100 cycles, besides 2 of undocumented cost
// CHECK-NEXT: DMA: 25600 bytes read from HBM, 4096 written to it
// BIR-NEXT: SBUF peak: no addresses yet: run bir-allocate
// BUNDLE-NEXT: SBUF peak: 544 of 212984 bytes per partition
// BUNDLE-NEXT: PSUM peak: 0 of 16384 bytes per partition

// MODULE: dve.program @search
nki.kernel @search(%x: !nki.hbm<64x100xf32>, %v: !nki.hbm<64x8xf32>, %i: !nki.hbm<64x8xui32>) {
  %data = nki.alloc : !nki.tile<64x100xf32, sbuf>
  nki.dma_copy %data, %x : !nki.tile<64x100xf32, sbuf>, !nki.hbm<64x100xf32>
  %max = nki.alloc : !nki.tile<64x8xf32, sbuf>
  nki.max8 %max, %data : !nki.tile<64x8xf32, sbuf>, !nki.tile<64x100xf32, sbuf>
  %index = nki.alloc : !nki.tile<64x8xui32, sbuf>
  nki.nc_find_index8 %index, %data, %max : !nki.tile<64x8xui32, sbuf>, !nki.tile<64x100xf32, sbuf>, !nki.tile<64x8xf32, sbuf>
  nki.dma_copy %v, %max : !nki.hbm<64x8xf32>, !nki.tile<64x8xf32, sbuf>
  nki.dma_copy %i, %index : !nki.hbm<64x8xui32>, !nki.tile<64x8xui32, sbuf>
}
