// RUN: neuron-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<i64>) -> tensor<i64> {
  return %x : tensor<i64>
}
func.func @none() {
  // expected-error@+1 {{'interpreter.run_parallel' op must name a program}}
  "interpreter.run_parallel"() {programs = []} : () -> ()
  return
}

// -----

func.func @f() {
  return
}
func.func @ragged() {
  // expected-error@+1 {{must have as many partitions in each replica: 1 and 2}}
  "interpreter.run_parallel"() {programs = [[@f], [@f, @f]]} : () -> ()
  return
}

// -----

func.func @missing() {
  // expected-error@+1 {{'g' does not name a function}}
  "interpreter.run_parallel"() {programs = [[@g]]} : () -> ()
  return
}

// -----

func.func @no_name() {
  // expected-error@+1 {{attribute 'programs' failed to satisfy constraint}}
  "interpreter.run_parallel"() {programs = [@no_name]} : () -> ()
  return
}

// -----

func.func @f(%x: tensor<i64>) -> tensor<i64> {
  return %x : tensor<i64>
}
func.func @inputs() {
  %x = stablehlo.constant dense<0> : tensor<i64>
  // expected-error@+1 {{has 1 inputs, and its programs have 2}}
  %r:2 = "interpreter.run_parallel"(%x) {programs = [[@f, @f]]} : (tensor<i64>) -> (tensor<i64>, tensor<i64>)
  return
}
func.func @results() {
  %x = stablehlo.constant dense<0> : tensor<i64>
  // expected-error@+1 {{has 0 results, and its programs have 1}}
  "interpreter.run_parallel"(%x) {programs = [[@f]]} : (tensor<i64>) -> ()
  return
}
func.func @types() {
  %x = stablehlo.constant dense<0> : tensor<i32>
  // expected-error@+1 {{is 'tensor<i32>', and 'tensor<i64>' in its program}}
  %r = "interpreter.run_parallel"(%x) {programs = [[@f]]} : (tensor<i32>) -> tensor<i64>
  return
}

// -----

func.func @f() {
  return
}
func.func @two() -> (tensor<i64>, tensor<i64>) {
  %x = stablehlo.constant dense<0> : tensor<i64>
  return %x, %x : tensor<i64>, tensor<i64>
}
func.func @infeed() {
  // expected-error@+1 {{'two' must take nothing and give one tensor}}
  "interpreter.run_parallel"() {infeed = [@two], programs = [[@f]]} : () -> ()
  return
}
