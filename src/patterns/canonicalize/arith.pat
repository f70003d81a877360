// Identities of integer arithmetic. They hold for every bit pattern; arith wraps. Commutative ops match in both orders.

pattern addi_zero {
  %r = arith.addi(%x, %z)
  where splat(%z) == 0
  =>
  replace %r with %x
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
}

pattern subi_zero {
  %r = arith.subi(%x, %z)
  where splat(%z) == 0
  =>
  replace %r with %x
}

pattern subi_self {
  %r = arith.subi(%x, %x)
  where is_int(type(%x))
  =>
  %z = arith.constant() {value = int_attr(0, type(%x))} : type(%x)
  replace %r with %z
}

pattern muli_one {
  %r = arith.muli(%x, %o)
  where splat(%o) == 1
  =>
  replace %r with %x
}

pattern muli_zero {
  %r = arith.muli(_, %z)
  where splat(%z) == 0
  =>
  replace %r with %z
}

pattern andi_self {
  %r = arith.andi(%x, %x)
  =>
  replace %r with %x
}

pattern andi_zero {
  %r = arith.andi(_, %z)
  where splat(%z) == 0
  =>
  replace %r with %z
}

pattern ori_self {
  %r = arith.ori(%x, %x)
  =>
  replace %r with %x
}

pattern ori_zero {
  %r = arith.ori(%x, %z)
  where splat(%z) == 0
  =>
  replace %r with %x
}

pattern xori_self {
  %r = arith.xori(%x, %x)
  where is_int(type(%x))
  =>
  %z = arith.constant() {value = int_attr(0, type(%x))} : type(%x)
  replace %r with %z
}

pattern xori_zero {
  %r = arith.xori(%x, %z)
  where splat(%z) == 0
  =>
  replace %r with %x
}

pattern maxsi_self {
  %r = arith.maxsi(%x, %x)
  =>
  replace %r with %x
}

pattern minsi_self {
  %r = arith.minsi(%x, %x)
  =>
  replace %r with %x
}

pattern select_same {
  %r = arith.select(_, %x, %x)
  =>
  replace %r with %x
}

pattern select_true {
  %r = arith.select(%c, %x, _)
  where splat(%c) == true
  =>
  replace %r with %x
}

pattern select_false {
  %r = arith.select(%c, _, %x)
  where splat(%c) == false
  =>
  replace %r with %x
}

// The one exact neutral element of float sums: x + 0.0 turns -0.0 into 0.0.
pattern addf_negative_zero {
  %r = arith.addf(%x, %z)
  where splat(%z) in [`-0.0 : f16`, `-0.0 : bf16`, `-0.0 : f32`, `-0.0 : f64`]
  =>
  replace %r with %x
}

pattern mulf_one {
  %r = arith.mulf(%x, %o)
  where splat(%o) == 1.0
  =>
  replace %r with %x
}

pattern divf_one {
  %r = arith.divf(%x, %o)
  where splat(%o) == 1.0
  =>
  replace %r with %x
}
