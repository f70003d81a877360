//! `arith`: integer and float arithmetic; small, for tests, benches and comparison with mlir-opt.

use super::constraints::{ANY, ANY_ATTR, BOOL_LIKE, FLOAT_LIKE, I64, SIGNLESS_INT_LIKE, TYPED};
use super::elements::tensor_of_attr;
use crate::ir::{Fault, Ir, OpId};
use crate::machine::{EvalError, Exec};
use crate::tensor::{ElementType, Kind, Scalar, Tensor};

crate::dialect! {
    /// Integer and float arithmetic.
    dialect ARITH = "arith", prefixes [], types [];

    /// A constant.
    op Constant = "constant" () -> (result: ANY) {
        attrs { value: TYPED }
        traits [Pure, ConstantLike]
        eval eval_constant;
    }

    /// Integer sum, wrapping.
    op AddI = "addi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        attrs { overflowFlags: ANY_ATTR = optional }
        traits [Pure, Commutative, Elementwise, SameOperandsAndResultType]
        eval eval_addi;
    }

    /// Integer difference, wrapping.
    op SubI = "subi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        attrs { overflowFlags: ANY_ATTR = optional }
        traits [Pure, Elementwise, SameOperandsAndResultType]
        eval eval_subi;
    }

    /// Integer product, wrapping.
    op MulI = "muli" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        attrs { overflowFlags: ANY_ATTR = optional }
        traits [Pure, Commutative, Elementwise, SameOperandsAndResultType]
        eval eval_muli;
    }

    /// Bitwise and.
    op AndI = "andi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [Pure, Commutative, Elementwise, SameOperandsAndResultType]
        eval eval_andi;
    }

    /// Bitwise or.
    op OrI = "ori" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [Pure, Commutative, Elementwise, SameOperandsAndResultType]
        eval eval_ori;
    }

    /// Bitwise exclusive or.
    op XOrI = "xori" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [Pure, Commutative, Elementwise, SameOperandsAndResultType]
        eval eval_xori;
    }

    /// Integer comparison.
    op CmpI = "cmpi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: BOOL_LIKE) {
        attrs { predicate: I64 }
        traits [Pure, Elementwise, SameOperandsAndResultShape]
        verify verify_cmpi;
        eval eval_cmpi;
    }

    /// Float sum.
    op AddF = "addf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: ANY_ATTR = optional }
        traits [Pure, Commutative, Elementwise, SameOperandsAndResultType]
        eval eval_addf;
    }

    /// Float difference.
    op SubF = "subf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: ANY_ATTR = optional }
        traits [Pure, Elementwise, SameOperandsAndResultType]
        eval eval_subf;
    }

    /// Float product.
    op MulF = "mulf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: ANY_ATTR = optional }
        traits [Pure, Commutative, Elementwise, SameOperandsAndResultType]
        eval eval_mulf;
    }

    /// Float quotient.
    op DivF = "divf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: ANY_ATTR = optional }
        traits [Pure, Elementwise, SameOperandsAndResultType]
        eval eval_divf;
    }

    /// One of two values.
    op Select = "select" (condition: BOOL_LIKE, true_value: ANY, false_value: ANY) -> (result: ANY) {
        traits [Pure]
        eval eval_select;
    }
}

/// What a comparison asks: MLIR's names, by predicate number, and the meaning on (signed, unsigned) readings.
type Comparison = (&'static str, fn((i128, u128), (i128, u128)) -> bool);

/// The predicates of `arith.cmpi` by number.
const COMPARISONS: &[Comparison] = &[
    ("eq", |a, b| a.1 == b.1),
    ("ne", |a, b| a.1 != b.1),
    ("slt", |a, b| a.0 < b.0),
    ("sle", |a, b| a.0 <= b.0),
    ("sgt", |a, b| a.0 > b.0),
    ("sge", |a, b| a.0 >= b.0),
    ("ult", |a, b| a.1 < b.1),
    ("ule", |a, b| a.1 <= b.1),
    ("ugt", |a, b| a.1 > b.1),
    ("uge", |a, b| a.1 >= b.1),
];

fn comparison(ir: &Ir<'_>, op: OpId) -> Result<&'static Comparison, Fault> {
    let number = ir.attr_i64(op, "predicate").and_then(|number| usize::try_from(number).ok());
    number.and_then(|number| COMPARISONS.get(number)).ok_or_else(|| {
        Fault::attr("predicate", format!("expects a predicate number below {}", COMPARISONS.len()))
    })
}

fn verify_cmpi(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    if ir.ty(ir.operand(op, 0)) != ir.ty(ir.operand(op, 1)) {
        return Err(Fault::op("requires all operands to have the same type"));
    }
    comparison(ir, op).map(|_| ())
}

fn eval_constant(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let tensor = ir.attr(op, "value").and_then(|value| tensor_of_attr(ir.ctx, value));
    let tensor = tensor.ok_or_else(|| EvalError::unsupported("holds a value that is no tensor"))?;
    exec.set_tensor(op, tensor);
    Ok(())
}

macro_rules! integer_meanings {
    ($($name:ident = $method:ident;)*) => {$(
        fn $name(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
            integers(exec, op, |a, b| a.$method(b))
        }
    )*};
}
use std::ops::{BitAnd, BitOr, BitXor};
integer_meanings! {
    eval_addi = wrapping_add;
    eval_subi = wrapping_sub;
    eval_muli = wrapping_mul;
    eval_andi = bitand;
    eval_ori = bitor;
    eval_xori = bitxor;
}

macro_rules! float_meanings {
    ($($name:ident = $operator:tt;)*) => {$(
        fn $name(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
            // One rounding to f64 and one to the type round as one does: f64 has twice the digits of f32 and two more.
            elementwise(exec, op, |tensor, i, a, b| {
                tensor.set(i, Scalar::Float(a.as_f64() $operator b.as_f64()));
            })
        }
    )*};
}
float_meanings! {
    eval_addf = +;
    eval_subf = -;
    eval_mulf = *;
    eval_divf = /;
}

/// A function of integers, wrapped to the width of the type. 128 bits hold the product of two 64-bit integers.
fn integers(
    exec: &mut dyn Exec<'_>,
    op: OpId,
    function: impl Fn(i128, i128) -> i128,
) -> Result<(), EvalError> {
    elementwise(exec, op, |tensor, i, a, b| {
        let value = function(a.as_i128(), b.as_i128());
        tensor.set_bits(i, wrapped(tensor.elem(), value) as u128);
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
    mut element: impl FnMut(&mut Tensor, usize, Scalar, Scalar),
) -> Result<(), EvalError> {
    let ir = exec.ir();
    let (lhs, rhs) = (exec.tensor(ir.operand(op, 0))?, exec.tensor(ir.operand(op, 1))?);
    if lhs.elem() != rhs.elem() || lhs.shape() != rhs.shape() {
        return Err(EvalError::new("has operands of different types"));
    }
    let mut result = Tensor::clone(&lhs);
    for i in 0..lhs.len() {
        element(&mut result, i, lhs.get(i), rhs.get(i));
    }
    exec.set_tensor(op, result);
    Ok(())
}

fn eval_cmpi(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let (_, holds) = comparison(ir, op)?;
    let (lhs, rhs) = (exec.tensor(ir.operand(op, 0))?, exec.tensor(ir.operand(op, 1))?);
    if lhs.elem() != rhs.elem() || lhs.shape() != rhs.shape() {
        return Err(EvalError::new("has operands of different types"));
    }
    let readings = |tensor: &Tensor, i: usize| {
        let value = tensor.get(i).as_i128();
        // A true i1 is -1 where it is read as signed.
        let signed = if tensor.elem() == ElementType::Pred { -value } else { value };
        (signed, tensor.bits(i))
    };
    let values: Vec<bool> = (0..lhs.len()).map(|i| holds(readings(&lhs, i), readings(&rhs, i))).collect();
    let result = Tensor::from_values(lhs.shape(), &values).map_err(|e| EvalError::new(e.to_string()))?;
    exec.set_tensor(op, result);
    Ok(())
}

fn eval_select(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
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
