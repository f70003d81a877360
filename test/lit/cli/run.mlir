// RUN: neuron-run %s --random-inputs=1 --output-dir %t --print | FileCheck %s
// RUN: neuron-run %s --random-inputs=1 --compare %t/out_0.npy
// RUN: not neuron-run %s --random-inputs=2 --compare %t/out_0.npy 2>&1 | FileCheck %s --check-prefix=DIFFERENT
// RUN: not neuron-run %s 2>&1 | FileCheck %s --check-prefix=INPUTS
// RUN: not neuron-run %s --entry forever 2>&1 | FileCheck %s --check-prefix=DEEP
// RUN: not neuron-run %s --entry spin --max-steps=1000 2>&1 | FileCheck %s --check-prefix=STEPS

// CHECK: out_0: s32[2] = [{{-?[0-9]+}}, {{-?[0-9]+}}]
// DIFFERENT: error: result 0 is not as expected
// INPUTS: error: the entry takes 1 input: give them with --input FILE, or --random-inputs makes them up
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = call @double(%x) : (tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

func.func private @double(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = hlo.add %x, %x : tensor<2xi32>
  return %0 : tensor<2xi32>
}

// DEEP: error: 'func.call' op nests regions and calls more than 16384 deep
func.func private @forever() {
  call @forever() : () -> ()
  return
}

// STEPS: is where the limit of 1000 executed ops was reached
func.func private @spin() {
  cf.br ^bb1
^bb1:
  cf.br ^bb1
}
