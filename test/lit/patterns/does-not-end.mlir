// RUN: split-file %s %t
// RUN: not neuron-opt %t/in.mlir --apply-patterns=file=%t/loop.pat 2>&1 | FileCheck %t/in.mlir --check-prefix=LOOP
// RUN: not neuron-opt %t/in.mlir --apply-patterns=file=%t/idle.pat 2>&1 | FileCheck %t/in.mlir --check-prefix=IDLE
// RUN: not neuron-opt %t/in.mlir --apply-patterns=file=%t/table.pat 2>&1 | FileCheck %t/in.mlir --check-prefix=TABLE

//--- loop.pat
pattern there {
  %r = arith.addi(%x, %y)
  =>
  %n = arith.muli(%x, %y)
  replace %r with %n
}
pattern back {
  %r = arith.muli(%x, %y)
  =>
  %n = arith.addi(%x, %y)
  replace %r with %n
}

//--- idle.pat
pattern idle {
  op @ root: _ = arith.addi(_, _)
  =>
  update root {my.mark = "seen"}
}

//--- table.pat
table names(Int) -> Str { 1 => "one" }
pattern named {
  op @ root: _ = arith.addi(_, _)
  where not has_attr(root, "my.name")
  =>
  update root {my.name = names(num_operands(root))}
}

//--- in.mlir
// LOOP: error: rewriting does not end: 'there' with 'back' keeps firing
// LOOP-NEXT: in.mlir:[[@LINE+9]]:8
// LOOP: loop.pat:1:9
// LOOP: pattern there {
// LOOP: pattern back {
// IDLE: error:
// IDLE-SAME: 'idle'
// TABLE: error:
// TABLE-SAME: 'named'
func.func @f(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
