// RUN: not neuron-run --check %s | FileCheck %s

// What StableHLO's own interpreter tests are made of: checks against constants and with tolerances, several processes,
// and ops on every kind of element. Random numbers are refused.
// CHECK: pass {{.*}}check-ops.mlir#0
// CHECK-NEXT: pass {{.*}}check-ops.mlir#1
// CHECK-NEXT: pass {{.*}}check-ops.mlir#2
// CHECK-NEXT: pass {{.*}}check-ops.mlir#3
// CHECK-NEXT: pass {{.*}}check-ops.mlir#4
// CHECK-NEXT: pass {{.*}}check-ops.mlir#5
// CHECK-NEXT: pass {{.*}}check-ops.mlir#6
// CHECK-NEXT: pass {{.*}}check-ops.mlir#7
// CHECK-NEXT: pass {{.*}}check-ops.mlir#8
// CHECK-NEXT: pass {{.*}}check-ops.mlir#9
// CHECK-NEXT: unsupported hlo.rng {{.*}}check-ops.mlir#10
// CHECK-NEXT: fail {{.*}}check-ops.mlir#11
// CHECK-NEXT: pass {{.*}}check-ops.mlir#12
// CHECK-NEXT: pass {{.*}}check-ops.mlir#13
// CHECK-NEXT: 12 pass, 1 fail, 1 unsupported

func.func @check_eq() {
  %operand = stablehlo.constant dense<[-2, 0, 2]> : tensor<3xi64>
  %result = stablehlo.constant dense<[-2, 0, 2]> : tensor<3xi64>
  check.expect_eq %operand, %result : tensor<3xi64>
  func.return
}

// -----

func.func @check_almost_eq_tolerance() {
  %operand = stablehlo.constant dense<5.0000> : tensor<f64>
  %result = stablehlo.constant dense<5.0001> : tensor<f64>
  check.expect_almost_eq %operand, %result, tolerance = 0.1 : tensor<f64>
  func.return
}

// -----

func.func @check_almost_eq_const_tolerance() {
  %operand = stablehlo.constant dense<5.0000> : tensor<f64>
  check.expect_almost_eq_const %operand, dense<5.1> : tensor<f64> {tolerance = 0.1 : f64}
  func.return
}

// -----

func.func @check_close() {
  %operand = stablehlo.constant dense<5.0000> : tensor<f16>
  %result = stablehlo.constant dense<5.010> : tensor<f16>
  check.expect_close %operand, %result, max_ulp_difference = 3 : tensor<f16>, tensor<f16>
  func.return
}

// -----

  func.func public @foo(%x: tensor<2xi64>) -> tensor<2xi64> {
    return %x : tensor<2xi64>
  }
  func.func public @main() {
    %inputs = stablehlo.constant dense<1> : tensor<2xi64>
    %results:2 = "interpreter.run_parallel"(%inputs, %inputs) {
      programs=[[@foo], [@foo]]
    } : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %results#0, dense<1> : tensor<2xi64>
    func.return
  }

// -----

func.func @probe() {
  %inputs = stablehlo.constant dense<1> : tensor<2xi64>
  %0 = interpreter.probe %inputs, probe_id = "probe0" : tensor<2xi64>
  check.expect_serialized_eq %0, probe_id = "probe0" : tensor<2xi64>
  func.return
}

// -----

func.func @conv() {
  %lhs = stablehlo.constant dense<[[
                                    [[1], [2], [5], [6]],
                                    [[3], [4], [7], [8]],
                                    [[10], [11], [14], [15]],
                                    [[12], [13], [16], [17]]
                                  ]]> : tensor<1x4x4x1xi64>
  %rhs = stablehlo.constant dense<1> : tensor<3x3x1x1xi64>
  %d_padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  %result = stablehlo.dynamic_conv(%lhs, %rhs, %d_padding)
    dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {
      stride = [4, 4],
      lhs_dilate = [2, 2]
    } {
      batch_group_count = 1 : i64,
      feature_group_count = 1 : i64,
      precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]
    }
  : (tensor<1x4x4x1xi64>, tensor<3x3x1x1xi64>, tensor<2x2xi64>) -> tensor<1x2x2x1xi64>
  check.expect_eq_const %result, dense<[[
                                         [[10], [26]],
                                         [[46], [62]]
                                        ]]> : tensor<1x2x2x1xi64>
  func.return
}

// -----

func.func @gather_op_test() {
  %operand = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6], [7, 8]],
                                       [[9, 10], [11, 12], [13, 14], [15, 16]],
                                       [[17, 18], [19, 20], [21, 22], [23, 24]]]> : tensor<3x4x2xi64>
  %start_indices = stablehlo.constant dense<[[[0, 0], [1, 0], [2, 1]],
                                             [[0, 1], [1, 1], [0, 9]]]> : tensor<2x3x2xi64>
  %slice_sizes = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi32>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2, 3],
      collapsed_slice_dims = [0],
      start_index_map = [1, 0],
      index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>,
    indices_are_sorted = false
  } : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<3xi32>) -> tensor<2x3x2x2xi64>
  check.expect_eq_const %result, dense<[[[[1, 2], [3, 4]],
                                         [[3, 4], [5, 6]],
                                         [[13, 14], [15, 16]]],
                                        [[[9, 10], [11, 12]],
                                         [[11, 12], [13, 14]],
                                         [[17, 18], [19, 20]]]]> : tensor<2x3x2x2xi64>
  func.return
}

// -----

func.func @abs4() {
  %0 = stablehlo.constant dense<[-8, 7, 3]> : tensor<3xi4>
  %1 = stablehlo.abs %0 : tensor<3xi4>
  check.expect_eq_const %1, dense<[-8, 7, 3]> : tensor<3xi4>
  %2 = stablehlo.add %0, %0 : tensor<3xi4>
  check.expect_eq_const %2, dense<[0, -2, 6]> : tensor<3xi4>
  %3 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %4 = stablehlo.count_leading_zeros %3 : tensor<4xui2>
  check.expect_eq_const %4, dense<[2, 1, 0, 0]> : tensor<4xui2>
  %5 = stablehlo.not %3 : tensor<4xui2>
  check.expect_eq_const %5, dense<[3, 2, 1, 0]> : tensor<4xui2>
  %6 = stablehlo.shift_right_logical %0, %0 : tensor<3xi4>
  check.expect_eq_const %6, dense<[0, 0, 0]> : tensor<3xi4>
  %7 = stablehlo.popcnt %0 : tensor<3xi4>
  check.expect_eq_const %7, dense<[1, 3, 2]> : tensor<3xi4>
  func.return
}

// -----

func.func @tri() {
  %a = stablehlo.constant dense<[[(1.0, 1.0), (0.0, 0.0), (0.0, 0.0)], [(2.0, -2.0), (3.0, 4.0), (0.0, 0.0)], [(4.0, -3.0), (5.0, 5.0), (6.0, -8.0)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(7.0, -2.0)], [(8.0, 4.0)], [(9.0, -5.0)]]> : tensor<3x1xcomplex<f32>>
  %result = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>} : (tensor<3x3xcomplex<f32>>, tensor<3x1xcomplex<f32>>) -> tensor<3x1xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[[(7.18, 2.679999)], [(-0.08, 3.16)], [(0.14, -1.02)]]> : tensor<3x1xcomplex<f32>>
  %c = stablehlo.constant dense<[[1.0, 2.0, 4.0], [0.0, 3.0, 5.0], [0.0, 0.0, 6.0]]> : tensor<3x3xf32>
  %d = stablehlo.constant dense<[[7.0, 8.0, 9.0]]> : tensor<1x3xf32>
  %r2 = "stablehlo.triangular_solve"(%c, %d) {left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>} : (tensor<3x3xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
  check.expect_almost_eq_const %r2, dense<[[0.666667, 0.166667, 1.5]]> : tensor<1x3xf32>
  func.return
}

// -----

func.func @misc() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %f = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf32>
  %o:3 = "stablehlo.batch_norm_training"(%x, %f, %f) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_almost_eq_const %o#0, dense<[[0.0, 0.0], [2.0, 2.0]]> : tensor<2x2xf32>
  check.expect_almost_eq_const %o#1, dense<[2.0, 3.0]> : tensor<2xf32>
  check.expect_almost_eq_const %o#2, dense<[1.0, 1.0]> : tensor<2xf32>
  %m = stablehlo.constant dense<[[4.0, 2.0], [2.0, 5.0]]> : tensor<2x2xf32>
  %l = stablehlo.cholesky %m, lower = true : tensor<2x2xf32>
  check.expect_eq_const %l, dense<[[2.0, 0.0], [1.0, 2.0]]> : tensor<2x2xf32>
  %u = stablehlo.cholesky %m : tensor<2x2xf32>
  check.expect_eq_const %u, dense<[[2.0, 1.0], [0.0, 2.0]]> : tensor<2x2xf32>
  %c = stablehlo.constant dense<[(1.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]> : tensor<4xcomplex<f32>>
  %ft = stablehlo.fft %c, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %ft, dense<(1.0, 0.0)> : tensor<4xcomplex<f32>>
  %r = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf64>
  %rf = stablehlo.fft %r, type = RFFT, length = [5] : (tensor<5xf64>) -> tensor<3xcomplex<f64>>
  %ri = stablehlo.fft %rf, type = IRFFT, length = [5] : (tensor<3xcomplex<f64>>) -> tensor<5xf64>
  check.expect_almost_eq %ri, %r : tensor<5xf64>
  %sh = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %i = stablehlo.dynamic_iota %sh, dim = 0 : (tensor<2xi64>) -> tensor<3x2xi64>
  check.expect_eq_const %i, dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xi64>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %pd = stablehlo.dynamic_pad %x, %z, %one, %one, %one : (tensor<2x2xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x5xf32>
  check.expect_eq_const %pd, dense<[[0.0, 1.0, 0.0, 2.0, 0.0], [0.0, 3.0, 0.0, 4.0, 0.0]]> : tensor<2x5xf32>
  %e = chlo.broadcast_add %x, %f : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %e, dense<[[2.0, 3.0], [4.0, 5.0]]> : tensor<2x2xf32>
  %f8 = stablehlo.constant dense<[1.0, 2.0, 448.0]> : tensor<3xf8E4M3FN>
  %g8 = stablehlo.add %f8, %f8 : tensor<3xf8E4M3FN>
  check.expect_eq_const %g8, dense<[2.0, 4.0, 0x7F]> : tensor<3xf8E4M3FN>
  %t = stablehlo.create_token : !stablehlo.token
  %t2 = stablehlo.after_all %t, %t : !stablehlo.token
  %rid = stablehlo.replica_id : tensor<ui32>
  check.expect_eq_const %rid, dense<0> : tensor<ui32>
  %b4 = stablehlo.constant dense<[[1, 2], [-1, 0]]> : tensor<2x2xi4>
  %b8 = stablehlo.bitcast_convert %b4 : (tensor<2x2xi4>) -> tensor<2xi8>
  check.expect_eq_const %b8, dense<[33, 15]> : tensor<2xi8>
  %b44 = stablehlo.bitcast_convert %b8 : (tensor<2xi8>) -> tensor<2x2xi4>
  check.expect_eq %b4, %b44 : tensor<2x2xi4>
  %big = stablehlo.constant dense<0x7FFFFFFF> : tensor<i32>
  %hi = chlo.mulhi %big, %big : tensor<i32>, tensor<i32> -> tensor<i32>
  check.expect_eq_const %hi, dense<1073741823> : tensor<i32>
  func.return
}
func.func @misc2() {
  %rng = stablehlo.constant dense<0.0> : tensor<f32>
  %sh = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %0 = stablehlo.rng %rng, %rng, %sh, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x2xf32>
  func.return
}

// -----

func.func @serialized() {
  %a = stablehlo.constant dense<1> : tensor<i64>
  check.expect_serialized_eq %a, probe_id = "sum", iter = 1 : tensor<i64>
  func.return
}

// -----

// Products of what is behind each element, and the last of all; then the largest so far and where it is, across columns.
func.func @scan() {
  %x = stablehlo.constant dense<[2, 3, 5]> : tensor<3xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = chlo.scan(%x) inits(%one) dimension=0 attributes {is_reverse = true} {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.multiply %a, %b : tensor<i32>
    stablehlo.return %b, %1 : tensor<i32>, tensor<i32>
  } : (tensor<3xi32>, tensor<i32>) -> (tensor<3xi32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<[15, 5, 1]> : tensor<3xi32>
  check.expect_eq_const %0#1, dense<30> : tensor<i32>
  %m = stablehlo.constant dense<[[1, 4, 2], [9, 3, 9]]> : tensor<2x3xi32>
  %at = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %least = stablehlo.constant dense<-1> : tensor<2xi32>
  %2:4 = chlo.scan(%m, %at) inits(%least, %least) dimension=1 {
  ^bb0(%v: tensor<2xi32>, %i: tensor<2xi32>, %best: tensor<2xi32>, %place: tensor<2xi32>):
    %new = stablehlo.compare GT, %v, %best : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %3 = stablehlo.select %new, %v, %best : tensor<2xi1>, tensor<2xi32>
    %4 = stablehlo.select %new, %i, %place : tensor<2xi1>, tensor<2xi32>
    stablehlo.return %3, %4, %3, %4 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2x3xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>, tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %2#0, dense<[[1, 4, 4], [9, 9, 9]]> : tensor<2x3xi32>
  check.expect_eq_const %2#1, dense<[[0, 1, 1], [0, 0, 0]]> : tensor<2x3xi32>
  check.expect_eq_const %2#3, dense<[1, 0]> : tensor<2xi32>
  return
}

// -----

// In the weak order all NaN are equal, and above all numbers; the zeros are equal. Equal keys of a sort keep their order.
func.func @weak_order() {
  %x = stablehlo.constant dense<[0xFFC00000, 0x7F800000, 0x80000000, 1.0, 0x7FC00001]> : tensor<5xf32>
  %y = stablehlo.constant dense<[0x7FC00000, 0xFFC00000, 0.0, 0x7FC00000, 2.0]> : tensor<5xf32>
  %eq = stablehlo.compare EQ, %x, %y, WEAKORDER : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq_const %eq, dense<[true, false, true, false, false]> : tensor<5xi1>
  %lt = stablehlo.compare LT, %x, %y, WEAKORDER : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq_const %lt, dense<[false, true, false, true, false]> : tensor<5xi1>
  %ge = stablehlo.compare GE, %x, %y, WEAKORDER : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq_const %ge, dense<[true, false, true, false, true]> : tensor<5xi1>
  %i = stablehlo.iota dim = 0 : tensor<5xi32>
  %s:2 = "stablehlo.sort"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare GT, %a, %b, WEAKORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<5xf32>, tensor<5xi32>) -> (tensor<5xf32>, tensor<5xi32>)
  check.expect_eq_const %s#1, dense<[0, 4, 1, 3, 2]> : tensor<5xi32>
  // The square of a complex number whose parts are of one size is imaginary, even where their sum overflows.
  %z = stablehlo.constant dense<[(1.0e308, 1.0e308), (3.0e200, 1.0e200), (1.0, 2.0)]> : tensor<3xcomplex<f64>>
  %q = chlo.square %z : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  check.expect_eq_const %q, dense<[(0.0, 0x7FF0000000000000), (0x7FF0000000000000, 0x7FF0000000000000), (-3.0, 4.0)]> : tensor<3xcomplex<f64>>
  // Only the real part is converted.
  %t = stablehlo.constant dense<[(0.0, 1.0), (2.0, 0.0)]> : tensor<2xcomplex<f64>>
  %u = stablehlo.convert %t : (tensor<2xcomplex<f64>>) -> tensor<2xi1>
  check.expect_eq_const %u, dense<[false, true]> : tensor<2xi1>
  return
}
