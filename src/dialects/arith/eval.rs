//! What arith ops compute. Scalars are tensors without dimensions.

use std::ops::{BitAnd, BitOr, BitXor};

use crate::dialects::elements::{tensor_of_attr, tensor_or_scalar_type};
use crate::ir::{Fault, Ir, OpId};
use crate::machine::{EvalError, Exec};
use crate::tensor::{ElementType, Kind, Scalar, Tensor};

/// The predicates of `arith.cmpi` by number.
const COMPARISONS: &[fn(Int, Int) -> bool] = &[
    |a, b| a == b,
    |a, b| a != b,
    |a, b| a.signed < b.signed,
    |a, b| a.signed <= b.signed,
    |a, b| a.signed > b.signed,
    |a, b| a.signed >= b.signed,
    |a, b| a.unsigned < b.unsigned,
    |a, b| a.unsigned <= b.unsigned,
    |a, b| a.unsigned > b.unsigned,
    |a, b| a.unsigned >= b.unsigned,
];

fn comparison(ir: &Ir<'_>, op: OpId) -> Result<fn(Int, Int) -> bool, Fault> {
    let number = ir.attr_i64(op, "predicate").and_then(|number| usize::try_from(number).ok());
    number.and_then(|number| COMPARISONS.get(number)).copied().ok_or_else(|| {
        Fault::attr("predicate", format!("expects a predicate number below {}", COMPARISONS.len()))
    })
}

pub(super) fn constant(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let tensor = ir.attr(op, "value").and_then(|value| tensor_of_attr(ir.ctx, value));
    let tensor = tensor.ok_or_else(|| EvalError::unsupported("holds a value that is no tensor"))?;
    exec.set_tensor(op, tensor);
    Ok(())
}

macro_rules! integer_meanings {
    ($($name:ident = $function:expr;)*) => {$(
        pub(super) fn $name(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
            integers(exec, op, $function)
        }
    )*};
}
integer_meanings! {
    addi = |a, b| a.signed.wrapping_add(b.signed);
    subi = |a, b| a.signed.wrapping_sub(b.signed);
    muli = |a, b| a.signed.wrapping_mul(b.signed);
    andi = |a, b| a.signed.bitand(b.signed);
    ori = |a, b| a.signed.bitor(b.signed);
    xori = |a, b| a.signed.bitxor(b.signed);
    maxsi = |a, b| a.signed.max(b.signed);
    minsi = |a, b| a.signed.min(b.signed);
    maxui = |a, b| a.unsigned.max(b.unsigned) as i128;
    minui = |a, b| a.unsigned.min(b.unsigned) as i128;
    // A shift by the width or more is poison in MLIR; here it shifts everything out.
    shli = |a, b| a.signed.checked_shl(b.shift()).unwrap_or(0);
    shrsi = |a, b| a.signed >> b.shift().min(127);
    shrui = |a, b| a.unsigned.checked_shr(b.shift()).unwrap_or(0) as i128;
}

/// An integer in both readings of its bits.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Int {
    signed: i128,
    unsigned: u128,
}

impl Int {
    fn read(tensor: &Tensor, index: usize) -> Int {
        let value = tensor.get(index).as_i128();
        let bits = match tensor.elem().kind() {
            Kind::Pred => 1,
            Kind::Signed(bits) | Kind::Unsigned(bits) => bits,
            Kind::Float(_) | Kind::Complex(_) => 127,
        };
        // A true i1 is -1 where it is read as signed.
        let signed = if tensor.elem() == ElementType::Pred { -value } else { value };
        Int { signed, unsigned: (value & ((1 << bits) - 1)) as u128 }
    }

    /// The value as a distance to shift by, saturated.
    fn shift(self) -> u32 {
        u32::try_from(self.unsigned).unwrap_or(u32::MAX)
    }
}

macro_rules! float_meanings {
    ($($name:ident = $operator:tt;)*) => {$(
        pub(super) fn $name(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
            // One rounding to f64 and one to the type round as one does: f64 has twice the digits of f32 and two more.
            elementwise(exec, op, |result, i, lhs, rhs| {
                result.set(i, Scalar::Float(lhs.get(i).as_f64() $operator rhs.get(i).as_f64()));
            })
        }
    )*};
}
float_meanings! {
    addf = +;
    subf = -;
    mulf = *;
    divf = /;
}

/// A function of integers, wrapped to the width of the type. 128 bits hold the product of two 64-bit integers.
fn integers(
    exec: &mut dyn Exec<'_>,
    op: OpId,
    function: impl Fn(Int, Int) -> i128,
) -> Result<(), EvalError> {
    elementwise(exec, op, |result, i, lhs, rhs| {
        let value = function(Int::read(lhs, i), Int::read(rhs, i));
        result.set_bits(i, wrapped(result.elem(), value) as u128);
    })
}

/// The value of these low bits.
fn wrapped(elem: ElementType, value: i128) -> i128 {
    match elem.kind() {
        Kind::Pred => value & 1,
        Kind::Signed(width) => value << (128 - width) >> (128 - width),
        Kind::Unsigned(width) => value & ((1 << width) - 1),
        Kind::Float(_) | Kind::Complex(_) => value,
    }
}

/// Sets each element of the result from the elements of the two operands.
fn elementwise(
    exec: &mut dyn Exec<'_>,
    op: OpId,
    element: impl Fn(&mut Tensor, usize, &Tensor, &Tensor),
) -> Result<(), EvalError> {
    let ir = exec.ir();
    let (lhs, rhs) = (exec.tensor(ir.operand(op, 0))?, exec.tensor(ir.operand(op, 1))?);
    if lhs.elem() != rhs.elem() || lhs.shape() != rhs.shape() {
        return Err(EvalError::new("has operands of different types"));
    }
    let mut result = Tensor::clone(&lhs);
    for i in 0..lhs.len() {
        element(&mut result, i, &lhs, &rhs);
    }
    exec.set_tensor(op, result);
    Ok(())
}

pub(super) fn cmpi(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let holds = comparison(ir, op)?;
    let (lhs, rhs) = (exec.tensor(ir.operand(op, 0))?, exec.tensor(ir.operand(op, 1))?);
    if lhs.elem() != rhs.elem() || lhs.shape() != rhs.shape() {
        return Err(EvalError::new("has operands of different types"));
    }
    let values: Vec<bool> =
        (0..lhs.len()).map(|i| holds(Int::read(&lhs, i), Int::read(&rhs, i))).collect();
    let result = Tensor::from_values(lhs.shape(), &values).map_err(|e| EvalError::new(e.to_string()))?;
    exec.set_tensor(op, result);
    Ok(())
}

pub(super) fn select(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let condition = exec.tensor(ir.operand(op, 0))?;
    let (yes, no) = (exec.tensor(ir.operand(op, 1))?, exec.tensor(ir.operand(op, 2))?);
    if yes.elem() != no.elem() || yes.shape() != no.shape() {
        return Err(EvalError::new("has operands of different types"));
    }
    let mut result = Tensor::clone(&no);
    match condition.len() {
        1 if condition.bits(0) != 0 => result = Tensor::clone(&yes),
        1 => {}
        count if count == yes.len() => {
            for i in (0..count).filter(|&i| condition.bits(i) != 0) {
                result.set_bits(i, yes.bits(i));
            }
        }
        _ => return Err(EvalError::new("has a condition of another shape")),
    }
    exec.set_tensor(op, result);
    Ok(())
}

/// Only the sign changes, of zeros too.
pub(super) fn negf(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let operand = exec.tensor(exec.ir().operand(op, 0))?;
    let mut result = Tensor::clone(&operand);
    for i in 0..operand.len() {
        result.set(i, Scalar::Float(-operand.get(i).as_f64()));
    }
    exec.set_tensor(op, result);
    Ok(())
}

macro_rules! cast_meanings {
    ($($name:ident = $reading:ident;)*) => {$(
        pub(super) fn $name(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
            cast(exec, op, |value| value.$reading as i128)
        }
    )*};
}
cast_meanings! {
    extsi = signed;
    extui = unsigned;
    trunci = signed;
}

/// The integers of the operand in this reading, wrapped to the width of the result.
fn cast(exec: &mut dyn Exec<'_>, op: OpId, reading: impl Fn(Int) -> i128) -> Result<(), EvalError> {
    let ir = exec.ir();
    let operand = exec.tensor(ir.operand(op, 0))?;
    let (elem, shape) = tensor_or_scalar_type(ir.ctx, ir.ty(ir.result(op, 0)))
        .ok_or_else(|| EvalError::unsupported("has a result that is no tensor"))?;
    if shape != operand.shape() {
        return Err(EvalError::new("has an operand and a result of different shapes"));
    }
    let mut bytes = vec![0; operand.len() * elem.bytes()];
    for (i, slot) in bytes.chunks_exact_mut(elem.bytes()).enumerate() {
        let value = wrapped(elem, reading(Int::read(&operand, i)));
        slot.copy_from_slice(&value.to_le_bytes()[..slot.len()]);
    }
    let result = Tensor::new(elem, &shape, bytes).map_err(|error| EvalError::new(error.to_string()))?;
    exec.set_tensor(op, result);
    Ok(())
}
