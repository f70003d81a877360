// What an option asks for and cannot have is refused rather than left out.
// RUN: not neuron-opt %s --emit=hlo --print-provenance 2>&1 | FileCheck %s --check-prefix=PROVENANCE
// RUN: not neuron-opt %s --emit=bir-json --print-op-generic 2>&1 | FileCheck %s --check-prefix=GENERIC
// RUN: not neuron-opt %s --emit=dve-bin --print-debuginfo 2>&1 | FileCheck %s --check-prefix=DEBUGINFO
// RUN: not neuron-opt %s --emit=hlo-proto --split-input-file 2>&1 | FileCheck %s --check-prefix=SPLIT
// RUN: not neuron-opt %s --emit=stablehlo --cost 2>&1 | FileCheck %s --check-prefix=COST
// RUN: not neuron-opt %s --tolerance=1 2>&1 | FileCheck %s --check-prefix=TOLERANCE
// RUN: not neuron-run %s --tolerance=1 2>&1 | FileCheck %s --check-prefix=COMPARE
// RUN: not neuron-run %s --check %s 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: not neuron-run --check %s --random-inputs 2>&1 | FileCheck %s --check-prefix=RANDOM
// RUN: not neuron-run %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: neuron-run %s --random-inputs
// The IR that is printed between passes may have its own form.
// RUN: neuron-opt %s --canonicalize --print-ir-after-all --print-op-generic --emit=hlo 2>&1 | FileCheck %s --check-prefix=BETWEEN
// RUN: neuron-opt %s --emit=hlo --print-debuginfo | FileCheck %s --check-prefix=SHOWN

// PROVENANCE: error: --emit=hlo cannot show what --print-provenance asks for
// PROVENANCE-NEXT: help: these do: mlir, stablehlo, dve-asm
// GENERIC: error: --emit=bir-json cannot show what --print-op-generic asks for
// GENERIC-NEXT: help: these do: mlir, stablehlo
// DEBUGINFO: help: these do: mlir, stablehlo, hlo, hlo-proto
// SPLIT: error: --emit=hlo-proto cannot show what --split-input-file asks for
// SPLIT-NEXT: help: these do: mlir, stablehlo, hlo, dve-asm, dve-bin
// COST: error: --cost stands in place of the module on the standard output, so there is no --emit=stablehlo
// COST-NEXT: help: name a file for the module with -o
// TOLERANCE: error: --tolerance is for --verify-each=meaning, which is not given
// COMPARE: required arguments were not provided
// COMPARE-NEXT: --compare
// MODULE: '[MODULE]' cannot be used with '--check
// RANDOM: '--check <FILE>...' cannot be used with '--random-inputs
// NONE: error: the entry takes 2 inputs: give them with --input FILE, or --random-inputs makes them up
// BETWEEN: "hlo.add"
// BETWEEN: HloModule
// SHOWN: metadata={
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %r = hlo.add %x, %y : tensor<2xf32>
  return %r : tensor<2xf32>
}
