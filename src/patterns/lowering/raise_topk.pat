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
