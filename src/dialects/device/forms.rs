//! Pieces of text forms that the device dialects share (grammar/device.pest).

use crate::ir::text::Parse;
use crate::ir::text::form::{Bind, CustomPiece, OpParser, OpPrinter};
use crate::ir::{Attr, AttrKind, Context};

/// `type, type`: the types of all operands. What is written of the operands also says the sizes of their slots.
pub const OPERAND_TYPES: CustomPiece = CustomPiece {
    attrs: &["operandSegmentSizes"],
    parse: |p| {
        let mut types = Vec::new();
        loop {
            types.push(p.parse_type()?);
            if !p.eat(",") {
                p.set_operand_types(&types);
                return Ok(());
            }
        }
    },
    print: |p| {
        let values: Vec<_> = p.ir().operands(p.op).collect();
        p.put(" ");
        p.types(&values);
    },
};

/// `@name(%x: type, ...) attributes {...} {...}`: a kernel.
pub const KERNEL: CustomPiece =
    CustomPiece { attrs: &["sym_name"], parse: parse_kernel, print: print_kernel };

fn parse_kernel(p: &mut OpParser<'_, '_, '_>) -> Parse<()> {
    let name = p.symbol_name()?;
    let name = p.ctx().attr(AttrKind::String { value: name, ty: None });
    p.set_attr("sym_name", name);
    p.expect("(")?;
    let mut args = Vec::new();
    p.list(")", |p| {
        args.push(p.region_arg()?);
        Ok(())
    })?;
    if p.eat("attributes") {
        p.attr_dict()?;
    }
    p.region("body", &args)
}

fn print_kernel(p: &mut OpPrinter<'_, '_, '_>) {
    let ir = p.ir();
    p.put(" ");
    if let Some(AttrKind::String { value, .. }) = ir.attr(p.op, "sym_name").map(|attr| ir.ctx.attr_kind(attr))
    {
        p.symbol(*value);
    }
    p.put("(");
    let region = ir.regions(p.op).first().copied();
    let args = region.and_then(|region| ir.entry_block(region)).map_or(&[][..], |block| ir.args(block));
    for (index, &arg) in args.iter().enumerate() {
        p.put(if index > 0 { ", " } else { "" });
        p.block_arg(arg);
    }
    p.put(")");
    p.attr_dict(" attributes", &[]);
    p.put(" ");
    if let Some(region) = region {
        p.region(region, false);
    }
}

/// `[[step, num], ...]`: an array of pairs, flat.
pub const PAIRS: Bind = Bind::With(
    |ctx, text| integers(text).map(|list| ctx.i64_array_attr(&list)),
    |ctx, attr| pairs_text(&ctx.as_ints(attr).unwrap_or_default()),
);

/// `+ 16`: an integer.
pub const OFFSET: Bind = Bind::With(
    |ctx, text| match integers(text)?.as_slice() {
        [offset] => Ok(ctx.int_attr(*offset, 64)),
        _ => Err("expected one integer".to_owned()),
    },
    |ctx, attr| format!(" + {}", ctx.as_i64(attr).unwrap_or_default()),
);

/// `-inf`, `nan`, `1.5`, `0x7FC00001`: an f32.
pub const F32_VALUE: Bind = Bind::With(
    |ctx, text| f32_of(text).map(|value| ctx.f32_attr(value)).ok_or_else(|| format!("'{text}' is no f32")),
    f32_text,
);

/// `reverse`, or nothing: a boolean.
pub const REVERSE: Bind = Bind::With(
    |ctx, _| Ok(ctx.bool_attr(true)),
    |ctx, attr| if ctx.as_bool(attr) == Some(true) { "reverse ".to_owned() } else { String::new() },
);

/// `[[step, num], [step, num]]`
pub fn pairs_text(list: &[i64]) -> String {
    let pairs: Vec<String> = list
        .chunks(2)
        .map(|pair| format!("[{}]", pair.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")))
        .collect();
    format!("[{}]", pairs.join(", "))
}

/// The integers in a text.
pub fn integers(text: &str) -> Result<Vec<i64>, String> {
    let number = |word: &str| word.parse().map_err(|_| format!("'{word}' is no 64-bit integer"));
    text.split(|c: char| !c.is_ascii_digit() && c != '-')
        .filter(|word| !word.is_empty())
        .map(number)
        .collect()
}

fn f32_of(text: &str) -> Option<f32> {
    let (negative, magnitude) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let value = match magnitude.strip_prefix("0x") {
        Some(digits) => f32::from_bits(u32::from_str_radix(digits, 16).ok()?),
        None if magnitude == "nan" => f32::from_bits(QUIET_NAN),
        None => magnitude.parse().ok()?,
    };
    Some(if negative { -value } else { value })
}

/// The bits of the NaN that text calls `nan`; the others are written as bits.
const QUIET_NAN: u32 = 0x7FC0_0000;

/// Shortest text that reads back to the same bits.
fn f32_text(ctx: &Context, attr: Attr) -> String {
    let AttrKind::Float { bits, .. } = ctx.attr_kind(attr) else { return String::new() };
    let bits = *bits as u32;
    let value = f32::from_bits(bits);
    match bits {
        QUIET_NAN => "nan".to_owned(),
        _ if value.is_nan() => format!("{bits:#010X}").replacen("0X", "0x", 1),
        _ => format!("{value:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_read_back_to_their_bits() {
        let ctx = Context::new(&[]);
        for bits in
            [0, 1, 0x8000_0000, 0x3F80_0000, 0x7F80_0000, 0xFF80_0000, QUIET_NAN, 0x7FC0_0001, 0xFFC0_0000]
        {
            let text = f32_text(&ctx, ctx.f32_attr(f32::from_bits(bits)));
            assert_eq!(f32_of(&text).map(f32::to_bits), Some(bits), "{text}");
        }
        assert_eq!(f32_text(&ctx, ctx.f32_attr(f32::NEG_INFINITY)), "-inf");
    }

    #[test]
    fn pairs_read_back() {
        assert_eq!(pairs_text(&[512, 128, -1, 8]), "[[512, 128], [-1, 8]]");
        assert_eq!(integers("[[512, 128], [-1, 8]]"), Ok(vec![512, 128, -1, 8]));
        assert!(integers("99999999999999999999").is_err());
    }
}
