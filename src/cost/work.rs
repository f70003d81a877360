//! What an instruction works on, whether it is a BIR instruction or an encoded bundle.

use crate::dialects::{bir, device, dve};
use crate::ir::{Fault, Ir, OpId};
use crate::machine::{Engine, Limits, Space};
use crate::tensor::ElementType;

/// An operand: how much of which memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Its name in the instruction's declaration.
    pub name: &'static str,
    /// Whether it is written.
    pub written: bool,
    /// The memory.
    pub space: Space,
    /// Partitions; 1 in HBM.
    pub partitions: u64,
    /// Elements per partition; all of them in HBM.
    pub elements: u64,
    /// Element type.
    pub dtype: ElementType,
}

impl Access {
    /// Bytes in all partitions.
    pub fn bytes(&self) -> u64 {
        self.partitions.saturating_mul(self.elements).saturating_mul(self.dtype.bytes() as u64)
    }
}

/// One instruction with what its cost depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work<'a> {
    /// BIR's name of the instruction, or the mnemonic of the bundle.
    pub name: &'a str,
    /// Who does it.
    pub engine: Engine,
    /// The operands in order.
    pub operands: Vec<Access>,
    /// Its ALU operation, if it has one.
    pub alu: Option<&'a str>,
    /// Whether an activation also reduces.
    pub reduces: bool,
    /// Whether a fill is one with zeros.
    pub zero: bool,
}

impl Work<'_> {
    /// Most elements per partition of an operand on chip: N of the formulas.
    pub fn n(&self) -> u64 {
        let on_chip = self.operands.iter().filter(|operand| operand.space != Space::Hbm);
        on_chip.map(|operand| operand.elements).max().unwrap_or(0)
    }

    /// The named operand.
    pub fn operand(&self, name: &str) -> Option<&Access> {
        self.operands.iter().find(|operand| operand.name == name)
    }
}

/// The work of an op; `None` if it is no instruction that an engine runs.
pub fn work<'a>(ir: &'a Ir<'_>, op: OpId, limits: &Limits) -> Result<Option<Work<'a>>, Fault> {
    if let Some(bundle) = dve::Bundle::cast(ir, op) {
        return of_bundle(ir, bundle, limits).map(Some);
    }
    let Some(name) = ir.name(op).strip_prefix("bir.") else { return Ok(None) };
    if bir::instruction_types::by_name(name).is_none() {
        return Ok(None);
    }
    let operands = bir::operands(ir, op)?;
    Ok(Some(Work {
        name,
        engine: bir::engine(ir, op)?,
        operands: operands
            .iter()
            .map(|operand| Access {
                name: operand.name,
                written: operand.effect == device::OperandEffect::Write,
                space: operand.space,
                partitions: operand.partitions.unsigned_abs(),
                elements: operand.count().unsigned_abs(),
                dtype: operand.dtype,
            })
            .collect(),
        alu: ir.attr_text(op, "op"),
        reduces: ir.attr_text(op, "acc").is_some_and(|acc| acc != "Idle"),
        zero: ir.attr_i64(op, "constant") == Some(0),
    }))
}

fn of_bundle(ir: &Ir<'_>, bundle: dve::Bundle, limits: &Limits) -> Result<Work<'static>, Fault> {
    let bundle = dve::decoded(ir, bundle.0, &dve::lower::isa_limits(limits))?;
    let instruction = bundle.op();
    let operand = |field: &'static dve::isa::Field| {
        let (pattern, dtype) = bundle.operand(field.name)?;
        Some(Access {
            name: field.name,
            written: field.name.starts_with("dst"),
            space: if pattern.addr.is_psum() { Space::Psum } else { Space::Sbuf },
            partitions: bundle.channels().into(),
            elements: pattern.slots.iter().map(|slot| u64::from(slot.num)).product(),
            dtype: dve::lower::element_type(dtype),
        })
    };
    Ok(Work {
        name: instruction.mnemonic,
        engine: dve::lower::engine(instruction.engine),
        operands: instruction.layout.fields.iter().filter_map(operand).collect(),
        alu: bundle.alu("op").map(|op| op.row().name),
        reduces: false,
        zero: bundle.number("value") == Some(0),
    })
}
