// Identities of hlo ops that only move elements.

pattern reshape_to_same {
  %r = hlo.reshape(%x)
  where type(%x) == type(%r)
  =>
  replace %r with %x
  example (%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
    %r = hlo.reshape %x : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    return %r : tensor<2x3x4xf32>
  } => {
    return %x : tensor<2x3x4xf32>
  }
}

pattern reshape_of_reshape {
  %r = hlo.reshape(hlo.reshape(%x))
  =>
  %s = hlo.reshape(%x) : type(%r)
  replace %r with %s
  example (%x: tensor<2x3x4xf32>) -> tensor<4x6xf32> {
    %s = hlo.reshape %x : (tensor<2x3x4xf32>) -> tensor<24xf32>
    %r = hlo.reshape %s : (tensor<24xf32>) -> tensor<4x6xf32>
    return %r : tensor<4x6xf32>
  } => {
    %r = hlo.reshape %x : (tensor<2x3x4xf32>) -> tensor<4x6xf32>
    return %r : tensor<4x6xf32>
  }
}

pattern transpose_nothing {
  %r = hlo.transpose(%x) {permutation = $p}
  where is_iota($p)
  =>
  replace %r with %x
  example (%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
    %r = hlo.transpose %x, dims = [0, 1, 2] : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    return %r : tensor<2x3x4xf32>
  } => {
    return %x : tensor<2x3x4xf32>
  }
  example (%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %r = hlo.transpose %x, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
    return %r : tensor<2x2xf32>
  } => unchanged
}

pattern transpose_of_transpose {
  %r = hlo.transpose(%t) {permutation = $second}
  %t = hlo.transpose(%x) {permutation = $first}
  =>
  %s = hlo.transpose(%x) {permutation = compose($first, $second)} : type(%r)
  replace %r with %s
  example (%x: tensor<2x3x4xf32>) -> tensor<3x2x4xf32> {
    %t = hlo.transpose %x, dims = [1, 2, 0] : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
    %r = hlo.transpose %t, dims = [0, 2, 1] : (tensor<3x4x2xf32>) -> tensor<3x2x4xf32>
    return %r : tensor<3x2x4xf32>
  } => {
    %r = hlo.transpose %x, dims = [1, 0, 2] : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
    return %r : tensor<3x2x4xf32>
  }
}

pattern broadcast_to_same {
  %r = hlo.broadcast_in_dim(%x) {broadcast_dimensions = $dims}
  where is_iota($dims) and type(%x) == type(%r)
  =>
  replace %r with %x
  example (%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
    %r = hlo.broadcast_in_dim %x, dims = [0, 1, 2] : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    return %r : tensor<2x3x4xf32>
  } => {
    return %x : tensor<2x3x4xf32>
  }
  example (%x: tensor<1x3xf32>) -> tensor<2x3xf32> {
    %r = hlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  } => unchanged
}

pattern broadcast_of_broadcast {
  %r = hlo.broadcast_in_dim(%b) {broadcast_dimensions = $outer}
  %b = hlo.broadcast_in_dim(%x) {broadcast_dimensions = $inner}
  =>
  %s = hlo.broadcast_in_dim(%x) {broadcast_dimensions = compose($outer, $inner)} : type(%r)
  replace %r with %s
  example (%x: tensor<1x3xf32>) -> tensor<3x2x5xf32> {
    %b = hlo.broadcast_in_dim %x, dims = [2, 1] : (tensor<1x3xf32>) -> tensor<5x3x1xf32>
    %r = hlo.broadcast_in_dim %b, dims = [2, 0, 1] : (tensor<5x3x1xf32>) -> tensor<3x2x5xf32>
    return %r : tensor<3x2x5xf32>
  } => {
    %r = hlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<1x3xf32>) -> tensor<3x2x5xf32>
    return %r : tensor<3x2x5xf32>
  }
}

// With the result as large as the operand every start is 0; a stride that leaves one element of one is no matter.
pattern slice_all {
  %r = hlo.slice(%x)
  where has_static_shape(%x) and type(%x) == type(%r)
  =>
  replace %r with %x
  example (%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
    %r = hlo.slice %x [0:2, 0:3, 0:4] : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    return %r : tensor<2x3x4xf32>
  } => {
    return %x : tensor<2x3x4xf32>
  }
}

pattern slice_of_slice {
  %r = hlo.slice(%s) {start_indices = $start2, limit_indices = $limit2, strides = $stride2}
  %s = hlo.slice(%x) {start_indices = $start1, strides = $stride1}
  where $stride1 == [1 for $i in 0..len($stride1)]
  =>
  %t = hlo.slice(%x) {
    start_indices = [$start1[$i] + $start2[$i] for $i in 0..len($start1)],
    limit_indices = [$start1[$i] + $limit2[$i] for $i in 0..len($start1)],
    strides = $stride2
  } : type(%r)
  replace %r with %t
  example (%x: tensor<10x4xf32>) -> tensor<3x2xf32> {
    %s = hlo.slice %x [2:8, 1:4] : (tensor<10x4xf32>) -> tensor<6x3xf32>
    %r = hlo.slice %s [1:6:2, 0:3:2] : (tensor<6x3xf32>) -> tensor<3x2xf32>
    return %r : tensor<3x2xf32>
  } => {
    %r = hlo.slice %x [3:8:2, 1:4:2] : (tensor<10x4xf32>) -> tensor<3x2xf32>
    return %r : tensor<3x2xf32>
  }
  example (%x: tensor<10xf32>) -> tensor<2xf32> {
    %s = hlo.slice %x [0:10:2] : (tensor<10xf32>) -> tensor<5xf32>
    %r = hlo.slice %s [1:3] : (tensor<5xf32>) -> tensor<2xf32>
    return %r : tensor<2xf32>
  } => unchanged
}

pattern concatenate_one {
  %r = hlo.concatenate([%x])
  =>
  replace %r with %x
  example (%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
    %r = hlo.concatenate %x, dim = 1 : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    return %r : tensor<2x3x4xf32>
  } => {
    return %x : tensor<2x3x4xf32>
  }
}

pattern reverse_of_reverse {
  %r = hlo.reverse(%t) {dimensions = $dims}
  %t = hlo.reverse(%x) {dimensions = $dims}
  =>
  replace %r with %x
  example (%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
    %t = hlo.reverse %x, dims = [0, 2] : tensor<2x3x4xf32>
    %r = hlo.reverse %t, dims = [0, 2] : tensor<2x3x4xf32>
    return %r : tensor<2x3x4xf32>
  } => {
    return %x : tensor<2x3x4xf32>
  }
  example (%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
    %t = hlo.reverse %x, dims = [0, 2] : tensor<2x3x4xf32>
    %r = hlo.reverse %t, dims = [1] : tensor<2x3x4xf32>
    return %r : tensor<2x3x4xf32>
  } => unchanged
}
