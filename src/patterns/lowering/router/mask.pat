// §11, what the caller of the default pipeline does: for each expert of its rank it counts a token's indices that name
// it, and multiplies the expert's column of affinities.
pattern expand_mask_unselected_experts {
  op @ root: %masked: tensor<$T x $local x $_M> = nki.mask_unselected_experts(%affinities: tensor<_ x $E x _>, %index: tensor<_ x $k x _>) {rank = $rank}
  =>
  let $kernel = outline "mask_unselected_experts" as nki.kernel (%all: hbm_type(type(%affinities)), %chosen: hbm_type(type(%index)), %out: hbm_type(type(%masked))) {
    for $start in 0..$T step $TILE {
      let $rows = min($TILE, $T - $start)
      %columns = nki.alloc() : !nki.tile<$rows x $local x f32, sbuf>
      %source = nki.view(%all) {pattern = [$E, $rows, 1, $local], offset = $start * $E + $rank * $local}
      nki.dma_copy(%columns, %source)
      %experts = nki.alloc() : !nki.tile<$rows x $k x ui32, sbuf>
      %named = nki.view(%chosen) {pattern = [$k, $rows, 1, $k], offset = $start * $k}
      nki.dma_copy(%experts, %named)
      %equal = nki.alloc() : !nki.tile<$rows x $k x f32, sbuf>
      %hits = nki.alloc() : !nki.tile<$rows x 1 x f32, sbuf>
      for $expert in 0..$local {
        nki.tensor_scalar(%equal, %experts) {op0 = "equal", imm0 = to_float($rank * $local + $expert)}
        nki.tensor_reduce(%hits, %equal) {op = "add", axis = [1]}
        %column = nki.view(%columns) {pattern = [$local, $rows, 1, 1], offset = $expert}
        nki.tensor_scalar(%column, %column, %hits) {op0 = "multiply"}
      }
      %to = nki.view(%out) {pattern = [$local, $rows, 1, $local], offset = $start * $local}
      nki.dma_copy(%to, %columns)
    }
  }
  %called = nki.call([%affinities, %index]) {callee = $kernel, unranked} : type(%masked) keeping attributes of root
  replace %masked with %called
  example (%a: tensor<130x16xf32>, %i: tensor<130x3xui32>) -> tensor<130x8xbf16> {
    %m = nki.mask_unselected_experts %a, %i, rank = 1 : (tensor<130x16xf32>, tensor<130x3xui32>) -> tensor<130x8xbf16>
    return %m : tensor<130x8xbf16>
  } => same
}
