// Identities of comparisons and selections. Predicates of cmpi are numbers:
// eq ne slt sle sgt sge ult ule ugt uge.

// Whether a predicate holds for equal integers.
table holds_of_equals(Int) -> Int { 0 => 1, 1 => 0, 2 => 0, 3 => 1, 4 => 0, 5 => 1, 6 => 0, 7 => 1, 8 => 0, 9 => 1 }

// The predicate that holds when the operands change places.
table swapped(Int) -> Int { 0 => 0, 1 => 1, 2 => 4, 3 => 5, 4 => 2, 5 => 3, 6 => 8, 7 => 9, 8 => 6, 9 => 7 }

// The predicate that holds when another does not.
table inverse(Int) -> Int { 0 => 1, 1 => 0, 2 => 5, 3 => 4, 4 => 3, 5 => 2, 6 => 9, 7 => 8, 8 => 7, 9 => 6 }

pattern cmpi_self {
  %r = arith.cmpi(%x, %x) {predicate = $p}
  where is_bool(type(%r))
  =>
  %c = arith.constant() {value = int_attr(holds_of_equals($p), type(%r))} : type(%r)
  replace %r with %c
  example (%x: i32) -> i1 {
    %r = arith.cmpi sle, %x, %x : i32
    return %r : i1
  } => {
    %c = arith.constant true
    return %c : i1
  }
  example (%x: i32) -> i1 {
    %r = arith.cmpi ult, %x, %x : i32
    return %r : i1
  } => {
    %c = arith.constant false
    return %c : i1
  }
}

// A constant stands second.
pattern cmpi_constant_first {
  %r = arith.cmpi(%c, %x) {predicate = $p}
  %c = arith.constant()
  where not defined_by(%x, "arith.constant")
  =>
  %s = arith.cmpi(%x, %c) {predicate = swapped($p)}
  replace %r with %s
  example (%x: i32) -> i1 {
    %c = arith.constant 4 : i32
    %r = arith.cmpi slt, %c, %x : i32
    return %r : i1
  } => {
    %c = arith.constant 4 : i32
    %r = arith.cmpi sgt, %x, %c : i32
    return %r : i1
  }
}

// x == true, x != false.
pattern cmpi_of_bool_is_it {
  %r = arith.cmpi(%x, %c) {predicate = $p}
  where is_bool(element_type(%x)) and splat(%c) in [`true`, `false`]
  where ($p == 0 and splat(%c) == true) or ($p == 1 and splat(%c) == false)
  =>
  replace %r with %x
  example (%x: i1) -> i1 {
    %c = arith.constant true
    %r = arith.cmpi eq, %x, %c : i1
    return %r : i1
  } => {
    return %x : i1
  }
  example (%x: i1) -> i1 {
    %c = arith.constant false
    %r = arith.cmpi ne, %x, %c : i1
    return %r : i1
  } => {
    return %x : i1
  }
}

// Nothing is below an unsigned zero.
pattern cmpi_beyond_unsigned_zero {
  %r = arith.cmpi(_, %c) {predicate = $p}
  where $p in [6, 9] and splat(%c) == 0 and is_bool(type(%r))
  =>
  %b = arith.constant() {value = int_attr(if $p == 9 then 1 else 0, type(%r))} : type(%r)
  replace %r with %b
  example (%x: i32) -> i1 {
    %c = arith.constant 0 : i32
    %r = arith.cmpi ult, %x, %c : i32
    return %r : i1
  } => {
    %b = arith.constant false
    return %b : i1
  }
  example (%x: i32) -> i1 {
    %c = arith.constant 0 : i32
    %r = arith.cmpi uge, %x, %c : i32
    return %r : i1
  } => {
    %b = arith.constant true
    return %b : i1
  }
}

pattern not_of_cmpi {
  %r = arith.xori(%s, %o)
  %s = arith.cmpi(%x, %y) {predicate = $p}
  where splat(%o) == true
  =>
  %n = arith.cmpi(%x, %y) {predicate = inverse($p)}
  replace %r with %n
  example (%x: i32, %y: i32) -> i1 {
    %t = arith.constant true
    %s = arith.cmpi slt, %x, %y : i32
    %r = arith.xori %s, %t : i1
    return %r : i1
  } => {
    %r = arith.cmpi sge, %x, %y : i32
    return %r : i1
  }
}

// Nothing compares with NaN: the predicates from 8 on hold for that.
pattern cmpf_nan {
  %r = arith.cmpf(_, %n) {predicate = $p}
  where splat(%n) == nan and is_bool(type(%r))
  =>
  %c = arith.constant() {value = int_attr(if $p >= 8 then 1 else 0, type(%r))} : type(%r)
  replace %r with %c
  example (%x: f32) -> i1 {
    %n = arith.constant 0x7FC00000 : f32
    %r = arith.cmpf ult, %x, %n : f32
    return %r : i1
  } => {
    %c = arith.constant true
    return %c : i1
  }
  example (%x: f32) -> i1 {
    %n = arith.constant 0x7FC00000 : f32
    %r = arith.cmpf olt, %x, %n : f32
    return %r : i1
  } => {
    %c = arith.constant false
    return %c : i1
  }
}

pattern cmpf_decided {
  %r = arith.cmpf(_, _) {predicate = $p}
  where $p in [0, 15] and is_bool(type(%r))
  =>
  %c = arith.constant() {value = int_attr($p / 15, type(%r))} : type(%r)
  replace %r with %c
  example (%x: f32, %y: f32) -> i1 {
    %r = arith.cmpf true, %x, %y : f32
    return %r : i1
  } => {
    %c = arith.constant true
    return %c : i1
  }
}

pattern select_of_true_false {
  %r = arith.select(%c, %t, %f)
  where type(%c) == type(%r) and splat(%t) == true and splat(%f) == false
  =>
  replace %r with %c
  example (%c: i1) -> i1 {
    %t = arith.constant true
    %f = arith.constant false
    %r = arith.select %c, %t, %f : i1
    return %r : i1
  } => {
    return %c : i1
  }
}

pattern select_of_false_true {
  %r = arith.select(%c, %f, %t)
  where type(%c) == type(%r) and splat(%t) == true and splat(%f) == false
  =>
  %n = arith.xori(%c, %t)
  replace %r with %n
  example (%c: i1) -> i1 {
    %t = arith.constant true
    %f = arith.constant false
    %r = arith.select %c, %f, %t : i1
    return %r : i1
  } => {
    %t = arith.constant true
    %r = arith.xori %c, %t : i1
    return %r : i1
  }
}

pattern select_of_one_zero {
  %r = arith.select(%c, %o, %z)
  where splat(%o) == 1 and splat(%z) == 0 and is_int(type(%r)) and width(type(%r)) > 1
  =>
  %x = arith.extui(%c) : type(%r)
  replace %r with %x
  example (%c: i1) -> i32 {
    %o = arith.constant 1 : i32
    %z = arith.constant 0 : i32
    %r = arith.select %c, %o, %z : i32
    return %r : i32
  } => {
    %r = arith.extui %c : i1 to i32
    return %r : i32
  }
}

pattern select_of_not {
  %r = arith.select(%n, %x, %y)
  %n = arith.xori(%c, %t)
  where splat(%t) == true
  =>
  %s = arith.select(%c, %y, %x) : type(%r)
  replace %r with %s
  example (%c: i1, %x: i32, %y: i32) -> i32 {
    %t = arith.constant true
    %n = arith.xori %c, %t : i1
    %r = arith.select %n, %x, %y : i32
    return %r : i32
  } => {
    %r = arith.select %c, %y, %x : i32
    return %r : i32
  }
}

pattern select_in_true_value {
  %r = arith.select(%c, %s, %y)
  %s = arith.select(%c, %x, _)
  =>
  %t = arith.select(%c, %x, %y) : type(%r)
  replace %r with %t
  example (%c: i1, %x: i32, %y: i32, %z: i32) -> i32 {
    %s = arith.select %c, %x, %z : i32
    %r = arith.select %c, %s, %y : i32
    return %r : i32
  } => {
    %r = arith.select %c, %x, %y : i32
    return %r : i32
  }
}

pattern select_in_false_value {
  %r = arith.select(%c, %x, %s)
  %s = arith.select(%c, _, %y)
  =>
  %t = arith.select(%c, %x, %y) : type(%r)
  replace %r with %t
  example (%c: i1, %x: i32, %y: i32, %z: i32) -> i32 {
    %s = arith.select %c, %z, %y : i32
    %r = arith.select %c, %x, %s : i32
    return %r : i32
  } => {
    %r = arith.select %c, %x, %y : i32
    return %r : i32
  }
}

pattern select_of_equals {
  %r = arith.select(%c, %x, %y)
  %c = arith.cmpi(%x, %y) {predicate = $p}
  where $p in [0, 1]
  =>
  replace %r with if $p == 0 then %y else %x
  example (%x: i32, %y: i32) -> i32 {
    %c = arith.cmpi eq, %x, %y : i32
    %r = arith.select %c, %x, %y : i32
    return %r : i32
  } => {
    return %y : i32
  }
  example (%x: i32, %y: i32) -> i32 {
    %c = arith.cmpi ne, %x, %y : i32
    %r = arith.select %c, %x, %y : i32
    return %r : i32
  } => {
    return %x : i32
  }
}

pattern arith_select_same {
  %r = arith.select(_, %x, %x)
  =>
  replace %r with %x
  example (%c: i1, %x: f32) -> f32 {
    %r = arith.select %c, %x, %x : f32
    return %r : f32
  } => {
    return %x : f32
  }
}

pattern arith_select_true {
  %r = arith.select(%c, %x, _)
  where splat(%c) == true
  =>
  replace %r with %x
  example (%x: i32, %y: i32) -> i32 {
    %c = arith.constant true
    %r = arith.select %c, %x, %y : i32
    return %r : i32
  } => {
    return %x : i32
  }
}

pattern arith_select_false {
  %r = arith.select(%c, _, %x)
  where splat(%c) == false
  =>
  replace %r with %x
  example (%x: i32, %y: i32) -> i32 {
    %c = arith.constant false
    %r = arith.select %c, %x, %y : i32
    return %r : i32
  } => {
    return %y : i32
  }
}
