// RUN: neuron-opt %s --split-input-file --verify-diagnostics

func.func private @f(i32) -> i64

func.func @good(%x: i32) -> i64 {
  %0 = call @f(%x) : (i32) -> i64
  %1 = func.call @f(%x) : (i32) -> i64
  return %1 : i64
}

// -----

func.func @missing(%x: i32) {
  // expected-error @+1 {{'func.call' op 'g' does not reference a valid function}}
  call @g(%x) : (i32) -> ()
  return
}

// -----

func.func private @f(i32) -> i64

func.func @wrong(%x: i64) {
  // expected-error @+1 {{'func.call' op}}
  %0 = call @f(%x) : (i64) -> i64
  return
}

// -----

func.func @returns(%x: i64) -> (i64, i64) {
  // expected-error @+1 {{'func.return' op}}
  return %x : i64
}
