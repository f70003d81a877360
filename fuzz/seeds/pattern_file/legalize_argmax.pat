// hlo-opt's legalize-aws-neuron-arg-max (spec passes.md §3): the axis is read from the text of backend_config and gives the
// positions 0..n-1 as a second operand; the element type and the width of the index become part of the target.

table value_suffix(Type) -> Str {
  f32 => "_f32", f16 => "_f16", bf16 => "_bf16", i64 => "_s64", i32 => "_s32", ui64 => "_u64", ui32 => "_u32"
}
table index_suffix(Type) -> Str { ui64 => "4", i64 => "4", ui32 => "2", i32 => "2" }
table stem(Str) -> Str { "AwsNeuronArgMax" => "ArgMax", "AwsNeuronArgMin" => "ArgMin" }

pattern legalize_arg {
  op @ call: %index: tensor<*_ x $I> = hlo.custom_call([%x: tensor<*_ x $T>]) {call_target_name = $target, backend_config? = $config}
  where $target in stem
  where $T in value_suffix
    else remark "not legalized: {$target} exists for f32, f16, bf16 and integers of 32 and 64 bits, not for {$T}" at %x
  where $I in index_suffix
    else remark "not legalized: the index has 32 or 64 bits, not the type {$I}" at %index
  where present($config)
    else error [129] "LegalizeAwsNeuronArgMax: invalid backend_config: backend_config is missing" at call
      help "write the axis alone: backend_config = \"1\""
  where is_string($config) and k_is_readable($config)
    else error [129] "LegalizeAwsNeuronArgMax: invalid backend_config: {str($config)}" at $config
      help "write the axis alone: backend_config = \"1\""
  let $axis = k_value($config)
  where $axis >= 0 and $axis < rank(%x)
    else error "LegalizeAwsNeuronArgMax: axis {$axis} of an operand of rank {rank(%x)}" at $config
  let $n = dim(%x, $axis)
    else remark "not legalized: the axis has no static size" at %x
  =>
  %positions = hlo.constant() {value = iota_attr($n)} : tensor<$n x i64>
  let $new = join(join(stem($target), value_suffix($T)), index_suffix($I))
  %r = hlo.custom_call([%x, %positions])
    {call_target_name = $new, backend_config = "", api_version = 1} : type(%index) keeping attributes of call
  replace %index with %r
  example (%x: tensor<2x16xf32>) -> tensor<2xui32> {
    %i = hlo.custom_call @AwsNeuronArgMax(%x) {backend_config = "1"} : (tensor<2x16xf32>) -> tensor<2xui32>
    return %i : tensor<2xui32>
  } => same
  example (%x: tensor<2x16xf32>) -> tensor<16xui32> {
    %i = hlo.custom_call @AwsNeuronArgMin(%x) {backend_config = "0"} : (tensor<2x16xf32>) -> tensor<16xui32>
    return %i : tensor<16xui32>
  } => same
  example (%x: tensor<2x16xf32>) -> tensor<2xui32> {
    %i = hlo.custom_call @AwsNeuronArgMax(%x) {backend_config = "last"} : (tensor<2x16xf32>) -> tensor<2xui32>
    return %i : tensor<2xui32>
  } => error "LegalizeAwsNeuronArgMax: invalid backend_config: last"
}
