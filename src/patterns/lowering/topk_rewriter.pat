// XLA's TopkRewriter (spec hlo_topk_passes.md §3): a sort by a recognized comparator, all of whose uses slice the first k
// elements, becomes a custom call of TopK on [n] or [batch, n]. Sorts along the first or the last dimension of f32 and bf16
// count; the comparator is what the call calls. A full-range slice counts too, with k = n, as it does in XLA.

table xla_key(Type) -> Bool { f32 => true, bf16 => true }

// Rows of a tensor whose sorted dimension is the first or the last, as [batch, n].
template to_rows(%x, $first: Bool, $n: Int, $batch: Int, $T: Type) -> (%rows) {
  let (%flat) = if rank(%x) > 2 {
    %r = hlo.reshape(%x) : tensor_type(if $first then [$n, $batch] else [$batch, $n], $T)
    yield %r
  } else { yield %x }
  let (%rows) = if $first {
    %t = hlo.transpose(%flat) {permutation = [1, 0]}
    yield %t
  } else { yield %flat }
  yield %rows
}

// The way back, to a shape.
template from_rows(%rows, $first: Bool, $V: Type) -> (%y) {
  let (%flat) = if $first {
    %t = hlo.transpose(%rows) {permutation = [1, 0]}
    yield %t
  } else { yield %rows }
  let (%y) = if rank($V) > 2 {
    %r = hlo.reshape(%flat) : $V
    yield %r
  } else { yield %flat }
  yield %y
}

template call_topk(%rows, $k: Int, $T: Type, $total: Bool, $largest: Bool) -> (%v, %i) {
  let $shape = set(shape(%rows), -1, $k)
  let $compare = if $total then `#stablehlo<comparison_type TOTALORDER>` else `#stablehlo<comparison_type FLOAT>`
  let $direction = if $largest then `#stablehlo<comparison_direction GT>` else `#stablehlo<comparison_direction LT>`
  let $scalar = tensor_type([], $T)
  let $index = tensor_type([], i32)
  let $comparator = outline "topk_order" as func.func
    {function_type = function_type([$scalar, $scalar, $index, $index], [tensor_type([], i1)]), sym_visibility = "private"}
    (%a: $scalar, %b: $scalar, %_p: $index, %_q: $index) {
    %c = hlo.compare(%a, %b) {comparison_direction = $direction, compare_type = $compare}
    func.return(%c)
  }
  %v, %i = hlo.custom_call([%rows]) {call_target_name = "TopK", called_computations = symbols([$comparator])}
    : tensor_type($shape, $T), tensor_type($shape, i32)
  yield %v, %i
}

pattern sort_pairs {
  op @ sort: %a, %b = hlo.sort([%x: tensor<*$shape x $T>, %numbers: tensor<*_ x $I>]) {dimension = $dimension}
  let $last = rank(%x) - 1
  let $d = if $dimension < 0 then $dimension + $last + 1 else $dimension
  where $I == i32 and is_xla_iota(%numbers, $d)
    else remark "not TopK: XLA takes an s32 iota of the sorted shape, or a broadcast of one" at %numbers
  where is_greater(sort)
    else remark "not TopK: the comparator is not a greater-than of the elements that XLA recognizes" at sort
  let $k = equal_prefix(sort)
    else remark "not TopK: every use must slice the same first k elements, and each result may have one use" at sort
  where $T in xla_key
    else remark "not TopK: XLA takes f32 and bf16, not {$T}" at %x
  where $d == $last or $d == 0
    else remark "not TopK: the sorted dimension is neither the first nor the last" at $dimension
  =>
  let $first = $d == 0 and $last > 0
  let $n = $shape[$d]
  let $batch = product($shape) / max($n, 1)
  let (%rows) = to_rows(%x, $first, $n, $batch, $T)
  let (%v, %i) = call_topk(%rows, $k, $T, is_total_order(sort), true)
  let $taken = set($shape, $d, $k)
  let (%w) = from_rows(%v, $first, tensor_type($taken, $T))
  let (%j) = from_rows(%i, $first, tensor_type($taken, i32))
  replace %a, %b with %w, %j
  example (%x: tensor<2x3x16xf32>) -> tensor<2x3x4xf32>, tensor<2x3x4xi32> {
    %n = hlo.iota dim = 2 : tensor<2x3x16xi32>
    %s:2 = "hlo.sort"(%x, %n) <{dimension = 2 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
      %c = hlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      hlo.return %c : tensor<i1>
    }) : (tensor<2x3x16xf32>, tensor<2x3x16xi32>) -> (tensor<2x3x16xf32>, tensor<2x3x16xi32>)
    %v = hlo.slice %s#0 [0:2, 0:3, 0:4] : (tensor<2x3x16xf32>) -> tensor<2x3x4xf32>
    %i = hlo.slice %s#1 [0:2, 0:3, 0:4] : (tensor<2x3x16xi32>) -> tensor<2x3x4xi32>
    return %v, %i : tensor<2x3x4xf32>, tensor<2x3x4xi32>
  } => same
  example (%x: tensor<8x3xbf16>) -> tensor<2x3xi32> {
    %n = hlo.iota dim = 0 : tensor<8x3xi32>
    %s:2 = "hlo.sort"(%x, %n) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>, %i: tensor<i32>, %j: tensor<i32>):
      %c = hlo.compare GT, %a, %b, TOTALORDER : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      hlo.return %c : tensor<i1>
    }) : (tensor<8x3xbf16>, tensor<8x3xi32>) -> (tensor<8x3xbf16>, tensor<8x3xi32>)
    %i = hlo.slice %s#1 [0:2, 0:3] : (tensor<8x3xi32>) -> tensor<2x3xi32>
    return %i : tensor<2x3xi32>
  } => same
  example (%x: tensor<16xf32>) -> tensor<2xf32> {
    %n = hlo.iota dim = 0 : tensor<16xi32>
    %s:2 = "hlo.sort"(%x, %n) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
      %c = hlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      hlo.return %c : tensor<i1>
    }) : (tensor<16xf32>, tensor<16xi32>) -> (tensor<16xf32>, tensor<16xi32>)
    %v = hlo.slice %s#0 [0:2] : (tensor<16xf32>) -> tensor<2xf32>
    return %v : tensor<2xf32>
  } => unchanged
}

pattern sort_values {
  op @ sort: %a = hlo.sort([%x: tensor<*$shape x $T>]) {dimension = $dimension}
  let $last = rank(%x) - 1
  let $d = if $dimension < 0 then $dimension + $last + 1 else $dimension
  where is_greater(sort)
    else remark "not TopK: the comparator is not a greater-than of the elements that XLA recognizes" at sort
  let $k = equal_prefix(sort)
    else remark "not TopK: every use must slice the same first k elements" at sort
  where $T in xla_key
    else remark "not TopK: XLA takes f32 and bf16, not {$T}" at %x
  where $d == $last or $d == 0
    else remark "not TopK: the sorted dimension is neither the first nor the last" at $dimension
  =>
  let $first = $d == 0 and $last > 0
  let $n = $shape[$d]
  let $batch = product($shape) / max($n, 1)
  let (%rows) = to_rows(%x, $first, $n, $batch, $T)
  let (%v, %_i) = call_topk(%rows, $k, $T, is_total_order(sort), true)
  let (%w) = from_rows(%v, $first, tensor_type(set($shape, $d, $k), $T))
  replace %a with %w
  example (%x: tensor<16xf32>) -> tensor<3xf32> {
    %s = "hlo.sort"(%x) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = hlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      hlo.return %c : tensor<i1>
    }) : (tensor<16xf32>) -> tensor<16xf32>
    %v = hlo.slice %s [0:3] : (tensor<16xf32>) -> tensor<3xf32>
    return %v : tensor<3xf32>
  } => same
}

// The slices of what is no longer longer than they are.
pattern topk_slice {
  %r = hlo.slice(%x)
  where type(%r) == type(%x) and is_topk_result(%x)
  =>
  replace %r with %x
  example (%x: tensor<16xf32>) -> tensor<3xf32> {
    %v, %i = hlo.custom_call @TopK(%x) : (tensor<16xf32>) -> (tensor<3xf32>, tensor<3xi32>)
    %r = hlo.slice %v [0:3] : (tensor<3xf32>) -> tensor<3xf32>
    return %r : tensor<3xf32>
  } => {
    %v, %i = hlo.custom_call @TopK(%x) : (tensor<16xf32>) -> (tensor<3xf32>, tensor<3xi32>)
    return %v : tensor<3xf32>
  }
}

// HLO's topk needs no search.
pattern topk_op {
  op @ root: %values: $V, %indices: tensor<*_ x $I> = hlo.topk(%x: tensor<*$shape x $T>) {k = $k, largest = $largest}
  where $T in xla_key and $I == i32
    else remark "not TopK: XLA takes f32 and bf16 with s32 positions, not {$T} with {$I}" at %x
  where has_static_shape(%x)
  =>
  let $n = $shape[rank(%x) - 1]
  let (%rows) = to_rows(%x, false, $n, product($shape) / max($n, 1), $T)
  let (%v, %i) = call_topk(%rows, $k, $T, true, $largest)
  let (%w) = from_rows(%v, false, $V)
  let (%j) = from_rows(%i, false, type(%indices))
  replace %values, %indices with %w, %j
  example (%x: tensor<2x2x16xf32>) -> tensor<2x2x3xf32>, tensor<2x2x3xi32> {
    %v, %i = "hlo.topk"(%x) {k = 3 : i64, largest = false} : (tensor<2x2x16xf32>) -> (tensor<2x2x3xf32>, tensor<2x2x3xi32>)
    return %v, %i : tensor<2x2x3xf32>, tensor<2x2x3xi32>
  } => same
}
