// §5.8: values descending, of equal ones the lowest index first.
pattern router_ranking {
  op @ stage: router.topk(%values: !nki.tile<_ x _ x $k x _, sbuf>, %indices, %mirror, %src) {tokens = $tokens}
  where option("stop-after") != "stages"
  =>
  for $start in 0..$tokens step $TILE {
    let $rows = min($TILE, $tokens - $start)
    let $tile = $start / $TILE
    let (%ranked) = tile_rows(%src, $tile, $rows)
    %top8 = nki.alloc() : !nki.tile<$rows x 8 x f32, sbuf>
    nki.max8(%top8, %ranked)
    %found8 = nki.alloc() : !nki.tile<$rows x 8 x ui32, sbuf>
    nki.nc_find_index8(%found8, %ranked, %top8)
    %top = nki.view(%top8) {pattern = [8, $rows, 1, $k], offset = 0}
    %found = nki.view(%found8) {pattern = [8, $rows, 1, $k], offset = 0}
    let (%value) = tile_rows(%values, $tile, $rows)
    nki.tensor_copy(%value, %top)
    let (%index) = tile_rows(%indices, $tile, $rows)
    nki.tensor_copy(%index, %found)
    let (%float) = tile_rows(%mirror, $tile, $rows)
    nki.tensor_copy(%float, %index)
  }
  erase stage
}
