// XLA's TopkDecomposer (spec hlo_topk_passes.md §4): a top-k is a stable sort, with the positions beside the elements where
// they are used, and slices of the first k.

// Positions along the last dimension.
template positions(%x, $I: Type) -> (%n) {
  %n = hlo.iota() {iota_dimension = rank(%x) - 1} : with_element_type(%x, $I)
  yield %n
}

template first(%x, $k: Int) -> (%y) {
  let $shape = set(shape(%x), -1, $k)
  %y = hlo.slice(%x) {
    start_indices = [0 for $i in 0..len($shape)],
    limit_indices = $shape,
    strides = [1 for $i in 0..len($shape)]
  }
  yield %y
}

// Floats compare in total order, so that the outputs are the same.
template before(%a, %b, $largest: Bool) -> (%c) {
  let $direction = if $largest then `#stablehlo<comparison_direction GT>` else `#stablehlo<comparison_direction LT>`
  let (%c) = if is_float(element_type(%a)) {
    %f = hlo.compare(%a, %b) {comparison_direction = $direction, compare_type = `#stablehlo<comparison_type TOTALORDER>`}
    yield %f
  } else {
    %f = hlo.compare(%a, %b) {comparison_direction = $direction}
    yield %f
  }
  yield %c
}

template sort_pairs(%x, $k: Int, $largest: Bool, $T: Type, $I: Type) -> (%v, %i) {
  let (%n) = positions(%x, $I)
  let $elem = tensor_type([], $T)
  let $index = tensor_type([], $I)
  %s, %p = hlo.sort([%x, %n]) {dimension = rank(%x) - 1, is_stable = true} : type(%x), type(%n) {
    ^(%a: $elem, %b: $elem, %_p: $index, %_q: $index)
    let (%c) = before(%a, %b, $largest)
    hlo.return([%c])
  }
  let (%v) = first(%s, $k)
  let (%i) = first(%p, $k)
  yield %v, %i
}

template sort_values(%x, $k: Int, $largest: Bool, $T: Type) -> (%v) {
  let $elem = tensor_type([], $T)
  %s = hlo.sort([%x]) {dimension = rank(%x) - 1, is_stable = true} : type(%x) {
    ^(%a: $elem, %b: $elem)
    let (%c) = before(%a, %b, $largest)
    hlo.return([%c])
  }
  let (%v) = first(%s, $k)
  yield %v
}

// Only the elements, or both; nobody looks at the positions that stand for unused ones.
template decomposed(%x, $k: Int, $largest: Bool, $T: Type, $I: Type, $alone: Bool) -> (%v, %i) {
  let (%v, %i) = if $alone {
    let (%s) = sort_values(%x, $k, $largest, $T)
    let (%n) = positions(%s, $I)
    yield %s, %n
  } else {
    let (%s, %p) = sort_pairs(%x, $k, $largest, $T, $I)
    yield %s, %p
  }
  yield %v, %i
}

pattern decompose_topk {
  op @ root: %values, %indices: tensor<*_ x $I> = hlo.topk(%x: tensor<*_ x $T>) {k = $k, largest = $largest}
  where has_static_shape(%x)
  =>
  let (%v, %i) = decomposed(%x, $k, $largest, $T, $I, unused(%indices))
  replace %values, %indices with %v, %i
  example (%x: tensor<2x16xf32>) -> tensor<2x3xf32>, tensor<2x3xi32> {
    %v, %i = "hlo.topk"(%x) {k = 3 : i64, largest = true} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
  } => same
  example (%x: tensor<2x16xi8>) -> tensor<2x3xi8> {
    %v, %i = "hlo.topk"(%x) {k = 3 : i64, largest = false} : (tensor<2x16xi8>) -> (tensor<2x3xi8>, tensor<2x3xi32>)
    return %v : tensor<2x3xi8>
  } => same
}

pattern decompose_top_k {
  op @ root: %values, %indices: tensor<*_ x $I> = hlo.top_k(%x: tensor<*_ x $T>) {k = $k}
  where has_static_shape(%x)
  =>
  let (%v, %i) = decomposed(%x, $k, true, $T, $I, unused(%indices))
  replace %values, %indices with %v, %i
  example (%x: tensor<2x16xf32>) -> tensor<2x3xi32> {
    %v, %i = hlo.top_k(%x, k = 3) : tensor<2x16xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
    return %i : tensor<2x3xi32>
  } => same
}

pattern decompose_call {
  op @ call: %values: $V, %indices: tensor<*_ x $I> = hlo.custom_call([%x: tensor<*_ x $T>]) {call_target_name = "TopK"}
  where has_static_shape(%x)
  let $order = called_order(call)
    else remark "not decomposed: TopK needs a comparator that is one comparison of the elements" at call
  =>
  let (%v, %i) = decomposed(%x, dim($V, -1), $order == "greater", $T, $I, unused(%indices))
  replace %values, %indices with %v, %i
  example module {
    func.func private @lt(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
      %c = hlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      return %c : tensor<i1>
    }
    func.func @main(%x: tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
      %v, %i = hlo.custom_call @TopK(%x) {called_computations = [@lt]} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
      return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
    }
  } => same
  example (%x: tensor<16xf32>) -> tensor<3xf32>, tensor<3xi32> {
    %v, %i = hlo.custom_call @TopK(%x) : (tensor<16xf32>) -> (tensor<3xf32>, tensor<3xi32>)
    return %v, %i : tensor<3xf32>, tensor<3xi32>
  } => unchanged
}
