// RUN: neuron-run %s --args "[dense<[3, 4]> : tensor<2xi32>, dense<1.5> : tensor<2x1xbf16>]" --print | FileCheck %s
// RUN: echo "[dense<[3, 4]> : tensor<2xi32>, dense<[[1.5], [1.5]]> : tensor<2x1xbf16>]" > %t.args
// RUN: neuron-run %s --args @%t.args --print | FileCheck %s
// RUN: not neuron-run %s --args "nothing" 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: not neuron-run %s --args "dense<1> : tensor<2xi32>" 2>&1 | FileCheck %s --check-prefix=ARRAY
// RUN: not neuron-run %s --args "[dense<1> : tensor<2xi32>, 4.0 : f32]" 2>&1 | FileCheck %s --check-prefix=DENSE
// RUN: not neuron-run %s --args @%t.missing 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not neuron-run %s --args "[dense<1> : tensor<2xi32>]" 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not neuron-run %s --args "[dense<1> : tensor<3xi32>, dense<1.5> : tensor<2x1xbf16>]" 2>&1 | FileCheck %s --check-prefix=TYPE

// CHECK: out_0: s32[2] = [6, 8]
// CHECK-NEXT: out_1: bf16[2, 1] = {{\[\[}}3.0], [3.0]]
// LIST: error: --args
// ARRAY: error: --args takes a list of constants: [dense<1> : tensor<2xi32>, ...]
// DENSE: error: --args: item 1 is no constant tensor
// FILE: error: cannot read '{{.*}}.missing'
// COUNT: error: 'func.func' op takes 2 inputs, 1 were given
// TYPE: error: 'func.func' op takes s32[2] as input 0, s32[3] was given
func.func @main(%x: tensor<2xi32>, %y: tensor<2x1xbf16>) -> (tensor<2xi32>, tensor<2x1xbf16>) {
  %0 = stablehlo.add %x, %x : tensor<2xi32>
  %1 = stablehlo.add %y, %y : tensor<2x1xbf16>
  return %0, %1 : tensor<2xi32>, tensor<2x1xbf16>
}
