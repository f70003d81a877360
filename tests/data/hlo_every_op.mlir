module @every_op {
  func.func @elements(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %i: tensor<2x3xi32>, %j: tensor<2x3xi32>, %s: tensor<f32>, %p: tensor<2x3xi1>) {
    %0 = stablehlo.abs %a : tensor<2x3xf32>
    %1 = stablehlo.cbrt %a : tensor<2x3xf32>
    %2 = stablehlo.ceil %a : tensor<2x3xf32>
    %3 = stablehlo.cosine %a : tensor<2x3xf32>
    %4 = stablehlo.count_leading_zeros %i : tensor<2x3xi32>
    %5 = stablehlo.exponential %a : tensor<2x3xf32>
    %6 = stablehlo.exponential_minus_one %a : tensor<2x3xf32>
    %7 = stablehlo.floor %a : tensor<2x3xf32>
    %8 = stablehlo.log %a {note = "x"} : tensor<2x3xf32>
    %9 = stablehlo.log_plus_one %a : tensor<2x3xf32>
    %10 = stablehlo.logistic %a : tensor<2x3xf32>
    %11 = stablehlo.negate %a : tensor<2x3xf32>
    %12 = stablehlo.not %p : tensor<2x3xi1>
    %13 = stablehlo.popcnt %i : tensor<2x3xi32>
    %14 = stablehlo.round_nearest_afz %a : tensor<2x3xf32>
    %15 = stablehlo.round_nearest_even %a : tensor<2x3xf32>
    %16 = stablehlo.rsqrt %a : tensor<2x3xf32>
    %17 = stablehlo.sign %a : tensor<2x3xf32>
    %18 = stablehlo.sine %a : tensor<2x3xf32>
    %19 = stablehlo.sqrt %a : tensor<2x3xf32>
    %20 = stablehlo.tan %a : tensor<2x3xf32>
    %21 = stablehlo.tanh %a : tensor<2x3xf32>
    %22 = stablehlo.add %a, %b : tensor<2x3xf32>
    %23 = stablehlo.and %i, %j : tensor<2x3xi32>
    %24 = stablehlo.atan2 %a, %b : tensor<2x3xf32>
    %25 = stablehlo.divide %a, %b : tensor<2x3xf32>
    %26 = stablehlo.maximum %a, %b : tensor<2x3xf32>
    %27 = stablehlo.minimum %a, %b : tensor<2x3xf32>
    %28 = stablehlo.multiply %a, %b : tensor<2x3xf32>
    %29 = stablehlo.or %i, %j : tensor<2x3xi32>
    %30 = stablehlo.power %a, %b : tensor<2x3xf32>
    %31 = stablehlo.remainder %a, %b : tensor<2x3xf32>
    %32 = stablehlo.shift_left %i, %j : tensor<2x3xi32>
    %33 = stablehlo.shift_right_arithmetic %i, %j : tensor<2x3xi32>
    %34 = stablehlo.shift_right_logical %i, %j : tensor<2x3xi32>
    %35 = stablehlo.subtract %a, %b : tensor<2x3xf32>
    %36 = stablehlo.xor %i, %j : tensor<2x3xi32>
    %37 = stablehlo.is_finite %a : (tensor<2x3xf32>) -> tensor<2x3xi1>
    %38 = stablehlo.compare GE, %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %39 = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %40 = stablehlo.select %p, %a, %b : tensor<2x3xi1>, tensor<2x3xf32>
    %41 = stablehlo.clamp %s, %a, %s : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    %42 = stablehlo.clamp %a, %a, %b : tensor<2x3xf32>
    %43 = stablehlo.convert %a : (tensor<2x3xf32>) -> tensor<2x3xbf16>
    %44 = stablehlo.convert %a : tensor<2x3xf32>
    %46 = stablehlo.complex %a, %b : tensor<2x3xcomplex<f32>>
    %47 = stablehlo.real %46 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
    %48 = stablehlo.imag %46 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
    %49 = stablehlo.abs %46 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
    %45 = stablehlo.bitcast_convert %a : (tensor<2x3xf32>) -> tensor<2x3xui32>
    return
  }
  func.func @moves(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %s: tensor<f32>, %i: tensor<i32>, %rows: tensor<4x1xi32>, %u: tensor<4x3xf32>, %scalar: tensor<f32>) {
    %0 = stablehlo.constant dense<[[1, -2], [3, 4]]> : tensor<2x2xi32>
    %1 = stablehlo.iota dim = 1 : tensor<2x3xi32>
    %2 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %3 = stablehlo.broadcast_in_dim %a, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<5x2x3xf32>
    %4 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<6xf32>
    %5 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %6 = stablehlo.reverse %a, dims = [0, 1] : tensor<2x3xf32>
    %7 = stablehlo.slice %a [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
    %8 = stablehlo.slice %s [] : (tensor<f32>) -> tensor<f32>
    %9 = stablehlo.pad %a, %s, low = [0, -1], high = [2, 1], interior = [1, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x3xf32>
    %10 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
    %11 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
    %12 = stablehlo.dynamic_slice %s, sizes = [] : (tensor<f32>) -> tensor<f32>
    %13 = stablehlo.dynamic_update_slice %a, %11, %i, %i : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    %14 = stablehlo.dynamic_update_slice %s, %scalar : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %15 = "stablehlo.gather"(%a, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<4x1xi32>) -> tensor<4x3xf32>
    %16 = "stablehlo.scatter"(%a, %rows, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      stablehlo.return %y : tensor<f32>
    }) : (tensor<2x3xf32>, tensor<4x1xi32>, tensor<4x3xf32>) -> tensor<2x3xf32>
    return
  }
  func.func @folds(%a: tensor<2x3xf32>, %i: tensor<2x3xi32>, %m: tensor<3x5xf32>, %l: tensor<7x2x3xf32>, %r: tensor<7x3x4xf32>, %z: tensor<f32>, %k: tensor<i32>) {
    %0 = stablehlo.dot_general %a, %m, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
    %1 = stablehlo.dot_general %l, %r, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<7x2x3xf32>, tensor<7x3x4xf32>) -> tensor<7x2x4xf32>
    %2 = stablehlo.dot_general %a, %m, contracting_dims = [1] x [0], precision = [], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
    %3 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %4:2 = stablehlo.reduce(%a init: %z), (%i init: %k) across dimensions = [0, 1] {note = 1 : i32} : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
     reducer(%x: tensor<f32>, %y: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
      %11 = stablehlo.maximum %x, %y : tensor<f32>
      %12 = stablehlo.minimum %p, %q : tensor<i32>
      stablehlo.return %11, %12 : tensor<f32>, tensor<i32>
    }
    %5 = stablehlo.reduce(%a init: %z) across dimensions = [] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
     reducer(%x: tensor<f32>, %y: tensor<f32>) {
      %11 = stablehlo.subtract %x, %y : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }
    %6 = "stablehlo.reduce_window"(%a, %z) <{padding = dense<[[0, 0], [2, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 3>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %11 = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    %7:2 = "stablehlo.sort"(%a, %i) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
      %11 = stablehlo.compare GT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %11 : tensor<i1>
    }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    %8, %9 = chlo.top_k(%a, k = 2, is_stable = false) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
    %10:2 = mhlo.topk(%a, k = 2, largest = false) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
    return
  }
  func.func private @pair(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %0:2 = stablehlo.optimization_barrier %a, %a : tensor<4xf32>, tensor<4xf32>
    return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
  }
  func.func @control(%a: tensor<4xf32>, %i: tensor<i32>, %p: tensor<i1>) -> tensor<4xf32> {
    stablehlo.optimization_barrier()
    %0 = stablehlo.custom_call @"AwsNeuronModuleMarkerStart-Forward"(%a) {api_version = 2 : i32, has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
    %1:2 = stablehlo.composite "my.pair" %a {composite_attributes = {k = 2 : i64}, decomposition = @pair, version = 1 : i32} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    %2 = stablehlo.tuple %a, %i : tuple<tensor<4xf32>, tensor<i32>>
    %3 = stablehlo.get_tuple_element %2[1] : (tuple<tensor<4xf32>, tensor<i32>>) -> tensor<i32>
    %4 = stablehlo.tuple : tuple<>
    %5:2 = stablehlo.while(%n = %i, %x = %a) : tensor<i32>, tensor<4xf32> attributes {note = "loop"}
    cond {
      %9 = stablehlo.compare LT, %n, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    } do {
      %9 = stablehlo.add %n, %n : tensor<i32>
      %10 = stablehlo.negate %x : tensor<4xf32>
      stablehlo.return %9, %10 : tensor<i32>, tensor<4xf32>
    }
    %6 = "stablehlo.case"(%i) ({
      stablehlo.return %a : tensor<4xf32>
    }, {
      %9 = stablehlo.negate %a : tensor<4xf32>
      stablehlo.return %9 : tensor<4xf32>
    }) : (tensor<i32>) -> tensor<4xf32>
    %7 = "stablehlo.if"(%p) ({
      stablehlo.return %6 : tensor<4xf32>
    }, {
      stablehlo.return %a : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    "stablehlo.if"(%p) ({
      stablehlo.return
    }, {
      stablehlo.return
    }) : (tensor<i1>) -> ()
    return %7 : tensor<4xf32>
  }
  func.func @chlo_elements(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %i: tensor<2x3xi32>, %j: tensor<1x3xi32>, %p: tensor<i1>) {
    %0 = chlo.acos %a : tensor<2x3xf32> -> tensor<2x3xf32>
    %1 = chlo.acosh %a : tensor<2x3xf32> -> tensor<2x3xf32>
    %2 = chlo.asin %a : tensor<2x3xf32> -> tensor<2x3xf32>
    %3 = chlo.asinh %a : tensor<2x3xf32> -> tensor<2x3xf32>
    %4 = chlo.atan %a : tensor<2x3xf32> -> tensor<2x3xf32>
    %5 = chlo.atanh %a : tensor<2x3xf32> -> tensor<2x3xf32>
    %6 = chlo.bessel_i1e %a : tensor<2x3xf32> -> tensor<2x3xf32>
    %7 = chlo.conj %a : tensor<2x3xf32> -> tensor<2x3xf32>
    %8 = chlo.cosh %a : tensor<2x3xf32> -> tensor<2x3xf32>
    %9 = chlo.digamma %a : tensor<2x3xf32> -> tensor<2x3xf32>
    %10 = chlo.erf %a : tensor<2x3xf32> -> tensor<2x3xf32>
    %11 = chlo.erfc %a : tensor<2x3xf32> -> tensor<2x3xf32>
    %12 = chlo.erf_inv %a : tensor<2x3xf32> -> tensor<2x3xf32>
    %13 = chlo.lgamma %a : tensor<2x3xf32> -> tensor<2x3xf32>
    %14 = chlo.sinh %a : tensor<2x3xf32> -> tensor<2x3xf32>
    %15 = chlo.square %a : tensor<2x3xf32> -> tensor<2x3xf32>
    %16 = chlo.is_inf %a : tensor<2x3xf32> -> tensor<2x3xi1>
    %17 = chlo.is_neg_inf %a : tensor<2x3xf32> -> tensor<2x3xi1>
    %18 = chlo.is_pos_inf %a : tensor<2x3xf32> -> tensor<2x3xi1>
    %19 = chlo.next_after %a, %a : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
    %20 = chlo.polygamma %a, %a : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
    %21 = chlo.zeta %a, %a : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
    %22 = chlo.mulhi %i, %i : tensor<2x3xi32>, tensor<2x3xi32> -> tensor<2x3xi32>
    %23 = chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %24 = chlo.broadcast_atan2 %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %25 = chlo.broadcast_divide %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %26 = chlo.broadcast_maximum %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %27 = chlo.broadcast_minimum %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %28 = chlo.broadcast_multiply %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %29 = chlo.broadcast_next_after %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %30 = chlo.broadcast_polygamma %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %31 = chlo.broadcast_power %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %32 = chlo.broadcast_remainder %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %33 = chlo.broadcast_subtract %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %34 = chlo.broadcast_zeta %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %35 = chlo.broadcast_and %i, %j : (tensor<2x3xi32>, tensor<1x3xi32>) -> tensor<2x3xi32>
    %36 = chlo.broadcast_or %i, %j : (tensor<2x3xi32>, tensor<1x3xi32>) -> tensor<2x3xi32>
    %37 = chlo.broadcast_xor %i, %j : (tensor<2x3xi32>, tensor<1x3xi32>) -> tensor<2x3xi32>
    %38 = chlo.broadcast_shift_left %i, %j : (tensor<2x3xi32>, tensor<1x3xi32>) -> tensor<2x3xi32>
    %39 = chlo.broadcast_shift_right_arithmetic %i, %j : (tensor<2x3xi32>, tensor<1x3xi32>) -> tensor<2x3xi32>
    %40 = chlo.broadcast_shift_right_logical %i, %j : (tensor<2x3xi32>, tensor<1x3xi32>) -> tensor<2x3xi32>
    %41 = chlo.broadcast_compare %b, %a {broadcast_dimensions = array<i64: 1>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %42 = chlo.broadcast_complex %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xcomplex<f32>>
    %43 = chlo.broadcast_select %p, %a, %b : (tensor<i1>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %44 = "chlo.constant_like"(%a) {value = 1.000000e+00 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
  func.func @precision(%a: tensor<2x3xf32>, %q: tensor<2x3x!quant.uniform<i8:f32, 2.0:15>>) {
    %0 = stablehlo.reduce_precision %a, format = e5m10 : tensor<2x3xf32>
    %1 = stablehlo.uniform_quantize %a : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 2.0:15>>
    %2 = stablehlo.uniform_dequantize %q : (tensor<2x3x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x3xf32>
    return
  }
  func.func @dynamic(%a: tensor<?x3xf32>, %v: tensor<f32>, %s: tensor<2xi32>, %one: tensor<1xindex>, %n: tensor<i32>, %i: tensor<2x4xi64>, %g: tensor<3xi64>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %a, %g, dims = [1, 2] : (tensor<?x3xf32>, tensor<3xi64>) -> tensor<?x?x3xf32>
    %1 = stablehlo.dynamic_broadcast_in_dim %a, %g, dims = [1, 2] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<?x3xf32>, tensor<3xi64>) -> tensor<?x?x3xf32>
    %2 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> tensor<?x?xf32>
    %3 = stablehlo.dynamic_iota %one, dim = 0 : (tensor<1xindex>) -> tensor<4xi32>
    %4 = stablehlo.dynamic_pad %a, %v, %s, %s, %s : (tensor<?x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %5 = stablehlo.dynamic_reshape %a, %s : (tensor<?x3xf32>, tensor<2xi32>) -> tensor<3x?xf32>
    %6 = stablehlo.real_dynamic_slice %a, %s, %s, %s : (tensor<?x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %7 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
    %8 = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<?x3xf32>, tensor<i32>) -> tensor<?x3xf32>
    %9 = "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 0>, indices_are_sorted = false} : (tensor<?x3xf32>, tensor<2x4xi64>, tensor<2xi32>) -> tensor<4x3xf32>
    return
  }
  func.func @linear(%m: tensor<2x2xf32>, %v: tensor<2xf32>, %x: tensor<1x8x8x4xf32>, %k: tensor<3x3x2x4xf32>, %p: tensor<2x2xi64>, %c: tensor<4x16xcomplex<f32>>, %r: tensor<4x16xf32>) {
    %0 = stablehlo.dot %m, %v, precision = [DEFAULT, HIGHEST] : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %1 = stablehlo.dot %v, %v : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
    %2 = stablehlo.einsum %m, %m, config = "ab,bc->ac" : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %3 = stablehlo.unary_einsum %m, config = "ab->a" : (tensor<2x2xf32>) -> tensor<2xf32>
    %4 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, -1]], lhs_dilate = [1, 2], rhs_dilate = [1, 1], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x8x8x4xf32>, tensor<3x3x2x4xf32>) -> tensor<1x4x12x4xf32>
    %5 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x4xf32>) -> tensor<1x4x6x6xf32>
    %6 = stablehlo.dynamic_conv(%x, %k, %p) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
    %7 = stablehlo.cholesky %m, lower = true : tensor<2x2xf32>
    %8 = stablehlo.cholesky %m : tensor<2x2xf32>
    %9 = "stablehlo.triangular_solve"(%m, %m) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %10 = stablehlo.fft %c, type = IFFT, length = [4, 16] : (tensor<4x16xcomplex<f32>>) -> tensor<4x16xcomplex<f32>>
    %11 = stablehlo.fft %r, type = RFFT, length = [16] : (tensor<4x16xf32>) -> tensor<4x9xcomplex<f32>>
    return
  }
  func.func @windows(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>, %f: tensor<6xf32>, %i: tensor<2xi32>) {
    %0 = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %8 = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %8 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %8 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
    %1 = "stablehlo.map"(%x, %x) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %8 = stablehlo.multiply %a, %b : tensor<f32>
      stablehlo.return %8 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
    %2 = "stablehlo.batch_norm_inference"(%x, %f, %f, %f, %f) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
    %3:3 = "stablehlo.batch_norm_training"(%x, %f, %f) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>)
    %4:3 = "stablehlo.batch_norm_grad"(%x, %f, %f, %f, %x) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>)
    %5 = stablehlo.broadcast %f, sizes = [1, 2] : (tensor<6xf32>) -> tensor<1x2x6xf32>
    %6 = "stablehlo.torch_index_select"(%x, %i) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<4x6xf32>, tensor<2xi32>) -> tensor<4x2xf32>
    return
  }
  func.func @devices(%x: tensor<4x8xf32>, %t: !stablehlo.token, %s: tensor<2xui64>, %z: tensor<f32>, %n: tensor<2xi64>) {
    %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids} : (tensor<4x8xf32>) -> tensor<4x16xf32>
    %1 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %20 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %20 : tensor<f32>
    }) {replica_groups = dense<[[0, 2, 4, -1], [1, 3, 5, 6]]> : tensor<2x4xi64>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "stablehlo.all_to_all"(%x) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x8xf32>) -> tensor<16x2xf32>
    %3 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %30 = stablehlo.constant dense<1> : tensor<1xi32>
    %31 = "stablehlo.collective_broadcast"(%x, %30) {has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x8xf32>
    %32 = "stablehlo.collective_reduce"(%x, %30) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %33 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %33 : tensor<f32>
    }) {has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x8xf32>
    %34:2 = chlo.scan(%x) inits(%z) dimension=0 {
    ^bb0(%a: tensor<8xf32>, %b: tensor<f32>):
      stablehlo.return %a, %b : tensor<8xf32>, tensor<f32>
    } : (tensor<4x8xf32>, tensor<f32>) -> (tensor<4x8xf32>, tensor<f32>)
    %4 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %5 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %6 = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %20 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %20 : tensor<f32>
    }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<4x4xf32>
    %7 = stablehlo.partition_id : tensor<ui32>
    %8 = stablehlo.replica_id : tensor<ui32>
    %9 = stablehlo.after_all %t, %t : !stablehlo.token
    %10 = stablehlo.after_all : !stablehlo.token
    %11 = stablehlo.create_token : !stablehlo.token
    %12:2 = "stablehlo.infeed"(%t) {infeed_config = "foobar", layout = [[0, 1]]} : (!stablehlo.token) -> (tensor<3x3xi32>, !stablehlo.token)
    %13 = "stablehlo.outfeed"(%x, %t) {outfeed_config = ""} : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
    %14 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true} : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
    %15:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<3x4xi32>, !stablehlo.token)
    %16 = "stablehlo.async_start"(%x) ({
    ^bb0(%a: tensor<4x8xf32>):
      stablehlo.return %a : tensor<4x8xf32>
    }) : (tensor<4x8xf32>) -> !stablehlo.future<tensor<4x8xf32>>
    %17 = "stablehlo.async_done"(%16) : (!stablehlo.future<tensor<4x8xf32>>) -> tensor<4x8xf32>
    %18 = stablehlo.rng %z, %z, %n, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
    %19:2 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui32>)
    return
  }
}
