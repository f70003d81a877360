//! Bundles as assembler text (grammar/dve_asm.pest).

use std::fmt::Write;

use super::bundle::{self, Bundle, Scalar, Value};
use super::layout::{Access, Field, Kind};
use super::opcode::Opcode;
use super::operand::{Addr4, Pattern, Slot};
use super::{BUNDLE_BYTES, IsaLimits, decode};

/// The bits of the NaN that text calls `nan`; other NaNs print as hexadecimal bits.
pub(super) const QUIET_NAN: u32 = 0x7FC0_0000;

/// One line of assembler text: destinations, sources, then every other field that is not at its default.
///
/// Complete: [`super::assemble`] gives the same bundle back.
pub fn print(bundle: &Bundle) -> String {
    let mut line = bundle.op().mnemonic.to_owned();
    let mut fields: Vec<_> = bundle.fields().filter(|(field, _)| !is_dtype(field)).collect();
    fields.sort_by_key(|(field, _)| match field.kind {
        Kind::Pattern { access: Access::Write, .. } => 0,
        Kind::Pattern { access: Access::Read, .. } => 1,
        _ => 2,
    });
    for (field, value) in fields {
        if *value == bundle::default(bundle.op(), field) {
            continue;
        }
        let _ = write!(line, " {}={}", field.name, value_text(field, value));
        if let Kind::Pattern { dtype, .. } = field.kind
            && let Some(dtype) = bundle.dtype(dtype)
        {
            let _ = write!(line, ":{}", dtype.name());
        }
    }
    line
}

/// The assembler line of 64 bytes; bytes that do not decode come as `.bytes`, with the check they fail.
pub fn disassemble(bytes: &[u8; BUNDLE_BYTES], limits: &IsaLimits) -> String {
    match decode(bytes, limits) {
        Ok(bundle) => print(&bundle),
        Err(refusal) => {
            let words = bytes.chunks(4).map(|word| word.iter().map(|byte| format!("{byte:02x}")).collect());
            format!(".bytes {}  // refused: {refusal}", words.collect::<Vec<String>>().join(" "))
        }
    }
}

/// Element types are written with the operand they belong to.
pub(super) fn is_dtype(field: &Field) -> bool {
    matches!(field.kind, Kind::Dtype | Kind::DtypeNibble { .. })
}

/// The text of one value.
pub(super) fn value_text(field: &Field, value: &Value) -> String {
    match value {
        Value::Absent => "absent".to_owned(),
        Value::Uint(number) => match field.kind {
            Kind::Choice(names) => names
                .iter()
                .find(|&&(_, code)| u32::from(code) == *number)
                .map_or_else(|| number.to_string(), |(name, _)| (*name).to_owned()),
            Kind::Uint { width: 4 } => format!("{number:#x}"),
            _ => number.to_string(),
        },
        Value::I32(number) => number.to_string(),
        Value::F32(bits) | Value::Scalar(Scalar::F32(bits)) => float_text(*bits),
        Value::Dtype(dtype) => dtype.name().to_owned(),
        Value::Alu(op) => op.row().name.to_owned(),
        Value::Pattern(Pattern { addr, slots }) => {
            let (memory, place) = addr_text(*addr);
            format!("{memory}[{place}{}]", dims_text(slots))
        }
        Value::Scalar(Scalar::Int(word)) => format!("{word:#x}"),
        Value::Scalar(Scalar::Pointer(addr)) => {
            let (memory, place) = addr_text(*addr);
            format!("{memory}[{place}]")
        }
        Value::Ramp(ramp) => format!("ramp[{}{}]", ramp.base, dims_text(&ramp.slots)),
        Value::Mask(mask) => {
            format!("[{}]", mask.map(|lane| lane.to_string()).join(","))
        }
    }
}

/// The name of the instruction as a heading.
pub(super) fn heading(op: &Opcode) -> String {
    format!("{} ({:#04x}, {})", op.mnemonic, op.code, op.layout.name)
}

fn addr_text(addr: Addr4) -> (&'static str, String) {
    let partition = addr.partition();
    match addr.bank() {
        None => ("sbuf", format!("p{partition}+{:#x}", addr.byte())),
        Some((bank, byte)) => ("psum", format!("p{partition}.b{bank}+{byte:#x}")),
    }
}

/// Outermost first; spare outer slots are left out, the innermost never.
fn dims_text(slots: &[Slot]) -> String {
    let outermost = slots.iter().rposition(|slot| *slot != Slot::SPARE).unwrap_or(0);
    let used = slots.iter().take(outermost + 1).rev();
    used.map(|Slot { step, num }| format!(", [{step},{num}]")).collect()
}

/// Shortest decimal that reads back to the same f32; bits in hexadecimal where there is none.
fn float_text(bits: u32) -> String {
    let float = f32::from_bits(bits);
    match bits {
        QUIET_NAN => "nan".to_owned(),
        _ if float.is_nan() => format!("{bits:#010x}"),
        _ => format!("{float:?}"),
    }
}
