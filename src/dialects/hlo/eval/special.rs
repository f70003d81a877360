//! Functions that the standard library lacks: error and gamma functions, and steps between floats.

use std::f64::consts::{LN_2, PI};

use super::elementwise::no_meaning;
use super::zeros;
use crate::machine::EvalError;
use crate::tensor::{Kind, Scalar, Specials, Tensor};

/// A sum of two f64 that holds about 32 digits.
#[derive(Clone, Copy)]
struct Double {
    high: f64,
    low: f64,
}

impl Double {
    fn new(value: f64) -> Double {
        Double { high: value, low: 0.0 }
    }

    fn add(self, other: Double) -> Double {
        let sum = self.high + other.high;
        let part = sum - self.high;
        let error = (self.high - (sum - part)) + (other.high - part) + self.low + other.low;
        let high = sum + error;
        Double { high, low: error - (high - sum) }
    }

    fn mul(self, other: Double) -> Double {
        let product = self.high * other.high;
        let error = self.high.mul_add(other.high, -product) + (self.high * other.low + self.low * other.high);
        let high = product + error;
        Double { high, low: error - (high - product) }
    }

    fn over(self, divisor: f64) -> Double {
        let quotient = self.high / divisor;
        let rest = (-quotient).mul_add(divisor, self.high) + self.low;
        let low = rest / divisor;
        let high = quotient + low;
        Double { high, low: low - (high - quotient) }
    }
}

/// 2 / sqrt(pi)
const TWO_OVER_ROOT_PI: Double =
    Double { high: std::f64::consts::FRAC_2_SQRT_PI, low: 1.533_545_961_316_588e-17 };

/// Where the Taylor series gives way to the continued fraction.
const SERIES_END: f64 = 3.0;

/// The error function by its Taylor series, for magnitudes up to [`SERIES_END`]: terms reach e^9, and 32 digits leave
/// more than f64 holds even of the complement.
fn erf_series(x: f64) -> Double {
    let square = Double::new(x).mul(Double::new(x));
    let (mut term, mut sum) = (Double::new(x), Double::new(x));
    for n in 1..120 {
        let power = term.mul(square).over(f64::from(n));
        term = Double { high: -power.high, low: -power.low };
        sum = sum.add(term.over(f64::from(2 * n + 1)));
    }
    sum.mul(TWO_OVER_ROOT_PI)
}

/// The complement of the error function by its continued fraction, for x of [`SERIES_END`] and more.
fn erfc_fraction(x: f64) -> f64 {
    let mut tail = x;
    for n in (1..=100).rev() {
        tail = x + f64::from(n) / 2.0 / tail;
    }
    let square = x * x;
    let rest = x.mul_add(x, -square);
    (-square).exp() * (1.0 - rest) / (tail * PI.sqrt())
}

/// The error function.
pub fn erf(x: f64) -> f64 {
    match x.abs() {
        size if size <= SERIES_END => erf_series(x).high,
        size if size > SERIES_END => (1.0 - erfc_fraction(size)).copysign(x),
        _ => x,
    }
}

/// 1 - erf(x), exact also where that is tiny.
pub fn erfc(x: f64) -> f64 {
    match x.abs() {
        size if size <= SERIES_END => {
            let erf = erf_series(x);
            Double::new(1.0).add(Double { high: -erf.high, low: -erf.low }).high
        }
        size if size > SERIES_END && x > 0.0 => erfc_fraction(x),
        size if size > SERIES_END => 2.0 - erfc_fraction(size),
        _ => x,
    }
}

/// The inverse of the error function: Newton steps from an estimate by S. Winitzki.
pub fn erf_inv(y: f64) -> f64 {
    if y.abs() >= 1.0 || y.is_nan() || y == 0.0 {
        return match y.abs() {
            1.0 => f64::INFINITY.copysign(y),
            0.0 => y,
            _ => f64::NAN,
        };
    }
    let size = y.abs();
    let log = (-size * size).ln_1p();
    let shift = 2.0 / (PI * 0.147) + log / 2.0;
    let mut x = ((shift * shift - log / 0.147).sqrt() - shift).sqrt();
    for _ in 0..4 {
        // Near 1 the complement keeps the digits.
        let error = if size < 0.5 { erf(x) - size } else { (1.0 - size) - erfc(x) };
        let slope = TWO_OVER_ROOT_PI.high * (-x * x).exp();
        let step = error / slope;
        // Halley's correction: the second derivative is -2x times the first.
        x -= step / (1.0 + x * step);
    }
    x.copysign(y)
}

/// Inverse hyperbolic sine, exact near 0.
pub fn asinh(x: f64) -> f64 {
    let size = x.abs();
    if size > 1e8 {
        return (size.ln() + LN_2).copysign(x);
    }
    let square = size * size;
    (size + square / (1.0 + (1.0 + square).sqrt())).ln_1p().copysign(x)
}

/// Inverse hyperbolic cosine, exact near 1.
pub fn acosh(x: f64) -> f64 {
    if x > 1e8 {
        return x.ln() + LN_2;
    }
    let above = x - 1.0;
    (above + (2.0 * above + above * above).sqrt()).ln_1p()
}

// Lanczos' approximation with g = 7 and nine terms, as XLA has it, so that results agree with XLA's.
const LANCZOS_G: f64 = 7.0;
const LANCZOS_BASE: f64 = 0.999_999_999_999_809_9;
const LANCZOS: [f64; 8] = [
    676.520_368_121_885_1,
    -1_259.139_216_722_402_8,
    771.323_428_777_653_1,
    -176.615_029_162_140_6,
    12.507_343_278_686_905,
    -0.138_571_095_265_720_12,
    9.984_369_578_019_572e-06,
    1.505_632_735_149_311_6e-7,
];

/// ln |gamma(x)|
pub fn lgamma(x: f64) -> f64 {
    if x.is_infinite() {
        return f64::INFINITY;
    }
    let reflect = x < 0.5;
    let z = if reflect { -x } else { x - 1.0 };
    let sum = LANCZOS.iter().zip(1..).fold(LANCZOS_BASE, |sum, (term, n)| sum + term / (z + f64::from(n)));
    let half = LANCZOS_G + 0.5;
    let t = half + z;
    let log_t = half.ln() + (z / half).ln_1p();
    let log = (2.0 * PI).ln() / 2.0 + (z + 0.5 - t / log_t) * log_t + sum.ln();
    if !reflect {
        return log;
    }
    let fraction = x.abs() - x.abs().floor();
    let fraction = if fraction > 0.5 { 1.0 - fraction } else { fraction };
    let denominator = (PI * fraction).sin().ln();
    if denominator.is_finite() { PI.ln() - denominator - log } else { -denominator }
}

/// The derivative of ln gamma.
pub fn digamma(x: f64) -> f64 {
    if x <= 0.0 && x == x.floor() {
        return f64::NAN;
    }
    let reflect = x < 0.5;
    let z = if reflect { -x } else { x - 1.0 };
    let (mut above, mut below) = (0.0, LANCZOS_BASE);
    for (term, n) in LANCZOS.iter().zip(1..) {
        let place = z + f64::from(n);
        above -= term / (place * place);
        below += term / place;
    }
    let half = LANCZOS_G + 0.5;
    let t = half + z;
    let value = half.ln() + (z / half).ln_1p() + above / below - LANCZOS_G / t;
    if !reflect {
        return value;
    }
    let near = x + (x + 0.5).floor().abs();
    value - PI * (PI * near).cos() / (PI * near).sin()
}

/// Hurwitz' zeta function: the sum over k >= 0 of (q + k)^-x, by Euler and Maclaurin.
pub fn zeta(x: f64, q: f64) -> f64 {
    const DIRECT: u32 = 12;
    /// (2n)! / B(2n)
    const COEFFICIENTS: [f64; 12] = [
        12.0,
        -720.0,
        30_240.0,
        -1_209_600.0,
        47_900_160.0,
        -1.892_437_580_318_379_2e9,
        7.472_424_96e10,
        -2.950_130_727_918_164e12,
        1.164_678_281_435_006_7e14,
        -4.597_978_722_407_473e15,
        1.815_210_540_194_354_6e17,
        -7.166_165_256_175_667e18,
    ];
    if x <= 1.0 || x.is_nan() || q.is_nan() {
        return if x == 1.0 { f64::INFINITY } else { f64::NAN };
    }
    if q <= 0.0 {
        let pole = q == q.floor();
        let even = x == x.floor() && x % 2.0 == 0.0;
        return match (pole, even) {
            (true, true) => f64::INFINITY,
            _ => f64::NAN,
        };
    }
    let mut sum = 0.0;
    for k in 0..DIRECT {
        sum += (q + f64::from(k)).powf(-x);
    }
    let end = q + f64::from(DIRECT);
    let power = end.powf(-x);
    sum += power * end / (x - 1.0) + power / 2.0;
    let (mut rising, mut shrinking) = (x, power / end);
    for (n, coefficient) in COEFFICIENTS.iter().enumerate() {
        sum += rising * shrinking / coefficient;
        let next = x + 2.0 * n as f64;
        rising *= (next + 1.0) * (next + 2.0);
        shrinking /= end * end;
    }
    sum
}

/// The n-th derivative of digamma.
pub fn polygamma(n: f64, x: f64) -> f64 {
    if n == 0.0 {
        return digamma(x);
    }
    if n < 0.0 || n != n.floor() {
        return f64::NAN;
    }
    let sign = if n % 2.0 == 0.0 { -1.0 } else { 1.0 };
    sign * lgamma(n + 1.0).exp() * zeta(n + 1.0, x)
}

/// exp(-|x|) I1(x), by the series of I1 for small magnitudes and by its asymptotic expansion for large ones.
pub fn bessel_i1e(x: f64) -> f64 {
    let size = x.abs();
    let value = if size <= 25.0 {
        let quarter = size * size / 4.0;
        let (mut term, mut sum) = (size / 2.0, size / 2.0);
        for k in 1..200 {
            let k = f64::from(k);
            term *= quarter / (k * (k + 1.0));
            sum += term;
        }
        sum * (-size).exp()
    } else {
        let (mut term, mut sum) = (1.0, 1.0);
        for k in 1..30 {
            let odd = f64::from(2 * k - 1);
            let next = -term * (4.0 - odd * odd) / (f64::from(k) * 8.0 * size);
            if next.abs() >= term.abs() {
                break;
            }
            term = next;
            sum += term;
        }
        sum / (2.0 * PI * size).sqrt()
    };
    value.copysign(x)
}

/// The number next to each element of `from` in the direction of that of `to`.
pub fn next_after(from: &Tensor, to: &Tensor) -> Result<Tensor, EvalError> {
    let elem = from.elem();
    let Kind::Float(format) = elem.kind() else { return Err(no_meaning(elem)) };
    if format.specials != Specials::Ieee || format.padding_bits != 0 {
        return Err(no_meaning(elem));
    }
    let sign = 1u128 << (format.width() - 1);
    let mut out = zeros(elem, from.shape())?;
    for index in 0..from.len() {
        let (x, y) = (from.get(index).as_f64(), to.get(index).as_f64());
        let bits = from.bits(index);
        if x.is_nan() || y.is_nan() {
            out.set(index, Scalar::Float(f64::NAN));
        } else {
            out.set_bits(
                index,
                match x.partial_cmp(&y) {
                    None | Some(std::cmp::Ordering::Equal) => to.bits(index),
                    // The smallest number of the sign of `y`.
                    _ if x == 0.0 => to.bits(index) & sign | 1,
                    Some(order) => {
                        let away = (order == std::cmp::Ordering::Less) == (x > 0.0);
                        if away { bits + 1 } else { bits - 1 }
                    }
                },
            );
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(got: f64, want: f64) -> bool {
        (got - want).abs() <= 2e-15 * want.abs() || got == want
    }

    /// Reference values of an arbitrary-precision evaluation, rounded to f64.
    #[test]
    fn known_values() {
        for (name, got, want) in [
            ("erf(0.5)", erf(0.5), 0.520_499_877_813_046_5),
            ("erf(-3.5)", erf(-3.5), -0.999_999_256_901_627_7),
            ("erfc(1)", erfc(1.0), 0.157_299_207_050_285_13),
            ("erfc(2.5)", erfc(2.5), 4.069_520_174_449_589e-4),
            ("erfc(10)", erfc(10.0), 2.088_487_583_762_545e-45),
            ("erf_inv(0.5)", erf_inv(0.5), 0.476_936_276_204_469_9),
            ("erf_inv(0.999)", erf_inv(0.999), 2.326_753_765_513_524_6),
            ("lgamma(0.1)", lgamma(0.1), 2.252_712_651_734_206),
            ("digamma(1)", digamma(1.0), -0.577_215_664_901_532_9),
            ("zeta(2, 1)", zeta(2.0, 1.0), PI * PI / 6.0),
            ("polygamma(1, 2)", polygamma(1.0, 2.0), PI * PI / 6.0 - 1.0),
            ("bessel_i1e(1)", bessel_i1e(1.0), 0.207_910_415_349_708_44),
            ("asinh(-0.001)", asinh(-0.001), -9.999_998_333_334_083e-4),
            ("acosh(1.5)", acosh(1.5), 0.962_423_650_119_206_9),
        ] {
            assert!((got - want).abs() <= 4e-15 * want.abs(), "{name}: {got:e}, not {want:e}");
        }
        assert!(near(erf_inv(1.0), f64::INFINITY) && erf_inv(1.5).is_nan());
        assert!(lgamma(-2.0).is_infinite() && digamma(0.0).is_nan() && erf(f64::NAN).is_nan());
    }

    #[test]
    fn neighbours_of_floats() {
        let vector = |values: &[f32]| Tensor::from_values(&[values.len()], values).expect("a vector");
        let from = vector(&[1.0, 1.0, 0.0, -1.0, f32::INFINITY, 2.0]);
        let to = vector(&[2.0, 0.0, -1.0, 0.0, 0.0, 2.0]);
        let want =
            [1.0f32.next_up(), 1.0f32.next_down(), -f32::from_bits(1), (-1.0f32).next_up(), f32::MAX, 2.0];
        assert_eq!(next_after(&from, &to).expect("floats"), vector(&want));
    }
}
