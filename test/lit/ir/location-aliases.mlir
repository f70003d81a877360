// RUN: neuron-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// A location may use an alias that is defined further down, though only one of a location.
func.func @not_a_location() {
  // expected-error @+1 {{expected location, but found 'true'}}
  return loc(#flag)
}
#flag = true

// -----

"t.op"() : () -> () loc(#a)
#b = loc("x":1:2)
#a = #b
// expected-error @+1 {{redefinition of attribute alias id 'b'}}
#b = loc("y":1:2)

// -----

"t.op"() : () -> () loc(#a)
#a = loc("x":1:2)
// expected-error @+1 {{redefinition of attribute alias id 'a'}}
#a = loc("y":1:2)

// -----

"t.op"() {
  // expected-error @+1 {{expected integer or floating point literal}}
  x = dense<-inf> : tensor<4xf64>
} : () -> ()
