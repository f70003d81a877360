// Patterns that would build too much, or touch the outermost op, are errors.
// RUN: split-file %s %t
// RUN: not neuron-opt %t/m.mlir --allow-unregistered-dialect --apply-patterns=file=%t/erase.pat 2>&1 | FileCheck %s --check-prefix=ERASE
// RUN: not neuron-opt %t/m.mlir --allow-unregistered-dialect --apply-patterns=file=%t/build.pat 2>&1 | FileCheck %s --check-prefix=BUILD
// RUN: not neuron-opt %t/m.mlir --allow-unregistered-dialect --apply-patterns=file=%t/turns.pat 2>&1 | FileCheck %s --check-prefix=TURNS
// RUN: not neuron-opt %t/m.mlir --allow-unregistered-dialect --apply-patterns=file=%t/double.pat 2>&1 | FileCheck %s --check-prefix=DOUBLE
// RUN: neuron-opt %t/m.mlir --allow-unregistered-dialect --apply-patterns=file=%t/edge.pat | FileCheck %s --check-prefix=EDGE
// ERASE: the outermost op cannot be erased
// BUILD: nothing can be built in front of the outermost op
// TURNS: pattern 'turns' cannot be carried out: it takes more than 67108864 steps of evaluation
// DOUBLE: pattern 'double' cannot be carried out: it takes more than 67108864 steps of evaluation
// EDGE: "a.x"() {k = 5 : i64}

//--- m.mlir
"a.x"() {k = 1 : i64} : () -> ()

//--- erase.pat
pattern erase_all { op @ o: builtin.module() => erase o }

//--- build.pat
pattern build { op @ o: builtin.module() {!k.k} => a.y() update o {k.k = 1} }

//--- turns.pat
pattern turns { op @ o: a.x() {k = $k} where $k == 1 => for $i in 0..100000 { for $j in 0..100000 { let $_x = $i + $j } } update o {k = 5} }

//--- double.pat
pattern double { op @ o: a.x() {k = $k} where $k == 1 => let $l = for $i in 0..60 carry ($l = [1]) { next $l + $l } update o {k = len($l)} }

//--- edge.pat
pattern edge { op @ o: a.x() {k = $k} where $k == 1 => let $_n = for $i in $k + 9223372036854775799..9223372036854775807 step 5 carry ($s = 0) { next $s + ($i - $i) } update o {k = 5} }
