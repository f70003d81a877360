// RUN: neuron-opt %s --split-input-file --verify-diagnostics

func.func @dominance(%x: i32) -> i32 {
  // expected-error @+1 {{operand #0 does not dominate this use}}
  %0 = arith.addi %1, %x : i32
  // expected-note @+1 {{defined here}}
  %1 = arith.addi %x, %x : i32
  return %0 : i32
}

// -----

func.func @undeclared(%x: i32) -> i32 {
  // expected-error @+1 {{use of undeclared SSA value name}}
  return %y : i32
}

// -----

func.func @types(%x: i32) -> i64 {
  // expected-error @+1 {{i32}}
  return %x : i32
}

// -----

// expected-note @+1 {{see existing symbol definition here}}
func.func @twice() { return }
// expected-error @+1 {{redefinition of symbol named 'twice'}}
func.func @twice() { return }

// -----

// Each error of a file is reported.
func.func @two(%x: i32) {
  // expected-error @+1 {{custom op 'foo' is unknown}}
  foo %x
  // expected-error @+1 {{unregistered dialect 'bar'}}
  "bar.baz"() : () -> ()
  return
}
