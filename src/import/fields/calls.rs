//! Attributes of custom calls.

use super::{Field, braced, custom, unknown};
use crate::import::hlo_text::lexer::quoted;
use crate::import::hlo_text::syntax::Value;
use crate::import::shape::{self, Layout};
use crate::ir::{Attr, AttrKind, Context, Type};

/// The versions of the calling convention of custom calls, by number.
pub(in crate::import) const API_VERSIONS: [&str; 5] = [
    "API_VERSION_UNSPECIFIED",
    "API_VERSION_ORIGINAL",
    "API_VERSION_STATUS_RETURNING",
    "API_VERSION_STATUS_RETURNING_UNIFIED",
    "API_VERSION_TYPED_FFI",
];

/// The version whose configuration is a dictionary.
const TYPED_FFI: i64 = 4;

/// `api_version=API_VERSION_TYPED_FFI, backend_config={k = 8 : i32}`. Under other versions braces are a way to write a
/// string that looks like JSON.
pub(in crate::import) const CONFIG: Field = custom(
    &["backend_config", "api_version"],
    &["backend_config", "api_version"],
    |ctx, found, attrs| {
        let version = match found.word("api_version") {
            None => None,
            Some(word) => match API_VERSIONS.iter().position(|known| *known == word) {
                Some(version @ 1..) => Some(version as i64),
                Some(_) | None => return Err(("api_version", format!("unknown API version: {word}"))),
            },
        };
        attrs.extend(version.map(|version| ("api_version", ctx.int_attr(version, 32))));
        match found.get("backend_config") {
            Some(Value::Raw(text)) if version == Some(TYPED_FFI) => {
                let dictionary = crate::ir::text::parse_attr(ctx, text).map_err(|problem| {
                    ("backend_config", format!("is no dictionary: {}", problem.message))
                })?;
                attrs.push(("backend_config", dictionary));
            }
            Some(Value::Raw(text)) => attrs.push(("backend_config", ctx.string_attr(text))),
            Some(Value::String(text)) if version == Some(TYPED_FFI) && ctx.bytes_of(*text).is_empty() => {}
            Some(Value::String(text)) => {
                attrs.push(("backend_config", ctx.attr(AttrKind::String { value: *text, ty: None })));
            }
            _ => {}
        }
        Ok(())
    },
    |ir, op, out| {
        // jax writes the typed interface as dictionary beside an empty string (spec hlo_text.md §9.1).
        let compatible = ir.attr(op, "mhlo.backend_config");
        let version = ir.attr_i64(op, "api_version").unwrap_or(1);
        let version = if compatible.is_some() { TYPED_FFI } else { version };
        if version != 1 {
            let word = usize::try_from(version).ok().and_then(|version| API_VERSIONS.get(version));
            let Some(word) = word else { return unknown("api_version") };
            out.push(("api_version", word.to_string()));
        }
        let Some(config) = compatible.or(ir.attr(op, "backend_config")) else { return Ok(()) };
        match ir.ctx.attr_kind(config) {
            AttrKind::String { value, .. } => {
                let bytes = ir.ctx.bytes_of(*value);
                if !bytes.is_empty() {
                    out.push(("backend_config", quoted(bytes)));
                }
            }
            _ => out.push(("backend_config", crate::ir::text::attr_string(ir.ctx, config))),
        }
        Ok(())
    },
);

/// `operand_layout_constraints={f32[4,16]{1,0}}`: shapes in the text, orders of dimensions in the op.
pub(in crate::import) const OPERAND_LAYOUTS: Field = custom(
    &["operand_layout_constraints"],
    &["operand_layouts"],
    |ctx, found, attrs| {
        let Some(Value::Shapes(shapes)) = found.get("operand_layout_constraints") else { return Ok(()) };
        let layouts: Vec<Attr> = shapes.iter().map(|shape| layout_attr(ctx, shape.ty, shape.text)).collect();
        attrs.push(("operand_layouts", ctx.array_attr(&layouts)));
        Ok(())
    },
    |ir, op, out| {
        let Some(layouts) = ir.attr(op, "operand_layouts").and_then(|attr| ir.ctx.as_array(attr)) else {
            return Ok(());
        };
        let mut text = String::from("{");
        for (index, (value, &layout)) in ir.operands(op).zip(layouts).enumerate() {
            shape::separate(index, &mut text);
            if shape::print(ir.ctx, ir.ty(value), Layout::None, &mut text).is_err() {
                return unknown("operand_layouts");
            }
            let order = ir.ctx.as_ints(layout).filter(|order| !order.is_empty());
            order.iter().for_each(|order| text.push_str(&braced(order)));
        }
        out.push(("operand_layout_constraints", text + "}"));
        Ok(())
    },
);

/// `dense<[1, 0]> : tensor<2xindex>`: the order of the dimensions of an array, from minor to major.
pub(in crate::import) fn layout_attr(ctx: &Context, ty: Type, text: &str) -> Attr {
    let rank = ctx.ranked_tensor(ty).map_or(0, |(shape, _)| shape.len());
    let order = crate::import::hlo_text::shapes::minor_to_major(text).filter(|order| order.len() == rank);
    let order = order.unwrap_or_else(|| (0..rank).rev().collect());
    let bytes: Vec<u8> = order.iter().flat_map(|&dim| (dim as i64).to_le_bytes()).collect();
    let ty = ctx.tensor_type(&[rank as i64], ctx.ty(crate::ir::TypeKind::Index));
    ctx.dense_attr(ty, &bytes)
}
