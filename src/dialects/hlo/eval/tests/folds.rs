//! Reductions, windows and products.

use super::*;

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
