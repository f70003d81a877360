// Identities of elementwise hlo ops that hold for every bit pattern (any NaN standing for any other). Not among them,
// for floats: x + 0.0, which turns -0.0 into 0.0; x - x and x * 0, which differ for infinities and NaN.

const $NEGATIVE_ZEROS = [`-0.0 : f16`, `-0.0 : bf16`, `-0.0 : f32`, `-0.0 : f64`]
const $POSITIVE_ZEROS = [`0.0 : f16`, `0.0 : bf16`, `0.0 : f32`, `0.0 : f64`]

pattern add_zero {
  %r = hlo.add(%x, %z)
  where is_int(element_type(%z)) and splat(%z) == 0
  =>
  replace %r with %x
}

pattern add_negative_zero {
  %r = hlo.add(%x, %z)
  where splat(%z) in $NEGATIVE_ZEROS
  =>
  replace %r with %x
}

pattern subtract_zero {
  %r = hlo.subtract(%x, %z)
  where is_int(element_type(%z)) and splat(%z) == 0
  =>
  replace %r with %x
}

pattern subtract_positive_zero {
  %r = hlo.subtract(%x, %z)
  where splat(%z) in $POSITIVE_ZEROS
  =>
  replace %r with %x
}

pattern subtract_self {
  %r = hlo.subtract(%x, %x)
  where is_int(element_type(%x)) and has_static_shape(%x)
  =>
  %z = hlo.constant() {value = dense_splat(type(%x), 0)}
  replace %r with %z
}

pattern multiply_one {
  %r = hlo.multiply(%x, %o)
  where splat(%o) == 1
  =>
  replace %r with %x
}

pattern multiply_one_float {
  %r = hlo.multiply(%x, %o)
  where splat(%o) == 1.0
  =>
  replace %r with %x
}

pattern multiply_zero {
  %r = hlo.multiply(_, %z)
  where is_int(element_type(%z)) and splat(%z) == 0
  =>
  replace %r with %z
}

pattern divide_one {
  %r = hlo.divide(%x, %o)
  where splat(%o) == 1
  =>
  replace %r with %x
}

pattern divide_one_float {
  %r = hlo.divide(%x, %o)
  where splat(%o) == 1.0
  =>
  replace %r with %x
}

pattern and_self {
  %r = hlo.and(%x, %x)
  =>
  replace %r with %x
}

pattern or_self {
  %r = hlo.or(%x, %x)
  =>
  replace %r with %x
}

pattern or_zero {
  %r = hlo.or(%x, %z)
  where splat(%z) == 0
  =>
  replace %r with %x
}

pattern and_zero {
  %r = hlo.and(_, %z)
  where splat(%z) == 0
  =>
  replace %r with %z
}

pattern xor_zero {
  %r = hlo.xor(%x, %z)
  where splat(%z) == 0
  =>
  replace %r with %x
}

pattern xor_self {
  %r = hlo.xor(%x, %x)
  where has_static_shape(%x)
  =>
  %z = hlo.constant() {value = dense_splat(type(%x), 0)}
  replace %r with %z
}

pattern maximum_self {
  %r = hlo.maximum(%x, %x)
  =>
  replace %r with %x
}

pattern minimum_self {
  %r = hlo.minimum(%x, %x)
  =>
  replace %r with %x
}

pattern negate_negate {
  %r = hlo.negate(hlo.negate(%x))
  =>
  replace %r with %x
}

pattern not_not {
  %r = hlo.not(hlo.not(%x))
  =>
  replace %r with %x
}

pattern select_same {
  %r = hlo.select(_, %x, %x)
  =>
  replace %r with %x
}

pattern select_true {
  %r = hlo.select(%c, %x, _)
  where splat(%c) == true
  =>
  replace %r with %x
}

pattern select_false {
  %r = hlo.select(%c, _, %x)
  where splat(%c) == false
  =>
  replace %r with %x
}

pattern convert_to_same {
  %r = hlo.convert(%x)
  where type(%x) == type(%r)
  =>
  replace %r with %x
}
