// What the pieces of a router look like in hlo, as jax and torch_xla write them (spec nki_framework_producers.md §2).
// Broadcasts of broadcasts and private functions are gone: canonicalize and inline run first.

// Elements that are all the same.
form %y = uniform($value: Attr) { let $value = splat(%y) }
form %y = uniform($value: Attr) {
  %y = hlo.broadcast_in_dim(%x)
  let $value = splat(%x)
}

// One value for each row, repeated along the row.
form %y = spread(%x) {
  %y = hlo.broadcast_in_dim(%x) {broadcast_dimensions = $dims}
  where is_iota($dims) and shape(%x) == slice(shape(%y), 0, -1)
}
form %y = spread(%x) {
  %y = hlo.broadcast_in_dim(%column) {broadcast_dimensions = $dims}
  %column = as_column(%x)
  where is_iota($dims) and slice(shape(%column), 0, -1) == slice(shape(%y), 0, -1)
}
form %y = spread(%x) { %y = as_column(%x) where dim(%y, -1) == 1 }

// A last dimension of size 1 more.
form %y = as_column(%x) {
  %y = hlo.reshape(%x)
  where concat(shape(%x), [1]) == shape(%y)
}
form %y = as_column(%x) {
  %y = hlo.broadcast_in_dim(%x) {broadcast_dimensions = $dims}
  where is_iota($dims) and concat(shape(%x), [1]) == shape(%y)
}

form %y = row_sum(%x) {
  op @ sum: %y = hlo.reduce(%x, %init) {dimensions = $dims}
  where applied(sum) == "hlo.add" and $dims == [rank(%x) - 1]
  where splat(%init) == 0.0 or splat(%init) == -0.0
}

form %y = row_max(%x) {
  op @ max: %y = hlo.reduce(%x, %init) {dimensions = $dims}
  where applied(max) == "hlo.maximum" and $dims == [rank(%x) - 1] and splat(%init) == -inf
}

// The maximum of a row, or jax's of it and -inf.
form %y = peak(%x) { %y = row_max(%x) }
form %y = peak(%x) {
  %y = hlo.maximum(row_max(%x), uniform($floor))
  where $floor == -inf
}

form %y = softmax(%x) {
  %y = hlo.divide(%e, spread(row_sum(%e)))
  %e = hlo.exponential(hlo.subtract(%x, spread(peak(%x))))
}

form %y = sigmoid(%x) { %y = hlo.logistic(%x) }
form %y = sigmoid(%x) {
  %y = hlo.divide(uniform($one), hlo.add(uniform($unit), hlo.exponential(hlo.negate(%x))))
  where $one == 1.0 and $unit == 1.0
}

form %y = gate(%x, $function: Str) {
  %y = softmax(%x)
  let $function = "softmax"
}
form %y = gate(%x, $function: Str) {
  %y = sigmoid(%x)
  let $function = "sigmoid"
}

form %x = converted(%x) { }
form %y = converted(%x) { %y = hlo.convert(%x) }

form %x = reshaped(%x) { }
form %y = reshaped(%x) { %y = hlo.reshape(%x) }
// What is left of a sort's slices behind its top-k.
form %y = reshaped(%x) {
  %y = hlo.slice(%x)
  where type(%y) == type(%x)
}

// bf16 or f16 as f32: every value stays what it is.
form %y = widened(%x) {
  %y = hlo.convert(%x)
  where is_float(element_type(%x)) and element_type(%y) == f32 and width(%x) < 32
}
form %x = widened(%x) { }

// A product of matrices that sums over one dimension of each; without the widening of both, which changes nothing.
form %y = dot(%a, %b, $a_dim: Int, $b_dim: Int) {
  %y = hlo.dot_general(%wide_a, %wide_b) {dot_dimension_numbers = $dims}
  %wide_a = hlo.convert(%a)
  %wide_b = hlo.convert(%b)
  where element_type(%wide_a) == f32 and element_type(%wide_b) == f32 and element_type(%y) == f32
  where element_type(%a) == element_type(%b) and is_float(element_type(%a)) and width(%a) < 32
  let $a_dim = dot_dim($dims, "lhs")
  let $b_dim = dot_dim($dims, "rhs")
}
form %y = dot(%a, %b, $a_dim: Int, $b_dim: Int) {
  %y = hlo.dot_general(%a, %b) {dot_dimension_numbers = $dims}
  let $a_dim = dot_dim($dims, "lhs")
  let $b_dim = dot_dim($dims, "rhs")
}

// x times w with the experts last: w has two dimensions, x any number if it is summed over its last one.
form %y = product(%x, %w, $x_dim: Int, $w_dim: Int) {
  %y = dot(%x, %w, $x_dim, $w_dim)
  where rank(%w) == 2 and ($x_dim == rank(%x) - 1 or rank(%x) == 2)
}
form %y = product(%x, %w, $x_dim: Int, $w_dim: Int) {
  %y = hlo.transpose(dot(%w, %x, $w_dim, $x_dim)) {permutation = $order}
  where $order == [1, 0] and rank(%w) == 2 and rank(%x) == 2
}

// A bias for each expert: [E] or [1, E].
form %y = bias(%b) {
  %y = hlo.broadcast_in_dim(%b) {broadcast_dimensions = $dims}
  where rank(%b) == 1 and $dims == [rank(%y) - 1]
}
form %y = bias(%b) {
  %y = hlo.broadcast_in_dim(%b) {broadcast_dimensions = $dims}
  where rank(%b) == 2 and rank(%y) == 2 and is_iota($dims) and dim(%b, 0) == 1 and dim(%b, 1) == dim(%y, 1)
}
form %y = bias(%b) {
  %y = hlo.broadcast_in_dim(hlo.broadcast_in_dim(%b) {broadcast_dimensions = $inner}) {broadcast_dimensions = $outer}
  where rank(%b) == 1 and compose($outer, $inner) == [rank(%y) - 1]
}

form %y = affine(%x, %w, $x_dim: Int, $w_dim: Int, $bias: List Value) {
  %y = hlo.add(product(%x, %w, $x_dim, $w_dim), bias(%b))
  let $bias = [%b]
}
form %y = affine(%x, %w, $x_dim: Int, $w_dim: Int, $bias: List Value) {
  %y = product(%x, %w, $x_dim, $w_dim)
  let $bias = []
}

// [T, E] as torch computes it, given back its batch dimensions.
form %y = scores(%x, %w, $x_dim: Int, $w_dim: Int, $bias: List Value) {
  %y = affine(%x, %w, $x_dim, $w_dim, $bias)
}
form %y = scores(%x, %w, $x_dim: Int, $w_dim: Int, $bias: List Value) {
  %y = hlo.reshape(%flat)
  %flat = affine(%x, %w, $x_dim, $w_dim, $bias)
  where dim(%y, -1) == dim(%flat, -1)
}
