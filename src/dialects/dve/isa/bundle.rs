//! A bundle as named, typed values.

use super::check::{self, Refusal};
use super::layout::{Field, Kind};
use super::opcode::{self, Opcode};
use super::operand::{Addr4, Pattern, Slot};
use super::{AluClass, AluOp, Dtype};

/// An immediate operand of TensorScalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// An f32, as its bits, in arithmetic instructions.
    F32(u32),
    /// An integer, in bitvec instructions.
    Int(u32),
    /// One f32 per partition, at this address.
    Pointer(Addr4),
}

/// A generated ramp: `base + Σ step_d · i_d`, slot 0 innermost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ramp {
    /// The first value.
    pub base: i32,
    /// The loops, innermost first.
    pub slots: [Slot; 4],
}

/// The value of one field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Not given, or not held: fixed bytes and counts follow from the other fields.
    Absent,
    /// Of [`Kind::Channels`], [`Kind::Uint`] and [`Kind::Choice`].
    Uint(u32),
    /// Of [`Kind::I32`].
    I32(i32),
    /// Of [`Kind::F32`], as bits, so that NaNs keep their payload.
    F32(u32),
    /// An element type.
    Dtype(Dtype),
    /// An ALU op.
    Alu(AluOp),
    /// A memory pattern.
    Pattern(Pattern),
    /// An immediate.
    Scalar(Scalar),
    /// A ramp.
    Ramp(Ramp),
    /// A lane mask.
    Mask([u8; 32]),
}

/// One instruction: its opcode and the values of its struct's fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    op: &'static Opcode,
    /// One for each field of the struct, in its order.
    values: Vec<Value>,
}

impl Bundle {
    /// The instruction with every field at its default. Patterns, element types and channels have none and are
    /// [`Value::Absent`] until [`Bundle::set`].
    pub fn new(op: &'static Opcode) -> Self {
        let values = op.layout.fields.iter().map(|field| default(op, field)).collect();
        Self { op, values }
    }

    /// The instruction's row in the opcode table.
    pub fn op(&self) -> &'static Opcode {
        self.op
    }

    /// The fields with their values, in the order of the struct, fixed bytes and counts left out.
    pub fn fields(&self) -> impl Iterator<Item = (&'static Field, &Value)> {
        self.op.layout.fields.iter().zip(&self.values).filter(|(field, _)| field.is_held())
    }

    /// The value of the named field; `None` if the struct has no such field.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.op.layout.index(name).map(|index| &self.values[index])
    }

    /// Sets the named field. Errors if the struct has no such field or the value is not of its kind.
    pub fn set(&mut self, name: &'static str, value: Value) -> Result<(), Refusal> {
        let Some(index) = self.op.layout.index(name) else {
            let legal = "a field of the instruction".to_owned();
            return Err(Refusal::new(self.op, &check::FIELD_KIND, 0, name, name.to_owned(), legal));
        };
        let field = &self.op.layout.fields[index];
        if !fits(self.op, field, &value) {
            let legal = format!("a value of kind {:?}", field.kind);
            let found = format!("{value:?}");
            return Err(Refusal::new(self.op, &check::FIELD_KIND, field.at, name, found, legal));
        }
        self.values[index] = value;
        Ok(())
    }

    pub(super) fn set_index(&mut self, index: usize, value: Value) {
        self.values[index] = value;
    }

    /// Active partitions; 0 for an instruction that has none (`load_mask_select`).
    pub fn channels(&self) -> u32 {
        self.number("channels").unwrap_or(0)
    }

    /// A numeric field, choices included.
    pub fn number(&self, name: &str) -> Option<u32> {
        match self.get(name)? {
            Value::Uint(number) => Some(*number),
            _ => None,
        }
    }

    /// A signed field.
    pub fn signed(&self, name: &str) -> Option<i32> {
        match self.get(name)? {
            Value::I32(number) => Some(*number),
            _ => None,
        }
    }

    /// An f32 field.
    pub fn float(&self, name: &str) -> Option<f32> {
        match self.get(name)? {
            Value::F32(bits) => Some(f32::from_bits(*bits)),
            _ => None,
        }
    }

    /// An element type field.
    pub fn dtype(&self, name: &str) -> Option<Dtype> {
        match self.get(name)? {
            Value::Dtype(dtype) => Some(*dtype),
            _ => None,
        }
    }

    /// An ALU op field.
    pub fn alu(&self, name: &str) -> Option<AluOp> {
        match self.get(name)? {
            Value::Alu(op) => Some(*op),
            _ => None,
        }
    }

    /// A memory pattern field.
    pub fn pattern(&self, name: &str) -> Option<&Pattern> {
        match self.get(name)? {
            Value::Pattern(pattern) => Some(pattern),
            _ => None,
        }
    }

    /// The named memory pattern with its element type.
    pub fn operand(&self, name: &str) -> Option<(&Pattern, Dtype)> {
        let Kind::Pattern { dtype, .. } = self.op.layout.field(name)?.kind else { return None };
        Some((self.pattern(name)?, self.dtype(dtype)?))
    }

    /// An immediate field.
    pub fn scalar(&self, name: &str) -> Option<Scalar> {
        match self.get(name)? {
            Value::Scalar(scalar) => Some(*scalar),
            _ => None,
        }
    }

    /// A ramp field.
    pub fn ramp(&self, name: &str) -> Option<&Ramp> {
        match self.get(name)? {
            Value::Ramp(ramp) => Some(ramp),
            _ => None,
        }
    }

    /// A lane mask field.
    pub fn mask(&self, name: &str) -> Option<&[u8; 32]> {
        match self.get(name)? {
            Value::Mask(mask) => Some(mask),
            _ => None,
        }
    }
}

/// What a field holds unless told otherwise: what a rule pins it to, else zero.
pub(super) fn default(op: &Opcode, field: &Field) -> Value {
    let pin = opcode::pinned(op, field.name).unwrap_or(0);
    match field.kind {
        Kind::Uint { .. } | Kind::Choice(_) => Value::Uint(pin),
        Kind::I32 => Value::I32(0),
        Kind::F32 => Value::F32(pin),
        Kind::Alu => Value::Alu(AluOp::BYPASS),
        Kind::Scalar { .. } => Value::Scalar(immediate(op, 0)),
        Kind::Fixed { .. }
        | Kind::CountOf(_)
        | Kind::Channels
        | Kind::Dtype
        | Kind::DtypeNibble { .. }
        | Kind::Pattern { .. }
        | Kind::Ramp
        | Kind::Mask => Value::Absent,
    }
}

/// The immediate that `word` is: an integer in bitvec instructions, an f32 in the others.
pub(super) fn immediate(op: &Opcode, word: u32) -> Scalar {
    if op.class == AluClass::Bitvec { Scalar::Int(word) } else { Scalar::F32(word) }
}

fn fits(op: &Opcode, field: &Field, value: &Value) -> bool {
    match (field.kind, value) {
        (Kind::Channels, Value::Uint(number)) => *number <= 0xFF,
        (Kind::Uint { width }, Value::Uint(number)) => u64::from(*number) < 1 << (8 * width),
        (Kind::Choice(names), Value::Uint(number)) => {
            names.iter().any(|&(_, code)| u32::from(code) == *number)
        }
        (Kind::Scalar { .. }, Value::Scalar(Scalar::Pointer(addr))) => addr.word().is_some(),
        (Kind::Scalar { .. }, Value::Scalar(Scalar::Int(_))) => op.class == AluClass::Bitvec,
        (Kind::Scalar { .. }, Value::Scalar(Scalar::F32(_))) => op.class != AluClass::Bitvec,
        (Kind::Pattern { rank, .. }, Value::Pattern(pattern)) => {
            pattern.slots.len() == usize::from(rank) && pattern.addr.word().is_some()
        }
        (Kind::I32, Value::I32(_))
        | (Kind::F32, Value::F32(_))
        | (Kind::Dtype | Kind::DtypeNibble { .. }, Value::Dtype(_))
        | (Kind::Alu, Value::Alu(_))
        | (Kind::Ramp, Value::Ramp(_))
        | (Kind::Mask, Value::Mask(_)) => true,
        _ => false,
    }
}
