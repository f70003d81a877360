// Scores x @ w + bias, a gate and a top-k become nki.router_topk (spec nki_router_topk.md). What the program makes of
// the chosen experts stays on the host here; weights.pat moves that into the kernel where the kernel has it.

// Tokens of a tile, rows of a contraction tile.
const $TILE = 128

// What the kernel multiplies (§7).
table multiplied(Type) -> Bool { f32 => true, f16 => true, bf16 => true }

// Scores that the kernel computes: everything it asserts about them (§3), and what it takes for granted (§2, §8).
form %l = routed(%x, %w, $x_dim: Int, $w_dim: Int, $bias: List Value) {
  op @ scores: %l = scores(%x, %w, $x_dim, $w_dim, $bias)
  let $E = dim(%w, 1 - $w_dim)
  where $E >= 8
    else remark "not raised to a router: max8 needs 8 experts, here are {$E}" at %l
  where $E <= 512
    else remark "not raised to a router: a matmul takes 512 experts at most, here are {$E}" at %l
  let $X = element_type(%x)
  where $X in multiplied
    else remark "not raised to a router: the kernel multiplies f32, f16 and bf16, not {$X}" at %x
  where element_type(%w) == $X
    else remark "not raised to a router: x holds {$X}, but w holds {element_type(%w)}" at %l
  where element_type(%l) in multiplied
    else remark "not raised to a router: the kernel gives scores as f32, f16 or bf16, not {element_type(%l)}" at %l
  let $H = dim(%w, $w_dim)
  let $T = num_elements(%x) / max($H, 1)
  where $H > 0 and $T > 0
    else remark "not raised to a router: there is nothing to multiply" at %l
  let $tiles = ceildiv($H, $TILE)
  where $T <= 2048 and ($tiles * ($T + $E) * bytes_of($X) + ceildiv($T, $TILE) * $E * 16) <= limit("sbuf_bytes")
    else remark "not raised to a router: x, w and the scores of {$T} tokens do not fit into SBUF at once" at %l
      help "divide the tokens"
  where element_type(%l) == f32 or option("relaxed")
    else remark "not raised to a router: the program rounds the scores to {element_type(%l)} in front of the gate, which the kernel does not" at %l
      help "raise-router{{relaxed}} takes the difference"
  when element_type(%l) != f32
    remark "the router ranks the exact sums where this '{scores}' op rounds them to {element_type(%l)}" at %l
}

// How many experts a token may have (§3, A17).
form %v = few($k: Int) {
  let $k = dim(%v, -1)
  where $k >= 1 and $k <= 8
    else remark "not raised to a router: the kernel chooses 1 to 8 experts, the program {$k}" at %v
}

// A top-k over scores, or over what f32 makes of them, which has the same order.
form %values = ranked(%indices, %scores, %x, %w, $x_dim: Int, $w_dim: Int, $bias: List Value) {
  %values, %indices = hlo.custom_call([%ranked]) {call_target_name = "AwsNeuronTopK"}
  %ranked = widened(%scores)
  %scores = routed(%x, %w, $x_dim, $w_dim, $bias)
}

// The gate in front of the ranking: ACT1, topK (§5.5). The affinities of all experts are a result, so the values that
// the top-k gives are taken from them.
pattern gate_then_rank {
  %values, %indices = hlo.custom_call([%gates]) {call_target_name = "AwsNeuronTopK"}
  %gates = gate(%gated, $gate)
    else remark "not raised to a router: what is ranked is neither a softmax nor a sigmoid" at %gates
      help "a call or operations without effect may hide one: canonicalize and inline take them away, as neuron-pipeline does"
  where element_type(%gates) == f32
    else remark "not raised to a router: the gate computes in {element_type(%gates)}, the kernel in f32" at %gates
  %gated = widened(%scores)
  %scores = routed(%x, %w, $x_dim, $w_dim, $bias)
    else remark "not raised to a router: the gate is not one of x @ w + bias" at %gates
      help "a call or operations without effect may hide that: canonicalize and inline take them away, as neuron-pipeline does"
  %values = few($k)
  let $E = dim(%scores, -1)
  let $T = num_elements(%scores) / $E
  =>
  before %scores
  let (%lhs, %rhs) = router_operands(%x, %w, $x_dim, $w_dim)
  %logits, %index, %affinities = nki.router_topk(%lhs, %rhs, $bias...)
    {k = $k, act_fn = $gate, x_hbm_layout = x_layout(%x, $x_dim)}
    : tensor_type([$T, $E], element_type(%scores)), tensor<$T x $k x ui32>, tensor<$T x $E x f32> keeping attributes of root
  let (%top) = chosen_of(%affinities, %index)
  let (%s) = written_as(%logits, type(%scores))
  let (%g) = written_as(%affinities, type(%gates))
  let (%v) = written_as(%top, type(%values))
  let (%i) = written_as(%index, type(%indices))
  replace %scores, %gates, %values, %indices with %s, %g, %v, %i
  example (%x: tensor<4x100xf32>, %w: tensor<100x8xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32>, tensor<4x2xf32>, tensor<4x2xi32> {
    %product = hlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x100xf32>, tensor<100x8xf32>) -> tensor<4x8xf32>
    %bias = hlo.broadcast_in_dim %b, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
    %scores = hlo.add %product, %bias : tensor<4x8xf32>
    %low = hlo.constant dense<0xFF800000> : tensor<f32>
    %zero = hlo.constant dense<0.0> : tensor<f32>
    %max = hlo.reduce(%scores init: %low) applies hlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %maxes = hlo.broadcast_in_dim %max, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
    %shifted = hlo.subtract %scores, %maxes : tensor<4x8xf32>
    %exp = hlo.exponential %shifted : tensor<4x8xf32>
    %sum = hlo.reduce(%exp init: %zero) applies hlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %sums = hlo.broadcast_in_dim %sum, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
    %gates = hlo.divide %exp, %sums : tensor<4x8xf32>
    %v, %i = hlo.custom_call @AwsNeuronTopK(%gates) {backend_config = "2"} : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
    return %scores, %v, %i : tensor<4x8xf32>, tensor<4x2xf32>, tensor<4x2xi32>
  } => same
  // The experts first, tokens last in x, a sigmoid.
  example (%x: tensor<128x4xf32>, %w: tensor<8x128xf32>) -> tensor<4x2xf32>, tensor<4x2xi32> {
    %product = hlo.dot_general %w, %x, contracting_dims = [1] x [0] : (tensor<8x128xf32>, tensor<128x4xf32>) -> tensor<8x4xf32>
    %scores = hlo.transpose %product, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
    %gates = hlo.logistic %scores : tensor<4x8xf32>
    %v, %i = hlo.custom_call @AwsNeuronTopK(%gates) {backend_config = "2"} : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
    return %v, %i : tensor<4x2xf32>, tensor<4x2xi32>
  } => {
    %turned = hlo.transpose %w, dims = [1, 0] : (tensor<8x128xf32>) -> tensor<128x8xf32>
    %l, %j, %a = nki.router_topk sigmoid %x, %turned, k = 2, x_hbm_layout = 0 : (tensor<128x4xf32>, tensor<128x8xf32>) -> (tensor<4x8xf32>, tensor<4x2xui32>, tensor<4x8xf32>)
    %at = hlo.reshape %j : (tensor<4x2xui32>) -> tensor<4x2x1xui32>
    %v = "hlo.gather"(%a, %at) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<4x2x1xui32>) -> tensor<4x2xf32>
    %i = hlo.convert %j : (tensor<4x2xui32>) -> tensor<4x2xi32>
    return %v, %i : tensor<4x2xf32>, tensor<4x2xi32>
  }
  // The program rounds in front of the gate.
  example (%x: tensor<4x128xbf16>, %w: tensor<128x8xbf16>) -> tensor<4x2xi32> {
    %product = hlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x128xbf16>, tensor<128x8xbf16>) -> tensor<4x8xbf16>
    %scores = hlo.convert %product : (tensor<4x8xbf16>) -> tensor<4x8xf32>
    %gates = hlo.logistic %scores : tensor<4x8xf32>
    %v, %i = hlo.custom_call @AwsNeuronTopK(%gates) {backend_config = "2"} : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
    return %i : tensor<4x2xi32>
  } => unchanged
}

// The ranking in front of the gate: topK, ACT2.
pattern rank_then_softmax {
  %weights = hlo.divide(_, _)
  %weights = softmax(%gated)
  %gated = widened(%values)
  where element_type(%gated) == f32
  %values = ranked(%indices, %scores, %x, %w, $x_dim, $w_dim, $bias)
  %values = few($k)
  =>
  before %scores
  let (%lhs, %rhs) = router_operands(%x, %w, $x_dim, $w_dim)
  let (%logits, %index, _, %chosen) = router_with_weights(%lhs, %rhs, $bias, $k, "softmax", x_layout(%x, $x_dim), false, type(%scores))
  let (%top) = chosen_of(%logits, %index)
  let (%s) = written_as(%logits, type(%scores))
  let (%c) = written_as(%chosen, type(%weights))
  let (%v) = written_as(%top, type(%values))
  let (%i) = written_as(%index, type(%indices))
  replace %scores, %weights, %values, %indices with %s, %c, %v, %i
  example (%x: tensor<4x128xf32>, %w: tensor<128x8xf32>) -> tensor<4x3xf32>, tensor<4x3xi32> {
    %scores = hlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x128xf32>, tensor<128x8xf32>) -> tensor<4x8xf32>
    %v, %i = hlo.custom_call @AwsNeuronTopK(%scores) {backend_config = "3"} : (tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
    %low = hlo.constant dense<0xFF800000> : tensor<f32>
    %zero = hlo.constant dense<0.0> : tensor<f32>
    %max = hlo.reduce(%v init: %low) applies hlo.maximum across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
    %maxes = hlo.broadcast_in_dim %max, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>
    %shifted = hlo.subtract %v, %maxes : tensor<4x3xf32>
    %exp = hlo.exponential %shifted : tensor<4x3xf32>
    %sum = hlo.reduce(%exp init: %zero) applies hlo.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
    %sums = hlo.broadcast_in_dim %sum, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>
    %gates = hlo.divide %exp, %sums : tensor<4x3xf32>
    return %gates, %i : tensor<4x3xf32>, tensor<4x3xi32>
  } => same
  example (%x: tensor<130x128xf32>, %w: tensor<128x8xf32>) -> tensor<130x3xf32>, tensor<130x3xi32> {
    %scores = hlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<130x128xf32>, tensor<128x8xf32>) -> tensor<130x8xf32>
    %v, %i = hlo.custom_call @AwsNeuronTopK(%scores) {backend_config = "3"} : (tensor<130x8xf32>) -> (tensor<130x3xf32>, tensor<130x3xi32>)
    %low = hlo.constant dense<0xFF800000> : tensor<f32>
    %zero = hlo.constant dense<0.0> : tensor<f32>
    %max = hlo.reduce(%v init: %low) applies hlo.maximum across dimensions = [1] : (tensor<130x3xf32>, tensor<f32>) -> tensor<130xf32>
    %maxes = hlo.broadcast_in_dim %max, dims = [0] : (tensor<130xf32>) -> tensor<130x3xf32>
    %shifted = hlo.subtract %v, %maxes : tensor<130x3xf32>
    %exp = hlo.exponential %shifted : tensor<130x3xf32>
    %sum = hlo.reduce(%exp init: %zero) applies hlo.add across dimensions = [1] : (tensor<130x3xf32>, tensor<f32>) -> tensor<130xf32>
    %sums = hlo.broadcast_in_dim %sum, dims = [0] : (tensor<130xf32>) -> tensor<130x3xf32>
    %gates = hlo.divide %exp, %sums : tensor<130x3xf32>
    return %gates, %i : tensor<130x3xf32>, tensor<130x3xi32>
  } => same
}

pattern rank_then_sigmoid {
  %weights = hlo.logistic(%gated)
  %gated = widened(%values)
  where element_type(%gated) == f32
  %values = ranked(%indices, %scores, %x, %w, $x_dim, $w_dim, $bias)
  %values = few($k)
  let $T = num_elements(%scores) / dim(%scores, -1)
  where $T <= $TILE or $T % $TILE == 0
    else remark "not raised to a router: a sigmoid behind the ranking is scattered by DMA, which takes at most 128 tokens or a multiple of them, not {$T}" at %gated
  =>
  before %scores
  let (%lhs, %rhs) = router_operands(%x, %w, $x_dim, $w_dim)
  let (%logits, %index, _, %chosen) = router_with_weights(%lhs, %rhs, $bias, $k, "sigmoid", x_layout(%x, $x_dim), false, type(%scores))
  let (%top) = chosen_of(%logits, %index)
  let (%s) = written_as(%logits, type(%scores))
  let (%c) = written_as(%chosen, type(%weights))
  let (%v) = written_as(%top, type(%values))
  let (%i) = written_as(%index, type(%indices))
  replace %scores, %weights, %values, %indices with %s, %c, %v, %i
  example (%x: tensor<4x128xf32>, %w: tensor<128x8xf32>) -> tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xi32> {
    %scores = hlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x128xf32>, tensor<128x8xf32>) -> tensor<4x8xf32>
    %v, %i = hlo.custom_call @AwsNeuronTopK(%scores) {backend_config = "3"} : (tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
    %gates = hlo.logistic %v : tensor<4x3xf32>
    return %gates, %v, %i : tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xi32>
  } => same
}

// The best expert of each token, without a gate: greedy sampling.
pattern rank_alone : benefit 2 {
  op @ root: %values, %indices = hlo.custom_call(_) {call_target_name = "AwsNeuronTopK"}
  where dim(%values, -1) == 1
  %values = ranked(%indices, %scores, %x, %w, $x_dim, $w_dim, $bias)
  let $E = dim(%scores, -1)
  let $T = num_elements(%scores) / $E
  =>
  before %scores
  let (%lhs, %rhs) = router_operands(%x, %w, $x_dim, $w_dim)
  %logits, %index, %affinities = nki.router_topk(%lhs, %rhs, $bias...)
    {k = 1, act_fn = "softmax", x_hbm_layout = x_layout(%x, $x_dim), router_pre_norm = false}
    : tensor_type([$T, $E], element_type(%scores)), tensor<$T x 1 x ui32>, tensor<$T x $E x f32> keeping attributes of root
  let (%top) = chosen_of(%logits, %index)
  let (%s) = written_as(%logits, type(%scores))
  let (%v) = written_as(%top, type(%values))
  let (%i) = written_as(%index, type(%indices))
  replace %scores, %values, %indices with %s, %v, %i
  example (%x: tensor<4x128xf32>, %w: tensor<128x8xf32>) -> tensor<4x1xf32>, tensor<4x1xi32> {
    %scores = hlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x128xf32>, tensor<128x8xf32>) -> tensor<4x8xf32>
    %v, %i = hlo.custom_call @AwsNeuronTopK(%scores) {backend_config = "1"} : (tensor<4x8xf32>) -> (tensor<4x1xf32>, tensor<4x1xi32>)
    return %v, %i : tensor<4x1xf32>, tensor<4x1xi32>
  } => same
}

// What the patterns build around the kernel.

// x as [T, H] or [H, T] and w as [H, E], with H a multiple of the tile. Zeros add nothing to a sum.
template router_operands(%x, %w, $x_dim: Int, $w_dim: Int) -> (%lhs, %rhs) {
  let $H = dim(%w, $w_dim)
  let $missing = align_up($H, $TILE) - $H
  let (%rows) = if rank(%x) == 2 {
    yield %x
  } else {
    %flat = hlo.reshape(%x) : tensor_type([num_elements(%x) / $H, $H], element_type(%x))
    yield %flat
  }
  let (%columns) = if $w_dim == 0 {
    yield %w
  } else {
    %turned = hlo.transpose(%w) {permutation = [1, 0]}
    yield %turned
  }
  let (%lhs) = with_zeros(%rows, if rank(%x) == 2 then $x_dim else 1, $missing)
  let (%rhs) = with_zeros(%columns, 0, $missing)
  yield %lhs, %rhs
}

template with_zeros(%x, $dim: Int, $count: Int) -> (%padded) {
  let (%padded) = if $count == 0 {
    yield %x
  } else {
    let $scalar = tensor_type([], element_type(%x))
    %zero = hlo.constant() {value = dense_splat($scalar, 0.0)} : $scalar
    %all = hlo.pad(%x, %zero) {edge_padding_low = [0, 0], edge_padding_high = set([0, 0], $dim, $count), interior_padding = [0, 0]}
    yield %all
  }
  yield %padded
}

// The elements of rows that the indices of a row name.
template chosen_of(%all, %index) -> (%chosen) {
  let $shape = shape(%index)
  %at = hlo.reshape(%index) : tensor<($shape[0]) x ($shape[1]) x 1 x ui32>
  %chosen = hlo.gather(%all, %at)
    {dimension_numbers = `#stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>`,
     slice_sizes = [1, 1]}
    : with_shape(%all, $shape)
  yield %chosen
}

// A result of the kernel in the type that the program has: other batch dimensions, other integers, wider floats.
template written_as(%x, $type: Type) -> (%y) {
  let (%same) = if element_type(%x) == element_type($type) {
    yield %x
  } else {
    %converted = hlo.convert(%x) : with_element_type(%x, element_type($type))
    yield %converted
  }
  let (%y) = if type(%same) == $type {
    yield %same
  } else {
    %shaped = hlo.reshape(%same) : $type
    yield %shaped
  }
  yield %y
}

// A router with affinities of the chosen experts alone, and these also as [T, k]. Of more than one tile of tokens the
// kernel gives them tile beside tile (§5.15), so they are taken from the affinities then.
template router_with_weights(%x, %w, $bias: List Value, $k: Int, $gate: Str, $layout: Int, $pre: Bool, $scores: Type) -> (%logits, %index, %affinities, %weights) {
  let $E = dim(%w, 1)
  let $T = num_elements($scores) / $E
  let $types = [tensor_type([$T, $E], element_type($scores)), tensor_type([$T, $k], ui32), tensor_type([$T, $E], f32)]
  let $eager = $T <= $TILE
  %results... = nki.router_topk(%x, %w, $bias...)
    {k = $k, act_fn = $gate, x_hbm_layout = $layout, router_pre_norm = $pre, norm_topk_prob = $pre, return_eager_affi = $eager,
     use_indirect_dma_scatter = $gate == "sigmoid" and not $pre}
    : (if $eager then $types + [tensor_type([$T, $k], f32)] else $types)...
  let (%weights) = if $eager {
    yield %results[3]
  } else {
    let (%chosen) = chosen_of(%results[2], %results[1])
    yield %chosen
  }
  yield %results[0], %results[1], %results[2], %weights
}
