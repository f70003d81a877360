//! Shardings and groups of devices, as text and as messages.

use std::fmt::Write as _;

use super::messages::{CollectiveDeviceListProto, OpSharding, ReplicaGroup};
use crate::import::fields::parse_groups;

/// The kinds of sharding by number; the third is a tuple and the fourth lists devices.
const KINDS: [&str; 7] = ["replicated", "maximal", "", "devices", "manual", "unknown", "unreduced"];
const MAXIMAL: i32 = 1;
const TUPLE: i32 = 2;
const OTHER: i32 = 3;

fn join<T: std::fmt::Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}

/// `[4]` or `[2,2]T(1,0)`: a counter reshaped and transposed.
fn iota(reshape: &[i64], transpose: &[i32]) -> String {
    let identity = transpose.iter().copied().eq(0..transpose.len() as i32);
    let transposed = if identity { String::new() } else { format!("T({})", join(transpose)) };
    format!("[{}]{transposed}", join(reshape))
}

/// A sharding as HLO text has it, braces included. `None` for a kind that is not known.
pub(super) fn print(sharding: &OpSharding) -> Option<String> {
    let kind = *usize::try_from(sharding.r#type).ok().and_then(|number| KINDS.get(number))?;
    let mut text = format!("{{{kind}");
    match sharding.r#type {
        MAXIMAL => {
            let _ = write!(text, " device={}", sharding.tile_assignment_devices.first()?);
        }
        TUPLE => {
            let parts = sharding.tuple_shardings.iter().map(print).collect::<Option<Vec<_>>>()?;
            text.push_str(&parts.join(", "));
        }
        OTHER => {
            let _ = write!(text, "=[{}]", join(&sharding.tile_assignment_dimensions));
            if sharding.iota_reshape_dims.is_empty() {
                text.push_str(&join(&sharding.tile_assignment_devices));
            } else {
                let _ =
                    write!(text, "<={}", iota(&sharding.iota_reshape_dims, &sharding.iota_transpose_perm));
            }
            if sharding.replicate_on_last_tile_dim {
                text.push_str(" last_tile_dim_replicate");
            }
            if !sharding.last_tile_dims.is_empty() {
                let kinds = sharding.last_tile_dims.iter().map(|&kind| KINDS.get(kind as usize).copied());
                let _ = write!(text, " last_tile_dims={{{}}}", kinds.collect::<Option<Vec<_>>>()?.join(", "));
            }
        }
        _ => {}
    }
    Some(text + "}")
}

/// Numbers between brackets, and what stands behind them.
fn numbers(text: &str, close: char) -> Option<(Vec<i64>, &str)> {
    let (list, rest) = text.split_once(close)?;
    let items = list.split(',').map(str::trim).filter(|item| !item.is_empty());
    Some((items.map(|item| item.parse().ok()).collect::<Option<_>>()?, rest))
}

/// Reads `[2,2]T(1,0)` behind its opening bracket.
fn read_iota(text: &str) -> Option<(Vec<i64>, Vec<i32>, &str)> {
    let (reshape, rest) = numbers(text, ']')?;
    let Some(transpose) = rest.strip_prefix("T(") else {
        let identity = (0..reshape.len() as i32).collect();
        return Some((reshape, identity, rest));
    };
    let (transpose, rest) = numbers(transpose, ')')?;
    Some((reshape, transpose.into_iter().map(|dim| dim as i32).collect(), rest))
}

/// The sharding that a text stands for. `None` for a form that is not known.
pub(super) fn read(text: &str) -> Option<OpSharding> {
    let inner = text.trim().strip_prefix('{')?.strip_suffix('}')?.trim();
    let mut sharding = OpSharding::default();
    if inner.starts_with('{') || inner.is_empty() {
        sharding.r#type = TUPLE;
        sharding.tuple_shardings = split_braces(inner)?.into_iter().map(read).collect::<Option<_>>()?;
        return Some(sharding);
    }
    if let Some(device) = inner.strip_prefix("maximal device=") {
        sharding.r#type = MAXIMAL;
        sharding.tile_assignment_devices = vec![device.trim().parse().ok()?];
        return Some(sharding);
    }
    if let Some(rest) = inner.strip_prefix("devices=[") {
        sharding.r#type = OTHER;
        let (dims, rest) = numbers(rest, ']')?;
        sharding.tile_assignment_dimensions = dims;
        let rest = match rest.strip_prefix("<=[") {
            Some(iota) => {
                let (reshape, transpose, rest) = read_iota(iota)?;
                (sharding.iota_reshape_dims, sharding.iota_transpose_perm) = (reshape, transpose);
                rest
            }
            None => {
                let end = rest.find(' ').unwrap_or(rest.len());
                let devices = rest[..end].split(',').filter(|item| !item.is_empty());
                sharding.tile_assignment_devices =
                    devices.map(|item| item.parse().ok()).collect::<Option<_>>()?;
                &rest[end..]
            }
        };
        return match rest.trim() {
            "" => Some(sharding),
            "last_tile_dim_replicate" => Some(OpSharding { replicate_on_last_tile_dim: true, ..sharding }),
            rest => {
                let kinds = rest.strip_prefix("last_tile_dims={")?.strip_suffix('}')?.split(',');
                let kind =
                    |kind: &str| KINDS.iter().position(|known| *known == kind.trim()).map(|n| n as i32);
                sharding.last_tile_dims = kinds.map(kind).collect::<Option<_>>()?;
                Some(sharding)
            }
        };
    }
    sharding.r#type = KINDS.iter().position(|kind| *kind == inner)? as i32;
    Some(sharding)
}

/// The texts in braces of a list.
fn split_braces(text: &str) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            }
            b'}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    parts.push(&text[start..=at]);
                }
            }
            _ => {}
        }
    }
    (depth == 0).then_some(parts)
}

/// Groups of devices as HLO text has them.
pub(super) fn groups_text(groups: &[ReplicaGroup], list: Option<&CollectiveDeviceListProto>) -> String {
    if let Some(iotas) = list.and_then(|list| list.iota_replica_group_list.as_ref()) {
        let shape = [iotas.num_replica_groups, iotas.num_devices_per_group];
        return format!("[{}]<={}", join(&shape), iota(&iotas.iota_reshape_dims, &iotas.iota_transpose_perm));
    }
    let groups = list.map_or(groups, |list| &list.replica_groups);
    let groups: Vec<Vec<i64>> = groups.iter().map(|group| group.replica_ids.clone()).collect();
    crate::import::fields::print_groups(&groups)
}

/// The groups of devices that a text stands for.
pub(super) fn read_groups(text: &str) -> Option<Vec<ReplicaGroup>> {
    let groups = parse_groups(text)?;
    Some(groups.into_iter().map(|replica_ids| ReplicaGroup { replica_ids }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shardings_come_back() {
        for text in [
            "{replicated}",
            "{manual}",
            "{maximal device=3}",
            "{devices=[2,1]0,1}",
            "{devices=[4,1]<=[4]}",
            "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}",
            "{devices=[2,2]<=[4] last_tile_dims={manual, replicated}}",
            "{{replicated}, {devices=[2,1]<=[2]}}",
        ] {
            assert_eq!(read(text).and_then(|sharding| print(&sharding)).as_deref(), Some(text));
        }
        for text in ["{", "{devices=[x]}", "{what}", "{devices=[2]<=[2"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
