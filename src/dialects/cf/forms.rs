//! The text forms of `cf`.

use crate::ir::text::form::{CustomPiece, GrammarRule, OpParser, OpPrinter, Piece, run};
use crate::ir::text::{Form, Parse};

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/base.pest"]
#[grammar = "../grammar/cf.pest"]
struct Grammar;

pub(super) static BR: Form = Form::new(&[
    Piece::Custom(CustomPiece {
        attrs: &[],
        parse: |p| parse_dest(p, "dest"),
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
        binds: &[],
        print: "$condition,",
    }),
    Piece::FixedType("condition", |ctx| ctx.int_type(1)),
    Piece::Custom(CustomPiece {
        attrs: &[],
        parse: |p| {
            parse_dest(p, "true_dest")?;
            p.expect(",")?;
            parse_dest(p, "false_dest")
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

/// `^block(%a, %b : type, type)`
fn parse_dest(p: &mut OpParser<'_, '_, '_>, slot: &str) -> Parse<()> {
    p.successor()?;
    if !p.eat("(") || p.eat(")") {
        return Ok(());
    }
    loop {
        let value = p.value_use()?;
        p.add_operand(slot, value);
        if !p.eat(",") {
            break;
        }
    }
    p.expect(":")?;
    p.list(")", |p| {
        let ty = p.parse_type()?;
        p.add_operand_type(slot, ty);
        Ok(())
    })
}

fn print_dest(p: &mut OpPrinter<'_, '_, '_>, index: usize, slot: &str) {
    let block = p.ir().successors(p.op)[index];
    p.successor(block);
    let values = p.operands(slot);
    if !values.is_empty() {
        p.put("(");
        p.values(&values);
        p.put(" : ");
        p.types(&values);
        p.put(")");
    }
}
