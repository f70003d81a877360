// The kernel of nki.topk. Leading dimensions fold into rows, rows go to partitions in tiles; each pass of the search
// instructions gives 8 of the k columns.

enum topk_form { split, fused }

const $P = 128
// Tens of thousands of tiles, which hold more than a core's HBM.
const $MAX_ROWS = 8388608
// Columns of a result piece: results leave SBUF piece by piece, so that k and n up to 16384 fit every target.
const $PIECE = 512

pattern expand_topk_split {
  op @ root: %values: $V, %indices: $I = nki.topk(%x: tensor<*$lead x $n x $T>) {k = $k, lnc = $lnc}
  where option("topk-form") == "split"
  let $rows = product($lead)
    else error "{type(%x)} has more rows than 64 bits count" at %x
  where $rows <= $MAX_ROWS
    else error "a kernel is unrolled, {$P} rows at a time, for at most {$MAX_ROWS} rows, not for {$rows}" at %x
      help "split the rows between several calls"
  // A single row is not shared.
  let $cores = if $rows == 1 then 1 else $lnc
  let $share = ceildiv($rows, $cores)
  let $longest = topk_longest_row($k)
  let $plan = topk_plan($share, $n, $k)
    else error [NEURON_TOPK_ROW] "rows of {$n} elements are longer than the {$longest} that the target can rank" at %x
      help "split the rows, or take the top-k of pieces first"
  =>
  let $kernel = outline "topk" as nki.kernel {lnc = $cores} (%in: hbm_type(type(%x)), %out: hbm_type($V), %idx: hbm_type($I)) {
    if $cores == 1 {
      topk_rows(%in, %out, %idx, 0, $rows, $n, $k, $T, $plan[0], $plan[1], $plan[2], $plan[3])
    } else {
      for $core in 0..$cores {
        nki.core() {id = $core} {
          ^()
          topk_rows(%in, %out, %idx, $core * $share, min($share, $rows - $core * $share), $n, $k, $T, $plan[0], $plan[1], $plan[2], $plan[3])
        }
      }
    }
  }
  %v, %i = nki.call([%x]) {callee = $kernel} : $V, $I keeping attributes of root
  replace %values, %indices with %v, %i
  example (%x: tensor<3x20xf32>) -> tensor<3x9xf32>, tensor<3x9xui32> {
    %v, %i = nki.topk %x, k = 9 : (tensor<3x20xf32>) -> (tensor<3x9xf32>, tensor<3x9xui32>)
    return %v, %i : tensor<3x9xf32>, tensor<3x9xui32>
  } => same
  example (%x: tensor<3x5xbf16>) -> tensor<3x3xbf16>, tensor<3x3xui32> {
    %v, %i = nki.topk %x, k = 3 : (tensor<3x5xbf16>) -> (tensor<3x3xbf16>, tensor<3x3xui32>)
    return %v, %i : tensor<3x3xbf16>, tensor<3x3xui32>
  } => same
  example (%x: tensor<5x64xf32>) -> tensor<5x20xf32>, tensor<5x20xui32> {
    %v, %i = nki.topk %x, k = 20 {lnc = 2 : i64} : (tensor<5x64xf32>) -> (tensor<5x20xf32>, tensor<5x20xui32>)
    return %v, %i : tensor<5x20xf32>, tensor<5x20xui32>
  } => same
  example (%x: tensor<2x65x16xf16>) -> tensor<2x65x8xf16>, tensor<2x65x8xui32> {
    %v, %i = nki.topk %x, k = 8 : (tensor<2x65x16xf16>) -> (tensor<2x65x8xf16>, tensor<2x65x8xui32>)
    return %v, %i : tensor<2x65x8xf16>, tensor<2x65x8xui32>
  } => same
}

// Rows $first .. $first + $count, in tiles; with one stage a row is searched as it is, else by rotation
// (expand_topk_rotation.pat).
template topk_rows(%in, %out, %idx, $first: Int, $count: Int, $n: Int, $k: Int, $T: Type, $tile: Int, $stages: Int, $chunk: Int, $kept: Int) {
  for $start in 0..$count step $tile {
    let $rows = min($tile, $count - $start)
    if $stages == 1 {
      split_rows(%in, %out, %idx, $first + $start, $rows, $n, $k, $T)
    } else {
      rotated_rows(%in, %out, %idx, $first + $start, $rows, $n, $k, $stages, $chunk, $kept)
    }
  }
}

// Two working tiles, because striking with -inf alone would select struck elements again when -inf is genuine: %w is
// read by max8 and struck with -inf, %m is read by the index search and struck with NaN, which never matches. Both
// start out with the row; columns that a row shorter than 8 lacks are struck from the start. Keys that are not found
// are pads: they come after every genuine element, past column k.
template split_rows(%in, %out, %idx, $row: Int, $rows: Int, $n: Int, $k: Int, $T: Type) {
  let $width = max($n, 8)
  %w = nki.alloc() : !nki.tile<$rows x $width x $T, sbuf>
  %m = nki.alloc() : !nki.tile<$rows x $width x $T, sbuf>
  %source = nki.view(%in) {pattern = [$n, $rows, 1, $n], offset = $row * $n} : !nki.hbm<$rows x $n x $T>
  %w_row = nki.view(%w) {pattern = [$width, $rows, 1, $n], offset = 0} : !nki.tile<$rows x $n x $T, sbuf>
  nki.dma_copy(%w_row, %source)
  if $n < 8 {
    let $pad = 8 - $n
    %w_pad = nki.view(%w) {pattern = [8, $rows, 1, $pad], offset = $n} : !nki.tile<$rows x $pad x $T, sbuf>
    nki.memset(%w_pad) {value = -inf}
    %m_pad = nki.view(%m) {pattern = [8, $rows, 1, $pad], offset = $n} : !nki.tile<$rows x $pad x $T, sbuf>
    nki.memset(%m_pad) {value = nan}
  }
  %m_row = nki.view(%m) {pattern = [$width, $rows, 1, $n], offset = 0} : !nki.tile<$rows x $n x $T, sbuf>
  nki.tensor_copy(%m_row, %w_row)
  for $column in 0..$k step $PIECE {
    let $columns = min($PIECE, $k - $column)
    let $padded = align_up($columns, 8)
    %v = nki.alloc() : !nki.tile<$rows x $padded x $T, sbuf>
    %i = nki.alloc() : !nki.tile<$rows x $padded x ui32, sbuf>
    for $fold in 0..$padded step 8 {
      search_fold(%w, %m, %v, %i, $rows, $padded, $fold, $column + $fold + 8 < $k, $T)
    }
    store_piece(%v, %out, $row, $rows, $column, $columns, $padded, $k)
    store_piece(%i, %idx, $row, $rows, $column, $columns, $padded, $k)
  }
}

// One pass: the next 8 values of each partition and their positions, columns $fold.. of %v and %i.
template search_fold(%w, %m, %v, %i, $rows: Int, $columns: Int, $fold: Int, $strike: Bool, $T: Type) {
  %v8 = nki.view(%v) {pattern = [$columns, $rows, 1, 8], offset = $fold} : !nki.tile<$rows x 8 x $T, sbuf>
  %i8 = nki.view(%i) {pattern = [$columns, $rows, 1, 8], offset = $fold} : !nki.tile<$rows x 8 x ui32, sbuf>
  nki.max8(%v8, %w)
  nki.nc_find_index8(%i8, %m, %v8)
  if $strike {
    nki.nc_match_replace8(%w, %w, %v8) {imm = -inf}
    nki.nc_match_replace8(%m, %m, %v8) {imm = nan}
  }
}

// A piece of the results, which may be in f32 until here.
template store_piece(%tile, %hbm, $row: Int, $rows: Int, $column: Int, $columns: Int, $padded: Int, $k: Int) {
  %from = nki.view(%tile) {pattern = [$padded, $rows, 1, $columns], offset = 0}
  %to = nki.view(%hbm) {pattern = [$k, $rows, 1, $columns], offset = $row * $k + $column}
  nki.dma_copy(%to, %from)
}

// The kernel as it is shipped (spec nki_topk_kernels.md A6): one working tile, struck with -inf, and the instruction
// that gives positions as it strikes. Among equal values its order within a full group of 8 descends, and genuine
// -inf elements are not told from struck ones.
pattern expand_topk_fused {
  op @ root: %values: $V, %indices: $I = nki.topk(%x: tensor<*$lead x $n x $T>) {k = $k}
  where option("topk-form") == "fused"
  where limit("fused_match_replace") == 1
    else error "topk-form=fused needs MaxIndexAndMatchReplace (instruction 91), which {target()} does not have" at root
      help "use topk-form=split"
  let $longest = limit("search_max")
  where $n <= $longest
    else error "topk-form=fused searches rows of at most {$longest} elements, not {$n}" at %x
      help "use topk-form=split, which rotates longer rows over partitions"
  let $rows = product($lead)
    else error "{type(%x)} has more rows than 64 bits count" at %x
  where $rows <= $MAX_ROWS
    else error "a kernel is unrolled, {$P} rows at a time, for at most {$MAX_ROWS} rows, not for {$rows}" at %x
      help "split the rows between several calls"
  when true
    warning "topk-form=fused: among equal values the order of positions is the shipped kernel's, not lowest first" at root
  =>
  let $kernel = outline "topk_fused" as nki.kernel (%in: hbm_type(type(%x)), %out: hbm_type($V), %idx: hbm_type($I)) {
    for $row in 0..$rows step $P {
      fused_rows(%in, %out, %idx, $row, min($P, $rows - $row), $n, $k, $T)
    }
  }
  %v, %i = nki.call([%x]) {callee = $kernel} : $V, $I keeping attributes of root
  replace %values, %indices with %v, %i
  example module {
    module attributes {neuron.target = "trn1"} {
      func.func @main(%x: tensor<3x16xf32>) -> tensor<3x8xf32> {
        %v, %i = nki.topk %x, k = 8 : (tensor<3x16xf32>) -> (tensor<3x8xf32>, tensor<3x8xui32>)
        return %v : tensor<3x8xf32>
      }
    }
  } => error "which trn1 does not have"
  // Values only: they are the split form's; positions of equal values are not. With a row in each partition the split form
  // does not rotate either, so that NaNs come out alike.
  example (%x: tensor<128x20xf32>) -> tensor<128x9xf32> {
    %v, %i = nki.topk %x, k = 9 : (tensor<128x20xf32>) -> (tensor<128x9xf32>, tensor<128x9xui32>)
    return %v : tensor<128x9xf32>
  } => same
}

template fused_rows(%in, %out, %idx, $row: Int, $rows: Int, $n: Int, $k: Int, $T: Type) {
  let $width = max($n, 8)
  %w = nki.alloc() : !nki.tile<$rows x $width x $T, sbuf>
  %source = nki.view(%in) {pattern = [$n, $rows, 1, $n], offset = $row * $n} : !nki.hbm<$rows x $n x $T>
  %w_row = nki.view(%w) {pattern = [$width, $rows, 1, $n], offset = 0} : !nki.tile<$rows x $n x $T, sbuf>
  nki.dma_copy(%w_row, %source)
  if $n < 8 {
    let $pad = 8 - $n
    %w_pad = nki.view(%w) {pattern = [8, $rows, 1, $pad], offset = $n} : !nki.tile<$rows x $pad x $T, sbuf>
    nki.memset(%w_pad) {value = -inf}
  }
  for $column in 0..$k step $PIECE {
    let $columns = min($PIECE, $k - $column)
    let $padded = align_up($columns, 8)
    %v = nki.alloc() : !nki.tile<$rows x $padded x $T, sbuf>
    %i = nki.alloc() : !nki.tile<$rows x $padded x ui32, sbuf>
    for $fold in 0..$padded step 8 {
      %v8 = nki.view(%v) {pattern = [$padded, $rows, 1, 8], offset = $fold} : !nki.tile<$rows x 8 x $T, sbuf>
      %i8 = nki.view(%i) {pattern = [$padded, $rows, 1, 8], offset = $fold} : !nki.tile<$rows x 8 x ui32, sbuf>
      nki.max8(%v8, %w)
      if $column + $fold + 8 <= $k {
        nki.nc_match_replace8(%w, %w, %v8, %i8) {imm = -inf}
      } else {
        nki.nc_find_index8(%i8, %w, %v8)
      }
    }
    store_piece(%v, %out, $row, $rows, $column, $columns, $padded, $k)
    store_piece(%i, %idx, $row, $rows, $column, $columns, $padded, $k)
  }
}
