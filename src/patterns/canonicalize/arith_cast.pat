// Identities of casts. They hold for every bit pattern.

// Two extensions are one.
pattern extsi_of_extsi {
  %r = arith.extsi(%s)
  %s = arith.extsi(%x)
  =>
  %t = arith.extsi(%x) : type(%r)
  replace %r with %t
  example (%x: i8) -> i32 {
    %s = arith.extsi %x : i8 to i16
    %r = arith.extsi %s : i16 to i32
    return %r : i32
  } => {
    %r = arith.extsi %x : i8 to i32
    return %r : i32
  }
}

pattern extui_of_extui {
  %r = arith.extui(%s)
  %s = arith.extui(%x)
  =>
  %t = arith.extui(%x) : type(%r)
  replace %r with %t
  example (%x: i8) -> i32 {
    %s = arith.extui %x : i8 to i16
    %r = arith.extui %s : i16 to i32
    return %r : i32
  } => {
    %r = arith.extui %x : i8 to i32
    return %r : i32
  }
}

pattern extsi_of_extui {
  %r = arith.extsi(%s)
  %s = arith.extui(%x)
  =>
  %t = arith.extui(%x) : type(%r)
  replace %r with %t
  example (%x: i8) -> i32 {
    %s = arith.extui %x : i8 to i16
    %r = arith.extsi %s : i16 to i32
    return %r : i32
  } => {
    %r = arith.extui %x : i8 to i32
    return %r : i32
  }
}

// Truncation drops what was extended or truncated before.
pattern trunci_of_trunci {
  %r = arith.trunci(%s)
  %s = arith.trunci(%x)
  =>
  %t = arith.trunci(%x) : type(%r)
  replace %r with %t
  example (%x: i32) -> i8 {
    %s = arith.trunci %x : i32 to i16
    %r = arith.trunci %s : i16 to i8
    return %r : i8
  } => {
    %r = arith.trunci %x : i32 to i8
    return %r : i8
  }
}

pattern trunci_undoes_extsi {
  %r = arith.trunci(%s)
  %s = arith.extsi(%x)
  where type(%x) == type(%r)
  =>
  replace %r with %x
  example (%x: i8) -> i8 {
    %s = arith.extsi %x : i8 to i32
    %r = arith.trunci %s : i32 to i8
    return %r : i8
  } => {
    return %x : i8
  }
}

pattern trunci_shortens_extsi {
  %r = arith.trunci(%s)
  %s = arith.extsi(%x)
  where width(element_type(%x)) < width(element_type(%r))
  =>
  %t = arith.extsi(%x) : type(%r)
  replace %r with %t
  example (%x: i8) -> i16 {
    %s = arith.extsi %x : i8 to i32
    %r = arith.trunci %s : i32 to i16
    return %r : i16
  } => {
    %r = arith.extsi %x : i8 to i16
    return %r : i16
  }
}

pattern trunci_ignores_extsi {
  %r = arith.trunci(%s)
  %s = arith.extsi(%x)
  where width(element_type(%x)) > width(element_type(%r))
  =>
  %t = arith.trunci(%x) : type(%r)
  replace %r with %t
  example (%x: i16) -> i8 {
    %s = arith.extsi %x : i16 to i32
    %r = arith.trunci %s : i32 to i8
    return %r : i8
  } => {
    %r = arith.trunci %x : i16 to i8
    return %r : i8
  }
}

pattern trunci_undoes_extui {
  %r = arith.trunci(%s)
  %s = arith.extui(%x)
  where type(%x) == type(%r)
  =>
  replace %r with %x
  example (%x: i8) -> i8 {
    %s = arith.extui %x : i8 to i32
    %r = arith.trunci %s : i32 to i8
    return %r : i8
  } => {
    return %x : i8
  }
}

pattern trunci_shortens_extui {
  %r = arith.trunci(%s)
  %s = arith.extui(%x)
  where width(element_type(%x)) < width(element_type(%r))
  =>
  %t = arith.extui(%x) : type(%r)
  replace %r with %t
  example (%x: i8) -> i16 {
    %s = arith.extui %x : i8 to i32
    %r = arith.trunci %s : i32 to i16
    return %r : i16
  } => {
    %r = arith.extui %x : i8 to i16
    return %r : i16
  }
}

pattern trunci_ignores_extui {
  %r = arith.trunci(%s)
  %s = arith.extui(%x)
  where width(element_type(%x)) > width(element_type(%r))
  =>
  %t = arith.trunci(%x) : type(%r)
  replace %r with %t
  example (%x: i16) -> i8 {
    %s = arith.extui %x : i16 to i32
    %r = arith.trunci %s : i32 to i8
    return %r : i8
  } => {
    %r = arith.trunci %x : i16 to i8
    return %r : i8
  }
}

// Casts that undo each other.
pattern bitcast_of_bitcast {
  %r = arith.bitcast(%s)
  %s = arith.bitcast(%x)
  where type(%x) == type(%r)
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %s = arith.bitcast %x : i32 to f32
    %r = arith.bitcast %s : f32 to i32
    return %r : i32
  } => {
    return %x : i32
  }
}

// An index has 64 bits, as many as an integer that comes back from it.
pattern index_cast_of_index_cast {
  %r = arith.index_cast(%s)
  %s = arith.index_cast(%x)
  where type(%x) == type(%r) and is_int(element_type(%x)) and width(element_type(%x)) <= 64
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %s = arith.index_cast %x : i32 to index
    %r = arith.index_cast %s : index to i32
    return %r : i32
  } => {
    return %x : i32
  }
}

pattern index_castui_of_index_castui {
  %r = arith.index_castui(%s)
  %s = arith.index_castui(%x)
  where type(%x) == type(%r) and is_int(element_type(%x)) and width(element_type(%x)) <= 64
  =>
  replace %r with %x
  example (%x: i32) -> i32 {
    %s = arith.index_castui %x : i32 to index
    %r = arith.index_castui %s : index to i32
    return %r : i32
  } => {
    return %x : i32
  }
}
