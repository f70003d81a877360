//! Comparing a result with a reference, with a report for people.

use std::fmt;
use std::str::FromStr;

use super::dense::Tensor;
use super::element::ElementType;
use super::order::total_order_key;
use super::scalar::Scalar;

/// How equal two tensors must be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// Bit for bit, any NaN equal to any NaN.
    Bitwise,
    /// Floats within `T + T * |want|` (rtol = atol = T), infinities and NaNs alike; integers and preds exact.
    Approximate(f64),
    /// Floats at most this many representable numbers apart, infinities and NaNs alike; integers and preds exact.
    Ulps(u64),
}

impl FromStr for Tolerance {
    type Err = String;

    /// The `T` of [`Tolerance::Approximate`]; a number that is not finite, or negative, would let everything pass, or nothing.
    fn from_str(text: &str) -> Result<Tolerance, String> {
        match text.parse::<f64>() {
            Ok(t) if t.is_finite() && t >= 0.0 => Ok(Tolerance::Approximate(t)),
            _ => Err("a finite number that is not negative".into()),
        }
    }
}

/// One element that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// Position, outermost dimension first.
    pub index: Vec<usize>,
    /// The element found.
    pub got: Scalar,
    /// The element expected.
    pub want: Scalar,
}

/// What differs between two tensors.
#[derive(Clone, Debug, PartialEq)]
pub enum MismatchReport {
    /// Element type or shape.
    Type {
        /// Element type and shape of the result.
        got: (ElementType, Vec<usize>),
        /// Element type and shape of the reference.
        want: (ElementType, Vec<usize>),
    },
    /// Elements: how many of how many, and the first few.
    Elements {
        /// Elements that differ.
        count: usize,
        /// Elements there are.
        of: usize,
        /// The first few that differ.
        first: Vec<Mismatch>,
    },
}

/// Number of mismatches kept for the report.
const REPORTED: usize = 8;

impl fmt::Display for MismatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MismatchReport::Type { got, want } => {
                write!(f, "got {}{:?}, want {}{:?}", got.0, got.1, want.0, want.1)
            }
            MismatchReport::Elements { count, of, first } => {
                write!(f, "{count} of {of} elements differ")?;
                for Mismatch { index, got, want } in first {
                    write!(f, "\n  at {index:?}: got {got}, want {want}")?;
                }
                if *count > first.len() {
                    write!(f, "\n  and {} more", count - first.len())?;
                }
                Ok(())
            }
        }
    }
}

/// Compares `got` with `want`.
pub fn compare(got: &Tensor, want: &Tensor, tolerance: Tolerance) -> Result<(), MismatchReport> {
    if got.elem() != want.elem() || got.shape() != want.shape() {
        let describe = |tensor: &Tensor| (tensor.elem(), tensor.shape().to_vec());
        return Err(MismatchReport::Type { got: describe(got), want: describe(want) });
    }
    if got.bytes() == want.bytes() {
        return Ok(());
    }
    let (mut count, mut first) = (0, Vec::new());
    for position in 0..got.len() {
        if got.bits(position) == want.bits(position) {
            continue;
        }
        let (left, right) = (got.get(position), want.get(position));
        let bits = (got.bits(position), want.bits(position));
        if !agree(got.elem(), bits, left, right, tolerance) {
            count += 1;
            if first.len() < REPORTED {
                first.push(Mismatch { index: unravel(position, got.shape()), got: left, want: right });
            }
        }
    }
    if count == 0 { Ok(()) } else { Err(MismatchReport::Elements { count, of: got.len(), first }) }
}

/// Whether two elements, given as bits and as values, count as equal.
fn agree(elem: ElementType, bits: (u128, u128), got: Scalar, want: Scalar, tolerance: Tolerance) -> bool {
    match (got, want) {
        (Scalar::Float(got), Scalar::Float(want)) => agree_parts(elem, bits, got, want, tolerance),
        (Scalar::Complex(re, im), Scalar::Complex(re2, im2)) => {
            let part = if elem == ElementType::C64 { ElementType::F32 } else { ElementType::F64 };
            let width = 8 * part.bytes();
            let low = |bits: u128| bits & (u128::MAX >> (128 - width));
            agree_parts(part, (low(bits.0), low(bits.1)), re, re2, tolerance)
                && agree_parts(part, (bits.0 >> width, bits.1 >> width), im, im2, tolerance)
        }
        _ => got == want,
    }
}

fn agree_parts(elem: ElementType, bits: (u128, u128), got: f64, want: f64, tolerance: Tolerance) -> bool {
    let both_nan = got.is_nan() && want.is_nan();
    match tolerance {
        Tolerance::Ulps(limit) => both_nan || ulps(elem, bits, got, want) <= limit,
        _ if got.is_nan() || want.is_nan() => both_nan,
        Tolerance::Bitwise => bits.0 == bits.1,
        Tolerance::Approximate(_) if got.is_infinite() || want.is_infinite() => got == want,
        Tolerance::Approximate(t) => (got - want).abs() <= t + t * want.abs(),
    }
}

/// How many numbers further one is than the other, where the zeros are one number; the most there is where one is not
/// finite and the other another value.
fn ulps(elem: ElementType, bits: (u128, u128), got: f64, want: f64) -> u64 {
    if got == want {
        return 0;
    }
    if !got.is_finite() || !want.is_finite() {
        return u64::MAX;
    }
    let key = |bits: u128| total_order_key(elem, bits as u64);
    let across_zero = u64::from(got.is_sign_negative() != want.is_sign_negative());
    key(bits.0).abs_diff(key(bits.1)) - across_zero
}

fn unravel(mut position: usize, shape: &[usize]) -> Vec<usize> {
    let mut index = vec![0; shape.len()];
    for (slot, &dim) in index.iter_mut().zip(shape).rev() {
        *slot = position % dim;
        position /= dim;
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floats(values: &[f32]) -> Tensor {
        Tensor::from_values(&[values.len() / 2, 2], values).expect("pairs")
    }

    #[test]
    fn numbers_between_are_counted() {
        let apart = |a: f32, b: f32, limit| {
            let one = |value| Tensor::from_values(&[], &[value]).expect("a scalar");
            compare(&one(a), &one(b), Tolerance::Ulps(limit)).is_ok()
        };
        let tiny = f32::from_bits(1);
        // Across zero, which counts once.
        assert!(apart(-tiny, 4.0 * tiny, 5) && !apart(-tiny, 4.0 * tiny, 4));
        assert!(apart(0.0, -0.0, 0) && apart(-0.0, tiny, 1) && !apart(-0.0, tiny, 0));
        assert!(apart(1.0, 1.0 + f32::EPSILON, 1) && !apart(1.0, 1.0 + f32::EPSILON, 0));
        assert!(apart(f32::NAN, f32::NAN, 0) && apart(f32::INFINITY, f32::INFINITY, 0));
        for other in [f32::NAN, f32::NEG_INFINITY, f32::MAX] {
            assert!(!apart(f32::INFINITY, other, u64::MAX - 1) && apart(f32::INFINITY, other, u64::MAX));
        }
    }

    #[test]
    fn bitwise_lists_the_first_differences() {
        let report = compare(
            &floats(&[1.0, 2.0, f32::NAN, 0.0]),
            &floats(&[1.0, 3.0, -f32::NAN, -0.0]),
            Tolerance::Bitwise,
        )
        .expect_err("two differ");
        assert_eq!(
            report.to_string(),
            "2 of 4 elements differ\n  at [0, 1]: got 2.0, want 3.0\n  at [1, 1]: got 0.0, want -0.0"
        );
    }

    #[test]
    fn tolerance_is_absolute_plus_relative() {
        let close = |got, want, t| {
            compare(&floats(&[got, 0.0]), &floats(&[want, 0.0]), Tolerance::Approximate(t)).is_ok()
        };
        assert!(close(100.1, 100.0, 1e-3));
        assert!(!close(100.2, 100.0, 1e-3));
        assert!(close(-0.0, 0.0, 0.0));
        assert!(!close(f32::INFINITY, f32::MAX, 1.0));
        assert!(!close(f32::NAN, 0.0, 1e9));
    }

    #[test]
    fn integers_are_exact_and_types_must_match() {
        let ints = |value: i32| Tensor::from_values(&[1], &[value]).expect("one");
        assert!(compare(&ints(1), &ints(2), Tolerance::Approximate(10.0)).is_err());
        let report = compare(&ints(1), &floats(&[]), Tolerance::Bitwise).expect_err("other type");
        assert_eq!(report.to_string(), "got s32[1], want f32[0, 2]");
    }
}
