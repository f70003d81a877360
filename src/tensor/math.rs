//! The transcendental functions, one definition for every level (design §5).

/// e to the power of `x`, rounded from an f64 evaluation.
pub fn exp(x: f32) -> f32 {
    f64::from(x).exp() as f32
}

/// 1 / (1 + exp(-x)), rounded from an f64 evaluation.
pub fn sigmoid(x: f32) -> f32 {
    (1.0 / (1.0 + (-f64::from(x)).exp())) as f32
}

/// Hyperbolic tangent, rounded from an f64 evaluation.
pub fn tanh(x: f32) -> f32 {
    f64::from(x).tanh() as f32
}

/// Natural logarithm, rounded from an f64 evaluation.
pub fn ln(x: f32) -> f32 {
    f64::from(x).ln() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes() {
        assert_eq!((exp(0.0), exp(f32::NEG_INFINITY), exp(89.0)), (1.0, 0.0, f32::INFINITY));
        assert_eq!((sigmoid(0.0), sigmoid(-200.0), sigmoid(200.0)), (0.5, 0.0, 1.0));
        assert!(exp(f32::NAN).is_nan() && exp(-100.0) > 0.0, "subnormal results are kept");
    }
}
