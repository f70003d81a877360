//! Golden bytes, refusals, text, properties.

mod golden;
mod property;
mod refusal;
mod sequences;
mod text;

use super::*;

/// Limits of spec bir.md §10.
const TRN2: IsaLimits = IsaLimits {
    generation: Generation::Trn2,
    sbuf_bytes_per_partition: 224 << 10,
    psum_bytes_per_partition: 16 << 10,
};
const TRN1: IsaLimits =
    IsaLimits { generation: Generation::Trn1, sbuf_bytes_per_partition: 192 << 10, ..TRN2 };
const TRN3: IsaLimits =
    IsaLimits { generation: Generation::Trn3, sbuf_bytes_per_partition: 256 << 10, ..TRN2 };

/// 64 bytes from hexadecimal; `/` and blanks are for the eye.
fn bytes(hex: &str) -> [u8; BUNDLE_BYTES] {
    let digits: String = hex.chars().filter(char::is_ascii_hexdigit).collect();
    let bytes: Vec<u8> =
        (0..digits.len() / 2).map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).unwrap()).collect();
    bytes.try_into().unwrap_or_else(|bytes: Vec<u8>| panic!("{} bytes in {hex}", bytes.len()))
}

fn sbuf<'a>(byte: u32, ap: &'a [[i64; 2]], dtype: Dtype) -> Operand<'a> {
    Operand { addr: Addr4::Sbuf { partition: 0, byte }, ap, dtype, partitions: 128 }
}

/// A valid bundle of each opcode, in assembler text.
const EXAMPLES: &[&str] = &[
    "max8 dst=sbuf[p0+0x201c, [0,1], [-1,8]]:f32 src=sbuf[p0+0x1000, [1,64]]:f32 channels=128",
    "match_value_load src=sbuf[p0+0x201c, [0,1], [-1,8]]:f32 channels=128",
    "find_index8 dst=sbuf[p0+0x3000, [1,8]]:u32 src=sbuf[p0+0x1000, [1,64]]:f32 channels=128",
    "match_replace8 dst=sbuf[p0+0x1000, [1,64]]:f32 src=sbuf[p0+0x1000, [1,64]]:f32 channels=128 imm=-inf",
    "dve_read_indices dst=sbuf[p0+0x301c, [0,1], [-1,8]]:u32 channels=128",
    "tensor_tensor dst=sbuf[p32+0x400, [1,4]]:f32 src0=sbuf[p0+0x100, [1,4]]:bf16 \
     src1=psum[p64.b3+0x20, [0,4]]:f32 op=mult channels=32",
    "tensor_tensor_bitvec dst=sbuf[p0+0x400, [1,4]]:u32 src0=sbuf[p0+0x100, [1,4]]:u32 \
     src1=sbuf[p0+0x200, [1,4]]:u32 op=bitwise_and channels=64",
    "tensor_scalar dst=sbuf[p0+0x100, [1,4]]:f32 src=sbuf[p0+0x0, [1,4]]:f32 channels=128 op0=mult op1=add \
     reverse=second imm0=0.5 imm1=sbuf[p0+0x2000]",
    "tensor_scalar_bitvec dst=sbuf[p0+0x100, [1,4]]:u32 src=sbuf[p0+0x0, [1,4]]:u32 channels=128 \
     op0=bitwise_and imm0=0xff",
    "tensor_reduce dst=sbuf[p0+0x100, [1,2]]:f32 src=sbuf[p0+0x0, [4,2], [1,4]]:f32 channels=128 negated=true \
     op=max op_dim=x",
    "tensor_reduce_bitvec dst=sbuf[p0+0x100, [1,1]]:u32 src=sbuf[p0+0x0, [4,2], [1,4]]:u32 channels=128 \
     op=bitwise_or op_dim=xy",
    "copy dst=psum[p0.b1+0x0, [1,4]]:f32 src=sbuf[p0+0x0, [2,4]]:f32 channels=128",
    "cast dst=sbuf[p0+0x100, [1,4]]:bf16 src=sbuf[p0+0x0, [1,4]]:f32 channels=128",
    "reciprocal dst=sbuf[p0+0x100, [1,4]]:f32 src=sbuf[p0+0x0, [1,4]]:f32 channels=128",
    "memset dst=sbuf[p0+0x100, [64,3], [1,5]]:f32 channels=128 value=0xff800000",
    "load_mask_select mask=[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,160]",
    "stream_shuffle dst=sbuf[p0+0x100, [1,4]]:f32 src=sbuf[p0+0x0, [1,4]]:f32 channels=128",
    "stream_transpose dst=sbuf[p0+0x100, [1,32]]:f32 src=sbuf[p0+0x0, [1,32]]:f32 channels=32",
    "iota dst=sbuf[p0+0x100, [1,8]]:u32 data=ramp[-5, [1,8]] channels=128 channel_multiplier=8",
];

/// The bytes of an example.
fn example(mnemonic: &str) -> [u8; BUNDLE_BYTES] {
    let text = EXAMPLES.iter().find(|text| text.split(' ').next() == Some(mnemonic)).unwrap();
    assemble(text, &TRN2).unwrap()[0]
}
