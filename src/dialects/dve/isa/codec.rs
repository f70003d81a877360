//! Bytes from values and values from bytes.

use smallvec::SmallVec;

use super::bundle::{self, Bundle, Ramp, Scalar, Value};
use super::check::{self, Check, Refusal};
use super::layout::{FRAME, Field, Kind};
use super::opcode::{self, Opcode};
use super::operand::{Addr4, Pattern, Slot};
use super::{AluOp, BUNDLE_BYTES, Dtype, IsaLimits};

/// The 64 bytes of a bundle.
///
/// Errors with the first check the bundle fails: what encodes, decodes.
pub fn encode(bundle: &Bundle, limits: &IsaLimits) -> Result<[u8; BUNDLE_BYTES], Refusal> {
    check::validate(bundle, limits)?;
    let op = bundle.op();
    let mut bytes = [0; BUNDLE_BYTES];
    bytes[0] = op.code;
    for field in FRAME.iter().chain(op.layout.fields) {
        if let Kind::Fixed { width, value, .. } = field.kind {
            bytes[usize::from(field.at)..][..usize::from(width)].fill(value);
        }
        if let Kind::CountOf(name) = field.kind {
            put(&mut bytes, field.at, &count_word(bundle, name).to_le_bytes());
        }
    }
    for (field, value) in bundle.fields() {
        write(&mut bytes, field, value);
    }
    Ok(bytes)
}

/// Reads 64 bytes. Every byte is accounted for: the frame first, then the fields by rising offset, then the validators.
///
/// Errors with the first check that fails.
pub fn decode(bytes: &[u8; BUNDLE_BYTES], limits: &IsaLimits) -> Result<Bundle, Refusal> {
    let Some(op) = opcode::by_code(bytes[0]) else {
        let (found, legal) = (format!("{:#04x}", bytes[0]), "a known opcode".to_owned());
        let check = &check::ISA_OPCODE;
        return Err(Refusal { mnemonic: "", check, at: 0, field: "opcode", found, legal });
    };
    for field in FRAME {
        read(op, field, bytes)?;
    }
    let mut bundle = Bundle::new(op);
    for (index, field) in op.layout.fields.iter().enumerate() {
        bundle.set_index(index, read(op, field, bytes)?);
    }
    check::validate(&bundle, limits)?;
    for field in op.layout.fields {
        if let Kind::CountOf(name) = field.kind {
            let (found, legal) = (u32::from_le_bytes(take(bytes, field.at)), count_word(&bundle, name));
            if found != legal {
                let (found, legal) = (found.to_string(), legal.to_string());
                return Err(Refusal::new(op, &check::DST_ELEMENT_COUNT, field.at, field.name, found, legal));
            }
        }
    }
    Ok(bundle)
}

/// The count of a pattern as a word: patterns are limited to 64K elements before it is asked for.
fn count_word(bundle: &Bundle, name: &str) -> u32 {
    bundle.pattern(name).map_or(0, |pattern| pattern.count() as u32)
}

fn put(bytes: &mut [u8; BUNDLE_BYTES], at: u8, field: &[u8]) {
    bytes[usize::from(at)..][..field.len()].copy_from_slice(field);
}

fn take<const N: usize>(bytes: &[u8; BUNDLE_BYTES], at: u8) -> [u8; N] {
    std::array::from_fn(|i| bytes[usize::from(at) + i])
}

fn write(bytes: &mut [u8; BUNDLE_BYTES], field: &Field, value: &Value) {
    let at = field.at;
    match value {
        Value::Absent => {}
        Value::Uint(number) => put(bytes, at, &number.to_le_bytes()[..field.width()]),
        Value::I32(number) => put(bytes, at, &number.to_le_bytes()),
        Value::F32(bits) => put(bytes, at, &bits.to_le_bytes()),
        Value::Dtype(dtype) => match field.kind {
            Kind::DtypeNibble { high } => bytes[usize::from(at)] |= dtype.tag() << (4 * u8::from(high)),
            _ => bytes[usize::from(at)] = dtype.tag(),
        },
        Value::Alu(op) => bytes[usize::from(at)] = op.code(),
        Value::Pattern(Pattern { addr, slots }) => {
            put_addr(bytes, at, *addr);
            put_slots(bytes, at, slots);
        }
        Value::Ramp(Ramp { base, slots }) => {
            put(bytes, at, &base.to_le_bytes());
            put_slots(bytes, at, slots);
        }
        Value::Mask(mask) => put(bytes, at, mask),
        Value::Scalar(scalar) => {
            match *scalar {
                Scalar::F32(word) | Scalar::Int(word) => put(bytes, at, &word.to_le_bytes()),
                Scalar::Pointer(addr) => put_addr(bytes, at, addr),
            }
            if let Kind::Scalar { selector } = field.kind {
                bytes[usize::from(selector)] = u8::from(matches!(scalar, Scalar::Pointer(_)));
            }
        }
    }
}

fn put_addr(bytes: &mut [u8; BUNDLE_BYTES], at: u8, addr: Addr4) {
    let word = addr.word().expect("Bundle::set and decode accept only addresses that have a word");
    put(bytes, at, &word.to_le_bytes());
}

/// The steps, then the nums, after the 4-byte base (spec dve.md §2).
fn put_slots(bytes: &mut [u8; BUNDLE_BYTES], at: u8, slots: &[Slot]) {
    let rank = slots.len() as u8;
    for (i, slot) in (0..).zip(slots) {
        put(bytes, at + 4 + 2 * i, &slot.step.to_le_bytes());
        put(bytes, at + 4 + 2 * (rank + i), &slot.num.to_le_bytes());
    }
}

fn slots(bytes: &[u8; BUNDLE_BYTES], at: u8, rank: u8) -> impl Iterator<Item = Slot> {
    (0..rank).map(move |i| Slot {
        step: i16::from_le_bytes(take(bytes, at + 4 + 2 * i)),
        num: u16::from_le_bytes(take(bytes, at + 4 + 2 * (rank + i))),
    })
}

/// Reads one field and the checks of its kind that the bytes alone decide.
pub(super) fn read(op: &Opcode, field: &Field, bytes: &[u8; BUNDLE_BYTES]) -> Result<Value, Refusal> {
    let at = field.at;
    let byte = bytes[usize::from(at)];
    let refuse = |check: &'static Check, at: u8, found: String, legal: String| {
        Refusal::new(op, check, at, field.name, found, legal)
    };
    let addr = |word: u32| {
        Addr4::from_word(word)
            .map_err(|check| refuse(check, at, format!("{word:#010x}"), "an SBUF or PSUM address".to_owned()))
    };
    let dtype = |tag: u8| {
        Dtype::from_tag(tag)
            .map(Value::Dtype)
            .ok_or_else(|| refuse(&check::VALID_DTYPE, at, format!("tag {tag:#x}"), "a known tag".to_owned()))
    };
    let word = || u32::from_le_bytes(take(bytes, at));
    Ok(match field.kind {
        Kind::Fixed { width, value, check } => {
            let wrong = (at..at + width).find(|&at| bytes[usize::from(at)] != value);
            if let Some(at) = wrong {
                let found = format!("{:#04x}", bytes[usize::from(at)]);
                return Err(refuse(check, at, found, format!("{value:#04x}")));
            }
            Value::Absent
        }
        Kind::CountOf(_) => Value::Absent,
        Kind::Channels | Kind::Uint { width: 1 } => Value::Uint(byte.into()),
        Kind::Uint { width: 2 } => Value::Uint(u16::from_le_bytes(take(bytes, at)).into()),
        Kind::Uint { .. } => Value::Uint(word()),
        Kind::I32 => Value::I32(word() as i32),
        Kind::F32 => Value::F32(word()),
        Kind::Choice(names) => {
            if !names.iter().any(|&(_, code)| code == byte) {
                let legal: Vec<_> = names.iter().map(|(name, code)| format!("{code} ({name})")).collect();
                return Err(refuse(&check::CHOICE, at, byte.to_string(), legal.join(", ")));
            }
            Value::Uint(byte.into())
        }
        Kind::Dtype => dtype(byte)?,
        Kind::DtypeNibble { high } => dtype(byte >> (4 * u8::from(high)) & 0xF)?,
        Kind::Alu => Value::Alu(AluOp::from_code(byte).ok_or_else(|| {
            refuse(&check::VALID_ALU_OP, at, format!("{byte:#04x}"), "a known ALU op".to_owned())
        })?),
        Kind::Pattern { rank, .. } => {
            let addr = addr(word())?;
            Value::Pattern(Pattern { addr, slots: slots(bytes, at, rank).collect() })
        }
        Kind::Ramp => {
            let slots: SmallVec<[Slot; 4]> = slots(bytes, at, 4).collect();
            Value::Ramp(Ramp { base: word() as i32, slots: std::array::from_fn(|i| slots[i]) })
        }
        Kind::Mask => Value::Mask(take(bytes, at)),
        Kind::Scalar { selector } => Value::Scalar(match bytes[usize::from(selector)] {
            0 => bundle::immediate(op, word()),
            1 => Scalar::Pointer(addr(word())?),
            other => {
                let legal = "0 (instruction) or 1 (pointer)".to_owned();
                return Err(refuse(&check::IMM_SRC, selector, other.to_string(), legal));
            }
        }),
    })
}
