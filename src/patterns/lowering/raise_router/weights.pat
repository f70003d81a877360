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
  %weights = shares(%values, $epsilon)
  %values = chosen(%affinities, %index)
  %affinities = unmasked(%logits, %index, %x, %w, %bias?, $k, $gate, $layout)
  where $epsilon == 0.0 or $gate == "softmax" and $epsilon > 0.0 and $epsilon < $LOST
    else remark "the chosen affinities are renormalized on the host: the program divides by more than their sum, the kernel by the sum" at %weights
  where one_use(%affinities)
    else remark "the chosen affinities are renormalized on the host: those of all experts are needed, too" at %affinities
  =>
  before %logits
  let (%l, %i, %a, %chosen) = router_with_weights(%x, %w, [%bias?], $k, $gate, $layout, true, type(%logits))
  let (%c) = written_as(%chosen, type(%weights))
  replace %weights, %logits, %index, %affinities with %c, %l, %i, %a
  example (%x: tensor<4x128xf32>, %w: tensor<128x8xf32>) -> tensor<4x2xf32>, tensor<4x8xf32> {
    %l, %j, %a = nki.router_topk softmax %x, %w, k = 2, x_hbm_layout = 1 : (tensor<4x128xf32>, tensor<128x8xf32>) -> (tensor<4x8xf32>, tensor<4x2xui32>, tensor<4x8xf32>)
    %at = hlo.reshape %j : (tensor<4x2xui32>) -> tensor<4x2x1xui32>
    %v = "hlo.gather"(%a, %at) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<4x2x1xui32>) -> tensor<4x2xf32>
    %zero = hlo.constant dense<0.0> : tensor<f32>
    %sum = hlo.reduce(%v init: %zero) applies hlo.add across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
    %sums = hlo.broadcast_in_dim %sum, dims = [0] : (tensor<4xf32>) -> tensor<4x2xf32>
    %y = hlo.divide %v, %sums : tensor<4x2xf32>
    return %y, %l : tensor<4x2xf32>, tensor<4x8xf32>
  } => {
    %l, %j, %a, %e = nki.router_topk softmax %x, %w, k = 2, x_hbm_layout = 1 {norm_topk_prob = true, return_eager_affi = true} : (tensor<4x128xf32>, tensor<128x8xf32>) -> (tensor<4x8xf32>, tensor<4x2xui32>, tensor<4x8xf32>, tensor<4x2xf32>)
    return %e, %l : tensor<4x2xf32>, tensor<4x8xf32>
  }
  example (%x: tensor<130x128xf32>, %w: tensor<128x8xf32>) -> tensor<130x2xf32> {
    %l, %j, %a = nki.router_topk sigmoid %x, %w, k = 2, x_hbm_layout = 1 : (tensor<130x128xf32>, tensor<128x8xf32>) -> (tensor<130x8xf32>, tensor<130x2xui32>, tensor<130x8xf32>)
    %at = hlo.reshape %j : (tensor<130x2xui32>) -> tensor<130x2x1xui32>
    %v = "hlo.gather"(%a, %at) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<130x8xf32>, tensor<130x2x1xui32>) -> tensor<130x2xf32>
    %zero = hlo.constant dense<0.0> : tensor<f32>
    %sum = hlo.reduce(%v init: %zero) applies hlo.add across dimensions = [1] : (tensor<130x2xf32>, tensor<f32>) -> tensor<130xf32>
    %sums = hlo.broadcast_in_dim %sum, dims = [0] : (tensor<130xf32>) -> tensor<130x2xf32>
    %y = hlo.divide %v, %sums : tensor<130x2xf32>
    return %y : tensor<130x2xf32>
  } => same
  // The affinities of the other experts are needed, too.
  example (%x: tensor<4x128xf32>, %w: tensor<128x8xf32>) -> tensor<4x2xf32>, tensor<4x8xf32> {
    %l, %j, %a = nki.router_topk softmax %x, %w, k = 2, x_hbm_layout = 1 : (tensor<4x128xf32>, tensor<128x8xf32>) -> (tensor<4x8xf32>, tensor<4x2xui32>, tensor<4x8xf32>)
    %at = hlo.reshape %j : (tensor<4x2xui32>) -> tensor<4x2x1xui32>
    %v = "hlo.gather"(%a, %at) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<4x2x1xui32>) -> tensor<4x2xf32>
    %zero = hlo.constant dense<0.0> : tensor<f32>
    %sum = hlo.reduce(%v init: %zero) applies hlo.add across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
    %sums = hlo.broadcast_in_dim %sum, dims = [0] : (tensor<4xf32>) -> tensor<4x2xf32>
    %y = hlo.divide %v, %sums : tensor<4x2xf32>
    return %y, %a : tensor<4x2xf32>, tensor<4x8xf32>
  } => unchanged
  // An epsilon that is lost in the sum of softmaxes; in one of sigmoids, which may all be smaller, it is not.
  example (%x: tensor<4x128xf32>, %w: tensor<128x8xf32>) -> tensor<4x2xf32> {
    %l, %j, %a = nki.router_topk softmax %x, %w, k = 2, x_hbm_layout = 1 : (tensor<4x128xf32>, tensor<128x8xf32>) -> (tensor<4x8xf32>, tensor<4x2xui32>, tensor<4x8xf32>)
    %at = hlo.reshape %j : (tensor<4x2xui32>) -> tensor<4x2x1xui32>
    %v = "hlo.gather"(%a, %at) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<4x2x1xui32>) -> tensor<4x2xf32>
    %zero = hlo.constant dense<0.0> : tensor<f32>
    %sum = hlo.reduce(%v init: %zero) applies hlo.add across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
    %column = hlo.reshape %sum : (tensor<4xf32>) -> tensor<4x1xf32>
    %epsilon = hlo.constant dense<1.0e-20> : tensor<4x1xf32>
    %more = hlo.add %column, %epsilon : tensor<4x1xf32>
    %sums = hlo.broadcast_in_dim %more, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x2xf32>
    %y = hlo.divide %v, %sums : tensor<4x2xf32>
    return %y : tensor<4x2xf32>
  } => {
    %l, %j, %a, %e = nki.router_topk softmax %x, %w, k = 2, x_hbm_layout = 1 {norm_topk_prob = true, return_eager_affi = true} : (tensor<4x128xf32>, tensor<128x8xf32>) -> (tensor<4x8xf32>, tensor<4x2xui32>, tensor<4x8xf32>, tensor<4x2xf32>)
    return %e : tensor<4x2xf32>
  }
  example (%x: tensor<4x128xf32>, %w: tensor<128x8xf32>) -> tensor<4x2xf32> {
    %l, %j, %a = nki.router_topk softmax %x, %w, k = 2, x_hbm_layout = 1 : (tensor<4x128xf32>, tensor<128x8xf32>) -> (tensor<4x8xf32>, tensor<4x2xui32>, tensor<4x8xf32>)
    %at = hlo.reshape %j : (tensor<4x2xui32>) -> tensor<4x2x1xui32>
    %v = "hlo.gather"(%a, %at) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<4x2x1xui32>) -> tensor<4x2xf32>
    %zero = hlo.constant dense<0.0> : tensor<f32>
    %sum = hlo.reduce(%v init: %zero) applies hlo.add across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
    %column = hlo.reshape %sum : (tensor<4xf32>) -> tensor<4x1xf32>
    %epsilon = hlo.constant dense<1.0e-6> : tensor<4x1xf32>
    %more = hlo.add %column, %epsilon : tensor<4x1xf32>
    %sums = hlo.broadcast_in_dim %more, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x2xf32>
    %y = hlo.divide %v, %sums : tensor<4x2xf32>
    return %y : tensor<4x2xf32>
  } => unchanged
  example (%x: tensor<4x128xf32>, %w: tensor<128x8xf32>) -> tensor<4x2xf32> {
    %l, %j, %a = nki.router_topk sigmoid %x, %w, k = 2, x_hbm_layout = 1 : (tensor<4x128xf32>, tensor<128x8xf32>) -> (tensor<4x8xf32>, tensor<4x2xui32>, tensor<4x8xf32>)
    %at = hlo.reshape %j : (tensor<4x2xui32>) -> tensor<4x2x1xui32>
    %v = "hlo.gather"(%a, %at) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<4x2x1xui32>) -> tensor<4x2xf32>
    %zero = hlo.constant dense<0.0> : tensor<f32>
    %sum = hlo.reduce(%v init: %zero) applies hlo.add across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
    %column = hlo.reshape %sum : (tensor<4xf32>) -> tensor<4x1xf32>
    %epsilon = hlo.constant dense<1.0e-20> : tensor<4x1xf32>
    %more = hlo.add %column, %epsilon : tensor<4x1xf32>
    %sums = hlo.broadcast_in_dim %more, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x2xf32>
    %y = hlo.divide %v, %sums : tensor<4x2xf32>
    return %y : tensor<4x2xf32>
  } => unchanged
}

// The best of at most 512 experts has a softmax of at least 2^-9 or, rounded, a little less: what is smaller than half of the
// last bit of that is lost when it is added to the sum of the chosen.
const $LOST = 0.00000000002

// Divided by the sum of its row, or by a little more, so that it is not divided by 0.
form %y = shares(%x, $epsilon: Attr) {
  %y = hlo.divide(%x, spread(row_sum(%x)))
  let $epsilon = 0.0
}
form %y = shares(%x, $epsilon: Attr) {
  %y = hlo.divide(%x, %divisor)
  %divisor = spread(%more)
  %more = raised(%sum, $epsilon)
  %sum = row_sum(%x)
}
form %y = shares(%x, $epsilon: Attr) {
  %y = hlo.divide(%x, %divisor)
  %divisor = hlo.broadcast_in_dim(%more) {broadcast_dimensions = $dims}
  where is_iota($dims)
  %more = raised(%column, $epsilon)
  %column = as_column(row_sum(%x))
}
form %y = raised(%x, $epsilon: Attr) { %y = hlo.add(%x, uniform($epsilon)) }
form %y = raised(%x, $epsilon: Attr) { %y = hlo.maximum(%x, uniform($epsilon)) }

// The affinities of all experts, 0 for those that were not chosen.
form %y = masked(%affinities, %index) {
  %y = hlo.multiply(reshaped(%affinities), %mask)
  op @ sum: %mask = hlo.reduce(%rows, %init) {dimensions = $dims}
  where applied(sum) == "hlo.add" and splat(%init) == 0.0 and $dims == [rank(%rows) - 2]
  %rows = one_hot(indices(%index))
}

// Norm with the scatter that follows it (§5.12, §5.13): masked affinities divided by the sum of all.
pattern normalized_rows {
  %rows = hlo.divide(_, _)
  %rows = shares(%masked, $epsilon)
  %masked = masked(%affinities, %index)
  %affinities = unmasked(%logits, %index, %x, %w, %bias?, $k, $gate, $layout)
  where element_type(%rows) == f32
  where $epsilon == 0.0 or $gate == "softmax" and $epsilon > 0.0 and $epsilon < $LOST
    else remark "the masked affinities are renormalized on the host: the program divides by more than their sum, the kernel by the sum" at %rows
  where one_use(%affinities)
    else remark "the masked affinities are renormalized on the host: those of all experts are needed, too" at %affinities
  =>
  before %logits
  let $router = [type(%logits), type(%index), type(%affinities)]
  %l, %i, %a = nki.router_topk(%x, %w, %bias?)
    {k = $k, act_fn = $gate, x_hbm_layout = $layout, norm_topk_prob = true} : $router...
  let (%c) = written_as(%a, type(%rows))
  replace %rows, %logits, %index, %affinities with %c, %l, %i, %a
  example (%x: tensor<4x128xf32>, %w: tensor<128x8xf32>) -> tensor<4x8xf32> {
    %l, %j, %a = nki.router_topk softmax %x, %w, k = 2, x_hbm_layout = 1 : (tensor<4x128xf32>, tensor<128x8xf32>) -> (tensor<4x8xf32>, tensor<4x2xui32>, tensor<4x8xf32>)
    %spread = hlo.broadcast_in_dim %j, dims = [0, 1] : (tensor<4x2xui32>) -> tensor<4x2x8xui32>
    %numbers = hlo.iota dim = 2 : tensor<4x2x8xui32>
    %equal = hlo.compare EQ, %spread, %numbers : (tensor<4x2x8xui32>, tensor<4x2x8xui32>) -> tensor<4x2x8xi1>
    %rows = hlo.convert %equal : (tensor<4x2x8xi1>) -> tensor<4x2x8xf32>
    %zero = hlo.constant dense<0.0> : tensor<f32>
    %mask = hlo.reduce(%rows init: %zero) applies hlo.add across dimensions = [1] : (tensor<4x2x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %masked = hlo.multiply %mask, %a : tensor<4x8xf32>
    %sum = hlo.reduce(%masked init: %zero) applies hlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %sums = hlo.broadcast_in_dim %sum, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
    %y = hlo.divide %masked, %sums : tensor<4x8xf32>
    return %y : tensor<4x8xf32>
  } => {
    %l, %j, %a = nki.router_topk softmax %x, %w, k = 2, x_hbm_layout = 1 {norm_topk_prob = true} : (tensor<4x128xf32>, tensor<128x8xf32>) -> (tensor<4x8xf32>, tensor<4x2xui32>, tensor<4x8xf32>)
    return %a : tensor<4x8xf32>
  }
}

// The gate behind a ranking that took the best expert alone, which was raised before it was seen.
pattern softmax_of_the_best {
  %weights = hlo.divide(_, _)
  %weights = softmax(%gated)
  %gated = widened(%values)
  where element_type(%weights) == f32
  %values = chosen(%logits, %index)
  %logits, %index, %affinities = nki.router_topk(_, _, _) {k = 1, act_fn = "softmax", router_pre_norm = false}
  =>
  let (%best) = chosen_of(%affinities, %index)
  let (%c) = written_as(%best, type(%weights))
  replace %weights with %c
  example (%x: tensor<4x128xf32>, %w: tensor<128x8xf32>) -> tensor<4x1xf32> {
    %l, %j, %a = nki.router_topk softmax %x, %w, k = 1, x_hbm_layout = 1 {router_pre_norm = false} : (tensor<4x128xf32>, tensor<128x8xf32>) -> (tensor<4x8xf32>, tensor<4x1xui32>, tensor<4x8xf32>)
    %at = hlo.reshape %j : (tensor<4x1xui32>) -> tensor<4x1x1xui32>
    %v = "hlo.gather"(%l, %at) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<4x1x1xui32>) -> tensor<4x1xf32>
    %low = hlo.constant dense<0xFF800000> : tensor<f32>
    %zero = hlo.constant dense<0.0> : tensor<f32>
    %max = hlo.reduce(%v init: %low) applies hlo.maximum across dimensions = [1] : (tensor<4x1xf32>, tensor<f32>) -> tensor<4xf32>
    %maxes = hlo.broadcast_in_dim %max, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %shifted = hlo.subtract %v, %maxes : tensor<4x1xf32>
    %exp = hlo.exponential %shifted : tensor<4x1xf32>
    %sum = hlo.reduce(%exp init: %zero) applies hlo.add across dimensions = [1] : (tensor<4x1xf32>, tensor<f32>) -> tensor<4xf32>
    %sums = hlo.broadcast_in_dim %sum, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %y = hlo.divide %exp, %sums : tensor<4x1xf32>
    return %y : tensor<4x1xf32>
  } => same
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
  example (%x: tensor<4x128xf32>, %w: tensor<128x8xf32>) -> tensor<4x8xf32> {
    %l, %j, %a, %e = nki.router_topk softmax %x, %w, k = 2, x_hbm_layout = 1 {norm_topk_prob = true, return_eager_affi = true} : (tensor<4x128xf32>, tensor<128x8xf32>) -> (tensor<4x8xf32>, tensor<4x2xui32>, tensor<4x8xf32>, tensor<4x2xf32>)
    %i = hlo.convert %j : (tensor<4x2xui32>) -> tensor<4x2xi64>
    %spread = hlo.broadcast_in_dim %i, dims = [0, 1] : (tensor<4x2xi64>) -> tensor<4x2x8xi64>
    %numbers = hlo.iota dim = 2 : tensor<4x2x8xi64>
    %equal = hlo.compare EQ, %spread, %numbers : (tensor<4x2x8xi64>, tensor<4x2x8xi64>) -> tensor<4x2x8xi1>
    %rows = hlo.convert %equal : (tensor<4x2x8xi1>) -> tensor<4x2x8xf32>
    %y = hlo.dot_general %e, %rows, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<4x2xf32>, tensor<4x2x8xf32>) -> tensor<4x8xf32>
    return %y : tensor<4x8xf32>
  } => {
    %l, %j, %a, %e = nki.router_topk softmax %x, %w, k = 2, x_hbm_layout = 1 {norm_topk_prob = true, return_eager_affi = true} : (tensor<4x128xf32>, tensor<128x8xf32>) -> (tensor<4x8xf32>, tensor<4x2xui32>, tensor<4x8xf32>, tensor<4x2xf32>)
    return %a : tensor<4x8xf32>
  }
  // Affinities of all experts: the host masks them.
  example (%x: tensor<4x128xf32>, %w: tensor<128x8xf32>) -> tensor<4x8xf32> {
    %l, %j, %a = nki.router_topk softmax %x, %w, k = 2, x_hbm_layout = 1 : (tensor<4x128xf32>, tensor<128x8xf32>) -> (tensor<4x8xf32>, tensor<4x2xui32>, tensor<4x8xf32>)
    %at = hlo.reshape %j : (tensor<4x2xui32>) -> tensor<4x2x1xui32>
    %v = "hlo.gather"(%a, %at) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<4x2x1xui32>) -> tensor<4x2xf32>
    %spread = hlo.broadcast_in_dim %j, dims = [0, 1] : (tensor<4x2xui32>) -> tensor<4x2x8xui32>
    %numbers = hlo.iota dim = 2 : tensor<4x2x8xui32>
    %equal = hlo.compare EQ, %spread, %numbers : (tensor<4x2x8xui32>, tensor<4x2x8xui32>) -> tensor<4x2x8xi1>
    %rows = hlo.convert %equal : (tensor<4x2x8xi1>) -> tensor<4x2x8xf32>
    %y = hlo.dot_general %rows, %v, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<4x2x8xf32>, tensor<4x2xf32>) -> tensor<4x8xf32>
    return %y : tensor<4x8xf32>
  } => same
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
  example (%x: tensor<4x128xf32>, %w: tensor<128x8xf32>) -> tensor<4x8xf32> {
    %l, %j, %a, %e = nki.router_topk softmax %x, %w, k = 2, x_hbm_layout = 1 {norm_topk_prob = true, return_eager_affi = true} : (tensor<4x128xf32>, tensor<128x8xf32>) -> (tensor<4x8xf32>, tensor<4x2xui32>, tensor<4x8xf32>, tensor<4x2xf32>)
    %spread = hlo.broadcast_in_dim %j, dims = [0, 1] : (tensor<4x2xui32>) -> tensor<4x2x8xui32>
    %numbers = hlo.iota dim = 2 : tensor<4x2x8xui32>
    %equal = hlo.compare EQ, %spread, %numbers : (tensor<4x2x8xui32>, tensor<4x2x8xui32>) -> tensor<4x2x8xi1>
    %rows = hlo.convert %equal : (tensor<4x2x8xi1>) -> tensor<4x2x8xf32>
    %weights = hlo.broadcast_in_dim %e, dims = [0, 1] : (tensor<4x2xf32>) -> tensor<4x2x8xf32>
    %terms = hlo.multiply %weights, %rows : tensor<4x2x8xf32>
    %zero = hlo.constant dense<0.0> : tensor<f32>
    %y = hlo.reduce(%terms init: %zero) applies hlo.add across dimensions = [1] : (tensor<4x2x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    return %y : tensor<4x8xf32>
  } => same
}

// The number of the row everywhere, with jax's rule for negative ones, which there are not.
form %y = row_numbers() { %y = wrapped(counts()) }
form %y = row_numbers() {
  %y = hlo.broadcast_in_dim(wrapped(counts())) {broadcast_dimensions = $dims}
  where $dims[0] == 0
}
form %y = counts() {
  %y = hlo.iota() {iota_dimension = $dim}
  where $dim == 0
}
form %y = counts() {
  %y = hlo.broadcast_in_dim(hlo.iota() {iota_dimension = 0}) {broadcast_dimensions = $dims}
  where $dims[0] == 0
}
form %x = wrapped(%x) { }
form %y = wrapped(%x) {
  %y = hlo.select(hlo.compare(%x, uniform($zero)) {comparison_direction = `#stablehlo<comparison_direction LT>`}, hlo.add(%x, _), %x)
  where $zero == 0
}

// Weights put into rows of zeros, at pairs of row number and index.
pattern combined_by_scatter {
  op @ scatter: %y = hlo.scatter(%zeros, %at, %weights) {scatter_dimension_numbers = $dims}
  where rank(%y) == 2 and element_type(%y) == f32 and rank(%weights) == 2
  where overwrites(scatter) or applied(scatter) == "hlo.add"
  where dimension_numbers($dims, "inserted_window_dims") == [0, 1] and dimension_numbers($dims, "scatter_dims_to_operand_dims") == [0, 1]
  where dimension_numbers($dims, "index_vector_dim") == [2]
  %zeros = uniform($zero)
  where $zero == 0.0
  %at = hlo.concatenate([%numbers, %column])
  where dim(%at, 2) == 2
  %numbers = row_numbers()
  %column = as_column(wrapped(indices(%index)))
  %weights = weights(%affinities, %index, $masked)
  =>
  let (%c) = if $masked {
    yield %affinities
  } else {
    let (%rows) = one_hot_rows(%index, dim(%y, 1))
    let (%masked) = scattered(%affinities, %rows, false)
    yield %masked
  }
  replace %y with %c
  example (%x: tensor<4x128xf32>, %w: tensor<128x8xf32>) -> tensor<4x8xf32> {
    %l, %j, %a, %e = nki.router_topk softmax %x, %w, k = 2, x_hbm_layout = 1 {norm_topk_prob = true, return_eager_affi = true} : (tensor<4x128xf32>, tensor<128x8xf32>) -> (tensor<4x8xf32>, tensor<4x2xui32>, tensor<4x8xf32>, tensor<4x2xf32>)
    %zeros = hlo.constant dense<0.0> : tensor<4x8xf32>
    %numbers = hlo.iota dim = 0 : tensor<4xi32>
    %first = hlo.broadcast_in_dim %numbers, dims = [0] : (tensor<4xi32>) -> tensor<4x2x1xi32>
    %i = hlo.convert %j : (tensor<4x2xui32>) -> tensor<4x2xi32>
    %zero = hlo.constant dense<0> : tensor<4x2xi32>
    %experts = hlo.constant dense<8> : tensor<4x2xi32>
    %negative = hlo.compare LT, %i, %zero, SIGNED : (tensor<4x2xi32>, tensor<4x2xi32>) -> tensor<4x2xi1>
    %more = hlo.add %i, %experts : tensor<4x2xi32>
    %place = hlo.select %negative, %more, %i : tensor<4x2xi1>, tensor<4x2xi32>
    %second = hlo.reshape %place : (tensor<4x2xi32>) -> tensor<4x2x1xi32>
    %at = hlo.concatenate %first, %second, dim = 2 : (tensor<4x2x1xi32>, tensor<4x2x1xi32>) -> tensor<4x2x2xi32>
    %y = "hlo.scatter"(%zeros, %at, %e) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>}> ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      hlo.return %new : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<4x2x2xi32>, tensor<4x2xf32>) -> tensor<4x8xf32>
    return %y : tensor<4x8xf32>
  } => {
    %l, %j, %a, %e = nki.router_topk softmax %x, %w, k = 2, x_hbm_layout = 1 {norm_topk_prob = true, return_eager_affi = true} : (tensor<4x128xf32>, tensor<128x8xf32>) -> (tensor<4x8xf32>, tensor<4x2xui32>, tensor<4x8xf32>, tensor<4x2xf32>)
    return %a : tensor<4x8xf32>
  }
  example (%x: tensor<4x128xf32>, %w: tensor<128x8xf32>) -> tensor<4x8xf32> {
    %l, %j, %a = nki.router_topk softmax %x, %w, k = 2, x_hbm_layout = 1 : (tensor<4x128xf32>, tensor<128x8xf32>) -> (tensor<4x8xf32>, tensor<4x2xui32>, tensor<4x8xf32>)
    %at = hlo.reshape %j : (tensor<4x2xui32>) -> tensor<4x2x1xui32>
    %v = "hlo.gather"(%a, %at) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<4x2x1xui32>) -> tensor<4x2xf32>
    %zeros = hlo.constant dense<0.0> : tensor<4x8xf32>
    %first = hlo.iota dim = 0 : tensor<4x2x1xui32>
    %second = hlo.reshape %j : (tensor<4x2xui32>) -> tensor<4x2x1xui32>
    %at2 = hlo.concatenate %first, %second, dim = 2 : (tensor<4x2x1xui32>, tensor<4x2x1xui32>) -> tensor<4x2x2xui32>
    %y = "hlo.scatter"(%zeros, %at2, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>}> ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      %both = hlo.add %old, %new : tensor<f32>
      hlo.return %both : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<4x2x2xui32>, tensor<4x2xf32>) -> tensor<4x8xf32>
    return %y : tensor<4x8xf32>
  } => same
}

template one_hot_rows(%index, $E: Int) -> (%rows) {
  let $shape = shape(%index) + [$E]
  %spread = hlo.broadcast_in_dim(%index) {broadcast_dimensions = [0, 1]} : tensor_type($shape, ui32)
  %numbers = hlo.iota() {iota_dimension = 2} : tensor_type($shape, ui32)
  %equal = hlo.compare(%spread, %numbers) {comparison_direction = `#stablehlo<comparison_direction EQ>`}
  %rows = hlo.convert(%equal) : tensor_type($shape, f32)
  yield %rows
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
