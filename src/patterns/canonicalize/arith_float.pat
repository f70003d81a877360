// Identities of float arithmetic. They hold for every bit pattern, up to the bits of a NaN.

// The one exact neutral element of float sums: x + 0.0 turns -0.0 into 0.0.
pattern addf_negative_zero {
  %r = arith.addf(%x, %z)
  where splat(%z) in [`-0.0 : f16`, `-0.0 : bf16`, `-0.0 : f32`, `-0.0 : f64`]
  =>
  replace %r with %x
  example (%x: f32) -> f32 {
    %c = arith.constant -0.0 : f32
    %r = arith.addf %x, %c : f32
    return %r : f32
  } => {
    return %x : f32
  }
  example (%x: f64) -> f64 {
    %c = arith.constant -0.0 : f64
    %r = arith.addf %x, %c : f64
    return %r : f64
  } => {
    return %x : f64
  }
  example (%x: bf16) -> bf16 {
    %c = arith.constant -0.0 : bf16
    %r = arith.addf %x, %c : bf16
    return %r : bf16
  } => {
    return %x : bf16
  }
  example (%x: f16) -> f16 {
    %c = arith.constant -0.0 : f16
    %r = arith.addf %x, %c : f16
    return %r : f16
  } => {
    return %x : f16
  }
  example (%x: f32) -> f32 {
    %c = arith.constant 0.0 : f32
    %r = arith.addf %x, %c : f32
    return %r : f32
  } => unchanged
}

pattern mulf_one {
  %r = arith.mulf(%x, %o)
  where splat(%o) == 1.0
  =>
  replace %r with %x
  example (%x: f32) -> f32 {
    %c = arith.constant 1.0 : f32
    %r = arith.mulf %c, %x : f32
    return %r : f32
  } => {
    return %x : f32
  }
  example (%x: tensor<8xbf16>) -> tensor<8xbf16> {
    %c = arith.constant dense<1.0> : tensor<8xbf16>
    %r = arith.mulf %x, %c : tensor<8xbf16>
    return %r : tensor<8xbf16>
  } => {
    return %x : tensor<8xbf16>
  }
}

pattern divf_one {
  %r = arith.divf(%x, %o)
  where splat(%o) == 1.0
  =>
  replace %r with %x
  example (%x: f16) -> f16 {
    %c = arith.constant 1.0 : f16
    %r = arith.divf %x, %c : f16
    return %r : f16
  } => {
    return %x : f16
  }
  example (%x: f16) -> f16 {
    %c = arith.constant 1.0 : f16
    %r = arith.divf %c, %x : f16
    return %r : f16
  } => unchanged
}

// x - 0.0 keeps the sign of a zero x.
pattern subf_zero {
  %r = arith.subf(%x, %z)
  where splat(%z) in [`0.0 : f16`, `0.0 : bf16`, `0.0 : f32`, `0.0 : f64`]
  =>
  replace %r with %x
  example (%x: f32) -> f32 {
    %c = arith.constant 0.0 : f32
    %r = arith.subf %x, %c : f32
    return %r : f32
  } => {
    return %x : f32
  }
  example (%x: f32) -> f32 {
    %c = arith.constant -0.0 : f32
    %r = arith.subf %x, %c : f32
    return %r : f32
  } => unchanged
}

pattern negf_of_negf {
  %r = arith.negf(arith.negf(%x))
  =>
  replace %r with %x
  example (%x: f32) -> f32 {
    %s = arith.negf %x : f32
    %r = arith.negf %s : f32
    return %r : f32
  } => {
    return %x : f32
  }
}

pattern mulf_of_negf {
  %r = arith.mulf(arith.negf(%x), arith.negf(%y))
  =>
  %p = arith.mulf(%x, %y)
  replace %r with %p
  example (%x: f32, %y: f32) -> f32 {
    %a = arith.negf %x : f32
    %b = arith.negf %y : f32
    %r = arith.mulf %a, %b : f32
    return %r : f32
  } => {
    %r = arith.mulf %x, %y : f32
    return %r : f32
  }
}

pattern divf_of_negf {
  %r = arith.divf(arith.negf(%x), arith.negf(%y))
  =>
  %p = arith.divf(%x, %y)
  replace %r with %p
  example (%x: f32, %y: f32) -> f32 {
    %a = arith.negf %x : f32
    %b = arith.negf %y : f32
    %r = arith.divf %a, %b : f32
    return %r : f32
  } => {
    %r = arith.divf %x, %y : f32
    return %r : f32
  }
}

pattern maximumf_self {
  %r = arith.maximumf(%x, %x)
  =>
  replace %r with %x
  example (%x: f32) -> f32 {
    %r = arith.maximumf %x, %x : f32
    return %r : f32
  } => {
    return %x : f32
  }
}

pattern minimumf_self {
  %r = arith.minimumf(%x, %x)
  =>
  replace %r with %x
  example (%x: f32) -> f32 {
    %r = arith.minimumf %x, %x : f32
    return %r : f32
  } => {
    return %x : f32
  }
}

pattern maxnumf_self {
  %r = arith.maxnumf(%x, %x)
  =>
  replace %r with %x
  example (%x: f32) -> f32 {
    %r = arith.maxnumf %x, %x : f32
    return %r : f32
  } => {
    return %x : f32
  }
}

pattern minnumf_self {
  %r = arith.minnumf(%x, %x)
  =>
  replace %r with %x
  example (%x: f32) -> f32 {
    %r = arith.minnumf %x, %x : f32
    return %r : f32
  } => {
    return %x : f32
  }
}

pattern maximumf_neutral {
  %r = arith.maximumf(%x, %c)
  where splat(%c) == -inf
  =>
  replace %r with %x
  example (%x: f32) -> f32 {
    %c = arith.constant 0xFF800000 : f32
    %r = arith.maximumf %x, %c : f32
    return %r : f32
  } => {
    return %x : f32
  }
}

pattern minimumf_neutral {
  %r = arith.minimumf(%x, %c)
  where splat(%c) == inf
  =>
  replace %r with %x
  example (%x: f32) -> f32 {
    %c = arith.constant 0x7F800000 : f32
    %r = arith.minimumf %x, %c : f32
    return %r : f32
  } => {
    return %x : f32
  }
}

pattern maxnumf_nan {
  %r = arith.maxnumf(%x, %n)
  where splat(%n) == nan
  =>
  replace %r with %x
  example (%x: f32) -> f32 {
    %n = arith.constant 0x7FC00000 : f32
    %r = arith.maxnumf %x, %n : f32
    return %r : f32
  } => {
    return %x : f32
  }
}

pattern minnumf_nan {
  %r = arith.minnumf(%x, %n)
  where splat(%n) == nan
  =>
  replace %r with %x
  example (%x: f32) -> f32 {
    %n = arith.constant 0x7FC00000 : f32
    %r = arith.minnumf %x, %n : f32
    return %r : f32
  } => {
    return %x : f32
  }
}
