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
}
