//! Corrupted bundles are refused, with the check they fail.

use std::collections::BTreeSet;

use super::check::CHECKS;
use super::layout::FRAME;
use super::opcode::Demand;
use super::*;

fn refusal(bytes: &[u8; BUNDLE_BYTES]) -> Refusal {
    decode(bytes, &TRN2).expect_err("the bundle is corrupt")
}

/// Every byte that holds a fixed value, every pinned field, every count: one flipped bit is refused, by name and offset.
#[test]
fn flipping_a_fixed_byte_is_refused() {
    let mut flipped = 0;
    for op in OPCODES {
        let good = example(op.mnemonic);
        for field in FRAME.iter().chain(op.layout.fields) {
            let pinned =
                op.rules.iter().find(|rule| matches!(rule.demand, Demand::Is(name, _) if name == field.name));
            let check = match (field.kind, pinned) {
                (Kind::Fixed { check, .. }, _) => check.name,
                (Kind::CountOf(_), _) => "dst_element_count",
                (_, Some(rule)) => rule.check.name,
                _ => continue,
            };
            for at in field.at..field.at + field.width() as u8 {
                for bit in 0..8 {
                    let mut bad = good;
                    bad[usize::from(at)] ^= 1 << bit;
                    let refusal = refusal(&bad);
                    // Some flips already leave the values that the field can have, on this target.
                    let names = [check, "choice", "valid_alu_op", "isa_generation"];
                    assert!(names.contains(&refusal.check.name), "{} byte {at:#x}: {refusal}", op.mnemonic);
                    let is_fixed = matches!(field.kind, Kind::Fixed { .. });
                    assert_eq!(refusal.at, if is_fixed { at } else { field.at }, "{refusal}");
                    flipped += 1;
                }
            }
        }
    }
    assert!(flipped > 19 * 8 * 11, "only {flipped} bits were flipped");
}

/// One corruption: instruction, bytes overwritten from an offset, the check it fails, the text of the refusal.
type Corruption = (&'static str, &'static [(u8, &'static [u8])], &'static str, &'static str);

/// The validators of spec dve.md §4.7 and the checks of operands, one corruption each.
const CORRUPTIONS: &[Corruption] = &[
    (
        "max8",
        &[(0x18, &[7, 0])],
        "d2_bn_ge8_src_element_cnt",
        "src at byte 0x0c is 7 elements, must be 8..=16384 elements",
    ),
    (
        "max8",
        &[(0x18, &[1, 64])],
        "d2_bn_ge8_src_element_cnt",
        "src at byte 0x0c is 16385 elements, must be 8..=16384 elements",
    ),
    ("max8", &[(0x38, &[7])], "s_max8_dst_element_cnt", "dst at byte 0x30 is 7 elements, must be 8 elements"),
    (
        "max8",
        &[(0x28, &[0, 0, 0x80, 0x3F])],
        "d2_bn_zero_count",
        "even_count at byte 0x28 is 0x3f800000, must be 0x0",
    ),
    ("max8", &[(0x2F, &[0x80])], "d2_bn_zero_count", "odd_count at byte 0x2c is 0x80000000, must be 0x0"),
    ("max8", &[(0x27, &[1])], "d2_bn_reserved_z", "reserved at byte 0x27 is 0x01, must be 0x00"),
    ("max8", &[(0x20, &[0x0B])], "s_max8_in_dtype", "in_dtype at byte 0x20 is f32r, must be one of i8, u8,"),
    ("max8", &[(0x20, &[0])], "valid_dtype", "in_dtype at byte 0x20 is tag 0x0, must be a known tag"),
    (
        "max8",
        &[(0x21, &[0x0C]), (0x34, &[0, 0])],
        "addr4_alignment",
        "dst at byte 0x30 is 0x201c, must be a multiple of 8",
    ),
    ("max8", &[(0x22, &[0])], "num_active_channels", "channels at byte 0x22 is 0, must be 1..=128"),
    ("max8", &[(0x22, &[129])], "num_active_channels", "channels at byte 0x22 is 129, must be 1..=128"),
    (
        "max8",
        &[(0x0C, &[0x00, 0x10, 0x80])],
        "start_partition",
        "src at byte 0x0c is partition 32 for 128 channels, must be 0",
    ),
    (
        "max8",
        &[(0x22, &[64]), (0x0C, &[0x00, 0x10, 0x80])],
        "start_partition",
        "src at byte 0x0c is partition 32 for 64 channels, must be 0 or 64",
    ),
    (
        "max8",
        &[(0x22, &[32]), (0x0C, &[0x00, 0x10, 0x04])],
        "start_partition",
        "src at byte 0x0c is partition 1 for 32 channels",
    ),
    ("max8", &[(0x0C, &[0x02])], "addr4_alignment", "src at byte 0x0c is 0x1002, must be a multiple of 4"),
    (
        "max8",
        &[(0x0C, &[0, 0x80, 0x03])],
        "mem_pattern_bounds",
        "src at byte 0x0c is bytes 229376..229632, must be in bytes 0..229376 of the SBUF partition",
    ),
    (
        "max8",
        &[(0x30, &[0, 0])],
        "mem_pattern_bounds",
        "dst at byte 0x30 is bytes -28..4, must be in bytes 0..229376",
    ),
    ("max8", &[(0x1A, &[0, 0])], "mem_pattern_num", "src at byte 0x0c is 0, must be at least 1"),
    ("max8", &[(0x0F, &[0x80])], "addr4_register", "src at byte 0x0c is 0x80001000"),
    ("max8", &[(0x0F, &[0x20])], "addr4_indirect", "src at byte 0x0c is 0x20001000"),
    ("max8", &[(0x0F, &[0x40])], "addr4_dynamic", "src at byte 0x0c is 0x40001000"),
    ("max8", &[(0x0F, &[0x03])], "addr4_region", "src at byte 0x0c is 0x03001000"),
    (
        "max8",
        &[(0x21, &[6]), (0x33, &[2])],
        "psum_write_dtype",
        "dst at byte 0x30 is bf16, must be one of i32, u32, f32, f32r",
    ),
    ("max8", &[(0, &[0x60])], "isa_opcode", "opcode at byte 0x00 is 0x60, must be a known opcode"),
    ("max8", &[(1, &[0x11])], "inst_word_len", "inst_word_len at byte 0x01 is 0x11, must be 0x10"),
    ("max8", &[(3, &[1])], "debug_zero", "debug at byte 0x03 is 0x01, must be 0x00"),
    ("max8", &[(4, &[5])], "events_zero", "events at byte 0x04 is 0x05, must be 0x00"),
    (
        "match_value_load",
        &[(0x18, &[4])],
        "match_value_load_src_element_cnt",
        "src at byte 0x10 is 4 elements, must be 8 elements",
    ),
    ("match_value_load", &[(0x20, &[0x0B])], "match_value_load_dtype", "dtype at byte 0x20 is f32r"),
    (
        "match_value_load",
        &[(0x30, &[1])],
        "match_value_load_unused_imm",
        "imm0_src at byte 0x30 is 0x1, must be 0x0",
    ),
    (
        "find_index8",
        &[(0x38, &[9])],
        "s_find_index8_dst_element_cnt",
        "dst at byte 0x30 is 9 elements, must be 8 elements",
    ),
    ("find_index8", &[(0x20, &[0x0B])], "s_find_index8_in_dtype", "in_dtype at byte 0x20 is f32r"),
    (
        "find_index8",
        &[(0x21, &[8])],
        "s_find_index8_index_dtype",
        "out_dtype at byte 0x21 is i32, must be one of u16, u32",
    ),
    (
        "match_replace8",
        &[(0x18, &[1, 64]), (0x38, &[1, 64])],
        "d4_mr_le16k_src_element_cnt",
        "src at byte 0x0c is 16385 elements",
    ),
    (
        "match_replace8",
        &[(0x38, &[63])],
        "match_replace_element_cnt",
        "dst at byte 0x2c is 63 elements, must be 64 elements, as src",
    ),
    ("match_replace8", &[(0x20, &[4])], "match_replace_dtype", "in_dtype at byte 0x20 is i16"),
    ("match_replace8", &[(0x21, &[8])], "d4_mr_same_src_dt", "out_dtype at byte 0x21 is i32, must be f32"),
    ("match_replace8", &[(0x25, &[1])], "d4_mr_reserved_zero", "reserved at byte 0x25 is 0x01"),
    (
        "dve_read_indices",
        &[(0x38, &[4]), (0x1C, &[4])],
        "dve_read_indices_dst_element_cnt",
        "dst at byte 0x2c is 4 elements",
    ),
    (
        "dve_read_indices",
        &[(0x1C, &[4])],
        "dst_element_count",
        "dst_element_count at byte 0x1c is 4, must be 8",
    ),
    (
        "dve_read_indices",
        &[(0x24, &[1])],
        "serialization_mode",
        "serialization_mode at byte 0x24 is 0x1, must be 0x0",
    ),
    (
        "dve_read_indices",
        &[(0x28, &[1])],
        "dve_read_indices_set_value",
        "value at byte 0x28 is 0x1, must be 0x0",
    ),
    (
        "dve_read_indices",
        &[(0x20, &[0x0A])],
        "dve_read_indices_dtype",
        "dtype at byte 0x20 is f32, must be one of u16, u32",
    ),
    ("dve_read_indices", &[(0x21, &[1])], "d4_mr_reserved_zero", "reserved at byte 0x21 is 0x01"),
    (
        "tensor_tensor",
        &[(0x0E, &[0x0A])],
        "alu_op_class",
        "op at byte 0x0e is bitwise_and, must be an arithmetic op",
    ),
    ("tensor_tensor", &[(0x0E, &[0x1F])], "valid_alu_op", "op at byte 0x0e is 0x1f, must be a known ALU op"),
    (
        "tensor_tensor",
        &[(0x0E, &[0x20])],
        "isa_generation",
        "op at byte 0x0e is abs_max on trn2, must be an op of trn2",
    ),
    ("tensor_tensor", &[(0x0C, &[0xA1])], "operand_dtype", "in0_dtype at byte 0x0c is u64"),
    (
        "tensor_tensor",
        &[(0x0C, &[0xAA]), (0x13, &[2])],
        "both_src_in_psum",
        "src1 at byte 0x20 is in PSUM, must be in SBUF where src0 is in PSUM",
    ),
    (
        "tensor_tensor_bitvec",
        &[(0x0D, &[0x0A])],
        "operand_dtype",
        "out_dtype at byte 0x0d is f32, must be one of i8, u8, i16, u16, i32, u32",
    ),
    (
        "tensor_scalar",
        &[(0x23, &[2])],
        "imm_src",
        "imm0 at byte 0x23 is 2, must be 0 (instruction) or 1 (pointer)",
    ),
    ("tensor_scalar", &[(0x24, &[0])], "op1_needs_op0", "op1 at byte 0x25 is add, must be bypass, as op0"),
    (
        "tensor_scalar",
        &[(0x24, &[7])],
        "alu_op_class",
        "op0 at byte 0x24 is divide, must be an arithmetic op other than",
    ),
    (
        "tensor_scalar",
        &[(0x26, &[4])],
        "choice",
        "reverse at byte 0x26 is 4, must be 0 (none), 1 (first), 2 (second), 3 (both)",
    ),
    (
        "tensor_scalar",
        &[(0x2C, &[0x02])],
        "addr4_alignment",
        "imm1 at byte 0x2c is 0x2002, must be a multiple of 4",
    ),
    ("tensor_reduce", &[(0x25, &[0])], "reduce_op_dim", "op_dim at byte 0x25 is 0, must be 2..=5"),
    (
        "tensor_reduce",
        &[(0x25, &[3])],
        "reduce_element_cnt",
        "dst at byte 0x2c is 2 elements, must be 1 elements",
    ),
    (
        "tensor_reduce",
        &[(0x24, &[0x12])],
        "alu_op_class",
        "op at byte 0x24 is is_equal, must be an arithmetic op that reduces",
    ),
    ("copy", &[(0x20, &[8])], "same_dtype", "out_dtype at byte 0x21 is f32, must be i32"),
    ("copy", &[(0x24, &[4])], "unused_field", "op at byte 0x24 is 0x4, must be 0x0"),
    (
        "cast",
        &[(0x38, &[5])],
        "same_element_cnt",
        "dst at byte 0x2c is 5 elements, must be 4 elements, as src",
    ),
    (
        "memset",
        &[(0x38, &[0xFF, 0xFF, 2, 0]), (0x30, &[0, 0, 0, 0])],
        "free_size",
        "dst at byte 0x2c is 131070 elements, must be at most 65536",
    ),
    (
        "memset",
        &[(0x38, &[0xFF, 0xFF]), (0x30, &[0, 0, 0, 0]), (0x2F, &[2])],
        "free_size",
        "dst at byte 0x2c is 196605 elements, must be at most 4096",
    ),
    (
        "stream_shuffle",
        &[(0x22, &[40])],
        "whole_quadrants",
        "channels at byte 0x22 is 40, must be a multiple of 32",
    ),
    ("stream_transpose", &[(0x26, &[0])], "transpose_mask", "mask_enable at byte 0x26 is 0x0, must be 0x1"),
    (
        "iota",
        &[(0x18, &[9])],
        "same_element_cnt",
        "dst at byte 0x2c is 8 elements, must be 9 elements, as data",
    ),
    ("iota", &[(0x2F, &[2])], "pool_operand_in_sbuf", "dst at byte 0x2c is in PSUM, must be in SBUF"),
    ("iota", &[(0x1A, &[0])], "mem_pattern_num", "data at byte 0x0c is 0, must be at least 1"),
    ("load_mask_select", &[(0x0C, &[1])], "reserved_zero", "reserved at byte 0x0c is 0x01"),
];

#[test]
fn each_validator_refuses_by_name() {
    for (mnemonic, patches, check, text) in CORRUPTIONS {
        let mut bad = example(mnemonic);
        for (at, patch) in *patches {
            bad[usize::from(*at)..][..patch.len()].copy_from_slice(patch);
        }
        let refusal = refusal(&bad);
        assert_eq!(refusal.check.name, *check, "{refusal}");
        assert!(refusal.to_string().contains(text), "{refusal}\nlacks {text}");
    }
}

/// Checks that a decoder cannot fail: they guard operands and bundles on the way in.
const ENCODE_ONLY: &[&str] = &[
    "field_present",
    "field_kind",
    "equal_partitions",
    "illegal_isa_memory_access_dimension",
    "mem_pattern_step",
    "s_max8_out_dtype",
];

#[test]
fn every_check_has_a_corruption() {
    let mut tested: BTreeSet<_> = CORRUPTIONS.iter().map(|corruption| corruption.2).collect();
    tested.extend(ENCODE_ONLY);
    let all: BTreeSet<_> = CHECKS.iter().map(|check| check.name).collect();
    assert_eq!(tested, all);
}

#[test]
fn generations_differ() {
    let drain = example("dve_read_indices");
    assert_eq!(
        decode(&drain, &TRN1).unwrap_err().to_string(),
        "dve_read_indices: isa_generation: opcode at byte 0x00 is 0xe9 on trn1, must be on trn2 or later"
    );
    let mut abs_max = example("tensor_tensor");
    abs_max[0x0E] = 0x20;
    assert!(decode(&abs_max, &TRN3).is_ok());
    let mut high = example("memset");
    high[0x2C..0x30].copy_from_slice(&(200_u32 << 10).to_le_bytes());
    assert!(decode(&high, &TRN2).is_ok());
    assert_eq!(decode(&high, &TRN1).unwrap_err().check.name, "mem_pattern_bounds");
}

#[test]
fn incomplete_bundles_do_not_encode() {
    let max8 = Bundle::new(opcode::by_mnemonic("max8").unwrap());
    let refusal = encode(&max8, &TRN2).unwrap_err();
    assert_eq!(refusal.to_string(), "max8: field_present: src at byte 0x0c is absent, must be given");
    let mut bundle = max8;
    for (name, value) in [
        ("src", Value::Uint(1)),
        ("channels", Value::Uint(256)),
        ("reserved", Value::Uint(0)),
        ("nothing", Value::Uint(0)),
    ] {
        assert_eq!(bundle.set(name, value).unwrap_err().check.name, "field_kind", "{name}");
    }
}
