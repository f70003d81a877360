//! Between the machine and the wire: element types, ALU operations, memory sizes, operands, and the hexadecimal text
//! of a bundle.

use smallvec::SmallVec;

use crate::machine::{self, Dim, Engine, Limits, Machine, Space, Target, View};
use crate::tensor::ElementType;

use super::isa::{Addr4, AluOp, BUNDLE_BYTES, Dtype, Generation, IsaLimits, Pattern, opcode};

/// The sizes and the generation of a target, as bundles are checked against.
pub fn isa_limits(limits: &Limits) -> IsaLimits {
    IsaLimits {
        generation: match limits.target {
            Target::Trn1 => Generation::Trn1,
            Target::Trn2 => Generation::Trn2,
            Target::Trn3 => Generation::Trn3,
        },
        sbuf_bytes_per_partition: limits.sbuf_bytes,
        psum_bytes_per_partition: limits.psum_bytes(),
    }
}

/// Element types by wire type; where two element types share one, the first is what a bundle means. float32r is
/// NKI's tfloat32, a boolean is stored as uint8 (spec bir.md §9, nki_isa.md §3).
const DTYPES: &[(Dtype, ElementType)] = &[
    (Dtype::U64, ElementType::U64),
    (Dtype::I8, ElementType::S8),
    (Dtype::U8, ElementType::U8),
    (Dtype::U8, ElementType::Pred),
    (Dtype::I16, ElementType::S16),
    (Dtype::U16, ElementType::U16),
    (Dtype::Bf16, ElementType::BF16),
    (Dtype::F16, ElementType::F16),
    (Dtype::I32, ElementType::S32),
    (Dtype::U32, ElementType::U32),
    (Dtype::F32, ElementType::F32),
    (Dtype::F32r, ElementType::TF32),
    (Dtype::I64, ElementType::S64),
    (Dtype::F8E3, ElementType::F8E3M4),
    (Dtype::F8E4, ElementType::F8E4M3),
    (Dtype::F8E5, ElementType::F8E5M2),
];

/// The element type that a wire type means.
pub fn element_type(dtype: Dtype) -> ElementType {
    let row = DTYPES.iter().find(|row| row.0 == dtype);
    row.expect("the table has every wire type (tested)").1
}

/// The wire type of an element type; `None` where a bundle cannot name it (f8E4M3FN has the tag of f8E4M3, and would
/// be read back as that).
pub fn wire_type(elem: ElementType) -> Option<Dtype> {
    DTYPES.iter().find(|row| row.1 == elem).map(|row| row.0)
}

/// The machine's meaning of an ALU operation; `None` if the machine has none (abs_diff, crc32, relu, square).
pub fn alu_op(op: AluOp) -> Option<machine::AluOp> {
    machine::AluOp::from_wire(op.code())
}

/// The wire's name of an ALU operation.
pub fn wire_alu_op(op: machine::AluOp) -> Option<AluOp> {
    op.info().wire.and_then(AluOp::from_code)
}

/// The engine of an instruction.
pub fn engine(engine: opcode::Engine) -> Engine {
    match engine {
        opcode::Engine::Dve => Engine::Dve,
        opcode::Engine::Pool => Engine::Pool,
    }
}

/// The view of a memory pattern over `channels` partitions.
pub fn view(machine: &Machine, pattern: &Pattern, dtype: Dtype, channels: u32) -> View {
    View {
        buffer: if pattern.addr.is_psum() { machine.psum() } else { machine.sbuf() },
        start_partition: pattern.addr.partition().into(),
        num_partitions: channels,
        byte_offset: pattern.addr.byte() as usize,
        pattern: pattern
            .slots
            .iter()
            .rev()
            .map(|slot| Dim { step: slot.step.into(), num: slot.num.into() })
            .collect(),
        dtype: element_type(dtype),
    }
}

/// The ADDR4 of a place on chip; `None` in HBM and past the address's fields.
pub fn address(space: Space, partition: u32, byte: u32) -> Option<Addr4> {
    let partition = u8::try_from(partition).ok()?;
    let addr = match space {
        Space::Sbuf => Addr4::Sbuf { partition, byte },
        Space::Psum => Addr4::Psum { partition, byte },
        Space::Hbm => return None,
    };
    addr.word().map(|_| addr)
}

/// A bundle as 128 lower-case hexadecimal digits.
pub fn hex(bytes: &[u8; BUNDLE_BYTES]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of 128 hexadecimal digits.
///
/// Errors with the byte range of the text at fault and what is wrong there.
pub fn from_hex(text: &str) -> Result<[u8; BUNDLE_BYTES], (std::ops::Range<usize>, String)> {
    if let Some((at, other)) = text.char_indices().find(|(_, c)| !c.is_ascii_hexdigit()) {
        return Err((at..at + other.len_utf8(), format!("'{other}' is no hexadecimal digit")));
    }
    if text.len() != 2 * BUNDLE_BYTES {
        let message = format!("a bundle has {} hexadecimal digits, found {}", 2 * BUNDLE_BYTES, text.len());
        return Err((0..text.len(), message));
    }
    let digit = |byte: u8| (byte as char).to_digit(16).unwrap_or(0) as u8;
    let bytes: SmallVec<[u8; BUNDLE_BYTES]> =
        text.as_bytes().as_chunks::<2>().0.iter().map(|&[high, low]| digit(high) << 4 | digit(low)).collect();
    bytes.into_inner().map_err(|_| (0..text.len(), "a bundle has 64 bytes".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wire_types_and_element_types_correspond() {
        for &dtype in Dtype::ALL {
            let elem = element_type(dtype);
            assert_eq!((wire_type(elem), elem.bytes() as u32), (Some(dtype), dtype.bytes()), "{elem}");
        }
        assert_eq!(wire_type(ElementType::Pred), Some(Dtype::U8));
        assert_eq!(wire_type(ElementType::F8E4M3FN), None);
    }

    #[test]
    fn codes_without_a_meaning_are_known() {
        use super::super::isa::ALU_OPS;
        let op = |code| AluOp::from_code(code).expect("a code of the table");
        let unknown = ALU_OPS.iter().filter(|row| alu_op(op(row.code)).is_none());
        let unknown: Vec<&str> = unknown.map(|row| row.name).collect();
        assert_eq!(unknown, ["abs_diff", "crc32", "relu", "square"]);
        assert_eq!((ALU_OPS.len(), wire_alu_op(machine::AluOp::IsLe)), (35, Some(op(0x15))));
    }

    #[test]
    fn hexadecimal_text_reads_back() {
        let bytes: [u8; BUNDLE_BYTES] = std::array::from_fn(|i| (i * 37) as u8);
        assert_eq!(from_hex(&hex(&bytes)), Ok(bytes));
        assert_eq!(from_hex("6c1g").map_err(|error| error.0), Err(3..4));
        assert_eq!(from_hex("é").map_err(|error| error.0), Err(0..2));
    }

    #[test]
    fn addresses_have_their_fields() {
        assert!(address(Space::Sbuf, 127, 0x3FFFF).is_some());
        assert!(address(Space::Sbuf, 128, 0).is_none());
        assert!(address(Space::Hbm, 0, 0).is_none());
    }
}
