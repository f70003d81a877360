// The kernel of nki.router_topk, as stages (spec nki_router_topk.md §5). Each stage has a file of its own here that
// makes nisa ops of it; expand-nki-kernels{stop-after=stages} shows the stages.

enum abi { library, production }
enum stop_after { nothing, stages }

// Tokens of a tile, rows of a contraction tile, partitions.
const $TILE = 128

pattern expand_router_topk {
  op @ root: %logits, %index, %affinities, %eager? = nki.router_topk(%x, %w, %bias?) {act_fn = $act_fn, router_pre_norm = $pre, shard_on_tokens = $shard, lnc = $lnc}
  let $production = option("abi") == "production"
  let $T = router("tokens")
  // The guards of the January version (§13), which the shipped binary carries.
  where not $production or not router_is("router_pre_norm") or router_is("use_indirect_dma_scatter")
    else error [NCC_INKI016] "Kernel validation exception: ACT1 (router_pre_norm) needs use_indirect_dma_scatter in the production kernel" at $pre
      help "set use_indirect_dma_scatter, leave router_pre_norm off, or expand with abi=library"
  where not $production or $act_fn != "sigmoid" or router_is("use_indirect_dma_scatter")
    else error [NCC_INKI016] "Kernel validation exception: sigmoid needs use_indirect_dma_scatter in the production kernel" at $act_fn
      help "set use_indirect_dma_scatter, take softmax, or expand with abi=library"
  where not $production or not router_is("shard_on_tokens") or $T % 2 == 0
    else error [NCC_INKI016] "Kernel validation exception: shard_on_tokens needs an even T in the production kernel, got {$T}" at $shard
      help "leave shard_on_tokens off, or expand with abi=library"
  where not $production or not router_is("shard_on_tokens") or not router_is("index_in_sbuf") and not router_is("affinities_in_sbuf")
    else error [NCC_INKI016] "Kernel validation exception: shard_on_tokens needs outputs in HBM in the production kernel" at $shard
      help "leave shard_on_tokens off, or expand with abi=library"
  =>
  let $inputs = [%x, %w, %bias?]
  let $ins = [hbm_type(type($inputs[$i])) for $i in 0..len($inputs)]
  let $results = [%logits, %index, %affinities, %eager?]
  let $outs = [hbm_type(type($results[$i])) for $i in 0..len($results)]
  let $kernel = outline "router_topk" as nki.kernel {lnc = $lnc} (%in...: $ins, %out...: $outs) {
    if $lnc == 1 {
      router_program(%in, %out, 0)
    } else {
      // Where the tokens are not shared, both cores do and store the same.
      for $core in 0..$lnc {
        nki.core() {id = $core} {
          ^()
          router_program(%in, %out, $core)
        }
      }
    }
  }
  %called... = nki.call($inputs...) {callee = $kernel, unranked} : types($results)... keeping attributes of root
  replace %logits, %index, %affinities with %called[0], %called[1], %called[2]
  if present(%eager) {
    replace %eager with %called[3]
  }
  example (%x: tensor<128x4xf32>, %w: tensor<128x16xf32>) -> tensor<4x16xf32> {
    %l, %i, %a = nki.router_topk softmax %x, %w, k = 2, x_hbm_layout = 0 {norm_topk_prob = true} : (tensor<128x4xf32>, tensor<128x16xf32>) -> (tensor<4x16xf32>, tensor<4x2xui32>, tensor<4x16xf32>)
    return %a : tensor<4x16xf32>
  } => error "ACT1 (router_pre_norm) needs use_indirect_dma_scatter"
  example (%x: tensor<128x5xf32>, %w: tensor<128x16xf32>) -> tensor<5x16xf32> {
    %l, %i, %a = nki.router_topk softmax %x, %w, k = 2, x_hbm_layout = 0 {lnc = 2 : i64, shard_on_tokens = true, use_indirect_dma_scatter = true} : (tensor<128x5xf32>, tensor<128x16xf32>) -> (tensor<5x16xf32>, tensor<5x2xui32>, tensor<5x16xf32>)
    return %a : tensor<5x16xf32>
  } => error "needs an even T in the production kernel, got 5"
  example (%x: tensor<128x4xf32>, %w: tensor<128x16xf32>) -> tensor<4x16xf32> {
    %l, %i, %a = nki.router_topk softmax %x, %w, k = 2, x_hbm_layout = 0 {lnc = 2 : i64, shard_on_tokens = true, router_pre_norm = false, expert_index_buffer = "sbuf"} : (tensor<128x4xf32>, tensor<128x16xf32>) -> (tensor<4x16xf32>, tensor<4x2xui32>, tensor<4x16xf32>)
    return %a : tensor<4x16xf32>
  } => error "needs outputs in HBM in the production kernel"
}

// What one core does: its tokens are $offset .. $offset + $tokens.
template router_program(%in..., %out..., $core: Int) {
  let $shares = router_shares()
  let $share = min($core, len($shares) / 2 - 1)
  let $offset = $shares[2 * $share]
  let $tokens = $shares[2 * $share + 1]
  let $partitions = min($tokens, $TILE)
  let $tiles = ceildiv($tokens, $TILE)
  let $stages = router_stages()
  let $E = router("experts")
  let $k = router("k")
  let $wide = !nki.tile<$partitions x $tiles x $E x f32, sbuf>
  let $narrow = !nki.tile<$partitions x $tiles x $k x f32, sbuf>
  let $column = !nki.tile<$partitions x $tiles x 1 x f32, sbuf>

  // §5.1 to §5.4: logits, stored as soon as they are there.
  %logits = nki.alloc() : $wide
  router_logits(%in, %logits, $offset, $tokens)
  router.store(%out[0], %logits) {offset = $offset, tokens = $tokens}

  // §5.7 ACT1
  let (%ranked) = if "act1" in $stages {
    %full = nki.alloc() : $wide
    router_act(%full, %logits, $tokens)
    yield %full
  } else {
    yield %logits
  }
  if not ("scatter" in $stages) {
    router_store_unmasked(%out[2], %ranked, $offset, $tokens)
  }

  // §5.8 topK, §5.9 its indices
  %top = nki.alloc() : $narrow
  %indices = nki.alloc() : !nki.tile<$partitions x $tiles x $k x ui32, sbuf>
  // The indices as f32, for the comparisons of the one-hot mask.
  %mirror = nki.alloc() : $narrow
  router.topk(%top, %indices, %mirror, %ranked) {tokens = $tokens}
  if not router_is("skip_store_expert_index") {
    router_store_index(%out[1], %indices, $core, $offset, $tokens)
  }

  if "scatter" in $stages {
    // §5.11 ACT2 or §5.12 Norm: the affinities of the chosen experts, and what scales all of them.
    %chosen = nki.alloc() : $narrow
    %scale = nki.alloc() : $column
    // Rows of the last token tile that stand for no token (§5.10).
    if not router_is("use_indirect_dma_scatter") and router("tokens") > $TILE and $tokens % $TILE != 0 {
      %last = nki.view(%chosen) {pattern = [$tiles * $k, $partitions, 1, $k], offset = ($tiles - 1) * $k}
      nki.memset(%last) {value = 0.0}
    }
    let $negmax = if "norm" in $stages {
      router.norm(%chosen, %scale, %top) {tokens = $tokens}
      yield []
    } else {
      let $kept = router_act2(%chosen, %scale, %top, $column, $tokens)
      yield $kept
    }
    // §5.13 or §5.14
    if router_is("use_indirect_dma_scatter") {
      let $X = router_x_type()
      %zero = nki.alloc() : !nki.tile<$partitions x $E x $X, sbuf>
      nki.memset(%zero) {value = 0.0}
      router.scatter(%out[2], %chosen, %indices, %zero) {offset = $offset, tokens = $tokens}
    } else {
      %onehot = nki.alloc() : $wide
      router.one_hot(%onehot, %ranked, %mirror, %scale, $negmax...) {tokens = $tokens}
      router_store_masked(%out[2], %onehot, $core, $offset, $tokens)
    }
    // §5.15
    if len(%out) == 4 {
      if router_is("shard_on_tokens") {
        %eager = nki.alloc() : !nki.tile<(router("tokens")) x $k x f32, sbuf>
        router.exchange(%eager, %chosen) {core = $core, offset = $offset, tokens = $tokens}
        nki.dma_copy(%out[3], %eager)
      } else {
        nki.dma_copy(%out[3], %chosen)
      }
    }
  }
}

// §5.1 to §5.3
template router_logits(%in..., %logits, $offset: Int, $tokens: Int) {
  let $T = router("tokens")
  let $H = router("hidden_tiles")
  let $E = router("experts")
  let $layout = router("layout")
  let $X = router_x_type()
  %x = nki.alloc() : if $layout == 3 then !nki.tile<$TILE x $H x $T x $X, sbuf> else !nki.tile<$TILE x $T x $H x $X, sbuf>
  if router_is("x_in_sbuf") {
    // The caller has x in SBUF: it gets there before the kernel begins.
    nki.dma_copy(%x, %in[0])
  } else {
    router.load_x(%x, %in[0]) {layout = $layout}
  }
  %w = nki.alloc() : !nki.tile<$TILE x $H x $E x $X, sbuf>
  router.load_w(%w, %in[1]) {layout = $layout}
  let $bias = if len(%in) == 3 {
    %bias = nki.alloc() : !nki.tile<(min($tokens, $TILE)) x $E x f32, sbuf>
    router.load_bias(%bias, %in[2]) {method = if router_is("use_PE_broadcast_w_bias") then "pe" else "shuffle"}
    yield [%bias]
  } else {
    yield []
  }
  router.gemm(%logits, %x, %w, $bias...) {layout = $layout, offset = $offset, tokens = $tokens, column_width = column_width($tokens, router_is("use_column_tiling"))}
}

template router_act(%dst, %src, $tokens: Int) {
  if router_is("softmax") {
    router.softmax(%dst, %src) {tokens = $tokens}
  } else {
    router.sigmoid(%dst, %src) {tokens = $tokens}
  }
}

// §5.11: the affinities of the chosen experts are computed where they are used as they are; a one-hot mask takes the
// terms of the softmax only. Gives -max, if there is one.
template router_act2(%chosen, %scale, %top, $column: Type, $tokens: Int) -> ($negmax) {
  let $kept = if router_is("softmax") {
    %negmax = nki.alloc() : $column
    let $complete = if router_is("return_eager_affi") or router_is("use_indirect_dma_scatter") then [%chosen] else []
    router.softmax_terms(%negmax, %scale, %top, $complete...) {tokens = $tokens}
    yield [%negmax]
  } else {
    router.sigmoid(%chosen, %top) {tokens = $tokens}
    yield []
  }
  yield $kept
}

// §5.7: the affinities of all experts.
template router_store_unmasked(%out, %full, $offset: Int, $tokens: Int) {
  if router_is("affinities_in_sbuf") {
    %caller = nki.alloc() : !nki.tile<$tokens x (router("experts")) x f32, sbuf>
    router.store(%caller, %full) {offset = $offset, tokens = $tokens}
    nki.dma_copy(%out, %caller)
  } else {
    router.store(%out, %full) {offset = $offset, tokens = $tokens}
    if router("lnc") == 2 {
      nki.core_barrier(%out)
    }
  }
}

// §5.9
template router_store_index(%out, %indices, $core: Int, $offset: Int, $tokens: Int) {
  let $T = router("tokens")
  let $k = router("k")
  if not router_is("index_in_sbuf") {
    router.store(%out, %indices) {offset = $offset, tokens = $tokens}
  } else if router_is("shard_on_tokens") and $T <= $TILE {
    %all = nki.alloc() : !nki.tile<$T x $k x ui32, sbuf>
    router.exchange(%all, %indices) {core = $core, offset = $offset, tokens = $tokens}
    nki.dma_copy(%out, %all)
  } else {
    %all = nki.alloc() : !nki.tile<(min($T, $TILE)) x (ceildiv($T, $TILE)) x $k x ui32, sbuf>
    if router_is("shard_on_tokens") {
      router.exchange_tiles(%all, %indices) {core = $core}
    } else {
      nki.tensor_copy(%all, %indices)
    }
    router.store(%out, %all) {offset = 0, tokens = $T}
  }
}

// §5.13, step 5
template router_store_masked(%out, %onehot, $core: Int, $offset: Int, $tokens: Int) {
  let $T = router("tokens")
  if not router_is("affinities_in_sbuf") {
    router.store(%out, %onehot) {offset = $offset, tokens = $tokens}
    if router("lnc") == 2 {
      nki.core_barrier(%out)
    }
  } else if router_is("shard_on_tokens") {
    %all = nki.alloc() : !nki.tile<$T x (router("experts")) x f32, sbuf>
    router.exchange(%all, %onehot) {core = $core, offset = $offset, tokens = $tokens}
    nki.dma_copy(%out, %all)
  } else {
    // The kernel returns its own buffer in place of the caller's.
    nki.dma_copy(%out, %onehot)
  }
}

// What stages share: rows 0 .. $rows of tile $i of a buffer [partitions, tiles, columns].
template tile_rows(%buffer, $i: Int, $rows: Int) -> (%tile) {
  let $shape = memory_shape(%buffer)
  %tile = nki.view(%buffer) {pattern = [$shape[1] * $shape[2], $rows, 1, $shape[2]], offset = $i * $shape[2]}
  yield %tile
}

// Rows $start .. $start + $rows of a tile [partitions, columns].
template rows_of(%tile, $start: Int, $rows: Int) -> (%part) {
  let $columns = memory_shape(%tile)[1]
  %part = nki.view(%tile) {pattern = [$columns, $rows, 1, $columns], offset = $start * $columns}
  yield %part
}
