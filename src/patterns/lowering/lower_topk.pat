// TopK_<type> calls become the kernel-level nki.topk; the kernel gives ui32 positions and the host converts them to the
// type asked for. Whatever top-k is left is judged: what the device can never do is an error with the code of the real
// stack, what only stands in the wrong place is a warning and stays on the host.

table ranked_type(Str) -> Type { "TopK_f32" => f32, "TopK_f16" => f16, "TopK_bf16" => bf16 }
// How many positions the narrow integer types can name; the others name more than any target searches.
table longest_row(Type) -> Int { i1 => 2, i2 => 2, ui2 => 4, i4 => 8, ui4 => 16, i8 => 128, ui8 => 256 }
table rankable(Type) -> Bool { f32 => true, f16 => true, bf16 => true }

pattern lower_topk_call : benefit 2 {
  op @ call: %values: $V, %indices: tensor<*$shape x $I>
    = hlo.custom_call([%x: tensor<*_ x $n x $T>, %numbers: tensor<$n x $N>]) {call_target_name = $target, backend_config? = $config}
  where $target in ranked_type and ranked_type($target) == $T
  where has_static_shape($V)
  let $k = dim($V, -1)
  where shape($V) == slice(shape(%x), 0, -1) + [$k] and element_type($V) == $T
    else error "the values of a top-k of {type(%x)} have its leading dimensions and its element type, not {$V}" at %values
      help "give the results the leading dimensions and the element type of the operand"
  where $shape == shape($V)
    else error "the positions have the shape of the values, {shape($V)}, not {$shape}" at %indices
  let $count = num_elements($V)
    else error "{$V} has more elements than 64 bits count" at %values
  let $longest = topk_longest_row($k)
  where $count > 0
  where $k <= 16384
    else error [NCC_EVRF014] "TopK custom operation does not support k values larger than 16384. Found k={$k}." at $config
      help "slice the result only as far as it is used, and take k from that slice"
  where $n <= $longest
    else error [NEURON_TOPK_ROW] "rows of {$n} elements are longer than the {$longest} that the target can rank" at %x
      help "split the rows, or take the top-k of pieces first"
  where $k <= $n
    else error "k={$k} is larger than the row, which has {$n} elements" at %values
  where is_int($I)
    else error "positions are integers, not {$I}" at %indices
  where $N == $I or $n <= default(longest_row($I), $longest)
    else error "positions of rows of {$n} elements do not fit {$I}" at %indices
      help "ask for wider positions, such as i32"
  =>
  %v, %i = nki.topk(%x) {k = $k} : $V, tensor<*$shape x ui32> keeping attributes of call
  let $known = default(const_ints(%numbers), [])
  let (%p) = if is_iota($known) and len($known) == $n or defined_by(%numbers, "hlo.iota") {
    yield %i
  } else {
    let (%g) = take_numbers(%numbers, %i, $count, $N)
    %shaped = hlo.reshape(%g) : tensor<*$shape x $N>
    yield %shaped
  }
  if type(%p) == type(%indices) {
    replace %values, %indices with %v, %p
  } else {
    %c = hlo.convert(%p) : tensor<*$shape x $I>
    replace %values, %indices with %v, %c
  }
  example (%x: tensor<2x16xf32>, %p: tensor<16xi64>) -> tensor<2x8xf32>, tensor<2x8xi32> {
    %r:2 = hlo.custom_call @TopK_f32(%x, %p) : (tensor<2x16xf32>, tensor<16xi64>) -> (tensor<2x8xf32>, tensor<2x8xi32>)
    return %r#0, %r#1 : tensor<2x8xf32>, tensor<2x8xi32>
  } => same
  example (%x: tensor<2x20xbf16>, %p: tensor<20xi64>) -> tensor<2x9xbf16>, tensor<2x9xi32> {
    %v, %i = hlo.custom_call @TopK_bf16(%x, %p) : (tensor<2x20xbf16>, tensor<20xi64>) -> (tensor<2x9xbf16>, tensor<2x9xi32>)
    return %v, %i : tensor<2x9xbf16>, tensor<2x9xi32>
  } => same
  example (%x: tensor<2x5xf16>, %p: tensor<5xi64>) -> tensor<2x3xf16>, tensor<2x3xui32> {
    %v, %i = hlo.custom_call @TopK_f16(%x, %p) : (tensor<2x5xf16>, tensor<5xi64>) -> (tensor<2x3xf16>, tensor<2x3xui32>)
    return %v, %i : tensor<2x3xf16>, tensor<2x3xui32>
  } => same
  example (%x: tensor<2x16385xf32>, %p: tensor<16385xi64>) -> tensor<2x8000xf32>, tensor<2x8000xi32> {
    %v, %i = hlo.custom_call @TopK_f32(%x, %p) : (tensor<2x16385xf32>, tensor<16385xi64>) -> (tensor<2x8000xf32>, tensor<2x8000xi32>)
    return %v, %i : tensor<2x8000xf32>, tensor<2x8000xi32>
  } => error "rows of 16385 elements"
  example (%x: tensor<2x300xf32>, %p: tensor<300xi64>) -> tensor<2x4xf32>, tensor<2x4xi8> {
    %v, %i = hlo.custom_call @TopK_f32(%x, %p) : (tensor<2x300xf32>, tensor<300xi64>) -> (tensor<2x4xf32>, tensor<2x4xi8>)
    return %v, %i : tensor<2x4xf32>, tensor<2x4xi8>
  } => error "positions of rows of 300 elements do not fit i8"
  example (%x: tensor<4x16xf32>, %p: tensor<16xi64>) -> tensor<2x3xf32>, tensor<2x3xi32> {
    %v, %i = hlo.custom_call @TopK_f32(%x, %p) : (tensor<4x16xf32>, tensor<16xi64>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
  } => error "the values of a top-k of tensor<4x16xf32> have its leading dimensions"
  example (%x: tensor<4x16xf32>, %p: tensor<16xi64>) -> tensor<4x3xf32>, tensor<4x2xi32> {
    %v, %i = hlo.custom_call @TopK_f32(%x, %p) : (tensor<4x16xf32>, tensor<16xi64>) -> (tensor<4x3xf32>, tensor<4x2xi32>)
    return %v, %i : tensor<4x3xf32>, tensor<4x2xi32>
  } => error "the positions have the shape of the values"
  example (%x: tensor<2x16xbf16>, %p: tensor<16xi64>) -> tensor<2x3xbf16>, tensor<2x3xi32> {
    %v, %i = hlo.custom_call @TopK_f32(%x, %p) : (tensor<2x16xbf16>, tensor<16xi64>) -> (tensor<2x3xbf16>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xbf16>, tensor<2x3xi32>
  } => unchanged
}

// What a second operand other than the positions calls the columns found.
template take_numbers(%numbers, %positions, $count: Int, $N: Type) -> (%taken) {
  %flat = hlo.reshape(%positions) : tensor<$count x ui32>
  %taken = hlo.gather(%numbers, %flat)
    {dimension_numbers = `#stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>`, slice_sizes = [1]}
    : tensor<$count x $N>
  yield %taken
}

// A TopK_<type> call that no kernel fits.
judge ranked_topk {
  op @ call: _ = hlo.custom_call(%xs...) {call_target_name = $target}
  where $target in ranked_type
  where len(%xs) == 0 or has_static_shape(%xs[0])
    else error [NCC_EMOD025] "{type(%xs[0])} has a dynamic dimension: shapes must be static" at %xs
      help "compile for static shapes: pad, or trace once for each size"
  when true
    warning "this top-k stays on the host: {$target} takes static rows of {ranked_type($target)} and a number for each column, and gives values and positions" at call
  example (%x: tensor<2x16xbf16>, %p: tensor<16xi64>) -> tensor<2x3xbf16>, tensor<2x3xi32> {
    %v, %i = hlo.custom_call @TopK_f32(%x, %p) : (tensor<2x16xbf16>, tensor<16xi64>) -> (tensor<2x3xbf16>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xbf16>, tensor<2x3xi32>
  } => error "this top-k stays on the host: TopK_f32 takes static rows of f32"
}

// A legalized top-k without elements.
pattern lower_empty_topk_call : benefit 3 {
  %values: $V, %indices: $I = hlo.custom_call(_) {call_target_name = $target}
  where $target in ranked_type and 0 in shape($V)
  =>
  %v = hlo.constant() {value = empty_attr($V)} : $V
  %i = hlo.constant() {value = empty_attr($I)} : $I
  replace %values, %indices with %v, %i
  example (%x: tensor<2x16xf32>, %p: tensor<16xi64>) -> tensor<2x0xf32>, tensor<2x0xi32> {
    %v, %i = hlo.custom_call @TopK_f32(%x, %p) : (tensor<2x16xf32>, tensor<16xi64>) -> (tensor<2x0xf32>, tensor<2x0xi32>)
    return %v, %i : tensor<2x0xf32>, tensor<2x0xi32>
  } => {
    %v = hlo.constant dense<> : tensor<2x0xf32>
    %i = hlo.constant dense<> : tensor<2x0xi32>
    return %v, %i : tensor<2x0xf32>, tensor<2x0xi32>
  }
}

judge aws_neuron_topk {
  op @ call: %results... = hlo.custom_call(%xs...) {call_target_name = "AwsNeuronTopK", backend_config? = $config}
  let $problem = default(k_problem($config), "it is no string")
  where not present($config) or is_string($config) and k_is_readable($config)
    else error [129] "TopK backend_config: the 'k' parameter cannot be parsed: {$problem}" at $config
      help "write k alone: backend_config = \"8\""
  where len(%xs) == 1
    else error [68] "TopK operation validation error: expected exactly 1 operand but found {len(%xs)} operands" at call
      help "AwsNeuronTopK takes the data alone; k comes from backend_config, the positions are added by legalize-topk"
  let $T = element_type(%xs[0])
  where not is_wide_int($T)
    else error [NCC_EVRF013] "TopK custom operation does not support 32-bit and 64-bit integer types" at %xs
      help "convert the operand to a float type first"
  where $T in rankable
    else error [NCC_EUDT001] "{$T} dtype is not supported." at %xs
      help "the device ranks f32, f16 and bf16"
  where has_static_shape(%xs[0])
    else error [NCC_EMOD025] "{type(%xs[0])} has a dynamic dimension: shapes must be static" at %xs
      help "compile for static shapes: pad, or trace once for each size"
  where rank(%xs[0]) > 0
    else warning "this top-k stays on the host: a kernel ranks rows, and {type(%xs[0])} has no dimension" at %xs
  where topk_result_k(%results) <= 16384
    else error [NCC_EVRF014] "TopK custom operation does not support k values larger than 16384. Found k={topk_result_k(%results)}." at $config
      help "slice the result only as far as it is used, and take k from that slice"
  let $longest = topk_longest_row(topk_result_k(%results))
  where dim(%xs[0], -1) <= $longest
    else error [NEURON_TOPK_ROW] "rows of {dim(%xs[0], -1)} elements are longer than the {$longest} that the target can rank" at %xs
      help "split the rows, or take the top-k of pieces first"
  when not is_top_level(call)
    warning "this top-k stays on the host: it is not in the entry computation" at call
      help "inline the call or run legalize-topk{{scope=all}}"
  when is_top_level(call)
    warning "this top-k stays on the host: it is not legalized" at call
      help "run legalize-topk first"
  example (%x: tensor<2x16xi32>) -> tensor<2x3xi32>, tensor<2x3xi32> {
    %v, %i = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "3"} : (tensor<2x16xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xi32>, tensor<2x3xi32>
  } => error "TopK custom operation does not support 32-bit and 64-bit integer types"
  example (%x: tensor<2x16xf64>) -> tensor<2x3xf64>, tensor<2x3xi32> {
    %v, %i = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "3"} : (tensor<2x16xf64>) -> (tensor<2x3xf64>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xf64>, tensor<2x3xi32>
  } => error "f64 dtype is not supported."
  example (%x: tensor<2x16400xf32>) -> tensor<2x16385xf32>, tensor<2x16385xi32> {
    %v, %i = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "16385"} : (tensor<2x16400xf32>) -> (tensor<2x16385xf32>, tensor<2x16385xi32>)
    return %v, %i : tensor<2x16385xf32>, tensor<2x16385xi32>
  } => error "does not support k values larger than 16384. Found k=16385."
  example (%x: tensor<2x16385xf32>) -> tensor<2x8000xf32>, tensor<2x8000xi32> {
    %v, %i = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "8000"} : (tensor<2x16385xf32>) -> (tensor<2x8000xf32>, tensor<2x8000xi32>)
    return %v, %i : tensor<2x8000xf32>, tensor<2x8000xi32>
  } => error "rows of 16385 elements are longer than the 16384 that the target can rank"
  example (%x: tensor<2x16xf32>) -> tensor<2x3xf32>, tensor<2x3xi32> {
    %v, %i = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "3"} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
  } => error "this top-k stays on the host: it is not legalized"
  example (%x: tensor<2x16xf32>, %y: tensor<16xi64>) -> tensor<2x3xf32>, tensor<2x3xi32> {
    %v, %i = hlo.custom_call @AwsNeuronTopK(%x, %y) {backend_config = "3"} : (tensor<2x16xf32>, tensor<16xi64>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
  } => error "expected exactly 1 operand but found 2 operands"
}

judge chlo_top_k {
  op @ root: %values, %indices = hlo.top_k(%x) {k = $k}
  let $T = element_type(%x)
  where not is_wide_int($T)
    else error [NCC_EVRF013] "TopK custom operation does not support 32-bit and 64-bit integer types" at %x
      help "convert the operand to a float type first"
  where $T in rankable
    else error [NCC_EUDT001] "{$T} dtype is not supported." at %x
      help "the device ranks f32, f16 and bf16"
  where has_static_shape(%x)
    else error [NCC_EMOD025] "{type(%x)} has a dynamic dimension: shapes must be static" at %x
      help "compile for static shapes: pad, or trace once for each size"
  where rank(%x) > 0
    else warning "this top-k stays on the host: a kernel ranks rows, and {type(%x)} has no dimension" at %x
  where $k <= 16384
    else error [NCC_EVRF014] "TopK custom operation does not support k values larger than 16384. Found k={$k}." at $k
      help "slice the result only as far as it is used, and take k from that slice"
  let $longest = topk_longest_row($k)
  where dim(%x, -1) <= $longest
    else error [NEURON_TOPK_ROW] "rows of {dim(%x, -1)} elements are longer than the {$longest} that the target can rank" at %x
      help "split the rows, or take the top-k of pieces first"
  when true
    warning "this top-k stays on the host: it is not legalized" at root
      help "run raise-neuron-topk and legalize-topk first"
  example (%x: tensor<2x16xi32>) -> tensor<2x3xi32>, tensor<2x3xi32> {
    %v, %i = hlo.top_k(%x, k = 3) : tensor<2x16xi32> -> (tensor<2x3xi32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xi32>, tensor<2x3xi32>
  } => error "TopK custom operation does not support 32-bit and 64-bit integer types"
  example (%x: tensor<2x16xf64>) -> tensor<2x3xf64>, tensor<2x3xi32> {
    %v, %i = hlo.top_k(%x, k = 3) : tensor<2x16xf64> -> (tensor<2x3xf64>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xf64>, tensor<2x3xi32>
  } => error "f64 dtype is not supported."
  example (%x: tensor<2x16400xf32>) -> tensor<2x16385xf32>, tensor<2x16385xi32> {
    %v, %i = hlo.top_k(%x, k = 16385) : tensor<2x16400xf32> -> (tensor<2x16385xf32>, tensor<2x16385xi32>)
    return %v, %i : tensor<2x16385xf32>, tensor<2x16385xi32>
  } => error "does not support k values larger than 16384. Found k=16385."
  example (%x: tensor<2x16385xf32>) -> tensor<2x8000xf32>, tensor<2x8000xi32> {
    %v, %i = hlo.top_k(%x, k = 8000) : tensor<2x16385xf32> -> (tensor<2x8000xf32>, tensor<2x8000xi32>)
    return %v, %i : tensor<2x8000xf32>, tensor<2x8000xi32>
  } => error "rows of 16385 elements are longer than the 16384 that the target can rank"
  example (%x: tensor<2x16xf32>) -> tensor<2x3xf32>, tensor<2x3xi32> {
    %v, %i = hlo.top_k(%x, k = 3) : tensor<2x16xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
  } => error "this top-k stays on the host: it is not legalized"
}

judge hlo_topk {
  op @ root: %values, %indices = hlo.topk(%x) {k = $k}
  let $T = element_type(%x)
  where not is_wide_int($T)
    else error [NCC_EVRF013] "TopK custom operation does not support 32-bit and 64-bit integer types" at %x
      help "convert the operand to a float type first"
  where $T in rankable
    else error [NCC_EUDT001] "{$T} dtype is not supported." at %x
      help "the device ranks f32, f16 and bf16"
  where has_static_shape(%x)
    else error [NCC_EMOD025] "{type(%x)} has a dynamic dimension: shapes must be static" at %x
      help "compile for static shapes: pad, or trace once for each size"
  where rank(%x) > 0
    else warning "this top-k stays on the host: a kernel ranks rows, and {type(%x)} has no dimension" at %x
  where $k <= 16384
    else error [NCC_EVRF014] "TopK custom operation does not support k values larger than 16384. Found k={$k}." at $k
      help "slice the result only as far as it is used, and take k from that slice"
  let $longest = topk_longest_row($k)
  where dim(%x, -1) <= $longest
    else error [NEURON_TOPK_ROW] "rows of {dim(%x, -1)} elements are longer than the {$longest} that the target can rank" at %x
      help "split the rows, or take the top-k of pieces first"
  when true
    warning "this top-k stays on the host: it is not legalized" at root
      help "run raise-neuron-topk and legalize-topk first"
  example (%x: tensor<2x16xi32>) -> tensor<2x3xi32>, tensor<2x3xi32> {
    %v, %i = "hlo.topk"(%x) {k = 3 : i64, largest = true} : (tensor<2x16xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xi32>, tensor<2x3xi32>
  } => error "TopK custom operation does not support 32-bit and 64-bit integer types"
  example (%x: tensor<2x16xf64>) -> tensor<2x3xf64>, tensor<2x3xi32> {
    %v, %i = "hlo.topk"(%x) {k = 3 : i64, largest = true} : (tensor<2x16xf64>) -> (tensor<2x3xf64>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xf64>, tensor<2x3xi32>
  } => error "f64 dtype is not supported."
  example (%x: tensor<2x16400xf32>) -> tensor<2x16385xf32>, tensor<2x16385xi32> {
    %v, %i = "hlo.topk"(%x) {k = 16385 : i64, largest = true} : (tensor<2x16400xf32>) -> (tensor<2x16385xf32>, tensor<2x16385xi32>)
    return %v, %i : tensor<2x16385xf32>, tensor<2x16385xi32>
  } => error "does not support k values larger than 16384. Found k=16385."
  example (%x: tensor<2x16385xf32>) -> tensor<2x8000xf32>, tensor<2x8000xi32> {
    %v, %i = "hlo.topk"(%x) {k = 8000 : i64, largest = true} : (tensor<2x16385xf32>) -> (tensor<2x8000xf32>, tensor<2x8000xi32>)
    return %v, %i : tensor<2x8000xf32>, tensor<2x8000xi32>
  } => error "rows of 16385 elements are longer than the 16384 that the target can rank"
  example (%x: tensor<2x16xf32>) -> tensor<2x3xf32>, tensor<2x3xi32> {
    %v, %i = "hlo.topk"(%x) {k = 3 : i64, largest = true} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
  } => error "this top-k stays on the host: it is not legalized"
}

// A target that is unknown to the compiler (public SDK issue 1025), once for all its calls.
judge unknown_target {
  op @ call: _ = hlo.custom_call(_) {call_target_name = $target}
  where not is_known_target($target)
  where not is_neuron_target($target)
    else error once [NCC_EVRF015] "custom-call target '{$target}' is not recognized" at $target
      help "raise-neuron-topk makes AwsNeuronTopK of a TopK call with a comparator; --list-targets lists the targets that the compiler knows"
  when true
    warning once [NCC_EVRF015] "custom-call target '{$target}' is not recognized: the call stays on the host" at $target
      help "--list-targets lists the targets that the compiler knows"
  example (%x: tensor<2x16xf32>) -> tensor<2x3xf32>, tensor<2x3xi32> {
    %v, %i = hlo.custom_call @TopK(%x) {backend_config = "3"} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
  } => error "custom-call target 'TopK' is not recognized"
  example (%x: tensor<2x16xf32>) -> tensor<2x3xf32> {
    %v = hlo.custom_call @Mystery(%x) : (tensor<2x16xf32>) -> tensor<2x3xf32>
    return %v : tensor<2x3xf32>
  } => error "custom-call target 'Mystery' is not recognized: the call stays on the host"
  example (%x: tensor<2x16xf32>) -> tensor<2x3xf32>, tensor<2x3xi32> {
    %v, %i = hlo.custom_call @Sharding(%x) {backend_config = "3"} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
  } => unchanged
}

// A sort that no top-k stands for: trn2 and trn3 cannot sort.
judge left_sort {
  op @ sort: _ = hlo.sort(_)
  when target() != "trn1"
    warning [NCC_EVRF029] "sort is not supported on {target()}: it stays on the host" at sort
      help "slice what is used, so that raise-neuron-topk finds a top-k; --explain says what it misses"
  example (%x: tensor<16xf32>) -> tensor<16xf32> {
    %s = "hlo.sort"(%x) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = hlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      hlo.return %c : tensor<i1>
    }) : (tensor<16xf32>) -> tensor<16xf32>
    return %s : tensor<16xf32>
  } => error "sort is not supported on trn2: it stays on the host"
}
