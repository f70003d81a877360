//! The text forms of `cf`.

use crate::ir::text::form::{Bind, CustomPiece, GrammarRule, OpParser, OpPrinter, Piece, run};
use crate::ir::text::{Form, Parse};
use crate::ir::{TypeKind, ValueId};

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/base.pest"]
#[grammar = "../grammar/cf.pest"]
struct Grammar;

pub(super) static BR: Form = Form::new(&[
    Piece::Custom(CustomPiece {
        attrs: &[],
        parse: |p| parse_dest(p, "dest").map(drop),
        print: |p| {
            p.put(" ");
            print_dest(p, 0, "dest");
        },
    }),
    Piece::AttrDict,
]);

pub(super) static COND_BR: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::condition, text, found),
        binds: &[("branch_weights", Bind::Ints(32))],
        print: "$condition{?branch_weights: weights([$branch_weights])},",
    }),
    Piece::FixedType("condition", |ctx| ctx.int_type(1)),
    Piece::Custom(CustomPiece {
        attrs: &[],
        parse: |p| {
            parse_dest(p, "true_dest")?;
            p.expect(",")?;
            parse_dest(p, "false_dest").map(drop)
        },
        print: |p| {
            p.put(" ");
            print_dest(p, 0, "true_dest");
            p.put(", ");
            print_dest(p, 1, "false_dest");
        },
    }),
    Piece::AttrDict,
]);

pub(super) static ASSERT: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::assertion, text, found),
        binds: &[],
        print: "$arg, $msg",
    }),
    Piece::FixedType("arg", |ctx| ctx.int_type(1)),
    Piece::AttrDict,
]);

pub(super) static SWITCH: Form = Form::new(&[
    Piece::Custom(CustomPiece {
        attrs: &["case_values", "case_operand_segments"],
        parse: parse_switch,
        print: print_switch,
    }),
    Piece::AttrDict,
]);

/// `%flag : type, [ default: ^block(...), 42: ^block(...), ... ]`
fn parse_switch(p: &mut OpParser<'_, '_, '_>) -> Parse<()> {
    let flag = p.value_use()?;
    p.expect(":")?;
    let ty = p.parse_type()?;
    let TypeKind::Integer { width, .. } = *p.ctx().kind(ty) else {
        return p.error("the flag of a switch must be an integer");
    };
    p.add_operand("flag", flag);
    p.add_operand_type("flag", ty);
    for text in [",", "[", "default", ":"] {
        p.expect(text)?;
    }
    parse_dest(p, "default")?;
    let (mut values, mut segments) = (Vec::new(), Vec::new());
    while p.eat(",") {
        let value = p.integer()?;
        // Wider values are cut to the flag's width, narrower ones keep their sign.
        values.extend((0..width.div_ceil(8)).map(|byte| (value >> (8 * byte).min(63)) as u8));
        p.expect(":")?;
        segments.push(parse_dest(p, "cases")?);
    }
    p.expect("]")?;
    let ctx = p.ctx();
    if !segments.is_empty() {
        let shape = Box::new([segments.len() as i64]);
        let ty = ctx.ty(TypeKind::Vector { shape, scalable: Box::new([false]), elem: ty });
        p.set_attr("case_values", ctx.dense_attr(ty, &values));
    }
    p.set_attr("case_operand_segments", ctx.i32_array_attr(&segments));
    Ok(())
}

fn print_switch(p: &mut OpPrinter<'_, '_, '_>) {
    let (ir, op) = (p.ir(), p.op);
    let flag = ir.operand(op, 0);
    p.put(" ");
    p.value(flag);
    p.put(" : ");
    p.value_type(flag);
    p.put(", [");
    p.new_line();
    p.put("  default: ");
    print_dest(p, 0, "default");
    let cases = p.operands("cases");
    let mut rest = cases.as_slice();
    let values = super::case_values(ir, op);
    for (index, (value, count)) in values.into_iter().zip(super::case_segments(ir, op)).enumerate() {
        p.put(",");
        p.new_line();
        p.put(&format!("  {value}: "));
        let operands;
        (operands, rest) = rest.split_at(count.min(rest.len()));
        print_dest_with(p, index + 1, operands);
    }
    if ir.successors(op).len() > 1 {
        p.new_line();
    }
    p.put("]");
}

/// `^block(%a, %b : type, type)`; returns the number of values.
fn parse_dest(p: &mut OpParser<'_, '_, '_>, slot: &str) -> Parse<i32> {
    p.successor()?;
    let mut count = 0;
    if !p.eat("(") {
        return Ok(count);
    }
    while p.at_value() {
        let value = p.value_use()?;
        p.add_operand(slot, value);
        count += 1;
        if !p.eat(",") {
            break;
        }
    }
    p.expect(":")?;
    p.list(")", |p| {
        let ty = p.parse_type()?;
        p.add_operand_type(slot, ty);
        Ok(())
    })?;
    Ok(count)
}

fn print_dest(p: &mut OpPrinter<'_, '_, '_>, index: usize, slot: &str) {
    let values = p.operands(slot);
    print_dest_with(p, index, &values);
}

fn print_dest_with(p: &mut OpPrinter<'_, '_, '_>, index: usize, values: &[ValueId]) {
    let block = p.ir().successors(p.op)[index];
    p.successor(block);
    if !values.is_empty() {
        p.put("(");
        p.values(values);
        p.put(" : ");
        p.types(values);
        p.put(")");
    }
}
