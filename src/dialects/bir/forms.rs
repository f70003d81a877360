//! How bir ops are written (grammar/bir.pest): `bir.Max ins(%a[[64, 128], [1, 64]]) outs(%b[[8, 128], [1, 8]])`.

use pest_derive::Parser;

use crate::dialects::device::forms::{KERNEL as KERNEL_PIECE, OPERAND_TYPES, integers, pairs_text};
use crate::ir::text::form::{Bind, CustomPiece, Form, GrammarRule, OpPrinter, Piece, run};
use crate::ir::{Arity, Attr, Context, Effect};

#[derive(Parser)]
#[grammar = "../grammar/base.pest"]
#[grammar = "../grammar/device.pest"]
#[grammar = "../grammar/bir.pest"]
struct Grammar;

/// Operands with their access patterns, the other attributes, and the types of the operands.
macro_rules! instruction {
    ($rule:ident) => {
        Form::new(&[
            Piece::Custom(CustomPiece {
                attrs: &["access"],
                parse: |p| {
                    static RULE: GrammarRule = GrammarRule {
                        run: |text, found| run::<Grammar, _>(Rule::$rule, text, found),
                        binds: &[("access", ACCESS)],
                        print: "",
                    };
                    p.rule(&RULE)
                },
                print: print_places,
            }),
            Piece::AttrDict,
            Piece::Lit(":"),
            Piece::Custom(OPERAND_TYPES),
        ])
    };
}

/// The access patterns in the text of all operands. They are printed with the operands, by [`print_places`].
const ACCESS: Bind = Bind::With(access_of, |_, _| String::new());

fn access_of(ctx: &Context, text: &str) -> Result<Attr, String> {
    let patterns = text
        .split('%')
        .skip(1)
        .map(|place| {
            // name[[step, num], ...] + offset
            let (_, pattern) = place.split_once('[').unwrap_or((place, ""));
            let (pairs, rest) = pattern.rsplit_once(']').unwrap_or((pattern, ""));
            let offset = rest.trim_start().strip_prefix('+').map_or(Ok(Vec::new()), integers)?;
            let list: Vec<i64> =
                offset.first().copied().into_iter().chain(std::iter::repeat(0)).take(1).collect();
            Ok(ctx.i64_array_attr(&[list, integers(pairs)?].concat()))
        })
        .collect::<Result<Vec<_>, String>>()?;
    Ok(ctx.array_attr(&patterns))
}

/// ` ins(%a[[...]], name = %b[[...]]) outs(%c[[...]])`: optional operands have their names.
fn print_places(p: &mut OpPrinter<'_, '_, '_>) {
    let (ir, op) = (p.ir(), p.op);
    let Some(info) = ir.info(op) else { return };
    let patterns = ir.attr(op, "access").and_then(|attr| ir.ctx.as_array(attr)).unwrap_or(&[]);
    for (keyword, written) in [("ins", false), ("outs", true)] {
        let mut open = false;
        for (index, slot) in info.operands.iter().enumerate() {
            if matches!(slot.effect, Effect::Write | Effect::ReadWrite) != written {
                continue;
            }
            for operand in ir.operand_range(op, index) {
                p.put(if open { ", " } else { " " });
                if !open {
                    p.put(keyword);
                    p.put("(");
                    open = true;
                }
                if slot.arity == Arity::Optional {
                    p.put(slot.name);
                    p.put(" = ");
                }
                p.value(ir.operand(op, operand));
                let list = patterns.get(operand).and_then(|&attr| ir.ctx.as_ints(attr)).unwrap_or_default();
                let (offset, pairs) =
                    list.split_first().map_or((0, &[][..]), |(offset, pairs)| (*offset, pairs));
                p.put(&pairs_text(pairs));
                if offset != 0 {
                    p.put(&format!(" + {offset}"));
                }
            }
        }
        p.put(if open { ")" } else { "" });
    }
}

pub static KERNEL: Form = Form::new(&[Piece::Custom(KERNEL_PIECE)]);
pub static ALLOC: Form = Form::new(&[Piece::AttrDict, Piece::Lit(":"), Piece::Type(&["mem"])]);
pub static CORE: Form = Form::new(&[
    Piece::Rule(GrammarRule {
        run: |text, found| run::<Grammar, _>(Rule::core, text, found),
        binds: &[],
        print: "$id",
    }),
    Piece::AttrDictWithKeyword,
    Piece::Region("body"),
]);
pub static DMA: Form = instruction!(dma);
pub static DATA_DST: Form = instruction!(data_dst);
pub static MATMULT: Form = instruction!(matmult);
pub static ACTIVATION: Form = instruction!(activation);
pub static COPY_PREDICATED: Form = instruction!(copy_predicated);
pub static BARRIER: Form = instruction!(barrier);
pub static SRC_DST: Form = instruction!(src_dst);
pub static MAX: Form = instruction!(max);
pub static MAX_INDEX: Form = instruction!(max_index);
pub static MATCH_REPLACE: Form = instruction!(match_replace);
pub static DST: Form = instruction!(dst);
pub static GATHER: Form = instruction!(gather);
pub static TENSOR_TENSOR: Form = instruction!(tensor_tensor);
pub static TENSOR_SCALAR: Form = instruction!(tensor_scalar);
