//! Attributes of device ops, with their declared defaults.

use crate::ir::{Attr, AttrKind, Context, Fault, FloatKind, Ir, OpId};
use crate::machine::instructions::Affine;
use crate::machine::{Engine, Limits, Target, UnknownTarget};
use crate::tensor::{ElementType, Kind, Scalar, device_constant};

use crate::dialects::builtin;
use crate::dialects::elements::tensor_of_attr;

/// An attribute, or what its declaration says stands for it.
pub fn attr(ir: &Ir<'_>, op: OpId, name: &str) -> Option<Attr> {
    ir.attr(op, name).or_else(|| ir.info(op)?.attr(name).and_then(|slot| ir.ctx.default_attr(slot)))
}

/// The text of a string attribute that is required or has a default.
pub fn text<'c>(ir: &Ir<'c>, op: OpId, name: &str) -> &'c str {
    let ctx = ir.ctx;
    attr(ir, op, name).and_then(|attr| ctx.as_text(attr)).unwrap_or_default()
}

/// The value of an integer attribute that is required or has a default.
pub fn int(ir: &Ir<'_>, op: OpId, name: &str) -> i64 {
    attr(ir, op, name).and_then(|attr| ir.ctx.as_i64(attr)).unwrap_or_default()
}

/// The value of a boolean attribute that is required or has a default.
pub fn flag(ir: &Ir<'_>, op: OpId, name: &str) -> bool {
    attr(ir, op, name).and_then(|attr| ir.ctx.as_bool(attr)).unwrap_or_default()
}

/// The value of an f32 attribute that is required or has a default; NaN if it has neither.
pub fn float(ir: &Ir<'_>, op: OpId, name: &str) -> f32 {
    attr(ir, op, name).and_then(|attr| float_value(ir, attr)).unwrap_or(f32::NAN)
}

/// The value of an f32 attribute, or of the one it stands for.
pub fn float_or(ir: &Ir<'_>, op: OpId, name: &str, otherwise: f32) -> f32 {
    attr(ir, op, name).and_then(|attr| float_value(ir, attr)).unwrap_or(otherwise)
}

/// The affine function that an op's attributes `offset_name` and `channel_multiplier` and a pattern give.
pub fn affine<'p>(ir: &Ir<'_>, op: OpId, pattern: &'p [(i32, usize)], offset_name: &str) -> Affine<'p> {
    let [offset, channel_multiplier] =
        [offset_name, "channel_multiplier"].map(|name| int(ir, op, name) as i32);
    Affine { pattern, offset, channel_multiplier }
}

/// The value of an f32 attribute, bit for bit.
pub fn float_value(ir: &Ir<'_>, value: Attr) -> Option<f32> {
    match ir.ctx.attr_kind(value) {
        AttrKind::Float { bits, ty } if *ty == ir.ctx.float_type(FloatKind::F32) => {
            u32::try_from(*bits).ok().map(f32::from_bits)
        }
        _ => None,
    }
}

/// The text of a string attribute that must be one of these words.
pub fn word<'c>(ir: &Ir<'c>, op: OpId, name: &str, words: &[&str]) -> Result<&'c str, Fault> {
    let found = text(ir, op, name);
    if words.contains(&found) {
        return Ok(found);
    }
    Err(Fault::attr(
        name,
        format!("attribute '{name}' must be one of {}, but is \"{found}\"", words.join(", ")),
    ))
}

/// The `engine` of an op by one of the two naming schemes; it must be one of these.
pub fn engine(
    ir: &Ir<'_>,
    op: OpId,
    from_name: fn(&str) -> Option<Engine>,
    to_name: fn(Engine) -> &'static str,
    legal: &[Engine],
) -> Result<Engine, Fault> {
    let found = text(ir, op, "engine");
    from_name(found).filter(|engine| legal.contains(engine)).ok_or_else(|| {
        let names: Vec<_> = legal.iter().map(|&engine| to_name(engine)).collect();
        Fault::attr("engine", format!("runs on {}, not on \"{found}\"", names.join(", ")))
    })
}

/// The limits of the target that an op is compiled for: `neuron.target` of the nearest module around it that has one.
/// A module whose attribute names no target has an error already, so the default stands in.
pub fn limits(ir: &Ir<'_>, op: OpId) -> &'static Limits {
    let mut around = std::iter::successors(Some(op), |&inner| ir.parent_op(inner));
    let named = around.find(|&outer| ir.is(outer, builtin::Module::NAME) && ir.attr(outer, TARGET).is_some());
    named.and_then(|module| target(ir, module).ok()).unwrap_or_default().limits()
}

/// The attribute that names the target of a module.
pub const TARGET: &str = "neuron.target";

/// The target that `neuron.target` of an op names; the default one if there is no such attribute.
pub fn target(ir: &Ir<'_>, op: OpId) -> Result<Target, Fault> {
    let Some(attr) = ir.attr(op, TARGET) else { return Ok(Target::default()) };
    match ir.ctx.as_text(attr) {
        Some(name) => name.parse().map_err(|unknown: UnknownTarget| Fault::attr(TARGET, unknown.to_string())),
        None => Err(Fault::attr(TARGET, "unknown target: a string that names one is expected")),
    }
    .map_err(|fault| fault.help("the targets are trn1, trn2 and trn3"))
}

/// The stored bits of a number as an element of `dtype`: exact if it has that type, else by the device cast. `None`
/// if it is no number.
pub fn constant_bits(ctx: &Context, value: Attr, dtype: ElementType) -> Option<u64> {
    let value = tensor_of_attr(ctx, value).filter(|tensor| tensor.len() == 1)?;
    if value.elem() == dtype {
        return value.bits(0).try_into().ok();
    }
    Some(device_constant(dtype, value.get(0)))
}

/// Whether a number is of the class of `dtype` (float or integer), and an integer in its range: what memset asks of
/// its value (spec nki_isa.md §7.1).
pub fn fits_class(ctx: &Context, value: Attr, dtype: ElementType) -> Result<(), String> {
    let Some(tensor) = tensor_of_attr(ctx, value).filter(|tensor| tensor.len() == 1) else {
        return Err("must be a number".to_owned());
    };
    match (dtype.kind(), tensor.get(0)) {
        (Kind::Float(_), Scalar::Float(_)) | (Kind::Pred, Scalar::Bool(_)) => Ok(()),
        (Kind::Signed(width), Scalar::Int(found)) => {
            in_range(found, -(1 << (width - 1)), (1 << (width - 1)) - 1, dtype)
        }
        (Kind::Unsigned(width), Scalar::Int(found)) => in_range(found, 0, (1 << width) - 1, dtype),
        (kind, _) => {
            let legal = match kind {
                Kind::Float(_) | Kind::Complex(_) => "a float",
                Kind::Signed(_) | Kind::Unsigned(_) => "an integer",
                Kind::Pred => "a boolean",
            };
            Err(format!(
                "must be {legal} to fill a tile of {dtype}: the type of the value must match the class of dst"
            ))
        }
    }
}

fn in_range(found: i128, low: i128, high: i128, dtype: ElementType) -> Result<(), String> {
    if (low..=high).contains(&found) { Ok(()) } else { Err(format!("is {found}, which {dtype} cannot hold")) }
}
