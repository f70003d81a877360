// What the program makes of the chosen experts, by a router that is raised already: renormalization and the combination
// with one-hot rows.

// A router whose affinities are those of all experts: ACT1, topK.
form %affinities = unmasked(%logits, %index, %x, %w, %bias?, $k: Int, $gate: Str, $layout: Int) {
  %logits, %index, %affinities = nki.router_topk(%x, %w, %bias?)
    {k = $k, act_fn = $gate, x_hbm_layout = $layout, router_pre_norm = true, norm_topk_prob = false, return_eager_affi = false,
     lnc = 1, shard_on_tokens = false, use_column_tiling = false, use_indirect_dma_scatter = false, use_PE_broadcast_w_bias = false,
     skip_store_expert_index = false, x_buffer = "hbm", expert_index_buffer = "hbm", expert_affinities_buffer = "hbm"}
}

// Affinities taken by the indices of their rows, as chosen_of builds it.
form %v = chosen(%all, %index) {
  %v = reshaped(%rows)
  %rows = hlo.gather(%all, %at) {dimension_numbers = $dims}
  %at = hlo.reshape(%index)
  where rank(%all) == 2 and rank(%at) == 3 and dimension_numbers($dims, "start_index_map") == [1]
  where dimension_numbers($dims, "operand_batching_dims") == [0] and dimension_numbers($dims, "collapsed_slice_dims") == [1]
}

// Norm (§5.12): the chosen affinities divided by their sum.
pattern normalized_weights {
  %weights = hlo.divide(_, _)
  %weights = shares(%values)
  %values = chosen(%affinities, %index)
  %affinities = unmasked(%logits, %index, %x, %w, %bias?, $k, $gate, $layout)
  where one_use(%affinities)
    else remark "the chosen affinities are renormalized on the host: those of all experts are needed, too" at %affinities
  =>
  before %logits
  let (%l, %i, %a, %chosen) = router_with_weights(%x, %w, [%bias?], $k, $gate, $layout, true, type(%logits))
  let (%c) = written_as(%chosen, type(%weights))
  replace %weights, %logits, %index, %affinities with %c, %l, %i, %a
}

// Divided by the sum of its row.
form %y = shares(%x) {
  %y = hlo.divide(%x, spread(row_sum(%x)))
}

// The indices of a router in another integer type or shape.
form %y = indices(%index) {
  %y = converted(%a)
  %a = reshaped(%b)
  %b = converted(%index)
  where is_int(element_type(%y)) and width(%y) >= 16 and width(%a) >= 16
}

// 0, 1, ... in each row.
form %y = positions() {
  %y = hlo.iota() {iota_dimension = $dim}
  where $dim == rank(%y) - 1
}
form %y = positions() {
  %y = hlo.broadcast_in_dim(%x) {broadcast_dimensions = $dims}
  %x = hlo.iota() {iota_dimension = $dim}
  where $dims[$dim] == rank(%y) - 1
}

form %y = equal(%a, %b) { %y = hlo.compare(%a, %b) {comparison_direction = `#stablehlo<comparison_direction EQ>`} }
form %y = equal(%a, %b) { %y = hlo.compare(%b, %a) {comparison_direction = `#stablehlo<comparison_direction EQ>`} }

// For each index a row that is 1 there and 0 elsewhere.
form %y = one_hot(%index) {
  %y = hlo.convert(equal(spread(%index), positions()))
}

// The sum of one-hot rows, each times its weight.
form %y = combined(%weights, %rows) {
  %y = hlo.dot_general(%weights, %rows) {dot_dimension_numbers = $dims}
  let $last = rank(%weights) - 1
  where dimension_numbers($dims, "lhs_batching_dimensions") == iota($last) and dimension_numbers($dims, "rhs_batching_dimensions") == iota($last)
  where dimension_numbers($dims, "lhs_contracting_dimensions") == [$last] and dimension_numbers($dims, "rhs_contracting_dimensions") == [$last]
}
form %y = combined(%weights, %rows) {
  %y = hlo.dot_general(%rows, %weights) {dot_dimension_numbers = $dims}
  let $last = rank(%weights) - 1
  where rank(%rows) == $last + 2
  where dimension_numbers($dims, "lhs_batching_dimensions") == iota($last) and dimension_numbers($dims, "rhs_batching_dimensions") == iota($last)
  where dimension_numbers($dims, "lhs_contracting_dimensions") == [$last] and dimension_numbers($dims, "rhs_contracting_dimensions") == [$last]
}
form %y = combined(%weights, %rows) {
  op @ sum: %y = hlo.reduce(%terms, %init) {dimensions = $dims}
  %terms = hlo.multiply(%rows, spread(%weights))
  where applied(sum) == "hlo.add" and splat(%init) == 0.0 and $dims == [rank(%weights) - 1]
}

// What a router gives for the experts it chose: its eager result, or affinities taken by index. With $masked the
// affinities of the others are 0.
form %v = weights(%affinities, %index, $masked: Bool) {
  %v = reshaped(%eager)
  %_logits, %index, %affinities, %eager = nki.router_topk(_, _, _)
  where dim(%eager, 0) == dim(%index, 0)
  let $masked = true
}
form %v = weights(%affinities, %index, $masked: Bool) {
  %v = chosen(%affinities, %index)
  %_logits, %index, %affinities, %_eager? = nki.router_topk(_, _, _) {router_pre_norm = $pre, norm_topk_prob = $norm}
  let $masked = not $pre or $norm
}

pattern combined_by_dot {
  %y = hlo.dot_general(_, _)
  %y = combined(%weights, %rows)
  %rows = one_hot(indices(%index))
  %weights = weights(%affinities, %index, $masked)
  where element_type(%y) == f32
  =>
  let (%scattered) = scattered(%affinities, %rows, $masked)
  let (%c) = written_as(%scattered, type(%y))
  replace %y with %c
}

pattern combined_by_sum {
  %y = hlo.reduce(_, _)
  %y = combined(%weights, %rows)
  %rows = one_hot(indices(%index))
  %weights = weights(%affinities, %index, $masked)
  where element_type(%y) == f32
  =>
  let (%scattered) = scattered(%affinities, %rows, $masked)
  let (%c) = written_as(%scattered, type(%y))
  replace %y with %c
}

// Affinities that are 0 for experts that were not chosen: the kernel's (§5.13), or those of all experts times a mask.
template scattered(%affinities, %rows, $masked: Bool) -> (%y) {
  let (%y) = if $masked {
    yield %affinities
  } else {
    let $scalar = tensor_type([], f32)
    let $row = rank(%rows) - 1
    let $mask = tensor_type(slice(shape(%rows), 0, $row - 1) + [dim(%rows, -1)], f32)
    %zero = hlo.constant() {value = dense_splat($scalar, 0.0)} : $scalar
    %mask = hlo.reduce(%rows, %zero) {dimensions = [$row - 1]} : $mask {
      ^(%a: $scalar, %b: $scalar)
      %s = hlo.add(%a, %b)
      hlo.return([%s])
    }
    let (%all) = written_as(%affinities, $mask)
    %chosen = hlo.multiply(%mask, %all)
    yield %chosen
  }
  yield %y
}
