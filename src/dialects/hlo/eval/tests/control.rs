//! Loops, branches, faults.

use super::*;

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
