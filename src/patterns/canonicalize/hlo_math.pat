// Identities of elementwise hlo ops that hold for every bit pattern (any NaN standing for any other). Not among them,
// for floats: x + 0.0, which turns -0.0 into 0.0; x - x and x * 0, which differ for infinities and NaN.

const $NEGATIVE_ZEROS = [`-0.0 : f16`, `-0.0 : bf16`, `-0.0 : f32`, `-0.0 : f64`]
const $POSITIVE_ZEROS = [`0.0 : f16`, `0.0 : bf16`, `0.0 : f32`, `0.0 : f64`]

pattern add_zero {
  %r = hlo.add(%x, %z)
  where is_int(element_type(%z)) and splat(%z) == 0
  =>
  replace %r with %x
  example (%x: tensor<8xi32>) -> tensor<8xi32> {
    %c = hlo.constant dense<0> : tensor<8xi32>
    %r = hlo.add %x, %c : tensor<8xi32>
    return %r : tensor<8xi32>
  } => {
    return %x : tensor<8xi32>
  }
  example (%x: tensor<8xui8>) -> tensor<8xui8> {
    %c = hlo.constant dense<0> : tensor<8xui8>
    %r = hlo.add %c, %x : tensor<8xui8>
    return %r : tensor<8xui8>
  } => {
    return %x : tensor<8xui8>
  }
  example (%x: tensor<8xf32>) -> tensor<8xf32> {
    %c = hlo.constant dense<0.0> : tensor<8xf32>
    %r = hlo.add %x, %c : tensor<8xf32>
    return %r : tensor<8xf32>
  } => unchanged
}

pattern add_negative_zero {
  %r = hlo.add(%x, %z)
  where splat(%z) in $NEGATIVE_ZEROS
  =>
  replace %r with %x
  example (%x: tensor<8xf32>) -> tensor<8xf32> {
    %c = hlo.constant dense<-0.0> : tensor<8xf32>
    %r = hlo.add %x, %c : tensor<8xf32>
    return %r : tensor<8xf32>
  } => {
    return %x : tensor<8xf32>
  }
  example (%x: tensor<8xf64>) -> tensor<8xf64> {
    %c = hlo.constant dense<-0.0> : tensor<8xf64>
    %r = hlo.add %x, %c : tensor<8xf64>
    return %r : tensor<8xf64>
  } => {
    return %x : tensor<8xf64>
  }
  example (%x: tensor<8xbf16>) -> tensor<8xbf16> {
    %c = hlo.constant dense<-0.0> : tensor<8xbf16>
    %r = hlo.add %x, %c : tensor<8xbf16>
    return %r : tensor<8xbf16>
  } => {
    return %x : tensor<8xbf16>
  }
  example (%x: tensor<8xf16>) -> tensor<8xf16> {
    %c = hlo.constant dense<-0.0> : tensor<8xf16>
    %r = hlo.add %x, %c : tensor<8xf16>
    return %r : tensor<8xf16>
  } => {
    return %x : tensor<8xf16>
  }
  example (%x: tensor<8xf32>) -> tensor<8xf32> {
    %c = hlo.constant dense<0.0> : tensor<8xf32>
    %r = hlo.add %x, %c : tensor<8xf32>
    return %r : tensor<8xf32>
  } => unchanged
}

pattern subtract_zero {
  %r = hlo.subtract(%x, %z)
  where is_int(element_type(%z)) and splat(%z) == 0
  =>
  replace %r with %x
  example (%x: tensor<8xi32>) -> tensor<8xi32> {
    %c = hlo.constant dense<0> : tensor<8xi32>
    %r = hlo.subtract %x, %c : tensor<8xi32>
    return %r : tensor<8xi32>
  } => {
    return %x : tensor<8xi32>
  }
  example (%x: tensor<8xi32>) -> tensor<8xi32> {
    %c = hlo.constant dense<0> : tensor<8xi32>
    %r = hlo.subtract %c, %x : tensor<8xi32>
    return %r : tensor<8xi32>
  } => unchanged
}

pattern subtract_positive_zero {
  %r = hlo.subtract(%x, %z)
  where splat(%z) in $POSITIVE_ZEROS
  =>
  replace %r with %x
  example (%x: tensor<8xf32>) -> tensor<8xf32> {
    %c = hlo.constant dense<0.0> : tensor<8xf32>
    %r = hlo.subtract %x, %c : tensor<8xf32>
    return %r : tensor<8xf32>
  } => {
    return %x : tensor<8xf32>
  }
  example (%x: tensor<8xf64>) -> tensor<8xf64> {
    %c = hlo.constant dense<0.0> : tensor<8xf64>
    %r = hlo.subtract %x, %c : tensor<8xf64>
    return %r : tensor<8xf64>
  } => {
    return %x : tensor<8xf64>
  }
  example (%x: tensor<8xbf16>) -> tensor<8xbf16> {
    %c = hlo.constant dense<0.0> : tensor<8xbf16>
    %r = hlo.subtract %x, %c : tensor<8xbf16>
    return %r : tensor<8xbf16>
  } => {
    return %x : tensor<8xbf16>
  }
  example (%x: tensor<8xf16>) -> tensor<8xf16> {
    %c = hlo.constant dense<0.0> : tensor<8xf16>
    %r = hlo.subtract %x, %c : tensor<8xf16>
    return %r : tensor<8xf16>
  } => {
    return %x : tensor<8xf16>
  }
  example (%x: tensor<8xf32>) -> tensor<8xf32> {
    %c = hlo.constant dense<-0.0> : tensor<8xf32>
    %r = hlo.subtract %x, %c : tensor<8xf32>
    return %r : tensor<8xf32>
  } => unchanged
}

pattern subtract_self {
  %r = hlo.subtract(%x, %x)
  where is_int(element_type(%x)) and has_static_shape(%x)
  =>
  %z = hlo.constant() {value = dense_splat(type(%x), 0)}
  replace %r with %z
  example (%x: tensor<8xi32>) -> tensor<8xi32> {
    %r = hlo.subtract %x, %x : tensor<8xi32>
    return %r : tensor<8xi32>
  } => {
    %c = hlo.constant dense<0> : tensor<8xi32>
    return %c : tensor<8xi32>
  }
  example (%x: tensor<8xui8>) -> tensor<8xui8> {
    %r = hlo.subtract %x, %x : tensor<8xui8>
    return %r : tensor<8xui8>
  } => {
    %c = hlo.constant dense<0> : tensor<8xui8>
    return %c : tensor<8xui8>
  }
  example (%x: tensor<8xf32>) -> tensor<8xf32> {
    %r = hlo.subtract %x, %x : tensor<8xf32>
    return %r : tensor<8xf32>
  } => unchanged
}

pattern multiply_one {
  %r = hlo.multiply(%x, %o)
  where splat(%o) == 1
  =>
  replace %r with %x
  example (%x: tensor<8xi32>) -> tensor<8xi32> {
    %c = hlo.constant dense<1> : tensor<8xi32>
    %r = hlo.multiply %x, %c : tensor<8xi32>
    return %r : tensor<8xi32>
  } => {
    return %x : tensor<8xi32>
  }
  example (%x: tensor<8xui16>) -> tensor<8xui16> {
    %c = hlo.constant dense<1> : tensor<8xui16>
    %r = hlo.multiply %c, %x : tensor<8xui16>
    return %r : tensor<8xui16>
  } => {
    return %x : tensor<8xui16>
  }
  example (%x: tensor<8xf32>) -> tensor<8xf32> {
    %c = hlo.constant dense<1.0> : tensor<8xf32>
    %r = hlo.multiply %x, %c : tensor<8xf32>
    return %r : tensor<8xf32>
  } => {
    return %x : tensor<8xf32>
  }
  example (%x: tensor<8xbf16>) -> tensor<8xbf16> {
    %c = hlo.constant dense<1.0> : tensor<8xbf16>
    %r = hlo.multiply %x, %c : tensor<8xbf16>
    return %r : tensor<8xbf16>
  } => {
    return %x : tensor<8xbf16>
  }
  example (%x: tensor<8xf8E4M3FN>) -> tensor<8xf8E4M3FN> {
    %c = hlo.constant dense<1.0> : tensor<8xf8E4M3FN>
    %r = hlo.multiply %x, %c : tensor<8xf8E4M3FN>
    return %r : tensor<8xf8E4M3FN>
  } => {
    return %x : tensor<8xf8E4M3FN>
  }
}

pattern multiply_zero {
  %r = hlo.multiply(_, %z)
  where is_int(element_type(%z)) and splat(%z) == 0
  =>
  replace %r with %z
  example (%x: tensor<8xi32>) -> tensor<8xi32> {
    %c = hlo.constant dense<0> : tensor<8xi32>
    %r = hlo.multiply %x, %c : tensor<8xi32>
    return %r : tensor<8xi32>
  } => {
    %c = hlo.constant dense<0> : tensor<8xi32>
    return %c : tensor<8xi32>
  }
  example (%x: tensor<8xf32>) -> tensor<8xf32> {
    %c = hlo.constant dense<0.0> : tensor<8xf32>
    %r = hlo.multiply %x, %c : tensor<8xf32>
    return %r : tensor<8xf32>
  } => unchanged
}

pattern divide_one {
  %r = hlo.divide(%x, %o)
  where splat(%o) == 1
  =>
  replace %r with %x
  example (%x: tensor<8xi32>) -> tensor<8xi32> {
    %c = hlo.constant dense<1> : tensor<8xi32>
    %r = hlo.divide %x, %c : tensor<8xi32>
    return %r : tensor<8xi32>
  } => {
    return %x : tensor<8xi32>
  }
  example (%x: tensor<8xi32>) -> tensor<8xi32> {
    %c = hlo.constant dense<1> : tensor<8xi32>
    %r = hlo.divide %c, %x : tensor<8xi32>
    return %r : tensor<8xi32>
  } => unchanged
  example (%x: tensor<8xf32>) -> tensor<8xf32> {
    %c = hlo.constant dense<1.0> : tensor<8xf32>
    %r = hlo.divide %x, %c : tensor<8xf32>
    return %r : tensor<8xf32>
  } => {
    return %x : tensor<8xf32>
  }
  example (%x: tensor<8xf16>) -> tensor<8xf16> {
    %c = hlo.constant dense<1.0> : tensor<8xf16>
    %r = hlo.divide %x, %c : tensor<8xf16>
    return %r : tensor<8xf16>
  } => {
    return %x : tensor<8xf16>
  }
}

pattern and_self {
  %r = hlo.and(%x, %x)
  =>
  replace %r with %x
  example (%x: tensor<8xi32>) -> tensor<8xi32> {
    %r = hlo.and %x, %x : tensor<8xi32>
    return %r : tensor<8xi32>
  } => {
    return %x : tensor<8xi32>
  }
  example (%x: tensor<8xi1>) -> tensor<8xi1> {
    %r = hlo.and %x, %x : tensor<8xi1>
    return %r : tensor<8xi1>
  } => {
    return %x : tensor<8xi1>
  }
}

pattern or_self {
  %r = hlo.or(%x, %x)
  =>
  replace %r with %x
  example (%x: tensor<8xi32>) -> tensor<8xi32> {
    %r = hlo.or %x, %x : tensor<8xi32>
    return %r : tensor<8xi32>
  } => {
    return %x : tensor<8xi32>
  }
  example (%x: tensor<8xi1>) -> tensor<8xi1> {
    %r = hlo.or %x, %x : tensor<8xi1>
    return %r : tensor<8xi1>
  } => {
    return %x : tensor<8xi1>
  }
}

pattern or_zero {
  %r = hlo.or(%x, %z)
  where splat(%z) == 0
  =>
  replace %r with %x
  example (%x: tensor<8xi32>) -> tensor<8xi32> {
    %c = hlo.constant dense<0> : tensor<8xi32>
    %r = hlo.or %x, %c : tensor<8xi32>
    return %r : tensor<8xi32>
  } => {
    return %x : tensor<8xi32>
  }
}

pattern and_zero {
  %r = hlo.and(_, %z)
  where splat(%z) == 0
  =>
  replace %r with %z
  example (%x: tensor<8xi32>) -> tensor<8xi32> {
    %c = hlo.constant dense<0> : tensor<8xi32>
    %r = hlo.and %x, %c : tensor<8xi32>
    return %r : tensor<8xi32>
  } => {
    %c = hlo.constant dense<0> : tensor<8xi32>
    return %c : tensor<8xi32>
  }
}

pattern xor_zero {
  %r = hlo.xor(%x, %z)
  where splat(%z) == 0
  =>
  replace %r with %x
  example (%x: tensor<8xi32>) -> tensor<8xi32> {
    %c = hlo.constant dense<0> : tensor<8xi32>
    %r = hlo.xor %c, %x : tensor<8xi32>
    return %r : tensor<8xi32>
  } => {
    return %x : tensor<8xi32>
  }
}

pattern xor_self {
  %r = hlo.xor(%x, %x)
  where has_static_shape(%x)
  =>
  %z = hlo.constant() {value = dense_splat(type(%x), 0)}
  replace %r with %z
  example (%x: tensor<8xi32>) -> tensor<8xi32> {
    %r = hlo.xor %x, %x : tensor<8xi32>
    return %r : tensor<8xi32>
  } => {
    %c = hlo.constant dense<0> : tensor<8xi32>
    return %c : tensor<8xi32>
  }
  example (%x: tensor<8xi1>) -> tensor<8xi1> {
    %r = hlo.xor %x, %x : tensor<8xi1>
    return %r : tensor<8xi1>
  } => {
    %c = hlo.constant dense<false> : tensor<8xi1>
    return %c : tensor<8xi1>
  }
}

pattern maximum_self {
  %r = hlo.maximum(%x, %x)
  =>
  replace %r with %x
  example (%x: tensor<8xf32>) -> tensor<8xf32> {
    %r = hlo.maximum %x, %x : tensor<8xf32>
    return %r : tensor<8xf32>
  } => {
    return %x : tensor<8xf32>
  }
  example (%x: tensor<8xi32>) -> tensor<8xi32> {
    %r = hlo.maximum %x, %x : tensor<8xi32>
    return %r : tensor<8xi32>
  } => {
    return %x : tensor<8xi32>
  }
}

pattern minimum_self {
  %r = hlo.minimum(%x, %x)
  =>
  replace %r with %x
  example (%x: tensor<8xf32>) -> tensor<8xf32> {
    %r = hlo.minimum %x, %x : tensor<8xf32>
    return %r : tensor<8xf32>
  } => {
    return %x : tensor<8xf32>
  }
  example (%x: tensor<8xi32>) -> tensor<8xi32> {
    %r = hlo.minimum %x, %x : tensor<8xi32>
    return %r : tensor<8xi32>
  } => {
    return %x : tensor<8xi32>
  }
}

pattern negate_negate {
  %r = hlo.negate(hlo.negate(%x))
  =>
  replace %r with %x
  example (%x: tensor<8xf32>) -> tensor<8xf32> {
    %n = hlo.negate %x : tensor<8xf32>
    %r = hlo.negate %n : tensor<8xf32>
    return %r : tensor<8xf32>
  } => {
    return %x : tensor<8xf32>
  }
  example (%x: tensor<8xi32>) -> tensor<8xi32> {
    %n = hlo.negate %x : tensor<8xi32>
    %r = hlo.negate %n : tensor<8xi32>
    return %r : tensor<8xi32>
  } => {
    return %x : tensor<8xi32>
  }
  example (%x: tensor<8xbf16>) -> tensor<8xbf16> {
    %n = hlo.negate %x : tensor<8xbf16>
    %r = hlo.negate %n : tensor<8xbf16>
    return %r : tensor<8xbf16>
  } => {
    return %x : tensor<8xbf16>
  }
}

pattern not_not {
  %r = hlo.not(hlo.not(%x))
  =>
  replace %r with %x
  example (%x: tensor<8xi1>) -> tensor<8xi1> {
    %n = hlo.not %x : tensor<8xi1>
    %r = hlo.not %n : tensor<8xi1>
    return %r : tensor<8xi1>
  } => {
    return %x : tensor<8xi1>
  }
  example (%x: tensor<8xi32>) -> tensor<8xi32> {
    %n = hlo.not %x : tensor<8xi32>
    %r = hlo.not %n : tensor<8xi32>
    return %r : tensor<8xi32>
  } => {
    return %x : tensor<8xi32>
  }
}

pattern select_same {
  %r = hlo.select(_, %x, %x)
  =>
  replace %r with %x
  example (%c: tensor<8xi1>, %x: tensor<8xf32>) -> tensor<8xf32> {
    %r = hlo.select %c, %x, %x : tensor<8xi1>, tensor<8xf32>
    return %r : tensor<8xf32>
  } => {
    return %x : tensor<8xf32>
  }
}

pattern select_true {
  %r = hlo.select(%c, %x, _)
  where splat(%c) == true
  =>
  replace %r with %x
  example (%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
    %c = hlo.constant dense<true> : tensor<8xi1>
    %r = hlo.select %c, %x, %y : tensor<8xi1>, tensor<8xf32>
    return %r : tensor<8xf32>
  } => {
    return %x : tensor<8xf32>
  }
  example (%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
    %c = hlo.constant dense<true> : tensor<i1>
    %r = hlo.select %c, %x, %y : tensor<i1>, tensor<8xf32>
    return %r : tensor<8xf32>
  } => {
    return %x : tensor<8xf32>
  }
}

pattern select_false {
  %r = hlo.select(%c, _, %x)
  where splat(%c) == false
  =>
  replace %r with %x
  example (%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
    %c = hlo.constant dense<false> : tensor<8xi1>
    %r = hlo.select %c, %x, %y : tensor<8xi1>, tensor<8xf32>
    return %r : tensor<8xf32>
  } => {
    return %y : tensor<8xf32>
  }
  example (%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
    %c = hlo.constant dense<false> : tensor<i1>
    %r = hlo.select %c, %x, %y : tensor<i1>, tensor<8xf32>
    return %r : tensor<8xf32>
  } => {
    return %y : tensor<8xf32>
  }
}

pattern convert_to_same {
  %r = hlo.convert(%x)
  where type(%x) == type(%r)
  =>
  replace %r with %x
  example (%x: tensor<8xf32>) -> tensor<8xf32> {
    %r = hlo.convert %x : tensor<8xf32>
    return %r : tensor<8xf32>
  } => {
    return %x : tensor<8xf32>
  }
  example (%x: tensor<8xf32>) -> tensor<8xbf16> {
    %r = hlo.convert %x : (tensor<8xf32>) -> tensor<8xbf16>
    return %r : tensor<8xbf16>
  } => unchanged
}
