//! Changes of element type and precision.

use super::{Eval, operand, value_parts};
use crate::ir::OpId;
use crate::machine::{EvalError, Exec};
use crate::tensor::{FloatFormat, Kind, Scalar, Specials};

pub fn convert(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let x = operand(exec, op, 0)?;
    let (elem, _) = value_parts(exec, exec.ir().result(op, 0))?;
    exec.set_tensor(op, x.convert(elem));
    Ok(())
}

/// Rounds to a format with these many bits and back. What underflows it becomes zero, what overflows it infinite.
pub fn reduce_precision(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let x = operand(exec, op, 0)?;
    let bits = |name| exec.ir().attr_i64(op, name).and_then(|bits| u32::try_from(bits).ok());
    let (Some(exponent), Some(mantissa)) = (bits("exponent_bits"), bits("mantissa_bits")) else {
        return Err(EvalError::new("needs the widths of exponent and mantissa"));
    };
    let Kind::Float(own) = x.elem().kind() else { return Err(super::elementwise::no_meaning(x.elem())) };
    // More bits than the element has change nothing; without a mantissa there is no NaN, which becomes infinite.
    let exponent = exponent.min(own.exponent_bits);
    let format = FloatFormat {
        exponent_bits: exponent,
        mantissa_bits: mantissa.min(own.mantissa_bits),
        bias: (1 << (exponent - 1)) - 1,
        specials: Specials::Ieee,
        padding_bits: 0,
    };
    let mut out = (*x).clone();
    if format.exponent_bits < own.exponent_bits || format.mantissa_bits < own.mantissa_bits {
        let least = f64::from(1 - format.bias).exp2();
        for index in 0..x.len() {
            let value = x.get(index).as_f64();
            if value.is_nan() {
                if format.mantissa_bits == 0 {
                    out.set(index, Scalar::Float(f64::INFINITY));
                }
                continue;
            }
            let rounded = round(value, format.mantissa_bits);
            let limit = f64::from(format.bias + 1).exp2();
            let reduced = match rounded.abs() {
                size if size >= limit => f64::INFINITY.copysign(value),
                size if size < least => 0f64.copysign(value),
                _ => rounded,
            };
            out.set(index, Scalar::Float(reduced));
        }
    }
    exec.set_tensor(op, out);
    Ok(())
}

/// Rounds to this many mantissa bits, ties to even, whatever the exponent.
fn round(value: f64, mantissa_bits: u32) -> f64 {
    let drop = 52 - mantissa_bits.min(52);
    if drop == 0 || value.is_infinite() {
        return value;
    }
    let bits = value.to_bits();
    let half = 1u64 << (drop - 1);
    let odd = bits >> drop & 1;
    f64::from_bits((bits + half - 1 + odd) >> drop << drop)
}
