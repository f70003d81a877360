//! Attributes that name devices: groups, pairs, channels.

use super::{Attrs, Field, FieldError, Found, custom};
use crate::dialects::hlo::groups::groups;
use crate::ir::{Attr, AttrKind, Context, Ir, OpId};

/// Device numbers in all groups together, at most.
const MAX_DEVICES: usize = 1 << 20;

/// Numbers between brackets, and what stands behind them.
fn numbers(text: &str, close: char) -> Option<(Vec<usize>, &str)> {
    let (list, rest) = text.split_once(close)?;
    let items = list.split(',').map(str::trim).filter(|item| !item.is_empty());
    Some((items.map(|item| item.parse().ok()).collect::<Option<_>>()?, rest))
}

/// The numbers from 0 on, reshaped and transposed, in row-major order.
fn counter(shape: &[usize], order: &[usize]) -> Option<Vec<i64>> {
    let count = shape.iter().try_fold(1usize, |n, &dim| n.checked_mul(dim)).filter(|&n| n <= MAX_DEVICES)?;
    let steps: Vec<usize> = (0..shape.len()).map(|dim| shape[dim + 1..].iter().product()).collect();
    if order.len() != shape.len() || order.iter().any(|&dim| dim >= shape.len()) {
        return None;
    }
    let place = |mut index: usize| {
        let mut value = 0;
        for &dim in order.iter().rev() {
            value += index % shape[dim] * steps[dim];
            index /= shape[dim];
        }
        value as i64
    };
    Some((0..count).map(place).collect())
}

fn rows(values: &[i64], length: usize) -> Option<Vec<Vec<i64>>> {
    (length > 0).then(|| values.chunks(length).map(<[i64]>::to_vec).collect())
}

/// `{{0,1},{2,3}}`, `[2,4]<=[4,2]T(1,0)` or `mesh['x'=4,'y'=2] {'x'}`, spread out.
pub(in crate::import) fn parse_groups(text: &str) -> Option<Vec<Vec<i64>>> {
    if let Some(rest) = text.strip_prefix('[') {
        let (shape, rest) = numbers(rest, ']')?;
        let (from, rest) = numbers(rest.trim_start().strip_prefix("<=[")?, ']')?;
        let order = match rest.strip_prefix("T(") {
            Some(rest) => numbers(rest, ')')?.0,
            None => (0..from.len()).collect(),
        };
        return rows(&counter(&from, &order)?, *shape.get(1)?);
    }
    if let Some(rest) = text.strip_prefix("mesh[") {
        let (axes, chosen) = rest.split_once(']')?;
        let axes: Option<Vec<(&str, usize)>> = axes
            .split(',')
            .map(|axis| {
                axis.split_once('=').and_then(|(name, size)| Some((name.trim(), size.trim().parse().ok()?)))
            })
            .collect();
        let axes = axes?;
        let chosen = chosen.trim().strip_prefix('{')?.strip_suffix('}')?.split(',').map(str::trim);
        let chosen: Option<Vec<usize>> =
            chosen.map(|name| axes.iter().position(|axis| axis.0 == name)).collect();
        let chosen = chosen?;
        // Devices that differ in the chosen axes alone are a group.
        let others = (0..axes.len()).filter(|axis| !chosen.contains(axis));
        let order: Vec<usize> = others.chain(chosen.iter().copied()).collect();
        let shape: Vec<usize> = axes.iter().map(|axis| axis.1).collect();
        return rows(&counter(&shape, &order)?, chosen.iter().map(|&axis| shape[axis]).product());
    }
    let mut rest = text.strip_prefix('{')?.strip_suffix('}')?.trim();
    let mut groups = Vec::new();
    while let Some(group) = rest.strip_prefix('{') {
        let (devices, behind) = numbers(group, '}')?;
        groups.push(devices.into_iter().map(|device| device as i64).collect());
        rest = behind.trim_start_matches([',', ' ']);
    }
    rest.is_empty().then_some(groups)
}

/// `{{0,1},{2,3}}`
pub(in crate::import) fn print_groups(groups: &[Vec<i64>]) -> String {
    let groups: Vec<String> = groups.iter().map(|group| super::braced(group)).collect();
    format!("{{{}}}", groups.join(","))
}

/// A row for each group; -1 fills up those that are shorter than others.
fn groups_attr(ctx: &Context, groups: &[Vec<i64>]) -> Attr {
    let width = groups.iter().map(Vec::len).max().unwrap_or(0);
    let filled = groups.iter().flat_map(|group| (0..width).map(|at| group.get(at).copied().unwrap_or(-1)));
    let bytes: Vec<u8> = filled.flat_map(i64::to_le_bytes).collect();
    let ty = ctx.tensor_type(&[groups.len() as i64, width as i64], ctx.int_type(64));
    ctx.dense_attr(ty, &bytes)
}

fn read(
    ctx: &Context,
    found: &Found<'_, '_>,
    name: &'static str,
    attrs: &mut Attrs,
) -> Result<(), FieldError> {
    let text = found.raw(name).unwrap_or("{}");
    let groups = parse_groups(text).ok_or_else(|| (name, format!("cannot read the devices '{text}'")))?;
    attrs.push((name, groups_attr(ctx, &groups)));
    Ok(())
}

fn write(ir: &Ir<'_>, op: OpId, name: &'static str) -> Result<String, String> {
    let groups =
        groups(ir, op, name).ok_or_else(|| format!("'{name}' does not say the numbers of its devices"))?;
    Ok(print_groups(&groups))
}

/// `replica_groups={{0,1}}`
pub(in crate::import) const GROUPS: Field = custom(
    &["replica_groups"],
    &["replica_groups"],
    |ctx, found, attrs| read(ctx, found, "replica_groups", attrs),
    |ir, op, out| {
        out.push(("replica_groups", write(ir, op, "replica_groups")?));
        Ok(())
    },
);

/// `source_target_pairs={{0,1},{1,0}}`
pub(in crate::import) const PAIRS: Field = custom(
    &["source_target_pairs"],
    &["source_target_pairs"],
    |ctx, found, attrs| read(ctx, found, "source_target_pairs", attrs),
    |ir, op, out| {
        out.push(("source_target_pairs", write(ir, op, "source_target_pairs")?));
        Ok(())
    },
);

/// `channel_id=1`
pub(in crate::import) const CHANNEL: Field = custom(
    &["channel_id"],
    &["channel_handle"],
    |ctx, found, attrs| {
        if let Some(id) = found.integer("channel_id") {
            let body = ctx.str(&format!("channel_handle<handle = {id}, type = 0>"));
            let handle = AttrKind::Opaque { dialect: ctx.str("stablehlo"), body, ty: None };
            attrs.push(("channel_handle", ctx.attr(handle)));
        }
        Ok(())
    },
    |ir, op, out| {
        let body = ir.attr(op, "channel_handle").map(|attr| ir.ctx.attr_kind(attr));
        if let Some(AttrKind::Opaque { body, .. }) = body {
            let number = ir.ctx.text(*body).split_once("handle =").map(|(_, rest)| rest.trim_start());
            let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
            out.extend(number.map(|text| ("channel_id", digits(text))));
        }
        Ok(())
    },
);

macro_rules! flags {
    ($($(#[doc = $doc:literal])+ $field:ident = $name:literal;)*) => {$(
        $(#[doc = $doc])+
        pub(in crate::import) const $field: Field = custom(
            &[$name],
            &[$name],
            |ctx, found, attrs| {
                if found.flag($name) {
                    attrs.push(($name, ctx.unit_attr()));
                }
                Ok(())
            },
            |ir, op, out| {
                if ir.attr_flag(op, $name) {
                    out.push(($name, "true".into()));
                }
                Ok(())
            },
        );
    )*};
}

// Attributes that say it by their presence in the op.
flags! {
    /// `use_global_device_ids=true`
    DEVICE_IDS = "use_global_device_ids";
    /// `has_dynamic_root=true`
    DYNAMIC_ROOT = "has_dynamic_root";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_groups_is_spread_out() {
        for (text, wanted) in [
            ("{{0,1},{2,3}}", "{{0,1},{2,3}}"),
            ("{}", "{}"),
            ("{{0, 2}, {1}}", "{{0,2},{1}}"),
            ("[2,4]<=[8]", "{{0,1,2,3},{4,5,6,7}}"),
            ("[2,4]<=[4,2]T(1,0)", "{{0,2,4,6},{1,3,5,7}}"),
            ("mesh['x'=2,'y'=3] {'x'}", "{{0,3},{1,4},{2,5}}"),
            ("mesh['x'=2,'y'=3] {'x','y'}", "{{0,1,2,3,4,5}}"),
        ] {
            assert_eq!(
                parse_groups(text).map(|groups| print_groups(&groups)).as_deref(),
                Some(wanted),
                "{text}"
            );
        }
        for text in ["[2,4]<=[999999999,999999999]", "{{0}", "mesh['x'=2] {'z'}", "[2,0]<=[8]", "{0}"] {
            assert_eq!(parse_groups(text), None, "{text}");
        }
    }
}
