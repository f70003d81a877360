// torch_xla's form: one tuple result. The call gives several results instead.
pattern untuple_custom_call : benefit 3 {
  op @ call: %t: $T = hlo.custom_call(%xs...)
    {call_target_name = $target, backend_config? = $config, api_version? = $api, has_side_effect? = $effect,
     called_computations? = $computations, output_operand_aliases? = $aliases, operand_layouts? = $operands, result_layouts? = $results}
  where is_tuple($T) and is_topk_target($target)
  =>
  %parts... = hlo.custom_call(%xs...)
    {call_target_name = $target, backend_config? = $config, api_version? = $api, has_side_effect? = $effect,
     called_computations? = $computations, output_operand_aliases? = $aliases, operand_layouts? = $operands, result_layouts? = $results}
    : tuple_types($T)... keeping attributes of call
  %tuple = hlo.tuple(%parts...) : $T
  replace %t with %tuple
  example (%x: tensor<2x16xf32>) -> tensor<2x3xf32> {
    %t = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "3"} : (tensor<2x16xf32>) -> tuple<tensor<2x3xf32>, tensor<2x3xi32>>
    %v = hlo.get_tuple_element %t[0] : (tuple<tensor<2x3xf32>, tensor<2x3xi32>>) -> tensor<2x3xf32>
    return %v : tensor<2x3xf32>
  } => same
}

pattern get_element_of_tuple : benefit 3 {
  %e = hlo.get_tuple_element(hlo.tuple(%parts...)) {index = $i}
  =>
  replace %e with %parts[$i]
  example (%x: tensor<2xf32>, %y: tensor<3xi32>) -> tensor<3xi32> {
    %t = hlo.tuple %x, %y : tuple<tensor<2xf32>, tensor<3xi32>>
    %e = hlo.get_tuple_element %t[1] : (tuple<tensor<2xf32>, tensor<3xi32>>) -> tensor<3xi32>
    return %e : tensor<3xi32>
  } => {
    return %y : tensor<3xi32>
  }
}
