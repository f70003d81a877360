//! `arith`: integer and float arithmetic; small, for tests, benches and comparison with mlir-opt.

mod eval;
mod forms;
mod verify;

use super::constraints::{
    ANY, BITCAST_LIKE, BOOL_LIKE, FIXED_INT_LIKE, FLOAT_LIKE, INDEX_CAST_LIKE, SIGNLESS_INT_LIKE, TYPED, UNIT,
};
use crate::ir::FlagsDef;
use forms::{
    ADD_EXTENDED, CAST, CONSTANT, FLOAT_BINARY, FLOAT_COMPARE, FLOAT_UNARY, INT_BINARY, INT_COMPARE,
    MUL_EXTENDED, SELECT, TRUNCATE,
};
use verify::{CMPF_PREDICATE, CMPI_PREDICATE, FASTMATH, OVERFLOW, ROUNDING_MODE};

/// What float ops may assume, and what integer ops promise.
static FLAGS: &[FlagsDef] = &[
    FlagsDef {
        mnemonic: "fastmath",
        flags: &["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"],
        separator: ",",
        all: Some("fast"),
    },
    FlagsDef { mnemonic: "overflow", flags: &["nsw", "nuw"], separator: ", ", all: None },
];

crate::dialect! {
    /// Integer and float arithmetic.
    dialect ARITH = "arith", prefixes [], types [], flags FLAGS;

    /// A constant.
    op Constant = "constant" () -> (result: ANY) {
        attrs { value: TYPED }
        traits [Pure, ConstantLike]
        form CONSTANT;
        verify verify::constant;
        eval eval::constant;
    }

    /// Integer sum, wrapping.
    op AddI = "addi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        attrs { overflowFlags: OVERFLOW = "#arith.overflow<none>" }
        traits [Pure, Commutative, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::addi;
    }

    /// Integer difference, wrapping.
    op SubI = "subi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        attrs { overflowFlags: OVERFLOW = "#arith.overflow<none>" }
        traits [Pure, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::subi;
    }

    /// Integer product, wrapping.
    op MulI = "muli" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        attrs { overflowFlags: OVERFLOW = "#arith.overflow<none>" }
        traits [Pure, Commutative, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::muli;
    }

    /// Signed quotient, rounded towards zero.
    op Divsi = "divsi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        attrs { isExact: UNIT = optional }
        traits [Pure, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::divsi;
    }

    /// Unsigned quotient.
    op Divui = "divui" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        attrs { isExact: UNIT = optional }
        traits [Pure, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::divui;
    }

    /// Signed remainder.
    op Remsi = "remsi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [Pure, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::remsi;
    }

    /// Unsigned remainder.
    op Remui = "remui" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [Pure, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::remui;
    }

    /// Signed quotient, rounded down.
    op Floordivsi = "floordivsi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [Pure, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::floordivsi;
    }

    /// Signed quotient, rounded up.
    op Ceildivsi = "ceildivsi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [Pure, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::ceildivsi;
    }

    /// Unsigned quotient, rounded up.
    op Ceildivui = "ceildivui" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: SIGNLESS_INT_LIKE) {
        traits [Pure, SameOperandsAndResultType]
        form INT_BINARY;
        eval eval::ceildivui;
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
        attrs { overflowFlags: OVERFLOW = "#arith.overflow<none>" }
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
        attrs { fastmath: FASTMATH = "#arith.fastmath<none>" }
        traits [Pure, Commutative, SameOperandsAndResultType]
        form FLOAT_BINARY;
        eval eval::addf;
    }

    /// Float difference.
    op Subf = "subf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: FASTMATH = "#arith.fastmath<none>" }
        traits [Pure, SameOperandsAndResultType]
        form FLOAT_BINARY;
        eval eval::subf;
    }

    /// Float product.
    op Mulf = "mulf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: FASTMATH = "#arith.fastmath<none>" }
        traits [Pure, Commutative, SameOperandsAndResultType]
        form FLOAT_BINARY;
        eval eval::mulf;
    }

    /// Float quotient.
    op Divf = "divf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: FASTMATH = "#arith.fastmath<none>" }
        traits [Pure, SameOperandsAndResultType]
        form FLOAT_BINARY;
        eval eval::divf;
    }

    /// Float remainder.
    op Remf = "remf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: FASTMATH = "#arith.fastmath<none>" }
        traits [Pure, SameOperandsAndResultType]
        form FLOAT_BINARY;
        eval eval::remf;
    }

    /// Float maximum that hands on NaN.
    op Maximumf = "maximumf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: FASTMATH = "#arith.fastmath<none>" }
        traits [Pure, Commutative, SameOperandsAndResultType]
        form FLOAT_BINARY;
        eval eval::maximumf;
    }

    /// Float minimum that hands on NaN.
    op Minimumf = "minimumf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: FASTMATH = "#arith.fastmath<none>" }
        traits [Pure, Commutative, SameOperandsAndResultType]
        form FLOAT_BINARY;
        eval eval::minimumf;
    }

    /// Float maximum that prefers numbers to NaN.
    op Maxnumf = "maxnumf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: FASTMATH = "#arith.fastmath<none>" }
        traits [Pure, Commutative, SameOperandsAndResultType]
        form FLOAT_BINARY;
        eval eval::maxnumf;
    }

    /// Float minimum that prefers numbers to NaN.
    op Minnumf = "minnumf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: FASTMATH = "#arith.fastmath<none>" }
        traits [Pure, Commutative, SameOperandsAndResultType]
        form FLOAT_BINARY;
        eval eval::minnumf;
    }

    /// Float negation.
    op Negf = "negf" (operand: FLOAT_LIKE) -> (result: FLOAT_LIKE) {
        attrs { fastmath: FASTMATH = "#arith.fastmath<none>" }
        traits [Pure, SameOperandsAndResultType]
        form FLOAT_UNARY;
        eval eval::negf;
    }

    /// Unsigned sum, and whether it wrapped.
    op AdduiExtended = "addui_extended" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (sum: SIGNLESS_INT_LIKE, overflow: BOOL_LIKE) {
        traits [Pure, Commutative]
        form ADD_EXTENDED;
        verify verify::add_extended;
        infer verify::infer_add_extended;
        eval eval::addui_extended;
    }

    /// Both halves of the signed product.
    op MulsiExtended = "mulsi_extended" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (low: SIGNLESS_INT_LIKE, high: SIGNLESS_INT_LIKE) {
        traits [Pure, Commutative, SameOperandsAndResultType]
        form MUL_EXTENDED;
        eval eval::mulsi_extended;
    }

    /// Both halves of the unsigned product.
    op MuluiExtended = "mului_extended" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (low: SIGNLESS_INT_LIKE, high: SIGNLESS_INT_LIKE) {
        traits [Pure, Commutative, SameOperandsAndResultType]
        form MUL_EXTENDED;
        eval eval::mului_extended;
    }

    /// Integer comparison.
    op Cmpi = "cmpi" (lhs: SIGNLESS_INT_LIKE, rhs: SIGNLESS_INT_LIKE) -> (result: BOOL_LIKE) {
        attrs { predicate: CMPI_PREDICATE }
        traits [Pure]
        form INT_COMPARE;
        verify verify::compare;
        infer verify::infer_compare;
        eval eval::cmpi;
    }

    /// Float comparison.
    op Cmpf = "cmpf" (lhs: FLOAT_LIKE, rhs: FLOAT_LIKE) -> (result: BOOL_LIKE) {
        attrs { predicate: CMPF_PREDICATE, fastmath: FASTMATH = "#arith.fastmath<none>" }
        traits [Pure]
        form FLOAT_COMPARE;
        verify verify::compare;
        infer verify::infer_compare;
        eval eval::cmpf;
    }

    /// One of two values.
    op Select = "select" (condition: BOOL_LIKE, true_value: ANY, false_value: ANY) -> (result: ANY) {
        traits [Pure]
        form SELECT;
        verify verify::select;
        eval eval::select;
    }

    /// Widens, keeping the sign.
    op Extsi = "extsi" (input: FIXED_INT_LIKE) -> (out: FIXED_INT_LIKE) {
        traits [Pure]
        form CAST;
        verify verify::widen;
        eval eval::extsi;
    }

    /// Widens with zeros.
    op Extui = "extui" (input: FIXED_INT_LIKE) -> (out: FIXED_INT_LIKE) {
        traits [Pure]
        form CAST;
        verify verify::widen;
        eval eval::extui;
    }

    /// Narrows an integer.
    op Trunci = "trunci" (input: FIXED_INT_LIKE) -> (out: FIXED_INT_LIKE) {
        attrs { overflowFlags: OVERFLOW = "#arith.overflow<none>" }
        traits [Pure]
        form CAST;
        verify verify::narrow;
        eval eval::trunci;
    }

    /// Signed integer to float.
    op Sitofp = "sitofp" (input: FIXED_INT_LIKE) -> (out: FLOAT_LIKE) {
        traits [Pure]
        form CAST;
        verify verify::convert;
        eval eval::sitofp;
    }

    /// Unsigned integer to float.
    op Uitofp = "uitofp" (input: FIXED_INT_LIKE) -> (out: FLOAT_LIKE) {
        traits [Pure]
        form CAST;
        verify verify::convert;
        eval eval::uitofp;
    }

    /// Float to signed integer.
    op Fptosi = "fptosi" (input: FLOAT_LIKE) -> (out: FIXED_INT_LIKE) {
        traits [Pure]
        form CAST;
        verify verify::convert;
        eval eval::fptosi;
    }

    /// Float to unsigned integer.
    op Fptoui = "fptoui" (input: FLOAT_LIKE) -> (out: FIXED_INT_LIKE) {
        traits [Pure]
        form CAST;
        verify verify::convert;
        eval eval::fptoui;
    }

    /// Widens a float.
    op Extf = "extf" (input: FLOAT_LIKE) -> (out: FLOAT_LIKE) {
        attrs { fastmath: FASTMATH = optional }
        traits [Pure]
        form CAST;
        verify verify::widen;
        eval eval::extf;
    }

    /// Narrows a float.
    op Truncf = "truncf" (input: FLOAT_LIKE) -> (out: FLOAT_LIKE) {
        attrs { roundingmode: ROUNDING_MODE = optional, fastmath: FASTMATH = optional }
        traits [Pure]
        form TRUNCATE;
        verify verify::narrow;
        eval eval::truncf;
    }

    /// The same bits as another type.
    op Bitcast = "bitcast" (input: BITCAST_LIKE) -> (out: BITCAST_LIKE) {
        traits [Pure]
        form CAST;
        verify verify::bitcast;
        eval eval::bitcast;
    }

    /// Integer to index and back.
    op IndexCast = "index_cast" (input: INDEX_CAST_LIKE) -> (out: INDEX_CAST_LIKE) {
        traits [Pure]
        form CAST;
        verify verify::index_cast;
        eval eval::extsi;
    }

    /// The same without sign.
    op IndexCastui = "index_castui" (input: INDEX_CAST_LIKE) -> (out: INDEX_CAST_LIKE) {
        traits [Pure]
        form CAST;
        verify verify::index_cast;
        eval eval::extui;
    }
}
