// LegalizeTopK, number 8 of hlo-opt (spec passes.md §2): AwsNeuronTopK with a supported element type becomes
// TopK_<type> with the row's positions as a second operand. k is read from the text of backend_config by the rules of
// strtol and then dropped: from here on it is the minor dimension of the result.

table topk_target(Type) -> Str { f32 => "TopK_f32", f16 => "TopK_f16", bf16 => "TopK_bf16" }

enum scope { entry, all }

// The most elements that a constant may spell out.
const $MAX_POSITIONS = 268435456

pattern legalize_topk {
  op @ call: %results... = hlo.custom_call(%xs...)
    {call_target_name = "AwsNeuronTopK", backend_config? = $config, mhlo.backend_config? = $dictionary}
  // The real pass looks at operand 0 alone; nothing is dropped here, so lower-to-nki-kernels can say what is wrong.
  where len(%xs) == 1
    else remark "not legalized: AwsNeuronTopK takes one operand, this call has {len(%xs)}" at call
  where option("scope") == "all" or is_top_level(call)
    else remark "not legalized: only the entry computation is searched" at call
      help "legalize-topk{{scope=all}} searches every computation"
  where element_type(%xs[0]) in topk_target
    else remark "not legalized: TopK_<type> exists for f32, f16 and bf16, not for {element_type(%xs[0])}" at %xs
  where not present($dictionary)
    else error "stoi: backend_config is a dictionary, but k is read from it as a base-10 integer" at $dictionary
      help "write the number alone: backend_config = \"8\""
  where present($config)
    else error "stoi: backend_config is missing, but k is read from it as a base-10 integer" at call
      help "write the number alone: backend_config = \"8\""
  where is_string($config)
    else error "stoi: backend_config is not a string in UTF-8, but k is read from it as a base-10 integer" at $config
      help "write the number alone: backend_config = \"8\""
  where k_is_readable($config)
    else error "stoi: {k_problem($config)}" at $config[k_problem_start($config)..k_problem_end($config)]
      help "k is the first thing in backend_config: blanks, a sign, digits (strtol, base 10, within int32)"
  let $n = dim(%xs[0], -1)
  let $k = topk_result_k(%results)
  // Too long to rank as well, which lower-to-nki-kernels says.
  where $n <= $MAX_POSITIONS
    else remark "not legalized: the positions of a row of {$n} elements would be a constant of more than {$MAX_POSITIONS}" at %xs
  where $k <= $n
    else error "k={$k} is larger than the row, which has {$n} elements" at $config
  when k_trailing_start($config) < len($config)
    warning "backend_config: the text behind k={k_value($config)} is ignored" at $config[k_trailing_start($config)..len($config)]
  when k_value($config) != $k
    warning "backend_config says k={k_value($config)}, but the result has {$k} columns: the shape wins" at $config[0..k_trailing_start($config)]
  =>
  %positions = hlo.constant() {value = iota_attr($n)} : tensor<$n x i64>
  %new... = hlo.custom_call([%xs[0], %positions])
    {call_target_name = topk_target(element_type(%xs[0])), backend_config = "", api_version = 1} : types(%results)... keeping attributes of call
  replace %results... with %new...
  example (%x: tensor<2x16xf32>) -> tensor<2x8xf32>, tensor<2x8xi32> {
    %r:2 = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "8", has_side_effect = true} : (tensor<2x16xf32>) -> (tensor<2x8xf32>, tensor<2x8xi32>)
    return %r#0, %r#1 : tensor<2x8xf32>, tensor<2x8xi32>
  } => {
    %p = hlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<16xi64>
    %r:2 = hlo.custom_call @TopK_f32(%x, %p) {backend_config = ""} : (tensor<2x16xf32>, tensor<16xi64>) -> (tensor<2x8xf32>, tensor<2x8xi32>)
    return %r#0, %r#1 : tensor<2x8xf32>, tensor<2x8xi32>
  }
  example (%x: tensor<2x16xf32>) -> tensor<2x3xf32>, tensor<2x3xi32> {
    %v, %i = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = " +3 columns"} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
  } => same
  example (%x: tensor<2x16xf32>) -> tensor<2x3xf32>, tensor<2x3xi32> {
    %v, %i = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "k=3"} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
  } => error "does not start with digits"
  example (%x: tensor<2x16xf32>) -> tensor<2x3xf32>, tensor<2x3xi32> {
    %v, %i = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "2147483648"} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
  } => error "does not fit in 32 bits"
  example (%x: tensor<2x16xi32>) -> tensor<2x3xi32>, tensor<2x3xi32> {
    %v, %i = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "3"} : (tensor<2x16xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xi32>, tensor<2x3xi32>
  } => unchanged
  example (%x: tensor<2x16xf32>) -> tensor<2x3xf32>, tensor<2x3xi32> {
    %v, %i = hlo.custom_call @TopK(%x) {backend_config = "3"} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
  } => unchanged
}
