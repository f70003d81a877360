//! The tables against bytes written by hand from the specification.

use super::layout::{FRAME, LAYOUTS};
use super::*;

/// Bytes of each example, from the offsets of spec dve.md §4 and §5.
const GOLDEN: &[(&str, &str)] = &[
    (
        "max8",
        "6C100000 00000000 00000000 / 00100000 0100 0100 0100 0100 4000 0100 0100 0100 / 0A 0A 80 0000000000 \
         00000000 00000000 / 1C200000 FFFF 0000 0800 0100 / 00000000",
    ),
    (
        "match_value_load",
        "6D100000 00000000 00000000 / 00000000 / 1C200000 FFFF 0000 0800 0100 / 00000000 / 0A 00 80 \
         000000000000000000 / 00000000 00 000000000000000000000000000000",
    ),
    (
        "find_index8",
        "6E100000 00000000 00000000 / 00100000 0100 0100 0100 0100 4000 0100 0100 0100 / 0A 09 80 0000000000 \
         00000000 00000000 / 00300000 0100 0100 0800 0100 / 00000000",
    ),
    (
        "match_replace8",
        "6F100000 00000000 00000000 / 00100000 0100 0100 0100 0100 4000 0100 0100 0100 / 0A 0A 80 0000000000 \
         000080FF / 00100000 0100 0100 0100 0100 4000 0100 0100 0100",
    ),
    (
        "dve_read_indices",
        "E9100000 00000000 00000000 / 00000000000000000000000000000000 08000000 / 09 00 80 00 00 000000 00000000 / \
         1C300000 FFFF 0000 0100 0100 0800 0100 0100 0100",
    ),
    (
        "tensor_tensor",
        "41100000 00000000 00000000 / A6 0A 06 20 / 00010000 0100 0100 0100 0400 0100 0100 / \
         20182002 0000 0100 0100 0400 0100 0100 / 00048000 0100 0100 0100 0400 0100 0100",
    ),
    (
        "tensor_tensor_bitvec",
        "51100000 00000000 00000000 / 99 09 0A 40 / 00010000 0100 0100 0100 0400 0100 0100 / \
         00020000 0100 0100 0100 0400 0100 0100 / 00040000 0100 0100 0100 0400 0100 0100",
    ),
    (
        "tensor_scalar",
        "43100000 00000000 00000000 / 00 000000 / 00000000 0100 0100 0100 0400 0100 0100 / 0A 0A 80 00 06 04 02 01 \
         0000003F 00200000 / 00010000 0100 0100 0100 0400 0100 0100",
    ),
    (
        "tensor_scalar_bitvec",
        "53100000 00000000 00000000 / 00 000000 / 00000000 0100 0100 0100 0400 0100 0100 / 09 09 80 00 0A 00 00 00 \
         FF000000 00000000 / 00010000 0100 0100 0100 0400 0100 0100",
    ),
    (
        "tensor_reduce",
        "42100000 00000000 00000000 / 00000000 0100 0400 0100 0100 0400 0200 0100 0100 / 0A 0A 80 01 08 02 00 \
         0000000000 / 00010000 0100 0100 0100 0100 0200 0100 0100 0100",
    ),
    (
        "tensor_reduce_bitvec",
        "52100000 00000000 00000000 / 00000000 0100 0400 0100 0100 0400 0200 0100 0100 / 09 09 80 00 0B 03 00 \
         0000000000 / 00010000 0100 0100 0100 0100 0100 0100 0100 0100",
    ),
    (
        "copy",
        "46100000 00000000 00000000 / 00000000 0200 0100 0100 0100 0400 0100 0100 0100 / 0A 0A 80 00 00 00 00 \
         0000000000 / 00080002 0100 0100 0100 0100 0400 0100 0100 0100",
    ),
    (
        "cast",
        "47100000 00000000 00000000 / 00000000 0100 0100 0100 0100 0400 0100 0100 0100 / 0A 06 80 00 00 00 00 \
         0000000000 / 00010000 0100 0100 0100 0100 0400 0100 0100 0100",
    ),
    (
        "reciprocal",
        "48100000 00000000 00000000 / 00000000 0100 0100 0100 0100 0400 0100 0100 0100 / 0A 0A 80 00 00 00 00 \
         0000000000 / 00010000 0100 0100 0100 0100 0400 0100 0100 0100",
    ),
    (
        "memset",
        "49100000 00000000 00000000 / 00000000000000000000000000000000 0F000000 / 0A 00 80 00 00 000000 000080FF / \
         00010000 0100 4000 0100 0100 0500 0300 0100 0100",
    ),
    (
        "load_mask_select",
        "69100000 00000000 00000000 / 0000000000000000000000000000000000000000 / \
         000102030405060708090A0B0C0D0E0F 101112131415161718191A1B1C1D1EA0",
    ),
    (
        "stream_shuffle",
        "6A100000 00000000 00000000 / 00000000 0100 0100 0100 0100 0400 0100 0100 0100 / 0A 0A 80 00 00 00 00 \
         0000000000 / 00010000 0100 0100 0100 0100 0400 0100 0100 0100",
    ),
    (
        "stream_transpose",
        "6B100000 00000000 00000000 / 00000000 0100 0100 0100 0100 2000 0100 0100 0100 / 0A 0A 20 00 00 00 01 \
         0000000000 / 00010000 0100 0100 0100 0100 2000 0100 0100 0100",
    ),
    (
        "iota",
        "7E100000 00000000 00000000 / FBFFFFFF 0100 0100 0100 0100 0800 0100 0100 0100 / 00 09 80 00 08000000 \
         00000000 / 00010000 0100 0100 0100 0100 0800 0100 0100 0100",
    ),
];

#[test]
fn every_opcode_assembles_to_its_golden_bytes() {
    let known: Vec<_> = OPCODES.iter().map(|op| op.mnemonic).collect();
    assert_eq!(
        known,
        ["max8", "match_value_load", "find_index8", "match_replace8", "dve_read_indices"]
            .into_iter()
            .chain(GOLDEN[5..].iter().map(|golden| golden.0))
            .collect::<Vec<_>>()
    );
    for ((mnemonic, golden), text) in GOLDEN.iter().zip(EXAMPLES) {
        let golden = bytes(golden);
        assert_eq!(example(mnemonic), golden, "{mnemonic}: bytes");
        assert_eq!(disassemble(&golden, &TRN2), *text, "{mnemonic}: text");
    }
}

/// The worked check of spec dve.md §8.
#[test]
fn max8_of_the_specification() {
    let expected = bytes(
        "6C 10 00 00 | 00 00 00 00 00 00 00 00 | 00 10 00 00 01 00 01 00 01 00 01 00 40 00 01 00 01 00 01 00 | 0A 0A 80 |\
         00 00 00 00 00 00 00 00 00 00 00 00 00 | 1C 20 00 00 FF FF 00 00 08 00 01 00 | 00 00 00 00",
    );
    let src = sbuf(0x1000, &[[1, 64]], Dtype::F32);
    let dst = sbuf(0x2000, &[[1, 8]], Dtype::F32);
    let bundle = build::max8(&dst, &src).unwrap();
    assert_eq!(encode(&bundle, &TRN2).unwrap(), expected);
    assert_eq!(decode(&expected, &TRN2).unwrap(), bundle);
}

/// Frame and fields cover each bit of the 64 bytes once, and field names are unique.
#[test]
fn structs_cover_every_bit_once() {
    for layout in LAYOUTS {
        let mut seen = [0_u8; BUNDLE_BYTES];
        seen[0] = 0xFF;
        let mut claim = |field: &Field, at: usize, mask: u8| {
            assert_eq!(seen[at] & mask, 0, "{} {} at {at:#x} overlaps", layout.name, field.name);
            seen[at] |= mask;
        };
        for field in FRAME.iter().chain(layout.fields) {
            let mask = match field.kind {
                Kind::DtypeNibble { high: false } => 0x0F,
                Kind::DtypeNibble { high: true } => 0xF0,
                _ => 0xFF,
            };
            for at in 0..field.width() {
                claim(field, usize::from(field.at) + at, mask);
            }
            if let Kind::Scalar { selector } = field.kind {
                claim(field, selector.into(), 0xFF);
            }
        }
        assert_eq!(seen, [0xFF; BUNDLE_BYTES], "{} leaves gaps", layout.name);
        let mut names: Vec<_> = layout.fields.iter().map(|field| field.name).collect();
        names.retain(|&name| name != "reserved");
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{} repeats a name", layout.name);
    }
}

/// Rules and patterns name fields that their struct has.
#[test]
fn tables_name_fields_that_exist() {
    for op in OPCODES {
        for field in op.layout.fields {
            if let Kind::Pattern { dtype: name, .. } | Kind::CountOf(name) = field.kind {
                assert!(op.layout.field(name).is_some(), "{}: {name}", op.layout.name);
            }
        }
        let ruled = op.rules.iter().map(|rule| rule.demand.field());
        for name in ruled.chain(op.doubts.iter().map(|doubt| doubt.field)) {
            assert!(op.layout.field(name).is_some(), "{}: {name}", op.mnemonic);
        }
    }
    let codes = |op: &Opcode| OPCODES.iter().filter(|other| *other == op).count();
    assert!(OPCODES.iter().all(|op| codes(op) == 1), "an opcode is listed twice");
}

#[test]
fn names_and_codes_go_both_ways() {
    for row in ALU_OPS.iter() {
        let op = AluOp::from_code(row.code).unwrap();
        assert_eq!(AluOp::from_name(row.name), Some(op));
        assert_eq!((op.code(), op.row().name), (row.code, row.name));
    }
    for &dtype in Dtype::ALL {
        assert_eq!(
            (Dtype::from_tag(dtype.tag()), Dtype::from_name(dtype.name())),
            (Some(dtype), Some(dtype))
        );
    }
    // Comparisons are not in ordinal order on the wire (spec bir.md §9).
    let codes = ["is_equal", "is_gt", "is_ge", "is_le", "is_lt", "not_equal"]
        .map(|name| AluOp::from_name(name).unwrap().code());
    assert_eq!(codes, [0x12, 0x13, 0x14, 0x15, 0x16, 0x18]);
}

#[test]
fn addresses_go_both_ways() {
    for (word, addr) in [
        (0x0000_1000, Addr4::Sbuf { partition: 0, byte: 0x1000 }),
        (0x0180_0004, Addr4::Sbuf { partition: 96, byte: 4 }),
        (0x0200_0000, Addr4::psum(0, 0, 0)),
        (0x0230_1810, Addr4::psum(96, 3, 0x10)),
    ] {
        assert_eq!((addr.word(), Addr4::from_word(word)), (Some(word), Ok(addr)));
    }
    assert_eq!(Addr4::Sbuf { partition: 128, byte: 0 }.word(), None);
    assert_eq!(Addr4::Sbuf { partition: 0, byte: 1 << 18 }.word(), None);
    for (word, check) in [
        (0x8000_0005, "addr4_register"),
        (0x2000_0000, "addr4_indirect"),
        (0x4000_0000, "addr4_dynamic"),
        (0x0240_0000, "addr4_region"),
    ] {
        assert_eq!(Addr4::from_word(word).unwrap_err().name, check);
    }
}
