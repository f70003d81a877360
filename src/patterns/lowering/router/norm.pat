// §5.12: the chosen affinities times the reciprocal of their sum, without an epsilon.
pattern router_norm {
  op @ stage: router.norm(%dst, %scale, %src) {tokens = $tokens}
  where option("stop-after") != "stages"
  =>
  for $start in 0..$tokens step $TILE {
    let $rows = min($TILE, $tokens - $start)
    let (%to) = tile_rows(%dst, $start / $TILE, $rows)
    let (%scales) = tile_rows(%scale, $start / $TILE, $rows)
    let (%from) = tile_rows(%src, $start / $TILE, $rows)
    nki.tensor_reduce(%scales, %from) {op = "add", axis = [1]}
    nki.reciprocal(%scales, %scales)
    nki.tensor_scalar(%to, %from, %scales) {op0 = "multiply"}
  }
  erase stage
}
