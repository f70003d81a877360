//! Quantized elements: integers that stand for floats, `(integer - zero point) * scale`.
//!
//! The arithmetic is that of `quantize` and `dequantize` in the StableHLO specification.

use crate::dialects::elements::element_type;
use crate::ir::{Context, Type, TypeKind, text};
use crate::tensor::{ElementType, Kind, Scalar, Tensor};

/// Whether elements are quantized, however.
pub fn is_quantized(ctx: &Context, elem: Type) -> bool {
    matches!(ctx.kind(elem), TypeKind::Opaque { dialect, .. } if ctx.text(*dialect) == "quant")
}

/// Whether elements of one type may be moved to places of the other: quantized ones take their steps along, if another dimension is then
/// the one that has them.
pub fn is_moved(ctx: &Context, from: Type, to: Type) -> bool {
    let anywhere = |elem| Quantized::of(ctx, elem).map(|quantized| Quantized { axis: None, ..quantized });
    from == to || anywhere(from).is_some_and(|from| anywhere(to) == Some(from))
}

/// `!quant.uniform<i8:f32, 0.5:-128>`, or with a scale for each place along a dimension: `!quant.uniform<i8<-127:127>:f32:1, {0.5, 0.25:3}>`.
#[derive(Clone, PartialEq, Debug)]
pub struct Quantized {
    /// The type of the integers.
    pub storage: ElementType,
    /// The type of the floats.
    pub expressed: ElementType,
    range: (i64, i64),
    axis: Option<usize>,
    /// Scales and zero points: one, or one for each place along the axis.
    steps: Vec<(f32, i64)>,
}

impl Quantized {
    /// Reads the element type. `None` if it is another type, or one whose floats are not computed with here: those of more
    /// than 32 bits.
    pub fn of(ctx: &Context, elem: Type) -> Option<Self> {
        let TypeKind::Opaque { dialect, body } = ctx.kind(elem) else { return None };
        if ctx.text(*dialect) != "quant" {
            return None;
        }
        let body = ctx.text(*body).trim().strip_prefix("uniform")?.trim_start();
        let (types, steps) = body.strip_prefix('<')?.strip_suffix('>')?.split_once(',')?;
        let (storage, rest, bounds) = match types.split_once('<') {
            Some((storage, rest)) => {
                let (bounds, rest) = rest.split_once('>')?;
                let (low, high) = bounds.split_once(':')?;
                (storage, rest.trim_start().strip_prefix(':')?, Some((number(low)?, number(high)?)))
            }
            None => {
                let (storage, rest) = types.split_once(':')?;
                (storage, rest, None)
            }
        };
        let (expressed, axis) = match rest.split_once(':') {
            Some((expressed, axis)) => (expressed, Some(axis.trim().parse().ok()?)),
            None => (rest, None),
        };
        let storage = match storage.trim().strip_prefix('u') {
            Some(width) => text::parse_type(ctx, &format!("ui{width}")),
            None => text::parse_type(ctx, storage.trim()),
        };
        let storage = element_type(ctx, storage.ok()?)?;
        let expressed = element_type(ctx, text::parse_type(ctx, expressed.trim()).ok()?)?;
        let widest = match storage.kind() {
            Kind::Signed(width) if width <= 32 => (-1 << (width - 1), (1 << (width - 1)) - 1),
            Kind::Unsigned(width) if width <= 32 => (0, (1 << width) - 1),
            _ => return None,
        };
        let range = bounds.unwrap_or(widest);
        let step = |step: &str| {
            let (scale, zero) = step.split_once(':').unwrap_or((step, "0"));
            Some((scale.trim().parse().ok()?, number(zero)?))
        };
        let steps = steps.trim();
        let list = steps.strip_prefix('{').and_then(|list| list.strip_suffix('}'));
        let steps = match (axis, list) {
            (Some(_), Some(list)) => list.split(',').map(step).collect::<Option<Vec<_>>>()?,
            (None, None) => vec![step(steps)?],
            _ => return None,
        };
        let legal =
            expressed.is_float() && expressed.bits() <= 32 && widest.0 <= range.0 && range.1 <= widest.1;
        let positive = steps.iter().all(|(scale, _): &(f32, i64)| *scale > 0.0 && scale.is_finite());
        (legal && positive && range.0 <= range.1).then_some(Quantized {
            storage,
            expressed,
            range,
            axis,
            steps,
        })
    }

    /// Whether each place along a dimension has a step of its own.
    pub fn is_per_axis(&self) -> bool {
        self.axis.is_some()
    }

    /// The scale and zero point of each element of a tensor of this shape; `None` if the axis does not fit.
    fn steps_of(&self, shape: &[usize]) -> Option<impl Fn(usize) -> (f32, i64)> {
        let inner = match self.axis {
            Some(axis) if shape.get(axis) != Some(&self.steps.len()) => return None,
            Some(axis) => shape[axis + 1..].iter().product(),
            None => 1,
        };
        Some(move |place: usize| self.steps[place / inner % self.steps.len()])
    }

    /// The integers that stand for floats. `None` if the axis is not one of the tensor's.
    pub fn quantize(&self, floats: &Tensor) -> Option<Tensor> {
        let steps = self.steps_of(floats.shape())?;
        let mut out = Tensor::splat(self.storage, floats.shape(), Scalar::Int(0));
        let (low, high) = (self.range.0 as f32, self.range.1 as f32);
        for place in 0..floats.len() {
            let (scale, zero) = steps(place);
            let moved = floats.get(place).as_f32() / scale + zero as f32;
            // NaN is converted to 0.
            let number = if moved.is_nan() { 0.0 } else { moved.max(low).min(high).round_ties_even() };
            out.set(place, Scalar::Int((number as i64).clamp(self.range.0, self.range.1).into()));
        }
        Some(out)
    }

    /// The floats that integers stand for. `None` if the axis is not one of the tensor's.
    pub fn dequantize(&self, integers: &Tensor) -> Option<Tensor> {
        let steps = self.steps_of(integers.shape())?;
        let mut out = Tensor::splat(self.expressed, integers.shape(), Scalar::Float(0.0));
        for (place, integer) in integers.to_i64s().into_iter().enumerate() {
            let (scale, zero) = steps(place);
            out.set(place, Scalar::from((integer as f32 - zero as f32) * scale));
        }
        Some(out)
    }
}

fn number(text: &str) -> Option<i64> {
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str) -> Option<Quantized> {
        let ctx = Context::new(&[]);
        let elem = ctx.ty(TypeKind::Opaque { dialect: ctx.str("quant"), body: ctx.str(body) });
        assert!(is_quantized(&ctx, elem));
        Quantized::of(&ctx, elem)
    }

    #[test]
    fn every_form_is_read() {
        let plain = read("uniform<i8:f32, 0.5:-128>").expect("well formed");
        assert_eq!((plain.storage, plain.expressed), (ElementType::S8, ElementType::F32));
        assert_eq!((plain.range, plain.axis, plain.steps), ((-128, 127), None, vec![(0.5, -128)]));
        let columns = read("uniform<u4<1:14>:bf16:1, {0.5:3, 1.0E-2}>").expect("well formed");
        assert_eq!((columns.storage, columns.expressed), (ElementType::U4, ElementType::BF16));
        assert_eq!((columns.range, columns.axis), ((1, 14), Some(1)));
        assert_eq!(columns.steps, [(0.5, 3), (0.01, 0)]);
    }

    #[test]
    fn what_is_not_computed_with_is_none() {
        for body in [
            "any<i8:f32>",
            "calibrated<f32<-1.0:1.0>>",
            "uniform<i8:f64, 0.5>",
            "uniform<i64:f32, 0.5>",
            "uniform<i8<-200:1>:f32, 0.5>",
            "uniform<i8<5:1>:f32, 0.5>",
            "uniform<i8:i32, 0.5>",
            "uniform<i8:f32, {0.5}>",
            "uniform<i8:f32:0, 0.5>",
            "uniform<i8:f32, half>",
            "uniform<i8, 0.5>",
            "uniform",
        ] {
            assert_eq!(read(body), None, "{body}");
        }
    }
}
