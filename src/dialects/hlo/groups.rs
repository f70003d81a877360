//! Groups of devices: the numbers in `replica_groups` and `source_target_pairs`.

use super::attrs::struct_body;
use crate::dialects::constraints::attr_type;
use crate::ir::{Attr, Constraint, Context, Ir, OpId};

/// Devices of a mesh, at most.
const MAX_DEVICES: usize = 1 << 20;

/// The kind of attribute that gives groups by the axes of a mesh.
const MESH_AXES: &str = "replica_group_mesh_axes";

/// Device numbers, a group or a pair in each row (-1 where a group is shorter than the others), or axes of a mesh.
pub static GROUPS: Constraint<Attr> = Constraint {
    description: "a matrix of 64-bit integers, or axes of a mesh",
    check: |ctx, attr| rows(ctx, attr).is_some() || struct_body(ctx, attr, MESH_AXES).is_some(),
};

/// The groups that an attribute gives; none if it is not there. `None` if the numbers are not at hand, as with a mesh that
/// is named by symbol.
pub fn groups(ir: &Ir<'_>, op: OpId, name: &str) -> Option<Vec<Vec<i64>>> {
    let Some(attr) = ir.attr(op, name) else { return Some(Vec::new()) };
    rows(ir.ctx, attr).or_else(|| mesh_groups(struct_body(ir.ctx, attr, MESH_AXES)?))
}

fn rows(ctx: &Context, attr: Attr) -> Option<Vec<Vec<i64>>> {
    let (shape, _) = attr_type(ctx, attr).and_then(|ty| ctx.shaped(ty))?;
    let &[_, width] = shape else { return None };
    let numbers = ctx.as_ints(attr)?;
    let width = usize::try_from(width).ok()?.max(1);
    Some(
        numbers
            .chunks(width)
            .map(|row| row.iter().copied().filter(|&device| device != -1).collect())
            .collect(),
    )
}

/// A part of a mesh axis: `size` steps of `stride` devices.
struct Digit {
    stride: usize,
    size: usize,
}

/// Devices that differ in the chosen axes (or parts of axes) alone are a group, in the order of those axes:
/// `mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]`.
fn mesh_groups(text: &str) -> Option<Vec<Vec<i64>>> {
    let mut axes = Vec::new();
    for axis in bodies(text, "mesh_axis<") {
        axes.push((field(axis, "name")?, field(axis, "size")?.parse::<usize>().ok()?));
    }
    let count = axes.iter().try_fold(1usize, |count, axis| count.checked_mul(axis.1));
    let count = count.filter(|&count| !axes.is_empty() && (1..=MAX_DEVICES).contains(&count))?;
    let mut digits = Vec::new();
    for chosen in bodies(text, "axis_ref<") {
        let name = field(chosen, "name")?;
        let place = axes.iter().position(|axis| axis.0 == name)?;
        let below: usize = axes[place + 1..].iter().map(|axis| axis.1).product();
        let (before, size) = match field(chosen, "sub_axis_info") {
            Some(part) => {
                let (before, size) = part.strip_prefix('(')?.split_once(')')?;
                (before.parse().ok()?, size.parse().ok()?)
            }
            None => (1, axes[place].1),
        };
        let inner: usize = axes[place].1.checked_div(size)?.checked_div(before)?;
        let whole = usize::checked_mul(before, size)?.checked_mul(inner)?;
        (whole == axes[place].1).then_some(())?;
        digits.push(Digit { stride: inner * below, size });
    }
    let digit = |device: usize, digit: &Digit| device / digit.stride % digit.size;
    let first = |&device: &usize| digits.iter().all(|d| digit(device, d) == 0);
    let group = |start: usize| {
        let spread = |members: Vec<usize>, d: &Digit| {
            members.iter().flat_map(|member| (0..d.size).map(move |step| member + step * d.stride)).collect()
        };
        digits.iter().fold(vec![start], spread).into_iter().map(|device| device as i64).collect()
    };
    // Axes that overlap do not tell devices apart.
    let size =
        digits.iter().try_fold(1usize, |size, d| size.checked_mul(d.size)).filter(|&size| size <= count)?;
    let groups: Vec<Vec<i64>> = (0..count).filter(first).map(group).collect();
    let mut devices = groups.concat();
    devices.sort_unstable();
    (size > 0 && devices.iter().copied().eq(0..count as i64)).then_some(groups)
}

/// What stands between `opening` and the next `>`, each time.
fn bodies<'t>(text: &'t str, opening: &str) -> impl Iterator<Item = &'t str> {
    text.split(opening).skip(1).filter_map(|rest| rest.split_once('>')).map(|(body, _)| body)
}

/// The value of `key = value`, without quotes.
fn field<'t>(body: &'t str, key: &str) -> Option<&'t str> {
    let pairs = body.split(',').filter_map(|pair| pair.split_once('='));
    pairs
        .map(|(name, value)| (name.trim(), value.trim()))
        .find(|pair| pair.0 == key)
        .map(|pair| pair.1.trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mesh(axes: &str) -> Option<Vec<Vec<i64>>> {
        let mesh = r#"mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "a", size = 2>, #stablehlo.mesh_axis<name = "b", size = 6>]>"#;
        mesh_groups(&format!("{mesh}, axes = [{axes}]"))
    }

    #[test]
    fn axes_of_a_mesh_make_groups() {
        let b = r#"#stablehlo.axis_ref<name = "b">"#;
        assert_eq!(mesh(b), Some(vec![(0..6).collect(), (6..12).collect()]));
        let a = r#"#stablehlo.axis_ref<name = "a">"#;
        assert_eq!(mesh(a).map(|groups| (groups.len(), groups[1].clone())), Some((6, vec![1, 7])));
        let both = mesh(&format!("{b}, {a}")).expect("well formed");
        assert_eq!(both, [[0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11]]);
        let outer = mesh(r#"#stablehlo.axis_ref<name = "b", sub_axis_info = (1)2>"#).expect("well formed");
        assert_eq!(outer, [[0, 3], [1, 4], [2, 5], [6, 9], [7, 10], [8, 11]]);
        let inner = mesh(r#"#stablehlo.axis_ref<name = "b", sub_axis_info = (2)3>"#).expect("well formed");
        assert_eq!(inner, [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]);
    }

    #[test]
    fn what_is_no_part_of_the_mesh_makes_none() {
        for axes in [
            r#"#stablehlo.axis_ref<name = "c">"#,
            r#"#stablehlo.axis_ref<name = "b", sub_axis_info = (4)2>"#,
            r#"#stablehlo.axis_ref<name = "b", sub_axis_info = (1)0>"#,
            r#"#stablehlo.axis_ref<name = "b", sub_axis_info = 2>"#,
            r#"#stablehlo.axis_ref<name = "b", sub_axis_info = (18446744073709551615)2>"#,
            r#"#stablehlo.axis_ref<name = "b">, #stablehlo.axis_ref<name = "b">"#,
            r#"#stablehlo.axis_ref<name = "b">, #stablehlo.axis_ref<name = "b", sub_axis_info = (1)2>"#,
        ] {
            assert_eq!(mesh(axes), None, "{axes}");
        }
        assert_eq!(mesh_groups("mesh = @mesh, axes = []"), None);
    }
}
