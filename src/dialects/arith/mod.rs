//! `arith`: integer and float arithmetic; small, for tests, benches and comparison with mlir-opt.

mod eval;
mod forms;

use super::constraints::{
    ANY, ANY_ATTR, BOOL_LIKE, FLOAT_LIKE, I64, SIGNLESS_INT_LIKE, TYPED, UNIT, attr_type,
};
use crate::ir::text::type_string;
use crate::ir::{Context, Fault, Ir, OpId, Type, TypeKind};
use forms::{CAST, CONSTANT, FLOAT_BINARY, FLOAT_COMPARE, FLOAT_UNARY, INT_BINARY, INT_COMPARE, SELECT};

crate::dialect! {
    /// Integer and float arithmetic.
    dialect ARITH = "arith", prefixes [], types [];

    /// A constant.
    op Constant = "constant" () -> (result: ANY) {
        attrs { value: TYPED }
        traits [Pure, ConstantLike]
        form CONSTANT;
        verify verify_constant;
        eval eval::constant;
    }

    /// Integer sum, wrapping.
    op AddI = "addi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        attrs { overflowFlags: ANY_ATTR = "#arith.overflow<none>" }
        traits [Pure, Commutative, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::addi;
    }

    /// Integer difference, wrapping.
    op SubI = "subi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        attrs { overflowFlags: ANY_ATTR = "#arith.overflow<none>" }
        traits [Pure, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::subi;
    }

    /// Integer product, wrapping.
    op MulI = "muli" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        attrs { overflowFlags: ANY_ATTR = "#arith.overflow<none>" }
        traits [Pure, Commutative, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::muli;
    }

    /// Signed quotient, rounded towards zero.
    op Divsi = "divsi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        attrs { isExact: UNIT = optional }
        traits [SameOperandsAndResultType]
        form INT_BINARY;
    }

    /// Unsigned quotient.
    op Divui = "divui" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        attrs { isExact: UNIT = optional }
        traits [SameOperandsAndResultType]
        form INT_BINARY;
    }

    /// Signed remainder.
    op Remsi = "remsi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [SameOperandsAndResultType]
        form INT_BINARY;
    }

    /// Unsigned remainder.
    op Remui = "remui" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [SameOperandsAndResultType]
        form INT_BINARY;
    }

    /// Signed quotient, rounded down.
    op Floordivsi = "floordivsi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [SameOperandsAndResultType]
        form INT_BINARY;
    }

    /// Signed quotient, rounded up.
    op Ceildivsi = "ceildivsi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [SameOperandsAndResultType]
        form INT_BINARY;
    }

    /// Unsigned quotient, rounded up.
    op Ceildivui = "ceildivui" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [SameOperandsAndResultType]
        form INT_BINARY;
    }

    /// Bitwise and.
    op Andi = "andi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [Pure, Commutative, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::andi;
    }

    /// Bitwise or.
    op Ori = "ori" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [Pure, Commutative, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::ori;
    }

    /// Bitwise exclusive or.
    op Xori = "xori" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [Pure, Commutative, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::xori;
    }

    /// Left shift.
    op Shli = "shli" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        attrs { overflowFlags: ANY_ATTR = "#arith.overflow<none>" }
        traits [Pure, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::shli;
    }

    /// Right shift that keeps the sign.
    op Shrsi = "shrsi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        attrs { isExact: UNIT = optional }
        traits [Pure, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::shrsi;
    }

    /// Right shift with zeros.
    op Shrui = "shrui" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        attrs { isExact: UNIT = optional }
        traits [Pure, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::shrui;
    }

    /// Signed maximum.
    op Maxsi = "maxsi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [Pure, Commutative, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::maxsi;
    }

    /// Signed minimum.
    op Minsi = "minsi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [Pure, Commutative, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::minsi;
    }

    /// Unsigned maximum.
    op Maxui = "maxui" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [Pure, Commutative, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::maxui;
    }

    /// Unsigned minimum.
    op Minui = "minui" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [Pure, Commutative, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::minui;
    }

    /// Float sum.
    op Addf = "addf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: ANY_ATTR = "#arith.fastmath<none>" }
        traits [Pure, Commutative, SameOperandsAndResultType]
        form FLOAT_BINARY;
        eval eval::addf;
    }

    /// Float difference.
    op Subf = "subf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: ANY_ATTR = "#arith.fastmath<none>" }
        traits [Pure, SameOperandsAndResultType]
        form FLOAT_BINARY;
        eval eval::subf;
    }

    /// Float product.
    op Mulf = "mulf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: ANY_ATTR = "#arith.fastmath<none>" }
        traits [Pure, Commutative, SameOperandsAndResultType]
        form FLOAT_BINARY;
        eval eval::mulf;
    }

    /// Float quotient.
    op Divf = "divf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: ANY_ATTR = "#arith.fastmath<none>" }
        traits [Pure, SameOperandsAndResultType]
        form FLOAT_BINARY;
        eval eval::divf;
    }

    /// Float remainder.
    op Remf = "remf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: ANY_ATTR = "#arith.fastmath<none>" }
        traits [Pure, SameOperandsAndResultType]
        form FLOAT_BINARY;
    }

    /// Float maximum that hands on NaN.
    op Maximumf = "maximumf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: ANY_ATTR = "#arith.fastmath<none>" }
        traits [Pure, Commutative, SameOperandsAndResultType]
        form FLOAT_BINARY;
    }

    /// Float minimum that hands on NaN.
    op Minimumf = "minimumf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: ANY_ATTR = "#arith.fastmath<none>" }
        traits [Pure, Commutative, SameOperandsAndResultType]
        form FLOAT_BINARY;
    }

    /// Float maximum that prefers numbers to NaN.
    op Maxnumf = "maxnumf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: ANY_ATTR = "#arith.fastmath<none>" }
        traits [Pure, Commutative, SameOperandsAndResultType]
        form FLOAT_BINARY;
    }

    /// Float minimum that prefers numbers to NaN.
    op Minnumf = "minnumf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: ANY_ATTR = "#arith.fastmath<none>" }
        traits [Pure, Commutative, SameOperandsAndResultType]
        form FLOAT_BINARY;
    }

    /// Float negation.
    op Negf = "negf" (operand: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: ANY_ATTR = "#arith.fastmath<none>" }
        traits [Pure, SameOperandsAndResultType]
        form FLOAT_UNARY;
        eval eval::negf;
    }

    /// Integer comparison.
    op Cmpi = "cmpi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: BOOL_LIKE) {
        attrs { predicate: I64 }
        traits [Pure]
        form INT_COMPARE;
        verify verify_compare;
        infer infer_compare;
        eval eval::cmpi;
    }

    /// Float comparison.
    op Cmpf = "cmpf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: BOOL_LIKE) {
        attrs { predicate: I64, fastmath: ANY_ATTR = "#arith.fastmath<none>" }
        traits [Pure]
        form FLOAT_COMPARE;
        verify verify_compare;
        infer infer_compare;
    }

    /// One of two values.
    op Select = "select" (condition: BOOL_LIKE, true_value: ANY, false_value: ANY) -> (result: ANY) {
        traits [Pure]
        form SELECT;
        verify verify_select;
        eval eval::select;
    }

    /// Widens, keeping the sign.
    op Extsi = "extsi" (input: SIGNLESS_INT_LIKE) -> (out: SIGNLESS_INT_LIKE) {
        traits [Pure]
        form CAST;
        eval eval::extsi;
    }

    /// Widens with zeros.
    op Extui = "extui" (input: SIGNLESS_INT_LIKE) -> (out: SIGNLESS_INT_LIKE) {
        traits [Pure]
        form CAST;
        eval eval::extui;
    }

    /// Narrows an integer.
    op Trunci = "trunci" (input: SIGNLESS_INT_LIKE) -> (out: SIGNLESS_INT_LIKE) {
        attrs { overflowFlags: ANY_ATTR = "#arith.overflow<none>" }
        traits [Pure]
        form CAST;
        eval eval::trunci;
    }

    /// Signed integer to float.
    op Sitofp = "sitofp" (input: SIGNLESS_INT_LIKE) -> (out: FLOAT_LIKE) {
        traits [Pure]
        form CAST;
    }

    /// Unsigned integer to float.
    op Uitofp = "uitofp" (input: SIGNLESS_INT_LIKE) -> (out: FLOAT_LIKE) {
        traits [Pure]
        form CAST;
    }

    /// Float to signed integer.
    op Fptosi = "fptosi" (input: FLOAT_LIKE) -> (out: SIGNLESS_INT_LIKE) {
        traits [Pure]
        form CAST;
    }

    /// Float to unsigned integer.
    op Fptoui = "fptoui" (input: FLOAT_LIKE) -> (out: SIGNLESS_INT_LIKE) {
        traits [Pure]
        form CAST;
    }

    /// Widens a float.
    op Extf = "extf" (input: FLOAT_LIKE) -> (out: FLOAT_LIKE) {
        attrs { fastmath: ANY_ATTR = optional }
        traits [Pure]
        form CAST;
    }

    /// Narrows a float.
    op Truncf = "truncf" (input: FLOAT_LIKE) -> (out: FLOAT_LIKE) {
        attrs { roundingmode: ANY_ATTR = optional, fastmath: ANY_ATTR = optional }
        traits [Pure]
        form CAST;
    }

    /// The same bits as another type.
    op Bitcast = "bitcast" (input: ANY) -> (out: ANY) {
        traits [Pure]
        form CAST;
    }

    /// Integer to index and back.
    op IndexCast = "index_cast" (input: SIGNLESS_INT_LIKE) -> (out: SIGNLESS_INT_LIKE) {
        traits [Pure]
        form CAST;
        eval eval::extsi;
    }

    /// The same without sign.
    op IndexCastui = "index_castui" (input: SIGNLESS_INT_LIKE) -> (out: SIGNLESS_INT_LIKE) {
        traits [Pure]
        form CAST;
        eval eval::extui;
    }
}

fn verify_constant(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let result = ir.ty(ir.result(op, 0));
    let found = ir.attr(op, "value").and_then(|a| attr_type(ir.ctx, a));
    match found {
        Some(found) if found != result => Err(Fault::attr(
            "value",
            format!(
                "failed to verify that all of {{value, result}} have same type: '{}' and '{}'",
                type_string(ir.ctx, found),
                type_string(ir.ctx, result)
            ),
        )),
        _ => Ok(()),
    }
}

fn verify_compare(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    if ir.ty(ir.operand(op, 0)) != ir.ty(ir.operand(op, 1)) {
        return Err(Fault::op("requires all operands to have the same type"));
    }
    match infer_compare(ir, op)?.first() {
        Some(&expected) if expected != ir.ty(ir.result(op, 0)) => Err(Fault::result(
            0,
            format!(
                "failed to verify that result type has i1 element type and same shape as operands: expected '{}'",
                type_string(ir.ctx, expected)
            ),
        )),
        _ => Ok(()),
    }
}

/// `i1`, or booleans of the operands' shape.
fn infer_compare(ir: &Ir<'_>, op: OpId) -> Result<Vec<Type>, Fault> {
    Ok(vec![bool_like(ir.ctx, ir.ty(ir.operand(op, 0)))])
}

/// `i1`, or booleans of the shape of `ty`.
fn bool_like(ctx: &Context, ty: Type) -> Type {
    let elem = ctx.int_type(1);
    match ctx.kind(ty).clone() {
        TypeKind::RankedTensor { shape, encoding, .. } => {
            ctx.ty(TypeKind::RankedTensor { shape, elem, encoding })
        }
        TypeKind::UnrankedTensor { .. } => ctx.ty(TypeKind::UnrankedTensor { elem }),
        TypeKind::Vector { shape, scalable, .. } => ctx.ty(TypeKind::Vector { shape, scalable, elem }),
        _ => elem,
    }
}

fn verify_select(ir: &Ir<'_>, op: OpId) -> Result<(), Fault> {
    let ctx = ir.ctx;
    let result = ir.ty(ir.result(op, 0));
    if ir.ty(ir.operand(op, 1)) != result || ir.ty(ir.operand(op, 2)) != result {
        return Err(Fault::op(
            "failed to verify that all of {true_value, false_value, result} have same type",
        ));
    }
    let condition = ir.ty(ir.operand(op, 0));
    if condition == ctx.int_type(1) || condition == bool_like(ctx, result) {
        return Ok(());
    }
    Err(Fault::operand(0, "failed to verify that condition is signless i1 or has matching shape"))
}
