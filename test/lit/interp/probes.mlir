// RUN: rm -rf %t
// RUN: split-file %s %t
// RUN: not neuron-run --check %t/modules.mlir --probe-output-dir %t/shown >%t.out 2>%t.err
// RUN: FileCheck %s --input-file=%t.out
// RUN: FileCheck %t/modules.mlir --check-prefix=ERR --input-file=%t.err
// RUN: FileCheck %s --check-prefix=INDEX --input-file=%t/shown/index.csv
// RUN: neuron-run %t/id.mlir --input %t/shown/probe2.npy --print | FileCheck %s --check-prefix=FILE
// RUN: not neuron-run %t/fails.mlir --probe-output-dir %t/fails 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: FileCheck %s --check-prefix=FAILS-INDEX --input-file=%t/fails/index.csv

// CHECK: pass {{.*}}modules.mlir#0
// CHECK-NEXT: fail {{.*}}modules.mlir#1
// CHECK-NEXT: fail {{.*}}modules.mlir#2

// A name is shown once for each time that the op is executed; files count over all modules.
// INDEX: sum,tensor<i64>,{{.*}}probe1.npy
// INDEX-NEXT: sum,tensor<i64>,{{.*}}probe2.npy
// INDEX-NEXT: "a, ""b""",tensor<2xbf16>,{{.*}}probe3.npy
// INDEX-NEXT: other,tensor<2xi64>,{{.*}}probe4.npy
// FILE: out_0: s64[] = 2

//--- modules.mlir
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %two = stablehlo.constant dense<2> : tensor<i64>
  %r = stablehlo.while(%sum = %zero) : tensor<i64>
  cond {
    %more = stablehlo.compare LT, %sum, %two : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %sum, %one : tensor<i64>
    %shown = interpreter.probe %next, probe_id = "sum" : tensor<i64>
    stablehlo.return %shown : tensor<i64>
  }
  check.expect_serialized_eq %one, probe_id = "sum" : tensor<i64>
  check.expect_serialized_eq %two, probe_id = "sum", iter = 1 : tensor<i64>
  %b = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xbf16>
  %c = interpreter.probe %b, probe_id = "a, \"b\"" : tensor<2xbf16>
  check.expect_serialized_eq %c, probe_id = "a, \"b\"" : tensor<2xbf16>
  // ERR: remark: tensor<2xbf16> = [1.0, 2.0]
  // ERR-NEXT: modules.mlir:[[@LINE+1]]:8
  %d = interpreter.print %c : tensor<2xbf16>
  return
}

// -----

func.func @main() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %b = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
  %c = interpreter.probe %a, probe_id = "other" : tensor<2xi64>
  // ERR: error: the check does not hold: 1 of 2 elements differ
  // ERR-NEXT: at [1]: got 2, want 3
  check.expect_serialized_eq %b, probe_id = "other" : tensor<2xi64>
  return
}

// -----

func.func @main() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  // ERR: error: 'check.expect_serialized_eq' op nothing was shown under this name for time 1
  check.expect_serialized_eq %a, probe_id = "sum", iter = 1 : tensor<2xi64>
  return
}

//--- id.mlir
func.func @main(%x: tensor<i64>) -> tensor<i64> {
  return %x : tensor<i64>
}

//--- fails.mlir
// What was shown before the program failed is there.
// FAILS: error: 'hlo.custom_call' op calls 'Mystery', whose meaning is not known
// FAILS-INDEX: before,tensor<1xi64>,
func.func @main() {
  %a = stablehlo.constant dense<[1]> : tensor<1xi64>
  %b = interpreter.probe %a, probe_id = "before" : tensor<1xi64>
  stablehlo.custom_call @Mystery() : () -> ()
  return
}
