//! Assembler text, its errors, listings and the reference page.

use super::*;

#[test]
fn programs_have_comments_blank_lines_and_any_spacing() {
    let text = "// a fold\n\n  max8   dst = sbuf[ p0 + 8220 , [0,1],[-1,8] ] : f32 src=sbuf[p0+0x1000,[1,64]]:f32 channels=128 // keys\r\n\
                \tmemset dst=sbuf[p0+0x100, [64,3], [1,5]]:f32 value=4286578688 channels=128";
    let bundles = assemble(text, &TRN2).unwrap();
    assert_eq!(bundles, [example("max8"), example("memset")]);
    assert_eq!(assemble("", &TRN2), Ok(vec![]));
}

/// Text, then the errors it gives.
const ERRORS: &[(&str, &[&str])] = &[
    (
        "max9 dst=sbuf[p0+0x0, [1,8]]:f32",
        &["1:1: unknown instruction `max9`; expected max8, match_value_load, find_index8,"],
    ),
    (
        "memset dst=sbuf[p0+0x0, [1,8]]:f31 channels=1",
        &["1:32: unknown element type `f31`; expected u64, i8,"],
    ),
    (
        "memset dst=sbuf[p0+0x0, [1,8]] channels=1",
        &["1:12: the operand has no element type; expected `:f32`"],
    ),
    ("memset dst=sbuf[p0+0x0, [1,8]]:f32", &["1:1: `memset` needs `channels`"]),
    ("memset channels=1", &["1:1: `memset` needs `dst`"]),
    (
        "memset dst=sbuf[p0+0x0, [1,8]]:f32 channels=1 size=3",
        &["1:47: `memset` has no `size`; expected channels, serialization_mode, value, dst"],
    ),
    ("memset channels=1 channels=2", &["1:19: `channels` is given twice"]),
    ("memset channels=300000000000", &["1:17: `300000000000` does not fit; expected an integer of 32 bits"]),
    (
        "memset dst=sbuf[p0+0x0, [1,70000]]:f32",
        &["1:28: `70000` does not fit; expected an integer of 16 bits"],
    ),
    ("memset dst=sbuf[p200+0x0, [1,8]]:f32", &["1:17: the address does not fit its word"]),
    ("memset dst=sbuf[p999+0x0, [1,8]]:f32", &["1:17: an SBUF address is `p0+0x1000`"]),
    ("memset dst=psum[p0+0x0, [1,8]]:f32", &["1:17: a PSUM address is `p0.b2+0x10`"]),
    ("memset dst=ramp[p0+0x0, [1,8]]:f32", &["1:17: an operand is in `sbuf` or `psum`"]),
    ("memset dst=5", &["1:12: bad value for `dst`; expected an operand such as"]),
    ("memset dst=sbuf[p0+0x0]:f32", &["1:12: 0 dimensions; the field has 1 to 4"]),
    ("iota data=sbuf[p0+0x0, [1,8]]", &["1:11: bad value for `data`; expected a ramp"]),
    ("match_replace8 imm=ten", &["1:20: `ten` is no f32; expected a number, `inf` or `nan`"]),
    ("tensor_tensor op=plus", &["1:18: bad value for `op`; expected an ALU op"]),
    ("tensor_scalar reverse=3", &["1:23: bad value for `reverse`; expected none, first, second, both"]),
    ("tensor_scalar imm0=sbuf[p0+0x0, [1,8]]", &["1:33: a pointer is an address alone"]),
    ("load_mask_select mask=[1,2]", &["1:23: a mask has 32 lanes, this one has 2"]),
    (
        "memset dst=sbuf[p0+0x2, [1,8]]:f32 channels=1",
        &["1:8: memset: addr4_alignment: dst at byte 0x2c is 0x2, must be a multiple of 4"],
    ),
    (
        "memset dst=sbuf[p0+0x0, [1,8]]:u64 channels=1",
        &["1:8: memset: operand_dtype: dtype at byte 0x20 is u64, must be one of i8,"],
    ),
    ("memset dst=sbuf[p0+0x0, [1,8]:f32", &["1:30: unexpected `:`; expected `,`, `]`"]),
    (
        "memset dst=",
        &["1:12: unexpected end of line; expected `[`, `psum`, `ramp`, `sbuf`, a name, a number"],
    ),
    ("memset dst sbuf", &["1:12: unexpected `s`; expected `=`"]),
    ("= 5", &["1:1: unexpected `=`; expected `.bytes`, a name"]),
    ("memset \u{e9}=3", &["1:8: unexpected `\u{e9}`; expected a name"]),
    (".bytes 6c10", &["1:1: a bundle has 64 bytes, this line has 2"]),
    (
        "foo\n\nbar\nmemset x=1 y=2",
        &["1:1: unknown", "3:1: unknown", "4:8: `memset` has no `x`", "4:12: `memset` has no `y`"],
    ),
];

#[test]
fn errors_say_where_and_what_was_expected() {
    let mut wrong = Vec::new();
    for (text, expected) in ERRORS {
        let errors = assemble(text, &TRN2).expect_err(text);
        let found: Vec<_> = errors.iter().map(AsmError::to_string).collect();
        let matches = found.len() == expected.len()
            && found.iter().zip(*expected).all(|(found, expected)| found.starts_with(expected));
        if !matches {
            wrong.push(format!("{text}\n  found {found:#?}\n  expected {expected:#?}"));
        }
        for error in errors {
            assert!(text.get(error.span.clone()).is_some(), "{text}: {error:?}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn spans_point_into_the_text() {
    let text = "max8\nmemset channels=x\n";
    let errors = assemble(text, &TRN2).unwrap_err();
    assert_eq!(errors.iter().map(|error| &text[error.span.clone()]).collect::<Vec<_>>(), ["max8", "x"]);
}

#[test]
fn refused_bytes_come_back_as_bytes() {
    let mut bad = example("max8");
    bad[0x27] = 1;
    let line = disassemble(&bad, &TRN2);
    assert_eq!(
        line,
        ".bytes 6c100000 00000000 00000000 00100000 01000100 01000100 40000100 01000100 0a0a8000 00000001 00000000 \
         00000000 1c200000 ffff0000 08000100 00000000  // refused: max8: d2_bn_reserved_z: reserved at byte 0x27 is \
         0x01, must be 0x00"
    );
    assert_eq!(assemble(&line, &TRN2), Ok(vec![bad]));
}

#[test]
fn floats_keep_their_bits() {
    let data = sbuf(0x100, &[[1, 8]], Dtype::F32);
    for bits in
        [0, 0x8000_0000, 1, 0x7F7F_FFFF, 0x3DCC_CCCD, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0000, 0xFFC0_0001]
    {
        let bundle = build::match_replace8(&data, &data, f32::from_bits(bits)).unwrap();
        let bytes = encode(&bundle, &TRN2).unwrap();
        assert_eq!(assemble(&print(&bundle), &TRN2), Ok(vec![bytes]), "{bits:#x}");
    }
}

#[test]
fn a_listing_names_every_field() {
    let mut bad = example("max8");
    bad[0x28] = 1;
    let expected = "\
max8 (0x6c, S4D2_BN)
  0x01  1  inst_word_len       10  // Certain, §1
  0x02  2  debug               0  // Certain, §1
  0x04  8  events              0  // Conflict, §1
  0x0c 20  src                 sbuf[p0+0x1000, [1,64]]  // Certain, §4.1
  0x20  1  in_dtype            f32  // Certain, §4.1
  0x21  1  out_dtype           f32  // Certain, §4.1
  0x22  1  channels            128  // Conflict, §4.1
  0x23  5  reserved            0  // Certain, §4.1
  0x28  4  even_count          1e-45  // Certain, §4.1
  0x2c  4  odd_count           0.0  // Certain, §4.1
  0x30 12  dst                 sbuf[p0+0x201c, [0,1], [-1,8]]  // Certain, §4.1; Strong, §4.1: Written smallest to largest, so reversed: the address is that of the last of the 8 slots.
  0x3c  4  reserved            0  // Certain, §4.1
  refused: max8: d2_bn_zero_count: even_count at byte 0x28 is 0x1, must be 0x0
";
    assert_eq!(describe(&bad, &TRN2), expected);
    assert_eq!(describe(&[0xFF; BUNDLE_BYTES], &TRN2), "0xff: no known opcode\n");
}

/// `docs/dve.md` holds the tables as they are in the code. `BLESS=1` writes them.
#[test]
fn the_reference_page_is_current() {
    const BEGIN: &str = "<!-- generated from src/dialects/dve/isa: BLESS=1 cargo test reference_page -->\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/dve.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (prose, generated) = page.split_once(BEGIN).expect("the page marks its generated part");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, format!("{prose}{BEGIN}\n{}", reference())).unwrap();
        return;
    }
    assert!(generated == format!("\n{}", reference()), "docs/dve.md is stale: run with BLESS=1");
}
