// RUN: neuron-opt %s --print-debuginfo --print-local-scope | FileCheck %s
// RUN: neuron-opt %s --print-debuginfo --verify-roundtrip | FileCheck %s --check-prefix=ALIAS

// Each level names the one below twice, so that in place it would take 2^30 parts. With aliases it takes 30.
#l0 = loc("x":1:1)
#l1 = loc(callsite(#l0 at #l0))
#l2 = loc(callsite(#l1 at #l1))
#l3 = loc(callsite(#l2 at #l2))
#l4 = loc(callsite(#l3 at #l3))
#l5 = loc(callsite(#l4 at #l4))
#l6 = loc(callsite(#l5 at #l5))
#l7 = loc(callsite(#l6 at #l6))
#l8 = loc(callsite(#l7 at #l7))
#l9 = loc(callsite(#l8 at #l8))
#l10 = loc(callsite(#l9 at #l9))
#l11 = loc(callsite(#l10 at #l10))
#l12 = loc(callsite(#l11 at #l11))
#l13 = loc(callsite(#l12 at #l12))
#l14 = loc(callsite(#l13 at #l13))
#l15 = loc(callsite(#l14 at #l14))
#l16 = loc(callsite(#l15 at #l15))
#l17 = loc(callsite(#l16 at #l16))
#l18 = loc(callsite(#l17 at #l17))
#l19 = loc(callsite(#l18 at #l18))
#l20 = loc(callsite(#l19 at #l19))
#l21 = loc(callsite(#l20 at #l20))
#l22 = loc(callsite(#l21 at #l21))
#l23 = loc(callsite(#l22 at #l22))
#l24 = loc(callsite(#l23 at #l23))
#l25 = loc(callsite(#l24 at #l24))
#l26 = loc(callsite(#l25 at #l25))
#l27 = loc(callsite(#l26 at #l26))
#l28 = loc(callsite(#l27 at #l27))
#l29 = loc(callsite(#l28 at #l28))
#l30 = loc(callsite(#l29 at #l29))
module {
  // CHECK: func.func @few
  func.func @few() {
    // CHECK: return loc(callsite("x":1:1 at "x":1:1))
    return loc(#l1)
  }
  // CHECK: func.func @many
  // ALIAS: func.func @many
  func.func @many() {
    // CHECK: return loc(unknown)
    // ALIAS: return loc(#loc{{[0-9]+}})
    return loc(#l30)
  }
}
