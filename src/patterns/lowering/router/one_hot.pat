// §5.13: a mask of the chosen experts times the affinities of all. A product with 0 lets NaN and infinities through.
pattern router_one_hot {
  op @ stage: router.one_hot(%dst: !nki.tile<$partitions x _ x $E x _, sbuf>, %src, %index: !nki.tile<_ x _ x $k x _, sbuf>, %scale, %negmax?) {tokens = $tokens}
  where option("stop-after") != "stages"
  =>
  for $start in 0..$tokens step $TILE {
    let $rows = min($TILE, $tokens - $start)
    let $tile = $start / $TILE
    let (%all) = tile_rows(%src, $tile, $rows)
    let (%scales) = tile_rows(%scale, $tile, $rows)
    // After ACT2 the gate of all experts, with the maximum and the sum of the chosen ones.
    let (%gated) = if present(%negmax) {
      let (%maxima) = tile_rows(%negmax, $tile, $rows)
      %exp = nki.alloc() : !nki.tile<$rows x $E x f32, sbuf>
      nki.activation(%exp, %all, bias = %maxima) {op = "exp"}
      yield %exp
    } else {
      yield %all
    }
    nki.tensor_scalar(%gated, %gated, %scales) {op0 = "multiply"}
    %mask = nki.alloc() : !nki.tile<$rows x $E x f32, sbuf>
    nki.memset(%mask) {value = 0.0, engine = "gpsimd"}
    %experts = nki.alloc() : !nki.tile<$partitions x $E x ui32, sbuf>
    nki.iota(%experts) {pattern = [1, $E]}
    let (%expert_rows) = rows_of(%experts, 0, $rows)
    %equal = nki.alloc() : !nki.tile<$rows x $E x f32, sbuf>
    let $columns = memory_shape(%index)
    for $rank in 0..$k {
      %expert = nki.view(%index) {pattern = [$columns[1] * $k, $rows, 1, 1], offset = $tile * $k + $rank}
      nki.tensor_scalar(%equal, %expert_rows, %expert) {op0 = "equal"}
      nki.tensor_tensor(%mask, %mask, %equal) {op = "add"}
    }
    let (%to) = tile_rows(%dst, $tile, $rows)
    nki.tensor_tensor(%to, %mask, %gated) {op = "multiply"}
  }
  erase stage
}
