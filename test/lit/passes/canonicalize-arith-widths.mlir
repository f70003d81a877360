// RUN: neuron-opt %s --canonicalize | FileCheck %s

// Integers of any width up to 64 fold to what mlir-opt folds them to.

// CHECK-LABEL: func.func @extsi()
// CHECK-NEXT: %[[R:.*]] = arith.constant -1 : i5
// CHECK-NEXT: return %[[R]] :
func.func @extsi() -> i5 {
  %a = arith.constant true
  %r = arith.extsi %a : i1 to i5
  return %r : i5
}

// CHECK-LABEL: func.func @extui()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0 : i5
// CHECK-NEXT: return %[[R]] :
func.func @extui() -> i5 {
  %a = arith.constant false
  %r = arith.extui %a : i1 to i5
  return %r : i5
}

// CHECK-LABEL: func.func @extsi_2()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0 : i12
// CHECK-NEXT: return %[[R]] :
func.func @extsi_2() -> i12 {
  %a = arith.constant false
  %r = arith.extsi %a : i1 to i12
  return %r : i12
}

// CHECK-LABEL: func.func @addi()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0 : i5
// CHECK-NEXT: return %[[R]] :
func.func @addi() -> i5 {
  %a = arith.constant -1 : i5
  %b = arith.constant 1 : i5
  %r = arith.addi %a, %b : i5
  return %r : i5
}

// CHECK-LABEL: func.func @subi()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0 : i5
// CHECK-NEXT: return %[[R]] :
func.func @subi() -> i5 {
  %a = arith.constant -16 : i5
  %b = arith.constant -16 : i5
  %r = arith.subi %a, %b : i5
  return %r : i5
}

// CHECK-LABEL: func.func @muli()
// CHECK-NEXT: %[[R:.*]] = arith.constant 8 : i5
// CHECK-NEXT: return %[[R]] :
func.func @muli() -> i5 {
  %a = arith.constant -8 : i5
  %b = arith.constant 7 : i5
  %r = arith.muli %a, %b : i5
  return %r : i5
}

// CHECK-LABEL: func.func @divsi()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0 : i5
// CHECK-NEXT: return %[[R]] :
func.func @divsi() -> i5 {
  %a = arith.constant 8 : i5
  %b = arith.constant -16 : i5
  %r = arith.divsi %a, %b : i5
  return %r : i5
}

// CHECK-LABEL: func.func @divui()
// CHECK-NEXT: %[[R:.*]] = arith.constant 3 : i5
// CHECK-NEXT: return %[[R]] :
func.func @divui() -> i5 {
  %a = arith.constant -1 : i5
  %b = arith.constant 8 : i5
  %r = arith.divui %a, %b : i5
  return %r : i5
}

// CHECK-LABEL: func.func @remsi()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0 : i5
// CHECK-NEXT: return %[[R]] :
func.func @remsi() -> i5 {
  %a = arith.constant -12 : i5
  %b = arith.constant -12 : i5
  %r = arith.remsi %a, %b : i5
  return %r : i5
}

// CHECK-LABEL: func.func @remui()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0 : i5
// CHECK-NEXT: return %[[R]] :
func.func @remui() -> i5 {
  %a = arith.constant 7 : i5
  %b = arith.constant 1 : i5
  %r = arith.remui %a, %b : i5
  return %r : i5
}

// CHECK-LABEL: func.func @floordivsi()
// CHECK-NEXT: %[[R:.*]] = arith.constant -11 : i5
// CHECK-NEXT: return %[[R]] :
func.func @floordivsi() -> i5 {
  %a = arith.constant 11 : i5
  %b = arith.constant -1 : i5
  %r = arith.floordivsi %a, %b : i5
  return %r : i5
}

// CHECK-LABEL: func.func @ceildivsi()
// CHECK-NEXT: %[[R:.*]] = arith.constant 2 : i5
// CHECK-NEXT: return %[[R]] :
func.func @ceildivsi() -> i5 {
  %a = arith.constant -15 : i5
  %b = arith.constant -12 : i5
  %r = arith.ceildivsi %a, %b : i5
  return %r : i5
}

// CHECK-LABEL: func.func @ceildivui()
// CHECK-NEXT: %[[R:.*]] = arith.constant 2 : i5
// CHECK-NEXT: return %[[R]] :
func.func @ceildivui() -> i5 {
  %a = arith.constant -1 : i5
  %b = arith.constant -16 : i5
  %r = arith.ceildivui %a, %b : i5
  return %r : i5
}

// CHECK-LABEL: func.func @andi()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0 : i5
// CHECK-NEXT: return %[[R]] :
func.func @andi() -> i5 {
  %a = arith.constant -16 : i5
  %b = arith.constant 3 : i5
  %r = arith.andi %a, %b : i5
  return %r : i5
}

// CHECK-LABEL: func.func @ori()
// CHECK-NEXT: %[[R:.*]] = arith.constant -7 : i5
// CHECK-NEXT: return %[[R]] :
func.func @ori() -> i5 {
  %a = arith.constant 9 : i5
  %b = arith.constant -16 : i5
  %r = arith.ori %a, %b : i5
  return %r : i5
}

// CHECK-LABEL: func.func @xori()
// CHECK-NEXT: %[[R:.*]] = arith.constant -15 : i5
// CHECK-NEXT: return %[[R]] :
func.func @xori() -> i5 {
  %a = arith.constant 1 : i5
  %b = arith.constant -16 : i5
  %r = arith.xori %a, %b : i5
  return %r : i5
}

// CHECK-LABEL: func.func @shli()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0 : i5
// CHECK-NEXT: return %[[R]] :
func.func @shli() -> i5 {
  %a = arith.constant -16 : i5
  %b = arith.constant 2 : i5
  %r = arith.shli %a, %b : i5
  return %r : i5
}

// CHECK-LABEL: func.func @shrsi()
// CHECK-NEXT: %[[R:.*]] = arith.constant -1 : i5
// CHECK-NEXT: return %[[R]] :
func.func @shrsi() -> i5 {
  %a = arith.constant -16 : i5
  %b = arith.constant 4 : i5
  %r = arith.shrsi %a, %b : i5
  return %r : i5
}

// CHECK-LABEL: func.func @shrui()
// CHECK-NEXT: %[[R:.*]] = arith.constant 1 : i5
// CHECK-NEXT: return %[[R]] :
func.func @shrui() -> i5 {
  %a = arith.constant -12 : i5
  %b = arith.constant 4 : i5
  %r = arith.shrui %a, %b : i5
  return %r : i5
}

// CHECK-LABEL: func.func @cmpi()
// CHECK-NEXT: %[[R:.*]] = arith.constant false
// CHECK-NEXT: return %[[R]] :
func.func @cmpi() -> i1 {
  %a = arith.constant -13 : i5
  %b = arith.constant 1 : i5
  %r = arith.cmpi eq, %a, %b : i5
  return %r : i1
}

// CHECK-LABEL: func.func @cmpi_2()
// CHECK-NEXT: %[[R:.*]] = arith.constant true
// CHECK-NEXT: return %[[R]] :
func.func @cmpi_2() -> i1 {
  %a = arith.constant 0 : i5
  %b = arith.constant 1 : i5
  %r = arith.cmpi ne, %a, %b : i5
  return %r : i1
}

// CHECK-LABEL: func.func @trunci()
// CHECK-NEXT: %[[R:.*]] = arith.constant true
// CHECK-NEXT: return %[[R]] :
func.func @trunci() -> i1 {
  %a = arith.constant 13 : i5
  %r = arith.trunci %a : i5 to i1
  return %r : i1
}

// CHECK-LABEL: func.func @sitofp()
// CHECK-NEXT: %[[R:.*]] = arith.constant -1.000000e+00 : f32
// CHECK-NEXT: return %[[R]] :
func.func @sitofp() -> f32 {
  %a = arith.constant -1 : i5
  %r = arith.sitofp %a : i5 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @uitofp()
// CHECK-NEXT: %[[R:.*]] = arith.constant 3.100000e+01 : f32
// CHECK-NEXT: return %[[R]] :
func.func @uitofp() -> f32 {
  %a = arith.constant -1 : i5
  %r = arith.uitofp %a : i5 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @fptosi()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0 : i5
// CHECK-NEXT: return %[[R]] :
func.func @fptosi() -> i5 {
  %a = arith.constant 0.0 : f64
  %r = arith.fptosi %a : f64 to i5
  return %r : i5
}

// CHECK-LABEL: func.func @fptoui()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0 : i5
// CHECK-NEXT: return %[[R]] :
func.func @fptoui() -> i5 {
  %a = arith.constant 0.0 : f64
  %r = arith.fptoui %a : f64 to i5
  return %r : i5
}

// CHECK-LABEL: func.func @bitcast_to_float()
// CHECK-NEXT: %[[R:.*]] = arith.constant -4.500000e+00 : f6E2M3FN
func.func @bitcast_to_float() -> f6E2M3FN {
  %a = arith.constant -7 : i6
  %r = arith.bitcast %a : i6 to f6E2M3FN
  return %r : f6E2M3FN
}
