//! What arith ops compute. Scalars are tensors without dimensions.

mod float;

use std::ops::{BitAnd, BitOr, BitXor};
use std::rc::Rc;

use crate::dialects::elements::{held_type_parts, holding_type, tensor_of_attr};
use crate::ir::{Fault, Ir, OpId, TypeKind, ValueId};
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
    let width = operand_width(exec.ir(), op)?;
    let (lhs, rhs) = operands(exec, op)?;
    let (mut low, mut high) = (Tensor::clone(&lhs), Tensor::clone(&lhs));
    for i in 0..lhs.len() {
        let product = product(width.read(&lhs, i), width.read(&rhs, i));
        width.write(&mut low, i, product);
        width.write(&mut high, i, product >> width.0);
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
    let width = operand_width(exec.ir(), op)?;
    let (lhs, rhs) = operands(exec, op)?;
    let mut sum = Tensor::clone(&lhs);
    let mut overflow = Tensor::zeros(ElementType::Pred, lhs.shape());
    for i in 0..lhs.len() {
        let exact = width.read(&lhs, i).unsigned + width.read(&rhs, i).unsigned;
        width.write(&mut sum, i, exact as i128);
        overflow.set_bits(i, u128::from(exact >> width.0 != 0));
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
    /// The value as a distance to shift by, saturated.
    fn shift(self) -> u32 {
        u32::try_from(self.unsigned).unwrap_or(u32::MAX)
    }
}

/// The width in bits, 1 to 64, of the integers of a type. Tensors may hold them in wider elements.
#[derive(Clone, Copy)]
struct Width(u32);

impl Width {
    /// That of the integers of a value.
    fn of(ir: &Ir<'_>, value: ValueId) -> Result<Width, EvalError> {
        let ty = ir.ty(value);
        match ir.ctx.kind(ir.ctx.shaped(ty).map_or(ty, |(_, elem)| elem)) {
            TypeKind::Integer { width: width @ 1..=64, .. } => Ok(Width(*width)),
            TypeKind::Index => Ok(Width(64)),
            _ => Err(EvalError::unsupported("computes on what are no integers of up to 64 bits")),
        }
    }

    /// An element in both readings.
    fn read(self, tensor: &Tensor, index: usize) -> Int {
        let spare = u128::BITS - self.0;
        let top = tensor.bits(index) << spare;
        Int { signed: top as i128 >> spare, unsigned: top >> spare }
    }

    /// Sets an element to the low bits of a value. A true `i1` is stored as 1, others are sign-extended.
    fn write(self, tensor: &mut Tensor, index: usize, value: i128) {
        let spare = u128::BITS - self.0;
        let bits = if tensor.elem() == ElementType::Pred { value & 1 } else { value << spare >> spare };
        tensor.set_bits(index, bits as u128);
    }
}

/// That of an op's first operand.
fn operand_width(ir: &Ir<'_>, op: OpId) -> Result<Width, EvalError> {
    Width::of(ir, ir.operand(op, 0))
}

/// That of an op's result.
fn result_width(ir: &Ir<'_>, op: OpId) -> Result<Width, EvalError> {
    Width::of(ir, ir.result(op, 0))
}

/// A function of integers, wrapped to the width of the type. 128 bits hold the product of two 64-bit integers.
fn integers(exec: &mut dyn Exec<'_>, op: OpId, function: impl Fn(Int, Int) -> i128) -> Result<(), EvalError> {
    let width = operand_width(exec.ir(), op)?;
    elementwise(exec, op, |result, i, lhs, rhs| {
        width.write(result, i, function(width.read(lhs, i), width.read(rhs, i)));
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
    let width = operand_width(exec.ir(), op)?;
    let (lhs, rhs) = operands(exec, op)?;
    let mut result = Tensor::clone(&lhs);
    for i in 0..lhs.len() {
        let (a, b) = (width.read(&lhs, i), width.read(&rhs, i));
        let value = function(a, b).ok_or_else(|| EvalError::new("divides by zero"))?;
        width.write(&mut result, i, value);
        if reading(width.read(&result, i)) != value {
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
    let width = operand_width(exec.ir(), op)?;
    let (lhs, rhs) = operands(exec, op)?;
    let values: Vec<bool> = (0..lhs.len()).map(|i| holds(width.read(&lhs, i), width.read(&rhs, i))).collect();
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
    let from = operand_width(exec.ir(), op)?;
    let to = result_width(exec.ir(), op)?;
    convert(exec, op, |result, i, operand| {
        to.write(result, i, reading(from.read(operand, i)));
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
    let (elem, shape) = held_type_parts(ir.ctx, ir.ty(ir.result(op, 0)), holding_type)
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

/// The same bits as another element type of the same width.
pub(super) fn bitcast(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    // Floats have no width here.
    let (from, to) = (operand_width(exec.ir(), op).ok(), result_width(exec.ir(), op).ok());
    convert(exec, op, |result, i, operand| {
        let bits = match from {
            Some(width) => width.read(operand, i).unsigned,
            None => operand.bits(i) >> padding(operand.elem()),
        };
        match to {
            Some(width) => width.write(result, i, bits as i128),
            None => result.set_bits(i, bits << padding(result.elem())),
        }
        Ok(())
    })
}

/// Zero bits that are stored below those of a float.
fn padding(elem: ElementType) -> u32 {
    match elem.kind() {
        Kind::Float(format) => format.padding_bits,
        _ => 0,
    }
}
