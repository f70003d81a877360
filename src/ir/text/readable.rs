//! What the text form can express. The parser builds nothing else; types and attributes that are built otherwise can be
//! checked for it, so that everything that is printed reads back.

use num_bigint::BigInt;
use num_traits::Signed;
use rustc_hash::FxHashSet;

use super::parse_dense::{element_bytes, element_count};
use super::printer::{attr_string, type_string};
use crate::ir::{
    Attr, AttrKind, Context, DYNAMIC, DenseData, ParamKind, Signedness, Type, TypeKind, TypeParam,
};

/// MLIR's limit on the width of integers.
pub(super) const MAX_WIDTH: u32 = (1 << 24) - 1;

/// Whether the parts of a complex number may be of this type.
pub(super) fn is_complex_element(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Integer { .. } | TypeKind::Float(_))
}

/// Whether vectors may have elements of this type.
pub(super) fn is_vector_element(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Integer { .. } | TypeKind::Float(_) | TypeKind::Index)
}

/// Whether tensors may have elements of this type.
pub(super) fn is_tensor_element(kind: &TypeKind) -> bool {
    !matches!(
        kind,
        TypeKind::Tuple(_)
            | TypeKind::Function { .. }
            | TypeKind::None
            | TypeKind::RankedTensor { .. }
            | TypeKind::UnrankedTensor { .. }
            | TypeKind::MemRef { .. }
            | TypeKind::UnrankedMemRef { .. }
    )
}

/// Whether memrefs may have elements of this type.
pub(super) fn is_memref_element(kind: &TypeKind) -> bool {
    !matches!(
        kind,
        TypeKind::Tuple(_)
            | TypeKind::Function { .. }
            | TypeKind::None
            | TypeKind::RankedTensor { .. }
            | TypeKind::UnrankedTensor { .. }
            | TypeKind::Opaque { .. }
    )
}

/// A part of a type or an attribute that is still to be looked at.
enum Part {
    Type(Type),
    Attr(Attr),
}

/// Tells whether types and attributes can be read back; it looks at each only once.
#[derive(Default)]
pub struct Readable {
    types: FxHashSet<Type>,
    attrs: FxHashSet<Attr>,
}

impl Readable {
    /// Why the text of a type cannot be read.
    pub fn check_type(&mut self, ctx: &Context, ty: Type) -> Result<(), String> {
        if self.types.contains(&ty) { Ok(()) } else { self.check(ctx, Part::Type(ty)) }
    }

    /// Why the text of an attribute cannot be read.
    pub fn check_attr(&mut self, ctx: &Context, attr: Attr) -> Result<(), String> {
        if self.attrs.contains(&attr) { Ok(()) } else { self.check(ctx, Part::Attr(attr)) }
    }

    fn check(&mut self, ctx: &Context, whole: Part) -> Result<(), String> {
        let mut todo = vec![whole];
        while let Some(part) = todo.pop() {
            let fault = match part {
                Part::Type(ty) if self.types.insert(ty) => type_fault(ctx, ty, &mut todo),
                Part::Attr(attr) if self.attrs.insert(attr) => attr_fault(ctx, attr, &mut todo),
                _ => Ok(()),
            };
            if fault.is_err() {
                // What the part is in was taken for readable.
                *self = Readable::default();
                return fault;
            }
        }
        Ok(())
    }
}

/// What is wrong with a type itself; its parts go to `todo`.
fn type_fault(ctx: &Context, ty: Type, todo: &mut Vec<Part>) -> Result<(), String> {
    let text = || type_string(ctx, ty);
    let element = |elem: Type, fits: fn(&TypeKind) -> bool| match fits(ctx.kind(elem)) {
        true => Ok(Part::Type(elem)),
        false => Err(format!("'{}' cannot be the element type of '{}'", type_string(ctx, elem), text())),
    };
    let sizes = |shape: &[i64], least: i64, dynamic: bool| match shape
        .iter()
        .find(|&&size| size < least && !(dynamic && size == DYNAMIC))
    {
        None => Ok(()),
        Some(&DYNAMIC) => Err(format!("'{}' cannot have a dynamic dimension", text())),
        Some(size) => Err(format!("a dimension of '{}' is {size}", text())),
    };
    match ctx.kind(ty) {
        TypeKind::Integer { width, .. } if *width > MAX_WIDTH => {
            return Err(format!("the width of '{}' is more than {MAX_WIDTH} bits", text()));
        }
        TypeKind::Integer { .. }
        | TypeKind::Float(_)
        | TypeKind::Index
        | TypeKind::None
        | TypeKind::Opaque { .. } => {}
        TypeKind::Complex(elem) => todo.push(element(*elem, is_complex_element)?),
        TypeKind::Tuple(items) => todo.extend(items.iter().map(|&item| Part::Type(item))),
        TypeKind::Function { inputs, results } => {
            todo.extend(inputs.iter().chain(results).map(|&item| Part::Type(item)));
        }
        TypeKind::Vector { shape, elem, .. } => {
            sizes(shape, 1, false)?;
            todo.push(element(*elem, is_vector_element)?);
        }
        TypeKind::RankedTensor { shape, elem, encoding } => {
            sizes(shape, 0, true)?;
            todo.push(element(*elem, is_tensor_element)?);
            todo.extend(encoding.map(Part::Attr));
        }
        TypeKind::UnrankedTensor { elem } => todo.push(element(*elem, is_tensor_element)?),
        TypeKind::MemRef { shape, elem, layout, space } => {
            sizes(shape, 0, true)?;
            todo.push(element(*elem, is_memref_element)?);
            todo.extend(layout.iter().chain(space).map(|&attr| Part::Attr(attr)));
        }
        TypeKind::UnrankedMemRef { elem, space } => {
            todo.push(element(*elem, is_memref_element)?);
            todo.extend(space.map(Part::Attr));
        }
        TypeKind::Dialect { name, params } => {
            let (dialect, mnemonic) = ctx.text(*name).split_once('.').unwrap_or_default();
            let def = ctx.dialect(dialect).and_then(|d| d.types.iter().find(|t| t.mnemonic == mnemonic));
            let kinds = def.map_or(&[][..], |def| def.params);
            if def.is_none() || kinds.len() != params.len() {
                return Err(format!("'{}' does not have the parameters of its type", text()));
            }
            for (param, kind) in params.iter().zip(kinds) {
                match (param, kind) {
                    (TypeParam::Shape(shape, elem), ParamKind::Shape) => {
                        sizes(shape, 0, false)?;
                        todo.push(Part::Type(*elem));
                    }
                    (TypeParam::Keyword(word), ParamKind::Keyword(words))
                        if words.contains(&ctx.text(*word)) => {}
                    (TypeParam::Attr(attr), ParamKind::Attr) => todo.push(Part::Attr(*attr)),
                    _ => return Err(format!("'{}' does not have the parameters of its type", text())),
                }
            }
        }
    }
    Ok(())
}

/// What is wrong with an attribute itself; its parts go to `todo`.
fn attr_fault(ctx: &Context, attr: Attr, todo: &mut Vec<Part>) -> Result<(), String> {
    match ctx.attr_kind(attr) {
        AttrKind::SymbolRef { root, nested } => {
            if std::iter::once(root).chain(nested).any(|&name| ctx.bytes_of(name).is_empty()) {
                return Err("the name of a symbol is empty".into());
            }
        }
        AttrKind::Dict(entries) => {
            if entries.iter().any(|entry| ctx.bytes_of(entry.0).is_empty()) {
                return Err("the name of an attribute is empty".into());
            }
            todo.extend(entries.iter().map(|entry| Part::Attr(entry.1)));
        }
        AttrKind::Integer { value, ty } => {
            if !integer_fits(ctx.kind(*ty), &value.to_big()) {
                let value = value.to_big();
                return Err(format!("{value} does not fit '{}'", type_string(ctx, *ty)));
            }
            todo.push(Part::Type(*ty));
        }
        AttrKind::Dense { ty, splat, data } => {
            let fits = ctx.shaped(*ty).is_some_and(|(shape, elem)| {
                element_count(shape).is_some_and(|count| {
                    let stored = if *splat { count.min(1) } else { count };
                    match data {
                        DenseData::Strings(items) => items.len() == stored,
                        DenseData::Bytes(bytes) => {
                            let width = match ctx.kind(elem) {
                                TypeKind::Complex(part) => 2 * element_bytes(ctx.kind(*part)),
                                kind => element_bytes(kind),
                            };
                            stored.checked_mul(width) == Some(bytes.len())
                        }
                    }
                })
            });
            if !fits {
                let ty = type_string(ctx, *ty);
                return Err(format!("the elements of a dense attribute do not fit '{ty}'"));
            }
            todo.push(Part::Type(*ty));
        }
        AttrKind::DenseResource { key, ty } => {
            if ctx.bytes_of(*key).is_empty() {
                return Err("the key of a resource is empty".into());
            }
            todo.push(Part::Type(*ty));
        }
        AttrKind::DenseArray { elem, .. } => match ctx.kind(*elem) {
            TypeKind::Integer { width, .. } if *width == 1 || width % 8 == 0 => {}
            TypeKind::Float(kind) if kind.width() % 8 == 0 => {}
            _ => {
                return Err(format!("'{}' has elements of another width than bytes", attr_string(ctx, attr)));
            }
        },
        AttrKind::Array(items) => todo.extend(items.iter().map(|&item| Part::Attr(item))),
        AttrKind::Type(ty) | AttrKind::Float { ty, .. } => todo.push(Part::Type(*ty)),
        AttrKind::String { ty, .. } | AttrKind::Opaque { ty, .. } => todo.extend(ty.map(Part::Type)),
        AttrKind::Sparse { ty, indices, values } => {
            todo.extend([Part::Type(*ty), Part::Attr(*indices), Part::Attr(*values)]);
        }
        AttrKind::Distinct { attr, .. } => todo.push(Part::Attr(*attr)),
        AttrKind::Unit
        | AttrKind::Strided { .. }
        | AttrKind::AffineMap(_)
        | AttrKind::IntegerSet(_)
        | AttrKind::Location(_) => {}
    }
    Ok(())
}

/// Whether an integer attribute of this type reads back with this value.
fn integer_fits(kind: &TypeKind, value: &BigInt) -> bool {
    match kind {
        TypeKind::Integer { width: 1, sign: Signedness::Signless } => {
            *value == 0.into() || *value == 1.into()
        }
        TypeKind::Integer { width, sign: Signedness::Unsigned } => {
            !value.is_negative() && value.bits() <= u64::from(*width)
        }
        TypeKind::Integer { width, .. } => signed_bits(value) <= u64::from(*width).max(1),
        TypeKind::Index => signed_bits(value) <= 64,
        _ => false,
    }
}

/// The bits that a signed integer takes.
fn signed_bits(value: &BigInt) -> u64 {
    if value.is_negative() { (value + 1u32).bits() + 1 } else { value.bits() + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::IntValue;
    use crate::ir::text::{parse_attr, parse_type};

    fn context() -> Context {
        Context::new(&[])
    }

    #[test]
    fn what_is_read_can_be_read() {
        let ctx = context();
        for text in [
            "i1",
            "ui8",
            "si3",
            "index",
            "none",
            "bf16",
            "complex<f32>",
            "tuple<>",
            "() -> i1",
            "vector<[4]x2xf32>",
            "tensor<?x0xi4, \"e\">",
            "tensor<*xf32>",
            "memref<?x4xf32, 3>",
            "memref<*xindex>",
            "!foo.bar<1>",
        ] {
            let ty = parse_type(&ctx, text).expect("it is right");
            assert_eq!(Readable::default().check_type(&ctx, ty), Ok(()), "{text}");
        }
        for text in [
            "unit",
            "true",
            "-128 : i8",
            "255 : ui8",
            "-1 : index",
            "1.0 : f16",
            "\"\"",
            "[]",
            "{a = @b::@c}",
            "dense<1> : tensor<1099511627776xi32>",
            "dense<[true, false]> : tensor<2xi1>",
            "dense<> : tensor<0xi8>",
            "dense<\"a\"> : tensor<2x!s.s>",
            "dense<(1.0, 2.0)> : tensor<complex<f32>>",
            "array<i8: 1>",
            "array<f32>",
            "sparse<0, 1.0> : tensor<4xf32>",
            "affine_map<(d0) -> (d0)>",
            "strided<[1]>",
            "loc(unknown)",
            "#a.b",
        ] {
            let attr = parse_attr(&ctx, text).unwrap_or_else(|e| panic!("{text}: {}", e.message));
            assert_eq!(Readable::default().check_attr(&ctx, attr), Ok(()), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        let ctx = context();
        let i8 = ctx.int_type(8);
        let (tensor, f32) = (ctx.tensor_type(&[4], i8), ctx.float_type(crate::ir::FloatKind::F32));
        let vector = |shape: &[i64]| {
            ctx.ty(TypeKind::Vector { shape: shape.into(), scalable: [false].into(), elem: i8 })
        };
        for (ty, wanted) in [
            (ctx.tensor_type(&[2, -1], i8), "a dimension of 'tensor<2x-1xi8>' is -1"),
            (ctx.tensor_type(&[2], tensor), "'tensor<4xi8>' cannot be the element type of"),
            (ctx.ty(TypeKind::Complex(tensor)), "cannot be the element type"),
            (vector(&[0]), "is 0"),
            (vector(&[DYNAMIC]), "cannot have a dynamic dimension"),
            (ctx.int_type(1 << 24), "more than 16777215 bits"),
            (ctx.function_type(&[ctx.tensor_type(&[-3], i8)], &[]), "is -3"),
        ] {
            let mut readable = Readable::default();
            // Asked twice, it says it twice.
            for _ in 0..2 {
                let found = readable.check_type(&ctx, ty).expect_err(wanted);
                assert!(found.contains(wanted), "{found}");
            }
        }
        let int = |value: i64, ty| ctx.attr(AttrKind::Integer { value: IntValue::Small(value), ty });
        for (attr, wanted) in [
            (ctx.symbol_attr(""), "the name of a symbol is empty"),
            (ctx.array_attr(&[ctx.symbol_attr("")]), "the name of a symbol is empty"),
            (ctx.dict_attr([(ctx.str(""), ctx.unit_attr())]), "the name of an attribute is empty"),
            (int(200, i8), "200 does not fit 'i8'"),
            (int(-1, ctx.uint_type(8)), "does not fit 'ui8'"),
            (int(-1, ctx.int_type(1)), "does not fit 'i1'"),
            (int(1, f32), "does not fit 'f32'"),
            (
                ctx.attr(AttrKind::Dense { ty: tensor, splat: false, data: DenseData::Bytes([1, 2].into()) }),
                "do not fit",
            ),
            (ctx.type_attr(ctx.tensor_type(&[-1], i8)), "is -1"),
        ] {
            let found = Readable::default().check_attr(&ctx, attr).expect_err(wanted);
            assert!(found.contains(wanted), "{found}");
        }
    }
}
