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

// What a comparator ranks by that lets zeros of both signs tie, and all NaNs: 0 for every zero, one NaN for every NaN.
template ranked_by_number(%x) -> (%key) {
  %zero = hlo.constant() {value = dense_splat(type(%x), 0.0)} : type(%x)
  %is_zero = hlo.compare(%x, %zero) {comparison_direction = `#stablehlo<comparison_direction EQ>`, compare_type = `#stablehlo<comparison_type FLOAT>`}
  %unsigned = hlo.select(%is_zero, %zero, %x)
  %nan = hlo.constant() {value = dense_splat(type(%x), nan)} : type(%x)
  %is_nan = hlo.compare(%x, %x) {comparison_direction = `#stablehlo<comparison_direction NE>`, compare_type = `#stablehlo<comparison_type FLOAT>`}
  %key = hlo.select(%is_nan, %nan, %unsigned)
  yield %key
}

// The elements of rows at positions in each: a gather from all rows, one behind the other.
template taken(%row, %positions) -> (%elements) {
  let $k = dim(%positions, -1)
  let $count = num_elements(%positions)
  let $rows = $count / $k
  let $n = dim(%row, -1)
  %flat = hlo.reshape(%row) : tensor_type([$rows * $n], element_type(%row))
  %wide = hlo.convert(%positions) : with_element_type(%positions, i64)
  %pairs = hlo.reshape(%wide) : tensor<$rows x $k x i64>
  %number = hlo.iota() {iota_dimension = 0} : tensor<$rows x $k x i64>
  %length = hlo.constant() {value = dense_splat(tensor<$rows x $k x i64>, $n)} : tensor<$rows x $k x i64>
  %start = hlo.multiply(%number, %length)
  %place = hlo.add(%start, %pairs)
  %places = hlo.reshape(%place) : tensor<$count x i64>
  %found = hlo.gather(%flat, %places)
    {dimension_numbers = `#stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>`, slice_sizes = [1]}
    : tensor_type([$count], element_type(%row))
  %elements = hlo.reshape(%found) : with_element_type(%positions, element_type(%row))
  yield %elements
}

// The first k of rows, and where they are: a top-k of the elements, or of what the comparator ranks by.
template ranked(%row, $k: Int, $largest: Bool, $by_element: Bool, $I: Type) -> (%v, %i) {
  let $shape = set(shape(%row), -1, $k)
  let (%v, %i) = if $by_element {
    %w, %j = hlo.topk(%row) {k = $k, largest = $largest} : with_shape(%row, $shape), tensor_type($shape, $I)
    yield %w, %j
  } else {
    let (%key) = ranked_by_number(%row)
    %_w, %j = hlo.topk(%key) {k = $k, largest = $largest} : with_shape(%row, $shape), tensor_type($shape, $I)
    let (%w) = taken(%row, %j)
    yield %w, %j
  }
  yield %v, %i
}

// The dimension that is ranked becomes the last.
template with_last(%x, $d: Int, $last: Int) -> (%row) {
  let (%row) = if $d == $last { yield %x } else {
    let (%y) = exchanged(%x, $d, $last)
    yield %y
  }
  yield %row
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
  where sorts_elements(sort) or has_static_shape(%x)
    else remark "no top-k: zeros of both signs tie here, and finding the elements again needs a static shape" at %x
  =>
  let (%row) = with_last(%x, $d, $last)
  let (%v, %i) = ranked(%row, $k, $order == "greater", sorts_elements(sort), element_type(%numbers))
  let (%w) = with_last(%v, $d, $last)
  let (%j) = with_last(%i, $d, $last)
  replace %a, %b with %w, %j
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
  // Zeros tie, and a NaN comes last.
  example (%x: tensor<3x16xf32>) -> tensor<3x4xf32>, tensor<3x4xi32> {
    %n = hlo.iota dim = 1 : tensor<3x16xi32>
    %s:2 = "hlo.sort"(%x, %n) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
      %0 = hlo.constant dense<0.0> : tensor<f32>
      %1 = hlo.constant dense<0x7FC00000> : tensor<f32>
      %2 = hlo.compare EQ, %a, %0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = hlo.select %2, %0, %a : tensor<i1>, tensor<f32>
      %4 = hlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %5 = hlo.select %4, %1, %3 : tensor<i1>, tensor<f32>
      %6 = hlo.compare EQ, %b, %0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %7 = hlo.select %6, %0, %b : tensor<i1>, tensor<f32>
      %8 = hlo.compare NE, %b, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %9 = hlo.select %8, %1, %7 : tensor<i1>, tensor<f32>
      %c = hlo.compare LT, %5, %9, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      hlo.return %c : tensor<i1>
    }) : (tensor<3x16xf32>, tensor<3x16xi32>) -> (tensor<3x16xf32>, tensor<3x16xi32>)
    %v = hlo.slice %s#0 [0:3, 0:4] : (tensor<3x16xf32>) -> tensor<3x4xf32>
    %i = hlo.slice %s#1 [0:3, 0:4] : (tensor<3x16xi32>) -> tensor<3x4xi32>
    return %v, %i : tensor<3x4xf32>, tensor<3x4xi32>
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
  where sorts_elements(sort) or has_static_shape(%x)
    else remark "no top-k: zeros of both signs tie here, and finding the elements again needs a static shape" at %x
  =>
  let (%row) = with_last(%x, $d, $last)
  let (%v, %_i) = ranked(%row, $k, $order == "greater", sorts_elements(sort), i32)
  let (%w) = with_last(%v, $d, $last)
  replace %a with %w
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

// Equal elements keep their order in a stable sort, so the reverse of what is sorted from the end is what is sorted from the
// front in the other direction. This is how jax sorts downwards.
pattern reversed_sort : benefit 2 {
  op @ sort: %a, %b = hlo.sort([%y, %numbers]) {dimension = $dimension, is_stable = true}
  %y = hlo.reverse(%x: tensor<*_ x $T>) {dimensions = $dims}
  let $d = if $dimension < 0 then $dimension + rank(%x) else $dimension
  where $dims == [$d] and counts_down(%numbers, $d)
  let $order = sort_order(sort)
  where reversed_prefix(sort) < dim(%x, $d)
  =>
  let $E = tensor_type([], $T)
  let $I = tensor_type([], element_type(%numbers))
  let $direction = if $order == "less" then `#stablehlo<comparison_direction GT>` else `#stablehlo<comparison_direction LT>`
  let $by_element = sorts_elements(sort)
  %places = hlo.iota() {iota_dimension = $d} : type(%numbers)
  %s, %p = hlo.sort([%x, %places]) {dimension = $d, is_stable = true} : type(%x), type(%numbers) {
    ^(%l: $E, %r: $E, %_i: $I, %_j: $I)
    let (%m, %n) = if $by_element { yield %l, %r } else {
      let (%m) = ranked_by_number(%l)
      let (%n) = ranked_by_number(%r)
      yield %m, %n
    }
    %c = hlo.compare(%m, %n) {comparison_direction = $direction, compare_type = `#stablehlo<comparison_type TOTALORDER>`}
    hlo.return([%c])
  }
  %v = hlo.reverse(%s) {dimensions = $dims}
  %i = hlo.reverse(%p) {dimensions = $dims}
  replace %a, %b with %v, %i
  example (%x: tensor<2x16xf32>) -> tensor<2x3xf32>, tensor<2x3xi32> {
    %n = hlo.iota dim = 1 : tensor<2x16xi32>
    %y = hlo.reverse %x, dims = [1] : tensor<2x16xf32>
    %m = hlo.reverse %n, dims = [1] : tensor<2x16xi32>
    %s:2 = "hlo.sort"(%y, %m) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
      %c = hlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      hlo.return %c : tensor<i1>
    }) : (tensor<2x16xf32>, tensor<2x16xi32>) -> (tensor<2x16xf32>, tensor<2x16xi32>)
    %v = hlo.reverse %s#0, dims = [1] : tensor<2x16xf32>
    %i = hlo.reverse %s#1, dims = [1] : tensor<2x16xi32>
    %w = hlo.slice %v [0:2, 0:3] : (tensor<2x16xf32>) -> tensor<2x3xf32>
    %j = hlo.slice %i [0:2, 0:3] : (tensor<2x16xi32>) -> tensor<2x3xi32>
    return %w, %j : tensor<2x3xf32>, tensor<2x3xi32>
  } => same
  example (%x: tensor<16xf32>) -> tensor<16xi32> {
    %n = hlo.iota dim = 0 : tensor<16xi32>
    %y = hlo.reverse %x, dims = [0] : tensor<16xf32>
    %m = hlo.reverse %n, dims = [0] : tensor<16xi32>
    %s:2 = "hlo.sort"(%y, %m) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
      %c = hlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      hlo.return %c : tensor<i1>
    }) : (tensor<16xf32>, tensor<16xi32>) -> (tensor<16xf32>, tensor<16xi32>)
    %i = hlo.reverse %s#1, dims = [0] : tensor<16xi32>
    return %i : tensor<16xi32>
  } => unchanged
}

pattern sorted_and_reversed_twice {
  %r = hlo.reverse(%t) {dimensions = $dims}
  %t = hlo.reverse(%x) {dimensions = $dims}
  where defined_by(%x, "hlo.sort")
  =>
  replace %r with %x
  example (%x: tensor<16xf32>) -> tensor<16xf32> {
    %s = "hlo.sort"(%x) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = hlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      hlo.return %c : tensor<i1>
    }) : (tensor<16xf32>) -> tensor<16xf32>
    %t = hlo.reverse %s, dims = [0] : tensor<16xf32>
    %r = hlo.reverse %t, dims = [0] : tensor<16xf32>
    return %r : tensor<16xf32>
  } => same
}

// The number of the largest or smallest element of each row is a top-1. The smallest is the largest of the negated; a NaN
// comes first in both.
pattern numbered_extreme {
  op @ reduce: %best, %index = hlo.reduce([%x, %numbers], [%from, %zero]) {dimensions = $dims}
  let $d = $dims[0]
  where len($dims) == 1 and counts_along(%numbers, $d)
  let $order = arg_order(reduce)
    else remark "no top-k: the body does not keep the number of the larger or the smaller of two elements" at reduce
  where element_type(%x) in rankable_key
    else remark "no top-k: the device ranks f32, f16 and bf16, not {element_type(%x)}" at %x
  where has_static_shape(%x) and dim(%x, $d) > 0
    else remark "no top-k: a row has no static size" at %x
  where splat(%from) == (if $order == "greater" then -inf else inf) and splat(%zero) == 0
    else remark "no top-k: the reduction does not start from the last of all numbers" at %from
  where unused(%best)
    else remark "no top-k: the element itself is used, whose sign the reduction leaves open where zeros tie" at reduce
  =>
  let $last = rank(%x) - 1
  let (%row) = with_last(%x, $d, $last)
  let (%up) = if $order == "greater" { yield %row } else {
    %n = hlo.negate(%row)
    yield %n
  }
  let (%key) = ranked_by_number(%up)
  let $shape = set(shape(%row), -1, 1)
  %_v, %i = hlo.topk(%key) {k = 1, largest = true} : with_shape(%x, $shape), with_shape(%numbers, $shape) keeping attributes of reduce
  let (%j) = with_last(%i, $d, $last)
  %r = hlo.reshape(%j) : type(%index)
  replace %index with %r
  example (%x: tensor<5x33xf32>) -> tensor<5xi32> {
    %n = hlo.iota dim = 1 : tensor<5x33xi32>
    %low = hlo.constant dense<0xFF800000> : tensor<f32>
    %zero = hlo.constant dense<0> : tensor<i32>
    %r:2 = hlo.reduce(%x init: %low), (%n init: %zero) across dimensions = [1] : (tensor<5x33xf32>, tensor<5x33xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
      reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
      %2 = hlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = hlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = hlo.or %2, %3 : tensor<i1>
      %5 = hlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = hlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = hlo.and %5, %6 : tensor<i1>
      %8 = hlo.or %4, %7 : tensor<i1>
      %9 = hlo.select %4, %a, %b : tensor<i1>, tensor<f32>
      %10 = hlo.select %8, %i, %j : tensor<i1>, tensor<i32>
      hlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %r#1 : tensor<5xi32>
  } => same
  example (%x: tensor<9x3xf32>) -> tensor<3xi64> {
    %n = hlo.iota dim = 0 : tensor<9x3xi64>
    %high = hlo.constant dense<0x7F800000> : tensor<f32>
    %zero = hlo.constant dense<0> : tensor<i64>
    %r:2 = hlo.reduce(%x init: %high), (%n init: %zero) across dimensions = [0] : (tensor<9x3xf32>, tensor<9x3xi64>, tensor<f32>, tensor<i64>) -> (tensor<3xf32>, tensor<3xi64>)
      reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i64>, %j: tensor<i64>) {
      %2 = hlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = hlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = hlo.or %2, %3 : tensor<i1>
      %5 = hlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = hlo.compare LT, %i, %j, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %7 = hlo.and %5, %6 : tensor<i1>
      %8 = hlo.or %4, %7 : tensor<i1>
      %9 = hlo.select %4, %a, %b : tensor<i1>, tensor<f32>
      %10 = hlo.select %8, %i, %j : tensor<i1>, tensor<i64>
      hlo.return %9, %10 : tensor<f32>, tensor<i64>
    }
    return %r#1 : tensor<3xi64>
  } => same
  // The last of equal elements is another question.
  example (%x: tensor<5x33xf32>) -> tensor<5xi32> {
    %n = hlo.iota dim = 1 : tensor<5x33xi32>
    %low = hlo.constant dense<0xFF800000> : tensor<f32>
    %zero = hlo.constant dense<0> : tensor<i32>
    %r:2 = hlo.reduce(%x init: %low), (%n init: %zero) across dimensions = [1] : (tensor<5x33xf32>, tensor<5x33xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
      reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
      %2 = hlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = hlo.select %2, %a, %b : tensor<i1>, tensor<f32>
      %4 = hlo.select %2, %i, %j : tensor<i1>, tensor<i32>
      hlo.return %3, %4 : tensor<f32>, tensor<i32>
    }
    return %r#1 : tensor<5xi32>
  } => unchanged
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

// k is what the slices behind a top-k take, too.
pattern narrowed_topk : benefit 2 {
  op @ root: %a, %b = hlo.topk(%x) {k = $k, largest = $largest}
  let $used = sliced_prefix(root)
  where $used < $k
  =>
  let $shape = set(shape(%a), -1, $used)
  %v, %i = hlo.topk(%x) {k = $used, largest = $largest} : with_shape(%a, $shape), with_shape(%b, $shape) keeping attributes of root
  replace %a, %b with %v, %i
  example (%x: tensor<2x16xf32>) -> tensor<2x3xf32>, tensor<2x2xi32> {
    %v, %i = "hlo.topk"(%x) {k = 16 : i64, largest = false} : (tensor<2x16xf32>) -> (tensor<2x16xf32>, tensor<2x16xi32>)
    %r = hlo.slice %v [0:2, 0:3] : (tensor<2x16xf32>) -> tensor<2x3xf32>
    %j = hlo.slice %i [0:2, 2:4] : (tensor<2x16xi32>) -> tensor<2x2xi32>
    return %r, %j : tensor<2x3xf32>, tensor<2x2xi32>
  } => same
}

pattern narrowed_top_k : benefit 2 {
  op @ root: %a, %b = hlo.top_k(%x) {k = $k}
  let $used = sliced_prefix(root)
  where $used < $k
  =>
  let $shape = set(shape(%a), -1, $used)
  %v, %i = hlo.top_k(%x) {k = $used} : with_shape(%a, $shape), with_shape(%b, $shape) keeping attributes of root
  replace %a, %b with %v, %i
  example (%x: tensor<2x16xf32>) -> tensor<2x3xf32> {
    %v, %i = hlo.top_k(%x, k = 8) : tensor<2x16xf32> -> (tensor<2x8xf32>, tensor<2x8xi32>)
    %r = hlo.slice %v [0:2, 0:3] : (tensor<2x8xf32>) -> tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  } => {
    %v, %i = hlo.top_k(%x, k = 3) : tensor<2x16xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
    %r = hlo.slice %v [0:2, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
  example (%x: tensor<2x16xf32>) -> tensor<2x8xf32> {
    %v, %i = hlo.top_k(%x, k = 8) : tensor<2x16xf32> -> (tensor<2x8xf32>, tensor<2x8xi32>)
    return %v : tensor<2x8xf32>
  } => unchanged
}
