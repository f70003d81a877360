//! The text forms of `check`.

use crate::ir::text::Form;
use crate::ir::text::form::{Bind, CustomPiece, GrammarRule, OpParser, Piece, run};
use crate::ir::text::{Parse, parse_attr};
use crate::ir::{Attr, AttrKind, Context, FloatKind};

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/base.pest"]
#[grammar = "../grammar/check.pest"]
struct Grammar;

macro_rules! pair {
    ($rule:ident, $print:literal $(, $bind:expr)*) => {
        Form::new(&[
            Piece::Rule(GrammarRule {
                run: |text, found| run::<Grammar, _>(Rule::$rule, text, found),
                binds: &[$($bind),*],
                print: $print,
            }),
            Piece::AttrDict,
            Piece::Lit(":"),
            TYPES,
        ])
    };
}

/// One type for both operands, or one each.
const TYPES: Piece = Piece::Custom(CustomPiece {
    attrs: &[],
    parse: parse_types,
    print: |p| {
        p.put(" ");
        let (ir, op) = (p.ir(), p.op);
        let [actual, expected] = [ir.operand(op, 0), ir.operand(op, 1)];
        p.value_type(actual);
        if ir.ty(actual) != ir.ty(expected) {
            p.put(", ");
            p.value_type(expected);
        }
    },
});

fn parse_types(p: &mut OpParser<'_, '_, '_>) -> Parse<()> {
    let first = p.parse_type()?;
    let second = if p.eat(",") { p.parse_type()? } else { first };
    p.set_operand_types(&[first, second]);
    Ok(())
}

pub(super) static PAIR: Form = pair!(pair, "$actual, $expected");
pub(super) static ALMOST_PAIR: Form = pair!(
    almost_pair,
    "$actual, $expected{?tolerance:, tolerance = $tolerance}",
    ("tolerance", Bind::With(parse_tolerance, print_tolerance))
);
pub(super) static CLOSE_PAIR: Form = pair!(
    close_pair,
    "$actual, $expected{?max_ulp_difference:, max_ulp_difference = $max_ulp_difference}{?min_ulp_difference:, min_ulp_difference = $min_ulp_difference}",
    ("max_ulp_difference", Bind::With(parse_ulps, print_ulps)),
    ("min_ulp_difference", Bind::With(parse_ulps, print_ulps))
);

/// `%a, probe_id = "name", iter = 1 : type`
pub(super) static SERIALIZED: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::serialized, text, found),
        binds: &[],
        print: "$expected, probe_id = $probe_id{?iter:, iter = $iter}",
    }),
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::Type(&["expected"]),
]);

fn parse_ulps(ctx: &Context, text: &str) -> Result<Attr, String> {
    parse_attr(ctx, &format!("{text} : ui64")).map_err(|error| error.message)
}

fn print_ulps(ctx: &Context, attr: Attr) -> String {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { value, .. } => value.to_big().to_string(),
        _ => String::new(),
    }
}

fn parse_tolerance(ctx: &Context, text: &str) -> Result<Attr, String> {
    let value: f64 = text.parse().map_err(|_| format!("'{text}' is no number"))?;
    Ok(ctx.attr(AttrKind::Float { bits: value.to_bits().into(), ty: ctx.float_type(FloatKind::F64) }))
}

fn print_tolerance(ctx: &Context, attr: Attr) -> String {
    match ctx.attr_kind(attr) {
        AttrKind::Float { bits, .. } => format!("{:e}", f64::from_bits(*bits as u64)),
        _ => String::new(),
    }
}

macro_rules! constant {
    ($parse:expr) => {
        Form::new(&[
            Piece::Rule(GrammarRule {
                run: |text, found| run::<Grammar, _>(Rule::single, text, found),
                binds: &[],
                print: "$actual,",
            }),
            Piece::Custom(CustomPiece {
                attrs: &["value"],
                parse: $parse,
                print: |p| {
                    p.put(" ");
                    if let Some(value) = p.ir().attr(p.op, "value") {
                        p.attr(value);
                    }
                },
            }),
            Piece::AttrDict,
        ])
    };
}

/// `%a, dense<1> : tensor<i32>`: the constant's type is the operand's.
pub(super) static CONSTANT: Form = constant!(parse_constant);

/// The same with a tolerance, which may also stand behind the type: `..., tolerance = 1.0e-12`.
pub(super) static ALMOST_CONSTANT: Form = constant!(|p| {
    parse_constant(p)?;
    if p.eat(",") {
        p.expect("tolerance")?;
        p.expect("=")?;
        let tolerance = p.parse_attr()?;
        p.set_attr("tolerance", tolerance);
    }
    Ok(())
});

fn parse_constant(p: &mut OpParser<'_, '_, '_>) -> Parse<()> {
    let at = p.parser().offset();
    let value = p.parse_attr()?;
    let Some(ty) = crate::dialects::constraints::attr_type(p.ctx(), value) else {
        return p.error_from(at, "expected a constant with a type");
    };
    p.set_attr("value", value);
    p.set_operand_types(&[ty]);
    Ok(())
}
