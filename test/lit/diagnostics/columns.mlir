// Columns are counted in bytes, everywhere and as mlir-opt counts them.
// RUN: not neuron-opt %s 2>&1 | FileCheck %s
// RUN: not neuron-opt %s --diagnostic-format=json 2>&1 | FileCheck %s --check-prefix=JSON

// CHECK: error: unexpected character
// CHECK-NEXT: columns.mlir:[[@LINE+5]]:28
// JSON: "line":11,"column":28,"end_line":11,"end_column":29
// A line of which a part is shown.
// CHECK: error: unexpected character
// CHECK-NEXT: columns.mlir:[[@LINE+2]]:401
module {} loc("é漢😀") $
module {} loc("ééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé") $
