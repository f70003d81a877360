// More identities of integer arithmetic: chains with constants, quotients, bits, shifts and limits. They hold for every bit
// pattern.

// The largest integer of a width that has a sign.
table signed_max(Int) -> Int { 8 => 127, 16 => 32767, 32 => 2147483647, 64 => 9223372036854775807 }

// How an integer type's constant with all bits set reads.
table ones(Type) -> Int { i1 => 1, i8 => -1, i16 => -1, i32 => -1, i64 => -1 }

// Constants that are added to and subtracted from one value gather, so that chains become one op.
pattern subi_constants {
  %r = arith.subi(%s, %c2)
  %s = arith.subi(%x, %c1)
  %c1 = arith.constant()
  %c2 = arith.constant()
  =>
  %c = arith.addi(%c1, %c2)
  %t = arith.subi(%x, %c)
  replace %r with %t
  example (%x: i32) -> i32 {
    %a = arith.constant 3 : i32
    %b = arith.constant 5 : i32
    %s = arith.subi %x, %a : i32
    %r = arith.subi %s, %b : i32
    return %r : i32
  } => {
    %a = arith.constant 3 : i32
    %b = arith.constant 5 : i32
    %c = arith.addi %a, %b : i32
    %r = arith.subi %x, %c : i32
    return %r : i32
  }
}

pattern subi_of_addi_constants {
  %r = arith.subi(%s, %c2)
  %s = arith.addi(%x, %c1)
  %c1 = arith.constant()
  %c2 = arith.constant()
  =>
  %c = arith.subi(%c1, %c2)
  %t = arith.addi(%x, %c)
  replace %r with %t
  example (%x: i32) -> i32 {
    %a = arith.constant 3 : i32
    %b = arith.constant 5 : i32
    %s = arith.addi %x, %a : i32
    %r = arith.subi %s, %b : i32
    return %r : i32
  } => {
    %a = arith.constant 3 : i32
    %b = arith.constant 5 : i32
    %c = arith.subi %a, %b : i32
    %r = arith.addi %x, %c : i32
    return %r : i32
  }
}

pattern addi_of_subi_constants {
  %r = arith.addi(%s, %c2)
  %s = arith.subi(%x, %c1)
  %c1 = arith.constant()
  %c2 = arith.constant()
  =>
  %c = arith.subi(%c2, %c1)
  %t = arith.addi(%x, %c)
  replace %r with %t
  example (%x: i32) -> i32 {
    %a = arith.constant 3 : i32
    %b = arith.constant 5 : i32
    %s = arith.subi %x, %a : i32
    %r = arith.addi %s, %b : i32
    return %r : i32
  } => {
    %a = arith.constant 3 : i32
    %b = arith.constant 5 : i32
    %c = arith.subi %b, %a : i32
    %r = arith.addi %x, %c : i32
    return %r : i32
  }
}

pattern addi_of_subi_from_constant {
  %r = arith.addi(%s, %c2)
  %s = arith.subi(%c1, %x)
  %c1 = arith.constant()
  %c2 = arith.constant()
  =>
  %c = arith.addi(%c1, %c2)
  %t = arith.subi(%c, %x)
  replace %r with %t
  example (%x: i32) -> i32 {
    %a = arith.constant 3 : i32
    %b = arith.constant 5 : i32
    %s = arith.subi %a, %x : i32
    %r = arith.addi %s, %b : i32
    return %r : i32
  } => {
    %a = arith.constant 3 : i32
    %b = arith.constant 5 : i32
    %c = arith.addi %a, %b : i32
    %r = arith.subi %c, %x : i32
    return %r : i32
  }
}

pattern subi_from_constants {
  %r = arith.subi(%c2, %s)
  %s = arith.subi(%c1, %x)
  %c1 = arith.constant()
  %c2 = arith.constant()
  =>
  %c = arith.subi(%c2, %c1)
  %t = arith.addi(%x, %c)
  replace %r with %t
  example (%x: i32) -> i32 {
    %a = arith.constant 3 : i32
    %b = arith.constant 5 : i32
    %s = arith.subi %a, %x : i32
    %r = arith.subi %b, %s : i32
    return %r : i32
  } => {
    %a = arith.constant 3 : i32
    %b = arith.constant 5 : i32
    %c = arith.subi %b, %a : i32
    %r = arith.addi %x, %c : i32
    return %r : i32
  }
}

pattern subi_of_subi_constants {
  %r = arith.subi(%c2, %s)
  %s = arith.subi(%x, %c1)
  %c1 = arith.constant()
  %c2 = arith.constant()
  =>
  %c = arith.addi(%c2, %c1)
  %t = arith.subi(%c, %x)
  replace %r with %t
  example (%x: i32) -> i32 {
    %a = arith.constant 3 : i32
    %b = arith.constant 5 : i32
    %s = arith.subi %x, %a : i32
    %r = arith.subi %b, %s : i32
    return %r : i32
  } => {
    %a = arith.constant 3 : i32
    %b = arith.constant 5 : i32
    %c = arith.addi %b, %a : i32
    %r = arith.subi %c, %x : i32
    return %r : i32
  }
}

// What is added and subtracted again vanishes.
pattern addi_of_subi {
  %r = arith.addi(%s, %y)
  %s = arith.subi(%x, %y)
  =>
  replace %r with %x
  example (%x: i32, %y: i32) -> i32 {
    %s = arith.subi %x, %y : i32
    %r = arith.addi %s, %y : i32
    return %r : i32
  } => {
    return %x : i32
  }
}

pattern subi_of_addi {
  %r = arith.subi(%s, %y)
  %s = arith.addi(%x, %y)
  =>
  replace %r with %x
  example (%x: i32, %y: i32) -> i32 {
    %s = arith.addi %x, %y : i32
    %r = arith.subi %s, %y : i32
    return %r : i32
  } => {
    return %x : i32
  }
  example (%x: i32, %y: i32) -> i32 {
    %s = arith.addi %x, %y : i32
    %r = arith.subi %s, %x : i32
    return %r : i32
  } => {
    return %y : i32
  }
}

pattern muli_constants {
  %r = arith.muli(%s, %c2)
  %s = arith.muli(%x, %c1)
  %c1 = arith.constant()
  %c2 = arith.constant()
  =>
  %c = arith.muli(%c1, %c2)
  %t = arith.muli(%x, %c)
  replace %r with %t
  example (%x: i8) -> i8 {
    %a = arith.constant 100 : i8
    %b = arith.constant 3 : i8
    %s = arith.muli %x, %a : i8
    %r = arith.muli %s, %b : i8
    return %r : i8
  } => {
    %a = arith.constant 100 : i8
    %b = arith.constant 3 : i8
    %c = arith.muli %a, %b : i8
    %r = arith.muli %x, %c : i8
    return %r : i8
  }
}

// In i1, 1 is -1 where it has a sign, so the quotients and remainders by one leave it out.
pattern divsi_one {
  %r = arith.divsi(%x, %o)
  where splat(%o) == 1 and width(element_type(%x)) > 1
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %c = arith.constant 1 : i32
    %r = arith.divsi %x, %c : i32
    return %r : i32
  } => {
    return %x : i32
  }
}

pattern divui_one {
  %r = arith.divui(%x, %o)
  where splat(%o) == 1 and width(element_type(%x)) > 1
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %c = arith.constant 1 : i32
    %r = arith.divui %x, %c : i32
    return %r : i32
  } => {
    return %x : i32
  }
}

pattern floordivsi_one {
  %r = arith.floordivsi(%x, %o)
  where splat(%o) == 1 and width(element_type(%x)) > 1
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %c = arith.constant 1 : i32
    %r = arith.floordivsi %x, %c : i32
    return %r : i32
  } => {
    return %x : i32
  }
}

pattern ceildivsi_one {
  %r = arith.ceildivsi(%x, %o)
  where splat(%o) == 1 and width(element_type(%x)) > 1
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %c = arith.constant 1 : i32
    %r = arith.ceildivsi %x, %c : i32
    return %r : i32
  } => {
    return %x : i32
  }
}

pattern ceildivui_one {
  %r = arith.ceildivui(%x, %o)
  where splat(%o) == 1 and width(element_type(%x)) > 1
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %c = arith.constant 1 : i32
    %r = arith.ceildivui %x, %c : i32
    return %r : i32
  } => {
    return %x : i32
  }
}

pattern remsi_one {
  %r = arith.remsi(%x, %o)
  where splat(%o) == 1 and is_int(type(%x)) and width(type(%x)) > 1
  =>
  %z = arith.constant() {value = int_attr(0, type(%x))} : type(%x)
  replace %r with %z
  example (%x: i32) -> i32 {
    %c = arith.constant 1 : i32
    %r = arith.remsi %x, %c : i32
    return %r : i32
  } => {
    %z = arith.constant 0 : i32
    return %z : i32
  }
}

pattern remui_one {
  %r = arith.remui(%x, %o)
  where splat(%o) == 1 and is_int(type(%x)) and width(type(%x)) > 1
  =>
  %z = arith.constant() {value = int_attr(0, type(%x))} : type(%x)
  replace %r with %z
  example (%x: i32) -> i32 {
    %c = arith.constant 1 : i32
    %r = arith.remui %x, %c : i32
    return %r : i32
  } => {
    %z = arith.constant 0 : i32
    return %z : i32
  }
}

pattern andi_ones {
  %r = arith.andi(%x, %o)
  where splat(%o) == ones(element_type(%o))
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %c = arith.constant -1 : i32
    %r = arith.andi %x, %c : i32
    return %r : i32
  } => {
    return %x : i32
  }
  example (%x: i1) -> i1 {
    %c = arith.constant true
    %r = arith.andi %x, %c : i1
    return %r : i1
  } => {
    return %x : i1
  }
}

pattern ori_ones {
  %r = arith.ori(_, %o)
  where splat(%o) == ones(element_type(%o))
  =>
  replace %r with %o
  example (%x: i32) -> i32 {
    %c = arith.constant -1 : i32
    %r = arith.ori %x, %c : i32
    return %r : i32
  } => {
    %c = arith.constant -1 : i32
    return %c : i32
  }
}

pattern andi_absorbed {
  %r = arith.andi(%s, %y)
  %s = arith.andi(_, %y)
  =>
  replace %r with %s
  example (%x: i32, %y: i32) -> i32 {
    %s = arith.andi %x, %y : i32
    %r = arith.andi %s, %y : i32
    return %r : i32
  } => {
    %s = arith.andi %x, %y : i32
    return %s : i32
  }
}

pattern ori_absorbed {
  %r = arith.ori(%s, %y)
  %s = arith.ori(_, %y)
  =>
  replace %r with %s
  example (%x: i32, %y: i32) -> i32 {
    %s = arith.ori %x, %y : i32
    %r = arith.ori %s, %y : i32
    return %r : i32
  } => {
    %s = arith.ori %x, %y : i32
    return %s : i32
  }
}

pattern andi_complement {
  %r = arith.andi(%s, %x)
  %s = arith.xori(%x, %o)
  where splat(%o) == ones(element_type(%o)) and is_int(type(%x))
  =>
  %z = arith.constant() {value = int_attr(0, type(%x))} : type(%x)
  replace %r with %z
  example (%x: i32) -> i32 {
    %c = arith.constant -1 : i32
    %s = arith.xori %x, %c : i32
    %r = arith.andi %s, %x : i32
    return %r : i32
  } => {
    %z = arith.constant 0 : i32
    return %z : i32
  }
}

pattern ori_complement {
  %r = arith.ori(%s, %x)
  %s = arith.xori(%x, %o)
  where splat(%o) == ones(element_type(%o))
  =>
  replace %r with %o
  example (%x: i32) -> i32 {
    %c = arith.constant -1 : i32
    %s = arith.xori %x, %c : i32
    %r = arith.ori %s, %x : i32
    return %r : i32
  } => {
    %c = arith.constant -1 : i32
    return %c : i32
  }
}

pattern xori_twice {
  %r = arith.xori(%s, %y)
  %s = arith.xori(%x, %y)
  =>
  replace %r with %x
  example (%x: i32, %y: i32) -> i32 {
    %s = arith.xori %x, %y : i32
    %r = arith.xori %s, %y : i32
    return %r : i32
  } => {
    return %x : i32
  }
}

pattern shli_zero {
  %r = arith.shli(%x, %z)
  where splat(%z) == 0
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %c = arith.constant 0 : i32
    %r = arith.shli %x, %c : i32
    return %r : i32
  } => {
    return %x : i32
  }
}

pattern shrsi_zero {
  %r = arith.shrsi(%x, %z)
  where splat(%z) == 0
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %c = arith.constant 0 : i32
    %r = arith.shrsi %x, %c : i32
    return %r : i32
  } => {
    return %x : i32
  }
}

pattern shrui_zero {
  %r = arith.shrui(%x, %z)
  where splat(%z) == 0
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %c = arith.constant 0 : i32
    %r = arith.shrui %x, %c : i32
    return %r : i32
  } => {
    return %x : i32
  }
}

pattern maxui_self {
  %r = arith.maxui(%x, %x)
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %r = arith.maxui %x, %x : i32
    return %r : i32
  } => {
    return %x : i32
  }
}

pattern minui_self {
  %r = arith.minui(%x, %x)
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %r = arith.minui %x, %x : i32
    return %r : i32
  } => {
    return %x : i32
  }
}

pattern maxsi_neutral {
  %r = arith.maxsi(%x, %c)
  where splat(%c) == -signed_max(width(element_type(%c))) - 1
  =>
  replace %r with %x
  example (%x: i8) -> i8 {
    %c = arith.constant -128 : i8
    %r = arith.maxsi %x, %c : i8
    return %r : i8
  } => {
    return %x : i8
  }
}

pattern minsi_neutral {
  %r = arith.minsi(%x, %c)
  where splat(%c) == signed_max(width(element_type(%c)))
  =>
  replace %r with %x
  example (%x: i8) -> i8 {
    %c = arith.constant 127 : i8
    %r = arith.minsi %x, %c : i8
    return %r : i8
  } => {
    return %x : i8
  }
}

pattern maxui_neutral {
  %r = arith.maxui(%x, %c)
  where splat(%c) == 0
  =>
  replace %r with %x
  example (%x: i8) -> i8 {
    %c = arith.constant 0 : i8
    %r = arith.maxui %x, %c : i8
    return %r : i8
  } => {
    return %x : i8
  }
}

pattern minui_neutral {
  %r = arith.minui(%x, %c)
  where splat(%c) == ones(element_type(%c))
  =>
  replace %r with %x
  example (%x: i8) -> i8 {
    %c = arith.constant -1 : i8
    %r = arith.minui %x, %c : i8
    return %r : i8
  } => {
    return %x : i8
  }
}

pattern maxsi_dominated {
  %r = arith.maxsi(_, %c)
  where splat(%c) == signed_max(width(element_type(%c)))
  =>
  replace %r with %c
  example (%x: i8) -> i8 {
    %c = arith.constant 127 : i8
    %r = arith.maxsi %x, %c : i8
    return %r : i8
  } => {
    %c = arith.constant 127 : i8
    return %c : i8
  }
}

pattern minsi_dominated {
  %r = arith.minsi(_, %c)
  where splat(%c) == -signed_max(width(element_type(%c))) - 1
  =>
  replace %r with %c
  example (%x: i8) -> i8 {
    %c = arith.constant -128 : i8
    %r = arith.minsi %x, %c : i8
    return %r : i8
  } => {
    %c = arith.constant -128 : i8
    return %c : i8
  }
}

pattern maxui_dominated {
  %r = arith.maxui(_, %c)
  where splat(%c) == ones(element_type(%c))
  =>
  replace %r with %c
  example (%x: i8) -> i8 {
    %c = arith.constant -1 : i8
    %r = arith.maxui %x, %c : i8
    return %r : i8
  } => {
    %c = arith.constant -1 : i8
    return %c : i8
  }
}

pattern minui_dominated {
  %r = arith.minui(_, %c)
  where splat(%c) == 0
  =>
  replace %r with %c
  example (%x: i8) -> i8 {
    %c = arith.constant 0 : i8
    %r = arith.minui %x, %c : i8
    return %r : i8
  } => {
    %c = arith.constant 0 : i8
    return %c : i8
  }
}

pattern addui_extended_zero {
  %s, %o = arith.addui_extended(%x, %z)
  where splat(%z) == 0 and is_int(type(%x))
  =>
  %f = arith.constant() {value = int_attr(0, type(%o))} : type(%o)
  replace %s, %o with %x, %f
  example (%x: i32) -> (i32, i1) {
    %c = arith.constant 0 : i32
    %s, %o = arith.addui_extended %x, %c : i32, i1
    return %s, %o : i32, i1
  } => {
    %f = arith.constant false
    return %x, %f : i32, i1
  }
}

pattern mulsi_extended_zero {
  %l, %h = arith.mulsi_extended(_, %z)
  where splat(%z) == 0
  =>
  replace %l, %h with %z, %z
  example (%x: i32) -> (i32, i32) {
    %c = arith.constant 0 : i32
    %l, %h = arith.mulsi_extended %x, %c : i32
    return %l, %h : i32, i32
  } => {
    %c = arith.constant 0 : i32
    return %c, %c : i32, i32
  }
}

pattern mului_extended_zero {
  %l, %h = arith.mului_extended(_, %z)
  where splat(%z) == 0
  =>
  replace %l, %h with %z, %z
  example (%x: i32) -> (i32, i32) {
    %c = arith.constant 0 : i32
    %l, %h = arith.mului_extended %x, %c : i32
    return %l, %h : i32, i32
  } => {
    %c = arith.constant 0 : i32
    return %c, %c : i32, i32
  }
}
