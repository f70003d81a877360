// RUN: neuron-opt %s --canonicalize | FileCheck %s

// Every arith op folds on constants, to what mlir-opt folds it to.

// CHECK-LABEL: func.func @addi()
// CHECK-NEXT: %[[R:.*]] = arith.constant 10 : i32
// CHECK-NEXT: return %[[R]] :
func.func @addi() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant 3 : i32
  %r = arith.addi %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @subi()
// CHECK-NEXT: %[[R:.*]] = arith.constant 4 : i32
// CHECK-NEXT: return %[[R]] :
func.func @subi() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant 3 : i32
  %r = arith.subi %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @muli()
// CHECK-NEXT: %[[R:.*]] = arith.constant 21 : i32
// CHECK-NEXT: return %[[R]] :
func.func @muli() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant 3 : i32
  %r = arith.muli %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @divsi()
// CHECK-NEXT: %[[R:.*]] = arith.constant 2 : i32
// CHECK-NEXT: return %[[R]] :
func.func @divsi() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant 3 : i32
  %r = arith.divsi %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @divsi_2()
// CHECK-NEXT: %[[R:.*]] = arith.constant -2 : i32
// CHECK-NEXT: return %[[R]] :
func.func @divsi_2() -> (i32) {
  %c = arith.constant -7 : i32
  %d = arith.constant 3 : i32
  %r = arith.divsi %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @divsi_3()
// CHECK-NEXT: %[[R:.*]] = arith.constant -2 : i32
// CHECK-NEXT: return %[[R]] :
func.func @divsi_3() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant -3 : i32
  %r = arith.divsi %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @divui()
// CHECK-NEXT: %[[R:.*]] = arith.constant 2 : i32
// CHECK-NEXT: return %[[R]] :
func.func @divui() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant 3 : i32
  %r = arith.divui %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @remsi()
// CHECK-NEXT: %[[R:.*]] = arith.constant 1 : i32
// CHECK-NEXT: return %[[R]] :
func.func @remsi() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant 3 : i32
  %r = arith.remsi %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @remsi_2()
// CHECK-NEXT: %[[R:.*]] = arith.constant -1 : i32
// CHECK-NEXT: return %[[R]] :
func.func @remsi_2() -> (i32) {
  %c = arith.constant -7 : i32
  %d = arith.constant 3 : i32
  %r = arith.remsi %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @remsi_3()
// CHECK-NEXT: %[[R:.*]] = arith.constant 1 : i32
// CHECK-NEXT: return %[[R]] :
func.func @remsi_3() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant -3 : i32
  %r = arith.remsi %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @remsi_4()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0 : i32
// CHECK-NEXT: return %[[R]] :
func.func @remsi_4() -> (i32) {
  %c = arith.constant -2147483648 : i32
  %d = arith.constant -1 : i32
  %r = arith.remsi %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @remui()
// CHECK-NEXT: %[[R:.*]] = arith.constant 1 : i32
// CHECK-NEXT: return %[[R]] :
func.func @remui() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant 3 : i32
  %r = arith.remui %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @floordivsi()
// CHECK-NEXT: %[[R:.*]] = arith.constant 2 : i32
// CHECK-NEXT: return %[[R]] :
func.func @floordivsi() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant 3 : i32
  %r = arith.floordivsi %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @floordivsi_2()
// CHECK-NEXT: %[[R:.*]] = arith.constant -3 : i32
// CHECK-NEXT: return %[[R]] :
func.func @floordivsi_2() -> (i32) {
  %c = arith.constant -7 : i32
  %d = arith.constant 3 : i32
  %r = arith.floordivsi %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @floordivsi_3()
// CHECK-NEXT: %[[R:.*]] = arith.constant -3 : i32
// CHECK-NEXT: return %[[R]] :
func.func @floordivsi_3() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant -3 : i32
  %r = arith.floordivsi %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ceildivsi()
// CHECK-NEXT: %[[R:.*]] = arith.constant 3 : i32
// CHECK-NEXT: return %[[R]] :
func.func @ceildivsi() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant 3 : i32
  %r = arith.ceildivsi %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ceildivsi_2()
// CHECK-NEXT: %[[R:.*]] = arith.constant -2 : i32
// CHECK-NEXT: return %[[R]] :
func.func @ceildivsi_2() -> (i32) {
  %c = arith.constant -7 : i32
  %d = arith.constant 3 : i32
  %r = arith.ceildivsi %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ceildivsi_3()
// CHECK-NEXT: %[[R:.*]] = arith.constant -2 : i32
// CHECK-NEXT: return %[[R]] :
func.func @ceildivsi_3() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant -3 : i32
  %r = arith.ceildivsi %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ceildivui()
// CHECK-NEXT: %[[R:.*]] = arith.constant 3 : i32
// CHECK-NEXT: return %[[R]] :
func.func @ceildivui() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant 3 : i32
  %r = arith.ceildivui %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @andi()
// CHECK-NEXT: %[[R:.*]] = arith.constant 3 : i32
// CHECK-NEXT: return %[[R]] :
func.func @andi() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant 3 : i32
  %r = arith.andi %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ori()
// CHECK-NEXT: %[[R:.*]] = arith.constant 7 : i32
// CHECK-NEXT: return %[[R]] :
func.func @ori() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant 3 : i32
  %r = arith.ori %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @xori()
// CHECK-NEXT: %[[R:.*]] = arith.constant 4 : i32
// CHECK-NEXT: return %[[R]] :
func.func @xori() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant 3 : i32
  %r = arith.xori %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @shli()
// CHECK-NEXT: %[[R:.*]] = arith.constant 56 : i32
// CHECK-NEXT: return %[[R]] :
func.func @shli() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant 3 : i32
  %r = arith.shli %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @shrsi()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0 : i32
// CHECK-NEXT: return %[[R]] :
func.func @shrsi() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant 3 : i32
  %r = arith.shrsi %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @shrui()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0 : i32
// CHECK-NEXT: return %[[R]] :
func.func @shrui() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant 3 : i32
  %r = arith.shrui %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @maxsi()
// CHECK-NEXT: %[[R:.*]] = arith.constant 7 : i32
// CHECK-NEXT: return %[[R]] :
func.func @maxsi() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant 3 : i32
  %r = arith.maxsi %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @minsi()
// CHECK-NEXT: %[[R:.*]] = arith.constant 3 : i32
// CHECK-NEXT: return %[[R]] :
func.func @minsi() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant 3 : i32
  %r = arith.minsi %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @maxui()
// CHECK-NEXT: %[[R:.*]] = arith.constant 7 : i32
// CHECK-NEXT: return %[[R]] :
func.func @maxui() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant 3 : i32
  %r = arith.maxui %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @minui()
// CHECK-NEXT: %[[R:.*]] = arith.constant 3 : i32
// CHECK-NEXT: return %[[R]] :
func.func @minui() -> (i32) {
  %c = arith.constant 7 : i32
  %d = arith.constant 3 : i32
  %r = arith.minui %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @addf()
// CHECK-NEXT: %[[R:.*]] = arith.constant 8.000000e-01 : f32
// CHECK-NEXT: return %[[R]] :
func.func @addf() -> (f32) {
  %c = arith.constant 1.5 : f32
  %d = arith.constant -0.7 : f32
  %r = arith.addf %c, %d : f32
  return %r : f32
}

// CHECK-LABEL: func.func @subf()
// CHECK-NEXT: %[[R:.*]] = arith.constant 2.200000e+00 : f32
// CHECK-NEXT: return %[[R]] :
func.func @subf() -> (f32) {
  %c = arith.constant 1.5 : f32
  %d = arith.constant -0.7 : f32
  %r = arith.subf %c, %d : f32
  return %r : f32
}

// CHECK-LABEL: func.func @mulf()
// CHECK-NEXT: %[[R:.*]] = arith.constant -1.050000e+00 : f32
// CHECK-NEXT: return %[[R]] :
func.func @mulf() -> (f32) {
  %c = arith.constant 1.5 : f32
  %d = arith.constant -0.7 : f32
  %r = arith.mulf %c, %d : f32
  return %r : f32
}

// CHECK-LABEL: func.func @divf()
// CHECK-NEXT: %[[R:.*]] = arith.constant -2.14285707 : f32
// CHECK-NEXT: return %[[R]] :
func.func @divf() -> (f32) {
  %c = arith.constant 1.5 : f32
  %d = arith.constant -0.7 : f32
  %r = arith.divf %c, %d : f32
  return %r : f32
}

// CHECK-LABEL: func.func @remf()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0.100000024 : f32
// CHECK-NEXT: return %[[R]] :
func.func @remf() -> (f32) {
  %c = arith.constant 1.5 : f32
  %d = arith.constant -0.7 : f32
  %r = arith.remf %c, %d : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maximumf()
// CHECK-NEXT: %[[R:.*]] = arith.constant 1.500000e+00 : f32
// CHECK-NEXT: return %[[R]] :
func.func @maximumf() -> (f32) {
  %c = arith.constant 1.5 : f32
  %d = arith.constant -0.7 : f32
  %r = arith.maximumf %c, %d : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minimumf()
// CHECK-NEXT: %[[R:.*]] = arith.constant -0.699999988 : f32
// CHECK-NEXT: return %[[R]] :
func.func @minimumf() -> (f32) {
  %c = arith.constant 1.5 : f32
  %d = arith.constant -0.7 : f32
  %r = arith.minimumf %c, %d : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maxnumf()
// CHECK-NEXT: %[[R:.*]] = arith.constant 1.500000e+00 : f32
// CHECK-NEXT: return %[[R]] :
func.func @maxnumf() -> (f32) {
  %c = arith.constant 1.5 : f32
  %d = arith.constant -0.7 : f32
  %r = arith.maxnumf %c, %d : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minnumf()
// CHECK-NEXT: %[[R:.*]] = arith.constant -0.699999988 : f32
// CHECK-NEXT: return %[[R]] :
func.func @minnumf() -> (f32) {
  %c = arith.constant 1.5 : f32
  %d = arith.constant -0.7 : f32
  %r = arith.minnumf %c, %d : f32
  return %r : f32
}

// CHECK-LABEL: func.func @cmpi_eq()
// CHECK-NEXT: %[[R:.*]] = arith.constant false
// CHECK-NEXT: return %[[R]] :
func.func @cmpi_eq() -> (i1) {
  %d = arith.constant 3 : i32
  %c = arith.constant -3 : i32
  %r = arith.cmpi eq, %d, %c : i32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpi_ne()
// CHECK-NEXT: %[[R:.*]] = arith.constant true
// CHECK-NEXT: return %[[R]] :
func.func @cmpi_ne() -> (i1) {
  %d = arith.constant 3 : i32
  %c = arith.constant -3 : i32
  %r = arith.cmpi ne, %d, %c : i32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpi_slt()
// CHECK-NEXT: %[[R:.*]] = arith.constant false
// CHECK-NEXT: return %[[R]] :
func.func @cmpi_slt() -> (i1) {
  %d = arith.constant 3 : i32
  %c = arith.constant -3 : i32
  %r = arith.cmpi slt, %d, %c : i32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpi_sle()
// CHECK-NEXT: %[[R:.*]] = arith.constant false
// CHECK-NEXT: return %[[R]] :
func.func @cmpi_sle() -> (i1) {
  %d = arith.constant 3 : i32
  %c = arith.constant -3 : i32
  %r = arith.cmpi sle, %d, %c : i32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpi_sgt()
// CHECK-NEXT: %[[R:.*]] = arith.constant true
// CHECK-NEXT: return %[[R]] :
func.func @cmpi_sgt() -> (i1) {
  %d = arith.constant 3 : i32
  %c = arith.constant -3 : i32
  %r = arith.cmpi sgt, %d, %c : i32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpi_sge()
// CHECK-NEXT: %[[R:.*]] = arith.constant true
// CHECK-NEXT: return %[[R]] :
func.func @cmpi_sge() -> (i1) {
  %d = arith.constant 3 : i32
  %c = arith.constant -3 : i32
  %r = arith.cmpi sge, %d, %c : i32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpi_ult()
// CHECK-NEXT: %[[R:.*]] = arith.constant true
// CHECK-NEXT: return %[[R]] :
func.func @cmpi_ult() -> (i1) {
  %d = arith.constant 3 : i32
  %c = arith.constant -3 : i32
  %r = arith.cmpi ult, %d, %c : i32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpi_ule()
// CHECK-NEXT: %[[R:.*]] = arith.constant true
// CHECK-NEXT: return %[[R]] :
func.func @cmpi_ule() -> (i1) {
  %d = arith.constant 3 : i32
  %c = arith.constant -3 : i32
  %r = arith.cmpi ule, %d, %c : i32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpi_ugt()
// CHECK-NEXT: %[[R:.*]] = arith.constant false
// CHECK-NEXT: return %[[R]] :
func.func @cmpi_ugt() -> (i1) {
  %d = arith.constant 3 : i32
  %c = arith.constant -3 : i32
  %r = arith.cmpi ugt, %d, %c : i32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpi_uge()
// CHECK-NEXT: %[[R:.*]] = arith.constant false
// CHECK-NEXT: return %[[R]] :
func.func @cmpi_uge() -> (i1) {
  %d = arith.constant 3 : i32
  %c = arith.constant -3 : i32
  %r = arith.cmpi uge, %d, %c : i32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_false()
// CHECK-NEXT: %[[R:.*]] = arith.constant false
// CHECK-NEXT: return %[[R]] :
func.func @cmpf_false() -> (i1) {
  %d = arith.constant 3.0 : f32
  %c = arith.constant -3.0 : f32
  %r = arith.cmpf false, %d, %c : f32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_oeq()
// CHECK-NEXT: %[[R:.*]] = arith.constant false
// CHECK-NEXT: return %[[R]] :
func.func @cmpf_oeq() -> (i1) {
  %d = arith.constant 3.0 : f32
  %c = arith.constant -3.0 : f32
  %r = arith.cmpf oeq, %d, %c : f32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_ogt()
// CHECK-NEXT: %[[R:.*]] = arith.constant true
// CHECK-NEXT: return %[[R]] :
func.func @cmpf_ogt() -> (i1) {
  %d = arith.constant 3.0 : f32
  %c = arith.constant -3.0 : f32
  %r = arith.cmpf ogt, %d, %c : f32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_oge()
// CHECK-NEXT: %[[R:.*]] = arith.constant true
// CHECK-NEXT: return %[[R]] :
func.func @cmpf_oge() -> (i1) {
  %d = arith.constant 3.0 : f32
  %c = arith.constant -3.0 : f32
  %r = arith.cmpf oge, %d, %c : f32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_olt()
// CHECK-NEXT: %[[R:.*]] = arith.constant false
// CHECK-NEXT: return %[[R]] :
func.func @cmpf_olt() -> (i1) {
  %d = arith.constant 3.0 : f32
  %c = arith.constant -3.0 : f32
  %r = arith.cmpf olt, %d, %c : f32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_ole()
// CHECK-NEXT: %[[R:.*]] = arith.constant false
// CHECK-NEXT: return %[[R]] :
func.func @cmpf_ole() -> (i1) {
  %d = arith.constant 3.0 : f32
  %c = arith.constant -3.0 : f32
  %r = arith.cmpf ole, %d, %c : f32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_one()
// CHECK-NEXT: %[[R:.*]] = arith.constant true
// CHECK-NEXT: return %[[R]] :
func.func @cmpf_one() -> (i1) {
  %d = arith.constant 3.0 : f32
  %c = arith.constant -3.0 : f32
  %r = arith.cmpf one, %d, %c : f32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_ord()
// CHECK-NEXT: %[[R:.*]] = arith.constant true
// CHECK-NEXT: return %[[R]] :
func.func @cmpf_ord() -> (i1) {
  %d = arith.constant 3.0 : f32
  %c = arith.constant -3.0 : f32
  %r = arith.cmpf ord, %d, %c : f32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_ueq()
// CHECK-NEXT: %[[R:.*]] = arith.constant false
// CHECK-NEXT: return %[[R]] :
func.func @cmpf_ueq() -> (i1) {
  %d = arith.constant 3.0 : f32
  %c = arith.constant -3.0 : f32
  %r = arith.cmpf ueq, %d, %c : f32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_ugt()
// CHECK-NEXT: %[[R:.*]] = arith.constant true
// CHECK-NEXT: return %[[R]] :
func.func @cmpf_ugt() -> (i1) {
  %d = arith.constant 3.0 : f32
  %c = arith.constant -3.0 : f32
  %r = arith.cmpf ugt, %d, %c : f32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_uge()
// CHECK-NEXT: %[[R:.*]] = arith.constant true
// CHECK-NEXT: return %[[R]] :
func.func @cmpf_uge() -> (i1) {
  %d = arith.constant 3.0 : f32
  %c = arith.constant -3.0 : f32
  %r = arith.cmpf uge, %d, %c : f32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_ult()
// CHECK-NEXT: %[[R:.*]] = arith.constant false
// CHECK-NEXT: return %[[R]] :
func.func @cmpf_ult() -> (i1) {
  %d = arith.constant 3.0 : f32
  %c = arith.constant -3.0 : f32
  %r = arith.cmpf ult, %d, %c : f32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_ule()
// CHECK-NEXT: %[[R:.*]] = arith.constant false
// CHECK-NEXT: return %[[R]] :
func.func @cmpf_ule() -> (i1) {
  %d = arith.constant 3.0 : f32
  %c = arith.constant -3.0 : f32
  %r = arith.cmpf ule, %d, %c : f32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_une()
// CHECK-NEXT: %[[R:.*]] = arith.constant true
// CHECK-NEXT: return %[[R]] :
func.func @cmpf_une() -> (i1) {
  %d = arith.constant 3.0 : f32
  %c = arith.constant -3.0 : f32
  %r = arith.cmpf une, %d, %c : f32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_uno()
// CHECK-NEXT: %[[R:.*]] = arith.constant false
// CHECK-NEXT: return %[[R]] :
func.func @cmpf_uno() -> (i1) {
  %d = arith.constant 3.0 : f32
  %c = arith.constant -3.0 : f32
  %r = arith.cmpf uno, %d, %c : f32
  return %r : i1
}

// CHECK-LABEL: func.func @cmpf_true()
// CHECK-NEXT: %[[R:.*]] = arith.constant true
// CHECK-NEXT: return %[[R]] :
func.func @cmpf_true() -> (i1) {
  %d = arith.constant 3.0 : f32
  %c = arith.constant -3.0 : f32
  %r = arith.cmpf true, %d, %c : f32
  return %r : i1
}

// CHECK-LABEL: func.func @extsi()
// CHECK-NEXT: %[[R:.*]] = arith.constant -7 : i32
// CHECK-NEXT: return %[[R]] :
func.func @extsi() -> (i32) {
  %c = arith.constant -7 : i8
  %r = arith.extsi %c : i8 to i32
  return %r : i32
}

// CHECK-LABEL: func.func @extui()
// CHECK-NEXT: %[[R:.*]] = arith.constant 249 : i32
// CHECK-NEXT: return %[[R]] :
func.func @extui() -> (i32) {
  %c = arith.constant -7 : i8
  %r = arith.extui %c : i8 to i32
  return %r : i32
}

// CHECK-LABEL: func.func @trunci()
// CHECK-NEXT: %[[R:.*]] = arith.constant -7 : i8
// CHECK-NEXT: return %[[R]] :
func.func @trunci() -> (i8) {
  %c = arith.constant -7 : i32
  %r = arith.trunci %c : i32 to i8
  return %r : i8
}

// CHECK-LABEL: func.func @extf()
// CHECK-NEXT: %[[R:.*]] = arith.constant 1.500000e+00 : f64
// CHECK-NEXT: return %[[R]] :
func.func @extf() -> (f64) {
  %c = arith.constant 1.5 : f32
  %r = arith.extf %c : f32 to f64
  return %r : f64
}

// CHECK-LABEL: func.func @truncf()
// CHECK-NEXT: %[[R:.*]] = arith.constant 1.500000e+00 : f16
// CHECK-NEXT: return %[[R]] :
func.func @truncf() -> (f16) {
  %c = arith.constant 1.5 : f32
  %r = arith.truncf %c : f32 to f16
  return %r : f16
}

// CHECK-LABEL: func.func @sitofp()
// CHECK-NEXT: %[[R:.*]] = arith.constant -7.000000e+00 : f32
// CHECK-NEXT: return %[[R]] :
func.func @sitofp() -> (f32) {
  %c = arith.constant -7 : i32
  %r = arith.sitofp %c : i32 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @uitofp()
// CHECK-NEXT: %[[R:.*]] = arith.constant 4.2949673E+9 : f32
// CHECK-NEXT: return %[[R]] :
func.func @uitofp() -> (f32) {
  %c = arith.constant -7 : i32
  %r = arith.uitofp %c : i32 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @fptosi()
// CHECK-NEXT: %[[R:.*]] = arith.constant 1 : i32
// CHECK-NEXT: return %[[R]] :
func.func @fptosi() -> (i32) {
  %c = arith.constant 1.5 : f32
  %r = arith.fptosi %c : f32 to i32
  return %r : i32
}

// CHECK-LABEL: func.func @fptoui()
// CHECK-NEXT: %[[R:.*]] = arith.constant 1 : i32
// CHECK-NEXT: return %[[R]] :
func.func @fptoui() -> (i32) {
  %c = arith.constant 1.5 : f32
  %r = arith.fptoui %c : f32 to i32
  return %r : i32
}

// CHECK-LABEL: func.func @bitcast()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0xFFFFFFF9 : f32
// CHECK-NEXT: return %[[R]] :
func.func @bitcast() -> (f32) {
  %c = arith.constant -7 : i32
  %r = arith.bitcast %c : i32 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @index_cast()
// CHECK-NEXT: %[[R:.*]] = arith.constant -7 : i32
// CHECK-NEXT: return %[[R]] :
func.func @index_cast() -> (i32) {
  %c = arith.constant -7 : index
  %r = arith.index_cast %c : index to i32
  return %r : i32
}

// CHECK-LABEL: func.func @index_castui()
// CHECK-NEXT: %[[R:.*]] = arith.constant -7 : i32
// CHECK-NEXT: return %[[R]] :
func.func @index_castui() -> (i32) {
  %c = arith.constant -7 : index
  %r = arith.index_castui %c : index to i32
  return %r : i32
}

// CHECK-LABEL: func.func @negf()
// CHECK-NEXT: %[[R:.*]] = arith.constant -2.500000e+00 : f32
// CHECK-NEXT: return %[[R]] :
func.func @negf() -> (f32) {
  %c = arith.constant 2.5 : f32
  %r = arith.negf %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @mulsi_extended()
// CHECK-NEXT: %[[R:.*]] = arith.constant -1 : i32
// CHECK-NEXT: return %[[R]] :
func.func @mulsi_extended() -> (i32) {
  %c = arith.constant -3 : i32
  %d = arith.constant 1431655765 : i32
  %s, %r = arith.mulsi_extended %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @mului_extended()
// CHECK-NEXT: %[[R:.*]] = arith.constant 1431655764 : i32
// CHECK-NEXT: return %[[R]] :
func.func @mului_extended() -> (i32) {
  %c = arith.constant -3 : i32
  %d = arith.constant 1431655765 : i32
  %s, %r = arith.mului_extended %c, %d : i32
  return %r : i32
}

// CHECK-LABEL: func.func @addui_extended()
// CHECK-NEXT: %[[R:.*]] = arith.constant true
// CHECK-NEXT: return %[[R]] :
func.func @addui_extended() -> (i1) {
  %c = arith.constant -3 : i32
  %d = arith.constant 5 : i32
  %s, %r = arith.addui_extended %c, %d : i32, i1
  return %r : i1
}
