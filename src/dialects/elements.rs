//! Between the IR's types and constants and the tensors of the interpreter.

use std::borrow::Cow;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::ir::{Attr, AttrKind, Context, DenseData, FloatKind, IntValue, Signedness, Type, TypeKind};
use crate::tensor::{ElementType, Kind, Scalar, Tensor};

/// Float formats by both names.
const FLOATS: &[(FloatKind, ElementType)] = &[
    (FloatKind::F4E2M1FN, ElementType::F4E2M1FN),
    (FloatKind::F6E2M3FN, ElementType::F6E2M3FN),
    (FloatKind::F6E3M2FN, ElementType::F6E3M2FN),
    (FloatKind::F8E3M4, ElementType::F8E3M4),
    (FloatKind::F8E4M3, ElementType::F8E4M3),
    (FloatKind::F8E4M3FN, ElementType::F8E4M3FN),
    (FloatKind::F8E4M3FNUZ, ElementType::F8E4M3FNUZ),
    (FloatKind::F8E4M3B11FNUZ, ElementType::F8E4M3B11FNUZ),
    (FloatKind::F8E5M2, ElementType::F8E5M2),
    (FloatKind::F8E5M2FNUZ, ElementType::F8E5M2FNUZ),
    (FloatKind::F8E8M0FNU, ElementType::F8E8M0FNU),
    (FloatKind::BF16, ElementType::BF16),
    (FloatKind::F16, ElementType::F16),
    (FloatKind::TF32, ElementType::TF32),
    (FloatKind::F32, ElementType::F32),
    (FloatKind::F64, ElementType::F64),
];

/// Integer widths with their signed and unsigned element types.
const INTEGERS: &[(u32, ElementType, ElementType)] = &[
    (2, ElementType::S2, ElementType::U2),
    (4, ElementType::S4, ElementType::U4),
    (8, ElementType::S8, ElementType::U8),
    (16, ElementType::S16, ElementType::U16),
    (32, ElementType::S32, ElementType::U32),
    (64, ElementType::S64, ElementType::U64),
];

/// The element type of tensors over a scalar type: `i1` is pred, signless and signed integers are signed, `index` is
/// s64. `None` if no tensor holds such elements.
pub fn element_type(ctx: &Context, ty: Type) -> Option<ElementType> {
    match ctx.kind(ty) {
        TypeKind::Integer { width: 1, .. } => Some(ElementType::Pred),
        TypeKind::Integer { width, sign } => {
            let row = INTEGERS.iter().find(|row| row.0 == *width)?;
            Some(if *sign == Signedness::Unsigned { row.2 } else { row.1 })
        }
        TypeKind::Index => Some(ElementType::S64),
        TypeKind::Float(kind) => FLOATS.iter().find(|row| row.0 == *kind).map(|row| row.1),
        TypeKind::Complex(part) => match element_type(ctx, *part)? {
            ElementType::F32 => Some(ElementType::C64),
            ElementType::F64 => Some(ElementType::C128),
            _ => None,
        },
        _ => None,
    }
}

/// The scalar type whose tensors hold such elements; signed integers are signless as in StableHLO.
pub fn scalar_type(ctx: &Context, elem: ElementType) -> Type {
    match elem.kind() {
        Kind::Pred => ctx.int_type(1),
        Kind::Signed(width) => ctx.int_type(width),
        Kind::Unsigned(width) => ctx.uint_type(width),
        Kind::Complex(_) => {
            let part = if elem == ElementType::C64 { FloatKind::F32 } else { FloatKind::F64 };
            ctx.ty(TypeKind::Complex(ctx.float_type(part)))
        }
        Kind::Float(_) => {
            let row = FLOATS.iter().find(|row| row.1 == elem);
            ctx.float_type(row.expect("the table has every float element type").0)
        }
    }
}

/// How tensors hold the elements of a scalar type: [`element_type`] or [`holding_type`].
pub type Holding = fn(&Context, Type) -> Option<ElementType>;

/// The element type of the tensors that hold signless integers of any width up to 64: where no element type has the width, the
/// integers stand sign-extended in the next wider one. What computes on them has to keep to the width of the type.
pub fn holding_type(ctx: &Context, ty: Type) -> Option<ElementType> {
    element_type(ctx, ty).or_else(|| match ctx.kind(ty) {
        TypeKind::Integer { width, sign: Signedness::Signless } if *width > 1 => {
            INTEGERS.iter().find(|row| row.0 > *width).map(|row| row.1)
        }
        _ => None,
    })
}

/// Element type and shape of a static ranked tensor type; `None` for dynamic ones and foreign element types.
pub fn tensor_type_parts(ctx: &Context, ty: Type) -> Option<(ElementType, Vec<usize>)> {
    shaped_parts(ctx, ty, element_type)
}

fn shaped_parts(ctx: &Context, ty: Type, holding: Holding) -> Option<(ElementType, Vec<usize>)> {
    let (shape, elem) = ctx.shaped(ty)?;
    let shape = shape.iter().map(|&dim| usize::try_from(dim).ok()).collect::<Option<_>>()?;
    Some((holding(ctx, elem)?, shape))
}

/// The same, where a scalar type is a tensor without dimensions.
pub fn tensor_or_scalar_type(ctx: &Context, ty: Type) -> Option<(ElementType, Vec<usize>)> {
    held_type_parts(ctx, ty, element_type)
}

/// The same for elements held in a certain way.
pub fn held_type_parts(ctx: &Context, ty: Type, holding: Holding) -> Option<(ElementType, Vec<usize>)> {
    shaped_parts(ctx, ty, holding).or_else(|| holding(ctx, ty).map(|elem| (elem, Vec::new())))
}

/// The type of a tensor.
pub fn type_of_tensor(ctx: &Context, tensor: &Tensor) -> Type {
    let shape: Vec<i64> = tensor.shape().iter().map(|&dim| dim as i64).collect();
    ctx.tensor_type(&shape, scalar_type(ctx, tensor.elem()))
}

/// The tensor that a constant attribute stands for: `dense` (splats expanded), or an integer, float or boolean as a
/// scalar. `None` for strings, resources, dynamic shapes and what does not fit memory.
pub fn tensor_of_attr(ctx: &Context, attr: Attr) -> Option<Tensor> {
    held_tensor_of_attr(ctx, attr, element_type)
}

/// The same for elements held in a certain way.
pub fn held_tensor_of_attr(ctx: &Context, attr: Attr, holding: Holding) -> Option<Tensor> {
    match ctx.attr_kind(attr) {
        AttrKind::Dense { ty, splat, data: DenseData::Bytes(data) } => {
            let (elem, shape) = shaped_parts(ctx, *ty, holding)?;
            let data = resized(ctx, *ty, data, |stored| (stored, elem.bytes()));
            if !*splat {
                return Tensor::new(elem, &shape, data.into_owned()).ok();
            }
            let count = shape.iter().try_fold(1usize, |count, &dim| count.checked_mul(dim))?;
            isize::try_from(count.checked_mul(data.len())?).ok()?;
            Tensor::new(elem, &shape, data.repeat(count)).ok()
        }
        AttrKind::Integer { value, ty } => {
            let elem = holding(ctx, *ty)?;
            Some(Tensor::splat(elem, &[], Scalar::Int(int_value(value)?)))
        }
        AttrKind::Float { bits, ty } => {
            let elem = holding(ctx, *ty)?;
            let mut tensor = Tensor::zeros(elem, &[]);
            // TF32 attributes hold 19 bits, its elements the f32 of the same value.
            tensor.set_bits(0, if elem == ElementType::TF32 { bits << 13 } else { *bits });
            Some(tensor)
        }
        _ => None,
    }
}

/// The elements of a `dense` attribute of a type brought from one number of bytes to another; `sizes` gives both from the number
/// that the attribute stores an element in. Integers of a width that no element type has are sign-extended, the others have one size.
fn resized<'d>(
    ctx: &Context,
    ty: Type,
    data: &'d [u8],
    sizes: impl FnOnce(usize) -> (usize, usize),
) -> Cow<'d, [u8]> {
    let elem = ctx.shaped(ty).map(|(_, elem)| elem);
    let Some(TypeKind::Integer { width, .. }) = elem.map(|elem| ctx.kind(elem)) else { return data.into() };
    if *width == 1 || INTEGERS.iter().any(|row| row.0 == *width) {
        return data.into();
    }
    let (from, to) = sizes(width.div_ceil(8) as usize);
    let spare = 64 - *width;
    let extended = data.chunks_exact(from).flat_map(|bytes| {
        let mut raw = [0; 8];
        raw[..from].copy_from_slice(bytes);
        let value = i64::from_le_bytes(raw) << spare >> spare;
        value.to_le_bytes().into_iter().take(to)
    });
    extended.collect::<Vec<u8>>().into()
}

/// A `dense` attribute of a shaped type with the elements of a tensor that holds them in any way.
pub fn held_attr(ctx: &Context, tensor: &Tensor, ty: Type) -> Attr {
    ctx.dense_attr(ty, &resized(ctx, ty, tensor.bytes(), |stored| (tensor.elem().bytes(), stored)))
}

fn int_value(value: &IntValue) -> Option<i128> {
    match value {
        IntValue::Small(value) => Some((*value).into()),
        IntValue::Big(value) => BigInt::to_i128(value),
    }
}

/// A `dense` attribute with the elements of a tensor; a splat if all are equal.
pub fn attr_of_tensor(ctx: &Context, tensor: &Tensor) -> Attr {
    ctx.dense_attr(type_of_tensor(ctx, tensor), tensor.bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_type_has_a_scalar_type() {
        let ctx = Context::new(&[]);
        for row in ElementType::TABLE {
            assert_eq!(element_type(&ctx, scalar_type(&ctx, row.elem)), Some(row.elem), "{}", row.name);
        }
        assert_eq!(element_type(&ctx, ctx.none_type()), None);
    }

    #[test]
    fn constants_come_back() {
        let ctx = Context::new(&[]);
        let tensor = Tensor::from_values(&[2, 2], &[1.5f32, f32::NAN, -0.0, 3.0]).expect("2 x 2");
        assert_eq!(tensor_of_attr(&ctx, attr_of_tensor(&ctx, &tensor)), Some(tensor));
        let splat = Tensor::splat(ElementType::BF16, &[3, 4], Scalar::Float(0.5));
        let attr = attr_of_tensor(&ctx, &splat);
        assert!(matches!(ctx.attr_kind(attr), AttrKind::Dense { splat: true, .. }));
        assert_eq!(tensor_of_attr(&ctx, attr), Some(splat));
        let empty = Tensor::zeros(ElementType::S32, &[4, 0]);
        assert_eq!(tensor_of_attr(&ctx, attr_of_tensor(&ctx, &empty)), Some(empty));
    }

    #[test]
    fn scalar_attributes_are_scalars() {
        let ctx = Context::new(&[]);
        let got = tensor_of_attr(&ctx, ctx.int_attr(-3, 8)).expect("an integer");
        assert_eq!((got.elem(), got.get(0)), (ElementType::S8, Scalar::Int(-3)));
        assert_eq!(tensor_of_attr(&ctx, ctx.f32_attr(2.5)).expect("a float").get(0), Scalar::Float(2.5));
        assert_eq!(tensor_of_attr(&ctx, ctx.string_attr("x")), None);
    }

    #[test]
    fn a_huge_splat_is_refused() {
        let ctx = Context::new(&[]);
        let ty = ctx.tensor_type(&[1 << 40, 1 << 40], ctx.int_type(8));
        let attr = ctx.attr(AttrKind::Dense { ty, splat: true, data: DenseData::Bytes([1].into()) });
        assert_eq!(tensor_of_attr(&ctx, attr), None);
    }
}
