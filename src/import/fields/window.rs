//! `window={size=1x16 stride=1x2 pad=0_0x15_0 lhs_dilate=1x2 rhs_dilate=2x1 rhs_reversal=0x1}`

use std::fmt::Write as _;

use super::{Attrs, Field, FieldError, Found, Written, custom};
use crate::ir::{AttrKind, Context, Ir, OpId};

/// The parts of a window and the attribute that each becomes.
struct Parts {
    /// What is a number for each dimension, and the number that says nothing.
    numbers: &'static [(&'static str, &'static str, i64)],
    /// Whether windows can be reversed.
    reversal: Option<&'static str>,
}

/// The part that is written even where it says nothing: it tells the rank.
const SIZE: &str = "size";

const REDUCE: Parts = Parts {
    numbers: &[
        (SIZE, "window_dimensions", 1),
        ("stride", "window_strides", 1),
        ("lhs_dilate", "base_dilations", 1),
        ("rhs_dilate", "window_dilations", 1),
    ],
    reversal: None,
};

const SCATTER: Parts =
    Parts { numbers: &[(SIZE, "window_dimensions", 1), ("stride", "window_strides", 1)], reversal: None };

/// The size of a convolution's window is that of its kernel.
const CONVOLUTION: Parts = Parts {
    numbers: &[
        ("stride", "window_strides", 1),
        ("lhs_dilate", "lhs_dilation", 1),
        ("rhs_dilate", "rhs_dilation", 1),
    ],
    reversal: Some("window_reversal"),
};

impl Parts {
    fn read(&self, ctx: &Context, found: &Found<'_, '_>, attrs: &mut Attrs) -> Result<(), FieldError> {
        let text = found.raw("window").unwrap_or("{}");
        let fail = |message: String| Err(("window", message));
        for entry in text.trim_start_matches('{').trim_end_matches('}').split_whitespace() {
            let Some((key, value)) = entry.split_once('=') else {
                return fail(format!("expects name=value in a window, but sees '{entry}'"));
            };
            let numbers: Option<Vec<i64>> = value
                .split(['x', '_'])
                .filter(|part| !part.is_empty())
                .map(|number| number.parse().ok())
                .collect();
            let Some(numbers) = numbers else { return fail(format!("expects numbers, but sees '{value}'")) };
            let zeros = numbers.iter().all(|&number| number == 0);
            match (self.numbers.iter().find(|part| part.0 == key), self.reversal) {
                (Some(&(_, name, _)), _) => attrs.push((name, ctx.i64_array_attr(&numbers))),
                (None, _) if key == "pad" && numbers.len() % 2 == 0 => {
                    let ty = ctx.tensor_type(&[numbers.len() as i64 / 2, 2], ctx.int_type(64));
                    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
                    attrs.push(("padding", ctx.dense_attr(ty, &bytes)));
                }
                (None, Some(name)) if key == "rhs_reversal" => {
                    let data = numbers.iter().map(|&number| u8::from(number != 0)).collect();
                    attrs.push((name, ctx.attr(AttrKind::DenseArray { elem: ctx.int_type(1), data })));
                }
                (None, None) if key == "rhs_reversal" && zeros => {}
                (None, Some(_)) if key == SIZE => {}
                _ => return fail(format!("'{entry}' is not supported in this window")),
            }
        }
        // A window over a scalar has no parts.
        let sized = self.numbers.iter().find(|part| part.0 == SIZE);
        if let Some(&(_, name, _)) = sized
            && attrs.iter().all(|attr| attr.0 != name)
        {
            attrs.push((name, ctx.i64_array_attr(&[])));
        }
        Ok(())
    }

    fn write(&self, ir: &Ir<'_>, op: OpId, sizes: Option<Vec<i64>>, out: &mut Written) {
        let by = |list: &[i64]| list.iter().map(i64::to_string).collect::<Vec<_>>().join("x");
        let mut entries = Vec::new();
        entries.extend(sizes.map(|sizes| format!("{SIZE}={}", by(&sizes))));
        for &(key, name, default) in self.numbers {
            let list = ir.attr_ints(op, name);
            if let Some(list) =
                list.filter(|list| key == SIZE || list.iter().any(|&number| number != default))
            {
                entries.push(format!("{key}={}", by(&list)));
            }
        }
        if let Some(list) = ir.attr_ints(op, "padding").filter(|list| list.iter().any(|&number| number != 0))
        {
            let dims = list.chunks(2).map(|dim| dim.iter().map(i64::to_string).collect::<Vec<_>>().join("_"));
            entries.push(format!("pad={}", dims.collect::<Vec<_>>().join("x")));
        }
        let reversal = self.reversal.and_then(|name| ir.attr_ints(op, name));
        if let Some(list) = reversal.filter(|list| list.iter().any(|&number| number != 0)) {
            let list: Vec<i64> = list.iter().map(|&number| i64::from(number != 0)).collect();
            entries.push(format!("rhs_reversal={}", by(&list)));
        }
        let mut text = String::from("{");
        let _ = write!(text, "{}}}", entries.join(" "));
        out.push(("window", text));
    }
}

/// Of `reduce-window`
pub(in crate::import) const WINDOW: Field = custom(
    &["window"],
    &["window_dimensions", "window_strides", "base_dilations", "window_dilations", "padding"],
    |ctx, found, attrs| REDUCE.read(ctx, found, attrs),
    |ir, op, out| {
        REDUCE.write(ir, op, None, out);
        Ok(())
    },
);

/// Of `select-and-scatter`
pub(in crate::import) const SCATTER_WINDOW: Field = custom(
    &["window"],
    &["window_dimensions", "window_strides", "padding"],
    |ctx, found, attrs| SCATTER.read(ctx, found, attrs),
    |ir, op, out| {
        SCATTER.write(ir, op, None, out);
        Ok(())
    },
);

/// Of `convolution`
pub(in crate::import) const CONV_WINDOW: Field = custom(
    &["window"],
    &["window_strides", "lhs_dilation", "rhs_dilation", "window_reversal", "padding"],
    |ctx, found, attrs| CONVOLUTION.read(ctx, found, attrs),
    |ir, op, out| {
        CONVOLUTION.write(ir, op, kernel_sizes(ir, op), out);
        Ok(())
    },
);

/// The spatial sizes of a convolution's kernel.
fn kernel_sizes(ir: &Ir<'_>, op: OpId) -> Option<Vec<i64>> {
    let dims = crate::dialects::hlo::conv_dims::ConvDims::read(ir.ctx, ir.attr(op, "dimension_numbers")?)?;
    let (shape, _) = ir.ctx.ranked_tensor(ir.ty(ir.operand(op, 1)))?;
    dims.kernel.spatial.iter().map(|&dim| shape.get(dim).copied()).collect()
}
