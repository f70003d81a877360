// §5.9 and §5.13: two cores that share the tokens give each other their rows, so that each has all of them in SBUF.

// At most 128 tokens: rows in partitions. Buffers hold the larger half; rows at lower partitions are written first.
pattern router_exchange {
  op @ stage: router.exchange(%dst: !nki.tile<$T x $columns x $X, sbuf>, %own) {core = $core, offset = $offset, tokens = $tokens}
  where option("stop-after") != "stages"
  let $others = $T - $tokens
  let $larger = max($tokens, $others)
  =>
  %send = nki.alloc() : !nki.tile<$larger x $columns x $X, sbuf>
  %receive = nki.alloc() : !nki.tile<$larger x $columns x $X, sbuf>
  let (%send_rows) = rows_of(%send, 0, $tokens)
  let (%own_rows) = tile_rows(%own, 0, $tokens)
  nki.tensor_copy(%send_rows, %own_rows)
  nki.sendrecv(%receive, %send) {send_to_rank = 1 - $core, recv_from_rank = 1 - $core, pipe_id = 0}
  if $offset == 0 {
    copy_across_partitions(%dst, %send, 0, $tokens, $X)
    copy_across_partitions(%dst, %receive, $tokens, $others, $X)
  } else {
    copy_across_partitions(%dst, %receive, 0, $others, $X)
    copy_across_partitions(%dst, %send, $others, $tokens, $X)
  }
  erase stage
}

// Whole token tiles: a core's tiles stand in columns of their own.
pattern router_exchange_tiles {
  op @ stage: router.exchange_tiles(%dst: !nki.tile<$partitions x $all x $columns x _, sbuf>, %own: !nki.tile<_ x $tiles x _ x _, sbuf>) {core = $core}
  where option("stop-after") != "stages"
  let $row = $all * $columns
  let $block = $tiles * $columns
  =>
  %mine = nki.view(%dst) {pattern = [$row, $partitions, $columns, $tiles, 1, $columns], offset = $core * $block}
  nki.tensor_copy(%mine, %own)
  %other = nki.view(%dst) {pattern = [$row, $partitions, $columns, $tiles, 1, $columns], offset = (1 - $core) * $block}
  nki.sendrecv(%other, %mine) {send_to_rank = 1 - $core, recv_from_rank = 1 - $core, pipe_id = 0}
  erase stage
}

// §6, cross_partition_copy: rows 0 .. $rows of %src to partitions $start ... of %dst. An instruction starts at a quadrant
// only: rows that do not are shuffled into place in a quadrant of their own, behind the rows of %dst that stand there.
template copy_across_partitions(%dst, %src, $start: Int, $rows: Int, $X: Type) {
  if $start % (2 * $QUADRANT) == 0 or $start % $QUADRANT == 0 and $rows <= $QUADRANT {
    let (%from) = rows_of(%src, 0, $rows)
    let (%to) = rows_of(%dst, $start, $rows)
    nki.tensor_copy(%to, %from)
  } else {
    for $quadrant in $start / $QUADRANT * $QUADRANT..$start + $rows step $QUADRANT {
      let $above = max($start - $quadrant, 0)
      let $first = $quadrant + $above - $start
      let $count = min($QUADRANT - $above, $rows - $first)
      shuffle_into_quadrant(%dst, %src, $quadrant, $above, $first, $count, $rows, $X)
    }
  }
}

// Rows $first .. $first + $count of %src, behind the first $above rows of the quadrant of %dst.
template shuffle_into_quadrant(%dst, %src, $quadrant: Int, $above: Int, $first: Int, $count: Int, $rows: Int, $X: Type) {
  let $columns = memory_shape(%dst)[1]
  %temp = nki.alloc() : !nki.tile<$QUADRANT x $columns x $X, sbuf>
  if is_float($X) {
    nki.memset(%temp) {value = 0.0}
  } else {
    nki.memset(%temp) {value = 0}
  }
  if $above > 0 {
    let (%old) = rows_of(%dst, $quadrant, $above)
    let (%kept) = rows_of(%temp, 0, $above)
    nki.tensor_copy(%kept, %old)
  }
  // Once for each quadrant of %src that the rows stand in; 255 leaves a row as it is.
  for $from in $first / $QUADRANT..ceildiv($first + $count, $QUADRANT) {
    let (%source) = rows_of(%src, $from * $QUADRANT, min($QUADRANT, $rows - $from * $QUADRANT))
    let $row = $first - $above
    nki.nc_stream_shuffle(%temp, %source) {shuffle_mask =
      [if $i >= $above and $i < $above + $count and ($row + $i) / $QUADRANT == $from then ($row + $i) % $QUADRANT else 255 for $i in 0..$QUADRANT]}
  }
  let (%moved) = rows_of(%temp, 0, $above + $count)
  let (%to) = rows_of(%dst, $quadrant, $above + $count)
  nki.tensor_copy(%to, %moved)
}
