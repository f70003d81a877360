//! Results of ops against values worked out by hand.

use super::testing::{Case, build, context, eval, scalar, shaped, vector};
use crate::dialects::elements::{attr_of_tensor, scalar_type, type_of_tensor};
use crate::dialects::hlo::attrs::{Comparison, Direction, DotDims, GatherDims, ScatterDims};
use crate::ir::{Attr, Context, Ir, Type};
use crate::machine::RtValue;
use crate::tensor::{ElementType, Scalar, Tensor};

const INF: f32 = f32::INFINITY;
const NAN: f32 = f32::NAN;

fn bf16(values: &[f32]) -> Tensor {
    vector(values).convert(ElementType::BF16)
}

fn scalar_ty(ctx: &Context, elem: ElementType) -> Type {
    ctx.tensor_type(&[], scalar_type(ctx, elem))
}

fn tensor_ty(ctx: &Context, shape: &[i64], elem: ElementType) -> Type {
    ctx.tensor_type(shape, scalar_type(ctx, elem))
}

fn compare_attrs(ctx: &Context, direction: Direction, kind: Comparison) -> [(&'static str, Attr); 2] {
    [("comparison_direction", direction.attr(ctx)), ("compare_type", kind.attr(ctx))]
}

#[test]
fn integers_wrap_and_divide_as_in_xla() {
    for (name, a, b, want) in [
        ("hlo.add", i32::MAX, 1, i32::MIN),
        ("hlo.divide", 7, 0, -1),
        ("hlo.divide", i32::MIN, -1, i32::MIN),
        ("hlo.divide", -7, 2, -3),
        ("hlo.remainder", -7, 2, -1),
        ("hlo.remainder", 7, 0, 7),
        ("hlo.remainder", i32::MIN, -1, 0),
        ("hlo.shift_left", 1, 32, 0),
        ("hlo.shift_left", 1, -1, 0),
        ("hlo.shift_right_arithmetic", -8, 40, -1),
        ("hlo.shift_right_logical", -1, 31, 1),
        ("hlo.shift_right_logical", -1, 32, 0),
        ("hlo.power", 3, 4, 81),
        ("hlo.power", 2, -1, 0),
        ("hlo.power", -1, -3, -1),
        ("hlo.maximum", -5, 3, 3),
        ("hlo.xor", 6, 3, 5),
    ] {
        assert_eq!(eval(name, &[vector(&[a]), vector(&[b])]), vector(&[want]), "{name} {a} {b}");
    }
    assert_eq!(eval("hlo.divide", &[vector(&[7u8]), vector(&[0u8])]), vector(&[255u8]));
    assert_eq!(eval("hlo.negate", &[vector(&[1u8])]), vector(&[255u8]));
    assert_eq!(eval("hlo.not", &[vector(&[5i8])]), vector(&[-6i8]));
    assert_eq!(eval("hlo.popcnt", &[vector(&[-1i16])]), vector(&[16i16]));
    assert_eq!(eval("hlo.count_leading_zeros", &[vector(&[1u32])]), vector(&[31u32]));
}

#[test]
fn booleans_add_as_or_and_multiply_as_and() {
    let (a, b) = (vector(&[true, true, false]), vector(&[true, false, false]));
    assert_eq!(eval("hlo.add", &[a.clone(), b.clone()]), vector(&[true, true, false]));
    assert_eq!(eval("hlo.multiply", &[a.clone(), b.clone()]), vector(&[true, false, false]));
    assert_eq!(eval("hlo.xor", &[a.clone(), b]), vector(&[false, true, false]));
    let ctx = context();
    let ty = type_of_tensor(&ctx, &a);
    let error = Case::new(&ctx, "hlo.subtract", &[a.clone(), a], &[], &[ty]).run().expect_err("no meaning");
    assert!(error.unsupported);
}

#[test]
fn extremes_propagate_nan_and_order_zeros() {
    let (a, b) = (vector(&[NAN, 1.0, -0.0, 2.0]), vector(&[1.0, NAN, 0.0, -INF]));
    assert_eq!(eval("hlo.maximum", &[a.clone(), b.clone()]), vector(&[NAN, NAN, 0.0, 2.0]));
    assert_eq!(eval("hlo.minimum", &[a, b]), vector(&[NAN, NAN, -0.0, -INF]));
}

#[test]
fn narrow_floats_round_to_even_after_every_op() {
    // 256 + 1 lies half way between 256 and 258 in bf16: the even one wins. 257 + 1 never arises.
    assert_eq!(eval("hlo.add", &[bf16(&[256.0]), bf16(&[1.0])]), bf16(&[256.0]));
    assert_eq!(eval("hlo.add", &[bf16(&[258.0]), bf16(&[1.0])]), bf16(&[260.0]));
    let third = eval("hlo.divide", &[bf16(&[1.0]), bf16(&[3.0])]);
    assert_eq!(third.bits(0), 0x3EAB);
    let f16 = vector(&[2048.0f32]).convert(ElementType::F16);
    let one = vector(&[1.0f32]).convert(ElementType::F16);
    assert_eq!(eval("hlo.add", &[f16.clone(), one]), f16);
}

#[test]
fn functions_of_one_float() {
    for (name, x, want) in [
        ("hlo.sign", -0.0, -0.0),
        ("hlo.sign", NAN, NAN),
        ("hlo.sign", -3.0, -1.0),
        ("hlo.floor", -0.5, -1.0),
        ("hlo.ceil", -0.5, -0.0),
        ("hlo.round_nearest_even", 2.5, 2.0),
        ("hlo.round_nearest_afz", 2.5, 3.0),
        ("hlo.rsqrt", 4.0, 0.5),
        ("hlo.logistic", 0.0, 0.5),
        ("hlo.exponential", -INF, 0.0),
        ("hlo.exponential_minus_one", 1e-10, 1e-10),
        ("hlo.log_plus_one", 1e-10, 1e-10),
        ("hlo.log", 0.0, -INF),
        ("hlo.tanh", 100.0, 1.0),
        ("hlo.cbrt", 27.0, 3.0),
        ("hlo.negate", 0.0, -0.0),
        ("hlo.abs", -0.0, 0.0),
    ] {
        assert_eq!(eval(name, &[vector(&[x])]), vector(&[want]), "{name} {x}");
    }
    assert_eq!(eval("hlo.is_finite", &[vector(&[1.0, INF, NAN])]), vector(&[true, false, false]));
    assert_eq!(
        eval("hlo.power", &[vector(&[2.0f32, 0.0]), vector(&[0.5f32, 0.0])]),
        vector(&[2f32.sqrt(), 1.0])
    );
}

#[test]
fn complex_numbers_have_parts() {
    let z = eval("hlo.complex", &[vector(&[3.0f32, -0.0]), vector(&[4.0f32, 1.0])]);
    assert_eq!(z.elem(), ElementType::C64);
    assert_eq!(eval("hlo.real", std::slice::from_ref(&z)), vector(&[3.0f32, -0.0]));
    assert_eq!(eval("hlo.imag", std::slice::from_ref(&z)), vector(&[4.0f32, 1.0]));
    assert_eq!(eval("hlo.abs", &[z]), vector(&[5.0f32, 1.0]));
    assert_eq!(eval("hlo.imag", &[vector(&[2.0f64])]), vector(&[0.0f64]));
}

#[test]
fn comparisons_in_both_orders_of_floats() {
    let ctx = context();
    let (a, b) = (vector(&[-0.0, NAN, 1.0]), vector(&[0.0, INF, NAN]));
    let compare = |direction, kind| {
        Case::inferred(&ctx, "hlo.compare", &[a.clone(), b.clone()], &compare_attrs(&ctx, direction, kind))
            .tensor()
    };
    assert_eq!(compare(Direction::Lt, Comparison::Float), vector(&[false, false, false]));
    assert_eq!(compare(Direction::Eq, Comparison::Float), vector(&[true, false, false]));
    assert_eq!(compare(Direction::Ne, Comparison::Float), vector(&[false, true, true]));
    assert_eq!(compare(Direction::Lt, Comparison::TotalOrder), vector(&[true, false, true]));
    assert_eq!(compare(Direction::Gt, Comparison::TotalOrder), vector(&[false, true, false]));
    let unsigned = Case::inferred(
        &ctx,
        "hlo.compare",
        &[vector(&[u32::MAX]), vector(&[1u32])],
        &compare_attrs(&ctx, Direction::Gt, Comparison::Unsigned),
    );
    assert_eq!(unsigned.tensor(), vector(&[true]));
    let wrong = Case::inferred(
        &ctx,
        "hlo.compare",
        &[vector(&[1i32]), vector(&[1i32])],
        &compare_attrs(&ctx, Direction::Gt, Comparison::Float),
    );
    assert!(wrong.faults()[0].contains("does not compare elements"), "{:?}", wrong.faults());
}

#[test]
fn select_and_clamp_take_scalars() {
    let (a, b) = (vector(&[1i32, 2]), vector(&[3i32, 4]));
    assert_eq!(eval("hlo.select", &[vector(&[true, false]), a.clone(), b.clone()]), vector(&[1, 4]));
    assert_eq!(eval("hlo.select", &[scalar(false), a, b.clone()]), b);
    let limits = [scalar(0.0f32), vector(&[-1.0, 0.5, 9.0, NAN]), scalar(1.0f32)];
    assert_eq!(eval("hlo.clamp", &limits), vector(&[0.0, 0.5, 1.0, NAN]));
}

#[test]
fn conversions_truncate_and_saturate() {
    let ctx = context();
    let convert = |x: Tensor, elem| {
        let ty = tensor_ty(&ctx, &[x.len() as i64], elem);
        Case::new(&ctx, "hlo.convert", &[x], &[], &[ty]).tensor()
    };
    let floats = vector(&[2.9f32, -2.9, 1e20, NAN]);
    assert_eq!(convert(floats, ElementType::S32), vector(&[2, -2, i32::MAX, 0]));
    assert_eq!(convert(vector(&[300i32]), ElementType::U8), vector(&[44u8]));
    assert_eq!(convert(vector(&[true]), ElementType::F32), vector(&[1.0f32]));
}

#[test]
fn elements_move() {
    let ctx = context();
    let x = shaped(&[2, 3], &[1i32, 2, 3, 4, 5, 6]);
    let attrs = |name: &'static str, dims: &[i64]| [(name, ctx.i64_array_attr(dims))];
    let run = |name: &str, attrs: &[(&str, Attr)]| {
        Case::inferred(&ctx, name, std::slice::from_ref(&x), attrs).tensor()
    };
    assert_eq!(run("hlo.transpose", &attrs("permutation", &[1, 0])), shaped(&[3, 2], &[1, 4, 2, 5, 3, 6]));
    assert_eq!(run("hlo.reverse", &attrs("dimensions", &[0, 1])), shaped(&[2, 3], &[6, 5, 4, 3, 2, 1]));
    let bounds = [
        ("start_indices", ctx.i64_array_attr(&[0, 0])),
        ("limit_indices", ctx.i64_array_attr(&[2, 3])),
        ("strides", ctx.i64_array_attr(&[1, 2])),
    ];
    assert_eq!(run("hlo.slice", &bounds), shaped(&[2, 2], &[1, 3, 4, 6]));
    let ty = tensor_ty(&ctx, &[3, 2], ElementType::S32);
    assert_eq!(
        Case::new(&ctx, "hlo.reshape", std::slice::from_ref(&x), &[], &[ty]).tensor(),
        shaped(&[3, 2], &[1, 2, 3, 4, 5, 6])
    );
    let ty = tensor_ty(&ctx, &[2, 2, 3], ElementType::S32);
    let dims = attrs("broadcast_dimensions", &[1, 2]);
    let wide = Case::new(&ctx, "hlo.broadcast_in_dim", std::slice::from_ref(&x), &dims, &[ty]).tensor();
    assert_eq!(wide, shaped(&[2, 2, 3], &[1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6]));
    let ty = tensor_ty(&ctx, &[2, 3], ElementType::S32);
    let iota = Case::new(&ctx, "hlo.iota", &[], &[("iota_dimension", ctx.int_attr(1, 64))], &[ty]).tensor();
    assert_eq!(iota, shaped(&[2, 3], &[0, 1, 2, 0, 1, 2]));
    let dim = [("dimension", ctx.int_attr(1, 64))];
    let joined =
        Case::inferred(&ctx, "hlo.concatenate", &[x.clone(), shaped(&[2, 1], &[7, 8])], &dim).tensor();
    assert_eq!(joined, shaped(&[2, 4], &[1, 2, 3, 7, 4, 5, 6, 8]));
    let constant = Case::inferred(&ctx, "hlo.constant", &[], &[("value", attr_of_tensor(&ctx, &x))]).tensor();
    assert_eq!(constant, x);
}

#[test]
fn padding_adds_cuts_and_spreads() {
    let ctx = context();
    let pad = |low, high, interior| {
        let attrs = [
            ("edge_padding_low", ctx.i64_array_attr(&[low])),
            ("edge_padding_high", ctx.i64_array_attr(&[high])),
            ("interior_padding", ctx.i64_array_attr(&[interior])),
        ];
        Case::inferred(&ctx, "hlo.pad", &[vector(&[1i32, 2, 3]), scalar(9i32)], &attrs).tensor()
    };
    assert_eq!(pad(1, 2, 0), vector(&[9, 1, 2, 3, 9, 9]));
    assert_eq!(pad(0, 0, 1), vector(&[1, 9, 2, 9, 3]));
    assert_eq!(pad(-1, -1, 1), vector(&[9, 2, 9]));
    assert_eq!(pad(-2, 0, 1), vector(&[2, 9, 3]));
    assert_eq!(pad(-3, 1, 0), vector(&[9]));
}

#[test]
fn computed_starts_are_moved_inside() {
    let ctx = context();
    let x = vector(&[0i32, 1, 2, 3, 4]);
    let sizes = [("slice_sizes", ctx.i64_array_attr(&[2]))];
    for (start, want) in [(1, [1, 2]), (9, [3, 4]), (-7, [0, 1])] {
        let got = Case::inferred(&ctx, "hlo.dynamic_slice", &[x.clone(), scalar(start)], &sizes).tensor();
        assert_eq!(got, vector(&want), "{start}");
    }
    let update = [x, vector(&[8, 9]), scalar(4i32)];
    assert_eq!(eval("hlo.dynamic_update_slice", &update), vector(&[0, 1, 2, 8, 9]));
}

#[test]
fn gather_clamps_and_batches() {
    let ctx = context();
    let x = shaped(&[2, 3], &[0i32, 1, 2, 10, 11, 12]);
    let dims = GatherDims {
        collapsed_slice_dims: vec![0, 1],
        start_index_map: vec![0, 1],
        index_vector_dim: 1,
        ..Default::default()
    };
    let attrs = [("dimension_numbers", dims.attr(&ctx)), ("slice_sizes", ctx.i64_array_attr(&[1, 1]))];
    let indices = shaped(&[3, 2], &[0i32, 2, 1, 1, 5, -1]);
    let got = Case::inferred(&ctx, "hlo.gather", &[x.clone(), indices], &attrs).tensor();
    assert_eq!(got, vector(&[2, 11, 10]));
    // Rows by number, the slice dimension in front.
    let dims = GatherDims {
        offset_dims: vec![0],
        collapsed_slice_dims: vec![0],
        start_index_map: vec![0],
        index_vector_dim: 1,
        ..Default::default()
    };
    let attrs = [("dimension_numbers", dims.attr(&ctx)), ("slice_sizes", ctx.i64_array_attr(&[1, 3]))];
    let got = Case::inferred(&ctx, "hlo.gather", &[x.clone(), vector(&[1i32, 0])], &attrs).tensor();
    assert_eq!(got, shaped(&[3, 2], &[10, 0, 11, 1, 12, 2]));
    // take_along_axis: the row of the operand follows the row of the indices.
    let dims = GatherDims {
        collapsed_slice_dims: vec![1],
        operand_batching_dims: vec![0],
        start_indices_batching_dims: vec![0],
        start_index_map: vec![1],
        index_vector_dim: 2,
        ..Default::default()
    };
    let attrs = [("dimension_numbers", dims.attr(&ctx)), ("slice_sizes", ctx.i64_array_attr(&[1, 1]))];
    let got = Case::inferred(&ctx, "hlo.gather", &[x, shaped(&[2, 2, 1], &[2i32, 0, 1, 1])], &attrs).tensor();
    assert_eq!(got, shaped(&[2, 2], &[2, 0, 11, 11]));
}

/// A body of one op on scalars of this type.
fn single<'c>(case: Case<'c>, name: &str, elem: ElementType) -> Case<'c> {
    let ty = scalar_ty(case.ir.ctx, elem);
    case.region(&[ty, ty], |ir, block| {
        let args = ir.args(block).to_vec();
        vec![build(ir, block, name, &args, &[], ty)]
    })
}

#[test]
fn scatter_skips_windows_that_do_not_fit() {
    let ctx = context();
    let dims = ScatterDims {
        update_window_dims: vec![1],
        scatter_dims_to_operand_dims: vec![0],
        index_vector_dim: 1,
        ..Default::default()
    };
    let attrs = [("scatter_dimension_numbers", dims.attr(&ctx))];
    let inputs = [
        vector(&[0i32; 5]),
        shaped(&[4, 1], &[0i32, 1, 4, -1]),
        shaped(&[4, 2], &[1i32, 2, 3, 4, 5, 6, 7, 8]),
    ];
    let case = Case::inferred(&ctx, "hlo.scatter", &inputs, &attrs);
    assert_eq!(single(case, "hlo.add", ElementType::S32).tensor(), vector(&[1, 5, 4, 0, 0]));
    let replace = Case::inferred(&ctx, "hlo.scatter", &inputs, &attrs)
        .region(&[scalar_ty(&ctx, ElementType::S32); 2], |ir, block| vec![ir.args(block)[1]]);
    assert_eq!(replace.tensor(), vector(&[1, 3, 4, 0, 0]));
}

#[test]
fn reduction_ascends_from_the_initial_value() {
    let ctx = context();
    // (1e8 + 1) - 1e8 in f32 loses the 1; in another order it would not.
    let x = shaped(&[2, 3], &[1e8f32, 1.0, -1e8, 1.0, 2.0, 3.0]);
    let reduce = |dims: &[i64], name| {
        let attrs = [("dimensions", ctx.i64_array_attr(dims))];
        single(
            Case::inferred(&ctx, "hlo.reduce", &[x.clone(), scalar(0.0f32)], &attrs),
            name,
            ElementType::F32,
        )
        .tensor()
    };
    assert_eq!(reduce(&[1], "hlo.add"), vector(&[0.0f32, 6.0]));
    assert_eq!(reduce(&[0], "hlo.maximum"), vector(&[1e8f32, 2.0, 3.0]));
    assert_eq!(reduce(&[0, 1], "hlo.minimum"), scalar(-1e8f32));
    // A body without a loop of its own: the running value minus the element.
    assert_eq!(reduce(&[1], "hlo.subtract"), vector(&[0.0f32, -6.0]));
    assert_eq!(reduce(&[1, 0], "hlo.subtract"), scalar(-6.0f32));
    // bf16 rounds every partial sum: 256 + 1 stays 256.
    let attrs = [("dimensions", ctx.i64_array_attr(&[0]))];
    let ones = bf16(&[256.0, 1.0, 1.0, 1.0]);
    let case = Case::inferred(&ctx, "hlo.reduce", &[ones, scalar(0.0f32).convert(ElementType::BF16)], &attrs);
    assert_eq!(
        single(case, "hlo.add", ElementType::BF16).tensor(),
        scalar(256.0f32).convert(ElementType::BF16)
    );
    let empty = Tensor::zeros(ElementType::S32, &[2, 0]);
    let attrs = [("dimensions", ctx.i64_array_attr(&[1]))];
    let case = Case::inferred(&ctx, "hlo.reduce", &[empty, scalar(7i32)], &attrs);
    assert_eq!(single(case, "hlo.add", ElementType::S32).tensor(), vector(&[7, 7]));
}

/// jnp.argmax's body: (value, index) pairs, NaN wins, then the lower index.
fn argmax_body(ir: &mut Ir<'_>, block: crate::ir::BlockId) -> Vec<crate::ir::ValueId> {
    let ctx = ir.ctx;
    let (pred, f32, s32) = (
        scalar_ty(ctx, ElementType::Pred),
        scalar_ty(ctx, ElementType::F32),
        scalar_ty(ctx, ElementType::S32),
    );
    let &[v, i, w, j] = ir.args(block) else { panic!("four arguments") };
    let mut compare = |a, b, direction, kind| {
        build(ir, block, "hlo.compare", &[a, b], &compare_attrs(ctx, direction, kind), pred)
    };
    let greater = compare(v, w, Direction::Gt, Comparison::Float);
    let nan = compare(v, v, Direction::Ne, Comparison::Float);
    let equal = compare(v, w, Direction::Eq, Comparison::Float);
    let lower = compare(i, j, Direction::Lt, Comparison::Signed);
    let wins = build(ir, block, "hlo.or", &[greater, nan], &[], pred);
    let tie = build(ir, block, "hlo.and", &[equal, lower], &[], pred);
    let keeps = build(ir, block, "hlo.or", &[wins, tie], &[], pred);
    vec![
        build(ir, block, "hlo.select", &[wins, v, w], &[], f32),
        build(ir, block, "hlo.select", &[keeps, i, j], &[], s32),
    ]
}

#[test]
fn variadic_reduction_finds_the_first_maximum() {
    let ctx = context();
    let x = shaped(&[3, 4], &[1.0f32, 5.0, 5.0, 2.0, 1.0, NAN, 7.0, NAN, -INF, -INF, -INF, -INF]);
    let ty = tensor_ty(&ctx, &[3, 4], ElementType::S32);
    let iota = Case::new(&ctx, "hlo.iota", &[], &[("iota_dimension", ctx.int_attr(1, 64))], &[ty]).tensor();
    let inputs = [x, iota, scalar(-INF), scalar(0i32)];
    let attrs = [("dimensions", ctx.i64_array_attr(&[1]))];
    let (f32, s32) = (scalar_ty(&ctx, ElementType::F32), scalar_ty(&ctx, ElementType::S32));
    let case = Case::inferred(&ctx, "hlo.reduce", &inputs, &attrs).region(&[f32, s32, f32, s32], argmax_body);
    let got = case.tensors();
    assert_eq!(got, [vector(&[5.0, NAN, -INF]), vector(&[1i32, 1, 0])]);
}

#[test]
fn windows_slide_pad_and_dilate() {
    let ctx = context();
    let x = vector(&[1i32, 2, 3, 4]);
    let run = |size: i64, stride: i64, base: i64, window: i64, low: i64, high: i64| {
        let padding = attr_of_tensor(&ctx, &shaped(&[1, 2], &[low, high]));
        let list = |value| ctx.i64_array_attr(&[value]);
        let attrs = [
            ("window_dimensions", list(size)),
            ("window_strides", list(stride)),
            ("base_dilations", list(base)),
            ("window_dilations", list(window)),
            ("padding", padding),
        ];
        let case = Case::inferred(&ctx, "hlo.reduce_window", &[x.clone(), scalar(0i32)], &attrs);
        single(case, "hlo.add", ElementType::S32).tensor()
    };
    assert_eq!(run(4, 1, 1, 1, 3, 0), vector(&[1, 3, 6, 10]), "cumulative sum");
    assert_eq!(run(2, 2, 1, 1, 0, 0), vector(&[3, 7]));
    assert_eq!(run(2, 1, 1, 2, 0, 0), vector(&[4, 6]));
    // 1 . 2 . 3 . 4 under windows of 2: each holds one element.
    assert_eq!(run(2, 1, 2, 1, 0, 0), vector(&[1, 2, 2, 3, 3, 4]));
    assert_eq!(run(3, 1, 2, 1, 0, 0), vector(&[3, 2, 5, 3, 7]));
}

#[test]
fn dots_sum_k_ascending() {
    let ctx = context();
    let dot = |lhs: Tensor, rhs: Tensor, dims: DotDims| {
        Case::inferred(&ctx, "hlo.dot_general", &[lhs, rhs], &[("dot_dimension_numbers", dims.attr(&ctx))])
            .tensor()
    };
    let matrix = || DotDims {
        lhs_contracting_dimensions: vec![1],
        rhs_contracting_dimensions: vec![0],
        ..Default::default()
    };
    let a = shaped(&[2, 3], &[1i32, 2, 3, 4, 5, 6]);
    let b = shaped(&[3, 2], &[1i32, 0, 0, 1, 1, 1]);
    assert_eq!(dot(a, b, matrix()), shaped(&[2, 2], &[4, 5, 10, 11]));
    let row = shaped(&[1, 3], &[1e8f32, 1.0, -1e8]);
    let ones = shaped(&[3, 1], &[1.0f32; 3]);
    assert_eq!(dot(row, ones, matrix()), shaped(&[1, 1], &[0.0f32]));
    // bf16 operands sum in f32 and round once: 256 + 1 + 1 = 258.
    let narrow = |t: Tensor| t.convert(ElementType::BF16);
    let (row, ones) = (shaped(&[1, 3], &[256.0f32, 1.0, 1.0]), shaped(&[3, 1], &[1.0f32; 3]));
    assert_eq!(dot(narrow(row), narrow(ones), matrix()), narrow(shaped(&[1, 1], &[258.0f32])));
    let batched = DotDims {
        lhs_batching_dimensions: vec![0],
        rhs_batching_dimensions: vec![1],
        lhs_contracting_dimensions: vec![1],
        rhs_contracting_dimensions: vec![0],
    };
    // lhs[b, k], rhs[k, b]
    let got = dot(shaped(&[2, 2], &[1i32, 2, 3, 4]), shaped(&[2, 2], &[1i32, 10, 100, 1000]), batched);
    assert_eq!(got, vector(&[201, 4030]));
}

fn comparator<'c>(case: Case<'c>, elems: &[ElementType], direction: Direction, kind: Comparison) -> Case<'c> {
    let ctx = case.ir.ctx;
    let args: Vec<Type> = elems.iter().flat_map(|&elem| [scalar_ty(ctx, elem); 2]).collect();
    case.region(&args, |ir, block| {
        let args = ir.args(block)[..2].to_vec();
        let pred = scalar_ty(ir.ctx, ElementType::Pred);
        vec![build(ir, block, "hlo.compare", &args, &compare_attrs(ir.ctx, direction, kind), pred)]
    })
}

#[test]
fn sorts_are_stable_along_any_dimension() {
    let ctx = context();
    let (f, i) = (ElementType::F32, ElementType::S32);
    let keys = vector(&[1.0f32, NAN, -0.0, 1.0, 0.0, -NAN, INF]);
    let numbers = vector(&[0i32, 1, 2, 3, 4, 5, 6]);
    let attrs = [("dimension", ctx.int_attr(0, 64)), ("is_stable", ctx.bool_attr(true))];
    let case = Case::inferred(&ctx, "hlo.sort", &[keys, numbers], &attrs);
    let got = comparator(case, &[f, i], Direction::Gt, Comparison::TotalOrder).tensors();
    assert_eq!(got[1], vector(&[1, 6, 0, 3, 4, 2, 5]));
    // Zeros tie outside of total order.
    let case =
        Case::inferred(&ctx, "hlo.sort", &[vector(&[0.0f32, -0.0, -1.0]), vector(&[0i32, 1, 2])], &attrs);
    let got = comparator(case, &[f, i], Direction::Lt, Comparison::Float).tensors();
    assert_eq!(got[1], vector(&[2, 0, 1]));
    let columns = shaped(&[3, 2], &[3i64, 1, 1, 3, 2, 2]);
    let case = Case::inferred(&ctx, "hlo.sort", &[columns], &attrs);
    let got = comparator(case, &[ElementType::S64], Direction::Lt, Comparison::Signed).tensor();
    assert_eq!(got, shaped(&[3, 2], &[1i64, 1, 2, 2, 3, 3]));
}

#[test]
fn comparators_of_several_ops_are_merged_in_lanes() {
    let ctx = context();
    let (pred, s32) = (scalar_ty(&ctx, ElementType::Pred), scalar_ty(&ctx, ElementType::S32));
    let values: Vec<i32> = (0..200).map(|i| (i * 7919) % 101 - 50).collect();
    let keys = shaped(&[2, 100], &values);
    let case = Case::inferred(&ctx, "hlo.sort", &[keys], &[("dimension", ctx.int_attr(-1, 64))]);
    // By distance from zero.
    let case = case.region(&[s32, s32], |ir, block| {
        let &[a, b] = ir.args(block) else { panic!("two arguments") };
        let a = build(ir, block, "hlo.abs", &[a], &[], s32);
        let b = build(ir, block, "hlo.abs", &[b], &[], s32);
        let attrs = compare_attrs(ctx_of(ir), Direction::Lt, Comparison::Signed);
        vec![build(ir, block, "hlo.compare", &[a, b], &attrs, pred)]
    });
    let mut want = values;
    want.chunks_mut(100).for_each(|row| row.sort_by_key(|value| value.abs()));
    assert_eq!(case.tensor(), shaped(&[2, 100], &want));
}

fn ctx_of<'c>(ir: &Ir<'c>) -> &'c Context {
    ir.ctx
}

#[test]
fn top_k_in_total_order() {
    let ctx = context();
    let x = shaped(&[1, 4], &[NAN, -INF, INF, 0.0]);
    let k = |k| ("k", ctx.int_attr(k, 64));
    let got = Case::inferred(&ctx, "hlo.top_k", std::slice::from_ref(&x), &[k(3)]).tensors();
    assert_eq!(got, [shaped(&[1, 3], &[NAN, INF, 0.0]), shaped(&[1, 3], &[0i32, 2, 3])]);
    let smallest = [k(2), ("largest", ctx.bool_attr(false))];
    let got = Case::inferred(&ctx, "hlo.topk", std::slice::from_ref(&x), &smallest).tensors();
    assert_eq!(got, [shaped(&[1, 2], &[-INF, 0.0]), shaped(&[1, 2], &[1i32, 3])]);
    let got = Case::inferred(&ctx, "hlo.top_k", &[x], &[k(0)]).tensors();
    assert_eq!((got[0].shape(), got[1].shape()), (&[1, 0][..], &[1, 0][..]));
    let ties = Case::inferred(&ctx, "hlo.topk", &[vector(&[3u8, 1, 1, 2])], &smallest).tensors();
    assert_eq!(ties[1], vector(&[1i32, 2]));
}

#[test]
fn custom_calls_that_are_a_top_k() {
    let ctx = context();
    let x = shaped(&[2, 4], &[1.0f32, 4.0, 4.0, 2.0, 0.0, -1.0, 3.0, 3.0]);
    let values = tensor_ty(&ctx, &[2, 2], ElementType::F32);
    let indices = tensor_ty(&ctx, &[2, 2], ElementType::U32);
    let target = |name: &str| [("call_target_name", ctx.string_attr(name))];
    let got = Case::new(
        &ctx,
        "hlo.custom_call",
        std::slice::from_ref(&x),
        &target("AwsNeuronTopK"),
        &[values, indices],
    )
    .tensors();
    assert_eq!(got, [shaped(&[2, 2], &[4.0f32, 4.0, 3.0, 3.0]), shaped(&[2, 2], &[1u32, 2, 2, 3])]);
    let iota = vector(&[10i64, 11, 12, 13]);
    let inputs = [x.clone(), iota];
    let tuple = ctx.ty(crate::ir::TypeKind::Tuple([values, indices].into()));
    let case = Case::new(&ctx, "hlo.custom_call", &inputs, &target("TopK_f32"), &[tuple]);
    match case.run().expect("a top-k").as_slice() {
        [RtValue::Tuple(items)] => match &items[1] {
            RtValue::Tensor(got) => assert_eq!(**got, shaped(&[2, 2], &[11u32, 12, 12, 13])),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
    let error =
        Case::new(&ctx, "hlo.custom_call", &[x], &target("Mystery"), &[values]).run().expect_err("unknown");
    assert!(error.unsupported && error.fault.message.contains("'Mystery'"), "{error:?}");
}

#[test]
fn loops_and_branches() {
    let ctx = context();
    let (pred, s32) = (scalar_ty(&ctx, ElementType::Pred), scalar_ty(&ctx, ElementType::S32));
    let constant = |ir: &mut Ir<'_>, block, value: i32| {
        let attr = attr_of_tensor(ir.ctx, &scalar(value));
        build(ir, block, "hlo.constant", &[], &[("value", attr)], scalar_ty(ir.ctx, ElementType::S32))
    };
    // Doubles until 100 is passed.
    let double = Case::inferred(&ctx, "hlo.while", &[scalar(3i32)], &[])
        .region(&[s32], |ir, block| {
            let limit = constant(ir, block, 100);
            let args = [ir.args(block)[0], limit];
            vec![build(
                ir,
                block,
                "hlo.compare",
                &args,
                &compare_attrs(ir.ctx, Direction::Lt, Comparison::Signed),
                pred,
            )]
        })
        .region(&[s32], |ir, block| {
            let x = ir.args(block)[0];
            vec![build(ir, block, "hlo.add", &[x, x], &[], s32)]
        });
    assert_eq!(double.tensor(), scalar(192i32));
    for (index, want) in [(0, 10), (1, 20), (2, 30), (3, 30), (-1, 30)] {
        let mut case = Case::new(&ctx, "hlo.case", &[scalar(index)], &[], &[s32]);
        for value in [10, 20, 30] {
            case = case.region(&[], |ir, block| vec![constant(ir, block, value)]);
        }
        assert_eq!(case.tensor(), scalar(want), "{index}");
    }
    let either = Case::new(&ctx, "hlo.if", &[scalar(false)], &[], &[s32])
        .region(&[], |ir, block| vec![constant(ir, block, 1)])
        .region(&[], |ir, block| vec![constant(ir, block, 2)]);
    assert_eq!(either.tensor(), scalar(2i32));
}

#[test]
fn faults_name_the_part_that_is_wrong() {
    let ctx = context();
    let x = shaped(&[4, 8], &[0f32; 32]);
    let fault = |name: &str, inputs: &[Tensor], attrs: &[(&str, Attr)], result: &[i64]| {
        let ty = tensor_ty(&ctx, result, ElementType::F32);
        Case::new(&ctx, name, inputs, attrs, &[ty]).faults().join("; ")
    };
    let one = std::slice::from_ref(&x);
    assert!(fault("hlo.reshape", one, &[], &[31]).contains("reshapes 32 elements (4x8) to 31 elements (31)"));
    let twice = [("permutation", ctx.i64_array_attr(&[0, 0]))];
    assert!(fault("hlo.transpose", one, &twice, &[4, 4]).contains("names dimension 0 twice"));
    let far = [
        ("start_indices", ctx.i64_array_attr(&[0, 0])),
        ("limit_indices", ctx.i64_array_attr(&[4, 9])),
        ("strides", ctx.i64_array_attr(&[1, 1])),
    ];
    assert!(fault("hlo.slice", one, &far, &[4, 9]).contains("slices dimension 1 up to 9, but it has size 8"));
    let dims = [("broadcast_dimensions", ctx.i64_array_attr(&[0, 1]))];
    assert!(fault("hlo.broadcast_in_dim", one, &dims, &[4, 9]).contains("size 8 cannot become"));
    let dim = [("iota_dimension", ctx.int_attr(2, 64))];
    assert!(fault("hlo.iota", &[], &dim, &[4, 8]).contains("counts along dimension 2"));
    let dot = DotDims {
        lhs_contracting_dimensions: vec![1],
        rhs_contracting_dimensions: vec![0],
        ..Default::default()
    };
    let dims = [("dot_dimension_numbers", dot.attr(&ctx))];
    let message = fault("hlo.dot_general", &[x.clone(), x.clone()], &dims, &[4, 8]);
    assert!(message.contains("pairs dimension 1 of size 8 with dimension 0 of size 4"), "{message}");
    let big = Case::new(
        &ctx,
        "hlo.top_k",
        one,
        &[("k", ctx.int_attr(9, 64))],
        &[tensor_ty(&ctx, &[4, 9], ElementType::F32), tensor_ty(&ctx, &[4, 9], ElementType::S32)],
    );
    assert!(big.faults()[0].contains("takes k = 9 elements of rows of 8"), "{:?}", big.faults());
}

#[test]
fn a_dot_of_many_blocks_is_exact_on_integers() {
    let ctx = context();
    let ramp = |shape: &[usize]| {
        let count = shape.iter().product::<usize>();
        shaped(shape, &(0..count).map(|i| (i % 17) as f32).collect::<Vec<_>>())
    };
    let dims = DotDims {
        lhs_contracting_dimensions: vec![1],
        rhs_contracting_dimensions: vec![0],
        ..Default::default()
    };
    let case = Case::inferred(
        &ctx,
        "hlo.dot_general",
        &[ramp(&[64, 300]), ramp(&[300, 32])],
        &[("dot_dimension_numbers", dims.attr(&ctx))],
    );
    let got = case.tensor();
    let at =
        |i: usize, j: usize| (0..300).map(|k| ((i * 300 + k) % 17 * ((k * 32 + j) % 17)) as f64).sum::<f64>();
    assert_eq!(got.get(5 * 32 + 7), Scalar::Float(at(5, 7)));
}
