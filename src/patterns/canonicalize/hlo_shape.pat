// Identities of hlo ops that only move elements.

pattern reshape_to_same {
  %r = hlo.reshape(%x)
  where type(%x) == type(%r)
  =>
  replace %r with %x
}

pattern reshape_of_reshape {
  %r = hlo.reshape(hlo.reshape(%x))
  =>
  %s = hlo.reshape(%x) : type(%r)
  replace %r with %s
}

pattern transpose_nothing {
  %r = hlo.transpose(%x) {permutation = $p}
  where is_iota($p)
  =>
  replace %r with %x
}

pattern transpose_of_transpose {
  %r = hlo.transpose(%t) {permutation = $second}
  %t = hlo.transpose(%x) {permutation = $first}
  =>
  %s = hlo.transpose(%x) {permutation = compose($first, $second)} : type(%r)
  replace %r with %s
}

pattern broadcast_to_same {
  %r = hlo.broadcast_in_dim(%x) {broadcast_dimensions = $dims}
  where is_iota($dims) and type(%x) == type(%r)
  =>
  replace %r with %x
}

pattern broadcast_of_broadcast {
  %r = hlo.broadcast_in_dim(%b) {broadcast_dimensions = $outer}
  %b = hlo.broadcast_in_dim(%x) {broadcast_dimensions = $inner}
  =>
  %s = hlo.broadcast_in_dim(%x) {broadcast_dimensions = compose($outer, $inner)} : type(%r)
  replace %r with %s
}

// With the result as large as the operand every start is 0; a stride that leaves one element of one is no matter.
pattern slice_all {
  %r = hlo.slice(%x)
  where has_static_shape(%x) and type(%x) == type(%r)
  =>
  replace %r with %x
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
}

pattern concatenate_one {
  %r = hlo.concatenate([%x])
  =>
  replace %r with %x
}

pattern reverse_of_reverse {
  %r = hlo.reverse(%t) {dimensions = $dims}
  %t = hlo.reverse(%x) {dimensions = $dims}
  =>
  replace %r with %x
}
