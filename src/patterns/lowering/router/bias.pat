// §5.2: the bias as f32 in every partition.

const $QUADRANT = 32

// The Tensor engine multiplies it by ones, which is exact.
pattern router_bias_by_matmul {
  op @ stage: router.load_bias(%dst: !nki.tile<$rows x $E x _, sbuf>, %bias) {method = "pe"}
  where option("stop-after") != "stages"
  =>
  %row = nki.alloc() : !nki.tile<1 x $E x f32, sbuf>
  nki.dma_copy(%row, %bias)
  %ones = nki.alloc() : !nki.tile<1 x $rows x f32, sbuf>
  nki.memset(%ones) {value = 1.0, engine = "gpsimd"}
  %psum = nki.alloc() : !nki.tile<$rows x $E x f32, psum>
  nki.nc_matmul(%psum, %ones, %row) {is_stationary_onezero = true}
  nki.tensor_copy(%dst, %psum) {engine = "scalar"}
  erase stage
}

// Each quadrant of the destination gets partition 0.
pattern router_bias_by_shuffle {
  op @ stage: router.load_bias(%dst: !nki.tile<$rows x $E x _, sbuf>, %bias) {method = "shuffle"}
  where option("stop-after") != "stages"
  =>
  %row = nki.alloc() : !nki.tile<1 x $E x f32, sbuf>
  nki.dma_copy(%row, %bias)
  for $start in 0..$rows step $QUADRANT {
    let (%quadrant) = rows_of(%dst, $start, min($QUADRANT, $rows - $start))
    nki.nc_stream_shuffle(%quadrant, %row) {shuffle_mask = [0 for $_i in 0..$QUADRANT]}
  }
  erase stage
}
