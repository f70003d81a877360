//! Meanings that are not those of the machine alone.

use crate::dialects::device::testing::run;
use crate::tensor::{ElementType, Scalar, Tensor, top_k};

fn topk(x: &Tensor, k: usize) -> (Vec<Tensor>, Vec<String>) {
    let elem = match x.elem() {
        ElementType::U8 => "ui8",
        other => other.name(),
    };
    let (rows, n) = (x.shape()[0], x.shape()[1]);
    let text = format!(
        "func.func @main(%x: tensor<{rows}x{n}x{elem}>) -> (tensor<{rows}x{k}x{elem}>, tensor<{rows}x{k}xui32>) {{ \
         %v, %i = nki.topk %x, k = {k} : (tensor<{rows}x{n}x{elem}>) -> (tensor<{rows}x{k}x{elem}>, tensor<{rows}x{k}xui32>) \
         return %v, %i : tensor<{rows}x{k}x{elem}>, tensor<{rows}x{k}xui32> }}"
    );
    run(&text, "main", std::slice::from_ref(x)).expect("runs")
}

fn values(rows: usize, n: usize, elem: ElementType) -> Tensor {
    let infinity = f32::INFINITY;
    let raw: Vec<f32> = (0..rows * n)
        .map(|i| match (i * 7919) % 23 {
            0 => infinity,
            1 | 2 => -infinity,
            _ => ((i * 104_729) % 41) as f32 - 20.5,
        })
        .collect();
    Tensor::from_values(&[rows, n], &raw).expect("rows x n").convert(elem)
}

#[test]
fn topk_is_exact_with_infinities_ties_and_ragged_rows() {
    use ElementType::{BF16, F16, F32, U8};
    for (rows, n, k, elem) in
        [(3, 64, 20, F32), (130, 40, 40, F32), (2, 5, 5, F32), (2, 9, 9, BF16), (2, 100, 17, F16), (2, 33, 12, U8)]
    {
        let x = values(rows, n, elem);
        let (found, reports) = topk(&x, k);
        let (expected, positions) = top_k(&x, k).expect("fits");
        assert_eq!(found[0], expected, "{rows} {n} {k} {elem}");
        assert_eq!(found[1].to_i64s(), positions.to_i64s(), "{rows} {n} {k} {elem}");
        assert_eq!(reports, Vec::<String>::new());
    }
}

#[test]
fn topk_tells_where_its_order_can_differ() {
    let mut x = values(3, 16, ElementType::F32);
    x.set(20, Scalar::Float(f64::NAN));
    let (_, reports) = topk(&x, 8);
    assert_eq!(
        reports,
        ["'nki.topk' op row 1 holds a NaN: the order of the device may differ from HLO's total order"]
    );
    let mut x = values(3, 16, ElementType::F32);
    x.set(40, Scalar::Float(0.0));
    x.set(41, Scalar::Float(-0.0));
    assert!(topk(&x, 8).1[0].contains("row 2 holds zeros of both signs"));
}

#[test]
fn unwritten_outputs_are_poison_and_tiles_end_with_their_kernel() {
    let text = "nki.kernel @k(%x: !nki.hbm<2x8xf32>, %y: !nki.hbm<2x8xf32>, %z: !nki.hbm<2xui32>) {\n\
          %t = nki.alloc : !nki.tile<2x8xf32, sbuf>\n\
          nki.dma_copy %y, %t : !nki.hbm<2x8xf32>, !nki.tile<2x8xf32, sbuf>\n\
        }\n\
        func.func @main(%x: tensor<2x8xf32>) -> (tensor<2x8xf32>, tensor<2xui32>) {\n\
          %y, %z = nki.call @k(%x) : (tensor<2x8xf32>) -> (tensor<2x8xf32>, tensor<2xui32>)\n\
          return %y, %z : tensor<2x8xf32>, tensor<2xui32>\n\
        }";
    let (found, _) = run(text, "main", &[values(2, 8, ElementType::F32)]).expect("runs");
    assert!(found[0].to_f32s().iter().all(|value| value.is_nan()));
    assert_eq!(found[1].to_i64s(), [4, 4]);
}

#[test]
fn failures_name_the_operand() {
    let text = "nki.kernel @k(%x: !nki.hbm<2x8xf32>, %y: !nki.hbm<2x8xf32>) {\n\
          %t = nki.alloc : !nki.tile<2x8xf32, sbuf>\n\
          %i = nki.alloc : !nki.tile<2x8xui32, sbuf>\n\
          nki.memset %i {value = 8 : i32} : !nki.tile<2x8xui32, sbuf>\n\
          nki.nc_n_gather %t, %t, %i : !nki.tile<2x8xf32, sbuf>, !nki.tile<2x8xf32, sbuf>, !nki.tile<2x8xui32, sbuf>\n\
        }\n\
        func.func @main(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {\n\
          %y = nki.call @k(%x) : (tensor<2x8xf32>) -> tensor<2x8xf32>\n\
          return %y : tensor<2x8xf32>\n\
        }";
    let error = run(text, "main", &[values(2, 8, ElementType::F32)]).expect_err("8 is no position");
    assert_eq!(error.fault.message, "index 8 in partition 0 is not below 8");
    assert_eq!(error.fault.part, crate::ir::Part::Operand(2));
}
