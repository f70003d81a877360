//! Dense tensors: row-major, little-endian bytes.

use std::fmt;

use super::convert::{host_constant, read_f32, scalar_of_bits};
use super::element::{ElementType, Kind};
use super::scalar::Scalar;

/// Elements of the largest tensor that is computed.
pub const MAX_ELEMENTS: usize = 1 << 31;

/// Why a tensor could not be made or used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TensorError {
    /// The element count of the shape, or its size in bytes, does not fit in memory's address range.
    TooLarge {
        /// The shape.
        shape: Vec<usize>,
    },
    /// The data does not hold what element type and shape ask for.
    WrongByteCount {
        /// The element type.
        elem: ElementType,
        /// The shape.
        shape: Vec<usize>,
        /// Bytes the two ask for.
        expected: usize,
        /// Bytes of the data.
        found: usize,
    },
    /// A reshape to another number of elements.
    WrongElementCount {
        /// The shape there is.
        from: Vec<usize>,
        /// The shape asked for.
        to: Vec<usize>,
    },
    /// The operation has no meaning on this element type.
    UnsupportedType {
        /// The operation.
        operation: &'static str,
        /// The element type.
        elem: ElementType,
    },
    /// A top-k of a scalar, of more elements than a row has, or of a row whose indices do not fit s32.
    BadTopK {
        /// The input's shape.
        shape: Vec<usize>,
        /// Elements asked for per row.
        k: usize,
    },
}

impl fmt::Display for TensorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TensorError::TooLarge { shape } => write!(f, "a tensor of shape {shape:?} is too large"),
            TensorError::WrongByteCount { elem, shape, expected, found } => {
                write!(f, "{elem}{shape:?} takes {expected} bytes, found {found}")
            }
            TensorError::WrongElementCount { from, to } => {
                write!(f, "cannot reshape {from:?} to {to:?}: the element counts differ")
            }
            TensorError::UnsupportedType { operation, elem } => {
                write!(f, "{operation} is not defined on {elem}")
            }
            TensorError::BadTopK { shape, k } => {
                write!(f, "top-k with k = {k} does not fit the rows of a tensor of shape {shape:?}")
            }
        }
    }
}

impl std::error::Error for TensorError {}

/// A Rust type that is the storage of an element type.
pub trait Native: Copy {
    /// The element type that the Rust type natively is.
    const ELEM: ElementType;
    /// Reads the element; `raw` has the type's size.
    fn from_le(raw: &[u8]) -> Self;
    /// Appends the element's bytes.
    fn push_le(self, out: &mut Vec<u8>);
}

macro_rules! natives {
    ($($native:ty = $elem:ident),* $(,)?) => {$(
        impl Native for $native {
            const ELEM: ElementType = ElementType::$elem;
            #[inline]
            fn from_le(raw: &[u8]) -> Self {
                let mut bytes = [0; size_of::<$native>()];
                bytes.copy_from_slice(raw);
                <$native>::from_le_bytes(bytes)
            }
            #[inline]
            fn push_le(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
        }
    )*};
}
natives!(
    i8 = S8,
    i16 = S16,
    i32 = S32,
    i64 = S64,
    u8 = U8,
    u16 = U16,
    u32 = U32,
    u64 = U64,
    f32 = F32,
    f64 = F64,
    half::f16 = F16,
    half::bf16 = BF16,
);

impl Native for bool {
    const ELEM: ElementType = ElementType::Pred;
    fn from_le(raw: &[u8]) -> Self {
        raw[0] != 0
    }
    fn push_le(self, out: &mut Vec<u8>) {
        out.push(self.into());
    }
}

/// An element type, a shape, and the elements.
#[derive(Clone, Debug)]
pub struct Tensor {
    elem: ElementType,
    shape: Vec<usize>,
    data: Vec<u8>,
}

/// Bytes of `elem` with `shape`, unless that overflows.
pub(super) fn byte_count(elem: ElementType, shape: &[usize]) -> Result<usize, TensorError> {
    shape
        .iter()
        // A zero anywhere makes the tensor empty, whatever the other dimensions say.
        .try_fold(1usize, |count, &dim| count.checked_mul(dim))
        .or(shape.contains(&0).then_some(0))
        .and_then(|count| count.checked_mul(elem.bytes()))
        .filter(|&bytes| isize::try_from(bytes).is_ok())
        .ok_or_else(|| TensorError::TooLarge { shape: shape.to_vec() })
}

impl Tensor {
    /// A tensor over bytes that are already in its layout.
    pub fn new(elem: ElementType, shape: &[usize], data: Vec<u8>) -> Result<Self, TensorError> {
        let expected = byte_count(elem, shape)?;
        if data.len() != expected {
            let (shape, found) = (shape.to_vec(), data.len());
            return Err(TensorError::WrongByteCount { elem, shape, expected, found });
        }
        Ok(Self { elem, shape: shape.to_vec(), data })
    }

    /// A tensor whose bytes are all zero.
    ///
    /// # Panics
    /// If the shape is not representable, as every allocation of too much memory does; shapes of untrusted origin
    /// go through [`Tensor::new`].
    pub fn zeros(elem: ElementType, shape: &[usize]) -> Self {
        let bytes = byte_count(elem, shape).unwrap_or_else(|error| panic!("{error}"));
        Self { elem, shape: shape.to_vec(), data: vec![0; bytes] }
    }

    /// A tensor with every element equal to `value` by the host cast.
    pub fn splat(elem: ElementType, shape: &[usize], value: Scalar) -> Self {
        let mut tensor = Self::zeros(elem, shape);
        if !tensor.is_empty() {
            tensor.set(0, value);
            let bytes = elem.bytes();
            let first = tensor.data[..bytes].to_vec();
            tensor.data.chunks_exact_mut(bytes).for_each(|raw| raw.copy_from_slice(&first));
        }
        tensor
    }

    /// A tensor over values of a Rust type, which names the element type.
    pub fn from_values<T: Native>(shape: &[usize], values: &[T]) -> Result<Self, TensorError> {
        let mut data = Vec::with_capacity(size_of_val(values));
        values.iter().for_each(|value| value.push_le(&mut data));
        Self::new(T::ELEM, shape, data)
    }

    /// The element type.
    pub fn elem(&self) -> ElementType {
        self.elem
    }

    /// The dimensions, outermost first.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.data.len() / self.elem.bytes()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// The elements' bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.data
    }

    /// The elements' bytes, to write.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.data
    }

    /// The elements' bytes without the tensor.
    pub fn into_bytes(self) -> Vec<u8> {
        self.data
    }

    /// The same elements under another shape of the same count.
    pub fn reshape(self, shape: &[usize]) -> Result<Self, TensorError> {
        if byte_count(self.elem, shape)? != self.data.len() {
            return Err(TensorError::WrongElementCount { from: self.shape, to: shape.to_vec() });
        }
        Ok(Self { shape: shape.to_vec(), ..self })
    }

    /// The same bytes read as another element type of the same size.
    pub fn bitcast(self, elem: ElementType) -> Result<Self, TensorError> {
        if elem.bytes() != self.elem.bytes() {
            return Err(TensorError::UnsupportedType { operation: "a bitcast to another width", elem });
        }
        Ok(Self { elem, ..self })
    }

    /// Stored bits of the element at row-major position `index`.
    ///
    /// # Panics
    /// If `index` is out of range, as slices do.
    pub fn bits(&self, index: usize) -> u128 {
        let bytes = self.elem.bytes();
        let mut word = [0; 16];
        word[..bytes].copy_from_slice(&self.data[index * bytes..][..bytes]);
        u128::from_le_bytes(word)
    }

    /// Stores the low bits of `bits` as the element at `index`.
    ///
    /// # Panics
    /// If `index` is out of range, as slices do.
    pub fn set_bits(&mut self, index: usize, bits: u128) {
        let bytes = self.elem.bytes();
        self.data[index * bytes..][..bytes].copy_from_slice(&bits.to_le_bytes()[..bytes]);
    }

    /// The element at row-major position `index` as a value.
    ///
    /// # Panics
    /// If `index` is out of range, as slices do.
    pub fn get(&self, index: usize) -> Scalar {
        let bits = self.bits(index);
        match self.elem.kind() {
            Kind::Complex(part) => {
                let half = 8 * self.elem.bytes() / 2;
                let mask = (1 << half) - 1;
                Scalar::Complex(part.decode((bits & mask) as u64), part.decode((bits >> half) as u64))
            }
            _ => scalar_of_bits(self.elem, bits as u64),
        }
    }

    /// Stores `value` at `index` by the host cast.
    ///
    /// # Panics
    /// If `index` is out of range, as slices do.
    pub fn set(&mut self, index: usize, value: Scalar) {
        let real = u128::from(host_constant(self.elem, value));
        let bits = match (self.elem.is_complex(), value) {
            (true, Scalar::Complex(_, im)) => {
                let half = 8 * self.elem.bytes() / 2;
                u128::from(host_constant(self.elem, Scalar::Float(im))) << half | real
            }
            _ => real,
        };
        self.set_bits(index, bits);
    }

    /// The elements as a Rust type of the same size (a reinterpretation of the bits), or nothing if the size differs.
    pub fn values<T: Native>(&self) -> Option<impl ExactSizeIterator<Item = T>> {
        (self.elem.bytes() == size_of::<T>()).then(|| self.data.chunks_exact(size_of::<T>()).map(T::from_le))
    }

    /// All elements as f32, rounded to nearest where f32 cannot hold them.
    pub fn to_f32s(&self) -> Vec<f32> {
        let mut out = vec![0.0; self.len()];
        read_f32(self.elem, &self.data, &mut out);
        out
    }

    /// All elements as f64.
    pub fn to_f64s(&self) -> Vec<f64> {
        if self.elem.fits_f32() {
            return self.to_f32s().into_iter().map(f64::from).collect();
        }
        (0..self.len()).map(|index| self.get(index).as_f64()).collect()
    }

    /// All elements as i64: floats truncated, everything saturated.
    pub fn to_i64s(&self) -> Vec<i64> {
        let saturate = |value: i128| value.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        (0..self.len()).map(|index| saturate(self.get(index).as_i128())).collect()
    }
}

/// Bitwise, except that any NaN equals any NaN.
impl PartialEq for Tensor {
    fn eq(&self, other: &Self) -> bool {
        let same_type = self.elem == other.elem && self.shape == other.shape;
        same_type
            && (self.data == other.data
                || (0..self.len()).all(|index| {
                    self.bits(index) == other.bits(index) || both_nan(self.get(index), other.get(index))
                }))
    }
}

/// Whether two values are the same once any NaN equals any NaN, part by part.
fn both_nan(left: Scalar, right: Scalar) -> bool {
    let same = |left: f64, right: f64| left.to_bits() == right.to_bits() || (left.is_nan() && right.is_nan());
    match (left, right) {
        (Scalar::Float(left), Scalar::Float(right)) => left.is_nan() && right.is_nan(),
        (Scalar::Complex(re, im), Scalar::Complex(re2, im2)) => same(re, re2) && same(im, im2),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shape_and_data_must_agree() {
        let error = Tensor::new(ElementType::F32, &[2, 3], vec![0; 20]).expect_err("four bytes short");
        assert_eq!(error.to_string(), "f32[2, 3] takes 24 bytes, found 20");
        assert!(Tensor::new(ElementType::F32, &[usize::MAX, 2], vec![]).is_err());
        assert!(Tensor::new(ElementType::F32, &[usize::MAX, 2, 0], vec![]).is_ok());
    }

    #[test]
    fn equality_is_bitwise_but_for_nans() {
        let tensor = |values: &[f32]| Tensor::from_values(&[values.len()], values).expect("a vector");
        assert_ne!(tensor(&[0.0]), tensor(&[-0.0]));
        assert_eq!(tensor(&[1.0, f32::NAN]), tensor(&[1.0, -f32::NAN]));
        assert_ne!(tensor(&[1.0, f32::NAN]), tensor(&[2.0, f32::NAN]));
        assert_ne!(tensor(&[1.0]), tensor(&[1.0]).bitcast(ElementType::S32).expect("same width"));
    }

    #[test]
    fn scalars_read_back() {
        for (elem, value) in [
            (ElementType::S4, Scalar::Int(-8)),
            (ElementType::U64, Scalar::Int(u64::MAX.into())),
            (ElementType::Pred, Scalar::Bool(true)),
            (ElementType::F8E4M3FN, Scalar::Float(-448.0)),
            (ElementType::C64, Scalar::Complex(1.5, -0.0)),
            (ElementType::C128, Scalar::Complex(1e300, -3.0)),
        ] {
            let tensor = Tensor::splat(elem, &[3], value);
            assert_eq!(tensor.get(2), value, "{elem}");
        }
    }

    #[test]
    fn typed_values_need_the_same_width() {
        let tensor = Tensor::from_values(&[2], &[1.0f32, -2.0]).expect("two values");
        assert_eq!(
            tensor.values::<u32>().expect("same width").collect::<Vec<_>>(),
            [0x3F80_0000, 0xC000_0000]
        );
        assert!(tensor.values::<u16>().is_none());
        assert_eq!(tensor.clone().reshape(&[1, 2, 1]).expect("two elements").shape(), [1, 2, 1]);
        assert!(tensor.reshape(&[3]).is_err());
    }
}
