// The kernels of nki.cascaded_max and nki.topk_reduce (spec nki_topk_kernels.md C, D).

// A maximum is the top-k of one; of equal elements it is the first.
pattern expand_cascaded_max {
  op @ root: %max: $V, %index: $I = nki.cascaded_max(%x) {lnc = $lnc}
  =>
  %v, %i = nki.topk(%x) {k = 1, lnc = $lnc} : $V, $I keeping attributes of root
  replace %max, %index with %v, %i
  example (%x: tensor<3x200xf32>) -> tensor<3x1xf32>, tensor<3x1xui32> {
    %v, %i = nki.cascaded_max %x : (tensor<3x200xf32>) -> (tensor<3x1xf32>, tensor<3x1xui32>)
    return %v, %i : tensor<3x1xf32>, tensor<3x1xui32>
  } => same
}

// The tokens' numbers, which are 32-bit integers in the last two elements of each row, go to the kernel beside the rows.
pattern expand_topk_reduce {
  op @ root: %sums: $S = nki.topk_reduce(%x: tensor<$rows x $pitch x $T>) {tokens = $tokens, k = $k, lnc = $lnc}
  =>
  let $width = $pitch - 2
  %words = hlo.slice(%x) {start_indices = [0, $width], limit_indices = [$rows, $pitch], strides = [1, 1]}
  %ids = hlo.bitcast_convert(%words) : tensor<$rows x i32>
  let $kernel = outline "topk_reduce" as nki.kernel {lnc = $lnc} (%in: hbm_type(type(%x)), %id: !nki.hbm<$rows x i32>, %out: hbm_type($S)) {
    if $lnc == 1 {
      reduce_columns(%in, %id, %out, $tokens, $k, $rows, $pitch, 0, $width, $T)
    } else {
      let $share = $width / $lnc
      for $core in 0..$lnc {
        nki.core() {id = $core} {
          ^()
          reduce_columns(%in, %id, %out, $tokens, $k, $rows, $pitch, $core * $share, $share, $T)
        }
      }
    }
  }
  %r = nki.call([%x, %ids]) {callee = $kernel} : $S keeping attributes of root
  replace %sums with %r
  // Eight rows of two elements, in turns of token 0 and token 1.
  example () -> tensor<2x2xbf16> {
    %x = hlo.constant dense<"0xC040404100000000803F004001000000803F004000000000C040404101000000803F004000000000803F004001000000C040404100000000803F004001000000"> : tensor<8x4xbf16>
    %s = nki.topk_reduce %x, tokens = 2, k = 3 : (tensor<8x4xbf16>) -> tensor<2x2xbf16>
    return %s : tensor<2x2xbf16>
  } => same
}

// Columns $first.. of the sums: a partition for each token searches all rows for its number, then gathers its rows.
template reduce_columns(%in, %id, %out, $tokens: Int, $k: Int, $rows: Int, $pitch: Int, $first: Int, $count: Int, $T: Type) {
  %ids = nki.alloc() : !nki.tile<$tokens x $rows x i32, sbuf>
  %all = nki.view(%id) {pattern = [0, $tokens, 1, $rows], offset = 0} : !nki.hbm<$tokens x $rows x i32>
  nki.dma_copy(%ids, %all)
  %numbers = nki.alloc() : !nki.tile<$tokens x 8 x ui32, sbuf>
  nki.iota(%numbers) {pattern = [0, 8], channel_multiplier = 1}
  %places = nki.alloc() : !nki.tile<$tokens x 8 x ui32, sbuf>
  nki.nc_find_index8(%places, %ids, %numbers)
  %sum = nki.alloc() : !nki.tile<$tokens x $count x $T, sbuf>
  // The step of the rows is the index's, so any that stays in the tensor will do.
  %from = nki.view(%in) {pattern = [0, $tokens, 1, $count], offset = $first} : !nki.hbm<$tokens x $count x $T>
  for $slot in 0..$k {
    %place = nki.view(%places) {pattern = [8, $tokens, 1, 1], offset = $slot} : !nki.tile<$tokens x 1 x ui32, sbuf>
    if $slot == 0 {
      nki.dma_copy(%sum, %from, %place) {indirect = "gather", row_elements = $pitch}
    } else {
      nki.dma_compute(%sum, %from, %place) {indirect = "gather", row_elements = $pitch}
    }
  }
  let $width = $pitch - 2
  %to = nki.view(%out) {pattern = [$width, $tokens, 1, $count], offset = $first} : !nki.hbm<$tokens x $count x $T>
  nki.dma_copy(%to, %sum)
}
