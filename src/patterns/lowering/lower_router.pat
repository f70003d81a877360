// router_topk calls, whose backend_config is a dictionary of the kernel's parameters, become the kernel-level op. The
// values are judged by the op's own rule, which finds them in the dictionary.

const $ROUTER = "nki.router_topk"

pattern lower_router_call {
  op @ call: %results... = hlo.custom_call(%operands...) {call_target_name = "router_topk", backend_config = $config}
  where is_dictionary($config)
    else error "backend_config of router_topk must be a dictionary of the kernel's parameters" at $config
      help "write backend_config = {{k = 4 : i64, act_fn = \"softmax\", x_hbm_layout = 0 : i64}}"
  let $given = types(%results)
  where len($given) >= 3
  let $count = len(%operands)
  where $count == 2 or $count == 3
    else error "router_topk takes x, w and perhaps w_bias, but has {$count} operands" at call
  let $unknown = default(unknown_entry($config, $ROUTER), "")
  let $known = attribute_names($ROUTER)
  where $unknown == ""
    else error "router_topk has no parameter '{$unknown}'" at $config.key($unknown)
      help "the parameters are {$known}"
  let $missing = default(missing_entry($config, $ROUTER), "")
  where $missing == ""
    else error "router_topk lacks its parameter '{$missing}'" at $config
  let $misfit = default(misfit_entry($config, $ROUTER), "")
  let $wanted = default(attribute_constraint($ROUTER, $misfit), "")
  where $misfit == ""
    else error "router_topk's parameter '{$misfit}' must be a {$wanted}" at $config.value($misfit)
  let $I = element_type($given[1])
  where is_int($I)
    else error "expert_index, the second result, holds integers, not {$I}" at call
  =>
  let $types = set($given, 1, with_element_type($given[1], ui32))
  %called... = nki.router_topk(%operands[0], %operands[1], slice(%operands, 2, $count)...)
    {k? = entry($config, "k"),
     act_fn? = entry($config, "act_fn"),
     x_hbm_layout? = entry($config, "x_hbm_layout"),
     x_sb_layout? = entry($config, "x_sb_layout"),
     router_pre_norm? = entry($config, "router_pre_norm"),
     norm_topk_prob? = entry($config, "norm_topk_prob"),
     use_column_tiling? = entry($config, "use_column_tiling"),
     use_indirect_dma_scatter? = entry($config, "use_indirect_dma_scatter"),
     return_eager_affi? = entry($config, "return_eager_affi"),
     use_PE_broadcast_w_bias? = entry($config, "use_PE_broadcast_w_bias"),
     shard_on_tokens? = entry($config, "shard_on_tokens"),
     skip_store_expert_index? = entry($config, "skip_store_expert_index"),
     skip_store_router_logits? = entry($config, "skip_store_router_logits"),
     lnc? = entry($config, "lnc"),
     x_buffer? = entry($config, "x_buffer"),
     expert_index_buffer? = entry($config, "expert_index_buffer"),
     expert_affinities_buffer? = entry($config, "expert_affinities_buffer")}
    : $types... keeping attributes of call
  // The kernel gives ui32; the host converts.
  let (%index) = if $I == ui32 {
    yield %called[1]
  } else {
    %converted = hlo.convert(%called[1]) : $given[1]
    yield %converted
  }
  replace %results... with set(%called, 1, %index)...
  example (%x: tensor<128x4xf32>, %w: tensor<128x16xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32>, tensor<4x2xi32>, tensor<4x16xf32> {
    %l, %i, %a = hlo.custom_call @router_topk(%x, %w, %b) {api_version = 4 : i32, backend_config = {k = 2 : i64, act_fn = "sigmoid", x_hbm_layout = 0 : i64, norm_topk_prob = true}} : (tensor<128x4xf32>, tensor<128x16xf32>, tensor<16xf32>) -> (tensor<4x16xf32>, tensor<4x2xi32>, tensor<4x16xf32>)
    return %l, %i, %a : tensor<4x16xf32>, tensor<4x2xi32>, tensor<4x16xf32>
  } => {
    %l, %j, %a = nki.router_topk sigmoid %x, %w + %b, k = 2, x_hbm_layout = 0 {norm_topk_prob = true} : (tensor<128x4xf32>, tensor<128x16xf32>, tensor<16xf32>) -> (tensor<4x16xf32>, tensor<4x2xui32>, tensor<4x16xf32>)
    %i = hlo.convert %j : (tensor<4x2xui32>) -> tensor<4x2xi32>
    return %l, %i, %a : tensor<4x16xf32>, tensor<4x2xi32>, tensor<4x16xf32>
  }
  example (%x: tensor<128x4xf32>, %w: tensor<128x16xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32>, tensor<4x2xi32>, tensor<4x16xf32> {
    %l, %i, %a = hlo.custom_call @router_topk(%x, %w, %b) {api_version = 4 : i32, backend_config = {k = 2 : i64, act = "sigmoid", x_hbm_layout = 0 : i64}} : (tensor<128x4xf32>, tensor<128x16xf32>, tensor<16xf32>) -> (tensor<4x16xf32>, tensor<4x2xi32>, tensor<4x16xf32>)
    return %l, %i, %a : tensor<4x16xf32>, tensor<4x2xi32>, tensor<4x16xf32>
  } => error "router_topk has no parameter 'act'"
}

// What a router_topk call must have to be lowered at all.
judge unlowered_router_call {
  op @ call: %results... = hlo.custom_call(_) {call_target_name = "router_topk"}
  let $count = len(%results)
  where $count >= 3
    else error "router_topk gives router_logits, expert_index, expert_affinities and perhaps eager affinities, but has {$count} results" at call
  where has_attr(call, "backend_config")
    else error "router_topk has no backend_config: a dictionary of the kernel's parameters" at call
  example (%x: tensor<128x4xf32>, %w: tensor<128x16xf32>) -> tensor<4x2xi32> {
    %l, %i = hlo.custom_call @router_topk(%x, %w) {api_version = 4 : i32, backend_config = {k = 2 : i64}} : (tensor<128x4xf32>, tensor<128x16xf32>) -> (tensor<4x16xf32>, tensor<4x2xi32>)
    return %i : tensor<4x2xi32>
  } => error "but has 2 results"
}
