//! Floats of every builtin format: from decimal and hexadecimal literals, and to text as APFloat writes it.

use num_bigint::BigUint;

use crate::ir::FloatKind;

/// How a format encodes values that are not finite.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Specials {
    /// As IEEE 754: the top exponent is infinity and NaN.
    Ieee,
    /// No infinity; NaN is all ones.
    NanAllOnes,
    /// No infinity and no negative zero; NaN is the pattern of negative zero.
    NanNegZero,
    /// Finite values only.
    None,
}

/// A binary float format.
pub(super) struct Format {
    exponent_bits: u32,
    /// Significand bits without the hidden (or, for f80, explicit) leading one.
    fraction_bits: u32,
    bias: i32,
    specials: Specials,
    /// Whether the leading one is stored (x87).
    explicit_one: bool,
    signed: bool,
}

impl Format {
    const fn new(exponent_bits: u32, fraction_bits: u32, bias: i32, specials: Specials) -> Self {
        Format { exponent_bits, fraction_bits, bias, specials, explicit_one: false, signed: true }
    }

    /// Bits of precision, as APFloat counts them.
    fn precision(&self) -> u32 {
        self.fraction_bits + 1
    }

    fn stored_fraction_bits(&self) -> u32 {
        self.fraction_bits + self.explicit_one as u32
    }
}

/// The format of a float type.
pub(super) const fn format(kind: FloatKind) -> Format {
    use Specials::{Ieee, NanAllOnes, NanNegZero};
    match kind {
        FloatKind::F4E2M1FN => Format::new(2, 1, 1, Specials::None),
        FloatKind::F6E2M3FN => Format::new(2, 3, 1, Specials::None),
        FloatKind::F6E3M2FN => Format::new(3, 2, 3, Specials::None),
        FloatKind::F8E5M2 => Format::new(5, 2, 15, Ieee),
        FloatKind::F8E4M3 => Format::new(4, 3, 7, Ieee),
        FloatKind::F8E4M3FN => Format::new(4, 3, 7, NanAllOnes),
        FloatKind::F8E5M2FNUZ => Format::new(5, 2, 16, NanNegZero),
        FloatKind::F8E4M3FNUZ => Format::new(4, 3, 8, NanNegZero),
        FloatKind::F8E4M3B11FNUZ => Format::new(4, 3, 11, NanNegZero),
        FloatKind::F8E3M4 => Format::new(3, 4, 3, Ieee),
        FloatKind::F8E8M0FNU => Format { signed: false, ..Format::new(8, 0, 127, NanAllOnes) },
        FloatKind::BF16 => Format::new(8, 7, 127, Ieee),
        FloatKind::F16 => Format::new(5, 10, 15, Ieee),
        FloatKind::TF32 => Format::new(8, 10, 127, Ieee),
        FloatKind::F32 => Format::new(8, 23, 127, Ieee),
        FloatKind::F64 => Format::new(11, 52, 1023, Ieee),
        FloatKind::F80 => Format { explicit_one: true, ..Format::new(15, 63, 16383, Ieee) },
        FloatKind::F128 => Format::new(15, 112, 16383, Ieee),
    }
}

/// The bits of a literal: a decimal float, or an integer literal that must be a hexadecimal bit pattern.
pub(super) fn literal(
    kind: FloatKind,
    is_float: bool,
    text: &str,
    negative: bool,
) -> Result<u128, &'static str> {
    if !is_float {
        return bit_pattern(kind, text, negative);
    }
    // As mlir-opt does: to double first, then to the format; too large is infinity.
    let value: f64 = text.parse().map_err(|_| "floating point value not valid for specified type")?;
    Ok(from_f64(kind, if negative { -value } else { value }))
}

fn bit_pattern(kind: FloatKind, text: &str, negative: bool) -> Result<u128, &'static str> {
    let Some(digits) = text.strip_prefix("0x") else {
        return Err(super::parse_attr::NO_DOT);
    };
    if negative {
        return Err("hexadecimal float literal should not have a leading minus");
    }
    let bits = match digits.trim_start_matches('0') {
        "" => Some(0),
        digits => u128::from_str_radix(digits, 16).ok(),
    };
    bits.filter(|b| kind.width() == 128 || b >> kind.width() == 0)
        .ok_or("hexadecimal float constant out of range for type")
}

/// A double rounded to a format, to nearest even; too large becomes infinity, or NaN where there is none.
pub(super) fn from_f64(kind: FloatKind, value: f64) -> u128 {
    match kind {
        FloatKind::F64 => return value.to_bits().into(),
        FloatKind::F32 => return (value as f32).to_bits().into(),
        _ => {}
    }
    let format = format(kind);
    let raw = value.to_bits();
    let negative = raw >> 63 == 1;
    let magnitude = value.abs();
    let sign = if negative && format.signed { 1u128 << (kind.width() - 1) } else { 0 };
    if value.is_infinite() {
        return too_large(kind, sign);
    }
    if magnitude == 0.0 {
        return match format.specials {
            Specials::NanNegZero => 0,
            _ if !format.signed => 0,
            _ => sign,
        };
    }
    // magnitude = significand * 2^exponent, with 53 significant bits
    let lead = magnitude.log2().floor() as i32;
    let (mut significand, mut exponent) = decompose(magnitude);
    let top = 127 - (significand << 64 >> 64).leading_zeros() as i32;
    debug_assert!((lead - (top + exponent)).abs() <= 1, "the leading bit is where the logarithm says");
    let min_exponent = 1 - format.bias;
    let unit = (top + exponent).max(min_exponent) - format.fraction_bits as i32;
    // Round to a multiple of 2^unit.
    let shift = unit - exponent;
    if shift > 0 {
        significand = if shift > 120 { 0 } else { round_shift(significand, shift as u32) };
    } else {
        significand <<= -shift;
    }
    exponent = unit;
    let one = 1u128 << format.fraction_bits;
    if significand >= one << 1 {
        significand >>= 1;
        exponent += 1;
    }
    let field = if significand < one { 0 } else { exponent + format.fraction_bits as i32 + format.bias };
    let max_field = (1i32 << format.exponent_bits) - 1;
    let overflow = match format.specials {
        Specials::Ieee => field >= max_field,
        Specials::NanAllOnes if format.fraction_bits == 0 => field >= max_field,
        Specials::NanAllOnes => field > max_field || field == max_field && significand == (one << 1) - 1,
        Specials::NanNegZero | Specials::None => field > max_field,
    };
    if overflow {
        return too_large(kind, sign);
    }
    if significand == 0 && format.specials == Specials::NanNegZero {
        return 0;
    }
    let fraction = if format.explicit_one { significand } else { significand & (one - 1) };
    sign | (field as u128) << format.stored_fraction_bits() | fraction
}

/// What stands for a value that is too large for a format: infinity, NaN, or the largest value.
fn too_large(kind: FloatKind, sign: u128) -> u128 {
    let format = format(kind);
    let top = ((1u128 << format.exponent_bits) - 1) << format.stored_fraction_bits();
    match format.specials {
        Specials::Ieee => sign | top | (u128::from(format.explicit_one) << format.fraction_bits),
        Specials::NanNegZero => 1u128 << (kind.width() - 1),
        Specials::NanAllOnes | Specials::None => sign | top | ((1u128 << format.fraction_bits) - 1),
    }
}

/// `significand * 2^exponent` of a positive finite double.
fn decompose(value: f64) -> (u128, i32) {
    let bits = value.to_bits();
    let field = (bits >> 52 & 0x7FF) as i32;
    let fraction = u128::from(bits & ((1 << 52) - 1));
    if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field - 1075) }
}

fn round_shift(value: u128, shift: u32) -> u128 {
    let half = 1u128 << (shift - 1);
    let rest = value & ((1u128 << shift) - 1);
    let floor = value >> shift;
    floor + u128::from(rest > half || rest == half && floor & 1 == 1)
}

/// A finite value as `significand * 2^exponent` with its sign; `None` for infinities and NaN.
fn finite(kind: FloatKind, bits: u128) -> Option<(bool, u128, i32)> {
    let format = format(kind);
    let width = kind.width();
    let negative = format.signed && bits >> (width - 1) & 1 == 1;
    let stored = format.stored_fraction_bits();
    let field = (bits >> stored & ((1 << format.exponent_bits) - 1)) as i32;
    let fraction = bits & ((1u128 << stored) - 1);
    let max_field = (1i32 << format.exponent_bits) - 1;
    let special = match format.specials {
        Specials::Ieee => field == max_field,
        Specials::NanAllOnes => field == max_field && fraction == (1u128 << stored) - 1,
        Specials::NanNegZero => negative && field == 0 && fraction == 0,
        Specials::None => false,
    };
    if special {
        return None;
    }
    if kind == FloatKind::F8E8M0FNU {
        return Some((false, 1, field - format.bias));
    }
    let base = 1 - format.bias - format.fraction_bits as i32;
    if format.explicit_one {
        return Some((negative, fraction, base + field.max(1) - 1));
    }
    Some(match field {
        0 => (negative, fraction, base),
        _ => (negative, fraction | 1 << format.fraction_bits, base + field - 1),
    })
}

/// Significant digits of the short form, which is tried first.
const SHORT: usize = 6;

/// Appends a float as mlir-opt prints it (spec mlir_text.md, 2).
pub(super) fn print(kind: FloatKind, bits: u128, out: &mut Vec<u8>) {
    if let Some((negative, significand, exponent)) = finite(kind, bits) {
        if negative {
            out.push(b'-');
        }
        if significand == 0 {
            out.extend_from_slice(b"0.000000e+00");
            return;
        }
        let start = out.len();
        let precision = 2 + format(kind).precision() as usize * 59 / 196;
        Digits::of(significand, exponent, SHORT).scientific(out);
        if reads_back(kind, significand, exponent, &out[start..]) {
            return;
        }
        out.truncate(start);
        Digits::of(significand, exponent, precision).plain(precision, out);
        if out[start..].contains(&b'.') {
            return;
        }
        out.truncate(start - usize::from(negative));
    }
    let digits = kind.width().div_ceil(4) as usize;
    out.extend_from_slice(format!("0x{bits:0digits$X}").as_bytes());
}

/// Whether decimal text rounds to exactly this value. Six digits always identify a value of at most 16 bits or so.
fn reads_back(kind: FloatKind, significand: u128, exponent: i32, text: &[u8]) -> bool {
    let text = std::str::from_utf8(text).unwrap_or_default();
    match kind {
        FloatKind::F64 => text.parse() == Ok(to_f64(significand, exponent)),
        FloatKind::F32 => text.parse() == Ok(to_f64(significand, exponent) as f32),
        FloatKind::F80 | FloatKind::F128 => {
            // Six digits say such a value only if they are all it has.
            Digits::of(significand, exponent, 40).digits.len() <= SHORT
        }
        _ => true,
    }
}

fn reduced(significand: u128, exponent: i32) -> (u128, i32) {
    let zeros = if significand == 0 { 0 } else { significand.trailing_zeros() };
    (significand >> zeros, exponent + zeros as i32)
}

fn to_f64(significand: u128, exponent: i32) -> f64 {
    // Both factors are exact, and the product is when the value is one of a double's.
    let (significand, exponent) = reduced(significand, exponent);
    if exponent < -1022 {
        return significand as f64 * 2f64.powi(-1022) * 2f64.powi(exponent + 1022);
    }
    significand as f64 * 2f64.powi(exponent)
}

/// Decimal digits with the value `0.d1d2d3... * 10^point`, without trailing zeros.
struct Digits {
    digits: Vec<u8>,
    point: i32,
}

impl Digits {
    /// `significand * 2^exponent` in so many digits, as APFloat::toString finds them: the exact decimal integer
    /// loses digits by truncation while its bits allow it, and what is left is rounded half up.
    fn of(significand: u128, exponent: i32, precision: usize) -> Self {
        let (significand, exponent) = reduced(significand, exponent);
        let leading = Self::fast(significand, exponent, precision)
            .unwrap_or_else(|| Self::exact(significand, exponent, precision));
        leading.rounded(precision)
    }

    /// How many decimal digits an integer of this many bits loses by truncation.
    fn removable(bits: u32, precision: usize) -> usize {
        let required = (precision as u32 * 196).div_ceil(59);
        (bits.saturating_sub(required) * 59 / 196) as usize
    }

    /// The leading digits by way of Rust's own exact printing; none where that cannot tell them for sure.
    fn fast(significand: u128, exponent: i32, precision: usize) -> Option<Self> {
        const GUARD: usize = 12;
        if significand >= 1 << 53 || precision > 17 || !(-1020..=900).contains(&exponent) {
            return None;
        }
        let value = significand as f64 * 2f64.powi(exponent);
        // The integer is value * 10^scale.
        let scale = (-exponent).max(0);
        let log = value.log2() + f64::from(scale) * std::f64::consts::LOG2_10;
        if (log - log.round()).abs() < 1e-6 && exponent < 0 {
            return None;
        }
        let bits = if exponent < 0 {
            log.floor() as u32 + 1
        } else {
            128 - significand.leading_zeros() + exponent as u32
        };
        let text = format!("{value:.*e}", precision + GUARD + 2);
        let (mantissa, power) = text.split_once('e')?;
        let power: i32 = power.parse().ok()?;
        let mut digits: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).collect();
        let total = usize::try_from(power + scale + 1).ok()?;
        let kept = total - Self::removable(bits, precision);
        if kept < total && kept + GUARD > digits.len() || digits.len() < kept.min(total) {
            return None;
        }
        // A run of zeros behind the cut may be a carry of the rounding.
        let rest = &digits[kept.min(digits.len())..];
        if kept < total && rest.iter().all(|&d| d == b'0') && total > digits.len() {
            return None;
        }
        digits.truncate(kept);
        Some(Digits { digits, point: power + 1 }.trimmed())
    }

    fn exact(significand: u128, exponent: i32, precision: usize) -> Self {
        let number = if exponent >= 0 {
            BigUint::from(significand) << exponent as u32
        } else {
            // x / 2^n = x * 5^n / 10^n
            BigUint::from(significand) * BigUint::from(5u32).pow(exponent.unsigned_abs())
        };
        let kept_from = Self::removable(number.bits() as u32, precision);
        let mut digits = number.to_str_radix(10).into_bytes();
        let point = digits.len() as i32 + exponent.min(0);
        digits.truncate(digits.len() - kept_from);
        Digits { digits, point }.trimmed()
    }

    fn trimmed(mut self) -> Self {
        while self.digits.len() > 1 && self.digits.last() == Some(&b'0') {
            self.digits.pop();
        }
        self
    }

    /// Rounded to `count` digits, half up as APFloat does.
    fn rounded(&self, count: usize) -> Digits {
        if self.digits.len() <= count {
            return Digits { digits: self.digits.clone(), point: self.point };
        }
        let mut digits = self.digits[..count].to_vec();
        let mut point = self.point;
        if self.digits[count] >= b'5' {
            let mut at = count;
            loop {
                if at == 0 {
                    digits.insert(0, b'1');
                    digits.pop();
                    point += 1;
                    break;
                }
                at -= 1;
                if digits[at] < b'9' {
                    digits[at] += 1;
                    break;
                }
                digits[at] = b'0';
            }
        }
        Digits { digits, point }.trimmed()
    }

    /// `d.dddddde+XX`
    fn scientific(&self, out: &mut Vec<u8>) {
        out.push(self.digits[0]);
        out.push(b'.');
        out.extend_from_slice(&self.digits[1..]);
        out.extend(std::iter::repeat_n(b'0', 7usize.saturating_sub(self.digits.len())));
        let power = self.point - 1;
        let sign = if power < 0 { '-' } else { '+' };
        out.extend_from_slice(format!("e{sign}{:02}", power.abs()).as_bytes());
    }

    /// Default form of APFloat: plain with at most three zeros of padding, else `d.dddE+X`.
    fn plain(&self, precision: usize, out: &mut Vec<u8>) {
        const MAX_PADDING: i32 = 3;
        let count = self.digits.len() as i32;
        let exponent = self.point - count;
        let too_long = exponent >= 0 && (exponent > MAX_PADDING || count + exponent > precision as i32);
        if too_long || self.point - 1 < -MAX_PADDING {
            out.push(self.digits[0]);
            out.push(b'.');
            if count == 1 {
                out.push(b'0');
            }
            out.extend_from_slice(&self.digits[1..]);
            let power = self.point - 1;
            let sign = if power < 0 { '-' } else { '+' };
            out.extend_from_slice(format!("E{sign}{}", power.abs()).as_bytes());
        } else if exponent >= 0 {
            out.extend_from_slice(&self.digits);
            out.extend(std::iter::repeat_n(b'0', exponent as usize));
        } else if self.point > 0 {
            let (whole, rest) = self.digits.split_at(self.point as usize);
            out.extend_from_slice(whole);
            out.push(b'.');
            out.extend_from_slice(rest);
        } else {
            out.extend_from_slice(b"0.");
            out.extend(std::iter::repeat_n(b'0', -self.point as usize));
            out.extend_from_slice(&self.digits);
        }
    }
}
