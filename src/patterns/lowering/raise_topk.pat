// Top-k ops of HLO and CHLO as the AwsNeuronTopK custom call, which carries k as the text of its backend_config
// (spec nki_framework_producers.md §1). The results are the same bit for bit: all of them order by the IEEE total
// order, lowest index first.

// Element types that the device can rank; others stay as they are and `lower-to-nki-kernels` says why.
table rankable(Type) -> Bool { f32 => true, f16 => true, bf16 => true }

// k = 0 or no rows: empty constants.
pattern topk_of_nothing : benefit 3 {
  op @ root: %values: $V, %indices: $I = hlo.top_k(_)
  where num_elements($V) == 0
  =>
  %v = hlo.constant() {value = empty_attr($V)} : $V
  %i = hlo.constant() {value = empty_attr($I)} : $I
  replace %values, %indices with %v, %i
  example (%x: tensor<4x16xf32>) -> tensor<4x0xf32>, tensor<4x0xi32> {
    %v, %i = hlo.top_k(%x, k = 0) : tensor<4x16xf32> -> (tensor<4x0xf32>, tensor<4x0xi32>)
    return %v, %i : tensor<4x0xf32>, tensor<4x0xi32>
  } => {
    %v = hlo.constant dense<> : tensor<4x0xf32>
    %i = hlo.constant dense<> : tensor<4x0xi32>
    return %v, %i : tensor<4x0xf32>, tensor<4x0xi32>
  }
}

pattern chlo_top_k {
  op @ root: %values: $V, %indices: $I = hlo.top_k(%x) {k = $k}
  where element_type(%x) in rankable
    else remark "the device ranks f32, f16 and bf16, not {element_type(%x)}" at %x
  =>
  %v, %i = hlo.custom_call([%x]) {call_target_name = "AwsNeuronTopK", backend_config = str($k)} : $V, $I keeping attributes of root
  replace %values, %indices with %v, %i
  example (%x: tensor<2x16xf32>) -> tensor<2x3xf32>, tensor<2x3xi32> {
    %v, %i = hlo.top_k(%x, k = 3) : tensor<2x16xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
  } => same
  example (%x: tensor<2x16xi32>) -> tensor<2x3xi32>, tensor<2x3xi32> {
    %v, %i = hlo.top_k(%x, k = 3) : tensor<2x16xi32> -> (tensor<2x3xi32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xi32>, tensor<2x3xi32>
  } => unchanged
}

pattern hlo_topk_of_nothing : benefit 3 {
  op @ root: %values: $V, %indices: $I = hlo.topk(_)
  where num_elements($V) == 0
  =>
  %v = hlo.constant() {value = empty_attr($V)} : $V
  %i = hlo.constant() {value = empty_attr($I)} : $I
  replace %values, %indices with %v, %i
  example (%x: tensor<2x16xf32>) -> tensor<2x0xf32>, tensor<2x0xi32> {
    %v, %i = "hlo.topk"(%x) {k = 0 : i64, largest = true} : (tensor<2x16xf32>) -> (tensor<2x0xf32>, tensor<2x0xi32>)
    return %v, %i : tensor<2x0xf32>, tensor<2x0xi32>
  } => {
    %v = hlo.constant dense<> : tensor<2x0xf32>
    %i = hlo.constant dense<> : tensor<2x0xi32>
    return %v, %i : tensor<2x0xf32>, tensor<2x0xi32>
  }
}

pattern hlo_topk_largest {
  op @ root: %values: $V, %indices: $I = hlo.topk(%x) {k = $k, largest = true}
  where element_type(%x) in rankable
    else remark "the device ranks f32, f16 and bf16, not {element_type(%x)}" at %x
  =>
  %v, %i = hlo.custom_call([%x]) {call_target_name = "AwsNeuronTopK", backend_config = str($k)} : $V, $I keeping attributes of root
  replace %values, %indices with %v, %i
  example (%x: tensor<2x16xbf16>) -> tensor<2x3xbf16>, tensor<2x3xi32> {
    %v, %i = "hlo.topk"(%x) {k = 3 : i64, largest = true} : (tensor<2x16xbf16>) -> (tensor<2x3xbf16>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xbf16>, tensor<2x3xi32>
  } => {
    %v, %i = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "3"} : (tensor<2x16xbf16>) -> (tensor<2x3xbf16>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xbf16>, tensor<2x3xi32>
  }
  example (%x: tensor<2x16xf32>) -> tensor<2x3xf32>, tensor<2x3xi32> {
    %v, %i = "hlo.topk"(%x) {k = 3 : i64, largest = false} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
  } => unchanged
  example (%x: tensor<2x16xf32>) -> tensor<2x3xf32>, tensor<2x3xi32> {
    %v, %i = "hlo.topk"(%x) {k = 3 : i64, largest = true} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
  } => same
}

// The k smallest are the negated k largest of the negated input: exact for floats, whose negation flips one bit and
// turns the total order round.
pattern hlo_topk_smallest {
  op @ root: %values: $V, %indices: $I = hlo.topk(%x) {k = $k, largest = false}
  where element_type(%x) in rankable
    else remark "the device ranks f32, f16 and bf16, not {element_type(%x)}" at %x
  =>
  %negated = hlo.negate(%x)
  %v, %i = hlo.custom_call([%negated]) {call_target_name = "AwsNeuronTopK", backend_config = str($k)} : $V, $I keeping attributes of root
  %back = hlo.negate(%v)
  replace %values, %indices with %back, %i
  example (%x: tensor<2x16xf32>) -> tensor<2x3xf32>, tensor<2x3xi32> {
    %v, %i = "hlo.topk"(%x) {k = 3 : i64, largest = false} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
  } => same
  example (%x: tensor<2x16xf16>) -> tensor<2x3xf16>, tensor<2x3xi32> {
    %v, %i = "hlo.topk"(%x) {k = 3 : i64, largest = false} : (tensor<2x16xf16>) -> (tensor<2x3xf16>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xf16>, tensor<2x3xi32>
  } => same
  example (%x: tensor<2x16xi32>) -> tensor<2x3xi32>, tensor<2x3xi32> {
    %v, %i = "hlo.topk"(%x) {k = 3 : i64, largest = false} : (tensor<2x16xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xi32>, tensor<2x3xi32>
  } => unchanged
}

// The portable form of chlo.top_k.
pattern composite_top_k {
  op @ root: %values: $V, %indices: $I = hlo.composite([%x]) {name = "chlo.top_k", composite_attributes = $attributes}
  where element_type(%x) in rankable
    else remark "the device ranks f32, f16 and bf16, not {element_type(%x)}" at %x
  let $k = entry($attributes, "k")
    else remark "no top-k: the composite does not say k" at $attributes
  where $k > 0 and $k == dim($V, -1)
  =>
  %v, %i = hlo.custom_call([%x]) {call_target_name = "AwsNeuronTopK", backend_config = str($k)} : $V, $I keeping attributes of root
  replace %values, %indices with %v, %i
  example module {
    func.func @main(%x: tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
      %v, %i = hlo.composite "chlo.top_k" %x {composite_attributes = {k = 3 : i64}, decomposition = @top} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
      return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
    }
    func.func private @top(%x: tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
      %v, %i = hlo.top_k(%x, k = 3) : tensor<2x16xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
      return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
    }
  } => same
}

// MHLO's topk, carried by a custom call.
pattern mhlo_topk_call {
  op @ call: %values: $V, %indices: $I = hlo.custom_call([%x]) {call_target_name = "mhlo.topk", mhlo.attributes = $attributes}
  let $k = entry($attributes, "k")
    else remark "no top-k: mhlo.attributes does not say k" at $attributes
  let $largest = default(entry($attributes, "largest"), `true`)
  where $k == dim($V, -1)
    else remark "no top-k: k={$k}, but the result has another number of columns" at %values
  =>
  %v, %i = hlo.topk(%x) {k = $k, largest = $largest} : $V, $I
  replace %values, %indices with %v, %i
  example (%x: tensor<16xf32>) -> tensor<3xf32>, tensor<3xi32> {
    %v, %i = hlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 3 : i64, largest = false}} : (tensor<16xf32>) -> (tensor<3xf32>, tensor<3xi32>)
    return %v, %i : tensor<3xf32>, tensor<3xi32>
  } => same
}

// XLA's custom call: k is the minor dimension of the result, the comparator says which elements come first.
pattern xla_topk_call {
  op @ call: %values: $V, %indices: $I = hlo.custom_call([%x]) {call_target_name = "TopK"}
  let $order = called_order(call)
    else remark "no top-k: TopK needs a comparator that is one comparison of the elements" at call
  where element_type(%x) in rankable
    else remark "the device ranks f32, f16 and bf16, not {element_type(%x)}" at %x
  =>
  %v, %i = hlo.topk(%x) {k = dim($V, -1), largest = $order == "greater"} : $V, $I keeping attributes of call
  replace %values, %indices with %v, %i
  example module {
    func.func private @gt(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
      %c = hlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      return %c : tensor<i1>
    }
    func.func @main(%x: tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
      %v, %i = hlo.custom_call @TopK(%x) {called_computations = [@gt]} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
      return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
    }
  } => same
  example (%x: tensor<16xf32>) -> tensor<3xf32>, tensor<3xi32> {
    %v, %i = hlo.custom_call @TopK(%x) : (tensor<16xf32>) -> (tensor<3xf32>, tensor<3xi32>)
    return %v, %i : tensor<3xf32>, tensor<3xi32>
  } => unchanged
}
