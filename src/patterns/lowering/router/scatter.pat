// §5.14: zeros to the rows of each token tile, then one element of each row to its position, for each rank.
pattern router_scatter {
  op @ stage: router.scatter(%dst: !nki.hbm<_ x $E x _>, %chosen: !nki.tile<$partitions x $tiles x $k x _, sbuf>, %indices, %zero) {offset = $offset}
  where option("stop-after") != "stages"
  =>
  for $tile in 0..$tiles {
    let $first = ($offset + $tile * $partitions) * $E
    %rows = nki.view(%dst) {pattern = [$E, $partitions, 1, $E], offset = $first}
    nki.dma_copy(%rows, %zero)
    // Flat positions, in f32: exact below 2^24.
    %start = nki.alloc() : !nki.tile<$partitions x 1 x f32, sbuf>
    nki.iota(%start) {pattern = [1, 1], offset = $first, channel_multiplier = $E}
    let (%index) = tile_rows(%indices, $tile, $partitions)
    %flat = nki.alloc() : !nki.tile<$partitions x $k x ui32, sbuf>
    nki.tensor_scalar(%flat, %index, %start) {op0 = "add"}
    %elements = nki.view(%dst) {pattern = [1, $partitions, 1, 1], offset = 0}
    for $rank in 0..$k {
      %position = nki.view(%flat) {pattern = [$k, $partitions, 1, 1], offset = $rank}
      %affinity = nki.view(%chosen) {pattern = [$tiles * $k, $partitions, 1, 1], offset = $tile * $k + $rank}
      nki.dma_copy(%elements, %affinity, %position) {indirect = "scatter", row_elements = 1}
    }
  }
  erase stage
}
