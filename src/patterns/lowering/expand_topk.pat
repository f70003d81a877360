// The kernel of nki.topk. Leading dimensions fold into rows, rows go to partitions, 128 at a time; each pass of the
// search instructions gives 8 of the k columns.

enum topk_form { split, fused }

const $P = 128
// Tens of thousands of tiles, which hold more than a core's HBM.
const $MAX_ROWS = 8388608
// Columns of a result piece: results leave SBUF piece by piece, so that k and n up to 16384 fit every target.
const $PIECE = 512

pattern expand_topk_split {
  op @ root: %values: $V, %indices: $I = nki.topk(%x: tensor<*$lead x $n x $T>) {k = $k}
  where option("topk-form") == "split"
  let $longest = topk_longest_row($k)
  where $n <= $longest
    else error [NEURON_TOPK_ROW] "rows of {$n} elements are longer than the {$longest} that the target can rank" at %x
      help "split the rows, or take the top-k of pieces first"
  let $rows = product($lead)
    else error "{type(%x)} has more rows than 64 bits count" at %x
  where $rows <= $MAX_ROWS
    else error "a kernel is unrolled, {$P} rows at a time, for at most {$MAX_ROWS} rows, not for {$rows}" at %x
      help "split the rows between several calls"
  =>
  let $kernel = outline "topk" as nki.kernel (%in: hbm_type(type(%x)), %out: hbm_type($V), %idx: hbm_type($I)) {
    if $n <= limit("search_max") {
      for $row in 0..$rows step $P {
        split_rows(%in, %out, %idx, $row, min($P, $rows - $row), $n, $k, $T)
      }
    } else {
      let $fold = topk_fold($rows, $n, $k)
      let $step = max($P / $fold[0], 1)
      for $row in 0..$rows step $step {
        folded_rows(%in, %out, %idx, $row, min($step, $rows - $row), $n, $k, $T, $fold[0], $fold[1], $fold[2])
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
  example (%x: tensor<2x65x16xf16>) -> tensor<2x65x8xf16>, tensor<2x65x8xui32> {
    %v, %i = nki.topk %x, k = 8 : (tensor<2x65x16xf16>) -> (tensor<2x65x8xf16>, tensor<2x65x8xui32>)
    return %v, %i : tensor<2x65x8xf16>, tensor<2x65x8xui32>
  } => same
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
    store_piece(%v, %out, $row, $rows, $column, $columns, $padded, $k, $T)
    store_piece(%i, %idx, $row, $rows, $column, $columns, $padded, $k, ui32)
  }
}

// Rows longer than a search takes are folded over partitions, $stages chunks to a row. Each chunk gives $kept
// candidates, in their order and the chunks' order one row again, whose top-k is the row's: equal elements stay in the
// order of their positions, and pads of a last chunk that is shorter come behind every genuine element.
template folded_rows(%in, %out, %idx, $row: Int, $rows: Int, $n: Int, $k: Int, $T: Type, $stages: Int, $chunk: Int, $kept: Int) {
  let $p = $rows * $stages
  %w = nki.alloc() : !nki.tile<$p x $chunk x $T, sbuf>
  %m = nki.alloc() : !nki.tile<$p x $chunk x $T, sbuf>
  load_chunks(%in, %w, $row, $rows, $n, $T, $stages, $chunk, -inf)
  load_chunks(%in, %m, $row, $rows, $n, $T, $stages, $chunk, nan)
  %v = nki.alloc() : !nki.tile<$p x $kept x $T, sbuf>
  %i = nki.alloc() : !nki.tile<$p x $kept x ui32, sbuf>
  for $fold in 0..$kept step 8 {
    search_fold(%w, %m, %v, %i, $p, $kept, $fold, $fold + 8 < $kept, $T)
  }

  // The candidates of a row in one partition, and where in the row they come from.
  let $width = $stages * $kept
  %candidates = nki.alloc() : !nki.tile<$rows x $width x $T, sbuf>
  %sought = nki.alloc() : !nki.tile<$rows x $width x $T, sbuf>
  %positions = nki.alloc() : !nki.tile<$rows x $width x ui32, sbuf>
  nki.dma_copy(%candidates, %v)
  nki.dma_copy(%sought, %v)
  nki.dma_copy(%positions, %i)
  %base = nki.alloc() : !nki.tile<$rows x $width x ui32, sbuf>
  nki.iota(%base) {pattern = [$chunk, $stages, 0, $kept]}
  nki.tensor_tensor(%positions, %positions, %base) {op = "add", engine = "gpsimd"}

  for $column in 0..$k step $PIECE {
    let $columns = min($PIECE, $k - $column)
    let $padded = align_up($columns, 8)
    %value = nki.alloc() : !nki.tile<$rows x $padded x $T, sbuf>
    %place = nki.alloc() : !nki.tile<$rows x $padded x ui32, sbuf>
    for $fold in 0..$padded step 8 {
      search_fold(%candidates, %sought, %value, %place, $rows, $padded, $fold, $column + $fold + 8 < $k, $T)
    }
    // A NaN is found nowhere: its place is taken to be the last, so that there is an index to read.
    nki.tensor_scalar(%place, %place) {op0 = "minimum", imm0 = to_float($width - 1)}
    %index = nki.alloc() : !nki.tile<$rows x $padded x ui32, sbuf>
    nki.nc_n_gather(%index, %positions, %place)
    store_piece(%value, %out, $row, $rows, $column, $columns, $padded, $k, $T)
    store_piece(%index, %idx, $row, $rows, $column, $columns, $padded, $k, ui32)
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

// Chunk f of row r goes to partition r * $stages + f; a last chunk that is shorter is padded.
template load_chunks(%in, %tile, $row: Int, $rows: Int, $n: Int, $T: Type, $stages: Int, $chunk: Int, $pad: Float) {
  let $last = $n - ($stages - 1) * $chunk
  if $last == $chunk {
    let $p = $rows * $stages
    %all = nki.view(%in) {pattern = [$chunk, $p, 1, $chunk], offset = $row * $n} : !nki.hbm<$p x $chunk x $T>
    nki.dma_copy(%tile, %all)
  } else {
    nki.memset(%tile) {value = $pad}
    for $r in 0..$rows {
      let $first = $r * $stages
      let $full = $stages - 1
      if $full > 0 {
        %to = nki.view(%tile) {pattern = [$chunk, $full, 1, $chunk], offset = $first * $chunk} : !nki.tile<$full x $chunk x $T, sbuf>
        %from = nki.view(%in) {pattern = [$chunk, $full, 1, $chunk], offset = ($row + $r) * $n} : !nki.hbm<$full x $chunk x $T>
        nki.dma_copy(%to, %from)
      }
      %to = nki.view(%tile) {pattern = [$chunk, 1, 1, $last], offset = ($first + $full) * $chunk} : !nki.tile<1 x $last x $T, sbuf>
      %from = nki.view(%in) {pattern = [$last, 1, 1, $last], offset = ($row + $r) * $n + $full * $chunk} : !nki.hbm<1 x $last x $T>
      nki.dma_copy(%to, %from)
    }
  }
}

template store_piece(%tile, %hbm, $row: Int, $rows: Int, $column: Int, $columns: Int, $padded: Int, $k: Int, $T: Type) {
  %from = nki.view(%tile) {pattern = [$padded, $rows, 1, $columns], offset = 0} : !nki.tile<$rows x $columns x $T, sbuf>
  %to = nki.view(%hbm) {pattern = [$k, $rows, 1, $columns], offset = $row * $k + $column} : !nki.hbm<$rows x $columns x $T>
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
      help "use topk-form=split, which folds longer rows"
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
  // Values only: they are the split form's; positions of equal values are not.
  example (%x: tensor<3x20xf32>) -> tensor<3x9xf32> {
    %v, %i = nki.topk %x, k = 9 : (tensor<3x20xf32>) -> (tensor<3x9xf32>, tensor<3x9xui32>)
    return %v : tensor<3x9xf32>
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
    store_piece(%v, %out, $row, $rows, $column, $columns, $padded, $k, $T)
    store_piece(%i, %idx, $row, $rows, $column, $columns, $padded, $k, ui32)
  }
}
