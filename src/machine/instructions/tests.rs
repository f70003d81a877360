//! Instructions on views of a machine.

use proptest::prelude::*;

use super::super::{AluOp, BufferId, Dim, Engine, Machine, Pattern, Space, Target, View};
use super::*;
use crate::tensor::{ElementType, Native, Tensor, top_k};

fn machine() -> Machine {
    Machine::new(Target::Trn2)
}

/// A tile of `partitions` rows that hold `values`.
fn tile<T: Native>(machine: &mut Machine, partitions: u32, values: &[T]) -> View {
    let free = values.len() / partitions as usize;
    let view = empty(machine, T::ELEM, partitions, free);
    let tensor = Tensor::from_values(&[values.len()], values).expect("a vector");
    machine.write(&view, tensor.bytes()).expect("in bounds");
    view
}

fn empty(machine: &mut Machine, elem: ElementType, partitions: u32, free: usize) -> View {
    let buffer = machine.alloc_tile(Space::Sbuf, elem, partitions, &[free]).expect("a small tile");
    View::tile(buffer, elem, partitions, &[free])
}

fn read<T: Native>(machine: &Machine, view: &View) -> Vec<T> {
    let bytes = machine.read(view).expect("in bounds");
    Tensor::new(view.dtype, &[view.size()], bytes)
        .expect("whole elements")
        .values()
        .expect("the same width")
        .collect()
}

const WORKED_DATA: [f32; 11] = [1.0, 2.0, 3.0, 4.0, 8.0, 8.0, 8.0, 8.0, 8.0, 8.0, 8.0];
const WORKED_VALS: [f32; 8] = [3.0, 8.0, 8.0, 8.0, 8.0, 8.0, 8.0, 8.0];

#[test]
fn the_worked_case_of_the_pairing_rules() {
    let mut m = machine();
    let (data, vals) = (tile(&mut m, 1, &WORKED_DATA), tile(&mut m, 1, &WORKED_VALS));
    let idx = empty(&mut m, ElementType::U32, 1, 8);
    find_index8(&mut m, &idx, &data, &vals).expect("legal");
    assert_eq!(read::<u32>(&m, &idx), [2, 4, 5, 6, 7, 8, 9, 10]);
    match_replace8(&mut m, &data, &data, &vals, f32::NEG_INFINITY, Some(&idx)).expect("legal in place");
    assert_eq!(read::<u32>(&m, &idx), [2, 10, 9, 8, 7, 6, 5, 4]);
    let inf = f32::NEG_INFINITY;
    assert_eq!(read::<f32>(&m, &data), [1.0, 2.0, inf, 4.0, inf, inf, inf, inf, inf, inf, inf]);
}

#[test]
fn bundles_compose_to_the_instruction() {
    let mut m = machine();
    let (data, vals) = (tile(&mut m, 1, &WORKED_DATA), tile(&mut m, 1, &WORKED_VALS));
    let [idx, replaced] = [ElementType::U16, ElementType::F32].map(|elem| empty(&mut m, elem, 1, 11));
    let idx = View { pattern: View::tile(idx.buffer, idx.dtype, 1, &[8]).pattern, ..idx };
    match_value_load(&mut m, &vals).expect("6D as it stands");
    match_replace8_loaded(&mut m, &replaced, &data, 0.5).expect("6F");
    read_indices(&mut m, &idx).expect("E9 in plain order reads the flops");
    assert_eq!(read::<u16>(&m, &idx), [4, 5, 6, 7, 8, 9, 10, 2]);
    read_indices(&mut m, &idx.clone().reversed()).expect("E9 as the compiler addresses it");
    assert_eq!(read::<u16>(&m, &idx), [2, 10, 9, 8, 7, 6, 5, 4]);
    match_value_load(&mut m, &vals.reversed()).expect("6D reversed");
    find_index8_loaded(&mut m, &idx, &data).expect("6E");
    assert_eq!(read::<u16>(&m, &idx), [2, 4, 5, 6, 7, 8, 9, 10]);
}

#[test]
fn keys_that_are_not_there_give_all_ones() {
    let mut m = machine();
    let data = tile(&mut m, 1, &[0.0f32, f32::NAN, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let vals = tile(&mut m, 1, &[-0.0f32, f32::NAN, 7.0, 6.0, 6.0, 5.0, 4.0, 3.0]);
    for elem in [ElementType::U32, ElementType::U16] {
        let idx = empty(&mut m, elem, 1, 8);
        find_index8(&mut m, &idx, &data, &vals).expect("legal");
        let none = u32::MAX >> (32 - 8 * elem.bytes());
        let bytes = m.read(&idx).expect("in bounds");
        let got = Tensor::new(elem, &[8], bytes).expect("8 indices").to_i64s();
        assert_eq!(got, [0, none.into(), none.into(), 7, none.into(), 6, 5, 4]);
    }
}

#[test]
fn max8_works_on_any_type_layout_and_address() {
    let mut m = machine();
    let values: Vec<i32> = (0..128 * 12).map(|index| (index * 7919) % 1009 - 500).collect();
    let packed = tile(&mut m, 128, &values);
    // The same elements as a 3 x 4 pattern of every second bf16 in SBUF.
    let spread = View {
        pattern: Pattern::from_slice(&[Dim { step: 8, num: 3 }, Dim { step: 2, num: 4 }]),
        ..View::tile(m.sbuf(), ElementType::BF16, 128, &[1]).at(0, 4096)
    };
    tensor_copy(&mut m, &spread, &packed).expect("equal extents");
    let out = View::tile(m.sbuf(), ElementType::S32, 128, &[8]).at(0, 8192);
    max8(&mut m, &out, &spread).expect("legal");
    for (row, got) in values.chunks_exact(12).zip(read::<i32>(&m, &out).chunks_exact(8)) {
        let mut sorted =
            row.iter().map(|value| half::bf16::from_f32(*value as f32).to_f32() as i32).collect::<Vec<_>>();
        sorted.sort_unstable_by(|left, right| right.cmp(left));
        assert_eq!(got, &sorted[..8]);
    }
}

#[test]
fn illegal_operands_are_named() {
    let mut m = machine();
    let seven = tile(&mut m, 1, &[0.0f32; 7]);
    let eight = tile(&mut m, 1, &[0.0f32; 8]);
    let two_rows = tile(&mut m, 2, &[0.0f32; 16]);
    let text = |result: Result<(), super::super::MachineError>| result.expect_err("illegal").to_string();
    assert_eq!(text(max8(&mut m, &eight, &seven)), "src: expected 8 to 16384 elements, found 7");
    assert_eq!(text(max8(&mut m, &seven, &eight)), "dst: expected 8 elements, found 7");
    assert_eq!(text(max8(&mut m, &eight, &two_rows)), "dst: expected 2 partitions, found 1");
    assert_eq!(text(find_index8(&mut m, &eight, &eight, &eight)), "dst: expected u16 or u32, found f32");
    let shifted = eight.clone().at(0, 4);
    assert_eq!(
        text(max8(&mut m, &eight, &shifted)),
        "src: the access pattern reaches bytes 4..36 of a partition of 32 bytes"
    );
    assert_eq!(
        text(max8(&mut m, &eight, &eight.clone().at(1, 0))),
        "src: 1 partitions from 1 do not lie within the 1 there are"
    );
    assert_eq!(
        text(max8(&mut m, &eight.clone().at(0, 2), &eight)),
        "dst: byte offset 2 is not aligned for f32"
    );
    let reversed_too_far =
        View { pattern: Pattern::from_slice(&[Dim { step: -1, num: 8 }]), ..eight.clone() };
    assert!(text(max8(&mut m, &eight, &reversed_too_far)).contains("bytes -28..4"));
    let absurd =
        View { pattern: Pattern::from_slice(&[Dim { step: i64::MAX, num: usize::MAX }; 3]), ..eight.clone() };
    assert!(max8(&mut m, &eight, &absurd).is_err());
    m.release(seven.buffer);
    assert_eq!(text(max8(&mut m, &eight, &seven)), "src: the buffer does not exist");
    let mut old = Machine::new(Target::Trn1);
    let (data, idx) = (tile(&mut old, 1, &[0.0f32; 8]), empty(&mut old, ElementType::U32, 1, 8));
    assert_eq!(
        text(match_replace8(&mut old, &data, &data, &data, 0.0, Some(&idx))),
        "dst_idx: not available on trn1: use find_index8, then match_replace8 without an index destination"
    );
}

/// The k > 8 cascade of the design: W for max8, M for find_index8.
fn cascade(rows: u32, columns: usize, values: &[f32], k: usize) -> (Vec<f32>, Vec<u32>) {
    let mut m = machine();
    let (w, mask) = (tile(&mut m, rows, values), tile(&mut m, rows, values));
    let folds = k.div_ceil(8);
    let keys = empty(&mut m, ElementType::F32, rows, folds * 8);
    let indices = empty(&mut m, ElementType::U32, rows, folds * 8);
    for fold in 0..folds {
        let part = |view: &View| {
            View { pattern: View::tile(w.buffer, view.dtype, rows, &[8]).pattern, ..view.clone() }
                .at(0, fold * 32)
        };
        max8(&mut m, &part(&keys), &w).expect("legal");
        find_index8(&mut m, &part(&indices), &mask, &part(&keys)).expect("legal");
        match_replace8(&mut m, &w, &w, &part(&keys), f32::NEG_INFINITY, None).expect("legal");
        match_replace8(&mut m, &mask, &mask, &part(&keys), f32::NAN, None).expect("legal");
    }
    assert!(columns >= k);
    let first_k =
        |view: &View| View { pattern: Pattern::from_slice(&[Dim { step: 1, num: k }]), ..view.clone() };
    (read(&m, &first_k(&keys)), read(&m, &first_k(&indices)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_cascade_is_the_reference_top_k(
        columns in 8usize..80,
        k in 1usize..40,
        seed in prop::collection::vec(prop_oneof![-2i8..3, any::<i8>()], 80 * 3),
    ) {
        let k = k.min(columns);
        // Few distinct values, one kind of zero, infinities at the ends.
        let value = |raw: &i8| match raw { 127 => f32::INFINITY, -128 => f32::NEG_INFINITY, raw => f32::from(*raw) / 4.0 };
        let values: Vec<f32> = seed[..columns * 3].iter().map(value).collect();
        let input = Tensor::from_values(&[3, columns], &values).expect("3 rows");
        let (want_values, want_indices) = top_k(&input, k).expect("k fits");
        let (got_values, got_indices) = cascade(3, columns, &values, k);
        prop_assert_eq!(want_values.to_f32s(), got_values);
        prop_assert_eq!(want_indices.to_i64s(), got_indices.into_iter().map(i64::from).collect::<Vec<_>>());
    }
}

#[test]
fn fresh_memory_is_poisoned() {
    let mut m = machine();
    let floats = empty(&mut m, ElementType::BF16, 2, 3);
    let ints = empty(&mut m, ElementType::U16, 2, 3);
    assert_eq!(read::<u16>(&m, &floats), [0x7FC0; 6]);
    assert_eq!(read::<u16>(&m, &ints), [4; 6]);
}

#[test]
fn tiles_fit_their_memory_and_buffers_have_one_owner() {
    let mut m = machine();
    let error = m.alloc_tile(Space::Psum, ElementType::F32, 128, &[4097]).expect_err("16 KiB and a word");
    assert_eq!(error.to_string(), "tile: expected at most 4096 elements, found 4097");
    assert!(m.alloc_hbm(ElementType::F32, &[usize::MAX, usize::MAX]).is_err());
    assert!(m.alloc_tile(Space::Sbuf, ElementType::F32, 129, &[1]).is_err());
    let tensor = Tensor::from_values(&[2], &[1u8, 2]).expect("two bytes");
    let id = m.load_hbm(tensor.clone());
    assert_eq!(m.take_hbm(id, ElementType::U8, &[2]), Ok(tensor));
    assert!(m.take_hbm(id, ElementType::U8, &[2]).is_err(), "taken already");
    assert!(m.take_hbm(m.sbuf(), ElementType::U8, &[2]).is_err(), "not HBM");
    let empty = View {
        pattern: Pattern::from_slice(&[Dim { step: 1, num: 0 }]),
        ..View::tile(m.sbuf(), ElementType::U8, 1, &[])
    };
    assert_eq!(m.read(&empty.at(0, usize::MAX)), Ok(vec![]));
}

#[test]
fn iota_wraps_and_casts() {
    let mut m = machine();
    let out = empty(&mut m, ElementType::S32, 2, 6);
    iota(&mut m, &out, Affine { pattern: &[(10, 2), (-1, 3)], offset: i32::MAX, channel_multiplier: 100 })
        .expect("6 elements");
    let at = |value: i64| value as i32;
    let base = i64::from(i32::MAX);
    let row = |base: i64| [0, -1, -2, 10, 9, 8].map(|step| at(base + step));
    assert_eq!(read::<i32>(&m, &out), [row(base), row(base + 100)].concat());
    let out = empty(&mut m, ElementType::U8, 1, 2);
    let zero = Affine { pattern: &[], offset: 0, channel_multiplier: 0 };
    iota(&mut m, &out, Affine { pattern: &[(300, 2)], ..zero }).expect("2 elements");
    assert_eq!(read::<u8>(&m, &out), [0, 255]);
    assert!(iota(&mut m, &out, Affine { pattern: &[(1, 3)], ..zero }).is_err());
}

#[test]
fn integer_arithmetic_is_native_on_gpsimd_only() {
    let mut m = machine();
    let big = tile(&mut m, 1, &[(1i32 << 24) + 1, i32::MAX]);
    let one = tile(&mut m, 1, &[2i32, 1]);
    let out = empty(&mut m, ElementType::S32, 1, 2);
    tensor_tensor(&mut m, &out, &big, &one, AluOp::Add, Engine::Pool).expect("legal");
    assert_eq!(read::<i32>(&m, &out), [(1 << 24) + 3, i32::MIN]);
    tensor_tensor(&mut m, &out, &big, &one, AluOp::Add, Engine::Dve).expect("legal");
    assert_eq!(read::<i32>(&m, &out), [(1 << 24) + 2, i32::MAX]);
    tensor_tensor(&mut m, &out, &big, &one, AluOp::LogicalShiftRight, Engine::Dve).expect("bit operation");
    assert_eq!(read::<i32>(&m, &out), [1 << 22, i32::MAX >> 1]);
    let float = tile(&mut m, 1, &[1.0f32, 2.0]);
    assert!(tensor_tensor(&mut m, &out, &float, &one, AluOp::BitwiseAnd, Engine::Dve).is_err());
}

#[test]
fn tensor_scalar_steps_and_reverses() {
    let mut m = machine();
    let data = tile(&mut m, 2, &[1.0f32, 2.0, 3.0, 4.0]);
    let scalars = tile(&mut m, 2, &[10.0f32, 100.0]);
    let out = empty(&mut m, ElementType::F32, 2, 2);
    let steps = [
        ScalarStep { op: AluOp::Subtract, operand: ScalarOperand::PerPartition(&scalars), reverse: true },
        ScalarStep { op: AluOp::Mult, operand: ScalarOperand::Float(0.5), reverse: false },
    ];
    tensor_scalar(&mut m, &out, &data, &steps).expect("legal");
    assert_eq!(read::<f32>(&m, &out), [4.5, 4.0, 48.5, 48.0]);
    let mixed =
        [steps[1], ScalarStep { op: AluOp::BitwiseAnd, operand: ScalarOperand::Int(1), reverse: false }];
    assert!(
        tensor_scalar(&mut m, &out, &data, &mixed).expect_err("mixed").to_string().contains("do not mix")
    );
}

#[test]
fn reductions_run_over_trailing_axes() {
    let mut m = machine();
    let data = tile(&mut m, 1, &[1.0f32, 5.0, 2.0, -1.0, f32::NAN, 3.0]);
    let out = empty(&mut m, ElementType::F32, 1, 2);
    tensor_reduce(&mut m, &out, &data, AluOp::Max, true).expect("legal");
    assert_eq!(read::<f32>(&m, &out), [-5.0, -3.0]);
    assert!(tensor_reduce(&mut m, &out, &data, AluOp::IsEqual, false).is_err());
    let four = empty(&mut m, ElementType::F32, 1, 4);
    assert!(tensor_reduce(&mut m, &four, &data, AluOp::Add, false).is_err());
}

#[test]
fn activation_scales_biases_and_sums() {
    let mut m = machine();
    let data = tile(&mut m, 2, &[0.0f32, 1.0, 2.0, 3.0]);
    let bias = tile(&mut m, 2, &[half::bf16::from_f32(1.0), half::bf16::from_f32(-4.0)]);
    let [out, sum] = [empty(&mut m, ElementType::F32, 2, 2), empty(&mut m, ElementType::F32, 2, 1)];
    let (bias, scale) = (ScalarOperand::PerPartition(&bias), ScalarOperand::Float(2.0));
    let mut args = ActivationArgs {
        function: ActivationFunction::Square,
        bias,
        scale,
        reduce: ReduceCommand::ResetReduce,
        reduce_res: Some(&sum),
    };
    for (reduce, sums) in [
        (ReduceCommand::ResetReduce, [10.0, 4.0]),
        (ReduceCommand::Reduce, [20.0, 8.0]),
        (ReduceCommand::Idle, [20.0, 8.0]),
        (ReduceCommand::Reset, [0.0, 0.0]),
    ] {
        args.reduce = reduce;
        activation(&mut m, &out, &data, args).expect("legal");
        assert_eq!(read::<f32>(&m, &out), [1.0, 9.0, 0.0, 4.0]);
        assert_eq!(read::<f32>(&m, &sum), sums, "{reduce:?}");
    }
}

fn psum(m: &mut Machine, partitions: u32, free: usize) -> View {
    let buffer = m.alloc_tile(Space::Psum, ElementType::F32, partitions, &[free]).expect("a small tile");
    View::tile(buffer, ElementType::F32, partitions, &[free])
}

#[test]
fn matmul_sums_ascending_from_the_accumulator() {
    let mut m = machine();
    // 35 columns: a block of registers and a rest.
    let (k, rows, n) = (5, 3, 35);
    let value = |i: usize| ((i * 7919) % 101) as f32 * 0.37 - 17.0;
    let stationary: Vec<f32> = (0..k * rows).map(value).collect();
    let moving: Vec<f32> = (0..k * n).map(|i| value(i + 7)).collect();
    let [s, v] = [tile(&mut m, k as u32, &stationary), tile(&mut m, k as u32, &moving)];
    let out = psum(&mut m, rows as u32, n);
    let product = |from: &dyn Fn(usize) -> f32| -> Vec<f32> {
        let sum = |at: usize| {
            (0..k).fold(from(at), |sum, k| sum + stationary[k * rows + at / n] * moving[k * n + at % n])
        };
        (0..rows * n).map(sum).collect()
    };
    nc_matmul(&mut m, &out, &s, &v, Accumulation::Automatic).expect("legal");
    let first = product(&|_| 0.0);
    assert_eq!(read::<f32>(&m, &out), first, "fresh memory is overwritten");
    nc_matmul(&mut m, &out, &s, &v, Accumulation::Automatic).expect("legal");
    let second = product(&|at| first[at]);
    assert_eq!(read::<f32>(&m, &out), second, "written memory is added to");
    nc_matmul(&mut m, &out, &s, &v, Accumulation::Overwrite).expect("legal");
    assert_eq!(read::<f32>(&m, &out), first);
    nc_matmul(&mut m, &out, &s, &v, Accumulation::Add).expect("legal");
    assert_eq!(read::<f32>(&m, &out), second);
    m.poison(&out).expect("in bounds");
    nc_matmul(&mut m, &out, &s, &v, Accumulation::Automatic).expect("legal");
    assert_eq!(read::<f32>(&m, &out), first, "poisoned memory is fresh");
    assert!(nc_matmul(&mut m, &s, &s, &v, Accumulation::Add).is_err(), "SBUF is no destination");
}

#[test]
fn transposition_keeps_every_bit() {
    let mut m = machine();
    let values = [f32::from_bits(0x7FA0_0001), -0.0, f32::INFINITY, 1.0, 2.0, 3.0];
    let data = tile(&mut m, 2, &values);
    let identity = tile(&mut m, 2, &[1.0f32, 0.0, 0.0, 1.0]);
    let out = psum(&mut m, 3, 2);
    pe_transpose(&mut m, &out, &data, &identity).expect("legal");
    let bits: Vec<u32> = read::<f32>(&m, &out).iter().map(|value| value.to_bits()).collect();
    assert_eq!(bits, [0, 3, 1, 4, 2, 5].map(|at: usize| values[at].to_bits()));
    let other = tile(&mut m, 2, &[1.0f32, 0.5, 0.0, 1.0]);
    let error = pe_transpose(&mut m, &out, &data, &other).expect_err("not the identity");
    assert_eq!(error.to_string(), "moving: must be the identity: element 1 of partition 0 is not");
}

#[test]
fn gather_checks_its_indices() {
    let mut m = machine();
    let data = tile(&mut m, 2, &[1u16, 2, 3, 4, 5, 6]);
    let indices = tile(&mut m, 2, &[2u32, 2, 0, 1]);
    let out = empty(&mut m, ElementType::U16, 2, 2);
    nc_n_gather(&mut m, &out, &data, &indices).expect("legal");
    assert_eq!(read::<u16>(&m, &out), [3, 3, 4, 5]);
    let indices = tile(&mut m, 2, &[2u32, 2, 0, 3]);
    let error = nc_n_gather(&mut m, &out, &data, &indices).expect_err("3 of 3");
    assert_eq!(error.to_string(), "indices: index 3 in partition 1 is not below 3");
}

#[test]
fn shuffle_moves_partitions_within_quadrants() {
    let mut m = machine();
    let values: Vec<u32> = (0..64).collect();
    let data = tile(&mut m, 64, &values);
    let mut mask = [255u8; 32];
    (mask[0], mask[1]) = (1, 0);
    stream_shuffle(&mut m, &data.clone(), &data, &mask).expect("in place");
    let got = read::<u32>(&m, &data);
    assert_eq!((&got[..3], &got[32..35]), (&[1, 0, 2][..], &[33, 32, 34][..]));
    let one = tile(&mut m, 1, &[7u32]);
    let out = empty(&mut m, ElementType::U32, 32, 1);
    stream_shuffle(&mut m, &out, &one, &[0; 32]).expect("a broadcast");
    assert_eq!(read::<u32>(&m, &out), [7; 32]);
    assert!(stream_shuffle(&mut m, &out, &one, &[1; 32]).is_err(), "partition 1 does not exist");
    assert!(stream_shuffle(&mut m, &out, &one, &[40; 32]).is_err(), "past the quadrant");
}

#[test]
fn dma_reshapes_casts_and_transposes() {
    let mut m = machine();
    let source = Tensor::from_values(&[2, 3], &[1i32, 2, 3, 4, 5, 300]).expect("6 values");
    let hbm = m.load_hbm(source);
    let transposed = View {
        pattern: Pattern::from_slice(&[Dim { step: 1, num: 3 }, Dim { step: 3, num: 2 }]),
        ..View::hbm(hbm, ElementType::S32, &[6])
    };
    let out = empty(&mut m, ElementType::U8, 3, 2);
    dma_copy(&mut m, &out, &transposed).expect("6 elements");
    assert_eq!(read::<u8>(&m, &out), [1, 4, 2, 5, 3, 255]);
    let five = empty(&mut m, ElementType::U8, 5, 1);
    assert!(dma_copy(&mut m, &five, &transposed).is_err());
}

fn indexed(m: &mut Machine, values: &[f32]) -> (BufferId, View) {
    let buffer = m.load_hbm(Tensor::from_values(&[values.len()], values).expect("a vector"));
    (buffer, View::hbm(buffer, ElementType::F32, &[3, 2]))
}

#[test]
fn indirect_dma_gathers_and_scatters_rows() {
    let mut m = machine();
    let (_, base) = indexed(&mut m, &[0.0, 1.0, 10.0, 11.0, 20.0, 21.0]);
    let indices = tile(&mut m, 3, &[2i32, -1, 0]);
    let mut offset = VectorOffset {
        indices: &indices,
        row_elements: 2,
        rows: 3,
        out_of_bounds: OutOfBounds::Skip,
        write: DmaWrite::Copy,
    };
    let out = tile(&mut m, 3, &[9.0f32; 6]);
    dma_gather(&mut m, &out, &base, offset).expect("legal");
    assert_eq!(read::<f32>(&m, &out), [20.0, 21.0, 9.0, 9.0, 0.0, 1.0]);
    dma_scatter(&mut m, &base, &tile_of_fives(), offset).expect_err("a view of another machine");
    let fives = tile(&mut m, 3, &[5.0f32; 6]);
    dma_scatter(&mut m, &base, &fives, offset).expect("legal");
    assert_eq!(read::<f32>(&m, &base), [5.0, 5.0, 10.0, 11.0, 5.0, 5.0]);
    let added = VectorOffset { write: DmaWrite::Add, ..offset };
    dma_scatter(&mut m, &base, &fives, added).expect("legal");
    assert_eq!(read::<f32>(&m, &base), [10.0, 10.0, 10.0, 11.0, 10.0, 10.0]);
    dma_gather(&mut m, &fives, &base, added).expect("legal");
    assert_eq!(read::<f32>(&m, &fives), [15.0, 15.0, 5.0, 5.0, 15.0, 15.0]);
    offset.out_of_bounds = OutOfBounds::Error;
    let error = dma_gather(&mut m, &out, &base, offset).expect_err("-1");
    assert_eq!(error.to_string(), "vector_offset: index -1 in partition 1 is not below 3");
}

fn tile_of_fives() -> View {
    View::tile(BufferId::default(), ElementType::F32, 3, &[2])
}

#[test]
fn dma_adds_in_f32_and_rounds_to_the_destination() {
    let mut m = machine();
    let bf16 = half::bf16::from_f32;
    let sum = tile(&mut m, 1, &[bf16(256.0), bf16(1.0)]);
    let more = tile(&mut m, 1, &[1.0f32, 0.5]);
    dma_add(&mut m, &sum, &more).expect("legal");
    // 257 lies half way between two bf16: ties to even.
    assert_eq!(read::<half::bf16>(&m, &sum), [bf16(256.0), bf16(1.5)]);
}

#[test]
fn dma_transposes_dimensions() {
    let mut m = machine();
    let values: Vec<u16> = (0..24).collect();
    let src = tile(&mut m, 2, &values);
    let dst = empty(&mut m, ElementType::U16, 4, 6);
    dma_transpose(&mut m, &dst, &src, &[2, 3, 4], &[2, 1, 0]).expect("legal");
    let expected: Vec<u16> = (0..24u16).map(|i| (i % 2) * 12 + (i / 2 % 3) * 4 + i / 6).collect();
    assert_eq!(read::<u16>(&m, &dst), expected);
    assert!(dma_transpose(&mut m, &dst, &src, &[2, 3], &[1, 0]).is_err(), "another size");
}

#[test]
fn predicates_choose_elements() {
    let mut m = machine();
    let predicate = tile(&mut m, 1, &[0u8, 1, 255]);
    for (reverse, expected) in [(false, [9.0f32, 2.0, 3.0]), (true, [1.0, 9.0, 9.0])] {
        let [dst, src] = [[9.0f32; 3], [1.0, 2.0, 3.0]].map(|values| tile(&mut m, 1, &values));
        copy_predicated(&mut m, &dst, &src, &predicate, reverse).expect("legal");
        assert_eq!(read::<f32>(&m, &dst), expected);
    }
}

#[test]
fn affine_select_makes_an_identity() {
    let mut m = machine();
    let tile = tile(&mut m, 3, &[1.0f32; 9]);
    let affine = Affine { pattern: &[(1, 3)], offset: 0, channel_multiplier: -1 };
    affine_select(&mut m, &tile, &tile, affine, AluOp::IsEqual, 0.0).expect("in place");
    assert_eq!(read::<f32>(&m, &tile), [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    assert!(affine_select(&mut m, &tile, &tile, affine, AluOp::Add, 0.0).is_err());
}
