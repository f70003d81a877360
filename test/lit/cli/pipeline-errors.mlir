// RUN: not neuron-opt %s --pass-pipeline='builtin.module(func.func(cse,invalid))' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not neuron-opt %s --cse=max=3 2>&1 | FileCheck %s --check-prefix=OPTIONLESS
// RUN: not neuron-opt %s --canonicalize='max-iteration=3' 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not neuron-opt %s --legalize-softmax 2>&1 | FileCheck %s --check-prefix=KNOWN
// RUN: not neuron-opt %s --canonicalise 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(cse),inline)' --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: neuron-opt %s --legalize-softmax --cse --skip-pass=legalize-softmax --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=SKIP
// RUN: neuron-opt %s --pass-pipeline='builtin.module(legalize-softmax,cse,dce)' --skip-pass=dce,legalize-softmax --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=SKIP
// RUN: not neuron-opt %s --cse --skip-pass=csee 2>&1 | FileCheck %s --check-prefix=NOSKIP

// SKIP: builtin.module(cse)
// NOSKIP: error: --skip-pass: there is no pass 'csee'
// NOSKIP: did you mean 'cse'?

// UNKNOWN: error: 'invalid' is not a registered pass
// UNKNOWN: <pass-pipeline>:1:30
// UNKNOWN: builtin.module(func.func(cse,invalid))
// UNKNOWN-NEXT: {{ }}^^^^^^^

// OPTIONLESS: error: pass 'cse' takes no options

// OPTION: error: pass 'canonicalize' has no option 'max-iteration'
// OPTION: did you mean 'max-iterations'?
// OPTION: the options of 'canonicalize' are 'fast-math', 'fold-limit', 'max-iterations', 'region-simplify'

// KNOWN: error: pass 'legalize-softmax' is known, but not implemented

// FLAG: unknown option or pass '--canonicalise': did you mean '--canonicalize'?

// DUMP: builtin.module(func.func(cse),inline{callees=any max-ops=4194304})
