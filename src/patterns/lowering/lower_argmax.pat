// hlo-opt's lower-argminmax-custom-call (spec passes.md §3): the extreme of each line, a mask of the elements equal to it, and
// the extreme of the masked positions. Positions are counted down from their number (up to it for the smallest), so that a
// reduction in the same direction finds the first of equal elements.

// The largest (or smallest) element along a dimension; $first is what it starts from.
template extreme(%x, $axis: Int, $up: Bool, $T: Type, $R: Type, $first: Attr) -> (%e) {
  %start = hlo.constant() {value = $first} : tensor_type([], $T)
  let $elem = tensor_type([], $T)
  let (%e) = if $up {
    %r = hlo.reduce([%x], [%start]) {dimensions = [$axis]} : $R {
      ^(%a: $elem, %b: $elem)
      %m = hlo.maximum(%a, %b)
      hlo.return([%m])
    }
    yield %r
  } else {
    %r = hlo.reduce([%x], [%start]) {dimensions = [$axis]} : $R {
      ^(%a: $elem, %b: $elem)
      %m = hlo.minimum(%a, %b)
      hlo.return([%m])
    }
    yield %r
  }
  yield %e
}

pattern lower_arg {
  op @ call: %index: tensor<*$kept x $I> = hlo.custom_call(%xs...) {call_target_name = $target}
  let $axis = arg_axis(call)
  let $up = arg_is_max(call)
  let $shape = shape(%xs[0])
  where has_static_shape(%xs[0])
    else remark "not expanded: the operand of {$target} has no static shape" at %xs
  let $n = $shape[$axis]
  where $n <= 2147483647
    else error "the axis has {$n} elements, more than s32 can number" at %xs
  =>
  let $T = element_type(%xs[0])
  let (%best) = extreme(%xs[0], $axis, $up, $T, tensor_type($kept, $T), extreme_attr($T, not $up))
  let $numbers = with_element_type(%xs[0], i32)
  %spread = hlo.broadcast_in_dim(%best)
    {broadcast_dimensions = [if $i < $axis then $i else $i + 1 for $i in 0..len($kept)]} : type(%xs[0])
  %equal = hlo.compare(%xs[0], %spread) {comparison_direction = `#stablehlo<comparison_direction EQ>`}
  %mask = hlo.convert(%equal) : $numbers
  %places = hlo.iota() {iota_dimension = $axis} : $numbers
  %count = hlo.constant() {value = dense_splat($numbers, $n)} : $numbers
  let (%left) = if $up {
    %d = hlo.subtract(%count, %places)
    yield %d
  } else {
    %d = hlo.subtract(%places, %count)
    yield %d
  }
  %masked = hlo.multiply(%mask, %left)
  let (%far) = extreme(%masked, $axis, $up, i32, tensor_type($kept, i32), dense_splat(tensor_type([], i32), 0))
  %all = hlo.constant() {value = dense_splat(tensor_type($kept, i32), $n)} : tensor_type($kept, i32)
  let (%place) = if $up {
    %p = hlo.subtract(%all, %far)
    yield %p
  } else {
    %p = hlo.add(%all, %far)
    yield %p
  }
  let (%typed) = if $I == i32 { yield %place } else {
    %c = hlo.convert(%place) : type(%index)
    yield %c
  }
  replace %index with %typed
  example (%x: tensor<2x16xf32>) -> tensor<2xui32> {
    %i = hlo.custom_call @AwsNeuronArgMax(%x) {backend_config = "1"} : (tensor<2x16xf32>) -> tensor<2xui32>
    return %i : tensor<2xui32>
  } => same
  example (%x: tensor<4x3xi32>) -> tensor<3xi32> {
    %i = hlo.custom_call @AwsNeuronArgMin(%x) {backend_config = "0"} : (tensor<4x3xi32>) -> tensor<3xi32>
    return %i : tensor<3xi32>
  } => same
  example (%x: tensor<2x16xf32>, %n: tensor<16xi64>) -> tensor<2xui32> {
    %i = hlo.custom_call @ArgMax_f322(%x, %n) : (tensor<2x16xf32>, tensor<16xi64>) -> tensor<2xui32>
    return %i : tensor<2xui32>
  } => same
}
