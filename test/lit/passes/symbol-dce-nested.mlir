// RUN: neuron-opt %s --symbol-dce | FileCheck %s --implicit-check-not=func.func --implicit-check-not="module @"

// References count where they lead to, as for mlir-opt.

// A module's attributes belong to what is around it.
module attributes {x.ref = @of_module} {
  func.func private @of_module() { return }

  // Not the one that is called.
  func.func private @same() { return }
  // CHECK: module @inner {
  module @inner {
    // CHECK: func.func private @same
    func.func private @same() { return }
    // The outermost module is seen by nobody.
    func.func nested @nested() { return }
    // CHECK: func.func @user
    func.func @user() {
      call @same() : () -> ()
      return
    }
  }

  // CHECK: module @hidden attributes {sym_visibility = "private"} {
  module @hidden attributes {sym_visibility = "private"} {
    func.func nested @unused() { return }
    // CHECK: func.func nested @used
    func.func nested @used() { return }
    // CHECK: func.func @public
    func.func @public() { return }
  }

  module @unused attributes {sym_visibility = "private"} {
    func.func @public() { return }
  }

  // CHECK: func.func @main
  func.func @main() {
    "func.return"() {x.ref = [@hidden::@used, @unused::@missing]} : () -> ()
  }

  // What an attribute of a nested module refers to stands beside that module.
  // CHECK: module @beside attributes {x.ref = @of_beside} {
  module @beside attributes {x.ref = @of_beside} {
    func.func private @of_beside() { return }
  }
  // CHECK: func.func private @of_beside
  func.func private @of_beside() { return }

  // What stands in a module does not see the symbols around it.
  func.func private @outer() { return }
  // CHECK: module @calls {
  module @calls {
    // CHECK: func.func @caller
    func.func @caller() {
      "func.return"() {x.ref = @outer} : () -> ()
    }
  }
}
