//! Attributes that say what an op computes.

use std::fmt::Write as _;

use super::{Attrs, Field, FieldError, Found, Written, braced, custom, unknown};
use crate::dialects::elements::element_type;
use crate::dialects::hlo::attrs::{
    Comparison, Direction, FftType, Precision, RngAlgorithm, Transpose, keyword_attr,
};
use crate::import::hlo_text::syntax::Value;
use crate::ir::{AttrKind, Context, Ir, OpId};
use crate::tensor::Kind;

/// `slice={[0:8:2]}`
pub(in crate::import) const SLICE: Field = custom(
    &["slice"],
    &["start_indices", "limit_indices", "strides"],
    |ctx, found, attrs| {
        let Some(Value::Slices(list)) = found.get("slice") else { return Ok(()) };
        for (index, name) in ["start_indices", "limit_indices", "strides"].into_iter().enumerate() {
            let part: Vec<i64> = list.iter().map(|slice| slice[index]).collect();
            attrs.push((name, ctx.i64_array_attr(&part)));
        }
        Ok(())
    },
    |ir, op, out| {
        let part = |name| ir.attr_ints(op, name).unwrap_or_default();
        let (starts, limits, strides) = (part("start_indices"), part("limit_indices"), part("strides"));
        let mut text = String::from("{");
        for (index, ((start, limit), stride)) in starts.iter().zip(&limits).zip(&strides).enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            let stride = if *stride == 1 { String::new() } else { format!(":{stride}") };
            let _ = write!(text, "{comma}[{start}:{limit}{stride}]");
        }
        out.push(("slice", text + "}"));
        Ok(())
    },
)
.required();

/// `padding=1_1x0_1_1`
pub(in crate::import) const PADDING: Field = custom(
    &["padding"],
    &["edge_padding_low", "edge_padding_high", "interior_padding"],
    |ctx, found, attrs| {
        let list: &[[i64; 3]] = match found.get("padding") {
            Some(Value::Padding(list)) => list,
            _ => &[],
        };
        let names = ["edge_padding_low", "edge_padding_high", "interior_padding"];
        for (index, name) in names.into_iter().enumerate() {
            let part: Vec<i64> = list.iter().map(|dim| dim[index]).collect();
            attrs.push((name, ctx.i64_array_attr(&part)));
        }
        Ok(())
    },
    |ir, op, out| {
        let part = |name| ir.attr_ints(op, name).unwrap_or_default();
        let (low, high) = (part("edge_padding_low"), part("edge_padding_high"));
        let interior = part("interior_padding");
        let dims = low.iter().zip(&high).zip(&interior).map(|((low, high), interior)| match interior {
            0 => format!("{low}_{high}"),
            _ => format!("{low}_{high}_{interior}"),
        });
        let text = dims.collect::<Vec<_>>().join("x");
        out.extend(Some(("padding", text)).filter(|entry| !entry.1.is_empty()));
        Ok(())
    },
);

/// `direction=GT`
pub(in crate::import) const DIRECTION: Field = custom(
    &["direction"],
    &["comparison_direction"],
    |ctx, found, attrs| {
        let word = found.word("direction").unwrap_or_default();
        let attr = keyword_attr(ctx, Direction::KIND, word);
        let known = Direction::read(ctx, attr)
            .ok_or_else(|| ("direction", format!("unknown comparison direction: {word}")))?;
        attrs.push(("comparison_direction", known.attr(ctx)));
        Ok(())
    },
    |ir, op, out| {
        let known = ir.attr(op, "comparison_direction").and_then(|attr| Direction::read(ir.ctx, attr));
        out.extend(known.map(|known| ("direction", known.word().to_string())));
        Ok(())
    },
)
.required();

/// `type=TOTALORDER`
pub(in crate::import) const COMPARISON_TYPE: Field = custom(
    &["type"],
    &["compare_type"],
    |ctx, found, attrs| {
        let Some(word) = found.word("type") else { return Ok(()) };
        let attr = keyword_attr(ctx, Comparison::KIND, word);
        let known = Comparison::read(ctx, attr)
            .filter(|known| *known != Comparison::NoType)
            .ok_or_else(|| ("type", format!("unknown comparison type: {word}")))?;
        attrs.push(("compare_type", known.attr(ctx)));
        Ok(())
    },
    |ir, op, out| {
        let known = ir.attr(op, "compare_type").and_then(|attr| Comparison::read(ir.ctx, attr));
        let known = known.filter(|known| !default_comparison(ir, op, *known));
        out.extend(known.map(|known| ("type", known.word().to_string())));
        Ok(())
    },
);

/// Whether this is how elements of the operands are compared where nothing is said.
fn default_comparison(ir: &Ir<'_>, op: OpId, comparison: Comparison) -> bool {
    let elem = ir.ctx.ranked_tensor(ir.ty(ir.operand(op, 0))).map(|(_, elem)| elem);
    let kind = elem.and_then(|elem| element_type(ir.ctx, elem)).map(|e| e.kind());
    match comparison {
        Comparison::NoType => true,
        Comparison::Float => matches!(kind, Some(Kind::Float(_) | Kind::Complex(_))),
        Comparison::Signed => matches!(kind, Some(Kind::Signed(_))),
        Comparison::Unsigned => matches!(kind, Some(Kind::Unsigned(_) | Kind::Pred)),
        Comparison::TotalOrder | Comparison::WeakOrder => false,
    }
}

/// `largest=false`; always written.
pub(in crate::import) const LARGEST: Field = custom(
    &["largest"],
    &["largest"],
    |ctx, found, attrs| {
        attrs.extend(found.get("largest").map(|_| ("largest", ctx.bool_attr(found.flag("largest")))));
        Ok(())
    },
    |ir, op, out| {
        let largest = ir.attr(op, "largest").is_none() || ir.attr_flag(op, "largest");
        out.push(("largest", largest.to_string()));
        Ok(())
    },
);

/// `operand_precision={highest,default}`
pub(in crate::import) const PRECISION: Field = custom(
    &["operand_precision"],
    &["precision_config"],
    |ctx, found, attrs| {
        let Some(Value::Words(words)) = found.get("operand_precision") else { return Ok(()) };
        let mut list = Vec::new();
        for word in words {
            let attr = keyword_attr(ctx, Precision::KIND, &word.to_uppercase());
            let known = Precision::read(ctx, attr)
                .ok_or_else(|| ("operand_precision", format!("unknown precision: {word}")))?;
            list.push(known.attr(ctx));
        }
        attrs.push(("precision_config", ctx.array_attr(&list)));
        Ok(())
    },
    |ir, op, out| {
        let items = ir.attr(op, "precision_config").and_then(|attr| ir.ctx.as_array(attr));
        let words: Vec<Precision> =
            items.unwrap_or_default().iter().filter_map(|&item| Precision::read(ir.ctx, item)).collect();
        if words.iter().any(|word| *word != Precision::Default) {
            let words: Vec<String> = words.iter().map(|word| word.word().to_lowercase()).collect();
            out.push(("operand_precision", braced(&words)));
        }
        Ok(())
    },
);

/// `algorithm=dot_bf16_bf16_f32`, a string in the op.
pub(in crate::import) const ALGORITHM: Field = custom(
    &["algorithm"],
    &["algorithm"],
    |ctx, found, attrs| {
        attrs.extend(found.word("algorithm").map(|word| ("algorithm", ctx.string_attr(word))));
        Ok(())
    },
    |ir, op, out| match (ir.attr(op, "algorithm"), ir.attr_text(op, "algorithm")) {
        (None, _) => Ok(()),
        (Some(_), Some(word)) => {
            out.push(("algorithm", word.to_string()));
            Ok(())
        }
        (Some(_), None) => unknown("algorithm"),
    },
);

/// Reads a word of an enum attribute, which the text may write in lower case behind a prefix.
fn read_word(
    ctx: &Context,
    found: &Found<'_, '_>,
    names: (&'static str, &'static str),
    kind: &str,
    prefix: &str,
    attrs: &mut Attrs,
) -> Result<(), FieldError> {
    let (text, ir) = names;
    if let Some(word) = found.word(text) {
        let word = word.strip_prefix(prefix).unwrap_or(word).to_uppercase();
        attrs.push((ir, keyword_attr(ctx, kind, &word)));
    }
    Ok(())
}

/// Writes a word of an enum attribute.
fn write_word(
    ir: &Ir<'_>,
    op: OpId,
    names: (&'static str, &'static str),
    kind: &str,
    spell: fn(&str) -> String,
    out: &mut Written,
) -> Result<(), String> {
    let (text, name) = names;
    let word = ir.attr(op, name).and_then(|attr| crate::dialects::hlo::attrs::keyword(ir.ctx, attr, kind));
    let Some(word) = word else { return unknown(name) };
    out.push((text, spell(word)));
    Ok(())
}

/// `fft_type=RFFT`
pub(in crate::import) const FFT_TYPE: Field = custom(
    &["fft_type"],
    &["fft_type"],
    |ctx, found, attrs| read_word(ctx, found, ("fft_type", "fft_type"), FftType::KIND, "", attrs),
    |ir, op, out| write_word(ir, op, ("fft_type", "fft_type"), FftType::KIND, str::to_string, out),
)
.required();

/// `transpose_a=NO_TRANSPOSE`
pub(in crate::import) const TRANSPOSE_A: Field = custom(
    &["transpose_a"],
    &["transpose_a"],
    |ctx, found, attrs| {
        read_word(ctx, found, ("transpose_a", "transpose_a"), Transpose::KIND, "", attrs)?;
        if found.word("transpose_a").is_none() {
            attrs.push(("transpose_a", Transpose::No.attr(ctx)));
        }
        Ok(())
    },
    |ir, op, out| write_word(ir, op, ("transpose_a", "transpose_a"), Transpose::KIND, str::to_string, out),
);

/// `algorithm=rng_three_fry`
pub(in crate::import) const RNG_ALGORITHM: Field = custom(
    &["algorithm"],
    &["rng_algorithm"],
    |ctx, found, attrs| {
        read_word(ctx, found, ("algorithm", "rng_algorithm"), RngAlgorithm::KIND, "rng_", attrs)
    },
    |ir, op, out| {
        let spell = |word: &str| format!("rng_{}", word.to_lowercase());
        write_word(ir, op, ("algorithm", "rng_algorithm"), RngAlgorithm::KIND, spell, out)
    },
)
.required();

/// `epsilon=0.001`
pub(in crate::import) const EPSILON: Field = custom(
    &["epsilon"],
    &["epsilon"],
    |ctx, found, attrs| {
        let text = found.raw("epsilon").unwrap_or("0");
        let value = text.parse().map_err(|_| ("epsilon", format!("expects a number, but sees '{text}'")))?;
        attrs.push(("epsilon", ctx.f32_attr(value)));
        Ok(())
    },
    |ir, op, out| {
        let bits = ir.attr(op, "epsilon").map(|attr| ir.ctx.attr_kind(attr));
        let Some(AttrKind::Float { bits, .. }) = bits else { return unknown("epsilon") };
        out.push(("epsilon", format!("{:?}", f32::from_bits(*bits as u32))));
        Ok(())
    },
);
