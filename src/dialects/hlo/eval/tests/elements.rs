//! Every element on its own.

use super::*;

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
    assert_eq!(eval("hlo.xor", &[a, b]), vector(&[false, true, false]));
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
