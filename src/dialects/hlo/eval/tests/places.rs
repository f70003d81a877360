//! Elements that move, and are taken and put at computed places.

use super::*;

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
