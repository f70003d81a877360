//! Shapes: HLO's spelling of types, and the types of the IR that they become (spec hlo_text.md §3).
//!
//! Bounded dimensions become dynamic ones with StableHLO's `#stablehlo.bounds` encoding. Types that tensors cannot hold
//! are opaque: `token[]` is `!stablehlo.token`, `opaque[]` and buffers are types of a dialect `xla`, kept as written.

use std::fmt::Write as _;

use crate::dialects::elements::{element_type, scalar_type};
use crate::ir::{AttrKind, Context, DYNAMIC, Signedness, Type, TypeKind};
use crate::tensor::{ElementType, Kind};

/// One-bit integers, which are not `pred` and which no tensor of the interpreter holds.
const BITS: [(&str, Signedness); 2] = [("s1", Signedness::Signed), ("u1", Signedness::Unsigned)];

/// Words of types that are no element types.
pub const NO_ELEMENTS: [&str; 2] = ["token", "opaque"];

/// Element types of the interpreter that XLA does not have.
const FOREIGN: [ElementType; 3] = [ElementType::TF32, ElementType::F6E2M3FN, ElementType::F6E3M2FN];

/// Whether a word is the name of a primitive type.
pub fn is_primitive(name: &str) -> bool {
    // Nearly all words are told apart from types by their first letters.
    matches!(
        name.as_bytes(),
        [b'p', b'r', ..] | [b'b', b'f', ..] | [b's' | b'u' | b'f' | b'c', b'0'..=b'9', ..]
    ) && (BITS.iter().any(|row| row.0 == name)
        || ElementType::from_name(name).is_some_and(|elem| elem.name() == name && !FOREIGN.contains(&elem)))
}

/// The scalar type of an XLA primitive type name.
pub fn primitive(ctx: &Context, name: &str) -> Option<Type> {
    if !is_primitive(name) {
        return None;
    }
    if let Some(&(_, sign)) = BITS.iter().find(|row| row.0 == name) {
        return Some(ctx.ty(TypeKind::Integer { width: 1, sign }));
    }
    ElementType::from_name(name).map(|elem| scalar_type(ctx, elem))
}

/// The XLA primitive type name of a scalar type.
pub fn primitive_name(ctx: &Context, ty: Type) -> Option<&'static str> {
    if let TypeKind::Integer { width: 1, sign } = ctx.kind(ty)
        && *sign != Signedness::Signless
    {
        return BITS.iter().find(|row| row.1 == *sign).map(|row| row.0);
    }
    element_type(ctx, ty).filter(|elem| !FOREIGN.contains(elem)).map(ElementType::name)
}

/// `token[]`, `opaque[]`
pub fn opaque(ctx: &Context, word: &str) -> Type {
    let dialect = if word == "token" { "stablehlo" } else { "xla" };
    ctx.ty(TypeKind::Opaque { dialect: ctx.str(dialect), body: ctx.str(word) })
}

/// `b(f32[4])`
pub fn buffer(ctx: &Context, shape: &str) -> Type {
    let body = ctx.str(&format!("buffer<\"{shape}\">"));
    ctx.ty(TypeKind::Opaque { dialect: ctx.str("xla"), body })
}

/// A dimension as HLO writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dim {
    /// `4`
    Static(i64),
    /// `<=4`
    AtMost(i64),
    /// `?`
    Unknown,
}

/// The tensor type with these dimensions.
pub fn tensor(ctx: &Context, dims: &[Dim], elem: Type) -> Type {
    let size = |dim: &Dim| if let Dim::Static(size) = dim { *size } else { DYNAMIC };
    let shape: Box<[i64]> = dims.iter().map(size).collect();
    let bounded = dims.iter().any(|dim| matches!(dim, Dim::AtMost(_)));
    let encoding = bounded.then(|| {
        let bound = |dim: &Dim| if let Dim::AtMost(size) = dim { size.to_string() } else { "?".into() };
        let body = format!("bounds<{}>", dims.iter().map(bound).collect::<Vec<_>>().join(", "));
        ctx.attr(AttrKind::Opaque { dialect: ctx.str("stablehlo"), body: ctx.str(&body), ty: None })
    });
    ctx.ty(TypeKind::RankedTensor { shape, elem, encoding })
}

/// The bounds of the dimensions of a type with `#stablehlo.bounds`.
pub fn bounds(ctx: &Context, ty: Type) -> Vec<Option<i64>> {
    let TypeKind::RankedTensor { encoding: Some(encoding), .. } = ctx.kind(ty) else { return Vec::new() };
    let AttrKind::Opaque { body, .. } = ctx.attr_kind(*encoding) else { return Vec::new() };
    let list = ctx.text(*body).strip_prefix("bounds<").and_then(|rest| rest.strip_suffix('>'));
    list.unwrap_or_default().split(',').map(|bound| bound.trim().parse().ok()).collect()
}

/// The types of the values that a value of this type is flattened to: tuples, however deep, are taken apart.
pub fn leaves(ctx: &Context, ty: Type) -> Vec<Type> {
    let mut found = Vec::new();
    let mut pending = vec![ty];
    while let Some(ty) = pending.pop() {
        match ctx.kind(ty) {
            TypeKind::Tuple(items) => pending.extend(items.iter().rev()),
            _ => found.push(ty),
        }
    }
    found
}

/// Number of [`leaves`].
pub fn leaf_count(ctx: &Context, ty: Type) -> usize {
    match ctx.kind(ty) {
        TypeKind::Tuple(_) => leaves(ctx, ty).len(),
        _ => 1,
    }
}

/// The type of a value that these values, flattened, stand for: a tuple unless it is one.
pub fn tuple_of(ctx: &Context, types: &[Type]) -> Type {
    match types {
        [only] => *only,
        _ => ctx.ty(TypeKind::Tuple(types.into())),
    }
}

/// Whether layouts are written: XLA prints them everywhere but in the program shape of a computation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// `f32[4,8]`
    None,
    /// `f32[4,8]{1,0}`
    Default,
}

/// Appends a shape as XLA prints it. The error is a type that HLO cannot express.
pub fn print(ctx: &Context, ty: Type, layout: Layout, out: &mut String) -> Result<(), Type> {
    match ctx.kind(ty) {
        TypeKind::Tuple(items) => {
            out.push('(');
            for (index, &item) in items.iter().enumerate() {
                separate(index, out);
                print(ctx, item, layout, out)?;
            }
            out.push(')');
        }
        TypeKind::RankedTensor { shape, elem, .. } => {
            out.push_str(primitive_name(ctx, *elem).ok_or(ty)?);
            let bounds = bounds(ctx, ty);
            out.push('[');
            for (index, &dim) in shape.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                let _ = match (dim, bounds.get(index)) {
                    (DYNAMIC, Some(Some(bound))) => write!(out, "<={bound}"),
                    (DYNAMIC, _) => write!(out, "?"),
                    (size, _) => write!(out, "{size}"),
                };
            }
            out.push(']');
            if layout == Layout::Default && !shape.is_empty() {
                out.push('{');
                for dim in (0..shape.len()).rev() {
                    let _ = write!(out, "{dim}{}", if dim > 0 { "," } else { "" });
                }
                out.push('}');
            }
        }
        TypeKind::Opaque { body, .. } => {
            let body = ctx.text(*body);
            match body.strip_prefix("buffer<\"").and_then(|rest| rest.strip_suffix("\">")) {
                Some(buffer) => {
                    let _ = write!(out, "b({buffer})");
                }
                None if NO_ELEMENTS.contains(&body) => {
                    let _ = write!(out, "{body}[]");
                }
                None => return Err(ty),
            }
        }
        _ => return Err(ty),
    }
    Ok(())
}

/// What stands between items of a list: XLA counts every fifth.
pub fn separate(index: usize, out: &mut String) {
    if index > 0 {
        out.push_str(", ");
        if index.is_multiple_of(5) {
            let _ = write!(out, "/*index={index}*/");
        }
    }
}

/// Whether a type is `pred[]` or an array of it.
pub fn is_pred(ctx: &Context, ty: Type) -> bool {
    let elem = ctx.ranked_tensor(ty).and_then(|(_, elem)| element_type(ctx, elem));
    elem.is_some_and(|elem| elem.kind() == Kind::Pred)
}
