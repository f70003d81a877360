//! The text form of convolutions: `(%x, %k) dim_numbers = [...], window = {stride = [1], pad = [[0, 0]], ...}`.

use super::attrs::ConvDims;
use super::forms::rule;
use crate::ir::text::form::{Bind, CustomPiece, GrammarRule, OpParser, OpPrinter, Piece, run};
use crate::ir::text::{Form, Parse};
use crate::ir::{Attr, Context};

/// Entries of a window, with the attribute that each stands for.
const ENTRIES: [(&str, &str, Entry); 5] = [
    ("stride", "window_strides", Entry::Sizes),
    ("pad", "padding", Entry::Pairs),
    ("lhs_dilate", "lhs_dilation", Entry::Sizes),
    ("rhs_dilate", "rhs_dilation", Entry::Sizes),
    ("reverse", "window_reversal", Entry::Flags),
];

/// How an entry is written, and what its attribute is.
#[derive(Clone, Copy)]
enum Entry {
    /// `[1, 2]`: an array of i64.
    Sizes,
    /// `[[0, 1], [2, 3]]`: a dense matrix of i64 with two columns.
    Pairs,
    /// `[true, false]` or `[1, 0]`: an array of i1.
    Flags,
}

const WINDOW: Piece = Piece::Custom(CustomPiece {
    attrs: &["window_strides", "padding", "lhs_dilation", "rhs_dilation", "window_reversal"],
    parse: parse_window,
    print: print_window,
});

/// The window of an op whose padding is an operand.
const UNPADDED_WINDOW: Piece = Piece::Custom(CustomPiece {
    attrs: &["window_strides", "lhs_dilation", "rhs_dilation", "window_reversal"],
    parse: parse_window,
    print: print_window,
});

const DIMS: (&str, Bind) = ("dimension_numbers", Bind::With(parse_dims, print_dims));

pub(super) static CONVOLUTION: Form = Form::new(&[
    rule!(convolution, "($lhs, $rhs) dim_numbers = $dimension_numbers, window =", DIMS),
    WINDOW,
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::FunctionalType,
]);

pub(super) static DYNAMIC_CONV: Form = Form::new(&[
    rule!(dynamic_conv, "($lhs, $rhs, $padding) dim_numbers = $dimension_numbers, window =", DIMS),
    UNPADDED_WINDOW,
    Piece::AttrDict,
    Piece::Lit(":"),
    Piece::FunctionalType,
]);

fn parse_dims(ctx: &Context, text: &str) -> Result<Attr, String> {
    let dims =
        ConvDims::parse(text).ok_or("expected one role for every dimension: b, f, i, o or a number")?;
    Ok(dims.attr(ctx))
}

fn print_dims(ctx: &Context, attr: Attr) -> String {
    ConvDims::read(ctx, attr).unwrap_or_default().text()
}

/// `{stride = [4, 4], pad = [[0, 0], [0, 0]]}`
fn parse_window(p: &mut OpParser<'_, '_, '_>) -> Parse<()> {
    p.expect("{")?;
    p.list("}", |p| {
        let word = p.word()?;
        let Some(&(_, attr, entry)) = ENTRIES.iter().find(|row| row.0 == word) else {
            let words: Vec<&str> = ENTRIES.iter().map(|row| row.0).collect();
            return p.error(format!("'{word}' is not a part of a window, which are {}", words.join(", ")));
        };
        if p.info.attr(attr).is_none() {
            return p.error(format!("'{word}' is not a part of the window of this op"));
        }
        p.expect("=")?;
        p.expect("[")?;
        let mut numbers = Vec::new();
        p.list("]", |p| {
            match entry {
                Entry::Sizes => numbers.push(p.integer()?),
                Entry::Pairs => {
                    p.expect("[")?;
                    numbers.push(p.integer()?);
                    p.expect(",")?;
                    numbers.push(p.integer()?);
                    p.expect("]")?;
                }
                Entry::Flags => {
                    let flag = p.eat("true") || !p.eat("false") && p.integer()? != 0;
                    numbers.push(flag.into());
                }
            }
            Ok(())
        })?;
        let value = entry.attr(p.ctx(), &numbers);
        p.set_attr(attr, value);
        Ok(())
    })
}

impl Entry {
    fn attr(self, ctx: &Context, numbers: &[i64]) -> Attr {
        match self {
            Entry::Sizes => ctx.i64_array_attr(numbers),
            Entry::Flags => ctx.bool_array_attr(&numbers.iter().map(|&n| n != 0).collect::<Vec<_>>()),
            Entry::Pairs => {
                let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
                ctx.dense_attr(ctx.tensor_type(&[numbers.len() as i64 / 2, 2], ctx.int_type(64)), &bytes)
            }
        }
    }
}

fn print_window(p: &mut OpPrinter<'_, '_, '_>) {
    let (ir, op) = (p.ir(), p.op);
    let mut separator = " {";
    for (word, attr, entry) in ENTRIES {
        let declared = ir.info(op).is_some_and(|info| info.attr(attr).is_some());
        let Some(numbers) = ir.attr_ints(op, attr).filter(|_| declared) else { continue };
        let items: Vec<String> = match entry {
            Entry::Sizes => numbers.iter().map(i64::to_string).collect(),
            Entry::Pairs => numbers.chunks(2).map(|pair| format!("{pair:?}")).collect(),
            Entry::Flags => numbers.iter().map(|&n| (n != 0).to_string()).collect(),
        };
        p.put(separator);
        p.put(word);
        p.put(" = [");
        p.put(&items.join(", "));
        p.put("]");
        separator = ", ";
    }
    p.put(if separator == " {" { " {}" } else { "}" });
}
