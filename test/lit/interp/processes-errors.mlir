// RUN: not neuron-run --check %s >%t.out 2>%t.err
// RUN: FileCheck %s --input-file=%t.out
// RUN: FileCheck %s --check-prefix=ERR --input-file=%t.err

// Nothing waits for ever without being told of, and no value gets lost.
// CHECK-COUNT-11: fail {{.*}}processes-errors.mlir
// CHECK-NEXT: unsupported hlo.all_reduce {{.*}}processes-errors.mlir#11
// CHECK-NEXT: unsupported hlo.infeed {{.*}}processes-errors.mlir#12
// CHECK-NEXT: 0 pass, 11 fail, 2 unsupported

// The other one has ended.
// ERR: error: 'hlo.all_gather' op replica 0 waits here for ever: replica 1 has ended
// ERR-NEXT: processes-errors.mlir:[[@LINE+3]]:8
// ERR: help: all members of a group must come to the same ops (channel and members) in the same order
func.func @gather(%x: tensor<1xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @lazy() {
  return
}
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<1xi32>
  %r = "interpreter.run_parallel"(%x) {programs = [[@gather], [@lazy]]} : (tensor<1xi32>) -> tensor<2xi32>
  return
}

// -----

// Both wait, at points that differ in their channel.
// ERR: error: 'hlo.all_gather' op partition 0 waits here for ever: partition 1 waits at a point that does not match
// ERR-NEXT: processes-errors.mlir:[[@LINE+3]]:8
// ERR: partition 1 is here
func.func @seven(%x: tensor<1xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 7, type = 0>} : (tensor<1xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @eight(%x: tensor<1xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 8, type = 0>} : (tensor<1xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<1xi32>
  %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@seven, @eight]]} : (tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  return
}

// -----

// ERR: error: 'hlo.recv' op replica 0 waits here for ever: nothing is sent through channel 3
// ERR-NEXT: processes-errors.mlir:[[@LINE+2]]:13
func.func @recv(%t: !stablehlo.token) -> tensor<i32> {
  %x, %t1 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  return %x : tensor<i32>
}
func.func @main() {
  %t = stablehlo.create_token : !stablehlo.token
  %r = "interpreter.run_parallel"(%t) {programs = [[@recv]]} : (!stablehlo.token) -> tensor<i32>
  return
}

// -----

// ERR: error: 'interpreter.run_parallel' op runs processes that send more through channel 3 than is received
func.func @send(%x: tensor<i32>, %t: !stablehlo.token) -> !stablehlo.token {
  %t1 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  return %t1 : !stablehlo.token
}
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %t = stablehlo.create_token : !stablehlo.token
  %r = "interpreter.run_parallel"(%x, %t) {programs = [[@send]]} : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

// ERR: error: 'hlo.all_gather' op names replica 2, and there are 2
// ERR-NEXT: processes-errors.mlir:[[@LINE+3]]:79
// ERR: help: this is in replica 0
func.func @gather(%x: tensor<1xi32>) -> tensor<3xi32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<1xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<1xi32>
  %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@gather], [@gather]]} : (tensor<1xi32>, tensor<1xi32>) -> (tensor<3xi32>, tensor<3xi32>)
  return
}

// -----

// ERR: error: 'hlo.all_gather' op leaves out partition 0 of replica 1
// ERR-NEXT: processes-errors.mlir:[[@LINE+2]]:79
func.func @gather(%x: tensor<1xi32>) -> tensor<1xi32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<1xi32>) -> tensor<1xi32>
  return %0 : tensor<1xi32>
}
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<1xi32>
  %r:4 = "interpreter.run_parallel"(%x, %x, %x, %x) {programs = [[@gather, @gather], [@gather, @gather]]}
    : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>)
  return
}

// -----

// ERR: error: 'hlo.all_to_all' op cuts into 2 parts for a group of 1
func.func @exchange(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<2xi32>
  %r = "interpreter.run_parallel"(%x) {programs = [[@exchange]]} : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

// A body that combines elements cannot wait in between.
// ERR: error: 'hlo.all_reduce' op waits for another process, which cannot be done inside of 'hlo.reduce'
func.func @fold(%x: tensor<2xi32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
   reducer(%p: tensor<i32>, %q: tensor<i32>) {
    %1 = "stablehlo.all_reduce"(%q) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<i32>) -> tensor<i32>
    %2 = stablehlo.add %p, %1 : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }
  return %0 : tensor<i32>
}
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<2xi32>
  %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@fold], [@fold]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<i32>, tensor<i32>)
  return
}

// -----

// ERR: error: 'hlo.infeed' op takes more from the host than it feeds
func.func @eater(%t: !stablehlo.token) -> tensor<i32> {
  %x, %t1 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  return %x : tensor<i32>
}
func.func @main() {
  %t = stablehlo.create_token : !stablehlo.token
  %r = "interpreter.run_parallel"(%t) {programs = [[@eater]]} : (!stablehlo.token) -> tensor<i32>
  return
}

// -----

// ERR: error: 'hlo.infeed' op is to get s32[2]
func.func @pair() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<1> : tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @eater(%t: !stablehlo.token) -> tensor<i32> {
  %x, %t1 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  return %x : tensor<i32>
}
func.func @main() {
  %t = stablehlo.create_token : !stablehlo.token
  %r = "interpreter.run_parallel"(%t) {infeed = [@pair], programs = [[@eater]]} : (!stablehlo.token) -> tensor<i32>
  return
}

// -----

// What is expected is compared.
// ERR: error: the check does not hold: 1 of 1 elements differ
// ERR-NEXT: at []: got 1, want 0
func.func @who() -> tensor<ui32> {
  %0 = stablehlo.replica_id : tensor<ui32>
  return %0 : tensor<ui32>
}
func.func @main() {
  %r:2 = "interpreter.run_parallel"() {programs = [[@who], [@who]]} : () -> (tensor<ui32>, tensor<ui32>)
  check.expect_eq_const %r#1, dense<0> : tensor<ui32>
  return
}

// -----

// Without run_parallel there is one device, and no host.
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @main() {
  %t = stablehlo.create_token : !stablehlo.token
  %x, %t1 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  return
}
