//! Binary floating-point formats: exact decoding, and encoding with one rounding to nearest, ties to even.
//!
//! The rules for formats without infinity are those of ml_dtypes: what rounds past the largest finite value becomes
//! the format's NaN, or saturates where there is none.

/// How a format spends the bit patterns that IEEE gives to infinities and NaNs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Specials {
    /// Exponent all ones: infinity, or NaN with a payload.
    Ieee,
    /// No infinity; NaN is all ones but the sign (`FN`).
    NanAllOnes,
    /// No infinity, no negative zero; NaN is the pattern of negative zero (`FNUZ`).
    NanNegativeZero,
    /// Neither infinity nor NaN: too large saturates, NaN becomes negative zero.
    FiniteOnly,
    /// An unsigned exponent alone: no sign, no zero, NaN all ones (`E8M0`). Zero becomes the smallest power of two;
    /// negative numbers and infinities become NaN.
    PowerOfTwo,
}

/// What becomes of a NaN on narrowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NanRule {
    /// Keep the sign and the leading payload bits, made quiet: what a host CPU and XLA do.
    KeepPayload,
    /// The positive quiet NaN without payload (0x7FC0 in bf16, 0x7E00 in f16): what the device does (spec bir.md §8).
    Canonical,
}

/// A binary floating-point format of at most 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloatFormat {
    /// Width of the exponent field.
    pub exponent_bits: u32,
    /// Width of the stored mantissa field.
    pub mantissa_bits: u32,
    /// Exponent bias.
    pub bias: i32,
    /// Meaning of the extreme patterns.
    pub specials: Specials,
    /// Zero bits stored below the mantissa (13 for tf32 in 32 bits).
    pub padding_bits: u32,
}

const F64_MANTISSA: u32 = 52;
const F64_BIAS: i32 = 1023;

impl FloatFormat {
    /// Bits of a value, without padding.
    pub fn width(&self) -> u32 {
        let sign = u32::from(self.specials != Specials::PowerOfTwo);
        sign + self.exponent_bits + self.mantissa_bits
    }

    /// The value of a bit pattern: exact, with the sign and payload of a NaN kept (in the leading mantissa bits).
    pub fn decode(&self, bits: u64) -> f64 {
        let bits = bits >> self.padding_bits;
        if self.specials == Specials::PowerOfTwo {
            return if bits == 0xFF { f64::NAN } else { power_of_two(bits as i32 - self.bias) };
        }
        let magnitude_bits = self.exponent_bits + self.mantissa_bits;
        let negative = (bits >> magnitude_bits) & 1;
        let magnitude = bits & ((1 << magnitude_bits) - 1);
        let exponent = magnitude >> self.mantissa_bits;
        let mantissa = magnitude & ((1 << self.mantissa_bits) - 1);
        let absolute = match self.specials {
            Specials::Ieee if exponent == (1 << self.exponent_bits) - 1 => {
                f64::INFINITY.to_bits() | mantissa << (F64_MANTISSA - self.mantissa_bits)
            }
            Specials::NanAllOnes if magnitude == (1 << magnitude_bits) - 1 => f64::NAN.to_bits(),
            Specials::NanNegativeZero if negative == 1 && magnitude == 0 => return f64::NAN,
            _ if self.mantissa_bits == F64_MANTISSA => magnitude,
            _ if exponent == 0 => (mantissa as f64
                * power_of_two(self.smallest_exponent() - self.mantissa_bits as i32))
            .to_bits(),
            _ => {
                let rebiased = (exponent as i32 - self.bias + F64_BIAS) as u64;
                rebiased << F64_MANTISSA | mantissa << (F64_MANTISSA - self.mantissa_bits)
            }
        };
        f64::from_bits(negative << 63 | absolute)
    }

    /// The bit pattern nearest to `value`, ties to even; subnormals are kept.
    pub fn encode(&self, value: f64, nan: NanRule) -> u64 {
        let bits = match self.specials {
            Specials::PowerOfTwo => self.encode_power_of_two(value),
            _ => self.encode_signed(value, nan),
        };
        bits << self.padding_bits
    }

    fn encode_signed(&self, value: f64, nan: NanRule) -> u64 {
        let magnitude_bits = self.exponent_bits + self.mantissa_bits;
        let sign = u64::from(value.is_sign_negative()) << magnitude_bits;
        if value.is_nan() {
            return self.encode_nan(value, nan);
        }
        let magnitude = self.round_magnitude(value.abs());
        let all_ones = (1 << magnitude_bits) - 1;
        let infinity = all_ones >> self.mantissa_bits << self.mantissa_bits;
        match self.specials {
            Specials::Ieee => sign | magnitude.min(infinity),
            Specials::NanAllOnes | Specials::FiniteOnly => sign | magnitude.min(all_ones),
            Specials::NanNegativeZero if magnitude > all_ones => 1 << magnitude_bits,
            Specials::NanNegativeZero if magnitude == 0 => 0,
            Specials::NanNegativeZero | Specials::PowerOfTwo => sign | magnitude,
        }
    }

    fn encode_nan(&self, value: f64, nan: NanRule) -> u64 {
        let magnitude_bits = self.exponent_bits + self.mantissa_bits;
        let keep = nan == NanRule::KeepPayload;
        let sign = if keep { u64::from(value.is_sign_negative()) << magnitude_bits } else { 0 };
        match self.specials {
            Specials::Ieee => {
                let exponent = ((1 << self.exponent_bits) - 1) << self.mantissa_bits;
                let quiet = 1 << (self.mantissa_bits - 1);
                let mantissa = value.to_bits() & ((1 << F64_MANTISSA) - 1);
                let payload = if keep { mantissa >> (F64_MANTISSA - self.mantissa_bits) } else { 0 };
                sign | exponent | quiet | payload
            }
            Specials::NanAllOnes | Specials::PowerOfTwo => sign | ((1 << magnitude_bits) - 1),
            Specials::NanNegativeZero | Specials::FiniteOnly => 1 << magnitude_bits,
        }
    }

    /// The magnitude field nearest to `value` >= 0 as if the exponent had no upper end; infinity gives `u64::MAX`.
    fn round_magnitude(&self, value: f64) -> u64 {
        if value.is_infinite() {
            return u64::MAX;
        }
        if self.mantissa_bits == F64_MANTISSA {
            return value.to_bits();
        }
        let exponent = (value.to_bits() >> F64_MANTISSA) as i32;
        let mantissa = value.to_bits() & ((1 << F64_MANTISSA) - 1);
        if exponent == 0 {
            // Zero or an f64 subnormal: below half of the smallest value of every narrower format.
            return 0;
        }
        let exponent = exponent - F64_BIAS;
        let narrowing = F64_MANTISSA - self.mantissa_bits;
        if exponent >= self.smallest_exponent() {
            // Rounding exponent and mantissa as one integer carries into the exponent where it must.
            round_shift(((exponent + self.bias) as u64) << F64_MANTISSA | mantissa, narrowing)
        } else {
            let significand = 1 << F64_MANTISSA | mantissa;
            round_shift(significand, narrowing + (self.smallest_exponent() - exponent) as u32)
        }
    }

    fn encode_power_of_two(&self, value: f64) -> u64 {
        const NAN: u64 = 0xFF;
        if value.is_nan() || value < 0.0 || value.is_infinite() {
            return NAN;
        }
        let exponent = (value.to_bits() >> F64_MANTISSA) as i32 - F64_BIAS + self.bias;
        if exponent < 0 {
            return 0;
        }
        let mantissa = value.to_bits() & ((1 << F64_MANTISSA) - 1);
        round_shift((exponent as u64) << F64_MANTISSA | mantissa, F64_MANTISSA).min(NAN)
    }

    /// Exponent of the smallest normal number.
    fn smallest_exponent(&self) -> i32 {
        1 - self.bias
    }
}

/// `value / 2^shift` rounded to nearest, ties to even; `value` < 2^63.
fn round_shift(value: u64, shift: u32) -> u64 {
    match shift {
        0 => value,
        1..=63 => {
            let floor = value >> shift;
            let remainder = value & ((1 << shift) - 1);
            let half = 1 << (shift - 1);
            floor + u64::from(remainder > half || (remainder == half && floor & 1 == 1))
        }
        _ => 0,
    }
}

/// 2^exponent for the exponents of normal f64 numbers.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + F64_BIAS) as u64) << F64_MANTISSA)
}

#[cfg(test)]
mod tests {
    use super::super::element::{ElementType, Kind};
    use super::*;

    fn format(elem: ElementType) -> FloatFormat {
        match elem.kind() {
            Kind::Float(format) => format,
            other => panic!("{elem} is {other:?}"),
        }
    }

    fn narrow_formats() -> impl Iterator<Item = (ElementType, FloatFormat)> {
        ElementType::TABLE.iter().filter_map(|row| match row.kind {
            Kind::Float(format) if format.width() <= 16 => Some((row.elem, format)),
            _ => None,
        })
    }

    #[test]
    fn every_narrow_pattern_round_trips() {
        for (elem, format) in narrow_formats() {
            for bits in 0..1u64 << format.width() {
                let value = format.decode(bits);
                let back = format.encode(value, NanRule::KeepPayload);
                if value.is_nan() {
                    assert!(format.decode(back).is_nan(), "{elem} {bits:#x}");
                } else {
                    assert_eq!(back, bits, "{elem} {bits:#x} = {value}");
                }
            }
        }
    }

    /// Reference rounding: the nearest of all values of the format by exhaustive search, the even pattern on a tie.
    #[test]
    fn rounding_finds_the_nearest_value() {
        for (elem, format) in narrow_formats().filter(|(_, format)| format.width() <= 8) {
            let finite: Vec<(u64, f64)> = (0..1u64 << format.width())
                .map(|bits| (bits, format.decode(bits)))
                .filter(|(_, value)| value.is_finite() && value.is_sign_positive())
                .collect();
            for pair in finite.windows(2) {
                let ((low_bits, low), (high_bits, high)) = (pair[0], pair[1]);
                let middle = low + (high - low) / 2.0;
                let even = if low_bits % 2 == 0 { low_bits } else { high_bits };
                for (value, want) in [
                    (f64::from_bits(middle.to_bits() - 1), low_bits),
                    (middle, even),
                    (f64::from_bits(middle.to_bits() + 1), high_bits),
                ] {
                    assert_eq!(format.encode(value, NanRule::Canonical), want, "{elem} {value:e}");
                }
            }
        }
    }

    #[test]
    fn half_and_bfloat_agree_with_the_half_crate() {
        let (f16, bf16) = (format(ElementType::F16), format(ElementType::BF16));
        for bits in 0..=u16::MAX {
            let (h, b) = (half::f16::from_bits(bits), half::bf16::from_bits(bits));
            if !h.is_nan() {
                assert_eq!(f16.decode(bits.into()).to_bits(), h.to_f64().to_bits(), "{bits:#x}");
            }
            if !b.is_nan() {
                assert_eq!(bf16.decode(bits.into()).to_bits(), b.to_f64().to_bits(), "{bits:#x}");
            }
            // A spread of f32 patterns around each bf16, ties included.
            for low in [0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF] {
                let value = f32::from_bits(u32::from(bits) << 16 | low);
                let got = bf16.encode(widen(value), NanRule::KeepPayload);
                assert_eq!(got, u64::from(half::bf16::from_f32(value).to_bits()), "{:#x}", value.to_bits());
                let got = f16.encode(widen(value), NanRule::KeepPayload);
                assert_eq!(got, u64::from(half::f16::from_f32(value).to_bits()), "{:#x}", value.to_bits());
            }
        }
    }

    fn widen(value: f32) -> f64 {
        format(ElementType::F32).decode(value.to_bits().into())
    }

    #[test]
    fn f32_rounding_is_the_processors() {
        let f32_format = format(ElementType::F32);
        for value in [1.0 + 1e-9, 1e-45, 0.7e-45, 1e-50, 3.402_823_5e38, 3.402_823_6e38, -1e39, 0.1, -0.0] {
            assert_eq!(
                f32_format.encode(value, NanRule::Canonical),
                u64::from((value as f32).to_bits()),
                "{value:e}"
            );
        }
    }

    #[test]
    fn limits_of_the_eight_bit_kinds() {
        use ElementType::*;
        // (type, largest finite, what the next half step up becomes)
        for (elem, max, above, over) in [
            (F8E3M4, 15.5, 15.75, 0x70),
            (F8E4M3, 240.0, 248.0, 0x78),
            (F8E4M3FN, 448.0, 465.0, 0x7F),
            (F8E4M3FNUZ, 240.0, 248.0, 0x80),
            (F8E4M3B11FNUZ, 30.0, 31.0, 0x80),
            (F8E5M2, 57344.0, 61440.0, 0x7C),
            (F8E5M2FNUZ, 57344.0, 61440.0, 0x80),
            (F4E2M1FN, 6.0, 100.0, 0x7),
        ] {
            let format = format(elem);
            assert_eq!(format.decode(format.encode(max, NanRule::Canonical)), max, "{elem}");
            assert_eq!(format.encode(above, NanRule::Canonical), over, "{elem}");
        }
        // 464 is half way between 448 and NaN's pattern: the tie goes to 448.
        assert_eq!(format(F8E4M3FN).encode(464.0, NanRule::Canonical), 0x7E);
        assert_eq!(format(F8E5M2FNUZ).encode(-0.0, NanRule::Canonical), 0);
        assert_eq!(format(F8E8M0FNU).encode(3.0, NanRule::Canonical), 128);
        assert_eq!(format(TF32).encode(1.0 + 1.0 / 1024.0, NanRule::Canonical), 0x3F80_2000);
    }

    #[test]
    fn nan_rules() {
        let negative_payload = f64::from_bits(0xFFF4_0000_0000_0000);
        let bf16 = format(ElementType::BF16);
        assert_eq!(bf16.encode(negative_payload, NanRule::KeepPayload), 0xFFE0);
        assert_eq!(bf16.encode(negative_payload, NanRule::Canonical), 0x7FC0);
        assert_eq!(format(ElementType::F16).encode(negative_payload, NanRule::Canonical), 0x7E00);
        assert_eq!(format(ElementType::F8E5M2).encode(negative_payload, NanRule::Canonical), 0x7E);
    }
}
