//! Conversions between element types.
//!
//! Two casts exist and differ on purpose. The *host* cast is XLA's `convert`: floats truncate toward zero into
//! integers, integers wrap, a NaN keeps its sign and payload. The *device* cast is what an engine does when it writes
//! an f32 result (spec nki_isa.md §3): round to nearest even and saturate into integers, NaN becomes the canonical one
//! (0 in an integer).

use std::sync::OnceLock;

use super::dense::Tensor;
use super::element::{ElementType, Kind};
use super::float::{FloatFormat, NanRule};
use super::scalar::Scalar;

/// The value of the stored bits of one non-complex element.
pub(super) fn scalar_of_bits(elem: ElementType, bits: u64) -> Scalar {
    match elem.kind() {
        Kind::Pred => Scalar::Bool(bits & 0xFF != 0),
        Kind::Signed(_) => Scalar::Int(sign_extend(bits, elem.bytes()).into()),
        Kind::Unsigned(_) => Scalar::Int(bits.into()),
        Kind::Float(format) | Kind::Complex(format) => Scalar::Float(format.decode(bits)),
    }
}

fn sign_extend(bits: u64, bytes: usize) -> i64 {
    let unused = 64 - 8 * bytes as u32;
    ((bits << unused) as i64) >> unused
}

/// The stored bits of `value` cast to `elem` as XLA's `convert` does; a complex type takes the real part's bits only.
pub fn host_constant(elem: ElementType, value: Scalar) -> u64 {
    match elem.kind() {
        // Of a complex number the real part alone is converted, also to a truth value (StableHLO, `convert`).
        Kind::Pred => match value {
            Scalar::Complex(re, _) => (re != 0.0).into(),
            value => value.as_bool().into(),
        },
        Kind::Signed(width) | Kind::Unsigned(width) => host_integer(elem, width, value),
        Kind::Float(format) | Kind::Complex(format) => host_float(format, value),
    }
}

fn host_integer(elem: ElementType, width: u32, value: Scalar) -> u64 {
    let (low, high) = integer_range(elem.kind());
    let integer = match value {
        Scalar::Float(_) | Scalar::Complex(..) => value.as_i128().clamp(low, high),
        Scalar::Bool(_) | Scalar::Int(_) => {
            let wrapped = value.as_i128() & ((1 << width) - 1);
            if wrapped > high { wrapped - (1 << width) } else { wrapped }
        }
    };
    stored_integer(integer, elem.bytes())
}

fn host_float(format: FloatFormat, value: Scalar) -> u64 {
    match value {
        // As XLA: an integer goes to a narrow float by way of f32, and to f64 directly.
        Scalar::Int(integer) if format.mantissa_bits <= 23 => {
            format.encode(f64::from(integer as f32), NanRule::KeepPayload)
        }
        _ => format.encode(value.as_f64(), NanRule::KeepPayload),
    }
}

/// The stored bits of `value` cast to `elem` as an engine writes it: the value as f32, then the device cast.
/// Integers that stay integers saturate exactly, without the detour.
pub fn device_constant(elem: ElementType, value: Scalar) -> u64 {
    match (elem.kind(), value) {
        (Kind::Signed(_) | Kind::Unsigned(_), Scalar::Int(integer)) => {
            let (low, high) = integer_range(elem.kind());
            stored_integer(integer.clamp(low, high), elem.bytes())
        }
        _ => device_bits(elem, value.as_f32()),
    }
}

fn device_bits(elem: ElementType, value: f32) -> u64 {
    match elem.kind() {
        Kind::Pred => u64::from(value != 0.0),
        Kind::Signed(_) | Kind::Unsigned(_) => {
            let (low, high) = integer_range(elem.kind());
            // `as` saturates, and turns NaN into 0.
            stored_integer((value.round_ties_even() as i128).clamp(low, high), elem.bytes())
        }
        Kind::Float(format) | Kind::Complex(format) => format.encode(value.into(), NanRule::Canonical),
    }
}

fn stored_integer(value: i128, bytes: usize) -> u64 {
    value as u64 & (u64::MAX >> (64 - 8 * bytes as u32))
}

/// Smallest and largest value of an integer kind.
fn integer_range(kind: Kind) -> (i128, i128) {
    match kind {
        Kind::Signed(width) => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        Kind::Unsigned(width) => (0, (1 << width) - 1),
        Kind::Pred | Kind::Float(_) | Kind::Complex(_) => (0, 1),
    }
}

macro_rules! read_as {
    ($native:ty, $bytes:expr, $out:expr, $to_f32:expr) => {
        for (value, raw) in $out.iter_mut().zip($bytes.as_chunks::<{ size_of::<$native>() }>().0) {
            *value = $to_f32(<$native>::from_le_bytes(*raw));
        }
    };
}

/// Reads elements as f32, the way an engine reads an operand: exact where f32 can hold the value, else rounded once
/// to nearest even. `bytes` holds `out.len()` elements; a complex element gives its real part.
pub fn read_f32(elem: ElementType, bytes: &[u8], out: &mut [f32]) {
    use ElementType::*;
    match elem {
        F32 | TF32 => read_as!(u32, bytes, out, f32::from_bits),
        BF16 => read_as!(u16, bytes, out, |bits| f32::from_bits(u32::from(bits) << 16)),
        F16 => read_as!(u16, bytes, out, |bits| half::f16::from_bits(bits).to_f32()),
        F64 => read_as!(f64, bytes, out, |value| value as f32),
        S2 | S4 | S8 => read_as!(i8, bytes, out, f32::from),
        S16 => read_as!(i16, bytes, out, f32::from),
        S32 => read_as!(i32, bytes, out, |value| value as f32),
        S64 => read_as!(i64, bytes, out, |value| value as f32),
        U2 | U4 | U8 => read_as!(u8, bytes, out, f32::from),
        U16 => read_as!(u16, bytes, out, f32::from),
        U32 => read_as!(u32, bytes, out, |value| value as f32),
        U64 => read_as!(u64, bytes, out, |value| value as f32),
        Pred => read_as!(u8, bytes, out, |value| f32::from(u8::from(value != 0))),
        C64 => read_as!(u64, bytes, out, |bits| f32::from_bits(bits as u32)),
        C128 => read_as!(u128, bytes, out, |bits| f64::from_bits(bits as u64) as f32),
        F4E2M1FN | F6E2M3FN | F6E3M2FN | F8E3M4 | F8E4M3 | F8E4M3FN | F8E4M3FNUZ | F8E4M3B11FNUZ | F8E5M2
        | F8E5M2FNUZ | F8E8M0FNU => {
            let table = byte_float_table(elem);
            read_as!(u8, bytes, out, |bits| table[usize::from(bits)]);
        }
    }
}

/// The f32 values of the 256 patterns of a float type of one byte.
fn byte_float_table(elem: ElementType) -> &'static [f32; 256] {
    static TABLES: [OnceLock<Box<[f32; 256]>>; ElementType::TABLE.len()] =
        [const { OnceLock::new() }; ElementType::TABLE.len()];
    TABLES[elem as usize]
        .get_or_init(|| Box::new(std::array::from_fn(|bits| scalar_of_bits(elem, bits as u64).as_f32())))
}

macro_rules! write_as {
    ($native:ty, $values:expr, $out:expr, $from_f32:expr) => {
        for (raw, value) in $out.as_chunks_mut::<{ size_of::<$native>() }>().0.iter_mut().zip($values) {
            let stored: $native = $from_f32(*value);
            *raw = stored.to_le_bytes();
        }
    };
}

/// Writes f32 results with the device cast. `out` holds `values.len()` elements.
pub fn write_f32_device(elem: ElementType, values: &[f32], out: &mut [u8]) {
    use ElementType::*;
    match elem {
        F32 => write_as!(u32, values, out, f32::to_bits),
        BF16 => {
            write_as!(u16, values, out, |value: f32| if value.is_nan() { 0x7FC0 } else { bf16_bits(value) })
        }
        F16 => write_as!(u16, values, out, |value: f32| {
            if value.is_nan() { 0x7E00 } else { half::f16::from_f32(value).to_bits() }
        }),
        S32 => write_as!(i32, values, out, |value: f32| value.round_ties_even() as i32),
        U32 => write_as!(u32, values, out, |value: f32| value.round_ties_even() as u32),
        _ => write_each(elem, values, out, device_bits),
    }
}

/// Writes f32 values with the host cast. `out` holds `values.len()` elements.
pub fn write_f32_host(elem: ElementType, values: &[f32], out: &mut [u8]) {
    use ElementType::*;
    match elem {
        F32 => write_as!(u32, values, out, f32::to_bits),
        F64 => write_as!(f64, values, out, |value: f32| f64::from(value)),
        BF16 => write_as!(u16, values, out, |value: f32| half::bf16::from_f32(value).to_bits()),
        F16 => write_as!(u16, values, out, |value: f32| half::f16::from_f32(value).to_bits()),
        S32 => write_as!(i32, values, out, |value: f32| value as i32),
        _ => write_each(elem, values, out, |elem, value| host_constant(elem, value.into())),
    }
}

/// bf16 by rounding the upper half to nearest even; `value` is not NaN.
fn bf16_bits(value: f32) -> u16 {
    let bits = value.to_bits();
    ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16) as u16
}

fn write_each(elem: ElementType, values: &[f32], out: &mut [u8], cast: impl Fn(ElementType, f32) -> u64) {
    let bytes = elem.bytes();
    for (raw, value) in out.chunks_exact_mut(bytes).zip(values) {
        let stored = u128::from(cast(elem, *value)).to_le_bytes();
        raw.copy_from_slice(&stored[..bytes]);
    }
}

impl Tensor {
    /// XLA's `convert`: the same shape with every element cast to `elem` by the host rules.
    pub fn convert(&self, elem: ElementType) -> Tensor {
        let source = self.elem();
        if source == elem {
            return self.clone();
        }
        let mut out = Tensor::zeros(elem, self.shape());
        // Between integers the cast wraps, which the way through f32 would not.
        let wraps = source.is_integer() && elem.is_integer();
        if source.fits_f32() && !elem.is_complex() && !wraps {
            let values = self.to_f32s();
            write_f32_host(elem, &values, out.bytes_mut());
        } else {
            for index in 0..self.len() {
                out.set(index, self.get(index));
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_casts_are_xlas() {
        use ElementType::*;
        for (value, elem, want) in [
            (Scalar::Float(2.9), S32, 2),
            (Scalar::Float(-2.9), S32, 0xFFFF_FFFE),
            (Scalar::Float(1e20), S32, 0x7FFF_FFFF),
            (Scalar::Float(f64::NAN), S32, 0),
            (Scalar::Float(-1.0), U8, 0),
            (Scalar::Int(-1), U32, 0xFFFF_FFFF),
            (Scalar::Int(300), U8, 44),
            (Scalar::Int(9), S4, 0xF9),
            (Scalar::Float(f64::NAN), Pred, 1),
            (Scalar::Int(16_777_217), F32, 0x4B80_0000),
        ] {
            assert_eq!(host_constant(elem, value), want, "{value} to {elem}");
        }
    }

    #[test]
    fn device_casts_round_to_even_and_saturate() {
        use ElementType::*;
        for (value, elem, want) in [
            (2.5, S32, 2),
            (3.5, S32, 4),
            (-2.5, S8, 0xFE),
            (1e20, U16, 0xFFFF),
            (-7.0, U32, 0),
            (f32::NAN, U32, 0),
            (-f32::NAN, BF16, 0x7FC0),
            (-f32::NAN, F16, 0x7E00),
            (f32::INFINITY, S64, i64::MAX as u64),
        ] {
            let mut out = vec![0; elem.bytes()];
            write_f32_device(elem, &[value], &mut out);
            out.resize(8, 0);
            assert_eq!(out, want.to_le_bytes(), "{value} to {elem}");
            assert_eq!(device_constant(elem, Scalar::Float(value.into())), want, "{value} to {elem}");
        }
        assert_eq!(device_constant(U32, Scalar::Int(16_777_217)), 16_777_217);
    }

    #[test]
    fn bulk_casts_equal_the_scalar_ones() {
        let values: Vec<f32> = (0..=u16::MAX)
            .flat_map(|high| [0u32, 0x7FFF, 0x8000].map(|low| f32::from_bits(u32::from(high) << 16 | low)))
            .collect();
        for row in ElementType::TABLE.iter().filter(|row| !row.elem.is_complex()) {
            let (elem, bytes) = (row.elem, row.bytes);
            let mut device = vec![0; values.len() * bytes];
            let mut host = device.clone();
            write_f32_device(elem, &values, &mut device);
            write_f32_host(elem, &values, &mut host);
            let mut back = vec![0.0; values.len()];
            read_f32(elem, &device, &mut back);
            for (index, value) in values.iter().enumerate() {
                let stored = |raw: &[u8]| {
                    let mut word = [0; 8];
                    word[..bytes].copy_from_slice(&raw[index * bytes..][..bytes]);
                    u64::from_le_bytes(word)
                };
                // f32 itself is copied, NaNs included.
                if elem != ElementType::F32 {
                    assert_eq!(stored(&device), device_bits(elem, *value), "{elem} {value}");
                }
                if !value.is_nan() {
                    assert_eq!(stored(&host), host_constant(elem, (*value).into()), "{elem} {value}");
                }
                let read = scalar_of_bits(elem, stored(&device)).as_f32();
                assert!(read == back[index] || (read.is_nan() && back[index].is_nan()), "{elem} {value}");
            }
        }
    }

    #[test]
    fn tensors_convert_through_every_route() {
        let tensor = Tensor::from_values(&[3], &[1i64, -2, 300]).expect("three values");
        let narrow = tensor.convert(ElementType::S8);
        assert_eq!(narrow.to_i64s(), [1, -2, 44]);
        assert_eq!(narrow.convert(ElementType::F16).to_f32s(), [1.0, -2.0, 44.0]);
        assert_eq!(narrow.convert(ElementType::C64).get(1), Scalar::Complex(-2.0, 0.0));
        assert_eq!(narrow.convert(ElementType::U16).to_i64s(), [1, 65534, 44]);
        assert_eq!(narrow.convert(ElementType::U8).convert(ElementType::S8).to_i64s(), [1, -2, 44]);
    }
}
