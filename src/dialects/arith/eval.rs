//! What arith ops compute. Scalars are tensors without dimensions.

mod float;

use std::ops::{BitAnd, BitOr, BitXor};
use std::rc::Rc;

use crate::dialects::elements::{tensor_of_attr, tensor_or_scalar_type};
use crate::ir::{Fault, Ir, OpId};
use crate::machine::{EvalError, Exec, RtValue};
use crate::tensor::{ElementType, Kind, Tensor};

pub(super) use float::*;

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

/// The predicate of a comparison, by its number in a table.
fn predicate<P: Copy>(ir: &Ir<'_>, op: OpId, table: &[P]) -> Result<P, Fault> {
    let number = ir.attr_i64(op, "predicate").and_then(|number| usize::try_from(number).ok());
    number
        .and_then(|number| table.get(number))
        .copied()
        .ok_or_else(|| Fault::attr("predicate", format!("expects a predicate number below {}", table.len())))
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

macro_rules! partial_integer_meanings {
    ($($(#[doc = $doc:literal])+ $name:ident: $reading:ident = $function:expr;)*) => {$(
        $(#[doc = $doc])+
        pub(super) fn $name(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
            quotients(exec, op, |value| value.$reading as i128, $function)
        }
    )*};
}
partial_integer_meanings! {
    /// Towards zero.
    divsi: signed = |a, b| a.signed.checked_div(b.signed);
    /// Towards zero.
    divui: unsigned = |a, b| unsigned(a.unsigned.checked_div(b.unsigned));
    /// With the sign of the dividend.
    remsi: signed = |a, b| a.signed.checked_rem(b.signed);
    /// Of the unsigned quotient.
    remui: unsigned = |a, b| unsigned(a.unsigned.checked_rem(b.unsigned));
    /// Towards minus infinity.
    floordivsi: signed = |a, b| rounded_quotient(a.signed, b.signed, -1);
    /// Towards plus infinity.
    ceildivsi: signed = |a, b| rounded_quotient(a.signed, b.signed, 1);
    /// Towards plus infinity.
    ceildivui: unsigned = |a, b| unsigned((b.unsigned != 0).then(|| a.unsigned.div_ceil(b.unsigned)));
}

fn unsigned(value: Option<u128>) -> Option<i128> {
    value.and_then(|value| i128::try_from(value).ok())
}

/// The quotient of integers, moved by `step` if it is not exact and `step` points away from where truncation went.
fn rounded_quotient(a: i128, b: i128, step: i128) -> Option<i128> {
    let (quotient, rest) = (a.checked_div(b)?, a.checked_rem(b)?);
    let sign = if (a < 0) == (b < 0) { 1 } else { -1 };
    Some(if rest != 0 && sign == step { quotient + step } else { quotient })
}

/// Both halves of a product, low and high.
fn extended(exec: &mut dyn Exec<'_>, op: OpId, product: impl Fn(Int, Int) -> i128) -> Result<(), EvalError> {
    let (lhs, rhs) = operands(exec, op)?;
    let (mut low, mut high) = (Tensor::clone(&lhs), Tensor::clone(&lhs));
    for i in 0..lhs.len() {
        let product = product(Int::read(&lhs, i), Int::read(&rhs, i));
        low.set_bits(i, wrapped(low.elem(), product) as u128);
        let above = product >> low.elem().bits();
        high.set_bits(i, wrapped(high.elem(), above) as u128);
    }
    set_results(exec, op, low, high);
    Ok(())
}

pub(super) fn mulsi_extended(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    extended(exec, op, |a, b| a.signed.wrapping_mul(b.signed))
}

/// The bits of the unsigned product; its sign bit is one of them where the integers have 64 bits.
pub(super) fn mului_extended(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    extended(exec, op, |a, b| a.unsigned.wrapping_mul(b.unsigned) as i128)
}

pub(super) fn addui_extended(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let (lhs, rhs) = operands(exec, op)?;
    let mut sum = Tensor::clone(&lhs);
    let mut overflow = Tensor::zeros(ElementType::Pred, lhs.shape());
    for i in 0..lhs.len() {
        let exact = Int::read(&lhs, i).unsigned + Int::read(&rhs, i).unsigned;
        sum.set_bits(i, wrapped(sum.elem(), exact as i128) as u128);
        overflow.set_bits(i, u128::from(exact >> sum.elem().bits() != 0));
    }
    set_results(exec, op, sum, overflow);
    Ok(())
}

fn set_results(exec: &mut dyn Exec<'_>, op: OpId, first: Tensor, second: Tensor) {
    let ir = exec.ir();
    for (index, tensor) in [first, second].into_iter().enumerate() {
        exec.set(ir.result(op, index), RtValue::Tensor(Rc::new(tensor)));
    }
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

/// A function of integers, wrapped to the width of the type. 128 bits hold the product of two 64-bit integers.
fn integers(exec: &mut dyn Exec<'_>, op: OpId, function: impl Fn(Int, Int) -> i128) -> Result<(), EvalError> {
    elementwise(exec, op, |result, i, lhs, rhs| {
        let value = function(Int::read(lhs, i), Int::read(rhs, i));
        result.set_bits(i, wrapped(result.elem(), value) as u128);
    })
}

/// The same with a function that has no value for some integers, or one that does not fit the type in this reading: the
/// op means nothing there.
fn quotients(
    exec: &mut dyn Exec<'_>,
    op: OpId,
    reading: impl Fn(Int) -> i128,
    function: impl Fn(Int, Int) -> Option<i128>,
) -> Result<(), EvalError> {
    let (lhs, rhs) = operands(exec, op)?;
    let mut result = Tensor::clone(&lhs);
    for i in 0..lhs.len() {
        let (a, b) = (Int::read(&lhs, i), Int::read(&rhs, i));
        let value = function(a, b).ok_or_else(|| EvalError::new("divides by zero"))?;
        result.set_bits(i, wrapped(result.elem(), value) as u128);
        if reading(Int::read(&result, i)) != value {
            return Err(EvalError::new("has a quotient that does not fit its type"));
        }
    }
    exec.set_tensor(op, result);
    Ok(())
}

/// The two operands, which have one type.
fn operands(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(Rc<Tensor>, Rc<Tensor>), EvalError> {
    let ir = exec.ir();
    let (lhs, rhs) = (exec.tensor(ir.operand(op, 0))?, exec.tensor(ir.operand(op, 1))?);
    if lhs.elem() != rhs.elem() || lhs.shape() != rhs.shape() {
        return Err(EvalError::new("has operands of different types"));
    }
    Ok((lhs, rhs))
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

/// Sets each element of the result, which is that of the left operand at first, from the elements of the two operands.
fn elementwise(
    exec: &mut dyn Exec<'_>,
    op: OpId,
    element: impl Fn(&mut Tensor, usize, &Tensor, &Tensor),
) -> Result<(), EvalError> {
    let (lhs, rhs) = operands(exec, op)?;
    let mut result = Tensor::clone(&lhs);
    for i in 0..lhs.len() {
        element(&mut result, i, &lhs, &rhs);
    }
    exec.set_tensor(op, result);
    Ok(())
}

pub(super) fn cmpi(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let holds = predicate(exec.ir(), op, COMPARISONS)?;
    let (lhs, rhs) = operands(exec, op)?;
    let values: Vec<bool> = (0..lhs.len()).map(|i| holds(Int::read(&lhs, i), Int::read(&rhs, i))).collect();
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
    convert(exec, op, |result, i, operand| {
        let value = wrapped(result.elem(), reading(Int::read(operand, i)));
        result.set_bits(i, value as u128);
        Ok(())
    })
}

/// Sets each element of the result from that of the only operand, which may have another type.
fn convert(
    exec: &mut dyn Exec<'_>,
    op: OpId,
    element: impl Fn(&mut Tensor, usize, &Tensor) -> Result<(), EvalError>,
) -> Result<(), EvalError> {
    let ir = exec.ir();
    let operand = exec.tensor(ir.operand(op, 0))?;
    let (elem, shape) = tensor_or_scalar_type(ir.ctx, ir.ty(ir.result(op, 0)))
        .ok_or_else(|| EvalError::unsupported("has a result that is no tensor"))?;
    if shape != operand.shape() {
        return Err(EvalError::new("has an operand and a result of different shapes"));
    }
    let mut result = Tensor::zeros(elem, &shape);
    for i in 0..operand.len() {
        element(&mut result, i, &operand)?;
    }
    exec.set_tensor(op, result);
    Ok(())
}

/// The same bits as another element type.
pub(super) fn bitcast(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    convert(exec, op, |result, i, operand| {
        if result.elem().bits() != operand.elem().bits() {
            return Err(EvalError::new("has elements of different widths"));
        }
        result.set_bits(i, operand.bits(i));
        Ok(())
    })
}
