//! Complex numbers: computed in f64 for both element types, and rounded once where the parts are f32.
//!
//! Formulas that lose no digits where parts cancel or overflow are those of W. Kahan, "Branch cuts for complex
//! elementary functions", 1987.

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::tensor::{ElementType, Native};

/// A number to compute with: an element of [`ElementType::C128`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Complex {
    /// Real part.
    pub re: f64,
    /// Imaginary part.
    pub im: f64,
}

/// An element of [`ElementType::C64`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Complex32 {
    re: f32,
    im: f32,
}

impl Complex32 {
    /// Zero.
    pub const ZERO: Complex32 = Complex32 { re: 0.0, im: 0.0 };

    /// `self + a * b`, every product and every sum of parts rounded.
    pub fn add_product(self, a: Complex32, b: Complex32) -> Complex32 {
        Complex32 { re: self.re + (a.re * b.re - a.im * b.im), im: self.im + (a.re * b.im + a.im * b.re) }
    }
}

impl From<Complex32> for Complex {
    fn from(value: Complex32) -> Self {
        Complex { re: value.re.into(), im: value.im.into() }
    }
}

impl From<Complex> for Complex32 {
    fn from(value: Complex) -> Self {
        Complex32 { re: value.re as f32, im: value.im as f32 }
    }
}

macro_rules! natives {
    ($($complex:ident = $elem:ident of $part:ty;)*) => {$(
        impl Native for $complex {
            const ELEM: ElementType = ElementType::$elem;
            fn from_le(raw: &[u8]) -> Self {
                let (re, im) = raw.split_at(size_of::<$part>());
                $complex { re: <$part>::from_le(re), im: <$part>::from_le(im) }
            }
            fn push_le(self, out: &mut Vec<u8>) {
                self.re.push_le(out);
                self.im.push_le(out);
            }
        }
    )*};
}
natives! {
    Complex = C128 of f64;
    Complex32 = C64 of f32;
}

impl Add for Complex {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Complex { re: self.re + other.re, im: self.im + other.im }
    }
}

impl Sub for Complex {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Complex { re: self.re - other.re, im: self.im - other.im }
    }
}

impl Mul for Complex {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Complex { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

impl Div for Complex {
    type Output = Self;
    /// Smith's division: no intermediate result overflows unless the quotient does.
    fn div(self, other: Self) -> Self {
        if other.re.abs() >= other.im.abs() {
            if other.re == 0.0 && other.im == 0.0 {
                return Complex { re: self.re / other.re.abs(), im: self.im / other.re.abs() };
            }
            let ratio = other.im / other.re;
            let scale = other.re + other.im * ratio;
            Complex { re: (self.re + self.im * ratio) / scale, im: (self.im - self.re * ratio) / scale }
        } else {
            let ratio = other.re / other.im;
            let scale = other.re * ratio + other.im;
            Complex { re: (self.re * ratio + self.im) / scale, im: (self.im * ratio - self.re) / scale }
        }
    }
}

impl Neg for Complex {
    type Output = Self;
    fn neg(self) -> Self {
        Complex { re: -self.re, im: -self.im }
    }
}

impl Complex {
    /// Zero.
    pub const ZERO: Complex = Complex::real(0.0);
    /// One.
    pub const ONE: Complex = Complex::real(1.0);

    /// A real number.
    pub const fn real(re: f64) -> Complex {
        Complex { re, im: 0.0 }
    }

    /// With this magnitude and angle.
    pub fn polar(magnitude: f64, angle: f64) -> Complex {
        let part = |factor: f64| if magnitude == 0.0 { 0.0 } else { magnitude * factor };
        Complex { re: part(angle.cos()), im: if angle == 0.0 { angle } else { part(angle.sin()) } }
    }

    /// Magnitude.
    pub fn abs(self) -> f64 {
        self.re.hypot(self.im)
    }

    /// Angle.
    pub fn angle(self) -> f64 {
        self.im.atan2(self.re)
    }

    /// The number mirrored at the real axis.
    pub fn conj(self) -> Complex {
        Complex { im: -self.im, ..self }
    }

    /// The number times i.
    fn times_i(self) -> Complex {
        Complex { re: -self.im, im: self.re }
    }

    /// The number divided by i.
    fn over_i(self) -> Complex {
        Complex { re: self.im, im: -self.re }
    }

    /// The number times a real one.
    pub fn scale(self, factor: f64) -> Complex {
        Complex { re: self.re * factor, im: self.im * factor }
    }

    /// e to this power.
    pub fn exp(self) -> Complex {
        if self.im == 0.0 {
            return Complex { re: self.re.exp(), im: self.im };
        }
        Complex::polar(self.re.exp(), self.im)
    }

    /// e to this power, minus 1.
    pub fn exp_m1(self) -> Complex {
        // e^x cos y - 1 = expm1(x) cos y - 2 sin(y / 2)^2
        let half = (self.im / 2.0).sin();
        let re = self.re.exp_m1() * self.im.cos() - 2.0 * half * half;
        Complex { re, im: self.exp().im }
    }

    /// Natural logarithm.
    pub fn ln(self) -> Complex {
        Complex { re: ln_magnitude(self.re, self.im), im: self.angle() }
    }

    /// Natural logarithm of 1 plus the number.
    pub fn ln_1p(self) -> Complex {
        let angle = self.im.atan2(1.0 + self.re);
        let magnitude = (1.0 + self.re).hypot(self.im);
        let re = if (0.5..2.0).contains(&magnitude) {
            // |1 + z|^2 - 1 = 2x + x^2 + y^2
            sum_of_products(&[(2.0, self.re), (self.re, self.re), (self.im, self.im)]).ln_1p() / 2.0
        } else {
            magnitude.ln()
        };
        Complex { re, im: angle }
    }

    /// Square. The difference of the squares of the parts is a product, which overflows only where the result does; it is
    /// 0 for finite parts of one size, even if their sum is infinite.
    pub fn square(self) -> Self {
        let even = self.re.is_finite() && self.re.abs() == self.im.abs();
        let re = if even { 0.0 } else { (self.re - self.im) * (self.re + self.im) };
        Complex { re, im: 2.0 * (self.re * self.im) }
    }

    /// Square root with a real part that is not negative.
    pub fn sqrt(self) -> Complex {
        let Complex { re, im } = self;
        if re == 0.0 && im == 0.0 {
            return Complex { re: 0.0, im };
        }
        if im.is_infinite() {
            return Complex { re: f64::INFINITY, im };
        }
        // Halves keep the magnitude from overflowing.
        let root = (re.abs() / 2.0 + (re / 2.0).hypot(im / 2.0)).sqrt();
        if re >= 0.0 {
            Complex { re: root, im: im / (2.0 * root) }
        } else {
            Complex { re: im.abs() / (2.0 * root), im: root.copysign(im) }
        }
    }

    /// Cube root with the smallest angle.
    pub fn cbrt(self) -> Complex {
        if self.im == 0.0 && self.re >= 0.0 {
            return Complex { re: self.re.cbrt(), im: self.im };
        }
        Complex::polar(self.abs().cbrt(), self.angle() / 3.0)
    }

    /// To the power of another number.
    pub fn powc(self, exponent: Complex) -> Complex {
        if exponent == Complex::ZERO {
            return Complex::ONE;
        }
        if self == Complex::ZERO {
            return Complex::ZERO;
        }
        let (magnitude, angle) = (ln_magnitude(self.re, self.im), self.angle());
        let log = exponent.re * magnitude - exponent.im * angle;
        Complex::polar(log.exp(), exponent.im * magnitude + exponent.re * angle)
    }

    /// The number of magnitude 1 with the same angle; zero for zero.
    pub fn sign(self) -> Complex {
        if self == Complex::ZERO { self } else { self.scale(1.0 / self.abs()) }
    }

    /// Hyperbolic sine.
    pub fn sinh(self) -> Complex {
        Complex { re: self.re.sinh() * self.im.cos(), im: self.re.cosh() * self.im.sin() }
    }

    /// Hyperbolic cosine.
    pub fn cosh(self) -> Complex {
        Complex { re: self.re.cosh() * self.im.cos(), im: self.re.sinh() * self.im.sin() }
    }

    /// Hyperbolic tangent.
    pub fn tanh(self) -> Complex {
        if self.re.abs() > 20.0 {
            // Past here tanh is 1 to the last bit, and the imaginary part decays as exp(-2x).
            let im = 4.0 * self.im.sin() * self.im.cos() * (-2.0 * self.re.abs()).exp();
            return Complex { re: 1f64.copysign(self.re), im };
        }
        let (tangent, sinh) = (self.im.tan(), self.re.sinh());
        let beta = 1.0 + tangent * tangent;
        let rho = (1.0 + sinh * sinh).sqrt();
        if tangent.is_infinite() {
            return Complex { re: rho / sinh, im: 1.0 / tangent };
        }
        let scale = 1.0 + beta * sinh * sinh;
        Complex { re: beta * rho * sinh / scale, im: tangent / scale }
    }

    /// Sine.
    pub fn sin(self) -> Complex {
        self.times_i().sinh().over_i()
    }

    /// Cosine.
    pub fn cos(self) -> Complex {
        self.times_i().cosh()
    }

    /// Tangent.
    pub fn tan(self) -> Complex {
        self.times_i().tanh().over_i()
    }

    /// 1 / (1 + exp(-z)).
    pub fn sigmoid(self) -> Complex {
        Complex::ONE / (Complex::ONE + (-self).exp())
    }

    /// Inverse sine.
    pub fn asin(self) -> Complex {
        let (minus, plus) = ((Complex::ONE - self).sqrt(), (Complex::ONE + self).sqrt());
        Complex { re: self.re.atan2((minus * plus).re), im: (minus.conj() * plus).im.asinh() }
    }

    /// Inverse cosine.
    pub fn acos(self) -> Complex {
        let (minus, plus) = ((Complex::ONE - self).sqrt(), (Complex::ONE + self).sqrt());
        Complex { re: 2.0 * minus.re.atan2(plus.re), im: (plus.conj() * minus).im.asinh() }
    }

    /// Inverse hyperbolic cosine.
    pub fn acosh(self) -> Complex {
        let (minus, plus) = ((self - Complex::ONE).sqrt(), (self + Complex::ONE).sqrt());
        Complex { re: (minus.conj() * plus).re.asinh(), im: 2.0 * minus.im.atan2(plus.re) }
    }

    /// Inverse hyperbolic sine.
    pub fn asinh(self) -> Complex {
        self.times_i().asin().over_i()
    }

    /// Inverse hyperbolic tangent.
    pub fn atanh(self) -> Complex {
        let Complex { re, im } = self;
        let distance = (1.0 - re) * (1.0 - re) + im * im;
        let real = if re.abs() <= 1e150 { (4.0 * re / distance).ln_1p() / 4.0 } else { 0.0 };
        let angle = (2.0 * im).atan2((1.0 - re) * (1.0 + re) - im * im);
        Complex { re: real, im: angle / 2.0 }
    }

    /// Inverse tangent.
    pub fn atan(self) -> Complex {
        self.times_i().atanh().over_i()
    }
}

/// ln |x + iy|, without losing digits where the magnitude is near 1.
fn ln_magnitude(x: f64, y: f64) -> f64 {
    let magnitude = x.hypot(y);
    if !(0.5..2.0).contains(&magnitude) {
        return magnitude.ln();
    }
    sum_of_products(&[(-1.0, 1.0), (x, x), (y, y)]).ln_1p() / 2.0
}

/// The sum of products, each with its rounding error carried along: as if computed with twice the digits.
fn sum_of_products(pairs: &[(f64, f64)]) -> f64 {
    let (mut sum, mut error) = (0.0f64, 0.0f64);
    for &(a, b) in pairs {
        let product = a * b;
        let next = sum + product;
        let part = next - sum;
        error += ((sum - (next - part)) + (product - part)) + a.mul_add(b, -product);
        sum = next;
    }
    sum + error
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(got: Complex, want: (f64, f64)) -> bool {
        (got.re - want.0).abs() <= 1e-14 * want.0.abs().max(1.0)
            && (got.im - want.1).abs() <= 1e-14 * want.1.abs().max(1.0)
    }

    /// Values of an arbitrary-precision evaluation.
    #[test]
    fn functions_of_one_number() {
        let z = Complex { re: 0.5, im: -1.25 };
        for (name, got, want) in [
            ("exp", z.exp(), (0.519_878_686_008_493_7, -1.564_611_127_498_819_5)),
            ("sqrt", z.sqrt(), (0.960_804_663_233_798_5, -0.650_496_426_501_954_7)),
        ] {
            assert!(close(got, want), "{name}: {got:?}");
        }
    }

    #[test]
    fn inverses_come_back() {
        for z in [(0.3, 0.4), (-0.7, 1.1), (1.3, -0.2), (0.0, 0.5), (-0.2, -0.9)] {
            let z = Complex { re: z.0, im: z.1 };
            let back = [
                ("ln", z.ln().exp()),
                ("ln_1p", z.ln_1p().exp_m1()),
                ("sqrt", z.sqrt() * z.sqrt()),
                ("cbrt", z.cbrt() * z.cbrt() * z.cbrt()),
                ("asin", z.asin().sin()),
                ("acos", z.acos().cos()),
                ("atan", z.atan().tan()),
                ("asinh", z.asinh().sinh()),
                ("acosh", z.acosh().cosh()),
                ("atanh", z.atanh().tanh()),
                ("divide", z / Complex { re: 3.0, im: -4.0 } * Complex { re: 3.0, im: -4.0 }),
                ("power", z.powc(Complex::real(0.5)) * z.powc(Complex::real(0.5))),
            ];
            for (name, back) in back {
                assert!(close(back, (z.re, z.im)), "{name} of {z:?}: {back:?}");
            }
        }
    }

    #[test]
    fn extremes_stay_finite() {
        let huge = Complex { re: 1e300, im: 1e300 };
        assert!(close(huge / huge, (1.0, 0.0)));
        assert!(huge.sqrt().abs().is_finite() && huge.asinh().re.is_finite());
        assert_eq!(Complex { re: 800.0, im: 1.0 }.tanh().re, 1.0);
        assert_eq!(Complex::ZERO.powc(Complex::ZERO), Complex::ONE);
    }
}
