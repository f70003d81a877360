// RUN: neuron-run --check %s | FileCheck %s

// Processes that meet: in collectives between replicas, between partitions, between both and by flattened number, once and
// again on the same channel, from inside of loops, branches and calls.
// CHECK-COUNT-13: pass {{.*}}processes.mlir
// CHECK-NEXT: 13 pass, 0 fail, 0 unsupported

// Two replicas with two partitions: who is who.
func.func @who() -> (tensor<ui32>, tensor<ui32>) {
  %replica = stablehlo.replica_id : tensor<ui32>
  %partition = stablehlo.partition_id : tensor<ui32>
  return %replica, %partition : tensor<ui32>, tensor<ui32>
}
func.func @main() {
  %r:8 = "interpreter.run_parallel"() {programs = [[@who, @who], [@who, @who]]}
    : () -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>)
  check.expect_eq_const %r#2, dense<0> : tensor<ui32>
  check.expect_eq_const %r#3, dense<1> : tensor<ui32>
  check.expect_eq_const %r#4, dense<1> : tensor<ui32>
  check.expect_eq_const %r#5, dense<0> : tensor<ui32>
  return
}

// -----

// Each replica has its own partitions: without a channel the numbers are replicas, with one partitions; then both.
func.func @gather(%x: tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<4xi32>, tensor<4xi32>) {
  %replicas = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}
    : (tensor<1xi32>) -> tensor<2xi32>
  %broadcast = "stablehlo.collective_broadcast"(%replicas) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2xi32>) -> tensor<2xi32>
  %both = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 2, type = 0>} : (tensor<1xi32>) -> tensor<4xi32>
  %flat = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[3, 0, 2, 1]]> : tensor<1x4xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 2, type = 0>, use_global_device_ids} : (tensor<1xi32>) -> tensor<4xi32>
  return %replicas, %broadcast, %both, %flat : tensor<2xi32>, tensor<2xi32>, tensor<4xi32>, tensor<4xi32>
}
func.func @main() {
  %a = stablehlo.constant dense<10> : tensor<1xi32>
  %b = stablehlo.constant dense<11> : tensor<1xi32>
  %c = stablehlo.constant dense<20> : tensor<1xi32>
  %d = stablehlo.constant dense<21> : tensor<1xi32>
  %r:16 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@gather, @gather], [@gather, @gather]]}
    : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>)
    -> (tensor<2xi32>, tensor<2xi32>, tensor<4xi32>, tensor<4xi32>, tensor<2xi32>, tensor<2xi32>, tensor<4xi32>, tensor<4xi32>,
        tensor<2xi32>, tensor<2xi32>, tensor<4xi32>, tensor<4xi32>, tensor<2xi32>, tensor<2xi32>, tensor<4xi32>, tensor<4xi32>)
  check.expect_eq_const %r#0, dense<[20, 10]> : tensor<2xi32>
  check.expect_eq_const %r#4, dense<[21, 11]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[21, 11]> : tensor<2xi32>
  check.expect_eq_const %r#13, dense<[21, 11]> : tensor<2xi32>
  check.expect_eq_const %r#2, dense<[10, 20, 11, 21]> : tensor<4xi32>
  check.expect_eq_const %r#14, dense<[10, 20, 11, 21]> : tensor<4xi32>
  check.expect_eq_const %r#7, dense<[21, 10, 20, 11]> : tensor<4xi32>
  return
}

// -----

// Sums of everyone and of groups of unequal size; without groups all are in one.
func.func @sums(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %all = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  %some = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %d = stablehlo.subtract %a, %b : tensor<f32>
    %s = stablehlo.abs %d : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[2, 0], [1, -1]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %all, %some : tensor<2xf32>, tensor<2xf32>
}
func.func @main() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %c = stablehlo.constant dense<[100.0, 200.0]> : tensor<2xf32>
  %r:6 = "interpreter.run_parallel"(%a, %b, %c) {programs = [[@sums], [@sums], [@sums]]}
    : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_eq_const %r#0, dense<[111.0, 222.0]> : tensor<2xf32>
  check.expect_eq_const %r#4, dense<[111.0, 222.0]> : tensor<2xf32>
  check.expect_eq_const %r#1, dense<[99.0, 198.0]> : tensor<2xf32>
  check.expect_eq_const %r#3, dense<[10.0, 20.0]> : tensor<2xf32>
  check.expect_eq_const %r#5, dense<[99.0, 198.0]> : tensor<2xf32>
  return
}

// -----

// Parts change places, sums are cut into parts, and one of the group gets the sum.
func.func @parts(%x: tensor<1x2xi32>) -> (tensor<2x1xi32>, tensor<1x1xi32>, tensor<1x2xi32>) {
  %exchanged = "stablehlo.all_to_all"(%x) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1x2xi32>) -> tensor<2x1xi32>
  %part = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.multiply %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1x2xi32>) -> tensor<1x1xi32>
  %root = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1x2xi32>) -> tensor<1x2xi32>
  %second = stablehlo.constant dense<1> : tensor<1xi32>
  %other = "stablehlo.collective_reduce"(%x, %second) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<1x2xi32>, tensor<1xi32>) -> tensor<1x2xi32>
  // What replica 1 gets of the one, replica 0 gets of the other.
  %both = stablehlo.add %root, %other : tensor<1x2xi32>
  check.expect_eq_const %both, dense<[[7, 10]]> : tensor<1x2xi32>
  return %exchanged, %part, %root : tensor<2x1xi32>, tensor<1x1xi32>, tensor<1x2xi32>
}
func.func @main() {
  %a = stablehlo.constant dense<[[2, 3]]> : tensor<1x2xi32>
  %b = stablehlo.constant dense<[[5, 7]]> : tensor<1x2xi32>
  %r:6 = "interpreter.run_parallel"(%a, %b) {programs = [[@parts], [@parts]]}
    : (tensor<1x2xi32>, tensor<1x2xi32>) -> (tensor<2x1xi32>, tensor<1x1xi32>, tensor<1x2xi32>, tensor<2x1xi32>, tensor<1x1xi32>, tensor<1x2xi32>)
  check.expect_eq_const %r#0, dense<[[2], [5]]> : tensor<2x1xi32>
  check.expect_eq_const %r#3, dense<[[3], [7]]> : tensor<2x1xi32>
  check.expect_eq_const %r#1, dense<[[21]]> : tensor<1x1xi32>
  check.expect_eq_const %r#4, dense<[[10]]> : tensor<1x1xi32>
  check.expect_eq_const %r#2, dense<[[0, 0]]> : tensor<1x2xi32>
  check.expect_eq_const %r#5, dense<[[7, 10]]> : tensor<1x2xi32>
  return
}

// -----

// A ring; who is no target, or in no group, gets zeros. Each root is another one.
func.func @moves(%x: tensor<i32>, %root: tensor<2xi32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %ring = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>} : (tensor<i32>) -> tensor<i32>
  %one = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[2, 1]]> : tensor<1x2xi64>} : (tensor<i32>) -> tensor<i32>
  %y = stablehlo.negate %x : tensor<i32>
  %b:2 = "stablehlo.collective_broadcast"(%x, %y, %root) {replica_groups = dense<[[1, 2]]> : tensor<1x2xi64>, has_dynamic_root}
    : (tensor<i32>, tensor<i32>, tensor<2xi32>) -> (tensor<i32>, tensor<i32>)
  return %ring, %one, %b#0, %b#1 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}
func.func @main() {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<2> : tensor<i32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %root = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %r:12 = "interpreter.run_parallel"(%a, %root, %b, %root, %c, %root) {programs = [[@moves], [@moves], [@moves]]}
    : (tensor<i32>, tensor<2xi32>, tensor<i32>, tensor<2xi32>, tensor<i32>, tensor<2xi32>)
    -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %r#0, dense<3> : tensor<i32>
  check.expect_eq_const %r#4, dense<1> : tensor<i32>
  check.expect_eq_const %r#8, dense<2> : tensor<i32>
  check.expect_eq_const %r#1, dense<0> : tensor<i32>
  check.expect_eq_const %r#5, dense<3> : tensor<i32>
  check.expect_eq_const %r#9, dense<0> : tensor<i32>
  check.expect_eq_const %r#2, dense<0> : tensor<i32>
  check.expect_eq_const %r#6, dense<3> : tensor<i32>
  check.expect_eq_const %r#7, dense<-2> : tensor<i32>
  check.expect_eq_const %r#10, dense<3> : tensor<i32>
  check.expect_eq_const %r#11, dense<-2> : tensor<i32>
  return
}

// -----

// Groups by the axes of a mesh, and by a part of one.
func.func @mesh(%x: tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %outer = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "a", size = 4>]>, axes = [#stablehlo.axis_ref<name = "a", sub_axis_info = (1)2>]>}
    : (tensor<1xi32>) -> tensor<2xi32>
  %inner = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "a", size = 2>, #stablehlo.mesh_axis<name = "b", size = 2>]>, axes = [#stablehlo.axis_ref<name = "b">]>}
    : (tensor<1xi32>) -> tensor<2xi32>
  return %outer, %inner : tensor<2xi32>, tensor<2xi32>
}
func.func @main() {
  %a = stablehlo.constant dense<0> : tensor<1xi32>
  %b = stablehlo.constant dense<1> : tensor<1xi32>
  %c = stablehlo.constant dense<2> : tensor<1xi32>
  %d = stablehlo.constant dense<3> : tensor<1xi32>
  %r:8 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@mesh], [@mesh], [@mesh], [@mesh]]}
    : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>)
    -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#2, dense<[1, 3]> : tensor<2xi32>
  check.expect_eq_const %r#3, dense<[0, 1]> : tensor<2xi32>
  check.expect_eq_const %r#4, dense<[0, 2]> : tensor<2xi32>
  check.expect_eq_const %r#5, dense<[2, 3]> : tensor<2xi32>
  return
}

// -----

// Processes meet in the body and in the condition of a loop, in a function that a branch in it calls, and in a composite:
// each goes on where it waited.
func.func private @sum(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @total(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.composite "test.total" %x {decomposition = @sum} : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func @loop(%start: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<7> : tensor<i32>
  %rid = stablehlo.replica_id : tensor<ui32>
  %is_one = stablehlo.convert %rid : (tensor<ui32>) -> tensor<i1>
  %r:2 = stablehlo.while(%i = %start, %acc = %zero) : tensor<i32>, tensor<i32>
  cond {
    %all = func.call @sum(%i) : (tensor<i32>) -> tensor<i32>
    %more = stablehlo.compare LT, %all, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %part = "stablehlo.if"(%is_one) ({
      %t = func.call @total(%acc) : (tensor<i32>) -> tensor<i32>
      %u = stablehlo.add %t, %one : tensor<i32>
      stablehlo.return %u : tensor<i32>
    }, {
      %t = func.call @total(%acc) : (tensor<i32>) -> tensor<i32>
      stablehlo.return %t : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %next, %part : tensor<i32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<i32>
}
func.func @main() {
  // Counters 0 and 1: their sum is 1, 3, 5 and then 7. The accumulators are (0, 1), (1, 2) and (3, 4).
  %a = stablehlo.constant dense<0> : tensor<i32>
  %b = stablehlo.constant dense<1> : tensor<i32>
  %r:4 = "interpreter.run_parallel"(%a, %b) {programs = [[@loop], [@loop]]}
    : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %r#0, dense<3> : tensor<i32>
  check.expect_eq_const %r#1, dense<3> : tensor<i32>
  check.expect_eq_const %r#2, dense<4> : tensor<i32>
  check.expect_eq_const %r#3, dense<4> : tensor<i32>
  return
}

// -----

// Blocks that branch, a case, and recursion: each activation has its own values.
func.func private @down(%n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %gathered = "stablehlo.collective_permute"(%n) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<i32>) -> tensor<i32>
  %end = stablehlo.compare LE, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %stop = stablehlo.convert %end : (tensor<i1>) -> tensor<i32>
  %r = "stablehlo.case"(%stop) ({
    %less = stablehlo.subtract %n, %one : tensor<i32>
    %below = func.call @down(%less) : (tensor<i32>) -> tensor<i32>
    %sum = stablehlo.add %below, %gathered : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }, {
    stablehlo.return %gathered : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func @blocks(%n: tensor<i32>) -> tensor<i32> {
  cf.br ^bb1(%n : tensor<i32>)
^bb1(%m: tensor<i32>):
  %r = func.call @down(%m) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func @main() {
  %a = stablehlo.constant dense<3> : tensor<i32>
  %b = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@blocks], [@blocks]]} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %r#0, dense<6> : tensor<i32>
  check.expect_eq_const %r#1, dense<6> : tensor<i32>
  return
}

// -----

// What is sent comes in order, by channel, and to the target where there are pairs; a receiver may be first.
func.func @first(%t: !stablehlo.token) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %a, %t1 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  %b, %t2 = "stablehlo.recv"(%t1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  %c, %t3 = "stablehlo.recv"(%t2) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, source_target_pairs = dense<[[2, 0], [2, 1]]> : tensor<2x2xi64>}
    : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  return %a, %b, %c : tensor<i32>, tensor<i32>, tensor<i32>
}
func.func @second(%t: !stablehlo.token) -> tensor<i32> {
  %c, %t3 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, source_target_pairs = dense<[[2, 0], [2, 1]]> : tensor<2x2xi64>}
    : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  return %c : tensor<i32>
}
func.func @third(%x: tensor<i32>, %y: tensor<i32>, %t: !stablehlo.token) {
  %t0 = "stablehlo.send"(%y, %t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, source_target_pairs = dense<[[2, 0], [2, 1]]> : tensor<2x2xi64>}
    : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  %t1 = "stablehlo.send"(%x, %t0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  %t2 = "stablehlo.send"(%y, %t1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  return
}
func.func @main() {
  %x = stablehlo.constant dense<7> : tensor<i32>
  %y = stablehlo.constant dense<8> : tensor<i32>
  %t = stablehlo.create_token : !stablehlo.token
  %r:4 = "interpreter.run_parallel"(%t, %t, %x, %y, %t) {programs = [[@first], [@second], [@third]]}
    : (!stablehlo.token, !stablehlo.token, tensor<i32>, tensor<i32>, !stablehlo.token) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %r#0, dense<7> : tensor<i32>
  check.expect_eq_const %r#1, dense<8> : tensor<i32>
  check.expect_eq_const %r#2, dense<8> : tensor<i32>
  check.expect_eq_const %r#3, dense<8> : tensor<i32>
  check.expect_eq %t, %t : !stablehlo.token
  return
}

// -----

// What the host feeds is taken in the order of the processes; what it is given, it keeps.
func.func @one() -> tensor<i32> {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  return %0 : tensor<i32>
}
func.func @two() -> tensor<i32> {
  %0 = stablehlo.constant dense<2> : tensor<i32>
  return %0 : tensor<i32>
}
func.func @eater(%t: !stablehlo.token) -> (tensor<i32>, !stablehlo.token) {
  %x, %t1 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  %t2 = "stablehlo.outfeed"(%x, %t1) : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  return %x, %t2 : tensor<i32>, !stablehlo.token
}
func.func @main() {
  %t = stablehlo.create_token : !stablehlo.token
  %r:4 = "interpreter.run_parallel"(%t, %t) {infeed = [@one, @two], programs = [[@eater, @eater]]}
    : (!stablehlo.token, !stablehlo.token) -> (tensor<i32>, !stablehlo.token, tensor<i32>, !stablehlo.token)
  check.expect_eq_const %r#0, dense<1> : tensor<i32>
  check.expect_eq_const %r#2, dense<2> : tensor<i32>
  return
}

// -----

// A process may itself start processes: they meet among themselves.
func.func @inner() -> tensor<1xui32> {
  %rid = stablehlo.replica_id : tensor<ui32>
  %x = stablehlo.reshape %rid : (tensor<ui32>) -> tensor<1xui32>
  %s = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %m = stablehlo.maximum %a, %b : tensor<ui32>
    stablehlo.return %m : tensor<ui32>
  }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<1xui32>) -> tensor<1xui32>
  return %s : tensor<1xui32>
}
func.func @outer() -> tensor<2xui32> {
  %r:3 = "interpreter.run_parallel"() {programs = [[@inner], [@inner], [@inner]]} : () -> (tensor<1xui32>, tensor<1xui32>, tensor<1xui32>)
  %all = "stablehlo.all_gather"(%r#0) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xui32>) -> tensor<2xui32>
  return %all : tensor<2xui32>
}
func.func @main() {
  %r:2 = "interpreter.run_parallel"() {programs = [[@outer], [@outer]]} : () -> (tensor<2xui32>, tensor<2xui32>)
  check.expect_eq_const %r#1, dense<[2, 2]> : tensor<2xui32>
  return
}

// -----

// On one device, a group is this device alone.
func.func @main() {
  %x = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[3, 4]> : tensor<2xi32>
  %1 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<> : tensor<0x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %1, dense<[0, 0]> : tensor<2xi32>
  %2 = "hlo.cross-replica-sum"(%x) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[3, 4]> : tensor<2xi32>
  return
}

// -----

func.func @old(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = "hlo.cross-replica-sum"(%x) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @main() {
  %x = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@old], [@old]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#1, dense<[6, 8]> : tensor<2xi32>
  return
}
