//! Kernels on two cores: their rules, how the cores meet, and what is said when they do not.

use super::rules::kernel;
use crate::dialects::device::testing::{expect, run};
use crate::machine::EvalError;
use crate::tensor::Tensor;

/// A kernel on two cores that reads `%x` and writes `%y`, with these bodies.
fn two_cores(first: &str, second: &str) -> String {
    format!(
        "nki.kernel @k(%x: !nki.hbm<2x8xf32>, %y: !nki.hbm<2x8xf32>) attributes {{lnc = 2 : i64}} {{\n\
         %h = nki.alloc : !nki.hbm<2x8xf32>\n\
         nki.core 0 {{\n%t = nki.alloc : !nki.tile<2x8xf32, sbuf>\n{first}\n}}\n\
         nki.core 1 {{\n%t = nki.alloc : !nki.tile<2x8xf32, sbuf>\n{second}\n}}\n}}\n\
         func.func @main(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {{\n\
         %y = nki.call @k(%x) : (tensor<2x8xf32>) -> tensor<2x8xf32>\n\
         return %y : tensor<2x8xf32> }}"
    )
}

const TILE: &str = "!nki.tile<2x8xf32, sbuf>";
const HBM: &str = "!nki.hbm<2x8xf32>";

fn exchange(other: u32, pipe: u32) -> String {
    format!(
        "nki.sendrecv %t, %t {{send_to_rank = {other} : i64, recv_from_rank = {other} : i64, pipe_id = {pipe} : i64}} : {TILE}, {TILE}"
    )
}

fn result(first: &str, second: &str) -> Result<Vec<f32>, EvalError> {
    let x = Tensor::from_values(&[2, 8], &[1.0f32; 16]).expect("2 x 8");
    Ok(run(&two_cores(first, second), "main", &[x])?.0[0].to_f32s())
}

#[test]
fn a_kernel_has_a_body_for_each_core() {
    let with = |lnc: i64, bodies: &str| {
        format!("nki.kernel @k(%x: {HBM}) attributes {{lnc = {lnc} : i64}} {{ {bodies} }}")
    };
    let both = "nki.core 0 { } nki.core 1 { }";
    expect(&with(2, both), "");
    expect(&with(1, ""), "");
    expect(&with(3, both), "attribute 'lnc' is 3: a kernel runs on 1 or 2 cores");
    expect(&with(1, both), "holds 'nki.core', but runs on one core");
    expect(&with(2, "nki.core 1 { } nki.core 0 { }"), "for each of 0 to 1, in order, but has [1, 0]");
    expect(&with(2, "nki.core 0 { }"), "for each of 0 to 1, in order, but has [0]");
    expect(
        &with(2, &format!("%t = nki.alloc : {TILE}\n{both}")),
        "it may only allocate HBM, but holds 'nki.alloc'",
    );
    let trn1 = format!("module attributes {{neuron.target = \"trn1\"}} {{ {} }}", with(2, both));
    expect(&trn1, "needs gen3 to run on 2 cores: trn1 is gen2");
}

#[test]
fn meetings_have_rules() {
    let alloc = format!("%t = nki.alloc : {TILE}\n%p = nki.alloc : !nki.tile<2x8xf32, psum>\n");
    expect(
        &kernel(&format!("{alloc}{}", exchange(0, 0))),
        "has no core to meet: the kernel runs on one (lnc = 1)",
    );
    let first = |text: &str, part: &str| expect(&two_cores(text, ""), part);
    first(&exchange(1, 0), "");
    first(&exchange(2, 0), "is 2: a rank is below the kernel's 2 cores");
    first(&exchange(1, 0).replace("pipe_id = 0", "pipe_id = -1"), "is -1: not negative");
    first(&format!("nki.core_barrier %y : {HBM}"), "");
    first(
        &format!("nki.core_barrier %y {{cores = array<i64: 0>}} : {HBM}"),
        "is [0]: all 2 cores of the kernel",
    );
    first(&format!("nki.core_barrier %t : {TILE}"), "operand 'data' is on chip");
    let wide = "%w = nki.alloc : !nki.tile<2x257xf32, sbuf>\n\
        nki.sendrecv %w, %w {send_to_rank = 1 : i64, recv_from_rank = 1 : i64, pipe_id = 0 : i64, dma_engine = \"gpsimd_dma\"} : \
        !nki.tile<2x257xf32, sbuf>, !nki.tile<2x257xf32, sbuf>";
    first(wide, "is gpsimd_dma, which takes at most 256 elements per partition, not 257");
}

#[test]
fn an_exchange_swaps_tiles() {
    let fill = |value: f32| format!("nki.memset %t {{value = {value:?} : f32}} : {TILE}\n");
    let store = format!("\nnki.dma_copy %y, %t : {HBM}, {TILE}");
    let found = result(
        &format!("{}{}{store}", fill(3.0), exchange(1, 7)),
        &format!("{}{}", fill(5.0), exchange(0, 7)),
    );
    assert_eq!(found, Ok(vec![5.0; 16]));
}

#[test]
fn a_barrier_orders_what_cores_write() {
    // Core 1 reads what core 0 writes only after the barrier.
    let first = format!(
        "nki.dma_copy %t, %x : {TILE}, {HBM}\nnki.dma_copy %h, %t : {HBM}, {TILE}\nnki.core_barrier %h : {HBM}"
    );
    let second = format!(
        "nki.core_barrier %h : {HBM}\nnki.dma_copy %t, %h : {TILE}, {HBM}\nnki.dma_copy %y, %t : {HBM}, {TILE}"
    );
    assert_eq!(result(&first, &second), Ok(vec![1.0; 16]));
    assert_eq!(result(&second, &first), Ok(vec![1.0; 16]), "whichever core writes");
}

#[test]
fn a_core_that_waits_for_ever_is_named_with_the_other() {
    let barrier = |tensor: &str| format!("nki.core_barrier {tensor} : {HBM}");
    for (first, second, message) in [
        (
            exchange(1, 0),
            exchange(0, 1),
            "core 0 waits here for ever: core 1 waits at a point that does not match",
        ),
        (
            exchange(1, 0),
            barrier("%y"),
            "core 0 waits here for ever: core 1 waits at a point that does not match",
        ),
        (
            barrier("%h"),
            barrier("%y"),
            "core 0 waits here for ever: core 1 waits at a point that does not match",
        ),
        (barrier("%h"), String::new(), "core 0 waits here for ever: core 1 has ended"),
        (String::new(), exchange(0, 0), "core 1 waits here for ever: core 0 has ended"),
        (exchange(0, 0), exchange(1, 0), ""),
    ] {
        match result(&first, &second) {
            Ok(_) => assert_eq!(message, "", "{first} and {second}"),
            Err(error) => {
                assert_eq!(error.fault.message, message);
                let note = error.fault.note.expect("the other core's position");
                assert!(message.ends_with(&note.1) && Some(note.0) != error.op, "{note:?}");
            }
        }
    }
}
