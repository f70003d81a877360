// §5.3: x is stationary, w is moving. Contraction tile j goes to column slot j % slots of the PE array, which sums it in
// PSUM partitions of its own; the bias joins slot 0, then the other slots that are in use, in ascending order.
pattern router_gemm {
  op @ stage: router.gemm(%logits: !nki.tile<_ x _ x $E x _, sbuf>, %x, %w: !nki.tile<_ x $tiles x _ x _, sbuf>, %bias?)
    {layout = $layout, offset = $offset, tokens = $tokens, column_width = $width}
  where option("stop-after") != "stages"
  let $slots = $TILE / $width
  =>
  for $start in 0..$tokens step $TILE {
    let $rows = min($TILE, $tokens - $start)
    %psum = nki.alloc() : !nki.tile<$TILE x $E x f32, psum>
    for $j in 0..$tiles {
      let $column = $j % $slots * $width
      let (%stationary) = x_tile(%x, $layout, $j, $offset + $start, $rows)
      let (%moving) = tile_rows(%w, $j, $TILE)
      let (%sum) = rows_of(%psum, $column, $rows)
      nki.nc_matmul(%sum, %stationary, %moving) {tile_position = [0, $column], tile_size = [$TILE, $width]}
    }
    let (%row) = tile_rows(%logits, $start / $TILE, $rows)
    let (%first) = rows_of(%psum, 0, $rows)
    if present(%bias) {
      let (%bias_rows) = rows_of(%bias, 0, $rows)
      nki.tensor_tensor(%row, %first, %bias_rows) {op = "add"}
    } else {
      nki.tensor_copy(%row, %first)
    }
    for $slot in 1..min($tiles, $slots) {
      let (%other) = rows_of(%psum, $slot * $width, $rows)
      nki.tensor_tensor(%row, %row, %other) {op = "add"}
    }
  }
  erase stage
}

// Contraction tile $j of tokens $first .. $first + $rows: [128, rows].
template x_tile(%x, $layout: Int, $j: Int, $first: Int, $rows: Int) -> (%tile) {
  let $shape = memory_shape(%x)
  let $row = $shape[1] * $shape[2]
  let $pattern = if $layout == 3 then [$row, $TILE, 1, $rows] else [$row, $TILE, $shape[2], $rows]
  let $offset = if $layout == 3 then $j * $shape[2] + $first else $first * $shape[2] + $j
  %tile = nki.view(%x) {pattern = $pattern, offset = $offset}
  yield %tile
}
