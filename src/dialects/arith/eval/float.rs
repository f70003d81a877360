//! What the float ops of arith compute, and casts between floats and integers.

use std::cmp::Ordering;

use super::{Int, convert, elementwise, operand_width, operands, predicate, result_width};
use crate::ir::OpId;
use crate::machine::{EvalError, Exec};
use crate::tensor::{ElementType, Kind, Scalar, Specials, Tensor};

macro_rules! float_meanings {
    ($($(#[doc = $doc:literal])* $name:ident: lhs if $identity:expr, else $function:expr;)*) => {$(
        $(#[doc = $doc])*
        pub(in super::super) fn $name(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
            let identity: fn(f64, f64) -> bool = $identity;
            let function: fn(f64, f64) -> f64 = $function;
            // One rounding to f64 and one to the type round as one does: f64 has twice the digits of f32 and two more.
            elementwise(exec, op, |result, i, lhs, rhs| {
                let (a, b) = (lhs.get(i).as_f64(), rhs.get(i).as_f64());
                // The result starts as the left operand.
                if !identity(a, b) {
                    result.set(i, Scalar::Float(function(a, b)));
                }
            })
        }
    )*};
}
// The NaNs are those that MLIR folds to, whatever the host's are. Where the right operand changes nothing the left one goes on bit
// for bit, a signalling NaN too; elsewhere NaNs become quiet.
float_meanings! {
    addf: lhs if |_, b| same(b, -0.0), else |a, b| arithmetic(a, b, |a, b| a + b);
    subf: lhs if |_, b| same(b, 0.0), else |a, b| arithmetic(a, b, |a, b| a - b);
    mulf: lhs if |_, b| b == 1.0, else |a, b| arithmetic(a, b, |a, b| a * b);
    divf: lhs if |_, b| b == 1.0, else |a, b| arithmetic(a, b, |a, b| a / b);
    /// Exact, with the sign of the dividend.
    remf: lhs if |_, _| false, else |a, b| arithmetic(a, b, |a, b| a % b);
    maximumf: lhs if |a, b| same(a, b) || b == f64::NEG_INFINITY, else |a, b| arithmetic(a, b, larger);
    minimumf: lhs if |a, b| same(a, b) || b == f64::INFINITY, else |a, b| arithmetic(a, b, smaller);
    maxnumf: lhs if |_, b| b.is_nan(), else |a, b| of_numbers(a, b, larger);
    minnumf: lhs if |_, b| b.is_nan(), else |a, b| of_numbers(a, b, smaller);
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits()
}

/// The first operand that is NaN; else the function's value, where a NaN is the positive one without payload.
fn arithmetic(a: f64, b: f64, function: fn(f64, f64) -> f64) -> f64 {
    let nan = [a, b].into_iter().find(|value| value.is_nan()).map(quiet);
    nan.unwrap_or_else(|| {
        let value = function(a, b);
        if value.is_nan() { quiet(f64::INFINITY) } else { value }
    })
}

/// The function's value, or the number where `a` is a quiet NaN; a signalling one goes on.
fn of_numbers(a: f64, number: f64, function: fn(f64, f64) -> f64) -> f64 {
    if !a.is_nan() {
        function(a, number)
    } else if same(a, quiet(a)) {
        number
    } else {
        quiet(a)
    }
}

/// A NaN with the bit set that makes it a quiet one.
fn quiet(nan: f64) -> f64 {
    const QUIET: u64 = 1 << (f64::MANTISSA_DIGITS - 2);
    f64::from_bits(nan.to_bits() | QUIET)
}

/// The larger of two numbers; 0.0 is above -0.0.
fn larger(a: f64, b: f64) -> f64 {
    if a > b || (a == b && a.is_sign_positive()) { a } else { b }
}

/// The smaller of two numbers.
fn smaller(a: f64, b: f64) -> f64 {
    -larger(-a, -b)
}

/// Only the sign changes, of zeros and of signalling NaNs too.
pub(in super::super) fn negf(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    convert(exec, op, |result, i, operand| {
        let value = operand.get(i).as_f64();
        match operand.elem().kind() {
            Kind::Float(format) if value.is_nan() && format.specials == Specials::Ieee => {
                result.set_bits(i, operand.bits(i) ^ 1 << (operand.elem().bits() - 1));
            }
            _ => result.set(i, Scalar::Float(-value)),
        }
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
    let width = operand_width(exec.ir(), op)?;
    convert(exec, op, |result, i, operand| {
        let value = reading(width.read(operand, i));
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
    let width = result_width(exec.ir(), op)?;
    convert(exec, op, |result, i, operand| {
        let value = operand.get(i).as_f64().trunc();
        width.write(result, i, value as i128);
        if reading(width.read(result, i)) as f64 != value {
            return Err(EvalError::new("has a value that does not fit the integer type"));
        }
        Ok(())
    })
}
