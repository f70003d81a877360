// §5.6: the gates. A softmax multiplies by the reciprocal of the sum.

pattern router_sigmoid {
  op @ stage: router.sigmoid(%dst, %src) {tokens = $tokens}
  where option("stop-after") != "stages"
  =>
  for $start in 0..$tokens step $TILE {
    let $rows = min($TILE, $tokens - $start)
    let (%to) = tile_rows(%dst, $start / $TILE, $rows)
    let (%from) = tile_rows(%src, $start / $TILE, $rows)
    nki.activation(%to, %from) {op = "sigmoid"}
  }
  erase stage
}

pattern router_softmax {
  op @ stage: router.softmax(%dst, %src) {tokens = $tokens}
  where option("stop-after") != "stages"
  =>
  for $start in 0..$tokens step $TILE {
    let $rows = min($TILE, $tokens - $start)
    %negmax = nki.alloc() : !nki.tile<$rows x 1 x f32, sbuf>
    %scale = nki.alloc() : !nki.tile<$rows x 1 x f32, sbuf>
    let (%to) = tile_rows(%dst, $start / $TILE, $rows)
    let (%from) = tile_rows(%src, $start / $TILE, $rows)
    softmax_terms(%to, %negmax, %scale, %from)
    nki.tensor_scalar(%to, %to, %scale) {op0 = "multiply"}
  }
  erase stage
}

// Keeps -max and 1 / sum; the softmax itself only where there is a tile for it.
pattern router_softmax_terms {
  op @ stage: router.softmax_terms(%negmax, %scale, %src: !nki.tile<_ x _ x $k x _, sbuf>, %dst?) {tokens = $tokens}
  where option("stop-after") != "stages"
  =>
  for $start in 0..$tokens step $TILE {
    let $rows = min($TILE, $tokens - $start)
    let (%maxima) = tile_rows(%negmax, $start / $TILE, $rows)
    let (%scales) = tile_rows(%scale, $start / $TILE, $rows)
    let (%from) = tile_rows(%src, $start / $TILE, $rows)
    if present(%dst) {
      let (%to) = tile_rows(%dst, $start / $TILE, $rows)
      softmax_terms(%to, %maxima, %scales, %from)
      nki.tensor_scalar(%to, %to, %scales) {op0 = "multiply"}
    } else {
      %exp = nki.alloc() : !nki.tile<$rows x $k x f32, sbuf>
      softmax_terms(%exp, %maxima, %scales, %from)
    }
  }
  erase stage
}

template softmax_terms(%exp, %negmax, %scale, %src) {
  nki.tensor_reduce(%negmax, %src) {op = "maximum", axis = [1], negate = true}
  nki.activation(%exp, %src, bias = %negmax, reduce_res = %scale) {op = "exp", reduce_op = "add", reduce_cmd = "reset_reduce"}
  nki.reciprocal(%scale, %scale)
}
