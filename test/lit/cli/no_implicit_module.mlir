// RUN: split-file %s %t
// RUN: neuron-opt --no-implicit-module %t/one.mlir | FileCheck %s --check-prefix=ONE
// RUN: not neuron-opt --no-implicit-module %t/two.mlir 2>&1 | FileCheck %s --check-prefix=TWO

// ONE-NOT: module
// ONE: func.func @alone()
// TWO: error: source must contain a single top-level operation, found: 2

//--- one.mlir
func.func @alone() {
  return
}

//--- two.mlir
func.func private @a()
func.func private @b()
