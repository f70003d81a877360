//! Shapes and literals of protos.

use std::fmt::Write as _;

use super::messages::{LayoutProto, LiteralProto, ShapeProto, TileProto};
use crate::dialects::elements::{element_type, tensor_of_attr};
use crate::import::shape::{self, primitive_name, separate};
use crate::ir::{Attr, Context, DYNAMIC, Type, TypeKind};

/// XLA's numbers for primitive types.
const PRIMITIVES: &[(i32, &str)] = &[
    (1, "pred"),
    (2, "s8"),
    (3, "s16"),
    (4, "s32"),
    (5, "s64"),
    (6, "u8"),
    (7, "u16"),
    (8, "u32"),
    (9, "u64"),
    (10, "f16"),
    (11, "f32"),
    (12, "f64"),
    (15, "c64"),
    (16, "bf16"),
    (18, "c128"),
    (19, "f8e5m2"),
    (20, "f8e4m3fn"),
    (21, "s4"),
    (22, "u4"),
    (23, "f8e4m3b11fnuz"),
    (24, "f8e5m2fnuz"),
    (25, "f8e4m3fnuz"),
    (26, "s2"),
    (27, "u2"),
    (28, "f8e4m3"),
    (29, "f8e3m4"),
    (30, "s1"),
    (31, "u1"),
    (32, "f4e2m1fn"),
    (33, "f8e8m0fnu"),
    (OPAQUE, "opaque"),
    (TOKEN, "token"),
];

const TUPLE: i32 = 13;
const OPAQUE: i32 = 14;
const TOKEN: i32 = 17;
const BUFFER: i32 = 34;

/// The primitive type of an array shape.
pub(super) fn primitive_of(proto: &ShapeProto) -> Option<&'static str> {
    PRIMITIVES.iter().find(|row| row.0 == proto.element_type).map(|row| row.1)
}

/// Appends a shape as text. The error says what is wrong with it.
pub(super) fn print(proto: &ShapeProto, out: &mut String) -> Result<(), String> {
    match proto.element_type {
        TUPLE => {
            out.push('(');
            for (index, item) in proto.tuple_shapes.iter().enumerate() {
                separate(index, out);
                print(item, out)?;
            }
            out.push(')');
            return Ok(());
        }
        BUFFER => {
            out.push_str("b(");
            proto.tuple_shapes.first().map_or(Ok(()), |item| print(item, out))?;
            out.push(')');
            return Ok(());
        }
        _ => {}
    }
    let Some(name) = primitive_of(proto) else {
        return Err(format!("its element type has the unknown number {}", proto.element_type));
    };
    let _ = write!(out, "{name}[");
    for (index, &dim) in proto.dimensions.iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        let dynamic = proto.is_dynamic_dimension.get(index) == Some(&true);
        let _ = match dim {
            i64::MIN if dynamic => write!(out, "{comma}?"),
            _ if dynamic => write!(out, "{comma}<={dim}"),
            _ => write!(out, "{comma}{dim}"),
        };
    }
    out.push(']');
    if let Some(layout) = &proto.layout {
        print_layout(layout, out);
    }
    Ok(())
}

fn list<T: std::fmt::Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}

fn print_layout(layout: &LayoutProto, out: &mut String) {
    let mut special = String::new();
    if !layout.tiles.is_empty() {
        special.push('T');
        for tile in &layout.tiles {
            let _ = write!(special, "({})", list(&tile.dimensions));
        }
    }
    for (letter, value, default) in [
        ('L', layout.tail_padding_alignment_in_elements, 1),
        ('E', layout.element_size_in_bits, 0),
        ('S', layout.memory_space, 0),
    ] {
        if value != default && value != 0 {
            let _ = write!(special, "{letter}({value})");
        }
    }
    if layout.minor_to_major.is_empty() && special.is_empty() {
        return;
    }
    let colon = if special.is_empty() { "" } else { ":" };
    let _ = write!(out, "{{{}{colon}{special}}}", list(&layout.minor_to_major));
}

fn numbers(text: &str) -> Option<Vec<i64>> {
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
    items.map(|item| item.parse().ok()).collect()
}

/// Reads what [`print_layout`] writes; `None` if there is no layout.
fn read_layout(text: &str) -> Option<LayoutProto> {
    let (inner, _) = text.trim_start().strip_prefix('{')?.split_once('}')?;
    let (order, mut special) = inner.split_once(':').unwrap_or((inner, ""));
    let mut layout = LayoutProto { minor_to_major: numbers(order)?, ..LayoutProto::default() };
    let mut key = "";
    while let Some((name, rest)) = special.split_once('(') {
        let (list, rest) = rest.split_once(')')?;
        // Of several tiles the first alone has the letter.
        key = if name.trim().is_empty() { key } else { name.trim() };
        let list = numbers(list);
        let first = || list.as_ref().and_then(|list| list.first()).copied().unwrap_or(0);
        match key {
            "L" => layout.tail_padding_alignment_in_elements = first(),
            "E" => layout.element_size_in_bits = first(),
            "S" => layout.memory_space = first(),
            "T" => layout.tiles.extend(list.map(|dimensions| TileProto { dimensions })),
            _ => {}
        }
        special = rest;
    }
    Some(layout)
}

/// The shape of a type, with the layouts of the arrays in its text, or the default.
pub(super) fn shape_of(ctx: &Context, ty: Type, text: &str) -> ShapeProto {
    let mut layouts = text.match_indices(']').map(|(at, _)| read_layout(&text[at + 1..]));
    build(ctx, ty, &mut layouts)
}

fn build(ctx: &Context, ty: Type, layouts: &mut dyn Iterator<Item = Option<LayoutProto>>) -> ShapeProto {
    let mut proto = ShapeProto::default();
    match ctx.kind(ty) {
        TypeKind::Tuple(items) => {
            proto.element_type = TUPLE;
            proto.tuple_shapes = items.iter().map(|&item| build(ctx, item, layouts)).collect();
        }
        TypeKind::RankedTensor { shape, elem, .. } => {
            let name = primitive_name(ctx, *elem).unwrap_or_default();
            proto.element_type = PRIMITIVES.iter().find(|row| row.1 == name).map_or(0, |row| row.0);
            let bounds = shape::bounds(ctx, ty);
            let size = |(index, &dim): (usize, &i64)| match bounds.get(index) {
                Some(Some(bound)) if dim == DYNAMIC => *bound,
                _ => dim,
            };
            proto.dimensions = shape.iter().enumerate().map(size).collect();
            proto.is_dynamic_dimension = shape.iter().map(|&dim| dim == DYNAMIC).collect();
            let mut layout = layouts.next().flatten().unwrap_or_default();
            if layout.minor_to_major.len() != shape.len() {
                layout.minor_to_major = (0..shape.len() as i64).rev().collect();
            }
            layout.tail_padding_alignment_in_elements = layout.tail_padding_alignment_in_elements.max(1);
            proto.layout = Some(layout);
        }
        TypeKind::Opaque { body, .. } => {
            layouts.next();
            let body = ctx.text(*body);
            proto.element_type = PRIMITIVES.iter().find(|row| row.1 == body).map_or(BUFFER, |row| row.0);
        }
        _ => {}
    }
    proto
}

/// Little-endian elements of a literal.
macro_rules! elements {
    ($list:expr) => {
        $list.iter().flat_map(|value| value.to_le_bytes()).collect()
    };
}

/// The constants that a literal of a type stands for, one for each leaf. The error says what is wrong.
pub(super) fn constants(ctx: &Context, ty: Type, proto: &LiteralProto) -> Result<Vec<Attr>, String> {
    if let TypeKind::Tuple(items) = ctx.kind(ty) {
        if items.len() != proto.tuple_literals.len() {
            return Err(format!("has {} parts, its literal {}", items.len(), proto.tuple_literals.len()));
        }
        let parts = items.iter().zip(&proto.tuple_literals).map(|(&item, part)| constants(ctx, item, part));
        return Ok(parts.collect::<Result<Vec<_>, _>>()?.concat());
    }
    let Some((dims, elem)) = ctx.ranked_tensor(ty) else { return Err("has a type without elements".into()) };
    let Some((elem, name)) = element_type(ctx, elem).zip(primitive_name(ctx, elem)) else {
        return Err("has an element type that is not supported".into());
    };
    let bytes: Vec<u8> = match name {
        "pred" => proto.preds.iter().map(|&value| u8::from(value)).collect(),
        "s32" => elements!(proto.s32s),
        "s64" => elements!(proto.s64s),
        "u32" => elements!(proto.u32s),
        "u64" => elements!(proto.u64s),
        "f32" => elements!(proto.f32s),
        "f64" => elements!(proto.f64s),
        "c64" => elements!(proto.c64s),
        "c128" => elements!(proto.c128s),
        _ => raw(proto, name).cloned().unwrap_or_default(),
    };
    let count = dims.iter().try_fold(1usize, |n, &dim| n.checked_mul(usize::try_from(dim).ok()?));
    let width = elem.bytes();
    if count.and_then(|count| count.checked_mul(width)) != Some(bytes.len()) {
        let wanted = count.map_or("too many".into(), |count| count.to_string());
        return Err(format!("has {wanted} elements of {width} bytes, its literal {} bytes", bytes.len()));
    }
    let bytes = match name {
        // Two elements of four bits are packed in a byte where XLA serializes them so; here each has its own.
        "s4" => bytes.iter().map(|&byte| ((byte << 4) as i8 >> 4) as u8).collect(),
        "u4" => bytes.iter().map(|&byte| byte & 0xf).collect(),
        _ => bytes,
    };
    Ok(vec![ctx.dense_attr(ty, &bytes)])
}

/// The field that holds elements as they lie in memory.
fn raw<'p>(proto: &'p LiteralProto, name: &str) -> Option<&'p Vec<u8>> {
    Some(match name {
        "s8" => &proto.s8s,
        "u8" => &proto.u8s,
        "s16" => &proto.s16s,
        "u16" => &proto.u16s,
        "f16" => &proto.f16s,
        "bf16" => &proto.bf16s,
        "s2" => &proto.s2s,
        "u2" => &proto.u2s,
        "s4" => &proto.s4s,
        "u4" => &proto.u4s,
        "f8e5m2" => &proto.f8e5m2s,
        "f8e4m3" => &proto.f8e4m3s,
        "f8e4m3fn" => &proto.f8e4m3fns,
        "f8e4m3b11fnuz" => &proto.f8e4m3b11fnuzs,
        "f8e5m2fnuz" => &proto.f8e5m2fnuzs,
        "f8e4m3fnuz" => &proto.f8e4m3fnuzs,
        "f8e3m4" => &proto.f8e3m4s,
        "f4e2m1fn" => &proto.f4e2m1fns,
        "f8e8m0fnu" => &proto.f8e8m0fnus,
        _ => return None,
    })
}

fn raw_mut<'p>(proto: &'p mut LiteralProto, name: &str) -> Option<&'p mut Vec<u8>> {
    Some(match name {
        "s8" => &mut proto.s8s,
        "u8" => &mut proto.u8s,
        "s16" => &mut proto.s16s,
        "u16" => &mut proto.u16s,
        "f16" => &mut proto.f16s,
        "bf16" => &mut proto.bf16s,
        "s2" => &mut proto.s2s,
        "u2" => &mut proto.u2s,
        "s4" => &mut proto.s4s,
        "u4" => &mut proto.u4s,
        "f8e5m2" => &mut proto.f8e5m2s,
        "f8e4m3" => &mut proto.f8e4m3s,
        "f8e4m3fn" => &mut proto.f8e4m3fns,
        "f8e4m3b11fnuz" => &mut proto.f8e4m3b11fnuzs,
        "f8e5m2fnuz" => &mut proto.f8e5m2fnuzs,
        "f8e4m3fnuz" => &mut proto.f8e4m3fnuzs,
        "f8e3m4" => &mut proto.f8e3m4s,
        "f4e2m1fn" => &mut proto.f4e2m1fns,
        "f8e8m0fnu" => &mut proto.f8e8m0fnus,
        _ => return None,
    })
}

/// The literal of constants, one for each leaf of a type. `None` if the elements are not at hand.
pub(super) fn literal_of(ctx: &Context, ty: Type, shape: ShapeProto, constant: Attr) -> Option<LiteralProto> {
    let tensor = tensor_of_attr(ctx, constant)?;
    let name = primitive_name(ctx, ctx.ranked_tensor(ty)?.1)?;
    let mut proto = LiteralProto { shape: Some(shape), ..LiteralProto::default() };
    let bytes = tensor.bytes();
    let words = |chunk: &[u8]| chunk.try_into().ok().map(u32::from_le_bytes);
    let longs = |chunk: &[u8]| chunk.try_into().ok().map(u64::from_le_bytes);
    match name {
        "pred" => proto.preds = bytes.iter().map(|&byte| byte != 0).collect(),
        "s32" => proto.s32s = bytes.chunks(4).filter_map(words).map(|bits| bits as i32).collect(),
        "u32" => proto.u32s = bytes.chunks(4).filter_map(words).collect(),
        "s64" => proto.s64s = bytes.chunks(8).filter_map(longs).map(|bits| bits as i64).collect(),
        "u64" => proto.u64s = bytes.chunks(8).filter_map(longs).collect(),
        "f32" => proto.f32s = bytes.chunks(4).filter_map(words).map(f32::from_bits).collect(),
        "f64" => proto.f64s = bytes.chunks(8).filter_map(longs).map(f64::from_bits).collect(),
        "c64" => proto.c64s = bytes.chunks(4).filter_map(words).map(f32::from_bits).collect(),
        "c128" => proto.c128s = bytes.chunks(8).filter_map(longs).map(f64::from_bits).collect(),
        _ => *raw_mut(&mut proto, name)? = bytes.to_vec(),
    }
    Some(proto)
}

/// The type of a shape, by way of its text.
pub(super) fn type_of(ctx: &Context, proto: &ShapeProto) -> Option<Type> {
    let mut text = String::new();
    print(proto, &mut text).ok()?;
    crate::import::hlo_text::parser::parse_shape(ctx, &text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::hlo_text::parser::parse_shape;
    use crate::import::shape::{leaves, primitive};

    #[test]
    fn every_primitive_type_has_a_number_and_a_field() {
        let ctx = Context::new(&[]);
        for elem in crate::tensor::ElementType::TABLE {
            let Some(ty) = primitive(&ctx, elem.name) else { continue };
            assert!(PRIMITIVES.iter().any(|row| row.1 == elem.name), "{}", elem.name);
            let tensor = ctx.tensor_type(&[2], ty);
            let bytes: Vec<u8> = (0..2 * elem.bytes).map(|i| (i % 2) as u8).collect();
            let constant = ctx.dense_attr(tensor, &bytes);
            let shape = shape_of(&ctx, tensor, "");
            let literal = literal_of(&ctx, tensor, shape, constant).expect("the elements are there");
            assert_eq!(constants(&ctx, tensor, &literal), Ok(vec![constant]), "{}", elem.name);
        }
    }

    #[test]
    fn shapes_come_back() {
        let ctx = Context::new(&[]);
        for text in [
            "f32[4,16]{0,1}",
            "(f32[2]{0}, (s32[], pred[3]{0}))",
            "f32[<=8,4]{1,0}",
            "f32[8,4]{0,1:T(8,128)(2,1)L(4)E(4)S(1)}",
            "token[]",
            "()",
        ] {
            let ty = parse_shape(&ctx, text).expect("a shape");
            let mut printed = String::new();
            print(&shape_of(&ctx, ty, text), &mut printed).expect("it has a type");
            assert_eq!(printed, text);
            assert_eq!(
                leaves(&ctx, ty).len(),
                leaves(&ctx, type_of(&ctx, &shape_of(&ctx, ty, text)).expect("a type")).len()
            );
        }
        assert!(
            print(&ShapeProto { element_type: 99, ..ShapeProto::default() }, &mut String::new()).is_err()
        );
    }
}
