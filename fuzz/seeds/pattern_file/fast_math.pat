// Identities that hold for numbers, but not for NaN, infinities or the sign of zero: canonicalize{fast-math}.

pattern add_zero_float {
  %r = hlo.add(%x, %z)
  where splat(%z) == 0.0
  =>
  replace %r with %x
  example (%x: tensor<8xf32>) -> tensor<8xf32> {
    %c = hlo.constant dense<0.0> : tensor<8xf32>
    %r = hlo.add %x, %c : tensor<8xf32>
    return %r : tensor<8xf32>
  } => {
    return %x : tensor<8xf32>
  }
}

pattern subtract_self_float {
  %r = hlo.subtract(%x, %x)
  where is_float(element_type(%x)) and has_static_shape(%x)
  =>
  %z = hlo.constant() {value = dense_splat(type(%x), 0.0)}
  replace %r with %z
  example (%x: tensor<8xf32>) -> tensor<8xf32> {
    %r = hlo.subtract %x, %x : tensor<8xf32>
    return %r : tensor<8xf32>
  } => {
    %c = hlo.constant dense<0.0> : tensor<8xf32>
    return %c : tensor<8xf32>
  }
}

pattern multiply_zero_float {
  %r = hlo.multiply(_, %z)
  where splat(%z) == 0.0
  =>
  replace %r with %z
  example (%x: tensor<8xf32>) -> tensor<8xf32> {
    %c = hlo.constant dense<0.0> : tensor<8xf32>
    %r = hlo.multiply %x, %c : tensor<8xf32>
    return %r : tensor<8xf32>
  } => {
    %c = hlo.constant dense<0.0> : tensor<8xf32>
    return %c : tensor<8xf32>
  }
}
