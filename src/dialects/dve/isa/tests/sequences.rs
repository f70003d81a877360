//! The instruction sequences and the access patterns they are made of.

use super::*;

/// What a pattern visits, as byte offsets in the partition.
fn visited(bundle: &Bundle, name: &str) -> Vec<i64> {
    let (pattern, dtype) = bundle.operand(name).unwrap();
    let start = i64::from(pattern.addr.byte());
    pattern.offsets().map(|offset| start + offset * i64::from(dtype.bytes())).collect()
}

#[test]
fn access_patterns_become_slots() {
    let data = sbuf(0, &[[64, 2], [7, 1], [8, 4], [1, 8]], Dtype::F32);
    let pattern = data.pattern(4, Order::Forward).unwrap();
    let slot = |step, num| Slot { step, num };
    assert_eq!(pattern.slots.as_slice(), [slot(1, 8), slot(8, 4), slot(64, 2), Slot::SPARE]);
    assert_eq!((pattern.count(), pattern.extent()), (64, (0, 64 + 24 + 7)));

    let check = |ap: &[[i64; 2]], rank, order| {
        let operand = Operand { ap, ..data };
        operand.pattern(rank, order).unwrap_err().check.name
    };
    assert_eq!(check(data.ap, 2, Order::Forward), "illegal_isa_memory_access_dimension");
    assert_eq!(check(&[[8, 2], [1, 4]], 2, Order::Reversed), "illegal_isa_memory_access_dimension");
    assert_eq!(check(&[[40000, 2]], 2, Order::Forward), "mem_pattern_step");
    assert_eq!(check(&[[1, 70000]], 2, Order::Forward), "mem_pattern_num");
    assert_eq!(check(&[[-1, 8]], 2, Order::Reversed), "addr4_region");
    assert_eq!(check(&[[i64::MIN, i64::MAX]], 2, Order::Reversed), "mem_pattern_step");
}

/// Keys, data, replaced data and indices of one fold.
struct Fold {
    keys: Operand<'static>,
    data: Operand<'static>,
    idx: Operand<'static>,
}

const FOLD: Fold = Fold {
    keys: Operand {
        addr: Addr4::Sbuf { partition: 0, byte: 0x40 },
        ap: &[[2, 8]],
        dtype: Dtype::F32,
        partitions: 64,
    },
    data: Operand {
        addr: Addr4::Sbuf { partition: 0, byte: 0x100 },
        ap: &[[1, 32]],
        dtype: Dtype::F32,
        partitions: 64,
    },
    idx: Operand {
        addr: Addr4::Sbuf { partition: 0, byte: 0x80 },
        ap: &[[1, 8]],
        dtype: Dtype::U32,
        partitions: 64,
    },
};

#[test]
fn max_index_pairs_flop_k_with_key_k() {
    let Fold { keys, data, idx } = FOLD;
    let [load, find] = build::max_index(&idx, &keys, &data).unwrap();
    // The load stores what it reads k-th in mv[7-k]: reading back to front gives mv[k] = key k.
    assert_eq!(visited(&load, "src"), [0x78, 0x70, 0x68, 0x60, 0x58, 0x50, 0x48, 0x40]);
    assert_eq!(visited(&find, "dst"), [0x80, 0x84, 0x88, 0x8C, 0x90, 0x94, 0x98, 0x9C]);
    for bundle in [load, find] {
        encode(&bundle, &TRN1).unwrap();
    }
}

#[test]
fn the_fused_form_pairs_index_k_with_key_k() {
    let Fold { keys, data, idx } = FOLD;
    let [load, replace, drain] =
        build::max_index_and_match_replace(&data, &idx, &keys, &data, f32::NEG_INFINITY).unwrap();
    let (keys_read, idx_written) = (visited(&load, "src"), visited(&drain, "dst"));
    for flop in 0..8 {
        // mv[flop] is what the load read at position 7 - flop, and the drain writes flop's position.
        let key = (keys_read[7 - flop] - 0x40) / 8;
        let slot = (idx_written[flop] - 0x80) / 4;
        assert_eq!(key, slot, "flop {flop}");
    }
    assert_eq!(
        [load.clone(), replace.clone()],
        build::match_replace(&data, &keys, &data, f32::NEG_INFINITY).unwrap()
    );
    assert_eq!(replace.float("imm"), Some(f32::NEG_INFINITY));
    assert!(encode(&drain, &TRN2).is_ok());
    assert_eq!(encode(&drain, &TRN1).unwrap_err().check.name, "isa_generation");
}

#[test]
fn a_reversed_psum_operand_starts_at_its_last_slot() {
    let src = sbuf(0, &[[1, 16]], Dtype::F32);
    let dst = Operand { addr: Addr4::psum(0, 2, 0x10), ap: &[[1, 8]], ..src };
    let bundle = build::max8(&dst, &src).unwrap();
    assert_eq!(bundle.pattern("dst").unwrap().addr, Addr4::psum(0, 2, 0x2C));
}

#[test]
fn builders_choose_the_twin_and_set_every_field() {
    let (wide, word) = (sbuf(0x100, &[[1, 8]], Dtype::F32), sbuf(0x200, &[[1, 8]], Dtype::U32));
    let op = |name| AluOp::from_name(name).unwrap();
    let f32 = |value: f32| Scalar::F32(value.to_bits());
    let step = |name, imm| build::ScalarStep { op: op(name), imm, reverse: true };
    let pointer = Scalar::Pointer(Addr4::Sbuf { partition: 0, byte: 0x40 });
    let one = Operand { ap: &[], ..wide };
    let text = |bundle: Result<Bundle, Refusal>| {
        let bundle = bundle.unwrap();
        encode(&bundle, &TRN2).unwrap();
        print(&bundle)
    };
    let lines = [
        text(build::copy(&wide, &wide)),
        text(build::copy(&wide, &word)),
        text(build::tensor_tensor(&word, &word, &word, op("bitwise_xor"))),
        text(build::tensor_scalar(&wide, &wide, step("subtract", f32(1.0)), Some(step("max", pointer)))),
        text(build::tensor_scalar(&word, &word, step("logical_shift_left", Scalar::Int(3)), None)),
        text(build::tensor_reduce(&one, &wide, op("add"), 1, false)),
        text(build::reciprocal(&wide, &wide)),
        text(build::memset(&wide, 0x7FC0_0000)),
        text(build::iota(&word, 4, &[[0, 2], [1, 4]], -1)),
    ];
    let expected = "\
copy dst=sbuf[p0+0x100, [1,8]]:f32 src=sbuf[p0+0x100, [1,8]]:f32 channels=128
cast dst=sbuf[p0+0x100, [1,8]]:f32 src=sbuf[p0+0x200, [1,8]]:u32 channels=128
tensor_tensor_bitvec dst=sbuf[p0+0x200, [1,8]]:u32 src0=sbuf[p0+0x200, [1,8]]:u32 src1=sbuf[p0+0x200, [1,8]]:u32 op=bitwise_xor channels=128
tensor_scalar dst=sbuf[p0+0x100, [1,8]]:f32 src=sbuf[p0+0x100, [1,8]]:f32 channels=128 op0=subtract op1=max reverse=both imm0=1.0 imm1=sbuf[p0+0x40]
tensor_scalar_bitvec dst=sbuf[p0+0x200, [1,8]]:u32 src=sbuf[p0+0x200, [1,8]]:u32 channels=128 op0=logical_shift_left reverse=first imm0=0x3
tensor_reduce dst=sbuf[p0+0x100, [1,1]]:f32 src=sbuf[p0+0x100, [1,8]]:f32 channels=128 op=add op_dim=x
reciprocal dst=sbuf[p0+0x100, [1,8]]:f32 src=sbuf[p0+0x100, [1,8]]:f32 channels=128
memset dst=sbuf[p0+0x100, [1,8]]:f32 channels=128 value=0x7fc00000
iota dst=sbuf[p0+0x200, [1,8]]:u32 data=ramp[4, [0,2], [1,4]] channels=128 channel_multiplier=-1";
    assert_eq!(lines.join("\n"), expected);
}

#[test]
fn a_shuffle_loads_its_mask_first() {
    let tile = Operand { partitions: 40, ..sbuf(0, &[[1, 4]], Dtype::F32) };
    let mut mask: [u8; 32] = std::array::from_fn(|lane| lane as u8 ^ 1);
    mask[5] = build::SHUFFLE_KEEP;
    let [load, shuffle] = build::stream_shuffle(&tile, &tile, mask).unwrap();
    assert_eq!(shuffle.channels(), 64);
    let wire = load.mask("mask").unwrap();
    assert_eq!((wire[5], wire[6]), (64 | 0x20, 7));
    assert_eq!((build::shuffle_lane(wire[5]), build::shuffle_lane(wire[6])), (None, Some(7)));
    encode(&load, &TRN2).unwrap();
    encode(&shuffle, &TRN2).unwrap();
    let many = Operand { partitions: u32::MAX, ..tile };
    assert_eq!(build::stream_shuffle(&many, &tile, mask).unwrap_err().check.name, "field_kind");
}

#[test]
fn operands_of_different_partitions_are_refused() {
    let src = sbuf(0, &[[1, 8]], Dtype::F32);
    let refusal = build::copy(&Operand { partitions: 64, ..src }, &src).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "copy: equal_partitions: dst at byte 0x2c is 64 partitions, must be 128 partitions"
    );
}
