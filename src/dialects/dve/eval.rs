//! What a bundle does: it is decoded from its bytes and calls the machine's function of its opcode.
//!
//! What one bundle leaves for the next (match values, the shuffle mask) is state of the machine. How the search
//! family's patterns are reversed is told at `machine::instructions::search`.

use crate::ir::OpId;
use crate::machine::instructions::{self as machine, Affine, ScalarOperand, ScalarStep};
use crate::machine::{AluOp, EvalError, Exec, Machine, MachineError, View};

use super::isa::{Bundle, Scalar, build};
use super::{lower, verify};

pub(super) fn bundle(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let limits = lower::isa_limits(exec.machine().limits());
    let bundle = verify::decoded(exec.ir(), op, &limits)?;
    let mnemonic = bundle.op().mnemonic;
    let Some(row) = MEANINGS.iter().find(|row| row.0 == mnemonic) else {
        return Err(EvalError::unsupported(format!("'{mnemonic}' has no meaning here")));
    };
    (row.1)(&Decoded { bundle: &bundle }, exec.machine())
}

type Meaning = fn(&Decoded<'_>, &mut Machine) -> Result<(), EvalError>;

/// The meaning of each instruction, by mnemonic. `stream_transpose` has none: no source relates its operands.
const MEANINGS: &[(&str, Meaning)] = &[
    ("max8", |b, m| {
        let [dst, src] = [b.view(m, "dst")?.reversed(), b.view(m, "src")?];
        done(machine::max8(m, &dst, &src))
    }),
    ("match_value_load", |b, m| {
        let src = b.view(m, "src")?;
        done(machine::match_value_load(m, &src))
    }),
    ("find_index8", |b, m| {
        let [dst, src] = b.dst_src(m)?;
        done(machine::find_index8_loaded(m, &dst, &src))
    }),
    ("match_replace8", |b, m| {
        let [dst, src] = b.dst_src(m)?;
        let imm = b.bundle.float("imm").ok_or_else(missing)?;
        done(machine::match_replace8_loaded(m, &dst, &src, imm))
    }),
    ("dve_read_indices", |b, m| {
        let dst = b.view(m, "dst")?;
        done(machine::read_indices(m, &dst))
    }),
    ("tensor_tensor", tensor_tensor),
    ("tensor_tensor_bitvec", tensor_tensor),
    ("tensor_scalar", tensor_scalar),
    ("tensor_scalar_bitvec", tensor_scalar),
    ("tensor_reduce", tensor_reduce),
    ("tensor_reduce_bitvec", tensor_reduce),
    ("copy", copy),
    ("cast", copy),
    ("reciprocal", |b, m| {
        let [dst, src] = b.dst_src(m)?;
        done(machine::reciprocal(m, &dst, &src))
    }),
    ("memset", |b, m| {
        let dst = b.view(m, "dst")?;
        let value = b.bundle.number("value").ok_or_else(missing)?;
        done(machine::memset(m, &dst, value.into()))
    }),
    ("load_mask_select", |b, m| {
        let mask = b.bundle.mask("mask").ok_or_else(missing)?;
        m.core_mut().mask_select = mask.map(|byte| build::shuffle_lane(byte).unwrap_or(build::SHUFFLE_KEEP));
        Ok(())
    }),
    ("stream_shuffle", |b, m| {
        let [dst, src] = b.dst_src(m)?;
        let mask = m.core().mask_select;
        done(machine::stream_shuffle(m, &dst, &src, &mask))
    }),
    ("iota", iota),
];

fn done(result: Result<(), MachineError>) -> Result<(), EvalError> {
    result.map_err(|error| EvalError::new(error.to_string()))
}

fn missing() -> EvalError {
    EvalError::new("lacks a field of its instruction")
}

/// A bundle that decoded.
struct Decoded<'b> {
    bundle: &'b Bundle,
}

impl Decoded<'_> {
    fn view(&self, machine: &Machine, name: &str) -> Result<View, EvalError> {
        let (pattern, dtype) = self.bundle.operand(name).ok_or_else(missing)?;
        Ok(lower::view(machine, pattern, dtype, self.bundle.channels()))
    }

    fn dst_src(&self, machine: &Machine) -> Result<[View; 2], EvalError> {
        Ok([self.view(machine, "dst")?, self.view(machine, "src")?])
    }

    fn alu(&self, name: &str) -> Result<AluOp, EvalError> {
        let op = self.bundle.alu(name).ok_or_else(missing)?;
        lower::alu_op(op).ok_or_else(|| {
            EvalError::unsupported(format!("the ALU operation '{}' has no meaning here", op.row().name))
        })
    }
}

fn copy(b: &Decoded<'_>, m: &mut Machine) -> Result<(), EvalError> {
    let [dst, src] = b.dst_src(m)?;
    done(machine::tensor_copy(m, &dst, &src))
}

fn tensor_tensor(b: &Decoded<'_>, m: &mut Machine) -> Result<(), EvalError> {
    let [dst, src0, src1] = [b.view(m, "dst")?, b.view(m, "src0")?, b.view(m, "src1")?];
    let engine = lower::engine(b.bundle.op().engine);
    done(machine::tensor_tensor(m, &dst, &src0, &src1, b.alu("op")?, engine))
}

fn tensor_reduce(b: &Decoded<'_>, m: &mut Machine) -> Result<(), EvalError> {
    let [dst, src] = b.dst_src(m)?;
    let negate = b.bundle.number("negated").ok_or_else(missing)? != 0;
    done(machine::tensor_reduce(m, &dst, &src, b.alu("op")?, negate))
}

/// Bits of the field `reverse` that swap the operands of each operation.
const REVERSE: [u32; 2] = [1, 2];

fn tensor_scalar(b: &Decoded<'_>, m: &mut Machine) -> Result<(), EvalError> {
    let [dst, src] = b.dst_src(m)?;
    let reverse = b.bundle.number("reverse").ok_or_else(missing)?;
    let mut columns = Vec::with_capacity(2);
    let mut steps = Vec::with_capacity(2);
    for (op, imm, bit) in [("op0", "imm0", REVERSE[0]), ("op1", "imm1", REVERSE[1])] {
        let scalar = b.bundle.scalar(imm).ok_or_else(missing)?;
        if let Scalar::Pointer(addr) = scalar {
            let buffer = if addr.is_psum() { m.psum() } else { m.sbuf() };
            let column = View::tile(buffer, crate::tensor::ElementType::F32, b.bundle.channels(), &[1]);
            columns.push(column.at(addr.partition().into(), addr.byte() as usize));
        } else {
            columns.push(src.clone());
        }
        steps.push((b.alu(op)?, scalar, reverse & bit != 0));
    }
    let steps: Vec<ScalarStep<'_>> = steps
        .into_iter()
        .zip(&columns)
        .filter(|((op, ..), _)| *op != AluOp::Bypass)
        .map(|((op, scalar, reverse), column)| ScalarStep {
            op,
            operand: match scalar {
                Scalar::F32(bits) => ScalarOperand::Float(f32::from_bits(bits)),
                Scalar::Int(word) => ScalarOperand::Int(word.cast_signed()),
                Scalar::Pointer(_) => ScalarOperand::PerPartition(column),
            },
            reverse,
        })
        .collect();
    done(machine::tensor_scalar(m, &dst, &src, &steps))
}

fn iota(b: &Decoded<'_>, m: &mut Machine) -> Result<(), EvalError> {
    let dst = b.view(m, "dst")?;
    let ramp = b.bundle.ramp("data").ok_or_else(missing)?;
    let pattern: Vec<(i32, usize)> =
        ramp.slots.iter().rev().map(|slot| (slot.step.into(), slot.num.into())).collect();
    let channel_multiplier = b.bundle.signed("channel_multiplier").ok_or_else(missing)?;
    done(machine::iota(m, &dst, Affine { pattern: &pattern, offset: ramp.base, channel_multiplier }))
}
