//! Sorts and top-k.

use super::*;
use crate::machine::ErrorKind;

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
    assert!(error.kind == ErrorKind::Unsupported && error.fault.message.contains("'Mystery'"), "{error:?}");
}
