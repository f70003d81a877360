//! The text forms of `arith`.

use crate::ir::text::form::{Bind, CustomPiece, GrammarRule, OpParser, OpPrinter, Piece, run};
use crate::ir::text::{Form, Parse};

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/base.pest"]
#[grammar = "../grammar/arith.pest"]
struct Grammar;

const OVERFLOW: (&str, Bind) = ("overflowFlags", Bind::Enum("#arith.overflow<", ">"));
const FASTMATH: (&str, Bind) = ("fastmath", Bind::Enum("#arith.fastmath<", ">"));

pub(super) static CONSTANT: Form = Form::new(&[Piece::AttrDict, Piece::TypedAttr("value", "result")]);

pub(super) static INT_BINARY: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::int_binary, text, found),
        binds: &[OVERFLOW, ("isExact", Bind::Flag("exact"))],
        print: "$lhs, $rhs{?overflowFlags: overflow<$overflowFlags>}{?isExact: $isExact}",
    }),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::Type(&["result", "lhs", "rhs"]),
]);

pub(super) static FLOAT_BINARY: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::float_binary, text, found),
        binds: &[FASTMATH],
        print: "$lhs, $rhs{?fastmath: fastmath<$fastmath>}",
    }),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::Type(&["result", "lhs", "rhs"]),
]);

pub(super) static FLOAT_UNARY: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::float_unary, text, found),
        binds: &[FASTMATH],
        print: "$operand{?fastmath: fastmath<$fastmath>}",
    }),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::Type(&["result", "operand"]),
]);

/// Predicates of `cmpi`, by number.
pub(super) const INT_PREDICATES: &[&str] =
    &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

/// Predicates of `cmpf`, by number.
pub(super) const FLOAT_PREDICATES: &[&str] = &[
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
    "uno", "true",
];

/// Rounding modes of `truncf`, by number.
pub(super) const ROUNDING_MODES: &[&str] =
    &["to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"];

pub(super) static INT_COMPARE: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::compare, text, found),
        binds: &[("predicate", Bind::Index(64, INT_PREDICATES))],
        print: "$predicate, $lhs, $rhs",
    }),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::Type(&["lhs", "rhs"]),
]);

pub(super) static FLOAT_COMPARE: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::compare, text, found),
        binds: &[("predicate", Bind::Index(64, FLOAT_PREDICATES)), FASTMATH],
        print: "$predicate, $lhs, $rhs{?fastmath: fastmath<$fastmath>}",
    }),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::Type(&["lhs", "rhs"]),
]);

pub(super) static SELECT: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::select, text, found),
        binds: &[],
        print: "$condition, $true_value, $false_value",
    }),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::Custom(CustomPiece { attrs: &[], parse: parse_select_types, print: print_select_types }),
]);

/// `type`, or `condition type, type` if the condition is no `i1`.
fn parse_select_types(p: &mut OpParser<'_, '_, '_>) -> Parse<()> {
    let mut condition = p.ctx().int_type(1);
    let mut ty = p.parse_type()?;
    if p.eat(",") {
        condition = ty;
        ty = p.parse_type()?;
    }
    p.add_operand_type("condition", condition);
    p.add_operand_type("true_value", ty);
    p.add_operand_type("false_value", ty);
    p.add_result("result", ty);
    Ok(())
}

fn print_select_types(p: &mut OpPrinter<'_, '_, '_>) {
    p.put(" ");
    let (ir, op) = (p.ir(), p.op);
    let condition = ir.ty(ir.operand(op, 0));
    if condition != ir.ctx.int_type(1) {
        p.ty(condition);
        p.put(", ");
    }
    p.value_type(ir.result(op, 0));
}

pub(super) static CAST: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::cast, text, found),
        binds: &[OVERFLOW, FASTMATH],
        print: "$input{?overflowFlags: overflow<$overflowFlags>}{?fastmath: fastmath<$fastmath>}",
    }),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::Type(&["input"]),
    Piece::Lit("to"),
    Piece::Type(&["out"]),
]);

pub(super) static TRUNCATE: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::truncate, text, found),
        binds: &[("roundingmode", Bind::Index(32, ROUNDING_MODES)), FASTMATH],
        print: "$input{?roundingmode: $roundingmode}{?fastmath: fastmath<$fastmath>}",
    }),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::Type(&["input"]),
    Piece::Lit("to"),
    Piece::Type(&["out"]),
]);

pub(super) static ADD_EXTENDED: Form = Form::new(&[
    Piece::Rule(EXTENDED),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::Type(&["lhs", "rhs", "sum"]),
    Piece::Lit(","),
    Piece::Type(&["overflow"]),
]);

pub(super) static MUL_EXTENDED: Form = Form::new(&[
    Piece::Rule(EXTENDED),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::Type(&["lhs", "rhs", "low", "high"]),
]);

const EXTENDED: GrammarRule = GrammarRule {
    run: |text, found| run::<Grammar, _>(Rule::extended, text, found),
    binds: &[],
    print: "$lhs, $rhs",
};
