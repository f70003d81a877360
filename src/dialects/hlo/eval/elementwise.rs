//! Element-wise ops. They follow the shape of their operands, not of their result type, so that a region of them can
//! also run on many elements at once (`fold::Lanes`).

use super::complex::{Complex, Complex32};
use super::ops::{Abs, Binary, Maximum, Minimum, Predicate, Unary};
use super::quantized::{floats, set_floats};
use super::{Eval, failed, operand, operands, tensor, zeros};
use crate::dialects::hlo::attrs::{Comparison, Direction};
use crate::ir::OpId;
use crate::machine::{EvalError, Exec};
use crate::tensor::{ElementType, Native, Scalar, Tensor, TensorError, total_order_key, write_f32_host};

/// Runs `$body` with `$T` as the Rust type of an integer element type.
macro_rules! with_int {
    ($elem:expr, $T:ident => $body:expr, else $other:expr) => {
        match $elem {
            ElementType::S2 => {
                type $T = $crate::dialects::hlo::eval::scalar::Narrow<2, true>;
                $body
            }
            ElementType::U2 => {
                type $T = $crate::dialects::hlo::eval::scalar::Narrow<2, false>;
                $body
            }
            ElementType::S4 => {
                type $T = $crate::dialects::hlo::eval::scalar::Narrow<4, true>;
                $body
            }
            ElementType::U4 => {
                type $T = $crate::dialects::hlo::eval::scalar::Narrow<4, false>;
                $body
            }
            ElementType::S8 => {
                type $T = i8;
                $body
            }
            ElementType::S16 => {
                type $T = i16;
                $body
            }
            ElementType::S32 => {
                type $T = i32;
                $body
            }
            ElementType::S64 => {
                type $T = i64;
                $body
            }
            ElementType::U8 => {
                type $T = u8;
                $body
            }
            ElementType::U16 => {
                type $T = u16;
                $body
            }
            ElementType::U32 => {
                type $T = u32;
                $body
            }
            ElementType::U64 => {
                type $T = u64;
                $body
            }
            _ => $other,
        }
    };
}
pub(super) use with_int;

/// The op has no meaning on this element type.
pub(super) fn no_meaning(elem: ElementType) -> EvalError {
    EvalError::unsupported(format!("is not computed on elements of type {elem}"))
}

/// The elements as a Rust type of their size.
pub(super) fn values<T: Native>(tensor: &Tensor) -> Vec<T> {
    tensor.values().map(|values| values.collect()).unwrap_or_default()
}

fn map_typed<T: Native>(x: &Tensor, f: impl Fn(T) -> Option<T>) -> Result<Tensor, EvalError> {
    let mut data = values::<T>(x);
    for value in &mut data {
        *value = f(*value).ok_or_else(|| no_meaning(x.elem()))?;
    }
    Tensor::from_values(x.shape(), &data).map_err(failed)
}

/// A tensor of a float type of at most 32 bits from values in f32.
pub(super) fn from_f32s(elem: ElementType, shape: &[usize], values: &[f32]) -> Result<Tensor, EvalError> {
    let mut out = zeros(elem, shape)?;
    write_f32_host(elem, values, out.bytes_mut());
    Ok(out)
}

fn map<U: Unary>(x: &Tensor) -> Result<Tensor, EvalError> {
    match x.elem() {
        ElementType::Pred => map_typed(x, U::pred),
        ElementType::F64 => map_typed(x, U::float::<f64>),
        ElementType::C128 => map_typed(x, U::complex),
        ElementType::C64 => map_typed(x, |x: Complex32| U::complex(x.into()).map(Into::into)),
        elem if elem.is_float() => {
            let mut data = x.to_f32s();
            for value in &mut data {
                *value = U::float(*value).ok_or_else(|| no_meaning(elem))?;
            }
            from_f32s(elem, x.shape(), &data)
        }
        elem => with_int!(elem, T => map_typed(x, U::int::<T>), else Err(no_meaning(elem))),
    }
}

fn zip_typed<T: Native>(a: &Tensor, b: &Tensor, f: impl Fn(T, T) -> Option<T>) -> Result<Tensor, EvalError> {
    let (mut data, other) = (values::<T>(a), values::<T>(b));
    for (value, other) in data.iter_mut().zip(other) {
        *value = f(*value, other).ok_or_else(|| no_meaning(a.elem()))?;
    }
    Tensor::from_values(a.shape(), &data).map_err(failed)
}

/// A function of complex numbers on those with parts in f32.
pub(super) fn in_c64(
    f: impl Fn(Complex, Complex) -> Option<Complex>,
) -> impl Fn(Complex32, Complex32) -> Option<Complex32> {
    move |a, b| f(a.into(), b.into()).map(Into::into)
}

pub(super) fn same_kind(a: &Tensor, b: &Tensor) -> Eval {
    if a.elem() == b.elem() && a.shape() == b.shape() {
        return Ok(());
    }
    let message = format!("combines {}{:?} with {}{:?}", a.elem(), a.shape(), b.elem(), b.shape());
    Err(EvalError::new(message))
}

/// Combines two tensors of one type.
pub(super) fn combine<B: Binary>(a: &Tensor, b: &Tensor) -> Result<Tensor, EvalError> {
    same_kind(a, b)?;
    if let Some(result) = B::tensors(a, b) {
        return result;
    }
    match a.elem() {
        ElementType::Pred => zip_typed(a, b, B::pred),
        ElementType::F64 => zip_typed(a, b, B::float::<f64>),
        ElementType::C128 => zip_typed(a, b, B::complex),
        ElementType::C64 => zip_typed(a, b, in_c64(B::complex)),
        elem if elem.is_float() => {
            let (mut data, other) = (a.to_f32s(), b.to_f32s());
            for (value, other) in data.iter_mut().zip(other) {
                *value = B::float(*value, other).ok_or_else(|| no_meaning(elem))?;
            }
            from_f32s(elem, a.shape(), &data)
        }
        elem => with_int!(elem, T => zip_typed(a, b, B::int::<T>), else Err(no_meaning(elem))),
    }
}

pub fn unary<U: Unary>(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let result = map::<U>(&*floats(exec, op, 0)?)?;
    set_floats(exec, op, result)
}

pub fn binary<B: Binary>(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let result = combine::<B>(&*floats(exec, op, 0)?, &*floats(exec, op, 1)?)?;
    set_floats(exec, op, result)
}

/// The element type of the parts of a complex type.
fn part_type(elem: ElementType) -> Option<ElementType> {
    match elem {
        ElementType::C64 => Some(ElementType::F32),
        ElementType::C128 => Some(ElementType::F64),
        _ => None,
    }
}

/// A function of the two parts of each complex element; `real` stands for it on other types.
fn of_parts(
    exec: &mut dyn Exec<'_>,
    op: OpId,
    f: fn(f64, f64) -> f64,
    real: fn(&Tensor) -> Result<Tensor, EvalError>,
) -> Eval {
    let x = operand(exec, op, 0)?;
    let result = match part_type(x.elem()) {
        Some(part) => {
            let mut out = zeros(part, x.shape())?;
            for index in 0..x.len() {
                if let Scalar::Complex(re, im) = x.get(index) {
                    out.set(index, Scalar::Float(f(re, im)));
                }
            }
            out
        }
        None => real(&x)?,
    };
    exec.set_tensor(op, result);
    Ok(())
}

pub fn abs(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    of_parts(exec, op, f64::hypot, map::<Abs>)
}

pub fn real(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    of_parts(exec, op, |re, _| re, |x| Ok(x.clone()))
}

pub fn imag(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    of_parts(exec, op, |_, im| im, |x| zeros(x.elem(), x.shape()))
}

pub fn complex(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let result = of_real_parts(&*operand(exec, op, 0)?, &*operand(exec, op, 1)?)?;
    exec.set_tensor(op, result);
    Ok(())
}

/// Complex numbers from their parts.
pub(super) fn of_real_parts(re: &Tensor, im: &Tensor) -> Result<Tensor, EvalError> {
    same_kind(re, im)?;
    let elem =
        [ElementType::C64, ElementType::C128].into_iter().find(|&elem| part_type(elem) == Some(re.elem()));
    let elem = elem.ok_or_else(|| no_meaning(re.elem()))?;
    let width = re.elem().bytes();
    let pairs = re.bytes().chunks_exact(width).zip(im.bytes().chunks_exact(width));
    tensor(elem, re.shape(), pairs.flat_map(|(re, im)| [re, im].concat()).collect())
}

fn preds(shape: &[usize], values: impl Iterator<Item = bool>) -> Result<Tensor, EvalError> {
    tensor(ElementType::Pred, shape, values.map(u8::from).collect())
}

pub fn predicate<P: Predicate>(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let x = operand(exec, op, 0)?;
    let result = preds(x.shape(), x.to_f64s().into_iter().map(P::holds))?;
    exec.set_tensor(op, result);
    Ok(())
}

fn compare_all<T: PartialOrd>(
    direction: Direction,
    shape: &[usize],
    a: impl IntoIterator<Item = T>,
    b: impl IntoIterator<Item = T>,
) -> Result<Tensor, EvalError> {
    let pairs = a.into_iter().zip(b);
    match direction {
        Direction::Eq => preds(shape, pairs.map(|(a, b)| a == b)),
        Direction::Ne => preds(shape, pairs.map(|(a, b)| a != b)),
        Direction::Ge => preds(shape, pairs.map(|(a, b)| a >= b)),
        Direction::Gt => preds(shape, pairs.map(|(a, b)| a > b)),
        Direction::Le => preds(shape, pairs.map(|(a, b)| a <= b)),
        Direction::Lt => preds(shape, pairs.map(|(a, b)| a < b)),
    }
}

/// The total-order keys of all elements.
pub(super) fn total_order_keys(x: &Tensor) -> impl Iterator<Item = u64> + '_ {
    (0..x.len()).map(|index| total_order_key(x.elem(), x.bits(index) as u64))
}

/// The same for an order in which the zeros are equal, and so are all NaN, which are above all numbers.
fn weak_order_keys(x: &Tensor) -> impl Iterator<Item = u64> + '_ {
    let key = |value: f64| match value.is_nan() {
        true => u64::MAX,
        // The sum makes both zeros +0.
        false => total_order_key(ElementType::F64, (value + 0.0).to_bits()),
    };
    (0..x.len()).map(move |index| key(x.get(index).as_f64()))
}

/// In which order a `compare` op compares floats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FloatOrder {
    /// As numbers; NaN is in no relation.
    Partial,
    /// As numbers, with all NaN above them.
    Weak,
    /// As IEEE's total order.
    Total,
}

pub(super) fn compare_tensors(
    direction: Direction,
    order: FloatOrder,
    a: &Tensor,
    b: &Tensor,
) -> Result<Tensor, EvalError> {
    same_kind(a, b)?;
    let shape = a.shape();
    match a.elem() {
        elem if elem.is_complex() => {
            let equal = (0..a.len()).map(|index| a.get(index) == b.get(index));
            match direction {
                Direction::Eq => preds(shape, equal),
                Direction::Ne => preds(shape, equal.map(|equal| !equal)),
                _ => Err(no_meaning(elem)),
            }
        }
        elem if elem.is_float() && order == FloatOrder::Total => {
            compare_all(direction, shape, total_order_keys(a), total_order_keys(b))
        }
        elem if elem.is_float() && order == FloatOrder::Weak => {
            compare_all(direction, shape, weak_order_keys(a), weak_order_keys(b))
        }
        ElementType::F64 => compare_all(direction, shape, values::<f64>(a), values::<f64>(b)),
        elem if elem.is_float() => compare_all(direction, shape, a.to_f32s(), b.to_f32s()),
        elem => with_int!(
            elem,
            T => compare_all(direction, shape, values::<T>(a), values::<T>(b)),
            else compare_all(direction, shape, total_order_keys(a), total_order_keys(b))
        ),
    }
}

/// How a `compare` op compares.
pub(super) fn comparison(exec: &dyn Exec<'_>, op: OpId) -> Result<(Direction, FloatOrder), EvalError> {
    let ir = exec.ir();
    let direction = ir.attr(op, "comparison_direction").and_then(|attr| Direction::read(ir.ctx, attr));
    let direction = direction.ok_or_else(|| EvalError::new("needs a comparison direction"))?;
    let kind = ir.attr(op, "compare_type").and_then(|attr| Comparison::read(ir.ctx, attr));
    let order = match kind {
        Some(Comparison::TotalOrder) => FloatOrder::Total,
        Some(Comparison::WeakOrder) => FloatOrder::Weak,
        _ => FloatOrder::Partial,
    };
    Ok((direction, order))
}

pub fn compare(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let (direction, order) = comparison(exec, op)?;
    let result = compare_tensors(direction, order, &*operand(exec, op, 0)?, &*operand(exec, op, 1)?)?;
    exec.set_tensor(op, result);
    Ok(())
}

pub fn select(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let [pred, on_true, on_false] = [operand(exec, op, 0)?, operand(exec, op, 1)?, operand(exec, op, 2)?];
    exec.set_tensor(op, chosen(&pred, &on_true, &on_false)?);
    Ok(())
}

/// Each element of one of two tensors, as a predicate of their shape, or a scalar, says.
pub(super) fn chosen(pred: &Tensor, on_true: &Tensor, on_false: &Tensor) -> Result<Tensor, EvalError> {
    same_kind(on_true, on_false)?;
    match (pred.bytes(), pred.shape()) {
        ([flag], []) => Ok(if *flag != 0 { on_true.clone() } else { on_false.clone() }),
        (flags, shape) if shape == on_true.shape() => {
            let mut out = on_false.clone();
            let width = out.elem().bytes();
            let pairs = out.bytes_mut().chunks_exact_mut(width).zip(on_true.bytes().chunks_exact(width));
            for (&flag, (slot, chosen)) in flags.iter().zip(pairs) {
                if flag != 0 {
                    slot.copy_from_slice(chosen);
                }
            }
            Ok(out)
        }
        _ => Err(EvalError::new("selects by a predicate of another shape")),
    }
}

/// The tensor, or its only element repeated to a shape.
fn stretched(x: &Tensor, shape: &[usize]) -> Result<Tensor, EvalError> {
    if !x.shape().is_empty() || shape.is_empty() {
        return Ok(x.clone());
    }
    let count = shape.iter().product();
    tensor(x.elem(), shape, x.bytes().repeat(count))
}

pub fn clamp(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let parts = operands(exec, op, 0..3)?;
    let shape = parts[1].shape();
    let low = stretched(&parts[0], shape)?;
    let high = stretched(&parts[2], shape)?;
    let result = combine::<Minimum>(&combine::<Maximum>(&parts[1], &low)?, &high)?;
    exec.set_tensor(op, result);
    Ok(())
}

/// Folds runs of elements into running values with a binary function, rounding floats after every step.
pub(super) fn fold_runs<B: Binary>(
    running: &mut Tensor,
    source: &Tensor,
    walk: &super::fold::Walk<'_>,
) -> Eval {
    let elem = running.elem();
    let shape = running.shape().to_vec();
    if elem != source.elem() {
        return Err(EvalError::new(format!("folds {} into {elem}", source.elem())));
    }
    *running = match elem {
        ElementType::Pred => fold_typed(running, source, walk, B::pred),
        ElementType::F64 => fold_typed(running, source, walk, B::float::<f64>),
        ElementType::F32 => fold_typed(running, source, walk, B::float::<f32>),
        ElementType::C128 => fold_typed(running, source, walk, B::complex),
        ElementType::C64 => fold_typed(running, source, walk, in_c64(B::complex)),
        elem if elem.is_float() => {
            let rounded = |value: f32| Tensor::splat(elem, &[], Scalar::from(value)).get(0).as_f32();
            let round: &dyn Fn(f32) -> f32 = match elem {
                ElementType::BF16 => &|value| half::bf16::from_f32(value).to_f32(),
                ElementType::F16 => &|value| half::f16::from_f32(value).to_f32(),
                _ => &rounded,
            };
            let mut data = running.to_f32s();
            fold_slices(&mut data, &source.to_f32s(), walk, |a, b| B::float(a, b).map(round))
                .map(|()| from_f32s(elem, &shape, &data))
        }
        elem => with_int!(elem, T => fold_typed(running, source, walk, B::int::<T>), else None),
    }
    .unwrap_or_else(|| Err(no_meaning(elem)))?;
    Ok(())
}

fn fold_typed<T: Native>(
    running: &Tensor,
    source: &Tensor,
    walk: &super::fold::Walk<'_>,
    f: impl Fn(T, T) -> Option<T>,
) -> Option<Result<Tensor, EvalError>> {
    let mut data = values::<T>(running);
    fold_slices(&mut data, &values::<T>(source), walk, f)?;
    Some(Tensor::from_values(running.shape(), &data).map_err(|error: TensorError| failed(error)))
}

fn fold_slices<T: Copy>(
    running: &mut [T],
    source: &[T],
    walk: &super::fold::Walk<'_>,
    f: impl Fn(T, T) -> Option<T>,
) -> Option<()> {
    let mut defined = true;
    walk(&mut |run| {
        if run.to_step == 0 {
            let mut value = running[run.to];
            for i in 0..run.count {
                match f(value, source[run.from + i * run.from_step]) {
                    Some(next) => value = next,
                    None => defined = false,
                }
            }
            running[run.to] = value;
        } else {
            for i in 0..run.count {
                let slot = &mut running[run.to + i * run.to_step];
                match f(*slot, source[run.from + i * run.from_step]) {
                    Some(next) => *slot = next,
                    None => defined = false,
                }
            }
        }
        Ok(())
    })
    .is_ok()
    .then_some(())
    .filter(|()| defined)
}
