// §5.4: whole token tiles in one DMA, what remains in another; a cast is made there.
pattern router_store {
  op @ stage: router.store(%dst, %src: !nki.tile<$partitions x $tiles x $columns x _, sbuf>) {offset = $offset, tokens = $tokens}
  where option("stop-after") != "stages"
  let $whole = $tokens / $TILE
  let $rest = $tokens % $TILE
  let $row = $tiles * $columns
  =>
  if $whole > 0 {
    %tiled = nki.view(%src) {pattern = [$row, $partitions, $columns, $whole, 1, $columns], offset = 0}
    %to = nki.view(%dst) {pattern = [$columns, $partitions, $partitions * $columns, $whole, 1, $columns], offset = $offset * $columns}
    nki.dma_copy(%to, %tiled)
  }
  if $rest > 0 {
    %remainder = nki.view(%src) {pattern = [$row, $rest, 1, $columns], offset = $whole * $columns}
    %to = nki.view(%dst) {pattern = [$columns, $rest, 1, $columns], offset = ($offset + $whole * $TILE) * $columns}
    nki.dma_copy(%to, %remainder)
  }
  erase stage
}
