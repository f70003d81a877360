// The rotational method of nki.topk (spec nki_topk_kernels.md A7). A row is folded over $stages partitions, a chunk in
// each; tile row r has partitions r * $stages .. (r + 1) * $stages. In every stage each partition takes the $kept largest
// of its elements and gives them to the partition in front of it, the first to the last. After $stages stages each group
// of winners has met every chunk, and together they are the largest $stages * $kept of the row. How many stages there are
// is decided as the kernel does (src/dialects/nki/plan.rs).
//
// What differs from the kernel, so that every row without NaN has exactly the reference's result:
//
// * Pads and struck elements are not numbers: -inf where values are read, NaN where positions are searched, as in the
//   plain search. The kernel fills with -9948 and loses smaller elements to its pads.
// * Groups move through two exact transposes. The kernel multiplies by a permutation matrix, and 0 * -inf is NaN.
// * Of equal elements the one of the lower position is taken. Searches take the first of equal elements, so what a
//   partition receives stands in front of its chunk if it comes from lower positions (it was handed around), else behind it.
//   On each side elements that are equal arrive in the order of their positions: one that is in front of another
//   leaves every partition no later than the other, and in a group it stands in front of it.
// * The candidates are sorted by position, then by value.

template rotated_rows(%in, %out, %idx, $row: Int, $rows: Int, $n: Int, $k: Int, $stages: Int, $chunk: Int, $kept: Int) {
  let $p = $rows * $stages
  // Columns: received from lower positions, the chunk, received from higher positions.
  let $side = ($stages - 1) * $kept
  let $width = $side + $chunk + $side
  %w = nki.alloc() : !nki.tile<$p x $width x f32, sbuf>
  nki.memset(%w) {value = -inf}
  load_chunks(%in, %w, $row, $rows, $n, $stages, $chunk, $side, $width)
  %m = nki.alloc() : !nki.tile<$p x $width x f32, sbuf>
  nki.memset(%m) {value = nan}
  load_chunks(%in, %m, $row, $rows, $n, $stages, $chunk, $side, $width)

  // Where each column's element stands, counted through the chunks of all partitions, in f32: exact below 2^24. The
  // column at the end stands for what is not found: it is in front of nothing and behind nothing.
  let $columns = $width + 1
  %place = nki.alloc() : !nki.tile<$p x $columns x f32, sbuf>
  nki.memset(%place) {value = nan}
  %own = nki.view(%place) {pattern = [$columns, $p, 1, $chunk], offset = $side}
  nki.iota(%own) {pattern = [1, $chunk], channel_multiplier = $chunk}
  %start = nki.alloc() : !nki.tile<$p x 1 x f32, sbuf>
  nki.iota(%start) {pattern = [1, 1], channel_multiplier = $chunk}
  let (%identity) = identity_matrix()

  %value = nki.alloc() : !nki.tile<$p x $kept x f32, sbuf>
  %index = nki.alloc() : !nki.tile<$p x $kept x f32, sbuf>
  for $stage in 0..$stages {
    let $live = $side + $chunk + $stage * $kept
    %w_live = nki.view(%w) {pattern = [$width, $p, 1, $live], offset = 0}
    %m_live = nki.view(%m) {pattern = [$width, $p, 1, $live], offset = 0}
    %at = nki.alloc() : !nki.tile<$p x $kept x ui32, sbuf>
    let $last = $stage + 1 == $stages
    for $fold in 0..$kept step 8 {
      search_fold(%w_live, %m_live, %value, %at, $p, $kept, $fold, not $last or $fold + 8 < $kept, f32)
    }
    nki.tensor_scalar(%at, %at) {op0 = "minimum", imm0 = to_float($width)}
    nki.nc_n_gather(%index, %place, %at)
    if not $last {
      %came = nki.alloc() : !nki.tile<$p x $kept x f32, sbuf>
      rotate(%came, %value, %identity, $rows, $stages, $kept)
      %from = nki.alloc() : !nki.tile<$p x $kept x f32, sbuf>
      rotate(%from, %index, %identity, $rows, $stages, $kept)
      let $slot = $stage * $kept
      receive(%w, %m, %place, %came, %from, %start, "less", $p, $width, $slot, $kept)
      receive(%w, %m, %place, %came, %from, %start, "greater_equal", $p, $width, $side + $chunk + $slot, $kept)
    }
  }

  // The candidates of a row in one partition, in the order of their positions.
  let $all = $stages * $kept
  %candidates = nki.alloc() : !nki.tile<$rows x $all x f32, sbuf>
  nki.dma_copy(%candidates, %value)
  %positions = nki.alloc() : !nki.tile<$rows x $all x f32, sbuf>
  nki.dma_copy(%positions, %index)
  %order = nki.alloc() : !nki.tile<$rows x $all x ui32, sbuf>
  order_of_positions(%order, %positions, $rows, $all)
  %sorted = nki.alloc() : !nki.tile<$rows x $all x f32, sbuf>
  nki.nc_n_gather(%sorted, %candidates, %order)
  %sought = nki.alloc() : !nki.tile<$rows x $all x f32, sbuf>
  nki.tensor_copy(%sought, %sorted)
  %sources = nki.alloc() : !nki.tile<$rows x $all x f32, sbuf>
  nki.nc_n_gather(%sources, %positions, %order)
  // Positions in the row.
  %row_start = nki.alloc() : !nki.tile<$rows x 1 x f32, sbuf>
  nki.iota(%row_start) {pattern = [1, 1], channel_multiplier = $stages * $chunk}
  nki.tensor_scalar(%sources, %sources, %row_start) {op0 = "subtract"}

  for $column in 0..$k step $PIECE {
    let $taken = min($PIECE, $k - $column)
    let $padded = align_up($taken, 8)
    %v = nki.alloc() : !nki.tile<$rows x $padded x f32, sbuf>
    %found = nki.alloc() : !nki.tile<$rows x $padded x ui32, sbuf>
    for $fold in 0..$padded step 8 {
      search_fold(%sorted, %sought, %v, %found, $rows, $padded, $fold, $column + $fold + 8 < $k, f32)
    }
    // A NaN is found nowhere: its place is taken to be the last, so that there is an index to read.
    nki.tensor_scalar(%found, %found) {op0 = "minimum", imm0 = to_float($all - 1)}
    %source = nki.alloc() : !nki.tile<$rows x $padded x f32, sbuf>
    nki.nc_n_gather(%source, %sources, %found)
    store_piece(%v, %out, $row, $rows, $column, $taken, $padded, $k)
    store_piece(%source, %idx, $row, $rows, $column, $taken, $padded, $k)
  }
}

// Chunk f of tile row r goes to partition r * $stages + f, columns $side ..; what a row lacks to whole chunks stays as
// it is.
template load_chunks(%in, %tile, $row: Int, $rows: Int, $n: Int, $stages: Int, $chunk: Int, $side: Int, $width: Int) {
  if $n == $stages * $chunk {
    let $p = $rows * $stages
    %to = nki.view(%tile) {pattern = [$width, $p, 1, $chunk], offset = $side}
    %from = nki.view(%in) {pattern = [$chunk, $p, 1, $chunk], offset = $row * $n}
    nki.dma_copy(%to, %from)
  } else {
    let $full = $n / $chunk
    let $rest = $n % $chunk
    for $r in 0..$rows {
      let $first = $r * $stages
      let $source = ($row + $r) * $n
      %to = nki.view(%tile) {pattern = [$width, $full, 1, $chunk], offset = $first * $width + $side}
      %from = nki.view(%in) {pattern = [$chunk, $full, 1, $chunk], offset = $source}
      nki.dma_copy(%to, %from)
      if $rest > 0 {
        %last = nki.view(%tile) {pattern = [$width, 1, 1, $rest], offset = ($first + $full) * $width + $side}
        %end = nki.view(%in) {pattern = [$rest, 1, 1, $rest], offset = $source + $full * $chunk}
        nki.dma_copy(%last, %end)
      }
    }
  }
}

// Partitions of the array: the most columns of a transpose.
const $ARRAY = 128

template identity_matrix() -> (%identity) {
  %ones = nki.alloc() : !nki.tile<$ARRAY x $ARRAY x f32, sbuf>
  nki.memset(%ones) {value = 1.0}
  %identity = nki.alloc() : !nki.tile<$ARRAY x $ARRAY x f32, sbuf>
  nki.affine_select(%identity, %ones) {pattern = [1, $ARRAY], channel_multiplier = -1, cmp_op = "equal", on_false_value = 0.0}
  yield %identity
}

// Each partition of %to gets that of %from behind it in its row, the last one the first: transposed, partitions are
// columns, and these are shifted.
template rotate(%to, %from, %identity, $rows: Int, $stages: Int, $kept: Int) {
  let $p = $rows * $stages
  let $rest = $stages - 1
  for $column in 0..$kept step $ARRAY {
    let $columns = min($ARRAY, $kept - $column)
    %group = nki.view(%from) {pattern = [$kept, $p, 1, $columns], offset = $column}
    %by_p = nki.view(%identity) {pattern = [$ARRAY, $p, 1, $p], offset = 0}
    %turned = nki.alloc() : !nki.tile<$columns x $p x f32, psum>
    nki.nc_matmul(%turned, %group, %by_p) {is_transpose = true}
    %shifted = nki.alloc() : !nki.tile<$columns x $p x f32, sbuf>
    %front = nki.view(%shifted) {pattern = [$p, $columns, $stages, $rows, 1, $rest], offset = 0}
    %behind = nki.view(%turned) {pattern = [$p, $columns, $stages, $rows, 1, $rest], offset = 1}
    nki.tensor_copy(%front, %behind)
    %last = nki.view(%shifted) {pattern = [$p, $columns, $stages, $rows, 1, 1], offset = $rest}
    %first = nki.view(%turned) {pattern = [$p, $columns, $stages, $rows, 1, 1], offset = 0}
    nki.tensor_copy(%last, %first)
    %by_columns = nki.view(%identity) {pattern = [$ARRAY, $columns, 1, $columns], offset = 0}
    %back = nki.alloc() : !nki.tile<$p x $columns x f32, psum>
    nki.nc_matmul(%back, %shifted, %by_columns) {is_transpose = true}
    %dst = nki.view(%to) {pattern = [$kept, $p, 1, $columns], offset = $column}
    nki.tensor_copy(%dst, %back)
  }
}

// Of what came, the elements that stand in front of the partition's chunk ("less"), or behind it, to columns $at ..
template receive(%w, %m, %place, %came, %from, %start, $side: Str, $p: Int, $width: Int, $at: Int, $kept: Int) {
  %here = nki.alloc() : !nki.tile<$p x $kept x ui8, sbuf>
  nki.tensor_scalar(%here, %from, %start) {op0 = $side}
  %w_part = nki.view(%w) {pattern = [$width, $p, 1, $kept], offset = $at}
  nki.tensor_copy_predicated(%w_part, %came, %here)
  %m_part = nki.view(%m) {pattern = [$width, $p, 1, $kept], offset = $at}
  nki.tensor_copy_predicated(%m_part, %came, %here)
  %place_part = nki.view(%place) {pattern = [$width + 1, $p, 1, $kept], offset = $at}
  nki.tensor_copy(%place_part, %from)
}

// Where the columns of %positions stand in ascending order; those without position (NaN) are last. A sort by negated
// positions, which are distinct; pads are smaller than all of them, struck ones smaller still.
template order_of_positions(%order, %positions, $rows: Int, $all: Int) {
  %key = nki.alloc() : !nki.tile<$rows x $all x f32, sbuf>
  nki.memset(%key) {value = -16777216.0}
  %known = nki.alloc() : !nki.tile<$rows x $all x ui8, sbuf>
  nki.tensor_scalar(%known, %positions) {op0 = "greater_equal", imm0 = 0.0}
  %negated = nki.alloc() : !nki.tile<$rows x $all x f32, sbuf>
  nki.tensor_scalar(%negated, %positions) {op0 = "multiply", imm0 = -1.0}
  nki.tensor_copy_predicated(%key, %negated, %known)
  for $fold in 0..$all step 8 {
    %key8 = nki.alloc() : !nki.tile<$rows x 8 x f32, sbuf>
    nki.max8(%key8, %key)
    %order8 = nki.view(%order) {pattern = [$all, $rows, 1, 8], offset = $fold}
    nki.nc_find_index8(%order8, %key, %key8)
    if $fold + 8 < $all {
      nki.nc_match_replace8(%key, %key, %key8) {imm = -inf}
    }
  }
}
