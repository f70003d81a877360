// RUN: not neuron-run --check %s 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERR --input-file=%t.err

// A file's modules are judged one by one; an op without meaning is named.
// CHECK: pass {{.*}}check.mlir#0
// CHECK-NEXT: fail {{.*}}check.mlir#1
// CHECK-NEXT: unsupported hlo.custom_call {{.*}}check.mlir#2
// CHECK-NEXT: 1 pass, 1 fail, 1 unsupported
// ERR: error: the check does not hold: 2 of 2 elements differ
// ERR-NEXT: at [0]: got 2, want 1
// ERR-NEXT: at [1]: got 4, want 2
// ERR-NEXT: check.mlir:[[@LINE+16]]:3
// ERR: 'hlo.add' gave the value

func.func @main() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.add %a, %a : tensor<2xi32>
  %c = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%b, %c) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}

// -----

func.func @main() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.add %a, %a : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%b, %a) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}

// -----

func.func @main() {
  %0 = stablehlo.custom_call @Mystery() : () -> tensor<2xi32>
  return
}

// -----

// What holds nothing but comments is no module.
