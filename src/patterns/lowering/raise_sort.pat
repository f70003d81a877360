// Sorts of which only the first elements are used, as HLO's top-k. k is what the final slices take: slices that take
// everything, slices of slices and slices behind conversions are put together first, and only where a top-k comes of it.

// Element types that the device can rank.
table rankable_key(Type) -> Bool { f32 => true, f16 => true, bf16 => true }

pattern sorted_slice_of_all : benefit 2 {
  %r = hlo.slice(%x)
  where type(%r) == type(%x)
  let $_sort = top_k_sort(%x)
  =>
  replace %r with %x
  example (%x: tensor<16xf32>) -> tensor<3xf32> {
    %s = "hlo.sort"(%x) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = hlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      hlo.return %c : tensor<i1>
    }) : (tensor<16xf32>) -> tensor<16xf32>
    %all = hlo.slice %s [0:16] : (tensor<16xf32>) -> tensor<16xf32>
    %r = hlo.slice %all [0:3] : (tensor<16xf32>) -> tensor<3xf32>
    return %r : tensor<3xf32>
  } => same
  example (%x: tensor<16xf32>) -> tensor<16xf32> {
    %s = "hlo.sort"(%x) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = hlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      hlo.return %c : tensor<i1>
    }) : (tensor<16xf32>) -> tensor<16xf32>
    %all = hlo.slice %s [0:16] : (tensor<16xf32>) -> tensor<16xf32>
    return %all : tensor<16xf32>
  } => unchanged
}

pattern sorted_slice_of_slice {
  %r = hlo.slice(%s) {start_indices = $start2, limit_indices = $limit2, strides = $stride2}
  %s = hlo.slice(%x) {start_indices = $start1, strides = $stride1}
  where $stride1 == [1 for $i in 0..len($stride1)]
  let $_sort = top_k_sort(%x)
  =>
  %t = hlo.slice(%x) {
    start_indices = [$start1[$i] + $start2[$i] for $i in 0..len($start1)],
    limit_indices = [$start1[$i] + $limit2[$i] for $i in 0..len($start1)],
    strides = $stride2
  } : type(%r)
  replace %r with %t
  example (%x: tensor<2x16xf32>) -> tensor<2x1xf32> {
    %s = "hlo.sort"(%x) <{dimension = 1 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = hlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      hlo.return %c : tensor<i1>
    }) : (tensor<2x16xf32>) -> tensor<2x16xf32>
    %five = hlo.slice %s [0:2, 0:5] : (tensor<2x16xf32>) -> tensor<2x5xf32>
    %r = hlo.slice %five [0:2, 4:5] : (tensor<2x5xf32>) -> tensor<2x1xf32>
    return %r : tensor<2x1xf32>
  } => same
}

pattern sorted_slice_of_convert {
  %r: tensor<*_ x $T> = hlo.slice(hlo.convert(%x)) {start_indices = $start, limit_indices = $limit, strides = $stride}
  let $_sort = top_k_sort(%x)
  =>
  %t = hlo.slice(%x) {start_indices = $start, limit_indices = $limit, strides = $stride}
  %c = hlo.convert(%t) : with_element_type(%t, $T)
  replace %r with %c
  example (%x: tensor<16xf32>) -> tensor<3xi64> {
    %n = hlo.iota dim = 0 : tensor<16xi32>
    %s:2 = "hlo.sort"(%x, %n) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
      %c = hlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      hlo.return %c : tensor<i1>
    }) : (tensor<16xf32>, tensor<16xi32>) -> (tensor<16xf32>, tensor<16xi32>)
    %wide = hlo.convert %s#1 : (tensor<16xi32>) -> tensor<16xi64>
    %r = hlo.slice %wide [0:3] : (tensor<16xi64>) -> tensor<3xi64>
    return %r : tensor<3xi64>
  } => same
}

// Two dimensions change places.
template exchanged(%x, $d: Int, $last: Int) -> (%y) {
  let $order = [if $i == $d then $last else if $i == $last then $d else $i for $i in 0..$last + 1]
  %y = hlo.transpose(%x) {permutation = $order}
  yield %y
}

// What is sorted and the places it comes from. Behind the rewrite the slices read the top-k, which is as wide as the widest of them.
pattern sort_of_numbered {
  op @ sort: %a, %b = hlo.sort([%x, %numbers]) {dimension = $dimension}
  let $last = rank(%x) - 1
  let $d = if $dimension < 0 then $dimension + $last + 1 else $dimension
  let $order = sort_order(sort)
    else remark "no top-k: the comparator is not one comparison of the elements of the first operand" at sort
  where counts_along(%numbers, $d)
    else remark "no top-k: the second operand does not number the elements along dimension {$d}" at %numbers
  where element_type(%x) in rankable_key
    else remark "no top-k: the device ranks f32, f16 and bf16, not {element_type(%x)}" at %x
  let $n = dim(%x, $d)
    else remark "no top-k: the sorted dimension has no static size" at %x
  where sorted_prefix(sort) < $n
    else remark "no top-k: all {$n} sorted elements are used" at sort
      help "a top-k gives fewer elements than there are: slice the results"
  let $k = sliced_prefix(sort)
    else remark "no top-k: something other than a slice uses what is sorted" at sort
  =>
  let (%row) = if $d == $last { yield %x } else {
    let (%y) = exchanged(%x, $d, $last)
    yield %y
  }
  let $shape = set(shape(%row), -1, $k)
  %v, %i = hlo.topk(%row) {k = $k, largest = $order == "greater"}
    : with_shape(%x, $shape), with_shape(%numbers, $shape) keeping attributes of sort
  if $d == $last {
    replace %a, %b with %v, %i
  } else {
    let (%w) = exchanged(%v, $d, $last)
    let (%j) = exchanged(%i, $d, $last)
    replace %a, %b with %w, %j
  }
  example (%x: tensor<2x16xf32>) -> tensor<2x3xf32>, tensor<2x3xi64> {
    %n = hlo.iota dim = 1 : tensor<2x16xi64>
    %s:2 = "hlo.sort"(%x, %n) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i64>, %j: tensor<i64>):
      %c = hlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      hlo.return %c : tensor<i1>
    }) : (tensor<2x16xf32>, tensor<2x16xi64>) -> (tensor<2x16xf32>, tensor<2x16xi64>)
    %v = hlo.slice %s#0 [0:2, 0:3] : (tensor<2x16xf32>) -> tensor<2x3xf32>
    %i = hlo.slice %s#1 [0:2, 0:3] : (tensor<2x16xi64>) -> tensor<2x3xi64>
    return %v, %i : tensor<2x3xf32>, tensor<2x3xi64>
  } => same
  example (%x: tensor<8x3xbf16>) -> tensor<2x3xbf16>, tensor<1x3xi32> {
    %n = hlo.iota dim = 0 : tensor<8x3xi32>
    %s:2 = "hlo.sort"(%x, %n) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>, %i: tensor<i32>, %j: tensor<i32>):
      %c = hlo.compare LT, %a, %b, TOTALORDER : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      hlo.return %c : tensor<i1>
    }) : (tensor<8x3xbf16>, tensor<8x3xi32>) -> (tensor<8x3xbf16>, tensor<8x3xi32>)
    %v = hlo.slice %s#0 [0:2, 0:3] : (tensor<8x3xbf16>) -> tensor<2x3xbf16>
    %i = hlo.slice %s#1 [3:4, 0:3] : (tensor<8x3xi32>) -> tensor<1x3xi32>
    return %v, %i : tensor<2x3xbf16>, tensor<1x3xi32>
  } => same
  example (%x: tensor<16xf32>) -> tensor<3xf32>, tensor<16xi32> {
    %n = hlo.iota dim = 0 : tensor<16xi32>
    %s:2 = "hlo.sort"(%x, %n) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
      %c = hlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      hlo.return %c : tensor<i1>
    }) : (tensor<16xf32>, tensor<16xi32>) -> (tensor<16xf32>, tensor<16xi32>)
    %v = hlo.slice %s#0 [0:3] : (tensor<16xf32>) -> tensor<3xf32>
    return %v, %s#1 : tensor<3xf32>, tensor<16xi32>
  } => unchanged
}

pattern sort_of_one {
  op @ sort: %a = hlo.sort([%x]) {dimension = $dimension}
  let $last = rank(%x) - 1
  let $d = if $dimension < 0 then $dimension + $last + 1 else $dimension
  let $order = sort_order(sort)
    else remark "no top-k: the comparator is not one comparison of the elements of the first operand" at sort
  where element_type(%x) in rankable_key
    else remark "no top-k: the device ranks f32, f16 and bf16, not {element_type(%x)}" at %x
  let $n = dim(%x, $d)
    else remark "no top-k: the sorted dimension has no static size" at %x
  where sorted_prefix(sort) < $n
    else remark "no top-k: all {$n} sorted elements are used" at sort
      help "a top-k gives fewer elements than there are: slice the results"
  let $k = sliced_prefix(sort)
    else remark "no top-k: something other than a slice uses what is sorted" at sort
  =>
  let (%row) = if $d == $last { yield %x } else {
    let (%y) = exchanged(%x, $d, $last)
    yield %y
  }
  let $shape = set(shape(%row), -1, $k)
  %v, %i = hlo.topk(%row) {k = $k, largest = $order == "greater"}
    : with_shape(%x, $shape), tensor_type($shape, i32) keeping attributes of sort
  if $d == $last {
    replace %a with %v
  } else {
    let (%w) = exchanged(%v, $d, $last)
    replace %a with %w
  }
  example (%x: tensor<16xf32>) -> tensor<3xf32> {
    %s = "hlo.sort"(%x) <{dimension = -1 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = hlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      hlo.return %c : tensor<i1>
    }) : (tensor<16xf32>) -> tensor<16xf32>
    %v = hlo.slice %s [0:3] : (tensor<16xf32>) -> tensor<3xf32>
    return %v : tensor<3xf32>
  } => {
    %v, %i = "hlo.topk"(%x) {k = 3 : i64, largest = true} : (tensor<16xf32>) -> (tensor<3xf32>, tensor<3xi32>)
    %r = hlo.slice %v [0:3] : (tensor<3xf32>) -> tensor<3xf32>
    return %r : tensor<3xf32>
  }
}

judge sort_of_many {
  op @ sort: _ = hlo.sort(%xs...)
  where len(%xs) <= 2
    else remark "no top-k: {len(%xs)} tensors are sorted together" at sort
  where false
  example (%x: tensor<16xf32>) -> tensor<16xf32> {
    %s:3 = "hlo.sort"(%x, %x, %x) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>, %e: tensor<f32>, %f: tensor<f32>):
      %g = hlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      hlo.return %g : tensor<i1>
    }) : (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>)
    return %s#0 : tensor<16xf32>
  } => unchanged
}

// What a raised sort's slices leave to do.
pattern topk_slice_of_all {
  %r = hlo.slice(%x)
  where type(%r) == type(%x)
  where is_topk_result(%x)
  =>
  replace %r with %x
  example (%x: tensor<16xf32>) -> tensor<3xf32> {
    %v, %i = "hlo.topk"(%x) {k = 3 : i64, largest = true} : (tensor<16xf32>) -> (tensor<3xf32>, tensor<3xi32>)
    %r = hlo.slice %v [0:3] : (tensor<3xf32>) -> tensor<3xf32>
    return %r : tensor<3xf32>
  } => {
    %v, %i = "hlo.topk"(%x) {k = 3 : i64, largest = true} : (tensor<16xf32>) -> (tensor<3xf32>, tensor<3xi32>)
    return %v : tensor<3xf32>
  }
}
