//! What the float ops of arith compute, and casts between floats and integers.

use std::cmp::Ordering;

use super::{Int, convert, elementwise, operands, predicate, wrapped};
use crate::ir::OpId;
use crate::machine::{EvalError, Exec};
use crate::tensor::{ElementType, Scalar, Tensor};

macro_rules! float_meanings {
    ($($(#[doc = $doc:literal])* $name:ident = $function:expr;)*) => {$(
        $(#[doc = $doc])*
        pub(in super::super) fn $name(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
            let function: fn(f64, f64) -> f64 = $function;
            // One rounding to f64 and one to the type round as one does: f64 has twice the digits of f32 and two more.
            elementwise(exec, op, |result, i, lhs, rhs| {
                result.set(i, Scalar::Float(function(lhs.get(i).as_f64(), rhs.get(i).as_f64())));
            })
        }
    )*};
}
float_meanings! {
    addf = |a, b| a + b;
    subf = |a, b| a - b;
    mulf = |a, b| a * b;
    divf = |a, b| a / b;
    /// Exact, with the sign of the dividend.
    remf = |a, b| a % b;
    maximumf = |a, b| if a.is_nan() || b.is_nan() { f64::NAN } else { larger(a, b) };
    minimumf = |a, b| if a.is_nan() || b.is_nan() { f64::NAN } else { -larger(-a, -b) };
    maxnumf = |a, b| if a.is_nan() { b } else if b.is_nan() { a } else { larger(a, b) };
    minnumf = |a, b| if a.is_nan() { b } else if b.is_nan() { a } else { -larger(-a, -b) };
}

/// The larger of two numbers; 0.0 is above -0.0.
fn larger(a: f64, b: f64) -> f64 {
    if a > b || (a == b && a.is_sign_positive()) { a } else { b }
}

/// Only the sign changes, of zeros too.
pub(in super::super) fn negf(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    convert(exec, op, |result, i, operand| {
        result.set(i, Scalar::Float(-operand.get(i).as_f64()));
        Ok(())
    })
}

/// The predicates of `arith.cmpf` by number. There is no order where an operand is NaN.
const COMPARISONS: &[fn(Option<Ordering>) -> bool] = &[
    |_| false,
    |o| o == Some(Ordering::Equal),
    |o| o == Some(Ordering::Greater),
    |o| o.is_some_and(Ordering::is_ge),
    |o| o == Some(Ordering::Less),
    |o| o.is_some_and(Ordering::is_le),
    |o| o.is_some_and(Ordering::is_ne),
    |o| o.is_some(),
    |o| o.is_none_or(Ordering::is_eq),
    |o| o.is_none_or(Ordering::is_gt),
    |o| o.is_none_or(Ordering::is_ge),
    |o| o.is_none_or(Ordering::is_lt),
    |o| o.is_none_or(Ordering::is_le),
    |o| o.is_none_or(Ordering::is_ne),
    |o| o.is_none(),
    |_| true,
];

pub(in super::super) fn cmpf(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let holds = predicate(exec.ir(), op, COMPARISONS)?;
    let (lhs, rhs) = operands(exec, op)?;
    let order = |i: usize| lhs.get(i).as_f64().partial_cmp(&rhs.get(i).as_f64());
    let values: Vec<bool> = (0..lhs.len()).map(|i| holds(order(i))).collect();
    let result = Tensor::from_values(lhs.shape(), &values).map_err(|e| EvalError::new(e.to_string()))?;
    exec.set_tensor(op, result);
    Ok(())
}

/// Exact: every value of the narrower type is one of the wider.
pub(in super::super) fn extf(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    convert(exec, op, |result, i, operand| {
        result.set(i, operand.get(i));
        Ok(())
    })
}

/// The number of the rounding mode that is meant where none is given.
const TO_NEAREST_EVEN: i64 = 0;

/// Rounds to nearest even. Other modes are known for values that need no rounding.
pub(in super::super) fn truncf(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let mode = exec.ir().attr_i64(op, "roundingmode").unwrap_or(TO_NEAREST_EVEN);
    convert(exec, op, |result, i, operand| {
        let value = operand.get(i).as_f64();
        result.set(i, Scalar::Float(value));
        let rounded = result.get(i).as_f64();
        if mode != TO_NEAREST_EVEN && rounded != value && !value.is_nan() {
            return Err(EvalError::unsupported("rounds otherwise than to nearest even"));
        }
        Ok(())
    })
}

pub(in super::super) fn sitofp(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    int_to_float(exec, op, |value| value.signed)
}

pub(in super::super) fn uitofp(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    int_to_float(exec, op, |value| value.unsigned as i128)
}

fn int_to_float(exec: &mut dyn Exec<'_>, op: OpId, reading: impl Fn(Int) -> i128) -> Result<(), EvalError> {
    convert(exec, op, |result, i, operand| {
        let value = reading(Int::read(operand, i));
        let float = if result.elem() == ElementType::F64 { value as f64 } else { rounded_to_odd(value) };
        result.set(i, Scalar::Float(float));
        Ok(())
    })
}

/// An integer as f64, with the last digit odd if digits are lost: rounding that to at most 51 digits rounds as one
/// rounding of the integer does.
fn rounded_to_odd(value: i128) -> f64 {
    let magnitude = value.unsigned_abs();
    let lost = (u128::BITS - magnitude.leading_zeros()).saturating_sub(f64::MANTISSA_DIGITS);
    let kept = magnitude >> lost;
    let odd = kept | u128::from(kept << lost != magnitude);
    let float = (odd << lost) as f64;
    if value < 0 { -float } else { float }
}

pub(in super::super) fn fptosi(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    float_to_int(exec, op, |value| value.signed)
}

pub(in super::super) fn fptoui(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    float_to_int(exec, op, |value| value.unsigned as i128)
}

/// Towards zero. What does not fit the integer in this reading has no value.
fn float_to_int(exec: &mut dyn Exec<'_>, op: OpId, reading: impl Fn(Int) -> i128) -> Result<(), EvalError> {
    convert(exec, op, |result, i, operand| {
        let value = operand.get(i).as_f64().trunc();
        result.set_bits(i, wrapped(result.elem(), value as i128) as u128);
        if reading(Int::read(result, i)) as f64 != value {
            return Err(EvalError::new("has a value that does not fit the integer type"));
        }
        Ok(())
    })
}
