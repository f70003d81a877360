// RUN: neuron-opt %s --inline --explain=func.call --verify-diagnostics -o /dev/null
// RUN: neuron-opt %s --inline=callees=private --explain -o /dev/null 2>&1 | FileCheck %s --check-prefix=PRIVATE
// RUN: neuron-opt %s --inline=max-ops=0 --explain=func.call -o /dev/null 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: neuron-opt %s --inline -o /dev/null 2>&1 | count 0
// RUN: neuron-opt %s --inline --explain=hlo.add -o /dev/null 2>&1 | count 0

// Each call that stays says why.
func.func private @external(i32) -> i32
func.func private @leaf(%x: i32) -> i32 {
  // expected-remark @+1 {{'func.call' op stays: its callee has no body}}
  %0 = call @external(%x) : (i32) -> i32
  return %0 : i32
}
func.func @kept(%x: i32) -> i32 attributes {no_inline} {
  return %x : i32
}
func.func private @branches(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^bb1(%x : i32), ^bb1(%x : i32)
^bb1(%y: i32):
  return %y : i32
}
func.func @main(%c: tensor<i1>, %b: i1, %x: i32) -> i32 {
  // PRIVATE-NOT: no body
  // PRIVATE: remark: 'func.call' op stays: its callee has no body
  // PRIVATE-NOT: no body
  // PRIVATE: remark: 'func.call' op stays: its callee is public, and callees=private is asked for
  // LARGE: warning: this call and others stay
  // LARGE: remark: 'func.call' op stays: its callee has no body
  // LARGE: remark: 'func.call' op stays: the body of its callee exceeds max-ops
  %0 = call @leaf(%x) : (i32) -> i32
  // expected-remark @+1 {{'func.call' op stays: it or its callee has the attribute 'no_inline'}}
  %1 = call @kept(%0) : (i32) -> i32
  %2 = "stablehlo.if"(%c) ({
    // expected-remark @+1 {{its callee has several blocks, and the region around the call takes one}}
    %3 = func.call @branches(%b, %1) : (i1, i32) -> i32
    %t = stablehlo.constant dense<0> : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }, {
    %t = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %1 : i32
}
func.func @even(%x: i32) -> i32 {
  %0 = call @odd(%x) : (i32) -> i32
  return %0 : i32
}
func.func @odd(%x: i32) -> i32 {
  // expected-remark @+1 {{'func.call' op stays: it is part of a recursion}}
  %0 = call @even(%x) : (i32) -> i32
  return %0 : i32
}
