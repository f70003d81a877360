// RUN: not neuron-opt %s --pass-pipeline='builtin.module(legalize-topk{scope=some})' 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(legalize-topk{scop=all})' 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(legalise-topk)' 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(cse' 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(cse,,dce)' 2>&1 | FileCheck %s --check-prefix=COMMA
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(func.fun(cse))' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(func.func)' 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(canonicalize{max-iterations=ten})' 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not neuron-opt %s --pass-pipeline='builtin.module(canonicalize{fast-math=maybe})' 2>&1 | FileCheck %s --check-prefix=BOOL

// VALUE: error: bad value for option 'scope' of pass 'legalize-topk'
// VALUE-NEXT: <pass-pipeline>:1:36
// VALUE: builtin.module(legalize-topk{scope=some})
// VALUE-NEXT: {{ }}^^^^ expected one of 'entry', 'all'
// OPTION: error: pass 'legalize-topk' has no option 'scop'
// OPTION-NEXT: <pass-pipeline>:1:30
// OPTION: ^^^^ did you mean 'scope'?
// PASS: error: 'legalise-topk' is not a registered pass
// PASS-NEXT: <pass-pipeline>:1:16
// PASS: ^^^^^^^^^^^^^ did you mean 'legalize-topk'?
// OPEN: error:
// OPEN-NEXT: <pass-pipeline>:1:19
// COMMA: error:
// COMMA-NEXT: <pass-pipeline>:1:20
// ANCHOR: error:
// ANCHOR-SAME: 'func.fun'
// ANCHOR-NEXT: <pass-pipeline>:1:16
// OP: error: 'func.func' is not a registered pass
// OP: ^^^^^^^^^ is an op: passes to run on it stand in parentheses
// NUMBER: error: bad value for option 'max-iterations' of pass 'canonicalize'
// NUMBER-NEXT: <pass-pipeline>:1:44
// BOOL: error: bad value for option 'fast-math' of pass 'canonicalize'
func.func @f() { return }
