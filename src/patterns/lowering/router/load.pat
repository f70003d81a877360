// §5.1: x and w, one DMA each. The layout says which row of H stands in partition p, contraction tile j:
// 0: p * H/128 + j;  1: the same in each half of H;  2 and 3: j * 128 + p.

// x [T, H] to [128, T, H/128].
pattern router_load_x {
  op @ stage: router.load_x(%dst: !nki.tile<_ x $T x $tiles x _, sbuf>, %x) {layout = $layout}
  where option("stop-after") != "stages" and $layout < 3
  let $H = $TILE * $tiles
  let $half = $tiles / 2
  let $patterns = [
    [$tiles, $TILE, $H, $T, 1, $tiles],
    [$half, $TILE, $H, $T, $H / 2, 2, 1, $half],
    [1, $TILE, $H, $T, $TILE, $tiles],
  ]
  =>
  %source = nki.view(%x) {pattern = $patterns[$layout], offset = 0}
  nki.dma_copy(%dst, %source)
  erase stage
}

// x [H, T] to [128, H/128, T].
pattern router_load_x_hidden_major {
  op @ stage: router.load_x(%dst: !nki.tile<_ x $tiles x $T x _, sbuf>, %x) {layout = 3}
  where option("stop-after") != "stages"
  =>
  %source = nki.view(%x) {pattern = [$T, $TILE, $TILE * $T, $tiles, 1, $T], offset = 0}
  nki.dma_copy(%dst, %source)
  erase stage
}

// w [H, E] to [128, H/128, E].
pattern router_load_w {
  op @ stage: router.load_w(%dst: !nki.tile<_ x $tiles x $E x _, sbuf>, %w) {layout = $layout}
  where option("stop-after") != "stages"
  let $half = $tiles / 2
  let $by_tiles = [$E, $TILE, $TILE * $E, $tiles, 1, $E]
  let $patterns = [
    [$tiles * $E, $TILE, $E, $tiles, 1, $E],
    [$half * $E, $TILE, $TILE * $half * $E, 2, $E, $half, 1, $E],
    $by_tiles,
    $by_tiles,
  ]
  =>
  %source = nki.view(%w) {pattern = $patterns[$layout], offset = 0}
  nki.dma_copy(%dst, %source)
  erase stage
}
