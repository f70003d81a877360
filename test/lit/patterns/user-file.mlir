// RUN: split-file %s %t
// RUN: neuron-opt %t/in.mlir --patterns=%t/double.pat --apply-patterns | FileCheck %t/in.mlir
// RUN: neuron-opt %t/in.mlir --patterns=%t/double.pat --canonicalize | FileCheck %t/in.mlir
// RUN: neuron-opt %t/in.mlir --patterns=%t/double.pat --pass-pipeline='builtin.module(func.func(apply-patterns))' | FileCheck %t/in.mlir
// RUN: neuron-opt %t/in.mlir --patterns=%t/double.pat --patterns=%t/odd.pat --apply-patterns --verify-diagnostics | FileCheck %t/in.mlir --check-prefix=BOTH
// RUN: neuron-opt %t/in.mlir --patterns=%t/double.pat --apply-patterns --pass-statistics -o /dev/null 2>&1 | FileCheck %t/in.mlir --check-prefix=STATS
// RUN: not neuron-opt %t/in.mlir --patterns=%t/odd.pat --patterns=%t/strict.pat --apply-patterns 2>&1 | FileCheck %t/in.mlir --check-prefix=STRICT

// A pattern file of the user, with a table, a template and a condition that says why it did not hold.

//--- double.pat
table shifts(Int) -> Int { 2 => 1, 4 => 2, 8 => 3 }

template shift(%x, $by: Int) -> (%s) {
  %c = arith.constant() {value = int_attr($by, type(%x))} : type(%x)
  %s = arith.shli(%x, %c)
  yield %s
}

pattern multiply_by_power {
  %r = arith.muli(%x, %c)
  let $factor = splat(%c)
  where $factor in shifts
  =>
  let (%s) = shift(%x, shifts($factor))
  replace %r with %s
}

//--- odd.pat
judge odd {
  op @ root: _ = arith.muli(_, %c)
  where splat(%c) % 2 == 0
    else warning "odd factor {splat(%c)}" at %c help "no shift for it"
  where false
}

//--- strict.pat
judge strict {
  op @ root: _ = arith.muli(_, %c)
  where splat(%c) < 4
    else error [MY_1] "factor {splat(%c)}" at %c
  where false
}

//--- in.mlir
// CHECK-LABEL: func.func @f
// CHECK-SAME: (%[[X:.*]]: i32)
// CHECK: %[[TWO:.*]] = arith.constant 2 : i32
// CHECK: %[[S:.*]] = arith.shli %[[X]], %[[TWO]]
// CHECK: arith.muli %[[S]]
// BOTH: arith.shli
// STATS: pattern multiply_by_power
func.func @f(%x: i32) -> i32 {
  %four = arith.constant 4 : i32
  %seven = arith.constant 7 : i32
  %0 = arith.muli %x, %four : i32
  // STRICT: error[MY_1]: factor 7
  // STRICT-NEXT: in.mlir:[[@LINE+2]]:23
  // expected-warning @+1 {{odd factor 7}}
  %1 = arith.muli %0, %seven : i32
  return %1 : i32
}
