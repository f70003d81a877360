// Identities of integer arithmetic. They hold for every bit pattern; arith wraps. Commutative ops match in both orders.

pattern addi_zero {
  %r = arith.addi(%x, %z)
  where splat(%z) == 0
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %c = arith.constant 0 : i32
    %r = arith.addi %x, %c : i32
    return %r : i32
  } => {
    return %x : i32
  }
  example (%x: tensor<4xi8>) -> tensor<4xi8> {
    %c = arith.constant dense<0> : tensor<4xi8>
    %r = arith.addi %c, %x : tensor<4xi8>
    return %r : tensor<4xi8>
  } => {
    return %x : tensor<4xi8>
  }
}

// Sums of constants gather, so that chains of them become one.
pattern addi_constants {
  %r = arith.addi(%s, %c2)
  %s = arith.addi(%x, %c1)
  %c1 = arith.constant()
  %c2 = arith.constant()
  =>
  %c = arith.addi(%c1, %c2)
  %t = arith.addi(%x, %c)
  replace %r with %t
  example (%x: i8) -> i8 {
    %a = arith.constant 100 : i8
    %b = arith.constant 50 : i8
    %s = arith.addi %x, %a : i8
    %r = arith.addi %s, %b : i8
    return %r : i8
  } => {
    %a = arith.constant 100 : i8
    %b = arith.constant 50 : i8
    %c = arith.addi %a, %b : i8
    %r = arith.addi %x, %c : i8
    return %r : i8
  }
}

pattern subi_zero {
  %r = arith.subi(%x, %z)
  where splat(%z) == 0
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %c = arith.constant 0 : i32
    %r = arith.subi %x, %c : i32
    return %r : i32
  } => {
    return %x : i32
  }
  example (%x: i32) -> i32 {
    %c = arith.constant 0 : i32
    %r = arith.subi %c, %x : i32
    return %r : i32
  } => unchanged
}

pattern subi_self {
  %r = arith.subi(%x, %x)
  where is_int(type(%x))
  =>
  %z = arith.constant() {value = int_attr(0, type(%x))} : type(%x)
  replace %r with %z
  example (%x: i32) -> i32 {
    %r = arith.subi %x, %x : i32
    return %r : i32
  } => {
    %c = arith.constant 0 : i32
    return %c : i32
  }
  example (%x: tensor<2x2xi64>) -> tensor<2x2xi64> {
    %r = arith.subi %x, %x : tensor<2x2xi64>
    return %r : tensor<2x2xi64>
  } => unchanged
}

pattern muli_one {
  %r = arith.muli(%x, %o)
  where splat(%o) == 1
  =>
  replace %r with %x
  example (%x: i64) -> i64 {
    %c = arith.constant 1 : i64
    %r = arith.muli %x, %c : i64
    return %r : i64
  } => {
    return %x : i64
  }
}

pattern muli_zero {
  %r = arith.muli(_, %z)
  where splat(%z) == 0
  =>
  replace %r with %z
  example (%x: i32) -> i32 {
    %c = arith.constant 0 : i32
    %r = arith.muli %x, %c : i32
    return %r : i32
  } => {
    %c = arith.constant 0 : i32
    return %c : i32
  }
}

pattern andi_self {
  %r = arith.andi(%x, %x)
  =>
  replace %r with %x
  example (%x: i16) -> i16 {
    %r = arith.andi %x, %x : i16
    return %r : i16
  } => {
    return %x : i16
  }
}

pattern andi_zero {
  %r = arith.andi(_, %z)
  where splat(%z) == 0
  =>
  replace %r with %z
  example (%x: i32) -> i32 {
    %c = arith.constant 0 : i32
    %r = arith.andi %x, %c : i32
    return %r : i32
  } => {
    %c = arith.constant 0 : i32
    return %c : i32
  }
}

pattern ori_self {
  %r = arith.ori(%x, %x)
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %r = arith.ori %x, %x : i32
    return %r : i32
  } => {
    return %x : i32
  }
}

pattern ori_zero {
  %r = arith.ori(%x, %z)
  where splat(%z) == 0
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %c = arith.constant 0 : i32
    %r = arith.ori %x, %c : i32
    return %r : i32
  } => {
    return %x : i32
  }
}

pattern xori_self {
  %r = arith.xori(%x, %x)
  where is_int(type(%x))
  =>
  %z = arith.constant() {value = int_attr(0, type(%x))} : type(%x)
  replace %r with %z
  example (%x: i32) -> i32 {
    %r = arith.xori %x, %x : i32
    return %r : i32
  } => {
    %c = arith.constant 0 : i32
    return %c : i32
  }
}

pattern xori_zero {
  %r = arith.xori(%x, %z)
  where splat(%z) == 0
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %c = arith.constant 0 : i32
    %r = arith.xori %c, %x : i32
    return %r : i32
  } => {
    return %x : i32
  }
}

pattern maxsi_self {
  %r = arith.maxsi(%x, %x)
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %r = arith.maxsi %x, %x : i32
    return %r : i32
  } => {
    return %x : i32
  }
}

pattern minsi_self {
  %r = arith.minsi(%x, %x)
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %r = arith.minsi %x, %x : i32
    return %r : i32
  } => {
    return %x : i32
  }
}
